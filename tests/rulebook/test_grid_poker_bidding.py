"""Grid Poker: bidding, GP-V20 to GP-V29, with GP-R27 and GP-R80."""

import pytest

from techdeck.games.betting import CHIPS, LEVEL, PAID
from techdeck.games.grid_poker import COMMITTED, ROUND, Options, grid_poker
from techdeck.position import play
from techdeck.table import Table, become
from tests.rulebook.tables import (
    DUEL,
    asked,
    at,
    at_random,
    history,
    knowers,
    lies,
    offered,
    place_of,
    points,
    poker,
    these,
)

BIDDING = Options(bidding=True)
BID = "commitments, bidding, results, clearing"
# Seat 2 has the best row (three eights), seat 1 the best column (three threes), seat 3 neither.
TRIO = """
    market: 4K 11T 6S / 8V 8K 2S / 13T 3V 10K
    hand 1: 12K 5T 1S
    company 1: 3K 3S
    hand 2: 8S 7S 1T
    company 2: 6V 9T
    hand 3: 1V 2V 4V
    company 3: 13S 5K
    deck: 9S 1K 7T 13K 5V 2K 9K 9V
    chips: 28 28 28
"""


def trio(*choices: str, text: str = TRIO, options: Options = BIDDING) -> Table:
    """All three have formed hands, and bidding begins with seat 1."""
    table = at(text + f"play: {BID}", 3, options=options)
    poker(table, *(choices or ("1 R3 12K", "2 R2 8S", "3 R1 1V 2V", "1 C2", "2 C3", "3 pass")))
    return table


def chips(table: Table) -> list[int]:
    return CHIPS.of(table)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_gp_v20_every_player_starts_with_28_chips(seats: int) -> None:
    assert chips(grid_poker(BIDDING).start(seats, 1)) == [28] * seats
    assert chips(grid_poker().start(seats, 1)) == [0] * seats


def test_gp_v20_there_is_no_bidding_in_solo() -> None:
    table = grid_poker(BIDDING).start(1, 1)
    assert chips(table) == [0, 0]
    for position in at_random(table, 1):
        assert all(decision.verb != "bet" for decision in position.pending)
    assert table.game.scores(table) == points(table)


def test_gp_v21_gp_r27_gp_q76_it_happens_after_the_companies_and_before_the_reveal() -> None:
    table = trio()
    assert asked(table) == ["1 bet"]
    assert (knowers(table, "12K"), knowers(table, "8S")) == ([1], [2])
    assert points(table) == [0, 0, 0]
    poker(table, "1 check", "2 check", "3 check")
    assert knowers(table, "12K") == [1, 2, 3, 4]
    assert points(table) == [1, 1, 0]


def test_gp_v21_only_players_with_a_formed_hand_take_part() -> None:
    table = trio("1 R3 12K", "2 pass", "3 R1 1V 2V", "1 pass", "2 pass", "3 pass")
    assert chips(table) == [27, 28, 27]
    poker(table, "1 check")
    assert asked(table) == ["3 bet"]
    play(table, 3, "check")
    assert asked(table) == ["1 clear"]


@pytest.mark.parametrize("choices", [
    ["1 R3 12K", "2 pass", "3 pass", "1 pass", "2 pass", "3 pass"],
    ["1 pass", "2 pass", "3 pass", "1 pass", "2 pass", "3 pass"],
])
def test_gp_v21_with_fewer_than_two_participants_there_is_no_ante_and_no_bidding(choices: list[str]) -> None:
    table = trio(*choices)
    assert chips(table) == [28, 28, 28]
    assert PAID.of(table) == [0, 0, 0]
    assert "bet" not in " ".join(asked(table))


def test_gp_v22_each_participant_antes_one_chip_and_the_earliest_in_turn_order_begins() -> None:
    table = trio(
        "3 R1 1V 2V", "1 R3 12K", "2 pass", "3 pass", "1 C2", "2 C3", text="first: 3\n" + TRIO)
    assert chips(table) == [27, 27, 27]
    assert PAID.of(table) == [1, 1, 1]
    poker(table, "3 check", "1 check", "2 check")
    table = trio(
        "3 pass", "1 R3 12K", "2 pass", "3 pass", "1 C2", "2 C3", text="first: 3\n" + TRIO)
    assert asked(table) == ["1 bet"]


