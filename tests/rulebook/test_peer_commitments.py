"""Peer-to-Peer: commitments, declarations, the test, and when the assist phase ends."""

import pytest

from techdeck.cards import Domain
from techdeck.games.peer_to_peer import ITERATION, ITERATIONS, STANDS_ASIDE
from techdeck.rules import choose, do
from techdeck.table import IllegalAction
from techdeck.team_effects import committed_cards, customers_in_row, expel_it
from tests.rulebook.peer_tables import (
    PLUS1,
    Toy,
    at,
    go,
    knowers,
    lies,
    nothing,
    order,
    pass_on,
    random_game,
    recolor,
    size,
)
from tests.rulebook.tables import asked, offered, these

EXPEL_CUSTOMER = Toy(choose("expel", customers_in_row, then=do(expel_it)), "assist")
EXPEL_COMMITTED = Toy(choose("expel", committed_cards, then=do(expel_it)), "assist")

BOTH = """
    first: 1
    row: 9V 8V
    hand 1: 5V 4V 1K
    hand 2: 5T 3V 2K
    play: assist
"""


def test_pp_r23_no_customer_or_no_hand_card_ends_the_phase() -> None:
    assert at("hand 1: 5V\nhand 2: 4V\nplay: assist").is_over
    assert at("row: 9V\nplay: assist").is_over
    assert asked(at("row: 9V\nhand 2: 4V\nplay: assist")) == ["2 commit"]
    table = at("row: 9V\nhand 1: 5V 4V 3V\nhand 2: 1K\nplay: assist")
    go(table, "1 5V 4V", "2 pass")
    assert table.is_over  # the row is empty
    table = at("row: 9V 8V\nhand 1: 5V 4V\nplay: assist")
    go(table, "1 5V 4V", "1 9V")
    assert table.is_over  # no hand card is left


def test_pp_r23_who_must_stand_aside_does_not_count() -> None:
    table = at("row: 9V\nhand 1: 5V\nplay: assist")
    go(table, "1 5V")
    assert table.is_over
    assert lies(table, "hand 1") == ["5V"]


def test_pp_r24_any_subset_of_the_hand_in_secret_and_at_the_same_time() -> None:
    """PP-Q45: it need not fit any customer.  PP-Q46: its number is seen once all have locked in."""
    table = at(BOTH)
    assert sorted(asked(table)) == ["1 commit", "2 commit"]
    one = table.decision_of(0)
    assert one is not None
    assert len(one) == 8  # 0 to all of three cards
    clone = table.clone()
    go(table, "2 5T", "1 1K 4V 5V")
    go(clone, "1 1K 4V 5V")  # in any order
    assert (size(clone, "hand 1"), size(clone, "laid 1")) == (3, 0)
    go(clone, "2 5T")
    for one_table in (table, clone):
        assert lies(one_table, "laid 1") == these("1K 4V 5V")
        assert lies(one_table, "hand 1") == []
        assert lies(one_table, "committed 2") == ["5T"]


def test_pp_r24_to_stand_aside_is_for_this_iteration_only() -> None:
    table = at(BOTH)
    go(table, "1 pass", "2 5T 3V", "2 8V")
    assert lies(table, "score 2") == ["8V"]
    assert sorted(asked(table)) == ["1 commit", "2 commit"]


def test_pp_r25_one_commitment_for_one_customer_but_any_number_of_iterations() -> None:
    """PP-Q44"""
    table = at("row: 9V 8V 7V\nhand 1: 5V 4V 5K 3V 6K 1V\nplay: assist")
    go(table, "1 5V 4V 5K 3V", "1 9V")  # 17: not two customers at once
    assert size(table, "score 1") == 0
    table = at("row: 9V 8V 7V\nhand 1: 5V 4V 5K 3V 6K 1V\nplay: assist")
    go(table, "1 5V 4V", "1 9V", "1 5K 3V", "1 8V", "1 6K 1V")
    assert lies(table, "score 1") == these("9V 8V 7V")


