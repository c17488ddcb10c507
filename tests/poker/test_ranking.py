"""The clauses of the poker ranking one by one, GP-E01 to GP-E18, with its options, rulings and worked examples."""

from itertools import combinations

import pytest

from techdeck.poker import CATEGORIES, STANDARD, WILD, Ranking, card, category, in_words

FIVES = Ranking(five_of_a_kind=True)
REST_FIRST = Ranking(suit_order="rest_first")
HIGH_CARD_FIRST = Ranking(suit_order="high_card_first")
DOMAINS = "-KSTV"


def cards(written: str) -> list[int]:
    """Cards as the rules write them: 9K, 9K' from a second deck, W1 or W2 for a wild."""
    return [
        WILD if code[0] == "W" else card(int(code.rstrip("'")[:-1]), DOMAINS.index(code.rstrip("'")[-1]))
        for code in written.split()
    ]


def rank(written: str, ranking: Ranking = STANDARD) -> int:
    return ranking.rank(cards(written))


def kind(written: str, ranking: Ranking = STANDARD) -> str:
    return CATEGORIES[category(rank(written, ranking))]


def values(written: str, ranking: Ranking = STANDARD) -> tuple[int, ...]:
    return ranking.read(rank(written, ranking))[1:6]


def domains(written: str, ranking: Ranking = STANDARD) -> str:
    return "".join(DOMAINS[domain] for domain in ranking.read(rank(written, ranking))[6:])


def shown(written: str, ranking: Ranking = STANDARD) -> str:
    return " ".join(f"{c // 4 + 1}{DOMAINS[c % 4 + 1]}" for c in ranking.shown(cards(written)))


def hand(written: str, ranking: Ranking = STANDARD) -> tuple[str, tuple[int, ...]]:
    return kind(written, ranking), values(written, ranking)


# E01 to E18 ---------------------------------------------------------------------------------------------------------


def test_gp_e01_values_go_from_1_which_is_low_to_13_and_domains_from_knowledge_to_services() -> None:
    alone = [rank(f"{value}{domain}") for value in range(1, 14) for domain in "KSTV"]
    assert alone == sorted(set(alone))
    assert [STANDARD.read(key)[1] for key in alone[::4]] == list(range(1, 14))
    assert [STANDARD.read(key)[6] for key in alone[:4]] == [1, 2, 3, 4]


def test_gp_e01_a_card_is_numbered_by_value_and_then_by_domain() -> None:
    assert [card(1, 1), card(1, 4), card(2, 1), card(13, 4), WILD] == [0, 3, 4, 51, 52]


def test_gp_e02_up_to_five_cards_all_count() -> None:
    assert [values(written) for written in ("4K", "4K 9S", "4K 9S 2T", "4K 9S 2T 6V", "4K 9S 2T 6V 13K")] == [
        (4, 0, 0, 0, 0),
        (9, 4, 0, 0, 0),
        (9, 4, 2, 0, 0),
        (9, 6, 4, 2, 0),
        (13, 9, 6, 4, 2),
    ]


@pytest.mark.parametrize(
    ("written", "best"),
    [
        ("2K 5S 9T 12V 13K 13S 4T", "13S 13K 12V 9T 5S"),
        ("2K 3S 4T 5V 6K 7S", "7S 6K 5V 4T 3S"),
        ("8K 8S 6T 6V 4K 4V 3S", "8S 8K 6V 6T 4V"),
        ("5K 5S 5T 12K 12S 12T 7V", "12T 12S 12K 5T 5S"),
        ("9K 9S 9T 4K 4S 3K 3V", "9T 9S 9K 4S 4K"),
        ("2K 5K 7K 9K 12K 13K 13S", "13K 12K 9K 7K 5K"),
        ("5T 6T 7T 8T 9T 10K 11S", "9T 8T 7T 6T 5T"),
        ("2K 2S 2T 2V 8K 13K 13S", "2V 2T 2S 2K 13S"),
        ("9K 10K 11S 12T 13V 13K", "13V 12T 11S 10K 9K"),
    ],
)
def test_gp_e02_of_six_or_seven_cards_the_best_five_count(written: str, best: str) -> None:
    assert shown(written) == best
    assert rank(written) == rank(best) == max(STANDARD.rank(five) for five in combinations(cards(written), 5))


