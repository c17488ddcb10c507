"""Games that are over, worked out moment by moment, so that they can be replayed whatever becomes of the rules."""

import asyncio
import logging
import sys
from collections import deque
from typing import Final

import msgspec

from techdeck.record import written
from techdeck.server.journal import Journal
from techdeck.server.past import Ended
from techdeck.server.room import Refusal, Room, remade

AT_ONCE: Final = 2  # processes that may work it out
REST: Final = 10.0  # seconds after the start, in which everybody comes back and the server has more urgent things to do

log = logging.getLogger("techdeck.archive")


def ending(room: Room) -> Ended:
    """What is kept of a game that is over."""
    assert room.match is not None, "a game that is over was played"
    return Ended(room.game.version, room.winners(), room.scores(), written(room.match.record))


class Archive:
    """Tells every game once: in the background when it ends, or at once for somebody who wants to see it."""

    def __init__(self, journal: Journal) -> None:
        self._journal: Final = journal
        self._untold: Final[deque[str]] = deque()
        self._has_untold: Final = asyncio.Event()
        self._telling: Final[dict[str, asyncio.Task[None]]] = {}
        self._turn: Final = asyncio.Semaphore(AT_ONCE)
        self._background: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._background = asyncio.create_task(self._tell_on())

    async def close(self) -> None:
        """What is not told yet will be after the next start."""
        tasks = [*self._telling.values(), *([self._background] if self._background else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def keep(self, code: str) -> None:
        """A game has ended."""
        self._untold.append(code)
        self._has_untold.set()

    async def moments(self, code: str, side: int) -> bytes:
        """What a side saw at each moment of a game, as JSON in the form of gzip.

        :raises Refusal: if that is not known.
        """
        found = await self._journal.moments(code, side)
        if found is None:
            await self._tell(code)
            found = await self._journal.moments(code, side)
        if found is None:
            raise Refusal("not possible", "This game cannot be replayed from there.")
        return found

    async def _tell_on(self) -> None:
        await asyncio.sleep(REST)
        for code in await self._journal.untold():
            self.keep(code)
        while True:
            await self._has_untold.wait()
            self._has_untold.clear()
            while self._untold:
                await self._tell(self._untold.popleft())

    async def _tell(self, code: str) -> None:
        if code not in self._telling:
            self._telling[code] = asyncio.create_task(self._tell_now(code))
            self._telling[code].add_done_callback(lambda _: self._telling.pop(code, None))
        await asyncio.shield(self._telling[code])

    async def _tell_now(self, code: str) -> None:
        try:
            ended = await self._journal.ended(code) or await self._ended_before(code)
            async with self._turn:
                await self._journal.keep_moments(code, await retold(ended.record))
        except Exception as error:  # one game that cannot be told stops no other
            log.warning("a game could not be told: %r", error, extra={"room": code})

    async def _ended_before(self, code: str) -> Ended:
        """Of a game that ended when this was not kept."""
        facts = await self._journal.facts_of(code)
        ended = ending(await asyncio.to_thread(remade, code, facts))
        await self._journal.keep_ended(code, ended)
        return ended


async def retold(record: str) -> dict[int, bytes]:
    """:raises RuntimeError: if the process that works it out has failed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "techdeck.server.replays",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    try:
        out, errors = await process.communicate(record.encode())
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        raise RuntimeError(errors.decode(errors="replace").strip().rpartition("\n")[2])
    return msgspec.msgpack.decode(out, type=dict[int, bytes])
