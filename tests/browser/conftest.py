"""One browser for each process of the tests, and one server."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.people import CHROMIUM, FLAGS, Person, Way, context
from tests.conftest import build
from tests.server.play import Server

PAGE = Path(__file__).resolve().parents[2] / "src" / "techdeck" / "server" / "static" / "index.html"


def missing() -> str:
    """What is not there that a browser test needs."""
    if not Path(CHROMIUM).exists():
        return f"there is no Chromium ({CHROMIUM}): apt-get install chromium"
    return "" if PAGE.exists() else "the page is not built: make web"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They take minutes: `make test-browser` asks for them, and then Chromium and the page must be there."""
    if os.environ.get("TECHDECK_BROWSER") or os.environ.get("TECHDECK_SOAK"):
        reason = "the page is tested on the sources" if build() == "compiled" else ""
    else:
        reason = "make test-browser runs it, or TECHDECK_BROWSER=1"
    for item in items:
        if reason and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert not missing(), missing()
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("browser"))
    started.start()
    yield started
    started.stop()
    assert not started.faults()


class People:
    """Whoever comes to the page in a test."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.browser = browser
        self.home = home
        self.all: list[Person] = []
        self.contexts: list[BrowserContext] = []

    def come(self, way: Way = "mouse", seed: object = 0, home: str = "", **settings: object) -> Person:
        """Somebody with a browser of their own."""
        where = context(self.browser, way, **settings)  # type: ignore[arg-type]
        somebody = Person(home or self.home, where, way, seed)
        self.contexts.append(where)
        self.all.append(somebody)
        return somebody

    def leave(self) -> None:
        for where in self.contexts:
            where.close()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """People of a test.  None of their pages complains, and none asks another server for anything."""
    made = People(browser, server.url)
    yield made
    try:
        for somebody in made.all:
            assert somebody.faults == []
            homes = (somebody.home, somebody.home.replace("http", "ws", 1), "data:", "blob:")
            assert [url for url in somebody.asked_for if not url.startswith(homes)] == []
    finally:
        made.leave()