def test_gp_v23_gp_r80_check_or_bet_2_then_fold_call_or_raise_by_2_with_two_raises_at_most() -> None:
    table = trio()
    assert offered(table) == ["bet", "check"]
    play(table, 1, "check")
    assert (asked(table), offered(table)) == (["2 bet"], ["bet", "check"])
    play(table, 2, "bet")
    assert (LEVEL.get(table), chips(table)) == (2, [27, 25, 27])
    assert (asked(table), offered(table)) == (["3 bet"], ["call", "fold", "raise"])
    play(table, 3, "raise")
    assert (LEVEL.get(table), chips(table)) == (4, [27, 25, 23])
    assert (asked(table), offered(table)) == (["1 bet"], ["call", "fold", "raise"])
    play(table, 1, "raise")
    assert (LEVEL.get(table), chips(table)) == (6, [21, 25, 23])
    assert (asked(table), offered(table)) == (["2 bet"], ["call", "fold"])
    play(table, 2, "call")
    assert (asked(table), offered(table)) == (["3 bet"], ["call", "fold"])
    play(table, 3, "call")
    assert PAID.of(table) == [7, 7, 7]


def test_gp_v24_it_ends_when_all_have_checked() -> None:
    table = trio()
    poker(table, "1 check", "2 check")
    assert asked(table) == ["3 bet"]
    play(table, 3, "check")
    assert asked(table) == ["2 clear"]


def test_gp_v24_it_ends_when_all_have_acted_since_the_last_raise_and_match_it() -> None:
    table = trio()
    poker(table, "1 check", "2 bet", "3 call", "1 raise", "2 call")
    assert asked(table) == ["3 bet"]
    play(table, 3, "call")
    assert asked(table) == ["2 clear"]


def test_gp_v24_gp_v26_it_ends_when_one_is_left_who_is_revealed_and_scores_normally() -> None:
    table = trio()
    poker(table, "1 bet", "2 fold", "3 fold")
    assert asked(table) == ["1 clear"]  # rows, with nothing but 13 high
    assert points(table) == [2, 0, 0]
    assert knowers(table, "12K") == [1, 2, 3, 4]
    assert chips(table) == [30, 27, 27]


def test_gp_v25_a_fold_withdraws_both_hands_and_the_cards_stay_unseen() -> None:
    table = trio()
    poker(table, "1 bet", "2 fold", "3 call")
    assert points(table) == [2, 0, 0]  # neither the row nor the column of seat 2 is compared
    assert knowers(table, "8S") == [2]
    assert len(COMMITTED.of(table, 1)) == 1
    poker(table, "1 13T", "1 11T")
    assert (asked(table), offered(table)) == (["2 keep"], ["redraw", "return"])
    play(table, 2, "return")
    assert lies(table, "hand 2") == these("8S 7S 1T")
    assert knowers(table, "8S") == [2]


def test_gp_v25_folded_cards_can_be_redrawn() -> None:
    table = trio()
    poker(table, "1 bet", "2 fold", "3 call", "1 13T", "1 11T", "2 redraw")
    assert lies(table, "hand 2") == these("7S 1T 1K")
    assert "8S" in lies(table, "discard")


WILDS = TRIO.replace("hand 2: 8S", "hand 2: W1").replace("company 2: 6V", "company 2: W2")


@pytest.mark.parametrize(("choice", "place"), [("return", "hand 2"), ("redraw", "discard")])
def test_gp_v25_a_folded_wild_is_an_ordinary_card_and_that_of_the_company_is_not_used(choice: str, place: str) -> None:
    table = trio("1 R3 12K", "2 R2 W1", "3 R1 1V 2V", "1 C2", "2 C3", "3 pass", text=WILDS)
    poker(table, "1 bet", "2 fold", "3 call", "1 13T", "1 11T")
    assert asked(table) == ["2 keep"]
    play(table, 2, choice)
    assert place_of(table, "W1") == place
    assert place_of(table, "W2") == "company 2"
    assert len(lies(table, "hand 2")) == 3


