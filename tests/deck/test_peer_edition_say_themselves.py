"""The Peer-to-Peer edition: each effect says what is printed, and the print is that of the rulebook."""

import re
from pathlib import Path
from typing import Final

import pytest

from techdeck.cards import FIRST_PEER_EDITION, PEER_EDITION, Card, code
from techdeck.deck import FIRST_PEER_TEXTS, FIRST_PEER_TO_PEER, GENERAL, PEER_TO_PEER, Print
from techdeck.editions.peer_to_peer import EFFECTS, FIRST_EFFECTS, FIRST_PROGRAMS, PROGRAMS, TIMING_WORDS
from techdeck.effects import Part, effect, value_at_most
from techdeck.games.peer_to_peer import STARTS
from techdeck.team_effects import (
    COMMITTED_CARD,
    CUSTOMER,
    GROUP_DISCARD,
    GROUP_HAND,
    bury_from_hand,
    bury_up_to,
    discard,
    draw,
    draw_and_reveal,
    expel,
    if_discarded,
    if_won_value_at_most,
    keep_inside_count,
    keep_outside_count,
    look,
    look_at_customers,
    lower,
    paint,
    raise_or_lower,
    raise_or_lower_named,
    raise_or_lower_up_to_two,
    recall,
    refill_more,
    reveal,
    search,
    shift_every_customer,
    take_domain,
    take_value,
)
from tests.deck.sayings import normal

RULES: Final = Path(__file__).parents[2] / "docs" / "rules" / "peer_to_peer_edition.md"


def said(printed: Print, programs: dict[str, Part]) -> str:
    """What a card says: when it works, and what it does then."""
    return f"{TIMING_WORDS[printed.timing]} {programs[printed.code].says}"


@pytest.mark.parametrize("printed", PEER_TO_PEER, ids=lambda printed: printed.code)
def test_an_effect_says_what_is_printed(printed: Print) -> None:
    assert normal(said(printed, PROGRAMS)) == normal(printed.text)


@pytest.mark.parametrize("printed", FIRST_PEER_TO_PEER, ids=lambda printed: printed.code)
def test_pe_b07_the_first_texts_say_what_they_did(printed: Print) -> None:
    assert normal(said(printed, {**PROGRAMS, **FIRST_PROGRAMS})) == normal(printed.text)


def test_pe_b07_only_start_cards_were_changed_and_the_rulebook_tells_how_they_were() -> None:
    assert list(FIRST_PROGRAMS) == list(FIRST_PEER_TEXTS)
    rules = RULES.read_text(encoding="utf-8")
    note = next(line for line in rules.splitlines() if line.startswith("- **PE-B07**"))
    for card, first in zip(PEER_EDITION, FIRST_PEER_EDITION, strict=True):
        name = card.printed.code
        assert (card.printed.text != first.printed.text) == (name in FIRST_PEER_TEXTS)
        if name in FIRST_PEER_TEXTS:
            assert card.printed.is_start
            assert first.printed.is_start
            assert f"{name}: {first.printed.text}" in note
            assert first.timing == first.printed.timing
            assert FIRST_EFFECTS[name] is not EFFECTS[name]


def test_every_card_has_a_program_and_every_program_a_card() -> None:
    assert list(PROGRAMS) == list(EFFECTS) == [printed.code for printed in PEER_TO_PEER]
    assert [card.effect for card in PEER_EDITION] == list(PROGRAMS)


def test_no_two_texts_have_the_same_normal_form() -> None:
    assert len({normal(printed.text) for printed in PEER_TO_PEER}) == 54


def test_the_cards_are_those_of_the_general_edition_but_for_their_texts() -> None:
    for printed, general in zip(PEER_TO_PEER, GENERAL, strict=True):
        assert (printed.code, printed.concept, printed.icon, printed.about) == (
            general.code, general.concept, general.icon, general.about)


# The rulebook

