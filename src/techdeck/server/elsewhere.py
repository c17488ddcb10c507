"""What happens on other servers of the same database: it happens here, too, and who is connected there is present."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Final

from techdeck.server.facts import Fact
from techdeck.server.hub import Hub
from techdeck.server.journal import Trouble
from techdeck.server.live import Live, Presence

log = logging.getLogger("techdeck.elsewhere")


class Follower:
    """See above.  This is what `pubsub` talks to."""

    def __init__(self, hub: Hub) -> None:
        self.run: Final = hub.run
        self._hub: Final = hub
        self._lives: Final = hub.shelf.lives

    def playing(self) -> list[str]:
        return [code for code, live in self._lives.items() if live.room.state == "playing"]

    def presence(self, codes: Iterable[str] | None = None) -> dict[str, Presence]:
        """Who is connected to this server, by room: in some rooms, or in all where anybody is."""
        if codes is None:
            return {code: live.presence() for code, live in self._lives.items() if live.clients}
        return {code: self._lives[code].presence() for code in codes if code in self._lives}

    def here_elsewhere(self, run: str, here: Mapping[str, Presence], is_all: bool) -> None:
        """Another server says who is connected there, in some rooms or in all."""
        for code in list(self._lives) if is_all else here:
            live = self._lives.get(code)
            if live is None:
                continue
            now = here.get(code)
            if now != live.elsewhere.get(run) and (now is not None or run in live.elsewhere):
                live.elsewhere.pop(run, None)
                if now is not None:
                    live.elsewhere[run] = now
                self._presence_changed(live)

    def _presence_changed(self, live: Live) -> None:
        present = live.here()
        for seat in [seat for seat in live.away_since if live.room.seats[seat].guest in present]:
            del live.away_since[seat]
        self._hub.tender.notice_absence(live)
        live.tell(live.sight)
        self._hub.tender.set_timer(live)

    def take_over(self, code: str) -> None:
        """From now on this server acts for bots and clocks of a room."""
        if code in self._lives:
            self._hub.tender.go_on(self._lives[code])

    def written_elsewhere(self, code: str, number: int) -> None:
        """Another server has written to a room; if anybody looks at it here, it goes on here, too."""
        if self._hub.shelf.has(code):
            self._hub.spawn(self._catch_up(code, number))

    async def catch_up(self) -> None:
        """Look into the journal for what others have written."""
        try:
            latest = await self._hub.journal.latest(list(self._lives))
        except Trouble as error:
            log.warning("the journal cannot be read: %r", error)
            return
        for code, number in latest.items():
            if code in self._lives and number > self._lives[code].room.number:  # or it was let go meanwhile
                await self._catch_up(code, number)

    async def _catch_up(self, code: str, number: int) -> None:
        live = await self._hub.shelf.live(code)
        if live is None:
            return
        live.told_of = max(live.told_of, number)
        if live.is_catching_up:
            return
        live.is_catching_up = True
        try:
            while live.room.number < live.told_of and await self._follow(live):
                pass
        except Trouble as error:
            log.warning("a table cannot be read: %r", error, extra={"room": code})
        finally:
            live.is_catching_up = False

    async def _follow(self, live: Live) -> bool:
        """Let happen here what happened elsewhere; whether there is more to look for."""
        if live.reading is not None:
            await asyncio.shield(live.reading)
            return True
        if live.saving is not None and not live.saving.done():
            await asyncio.wait([live.saving])  # it may be too late, and then the room is read again
            return True
        room, number = live.room, live.room.number
        facts = await self._hub.journal.facts_of(room.code, number)
        if live.room is room and room.number == number:  # nothing was done here meanwhile
            for fact in facts:
                self._happened_elsewhere(live, fact)
        return bool(facts)

    def _happened_elsewhere(self, live: Live, fact: Fact) -> None:
        room = live.room
        state, changes = room.state, room.changes
        room.apply(fact)
        before, live.sight = live.sight, room.sight()
        self._hub.follow_up(live, fact, state, changes, before)
