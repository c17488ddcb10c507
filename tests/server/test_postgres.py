"""The journal on a real PostgreSQL: facts are safe in groups, and two writers never both win."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import event

from techdeck.server import facts
from techdeck.server.facts import Opened, Place, Spoke
from techdeck.server.journal import Journal, Overtaken
from techdeck.server.running import database_url
from tests.server.services import Postgres, running_postgres

SOAK = bool(os.environ.get("TECHDECK_SOAK"))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as cluster:
        yield cluster


@pytest.fixture
def url(postgres: Postgres) -> str:
    return database_url(postgres.new_database())


async def opened(journal: Journal) -> str:
    return await journal.open_room(Opened(by="ann", game="grid poker", places=[Place()], at=time.time(), secret="00"))


def said(text: str) -> Spoke:
    return Spoke(by="ann", name="Ann", text=text)


def test_facts_come_back_in_order(url: str) -> None:
    async def check() -> None:
        journal = Journal(url)
        journal.open()
        room, other = await opened(journal), await opened(journal)
        await asyncio.gather(*[journal.append(code, number, said(f"{code} {number}"))
                               for number in range(2, 30) for code in (room, other)])
        for code in (room, other):
            lines = await journal.facts_of(code, after=1)
            assert [fact.text for fact in lines if isinstance(fact, Spoke)] == [f"{code} {n}" for n in range(2, 30)]
        assert journal.written == 56
        journal.close()

    asyncio.run(check())


def test_a_group_is_one_statement(url: str) -> None:
    """A thousand facts that come at once are a few transactions with one insertion each."""
    async def check() -> None:
        journal = Journal(url)
        journal.open()
        rooms = [await opened(journal) for _ in range(20)]
        statements: list[str] = []
        event.listen(journal.engine, "before_cursor_execute", lambda *parts: statements.append(parts[2]))
        count = 100 if SOAK else 50
        began = time.perf_counter()
        await asyncio.gather(*[journal.append(room, number, said("x" * 60))
                               for number in range(2, 2 + count) for room in rooms])
        taken = time.perf_counter() - began
        assert len([line for line in statements if "INSERT INTO facts" in line]) == journal.groups
        assert journal.groups < 30
        if SOAK:
            print(f"\nPostgreSQL: {len(rooms) * count / taken:.0f} facts/s in {journal.groups} groups")
        journal.close()

    asyncio.run(check())


def test_who_comes_second_is_overtaken_with_all_that_follows(url: str) -> None:
    async def check() -> None:
        one, two = Journal(url), Journal(url)
        one.open()
        two.open()
        room, other = await opened(one), await opened(one)
        await one.append(room, 2, said("first"))
        switching = sys.getswitchinterval()
        sys.setswitchinterval(5.0)  # the writer does not come in between, so that they go into one group
        late = [two.append(room, 2, said("second")), two.append(room, 3, said("after it")),
                two.append(other, 2, said("elsewhere"))]
        sys.setswitchinterval(switching)
        results = await asyncio.gather(*late, return_exceptions=True)
        assert two.groups == 1
        assert isinstance(results[0], Overtaken)
        assert isinstance(results[1], Overtaken)  # thought out for another room: not written though it was free
        assert results[2] is None
        assert [fact.text for fact in await two.facts_of(room, after=1) if isinstance(fact, Spoke)] == ["first"]
        assert len(await one.facts_of(other)) == 2
        one.close()
        two.close()

    asyncio.run(check())


def test_two_writers_at_once_leave_one_story(url: str) -> None:
    """Whoever is told that a fact is safe finds it, at its number; and nothing is written twice or out of order."""
    async def writer(journal: Journal, rooms: list[str], name: str) -> dict[tuple[str, int], str]:
        safe: dict[tuple[str, int], str] = {}

        async def write(room: str) -> None:
            for turn in range(10):
                number = len(await journal.facts_of(room)) + 1
                for reading in range(100):
                    try:
                        await journal.append(room, number, said(f"{name} {turn}"), reading=100 * turn + reading)
                    except Overtaken:
                        number = len(await journal.facts_of(room)) + 1
                    else:
                        safe[room, number] = f"{name} {turn}"
                        break

        await asyncio.gather(*[write(room) for room in rooms])
        return safe

    async def check() -> None:
        one, two = Journal(url), Journal(url)
        one.open()
        two.open()
        rooms = [await opened(one) for _ in range(4)]
        mine, other = await asyncio.gather(writer(one, rooms, "one"), writer(two, rooms[::-1], "two"))
        assert len(mine) == len(other) == 40
        assert not mine.keys() & other.keys()
        for room in rooms:
            told = await one.facts_of(room, after=1)
            assert len(told) == 20
            for number, fact in enumerate(told, 2):
                assert isinstance(fact, Spoke)
                assert (mine.get((room, number)) or other.get((room, number))) == fact.text
        one.close()
        two.close()

    asyncio.run(check())


def test_a_database_that_was_away_is_used_again(postgres: Postgres, url: str) -> None:
    async def check() -> None:
        journal = Journal(url)
        journal.open()
        room = await opened(journal)
        await journal.append(room, 2, said("before"))
        await asyncio.to_thread(postgres.stop)
        with pytest.raises(Exception, match=r"."):
            await journal.append(room, 3, said("lost"), reading=0)
        await asyncio.to_thread(postgres.start)
        number = len(await journal.facts_of(room)) + 1
        await journal.append(room, number, said("after"), reading=1)
        told = [fact.text for fact in await journal.facts_of(room, after=1) if isinstance(fact, facts.Spoke)]
        assert told == ["before", "after"]
        journal.close()

    asyncio.run(check())


def test_tokens_and_lists_work_as_on_sqlite(url: str) -> None:
    async def check() -> None:
        journal = Journal(url)
        journal.open()
        token = await journal.new_token("ann", "device")
        assert await journal.guest_of(token, "device") == "ann"
        assert await journal.guest_of(token, "link") == ""
        room = await opened(journal)
        await journal.append(room, 2, facts.Sat(by="ann", seat=0, name="Ann"))
        assert [*await journal.rooms_of("ann")] == [room]
        journal.close()

    asyncio.run(check())
