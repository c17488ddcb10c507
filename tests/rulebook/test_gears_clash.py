"""Gears of Industry: clashes, ranking and points, GI-R30 to GI-R46 and GI-E1 to GI-E19, and the rulings on them."""

from itertools import combinations
from random import Random

import pytest

from techdeck.cards import face
from techdeck.games.gears_of_industry import CLASH, MARKET_DECK
from techdeck.table import PASS, IllegalAction, Table
from tests.poker.naive import best_key, key_of
from tests.rulebook.gears_tables import (
    act,
    at,
    boosted,
    cards_of,
    check,
    domains,
    factory,
    hand,
    in_order,
    lies,
    offered,
    points,
    ranked,
)
from tests.rulebook.tables import asked, pass_on, these


def refused(table: Table, line: str) -> bool:
    try:
        act(table.clone(), line)
    except IllegalAction:
        return True
    return False


# Starting a clash


@pytest.mark.parametrize(("first", "second", "markets"), [
    ("", "", []), ("2K 3K", "4K 5K", []), ("2K 3K 4K", "5K 6K", ["M1"]), ("2K 3K", "4K 5K 6K", ["M2"]),
    ("2K 3K 4K", "5K 6K 7K", ["M1", "M2"]),
])
def test_gi_r30_gi_r46_a_clash_can_be_started_where_the_active_player_has_3_cards(
    first: str, second: str, markets: list[str],
) -> None:
    table = at(f"M1 1: {first}\nM2 1: {second}\nM1 2: 8K 9K 10K\nM2 2: 11K 12K 13K\nplay: clash")
    if markets:
        assert (asked(table), offered(table)) == (["1 clash"], [*markets, "pass"])
    else:
        assert table.is_over
    for market in {"M1", "M2"} - set(markets):
        assert refused(table, f"1 {market}")
    assert refused(table, "2 M1")  # nor by the other player, whose markets are full


def test_gi_r30_gi_q32_gi_q33_0_1_or_2_clashes_in_the_order_the_active_player_chooses() -> None:
    text = "M1 1: 2K 3K 4K\nM2 1: 5K 6K 7K\nfactory 1: 1T:U\nplay: clash, rotate"
    table = at(text)
    act(table, "1 pass")
    assert (asked(table), points(table)) == (["1 rotate"], [0, 0])
    table = at(text)
    act(table, "1 M2")
    pass_on(table, "clash")
    assert offered(table) == ["M1", "pass"]
    act(table, "1 M1")
    pass_on(table, "rotate")
    assert points(table) == [2, 0]


def test_gi_r30_at_most_one_clash_per_market() -> None:
    """Player 2 wins, so player 1 keeps three cards, and still cannot clash there again."""
    table = at("M1 1: 2K 3K 5K\nM1 2: 9K 9S 9V\nfactory 1: 1T:U\nplay: clash, rotate")
    act(table, "1 M1")
    act(table, "1 pass", "1 9K", "1 pass")
    assert len(lies(table, "M1 1")) == 3
    assert asked(table) == ["1 rotate"]


def test_gi_r31_a_clash_is_finished_before_the_next_is_chosen() -> None:
    table = at("""
        M1 1: 2K 3K 4K
        M2 1: 5K 6K 7K
        factory 1: 1T:U
        market deck: 1S 2S 3S
        play: clash
    """)
    act(table, "1 M1")
    assert asked(table) == ["1 boost"]
    act(table, "1 pass")
    assert (asked(table), points(table)) == (["2 remove"], [1, 0])
    act(table, "2 2K")
    assert asked(table) == ["2 renew"]
    act(table, "2 pass")
    assert asked(table) == ["1 clash"]


# Boosts


