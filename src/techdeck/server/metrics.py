"""Figures for whoever runs a server, in the form that Prometheus reads.

Where something happens it is counted; nothing here slows anybody down.
"""

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from techdeck.server.hub import Hub

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
GLANCE: Final = 0.1  # seconds between two looks at how late the event loop is


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


class Figures:
    """What a server does just now, and has done so far."""

    def __init__(self, hub: "Hub") -> None:
        self._hub: Final = hub
        self._watching: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._watching = asyncio.create_task(self._watch())

    def close(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    async def _watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(GLANCE)
            self._hub.tallies.lag.add(max(0.0, time.perf_counter() - before - GLANCE))

    def text(self) -> str:
        hub, tallies = self._hub, self._hub.tallies
        lives = hub.lives.values()
        parts = [
            _part("techdeck_rooms", "gauge", "Rooms in memory.", len(lives)),
            _part("techdeck_rooms_playing", "gauge", "Rooms in which a game goes on.",
                  sum(live.room.state == "playing" for live in lives)),
            _part("techdeck_clients", "gauge", "Connected clients.", sum(len(live.clients) for live in lives)),
            _part("techdeck_actions_total", "counter", "Actions done in games.", tallies.actions),
            _part("techdeck_facts_written_total", "counter", "Facts stored.", hub.journal.written),
            _part("techdeck_groups_written_total", "counter", "Transactions in which they were stored.",
                  hub.journal.groups),
            _head("techdeck_refusals_total", "counter", "Words and requests that were refused, by kind."),
            [f'techdeck_refusals_total{{why="{why}"}} {count}' for why, count in sorted(tallies.refusals.items())],
        ]
        for name, words, histogram in (
            ("techdeck_durable_seconds", "From an action until it is stored, and told.", tallies.durable),
            ("techdeck_thinking_seconds", "How long bots think, waiting for a process included.", tallies.thinking),
            ("techdeck_loop_lag_seconds", "How late the event loop is.", tallies.lag),
        ):
            parts += [_head(name, "histogram", words), histogram.lines(name)]
        return "".join(f"{line}\n" for part in parts for line in part)


def _head(name: str, kind: str, words: str) -> list[str]:
    return [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]


def _part(name: str, kind: str, words: str, value: float) -> list[str]:
    return [*_head(name, kind, words), f"{name} {value:g}"]
