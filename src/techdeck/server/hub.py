"""All that is alive: rooms in memory, clients that listen, bots that think, and time.

Everything here runs on one event loop, so a room hears one thing after the other.  What somebody says is checked and
becomes a fact; the fact goes to the journal, and what follows from it to the clients when it is safe there.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from techdeck.actions import write_choice
from techdeck.fairness import new_secret
from techdeck.match import Match
from techdeck.server import wire
from techdeck.server.archive import Archive, ending
from techdeck.server.facts import Acted, CameBack, Fact, Moved, Opened, Place, Rose, Sat, StoodIn
from techdeck.server.journal import Journal, Overtaken
from techdeck.server.metrics import Tallies
from techdeck.server.minds import Minds
from techdeck.server.past import Past
from techdeck.server.room import WATCHING, Author, Refusal, Room, remade
from techdeck.server.seen import Changes, Part, Sight
from techdeck.server.settings import Settings
from techdeck.server.wire import Closing, Done, Heard, Refused, RoomShown, Update, Welcome, You
from techdeck.storage import store
from techdeck.table import CLOCK, PASS, Choice, NoChoice
from techdeck.timekeeping import Timekeeper

if TYPE_CHECKING:
    from techdeck.server.pubsub import Others

log = logging.getLogger("techdeck.hub")

MOST_WAITING_WORDS: Final = 100  # of a room, until a tie window or a choice has ended
FORGETTING: Final = 60.0  # seconds between two looks for rooms in which nothing happens
AGAIN: Final = 1.0  # seconds until something that failed is tried again
FAREWELL: Final = 2.0  # seconds in which everybody may hear that the server stops
NO_WATCHING: Final = "This table does not let anybody watch."
BEFORE_THINKING: Final = 0.7  # of the time after which a bot answers; the rest is for thinking, needed or not
LONGEST_PASS: Final = 10.0  # seconds, times the bots' pace, until the rules pass for who can do nothing else
MOST_SPEAKERS: Final = 200  # at one table, whose words are counted
MOST_WAITING: Final = 500  # frames for a client that does not read; then it is cut off, and may come back


class Client:
    """Somebody who is connected: a person's browser, or a program.  A guest may have several."""

    def __init__(self, guest: str, seat: int, name: str) -> None:
        self.guest: Final = guest
        self.seat = seat  # with whose eyes it looks; -1 if it watches
        self.name: Final = name  # of this client, so that its words are told from those of another
        self.frames: Final[asyncio.Queue[str]] = asyncio.Queue(MOST_WAITING)
        self.is_cut_off = False
        self.is_dismissed = False  # the last frame is on its way; nothing is heard any more
        self.version = 0
        self.room: RoomShown | None = None
        self.you: You | None = None
        self.lines = 0
        self.side = 0

    def send(self, frame: str) -> None:
        """Nothing is the end: the connection is closed then."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.is_cut_off = True


class Presence(msgspec.Struct, frozen=True):
    """Who is connected to a server, in one room."""

    guests: list[str] = []
    watchers: int = 0


class Live:
    """A room that is in memory, and everything that goes on around it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.sight: Sight | None = room.sight()
        self.clients: Final[set[Client]] = set()
        self.timekeeper = Timekeeper()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: Final[dict[int, asyncio.Task[None]]] = {}  # by seat
        self.saving: asyncio.Future[None] | None = None  # the last fact that went to the disk
        self.readings = 0  # how often the room was read again, because a fact could not be stored
        self.reading: asyncio.Task[None] | None = None
        self.since: Final = time.monotonic()
        self.away_since: Final[dict[int, float]] = {}  # by seat of a person
        self.paces: Final[dict[int, deque[float]]] = {}  # by seat of a person: how long the last answers took
        self.used_at = time.monotonic()
        self.words: Final[OrderedDict[object, deque[float]]] = OrderedDict()  # by whom they were said: when
        self.changed: Final = asyncio.Event()
        self.waiting: Final[list[tuple[Client, wire.Act, tuple[int, int]]]] = []  # what is heard when it can be checked
        self.elsewhere: Final[dict[str, Presence]] = {}  # by server: who is connected there
        self.told_of = 0  # up to which number others are known to have written
        self.is_catching_up = False

    def is_idle(self) -> bool:
        """Whether nobody is there, nothing goes on, and all is stored."""
        is_stored = self.saving is None or self.saving.done()
        return not (self.clients or self.thinking or self.reading or self.is_catching_up) and is_stored and (
            self.room.state != "playing")

    def here(self) -> set[str]:
        """The guests who are connected, to this server or to another."""
        return {client.guest for client in self.clients}.union(*[other.guests for other in self.elsewhere.values()])

    def watchers(self) -> int:
        own = sum(client.seat == WATCHING for client in self.clients)
        return own + sum(other.watchers for other in self.elsewhere.values())

    def presence(self) -> Presence:
        """Who is connected to this server."""
        return Presence(sorted({client.guest for client in self.clients}),
                        sum(client.seat == WATCHING for client in self.clients))

    def is_too_fast(self, client: Client, now: float, limit: int, span: float) -> bool:
        """Whether somebody says more than the limit within a span, over all of their connections."""
        times = self.words.setdefault(client.guest or client, deque())
        self.words.move_to_end(client.guest or client)
        if len(self.words) > MOST_SPEAKERS:
            self.words.popitem(last=False)
        while times and times[0] < now - span:
            times.popleft()
        if len(times) >= limit:
            return True
        times.append(now)
        return False

    def when_safe(self, do: Callable[[], None]) -> None:
        """Do it when everything that has happened so far is stored, and after all else that waited for that."""
        if self.saving is None:
            do()
        else:  # even if it is done: the loop keeps the order
            self.saving.add_done_callback(lambda saved: None if saved.exception() else do())


