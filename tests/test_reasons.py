"""Why a card cannot be chosen: the rules' own reason, of a card that the side sees, and of nothing it does not know."""

from random import Random
from typing import Final

import pytest

from techdeck.games import game_named
from techdeck.server.seen import Sight
from techdeck.server.wire import Question
from techdeck.table import Table
from techdeck.views import UNKNOWN, View, imagined

# By game: options with which all that can be said comes up, and the words that are said in some games at random.
WORDS: Final[dict[str, tuple[dict[str, object], set[str]]]] = {
    "grid poker": ({"wild_hand_effect": False}, {"noEffect", "used", "otherLine"}),
    "regular poker": ({"deals": 3}, set()),
    "cyber defense": ({}, {"noSearch", "used"}),
    "gears of industry": ({}, {
        "onlyTechnology", "noTechnology", "cannotPay", "cannotPayToo", "liesDown", "onlyStanding", "onlyLying"}),
    "tech exchange": ({}, {"fitsNot"}),
    "peer to peer": ({}, {"used", "timing"}),
}


def questions(table: Table, side: int) -> list[Question]:
    return Sight(table, []).seen(side).asked


@pytest.mark.parametrize("name", list(WORDS))
def test_a_reason_is_of_a_card_that_cannot_be_chosen_and_the_same_in_all_worlds_the_side_cannot_tell_apart(
    name: str,
) -> None:
    options, words = WORDS[name]
    found: set[str] = set()
    for seed in range(12):
        game, rng = game_named(name, options), Random(seed)
        table = game.start(game.seats[seed % len(game.seats)], seed)
        for _ in range(120):
            if not table.pending:
                break
            decision = rng.choice(table.pending)
            side = table.side_of(decision.seat)
            view = View(table, side)
            for question in questions(table, side):
                named = {back for option in question.options for back in option.cards}
                for back, (word, *_) in question.why.items():
                    assert back not in named
                    assert view.faces[back] != UNKNOWN
                    found.add(str(word))
                if question.why and rng.random() < 0.2:
                    world = imagined(view, rng)
                    others = [other.why for other in questions(world, side) if other.seat == question.seat]
                    assert others == [question.why]
            choice = decision.sample(rng)
            table.act(decision.seat, next(iter(decision)) if choice is None else choice)
    assert found >= words, f"never said: {words - found}"


def test_gi_r18_the_price_is_what_the_rules_take() -> None:
    """Whatever cannot be entered is said to cost more than there is, and what costs no more can be entered."""
    game, said = game_named("gears of industry", {}), 0
    for seed in range(8):
        table, rng = game.start(2, seed), Random(seed)
        for _ in range(150):
            if not table.pending:
                break
            decision = table.pending[0]
            if decision.verb == "enter":
                (question,) = questions(table, decision.seat)
                for _, (word, *numbers) in question.why.items():
                    if word == "cannotPay":
                        _, needed, able = [int(number) for number in numbers]
                        assert needed > able
                        said += 1
            choice = decision.sample(rng)
            table.act(decision.seat, next(iter(decision)) if choice is None else choice)
    assert said > 10
