"""Who plays the games of a plan: this process, several on this machine, or a Ray cluster.

They are given spans of numbers in order, and what comes of them is passed on in the same order.  Only so many spans are
under way at once, so that nothing piles up however long a run is.
"""

import gc
import multiprocessing
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from techdeck.lab.plan import Plan, Refused
from techdeck.lab.playing import Batch, play_games

SPAN_SECONDS: Final = 0.4  # how long a worker should take for a span, about
LONGEST_SPAN: Final = 1000
AHEAD: Final = 3  # spans for each worker that are under way or waiting
PATIENCE: Final = 10.0  # seconds for a cluster to answer
MANY_OBJECTS: Final = 50_000  # made before a worker looks for garbage, of which games leave hardly any
RETRIES: Final = 5  # of a span whose machine or process was lost on a cluster

Ticket = TypeVar("Ticket")
Work = Generator[Batch, None, None]


class Spans:
    """Cuts the games into spans that take about as long as is pleasant: what comes of a game does not depend on it."""

    def __init__(self, plan: Plan, first: int) -> None:
        self.next = first
        self.end: Final = plan.end
        self.length = 1

    def take(self) -> tuple[int, int]:
        first = self.next
        self.next = min(self.end, first + self.length)
        return first, self.next

    def learn(self, batch: Batch) -> None:
        """Games of so long: let the spans that follow fit, and grow no faster than by doubling."""
        each = sum([float(str(row["seconds"])) for row in batch.games]) / len(batch.games)
        self.length = max(1, min(LONGEST_SPAN, 2 * self.length, int(SPAN_SECONDS / max(each, 1e-6))))


def processors() -> int:
    """How many processes this machine can run for us at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work(plan: Plan, first: int, workers: int, on: str = "") -> Work:
    """The games from a number on, in order, some at a time; no number of workers means all there are."""
    if on == "ray":
        return on_ray(plan, first, workers)
    here = workers or processors()
    return alone(plan, first) if here == 1 else on_processes(plan, first, here)


def alone(plan: Plan, first: int) -> Work:
    spans = Spans(plan, first)
    while spans.next < spans.end:
        batch = play_games(plan, *spans.take())
        spans.learn(batch)
        yield batch


def in_order(
    plan: Plan, first: int, most: int, begin: Callable[[int, int], Ticket], end: Callable[[Ticket], Batch],
) -> Work:
    """Keep so many spans under way, and pass on what comes of them in their order."""
    spans = Spans(plan, first)
    under_way: deque[Ticket] = deque()
    while under_way or spans.next < spans.end:
        while spans.next < spans.end and len(under_way) < most:
            under_way.append(begin(*spans.take()))
        batch = end(under_way.popleft())
        spans.learn(batch)
        yield batch


# Processes on this machine

def on_processes(plan: Plan, first: int, workers: int) -> Work:
    """They begin from nothing rather than as copies of this process, which has threads."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin_worker)
    try:
        yield from in_order(
            plan, first, AHEAD * workers, lambda start, end: pool.submit(play_games, plan, start, end),
            lambda future: future.result())
    except BrokenProcessPool:
        raise Refused(
            "A worker was ended from outside, perhaps for want of memory; the same command goes on.") from None
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def begin_worker() -> None:
    """A worker leaves Ctrl-C to the process that began it, and ends when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(MANY_OBJECTS)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# A Ray cluster

def on_ray(plan: Plan, first: int, workers: int) -> Work:
    """On the cluster that RAY_ADDRESS names, or that runs on this machine; what a lost worker had is played again."""
    ray = load_ray()
    address = os.environ.get("RAY_ADDRESS", "auto")
    try:
        check_that_somebody_listens(address)
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except OSError:
        raise Refused("There is no Ray cluster; start one with: ray start --head, or name it in RAY_ADDRESS.") from None
    try:
        task: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(play_games)
        sent = ray.put(plan)
        cores = workers or int(ray.cluster_resources().get("CPU", 1))
        yield from in_order(
            plan, first, AHEAD * cores, lambda start, end: task.remote(sent, start, end),
            lambda ticket: ray.get(ticket))
    except ray.exceptions.RayError as error:
        raise Refused(f"The cluster failed: {str(error).splitlines()[0]}. The same command goes on.") from None
    finally:
        ray.shutdown()


def check_that_somebody_listens(address: str) -> None:
    """Ray itself would try for minutes.

    :raises OSError: if nobody does.
    """
    host, _, port = address.rpartition("//")[2].partition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def load_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ModuleNotFoundError:
        raise Refused("Ray is not installed; pip install 'techdeck[ray]' brings it.") from None
    return ray
