"""A room that is in memory, with everybody who is connected to it: who hears what, and when."""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, cast

import msgspec
from msgspec import Raw

from techdeck.bots.reaction import Reaction
from techdeck.server import wire
from techdeck.server.room import WATCHING, Room
from techdeck.server.seen import Changes, Part, Sight
from techdeck.server.tallies import Tallies
from techdeck.server.wire import Due, Heard, Line, Refused, RoomShown, Update, Welcome, You
from techdeck.table import CLOCK
from techdeck.timekeeping import Timekeeper

MOST_SPEAKERS: Final = 200  # at one table, whose words are counted
MOST_WAITING: Final = 500  # frames for a client that does not read; then it is cut off, and may come back


class Client:
    """Somebody who is connected: a person's browser, or a program.  A guest may have several."""

    def __init__(self, guest: str, seat: int, name: str) -> None:
        self.guest: Final = guest
        self.seat = seat  # with whose eyes it looks; -1 if it watches
        self.name: Final = name  # of this client, so that its words are told from those of another
        self.frames: Final[deque[bytes]] = deque()  # that wait to be sent; an empty one is the end of the connection
        self.when_told: Callable[[], None] = _nothing  # sends them
        self.is_cut_off = False  # since it does not read
        self.is_dismissed = False  # the last frame is on its way; nothing is heard any more
        self.version = 0
        self.room: RoomShown | None = None
        self.clocks: list[float] = []
        self.you: You | None = None
        self.lines = 0
        self.side = 0
        self.due: tuple[str, float] | None = None  # when the rules' clock acts, as it was told last

    def put(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.is_cut_off = self.is_cut_off or len(self.frames) > MOST_WAITING

    def send(self, frame: bytes) -> None:
        self.put(frame)
        self.when_told()


def _nothing() -> None:
    """Nobody is told."""


def _log(story: list[Raw]) -> list[Line]:
    """A part of a story as it goes into a message: its lines are written already."""
    return cast("list[Line]", story)


def _told_due(due: tuple[str, float] | None) -> Due | None:
    return None if due is None else Due(due[0], round(max(0.0, due[1] - time.monotonic())))


def _is_same_due(one: tuple[str, float] | None, other: tuple[str, float] | None) -> bool:
    if one is None or other is None:
        return one is other
    return one[0] == other[0] and abs(one[1] - other[1]) < 1.0


class Outbox:
    """Frames that wait until a fact is stored, in order.  If it cannot be stored, nobody hears of what came of it."""

    def __init__(self, saving: "asyncio.Future[None]") -> None:
        self.saving: Final = saving
        self._frames: Final[list[tuple[Client, bytes]]] = []
        self._is_over = False
        saving.add_done_callback(self._send)

    def put(self, client: Client, frame: bytes) -> None:
        if not self._is_over:
            self._frames.append((client, frame))
        elif self.saving.exception() is None:
            client.send(frame)

    def _send(self, saved: "asyncio.Future[None]") -> None:
        self._is_over = True
        if saved.exception() is None:
            for client, frame in self._frames:
                client.put(frame)
            for client in dict.fromkeys([client for client, _ in self._frames]):
                client.when_told()
        self._frames.clear()


class Presence(msgspec.Struct, frozen=True):
    """Who is connected to a server, in one room."""

    guests: list[str] = []
    watchers: int = 0


class Live:
    """A room that is in memory, and everything that goes on around it."""

    def __init__(self, room: Room, run: str, tallies: Tallies) -> None:
        self.room = room
        self.run: Final = run  # of the server: clients tell by it whether it was restarted
        self.tallies: Final = tallies
        self.sight: Sight | None = room.sight()
        self.clients: Final[set[Client]] = set()
        self.timekeeper = Timekeeper()
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: Final[dict[int, asyncio.Task[None]]] = {}  # by seat
        self.reactions: Final[dict[int, Reaction]] = {}  # by seat of a bot
        self.saving: asyncio.Future[None] | None = None  # the last fact that went to the disk
        self._outbox: Outbox | None = None
        self.readings = 0  # how often the room was read again, because a fact could not be stored
        self.reading: asyncio.Task[None] | None = None
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

    def may_read(self, seat: int) -> bool:
        """Whether a person sees what the seat is asked: around one device only whoever has it in hand."""
        return not self.room.opened.one_device or any(client.seat == seat for client in self.clients)

    def watchers(self) -> int:
        return self._own_watchers() + sum(other.watchers for other in self.elsewhere.values())

    def _own_watchers(self) -> int:
        """Who is connected to this server without a seat; who hands a device around has one."""
        return sum(client.seat == WATCHING and not self.room.seats_of(client.guest) for client in self.clients)

    def presence(self) -> Presence:
        """Who is connected to this server."""
        return Presence(sorted({client.guest for client in self.clients}), self._own_watchers())

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

    def post(self, client: Client, frame: bytes) -> None:
        """Send it when everything that has happened so far is stored, and after all else that waited for that."""
        if self.saving is None:
            client.send(frame)
            return
        if self._outbox is None or self._outbox.saving is not self.saving:
            self._outbox = Outbox(self.saving)
        self._outbox.put(client, frame)

    # What clients hear

    def shown(self) -> RoomShown:
        """The room as everybody sees it at this moment."""
        return self.room.shown(self.here(), self.watchers(), time.time())

    def send(self, client: Client, message: Heard) -> None:
        if isinstance(message, Refused):
            self.tallies.refusals[message.why] += 1
        self.post(client, wire.frame(message))

    def welcome(self, client: Client, lines: int) -> None:
        """Send everything to a client, which already has so many lines of the story."""
        side = self.room.side_of(client.seat)
        story = self.room.lines(side)
        lines = lines if 0 <= lines <= len(story) else 0
        client.version += 1
        client.room = self.room.shown(self.here(), self.watchers())
        client.you = self.room.you(client.seat, client.guest)
        client.lines, client.side, client.clocks = len(story), side, self.room.clocks()
        table = None if self.sight is None else self.sight.seen(side)
        client.due = self._due()
        self.send(client, Welcome(
            wire.PROTOCOL, self.run, client.version, self.shown(), client.you, table, _log(story[lines:]), lines,
            _told_due(client.due)))

    def _due(self) -> tuple[str, float] | None:
        """What the rules' own clock will do if nobody does anything before, and when."""
        if not self.room.has_own_time or self.room.state != "playing":
            return None
        decision, due = self.room.table.decision_of(CLOCK), self.timekeeper.due(self.room.table)
        return None if decision is None or due is None else (decision.verb, due[0])

    def tell(self, before: Sight | None) -> None:
        """Send each client what is new to it since that moment, whatever it was."""
        shown = self.room.shown(self.here(), self.watchers())
        clocks = self.room.clocks()
        now = self.shown() if clocks else shown
        after = self.sight
        changes = Changes(before, after) if before is not None and after is not None else None
        for client in self.clients:
            side = self.room.side_of(client.seat)
            if side != client.side or (before is None) != (after is None):
                self.welcome(client, client.lines if side == client.side else 0)
            elif before is not None and not before.has(side):
                self.welcome(client, client.lines)
            else:
                self._update(client, shown, now, clocks, {} if changes is None else changes.of(side))

    def tell_of_act(self, before: Sight) -> None:
        """The same when nothing has changed but the table: this happens most, and there is less to look at."""
        assert self.sight is not None, "there is a table to act at"
        changes = Changes(before, self.sight)
        for client in self.clients:
            if not before.has(client.side):
                self.welcome(client, client.lines)
                continue
            you = client.you
            assert you is not None, "a client was welcomed first"
            can_undo = self.room.undo_of(client.seat)
            if you.can_undo != can_undo:
                client.you = msgspec.structs.replace(you, can_undo=can_undo)
            self._send_news(client, None, None if client.you is you else client.you, changes.of(client.side))

    def _update(
        self, client: Client, shown: RoomShown, now: RoomShown, clocks: list[float], changes: Part,
    ) -> None:
        you = self.room.you(client.seat, client.guest)
        is_other_room, is_other_you = shown != client.room or clocks != client.clocks, you != client.you
        self._send_news(client, now if is_other_room else None, you if is_other_you else None, changes)
        client.room, client.you, client.clocks = shown, you, clocks

    def _send_news(self, client: Client, room: RoomShown | None, you: You | None, changes: Part) -> None:
        """Send what is new, if anything is: that something happened in secret is a secret, too."""
        story = self.room.lines(client.side)
        due = self._due()
        is_other_due = not _is_same_due(client.due, due)
        if room is None and you is None and not changes and not is_other_due and len(story) <= client.lines:
            return
        client.version += 1
        told = (_told_due(due) or Due()) if is_other_due else None
        if is_other_due:
            client.due = due
        self.send(client, Update(client.version, room, you, changes or None, _log(story[client.lines:]), told))
        client.lines = len(story)