def test_gi_r32_gi_q34_openly_the_active_player_first_then_clockwise_one_card_each_or_none() -> None:
    table = at("""
        first: 2
        M1 2: 2K 3K 4K
        factory 1: 9T:U 10T:D
        factory 2: 5T:U 6T:U
        factory 3: 7T:U
        play: clash, rotate
    """, 3)
    act(table, "2 M1")
    assert (asked(table), offered(table)) == (["2 boost"], ["5T", "6T", "pass"])
    act(table, "2 6T")
    assert boosted(table, 2) == "6T"  # everybody sees it before the next chooses
    assert (asked(table), offered(table)) == (["3 boost"], ["7T", "pass"])
    act(table, "3 pass")
    assert (asked(table), offered(table)) == (["1 boost"], ["10T", "9T", "pass"])
    act(table, "1 10T")
    assert [boosted(table, seat) for seat in (1, 2, 3)] == ["10T", "6T", ""]


def test_gi_r33_vertical_own_and_neither_paid_nor_boosted() -> None:
    table = at("""
        M1 1: 2K 3K 4K
        factory 1: 1T:U 2T:R 3T:D 4T:L 5T:U:paid 6T:D:boosted 7T:U
        factory 2: 8T:U
        play: clash
    """)
    act(table, "1 M1")
    assert offered(table) == ["1T", "3T", "7T", "pass"]
    act(table, "1 7T")
    assert (asked(table), offered(table)) == (["2 boost"], ["8T", "pass"])


def test_gi_r33_who_has_no_eligible_card_is_not_asked() -> None:
    table = at("M1 1: 2K 3K 4K\nfactory 1: 5T:U:paid\nfactory 2: 8T:L\nplay: clash")
    act(table, "1 M1")
    assert asked(table) == ["2 remove"]


def test_gi_r34_gi_q36_a_committed_card_is_marked_though_it_is_not_needed_and_stays_as_it_is() -> None:
    table = at("M1 1: 8S 9S 7S\nneutral M1: 10S 11S\nfactory 1: 9T:D\nM2 1: 2K 3K 4K\nplay: clash")
    act(table, "1 M1", "1 9T")
    assert hand(table, 1, 1, "9T") == "Straight flush (11,10,9,8,7)"
    assert (boosted(table, 1), factory(table, 1)) == ("9T", "9T:D")
    act(table, "2 8S", "2 pass", "1 M2")
    assert asked(table) == ["2 remove"]  # 9T cannot boost again


def test_gi_q35_a_boost_can_be_saved_for_the_second_clash() -> None:
    table = at("M1 1: 2K 3K 4K\nM2 1: 9K 9S 9V\nfactory 1: 9T:D\nplay: clash")
    act(table, "1 M1", "1 pass", "2 2K", "2 pass", "1 M2")
    assert offered(table) == ["9T", "pass"]
    act(table, "1 9T")
    assert points(table) == [3, 0]  # high card, then four of a kind


# The cards of each player


def test_gi_r35_own_cards_there_neutral_cards_there_and_the_boost() -> None:
    table = at("""
        M1 1: 2K 3K 4K
        M2 1: 5K 6K 7K
        neutral M1: 8K 9K
        neutral M2: 10K 11K
        factory 1: 12T:U 13T:U
        M1 2: 12S
        hand 1: 1K
        play: clash
    """)
    assert cards_of(table, 1, 1) == these("2K 3K 4K 8K 9K")
    assert cards_of(table, 1, 1, "12T") == these("2K 3K 4K 8K 9K 12T")
    assert cards_of(table, 1, 2, "13T") == these("5K 6K 7K 10K 11K 13T")
    assert cards_of(table, 2, 1) == these("12S 8K 9K")
    assert cards_of(table, 2, 2) == these("10K 11K")


def test_gi_r35_a_boost_of_the_first_clash_does_not_count_in_the_second() -> None:
    """With 9T in both player 1 would have three 9s in M2, too."""
    table = at("""
        M1 1: 9K 9S 2K
        M2 1: 9V 3K 4K
        neutral M1: 5S 6S
        neutral M2: 7S 10V
        factory 1: 9T:U
        M2 2: 7K
        play: clash
    """)
    act(table, "1 M1", "1 9T", "2 2K", "2 pass", "1 M2")
    assert points(table) == [1, 1]  # the pair of 7s wins


