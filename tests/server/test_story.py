"""What is written once for all rooms says the same as what is worded for one reader."""

from random import Random

import pytest
from msgspec import json

from techdeck.events import Said
from techdeck.games import GAMES, game_named
from techdeck.match import Match
from techdeck.server import story
from techdeck.server.story import Retelling, SharedTeller, line_of, names_written, shared_teller
from techdeck.server.wire import Line
from techdeck.telling import Teller, side_names

ODD_NAMES = ['ann "back":0', "Bob\\", "ça va", "Dee,\"place\":0", "émile", "Fay"]


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(("name", "options"), [*[(name, {}) for name in GAMES], ("tech exchange", {"form": "live"})])
def test_every_line_says_what_the_teller_would_whoever_sits_there(
    name: str, options: dict[str, str], number: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(story, "MOST_PATTERNS", 50)  # which are soon too many
    game = game_named(name, options)
    seats = game.seats[-1] if number else game.seats[0]
    names = [*ODD_NAMES[number:], *ODD_NAMES[:number]][:seats]
    match, rng = Match(game, names, number), Random(number)
    events = list(match.events)
    while not match.table.is_over and len(events) < 600:
        decision = rng.choice(match.table.pending)
        choice = decision.sample(rng)
        if choice is not None:  # who had better wait chooses nothing
            events = [*events, *match.act(decision.seat, choice)]
    members = match.table.members
    called = side_names(members, names)
    retelling = Retelling(events)
    for side in range(match.table.sides + 1):
        teller = Teller(game, called, side, members)
        told = [line for event in events for line in line_of(teller.told(event))]
        lines = shared_teller(game, side, tuple(map(tuple, members))).lines(retelling, names_written(called))
        assert [json.decode(line, type=Line) for line in lines] == told


def test_sentences_with_other_cards_are_worded_once_and_who_hears_the_same_has_the_same_line() -> None:
    names, members = ["Ann", "Ben", "Cleo"], ((0,), (1,), (2,))
    events = [Said(0, f"{{who}} has {cards} at R1: Pair of tens.") for cards in ("10K and 10S", "W1 and 10V")]
    retelling = Retelling(events)
    tellers = [SharedTeller(game_named("grid poker", {}), side, members) for side in range(3)]
    told = [teller.lines(retelling, names_written(names)) for teller in tellers]
    assert [len(teller._patterns) for teller in tellers] == [1, 1, 1]
    assert [json.decode(line)["words"] for line in told[0]] == [
        "You have 10K and 10S at R1: Pair of tens.", "You have W1 and 10V at R1: Pair of tens."]
    assert [json.decode(line)["words"] for line in told[1]] == [
        "Ann has 10K and 10S at R1: Pair of tens.", "Ann has W1 and 10V at R1: Pair of tens."]
    assert all(one is other for one, other in zip(told[1], told[2], strict=True))
