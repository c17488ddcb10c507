"""Gears of Industry: the worked examples GI-W1 to GI-W20."""

from itertools import pairwise

import pytest

from techdeck.effects import draw
from techdeck.games.gears_of_industry import EXPELLED, LEFTOVERS, MARKET_DECK, NEUTRAL, Options
from techdeck.poker import Ranking
from techdeck.table import EMPTY, IllegalAction, Table
from tests.rulebook.gears_tables import (
    A_TURN,
    AFTER_ENTRY,
    NOTHING,
    act,
    at,
    boosted,
    check,
    deck_with,
    domains,
    factory,
    hand,
    home_of,
    in_order,
    lies,
    offered,
    paid,
    points,
    ranked,
    start,
    winners,
)
from tests.rulebook.tables import asked, pass_on, these

REST_FIRST = Ranking(suit_order="rest_first")


def refused(table: Table, line: str) -> bool:
    """Whether a choice is illegal now."""
    try:
        act(table.clone(), line)
    except IllegalAction:
        return True
    return False


# GI-W1

W1 = """
    neutral M1: 2K 6S
    neutral M2: 10S 9K
    M1 1: 6K
    M2 1: 10K 10V 4S
    factory 1: 2T:U
    M1 2: 2V
    M2 2: 9V 7K
    factory 2: 2T:U 7T:D 9T:U
    market deck: 1S 5V
"""


def test_gi_w1_the_clash_of_the_rulebook() -> None:
    table = at(W1 + "play: clash, rotate")
    assert hand(table, 1, 1, "2T") == "Two pair (6,6,2,2,0)"
    assert hand(table, 2, 1, "2T") == "Three of a kind (2,2,2,6,0)"  # ahead, but
    assert (asked(table), offered(table)) == (["1 clash"], ["M2", "pass"])  # one card is not enough
    act(table, "1 M2")
    assert (asked(table), offered(table)) == (["1 boost"], these("2T pass"))
    act(table, "1 pass")
    assert (asked(table), offered(table)) == (["2 boost"], these("2T 7T 9T pass"))
    assert hand(table, 2, 2, "7T") == "Two pair (9,9,7,7,10)"
    act(table, "2 9T")
    assert asked(table) == ["2 remove"]  # not asked for 7T any more
    assert hand(table, 1, 2) == "Three of a kind (10,10,10,9,4)"
    assert hand(table, 2, 2, "9T") == "Three of a kind (9,9,9,10,7)"
    assert points(table) == [1, 0]
    assert offered(table) == these("10K 10V 4S")
    act(table, "2 10V")
    assert (asked(table), offered(table)) == (["2 renew"], these("10S 9K pass"))
    act(table, "2 9K")
    check(table, {
        "M2 1": "10K 4S", "discard 1": "10V", "discard 2": "", "market discard": "9K", "neutral M2": "10S 1S",
        "market deck": "5V", "M2 2": "9V 7K", "M1 1": "6K", "M1 2": "2V", "neutral M1": "2K 6S",
    })


@pytest.mark.parametrize("choice", ["10K", "10V", "4S"])
def test_gi_w1_any_of_the_three_can_be_discarded_and_the_neutral_cards_can_stay(choice: str) -> None:
    table = at(W1 + "play: clash, rotate")
    act(table, "1 M2", "1 pass", "2 9T", f"2 {choice}", "2 pass")
    check(table, {"discard 1": choice, "neutral M2": "10S 9K", "market discard": "", "market deck": "1S 5V"})


# GI-W2


def test_gi_w2_a_match_pays_for_the_whole_card() -> None:
    table = at("factory 1: 12T:R\nhand 1: 12V\nplay: enter, clash, rotate")
    act(table, "1 12V M1")
    check(table, {"M1 1": "12V", "hand 1": "", "factory 1": "12T:D"})
    assert paid(table, 1) == "12T"
    assert (asked(table), offered(table)) == (["1 rotate"], ["12T", "pass"])
    act(table, "1 12T")
    assert factory(table, 1) == "12T:L"


