"""What people say in the rooms, and what comes of it.

Everything here runs on one event loop, so a room hears one thing after the other.  What somebody says is checked and
becomes a fact; the fact goes to the journal, and what follows from it to the clients when it is safe there.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from techdeck.fairness import new_secret
from techdeck.match import Match
from techdeck.server import garbage, wire
from techdeck.server.archive import Archive, ending
from techdeck.server.facts import Acted, Allowed, AskedBack, CameBack, Fact, Moved, Rose, Sat, Spoke, Undid, Woke
from techdeck.server.journal import Journal, Overtaken, Trouble
from techdeck.server.live import Client, Live
from techdeck.server.minds import Minds
from techdeck.server.past import Past
from techdeck.server.room import WATCHING, Author, Refusal, Room, remade
from techdeck.server.seen import Sight
from techdeck.server.settings import Settings
from techdeck.server.shelf import Shelf, note_state, summary
from techdeck.server.tallies import Tallies
from techdeck.server.tending import Tender
from techdeck.server.wire import Closing, Done, Refused
from techdeck.timekeeping import Timekeeper

if TYPE_CHECKING:
    from techdeck.server.pubsub import Others

log = logging.getLogger("techdeck.hub")

MOST_WAITING_WORDS: Final = 100  # of a room, until a tie window or a choice has ended
BEAT: Final = 1.0  # seconds between two notes that the server is there, while a game with a clock goes on
AGAIN: Final = 1.0  # seconds until a room that could not be read is read again
FAREWELL: Final = 2.0  # seconds in which everybody may hear that the server stops
NO_WATCHING: Final = "This table does not let anybody watch."
UNSHOWN: Final = (Acted, Undid, AskedBack, Allowed, Spoke, Woke)  # what changes nothing that a list of rooms shows


class Hub:
    """See above."""

    def __init__(self, journal: Journal, settings: Settings, minds: Minds, archive: Archive) -> None:
        self.journal: Final = journal
        self.settings: Final = settings
        self.archive: Final = archive
        self.run = new_secret()[:12]
        self.tallies: Final = Tallies()
        self.shelf: Final = Shelf(journal, settings, self.run, self.tallies, self._go_on_with)
        self.tender: Final = Tender(settings, minds, self.tallies, self.happen, self._acts_for)
        self.others: Others | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._asleep: Final[set[str]] = set()  # rooms that were playing when the last server ended
        self._alive_at = 0.0  # when that was
        self._is_closing = False
        self._chores: Final[list[asyncio.Task[None]]] = []

    async def start(self) -> None:
        """Go on with the games that were under way when the server stopped; nobody has to wait for all of them."""
        unfinished = await self.journal.unfinished(time.time() - self.settings.forget_after)
        self._alive_at = await self.journal.alive_at()
        if self.others is None or time.time() - self._alive_at > 3 * BEAT:  # no other server was there either
            self._asleep.update(unfinished)
        garbage.settle()  # the port is not open yet: nobody waits for it
        search = garbage.search_on(lambda: self.tallies.actions)
        self._chores.extend(map(asyncio.create_task, (self.shelf.forget_on(), self._beat_on(), search)))
        self.spawn(self._load_all(unfinished))

    async def _beat_on(self) -> None:
        """So that the next server knows how long there was none; it matters where a clock runs."""
        while not self._is_closing:
            await asyncio.sleep(BEAT)
            if any(live.room.state == "playing" and live.room.clocks() for live in self.shelf.lives.values()):
                await self._note_alive()

    async def _note_alive(self) -> None:
        try:
            await self.journal.note_alive(time.time())
        except Trouble as error:
            log.warning("the journal cannot be written: %r", error)

    async def _load_all(self, codes: Sequence[str]) -> None:
        for code in codes:
            if not self._is_closing:
                await self.shelf.live(code)

    async def stop(self) -> None:
        """Say goodbye; every table goes on when the server is there again."""
        if self._is_closing:
            return
        self._is_closing = self.tender.is_stopped = True
        goodbye = wire.frame(Closing("The server is restarted. Your game goes on in a moment.", True))
        for live in self.shelf.lives.values():
            for client in live.clients:
                client.send(goodbye)
            self.tender.stop(live)
        for chore in self._chores:
            chore.cancel()
        await self._note_alive()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.others is not None:
            await self.others.close()
        until = time.monotonic() + FAREWELL
        while time.monotonic() < until and any(
                client.frames for live in self.shelf.lives.values() for client in live.clients):
            await asyncio.sleep(0.01)

    def _go_on_with(self, live: Live) -> None:
        """A room has been read: whatever went on there goes on."""
        code, room = live.room.code, live.room
        if self.others is not None:
            live.elsewhere.update(self.others.here(code))
        self.tender.notice_time(live)
        self.tender.notice_absence(live)
        if code in self._asleep and room.state == "playing" and room.clocks():
            self.happen(live, Woke(at=time.time(), since=self._alive_at))
        self._asleep.discard(code)
        self.tender.go_on(live)

    async def rematch(self, live: Live) -> str:
        """The code of the room in which the people of this one play again."""
        room = live.room
        if room.next_room:
            return room.next_room
        other = await self.shelf.open(room.rematch(time.time(), new_secret()))
        if not room.next_room:
            self.happen(live, Moved(at=time.time(), to=other.room.code))
        return room.next_room

    # People

    def come(self, live: Live, client: Client, lines: int) -> None:
        """Somebody is there, who already has so many lines of the story."""
        for seat in live.room.seats_of(client.guest):
            live.away_since.pop(seat, None)
            if live.room.seats[seat].has_bot:
                self.happen(live, CameBack(client.guest, at=time.time(), seat=seat))
        live.clients.add(client)
        live.welcome(client, lines)
        live.tell(live.sight)
        self._tell_presence(live)

    def go(self, live: Live, client: Client) -> None:
        """Somebody is not there any more; after a while a bot plays for them."""
        live.clients.discard(client)
        live.used_at = time.monotonic()
        live.words.pop(client, None)
        self._tell_presence(live)
        self.tender.notice_absence(live)
        if not self._is_closing:
            live.tell(live.sight)
            self.tender.set_timer(live)

    def may_speak(self, live: Live, client: Client) -> bool:
        """Whether somebody says no more than one may; what comes now is counted."""
        limit = self.settings.words_of_watchers if client.seat == WATCHING else self.settings.words_of_players
        return not live.is_too_fast(client, time.monotonic(), limit, self.settings.words_span)

    def hear(self, live: Live, client: Client, text: str | bytes) -> bool:
        """Somebody says something; whether it came not too fast.  For what did as little is done as can be."""
        if not self.may_speak(live, client):
            live.send(client, Refused(
                wire.word_of(text), "too fast", "That is too much at once; please wait a moment."))
            return False
        try:
            said = wire.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            words = "It is nested too deeply." if isinstance(error, RecursionError) else str(error)
            live.send(client, Refused(
                wire.word_of(text), "not a message", f"The server does not understand that: {words}"[:300]))
            return True
        self._hear(live, client, said)
        return True

    def _hear(self, live: Live, client: Client, said: wire.AnySaid) -> None:
        if isinstance(said, wire.Ping) or (client.guest, client.name, said.word) in live.room.words_done:
            live.send(client, Done(said.word, client.version))  # it was done already: nothing counts twice
            return
        if isinstance(said, wire.Look):
            self._look(live, client, said)
            return
        if isinstance(said, wire.Rematch):
            self.spawn(self._rematch(live, client, said))
            return
        if isinstance(said, wire.Act) and client.seat >= 0 and live.room.must_wait(said.choice):
            self._let_wait(live, client, said)
            return
        try:
            fact = live.room.answer(Author(client.guest, client.name, said.word, time.time()), client.seat, said)
        except Refusal as refusal:
            live.send(client, Refused(said.word, refusal.why, refusal.words[:wire.LONGEST_ANSWER]))  # type: ignore[arg-type]
            return
        if isinstance(fact, Acted):
            live.paces.setdefault(client.seat, deque(maxlen=8)).append(fact.at - live.room.acted_at)
        self.happen(live, fact, client, said)

    def _look(self, live: Live, client: Client, said: wire.Look) -> None:
        """Somebody hands the device on, or has been given it."""
        own = live.room.seats_of(client.guest)
        if not own or said.seat not in {WATCHING, *own}:
            live.send(client, Refused(said.word, "not yours", "You can only look with the eyes of your own seats."))
            return
        client.seat = said.seat
        live.welcome(client, 0)
        live.send(client, Done(said.word, client.version))
        self.tender.go_on(live)  # who can do nothing has read so now

    def _let_wait(self, live: Live, client: Client, said: wire.Act) -> None:
        """Keep what cannot be checked before a tie window or a choice has ended; said again, it waits once."""
        for place, (other, waiting, stage) in enumerate(live.waiting):
            if (other.guest, other.name, waiting.word) == (client.guest, client.name, said.word):
                live.waiting[place] = client, said, stage
                return
        if len(live.waiting) >= MOST_WAITING_WORDS:
            live.send(client, Refused(said.word, "too fast", "Too much waits already; please wait a moment."))
        else:
            live.waiting.append((client, said, live.room.stage))

    def _hear_what_waits(self, live: Live) -> None:
        """In the order of arrival, until something makes the rest wait again."""
        while live.waiting and not live.room.must_wait(live.waiting[0][1].choice):
            client, said, stage = live.waiting.pop(0)
            if stage == live.room.stage:  # until then it counts, whatever was asked in between
                self._hear(live, client, msgspec.structs.replace(said, turn=None))
            else:
                live.send(client, Refused(said.word, "late", "That came too late: trading has ended."))

    async def _rematch(self, live: Live, client: Client, said: wire.Rematch) -> None:
        if isinstance(live.room, Past):
            live.send(client, Refused(said.word, "not now", "The rules have changed; please open a new table."))
            return
        if live.room.state != "over" or not live.room.seats_of(client.guest):
            live.send(client, Refused(said.word, "not now", "There can be a rematch when the game is over."))
            return
        await self.rematch(live)
        live.send(client, Done(said.word, client.version))

    # What happens

    def happen(self, live: Live, fact: Fact, client: Client | None = None, said: wire.AnySaid | None = None) -> None:
        """Let something be true, have it stored, and tell everybody once it is safe."""
        began = time.perf_counter()
        room = live.room
        state, changes = room.state, room.changes
        try:
            room.apply(fact)
        except Exception:  # a fault in the rules must not be stored, and the room is half of one thing now
            log.exception("something could not be done: %r", fact, extra={"room": room.code})
            self.journal.give_up(room.code, live.readings)
            self._begin_reading(live)
            if client is not None and said is not None:
                self.spawn(self._answer_again(live, client, said, False))
            return
        before, live.sight = live.sight, room.sight()
        is_new_state = room.state != state
        ended = ending(room) if is_new_state and room.state == "over" else None
        live.saving = self.journal.append(
            room.code, room.number, fact, reading=live.readings, state=room.state if is_new_state else "",
            ended_at=room.ended_at, ended=ended, opened_at=room.opened.at,
            shown=summary(room) if is_new_state or not isinstance(fact, UNSHOWN) else b"")
        number = room.number

        def when_saved(saved: "asyncio.Future[None]") -> None:
            self._saved(live, room, number, saved, client, said)
            if ended is not None and saved.exception() is None:
                self.archive.keep(room.code)
            if isinstance(fact, Acted):
                self.tallies.durable.add(time.perf_counter() - began)

        live.saving.add_done_callback(when_saved)
        self.tallies.actions += isinstance(fact, Acted)
        if is_new_state:
            note_state(room)
        self.follow_up(live, fact, state, changes, before, client, said)

    def follow_up(
        self, live: Live, fact: Fact, state: str, changes: int, before: Sight | None, client: Client | None = None,
        said: wire.AnySaid | None = None,
    ) -> None:
        """What follows when something has become true, here or elsewhere: all are told, and the game goes on."""
        self.tender.notice_time(live)
        leaving: list[Client] = []
        if before is not None and live.room.changes == changes:
            live.tell_of_act(before)
        else:
            self._seat_all_anew(live, fact)
            leaving = self._may_not_stay(live)
            live.tell(before)
        if client is not None and said is not None:
            live.send(client, Done(said.word, client.version))
        self._see_out(live, leaving)
        if live.room.state != state:
            self.tender.notice_absence(live)
        self.tender.go_on(live)
        self._hear_what_waits(live)

    async def have_stored(self, live: Live, fact: Fact) -> None:
        """Let something be true, and come back when it is safe.

        :raises Refusal: if it could not be stored.
        """
        self.happen(live, fact)
        try:
            if live.saving is not None:
                await live.saving
            is_stored = live.reading is None
        except (Overtaken, Trouble):
            is_stored = False
        if not is_stored:
            raise Refusal("not now", "That could not be stored; please try again.")

    def _seat_all_anew(self, live: Live, fact: Fact) -> None:
        """Who sat down sees with the eyes of the seat from now on, and who rose with nobody's, on all their devices."""
        if isinstance(fact, Sat | Rose):
            own = live.room.seats_of(fact.by)
            for client in live.clients:
                if client.guest == fact.by and client.seat not in own:
                    client.seat = own[0] if own and not live.room.opened.one_device else WATCHING

    def _may_not_stay(self, live: Live) -> list[Client]:
        """Those who have no seat at a table that lets nobody watch: they see nothing of it any more."""
        if live.room.state != "playing" or live.room.opened.lets_watch:
            return []
        leaving = [client for client in live.clients if not live.room.seats_of(client.guest)]
        for client in leaving:
            client.is_dismissed = True
            live.clients.discard(client)
        return leaving

    def _see_out(self, live: Live, leaving: Sequence[Client]) -> None:
        for client in leaving:
            live.send(client, Closing(NO_WATCHING, False))
            live.post(client, b"")

    def _saved(
        self, live: Live, room: Room, number: int, saved: "asyncio.Future[None]", client: Client | None,
        said: wire.AnySaid | None,
    ) -> None:
        """If a fact could not be stored, it has not happened: the room is made anew from what was."""
        error = saved.exception()
        if error is None:
            if self.others is not None:
                self.others.written(room.code, number)
            return
        if live.room is room and live.reading is None:
            log.warning("a table is read again: %r", error, extra={"room": room.code})
            self._begin_reading(live)
        if client is not None and said is not None:
            self.spawn(self._answer_again(live, client, said, isinstance(error, Overtaken)))

    def _begin_reading(self, live: Live) -> None:
        if live.reading is None:
            live.reading = asyncio.create_task(self._read_again(live))

    async def _read_again(self, live: Live) -> None:
        if live.saving is not None:
            await asyncio.wait([live.saving])  # whatever came before it is stored
        while True:
            try:
                room = remade(live.room.code, await self.journal.facts_of(live.room.code))
                break
            except Trouble as error:
                log.warning("a table cannot be read: %r", error, extra={"room": live.room.code})
                await asyncio.sleep(AGAIN)
        live.room, live.sight = room, room.sight()
        live.saving = live.reading = None
        live.readings += 1
        live.timekeeper = Timekeeper()
        self.tender.notice_time(live)
        for client in live.clients:
            live.welcome(client, 0)
        self.tender.go_on(live)

    async def _answer_again(self, live: Live, client: Client, said: wire.AnySaid, is_overtaken: bool) -> None:
        """What somebody said was not stored: it is heard anew, if the room had only moved on, or else refused."""
        if live.reading is not None:
            await asyncio.shield(live.reading)
        if client not in live.clients:
            return
        if is_overtaken:
            self._hear(live, client, said)
        else:
            live.send(client, Refused(said.word, "not now", "That could not be stored; please try again."))

    # Other servers

    def _tell_presence(self, live: Live) -> None:
        if self.others is not None:
            self.others.presence_changed(live.room.code)

    def _acts_for(self, live: Live) -> bool:
        """Whether bots and clocks of a room are this server's business."""
        return self.others is None or self.others.acts_for(live.room.code)

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @staticmethod
    def match_of(live: Live) -> Match:
        """The game of a room in which there is one.

        :raises Refusal: if it has not begun.
        """
        if live.room.match is None:
            raise Refusal("not now", "The game has not begun.")
        return live.room.match
