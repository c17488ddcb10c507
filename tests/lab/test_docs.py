"""What docs/simulation.md shows can be done as it stands there."""

import re
import shlex
from pathlib import Path

import polars as pl
import pytest

from techdeck.games import GAMES, game_named
from techdeck.lab.rows import DECISION_COLUMNS, EFFECT_COLUMNS, columns
from tests.terminal.conftest import Run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "simulation.md").read_text()
BLOCK = re.compile(r"```(sh|python)\n(.*?)```", re.DOTALL)


def test_every_example_runs(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer games, so that it does not take long."""
    monkeypatch.syspath_prepend(str(folder))
    space: dict[str, object] = {}
    seen = 0
    for kind, text in BLOCK.findall(PAGE):
        seen += 1
        if kind == "python":
            if "class FirstThing" in text:
                Path("mybots.py").write_text(text)
            exec(compile(text, "docs/simulation.md", "exec"), space)
            continue
        for line in text.splitlines():
            words = re.sub(r"--games \d+", "--games 3", re.sub(r"--deals \d+", "--deals 1", line))
            answer = run(*shlex.split(words)[1:], "--workers", "1")
            assert answer.code == 0, answer.err
    assert seen == 13
    used = space["used"]
    assert isinstance(used, pl.LazyFrame)
    assert used.collect().height > 0


def test_every_column_is_explained() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    for name in GAMES:
        for column in columns(game_named(name), 1):
            if not column.startswith("stock_"):
                assert column in named, f"{column} of {name}"
    assert {"options", "stock_knowledge"} <= named
    assert {*DECISION_COLUMNS, *EFFECT_COLUMNS} <= named