def test_gi_w2_the_paying_card_cannot_boost_in_this_turn() -> None:
    table = at("factory 1: 12T:R 3T:U\nhand 1: 12V\nM1 1: 4K 7S\nplay: enter, clash, rotate")
    act(table, "1 12V M1")
    assert (factory(table, 1), paid(table, 1)) == ("3T:U 12T:D", "12T")
    act(table, "1 M1")
    assert (asked(table), offered(table)) == (["1 boost"], ["3T", "pass"])
    act(table, "1 pass", "2 12V", "2 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], sorted(["3T", "12T", "12T 3T", "pass"]))


# GI-W3

RANKING = [
    ("13K 7S 6V 5K 2T", 0, (13, 7, 6, 5, 2)),
    ("5K 5S 8V 3K 2T", 1, (5, 5, 8, 3, 2)),
    ("6K 6S 8V 8K 4T", 2, (8, 8, 6, 6, 4)),
    ("7K 7S 7V 2K 5T", 3, (7, 7, 7, 5, 2)),
    ("5K 6S 7V 8K 9T", 4, (9, 8, 7, 6, 5)),
    ("2S 5S 7S 10S 13S", 5, (13, 10, 7, 5, 2)),
    ("5K 5S 5V 12K 12T", 6, (5, 5, 5, 12, 12)),
    ("2K 2S 2T 2V 8K", 7, (2, 2, 2, 2, 8)),
    ("5S 6S 7S 8S 9S", 8, (9, 8, 7, 6, 5)),
    ("9V 10V 11V 12V 13V", 9, (13, 12, 11, 10, 9)),
]


@pytest.mark.parametrize(("cards", "kind", "values"), RANKING)
def test_gi_w3_the_rows_of_the_ranking(cards: str, kind: int, values: tuple[int, ...]) -> None:
    assert ranked(cards)[:2] == (kind, values)


def test_gi_w3_the_rows_ascend() -> None:
    keys = [ranked(cards) for cards, _, _ in RANKING]
    assert all(low < high for low, high in pairwise(keys))


@pytest.mark.parametrize(("number", "worth"), [(at, 1 if at < 4 else 2) for at in range(10)])
def test_gi_w3_the_first_four_score_1_the_others_2(number: int, worth: int) -> None:
    """Each hand in a clash: Technology is the boost, two of the others are neutral."""
    cards = RANKING[number][0].split()
    boost = [card for card in cards if card.endswith("T")]
    others = [card for card in cards if card not in boost]
    own, neutral = others[:3], others[3:]
    table = at(f"""
        M1 1: {' '.join(own)}
        neutral M1: {' '.join(neutral)}
        factory 1: {' '.join(f'{card}:U' for card in boost)}
        play: clash
    """)
    act(table, "1 M1", *[f"1 {card}" for card in boost])
    assert points(table) == [worth, 0]


# GI-W4

W4 = "factory 1: 1T:R 4T:L 5T:R\nhand 1: 4K 5S 9V\nplay: enter, clash, rotate\n"


@pytest.mark.parametrize("ways", [
    ("pooled", "pooled", ""), ("matched by 4T", "pooled", ""), ("pooled", "matched by 5T", ""),
])
def test_gi_w4_a_to_c_all_three_pay(ways: tuple[str, str, str]) -> None:
    table = at(W4)
    act(table, "1 4K M1")
    assert offered(table) == ["matched by 4T", "pooled"]
    act(table, f"1 {ways[0]}", "1 5S M2")
    if asked(table) == ["1 pay"]:
        assert ways[1] in offered(table)
        act(table, f"1 {ways[1]}")
    check(table, {"M1 1": "4K", "M2 1": "5S", "hand 1": "9V", "factory 1": "1T:D 4T:U 5T:D"})
    assert paid(table, 1) == "1T 4T 5T"
    assert asked(table) == ["1 rotate"]
    assert "1T 4T 5T" in offered(table)  # T6 already: nothing horizontal is left


def test_gi_w4_b_and_c_which_cards_pay_is_seen_when_one_is_left_over() -> None:
    """With one more factory card the pool of 5S (two cards) leaves a choice, but never 4T, which matched."""
    table = at(W4.replace("1T:R", "1T:R 13T:R"))
    act(table, "1 4K M1", "1 matched by 4T", "1 5S M2", "1 pooled")
    assert (asked(table), offered(table)) == (["1 pay with"], sorted(["1T 13T", "1T 5T", "13T 5T"]))


def test_gi_w4_d_both_matched_leave_one_card_free_to_turn_and_to_boost() -> None:
    table = at(W4 + "M1 1: 2K 3S\nM2 1: 6V")
    act(table, "1 4K M1", "1 matched by 4T", "1 5S M2", "1 matched by 5T")
    assert (factory(table, 1), paid(table, 1)) == ("1T:R 4T:U 5T:D", "4T 5T")
    assert (asked(table), offered(table)) == (["1 rotate"], ["1T", "pass"])
    act(table, "1 1T")
    assert (factory(table, 1), paid(table, 1)) == ("1T:D 4T:U 5T:D", "4T 5T")
    act(table, "1 M1")
    assert (asked(table), offered(table)) == (["1 boost"], ["1T", "pass"])


def test_gi_w4_the_entry_4k_and_9v_is_illegal_in_any_order_and_payment() -> None:
    for way in ("pooled", "matched by 4T"):
        table = at(W4)
        act(table, "1 4K M1", f"1 {way}")
        assert asked(table) == ["1 enter"]
        assert offered(table) == ["5S M1", "5S M2", "pass"]
    table = at(W4)
    act(table, "1 9V M1")
    assert asked(table) == ["1 rotate"]  # all three have paid, and nothing else can be entered


def test_gi_w4_9v_alone_is_pooled_by_all_three() -> None:
    table = at(W4)
    act(table, "1 9V M2")
    check(table, {"M2 1": "9V", "hand 1": "4K 5S", "factory 1": "1T:D 4T:U 5T:D"})
    assert paid(table, 1) == "1T 4T 5T"


# GI-W5


def test_gi_w5_one_matched_and_one_pooled() -> None:
    text = "factory 1: 1T:R 3T:L 11T:R\nhand 1: 11S 6V\nplay: enter, rotate"
    table = at(text)
    act(table, "1 11S M1")
    assert asked(table) == ["1 enter"]  # matched without a question: 11 alone would need 4 cards
    act(table, "1 6V M1")
    assert (factory(table, 1), paid(table, 1)) == ("1T:D 3T:U 11T:D", "1T 3T 11T")
    check(table, {"M1 1": "11S 6V", "hand 1": ""})


def test_gi_w5_both_pooled_would_need_6_cards() -> None:
    table = at("factory 1: 1T:R 3T:L 11T:R\nhand 1: 11S 6V\nplay: enter, rotate")
    act(table, "1 6V M1")  # pooled: nothing matches it
    act(table, "1 11S M1")
    assert (asked(table), paid(table, 1)) == (["1 rotate"], "1T 3T 11T")  # only the match could pay for it
    table = at("factory 1: 1T:R 3T:L 10T:R\nhand 1: 11S 6V\nplay: enter, rotate")
    act(table, "1 6V M1")
    assert asked(table) != ["1 enter"]  # without a match 11S cannot enter


# GI-W6

W6 = """
    factory 1: 6T:R
    M1 1: 8K 8S
    hand 1: 3K
    neutral M1: 6V 10S
    M1 2: 10K
    play: enter, clash, rotate
"""


def test_gi_w6_a_card_that_paid_cannot_boost_and_the_other_player_wins() -> None:
    table = at(W6)
    act(table, "1 3K M1")
    assert (factory(table, 1), paid(table, 1)) == ("6T:D", "6T")
    assert (asked(table), offered(table)) == (["1 clash"], ["M1", "pass"])
    assert hand(table, 1, 1) == "Pair (8,8,10,6,3)"
    assert hand(table, 2, 1) == "Pair (10,10,6,0,0)"
    assert hand(table, 1, 1, "6T") == "Two pair (8,8,6,6,10)"  # had it been free
    act(table, "1 M1")
    assert asked(table) == ["1 renew"]  # nobody could boost; 10K is the only card to be discarded
    assert points(table) == [0, 1]
    check(table, {"M1 2": "", "discard 2": "10K", "M1 1": "8K 8S 3K", "discard 1": ""})
    act(table, "1 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], ["6T", "pass"])
    act(table, "1 6T")
    assert factory(table, 1) == "6T:L"


def test_gi_w6_had_6t_been_free_player_1_had_won() -> None:
    table = at(W6.replace("6T:R", "6T:D 1T:R"))
    act(table, "1 3K M1", "1 M1", "1 6T")
    assert points(table) == [1, 0]


# GI-W7

W7 = """
    M1 1: 5K 5S
    M2 1: 2K 7S 9V
    factory 1: 2T:R 3T:R 6T:L
    hand 1: 6S 5V
    play: enter, rotate
"""


def test_gi_w7_an_entry_with_a_replacement() -> None:
    table = at(W7)
    act(table, "1 6S M2 for 2K", "1 matched by 6T", "1 5V M1")
    check(table, {
        "M1 1": "5K 5S 5V", "M2 1": "6S 7S 9V", "discard 1": "2K", "hand 1": "", "factory 1": "2T:D 3T:D 6T:U",
    })
    assert paid(table, 1) == "2T 3T 6T"


def test_gi_w7_with_two_cards_there_nothing_can_be_replaced() -> None:
    table = at(W7)
    assert offered(table) == sorted([
        "5V M1", "6S M1", "5V M2 for 2K", "5V M2 for 7S", "5V M2 for 9V", "6S M2 for 2K", "6S M2 for 7S",
        "6S M2 for 9V", "pass"])
    assert refused(table, "1 5V M1 for 5K")


# GI-W8


def test_gi_w8_two_clashes_in_a_turn() -> None:
    table = at("""
        neutral M1: 4V 9K
        neutral M2: 7V 7K
        market deck: 1S
        M1 1: 4K 4S 11V
        M2 1: 12K 12S 3K
        factory 1: 4T:D 12T:U
        M1 2: 9S 9V
        M2 2: 7S 13K
        factory 2: 9T:U 1T:R
        play: clash, rotate
    """)
    act(table, "1 M1", "1 4T")
    assert offered(table) == ["9T", "pass"]
    act(table, "2 9T")
    assert hand(table, 1, 1, "4T") == "Four of a kind (4,4,4,4,11)"
    assert hand(table, 2, 1, "9T") == "Four of a kind (9,9,9,9,4)"
    assert points(table) == [0, 2]
    assert (asked(table), offered(table)) == (["1 remove"], these("9S 9V"))
    act(table, "1 9V", "1 9K")
    check(table, {"M1 2": "9S", "discard 2": "9V", "market discard": "9K", "neutral M1": "4V 1S"})
    assert (asked(table), offered(table)) == (["1 clash"], ["M2", "pass"])
    act(table, "1 M2")
    assert (asked(table), offered(table)) == (["1 boost"], ["12T", "pass"])
    act(table, "1 12T")
    assert asked(table) == ["2 remove"]  # 9T is used and 1T horizontal, so nobody else could boost
    assert hand(table, 1, 2, "12T") == "Full house (12,12,12,7,7)"
    assert hand(table, 2, 2) == "Three of a kind (7,7,7,13,0)"
    assert points(table) == [2, 2]
    assert offered(table) == these("12K 12S 3K")
    act(table, "2 3K", "2 pass")
    assert (boosted(table, 1), boosted(table, 2)) == ("4T 12T", "9T")
    assert (asked(table), offered(table)) == (["1 rotate"], sorted(["4T", "12T", "4T 12T", "pass"]))
    act(table, "1 4T 12T")
    assert factory(table, 1) == "4T:L 12T:R"
    assert (asked(table), offered(table)) == (["2 rotate"], ["9T", "pass"])
    act(table, "2 9T")
    assert factory(table, 2) == "1T:R 9T:R"


# GI-W9


def test_gi_w9_who_has_no_card_there_competes_and_wins() -> None:
    table = at("""
        neutral M1: 6K 6V
        M1 1: 2K 9S 13K
        factory 2: 6T:U
        M1 3: 13V
        factory 3: 5T:R
        market deck: 1S
        play: clash, rotate
    """, 3)
    act(table, "1 M1")
    assert (asked(table), offered(table)) == (["2 boost"], ["6T", "pass"])
    act(table, "2 6T")
    assert hand(table, 2, 1, "6T") == "Three of a kind (6,6,6,0,0)"
    assert hand(table, 1, 1) == "Pair (6,6,13,9,2)"
    assert hand(table, 3, 1) == "Pair (6,6,13,0,0)"
    assert points(table) == [0, 1, 0]
    assert (asked(table), offered(table)) == (["3 renew"], these("6K 6V pass"))  # part 1 is skipped
    act(table, "3 6V")
    check(table, {"M1 1": "2K 9S 13K", "M1 3": "13V", "neutral M1": "6K 1S", "market discard": "6V"})


@pytest.mark.parametrize("boost", [True, False])
def test_gi_w9_the_order_is_p2_then_p1_then_p3(boost: bool) -> None:
    """Without the winner the next is best."""
    text = """
        neutral M1: 6K 6V
        M1 1: 2K 9S 13K
        factory 2: 6T:U
        M1 3: 13V
        play: clash
    """
    table = at(text, 3)
    act(table, "1 M1", "2 6T" if boost else "2 pass")
    assert points(table) == ([0, 1, 0] if boost else [1, 0, 0])


# GI-W10

W10 = "neutral M1: 9K 4S\nM1 1: 9V 13K 2V\nM1 2: 9S 13S 2K\nplay: clash"


def test_gi_w10_domains_decide_between_equal_values() -> None:
    table = at(W10)
    assert hand(table, 1, 1) == hand(table, 2, 1) == "Pair (9,9,13,4,2)"
    assert (domains(table, 1, 1), domains(table, 2, 1)) == ((4, 1, 1, 2, 4), (2, 1, 2, 2, 1))
    act(table, "1 M1")
    assert points(table) == [1, 0]


def test_gi_w10_with_rest_first_the_other_wins() -> None:
    table = at(W10, options=Options(suit_order="rest_first"))
    assert domains(table, 1, 1, ranking=REST_FIRST) == (1, 2, 4, 4, 1)
    assert domains(table, 2, 1, ranking=REST_FIRST) == (2, 2, 1, 2, 1)
    act(table, "1 M1")
    assert points(table) == [0, 1]


# GI-W11

W11 = """
    neutral M2: 8K 3S
    M2 1: 8V 10K 12S
    M2 2: 8V 10K 12S
    market deck: 1S 2S
    play: clash, rotate
"""


def test_gi_w11_equal_hands_both_win_and_both_are_updated() -> None:
    table = at(W11)
    assert hand(table, 1, 2) == hand(table, 2, 2) == "Pair (8,8,12,10,3)"
    assert domains(table, 1, 2) == domains(table, 2, 2)
    act(table, "1 M2")
    assert points(table) == [1, 1]
    assert (asked(table), offered(table)) == (["2 remove"], these("8V 10K 12S"))
    act(table, "2 8V")
    check(table, {"M2 1": "10K 12S", "M2 2": "8V 10K 12S", "discard 1": "8V", "discard 2": ""})
    assert (asked(table), offered(table)) == (["2 renew"], these("8K 3S pass"))
    act(table, "2 3S")
    assert lies(table, "neutral M2") == these("8K 1S")
    assert (asked(table), offered(table)) == (["1 remove"], these("8V 10K 12S"))
    act(table, "1 10K")
    check(table, {"M2 2": "8V 12S", "discard 2": "10K", "discard 1": "8V"})
    assert (asked(table), offered(table)) == (["1 renew"], these("8K 1S pass"))
    act(table, "1 8K")
    check(table, {"neutral M2": "1S 2S", "market discard": "3S 8K", "market deck": ""})
    assert table.is_over


def test_gi_w11_first_in_order_makes_the_active_player_the_only_winner() -> None:
    table = at(W11, options=Options(tied_hands="first_in_order"))
    act(table, "1 M2")
    assert points(table) == [1, 0]
    act(table, "2 8V", "2 pass")
    assert table.is_over
    check(table, {"M2 1": "10K 12S", "M2 2": "8V 10K 12S"})


# GI-W12


def test_gi_w12_8_to_7_wins_alone() -> None:
    table = at("""
        points: 6 6
        turns played: 4
        neutral M1: 3S 9S
        M1 1: 2S 6S 11S
        M1 2: 13K 12V
        neutral M2: 4K 8S
        M2 1: 1K 3V 6V
        M2 2: 8V 5S
        market deck: 1V 2V
        play: turns
    """)
    pass_on(table, "clash")
    act(table, "1 M1")
    assert hand(table, 1, 1) == "Flush (11,9,6,3,2)"
    assert points(table) == [8, 6]
    act(table, "2 11S", "2 pass")
    assert hand(table, 2, 2) == "Pair (8,8,5,4,0)"
    act(table, "1 M2")
    assert points(table) == [8, 7]
    pass_on(table)
    assert (winners(table), points(table)) == ([1], [8, 7])


@pytest.mark.parametrize(("more", "who"), [("", [1, 2]), (" 1T:R", [2])])
def test_gi_w12_both_at_7_the_cards_in_play_decide(more: str, who: list[int]) -> None:
    table = at(f"""
        points: 7 7
        M1 1: 3K 9S
        M2 1: 12V
        factory 1: 2T:U 5T:R
        M1 2: 10K
        M2 2: 1V 4S
        factory 2: 13T:D 3T:L{more}
        play: clean-up, turns
    """)
    assert winners(table) == who


# GI-W13


def test_gi_w13_the_discard_is_shuffled_when_the_deck_is_empty() -> None:
    drawn = set()
    for seed in range(30):
        table = at("turns played: 2\ndiscard 1: 4K 9S 2T\nhand 1: 1K\nfactory 1: 5T:U\nplay: draw, rotate", seed=seed)
        assert asked(table) == ["1 rotate"]
        assert len(lies(table, "deck 1")) == 2
        assert lies(table, "discard 1") == []
        assert sorted(lies(table, "hand 1") + lies(table, "deck 1")) == these("1K 4K 9S 2T")
        drawn.update(lies(table, "hand 1"))
    assert drawn == {"1K", "4K", "9S", "2T"}


def test_gi_w13_with_an_empty_discard_too_nothing_is_drawn_and_t2_follows() -> None:
    table = at("turns played: 2\nhand 1: 1K 1T\nplay: draw, factory")
    assert (asked(table), lies(table, "hand 1")) == (["1 build"], these("1K 1T"))


@pytest.mark.parametrize("count", [3, 4])
def test_gi_w13_an_effect_draws_what_is_there(count: int) -> None:
    table = at(
        "M1 1: 5K\ndeck 1: 7K\ndiscard 1: 4K 9S\ndeck 2: 1K\nmarket deck: 2K\nplay: effect",
        texts={"5K": draw(count).rule})
    act(table, "1 5K")
    check(table, {"hand 1": "7K 4K 9S", "deck 1": "", "discard 1": "", "deck 2": "1K", "market deck": "2K"})


# GI-W14

W14 = """
    turns played: 2
    neutral M1: 2K 3S
    neutral M2: 6K 10S
    market deck: 10V 1V
    factory 1: 10T:R
    M2 1: 10K 4V
    M2 2: 1K
    deck 1: 9K 9S
    deck 2: 9K 9S
    play: turns
"""


@pytest.mark.parametrize(("rule", "pile"), [("effect", "discard 1"), ("home", "market discard"), ("zone", "discard 1")])
def test_gi_w14_a_market_card_drawn_by_a_neutral_effect(rule: str, pile: str) -> None:
    table = at(W14, texts={"2K": draw(1).rule}, options=Options(discard_rule=rule))
    pass_on(table, "use")
    assert (lies(table, "hand 1"), in_order(table, "deck 1")) == (["9K"], ["9S"])  # by T1
    act(table, "1 2K")
    assert lies(table, "hand 1") == these("9K 10V")
    assert (in_order(table, "deck 1"), in_order(table, "market deck")) == (["9S"], ["1V"])
    assert home_of(table, "10V", "hand 1") == "Market"
    while asked(table) != ["1 enter"]:
        assert not asked(table)[0].endswith(("clash", "build"))
        act(table, f"{asked(table)[0][0]} pass")
    act(table, "1 10V M2")
    assert paid(table, 1) == "10T"
    pass_on(table, "clash")
    act(table, "1 M2")
    assert points(table) == [1, 0]
    act(table, "2 10V")
    assert lies(table, pile) == ["10V"]
    assert [place for place in ("discard 1", "discard 2", "market discard") if lies(table, place)] == [pile]


# GI-W15

W15 = """
    neutral M1: 5K 13S
    M1 1: 5K 5S 5V
    factory 1: 5T:U
    M1 2: 5S 5V 12K
    factory 2: 5T:D
    play: clash
"""


def test_gi_w15_five_equal_values_are_four_of_a_kind() -> None:
    table = at(W15)
    act(table, "1 M1", "1 5T", "2 5T")
    for seat in (1, 2):
        assert hand(table, seat, 1, "5T") == "Four of a kind (5,5,5,5,13)"
        assert domains(table, seat, 1, "5T") == (4, 3, 2, 1, 2)
    assert points(table) == [2, 2]


def test_gi_w15_with_five_of_a_kind_player_1_wins_alone() -> None:
    table = at(W15, options=Options(five_of_a_kind=True))
    act(table, "1 M1", "1 5T", "2 5T")
    assert points(table) == [2, 0]


# GI-W16


def test_gi_w16_nothing_wraps_and_1_is_low() -> None:
    assert ranked("12K 13S 1V 2K 3S")[:2] == (0, (13, 12, 3, 2, 1))
    assert ranked("1K 2S 3V 4K 5T")[:2] == (4, (5, 4, 3, 2, 1))
    assert ranked("1K 2S 3V 4K 5T") < ranked("2K 3S 4V 5K 6T")


# GI-W17


@pytest.mark.parametrize(("technology", "market", "leave"), [((7, 0), 30, 3), ((2, 1), 29, 0)])
def test_gi_w17_counting_the_market_deck(technology: tuple[int, int], market: int, leave: int) -> None:
    table = start(deck_with(technology[0]), deck_with(technology[1]))
    neutral = [back for zone in NEUTRAL for back in zone.of(table) if back != EMPTY]
    assert len(neutral) == 4
    assert len(MARKET_DECK.of(table)) == market - 4
    others = [back for back in LEFTOVERS.of(table) if table.card(back).domain_number != 3]
    assert len(others) == leave
    assert len(LEFTOVERS.of(table)) == leave + 26 - sum(technology)
    assert sum(table.card(back).is_wild for back in EXPELLED.of(table)) == 4


# GI-W18

W18 = "neutral M1: 10S 11S\nfactory 1: 9T:U\nplay: clash\n"


def test_gi_w18_a_straight_flush_without_the_boost() -> None:
    table = at(W18 + "M1 1: 7S 8S 9S")
    assert hand(table, 1, 1, "9T") == "Straight flush (11,10,9,8,7)"
    assert domains(table, 1, 1, "9T") == (2, 2, 2, 2, 2)


def test_gi_w18_a_flush_is_better_than_the_straight() -> None:
    table = at(W18 + "M1 1: 7S 8S 2S")
    assert hand(table, 1, 1, "9T") == "Flush (11,10,8,7,2)"


def test_gi_w18_a_straight_with_the_boost() -> None:
    table = at(W18 + "M1 1: 7K 8S 2S")
    assert hand(table, 1, 1, "9T") == "Straight (11,10,9,8,7)"
    assert domains(table, 1, 1, "9T") == (2, 2, 3, 2, 1)


# GI-W19


def test_gi_w19_only_the_active_player_discards_down_to_7() -> None:
    table = at("""
        turns played: 2
        hand 1: 1K 2K 3K 4K 5K 6K 7K 8K
        deck 1: 9K
        hand 2: 1S 2S 3S 4S 5S 6S 7S 8S
        deck 2: 9S
        play: turns
    """)
    pass_on(table, "discard")
    assert (asked(table), len(offered(table))) == (["1 discard"], 9)  # any of them
    act(table, "1 3K", "1 9K")
    check(table, {"discard 1": "3K 9K", "hand 1": "1K 2K 4K 5K 6K 7K 8K", "discard 2": ""})
    assert len(lies(table, "hand 2")) == 9  # player 2's turn has begun
    pass_on(table, "discard")
    assert asked(table) == ["2 discard"]
    act(table, "2 1S", "2 2S")
    assert asked(table) != ["2 discard"]
    assert (len(lies(table, "hand 2")), lies(table, "discard 2")) == (7, these("1S 2S"))


# GI-W20


def test_gi_w20_the_cycle_of_rotations() -> None:
    table = at("""
        turns played: 2
        hand 1: 9T 9K
        M1 1: 2K 3K 4K
        M1 2: 5K 5S 5V
        neutral M1: 7K 8K
        market deck: 1V 2V 3V 4V 5V 6V
        factory 2: 1T:R
        play: turns
    """)
    act(table, "1 9T right")
    assert asked(table) == ["1 enter"]
    act(table, "1 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], ["9T", "pass"])
    act(table, "1 9T")
    assert (factory(table, 1), paid(table, 1)) == ("9T:D", "")
    act(table, "1 M1", "1 9T")
    assert boosted(table, 1) == "9T"
    pass_on(table, "rotate")
    act(table, "1 9T")
    assert (factory(table, 1), boosted(table, 1)) == ("9T:L", "")
    # Player 2's turn: 9T lies.
    pass_on(table, "clash")
    act(table, "2 M1")
    assert asked(table) == ["1 remove"]  # 9T cannot boost, and 1T lies too
    act(table, "1 5K", "1 pass")
    while asked(table) != ["1 enter"]:
        assert not asked(table)[0].endswith("rotate") or "9T" not in offered(table)
        act(table, f"{asked(table)[0][0]} pass")
    # Player 1's second turn.
    act(table, "1 9K M2")
    assert (factory(table, 1), paid(table, 1)) == ("9T:U", "9T")
    while factory(table, 1) == "9T:U" and paid(table, 1):
        act(table, f"{asked(table)[0][0]} pass")
    # Player 2's turn: 9T stands, without a mark.
    assert (factory(table, 1), paid(table, 1), boosted(table, 1)) == ("9T:U", "", "")
    pass_on(table, "rotate")
    while asked(table) != ["1 rotate"]:
        act(table, f"{asked(table)[0][0]} pass")
    assert offered(table) == ["9T", "pass"]
    act(table, "1 9T")
    assert factory(table, 1) == "9T:R"


def test_gi_w20_in_the_next_players_turn_the_card_may_boost() -> None:
    table = at(f"""
        turns played: 2
        hand 1: 9K
        factory 1: 9T:L
        M1 2: 5K 5S 5V
        play: enter, {AFTER_ENTRY}, turns
    """, texts={"13K": NOTHING})
    act(table, "1 9K M1")
    assert paid(table, 1) == "9T"
    pass_on(table, "clash")
    act(table, "2 M1")
    assert (asked(table), offered(table)) == (["1 boost"], ["9T", "pass"])


def test_gi_w20_three_output_of_the_card_pay_as_well() -> None:
    table = at(f"hand 1: 3K\nfactory 1: 9T:L\nplay: {A_TURN}")
    act(table, "1 3K M1")
    assert (factory(table, 1), paid(table, 1)) == ("9T:U", "9T")
