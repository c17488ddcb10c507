"""Deck lists: what is read, what is wrong with them, how they are written, and the presets."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from techdeck.cards import Domain, Face, codes, face
from techdeck.decklists import (
    DECK_CARDS,
    MARKET_CARDS,
    PRESETS,
    DeckList,
    compact,
    deck_called,
    faults,
    in_ranges,
    is_technology,
    of_domain,
    parse,
    preset_named,
    read,
    written,
)

CARDS = st.lists(st.integers(0, 53).map(Face), max_size=60)
LISTS = st.builds(DeckList, CARDS, CARDS)
ALPHABET = st.sampled_from([*"0123456789kstvKSTVwWxX-,;:# '\n\t\r\f\ufeff\u2013\u00d7²ß\0", "deck", "market"])


def faces(text: str) -> list[Face]:
    return sorted(face(word) for word in text.split())


def legal(deck: str, market: str = "", advanced: bool = False) -> list[str]:
    return faults(parse(f"deck {deck} market {market}"), advanced)


ALL_K_AND_S = "1-13K 1-13S"  # 26 cards of one Tech Deck
ALL_V = "1-13V 1-2S"  # 15 cards for the market


# Reading

@pytest.mark.parametrize(("text", "deck"), [
    ("9K", "9K"), ("9k", "9K"), ("1-3K", "1K 2K 3K"), ("10-13t", "10T 11T 12T 13T"), ("1k-3k", "1K 2K 3K"),
    ("5-5V", "5V"), ("1 - 3K", "1K 2K 3K"), ("1\N{EN DASH}3K", "1K 2K 3K"), ("9K,8K;7K\n6K\t5K", "5K 6K 7K 8K 9K"),
    ("9K 9K", "9K 9K"), ("2x 9K", "9K 9K"), ("2x9k", "9K 9K"), ("2 x 9K", "9K 9K"), ("9K x2", "9K 9K"),
    ("9Kx2", "9K 9K"),
    ("9K X 2", "9K 9K"), ("2\N{MULTIPLICATION SIGN} 1-2K", "1K 1K 2K 2K"), ("1-2K x2, 3K", "1K 1K 2K 2K 3K"),
    ("2x 1K 2K", "1K 1K 2K"), ("9K'", "9K"), ("9K 9K'", "9K 9K"), ("9K\N{RIGHT SINGLE QUOTATION MARK}", "9K"),
    ("9K # 8K is in a comment\n7K", "7K 9K"), ("deck 9K", "9K"), ("Deck: 9K", "9K"), ("DECK:9K", "9K"),
    ("deck :9K", "9K"),
    ("\ufeff9K", "9K"), ("w1 W2", "W1 W2"), ("", ""), ("# nothing", ""), ("deck", ""), ("9K\r\n8K\r\n", "8K 9K"),
])
def test_cards_are_read_as_people_write_them(text: str, deck: str) -> None:
    assert parse(text) == DeckList(faces(deck))


def test_the_parts_are_told_by_their_words() -> None:
    text = "1K # first\nmarket: 2K, 3-4K\ndeck 5K\nMarket 6K"
    assert parse(text) == DeckList(faces("1K 5K"), faces("2K 3K 4K 6K"))


def test_the_cards_are_sorted() -> None:
    cards = parse("9V 1K 9K 1T market 3V 2K")
    assert cards.deck == faces("1K 9K 1T 9V")
    assert codes(cards.deck) == "1K 9K 1T 9V"
    assert codes(cards.market) == "2K 3V"


@pytest.mark.parametrize(("text", "fault"), [
    ("9X", '"9X" is no card'), ("14K", '"14K" is no card'), ("0K", '"0K" is no card'), ("K9", '"K9" is no card'),
    ("01K", '"01K" is no card'), ("W3", '"W3" is no card'), ("fly", '"fly" is no card'), ("9", '"9" is no card'),
    ("9-1K", '"9-1K" runs downwards: 1-9K is a range'), ("1K-9S", '"1K-9S" mixes two domains'),
    ("10-14K", '"10-14K" leaves the values 1 to 13'), ("0-3K", '"0-3K" leaves the values 1 to 13'),
    ("1-2-3K", '"1-2-3K" is no card'), ("W1-2", '"W1-2" is no card'), ("2x", '"2x" is no card'),
    ("x2", '"x2" is no card'),
    ("2x\n9K", '"2x" is no card'), ("2x market", '"2xmarket" is no card'), ("9x 9K", '"9x" is no card'),
    ("0x 9K", '"0x" is no card'), ("2x 9K x2", '"2x9Kx2" is no card'), ("\u0663K", '"\u0663K" is no card'),
    ("9\x1b[31mK", '"9?[31mK" is no card'), ("9" * 5000 + "K", f'"{"9" * 20}..." is no card'),
])
def test_what_is_no_card_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match="cannot be read") as error:
        parse(text)
    assert str(error.value) == f"This deck list cannot be read: {fault}."


def test_all_that_cannot_be_read_is_named_at_once() -> None:
    cards, strange = read("9X 1-3K fly 9-1K\n9X market 14T 5K")
    assert cards == parse("1-3K market 5K")
    assert strange == ['"9X" is no card', '"fly" is no card', '"9-1K" runs downwards: 1-9K is a range',
                       '"14T" is no card']


def test_of_a_text_that_is_no_deck_list_not_every_word_is_named() -> None:
    _, strange = read(" ".join(f"word{number}" for number in range(50)))
    assert len(strange) == 21
    assert strange[-1] == "and 30 more"


@given(st.one_of(st.text(), st.lists(ALPHABET, max_size=60).map("".join)))
def test_whatever_the_text_it_is_read_or_refused_in_one_sentence(text: str) -> None:
    cards, strange = read(text)
    if strange:
        with pytest.raises(ValueError, match=r"^This deck list cannot be read: ") as error:
            parse(text)
        assert str(error.value).isprintable()
    else:
        assert parse(text) == cards
    assert all(0 <= number < 54 for number in [*cards.deck, *cards.market])
    assert cards.deck == sorted(cards.deck)
    assert all(fault.isprintable() for fault in [*faults(cards), *faults(cards, True)])


def test_a_very_long_text_is_read_soon() -> None:
    blanks = " " * 200_000
    assert read(f"9K{blanks}8K{blanks}")[0] == parse("8-9K")
    assert len(read("fly " * 100_000)[1]) == 1
    assert len(parse("4x 1-13K " * 10_000).deck) == 520_000


# Writing

@given(LISTS)
def test_what_is_written_is_read_again(cards: DeckList) -> None:
    assert parse(compact(cards)) == cards
    assert parse(written(cards)) == cards
    assert parse(written(cards, "A note: 9K\nand 1-13T\x85 8K\u2028 7K")) == cards
    assert parse(compact(cards).lower()) == cards
    assert "\n" not in compact(cards)


def test_neighbours_are_ranges_where_there_are_equally_many() -> None:
    assert compact(parse("1K 2K 3K 5K 13K 1S")) == "deck 1-3K 5K 13K 1S"
    assert compact(parse("2x 1-3K 4K 3x 9V market 1S")) == "deck 2x 1-3K 4K 3x 9V market 1S"
    assert in_ranges(faces("W1 W2 13S 1T")) == ["13S", "1T", "W1", "W2"]
    assert in_ranges(faces("9K 9K 9K 9K 9K")) == ["4x 9K", "9K"]
    assert compact(DeckList([])) == "deck"


def test_a_file_has_a_line_for_each_domain_and_says_what_it_is() -> None:
    assert written(parse("2x 1-3K 4T W1 market 5-6V"), "Mine.\nNot yours.") == (
        "# Mine.\n# Not yours.\n"
        "# A deck for Gears of Industry; 'techdeck deck check' with the name of this file checks it.\n"
        "\n"
        "deck:  # 8 cards\n"
        "2x 1-3K  # Knowledge: 6\n"
        "4T       # Technology: 1\n"
        "W1       # Wild: 1\n"
        "\n"
        "market:  # 2 cards for the Market deck\n"
        "5-6V  # Services: 2\n")


def test_lists_are_values() -> None:
    assert parse("9K 8K") == parse("8-9K")
    assert hash(parse("9K 8K")) == hash(parse("8-9K"))
    assert parse("9K") != parse("market 9K")
    assert parse("9K") != "9K"
    assert repr(parse("9K 8K")) == "DeckList('deck 8-9K')"


# What is legal

def test_gi_s22_a_deck_has_exactly_26_cards() -> None:
    assert legal(ALL_K_AND_S) == []
    assert legal("1-13K 1-12S") == ["25 cards, 26 needed"]
    assert legal(ALL_K_AND_S + " 1V") == ["27 cards, 26 needed"]
    assert legal("1K") == ["1 card, 26 needed"]
    assert legal("") == ["no cards, 26 needed"]


def test_gi_s22_any_mix_is_legal_also_without_technology_or_with_all_of_it() -> None:
    assert not of_domain(parse(ALL_K_AND_S).deck, Domain.TECHNOLOGY)
    assert legal(ALL_K_AND_S) == []
    assert legal("1-13T 1-13V") == []
    assert legal("2x 1-13T", ALL_V, advanced=True) == []


def test_gi_s21_wild_cards_are_not_in_the_pool() -> None:
    assert legal("1-13K 1-12S W1") == ["W1 is a wild card"]
    assert legal("1-13K 1-11S W1 W2") == ["W1 is a wild card", "W2 is a wild card"]
    assert legal("1-13K 1-12S W1", "1-13V 1S W1", advanced=True) == ["W1 is a wild card"]


def test_gi_s23_a_face_once_in_the_basic_game_and_twice_in_the_advanced_one() -> None:
    assert legal("1-13K 1-12S 9K") == ["9K twice"]
    assert legal("1-13K 1-11S 2x 9K") == ["9K three times"]
    assert legal("1-13K 1-8S 4x 9K 9S") == ["9K 5 times"]
    assert legal("1-13K 1-12S 9K", ALL_V, advanced=True) == []
    assert legal("1-13K 1-11S 2x 9K", ALL_V, advanced=True) == ["9K three times, two allowed"]


def test_gi_s28_deck_and_market_cards_come_from_the_same_two_tech_decks() -> None:
    assert legal("2x 1-13K", "1-13V 1-2S", advanced=True) == []
    assert legal("2x 1-13K", "1-13V 1S 9K", advanced=True) == ["9K three times, two allowed"]
    assert legal("2x 1-13K", "1-12V 3x 1S", advanced=True) == ["1S three times, two allowed"]


def test_gi_s28_fifteen_market_cards_in_the_advanced_game() -> None:
    assert legal(ALL_K_AND_S, advanced=True) == ["no market cards, 15 needed"]
    assert legal(ALL_K_AND_S, "1-13V 1S", advanced=True) == ["14 market cards, 15 needed"]
    assert legal(ALL_K_AND_S, "1-13V 1-3S", advanced=True) == ["16 market cards, 15 needed"]


def test_gi_s28_no_technology_among_the_market_cards() -> None:
    assert legal(ALL_K_AND_S, "1-13V 3-4T", advanced=True) == [
        "3T is Technology and cannot be a market card", "4T is Technology and cannot be a market card"]


def test_gi_s26_no_market_cards_in_the_basic_game() -> None:
    assert legal(ALL_K_AND_S, ALL_V) == ["15 market cards, but the basic game takes none"]
    assert legal(ALL_K_AND_S, "9K") == ["1 market card, but the basic game takes none"]


def test_gi_v17_chance_may_pick_the_market_cards() -> None:
    assert faults(parse("2x 1-13K"), True, gives_market=False) == []
    assert faults(parse("2x 1-13K market 1V"), True, gives_market=False) == [
        "1 market card, but chance picks them in this game"]


def test_all_faults_are_named_at_once() -> None:
    assert legal("9K 9K W1 1-11S 8V 8V 1-9T") == ["W1 is a wild card", "9K twice", "8V twice", "25 cards, 26 needed"]
    assert legal("3x 9K", "3T", advanced=True) == [
        "9K three times, two allowed", "3 cards, 26 needed", "1 market card, 15 needed",
        "3T is Technology and cannot be a market card"]


# Presets

def test_gi_v10_a_name_never_stands_for_other_cards() -> None:
    """Two decks are not offered any more, but records name them."""
    assert deck_called("standard") == DeckList(faces(
        "1T 2T 3T 4T 5T 10T 11T 12T 13T 10K 11K 12K 13K 10S 11S 12S 13S 10V 11V 12V 13V 2K 2S 2V 3S 3V"))
    assert deck_called("thrifty") == DeckList(faces(
        "1T 2T 3T 4T 5T 6T 7T 1K 2K 3K 4K 5K 6K 1S 2S 3S 4S 5S 6S 1V 2V 3V 4V 5V 6V 7V"))
    assert not {"standard", "thrifty"} & set(PRESETS)
    assert deck_called("merchant") is PRESETS["merchant"].cards
    assert deck_called("chess") is None


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_legal_and_can_begin(name: str) -> None:
    preset = PRESETS[name]
    assert preset.name == name
    assert faults(preset.cards, preset.advanced) == []
    assert len(preset.cards.deck) == DECK_CARDS
    assert len(preset.cards.market) == (MARKET_CARDS if preset.advanced else 0)
    cheap = [number for number in preset.cards.deck if is_technology(number) and number % 13 < 5]
    assert len(set(cheap)) >= 3  # for the start search
    assert preset.strategy.endswith(".")
    assert name.startswith("advanced_") == preset.advanced


def test_there_are_enough_presets_and_each_has_a_plan_of_its_own() -> None:
    basic = [preset for preset in PRESETS.values() if not preset.advanced]
    assert len(basic) >= 6
    assert len(PRESETS) - len(basic) >= 2
    assert len({preset.strategy for preset in PRESETS.values()}) == len(PRESETS)
    for one in basic:
        for other in basic:
            assert one is other or len(set(one.cards.deck) & set(other.cards.deck)) <= 22


def test_the_advanced_presets_use_second_copies() -> None:
    for preset in PRESETS.values():
        assert (len(set(preset.cards.deck)) < DECK_CARDS) == preset.advanced


@pytest.mark.parametrize("name", [
    "advanced_services", "Advanced Services", "advanced-services", " ADVANCED  SERVICES ", "advanced_-services"])
def test_a_preset_is_named_in_many_ways(name: str) -> None:
    assert preset_named(name) is PRESETS["advanced_services"]


def test_a_preset_that_is_not_there_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(ValueError, match='There is no preset "chess"; there are merchant, quartets, ') as error:
        preset_named("chess")
    assert all(name in str(error.value) for name in PRESETS)


# The page for players

def test_the_page_names_every_preset_with_its_plan_and_its_examples_are_legal() -> None:
    page = (Path(__file__).parents[1] / "docs" / "decks.md").read_text(encoding="utf-8")
    for preset in PRESETS.values():
        assert f"| `{preset.name}` | {'advanced' if preset.advanced else 'basic'} | {preset.strategy} |" in page
    examples = [example for example in page.split("```")[1::2] if "deck:" in example]
    assert [faults(parse(example), "market" in example) for example in examples] == [[], []]
