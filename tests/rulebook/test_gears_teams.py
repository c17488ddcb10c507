"""Gears of Industry: how many play, and teams, GI-V2 to GI-V9, and the rulings about them."""

import pytest

from techdeck.games.gears_of_industry import HAND, Options, gears_of_industry
from techdeck.views import View
from tests.rulebook.gears_tables import NOTHING, act, at, check, knowers, lies, offered, points, start, winners
from tests.rulebook.tables import asked, these

ALONE = Options(teams_4p=False)
OPEN_HANDS = Options(team_open_hands=True)
THRIFTY = "1-6K 1-6S 1-7T 1-7V"


def ended(score: str, more: str = "", seats: int = 4, options: Options | None = None) -> list[int] | None:
    hands = "\n".join(f"hand {seat}: 13T" for seat in range(1, seats + 1))
    table = at(f"turns played: {seats}\n{hands}\npoints: {score}\n{more}\nplay: clean-up, turns", seats,
               options=options or Options())
    return winners(table) if table.is_over else None


@pytest.mark.parametrize(("seats", "score", "who"), [(2, "7 3", [1]), (3, "2 7 6", [2]), (3, "6 6 6", None)])
def test_gi_v2_two_and_three_play_for_themselves(seats: int, score: str, who: list[int] | None) -> None:
    assert ended(score, seats=seats) == who


def test_gi_v3_gi_s24_teams_sit_alternately() -> None:
    assert ended("7 0 0 0") == [1, 3]
    assert ended("0 0 0 7") == [2, 4]
    for winner in range(1, 5):  # so the left neighbour of a winner is an opponent
        rows = "\n".join(f"M1 {seat}: {'9K 9S 9V' if seat == winner else '2K 3K 5K'}" for seat in range(1, 5))
        table = at(rows + "\nplay: clash", 4)
        act(table, "1 M1")
        chooser = int(asked(table)[0][0])
        assert chooser == winner % 4 + 1
        assert chooser % 2 != winner % 2


def test_gi_v3_teams_4p_false_plays_four_individuals() -> None:
    assert ended("7 0 0 0", options=ALONE) == [1]
    assert ended("4 0 4 0", options=ALONE) is None
    table = at("M1 1: 8V 10K 12S\nM1 3: 8V 10K 12S\nneutral M1: 8K 3S\nplay: clash", 4, options=ALONE)
    act(table, "1 M1")
    assert points(table) == [1, 0, 1, 0]


@pytest.mark.parametrize(("score", "who"), [
    ("4 0 3 0", [1, 3]), ("3 3 3 3", None), ("1 2 5 5", [2, 4]), ("4 4 3 4", [2, 4]), ("0 6 6 0", None),
])
def test_gi_v4_gi_q59_the_team_score_is_the_sum_of_the_partners(score: str, who: list[int] | None) -> None:
    assert ended(score) == who


def test_gi_v4_gi_q59_the_score_shown_is_the_teams() -> None:
    table = at("points: 1 2 3 0\nhand 1: 13T\nplay: factory", 4)
    assert table.game.scores(table) == [4, 2, 4, 2]


@pytest.mark.parametrize(("target", "who"), [(5, [1, 3]), (6, None)])
def test_gi_v4_target_points(target: int, who: list[int] | None) -> None:
    assert ended("3 0 2 0", options=Options(target_points=target)) == who
    assert ended("3 0", seats=2, options=Options(target_points=3)) == [1]


def test_gi_v5_gi_q59_partners_keep_everything_apart() -> None:
    table = at("""
        hand 1: 5K
        hand 3: 6K 7T
        factory 3: 5T:R 6T:U
        M1 1: 1K
        M1 3: 2K 3K
        play: factory, enter, effect
    """, 4, texts={"1K": NOTHING, "2K": NOTHING})
    assert asked(table) == ["1 use"]  # 7T cannot be built, and 5T cannot pay
    assert offered(table) == ["1K", "pass"]  # nor 2K be used
    table = at("M1 1: 2K 3K 4K\nfactory 3: 6T:U\nfactory 1: 5T:U\nplay: clash, rotate", 4)
    act(table, "1 M1")
    assert (asked(table), offered(table)) == (["1 boost"], ["5T", "pass"])
    act(table, "1 pass")
    assert (asked(table), offered(table)) == (["3 boost"], ["6T", "pass"])
    act(table, "3 pass", "2 2K", "2 pass")
    assert (asked(table), offered(table)) == (["1 rotate"], ["5T", "pass"])


def test_gi_v5_hands_of_partners_are_private() -> None:
    table = start(*[THRIFTY] * 4)
    act(table, *[f"{seat} pass" for seat in range(1, 5)])
    for side in range(4):
        assert all(knowers(table, back) == [side + 1] for back in HAND.of(table, side))
        assert View(table, (side + 2) % 4).known(HAND, side) == []


