"""What was played by older rules plays on as it was: records, the facts of a server, saved games.

`tests/records/rules_1` holds games that were played and written before any rule had a second version.
"""

from pathlib import Path
from typing import Final

import pytest

from techdeck.actions import read_action, write_choice
from techdeck.games import GAMES, game_named
from techdeck.match import resumed
from techdeck.record import Record, read, replay, written
from techdeck.server.facts import Acted, Began, Fact, Opened, Place, Sat
from techdeck.server.room import remade
from techdeck.storage import StaleRecord, completed

KEPT: Final = sorted((Path(__file__).parents[1] / "records").rglob("*.toml"))


@pytest.fixture(params=KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def kept(request: pytest.FixtureRequest) -> Record:
    path: Path = request.param
    return read(path.read_text())


def facts_of(record: Record) -> list[Fact]:
    """What a server of that time would have in its journal."""
    assert record.deal is not None
    options = {name: value for name, value in record.options.items() if isinstance(value, bool | int | str)}
    facts: list[Fact] = [Opened(
        by="guest 0", game=record.game, options=options, places=[Place() for _ in record.seats],
        secret=record.deal.secret)]
    for seat, (name, salt) in enumerate(zip(record.seats, record.deal.salts, strict=True)):
        facts.append(Sat(by=f"guest {seat}", seat=seat, name=name, salt=salt))
    facts.append(Began(by="guest 0", rules=record.version))
    game = game_named(record.game, record.options, record.version)
    for table, action in replay(game, record):
        if action:
            seat, choice = read_action(table, action)
            decision = table.decision_of(seat)
            assert decision is not None
            facts.append(Acted(seat=seat, choice=write_choice(table, decision, choice)))
    return facts


def test_every_game_has_such_records() -> None:
    assert {read(path.read_text()).game for path in KEPT} == set(GAMES)


def test_an_older_record_replays_to_its_result(kept: Record) -> None:
    game = game_named(kept.game, kept.options, kept.version)
    assert [game.scores(table) for table, _ in replay(game, kept) if table.is_over][-1] == kept.result


def test_an_older_record_that_is_gone_on_with_is_one_of_the_rules_of_today(kept: Record) -> None:
    game = game_named(kept.game, kept.options, kept.version)
    today = read(written(resumed(game, kept).record))
    assert today.version == game.version
    assert today.options == game.options
    assert [game.scores(table) for table, _ in replay(game_named(today.game, today.options), today)][-1] == kept.result


def test_older_facts_make_the_room_that_they_made(kept: Record) -> None:
    room = remade("ABCDEF", facts_of(kept))
    assert room.state == "over"
    assert room.scores() == kept.result


@pytest.mark.parametrize("name", GAMES)
def test_what_came_later_is_an_option_that_there_is(name: str) -> None:
    entry = GAMES[name]
    options = game_named(name).options
    assert all(option in options for added in entry.later.values() for option in added)
    assert game_named(name, rules=1).options == completed(options, 1, {}) | {
        option: value for added in entry.later.values() for option, value in added.items()}


def test_rules_that_are_not_known_yet_are_refused(kept: Record) -> None:
    game = game_named(kept.game, kept.options, kept.version)
    kept.version = game.version + 1
    with pytest.raises(StaleRecord, match=f"version {game.version + 1} of the rules of {kept.game}"):
        next(iter(replay(game, kept)))
