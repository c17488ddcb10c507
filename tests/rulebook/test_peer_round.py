"""Peer-to-Peer: the frame of a round, and new customers."""

import pytest

from techdeck.games.peer_to_peer import LATCH, ROUND, Options
from techdeck.table import Table
from tests.rulebook.peer_tables import (
    UNSCORE,
    asked_until_end,
    at,
    domain,
    general,
    go,
    lies,
    listen,
    nothing,
    order,
    pass_on,
    pass_once,
    random_game,
    size,
    told,
    unhappy,
    used,
    value,
)
from tests.rulebook.tables import asked

TIMED = {"9V": nothing("new"), "8V": nothing("before"), "7V": nothing("after"), "6V": nothing("refresh"),
         "5V": nothing("end")}
LONG = Options(unhappy_limits="99 99 99 99 99 99")


# Frame

def test_pp_r1_phases_in_this_order() -> None:
    table = at("""
        hand 1: 1V
        deck 1: 2V
        customer deck: 9K 8K 7K 6K 5K
        venture A 1: 9V 8V 7V
        venture B 1: 6V 5V
        round: 0
        play: rounds
    """, 3, toys=TIMED)
    verbs: list[str] = []
    while table.pending and len(verbs) < 8:
        verbs.append(asked(table)[0][2:])
        if verbs[-1] == "use at refresh":
            assert lies(table, "hand 1") == ["1V"]
        pass_once(table)
    assert verbs[:6] == ["use when customers come", "use", "commit", "use", "use at refresh", "use at the end"]
    assert verbs[6:] == ["use when customers come", "use"]


DECISIONS = {
    "found", "use", "use when customers come", "use while assisting", "use after winning", "use at refresh", "commit",
    "declare", "develop", "score",
}
INSIDE = {
    "take", "discard", "bury", "stack", "stack customer", "bury customer", "arrange", "find", "exchange", "with",
    "team", "change", "to", "copy", "take back", "gain", "keep", "expel", "comfort", "insure", "send back", "wild",
    "by",
}


def test_pp_r2_all_decisions_of_the_game() -> None:
    """Nothing else is chosen, and only commitments are chosen in secret."""
    met = set()
    for seats, seed in ((2, 1), (4, 2), (6, 3), (1, 4), (3, 5)):
        for table in random_game(seats, seed, LONG):
            verbs = {decision.verb for decision in table.pending}
            met |= verbs
            assert len(table.pending) <= 1 or verbs == {"commit"}
    assert DECISIONS - {"use at refresh", "score"} <= met | {"use when customers come"}
    assert met <= DECISIONS | INSIDE, met - DECISIONS - INSIDE


def test_pp_r3_an_automatic_pass_looks_like_a_voluntary_one() -> None:
    heard = []
    for toys in ({"10T": nothing(), "9K": nothing()}, {"10T": nothing()}):
        table = at("first: 1\nventure A 1: 10T\nhand 2: 9K 8K", toys=toys)
        listen(table, "effects before")
        go(table, "1 10T")
        if table.pending:
            assert asked(table) == ["2 use"]
            go(table, "2 pass")
        assert table.is_over
        heard.append(told(table, 3))
    assert heard[0] == heard[1]


def test_pp_r4_the_marker_side_goes_first() -> None:
    for first, other in ((1, 2), (2, 1)):
        table = at(f"""
            first: {first}
            row: 9V 8V
            hand 1: 5V 4V
            hand 2: 5K 3V
            venture A 1: 10T
            venture A 2: 11T
            play: assist
        """, ventures="9V 8V", toys={})
        go(table, "1 5V 4V", "2 5K 3V")
        assert asked(table) == [f"{other} declare"]
        go(table, f"{other} {'8V' if other == 2 else '9V'}", f"{first} {'8V' if first == 2 else '9V'}")
        assert asked(table) == [f"{first} develop"]
        go(table, f"{first} pass")
        assert asked(table) == [f"{other} develop"]


# New customers

@pytest.mark.parametrize(("seats", "latch", "number"), [
    (1, 0, 1), (2, 0, 2), (4, 0, 2), (6, 0, 3), (1, 1, 2), (2, 1, 3),
])
def test_pp_r5_customers_are_dealt_one_at_a_time_from_the_top(seats: int, latch: int, number: int) -> None:
    table = at(f"latch: {latch}\ncustomer deck: 9V 8V 7V 6V\nplay: new customers", seats)
    assert order(table, "row") == " ".join(["9V", "8V", "7V", "6V"][:number])
    assert order(table, "customer deck") == " ".join(["9V", "8V", "7V", "6V"][number:])


