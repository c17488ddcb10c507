"""Peer-to-Peer: what becomes of a customer that was won."""

import itertools

import pytest

from techdeck.games.peer_to_peer import DISCARD, Options
from techdeck.rules import do
from techdeck.table import Table
from techdeck.team_effects import VENTURES
from tests.rulebook.peer_tables import (
    KEEP_DISCARD,
    KEEP_HAND,
    RECALL,
    Toy,
    asked_until_end,
    at,
    general,
    go,
    lies,
    nothing,
    order,
    place_of,
    random_game,
    size,
    used,
)
from tests.rulebook.tables import asked, offered, these

WIN = """
    row: 9V 8V
    hand 1: 5V 4V 1K
    {more}
    play: assist
"""


def win(more: str, seats: int = 2, *, ventures: str = "", toys: dict[str, Toy] | None = None) -> Table:
    """Team 1 has just won 9V."""
    table = at(WIN.format(more=more), seats, ventures=ventures, toys=toys)
    go(table, "1 5V 4V", "1 9V")
    return table


# Step 5

@pytest.mark.parametrize(("toy", "place"), [(KEEP_HAND, "hand 1"), (KEEP_DISCARD, "discard 1")])
def test_pp_r39_only_an_effect_sends_the_customer_to_group_cards(toy: Toy, place: str) -> None:
    """PP-Q59: wherever the effect says."""
    table = win("venture A 1: 10T", toys={"10T": toy})
    assert offered(table) == ["10T", "pass"]
    go(table, "1 10T")
    assert place_of(table, "9V") == place
    table = win("venture A 1: 10T", toys={"10T": toy})
    go(table, "1 pass")
    assert place_of(table, "9V") == "score 1"
    assert place_of(win("", toys={}), "9V") == "score 1"


@pytest.mark.parametrize(("card", "place"), [
    ("9T", "hand 1"), ("10T", "deck 1"), ("6V", "discard 1"), ("3V", "deck 1"),
])
def test_pp_q59_deck_hand_and_discard_are_all_possible(card: str, place: str) -> None:
    table = general(f"row: 6K 13V\nhand 1: 5K 1S {card}\ndeck 1: 13K\nplay: assist")
    go(table, "1 5K 1S", "1 6K", f"1 {card}", "1 6K")
    assert place_of(table, "6K") == place


def test_pp_r39_effects_are_used_one_at_a_time_until_the_winner_passes() -> None:
    """PE-T04: the customer goes to the first place that takes it; others may still be used."""
    table = win("venture A 1: 10T 11T 12T",
                toys={"10T": KEEP_HAND, "11T": KEEP_DISCARD, "12T": nothing("gain")})
    go(table, "1 12T")
    assert offered(table) == ["10T", "11T", "pass"]
    go(table, "1 10T")
    assert place_of(table, "9V") == "hand 1"
    assert offered(table) == ["11T", "pass"]
    go(table, "1 11T")
    assert place_of(table, "9V") == "hand 1"
    assert used(table) == ["10T", "11T", "12T"]


def test_pp_r39_only_a_winner_uses_them() -> None:
    table = at("""
        first: 1
        row: 9V 8V
        hand 1: 5V 4V
        hand 2: 7V
        venture A 1: 10T
        venture A 2: 11T
        play: assist
    """, toys={"10T": nothing("gain"), "11T": nothing("gain")})
    go(table, "1 5V 4V", "2 7V", "2 8V", "1 9V", "1 pass")
    assert "2 use after winning" not in asked_until_end(table)


# Step 6

def test_pp_r40_committed_cards_are_discarded_after_step_5() -> None:
    """PP-Q64"""
    table = win("discard 1: 2K\nventure A 1: 10T", toys={"10T": Toy(RECALL.rule, "gain")})
    assert (lies(table, "discard 1"), lies(table, "committed 1")) == (["2K"], these("5V 4V"))
    go(table, "1 10T")
    assert offered(table) == ["2K"]
    go(table, "1 2K")
    assert lies(table, "discard 1") == these("5V 4V")


