"""How things are timed.

Time is the processor time of the measuring process, which is pinned to one core: what other processes do there
meanwhile is not counted. Garbage is collected as in normal use.
"""

import os
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final, TypeVar

Measures = dict[str, float]  # by name: a number of times in a second, or of microseconds for one time

SPOTS: Final = 200  # positions in which clones and views are taken

T = TypeVar("T")


def pin() -> None:
    """Stay on one core, the last one allowed; where that cannot be asked for, anywhere."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def play_rates(play: Callable[[int], int], seed: int, seconds: float) -> Measures:
    """Games, each with a seed of its own, for so long; `play` says how many decisions its game had."""
    play(seed)  # the first one also fills caches
    decisions = games = 0
    used = 0.0
    began = time.process_time()
    while used < seconds:
        games += 1
        decisions += play(seed + games)
        used = time.process_time() - began
    return {"decisions/s": decisions / used, "games/s": games / used, "decisions/game": decisions / games}


def microseconds(work: Callable[[T], object], spots: Sequence[T], seconds: float) -> float:
    """How long a piece of work takes, on the average of all spots, each done equally often."""
    for spot in spots:
        work(spot)
    rounds = 0
    used = 0.0
    began = time.process_time()
    while used < seconds:
        for spot in spots:
            work(spot)
        rounds += 1
        used = time.process_time() - began
    return used / rounds / len(spots) * 1e6


def middle(costs: list[float]) -> float:
    return median(costs) * 1e6


def some(spots: Sequence[T]) -> Sequence[T]:
    """So many of them, evenly from first to last."""
    step = max(1, len(spots) // SPOTS)
    return spots[::step][:SPOTS]