@pytest.mark.parametrize("number", [0, 8])
def test_gp_e02_a_hand_has_one_to_seven_cards(number: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 7 cards, not {number}"):
        STANDARD.rank([0] * number)
    with pytest.raises(ValueError, match=f"1 to 7 cards, not {number}"):
        STANDARD.rank([WILD] * number)


def test_gp_e03_ten_categories_have_their_codes_in_this_order() -> None:
    example = [
        "13V 7K 6S 5T 2K",
        "5K 5V 8T 3S 2K",
        "6K 6T 8S 8V 4K",
        "7K 7S 7T 2V 5K",
        "5K 6S 7T 8V 9K",
        "2S 5S 7S 10S 13S",
        "5K 5S 5T 12K 12V",
        "2K 2S 2T 2V 8K",
        "5T 6T 7T 8T 9T",
        "9V 10V 11V 12V 13V",
    ]
    assert [category(rank(written)) for written in example] == list(range(10))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("9V 9V' 9V 5V 5V'", "Full house"),
        ("9V 9V' 9V 9V' 5V", "Four of a kind"),
        ("9V 9V' 9V 9V' 9V", "Four of a kind"),
        ("9V 9V' 5V 5V' 2V", "Flush"),
        ("9V 9V' 9V 5V 2V", "Flush"),
        ("9V 9V' 10V 11V 12V", "Flush"),
        ("9V 9V' 9V 5V 5V' 2V 3V", "Full house"),
        ("5V 6V 7V 8V 9V 9K 9S", "Straight flush"),
    ],
)
def test_gp_e03_the_highest_category_that_holds_counts(written: str, expected: str) -> None:
    assert kind(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("5K 5V", "Pair"),
        ("5K 5V 8T", "Pair"),
        ("5K 5V 8T 3S", "Pair"),
        ("5K 5V 8T 8S", "Two pair"),
        ("5K 5V 8T 8S 2K", "Two pair"),
        ("5K 5V 5T", "Three of a kind"),
        ("5K 5V 5T 8S", "Three of a kind"),
        ("5K 5V 5T 5S", "Four of a kind"),
        ("5K 5V 5T 5S 1K", "Four of a kind"),
        ("5K 5V 5T 5S 5K'", "Four of a kind"),
        ("5K 8V 9T 1S", "High card"),
    ],
)
def test_gp_e04_pairs_threes_and_fours_exist_in_hands_of_any_size_that_can_hold_them(
    written: str, expected: str
) -> None:
    assert kind(written) == expected


@pytest.mark.parametrize("low", range(1, 10))
def test_gp_e05_five_consecutive_values_are_a_straight(low: int) -> None:
    written = " ".join(f"{low + step}{'KKSTV'[step]}" for step in range(5))
    assert hand(written) == ("Straight", (low + 4, low + 3, low + 2, low + 1, low))


@pytest.mark.parametrize("written", ["10K 11K 12S 13T 1V", "1K 2K 3S 4T 13V", "12K 13K 1S 2T 3V", "4K 5K 6S 7T 9V"])
def test_gp_e05_nothing_follows_13_and_no_value_may_be_left_out(written: str) -> None:
    assert kind(written) == "High card"
    assert kind(f"{written} 1K") in ("High card", "Pair")


def test_gp_e05_a_straight_has_five_different_values() -> None:
    assert kind("5K 6S 6T 7V 8K") == "Pair"
    assert kind("5K 6S 6T 7V 8K 9S") == "Straight"


def test_gp_e06_five_cards_of_one_domain_are_a_flush() -> None:
    assert [kind(" ".join(f"{value}{domain}" for value in (2, 5, 7, 10, 13))) for domain in "KSTV"] == ["Flush"] * 4
    assert kind("2S 5S 7S 10S 13V") == "High card"


def test_gp_e06_three_of_one_value_and_two_of_another_are_a_full_house() -> None:
    assert hand("12K 5K 5S 12V 5T") == ("Full house", (5, 5, 5, 12, 12))
    assert hand("12K 5K 12S 12V 5T") == ("Full house", (12, 12, 12, 5, 5))
    assert kind("12K 5K 5S 11V 5T") == "Three of a kind"


@pytest.mark.parametrize("domain", "KSTV")
def test_gp_e07_a_straight_in_one_domain_is_a_straight_flush_and_from_9_to_13_a_royal_one(domain: str) -> None:
    made = [kind(" ".join(f"{low + step}{domain}" for step in range(5))) for low in range(1, 10)]
    assert made == ["Straight flush"] * 8 + ["Royal flush"]


def test_gp_e07_in_seven_cards_the_straight_and_the_flush_are_the_same_five() -> None:
    assert kind("5T 6T 7T 8T 9K 12T 2S") == "Flush"
    assert kind("9V 10V 11V 12V 13K 2V") == "Flush"