def scoring_two(first: str, seats: int = 2) -> Table:
    return at(f"""
        score 1: {first}
        row: 9V
        hand 1: 5V 4V
        hand 2: 1K
        venture A 1: 10T
        customer deck: 13K 13S 13T 13V 12K 12S 12T 12V
        play: assist, effects after, new customers, effects before, new customers
    """, seats, toys={"10T": UNSCORE})


def test_pp_r6_the_latch_is_set_once_and_for_all() -> None:
    """PP-Q21: also if the pile shrinks again."""
    table = scoring_two("")
    go(table, "1 5V 4V", "2 pass")
    assert (LATCH.get(table), lies(table, "score 1")) == (0, ["9V"])
    go(table, "1 pass", "1 pass")
    assert size(table, "row") == 2

    table = scoring_two("8V")
    go(table, "1 5V 4V", "2 pass")
    assert LATCH.get(table) == 1
    go(table, "1 10T", "1 8V")
    assert lies(table, "score 1") == ["9V"]
    pass_on(table)
    assert order(table, "row") == "13T 13V 12K 12S"  # three, and three more
    assert size(table, "unhappy") == 2


def test_pp_r6_a_card_scored_by_overflow_counts_for_the_latch() -> None:
    """PP-Q22"""
    table = at("row: 9V\nhand 1: 5V 4V\nscore 1: 8V\nventure A 1: 5K 6K 7K\nplay: assist", ventures="9V")
    go(table, "1 5V 4V", "1 venture A")
    assert LATCH.get(table) == 0
    go(table, "1 5K")
    assert LATCH.get(table) == 1


def test_pp_r6_any_pile_sets_it_and_five_players_have_none() -> None:
    table = at("row: 9V\nhand 2: 5V 4V\nscore 2: 8V\ncustomer deck: 1K 2K 3K 4K\nplay: assist, new customers")
    go(table, "2 5V 4V")
    assert size(table, "row") == 3
    table = at("latch: 1\ncustomer deck: 1K 2K 3K 4K\nplay: new customers", 5)
    assert size(table, "row") == 3


def test_pp_r7_newcomers_go_to_the_right_end_without_gaps() -> None:
    table = at("""
        row: 1K 9V 2K
        hand 1: 5V 4V
        customer deck: 13K 13S 13T
        play: assist, new customers
    """)
    go(table, "1 5V 4V", "1 9V")
    assert order(table, "row") == "1K 2K 13K 13S"


def test_pp_r8_the_leftmost_leaves_a_full_row_card_by_card() -> None:
    """PP-Q23"""
    table = at("row: 1K 2K 3K\ncustomer deck: 13K 13S 13T\nplay: new customers")
    assert (order(table, "row"), order(table, "unhappy")) == ("2K 3K 13K 13S", "1K")
    table = at("latch: 1\nrow: 1K 2K 3K 4K\ncustomer deck: 13K 13S 13T\nplay: new customers")
    assert (order(table, "row"), order(table, "unhappy")) == ("4K 13K 13S 13T", "1K 2K 3K")


def test_pp_r8_an_insured_customer_is_expelled() -> None:
    table = at("row: 1K 2K 3K 4K\nmark insured: 1K\ncustomer deck: 13K 13S 13T\nplay: new customers")
    assert (order(table, "row"), order(table, "unhappy")) == ("3K 4K 13K 13S", "2K")
    assert "1K" in lies(table, "expelled")


@pytest.mark.parametrize(("seats", "new"), [(1, 1), (2, 2), (4, 2), (5, 2), (6, 2)])
def test_pp_r9_in_round_1_dealing_stops_at_a_full_row(seats: int, new: int) -> None:
    """PP-Q19, PP-Q26: but round 1 has its phase 1."""
    table = at("round: 0\nrow: 1K 2K\ncustomer deck: 13K 13S 13T\nplay: new customers", seats)
    assert ROUND.get(table) == 1
    assert (size(table, "row"), unhappy(table)) == (2 + new, 0)
    table = at("round: 1\nrow: 1K 2K\ncustomer deck: 13K 13S 13T\nplay: new customers", 6)
    assert unhappy(table) == 1


