"""Each effect says what is printed: its words are made of the parts and numbers of its program."""

import re
from pathlib import Path

import pytest

from techdeck.deck import GENERAL, Print
from techdeck.editions.general import PROGRAMS
from techdeck.effects import (
    HAND,
    IN_PLAY_OR_HAND,
    LEFT,
    REVEALED,
    WAITING,
    YOURS,
    Part,
    bury_all,
    by,
    copy_each,
    discard,
    discard_up_to,
    draw,
    effect,
    look,
    look_at_hidden,
    raise_or_lower,
    reveal,
    shift_every_neutral,
    stack_up_to,
    swap_values,
    take,
    told,
    value_at_most,
)
from tests.deck.sayings import normal

TEXTS = [printed for printed in GENERAL if printed.text]
RULES = Path(__file__).parents[2] / "docs" / "rules" / "deck.md"


@pytest.mark.parametrize("printed", TEXTS, ids=lambda printed: printed.code)
def test_an_effect_says_what_is_printed(printed: Print) -> None:
    assert normal(PROGRAMS[printed.code].says) == normal(printed.text)


def test_every_text_has_a_program_and_every_program_a_text() -> None:
    assert list(PROGRAMS) == [printed.code for printed in TEXTS]


def test_no_two_texts_have_the_same_normal_form() -> None:
    assert len({normal(printed.text) for printed in TEXTS}) == 52


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+", normal(text))


@pytest.mark.parametrize("printed", TEXTS, ids=lambda printed: printed.code)
def test_the_normal_form_keeps_all_numbers(printed: Print) -> None:
    """Words such as "one" and "two" are numbers too, and none is lost but in "one of them", "the last one"."""
    plain = printed.text.lower().replace("the last one", "").replace("1 of them", "1")
    words = re.findall(r"\d+|\b(?:two|three)\b", plain)
    spelled = {"two": "2", "three": "3"}
    assert [spelled.get(word, word) for word in words if word != "1"] == [
        number for number in numbers(printed.text) if number != "1"]


def programs_of_the_rulebook() -> dict[str, str]:
    section = RULES.read_text(encoding="utf-8").split("\n## 6. ")[1].split("\n## 7. ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]
    return {cells[0]: cells[5] for cells in rows if len(cells) == 8 and re.fullmatch(r"\d+[KSTV]", cells[0])}


@pytest.mark.parametrize(("verb", "words"), [
    ("draw", r"\bdraws? "), (r"discard (you|that|w|p|x|1)|hand, discard", r"\bdiscards? "),
    ("search deck", "search the deck"), ("bury", "the bottom"),
    ("name domain", "name a domain"), ("name value", "name a value"), ("guard", "can't touch"), ("secret", "secretly"),
    ("vote", "vote"), ("give", r"\bgive"), ("swapvalues", "swap their values"), ("paint", "give any domain"),
    (r"\blay;", "face up on the table"), ("random", "random"), ("copy", r"\buse"),
])
def test_a_verb_stands_in_the_words_exactly_if_it_stands_in_the_rulebooks_program(verb: str, words: str) -> None:
    with_verb = {code for code, program in programs_of_the_rulebook().items() if re.search(verb, program)}
    with_words = {code for code, program in PROGRAMS.items() if re.search(words, program.says)}
    if verb == "give":
        with_words.remove("2S")  # "give any domain" is painting
    assert with_words == with_verb


# The numbers of a part are the numbers of its words.

@pytest.mark.parametrize(("few", "many"), [
    (draw(2), draw(3)), (discard(1), discard(2)), (look(3), look(5)), (reveal(3), reveal(4)),
    (bury_all(1, WAITING), bury_all(3, WAITING)), (discard_up_to(2), discard_up_to(3)),
    (stack_up_to(2, HAND), stack_up_to(1, HAND)), (raise_or_lower(YOURS, 3), raise_or_lower(YOURS, 2)),
    (raise_or_lower(YOURS, 1), raise_or_lower(YOURS, 1, up_to=True)), (look_at_hidden(1), look_at_hidden(2)),
    (shift_every_neutral(1), shift_every_neutral(-1)), (copy_each(2, HAND), copy_each(3, HAND)),
    (swap_values(HAND), swap_values(IN_PLAY_OR_HAND)),
], ids=lambda part: part.says)
def test_another_number_or_place_says_something_else(few: Part, many: Part) -> None:
    assert normal(few.says) != normal(many.says)


def test_a_search_for_other_values_says_something_else() -> None:
    assert normal(value_at_most(6).says) != normal(value_at_most(7).says)


def test_what_others_do_is_told_in_the_third_person() -> None:
    assert told("take 1; if so, discard 1 card; may draw 1") == "takes 1; if so, discards 1 card; may draw 1"
    assert by(LEFT, take(REVEALED), draw(1)).says == "the player on your left takes 1; draws 1 card"


def test_the_order_of_the_parts_is_said() -> None:
    assert normal(effect(draw(1), discard(1)).says) != normal(effect(discard(1), draw(1)).says)
