"""What people type, and what they mean by it."""

from pathlib import Path

import pytest

from techdeck.actions import read_choice
from techdeck.cards import face
from techdeck.games.grid_poker import grid_poker
from techdeck.position import play, set_up
from techdeck.table import CARD_SETS, Decision, IllegalAction, Table, pack, single
from techdeck.terminal.choices import Menu, cards_in, in_codes
from techdeck.terminal.errors import Complaint
from tests.terminal.conftest import Run

COMMITTING = """
grid poker, 2 seats
first: 1
market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
hand 1: 9S 9K 6T
hand 2: 1K 2K 3K
company 1: 1S 5T
company 2: 4K 6K
rest: deck
play: {phase}
"""


def menu_of(phase: str = "commitments", *before: str) -> Menu:
    table = table_at(phase, *before)
    return Menu(table, table.pending[0], ["Ann", "Bob"])


def table_at(phase: str, *before: str) -> Table:
    table = set_up(grid_poker(), COMMITTING.format(phase=phase))
    play(table, 1, *before)
    return table


def understood(menu: Menu, text: str) -> list[str]:
    return [menu.texts[place] for place in menu.meant(text)]


@pytest.mark.parametrize("text", [
    "R2 9K 9S", "r2 9s 9k", "9S 9K R2", "row 2 9K, 9S", "9 of Knowledge and 9 of Science at row 2",
    "commit search engines and Neuroscience to Row 2", "k9 s9 r2",
])
def test_a_commitment_can_be_said_in_many_ways(text: str) -> None:
    assert understood(menu_of(), text) == ["R2 9K 9S"]


def test_part_of_a_choice_narrows_it_down() -> None:
    assert understood(menu_of(), "c3") == ["C3 9K", "C3 9S", "C3 6T", "C3 9K 9S", "C3 9K 6T", "C3 9S 6T"]
    assert understood(menu_of(), "drones") == [
        f"{line}{other}" for line in ("R1", "R2", "R3", "C1", "C2", "C3") for other in (" 6T", " 9K 6T", " 9S 6T")]


def test_narrowed_choices_have_numbers_of_their_own() -> None:
    menu = menu_of()
    found = menu.meant("c3")
    assert [menu.texts[place] for place in menu.meant("2", found)] == ["C3 9S"]
    assert [menu.texts[place] for place in menu.meant("9k 9s", found)] == ["C3 9K 9S"]


def test_a_number_is_no_accident_where_no_numbers_were_shown() -> None:
    menu = menu_of()
    with pytest.raises(Complaint, match="list shows all choices with their numbers"):
        menu.meant("1")
    menu.has_numbers = True
    assert understood(menu, "1") == ["R1 9K"]


@pytest.mark.parametrize(("text", "sentence"), [
    ("R2 5K", "5K Algorithms cannot be chosen now."), ("R4 9K", '"R4 9K" is not among your choices.'),
    ("R1 R2", '"R1 R2" does not go together here.'), ("hello", '"hello" is not among your choices.'),
    ("9K 9S 6T", "does not go together here."),
])
def test_a_refusal_says_what_is_wrong_and_what_to_type(text: str, sentence: str) -> None:
    with pytest.raises(Complaint) as refusal:
        menu_of().meant(text)
    assert sentence in str(refusal.value)
    assert 'Type for example "R1 9K"' in str(refusal.value)


def test_passing_is_a_word_and_only_where_one_may() -> None:
    assert understood(menu_of(), "PASS") == ["pass"]
    menu = menu_of("company effects", "1S")
    with pytest.raises(Complaint, match="You cannot pass here"):
        menu.meant("pass")


def test_an_amount_is_meant_as_it_is_written() -> None:
    menu = menu_of("company effects", "1S", "5T")
    assert menu.is_amount
    assert not menu.may_pass
    assert "-1" in menu.texts
    assert [understood(menu, text) for text in ("-1", "+2", "- 2")] == [["-1"], ["+2"], ["-2"]]
    with pytest.raises(Complaint, match="Say whether it is more or less"):
        menu.meant("3")
    with pytest.raises(Complaint, match='"\\+9" is not possible here'):
        menu.meant("+9")


def test_numbers_follow_the_order_in_which_cards_are_drawn() -> None:
    table = table_at("hand effects")
    decision = table.pending[0]
    backs = sorted([choice for choice in decision if isinstance(choice, int) and choice >= 0], reverse=True)
    assert list(Menu(table, decision, ["Ann", "Bob"], backs).numbered().items()) == [
        (back, number) for number, back in enumerate(backs, 1)]


@pytest.mark.parametrize(("text", "codes"), [
    ("Drones at row 2", "6t at r2"), ("AI", "13s"), ("12 technology", "12t"), ("News & Reviews", "12k"), ("v13", "13v"),
])
def test_names_become_codes(text: str, codes: str) -> None:
    assert in_codes(text) == codes


def test_codes_are_found_in_a_choice() -> None:
    assert cards_in("9K for 12S'") == ["9K", "12S'"]
    assert cards_in("with the top card") == []


# What nobody named

def in_pairs(table: Table, side: int, it: int) -> list[int]:
    """Only one pair can be chosen: one of its cards is enough to tell it from the other choice."""
    nine, other, six = [table.face.index(face(card)) for card in ("9K", "9S", "6T")]
    return [pack([nine, other]), single(six)]


def pair_menu() -> tuple[Table, Menu]:
    table = set_up(grid_poker(), COMMITTING.format(phase="improvement"))
    table.pending = [Decision(0, "discard", in_pairs(table, 0, 0), CARD_SETS)]
    return table, Menu(table, table.pending[0], ["Ann", "Bob"])


@pytest.mark.parametrize(("text", "unsaid"), [
    ("9K", ["9S"]), ("9S", ["9K"]), ("9K 9S", []), ("search neuro", []), ("neuroscience", ["9K"]), ("1", []),
    ("6T", []),
])
def test_a_card_that_nobody_named_is_never_bound(text: str, unsaid: list[str]) -> None:
    _, menu = pair_menu()
    (place,) = menu.meant(text)
    assert menu.left_unsaid(text, place) == unsaid


@pytest.mark.parametrize("text", ["9K", "9k ", "9"])
def test_what_comes_over_the_wire_or_from_a_record_names_every_card(text: str) -> None:
    table, _ = pair_menu()
    with pytest.raises(IllegalAction):
        read_choice(table, 0, text)
    assert table.is_legal(0, read_choice(table, 0, "9S 9K"))


def test_who_left_a_card_unsaid_is_asked_before_it_is_bound(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "improve.txt"
    text = COMMITTING.format(phase="improvement").replace("hand 1: 9S 9K 6T", "hand 1: 9K")
    path.write_text(text, encoding="utf-8")
    out = run("position", str(path), "--bots", "random", typed="5T\n1\nlog\nquit\n").out
    assert "You did not say 9K. Type 1 if you mean this, or back for all." in out
    assert out.index("You did not say 9K") < out.index("You put 9K into the company")
