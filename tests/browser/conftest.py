"""One browser for each process of the tests, and one server."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.people import CHROMIUM, FLAGS, Person, Way, context
from tests.conftest import build
from tests.server.play import Server

PAGE = Path(__file__).resolve().parents[2] / "src" / "techdeck" / "server" / "static" / "index.html"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They take minutes, and no other test may run in their process: they are only run when they are asked for."""
    if not os.environ.get("TECHDECK_BROWSER") and not os.environ.get("TECHDECK_SOAK"):
        reason = "make test-browser runs it, or TECHDECK_BROWSER=1"
    elif build() == "compiled":
        reason = "the page is tested on the sources"
    else:
        reason = "" if Path(CHROMIUM).exists() else f"there is no Chromium ({CHROMIUM}): apt-get install chromium"
    for item in items:
        if reason and Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def turn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests run beside each other, but for those that want to be alone."""
    wants_to_be_alone = request.node.get_closest_marker("alone") is not None
    with (tmp_path_factory.getbasetemp().parent / "turn").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if wants_to_be_alone else fcntl.LOCK_SH)
        yield


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert PAGE.exists(), "the page is not built: make web"
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
    faults = started.faults()
    assert not faults, faults  # told as a whole


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
