"""Bots, in processes of their own, so that no thought of theirs makes anybody wait.

A process is given a stored table, makes of it what one side sees, and asks the bot.  A table's bots are always asked in
the same process, since some remember what happened.
"""

import asyncio
import multiprocessing
import signal
from collections import OrderedDict
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final, NamedTuple

from techdeck.bots.bot import Bot
from techdeck.bots.levels import bot
from techdeck.bots.reaction import Attention, narrowed
from techdeck.games import game_named
from techdeck.storage import Stored, restore
from techdeck.table import Choice, Game
from techdeck.views import View

MOST_BOTS: Final = 2000  # that a process remembers


class Task(NamedTuple):
    """What a process is asked: which bot, and the table it is to look at."""

    number: int
    room: str
    seat: int
    level: str
    stored: Stored
    attention: Attention | None  # what of a trading floor it has thought over; nothing if that does not matter


class Minds:
    """Some processes that think.  They are started when they are first needed, and again if one dies."""

    def __init__(self, processes: int = 1) -> None:
        self._processes: Final[list[multiprocessing.process.BaseProcess | None]] = [None] * processes
        self._pipes: Final[list[Connection | None]] = [None] * processes
        self._asked: Final[dict[int, tuple[int, asyncio.Future[Choice | None]]]] = {}
        self._number = 0

    async def think(
        self, room: str, seat: int, level: str, stored: Stored, attention: Attention | None = None,
    ) -> Choice | None:
        """What a bot would do at a table, or nothing if it would wait.

        :raises BrokenPipeError: if its process died; the next question finds another.
        """
        place = hash(room) % len(self._processes)
        pipe = self._pipe(place)
        self._number += 1
        answer: asyncio.Future[Choice | None] = asyncio.get_running_loop().create_future()
        self._asked[self._number] = place, answer
        pipe.send(Task(self._number, room, seat, level, stored, attention))
        return await answer

    def _pipe(self, place: int) -> Connection:
        found = self._pipes[place]
        if found is not None:
            return found
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=think_on, args=(there,), name=f"techdeck-mind-{place}", daemon=True)
        process.start()
        there.close()
        self._processes[place], self._pipes[place] = process, here
        asyncio.get_running_loop().add_reader(here.fileno(), self._hear, place, here)
        return here

    def _hear(self, place: int, pipe: Connection) -> None:
        try:
            while pipe.poll():
                number, choice, fault = pipe.recv()
                _, answer = self._asked.pop(number)
                if answer.cancelled():
                    continue
                if fault:
                    answer.set_exception(RuntimeError(fault))
                else:
                    answer.set_result(choice)
        except (EOFError, OSError):
            self._bury(place, pipe)

    def _bury(self, place: int, pipe: Connection) -> None:
        asyncio.get_running_loop().remove_reader(pipe.fileno())
        pipe.close()
        self._pipes[place] = self._processes[place] = None
        for number, (where, answer) in list(self._asked.items()):
            if where == place:
                del self._asked[number]
                if not answer.done():
                    answer.set_exception(BrokenPipeError("The process in which a bot thinks has died."))

    def close(self) -> None:
        for pipe in self._pipes:
            if pipe is not None:
                asyncio.get_running_loop().remove_reader(pipe.fileno())
                pipe.close()
        for process in self._processes:
            if process is not None:
                process.terminate()
                process.join(2)


# In the process

def think_on(pipe: Connection) -> None:
    """Answer until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then hangs up
    games: dict[str, Game] = {}
    bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
    while True:
        try:
            task: Task = pipe.recv()
        except (EOFError, OSError):
            return
        answer: tuple[int, Choice | None, str]
        try:
            answer = task.number, _thought(task, games, bots), ""
        except Exception as error:  # the server decides what to do about it
            answer = task.number, None, f"{type(error).__name__}: {error}"
        try:
            pipe.send(answer)
        except OSError:
            return


def _thought(task: Task, games: dict[str, Game], bots: "OrderedDict[tuple[str, int, str], Bot]") -> Choice | None:
    stored: dict[str, Any] = task.stored
    kind = f"{stored['game']} {sorted(stored['options'].items())}"
    if kind not in games:
        games[kind] = game_named(stored["game"], stored["options"])
    table = restore(games[kind], stored)
    key = task.room, task.seat, task.level
    if key not in bots:
        bots[key] = bot(stored["game"], task.level, Random())
        if len(bots) > MOST_BOTS:
            bots.popitem(last=False)
    bots.move_to_end(key)
    decision = table.decision_of(task.seat)
    if decision is None:
        return None
    if task.attention is not None:
        decision = narrowed(decision, task.attention)
    return bots[key].choose(View(table, table.side_of(task.seat)), decision)