def test_pp_r26_if_all_commit_nothing_the_phase_ends_at_once() -> None:
    """PP-Q48, PP-Q50: no window follows, and nobody has to assist."""
    table = at(BOTH.replace("play:", "venture A 1: 10T\nplay:"), toys={"10T": nothing("between")})
    go(table, "1 pass", "2 pass")
    assert table.is_over
    assert order(table, "row") == "9V 8V"


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r27_the_marker_side_reveals_and_declares_last(first: int) -> None:
    """PP-Q47"""
    other = 3 - first
    table = at(BOTH.replace("first: 1", f"first: {first}"))
    go(table, "1 5V 4V", "2 5T 3V")
    assert asked(table) == [f"{other} declare"]
    assert (size(table, f"committed {other}"), size(table, f"laid {first}")) == (2, 2)
    go(table, f"{other} 8V")
    assert asked(table) == [f"{first} declare"]
    assert (size(table, f"committed {first}"), size(table, f"laid {first}")) == (2, 0)


def test_pp_r27_an_empty_commitment_skips_it() -> None:
    table = at(BOTH)
    go(table, "1 5V", "2 pass")
    assert asked(table) == ["1 declare"]


def test_pp_r28_each_customer_may_be_named_fitting_or_not() -> None:
    table = at(BOTH, toys={"13K": nothing("assist")})
    go(table, "1 5V 4V", "2 5T 3V")
    assert offered(table) == ["8V", "9V"]  # no pass
    with pytest.raises(IllegalAction):
        go(table, "2 7V")
    go(table, "2 9V")
    assert offered(table) == ["8V", "9V"]  # the other side's target as well
    go(table, "1 9V")
    assert lies(table, "score 1") == ["9V"]
    assert lies(table, "hand 2") == these("5T 3V 2K")


def test_pp_r28_revealed_cards_cannot_be_taken_back() -> None:
    """PP-Q47: nor is the target changed; what is asked next is for effects only."""
    table = at(BOTH.replace("play:", "venture A 1: 10T\nplay:"), toys={"10T": nothing("assist")})
    go(table, "1 5V", "2 5T 3V", "2 9V", "1 8V")
    assert (asked(table), offered(table)) == (["1 use while assisting"], ["10T", "pass"])
    assert lies(table, "committed 1") == ["5V"]


# The test

def good(cards: str, row: str = "9V", more: str = "", **toys: Toy) -> bool:
    table = at(f"row: {row}\nhand 1: {cards}\n{more}\nplay: assist", toys={name[1:]: toy for name, toy in toys.items()})
    go(table, f"1 {cards}")
    pass_on(table)
    return lies(table, "score 1") == [row.split()[0]]


@pytest.mark.parametrize(("cards", "is_good"), [
    ("5V 4K", True), ("5V 4V", True), ("5K 4K", False), ("5V 3K", False), ("5V 4K 1T", False), ("2V 3K 4T", True),
])
def test_pp_r30_the_sum_must_be_exact_and_one_domain_must_match(cards: str, is_good: bool) -> None:
    """PP-Q53: at least one card."""
    assert good(cards) == is_good


def test_pp_r30_on_current_values_and_domains() -> None:
    assert good("5V 3K", more="mark value: 3K=15")
    assert not good("5V 4K", more="mark value: 9V=15")
    assert good("5K 4K", more="mark domain: 5K=4")
    assert good("5K 4K", more="mark domain: 9V=1")
    assert not good("5V 4K", more="mark domain: 9V=2")


def test_pp_r30_the_target_must_still_be_in_the_row() -> None:
    """PP-Q51: there is no new target."""
    table = at("row: 9V 9K\nhand 1: 5V 4K\nventure A 1: 10T\nplay: assist", toys={"10T": EXPEL_CUSTOMER})
    go(table, "1 5V 4K", "1 9V", "1 10T", "1 9V")
    assert (size(table, "score 1"), order(table, "row")) == (0, "9K")
    assert lies(table, "hand 1") == these("5V 4K")


def test_pp_r30_the_test_uses_what_is_left_of_the_commitment() -> None:
    """PP-Q51, PE-Q07: with nothing left it fails."""
    table = at("row: 9V 9K\nhand 1: 5V 4K 1T\nventure A 1: 10T\nplay: assist", toys={"10T": EXPEL_COMMITTED})
    go(table, "1 5V 4K 1T", "1 9V", "1 10T", "1 1T")
    assert lies(table, "score 1") == ["9V"]
    table = at("row: 9V 9K\nhand 1: 5V 4K 1T\nventure A 1: 10T\nplay: assist", toys={"10T": EXPEL_COMMITTED})
    go(table, "1 1T", "1 9V", "1 10T", "1 1T")
    assert size(table, "score 1") == 0