def test_gi_r36_gi_q37_players_without_own_cards_compete() -> None:
    table = at("M1 1: 2K 3K 4K\nneutral M1: 9S 9V\nfactory 2: 9T:U\nplay: clash")
    act(table, "1 M1", "2 9T")
    assert points(table) == [0, 1]
    table = at("M1 1: 2K 3K 4K\nneutral M1: 9S 9V\nplay: clash")
    act(table, "1 M1")
    assert points(table) == [1, 0]  # a pair and three more cards beat the bare pair


def test_gi_r37_the_highest_key_wins_and_the_active_player_has_no_bonus() -> None:
    """The same cards, whoever is active."""
    text = "M1 1: 9K 9S 2K\nM1 2: 10K 10S 2S\nneutral M1: 5S 6S\nplay: clash\n"
    for first in (1, 2):
        table = at(text + f"first: {first}")
        act(table, f"{first} M1")
        assert points(table) == [0, 1]


TIE = """
    M1 1: 8V 10K 12S
    M1 2: 8V 10K 12S
    M1 3: 8V 10K 12S
    neutral M1: 8K 3S
    market deck: 1S 2S 4S 5S
"""


def test_gi_r38_gi_q46_all_with_the_best_key_win() -> None:
    table = at(TIE + "play: clash", 3)
    act(table, "1 M1")
    assert points(table) == [1, 1, 1]
    table = at(TIE.replace("M1 2: 8V 10K", "M1 2: 8V 11K") + "play: clash", 3)
    act(table, "1 M1")
    assert points(table) == [0, 1, 0]


def test_gi_r39_gi_e18_losers_score_nothing() -> None:
    table = at(TIE.replace("M1 3: 8V 10K", "M1 3: 8V 9K") + "play: clash", 3)
    act(table, "1 M1")
    assert points(table) == [1, 1, 0]


# The update


def test_gi_r40_gi_q50_the_winners_left_neighbour_must_choose_one_of_the_winners_cards_there() -> None:
    table = at("""
        M1 1: 2K 3K 5K
        M1 2: 9K 9S
        M2 2: 11K
        M1 3: 13K
        factory 2: 9T:U
        play: clash
    """, 3)
    act(table, "1 M1", "2 9T")
    assert (asked(table), offered(table)) == (["3 remove"], ["9K", "9S"])  # not 11K, not the boost, no pass
    act(table, "3 9S")
    check(table, {"M1 2": "9K", "M2 2": "11K", "factory 2": "9T:U", "discard 2": "9S", "M1 1": "2K 3K 5K",
                  "M1 3": "13K"})


def test_gi_r40_gi_q51_a_winner_without_own_cards_loses_none_but_part_2_stays() -> None:
    table = at("M1 1: 2K 3K 4K\nneutral M1: 9S 9V\nfactory 2: 9T:U\nmarket deck: 1S\nplay: clash")
    act(table, "1 M1", "2 9T")
    assert (asked(table), offered(table)) == (["1 renew"], ["9S", "9V", "pass"])


def test_gi_r40_gi_x6_gi_q29_the_card_goes_to_the_discard_of_the_winner() -> None:
    table = at("M1 1: 2K 3K@M 4K@2\nplay: clash\nmarket deck: 1S")
    act(table, "1 M1")
    for card in ("2K", "3K", "4K"):
        other = table.clone()
        act(other, f"2 {card}")
        assert lies(other, "discard 1") == [card]