def test_gp_e08_fewer_than_five_cards_make_no_straight_flush_or_full_house() -> None:
    found: set[int] = set()
    for size in (1, 2, 3, 4):
        # Two domains, and one of them once more, are enough for all that repeats.
        few = [card(value, domain) for value in (1, 2, 3, 4, 11, 12, 13) for domain in (3, 4, 4)]
        found |= {category(STANDARD.rank(cards_of)) for cards_of in combinations(few, size)}
        assert {category(STANDARD.rank([WILD, *cards_of])) for cards_of in combinations(few, size - 1)} <= {0, 1, 3, 7}
    assert found == {0, 1, 2, 3}
    assert kind("3T 3V 3V' 3T'") == "Four of a kind"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2K 13V 6S 5T 7K", ("High card", (13, 7, 6, 5, 2))),
        ("9K 5K 7T 6S 8V", ("Straight", (9, 8, 7, 6, 5))),
        ("2S 13S 5S 10S 7S", ("Flush", (13, 10, 7, 5, 2))),
        ("5T 9T 6T 8T 7T", ("Straight flush", (9, 8, 7, 6, 5))),
        ("9V 13V 10V 12V 11V", ("Royal flush", (13, 12, 11, 10, 9))),
        ("2K 5K 8T 5V 3S", ("Pair", (5, 5, 8, 3, 2))),
        ("6K 13K 8S 6T 8V", ("Two pair", (8, 8, 6, 6, 13))),
        ("7K 2V 7S 13K 7T", ("Three of a kind", (7, 7, 7, 13, 2))),
        ("12K 5K 5S 12V 5T", ("Full house", (5, 5, 5, 12, 12))),
        ("8K 2K 2S 2T 2V", ("Four of a kind", (2, 2, 2, 2, 8))),
        ("13K 5K 5S 5T", ("Three of a kind", (5, 5, 5, 13, 0))),
        ("3K 4K", ("High card", (4, 3, 0, 0, 0))),
    ],
)
def test_gp_e09_larger_groups_come_first_then_higher_values_and_missing_cards_are_0(
    written: str, expected: tuple[str, tuple[int, ...]]
) -> None:
    assert hand(written) == expected


def test_gp_e10_five_equal_values_are_four_of_a_kind_that_a_higher_kicker_beats() -> None:
    assert hand("9K 9S 9T 9V 9K'") == ("Four of a kind", (9, 9, 9, 9, 9))
    assert rank("9K 9S 9T 9V 8V") < rank("9K 9S 9T 9K 9K'") < rank("9K 9K' 9K 9K' 10K")
    assert values("9K 9S 9T 9V 9K' 13K 3S") == (9, 9, 9, 9, 13)
    assert values("9K 9S 9T 9V 9K' 8K 3S") == (9, 9, 9, 9, 9)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("13V 7K 6S 5T 2K", "VKSTK"),
        ("5K 5V 8T 3S 2K", "VKTSK"),
        ("8V 8S 6K 6T 4K", "VSTKK"),
        ("5K 12V 5T 12K 5S", "TSKVK"),
        ("8K 2K 2V 2S 2T", "VTSKK"),
        ("9K 9S 9T 9V 9T'", "VTTSK"),
        ("5K 5V 8T", "VKT--"),
        ("9S 9S' 13S 3S 2S", "SSSSS"),
    ],
)
def test_gp_e11_domains_follow_the_value_list_with_the_higher_first_among_equal_values(
    written: str, expected: str
) -> None:
    assert domains(written) == expected


def test_gp_e12_a_key_is_category_values_domains_compared_in_this_order() -> None:
    assert STANDARD.read(rank("5K 5V 8T 3S 2K")) == (1, 5, 5, 8, 3, 2, 4, 1, 3, 2, 1)
    rising = [
        "13V 12V 11V 10V 8K",
        "2K 2S 3K 4K 5K",
        "2K 2S 3K 4K 6K",
        "2K 2S 13K 4K 3K",
        "3K 3S 4K 5K 6K",
        "3T 3S 4K 5K 6K",
        "3V 3K 4K 5K 6K",
        "3V 3S 4K 5K 6K",
        "3V 3S 4K 5K 6S",
        "3V 3S 4S 5K 6S",
    ]
    keys = [rank(written) for written in rising]
    assert keys == sorted(set(keys))
    assert [STANDARD.read(key) for key in keys] == sorted(STANDARD.read(key) for key in keys)


def test_gp_e12_hands_are_equal_only_if_the_whole_keys_are() -> None:
    assert rank("9K 9S 4T 3V 2K") == rank("2K' 3V' 4T 9S 9K'")
    assert rank("9K 9S 4T 3V 2K") != rank("9K 9S 4T 3V 2S")


