"""Peer-to-Peer: scoring and the end."""

import pytest

from techdeck.games.peer_to_peer import ROUND, Options
from techdeck.table import Table
from tests.rulebook.peer_tables import (
    CALM,
    Toy,
    at,
    general,
    go,
    lies,
    nothing,
    order,
    pass_on,
    pass_once,
    random_game,
    size,
)
from tests.rulebook.tables import asked, these

LIMITS = {1: 4, 2: 3, 3: 2, 4: 2, 5: 1, 6: 1}
CARDS = ["9V", "8V", "7V", "6V", "5V"]


def ending(text: str, seats: int = 2, options: Options = Options()) -> Table:
    """The round that ends now is the last, or the next begins with an empty hand and stops at the effects."""
    return at(f"{text}\nround: 4\nplay: end of round, rounds", seats, options=options)


@pytest.mark.parametrize("seats", range(1, 7))
def test_pp_e1_too_many_unhappy_customers_and_all_lose(seats: int) -> None:
    """PP-Q67: at least the number."""
    for number in (LIMITS[seats], LIMITS[seats] + 1):
        table = at(f"unhappy: {' '.join(CARDS[:number])}\nscore 1: 1K\ncustomer deck: 2K\nplay: rounds", seats)
        assert table.is_over
        assert table.game.winners(table) == []
        assert order(table, "customer deck") == "2K"
    fewer = " ".join(CARDS[:LIMITS[seats] - 1])
    table = at(f"unhappy: {fewer}\ncustomer deck: 2K\nhand 1: 3K\nrow: 4K\nplay: rounds", seats)
    assert not table.is_over  # a round is played


def test_pp_e2_an_empty_customer_deck_ends_the_game_with_scoring() -> None:
    table = at("unhappy: 9V\nscore 1: 1K\nrow: 5K\nhand 1: 3K\nplay: rounds")
    assert table.is_over
    assert table.game.winners(table) == [0]
    table = at("unhappy: 9V\nscore 1: 1K\nrow: 5K\nhand 1: 3K\ncustomer deck: 8K\nplay: rounds")
    assert not table.is_over


def test_pp_e3_both_together_and_everybody_loses() -> None:
    """PP-Q68"""
    table = at("unhappy: 9V 8V 7V\nscore 1: 1K\nplay: rounds")
    assert table.is_over
    assert table.game.winners(table) == []


def test_pp_e4_the_unhappy_number_counts_in_phase_6_only() -> None:
    text = """
        row: 1V 2V 3V 4V
        unhappy: 9V 8V 7V
        hand 1: 1K
        venture A 1: 10T
        customer deck: 13K 13S 13T 12T 11T
        play: assist, effects after, refresh, end of round, rounds
    """
    table = at(text, toys={"10T": Toy(CALM.rule, "after")})
    assert asked(table) == ["1 commit"]  # three are unhappy, but the round goes on
    clone = table.clone()
    go(table, "1 pass", "1 pass")
    assert table.is_over
    assert table.game.winners(table) == []
    go(clone, "1 pass", "1 10T", "1 9V")
    assert not clone.is_over
    assert ROUND.get(clone) == 2  # the next round


def test_pp_e4_an_emptied_customer_deck_that_holds_a_card_again() -> None:
    text = """
        row: 1V
        unhappy: 9V
        hand 1: 1K
        venture A 1: 10T
        customer deck: 13K
        play: new customers, assist, effects after, refresh, end of round, rounds
    """
    table = at(text, toys={"10T": Toy(CALM.rule, "after")})
    assert size(table, "customer deck") == 0
    clone = table.clone()
    go(table, "1 pass", "1 pass")
    assert table.is_over
    assert table.game.winners(table) == [0, 1]
    go(clone, "1 pass", "1 10T", "1 9V")
    assert not clone.is_over


def test_pp_e5_the_round_in_which_the_deck_runs_out_is_played_to_its_end() -> None:
    """PP-Q74: with its refresh, but the marker stays."""
    table = at("""
        first: 1
        row: 1V
        hand 1: 1K
        deck 1: 2K 3K
        venture A 1: 10T 11T
        customer deck: 13K
        play: rounds
    """, toys={"10T": nothing("before"), "11T": nothing("after")})
    assert size(table, "customer deck") == 0
    verbs = []
    while table.pending:
        verbs += asked(table)
        pass_once(table)
    assert verbs == ["1 use", "1 commit", "1 use"]
    assert lies(table, "hand 1") == these("1K 2K 3K")
    assert table.first == 0
    assert "W1" not in lies(table, "hand 1")


