"""The printed deck is the one of docs/rules/deck.md, word for word."""

import re
from pathlib import Path

import pytest

from techdeck.deck import GENERAL, PEER_TO_PEER, SUIT_NAMES, SUITS, Print
from techdeck.server.catalogue import cards

RULES = Path(__file__).parents[2] / "docs" / "rules" / "deck.md"
CODES = [f"{value}{domain}" for domain in "KSTV" for value in range(1, 14)] + ["W1", "W2"]


def printed() -> dict[str, tuple[str, str, str, str, str]]:
    """Concept, icon, what it is, text and flag of each card, out of the tables of section 6."""
    section = RULES.read_text(encoding="utf-8").split("\n## 6. ")[1].split("\n## 7. ")[0]
    cards = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.split("|")][1:-1]
        if cells and re.fullmatch(r"\d+[KSTV]|W[12]", cells[0]):
            code, concept, icon, about, text = cells[:5]
            flag = cells[7] if len(cells) == 8 else ""
            text = "" if text == "No effect text." else text
            assert code not in cards
            cards[code] = (concept.strip("*"), icon.strip("`"), about, text, flag)
    return cards


def with_flag(flag: str) -> set[str]:
    return {card.code for card in GENERAL if card.flag == flag}


def test_the_rulebook_prints_54_cards() -> None:
    assert sorted(printed()) == sorted(CODES)


def test_the_cards_are_in_order_of_domain_and_value_with_the_wild_ones_last() -> None:
    assert [card.code for card in GENERAL] == CODES


@pytest.mark.parametrize("card", GENERAL, ids=lambda card: card.code)
def test_a_card_says_what_the_rulebook_prints(card: Print) -> None:
    assert (card.concept, card.icon, card.about, card.text, card.flag) == printed()[card.code]


@pytest.mark.parametrize("card", GENERAL, ids=lambda card: card.code)
def test_a_text_fits_on_the_card(card: Print) -> None:
    assert len(card.text) <= 160


def test_no_two_cards_share_an_icon_or_a_concept() -> None:
    assert len({card.icon for card in GENERAL}) == len({card.concept for card in GENERAL}) == 54


def test_dk_c01_nine_cards_carry_the_copy_flag() -> None:
    assert with_flag("copy") == {"1T", "3T", "4T", "7T", "10T", "12T", "13T", "9S", "2V"}


def test_fx_05_three_cards_search_the_deck() -> None:
    assert with_flag("search") == {"9K", "6T", "11T"}


def test_fx_05_a_card_that_searches_says_so_and_no_other_does() -> None:
    assert {card.code for card in GENERAL if "Search the deck" in card.text} == with_flag("search")


def test_dk_w01_only_the_wild_cards_have_no_text() -> None:
    assert {card.code for card in GENERAL if not card.text} == {"W1", "W2"}


def test_dk_w04_every_domain_card_shows_the_suit_of_its_domain_and_a_wild_card_none() -> None:
    told = RULES.read_text(encoding="utf-8").split("**DK-W04** ")[1].split("\n")[0]
    for letter, name, sign in re.findall(r"([KSTV]) ([a-z]+) (.)[,.]", told):
        assert (SUITS[letter], SUIT_NAMES[sign]) == (sign, name)
    assert len(set(SUITS.values())) == 4
    for printed in [*GENERAL, *PEER_TO_PEER]:
        assert printed.suit == SUITS.get(printed.code[-1], "")
        assert bool(printed.suit) is (printed.code not in ("W1", "W2"))


def test_dk_w04_the_page_is_told_the_suits() -> None:
    assert {code: card["suit"] for code, card in cards("grid poker").items()} == {
        printed.code: printed.suit for printed in GENERAL}
