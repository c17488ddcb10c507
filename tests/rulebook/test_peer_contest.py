"""Peer-to-Peer: contested customers."""

import pytest

from techdeck.games.peer_to_peer import Options
from tests.rulebook.peer_tables import at, go, lies, nothing, order, size
from tests.rulebook.tables import asked, these

OTHER = "13K"  # another customer


def contest(target: str, one: str, two: str, first: int = 1, more: str = "", options: Options = Options()) -> int:
    """The team that wins the customer, or 0."""
    text = f"first: {first}\nrow: {target} {OTHER}\nhand 1: {one}\nhand 2: {two}\n{more}\nplay: assist"
    table = at(text, options=options)
    go(table, f"1 {one}", f"2 {two}", f"{3 - first} {target}", f"{first} {target}")
    winners = [side for side in (1, 2) if lies(table, f"score {side}")]
    for side, cards in ((1, one), (2, two)):
        assert lies(table, f"discard {side}" if side in winners else f"hand {side}") == these(cards)
    return winners[0] if winners else 0


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r33_only_two_good_assists_make_a_contest(first: int) -> None:
    assert contest("9V", "5V 4V", "8K 1T", first) == 1  # the other has no Service
    assert contest("9V", "5V 3V", "8K 1V", first) == 2  # the first is 8
    assert contest("9V", "5V 3V", "8K 1T", first) == 0


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r34_the_first_difference_of_sorted_values_decides(first: int) -> None:
    """PP-Q54: with different numbers of cards, too."""
    assert contest("9V", "5V 4K", "6V 3K", first) == 2
    assert contest("9V", "3K 6V", "4K 5V", first) == 1
    assert contest("9V", "5V 3K 1K", "5K 2V 2K", first) == 1
    assert contest("9V", "5K 4V", "5V 3K 1K", first) == 1
    assert contest("9V", "8K 1V", "2V 3V 4V", first) == 1


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r35_equal_values_are_decided_by_domains_in_the_same_order(first: int) -> None:
    """PP-Q55: the highest card first; Service, Technology, Science, Knowledge."""
    assert contest("9T", "5V 4T", "5T 4V", first) == 1
    assert contest("9T", "5S 4T", "5T 4V", first) == 2
    assert contest("9K", "5S 4K", "5K 4V", first) == 1
    assert contest("9K", "5K 4K", "5S 4T", first) == 1  # the second has no Knowledge


def test_pp_r35_the_next_card_decides_if_the_first_are_equal() -> None:
    more = "mark domain: 5K=4 5T=4"
    assert contest("9V", "5T 4K", "5K 4S", 1, more) == 2
    assert contest("9V", "5T 4V", "5K 4S", 2, more) == 1


def test_pp_r35_equal_values_are_sorted_by_domain() -> None:
    assert contest("10K", "5K 5V", "5S 5T", 1, "mark domain: 5S=1") == 1
    assert contest("10K", "5K 5S", "5V 5T", 1, "mark domain: 5T=1") == 2


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r36_still_equal_the_marker_side_wins(first: int) -> None:
    """PP-Q56"""
    assert contest("9V", "5V 4K", "5K 4S", first, "mark domain: 5K=4 4S=1") == first


@pytest.mark.parametrize("first", [1, 2])
def test_pp_q57_current_values_count_in_a_contest(first: int) -> None:
    assert contest("9V", "5V 4K", "6V 1K", first, "mark value: 1K=16") == 2  # 6 and 3
    assert contest("9V", "5V 4K", "3V 1K", first, "mark value: 3V=18 1K=15") == 2  # 7 and 2


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r37_two_targets_are_both_won_step_by_step(first: int) -> None:
    """PP-Q58: the marker side places first."""
    other = 3 - first
    table = at(f"""
        first: {first}
        row: 9V 8V 13K
        hand 1: 5V 4V
        hand 2: 5T 3V
        venture A 1: 10T
        venture A 2: 11T
        play: assist
    """, toys={"10T": nothing("gain"), "11T": nothing("gain")}, ventures="9V 8V")
    targets = {1: "9V", 2: "8V"}
    go(table, "1 5V 4V", "2 5T 3V", f"{other} {targets[other]}", f"{first} {targets[first]}")
    for side in (first, other):  # step 5 for all winners
        assert asked(table) == [f"{side} use after winning"]
        assert not size(table, "discard 1") + size(table, "discard 2")
        go(table, f"{side} pass")
    for side in (first, other):  # step 6
        assert asked(table) == [f"{side} develop"]
        assert size(table, f"discard {side}") == 2
        assert not size(table, "score 1") + size(table, "score 2")
        go(table, f"{side} pass")
    assert [lies(table, f"score {side}") for side in (1, 2)] == [["9V"], ["8V"]]  # step 7


def test_pp_r38_the_row_closes_up_when_step_5_begins() -> None:
    table = at("row: 1K 9V 2K 3K\nhand 1: 5V 4V 1T\nventure A 1: 10T\nplay: assist", toys={"10T": nothing("gain")})
    go(table, "1 5V 4V", "1 9V")
    assert asked(table) == ["1 use after winning"]
    assert order(table, "row") == "1K 2K 3K"
    assert lies(table, "won 1") == ["9V"]


def test_pp_v26_best_domain_compares_the_sorted_domains_only() -> None:
    best = Options(contest_domain_rule="best_domain")
    for first in (1, 2):
        assert contest("9T", "5V 4T", "5T 4V", first) == 1
        assert contest("9T", "5V 4T", "5T 4V", first, options=best) == first  # V and T on both sides
        assert contest("7V", "4V 3K", "3V 4T", first) == 1
        assert contest("7V", "4V 3K", "3V 4T", first, options=best) == 2
        assert contest("9V", "5V 4K", "6V 3K", first, options=best) == 2  # values come first