def test_pp_q74_a_wild_drawn_in_the_last_refresh_still_acts() -> None:
    table = general("unhappy: 9V 8V\nrow: 7V\ndeck 1: W1 2K\nhand 1: 1K\ncustomer deck: 13K\nplay: rounds")
    pass_on(table, "send back")
    assert asked(table) == ["1 send back"]
    go(table, "1 9V")
    assert not table.is_over  # the customer deck holds a card again


def winner(first: str, second: str, more: str = "") -> list[int]:
    table = at(f"score 1: {first}\nscore 2: {second}\n{more}\nplay: rounds")
    assert table.is_over
    return [side + 1 for side in table.game.winners(table)]


def test_pp_e6_only_the_number_of_scored_cards_counts() -> None:
    """PP-Q69"""
    assert winner("1K 2K 3K", "13V 13T") == [1]
    more = "row: 9V 8V\nventure A 1: 10K 10S\nhand 1: 9T\ndeck 1: 9S\ndiscard 1: 9K"
    assert winner("", "1K", more) == [2]
    table = at("score 1: 1K 2K 3K\nscore 2: 13V 13T\nplay: rounds")
    assert table.game.scores(table) == [3, 2]


def test_pp_e7_then_the_sum_of_printed_values() -> None:
    assert winner("5K 6K", "10V 2V") == [2]
    assert winner("5K 8K", "10V 2V") == [1]


def test_pp_e8_then_the_best_card_by_domain_and_value() -> None:
    """PP-Q70"""
    assert winner("7T 5K", "6V 6K") == [2]
    assert winner("9V 1K", "8V 2V") == [1]
    assert winner("5T 7S", "6T 6S") == [2]
    assert winner("2V 10K", "1V 11T") == [1]


def test_pp_e9_a_complete_tie_is_shared() -> None:
    """PP-Q71"""
    assert winner("", "") == [1, 2]
    own = Options(individual_decks=True)
    table = at("score 1: 9V' 8V'\nscore 2: 9V'' 8V''\nplay: rounds", 2, options=own)
    assert table.is_over
    assert table.game.winners(table) == [0, 1]
    table = at("score 1: 9V' 8V'\nscore 2: 9V'' 7V''\nplay: rounds", 2, options=own)
    assert table.game.winners(table) == [0]


def test_pp_e10_all_members_of_the_winning_side_win() -> None:
    table = at("score 1: 1K\nplay: rounds", 5)
    assert table.game.winners(table) == [0]
    assert [seat + 1 for side in table.game.winners(table) for seat in table.members[side]] == [1, 2, 3]


def test_pp_e11_one_player_wins_by_reaching_the_end() -> None:
    """PP-Q72"""
    table = at("unhappy: 9V 8V 7V\nscore 1: 1K 2K\nplay: rounds", 1)
    assert (table.game.winners(table), table.game.scores(table)) == ([0], [2])
    table = at("unhappy: 9V 8V 7V 6V\nscore 1: 1K 2K\nplay: rounds", 1)
    assert table.game.winners(table) == []


def test_pp_e12_after_max_rounds_the_game_is_scored() -> None:
    """PP-Q73, PP-V32"""
    assert Options().max_rounds == 60
    text = "score 2: 1K\nrow: 2V\nhand 1: 3K\ncustomer deck: 13K 13S 13T 12K 12S\nround: {}\nplay: rounds"
    table = at(text.format(60))
    assert table.is_over
    assert table.game.winners(table) == [1]
    table = at(text.format(59))
    assert ROUND.get(table) == 60
    pass_on(table)
    assert (ROUND.get(table), table.game.winners(table)) == (60, [1])
    table = at(text.format(3), options=Options(max_rounds=3))
    assert table.is_over


def test_pp_e12_games_end_long_before() -> None:
    """Twenty rounds for two players, if no card goes back into the customer deck."""
    for seed in range(4):
        last = random_game(2, seed, Options(unhappy_limits="99 99 99 99 99 99"))[-1]
        assert last.is_over
        assert ROUND.get(last) <= 21