def test_pp_r41_a_flagged_customer_may_go_into_any_venture_of_the_side() -> None:
    table = win("venture A 1: 10T", 4, ventures="9V")
    assert (asked(table), offered(table)) == (["1 develop"], ["pass", "venture A", "venture B"])
    assert lies(table, "discard 1") == these("5V 4V")
    go(table, "1 venture B")
    assert (order(table, "venture A 1"), order(table, "venture B 1")) == ("10T", "9V")
    assert size(table, "score 1") == 0
    table = win("venture A 1: 10T", 4, ventures="9V")
    go(table, "1 pass")
    assert lies(table, "score 1") == ["9V"]


def test_pp_r41_not_if_step_5_moved_it() -> None:
    table = win("venture A 1: 10T", ventures="9V", toys={"10T": KEEP_DISCARD})
    go(table, "1 10T")
    assert "develop" not in str(asked_until_end(table))


def test_pp_q60_a_group_only_card_cannot_enter_a_venture() -> None:
    table = win("venture A 1: 10T", toys={"9V": nothing("open", "group")})
    assert place_of(table, "9V") == "score 1"


@pytest.mark.parametrize(("seats", "cards"), [(2, "5K 6K 7K"), (4, "5K 6K 7K"), (6, "5K 6K")])
def test_pp_r42_an_overfull_venture_scores_any_one_of_its_cards(seats: int, cards: str) -> None:
    """PP-Q61: the newcomer, too."""
    for scored in (*cards.split(), "9V"):
        table = win(f"venture A 1: {cards}", seats, ventures="9V")
        go(table, "1 venture A")
        assert (asked(table), offered(table)) == (["1 score"], these(f"{cards} 9V"))
        go(table, f"1 {scored}")
        assert lies(table, "score 1") == [scored]
        assert lies(table, "venture A 1") == [card for card in these(f"{cards} 9V") if card != scored]


def test_pp_r43_a_new_venture_card_may_be_used_in_the_same_round() -> None:
    table = win("", toys={"9V": nothing("open", "venture")})
    go(table, "1 venture A")
    assert (asked(table), offered(table)) == (["1 use"], ["9V", "pass"])
    table = at(WIN.format(more="mark used: 9V"), toys={"9V": nothing("open", "venture")})
    go(table, "1 5V 4V", "1 9V", "1 venture A")
    assert asked(table) == ["1 commit"]


def test_pp_r44_a_customer_that_went_nowhere_else_is_scored() -> None:
    table = win("")
    assert (lies(table, "score 1"), size(table, "won 1")) == (["9V"], 0)
    table = at("first: 1\nrow: 9V\nhand 2: 5V 4V\nplay: assist")
    go(table, "2 5V 4V")
    assert lies(table, "score 2") == ["9V"]


def test_pp_q62_no_venture_card_leaves_at_will() -> None:
    """Only overflow or an effect moves it."""
    long = Options(unhappy_limits="99 99 99 99 99 99")
    for seats, seed in ((2, 1), (4, 2), (6, 3)):
        tables = random_game(seats, seed, long)
        for before, after in itertools.pairwise(tables):
            for side in (1, 2):
                for letter in "ABC":
                    gone = set(lies(before, f"venture {letter} {side}")) - set(lies(after, f"venture {letter} {side}"))
                    assert not gone or before.pending[0].verb == "score"


@pytest.mark.parametrize("scored", ["10T", "5K", "6K", "7K"])
def test_pp_r42_the_same_when_an_effect_adds_a_venture_card(scored: str) -> None:
    table = at("venture A 1: 10T 5K 6K\ndiscard 1: 7K\nventure A 2: 11T\nplay: effects before",
               toys={"10T": Toy(do(_into_the_venture)), "11T": nothing()})
    go(table, "1 10T")
    assert (asked(table), offered(table)) == (["1 score"], these("10T 5K 6K 7K"))
    go(table, f"1 {scored}")
    assert lies(table, "score 1") == [scored]
    assert size(table, "venture A 1") == 3
    assert asked(table) == ["2 use"]


def _into_the_venture(table: Table, side: int, it: int) -> None:
    for back in DISCARD.of(table, side)[:]:
        table.move(back, DISCARD, VENTURES[0], side)