def test_pp_r31_a_single_card_may_assist() -> None:
    """PP-Q52: with a change of its value, too."""
    table = at("row: 9V\nhand 1: 8V\nventure A 1: 10T\nplay: assist", toys={"10T": PLUS1})
    go(table, "1 8V", "1 10T", "1 8V")
    assert lies(table, "score 1") == ["9V"]
    table = at("row: 9V\nhand 1: 9K\nventure A 1: 10T\nplay: assist", toys={"10T": recolor(Domain.SERVICES)})
    go(table, "1 9K", "1 10T", "1 9K")
    assert lies(table, "score 1") == ["9V"]
    assert not good("9K")


def test_pp_r32_a_failed_assist_has_no_penalty() -> None:
    table = at("row: 9V\nhand 1: 5V 3V\nplay: assist")
    go(table, "1 5V 3V")
    assert (lies(table, "hand 1"), size(table, "discard 1"), size(table, "unhappy")) == (these("5V 3V"), 0, 0)


def test_pp_r45_losers_and_failed_assists_take_their_cards_back() -> None:
    table = at("""
        first: 1
        row: 9V 8V 7V
        hand 1: 6V 3K
        hand 2: 5V 4K
        play: assist
    """)
    go(table, "1 6V 3K", "2 5V 4K", "2 9V", "1 9V")
    assert lies(table, "hand 2") == these("5V 4K")
    assert knowers(table, "5V") == [2]
    assert asked(table) == ["2 commit"]  # it may commit them again
    go(table, "2 5V", "2 8V")
    assert lies(table, "hand 2") == these("5V 4K")


# How long it goes on

def test_pp_r47_who_tried_in_vain_stands_aside() -> None:
    """PP-Q49: a junk commitment does not cut off a rival."""
    table = at(BOTH)
    go(table, "1 1K", "2 pass", "1 9V")
    assert STANDS_ASIDE.of(table) == [1, 0]
    assert asked(table) == ["2 commit"]
    go(table, "2 2K", "2 9V")
    assert table.is_over  # both stand aside


def test_pp_r47_a_won_customer_lets_all_commit_again() -> None:
    table = at(BOTH)
    go(table, "1 1K", "2 pass", "1 9V", "2 5T 3V", "2 8V")
    assert STANDS_ASIDE.of(table) == [0, 0]
    assert sorted(asked(table)) == ["1 commit", "2 commit"]


@pytest.mark.parametrize("timing", ["assist", "open"])
def test_pp_r47_an_effect_lets_all_commit_again(timing: str) -> None:
    table = at(BOTH.replace("play:", "venture A 2: 10T\nplay:"), toys={"10T": nothing(timing)})
    go(table, "1 1K", "2 pass", "1 9V", "2 pass")
    assert STANDS_ASIDE.of(table) == [1, 0]
    go(table, "2 2K", "2 9V", "2 10T")
    assert STANDS_ASIDE.of(table) == [0, 0]
    assert sorted(asked(table)) == ["1 commit", "2 commit"]


def test_pp_r47_to_stand_aside_ends_with_the_phase() -> None:
    table = at(BOTH.replace("play: assist", "play: assist, assist"))
    go(table, "1 1K", "2 pass", "1 9V", "2 pass")
    assert sorted(asked(table)) == ["1 commit", "2 commit"]


def test_pp_r48_an_assist_phase_is_finite() -> None:
    assert ITERATIONS == 200
    most = 0
    for seats, seed in ((2, 1), (4, 2), (6, 3), (1, 4), (3, 5)):
        most = max([most, *[ITERATION.get(table) for table in random_game(seats, seed)]])
    assert 1 < most < 40
    table = at(BOTH)
    ITERATION.put(table, 200)
    go(table, "1 1K", "2 pass")
    with pytest.raises(AssertionError, match="goes on and on"):
        go(table, "1 9V")


def test_pp_r45_cards_are_back_in_the_hand_before_step_9() -> None:
    table = at("row: 9V 8V\nhand 1: 5V\nplay: assist", toys={"5V": nothing("between", "group")})
    go(table, "1 5V", "1 9V")
    assert (asked(table), offered(table)) == (["1 use"], ["5V", "pass"])
    table = at("row: 9V 8V\nhand 1: 5V 4V\nplay: assist", toys={"5V": nothing("between", "group")})
    go(table, "1 5V 4V", "1 9V")
    assert table.is_over  # the winner's cards are discarded
