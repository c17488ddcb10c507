"""Where everything is kept: facts are written in groups, and nobody is told of one before it is safe.

One thread writes.  What comes within a moment, or while it writes, goes together into one transaction, so that many
tables share one wait for the disk.  At every call into the database the thread lets the event loop work, and has to
wait for its turn again: so the loop gathers the facts, and the thread makes as few calls as it can.

A fact has the next number of its room; if another server has written that number meanwhile, the fact is not written,
and whoever gave it learns that the room has moved on.
"""

import asyncio
import hashlib
import json
import logging
import secrets
import shutil
import threading
import time
import tomllib
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Table,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    make_url,
    select,
    text,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from techdeck.server import facts
from techdeck.server.facts import AnyFact, Fact
from techdeck.server.past import Ended
from techdeck.server.schema import ALIVE, ENDED, FACTS, MOMENTS, PLAYED, ROOMS, TOKENS

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_LENGTH: Final = 6
MIGRATING: Final = 0x7EC4DEC4  # any number: the key of a lock
LARGEST_GROUP: Final = 500  # facts in one transaction; those that were gathered together are not parted
LINGERING: Final = 0.002  # seconds for more facts to come: nobody notices, and they share the wait for the disk
SETTLING: Final = 0.5  # seconds between two looks whether there is much to settle
MOST_UNSETTLED: Final = 5_000  # facts
LONGEST_UNSETTLED: Final = 60.0  # seconds
SETTLINGS: Final = 5  # tries to settle all there is

log = logging.getLogger("techdeck.journal")
It = TypeVar("It")


Trouble = SQLAlchemyError  # the database cannot be read, or not be written


class Overtaken(Exception):
    """Another server has written to the room first."""


class UnfitDatabase(Exception):
    """The database cannot be used by this version; the text is a sentence."""


class Entry:
    """A fact on its way to the disk, with what else must be true together with it."""

    def __init__(
        self, room: str, number: int, line: bytes, done: "asyncio.Future[None]", reading: int,
        notes: Sequence[Executable],
    ) -> None:
        self.room: Final = room
        self.number: Final = number
        self.line: Final = line
        self.done: Final = done
        self.reading: Final = reading
        self.notes: Final = notes