class Hub:
    """See above."""

    def __init__(self, journal: Journal, settings: Settings, minds: Minds, archive: Archive) -> None:
        self.journal: Final = journal
        self.settings: Final = settings
        self.minds: Final = minds
        self.archive: Final = archive
        self.run: Final = new_secret()[:12]
        self.lives: Final[dict[str, Live]] = {}
        self.tallies: Final = Tallies()
        self.others: Others | None = None
        self._loading: Final[dict[str, asyncio.Task[Live | None]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._rng: Final = Random()
        self._is_closing = False
        self._forgetting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with the games that were under way when the server stopped; nobody has to wait for all of them."""
        if self.settings.redis:
            from techdeck.server.pubsub import Others

            self.others = Others(self.settings.redis, self.journal.url.database or "", self)
            self.others.open()
        self._forgetting = asyncio.create_task(self._forget_idle())
        self._spawn(self._load_all(await self.journal.unfinished(time.time() - self.settings.forget_after)))

    async def _forget_idle(self) -> None:
        """Let go of rooms in which nothing happens and nobody is; the journal has them."""
        while not self._is_closing:
            await asyncio.sleep(min(FORGETTING, self.settings.idle))
            before = time.monotonic() - self.settings.idle
            for code, live in list(self.lives.items()):
                if live.is_idle() and live.used_at < before:
                    del self.lives[code]

    async def _load_all(self, codes: Sequence[str]) -> None:
        for code in codes:
            if not self._is_closing:
                await self.live(code)

    async def stop(self) -> None:
        """Say goodbye; every table goes on when the server is there again."""
        if self._is_closing:
            return
        self._is_closing = True
        goodbye = wire.frame(Closing("The server is restarted. Your game goes on in a moment.", True))
        for live in self.lives.values():
            for client in live.clients:
                client.send(goodbye)
            if live.timer is not None:
                live.timer.cancel()
            for thought in live.thinking.values():
                thought.cancel()
        if self._forgetting is not None:
            self._forgetting.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.others is not None:
            await self.others.close()
        until = time.monotonic() + FAREWELL
        while time.monotonic() < until and any(
                not client.frames.empty() for live in self.lives.values() for client in live.clients):
            await asyncio.sleep(0.01)

    # Rooms

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
            facts = await self.journal.facts_of(code)
        except msgspec.DecodeError as error:
            log.warning("a table was written by another version: %s", error, extra={"room": code})
            return None
        if not facts:
            return None
        room = await self._remade(code, facts)
        if room is None:
            return None
        live = Live(room)
        self.lives[code] = live
        if self.others is not None:
            live.elsewhere.update(self.others.here(code))
        self._notice_time(live)
        self._notice_absence(live)
        self._go_on(live)
        return live

    async def _remade(self, code: str, facts: Sequence[Fact]) -> Room | None:
        """The room that some facts make; if they do not fit the rules any more, what is known of its end."""
        try:
            return await asyncio.to_thread(remade, code, facts)
        except Exception as error:  # whatever a rule stumbles over
            log.warning("a table was played by other rules: %s", error or repr(error), extra={"room": code})
        ended = await self.journal.ended(code)
        try:
            room = Past(code, facts, ended)
        except ValueError as error:
            log.warning("a table cannot be shown: %s", error, extra={"room": code})
            return None
        if ended is None:
            await self.journal.break_off(code)
        return room

    async def open(self, opened: Opened) -> Live:
        code = await self.journal.open_room(msgspec.structs.replace(opened, asks_all=self.settings.bot_pace > 0))
        live = await self.live(code)
        assert live is not None, "a room that was just written can be read"
        self._note(live.room)
        return live

    @staticmethod
    def _note(room: Room) -> None:
        log.info("a table is %s", room.state, extra={"room": room.code, "game": room.game.name})

    async def rematch(self, live: Live) -> str:
        """A room with the same rules and the same people, who sit one seat further."""
        room = live.room
        if room.next_room:
            return room.next_room
        turned = [room.seats[number - 1] for number in range(len(room.seats))]
        opened = Opened(
            by=room.host, at=time.time(), game=room.opened.game, options=room.opened.options,
            places=[Place(seat.level) for seat in turned], clock=room.opened.clock, is_listed=False,
            lets_watch=room.opened.lets_watch, secret=new_secret(), before=room.code,
        )
        other = await self.open(opened)
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
        self.welcome(live, client, lines)
        self._tell(live, live.sight)
        self._tell_presence(live)

    def welcome(self, live: Live, client: Client, lines: int) -> None:
        room = live.room
        side = room.side_of(client.seat)
        story = room.lines(side)
        lines = lines if 0 <= lines <= len(story) else 0
        client.version += 1
        client.room, client.you = room.shown(live.here(), live.watchers()), room.you(client.seat, client.guest)
        client.lines, client.side = len(story), side
        table = None if live.sight is None else live.sight.seen(side)
        self._send(live, client, Welcome(
            wire.PROTOCOL, self.run, client.version, client.room, client.you, table, story[lines:], lines))

    def go(self, live: Live, client: Client) -> None:
        """Somebody is not there any more; after a while a bot plays for them."""
        live.clients.discard(client)
        live.used_at = time.monotonic()
        live.words.pop(client, None)
        self._tell_presence(live)
        self._notice_absence(live)
        if not self._is_closing:
            self._tell(live, live.sight)
            self._set_timer(live)

    def _notice_absence(self, live: Live) -> None:
        """Whoever sits at the table and is not there is away from now on, if not longer."""
        here = live.here()
        for number, seat in enumerate(live.room.seats):
            if seat.guest and seat.guest not in here:
                live.away_since.setdefault(number, time.monotonic())

    def hear(self, live: Live, client: Client, text: str | bytes) -> bool:
        """Somebody says something; whether it came not too fast."""
        limit = self.settings.words_of_watchers if client.seat == WATCHING else self.settings.words_of_players
        is_too_fast = live.is_too_fast(client, time.monotonic(), limit, self.settings.words_span)
        try:
            said = wire.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            words = "It is nested too deeply." if isinstance(error, RecursionError) else str(error)
            self._send(live, client, Refused(0, "not a message", f"The server does not understand that: {words}"[:300]))
            return not is_too_fast
        if is_too_fast:
            self._send(live, client, Refused(said.word, "too fast", "That is too much at once; please wait a moment."))
        else:
            self._hear(live, client, said)
        return not is_too_fast

    def _hear(self, live: Live, client: Client, said: wire.AnySaid) -> None:
        if isinstance(said, wire.Ping) or (client.guest, client.name, said.word) in live.room.words_done:
            self._send(live, client, Done(said.word))  # it was done already: nothing counts twice
            return
        if isinstance(said, wire.Rematch):
            self._spawn(self._rematch(live, client, said))
            return
        if isinstance(said, wire.Act) and client.seat >= 0 and live.room.must_wait(said.choice):
            self._let_wait(live, client, said)
            return
        try:
            fact = live.room.answer(Author(client.guest, client.name, said.word, time.time()), client.seat, said)
        except Refusal as refusal:
            self._send(live, client, Refused(said.word, refusal.why, refusal.words[:wire.LONGEST_ANSWER]))  # type: ignore[arg-type]
            return
        if isinstance(fact, Acted):
            live.paces.setdefault(client.seat, deque(maxlen=8)).append(fact.at - live.room.acted_at)
        self.happen(live, fact, client, said)

    def _let_wait(self, live: Live, client: Client, said: wire.Act) -> None:
        """Keep what cannot be checked before a tie window or a choice has ended; said again, it waits once."""
        for place, (other, waiting, stage) in enumerate(live.waiting):
            if (other.guest, other.name, waiting.word) == (client.guest, client.name, said.word):
                live.waiting[place] = client, said, stage
                return
        if len(live.waiting) >= MOST_WAITING_WORDS:
            self._send(live, client, Refused(said.word, "too fast", "Too much waits already; please wait a moment."))
        else:
            live.waiting.append((client, said, live.room.stage))

    def _hear_what_waits(self, live: Live) -> None:
        """In the order of arrival, until something makes the rest wait again."""
        while live.waiting and not live.room.must_wait(live.waiting[0][1].choice):
            client, said, stage = live.waiting.pop(0)
            if stage == live.room.stage:  # until then it counts, whatever was asked in between
                self._hear(live, client, msgspec.structs.replace(said, turn=None))
            else:
                self._send(live, client, Refused(said.word, "late", "That came too late: trading has ended."))

    async def _rematch(self, live: Live, client: Client, said: wire.Rematch) -> None:
        if isinstance(live.room, Past):
            self._send(live, client, Refused(said.word, "not now", "The rules have changed; please open a new table."))
            return
        if live.room.state != "over" or client.seat == WATCHING:
            self._send(live, client, Refused(said.word, "not now", "There can be a rematch when the game is over."))
            return
        await self.rematch(live)
        self._send(live, client, Done(said.word))

    # What happens

    def happen(self, live: Live, fact: Fact, client: Client | None = None, said: wire.AnySaid | None = None) -> None:
        """Let something be true, have it stored, and tell everybody once it is safe."""
        began = time.perf_counter()
        room = live.room
        state = room.state
        try:
            room.apply(fact)
        except Exception:  # a fault in the rules must not be stored, and the room is half of one thing now
            log.exception("something could not be done: %r", fact, extra={"room": room.code})
            self.journal.give_up(room.code, live.readings)
            self._begin_reading(live)
            if client is not None and said is not None:
                self._spawn(self._answer_again(live, client, said, False))
            return
        before, live.sight = live.sight, room.sight()
        is_new_state = room.state != state
        ended = ending(room) if is_new_state and room.state == "over" else None
        live.saving = self.journal.append(
            room.code, room.number, fact, reading=live.readings, state=room.state if is_new_state else "",
            ended_at=room.ended_at, ended=ended)
        number = room.number
        live.saving.add_done_callback(lambda saved: self._saved(live, room, number, saved, client, said))
        if ended is not None:
            live.saving.add_done_callback(lambda saved: None if saved.exception() else self.archive.keep(room.code))
        if isinstance(fact, Acted):
            self.tallies.actions += 1
            live.saving.add_done_callback(lambda _: self.tallies.durable.add(time.perf_counter() - began))
        self._seat_all_anew(live, fact)
        leaving = self._may_not_stay(live)
        self._notice_time(live)
        self._tell(live, before)
        if client is not None and said is not None:
            self._send(live, client, Done(said.word))
        self._see_out(live, leaving)
        if is_new_state:
            self._note(room)
            self._notice_absence(live)
        self._go_on(live)
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
        except (Overtaken, SQLAlchemyError):
            is_stored = False
        if not is_stored:
            raise Refusal("not now", "That could not be stored; please try again.")

    def _seat_all_anew(self, live: Live, fact: Fact) -> None:
        """Who sat down sees with the eyes of the seat from now on, and who rose with nobody's, on all their devices."""
        if isinstance(fact, Sat | Rose):
            own = live.room.seats_of(fact.by)
            for client in live.clients:
                if client.guest == fact.by and client.seat not in own:
                    client.seat = own[0] if own else WATCHING

    def _may_not_stay(self, live: Live) -> list[Client]:
        """Those who have no seat at a table that lets nobody watch: they see nothing of it any more."""
        if live.room.state != "playing" or live.room.opened.lets_watch:
            return []
        leaving = [client for client in live.clients if client.seat == WATCHING]
        for client in leaving:
            client.is_dismissed = True
            live.clients.discard(client)
        return leaving

    def _see_out(self, live: Live, leaving: Sequence[Client]) -> None:
        for client in leaving:
            self._send(live, client, Closing(NO_WATCHING, False))
            live.when_safe(lambda client=client: client.send(""))  # type: ignore[misc]

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
            self._spawn(self._answer_again(live, client, said, isinstance(error, Overtaken)))

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
            except SQLAlchemyError as error:
                log.warning("a table cannot be read: %r", error, extra={"room": live.room.code})
                await asyncio.sleep(AGAIN)
        live.room, live.sight = room, room.sight()
        live.saving = live.reading = None
        live.readings += 1
        live.timekeeper = Timekeeper()
        self._notice_time(live)
        for client in live.clients:
            self.welcome(live, client, 0)
        self._go_on(live)

    async def _answer_again(self, live: Live, client: Client, said: wire.AnySaid, is_overtaken: bool) -> None:
        """What somebody said was not stored: it is heard anew, if the room had only moved on, or else refused."""
        if live.reading is not None:
            await asyncio.shield(live.reading)
        if client not in live.clients:
            return
        if is_overtaken:
            self._hear(live, client, said)
        else:
            self._send(live, client, Refused(said.word, "not now", "That could not be stored; please try again."))

    def _tell(self, live: Live, before: Sight | None) -> None:
        """Send each client what is new to it since that moment."""
        shown = live.room.shown(live.here(), live.watchers())
        after = live.sight
        changes = Changes(before, after) if before is not None and after is not None else None
        for client in live.clients:
            side = live.room.side_of(client.seat)
            if side != client.side or (before is None) != (after is None):
                self.welcome(live, client, client.lines if side == client.side else 0)
            elif before is not None and not before.has(side):
                self.welcome(live, client, client.lines)
            else:
                self._update(live, client, shown, {} if changes is None else changes.of(side))

    def _update(self, live: Live, client: Client, shown: RoomShown, changes: Part) -> None:
        you = live.room.you(client.seat, client.guest)
        story = live.room.lines(client.side)
        is_other_room, is_other_you = shown != client.room, you != client.you
        if not (is_other_room or is_other_you or changes or len(story) > client.lines):
            return
        client.version += 1
        self._send(live, client, Update(
            client.version, shown if is_other_room else None, you if is_other_you else None, changes or None,
            story[client.lines:]))
        client.room, client.you, client.lines = shown, you, len(story)

    def _send(self, live: Live, client: Client, message: Heard) -> None:
        if isinstance(message, Refused):
            self.tallies.refusals[message.why] += 1
        frame = wire.frame(message)
        live.when_safe(lambda: client.send(frame))

    # Other servers

    def playing(self) -> list[str]:
        return [code for code, live in self.lives.items() if live.room.state == "playing"]

    def presence(self, codes: Iterable[str] | None = None) -> dict[str, Presence]:
        """Who is connected to this server, by room: in some rooms, or in all where anybody is."""
        if codes is None:
            return {code: live.presence() for code, live in self.lives.items() if live.clients}
        return {code: self.lives[code].presence() for code in codes if code in self.lives}

    def _tell_presence(self, live: Live) -> None:
        if self.others is not None:
            self.others.presence_changed(live.room.code)

    def here_elsewhere(self, run: str, here: Mapping[str, Presence], is_all: bool) -> None:
        """Another server says who is connected there, in some rooms or in all."""
        for code in list(self.lives) if is_all else here:
            live = self.lives.get(code)
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
        self._notice_absence(live)
        self._tell(live, live.sight)
        self._set_timer(live)

    def take_over(self, code: str) -> None:
        """From now on this server acts for bots and clocks of a room."""
        if code in self.lives:
            self._go_on(self.lives[code])

    def written_elsewhere(self, code: str, number: int) -> None:
        """Another server has written to a room; if anybody looks at it here, it goes on here, too."""
        if code in self.lives or code in self._loading:
            self._spawn(self._catch_up(code, number))

    async def catch_up(self) -> None:
        """Look into the journal for what others have written."""
        try:
            latest = await self.journal.latest(list(self.lives))
        except SQLAlchemyError as error:
            log.warning("the journal cannot be read: %r", error)
            return
        for code, number in latest.items():
            if number > self.lives[code].room.number:
                await self._catch_up(code, number)

    async def _catch_up(self, code: str, number: int) -> None:
        live = await self.live(code)
        if live is None:
            return
        live.told_of = max(live.told_of, number)
        if live.is_catching_up:
            return
        live.is_catching_up = True
        try:
            while live.room.number < live.told_of and await self._follow(live):
                pass
        except SQLAlchemyError as error:
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
        facts = await self.journal.facts_of(room.code, number)
        if live.room is room and room.number == number:  # nothing was done here meanwhile
            for fact in facts:
                self._happened_elsewhere(live, fact)
        return bool(facts)

    def _happened_elsewhere(self, live: Live, fact: Fact) -> None:
        room = live.room
        state = room.state
        room.apply(fact)
        before, live.sight = live.sight, room.sight()
        self._seat_all_anew(live, fact)
        leaving = self._may_not_stay(live)
        self._notice_time(live)
        self._tell(live, before)
        self._see_out(live, leaving)
        if room.state != state:
            self._notice_absence(live)
        self._go_on(live)
        self._hear_what_waits(live)

    # Time and bots

    def _go_on(self, live: Live) -> None:
        """See to it that whatever is to happen by itself will happen."""
        live.changed.set()
        live.changed.clear()
        if live.room.state != "playing" or self._is_closing:
            return
        self._let_bots_think(live)
        self._set_timer(live)

    def _acts_for(self, live: Live) -> bool:
        """Whether bots and clocks of a room are this server's business."""
        return self.others is None or self.others.acts_for(live.room.code)

    def _let_bots_think(self, live: Live) -> None:
        if not self._acts_for(live):
            return
        for decision in live.room.table.pending:
            seat = decision.seat
            if seat < 0 or seat in live.thinking:
                continue
            if live.room.seats[seat].bot:
                self._let_think(live, seat, self._think(live, seat))
            elif isinstance(decision, NoChoice):
                self._let_think(live, seat, self._pass_for(live, decision))

    def _let_think(self, live: Live, seat: int, thinking: Coroutine[object, object, None]) -> None:
        thought = asyncio.create_task(thinking)
        live.thinking[seat] = thought

        def stop(done: "asyncio.Task[None]") -> None:
            live.thinking.pop(seat, None)
            if done.cancelled() or self._is_closing:
                return
            error = done.exception()
            if error is not None:
                log.error("a bot failed", exc_info=error, extra={"room": live.room.code, "seat": seat})
                asyncio.get_running_loop().call_later(AGAIN, self._go_on, live)
            elif live.room.state == "playing":  # the seat may have been asked again just before
                self._let_bots_think(live)
                self._set_timer(live)

        thought.add_done_callback(stop)

    async def _think(self, live: Live, seat: int) -> None:
        """A bot looks, waits as a person would, and acts if what it wants is still possible."""
        while live.room.state == "playing":
            room = live.room
            level = room.seats[seat].bot
            if room.table.decision_of(seat) is None or not level or not self._acts_for(live):
                return
            wait = self._rng.uniform(0.5, 1.5) * self.settings.bot_pace
            is_alone = len(room.table.pending) == 1  # then all wait, and could tell how long it has to think
            until = time.monotonic() + wait
            await asyncio.sleep(wait * BEFORE_THINKING if is_alone else wait)
            acts = room.acts
            choice = await self._chosen(live, seat, level)
            if is_alone:
                await asyncio.sleep(max(0.0, until - time.monotonic()))
            if choice is None:
                await self._wait_for_news(live)
            elif live.room is room and room.acts == acts and room.seats[seat].bot:
                self._act(live, seat, choice)
                if room.acts == acts:
                    await asyncio.sleep(AGAIN)  # it could not be done

    async def _pass_for(self, live: Live, decision: NoChoice) -> None:
        """The rules pass for a person who can do nothing else, after as long as that person takes to answer."""
        taken = live.paces.get(decision.seat) or deque([2.0 * self._rng.uniform(0.5, 1.5)])
        await asyncio.sleep(self.settings.bot_pace * min(LONGEST_PASS, max(0.5, self._rng.choice(taken))))
        if live.room.state == "playing" and live.room.table.decision_of(decision.seat) is decision:
            self._act(live, decision.seat, PASS)

    async def _wait_for_news(self, live: Live) -> None:
        try:
            await asyncio.wait_for(live.changed.wait(), self.settings.bot_patience)
        except TimeoutError:
            return

    async def _chosen(self, live: Live, seat: int, level: str) -> Choice | None:
        """What a bot chooses; if it cannot, anything, so that the game goes on."""
        began = time.perf_counter()
        for _ in range(2):
            try:
                choice = await self.minds.think(live.room.code, seat, level, store(live.room.table))
                self.tallies.thinking.add(time.perf_counter() - began)
                return choice
            except OSError:  # its process died; there is another by now
                continue
            except RuntimeError:
                log.exception("a bot failed", extra={"room": live.room.code, "seat": seat})
                break
        decision = live.room.table.decision_of(seat)
        return None if decision is None else decision.sample(self._rng)

    def _act(self, live: Live, seat: int, choice: Choice) -> None:
        """Something is done for a seat, by a bot or by the clock."""
        if not self._acts_for(live):
            return
        table = live.room.table
        decision = table.decision_of(seat)
        if decision is not None and table.is_legal(seat, choice):
            text = write_choice(table, decision, choice)
            self.happen(live, Acted(at=time.time(), seat=seat, choice=text))

    def _notice_time(self, live: Live) -> None:
        if live.room.state == "playing":
            live.timekeeper.notice(live.room.table, time.monotonic())

    def _set_timer(self, live: Live) -> None:
        """Wake up when something is due: the rules' clock, somebody's time, or somebody's absence."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        if live.room.state != "playing" or not self._acts_for(live):
            return
        due = min((when for when, _ in self._dues(live)), default=None)
        if due is not None:
            wait = max(0.0, due - time.monotonic())
            live.timer = asyncio.get_running_loop().call_later(wait, self._wake, live)

    def _dues(self, live: Live) -> list[tuple[float, Callable[[], None]]]:
        room = live.room
        dues: list[tuple[float, Callable[[], None]]] = []
        clock = live.timekeeper.due(room.table)
        if clock is not None:
            when, choice = clock
            dues.append((when, lambda: self._act(live, CLOCK, choice)))
        for seat, since in live.away_since.items():
            if room.seats[seat].guest and not room.seats[seat].has_bot:
                dues.append((since + self.settings.grace, lambda seat=seat: self._stand_in(live, seat)))  # type: ignore[misc]
        for decision in room.table.pending:
            left = self._time_left(room, decision.seat)
            if left is not None and decision.seat not in live.thinking:
                asked = time.monotonic() - (time.time() - room.seats[decision.seat].asked_at)
                started = max(asked, live.since)  # nobody's time runs out while there is no server
                dues.append((started + left, lambda seat=decision.seat: self._time_out(live, seat)))  # type: ignore[misc]
        return dues

    def _time_left(self, room: Room, seat: int) -> float | None:
        """Seconds for a seat's question; nobody is hurried who has a bot, or where the rules' clock goes on anyway."""
        clock = room.opened.clock
        if clock.kind == "none" or seat < 0 or room.seats[seat].bot or room.is_timed_by_rules:
            return None
        if clock.kind == "decision":
            return float(clock.seconds)
        return max(self.settings.least_time, clock.seconds - room.seats[seat].spent)

    def _wake(self, live: Live) -> None:
        live.timer = None
        if not self._acts_for(live):
            return
        now = time.monotonic()
        for when, do in self._dues(live):
            if when <= now + 0.001:
                do()
                break
        self._set_timer(live)

    def _stand_in(self, live: Live, seat: int) -> None:
        live.away_since.pop(seat, None)
        self.happen(live, StoodIn(at=time.time(), seat=seat))

    def _time_out(self, live: Live, seat: int) -> None:
        """A seat's time is up: once, a bot chooses for it."""
        self._let_think(live, seat, self._choose_once(live, seat))

    async def _choose_once(self, live: Live, seat: int) -> None:
        room, turn = live.room, live.room.seats[seat].turn
        choice = await self._chosen(live, seat, room.stand_in)
        decision = live.room.table.decision_of(seat)
        if live.room is room and room.seats[seat].turn == turn and decision is not None:
            self._act(live, seat, next(iter(decision)) if choice is None else choice)

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
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
