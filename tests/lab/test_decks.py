"""Decks for Gears of Industry against each other."""

from pathlib import Path

import pytest

from techdeck.decklists import PRESETS, parse
from techdeck.lab.decks import compare
from techdeck.lab.plan import Refused
from tests.terminal.conftest import Run

WITHOUT_FACTORIES = parse("1-13K 1-13V")  # nothing can ever be paid for


def test_the_better_deck_wins_more_from_both_seats() -> None:
    found = compare({"ladder": PRESETS["ladder"].cards, "stuck": WITHOUT_FACTORIES}, games=4, workers=1)
    assert found.pairs["ladder", "stuck"].games == 4
    assert found.pairs["ladder", "stuck"].wins + found.pairs["stuck", "ladder"].wins == 4
    assert found.against_all("ladder").wins >= 3


def test_nothing_but_seed_and_decks_decides_however_many_workers_there_are() -> None:
    decks = {name: PRESETS[name].cards for name in ("ladder", "pairs", "giants")}
    alone, together = [compare(decks, games=2, seed=7, workers=workers) for workers in (1, 2)]
    assert {pair: score.wins for pair, score in alone.pairs.items()} == {
        pair: score.wins for pair, score in together.pairs.items()}
    assert alone.against_all("pairs").games == 4


def test_what_cannot_be_compared_is_refused_with_a_sentence() -> None:
    one = PRESETS["ladder"].cards
    with pytest.raises(Refused, match="Two decks at least"):
        compare({"ladder": one})
    with pytest.raises(Refused, match="an even number, not 3"):
        compare({"ladder": one, "pairs": PRESETS["pairs"].cards}, games=3)
    with pytest.raises(Refused, match="small is not a legal deck for the basic game: 4 cards, 26 needed"):
        compare({"ladder": one, "small": parse("1-4K")})


def test_it_is_a_command_with_a_table_of_all_pairs(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("1-13K 1-13V", encoding="utf-8")
    told: list[int] = []
    compare({"ladder": PRESETS["ladder"].cards, "stuck": WITHOUT_FACTORIES}, games=6, workers=1, tell=told.append)
    assert told == [4, 6]
    answer = run("deck", "compare", "ladder", str(tmp_path / "mine.txt"), "--games", "2", "--workers", "1", "--plain")
    assert answer.code == 0
    assert "2 games of each pair between casual bots, each deal from both seats; seed 1." in answer.out
    assert "ladder: won 100.0%" in answer.out
    assert "mine.txt: won 0.0%" in answer.out
    refused = run("deck", "compare", "ladder", "nothing")
    assert refused.code != 0
