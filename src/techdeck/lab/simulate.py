"""A run: workers play the games of a plan, and a store keeps what comes of them."""

import time
from collections.abc import Callable
from contextlib import closing
from typing import Final

from techdeck.lab.playing import Batch
from techdeck.lab.store import Store
from techdeck.lab.workers import work

MOST_ROWS: Final = 50_000  # in memory, of all kinds together
LEAST_SECONDS: Final = 0.5  # of work that is not kept yet; then a part of all that was done, so that
PART: Final = 0.05  # nobody loses much, and there are not too many files,
MOST_SECONDS: Final = 30.0  # but never more than this

Tell = Callable[[int, int], None]  # how many games are done, and how many failed since the last time


def run(store: Store, *, workers: int, on: str = "", tell: Tell) -> None:
    """Play what is left of a plan; however it ends, what was played by then is kept.

    :raises Refused: if workers are lost; KeyboardInterrupt if somebody stops it.
    """
    if store.is_finished:
        return
    waiting = Waiting(store)
    try:
        with closing(work(store.plan, store.done, workers, on)) as batches:
            for batch in batches:
                waiting.add(batch)
                tell(waiting.done, sum([row["error"] is not None for row in batch.games]))
    finally:
        waiting.flush()
    store.finish()


class Waiting:
    """Rows that are not kept yet: few enough to fit into memory, and of no more than some seconds' work."""

    def __init__(self, store: Store) -> None:
        self.store: Final = store
        self.batch = Batch()
        self.began: Final = time.monotonic()
        self.flushed = self.began

    @property
    def done(self) -> int:
        return self.store.done + len(self.batch.games)

    def add(self, more: Batch) -> None:
        batch = self.batch
        batch.games += more.games
        batch.decisions += more.decisions
        batch.effects += more.effects
        batch.records += more.records
        rows = len(batch.games) + len(batch.decisions) + len(batch.effects)
        now = time.monotonic()
        patience = min(MOST_SECONDS, max(LEAST_SECONDS, PART * (now - self.began)))
        if rows >= MOST_ROWS or now - self.flushed >= patience:
            self.flush()

    def flush(self) -> None:
        if self.batch.games:
            self.store.add(self.batch)
        self.batch = Batch()
        self.flushed = time.monotonic()
