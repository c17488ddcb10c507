"""Gears of Industry: the end of the game, GI-E20 to GI-E24, and the rulings about it."""

import pytest

from techdeck.effects import YOURS as ONE_OF_YOURS
from techdeck.effects import raise_or_lower
from techdeck.games.gears_of_industry import TURN, VALUE, Options
from techdeck.table import become
from tests.rulebook.gears_tables import act, at, back_of, points, winners
from tests.rulebook.tables import asked, history, pass_on


def ended(text: str, seats: int = 2, options: Options | None = None) -> list[int] | None:
    """Who wins if a turn ends in a position; nobody, if play goes on."""
    hands = "\n".join(f"hand {seat}: 13T" for seat in range(1, seats + 1))
    table = at(f"{hands}\n{text}\nplay: clean-up, turns", seats, options=options or Options())
    return winners(table) if table.is_over else None


# GI-E20, GI-E21


@pytest.mark.parametrize(("score", "who"), [
    ("0 0", None), ("6 6", None), ("7 0", [1]), ("0 7", [2]), ("7 6", [1]), ("8 7", [1]), ("7 8", [2]), ("9 12", [2]),
])
def test_gi_e20_gi_e21_gi_q57_at_7_points_the_game_ends_and_the_most_win(score: str, who: list[int] | None) -> None:
    assert ended(f"turns played: 3\npoints: {score}") == who


@pytest.mark.parametrize("seats", [2, 3])
def test_gi_e20_gi_q56_the_check_comes_in_t8_of_every_turn_and_not_before(seats: int) -> None:
    """Player 2 has 7 points in the middle of player 1's turn: the turn is played to its end, but no other."""
    more = "\nhand 3: 1T" if seats == 3 else ""
    score = "0 7" + " 0" * (seats - 2)
    table = at(f"turns played: {2 * seats}\npoints: {score}\nfactory 2: 5T:U\nhand 2: 1T{more}\n"
               "play: rotate, discard, clean-up, turns", seats)
    assert asked(table) == ["2 rotate"]
    act(table, "2 pass")
    assert winners(table) == [2]


def test_gi_e20_a_turn_that_begins_below_7_is_played() -> None:
    table = at("points: 6 6\nturns played: 1\nhand 1: 1T\nhand 2: 1T\nplay: turns")
    assert asked(table) == ["2 build"]


def test_gi_e21_gi_q57_the_order_within_the_turn_is_ignored() -> None:
    """Player 1 reaches 7 first, player 2 gets 8 in the same turn."""
    table = at("""
        turns played: 2
        points: 6 6
        M1 1: 9K 9S 2K
        M2 1: 1K 3S 6V
        M2 2: 8K 8S
        neutral M1: 5S 11V
        neutral M2: 8V 4K
        factory 2: 8T:U
        play: turns
    """)
    pass_on(table, "clash")
    act(table, "1 M1", "2 pass", "2 2K", "2 pass")
    assert points(table) == [7, 6]
    act(table, "1 M2", "2 8T")
    assert points(table) == [7, 8]
    pass_on(table)
    assert winners(table) == [2]


# GI-E22, GI-E23

TIED = """
    turns played: 3
    points: 7 7
    M1 1: 10K
    M2 1: 9S
    factory 1: 6T:U 5T:R
"""  # player 1 has 30


@pytest.mark.parametrize(("others", "who"), [
    ("M1 2: 13K 13S\nM2 2: 4K", [1, 2]), ("M1 2: 13K 13S\nM2 2: 3K", [1]), ("M1 2: 13K 13S\nM2 2: 5K", [2]),
    ("factory 2: 13T:U 12T:L 5T:D", [1, 2]), ("factory 2: 13T:R 12T:D 6T:U", [2]), ("", [1]),
])
def test_gi_e22_gi_e23_equal_points_the_sum_of_own_market_and_factory_cards(others: str, who: list[int]) -> None:
    hands = "" if "13T" in others else "hand 2: 13T\n"
    table = at(f"{hands}{TIED}{others}\nplay: clean-up, turns")
    assert winners(table) == who


def test_gi_e22_neutral_cards_hand_deck_and_discard_do_not_count() -> None:
    text = TIED + "M1 2: 13K 13S\nM2 2: 4K\nhand 1: 12K\nhand 2: 1K\ndeck 1: 11K\ndiscard 1: 13V\nneutral M1: 8K 8S\n"
    assert winners(at(text + "play: clean-up, turns")) == [1, 2]


def test_gi_e22_gi_x19_gi_q58_printed_values_as_things_lie_after_the_update() -> None:
    table = at("""
        turns played: 2
        points: 6 7
        M1 1: 9K 9S 2K
        M2 1: 5K
        neutral M1: 4S 12V
        M1 2: 8K
        M2 2: 6S 2S
        play: effect, clash, rotate, discard, clean-up, turns
    """, texts={"5K": raise_or_lower(ONE_OF_YOURS, 3, up_to=True).rule})
    act(table, "1 5K", "1 5K", "1 3")
    assert VALUE.get(table, table.face[back_of(table, "5K")])
    act(table, "1 M1")
    assert points(table) == [7, 7]
    act(table, "2 9S", "2 pass")
    # 9 + 2 + 5 are 16, as are 8 + 6 + 2: neither the 8 that 5K was in this turn nor the 9S that is gone counts.
    assert winners(table) == [1, 2]


def test_gi_e22_gi_x19_a_changed_value_does_not_count() -> None:
    """Whenever it is asked, also in the middle of a turn."""
    table = at(TIED + f"M1 2: 13K 13S\nM2 2: 4K\nmark value: 10K={become(1)} 9S={become(13)}\nplay: turns")
    assert [table.value(back_of(table, card)) for card in ("10K", "9S")] == [1, 13]
    assert winners(table) == [1, 2]


def test_gi_e23_three_can_share() -> None:
    assert ended("turns played: 2\npoints: 7 7 7\nM1 1: 5K\nM1 2: 5S\nM2 3: 5V", 3) == [1, 2, 3]
    assert ended("turns played: 2\npoints: 7 7 7\nM1 1: 5K\nM1 2: 5S\nM2 3: 4V", 3) == [1, 2]
    assert ended("turns played: 2\npoints: 7 7 6\nM1 1: 5K\nM1 2: 5S\nM2 3: 12V", 3) == [1, 2]


# GI-E24


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gi_e24_gi_q64_after_50_turns_of_every_player_the_game_ends(seats: int) -> None:
    text = f"hand 1: 13T\nturns played: {50 * seats - 2}\nplay: turns"
    table = at(text, seats)
    assert table.is_over or TURN.get(table) < 50 * seats
    history(table)
    assert TURN.get(table) == 50 * seats


def test_gi_e24_the_last_turn_of_all_is_played() -> None:
    table = at("hand 2: 13T\nturns played: 99\nplay: turns")
    assert asked(table) == ["2 build"]
    act(table, "2 pass")
    assert (table.is_over, TURN.get(table)) == (True, 100)


@pytest.mark.parametrize(("score", "others", "who"), [
    ("3 2", "", [1]), ("2 3", "M1 1: 13K", [2]), ("3 3", "M1 1: 13K", [1]), ("0 0", "", [1, 2]),
    ("3 3", "M1 1: 5K\nfactory 2: 5T:U", [1, 2]),
])
def test_gi_e24_then_the_highest_score_wins_ties_as_usual(score: str, others: str, who: list[int]) -> None:
    assert ended(f"turns played: 99\npoints: {score}\n{others}") == who
