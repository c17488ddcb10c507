"""Every effect in every game and every state of DK-B06: it ends, asks only what can be answered, and leaves no mess."""

from random import Random

import pytest

from techdeck.deck import GENERAL
from techdeck.table import Table
from tests.deck.walk import (
    FORMS,
    STATES,
    Form,
    begin,
    every_card_is_in_one_place,
    everybody_may_ask,
    hands_are_known,
    is_done,
    nobody_is_wrong,
    nothing_lies_about,
    views_are_sound,
    walk,
)

CODES = [printed.code for printed in GENERAL if printed.text]
TABLES = 40  # looked at in each walk, about
VIEWED = 3  # of them for all eyes


def seats_for(form: Form, card: str, state: str) -> list[int]:
    """All numbers in the normal state, elsewhere one, so that the cards meet all numbers."""
    if state == "normal":
        return list(form.seats)
    return [form.seats[(CODES.index(card) + STATES.index(state)) % len(form.seats)]]


def states_of(form: Form) -> list[str]:
    return [state for state in STATES if form.has_cards_in_play or state != "no card in play"]


class Witness:
    """Looks at every table of a walk."""

    def __init__(self, start: Table, rng: Random) -> None:
        self.cards = sorted(start.face)
        self.rng = rng
        self.views = VIEWED

    def look(self, table: Table, depth: int) -> None:
        assert every_card_is_in_one_place(table)
        assert sorted(table.face) == self.cards
        assert everybody_may_ask(table)
        assert nobody_is_wrong(table)
        assert hands_are_known(table)
        if is_done(table):
            assert nothing_lies_about(table)
        if self.views and self.rng.random() < 0.2:
            self.views -= 1
            assert views_are_sound(table, self.rng)


@pytest.mark.parametrize("card", CODES)
@pytest.mark.parametrize(
    ("form", "state"), [(form, state) for form in FORMS for state in states_of(form)], ids=str)
def test_an_effect_is_walked_to_its_end(form: Form, state: str, card: str) -> None:
    for seats in seats_for(form, card, state):
        rng = Random(f"{form} {state} {card} {seats}")
        start = begin(form, card, state, seats, seed=1)
        if start is not None:
            assert walk(start, rng, TABLES, Witness(start, rng).look) > 0
