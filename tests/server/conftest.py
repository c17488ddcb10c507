"""A server for all tests of a worker that do not need one of their own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import build
from tests.server.play import Server

Start = Callable[..., Server]
HERE = Path(__file__).parent
# What needs no process of its own, or only a moment of one.  The rest starts, kills and floods servers, and is run by
# `make test-server`.
QUICK = (
    "test_durable.py", "test_migrations.py", "test_room.py", "test_seats_and_sight.py", "test_story.py",
    "test_verify.py", "test_web.py")
# What is about the modules that are compiled; the rest is run on that build, too, if all of it is asked for.
COMPILED = ("test_durable.py", "test_room.py", "test_seats_and_sight.py", "test_story.py")
ALL = "TECHDECK_SERVER"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent != HERE:
            continue
        if item.path.name not in QUICK and not os.environ.get(ALL) and not os.environ.get("TECHDECK_SOAK"):
            item.add_marker(pytest.mark.skip(reason=f"make test-server runs it, or {ALL}=1"))
        elif build() == "compiled" and item.path.name not in COMPILED and not os.environ.get(ALL):
            item.add_marker(pytest.mark.skip(reason="the server is tested on the sources"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that bots answer at once, without limits."""
    yield from _running(Server(tmp_path_factory.mktemp("server")))


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers with other settings; they are stopped after the test."""
    servers: list[Server] = []

    def start_one(**settings: object) -> Server:
        folder = tmp_path / f"server {len(servers)}"
        folder.mkdir()
        servers.append(Server(folder, **settings))
        servers[-1].start()
        return servers[-1]

    yield start_one
    for server in servers:
        server.stop()
        assert not server.faults(), server.faults()


def _running(server: Server) -> Iterator[Server]:
    server.start()
    yield server
    server.stop()
    assert not server.faults(), server.faults()
