"""An edition is a list of cards and a mapping of names to rules: two of them live beside each other."""

from techdeck.cards import GENERAL_EDITION, edition
from techdeck.deck import GENERAL, Print
from techdeck.editions.general import EFFECTS, PROGRAMS
from techdeck.effects import discard, draw, effect
from techdeck.games.grid_poker import grid_poker
from techdeck.position import play, set_up, written
from tests.deck.sayings import normal
from tests.deck.walk import asked, hand, options, using

# Another print of two cards: other texts, effects by names of their own, a flag and a timing that the first lacks.
OTHER_PRINTS = [
    Print(printed.code, printed.concept, printed.icon, printed.about,
          {"1K": "Draw 3 cards, then discard 2 cards.", "2K": "Draw 1 card."}.get(printed.code, ""))
    for printed in GENERAL
]
OTHER_PROGRAMS = {"dig": effect(draw(3), discard(2)), "share": draw(1)}
OTHER_EDITION = edition(
    OTHER_PRINTS, {"1K": "dig", "2K": "share"}, flags={"1K": ("venture", "copy")}, timing={"2K": "assist"})
OTHER_GAME = grid_poker(cards=OTHER_EDITION, effects={name: part.rule for name, part in OTHER_PROGRAMS.items()})
POSITION = """grid poker, 2 seats
    market: 12T 1S
    company 1: 1K
    deck: 4T 5T 6T 7T
    play: company effects"""


def test_a_second_edition_has_its_own_effects() -> None:
    table = set_up(OTHER_GAME, POSITION)
    play(table, 1, "1K")
    assert (asked(table), hand(table, 1)) == ("1 discard", "4T 5T 6T")
    play(table, 1, "4T", "5T")
    assert (hand(table, 1), written(table, "discard")) == ("6T", "4T 5T")


def test_the_first_edition_stays_as_it_was_beside_the_second() -> None:
    table = using("1K", "deck: 4T 5T 6T 7T")
    assert (asked(table), options(table, 1)) == ("1 take", "4T 5T 6T")
    assert GENERAL_EDITION[0].printed.text != OTHER_EDITION[0].printed.text
    assert [card.value for card in GENERAL_EDITION] == [card.value for card in OTHER_EDITION]
    assert [card.domain for card in GENERAL_EDITION] == [card.domain for card in OTHER_EDITION]
    assert set(EFFECTS) == set(PROGRAMS)
    assert "dig" not in EFFECTS


def test_a_card_without_an_effect_in_an_edition_cannot_be_used() -> None:
    table = set_up(OTHER_GAME, """grid poker, 2 seats
        company 1: 3K 2K
        play: company effects""")
    assert options(table, 1) == "2K pass"


def test_flags_and_timing_belong_to_the_edition() -> None:
    first, second = OTHER_EDITION[:2]
    assert (first.flags, first.copies, second.flags, second.timing) == (("venture", "copy"), True, (), "assist")
    assert (GENERAL_EDITION[0].flags, GENERAL_EDITION[0].copies, GENERAL_EDITION[1].timing) == ((), False, "")


def test_the_programs_of_another_edition_say_themselves_too() -> None:
    for code, name in (("1K", "dig"), ("2K", "share")):
        printed = next(printed for printed in OTHER_PRINTS if printed.code == code)
        assert normal(OTHER_PROGRAMS[name].says) == normal(printed.text)
