"""Peer-to-Peer: refresh."""

import pytest

from techdeck.games.peer_to_peer import Options
from tests.rulebook.peer_tables import at, chances, general, go, lies, nothing, order, size
from tests.rulebook.tables import asked, these


def test_pp_r50_the_whole_hand_is_discarded() -> None:
    """PP-Q65: used and unused cards alike."""
    table = at("hand 1: 1K 2K\nmark used: 1K\ndeck 1: 3K 4K 5K 6K 7K\ndiscard 1: 8K\nplay: refresh",
               toys={"1K": nothing()})
    assert lies(table, "discard 1") == these("1K 2K 8K")
    assert lies(table, "hand 1") == these("3K 4K 5K 6K")


def test_pp_r50_both_hands_are_discarded_and_cards_set_aside_are_not() -> None:
    table = general("hand 1: 4T 2K 9K\ndeck 1: 3K 10K 5K 6K 7K\nhand 2: 1S\ndeck 2: 2S 3S 4S 5S\nplay: refresh")
    go(table, "1 4T", "1 2K")
    assert lies(table, "hand 1") == these("2K 3K 10K 5K 6K")
    assert lies(table, "discard 1") == these("4T 9K")
    assert (lies(table, "hand 2"), lies(table, "discard 2")) == (these("2S 3S 4S 5S"), ["1S"])


def test_pp_r51_four_cards_and_those_left_in_the_deck_are_certainly_drawn() -> None:
    """PP-Q36, PP-Q38: the discard is shuffled once the deck is empty."""
    left = set()
    for seed in range(15):
        table = at("hand 1: 1K 2K\ndeck 1: 3K 4K 5K\ndiscard 1: 6K 7K\nplay: refresh", seed=seed)
        assert set(these("3K 4K 5K")) < set(lies(table, "hand 1"))
        assert (size(table, "hand 1"), size(table, "deck 1"), size(table, "discard 1")) == (4, 3, 0)
        left |= set(lies(table, "hand 1"))
    assert left == set(these("1K 2K 3K 4K 5K 6K 7K"))


def test_pp_q37_with_exactly_enough_cards_nothing_is_shuffled() -> None:
    table = at("hand 1: 1K 2K\ndeck 1: 3K 4K 5K 6K\ndiscard 1: 7K\nplay: refresh")
    assert (size(table, "deck 1"), lies(table, "discard 1")) == (0, these("1K 2K 7K"))
    assert chances(table) == 0


@pytest.mark.parametrize("first", [1, 2])
def test_pp_r51_the_marker_side_draws_first(first: int) -> None:
    """Seen by the wild cards that both draw: the first to draw is the first to choose."""
    table = general(f"""
        first: {first}
        deck 1: W1 1K
        deck 2: W2 1S
        discard 2: 2S
        row: 9V
        unhappy: 8V
        play: refresh
    """)
    assert asked(table)[0] == {1: "1 send back", 2: "2 exchange"}[first]


def test_pp_r52_the_hand_stays_short() -> None:
    """PP-Q66, PE-Q14"""
    table = at("hand 1: 1K\ndeck 1: 2K\ndiscard 1: 3K\nplay: refresh")
    assert lies(table, "hand 1") == these("1K 2K 3K")
    assert (size(table, "deck 1"), size(table, "discard 1")) == (0, 0)


def test_pp_r53_a_wild_drawn_is_applied_expelled_and_replaced() -> None:
    """Its own side chooses, also without the marker."""
    table = general("first: 1\ndeck 2: 1S W1 2S 3S 4S 5S\nrow: 9V\nunhappy: 8V\ncustomer deck: 7V\nplay: refresh")
    assert asked(table) == ["2 send back"]
    assert size(table, "hand 2") == 1  # drawing goes on afterwards
    go(table, "2 8V")
    assert order(table, "customer deck") == "7V 8V"
    assert "W1" in lies(table, "expelled")
    assert lies(table, "hand 2") == these("1S 2S 3S 4S")


def test_pp_r53_a_wild_in_the_discard_comes_after_the_shuffle() -> None:
    table = at("hand 1: 1K\ndiscard 1: W2 2K 3K 4K 5K\nplay: refresh", options=Options())
    assert size(table, "hand 1") == 4
    assert "W2" in [*lies(table, "expelled"), *lies(table, "deck 1")]
