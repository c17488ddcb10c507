"""Garbage is searched for when it disturbs nobody, and found."""

import asyncio
import gc
import weakref

import pytest

from techdeck.server import garbage


class Ring:
    """Something that holds itself: only a search finds that nobody else does."""

    def __init__(self) -> None:
        self.self = self


async def is_found(ring: "weakref.ref[Ring]", happened: list[int], *, goes_on: bool) -> bool:
    """Whether something is found within a short while in which more happens, or nothing."""
    search = asyncio.create_task(garbage.search_on(lambda: happened[0]))
    for _ in range(30):
        await asyncio.sleep(0.01)
        happened[0] += goes_on
        if ring() is None:
            break
    search.cancel()
    await asyncio.gather(search, return_exceptions=True)
    return ring() is None


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "BEAT", 0.01)
    monkeypatch.setattr(garbage, "QUIET", 0.05)
    monkeypatch.setattr(garbage, "SELDOM", 0.05)


def test_what_is_new_is_searched_when_it_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    for much, finds in ((0, True), (10**9, False)):
        monkeypatch.setattr(garbage, "MUCH", much)
        garbage.settle()
        gc.disable()
        ring = weakref.ref(Ring())
        assert asyncio.run(is_found(ring, [0], goes_on=True)) == finds
        assert gc.isenabled(), "it is as it was when the server has stopped"


def test_everything_is_searched_when_nothing_happens_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "MUCH", 10**9)
    for goes_on in (True, False):
        gc.disable()
        ring = weakref.ref(Ring())
        gc.freeze()  # it has been there for long
        happened = [0]

        async def happen_first(happened: list[int] = happened) -> bool:
            asyncio.get_running_loop().call_later(0.015, happened.__setitem__, 0, 1)
            return await is_found(ring, happened, goes_on=goes_on)  # noqa: B023

        assert asyncio.run(happen_first()) == (not goes_on)
    garbage.settle()


def test_everything_is_searched_in_the_end_even_if_there_is_never_a_quiet_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(garbage, "MUCH", 10**9)
    monkeypatch.setattr(garbage, "OVERDUE", 0.1)
    gc.disable()
    ring = weakref.ref(Ring())
    gc.freeze()
    assert asyncio.run(is_found(ring, [0], goes_on=True))
