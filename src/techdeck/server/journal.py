"""Where everything is kept: facts are written in groups, and nobody is told of one before it is safe.

One thread writes.  What comes while it writes waits, and goes together into the next transaction, so that many tables
share one wait for the disk.  A fact has the next number of its room; if another server has written that number
meanwhile, the fact is not written, and whoever gave it learns that the room has moved on.
"""

import asyncio
import hashlib
import logging
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, insert, make_url, select, update
from sqlalchemy.dialects import postgresql, sqlite

from techdeck.server import facts
from techdeck.server.facts import AnyFact, Fact
from techdeck.server.schema import FACTS, PLAYED, ROOMS, TOKENS

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_LENGTH: Final = 6
LARGEST_GROUP: Final = 500  # facts in one transaction

log = logging.getLogger("techdeck.journal")
It = TypeVar("It")


class Overtaken(Exception):
    """Another server has written to the room first."""


class Entry:
    """A fact on its way to the disk."""

    def __init__(self, room: str, number: int, line: bytes, done: "asyncio.Future[None]") -> None:
        self.room: Final = room
        self.number: Final = number
        self.line: Final = line
        self.done: Final = done


class Journal:
    """The database.  `append` is for the event loop; everything else takes a moment, and is done in threads."""

    def __init__(self, url: str) -> None:
        self.url: Final = make_url(url)
        self.is_sqlite: Final = self.url.get_backend_name() == "sqlite"
        self.engine: Final = _engine(url)
        self.written = 0  # facts, for figures
        self.groups = 0
        self._waiting: list[Entry] = []
        self._wake: Final = threading.Condition()
        self._is_closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: threading.Thread | None = None

    def open(self) -> None:
        """Bring the database to the newest version, and begin to write."""
        migrate(self.engine, self.url.database if self.is_sqlite else None)
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write_on, name="journal", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        if self._writer is not None:
            self._writer.join()
        self.engine.dispose()

    # Facts

    def append(self, room: str, number: int, fact: Fact) -> "asyncio.Future[None]":
        """Done when the fact is safe.

        The future raises Overtaken if another server has written that number.
        """
        assert self._loop is not None, "the journal is not open"
        entry = Entry(room, number, facts.written(fact), self._loop.create_future())
        with self._wake:
            self._waiting.append(entry)
            self._wake.notify()
        return entry.done

    def _write_on(self) -> None:
        with self.engine.connect() as connection:
            while True:
                with self._wake:
                    while not self._waiting and not self._is_closing:
                        self._wake.wait()
                    group, self._waiting = self._waiting[:LARGEST_GROUP], self._waiting[LARGEST_GROUP:]
                if not group:
                    return
                try:
                    self._write(connection, group)
                except Exception as error:  # whatever it was, those who wait must learn of it
                    log.exception("a group of facts could not be written")
                    connection.rollback()
                    self._tell(group, set(), error)

    def _write(self, connection: Connection, group: Sequence[Entry]) -> None:
        rows = [{"room": entry.room, "number": entry.number, "line": entry.line} for entry in group]
        if self.is_sqlite:
            connection.execute(insert(FACTS), rows)  # one server has the file for itself
            lost: set[int] = set()
        else:
            lost = _insert_what_is_free(connection, rows)
        connection.commit()
        self.written += len(group)
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

    # Rooms

    async def open_room(self, opened: facts.Opened) -> str:
        """Write the first fact of a new room, under a code that nobody has."""
        def write(connection: Connection) -> str:
            while True:
                code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
                if connection.scalar(select(ROOMS.c.code).where(ROOMS.c.code == code)) is None:
                    break
            connection.execute(insert(ROOMS).values(
                code=code, game=opened.game, state="open", is_listed=opened.is_listed, opened_at=opened.at))
            connection.execute(insert(FACTS).values(room=code, number=1, line=facts.written(opened)))
            return code

        return await self._change(write)

    async def set_state(self, code: str, state: str, ended_at: float = 0.0) -> None:
        change = update(ROOMS).where(ROOMS.c.code == code).values(state=state, ended_at=ended_at)
        await self._change(lambda connection: connection.execute(change))

    async def listed(self, since: float, limit: int = 50) -> list[str]:
        """The codes of rooms that anybody may find: those not over, the newest first."""
        query = select(ROOMS.c.code).where(
            ROOMS.c.is_listed, ROOMS.c.state != "over", ROOMS.c.opened_at > since,
        ).order_by(ROOMS.c.opened_at.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def unfinished(self, since: float) -> list[str]:
        """Rooms in which a game was going on."""
        query = select(ROOMS.c.code).where(ROOMS.c.state == "playing", ROOMS.c.opened_at > since)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def sat(self, guest: str, room: str) -> None:
        dialect = sqlite if self.is_sqlite else postgresql
        note = dialect.insert(PLAYED).values(guest=guest, room=room).on_conflict_do_nothing()
        await self._change(lambda connection: connection.execute(note))

    async def rooms_of(self, guest: str, limit: int = 50) -> list[str]:
        """Where somebody has sat, the newest first."""
        query = select(PLAYED.c.room).join(ROOMS, ROOMS.c.code == PLAYED.c.room).where(
            PLAYED.c.guest == guest).order_by(ROOMS.c.opened_at.desc()).limit(limit)
        return await self._read(lambda connection: list(connection.scalars(query)))

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


def _engine(url: str) -> Engine:
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if url.startswith("sqlite"):
        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # a commit is on the disk
            cursor.execute("PRAGMA busy_timeout = 5000")
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.close()
    return engine


def _insert_what_is_free(connection: Connection, rows: Sequence[dict[str, object]]) -> set[int]:
    """Insert the facts whose numbers are free; the places in the list of those that are not.

    A fact after one that was lost is lost too: it was thought out for another room.
    """
    statement = postgresql.insert(FACTS).on_conflict_do_nothing().returning(FACTS.c.room, FACTS.c.number)
    lost: set[int] = set()
    behind: set[object] = set()
    for place, row in enumerate(rows):
        if row["room"] in behind or connection.execute(statement, row).first() is None:
            lost.add(place)
            behind.add(row["room"])
    return lost


def migrate(engine: Engine, path: str | None) -> None:
    """Bring a database to the newest version.  A file that is changed is copied beside itself first."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    newest = ScriptDirectory.from_config(config).get_current_head()
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present == newest:
        return
    if present is not None and path and Path(path).is_file():
        backup = Path(f"{path}.before-{newest}")
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy2(path, backup)
        log.warning("the database is of an older version; it was copied to %s", backup)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