def test_gp_e13_all_values_decide_before_any_domain() -> None:
    assert rank("13K 7K 6K 5K 3S") > rank("13V 7V 6V 5V 2T")
    assert rank("9K 9S 4T 3V 2K") > rank("9V 9T 4V 3V 1V")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9K 9S 9T 13K 3K", "9K 9S 9T 13K 2V"),
        ("9K 9S 9T 9V 3K", "9K 9S 9T 9V 2V"),
        ("9K 9S 8K 8S 3K", "9V 9T 8V 8T 2V"),
        ("13K 11K 9K 7K 3K", "13V 11V 9V 7V 2V"),
        ("9K 9S 9T 3K 3S", "9K 9S 9T 2K 2V"),
    ],
)
def test_gp_e13_kickers_count_in_every_category(better: str, worse: str) -> None:
    assert kind(better) == kind(worse)
    assert rank(better) > rank(worse)


@pytest.mark.parametrize("shorter", ["9S", "9S 9T", "9S 9T 12T", "9S 9T 12T 4S", "9S 9T 9V", "9S 9T 9V 9K"])
def test_gp_e13_one_card_more_beats_a_hand_that_is_otherwise_alike(shorter: str) -> None:
    assert rank(f"{shorter} 1K") > rank(shorter)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("W1", "13V"),
        ("W1 4K", "4V 4K"),
        ("W1 4K 9S", "9V 9S 4K"),
        ("W1 4K 4S 9S", "4V 4S 4K 9S"),
        ("W1 4K 4S 9S 9K", "9V 9S 9K 4S 4K"),
        ("W1 4K 4S 4T 9K", "4V 4T 4S 4K 9K"),
        ("W1 5K 6S 8T 9V", "9V 8T 7V 6S 5K"),
        ("W1 6K 7S 8T 9V", "10V 9V 8T 7S 6K"),
        ("W1 10K 11S 12T 13V", "13V 12T 11S 10K 9V"),
        ("W1 1K 2S 3T 4V", "5V 4V 3T 2S 1K"),
        ("W1 2S 5S 7S 10S", "13S 10S 7S 5S 2S"),
        ("W1 5T 6T 8T 9T", "9T 8T 7T 6T 5T"),
        ("W1 9K 10K 12K 13K", "13K 12K 11K 10K 9K"),
        ("W1 W2", "13V 13V"),
        ("W1 W2 4K", "4V 4V 4K"),
        ("W1 W2 4K 9S", "9V 9V 9S 4K"),
        ("W1 W2 4K 4S 9S", "4V 4V 4S 4K 9S"),
        ("W1 W2 4K 9S 13T", "13V 13V 13T 9S 4K"),
        ("W1 W2 4K 6S 8T", "8T 7V 6S 5V 4K"),
        ("W1 W2 4T 6T 8T", "8T 7T 6T 5T 4T"),
        ("W1 W2 2S 5S 10S", "13S 13S 10S 5S 2S"),
        ("W1 W2 W1' 4K 9S", "9V 9V 9V 9S 4K"),
        ("W1 W2 W1' 4T 8T", "8T 7T 6T 5T 4T"),
        ("W1 W2 W1' W2' 9S", "13S 12S 11S 10S 9S"),
        ("W1 W2 W1' W2' 8S", "12S 11S 10S 9S 8S"),
        ("W1 9K 10S 11T 12V 13K", "13V 12V 11T 10S 9K"),
        ("W1 9K 9S 9T 9V 13K 2S", "9V 9V 9T 9S 13K"),
        ("W1 9K 9S 9T 9V 8K 2S", "9V 9T 9S 9K 13V"),
    ],
)
def test_gp_e14_wilds_count_together_as_what_makes_the_highest_key(written: str, meant: str) -> None:
    assert shown(written) == meant
    assert rank(written) == rank(meant)


def test_gp_e14_no_other_card_in_place_of_the_wild_does_better() -> None:
    for written in ("4K 9S 13T 2V", "5K 6S 8T 9V", "9K 10K 12K 13K", "7S 7T 3K", "2S 5S 7S 10S 13K 13T"):
        others = [STANDARD.rank([*cards(written), meant]) for meant in range(52)]
        assert rank(f"W1 {written}") == max(others)


def test_gp_e15_a_wild_may_count_as_a_card_that_is_already_there_and_then_is_that_card() -> None:
    assert shown("W1 9V") == "9V 9V"
    assert shown("W1 13S 7S 5S 2S") == "13S 13S 7S 5S 2S"
    assert rank("W1 9V 4K") == rank("9V 9V' 4K")


def test_gp_e16_the_same_wild_counts_anew_in_every_hand() -> None:
    market_wild = cards("W1")
    row, column = cards("5K 9T 6S 7V") + market_wild, cards("3S 11V 11K 4T") + market_wild
    before = [*row], [*column]
    for _ in range(2):
        assert STANDARD.shown(row)[1] == card(8, 4)
        assert STANDARD.shown(column)[0] == card(11, 4)
        assert STANDARD.rank(row) > STANDARD.rank(column)
    assert (row, column) == before