def test_gi_r41_gi_q48_gi_q49_the_same_player_may_replace_a_neutral_card_of_that_market() -> None:
    text = """
        M1 1: 2K 3K 5K
        neutral M1: 8K 9S
        neutral M2: 10K 11S
        market deck: 1S 2S
        market discard: 3S
        play: clash
    """
    table = at(text, 3)
    act(table, "1 M1", "2 2K")
    assert (asked(table), offered(table)) == (["2 renew"], ["8K", "9S", "pass"])
    act(table, "2 8K")
    assert in_order(table, "neutral M1") == ["1S", "9S"]
    assert in_order(table, "market discard") == ["3S", "8K"]
    assert (in_order(table, "market deck"), lies(table, "neutral M2")) == (["2S"], these("10K 11S"))
    assert table.is_over  # one card, not two
    table = at(text, 3)
    act(table, "1 M1", "2 2K", "2 pass")
    check(table, {"neutral M1": "8K 9S", "market deck": "1S 2S", "market discard": "3S"})


def test_gi_r41_gi_x6_a_neutral_card_goes_to_the_market_discard_whatever_its_home() -> None:
    table = at("M1 1: 2K 3K 5K\nneutral M1: 8K@1 9S\nmarket deck: 1S\nplay: clash")
    act(table, "1 M1", "2 2K", "2 8K")
    check(table, {"discard 1": "2K", "market discard": "8K", "neutral M1": "1S 9S"})


def test_gi_r42_several_winners_are_updated_clockwise_from_the_active_player() -> None:
    table = at("first: 2\n" + TIE + "play: clash", 3)
    act(table, "2 M1")
    assert asked(table) == ["3 remove"]  # player 2's card, by player 3
    act(table, "3 8V", "3 8K")
    check(table, {"M1 2": "10K 12S", "neutral M1": "1S 3S"})
    assert asked(table) == ["1 remove"]  # player 3's card
    act(table, "1 10K", "1 pass")
    check(table, {"M1 3": "8V 12S"})
    assert asked(table) == ["2 remove"]  # player 1's card
    act(table, "2 12S")
    check(table, {"M1 1": "8V 10K", "discard 1": "12S", "discard 2": "8V", "discard 3": "10K"})
    assert (asked(table), offered(table)) == (["2 renew"], ["1S", "3S", "pass"])


def test_gi_r43_losers_lose_nothing() -> None:
    table = at("M1 1: 2K 3K 5K\nM1 2: 9K 9S 9V\nM1 3: 8K 8S\nplay: clash", 3)
    act(table, "1 M1", "3 9K", "3 pass")
    check(table, {"M1 1": "2K 3K 5K", "M1 3": "8K 8S", "discard 1": "", "discard 3": "", "M1 2": "9S 9V"})


def test_gi_r44_the_second_clash_is_judged_as_things_are_then() -> None:
    """The neutral card that comes into M1 from the Market deck is another than that of M2; boosts are used up."""
    table = at("""
        M1 1: 9K 9S 2K
        M2 1: 3K 4K 6K
        neutral M1: 9V 1K
        neutral M2: 12S 12V
        factory 1: 12T:U
        factory 2: 12T:U
        market deck: 13S 13V
        play: clash
    """)
    act(table, "1 M1", "1 pass", "2 12T", "2 2K", "2 pass", "1 M2")
    assert (asked(table), offered(table)) == (["1 boost"], ["12T", "pass"])
    act(table, "1 12T")
    assert asked(table) == ["2 remove"]  # player 2 has boosted before
    assert points(table) == [2, 0]


def test_gi_r45_a_clash_does_not_touch_hands() -> None:
    table = at("M1 1: 2K 3K 5K\nhand 1: 5S 5V\nhand 2: 13K 13S\ndeck 1: 1S\ndeck 2: 1S\nplay: clash")
    assert hand(table, 1, 1)[:4] == "High"
    act(table, "1 M1", "2 2K", "2 pass")
    check(table, {"hand 1": "5S 5V", "hand 2": "13K 13S", "deck 1": "1S", "deck 2": "1S"})