class Journal:
    """The database.  `append` is for the event loop; everything else takes a moment, and is done in threads."""

    def __init__(self, url: str) -> None:
        self.url: Final = make_url(url)
        self.is_sqlite: Final = self.url.get_backend_name() == "sqlite"
        self.engine: Final = _engine(url)
        self.written = 0  # facts, for figures
        self.groups = 0
        self._gathered: list[Entry] = []
        self._waiting: Final[SimpleQueue[list[Entry]]] = SimpleQueue()  # an empty list is the end
        self._at_once: Connection | None = None  # where every statement is a transaction
        self._lost: Final[dict[str, int]] = {}  # by room: of which reading a fact could not be written
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: threading.Thread | None = None
        self._is_closed: Final = threading.Event()

    def prepare(self) -> None:
        """Bring the database to the newest version.

        :raises UnfitDatabase: if it is of a newer one.
        """
        try:
            migrate(self.engine, self.url.database if self.is_sqlite else None)
        finally:
            self.engine.dispose()

    def open(self) -> None:
        """Prepare the database, and begin to write."""
        self.prepare()
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write_on, name="journal", daemon=True)
        self._writer.start()
        if self.is_sqlite:
            threading.Thread(target=self._settle_on, name="settling", daemon=True).start()

    def close(self) -> None:
        """Write what waits, and stop."""
        self._is_closed.set()
        self._hand_over()
        self._waiting.put([])
        if self._writer is not None:
            self._writer.join()
        self.engine.dispose()

    # Facts

    def append(
        self, room: str, number: int, fact: Fact, *, reading: int = 0, state: str = "", ended_at: float = 0.0,
        ended: Ended | None = None, shown: bytes = b"", opened_at: float = 0.0,
    ) -> "asyncio.Future[None]":
        """Done when the fact is safe, and with it how the room is shown and its state, if that is new, and its game.

        `reading` counts how often the room was read from here.  When a fact could not be written, no later one of the
        same reading is: it was thought out for another room.

        The future raises Overtaken if another server has written that number.
        """
        assert self._loop is not None, "the journal is not open"
        notes: list[Executable] = []
        if state:
            notes.append(update(ROOMS).where(ROOMS.c.code == room).values(state=state, ended_at=ended_at))
        if shown:
            notes.append(update(ROOMS).where(ROOMS.c.code == room).values(shown=shown))
        if ended is not None:
            notes.append(self._insert(ENDED, _ended_row(room, ended)))
        if isinstance(fact, facts.Sat):
            notes.append(self._insert(PLAYED, {"guest": fact.by, "room": room, "opened_at": opened_at}))
        entry = Entry(room, number, facts.written(fact), self._loop.create_future(), reading, notes)
        if not self._gathered:
            self._loop.call_later(LINGERING, self._hand_over)
        self._gathered.append(entry)
        return entry.done

    def _hand_over(self) -> None:
        """Let the writer have what was gathered."""
        if self._gathered:
            self._waiting.put(self._gathered)
            self._gathered = []

    def is_waiting(self) -> bool:
        """Whether there are facts that the writer has not taken yet."""
        return bool(self._gathered) or not self._waiting.empty()

    def give_up(self, room: str, reading: int) -> None:
        """Write no more facts of that reading: the room that they are about is not to be trusted."""
        self._lost[room] = reading

    def _write_on(self) -> None:
        with ExitStack() as opened:
            connection = opened.enter_context(self.engine.connect())
            if self.is_sqlite:
                other = opened.enter_context(self.engine.connect())
                self._at_once = other.execution_options(isolation_level="AUTOCOMMIT")
            while group := self._next_group():
                behind = [entry for entry in group if entry.reading <= self._lost.get(entry.room, -1)]
                for entry in behind:
                    group.remove(entry)
                self._tell(behind, set(range(len(behind))), None)
                if group:
                    self._try_to_write(connection, group)

    def _settle_on(self) -> None:
        """Bring what SQLite has in its log to its tables, beside the writing: the writer would make all wait.

        What was written meanwhile remains in the log; the less remains, the sooner the log begins anew.
        """
        written, settled_at = self.written, time.monotonic()
        while not self._is_closed.wait(SETTLING):
            is_due = self.written > written and time.monotonic() > settled_at + LONGEST_UNSETTLED
            if self.written < written + MOST_UNSETTLED and not is_due:
                continue
            written, settled_at = self.written, time.monotonic()
            try:
                with self.engine.connect() as connection:
                    for _ in range(SETTLINGS):
                        _, inside, settled = connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)").one()
                        if inside == settled:
                            break
            except Trouble as error:
                log.warning("the journal could not be settled: %r", error)

    def _next_group(self) -> list[Entry]:
        """Everything that waits, as soon as there is something; nothing when the journal is closed."""
        group = self._waiting.get()
        while group and len(group) < LARGEST_GROUP and not self._waiting.empty():
            more = self._waiting.get()
            if not more:
                self._waiting.put(more)  # for the next time
                break
            group.extend(more)
        return group

    def _try_to_write(self, connection: Connection, group: Sequence[Entry]) -> None:
        """If they cannot all be written, then those of each room by themselves."""
        try:
            self._write(connection, group)
        except Exception as error:  # whatever it was, those who wait must learn of it
            for begun in (connection, self._at_once):
                if begun is not None:
                    begun.rollback()
            rooms = dict.fromkeys(entry.room for entry in group)
            if len(rooms) > 1:
                for room in rooms:
                    self._try_to_write(connection, [entry for entry in group if entry.room == room])
                return
            log.exception("facts could not be written", extra={"room": group[0].room})
            self._lost[group[0].room] = group[0].reading
            self._tell(group, set(), error)

    def _write(self, connection: Connection, group: Sequence[Entry]) -> None:
        rows = [(entry.room, entry.number, entry.line) for entry in group]
        lost: set[int] = set()
        if self._at_once is not None and not any([entry.notes for entry in group]):
            connection = self._at_once
        if self.is_sqlite:
            _insert_all(connection, rows)  # one server has the file for itself
        else:
            lost = _insert_what_is_free(connection, rows)
        for place, entry in enumerate(group):
            if place not in lost:
                for note in entry.notes:
                    connection.execute(note)
        connection.commit()
        self._lost.update({group[place].room: group[place].reading for place in lost})
        self.written += len(group) - len(lost)
        self.groups += 1
        self._tell(group, lost, None)

    def _tell(self, group: Sequence[Entry], lost: set[int], error: Exception | None) -> None:
        def tell() -> None:
            for place, entry in enumerate(group):
                if entry.done.cancelled():
                    continue
                if error is not None:
                    entry.done.set_exception(error)
                elif place in lost:
                    entry.done.set_exception(Overtaken(entry.room))
                else:
                    entry.done.set_result(None)

        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(tell)

    async def facts_of(self, room: str, after: int = 0) -> list[AnyFact]:
        """The facts of a room in order, from the one after a number."""
        query = select(FACTS.c.line).where(FACTS.c.room == room, FACTS.c.number > after).order_by(FACTS.c.number)
        return await self._read(lambda connection: [facts.read(line) for line in connection.scalars(query)])

    async def latest(self, rooms: Sequence[str]) -> dict[str, int]:
        """The number of the last fact of each room."""
        query = select(FACTS.c.room, func.max(FACTS.c.number)).where(FACTS.c.room.in_(rooms)).group_by(FACTS.c.room)
        return await self._read(lambda connection: {room: number for room, number in connection.execute(query)})

    # Rooms

    async def open_room(self, opened: facts.Opened, show: Callable[[str], bytes] = lambda _: b"") -> str:
        """Write the first fact of a new room, under a code that nobody has; `show` says how it is shown then."""
        def write(connection: Connection) -> str:
            while True:
                code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
                if connection.scalar(select(ROOMS.c.code).where(ROOMS.c.code == code)) is None:
                    break
            connection.execute(insert(ROOMS).values(
                code=code, game=opened.game, state="open", is_listed=opened.is_listed, opened_at=opened.at,
                shown=show(code) or None))
            connection.execute(insert(FACTS).values(room=code, number=1, line=facts.written(opened)))
            return code

        return await self._change(write)

    async def listed(self, since: float, limit: int = 50) -> dict[str, bytes | None]:
        """The rooms that anybody may find, by code, and how they are shown: those not over, the newest first."""
        query = select(ROOMS.c.code, ROOMS.c.shown).where(
            ROOMS.c.is_listed == true(), ROOMS.c.state.in_(["open", "playing"]), ROOMS.c.opened_at > since,
        ).order_by(ROOMS.c.opened_at.desc()).limit(limit)
        return await self._read(lambda connection: {code: shown for code, shown in connection.execute(query)})

    async def unfinished(self, since: float) -> list[str]:
        """Rooms in which a game was going on."""
        query = select(ROOMS.c.code).where(ROOMS.c.state == "playing", ROOMS.c.opened_at > since)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def rooms_of(self, guest: str, limit: int = 50) -> dict[str, bytes | None]:
        """Where somebody has sat, by code, and how it is shown; the newest first."""
        query = select(ROOMS.c.code, ROOMS.c.shown).join(PLAYED, ROOMS.c.code == PLAYED.c.room).where(
            PLAYED.c.guest == guest).order_by(PLAYED.c.opened_at.desc()).limit(limit)
        return await self._read(lambda connection: {code: shown for code, shown in connection.execute(query)})

    async def keep_shown(self, room: str, shown: bytes, state: str) -> None:
        """Of a room of an older version, or whose game cannot go on, since the rules have changed."""
        change = update(ROOMS).where(ROOMS.c.code == room).values(shown=shown, state=state)
        await self._change(lambda connection: connection.execute(change))

    # Time

    async def note_alive(self, now: float) -> None:
        """There is a server."""
        change = update(ALIVE).where(ALIVE.c.at < now).values(at=now)
        await self._change(lambda connection: connection.execute(change))

    async def alive_at(self) -> float:
        """When there was one last."""
        return await self._read(lambda connection: connection.scalar(select(ALIVE.c.at)) or 0.0)

    # Games that are over

    async def keep_ended(self, room: str, ended: Ended) -> None:
        note = self._insert(ENDED, _ended_row(room, ended))
        await self._change(lambda connection: connection.execute(note))

    async def ended(self, room: str) -> Ended | None:
        """What was kept of a game."""
        query = select(ENDED).where(ENDED.c.room == room)
        row = await self._read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        record = zlib.decompress(row.record).decode()
        return Ended(row.rules, json.loads(row.winners), tomllib.loads(record)["result"], record)

    async def untold(self) -> list[str]:
        """Games that are over, and were not yet worked out moment by moment; the oldest first."""
        query = select(ROOMS.c.code).where(
            ROOMS.c.state == "over", ROOMS.c.ended_at > 0, ~exists().where(MOMENTS.c.room == ROOMS.c.code),
        ).order_by(ROOMS.c.ended_at)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def keep_moments(self, room: str, moments: Mapping[int, bytes]) -> None:
        notes = [self._insert(MOMENTS, {"room": room, "side": side, "moments": part})
                 for side, part in moments.items()]
        await self._change(lambda connection: [connection.execute(note) for note in notes])

    async def moments(self, room: str, side: int) -> bytes | None:
        """What a side saw; if there are not so many, somebody who watched."""
        query = select(MOMENTS.c.moments).where(
            MOMENTS.c.room == room, MOMENTS.c.side <= side).order_by(MOMENTS.c.side.desc()).limit(1)
        return await self._read(lambda connection: connection.scalar(query))

    # Guests

    async def new_token(self, guest: str, kind: str) -> str:
        """A token by which a guest is known: for a device, a program, or a link to come back by."""
        token = secrets.token_urlsafe(32)
        row = {"hash": hashed(token), "guest": guest, "kind": kind, "made_at": time.time()}
        await self._change(lambda connection: connection.execute(insert(TOKENS).values(row)))
        return token

    async def guest_of(self, token: str, *kinds: str) -> str:
        """Whose token it is, or nobody's."""
        query = select(TOKENS.c.guest).where(TOKENS.c.hash == hashed(token), TOKENS.c.kind.in_(kinds))
        return await self._read(lambda connection: connection.scalar(query) or "")

    # Threads

    def _insert(self, table: Table, row: Mapping[str, object]) -> Executable:
        """Insert a row unless it is there."""
        if self.is_sqlite:
            return sqlite.insert(table).values(row).on_conflict_do_nothing()
        return postgresql.insert(table).values(row).on_conflict_do_nothing()

    async def _read(self, query: Callable[[Connection], It]) -> It:
        def run() -> It:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(run)

    async def _change(self, change: Callable[[Connection], It]) -> It:
        def run() -> It:
            with self.engine.begin() as connection:
                return change(connection)

        return await asyncio.to_thread(run)