def test_gp_e17_changed_values_count_as_changed_and_stay_within_1_and_13() -> None:
    assert card(13 + 4, 2) == card(13, 2)
    assert card(2 - 5, 3) == card(1, 3)
    assert STANDARD.rank([card(9, 1), card(7 + 2, 4)]) == rank("9K 9V")
    assert STANDARD.rank([card(12, 1), card(12 + 3, 4)]) == rank("12K 13V")


def test_gp_e18_different_cards_of_one_deck_never_make_equal_hands() -> None:
    keys: set[int] = set()
    number = 0
    for size in (1, 2, 3, 4):
        for few in combinations(range(52), size):
            keys.add(STANDARD.rank(few))
            number += 1
    assert len(keys) == number == 52 + 1_326 + 22_100 + 270_725


def test_gp_e18_the_key_of_five_cards_tells_the_five_cards() -> None:
    for five in combinations(range(0, 52, 3), 5):
        assert sorted(STANDARD.shown(five)) == list(five)
        assert sorted(REST_FIRST.shown(five)) == list(five)
        assert sorted(HIGH_CARD_FIRST.shown(five)) == list(five)


# Options ------------------------------------------------------------------------------------------------------------


def test_gp_v07_five_of_a_kind_can_be_a_category_above_the_royal_flush() -> None:
    assert hand("2K 2S 2T 2V 2K'", FIVES) == ("Five of a kind", (2, 2, 2, 2, 2))
    assert category(rank("2K 2S 2T 2V 2K'", FIVES)) == 10
    assert rank("2K 2S 2T 2V 2K'", FIVES) > rank("9V 10V 11V 12V 13V", FIVES)
    assert rank("2K 2S 2T 2V 2K'") < rank("9V 10V 11V 12V 13V")


def test_gp_v07_wilds_make_five_of_a_kind_where_it_exists() -> None:
    assert shown("W1 9K 9S 9T 9V", FIVES) == "9V 9V 9T 9S 9K"
    assert shown("W1 9K 9S 9T 9V") == "9V 9T 9S 9K 13V"
    assert shown("W1 W2 W1' W2' 9S", FIVES) == "9V 9V 9V 9V 9S"
    assert shown("W1 9K 9S 9T 9V 13K 2S", FIVES) == "9V 9V 9T 9S 9K"


def test_gp_v07_four_cards_are_never_five_of_a_kind() -> None:
    assert hand("9K 9S 9T 9V", FIVES) == ("Four of a kind", (9, 9, 9, 9, 0))
    assert hand("W1 9S 9T 9V", FIVES) == ("Four of a kind", (9, 9, 9, 9, 0))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("8V 8T 12T 5K 3K", "TKKVT"),
        ("8V 8S 6K 6T 4K", "KVSTK"),
        ("7K 7V 7S 13T 5K", "TKVSK"),
        ("2K 2V 2S 2T 8K", "KVTSK"),
        ("9K 9S 9T 9V 9T'", "KVTTS"),
        ("8V 8T 5K", "KVT--"),
        ("8V 8T", "VT---"),
        ("13V 7K 6S 5T 2K", "VKSTK"),
        ("5K 5S 5T 12K 12V", "TSKVK"),
        ("5K 6S 7T 8V 9K", "KVTSK"),
    ],
)
def test_gp_v08_rest_first_lists_the_domains_outside_pairs_threes_and_fours_first(written: str, expected: str) -> None:
    assert domains(written, REST_FIRST) == expected
    assert hand(written, REST_FIRST) == hand(written)


def test_gp_v08_rest_first_decides_where_a_wild_to_spare_goes() -> None:
    assert shown("W1 9K 9S 9T 9V 13K 2S") == "9V 9V 9T 9S 13K"
    assert shown("W1 9K 9S 9T 9V 13K 2S", REST_FIRST) == "9V 9T 9S 9K 13V"


def test_gp_v08_rest_first_takes_the_lowest_domain_as_the_fifth_of_five() -> None:
    assert rank("9V 9V' 9V 9S 9S'", REST_FIRST) > rank("9V 9V' 9V 9V' 9K", REST_FIRST)
    assert rank("9V 9V' 9V 9S 9S'") < rank("9V 9V' 9V 9V' 9K")


def test_gp_v08_rest_first_leaves_five_of_a_kind_alone() -> None:
    assert domains("9K 9S 9T 9V 9T'", Ranking(True, "rest_first")) == "VTTSK"


def test_gp_v08_high_card_first_compares_the_domain_of_the_top_card_right_after_its_value() -> None:
    worse, better = "13K 12V 11V 10V 8V", "13S 4K 3K 2K 1K"
    assert rank(better, HIGH_CARD_FIRST) > rank(worse, HIGH_CARD_FIRST)
    assert rank(better) < rank(worse)
    assert rank("13K 12K", HIGH_CARD_FIRST) > rank("12V 11V", HIGH_CARD_FIRST)
    assert rank("13V", HIGH_CARD_FIRST) > rank("13T 12V", HIGH_CARD_FIRST)
    assert rank("13V 5K 3K", HIGH_CARD_FIRST) > rank("13V 4V 3V", HIGH_CARD_FIRST)


