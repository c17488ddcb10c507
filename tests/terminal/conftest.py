"""The program as people run it: in this process, as a process of its own, and in a real terminal."""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pexpect
import pytest

from techdeck.table import Table
from techdeck.telling import Teller
from techdeck.terminal.app import main

PROGRAM = "import sys; from techdeck.terminal.app import main; sys.exit(main())"
CHOICE = r"choice \(\? for help\): "


class Answer:
    """What came of a run."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


Run = Callable[..., Answer]
Spawn = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games of one's own for every test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("TECHDECK_HOME", str(folder))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program in this process, with some lines of input."""
    def run_program(*words: str, typed: str = "") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        return Answer(code, out, err)

    return run_program


def environment() -> dict[str, str]:
    """For a process of its own: the same build, a terminal with colours."""
    path = os.pathsep.join(sys.path)
    ours = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**ours, "PYTHONPATH": path, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}


def piped(*words: str, typed: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], input=typed, capture_output=True, text=True, timeout=60, check=False,
        env={**environment(), **more})


def hear_interrupts() -> None:
    """Tests that run in the background of a shell are deaf to Ctrl-C, and so would be what they start."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Run the program in a real terminal of so many lines and columns."""
    children: list[pexpect.spawn[str]] = []

    def spawn_program(*words: str, lines: int = 40, columns: int = 120) -> "pexpect.spawn[str]":
        child: pexpect.spawn[str] = pexpect.spawn(
            sys.executable, ["-c", PROGRAM, *words], env=environment(), dimensions=(lines, columns), timeout=20,
            encoding="utf-8", preexec_fn=hear_interrupts)
        child.delaybeforesend = 0
        children.append(child)
        return child

    yield spawn_program
    for child in children:
        child.close(force=True)


def tell_every_step(table: Table, names: Sequence[str], clumsy: "re.Pattern[str]", rng: Random) -> None:
    """Play at random, and let everybody be told what happened, in sentences that are well made."""
    while True:
        for side in range(table.sides + 1):
            for line in Teller(table.game, names, side, table.members).lines(table.log or []):
                assert not clumsy.search(line), line
        table.log = []
        if not table.pending:
            break
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)