def test_gi_r46_a_clash_by_another_player_or_with_fewer_cards_is_refused() -> None:
    table = at("M1 1: 2K 3K\nM2 1: 4K 5K 6K\nM1 2: 7K 8K 9K\nplay: clash")
    assert refused(table, "1 M1")
    assert refused(table, "2 M1")
    with pytest.raises(IllegalAction):
        table.act(1, PASS)
    assert offered(table) == ["M2", "pass"]


@pytest.mark.parametrize(("seats", "winner", "chooser"), [(2, 2, 1), (2, 1, 2), (3, 3, 1), (4, 4, 1), (4, 2, 3)])
def test_gi_q52_the_left_neighbour_chooses_also_if_that_is_the_active_player(
    seats: int, winner: int, chooser: int,
) -> None:
    text = "\n".join(f"M1 {seat}: {'9K 9S 9V' if seat == winner else '2K 3K 5K'}" for seat in range(1, seats + 1))
    table = at(text + "\nplay: clash", seats)
    act(table, "1 M1")
    assert asked(table) == [f"{chooser} remove"]
    assert offered(table) == these("9K 9S 9V")


def test_gi_q47_the_hands_of_the_printed_example() -> None:
    assert ranked("2V 2K 2T 6S") > ranked("6K 6S 2K 2T")  # market 1: three 2s beat two pair
    assert ranked("10K 10V 10S 9K 4S") > ranked("9V 9K 9T 10S 7K")  # market 2: three 10s beat three 9s


# The ranking


def test_gi_e1_gi_q38_the_best_five_of_six_and_all_of_fewer() -> None:
    assert ranked("13K 12S 10V 9K 7S 7T")[:2] == (1, (7, 7, 13, 12, 10))
    assert ranked("2K 2S 3K 3S 4K 4S")[:2] == (2, (4, 4, 3, 3, 2))
    assert ranked("2K 2S 3K 3S 4K 4S")[2] == (2, 1, 2, 1, 2)  # the kicker is 2S
    assert ranked("2K 3S 4V")[:2] == (0, (4, 3, 2, 0, 0))


def test_gi_e2_category_then_values_then_domains() -> None:
    assert ranked("2K 2S 3K 4K 5S") > ranked("13V 12V 11V 10V 8K")  # category
    assert ranked("3K 3S 4K 5K 6S") > ranked("2T 2V 13V 12V 11V")  # values
    assert ranked("2K 2V 13K 12K 11K") > ranked("2K 2T 13V 12V 11V")  # domains, in the same order


