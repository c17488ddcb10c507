"""How things are timed: as tasks, on which a process works for a short turn whenever it is told to.

Time is the processor time of the measuring process, which is pinned to one core: what other processes do there
meanwhile is not counted. Garbage is collected as in normal use; what was left by getting ready is collected before the
first turn, so that nobody pays for that.
"""

import gc
import os
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final, Generic, NamedTuple, TypeVar

Measures = dict[str, float]  # by name: a number of times in a second, or of microseconds for one time

TURN: Final = 0.025  # seconds: short beside how long a host keeps its speed, long beside filling a core's caches again
WARM_UP: Final = 1.0  # seconds for which games are played before the first turn
SPOTS: Final = 200  # positions in which clones and views are taken

T = TypeVar("T")


def core() -> int | None:
    """The one on which everything is measured, the last one allowed; none where that cannot be asked for."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


def pin() -> None:
    """Stay on that core; where that cannot be asked for, anywhere."""
    found = core()
    if found is not None:
        os.sched_setaffinity(0, {found})


class Turn(NamedTuple):
    """What was done in one turn: decisions, copies or hands, and the processor time of them all."""

    amount: int
    seconds: float


def speed(turns: Sequence[Turn]) -> float:
    """How much was done in a second, on the average of all the time that was used."""
    return sum(turn.amount for turn in turns) / sum(turn.seconds for turn in turns)


class Task:
    """Work whose speed is asked for. A name that ends in /s is of a rate, any other of microseconds."""

    def __init__(self, name: str, share: float) -> None:
        self.name: Final = name
        self.share: Final = share  # of the seconds of a measurement, if it has no turns beside somebody else's
        self.turns: Final[list[Turn]] = []
        self._is_warm = False

    def get_ready(self) -> None:
        """All that the next turn needs and that is not counted; before the first one, also what fills caches."""
        if not self._is_warm:
            self._is_warm = True
            self.warm_up()
            gc.collect()
        self.prepare()

    def take_turn(self) -> Turn:
        self.turns.append(self.work())
        return self.turns[-1]

    def warm_up(self) -> None:
        """A turn that is not counted."""
        self.prepare()
        self.work()

    def prepare(self) -> None:
        """Most have nothing to do here."""

    def work(self) -> Turn:
        raise NotImplementedError

    def measures(self) -> Measures:
        found = speed(self.turns)
        return {self.name: found if self.name.endswith("/s") else 1e6 / found}


class Playing(Task):
    """Games, each with a seed of its own; `play` says how many decisions its game had."""

    def __init__(self, play: Callable[[int], int], seed: int) -> None:
        super().__init__("decisions/s", 1.0)
        self._play: Final = play
        self._seed = seed
        self._games = 0

    def warm_up(self) -> None:
        """Longer than a turn: Grid Poker, for one, is a tenth slower until it has met most of the hands that come."""
        used = 0.0
        while used < WARM_UP:
            used += self.work().seconds
        self._games = 0

    def work(self) -> Turn:
        decisions = 0
        used = 0.0
        began = time.process_time()
        while used < TURN:
            self._seed += 1
            self._games += 1
            decisions += self._play(self._seed)
            used = time.process_time() - began
        return Turn(decisions, used)

    def measures(self) -> Measures:
        in_a_game = sum(turn.amount for turn in self.turns) / self._games
        return {**super().measures(), "games/s": speed(self.turns) / in_a_game, "decisions/game": in_a_game}


class Through(Task, Generic[T]):
    """Work that goes through all spots, each as often as any other."""

    def __init__(
        self, name: str, go: Callable[[Sequence[T]], object], spots: Callable[[], Sequence[T]], share: float = 0.25,
    ) -> None:
        super().__init__(name, share)
        self._go: Final = go
        self._make: Final = spots
        self._spots: Sequence[T] = []

    def warm_up(self) -> None:
        self._spots = self._make()
        super().warm_up()

    def work(self) -> Turn:
        go, spots = self._go, self._spots
        rounds = 0
        used = 0.0
        began = time.process_time()
        while used < TURN:
            go(spots)
            rounds += 1
            used = time.process_time() - began
        return Turn(rounds * len(spots), used)


class AtSpots(Through[T]):
    """The same work on each of them."""

    def __init__(
        self, name: str, work: Callable[[T], object], spots: Callable[[], Sequence[T]], share: float = 0.25,
    ) -> None:
        def go(spots: Sequence[T]) -> None:
            for spot in spots:
                work(spot)

        super().__init__(name, go, spots, share)


def middle(costs: list[float]) -> float:
    return median(costs) * 1e6


def some(spots: Sequence[T]) -> Sequence[T]:
    """So many of them, evenly from first to last."""
    step = max(1, len(spots) // SPOTS)
    return spots[::step][:SPOTS]
