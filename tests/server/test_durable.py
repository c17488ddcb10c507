"""Nobody is told of anything before it is stored, and what cannot be stored has not happened.

Here the hub runs without sockets, with a real database whose writing can be held up, or fail.
"""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import OperationalError

from techdeck.server.archive import Archive
from techdeck.server.elsewhere import Follower
from techdeck.server.facts import Fact, Opened, Place, Spoke
from techdeck.server.hub import Hub
from techdeck.server.journal import Entry, Journal
from techdeck.server.live import Client, Live
from techdeck.server.minds import Minds
from techdeck.server.room import WATCHING, Room
from techdeck.server.schema import FACTS, PLAYED, ROOMS
from techdeck.server.settings import Settings
from tests.conftest import build

Frame = dict[str, Any]


class Unsteady(Journal):
    """A journal that can be held up, and fails when it is told to."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may_write = threading.Event()
        self.may_write.set()
        self.fails: set[str] = set()  # rooms of which nothing can be written
        self.times = 0  # how often that still happens
        self.tries = 0

    def _write(self, connection: Connection, group: Sequence[Entry]) -> None:
        self.may_write.wait(10)
        self.tries += 1
        if self.times and any(entry.room in self.fails for entry in group):
            self.times -= len({entry.room for entry in group}) == 1
            raise OperationalError("no room on the disk", None, Exception())
        super()._write(connection, group)

    def numbers(self, room: str) -> list[int]:
        with self.engine.connect() as connection:
            return list(connection.scalars(
                select(FACTS.c.number).where(FACTS.c.room == room).order_by(FACTS.c.number)))


class Eager:
    """A loop on which something else happens in the very moment in which something has been stored."""

    def __init__(self, loop: asyncio.AbstractEventLoop, do: Callable[[], None]) -> None:
        self._loop = loop
        self._do = do

    def create_future(self) -> "asyncio.Future[None]":
        return self._loop.create_future()

    def call_later(self, delay: float, do: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_later(delay, do)

    def is_closed(self) -> bool:
        return self._loop.is_closed()

    def call_soon_threadsafe(self, tell: Callable[[], None]) -> None:
        def both() -> None:
            tell()
            self._do()

        self._loop.call_soon_threadsafe(both)


class House:
    """A hub with rooms and clients that are objects."""

    def __init__(self, folder: Path) -> None:
        self.journal = Unsteady(f"sqlite:///{folder / 'tables.db'}")
        self.hub = Hub(self.journal, Settings(bot_pace=0.0, words_of_watchers=10**6), Minds(), Archive(self.journal))
        self.words = 0

    async def room(self) -> Live:
        opened = Opened(by="ann", game="grid poker", places=[Place(), Place()], secret="00" * 32)
        return await self.hub.shelf.open(opened)

    def client(self, live: Live, guest: str, seat: int = WATCHING) -> Client:
        client = Client(guest, seat, guest)
        self.hub.come(live, client, 0)
        return client

    def say(self, live: Live, client: Client, type_: str, **parts: object) -> int:
        self.words += 1
        self.hub.hear(live, client, json.dumps({"type": type_, "word": self.words, **parts}))
        return self.words

    async def settle(self) -> None:
        """Until everything that was said is stored, or was found impossible."""
        for _ in range(20):
            await asyncio.sleep(0.01)
            while self.journal.is_waiting() or any(map(is_underway, self.hub.shelf.lives.values())):
                await asyncio.sleep(0.01)


def is_underway(live: Live) -> bool:
    """Whether the disk, which may take its time, has something of a room to write or to read."""
    return live.reading is not None or (live.saving is not None and not live.saving.done())


def heard(client: Client) -> list[Frame]:
    frames = []
    while client.frames:
        frames.append(json.loads(client.frames.popleft()))
    return frames


def kinds(frames: list[Frame]) -> list[str]:
    return [frame["type"] for frame in frames]


def run(folder: Path, work: Callable[[House], Awaitable[None]]) -> None:
    async def do() -> None:
        house = House(folder)
        house.journal.open()
        try:
            await work(house)
        finally:
            house.journal.may_write.set()
            await house.hub.stop()
            house.journal.close()

    asyncio.run(do())


def test_nobody_is_told_before_it_is_stored(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        live = await house.room()
        ann, ben = house.client(live, "ann"), house.client(live, "ben")
        await house.settle()
        heard(ann)
        heard(ben)
        house.journal.may_write.clear()
        word = house.say(live, ann, "sit", seat=0, name="Ann")
        house.say(live, ben, "talk", text="Hello")
        cat = house.client(live, "cat")  # a welcome tells what was said, so it has to wait too
        house.say(live, ben, "ping")
        await asyncio.sleep(0.1)
        assert not heard(ann)
        assert not heard(ben)
        assert not heard(cat)
        assert house.journal.numbers(live.room.code) == [1]
        house.journal.may_write.set()
        await house.settle()
        frames = heard(ann)
        assert ("done", word) in [(frame["type"], frame.get("word")) for frame in frames]
        assert kinds(frames).index("done") > 0, "first what happened, then that it is done"
        assert kinds(heard(cat))[0] == "welcome"
        assert kinds(heard(ben)).count("done") == 2
        assert house.journal.numbers(live.room.code) == [1, 2, 3]

    run(tmp_path, work)


def test_frames_keep_their_order(tmp_path: Path) -> None:
    """Also those that are sent in the very moment in which something has been stored."""
    async def work(house: House) -> None:
        live = await house.room()
        ann = house.client(live, "ann")
        house.journal._loop = Eager(  # type: ignore[assignment]
            asyncio.get_running_loop(), lambda: house.hub.go(live, house.client(live, "cat")))
        frames: list[Frame] = []
        for number in range(30):
            house.say(live, ann, "talk", text=f"word {number}")
            if number % 3 == 0:
                await asyncio.sleep(0.005)
            frames += heard(ann)
        await house.settle()
        frames += heard(ann)
        versions = [frame["version"] for frame in frames if frame["type"] != "done"]
        assert versions == list(range(1, len(versions) + 1))
        assert len(versions) > 30
        told = [line["words"] for frame in frames for line in frame.get("log", [])]
        assert told == [f"word {number}" for number in range(30)]

    run(tmp_path, work)


def test_what_could_not_be_stored_has_not_happened(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        live = await house.room()
        ann = house.client(live, "ann")
        await house.settle()
        heard(ann)
        house.journal.fails, house.journal.times = {live.room.code}, 1
        word = house.say(live, ann, "sit", seat=0, name="Ann")
        await house.settle()
        frames = heard(ann)
        assert kinds(frames) == ["welcome", "refused"]
        assert frames[0]["room"]["seats"][0]["kind"] == "free"
        assert frames[1]["word"] == word
        assert frames[1]["why"] == "not now"
        assert live.room.seats[0].is_free
        assert not live.room.words_done
        house.say(live, ann, "sit", seat=0, name="Ann")
        await house.settle()
        assert kinds(heard(ann))[-1] == "done"
        assert house.journal.numbers(live.room.code) == [1, 2]
        assert live.room.number == 2

    run(tmp_path, work)


def test_nothing_is_stored_after_something_that_could_not_be(tmp_path: Path) -> None:
    """What was said after it was said to another room; it is heard again by the one that is true."""
    async def work(house: House) -> None:
        live = await house.room()
        ann, ben = house.client(live, "ann"), house.client(live, "ben")
        await house.settle()
        house.journal.may_write.clear()
        house.journal.fails, house.journal.times = {live.room.code}, 1
        lost = house.say(live, ann, "sit", seat=0, name="Ann")
        while house.journal.is_waiting():
            await asyncio.sleep(0.01)  # until the writer has it, so that the next is of another group
        kept = house.say(live, ben, "sit", seat=1, name="Ben")
        house.say(live, ann, "talk", text="I sit already")
        house.journal.may_write.set()
        await house.settle()
        answers = {frame["word"]: frame["type"] for client in (ann, ben) for frame in heard(client) if "word" in frame}
        assert answers == {lost: "refused", kept: "done", kept + 1: "done"}
        assert [seat.guest for seat in live.room.seats] == ["", "ben"]
        assert house.journal.numbers(live.room.code) == [1, 2, 3]
        assert live.room.number == 3

    run(tmp_path, work)


def test_the_trouble_of_one_room_is_not_anothers(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        first, second = await house.room(), await house.room()
        ann, ben = house.client(first, "ann"), house.client(second, "ben")
        await house.settle()
        house.journal.may_write.clear()
        house.journal.fails, house.journal.times = {first.room.code}, 1
        house.say(second, ben, "talk", text="to be held up")
        while house.journal.is_waiting():
            await asyncio.sleep(0.01)
        house.say(first, ann, "talk", text="lost")
        house.say(second, ben, "talk", text="kept")
        heard(ann)
        heard(ben)
        house.journal.may_write.set()
        await house.settle()
        assert kinds(heard(ann))[-1] == "refused"
        assert kinds(heard(ben)).count("done") == 2
        assert second.readings == 0
        assert first.readings == 1

    run(tmp_path, work)


def test_state_and_history_are_stored_with_the_fact(tmp_path: Path) -> None:
    """A server that dies right after it must find the game that goes on, and whose it is."""
    async def work(house: House) -> None:
        live = await house.room()
        ann = house.client(live, "ann")
        house.say(live, ann, "sit", seat=0, name="Ann")
        house.say(live, ann, "begin")
        assert live.saving is not None
        await live.saving
        with house.journal.engine.connect() as connection:
            assert connection.scalar(select(ROOMS.c.state)) == "playing"
            assert connection.execute(select(PLAYED.c.guest, PLAYED.c.room)).all() == [("ann", live.room.code)]
        assert await house.journal.unfinished(0.0 - 1.0) == [live.room.code]

    run(tmp_path, work)


def test_a_room_is_read_once_though_who_asked_has_gone(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        code = (await house.room()).room.code
        house.hub.shelf.lives.clear()
        asked = asyncio.create_task(house.hub.shelf.live(code))
        await asyncio.sleep(0)
        others = [asyncio.create_task(house.hub.shelf.live(code)) for _ in range(3)]
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        more = await house.hub.shelf.live(code)
        assert more is not None
        assert {id(live) for live in await asyncio.gather(*others)} == {id(more)}

    run(tmp_path, work)


def test_a_room_may_be_let_go_while_others_are_asked_what_they_wrote(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        code = (await house.room()).room.code

        async def latest(rooms: list[str]) -> dict[str, int]:
            assert rooms == [code]
            house.hub.shelf.lives.clear()
            return {code: 99}

        house.journal.latest = latest  # type: ignore[method-assign, assignment]
        await Follower(house.hub).catch_up()
        assert not house.hub.shelf.has(code)

    run(tmp_path, work)


@pytest.mark.skipif(build() == "compiled", reason="what is compiled cannot be made faulty")
def test_a_fault_in_the_rules_harms_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = Room.apply

    def faulty(room: Room, fact: Fact) -> object:
        found = good(room, fact)  # the fault comes when the room has changed already
        if isinstance(fact, Spoke) and fact.text == "break":
            raise ZeroDivisionError
        return found

    monkeypatch.setattr(Room, "apply", faulty)

    async def work(house: House) -> None:
        live = await house.room()
        ann, ben = house.client(live, "ann"), house.client(live, "ben")
        house.say(live, ann, "sit", seat=0, name="Ann")
        word = house.say(live, ben, "talk", text="break")
        house.say(live, ben, "sit", seat=1, name="Ben")
        await house.settle()
        answers = {frame["word"]: frame["type"] for client in (ann, ben) for frame in heard(client) if "word" in frame}
        assert answers == {word - 1: "done", word: "refused", word + 1: "done"}
        assert [seat.guest for seat in live.room.seats] == ["ann", "ben"]
        assert house.journal.numbers(live.room.code) == [1, 2, 3]
        house.say(live, ann, "begin")
        await house.settle()
        assert live.room.state == "playing"
        assert house.journal.numbers(live.room.code) == [1, 2, 3, 4]

    run(tmp_path, work)


def test_a_group_is_one_statement_of_sqlite(tmp_path: Path) -> None:
    """A thread that writes lets others work at every step, and then waits for its turn: a step a fact would be slow."""
    done: list[str] = []

    async def run() -> None:
        journal = Unsteady(f"sqlite:///{tmp_path / 'tables.db'}")
        event.listen(journal.engine, "connect", lambda connection, _: connection.set_trace_callback(done.append))
        journal.open()
        room = await journal.open_room(Opened(by="ann", game="grid poker", places=[Place()]))
        words = [f"word {number}" for number in range(2, 449)]
        done.clear()
        await asyncio.gather(*[
            journal.append(room, number, Spoke(by="ann", text=text)) for number, text in enumerate(words, 2)])
        assert [statement.split()[0] for statement in done] == ["INSERT"], "nor a beginning and an end by themselves"
        facts = await journal.facts_of(room, after=1)
        assert [fact.text for fact in facts if isinstance(fact, Spoke)] == words
        assert journal.groups == 1
        journal.close()

    asyncio.run(run())


def test_sqlite_has_everything_in_its_tables_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written goes to a log first; it does not grow for ever."""
    monkeypatch.setattr("techdeck.server.journal.SETTLING", 0.01)
    monkeypatch.setattr("techdeck.server.journal.MOST_UNSETTLED", 20)
    path = tmp_path / "tables.db"

    def facts_in_the_tables() -> int:
        """As somebody finds them who has the file without its log."""
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
        with sqlite3.connect(copy) as connection:
            return int(connection.execute("SELECT count(*) FROM facts").fetchone()[0])

    async def run() -> None:
        journal = Journal(f"sqlite:///{path}")
        journal.open()
        room = await journal.open_room(Opened(by="ann", game="grid poker", places=[Place()]))
        for number in range(2, 32):
            await journal.append(room, number, Spoke(by="ann", text=f"word {number}"))
        async with asyncio.timeout(10):
            while facts_in_the_tables() < 21:
                await asyncio.sleep(0.02)
        journal.close()

    asyncio.run(run())