def test_gp_v08_high_card_first_reads_the_key_in_the_usual_order() -> None:
    for written in ("13V 7K 6S 5T 2K", "12S 9K", "W1", "5K 5V 8T 3S 2K", "2S 5S 7S 10S 13S"):
        assert HIGH_CARD_FIRST.read(rank(written, HIGH_CARD_FIRST)) == STANDARD.read(rank(written))


def test_gp_v08_high_card_first_changes_no_other_category() -> None:
    for written in ("8V 8T 12T 5K 3K", "9K 5K 7T 6S 8V", "2S 5S 7S 10S 13S", "W1 4K 9S"):
        assert rank(written, HIGH_CARD_FIRST) == rank(written)


def test_gp_v08_there_is_no_fourth_order_of_suits() -> None:
    with pytest.raises(ValueError, match="suit_order is group_first, rest_first or high_card_first, not 'suits_first'"):
        Ranking(suit_order="suits_first")


# Rulings ------------------------------------------------------------------------------------------------------------


def test_gp_q48_a_wild_beside_four_equals_is_a_13_of_services() -> None:
    assert shown("4K 4S 4T 4V W1") == "4V 4T 4S 4K 13V"
    assert hand("13K 13S 13T 13V W1") == ("Four of a kind", (13, 13, 13, 13, 13))


def test_gp_q49_four_cards_are_no_straight_and_no_flush() -> None:
    assert kind("5K 6S 7T 8V") == "High card"
    assert kind("2S 5S 7S 10S") == "High card"
    assert kind("10V 11V 12V 13V") == "High card"
    assert kind("W1 11V 12V 13V") == "Pair"


def test_gp_q50_a_high_card_tie_goes_on_with_the_lower_cards() -> None:
    assert rank("13K 9K 5S 4S 3K") > rank("13V 8V 5T 4V 3V")


def test_gp_q51_after_equal_values_the_group_decides_before_the_kickers() -> None:
    assert rank("9V 9K 5K 4S 3K") > rank("9T 9S 5V 4V 3V")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7K 7S 7T 13K 5S", "7K 7S 7T 13K 4V"),
        ("7K 7S 7T 7V 5S", "7K 7S 7T 7V 4V"),
        ("7K 7S 7T 5K 5S", "7K 7S 7T 4T 4V"),
        ("5K 6K 7S 8K 9K", "5V 6K 7K 8K 9K"),
        ("2K 5K 7K 10K 13K", "1V 5V 7V 10V 13V"),
        ("2S 5S 7S 10S 13S", "2K 5K 7K 10K 13K"),
    ],
)
def test_gp_q52_threes_fours_full_houses_straights_and_flushes_are_compared_card_by_card(
    better: str, worse: str
) -> None:
    assert kind(better) == kind(worse)
    assert rank(better) > rank(worse)


def test_gp_q53_1_is_never_high() -> None:
    assert rank("1V") < rank("2K")
    assert kind("10V 11V 12V 13V 1V") == "Flush"
    assert kind("10V 11V 12V 13V 1K") == "High card"


def test_gp_q54_a_missing_value_is_0_so_more_cards_never_hurt() -> None:
    assert values("9S 9T 12T 4S") == (9, 9, 12, 4, 0)
    for more in range(52):
        assert STANDARD.rank([*cards("9S 9T 12T 4S"), more]) > rank("9S 9T 12T 4S")


def test_gp_q83_a_flush_with_a_repeated_value_reads_in_plain_descending_values() -> None:
    assert hand("9S 9S' 13S 3S 2S") == ("Flush", (13, 9, 9, 3, 2))
    assert hand("9S 9S' 13S 3S 2S 1S 1S'") == ("Flush", (13, 9, 9, 3, 2))
    assert rank("9S 9S' 13S 3S 2S") < rank("13S 10S 3S 2S 1S")


# Worked examples ----------------------------------------------------------------------------------------------------

RANK_TABLE = [
    ("13V 7K 6S 5T 2K", "High card", (13, 7, 6, 5, 2)),
    ("5K 5V 8T 3S 2K", "Pair", (5, 5, 8, 3, 2)),
    ("6K 6T 8S 8V 4K", "Two pair", (8, 8, 6, 6, 4)),
    ("7K 7S 7T 2V 5K", "Three of a kind", (7, 7, 7, 5, 2)),
    ("5K 6S 7T 8V 9K", "Straight", (9, 8, 7, 6, 5)),
    ("2S 5S 7S 10S 13S", "Flush", (13, 10, 7, 5, 2)),
    ("5K 5S 5T 12K 12V", "Full house", (5, 5, 5, 12, 12)),
    ("2K 2S 2T 2V 8K", "Four of a kind", (2, 2, 2, 2, 8)),
    ("5T 6T 7T 8T 9T", "Straight flush", (9, 8, 7, 6, 5)),
    ("9V 10V 11V 12V 13V", "Royal flush", (13, 12, 11, 10, 9)),
]


