"""The rooms in memory: read from the journal when somebody asks for one, let go when nothing happens there any more."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from techdeck.server.facts import Fact, Opened
from techdeck.server.journal import Journal
from techdeck.server.live import Live
from techdeck.server.past import Past
from techdeck.server.room import Room, remade
from techdeck.server.settings import Settings
from techdeck.server.tallies import Tallies
from techdeck.server.wire import RoomShown

FORGETTING: Final = 60.0  # seconds between two looks for rooms in which nothing happens

log = logging.getLogger("techdeck.shelf")


def summary(room: Room) -> bytes:
    """A room as it is shown in a list, when nobody is there."""
    return msgspec.json.encode(room.shown(set()))


def note_state(room: Room) -> None:
    log.info("a table is %s", room.state, extra={"room": room.code, "game": room.game.name})


class Shelf:
    """See above.  `when_read` is told of each room that is put there."""

    def __init__(
        self, journal: Journal, settings: Settings, run: str, tallies: Tallies, when_read: Callable[[Live], None],
    ) -> None:
        self.lives: Final[dict[str, Live]] = {}
        self._journal: Final = journal
        self._settings: Final = settings
        self._run: Final = run
        self._tallies: Final = tallies
        self._when_read: Final = when_read
        self._loading: Final[dict[str, asyncio.Task[Live | None]]] = {}

    def has(self, code: str) -> bool:
        """Whether a room is there, or will be in a moment."""
        return code in self.lives or code in self._loading

    async def live(self, code: str) -> Live | None:
        """A room by its code; from the journal if it is not in memory."""
        code = code.upper()
        if code in self.lives:
            self.lives[code].used_at = time.monotonic()
            return self.lives[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])  # who asked may go; there is one room all the same

    async def _load(self, code: str) -> Live | None:
        try:
            facts = await self._journal.facts_of(code)
        except msgspec.DecodeError as error:
            log.warning("a table was written by another version: %s", error, extra={"room": code})
            return None
        if not facts:
            return None
        room = await self._remade(code, facts)
        if room is None:
            return None
        live = Live(room, self._run, self._tallies)
        self.lives[code] = live
        self._when_read(live)
        return live

    async def _remade(self, code: str, facts: Sequence[Fact]) -> Room | None:
        """The room that some facts make; if they do not fit the rules any more, what is known of its end."""
        try:
            return await asyncio.to_thread(remade, code, facts)
        except Exception as error:  # whatever a rule stumbles over
            log.warning("a table was played by other rules: %s", error or repr(error), extra={"room": code})
        ended = await self._journal.ended(code)
        try:
            room = Past(code, facts, ended)
        except ValueError as error:
            log.warning("a table cannot be shown: %s", error, extra={"room": code})
            return None
        await self._journal.keep_shown(code, summary(room), room.state)
        return room

    async def open(self, opened: Opened) -> Live:
        opened = msgspec.structs.replace(opened, asks_all=self._settings.bot_pace > 0)
        code = await self._journal.open_room(opened, lambda code: summary(Room(code, opened)))
        live = await self.live(code)
        assert live is not None, "a room that was just written can be read"
        note_state(live.room)
        return live

    async def shown(self, rooms: Mapping[str, bytes | None]) -> list[RoomShown]:
        """Rooms as everybody sees them, from how they were stored to be shown; what happened in them is not read."""
        found = []
        for code, stored in rooms.items():
            if code in self.lives:
                found.append(self.lives[code].shown())
                continue
            try:
                found.append(msgspec.json.decode(stored or b"", type=RoomShown))
            except msgspec.DecodeError:  # of an older version
                live = await self.live(code)
                if live is not None:
                    await self._journal.keep_shown(code, summary(live.room), live.room.state)
                    found.append(live.shown())
        return found

    async def forget_on(self) -> None:
        """Let go of rooms in which nothing happens and nobody is, until cancelled; the journal has them."""
        while True:
            await asyncio.sleep(min(FORGETTING, self._settings.idle))
            before = time.monotonic() - self._settings.idle
            for code, live in list(self.lives.items()):
                if live.is_idle() and live.used_at < before:
                    del self.lives[code]