def test_gp_v25_without_a_fold_the_same_wilds_are_expelled() -> None:
    table = trio("1 R3 12K", "2 R2 W1", "3 R1 1V 2V", "1 C2", "2 C3", "3 pass", text=WILDS)
    poker(table, "1 check", "2 check", "3 check")
    history(table)
    assert (place_of(table, "W1"), place_of(table, "W2")) == ("expelled", "expelled")


def test_gp_v25_gp_r39_a_market_wild_only_in_withdrawn_hands_stays() -> None:
    text = TRIO.replace("8V 8K 2S", "8V 8K W1")
    for move, place in (("fold", "market"), ("call", "expelled")):
        table = trio("1 R3 12K", "2 R2 8S", "3 R1 1V 2V", "1 C2", "2 pass", "3 pass", text=text)
        poker(table, "1 bet", f"2 {move}", "3 call")
        while table.pending:
            decision = table.pending[0]
            table.act(decision.seat, next(iter(decision)))  # the first card of the line, never the wild one
        assert place_of(table, "W1") == place


def test_gp_v26_who_has_not_folded_is_compared_as_usual() -> None:
    table = trio()
    poker(table, "1 bet", "2 call", "3 fold")
    assert points(table) == [1, 1, 0]


@pytest.mark.parametrize(("moves", "after"), [
    # Row to seat 2, column to seat 1.
    (["1 check", "2 check", "3 check"], [28, 29, 27]),  # pot 3: two and one
    (["1 bet", "2 call", "3 call"], [29, 30, 25]),  # pot 9: five and four
    (["1 bet", "2 call", "3 fold"], [28, 29, 27]),  # pot 7: four and three
])
def test_gp_v27_the_row_share_is_half_rounded_up_the_column_share_half_rounded_down(
    moves: list[str], after: list[int],
) -> None:
    table = trio()
    poker(table, *moves)
    assert chips(table) == after
    assert sum(after) == 84


def test_gp_v27_with_one_winning_direction_that_gets_all() -> None:
    table = trio("1 R3 12K", "2 R2 8S", "3 R1 1V 2V", "1 pass", "2 pass", "3 pass")
    poker(table, "1 bet", "2 call", "3 call")
    assert chips(table) == [25, 34, 25]
    table = trio("1 C3 12K", "2 C2 8S", "3 C1 1V 2V", "1 pass", "2 pass", "3 pass")
    poker(table, "1 bet", "2 call", "3 call")
    assert chips(table) == [25, 34, 25]


def test_gp_v27_tied_winners_divide_a_share_equally() -> None:
    table = at("""
        market: 9K 8S 2T / 9K' 8S' 2T' / 1K 1S 3T
        hand 1: 5V
        hand 2: 5V'
        hand 3: 1T
        chips: 28 28 28
    """ + f"play: {BID}", 3, options=Options(bidding=True, decks=2))
    poker(table, "1 R1 5V", "2 R2 5V'", "3 pass", "1 bet", "2 call")
    assert points(table) == [1, 1, 0]
    assert chips(table) == [28, 28, 28]


@pytest.mark.parametrize(("first", "extra"), [(1, 1), (2, 2), (3, 3)])
def test_gp_v27_odd_chips_of_tied_winners_go_one_each_in_turn_order(first: int, extra: int) -> None:
    """Seats 1 to 3 tie for the rows, seat 4 has folded after the ante: the pot of 10 is 4, 3 and 3."""
    table = at(f"""
        first: {first}
        market: 9K 8S 2T / 9K' 8S' 2T' / - - -
        hand 1: 5V
        hand 2: 5V'
        hand 3: 9S
        hand 4: 4K
        chips: 28 28 28 28
        mark value: 9S={become(5)}
        mark domain: 9S=4
    """ + f"play: {BID}", 4, options=Options(bidding=True, decks=2))
    order = [(first + i - 1) % 4 + 1 for i in range(4)]
    for seat in order:
        play(table, seat, {1: "R1 5V", 2: "R2 5V'", 3: "R1 9S", 4: "R2 4K"}[seat])
    for seat in order:
        play(table, seat, "bet" if seat == first else "fold" if seat == 4 else "call")
    assert points(table) == [1, 1, 1, 0]
    gains = [count - (28 - 3) for count in chips(table)[:3]]  # each paid 1 and 2, the pot is 10
    assert sum(gains) == 10
    assert [seat for seat in (1, 2, 3) if gains[seat - 1] == 4] == [extra]