@pytest.mark.parametrize(("written", "name", "listed"), RANK_TABLE)
def test_gp_w01_the_rank_table_has_these_hands(written: str, name: str, listed: tuple[int, ...]) -> None:
    assert hand(written) == (name, listed)


def test_gp_w01_each_hand_of_the_rank_table_beats_all_before_it() -> None:
    keys = [rank(written) for written, _, _ in RANK_TABLE]
    assert keys == sorted(set(keys))
    assert STANDARD.read(keys[1]) == (1, 5, 5, 8, 3, 2, 4, 1, 3, 2, 1)
    assert STANDARD.read(keys[2]) == (2, 8, 8, 6, 6, 4, 4, 2, 3, 1, 1)


def test_gp_w02_the_scoring_picture_has_a_four_a_pair_and_a_three() -> None:
    assert hand("9V 9T 12T 9S 9K") == ("Four of a kind", (9, 9, 9, 9, 12))
    assert hand("5K 9V 2T 5S 12S") == ("Pair", (5, 5, 12, 9, 2))
    assert hand("3V 9T 10S 10V 10K") == ("Three of a kind", (10, 10, 10, 9, 3))
    assert rank("3V 9T 10S 10V 10K") > rank("5K 9V 2T 5S 12S")


def test_gp_w05_the_same_player_has_the_best_row_and_the_best_column() -> None:
    assert hand("8V 8K 2S 8S 5T") == ("Three of a kind", (8, 8, 8, 5, 2))
    assert hand("13T 3V 10K 13V 7S") == ("Pair", (13, 13, 10, 7, 3))
    assert hand("11T 8K 3V 3K 3S") == ("Three of a kind", (3, 3, 3, 11, 8))
    assert hand("6S 2S 10K 6V 9T") == ("Pair", (6, 6, 10, 9, 2))


def test_gp_w07_five_cards_beat_four_before_the_better_domain_is_reached() -> None:
    assert hand("9K 12T 4S 9T") == ("Pair", (9, 9, 12, 4, 0))
    assert hand("9K 12T 4S 9S 2K") == ("Pair", (9, 9, 12, 4, 2))
    assert rank("9K 12T 4S 9S 2K") > rank("9K 12T 4S 9T")


def test_gp_w08_the_wild_makes_a_pair_of_twelves_and_loses_to_four_fives() -> None:
    assert hand("9K 12T 4S W1 6T") == ("Pair", (12, 12, 9, 6, 4))
    assert shown("9K 12T 4S W1 6T").split()[0] == "12V"
    assert hand("5T 5V 8K 5K 5S") == ("Four of a kind", (5, 5, 5, 5, 8))
    assert rank("5T 5V 8K 5K 5S") > rank("9K 12T 4S W1 6T")


def test_gp_w09_the_wild_of_a_company_is_the_fourth_seven() -> None:
    assert hand("7K 7S 10V W1 7T") == ("Four of a kind", (7, 7, 7, 7, 10))
    assert shown("7K 7S 10V W1 7T") == "7V 7T 7S 7K 10V"
    assert hand("1V 4T 6K 6S 9V") == ("Pair", (6, 6, 9, 4, 1))


def test_gp_w10_the_wild_of_the_market_is_an_8_in_its_row_and_an_11_in_its_column() -> None:
    assert hand("5K W1 9T 6S 7V") == ("Straight", (9, 8, 7, 6, 5))
    assert shown("5K W1 9T 6S 7V") == "9T 8V 7V 6S 5K"
    assert hand("3S W1 11V 11K 4T") == ("Three of a kind", (11, 11, 11, 4, 3))
    assert shown("3S W1 11V 11K 4T") == "11V 11V 11K 4T 3S"


def test_gp_w11_two_wilds_make_identical_hands() -> None:
    assert hand("13K 8S 2T W1") == ("Pair", (13, 13, 8, 2, 0))
    assert domains("13K 8S 2T W1") == "VKST-"
    assert rank("13K 8S 2T W1") == rank("13K 8S 2T W2")


