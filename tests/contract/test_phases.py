"""The phase a table is in: what page, positions, terminal and lab call where play stands."""

from typing import cast

import pytest

from techdeck.games import game_named
from techdeck.position import set_up
from techdeck.storage import restore
from techdeck.table import Game, Rule, Table
from techdeck.team_effects import discard
from techdeck.views import View
from tests.contract.worlds import snapshot
from tests.games import FAMILIES, IS_COMPILED, Played
from tests.rulebook.peer_tables import Toy, at, go


def at_work(played: Played) -> Game:
    """The game once more, to be watched."""
    entry = FAMILIES[played.case.family]
    return entry.build(entry.variants()[played.case.variant])


def watch(rule: Rule, name: str, noted: list[str], *, again: bool = False) -> None:
    """Note whenever a rule begins, or goes on as well."""
    begin = rule.begin

    def begin_and_note(table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        if again or not at:
            noted.append(name)
        begin(table, side, it, that, at)

    vars(rule)["begin"] = begin_and_note


@pytest.mark.skipif(IS_COMPILED, reason="compiled rules cannot be watched")
def test_the_phase_is_the_one_that_was_begun_last(played: Played) -> None:
    """In every position of random games, also inside of what several phases share."""
    game, noted = at_work(played), cast("list[str]", [])
    for name, rule in game.phases.items():
        watch(rule, name, noted, again=True)
    table = game.start(played.case.seats, played.case.seed)
    for seat, choice in played.actions:
        assert table.game.phase(table) == noted[-1], table.game.path(table.agenda)
        table.act(seat, choice)
    assert table.game.phase(table) == ""


def test_views_and_stored_tables_are_in_the_same_phase(played: Played) -> None:
    for number in played.some(12):
        table = played.positions[number]
        phase = played.game.phase(table)
        assert [View(table, side).phase for side in range(table.sides + 1)] == [phase] * (table.sides + 1)
        assert played.game.phase(restore(played.game, snapshot(table))) == phase


@pytest.mark.parametrize(("timing", "phase"), [
    ("new", "new customers"), ("open", "effects before"), ("open", "effects after"), ("refresh", "refresh"),
    ("end", "end of round"),
])
def test_an_effect_in_peer_to_peer_belongs_to_the_phase_it_is_used_in(timing: str, phase: str) -> None:
    """All windows of effects share the rule of using one, which is named after the first of them."""
    table = at(f"hand 1: 2K 3K 4K\nventure A 1: 10T\nrow: 9V\ncustomer deck: 13K 12K 11K\nplay: {phase}",
               toys={"10T": Toy(discard(1).rule, timing)})
    go(table, "1 10T")
    assert table.pending[0].verb == "discard"
    assert table.game.phase(table) == phase


def test_a_wild_card_that_turns_up_does_not_change_the_phase_of_tech_exchange() -> None:
    game = game_named("tech exchange")
    table = set_up(game, """
        tech exchange, 2 seats
        hand 1: 9K
        hand 2: 8K
        unplaced 1: W1
        rest: deck
        round: 1
        play: placing, second trading
    """.replace("        ", ""))
    assert "dealt wild cards" in game.phases
    assert game.phase(table) == "second trading"
