"""Garbage is searched for when it disturbs nobody, and found."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from techdeck.server import garbage


class Ring:
    """Something that holds itself: only a search finds that nobody else does."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(garbage, "BEAT", 0.01)
    monkeypatch.setattr(garbage, "QUIET", 0.05)
    monkeypatch.setattr(garbage, "SELDOM", 0.05)
    yield
    assert gc.isenabled(), "it is as it was when the server has stopped"
    gc.collect()


def is_found(*, goes_on: bool) -> bool:
    """Whether garbage that has been there for long is found in a while in which more and more happens, or once."""
    async def play() -> bool:
        happened = [0]
        search = asyncio.create_task(garbage.search_on(lambda: happened[0]))
        await asyncio.sleep(0.02)
        assert not gc.isenabled()
        for beat in range(40):
            happened[0] += goes_on or beat == 0
            await asyncio.sleep(0.01)
        search.cancel()
        await asyncio.gather(search, return_exceptions=True)
        return ring() is None

    gc.disable()
    ring = weakref.ref(Ring())
    return asyncio.run(play())


def test_all_is_searched_when_nothing_happens_any_more() -> None:
    assert is_found(goes_on=False)
    assert not is_found(goes_on=True)


def test_all_is_searched_in_the_end_even_if_there_is_never_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "OVERDUE", 0.2)
    assert is_found(goes_on=True)
