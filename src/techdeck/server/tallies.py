"""What a server counts while it runs.  Counting where something happens slows nobody down."""

from bisect import bisect_left
from collections import Counter
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Histogram:
    """How often something took how long."""

    def __init__(self) -> None:
        self.counts: Final = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> list[str]:
        lines = []
        total = 0
        for bound, count in zip([*BOUNDS, "+Inf"], self.counts, strict=True):
            total += count
            lines.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{name}_sum {self.sum:.6f}", f"{name}_count {total}"]


class Tallies:
    """What was counted since the server was started."""

    def __init__(self) -> None:
        self.actions = 0
        self.refusals: Final[Counter[str]] = Counter()  # by kind
        self.durable: Final = Histogram()  # from an action until it is safe
        self.thinking: Final = Histogram()  # of bots, from the question to the answer
        self.lag: Final = Histogram()  # of the event loop
