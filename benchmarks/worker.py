"""A contestant in a process of its own, which waits until it is told what to do.

    python -m benchmarks.worker BUILD CONTESTANT SEED

A line of its input is a command, as a list in JSON, and each is answered by a line of JSON; `benchmarks.turns` has the
other end. When the input ends, so does the process.
"""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Final, TextIO

from benchmarks.clock import Measures, Task, Turn, pin


def answers() -> TextIO:
    """What was our output: whatever a library prints must not be taken for an answer, so that goes to the errors."""
    found = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return found


class Contestant:
    """Tasks that take turns, or something that is measured as a whole; each command is a method."""

    def __init__(self, tasks: list[Task], alone: Callable[[float], Measures] | None = None) -> None:
        self._tasks: Final = {task.name: task for task in tasks}
        self._alone: Final = alone

    def get_ready(self, task: str) -> None:
        self._tasks[task].get_ready()

    def take_turn(self, task: str) -> Turn:
        return self._tasks[task].take_turn()

    def finish(self, seconds: float) -> Measures:
        """All measures; what had no turns beside somebody else's has as many now as make up its share of the time."""
        measures = self._alone(seconds) if self._alone is not None else {}
        for task in self._tasks.values():
            if not task.turns:
                while sum(turn.seconds for turn in task.turns) < seconds * task.share:
                    task.get_ready()
                    task.take_turn()
            measures |= task.measures()
        return measures


def contestant(build: str, name: str, seed: int) -> Contestant:
    if build == "peer":
        from benchmarks import peers

        return Contestant(peers.CONTESTANTS[name](seed))
    from benchmarks import growth, own
    from techdeck import table

    imported = "interpreted" if str(table.__file__).endswith(".py") else "compiled"
    if imported != build:
        sys.exit(f"The {imported} package was imported where the {build} one was to be measured.")
    if name in own.CONTESTANTS:
        return Contestant(own.CONTESTANTS[name](seed))
    return Contestant([], partial((own.ALONE | growth.contestants())[name], seed))


def main() -> None:
    build, name, seed = sys.argv[1:]
    out = answers()
    pin()
    found = contestant(build, name, int(seed))
    for line in sys.stdin:
        command, *told = json.loads(line)
        print(json.dumps(getattr(found, command)(*told)), file=out, flush=True)


if __name__ == "__main__":
    main()
