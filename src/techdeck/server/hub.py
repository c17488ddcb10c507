"""All that is alive: rooms in memory, clients that listen, bots that think, and time.

Everything here runs on one event loop, so a room hears one thing after the other.  What somebody says is checked and
becomes a fact; the fact goes to the journal, and what follows from it to the clients when it is safe there.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from random import Random
from typing import Final

import msgspec

from techdeck.actions import write_choice
from techdeck.match import Match
from techdeck.server import wire
from techdeck.server.facts import Acted, CameBack, Fact, Moved, Opened, Place, StoodIn
from techdeck.server.fairness import new_secret
from techdeck.server.journal import Journal, Overtaken
from techdeck.server.minds import Minds
from techdeck.server.room import STAND_IN, WATCHING, Author, Refusal, Room, remade
from techdeck.server.seen import Changes, Part, Sight
from techdeck.server.settings import Settings
from techdeck.server.wire import Closing, Done, Heard, Refused, RoomShown, Update, Welcome, You
from techdeck.storage import store
from techdeck.table import CLOCK, Choice
from techdeck.timekeeping import Timekeeper

log = logging.getLogger("techdeck.hub")

MOST_WAITING: Final = 500  # frames for a client that does not read; then it is cut off, and may come back


class Client:
    """Somebody who is connected: a person's browser, or a program.  A guest may have several."""

    def __init__(self, guest: str, seat: int, name: str) -> None:
        self.guest: Final = guest
        self.seat = seat  # with whose eyes it looks; -1 if it watches
        self.name: Final = name  # of this client, so that its words are told from those of another
        self.frames: Final[asyncio.Queue[str]] = asyncio.Queue(MOST_WAITING)
        self.is_cut_off = False
        self.version = 0
        self.room: RoomShown | None = None
        self.you: You | None = None
        self.lines = 0
        self.side = 0
        self._times: Final[deque[float]] = deque()

    def send(self, frame: str) -> None:
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.is_cut_off = True

    def is_too_fast(self, now: float, limit: int, span: float) -> bool:
        while self._times and self._times[0] < now - span:
            self._times.popleft()
        self._times.append(now)
        return len(self._times) > limit


