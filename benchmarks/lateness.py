"""Did the machine itself stand still?  What its host took for others, and a process that only sleeps.

The process sleeps a millisecond at a time, and notes how late it was:

    python -m benchmarks.lateness        # until its input ends; then it writes what it has noted, as JSON

It asks for a priority above all that is measured, so that only the machine and whoever else uses it can keep it from
waking.  Where it is not given that (not everybody may ask), the load of the run itself adds some milliseconds.
"""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

NAP: Final = 0.001  # seconds
STAT: Final = Path("/proc/stat")  # where Linux tells what its cores did
TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100  # in a second, as the system counts


def stolen(core: int | None = None) -> float:
    """Seconds in which this machine, or one core, could have worked, and its host had others work; 0 if unknown."""
    name = "cpu" if core is None else f"cpu{core}"
    with suppress(OSError), STAT.open(encoding="ascii") as lines:
        for line in lines:
            words = line.split()
            if words[0] == name:
                return int(words[8]) / TICKS
    return 0.0


class Host:
    """What the host takes of a core, or of them all, from now on."""

    def __init__(self, core: int | None = None) -> None:
        self._core: Final = core
        self._began: Final = time.perf_counter()
        self._stolen: Final = stolen(core)

    def took(self) -> float:
        """The part of the time; of all cores it is counted as if they were one."""
        return (stolen(self._core) - self._stolen) / (time.perf_counter() - self._began)


class Late(NamedTuple):
    """How late it woke, in milliseconds: 99 of 100 times no more than this, and the longest time."""

    p99: float
    most: float


class Sleeper:
    """The process, seen from the one that measures."""

    def __init__(self) -> None:
        self._process: Final = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.lateness"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def wake(self, began: float, until: float) -> Late:
        """End it; how late it was between two moments of `time.perf_counter`, which counts alike in all processes."""
        told, _ = self._process.communicate(timeout=30)
        return lateness(json.loads(told), began, until)


def lateness(noted: list[tuple[float, float]], began: float, until: float) -> Late:
    """Of what was noted, as pairs of when it woke and how late that was: what overlaps with a span."""
    late = sorted(late for at, late in noted if at >= began and at - late <= until)
    if not late:
        return Late(0.0, 0.0)
    return Late(1000 * late[int(len(late) * 0.99)], 1000 * late[-1])


def sleep_on(is_over: threading.Event) -> list[tuple[float, float]]:
    noted: list[tuple[float, float]] = []
    while not is_over.is_set():
        due = time.perf_counter() + NAP
        time.sleep(NAP)
        now = time.perf_counter()
        noted.append((now, now - due))
    return noted


def main() -> None:
    if hasattr(os, "sched_setscheduler"):
        with suppress(OSError):  # then it waits its turn like everybody
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    is_over = threading.Event()

    def listen() -> None:
        sys.stdin.read()
        is_over.set()

    threading.Thread(target=listen, daemon=True).start()
    json.dump(sleep_on(is_over), sys.stdout)


if __name__ == "__main__":
    main()