def test_pp_r10_a_short_customer_deck_is_not_refilled() -> None:
    """PP-Q24"""
    table = at("discard 1: 9V\nunhappy: 8V\nexpelled: 7V\ncustomer deck: 13K\nplay: new customers, new customers")
    assert order(table, "row") == "13K"
    assert (size(table, "customer deck"), lies(table, "unhappy"), lies(table, "discard 1")) == (0, ["8V"], ["9V"])


def test_pp_r11_a_wild_never_enters_the_row() -> None:
    """PP-Q25: it is replaced, and the marker side chooses."""
    for first in (1, 2):
        table = general(f"""
            first: {first}
            row: 9V 8V
            unhappy: 7V
            customer deck: W1 13K 13S 13T
            play: new customers
        """)
        assert asked(table) == [f"{first} send back"]
        assert order(table, "row") == "9V 8V"
        go(table, f"{first} 7V")
        assert "W1" in lies(table, "expelled")
        assert order(table, "row") == "9V 8V 13K 13S"
        assert order(table, "customer deck") == "13T 7V"


def test_pp_r11_dealing_goes_on_over_two_wilds() -> None:
    table = at("row: 9V\ncustomer deck: W1 13K W2 13S 13T\nplay: new customers")
    assert order(table, "row") == "9V 13K 13S"
    assert {"W1", "W2"} <= set(lies(table, "expelled"))


def test_pp_r11_a_full_row_loses_nobody_to_a_wild() -> None:
    table = at("row: 9V 8V 7V 6V\ncustomer deck: W1\nplay: new customers")
    assert (order(table, "row"), unhappy(table)) == ("9V 8V 7V 6V", 0)


def test_pp_q20_five_and_six_players_get_three_every_round() -> None:
    for seats in (5, 6):
        for number in (1, 4):
            table = at(f"round: {number}\ncustomer deck: 13K 13S 13T 13V\nplay: new customers", seats)
            assert size(table, "row") == 3


def test_pp_q18_a_turn_is_a_round_both_sides_act_in_every_phase() -> None:
    table = at("""
        first: 1
        row: 9V
        hand 1: 1K
        hand 2: 2K
        venture A 1: 10T
        venture A 2: 11T
        customer deck: 13K 13S 13T
        play: effects before, assist, effects after, refresh, end of round
    """, toys={"10T": nothing(), "11T": nothing()})
    assert asked_until_end(table) == ["1 use", "2 use", "1 commit", "2 commit", "1 use", "2 use"]


def test_pp_r54_order_at_the_end_of_a_round() -> None:
    """Marks and changes go, insurance stays, and the marker passes on."""
    table = at("""
        first: 1
        row: 9V 8V
        mark used: 10T
        mark insured: 9V
        mark value: 8V=15
        mark domain: 8V=1
        venture A 1: 10T
        customer deck: 13K
        play: end of round
    """)
    assert table.first == 1
    assert used(table) == []
    assert (value(table, "8V"), domain(table, "8V")) == (8, "V")
    table.then(table.game.phases["new customers"], 0)
    table.go_on()
    assert order(table, "row") == "9V 8V 13K"
    alone = at("first: 1\ncustomer deck: 13K\nplay: end of round", 1)
    assert alone.first == 0


def test_pp_r54_the_next_round_follows() -> None:
    table = at("first: 1\nhand 1: 1K\ncustomer deck: 13K 13S 13T 12T\nrow: 9V\nround: 2\nplay: rounds", options=LONG)
    assert ROUND.get(table) == 3
    pass_on_round(table)
    assert (ROUND.get(table), table.first) == (4, 1)


def pass_on_round(table: Table) -> None:
    number = ROUND.get(table)
    while table.pending and ROUND.get(table) == number:
        pass_once(table)


def test_pp_r55_talk_is_free_and_binds_nobody() -> None:
    """PP-Q80: no decision of the game passes a card to the other side by agreement, or promises anything."""
    for seats, seed in ((2, 1), (4, 2)):
        for before, after in zip(random_game(seats, seed, LONG), random_game(seats, seed, LONG)[1:], strict=False):
            for side in (1, 2):
                other = 3 - side
                gone = set(lies(before, f"hand {side}")) - set(lies(after, f"hand {side}"))
                assert not gone & {*lies(after, f"hand {other}"), *lies(after, f"score {other}"),
                                   *lies(after, f"discard {other}")}