class Live:
    """A room that is in memory, and everything that goes on around it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.sight: Sight | None = room.sight()
        self.clients: Final[set[Client]] = set()
        self.timekeeper = Timekeeper()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: Final[dict[int, asyncio.Task[None]]] = {}  # by seat
        self.saving: asyncio.Future[None] | None = None  # the last fact that is on its way to the disk
        self.away_since: Final[dict[int, float]] = {}  # by seat of a person
        self.used_at = time.monotonic()
        self.changed: Final = asyncio.Event()

    def here(self) -> set[str]:
        return {client.guest for client in self.clients}

    def watchers(self) -> int:
        return sum(client.seat == WATCHING for client in self.clients)

    def when_safe(self, do: Callable[[], None]) -> None:
        """Do it when everything that has happened so far is stored."""
        if self.saving is None or self.saving.done():
            do()
        else:
            self.saving.add_done_callback(lambda saved: None if saved.exception() else do())


class Hub:
    """See above."""

    def __init__(self, journal: Journal, settings: Settings, minds: Minds) -> None:
        self.journal: Final = journal
        self.settings: Final = settings
        self.minds: Final = minds
        self.run: Final = new_secret()[:12]
        self.lives: Final[dict[str, Live]] = {}
        self.actions = 0  # for figures
        self._loading: Final[dict[str, asyncio.Task[Live | None]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._rng: Final = Random()
        self._is_closing = False

    async def start(self) -> None:
        """Go on with the games that were under way when the server stopped."""
        for code in await self.journal.unfinished(time.time() - self.settings.forget_after):
            live = await self.live(code)
            if live is not None:
                self._go_on(live)

    async def stop(self) -> None:
        """Say goodbye; every table goes on when the server is there again."""
        self._is_closing = True
        goodbye = wire.frame(Closing("The server is restarted. Your game goes on in a moment.", True))
        for live in self.lives.values():
            for client in live.clients:
                client.send(goodbye)
            if live.timer is not None:
                live.timer.cancel()
            for thought in live.thinking.values():
                thought.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Rooms

    async def live(self, code: str) -> Live | None:
        """A room by its code; from the journal if it is not in memory."""
        code = code.upper()
        if code in self.lives:
            return self.lives[code]
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
        try:
            return await asyncio.shield(self._loading[code])
        finally:
            self._loading.pop(code, None)

    async def _load(self, code: str) -> Live | None:
        facts = await self.journal.facts_of(code)
        if not facts:
            return None
        live = Live(remade(code, facts))
        self.lives[code] = live
        self._notice_time(live)
        for number, seat in enumerate(live.room.seats):
            if seat.guest and live.room.state == "playing":
                live.away_since[number] = time.monotonic()
        return live

    async def open(self, opened: Opened) -> Live:
        code = await self.journal.open_room(opened)
        live = await self.live(code)
        assert live is not None, "a room that was just written can be read"
        return live

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
        live.clients.add(client)
        live.used_at = time.monotonic()
        if client.seat >= 0:
            live.away_since.pop(client.seat, None)
            seat = live.room.seats[client.seat]
            if seat.has_bot and seat.guest == client.guest:
                self.happen(live, CameBack(client.guest, at=time.time(), seat=client.seat))
        self.welcome(live, client, lines)
        self._tell(live, live.sight)

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
        if client.guest not in live.here():
            for seat in live.room.seats_of(client.guest):
                live.away_since[seat] = time.monotonic()
        if not self._is_closing:
            self._tell(live, live.sight)
            self._set_timer(live)

    def hear(self, live: Live, client: Client, text: str | bytes) -> None:
        """Somebody says something."""
        limit = self.settings.words_of_watchers if client.seat == WATCHING else self.settings.words_of_players
        is_too_fast = client.is_too_fast(time.monotonic(), limit, self.settings.words_span)
        try:
            said = wire.read(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._send(live, client, Refused(0, "not a message", f"The server does not understand that: {error}"[:300]))
            return
        if is_too_fast:
            self._send(live, client, Refused(said.word, "too fast", "That is too much at once; please wait a moment."))
            return
        if isinstance(said, wire.Ping) or (client.guest, client.name, said.word) in live.room.words_done:
            self._send(live, client, Done(said.word))  # it was done already: nothing counts twice
            return
        if isinstance(said, wire.Rematch):
            self._spawn(self._rematch(live, client, said))
            return
        try:
            fact = live.room.answer(Author(client.guest, client.name, said.word, time.time()), client.seat, said)
        except Refusal as refusal:
            self._send(live, client, Refused(said.word, refusal.why, refusal.words))  # type: ignore[arg-type]
            return
        self.happen(live, fact, client, said)

    async def _rematch(self, live: Live, client: Client, said: wire.Rematch) -> None:
        if live.room.state != "over" or client.seat == WATCHING:
            self._send(live, client, Refused(said.word, "not now", "There can be a rematch when the game is over."))
            return
        await self.rematch(live)
        self._send(live, client, Done(said.word))

    # What happens

    def happen(self, live: Live, fact: Fact, client: Client | None = None, said: wire.AnySaid | None = None) -> None:
        """Let something be true, have it stored, and tell everybody once it is safe."""
        room = live.room
        state = room.state
        room.apply(fact)
        before, live.sight = live.sight, room.sight()
        live.saving = self.journal.append(room.code, room.number, fact)
        live.saving.add_done_callback(lambda saved: self._saved(live, saved, client, said))
        if isinstance(fact, Acted):
            self.actions += 1
        if client is not None:
            self._seat_anew(live, client)
        self._notice_time(live)
        self._tell(live, before)
        if client is not None and said is not None:
            self._send(live, client, Done(said.word))
        if room.state != state:
            self._spawn(self.journal.set_state(room.code, room.state, room.ended_at))
        self._go_on(live)

    def _seat_anew(self, live: Live, client: Client) -> None:
        """Who sat down sees with the eyes of the seat from now on, and who rose with nobody's."""
        own = live.room.seats_of(client.guest)
        if client.seat not in own:
            client.seat = own[0] if own else WATCHING
            if own:
                self._spawn(self.journal.sat(client.guest, live.room.code))

    def _saved(
        self, live: Live, saved: "asyncio.Future[None]", client: Client | None, said: wire.AnySaid | None,
    ) -> None:
        """If a fact could not be stored, it has not happened: the room is made anew from what was."""
        error = saved.exception()
        if error is None:
            return
        log.warning("room %s is read again: %r", live.room.code, error)
        again = said if isinstance(error, Overtaken) else None
        self._spawn(self._read_again(live, client, said, again))

    async def _read_again(
        self, live: Live, client: Client | None, said: wire.AnySaid | None, again: wire.AnySaid | None,
    ) -> None:
        live.room = remade(live.room.code, await self.journal.facts_of(live.room.code))
        live.sight = live.room.sight()
        live.saving = None
        live.timekeeper = Timekeeper()
        self._notice_time(live)
        for other in live.clients:
            self.welcome(live, other, 0)
        if client is not None and said is not None and client in live.clients:
            if again is not None:
                self.hear(live, client, msgspec.json.encode(again))
            else:
                self._send(live, client, Refused(said.word, "not now", "That could not be stored; please try again."))
        self._go_on(live)

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
        frame = wire.frame(message)
        live.when_safe(lambda: client.send(frame))

    # Time and bots

    def _go_on(self, live: Live) -> None:
        """See to it that whatever is to happen by itself will happen."""
        live.changed.set()
        live.changed.clear()
        if live.room.state != "playing" or self._is_closing:
            return
        for decision in live.room.table.pending:
            if decision.seat >= 0 and live.room.seats[decision.seat].bot and decision.seat not in live.thinking:
                self._let_think(live, decision.seat, live.room.seats[decision.seat].bot)
        self._set_timer(live)

    def _let_think(self, live: Live, seat: int, level: str) -> None:
        thought = asyncio.create_task(self._think(live, seat, level))
        live.thinking[seat] = thought

        def forget(done: "asyncio.Task[None]") -> None:
            live.thinking.pop(seat, None)
            if not done.cancelled() and done.exception() is not None:
                log.error("a bot failed in room %s", live.room.code, exc_info=done.exception())

        thought.add_done_callback(forget)

    async def _think(self, live: Live, seat: int, level: str) -> None:
        """A bot looks, waits as a person would, and acts if what it wants is still possible."""
        while live.room.state == "playing":
            room = live.room
            if room.table.decision_of(seat) is None or not room.seats[seat].bot:
                return
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self.settings.bot_pace)
            acts = room.acts
            choice = await self._chosen(live, seat, level)
            if live.room is room and room.acts == acts and choice is not None:
                self._act(live, seat, choice)
            elif choice is None:
                await self._wait_for_news(live)

    async def _wait_for_news(self, live: Live) -> None:
        try:
            await asyncio.wait_for(live.changed.wait(), self.settings.bot_patience)
        except TimeoutError:
            return

    async def _chosen(self, live: Live, seat: int, level: str) -> Choice | None:
        try:
            return await self.minds.think(live.room.code, seat, level, store(live.room.table))
        except BrokenPipeError:
            return await self.minds.think(live.room.code, seat, level, store(live.room.table))

    def _act(self, live: Live, seat: int, choice: Choice) -> None:
        """Something is done for a seat, by a bot or by the clock."""
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
        if live.room.state != "playing":
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
            if left is not None:
                started = time.monotonic() - (time.time() - room.acted_at)
                dues.append((started + left, lambda seat=decision.seat: self._time_out(live, seat)))  # type: ignore[misc]
        return dues

    def _time_left(self, room: Room, seat: int) -> float | None:
        """Seconds from the last action until a seat's time is up; nobody is hurried who has a bot."""
        clock = room.opened.clock
        if clock.kind == "none" or seat < 0 or room.seats[seat].bot:
            return None
        if clock.kind == "decision":
            return float(clock.seconds)
        return max(self.settings.least_time, clock.seconds - room.seats[seat].spent)

    def _wake(self, live: Live) -> None:
        live.timer = None
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
        if seat not in live.thinking:
            acts = live.room.acts

            async def choose() -> None:
                choice = await self._chosen(live, seat, STAND_IN)
                if live.room.acts == acts and choice is not None:
                    self._act(live, seat, choice)

            self._spawn(choose())

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