def test_gp_v28_nobody_can_lose_more_than_7_chips_in_a_round_or_run_out() -> None:
    for seed in range(6):
        table = grid_poker(BIDDING).start(3, seed)
        before, number = [28] * 3, 0
        for position in at_random(table, seed):
            if ROUND.get(position) != number:
                before, number = chips(position), ROUND.get(position)
            assert min(chips(position)) >= 0
            assert all(old - new <= 7 for new, old in zip(chips(position), before, strict=True))
        assert sum(chips(table)) == 84


def test_gp_v28_who_has_lost_7_in_each_of_three_rounds_can_still_pay_everything() -> None:
    table = trio(text=TRIO.replace("chips: 28 28 28", "chips: 7 7 70"))
    poker(table, "1 bet", "2 raise", "3 raise")
    assert (asked(table), offered(table)) == (["1 bet"], ["call", "fold"])
    poker(table, "1 call", "2 call")
    assert PAID.of(table) == [7, 7, 7]
    assert asked(table) == ["2 clear"]


@pytest.mark.parametrize(("score", "chips_left", "company", "winners"), [
    ("3 4", "28 20", "1K 1S", [0]),  # 7 against 6
    ("3 4", "27 21", "1K 1S", [1]),  # 6 against 7
    ("3 3", "28 34", "13K 13S", [1]),  # 7 and 7: more chips, before any company
    ("3 3", "28 28", "13K 13S", [0]),  # then the companies
    ("3 3", "28 28", "6V 9T", [0, 1]),
])
def test_gp_v29_the_final_score_is_points_and_a_seventh_of_the_chips_then_chips_then_companies(
    score: str, chips_left: str, company: str, winners: list[int],
) -> None:
    table = at(f"points: {score}\nchips: {chips_left}\ncompany 1: {company}\ncompany 2: 6S 9V\n", options=BIDDING)
    assert table.game.winners(table) == winners
    assert table.game.scores(table) == [
        int(mark) + int(count) // 7 for mark, count in zip(score.split(), chips_left.split(), strict=True)]


def test_gp_w19_bidding() -> None:
    table = trio()
    assert chips(table) == [27, 27, 27]
    poker(table, "1 bet", "2 raise", "3 fold", "1 call")
    assert PAID.of(table) == [5, 5, 1]
    assert points(table) == [1, 1, 0]
    assert chips(table) == [28, 29, 27]


def test_gp_w19_if_one_player_holds_the_best_hands_in_both_directions() -> None:
    text = TRIO.replace("hand 1: 12K 5T 1S", "hand 1: 8S 5T 1S").replace("hand 2: 8S 7S 1T", "hand 2: 12K 7S 1T")
    table = trio("1 R2 8S", "2 R3 12K", "3 R1 1V 2V", "1 C2", "2 C3", "3 pass", text=text)
    poker(table, "1 bet", "2 raise", "3 fold", "1 call")
    assert points(table) == [2, 0, 0]
    assert chips(table) == [34, 23, 27]


def test_gp_v21_the_ante_is_taken_anew_in_every_round() -> None:
    table = at(DUEL + "chips: 28 28\npaid: 5 5\nfolded: 0 1\nin the deal: 1 1\n"
               "play: end of round, commitments, bidding, results", options=BIDDING)
    poker(table, "2 R2 13V", "1 R2 8S", "2 pass", "1 pass")
    assert PAID.of(table) == [1, 1]
    poker(table, "2 check", "1 check")
    assert points(table) == [1, 0]
    assert chips(table) == [29, 27]
