"""Contestants that are compared take short turns, so that a host that changes its speed changes it for both.

Each waits in a process of its own until it is told to take its turn, and only one works at a time. In a comparison two
of them alternate, A B, B A, A B and so on: what gets faster or slower all the while does so for both, and neither is
always the one that comes after the other.

The ratio is of all that one has done in all its processor time to the same of the other: of two averages over the same
stretch of time. The median of the ratios of neighbouring turns might seem to bear more. But it leaves out what is rare
and dear, like a long game or a collection of garbage; and where a host has two speeds, neighbours have three ratios,
and the median jumps from one to another: for arrays of hands by a quarter, where this ratio changed by a fourteenth.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from benchmarks.clock import TURN, Measures, Turn, core, speed
from benchmarks.lateness import Host
from benchmarks.report import Compared, Goal, Who

ROOT: Final = Path(__file__).resolve().parents[1]
BUILDS: Final = {"compiled": ROOT / "build" / "compiled", "interpreted": ROOT / "src"}


class Failed(Exception):
    """Somebody could not be measured."""

    def __init__(self, who: Who, why: str) -> None:
        super().__init__(why)
        self.who: Final = who


class Worker:
    """A contestant's process, seen from the one that says whose turn it is."""

    def __init__(self, who: Who, seed: int) -> None:
        self.who: Final = who
        self._errors: Final = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115  # see close
        path = BUILDS.get(who.build, BUILDS["interpreted"])
        # A session of its own: Ctrl-C is for us, not for those who are measured.
        self._process: Final = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", who.build, who.name, str(seed)], cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(path)}, start_new_session=True, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)

    def get_ready(self, task: str) -> None:
        self._ask("get_ready", task)

    def take_turn(self, task: str) -> Turn:
        return Turn(*self._ask("take_turn", task))

    def finish(self, seconds: float) -> Measures:
        found: Measures = self._ask("finish", seconds)
        return found

    def _ask(self, *command: str | float) -> Any:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(command) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended, as the answer will show
        answer = process.stdout.readline()
        if not answer:
            process.wait()
            self._errors.seek(0)
            raise Failed(self.who, (self._errors.read().strip().splitlines() or ["no message"])[-1])
        return json.loads(answer)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        self._errors.close()


class Side:
    """One of the two in a comparison: who works, on what, and the turns it had."""

    def __init__(self, worker: Worker, task: str) -> None:
        self._worker: Final = worker
        self._task: Final = task
        self.turns: Final[list[Turn]] = []

    def get_ready(self) -> None:
        self._worker.get_ready(self._task)

    def take_turn(self) -> None:
        self.turns.append(self._worker.take_turn(self._task))


class Round:
    """The contestants of a round; each has a process from when it is first needed until it has finished."""

    def __init__(self, seed: int, seconds: float) -> None:
        self._seed: Final = seed  # the same for all
        self._seconds: Final = seconds
        self._workers: Final[dict[Who, Worker]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        for worker in self._workers.values():
            worker.close()

    def compare(self, goal: Goal) -> Compared:
        """How fast one is beside the other, from turns that both take until each has worked for a round's seconds."""
        assert goal.other is not None
        one = Side(self._worker(goal.one), goal.measure)
        other = Side(self._worker(goal.other), goal.other_measure or goal.measure)
        one.get_ready()
        other.get_ready()
        host = Host(core())
        for _ in range(max(1, round(self._seconds / TURN / 2))):
            for first, second in ((one, other), (other, one)):
                first.get_ready()
                second.get_ready()
                first.take_turn()
                second.take_turn()
        return Compared(speed(one.turns) / speed(other.turns), host.took())

    def finish(self, who: Who) -> Measures:
        """The measures of all turns it has had; what had none is measured now."""
        measures = self._worker(who).finish(self._seconds)
        self._workers.pop(who).close()
        return measures

    def _worker(self, who: Who) -> Worker:
        if who not in self._workers:
            self._workers[who] = Worker(who, self._seed)
        return self._workers[who]