def new_guest() -> str:
    return secrets.token_hex(8)


def hashed(token: str) -> str:
    """What is kept of a token.  Tokens have 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def _ended_row(room: str, ended: Ended) -> dict[str, object]:
    return {"room": room, "rules": ended.rules, "winners": json.dumps(ended.winners),
            "record": zlib.compress(ended.record.encode())}


def _engine(url: str) -> Engine:
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True)
    if url.startswith("sqlite"):
        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # a commit is on the disk
            cursor.execute("PRAGMA busy_timeout = 5000")
            cursor.execute("PRAGMA wal_autocheckpoint = 0")  # see Journal._settle_on
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.close()
    return engine


# Words of its own for what is written most: it takes half of the time.
INSERT_FACTS: Final = "INSERT INTO facts (room, number, line) VALUES "
# In one statement, and always in the same order: two servers that write to the same rooms wait for each other once.
FREE_FACTS: Final = text("""
    INSERT INTO facts (room, number, line)
    SELECT * FROM unnest(CAST(:rooms AS varchar[]), CAST(:numbers AS integer[]), CAST(:lines AS bytea[])) ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING room, number
""")


def _insert_all(connection: Connection, rows: Sequence[tuple[str, int, bytes]]) -> None:
    """Insert facts by one statement, whose steps are SQLite's own.

    A statement for each fact made everybody wait when there was most to do: 29 facts took 82 milliseconds.
    """
    connection.exec_driver_sql(
        INSERT_FACTS + ",".join(["(?,?,?)"] * len(rows)), tuple([value for row in rows for value in row]))


def _insert_what_is_free(connection: Connection, rows: Sequence[tuple[str, int, bytes]]) -> set[int]:
    """Insert the facts whose numbers are free; the places in the list of those that are not.

    A fact after one that was lost is lost too: it was thought out for another room.
    """
    written = {tuple(row) for row in connection.execute(FREE_FACTS, {
        "rooms": [room for room, _, _ in rows], "numbers": [number for _, number, _ in rows],
        "lines": [line for _, _, line in rows],
    })}
    lost: set[int] = set()
    behind: set[str] = set()
    for place, (room, number, _) in enumerate(rows):
        is_written = (room, number) in written
        if room in behind and is_written:
            connection.execute(delete(FACTS).where(FACTS.c.room == room, FACTS.c.number == number))
        if room in behind or not is_written:
            lost.add(place)
            behind.add(room)
    return lost


def migrate(engine: Engine, path: str | None) -> None:
    """Bring a database to the newest version.  A file that is changed is copied beside itself first."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    known = ScriptDirectory.from_config(config)
    newest = known.get_current_head()
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present == newest:
        return
    if present is not None and present not in {version.revision for version in known.walk_revisions()}:
        raise UnfitDatabase(
            f"The database was written by a newer Tech Deck (its version is {present}, this program knows up to "
            f"{newest}); update the program, or go back to the copy that was made before.")
    if present is not None and path and Path(path).is_file():
        backup = Path(f"{path}.before-{newest}")
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy2(path, backup)
        log.warning("the database is of an older version; it was copied to %s", backup)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))  # one server after the other
        else:
            connection.exec_driver_sql("BEGIN")  # all of it or nothing: the driver would begin later
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
