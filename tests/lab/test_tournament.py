"""Any bots against any bots, on the same deals and from every place."""

from itertools import permutations
from pathlib import Path

import polars as pl
import pytest

from techdeck.games import GAMES, game_named
from techdeck.lab.plan import Refused
from techdeck.lab.tournament import Meeting, encounters, in_turn, standings, tournament
from tests.terminal.conftest import Run


def test_every_pair_meets_on_every_deal_from_every_place() -> None:
    assert encounters("a", "b", 2) == [["a", "b"], ["b", "a"]]
    assert encounters("a", "b", 4) == [["a", "b", "a", "b"], ["b", "a", "b", "a"]]
    three = encounters("a", "b", 3)
    assert sorted(three) == sorted(map(list, {*permutations("aab"), *permutations("abb")}))
    plan, = tournament([game_named("grid poker")], ["random", "casual"], 5, 1)
    assert plan.games == 5 * 2
    assert plan.by_team


def test_partners_play_alike(run: Run) -> None:
    answer = run("tournament", "gears-of-industry", "peer-to-peer", "--seats", "4", "--deals", "1", "--bots",
                 "random,tests.lab.bots:Slow", "--workers", "1")
    assert answer.code == 0
    gears = pl.read_parquet("tournament/gears-of-industry.parquet")
    assert gears.height == 2
    for row in gears.iter_rows(named=True):
        assert row["bot_1"] == row["bot_3"] != row["bot_2"] == row["bot_4"]
    peers = pl.read_parquet("tournament/peer-to-peer.parquet")
    for row in peers.iter_rows(named=True):
        by_side = {(row[f"side_{seat}"], row[f"bot_{seat}"]) for seat in range(1, 5)}
        assert len(by_side) == 2


def test_a_tournament_rates_the_better_bot_higher_and_draws_it(run: Run) -> None:
    words = ["tournament", "grid-poker", "regular-poker", "--deals", "6", "--option", "suit_order=rest_first"]
    answer = run(*words, "--workers", "2", "--picture", "ratings.svg")
    assert answer.code == 0
    assert {"Grid Poker", "Regular Poker", "All games"} <= set(answer.out.splitlines())
    found = pl.read_parquet("tournament/ratings.parquet")
    assert found.select("game", "bot").rows() == [
        ("grid poker", "casual"), ("grid poker", "random"), ("regular poker", "casual"), ("regular poker", "random"),
        ("all games", "casual"), ("all games", "random"),
    ]
    for row in found.iter_rows(named=True):
        assert row["low"] < row["rating"] < row["high"]
        assert row["games"] == (24 if row["game"] == "all games" else 12)
    casual, chance = found.filter(pl.col("game") == "all games").iter_rows(named=True)
    assert casual["low"] > chance["high"]
    assert casual["wins"] + chance["wins"] == 24
    games = pl.read_parquet("tournament/grid-poker.parquet")
    assert games["seed"].n_unique() == 6
    assert (games["bot_1"] != games["bot_2"]).all()
    picture = Path("ratings.svg").read_text()
    assert picture.startswith("<svg")
    for word in ("casual", "random", "grid poker", "regular poker", "all games", "95% interval"):
        assert word in picture
    before = pl.read_parquet("tournament/ratings.parquet")
    again = run(*words, "--workers", "1", "--picture", "again.png")
    assert again.out.startswith("All 12 games are in tournament/grid-poker.parquet already.")
    assert Path("again.png").read_bytes().startswith(b"\x89PNG")
    assert pl.read_parquet("tournament/ratings.parquet").equals(before)


def test_ratings_follow_who_won_and_equal_bots_stay_level() -> None:
    met = [Meeting("g", "a", "b", part) for part in [1.0, 1.0, 0.5, 1.0, None, 1.0] * 5]
    one, other = standings("g", met)
    assert (one.bot, other.bot) == ("a", "b")
    assert one.rating > other.rating
    assert (one.games, one.wins, other.wins) == (30, 22.5, 2.5)
    level = standings("g", [Meeting("g", "a", "b", float(number % 2)) for number in range(200)])
    assert abs(level[0].rating - level[1].rating) < 2
    assert level[1].low < level[0].rating < level[1].high
    assert level[0].high - level[0].low < one.high - one.low  # more games tell more


def test_no_game_counts_more_for_coming_last() -> None:
    first = [Meeting("f", "a", "b", 1.0)] * 4
    second = [Meeting("s", "a", "b", 0.0)] * 2
    assert [meeting.game for meeting in in_turn([first, second])] == ["f", "s", "f", "f", "s", "f"]


@pytest.mark.parametrize(("words", "said"), [
    (["--bots", "random"], "A tournament needs at least two bots, each named once."),
    (["--bots", "random,random"], "A tournament needs at least two bots, each named once."),
    (["--bots", "random,clever"], "There is no bot 'clever' for grid poker; there are random and casual"),
    (["--deals", "0"], "At least one deal must be played, not 0."),
    (["--seats", "7"], "Grid Poker cannot be played by 7."),
    (["grid-poker", "--seats", "1"], "With 1 at Grid Poker nobody plays against anybody."),
    (["chess"], "There is no game 'chess'"),
    (["--picture", "ratings.gif"], "A picture ends with .svg, .png or .html, not with '.gif'."),
])
def test_what_cannot_be_done_is_one_sentence(run: Run, words: list[str], said: str) -> None:
    answer = run("tournament", *words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith(said)
    assert answer.err.count("\n") == 1
    assert not Path("tournament").exists()


def test_all_games_can_be_played_in_a_tournament() -> None:
    plans = tournament([game_named(name) for name in GAMES], ["random", "casual"], 3, 1)
    assert [plan.game for plan in plans] == list(GAMES)
    with pytest.raises(Refused):
        tournament([game_named("cyber defense")], ["random", "casual"], 3, 1, seats=3)
