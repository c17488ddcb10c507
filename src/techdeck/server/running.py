"""Starting a server, telling where it is, and stopping it so that every table goes on later."""

import asyncio
import errno
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final

import segno
import uvicorn

from techdeck.server import logs
from techdeck.server.app import NO_PAGE, create_app, has_page
from techdeck.server.hub import Hub
from techdeck.server.journal import Journal, Trouble, UnfitDatabase
from techdeck.server.line import Line
from techdeck.server.lock import InUse, held
from techdeck.server.settings import Settings
from techdeck.server.wire import LONGEST_FRAME
from techdeck.terminal.errors import Complaint
from techdeck.terminal.home import home

LOGS: Final = tuple(logs.FORMS)
EVERYWHERE: Final = ("0.0.0.0", "::")  # hosts that mean: every address this computer has
PATIENCE: Final = 5  # seconds in which requests may end when the server is stopped
TURN: Final = 0.0005  # seconds a thread may work while another waits: whoever writes to the disk has all others waiting

log = logging.getLogger("techdeck")


def database_url(wished: str) -> str:
    """The database to use: the one wished for, or a file in the folder of the person's games."""
    if wished.startswith("postgres"):
        return "postgresql+psycopg://" + wished.partition("://")[2]
    if wished:
        return wished if "://" in wished else f"sqlite:///{wished}"
    folder = home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Complaint(f"The folder {folder} cannot be made: {error.strerror}.") from None
    return f"sqlite:///{folder / 'tables.db'}"


class Running(uvicorn.Server):
    """A server that says where it is when it is ready, and says goodbye before it hangs up."""

    def __init__(self, config: uvicorn.Config, when_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_ready: Final = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub: Hub = self.config.app.state.house.hub  # type: ignore[union-attr]
        log.info("the server stops; %d tables go on when it is started again",
                 sum(live.room.state == "playing" for live in hub.shelf.lives.values()))
        await hub.stop()
        await super().shutdown(sockets)


def serve(settings: Settings, host: str, port: int, *, form: str, browser: bool, plain: bool) -> None:
    """Run until somebody stops it.

    :raises Complaint: with a sentence, if it cannot be started like that.
    """
    logs.start(form)
    sys.setswitchinterval(TURN)
    check_redis(settings)
    with ExitStack() as stack:
        take_database(settings.database, stack)
        _serve(settings, host, port, browser=browser, plain=plain)


def _serve(settings: Settings, host: str, port: int, *, browser: bool, plain: bool) -> None:
    listening = listen(host, port)
    port = listening.getsockname()[1]

    def tell() -> None:
        print(*greeting(host, port, plain), sep="\n", flush=True)
        log.info("the server is ready")
        if browser:
            asyncio.get_running_loop().run_in_executor(None, open_browser, address(host, port))

    config = uvicorn.Config(
        create_app(settings), ws=Line, ws_max_size=LONGEST_FRAME, ws_per_message_deflate=False, log_config=None,
        access_log=False, timeout_graceful_shutdown=PATIENCE,
    )
    with listening:
        Running(config, tell).run([listening])


def take_database(url: str, stack: ExitStack) -> None:
    """Have a database file for this server alone until the stack ends, and bring it to the newest version.

    :raises Complaint: if it is not there, or cannot be used.
    """
    try:
        stack.enter_context(held(url))
        Journal(url).prepare()
    except ModuleNotFoundError as error:
        raise Complaint(f"This kind of database needs the package {error.name}, which is not installed; "
                        "for PostgreSQL: pip install 'techdeck[postgres]'.") from None
    except (InUse, UnfitDatabase) as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        raise Complaint(f"The database cannot be used: {error.filename}: {error.strerror}.") from None
    except Trouble as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise Complaint(f"The database cannot be used: {logs.without_secrets(reason)}.") from None


def check_redis(settings: Settings) -> None:
    """:raises Complaint: if servers cannot tell each other as asked."""
    if not settings.redis:
        return
    if settings.database.startswith("sqlite"):
        raise Complaint("Several servers need one PostgreSQL; with SQLite there is nothing for Redis to do.")
    try:
        from techdeck.server import pubsub

        pubsub.check(settings.redis)
    except ModuleNotFoundError:
        raise Complaint("Redis needs a package that is not installed: pip install 'techdeck[redis]'.") from None
    except ValueError as error:
        raise Complaint(f"That is no address of a Redis: {error}") from None


def listen(host: str, port: int) -> socket.socket:
    """:raises Complaint: if nobody can be listened to there."""
    if not 0 <= port <= 65535:
        raise Complaint(f"A port is a number from 0 to 65535, not {port}.")
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # after a restart, the same port at once
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise Complaint(f"Port {port} is taken: another program listens there, perhaps a Tech Deck that is "
                            f"running already. Choose another one, such as --port {port % 65535 + 1}.") from None
        if error.errno == errno.EACCES:
            raise Complaint(f"You may not listen at port {port}; ports from 1024 are for everybody.") from None
        raise Complaint(f"The server cannot listen at {host}: {error.strerror}.") from None
    return listening


# Where it is

def address(host: str, port: int) -> str:
    """The address for a browser on this computer."""
    if host in EVERYWHERE:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def greeting(host: str, port: int, plain: bool) -> list[str]:
    """What the person who starts the server reads."""
    lines = [f"Tech Deck is at {address(host, port)}"]
    if host in EVERYWHERE:
        nearby = address_nearby()
        if nearby:
            lines.append(f"In your network it is at http://{nearby}:{port}")
            if not plain:
                lines.append(qr(f"http://{nearby}:{port}"))
        else:
            lines.append("This computer seems to be in no network.")
    if not has_page():
        lines.append(NO_PAGE)
    lines.append("Ctrl-C stops it; tables that are playing go on when it is started again.")
    return lines


def address_nearby() -> str:
    """This computer's address in its network, or nothing.  No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address for examples, outside of every network
        except OSError:
            return ""
        found = str(asking.getsockname()[0])
    return "" if found.startswith("127.") else found


def qr(text: str) -> str:
    """A QR code in half blocks, dark on light whatever the terminal's colours are."""
    rows = [[bool(cell) for cell in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    halves = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    return "\n".join(
        "\x1b[97;40m" + "".join(halves[pair] for pair in zip(above, below, strict=True)) + "\x1b[0m"
        for above, below in zip(rows[::2], rows[1::2], strict=True))


def open_browser(url: str) -> None:
    if not webbrowser.open(url):
        log.warning("no browser could be opened; open the address yourself")
