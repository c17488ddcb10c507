"""Did the machine itself stand still?  What its host took for others, and processes that only sleep, or only write.

One sleeps a millisecond at a time, and notes how late it woke.  The other writes a page over and over, and notes how
long it waited until that was safe on the disk:

    python -m benchmarks.lateness        # until its input ends; then it writes what it has noted, as JSON
    python -m benchmarks.lateness FILE   # the same of the disk on which this file is made

They ask for a priority above all that is measured, so that only the machine and whoever else uses it can make them
wait.  Where they are not given that (not everybody may ask), the load of the run itself adds some milliseconds.
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
PAUSE: Final = 0.005  # seconds between two writings: few beside those that are measured
PAGE: Final = bytes(4096)
STILL: Final = 0.02  # seconds from which on a wait is one in which the machine stood still
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
    """The longest wait, in milliseconds, and the part of the time in long ones."""

    most: float
    still: float


class Watch:
    """A process that sleeps, or writes to a file, seen from the one that measures."""

    def __init__(self, file: Path | None = None) -> None:
        named = [] if file is None else [str(file)]
        self._process: Final = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.lateness", *named], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def end(self, began: float, until: float) -> Late:
        """How it had to wait between two moments of `time.perf_counter`, which counts alike in all processes."""
        told, _ = self._process.communicate(timeout=30)
        return lateness(json.loads(told), began, until)


def lateness(noted: list[tuple[float, float]], began: float, until: float) -> Late:
    """Of what was noted, as pairs of when a wait ended and how long it was: what overlaps with a span."""
    waits = [(at, wait) for at, wait in noted if at >= began and at - wait <= until]
    most = max((wait for _, wait in waits), default=0.0)
    still = sum(min(at, until) - max(at - wait, began) for at, wait in waits if wait >= STILL)
    return Late(1000 * most, still / (until - began) if still else 0.0)


def sleep_on(is_over: threading.Event) -> list[tuple[float, float]]:
    noted: list[tuple[float, float]] = []
    while not is_over.is_set():
        due = time.perf_counter() + NAP
        time.sleep(NAP)
        now = time.perf_counter()
        noted.append((now, now - due))
    return noted


def write_on(is_over: threading.Event, file: Path) -> list[tuple[float, float]]:
    noted: list[tuple[float, float]] = []
    with file.open("wb", buffering=0) as page:
        while not is_over.is_set():
            began = time.perf_counter()
            page.seek(0)
            page.write(PAGE)
            os.fsync(page)
            now = time.perf_counter()
            noted.append((now, now - began))
            time.sleep(PAUSE)
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
    json.dump(write_on(is_over, Path(sys.argv[1])) if sys.argv[1:] else sleep_on(is_over), sys.stdout)


if __name__ == "__main__":
    main()