def rows_of_the_rulebook() -> dict[str, list[str]]:
    """By card: mark, start, timing and text; of wild cards the text alone."""
    section = RULES.read_text(encoding="utf-8").split("\n## 4. ")[1].split("\n## 5. ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]
    found = {cells[0]: [*cells[2:5], cells[5]] for cells in rows if re.fullmatch(r"\d+[KSTV]", cells[0])}
    return {**found, **{cells[0]: ["", "", "at once", cells[4]] for cells in rows if cells[0] in ("W1", "W2")}}


@pytest.mark.parametrize("printed", PEER_TO_PEER, ids=lambda printed: printed.code)
def test_what_is_printed_stands_in_the_rulebook(printed: Print) -> None:
    assert rows_of_the_rulebook()[printed.code] == [
        printed.mark, "S" if printed.is_start else "", printed.timing, printed.text]


def test_the_rulebook_has_no_other_cards() -> None:
    assert sorted(rows_of_the_rulebook()) == sorted(PROGRAMS)


def flagged(flag: str) -> list[Card]:
    return [card for card in PEER_EDITION if flag in card.flags]


def test_the_marks_are_as_many_as_the_rulebook_counts() -> None:
    """29 with the venture mark, 38 with the group mark, 15 with both; wild cards have none."""
    assert (len(flagged("venture")), len(flagged("group"))) == (29, 38)
    assert len([card for card in flagged("group") if "venture" in card.flags]) == 15
    assert not any(card.flags for card in PEER_EDITION if card.is_wild)


def test_the_start_cards_are_those_of_both_teams_and_group_cards_only() -> None:
    """So all venture cards can come up when the first ventures are dealt [PP-X30]."""
    starts = [card for card in PEER_EDITION if card.printed.is_start]
    assert sorted(card.printed.code for card in starts) == sorted(code(number) for start in STARTS for number in start)
    assert all(card.flags == ("group",) for card in starts)


def test_one_card_copies_and_three_search() -> None:
    assert [card.printed.code for card in PEER_EDITION if card.copies] == ["9S"]
    assert [card.printed.code for card in PEER_EDITION if card.searches] == ["9K", "6T", "11T"]


def test_a_card_that_does_not_state_its_timing_is_open() -> None:
    for printed in [*PEER_TO_PEER, *FIRST_PEER_TO_PEER]:
        words = [word for timing, word in TIMING_WORDS.items() if timing not in ("open", "at once")]
        is_stated = any(printed.text.lower().startswith(word) for word in words)
        assert is_stated == (printed.timing not in ("open", "at once"))


def programs_of_the_rulebook() -> dict[str, str]:
    section = RULES.read_text(encoding="utf-8").split("\n## 4. ")[1].split("\n## 5. ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]
    return {cells[0]: cells[-1] for cells in rows if cells[0] in PROGRAMS}


@pytest.mark.parametrize(("verb", "words"), [
    ("draw you", r"\bdraw "), (r"\bdiscard you", r"\bdiscard \d"), ("search", r"\bsearch|any card of your group deck"),
    ("bury", "the bottom"), (r"look ctop", r"look at the top .*customer deck"), ("paint", r"any domain|the domain of"),
    ("gain won", "you may (put|shuffle) it"), ("keep", r"\bkeep "), ("refill", "instead of 4"), ("expel", r"\bexpel "),
    ("arrange", "the row in any order"), ("insure", "pushed out"), ("uncommit", r"back into your group hand"),
    ("exchange", r"\bexchange "), ("recall", "from your group discard into"), ("copy", "use the effect"),
])
def test_a_verb_stands_in_the_words_exactly_if_it_stands_in_the_rulebooks_program(verb: str, words: str) -> None:
    with_verb = {code for code, program in programs_of_the_rulebook().items() if re.search(verb, program)}
    with_words = {code for code, program in PROGRAMS.items() if re.search(words, program.says)}
    if verb == "expel":
        with_verb -= {"W1", "W2"}  # they are expelled by rule
        with_words.remove("11V")  # later, and only if it is pushed out
    assert with_words == with_verb


# The numbers of a part are the numbers of its words.

@pytest.mark.parametrize(("one", "other"), [
    (draw(1), draw(2)), (discard(1), discard(2)), (look(2), look(3)), (reveal(4), reveal(3)),
    (bury_from_hand(1), bury_from_hand(2)), (bury_up_to(3), bury_up_to(2)), (draw_and_reveal(4), draw_and_reveal(5)),
    (look_at_customers(3), look_at_customers(4)), (recall(5), recall(6)), (refill_more(1), refill_more(2)),
    (search(value_at_most(6)), search(value_at_most(7))), (lower(CUSTOMER, 3), lower(CUSTOMER, 2)),
    (raise_or_lower(COMMITTED_CARD, 1), raise_or_lower(COMMITTED_CARD, 2)),
    (raise_or_lower(COMMITTED_CARD, 1), raise_or_lower(CUSTOMER, 1)),
    (raise_or_lower(CUSTOMER, 1), raise_or_lower(CUSTOMER, 1, up_to=True)),
    (raise_or_lower_named(1), raise_or_lower_named(2)), (raise_or_lower_up_to_two(1), raise_or_lower_up_to_two(2)),
    (shift_every_customer(1), shift_every_customer(-1)), (paint(COMMITTED_CARD), paint(CUSTOMER)),
    (take_value(GROUP_HAND, GROUP_DISCARD), take_value(GROUP_HAND, CUSTOMER)),
    (take_value(GROUP_HAND, CUSTOMER), take_domain(GROUP_HAND, CUSTOMER)),
    (if_won_value_at_most(6, draw(1)), if_won_value_at_most(5, draw(1))),
    (if_discarded(2, expel(CUSTOMER)), if_discarded(1, expel(CUSTOMER))),
    (keep_inside_count(1), keep_outside_count()), (keep_inside_count(2), keep_inside_count(1)),
], ids=lambda part: part.says)
def test_another_number_or_place_says_something_else(one: Part, other: Part) -> None:
    assert normal(one.says) != normal(other.says)


def test_the_order_of_the_parts_is_said() -> None:
    assert normal(effect(draw(1), discard(1)).says) != normal(effect(discard(1), draw(1)).says)
