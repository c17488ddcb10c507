"""The lab as people use it: the real command, in a folder of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from techdeck.terminal.app import main
from tests.terminal.conftest import PROGRAM, Answer, Run, environment, hear_interrupts

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files go where the test is; the lab looks for bots in the folder of the project, too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TECHDECK_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the program in this process."""
    def run_program(*words: str) -> Answer:
        capfd.readouterr()
        code = main(words)
        out, err = capfd.readouterr()
        return Answer(code, out, err)

    return run_program


@pytest.fixture
def start(folder: Path) -> Start:
    """Start the program as a process of its own."""
    def start_program(*words: str, **more: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=folder, env={**environment(), **more}, preexec_fn=hear_interrupts)

    return start_program


def rows(name: str) -> pl.DataFrame:
    """What a file holds, without what depends on the machine."""
    found = pl.read_parquet(name)
    return found.drop("seconds") if "seconds" in found.columns else found


def children(pid: int) -> list[int]:
    """The processes that a process has begun."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            try:
                stat = Path("/proc", entry, "stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry))
    return found
