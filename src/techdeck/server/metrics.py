"""Figures for whoever runs a server, in the form that Prometheus reads."""

import asyncio
import time
from typing import Final

from techdeck.server.hub import Hub

GLANCE: Final = 0.1  # seconds between two looks at how late the event loop is


class Figures:
    """What a server does just now, and has done so far."""

    def __init__(self, hub: Hub) -> None:
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
        lives = hub.shelf.lives.values()
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