def test_gi_v5_team_open_hands_shows_them_to_the_partner_alone() -> None:
    table = start(*[THRIFTY] * 4, options=OPEN_HANDS)
    act(table, *[f"{seat} pass" for seat in range(1, 5)])
    for side in range(4):
        pair = sorted([side + 1, (side + 2) % 4 + 1])
        assert all(knowers(table, back) == pair for back in HAND.of(table, side))
        assert len(View(table, (side + 2) % 4).known(HAND, side)) == len(HAND.of(table, side))
        assert View(table, (side + 1) % 4).known(HAND, side) == []
    for seats in (2, 3):
        table = start(*[THRIFTY] * seats, options=OPEN_HANDS)
        act(table, *[f"{seat} pass" for seat in range(1, seats + 1)])
        assert all(knowers(table, back) == [1] for back in HAND.of(table, 0))
    table = start(*[THRIFTY] * 4, options=Options(team_open_hands=True, teams_4p=False))
    act(table, *[f"{seat} pass" for seat in range(1, 5)])
    assert all(knowers(table, back) == [1] for back in HAND.of(table, 0))


def test_gi_v6_each_of_four_competes_with_an_own_hand() -> None:
    table = at("M1 1: 2K 3K 5K\nM1 2: 9K\nM1 3: 9K\nM1 4: 10K 10S\nneutral M1: 1S 7V\nplay: clash", 4)
    act(table, "1 M1")
    assert points(table) == [0, 0, 0, 1]  # the 9s of players 1 and 3, or 2 and 4, are no common hand
    check(table, {"M1 1": "2K 3K 5K", "M1 3": "9K"})


def test_gi_v6_three_cards_of_two_partners_allow_no_clash() -> None:
    assert at("M1 1: 2K 3K\nM1 3: 4K\nplay: clash", 4).is_over
    assert at("M1 1: 2K 3K\nM1 3: 4K 5K 6K\nplay: clash", 4).is_over


@pytest.mark.parametrize(("more", "who"), [
    ("M1 1: 5K\nM2 3: 6K\nfactory 2: 10T:U", [1, 3]), ("M1 1: 5K\nfactory 3: 6T:R\nM2 4: 12K", [2, 4]),
    ("M1 1: 5K\nM1 3: 6K\nM1 2: 4K\nfactory 4: 7T:R", [1, 2, 3, 4]),
])
def test_gi_v7_the_tie_break_adds_both_partners_cards(more: str, who: list[int]) -> None:
    assert ended("4 3 3 4", more) == who


TIE = "neutral M1: 8K 3S\nmarket deck: 1S 2S 4S 5S\n"
SAME = "8V 10K 12S"


def test_gi_v8_gi_q60_gi_r38_of_tied_partners_only_the_one_met_first_wins() -> None:
    table = at(TIE + f"M1 1: {SAME}\nM1 3: {SAME}\nplay: clash", 4)
    act(table, "1 M1")
    assert points(table) == [1, 0, 0, 0]
    assert asked(table) == ["2 remove"]
    act(table, "2 8V", "2 pass")
    assert table.is_over  # one update
    check(table, {"M1 3": SAME})


def test_gi_v8_going_clockwise_from_the_active_player() -> None:
    """Player 2 is active and behind: player 3 is met before player 1."""
    table = at("first: 2\n" + TIE + f"M1 2: 4K 5K 6K\nM1 1: {SAME}\nM1 3: {SAME}\nplay: clash", 4)
    act(table, "2 M1")
    assert points(table) == [0, 0, 1, 0]
    assert asked(table) == ["4 remove"]


def test_gi_v8_a_tie_of_both_teams_has_one_winner_in_each() -> None:
    table = at("first: 2\n" + TIE + "\n".join(f"M1 {seat}: {SAME}" for seat in range(1, 5)) + "\nplay: clash", 4)
    act(table, "2 M1")
    assert points(table) == [0, 1, 1, 0]
    assert asked(table) == ["3 remove"]
    act(table, "3 8V", "3 pass")
    assert (asked(table), offered(table)) == (["4 remove"], these(SAME))
    act(table, "4 8V", "4 pass")
    assert table.is_over
    assert [len(lies(table, f"M1 {seat}")) for seat in range(1, 5)] == [3, 2, 2, 3]


@pytest.mark.parametrize("seats", [1, 5])
def test_gi_v9_there_is_no_solo_mode_and_no_game_for_five(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 4"):
        gears_of_industry().start(seats, 0)


def test_gi_q11_turns_alternate_between_the_teams() -> None:
    table = at("first: 4\n" + "\n".join(f"hand {seat}: 1T" for seat in range(1, 5)) + "\nplay: turns", 4)
    found = []
    for _ in range(8):
        found.append(int(asked(table)[0][0]))
        act(table, f"{found[-1]} pass")
    assert found == [4, 1, 2, 3, 4, 1, 2, 3]