@pytest.mark.parametrize(("cards", "values", "ranks"), [
    ("2K 13K 9K 9K 3K", (13, 9, 9, 3, 2), (1, 1, 1, 1, 1)),  # a flush with a repeated value
    ("6K 6V 13S 13T 4K", (13, 13, 6, 6, 4), (3, 2, 4, 1, 1)),
    ("5K 5T 5S 12V 1K", (5, 5, 5, 12, 1), (3, 2, 1, 4, 1)),
    ("2S 2V 2K 13K 13V", (2, 2, 2, 13, 13), (4, 2, 1, 4, 1)),
    ("7T 7K 7V 7S 13K", (7, 7, 7, 7, 13), (4, 3, 2, 1, 1)),
    ("9S 13K 11V 2T 4S", (13, 11, 9, 4, 2), (1, 4, 2, 2, 3)),
    ("3K 5T 4V 7S 6K", (7, 6, 5, 4, 3), (2, 1, 3, 4, 1)),
    ("8K 8T 3S", (8, 8, 3, 0, 0), (3, 1, 2, 0, 0)),
])
def test_gi_e3_how_values_and_domains_are_listed(cards: str, values: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    assert ranked(cards)[1:] == (values, ranks)


@pytest.mark.parametrize(("clause", "cards", "kind"), [
    ("E4", "9S 10S 11S 12S 13S", 9), ("E5", "8S 9S 10S 11S 12S", 8), ("E5", "1V 2V 3V 4V 5V", 8),
    ("E6", "7K 7S 7T 7V 1K", 7), ("E6", "7K 7S 7T 7V", 7), ("E6", "7K 7S 7T 7V 7K", 7), ("E7", "7K 7S 7T 1V 1K", 6),
    ("E8", "2V 4V 6V 8V 10V", 5), ("E9", "2V 3K 4S 5T 6V", 4), ("E10", "7K 7S 7T 2V 1K", 3), ("E10", "7K 7S 7T", 3),
    ("E11", "7K 7S 2T 2V 1K", 2), ("E11", "7K 7S 2T 2V", 2), ("E12", "7K 7S 3T 2V 1K", 1), ("E12", "7K 7S", 1),
    ("E13", "7K 9S 3T 2V 1K", 0), ("E13", "7K", 0),
])
def test_gi_e4_gi_e5_gi_e6_gi_e7_gi_e8_gi_e9_gi_e10_gi_e11_gi_e12_gi_e13_categories(
    clause: str, cards: str, kind: int,
) -> None:
    assert ranked(cards)[0] == kind


def test_gi_e13_who_has_no_card_at_all_cannot_win() -> None:
    """Both slots are empty and player 2 has nothing."""
    table = at("M1 1: 2K 3K 5K\nneutral M1: - -\nplay: clash")
    act(table, "1 M1")
    assert points(table) == [1, 0]


@pytest.mark.parametrize(("cards", "kind", "values"), [
    ("1K 2S 3T 4V 5K", 4, (5, 4, 3, 2, 1)), ("9K 10S 11T 12V 13K", 4, (13, 12, 11, 10, 9)),
    ("10K 11S 12T 13V 1K", 0, (13, 12, 11, 10, 1)), ("11K 12S 13T 1V 2K", 0, (13, 12, 11, 2, 1)),
    ("13K 1K 2K 3K 4K", 5, (13, 4, 3, 2, 1)), ("10V 11V 12V 13V 1V", 5, (13, 12, 11, 10, 1)),
])
def test_gi_e14_gi_q41_1_is_lowest_and_nothing_wraps(cards: str, kind: int, values: tuple[int, ...]) -> None:
    assert ranked(cards)[:2] == (kind, values)


def test_gi_e14_the_highest_category_that_fits_is_used() -> None:
    assert ranked("2S 3S 4S 5S 6S")[0] == 8  # not straight, not flush
    assert ranked("5K 5K 5K 8K 8K")[0] == 6  # flush and full house
    assert ranked("5K 5K 5K 5K 8K")[0] == 7  # flush and four of a kind
    assert ranked("7S 8S 9S 10S 11S 9T")[0] == 8


def test_gi_e15_gi_q39_short_hands_and_missing_cards() -> None:
    for cards in ("2S 3S 4S 5S", "9V 10V 11V 12V", "2S 4S 8S 10S"):
        assert ranked(cards)[0] == 0  # neither straight nor flush
    assert ranked("7K 7S 7T 2V")[0] == 3
    assert ranked("7K 7S 2T 2V") < ranked("7K 7S 2T 2V 1K")
    assert ranked("9K 9S 3T") < ranked("9K 9S 3T 1V") < ranked("9K 9S 4T")


def test_gi_e16_equal_faces_are_separate_cards() -> None:
    assert ranked("6S 6S 2K 3V 9T")[:2] == (1, (6, 6, 9, 3, 2))
    assert ranked("6S 6S 2S 3S 9S")[0] == 5
    table = at("M1 1: 6S 2K 3V\nneutral M1: 6S 9K\nplay: clash")
    assert hand(table, 1, 1) == "Pair (6,6,9,3,2)"


def test_gi_e16_gi_q40_five_equal_values_are_four_with_a_kicker() -> None:
    assert ranked("5K 5S 5T 5V 5K") == (7, (5, 5, 5, 5, 5), (4, 3, 2, 1, 1))
    assert ranked("5K 5S 5T 5V 5K 6K") == (7, (5, 5, 5, 5, 6), (4, 3, 2, 1, 1))


def test_gi_e17_keys_are_equal_only_for_the_same_faces() -> None:
    """Many hands of few values, so that nearly equal ones occur."""
    rng = Random(5)
    faces: dict[object, list[str]] = {}
    cards = [f"{value}{letter}" for value in (4, 5, 6, 7, 8) for letter in "KSTV"]
    for _ in range(4000):
        chosen = sorted(rng.choices(cards, k=rng.choice([3, 4, 5, 5, 5])))
        key = ranked(" ".join(chosen))
        assert faces.setdefault(key, chosen) == chosen
    assert len(faces) > 3000


def test_gi_e17_a_sixth_card_or_the_size_of_a_hand_never_matters() -> None:
    text = "M1 1: 8V 10K 12S\nneutral M1: 8K 3S\nfactory 1: 1T:U\nM1 2: 8V 10K 12S\nplay: clash"
    table = at(text)
    act(table, "1 M1", "1 1T")
    assert points(table) == [1, 1]


def test_gi_q42_the_rest_counts_in_three_of_a_kind_full_house_and_four_of_a_kind() -> None:
    assert ranked("7K 7S 7T 5V 2K") > ranked("7K 7S 7V 4V 3K")
    assert ranked("7K 7S 7T 5V 5K") > ranked("7K 7S 7V 4V 4K")
    assert ranked("7K 7S 7T 7V 5K") > ranked("7K 7S 7T 7V 4V")
    assert ranked("7K 7S 7V 5V 2K") > ranked("7K 7S 7T 5V 2K")


def test_gi_q43_values_of_all_cards_then_domains_group_first() -> None:
    assert ranked("9K 9S 13K 4S 3V") > ranked("9T 9V 13V 4V 2V")
    assert ranked("9K 9V 13K 4S 2K") > ranked("9K 9T 13V 4V 2V")


def test_gi_q44_high_card_all_values_before_any_domain() -> None:
    assert ranked("13K 12K 9K 4K 2S") > ranked("13V 12V 8V 4V 2K")
    assert ranked("13V 12K 9K 4K 2S") > ranked("13K 12V 9V 4V 2K")


def test_gi_q45_a_boost_is_no_part_of_a_flush() -> None:
    """Markets hold no Technology, so a flush with a boost would need a changed domain."""
    table = at("M1 1: 2S 4S 6S\nneutral M1: 8S 10K\nfactory 1: 12T:U\nplay: clash")
    assert hand(table, 1, 1, "12T") == "High card (12,10,8,6,4)"
    table = at("M1 1: 2S 4S 6S\nneutral M1: 8S 10S\nM1 2: 1S 5S 7S\nplay: clash")
    assert [hand(table, seat, 1)[:5] for seat in (1, 2)] == ["Flush", "Flush"]
    assert domains(table, 1, 1) == domains(table, 2, 1)  # the same domain for both


# Points


@pytest.mark.parametrize(("own", "neutral", "boost", "worth"), [
    ("2K 4S 6V", "8K 10S", "", 1), ("2K 2S 6V", "8K 10S", "", 1), ("2K 2S 6V", "6K 10S", "", 1),
    ("2K 2S 2V", "8K 10S", "", 1), ("2K 3S 4V", "5K 6S", "", 2), ("2K 4K 6K", "8K 10K", "", 2),
    ("2K 2S 2V", "8K 8S", "", 2), ("2K 2S 2V", "8K 10S", "2T", 2), ("2K 3K 4K", "5K 6K", "", 2),
    ("9K 10K 11K", "12K 13K", "", 2),
])
def test_gi_e18_1_point_up_to_three_of_a_kind_2_above(own: str, neutral: str, boost: str, worth: int) -> None:
    for winner in (1, 2):  # who is active does not matter
        loser = "M1 2: 1K" if winner == 1 else "M1 1: 1K 3S 5V"
        built = f"factory {winner}: {boost}:U\n" if boost else ""
        table = at(f"M1 {winner}: {own}\nneutral M1: {neutral}\n{loser}\n{built}play: clash")
        act(table, "1 M1", *([f"{winner} {boost}"] if boost else []))
        assert points(table) == ([worth, 0] if winner == 1 else [0, worth])


def test_gi_e19_reaching_7_does_not_stop_the_turn() -> None:
    table = at("""
        turns played: 2
        points: 6 0
        hand 1: 1S 2S 3S 4S 5S 6S 7S 8S
        M1 1: 2K 3K 4K
        M2 1: 5K 6K 7K
        factory 2: 1T:U
        play: turns
    """)
    pass_on(table, "clash")
    act(table, "1 M1")
    pass_on(table, "remove")
    assert points(table) == [7, 0]  # at once
    act(table, "2 2K", "2 pass")
    assert asked(table) == ["1 clash"]
    act(table, "1 M2", "2 pass", "2 5K", "2 pass")
    assert points(table) == [8, 0]
    assert asked(table) == ["2 rotate"]
    act(table, "2 pass")
    assert asked(table) == ["1 discard"]
    act(table, "1 1S")
    assert table.is_over


# All clashes, by brute force

def pair(card: str) -> tuple[int, int]:
    domain, value = divmod(face(card), 13)
    return value + 1, domain + 1


@pytest.mark.parametrize("seed", range(120))
def test_gi_r35_to_gi_r43_and_gi_e1_to_gi_e18_winners_by_brute_force(seed: int) -> None:
    """Random clashes, judged once more by trying every five cards."""
    rng = Random(seed)
    seats = rng.choice([2, 3])
    low = rng.choice([1, 6, 9])
    values = range(low, low + rng.choice([3, 5]))
    cards = [f"{value}{letter}" for value in values for letter in "KSV"]
    neutral = rng.sample(cards, rng.choice([0, 1, 2, 2, 2]))
    free = [card for card in cards if card not in neutral]
    own = [rng.sample(free, 3 if seat == 0 else rng.randint(0, 3)) for seat in range(seats)]
    boosts = [rng.choice(["", f"{rng.choice(values)}T"]) for _ in range(seats)]
    lines = [f"M1 {seat + 1}: {' '.join(row)}" for seat, row in enumerate(own)]
    lines += [f"factory {seat + 1}: {boost}:{rng.choice('UD')}" for seat, boost in enumerate(boosts) if boost]
    table = at("\n".join([*lines, f"neutral M1: {' '.join([*neutral, '-', '-'][:2])}", "play: clash"]), seats)
    act(table, "1 M1")
    for seat, boost in enumerate(boosts, 1):
        if boost:
            act(table, f"{seat} {boost}")
    keys = []
    for row, boost in zip(own, boosts, strict=True):
        mine = [pair(card) for card in [*row, *neutral, *([boost] if boost else [])]]
        keys.append(best_key(mine) if mine else (-1,))
        assert not mine or keys[-1] == max(key_of(list(some)) for some in combinations(mine, min(5, len(mine))))
    worth = 2 if max(keys)[0] >= 4 else 1
    assert points(table) == [worth if key == max(keys) else 0 for key in keys]
    winners = [seat for seat in range(seats) if keys[seat] == max(keys)]
    with_cards = [seat for seat in winners if own[seat]]
    for seat in winners:
        chooser = (seat + 1) % seats + 1
        if len(own[seat]) > 1:
            assert (asked(table), offered(table)) == ([f"{chooser} remove"], sorted(own[seat]))
            act(table, f"{chooser} {offered(table)[0]}")
        if neutral:
            assert asked(table) == [f"{chooser} renew"]
            act(table, f"{chooser} pass")
    assert table.is_over
    assert CLASH.get(table) == 0
    assert MARKET_DECK.of(table) == []
    for seat, row in enumerate(own):
        assert len(lies(table, f"M1 {seat + 1}")) == len(row) - (seat in with_cards)