def test_gp_w15_the_artificial_player_finds_two_pair_and_takes_the_second_column() -> None:
    market = ["2K 7S 11T", "9V 4K 13S", "6T 10K 3V"]
    columns = [" ".join(row.split()[place] for row in market) for place in range(3)]
    formed = [f"{line} {' '.join(two)}" for line in market + columns for two in combinations(["13T", "9K", "1S"], 2)]
    assert len(formed) == 18
    assert max(formed, key=rank) == "9V 4K 13S 13T 9K"
    assert hand("9V 4K 13S 13T 9K") == ("Two pair", (13, 13, 9, 9, 4))
    assert [hand(f"{column} 4V 12K") for column in columns] == [
        ("High card", (12, 9, 6, 4, 2)),
        ("Pair", (4, 4, 12, 10, 7)),
        ("High card", (13, 12, 11, 4, 3)),
    ]
    assert hand("6T 10K 3V 10V 10S") == ("Three of a kind", (10, 10, 10, 6, 3))
    assert hand("11T 13S 3V 5K 8V") == ("High card", (13, 11, 8, 5, 3))


def test_gp_w16_the_second_domain_decides_and_with_rest_first_the_third() -> None:
    first, second = "8V 12T 5K 8T 3K", "8V 12T 5K 8S 3V"
    assert hand(first) == hand(second) == ("Pair", (8, 8, 12, 5, 3))
    assert (domains(first), domains(second)) == ("VTTKK", "VSTKV")
    assert rank(first) > rank(second)
    assert (domains(first, REST_FIRST), domains(second, REST_FIRST)) == ("TKKVT", "TKVVS")
    assert rank(first, REST_FIRST) < rank(second, REST_FIRST)


def test_gp_w17_five_nines_lose_to_a_better_kicker_and_to_four_tens_unless_they_are_a_category() -> None:
    first, second, third = "9K 9S 9T 9V' 9K'", "9K 9S 9T 9V 13V", "10K 10S 10T 10V 1S"
    assert [values(written) for written in (first, second, third)] == [
        (9, 9, 9, 9, 9),
        (9, 9, 9, 9, 13),
        (10, 10, 10, 10, 1),
    ]
    assert rank(third) > rank(second) > rank(first)
    assert rank(first, FIVES) > rank(third, FIVES) > rank(second, FIVES)


def test_gp_w20_equal_pairs_in_seven_cards_are_told_apart_by_the_domain_of_a_13() -> None:
    board = "2K 5S 9T 12V 13K"
    assert shown(f"{board} 13S 4T") == "13S 13K 12V 9T 5S"
    assert shown(f"{board} 13T 4S") == "13T 13K 12V 9T 5S"
    assert (domains(f"{board} 13S 4T"), domains(f"{board} 13T 4S")) == ("SKVTS", "TKVTS")
    assert hand(f"{board} 13S 4T") == hand(f"{board} 13T 4S") == ("Pair", (13, 13, 12, 9, 5))
    assert rank(f"{board} 13T 4S") > rank(f"{board} 13S 4T")


def test_gp_w20_a_royal_flush_on_the_board_is_everyones() -> None:
    board = "9V 10V 11V 12V 13V"
    assert rank(f"{board} 13S 4T") == rank(f"{board} 8V 7V") == rank(board)


# Words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("13V 7K 6S 5T 2K", "High card, thirteen"),
        ("5K 5V 8T 3S 2K", "Pair of fives"),
        ("6K 6T", "Pair of sixes"),
        ("6K 6T 8S 8V 4K", "Two pair, eights and sixes"),
        ("7K 7S 7T 2V 5K", "Three of a kind, sevens"),
        ("5K 6S 7T 8V 9K", "Straight, five to nine"),
        ("1K 2S 3T 4V 5K", "Straight, one to five"),
        ("2S 5S 7S 10S 13S", "Flush of Science, thirteen high"),
        ("5K 5S 5T 12K 12V", "Full house, fives over twelves"),
        ("2K 2S 2T 2V 8K", "Four of a kind, twos"),
        ("5T 6T 7T 8T 9T", "Straight flush of Technology, five to nine"),
        ("9V 10V 11V 12V 13V", "Royal flush of Services"),
        ("2K 5K 7K 10K 11K", "Flush of Knowledge, eleven high"),
        ("9K 9S 9T 9V 9K'", "Four of a kind, nines"),
    ],
)
def test_a_hand_is_said_in_words_in_every_ranking(written: str, said: str) -> None:
    assert in_words(rank(written)) == said
    assert in_words(rank(written, REST_FIRST)) == said
    assert in_words(rank(written, HIGH_CARD_FIRST)) == said


def test_five_of_a_kind_is_said_in_words() -> None:
    assert in_words(rank("9K 9S 9T 9V 9K'", FIVES)) == "Five of a kind, nines"


def test_a_ranking_says_which_one_it_is() -> None:
    assert repr(FIVES) == "Ranking(five_of_a_kind=True, suit_order='group_first')"
