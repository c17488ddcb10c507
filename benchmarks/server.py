"""How a server holds: many tables, every action stored, and how long it takes until all at the table have seen it.

    python -m benchmarks.server                  # 2,000 sockets at 500 tables, ten runs at 1,000 actions a second
    python -m benchmarks.server --rate 0         # the same, as fast as the server lets everybody act
    python -m benchmarks.server --tables 20 --rate 50 --seconds 5 --runs 2       # for a first look

The real server runs as a process of its own, on a database that is made for the run; the clients are in this process.
An action's time is from when it is sent until the last of the four at the table has received what came of it: the
server says "done" after it has told everybody, so what is there when that is heard is all.  An action counts if it was
done before the run was over; a refused one never does.  Games that began together would go through their dear moments
together, so each table is some way into its game when the run begins.  Beside it is noted whether the machine itself or
its disk stood still (`benchmarks.lateness`), what its host took of a core for others, and how long the server waited
for one.
"""

import argparse
import asyncio
import base64
import gc
import json
import math
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import create_engine, insert

from benchmarks.lateness import TICKS, Late, Watch, stolen
from techdeck.server import facts
from techdeck.server.catalogue import checked
from techdeck.server.facts import Began, Opened, Place, Sat
from techdeck.server.journal import Journal, hashed
from techdeck.server.room import remade
from techdeck.server.schema import FACTS, PLAYED, ROOMS, TOKENS

SEATS: Final = 4
PROGRAM: Final = """
import json, sys
from techdeck.server.running import serve
from techdeck.server.settings import Settings
serve(Settings(**json.loads(sys.argv[1])), "127.0.0.1", int(sys.argv[2]), form="text", browser=False, plain=True)
"""
NO_LIMITS: Final = {
    "words_of_players": 10**9, "words_of_watchers": 10**9, "rooms_per_address": 10**9, "clients_per_address": 10**9,
    "requests_per_address": 10**9, "bot_pace": 0.0,
}
STUCK: Final = 10.0  # seconds after which an action that not all have seen is given up
SPREAD: Final = 60  # actions at most that a table is ahead of another when a run begins
PATIENCE: Final = 120.0  # seconds in which all must have come, and be so far
MORE: Final = 1.01  # times as much as is asked for is begun, so that so much is done
TARGET: Final = 25.0  # ms within which 99 of 100 actions are to be seen by all, in every run


# What is heard, as far as it matters here

class Option(msgspec.Struct):
    choice: str


class Question(msgspec.Struct):
    seat: int
    turn: int
    options: list[Option]


class TableHeard(msgspec.Struct):
    asked: list[Question] | None = None


class RoomHeard(msgspec.Struct):
    state: str


class Heard(msgspec.Struct):
    type: str
    table: TableHeard | None = None
    room: RoomHeard | None = None


DECODER: Final = msgspec.json.Decoder(Heard)


# A cheap client, so that what is measured is the server

class Socket(asyncio.Protocol):
    """One guest at one seat, on a WebSocket with no more than is needed here: short frames, no compression."""

    def __init__(self, table: "LoadTable", seat: int, token: str) -> None:
        self.table: Final = table
        self.seat: Final = seat
        self.token: Final = token
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        transport.write(
            f"GET /api/rooms/{self.table.code}/socket?seat={self.seat}&client=load HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Bearer {self.token}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        rest = self._rest + data if self._rest else data
        if not self._is_open:
            head, end, after = rest.partition(b"\r\n\r\n")
            if not end:
                self._rest = rest
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._is_open, rest = True, after
        at = 0
        while len(rest) >= at + 2:
            length, start = rest[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(rest[at + 2:at + 4]), at + 4
            elif length == 127:
                length, start = int.from_bytes(rest[at + 2:at + 10]), at + 10
            if len(rest) < start + length:
                break
            self._hear(rest[at] & 15, rest[start:start + length], now)
            at = start + length
        self._rest = rest[at:]

    def _hear(self, kind: int, text: bytes, now: float) -> None:
        if kind == 1:
            self.table.hear(self.seat, text, now)
        elif kind == 9:
            self._send(10, text)

    def say(self, **message: object) -> None:
        self._send(1, json.dumps(message).encode())

    def _send(self, kind: int, text: bytes) -> None:
        """A client must mask what it sends; a mask of zeros changes nothing."""
        assert self._transport is not None
        assert len(text) < 65536
        size = bytes([128 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
        self._transport.write(bytes([128 | kind]) + size + b"\0\0\0\0" + text)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Figures:
    """What came of a run that lasts until some moment."""

    def __init__(self, until: float) -> None:
        self.until: Final = until
        self.done = 0  # before it was over
        self.refused = 0
        self.stuck = 0
        self.times: Final[list[float]] = []  # also of what was only begun before it was over


class LoadTable:
    """A table at which four guests choose at random, one after the other."""

    def __init__(self, code: str, rng: random.Random) -> None:
        self.code: Final = code
        self.figures = Figures(0.0)
        self.sockets: Final[list[Socket]] = []
        self.is_over = False
        self.sent_at = 0.0
        self.when_heard: asyncio.Future[None] | None = None
        self.welcomed: Final[set[int]] = set()
        self._rng: Final = rng
        self._asked: Final[dict[int, Question]] = {}
        self.is_waiting = False
        self._heard_at = 0.0
        self._word = 0

    def hear(self, seat: int, frame: bytes, now: float) -> None:
        self._heard_at = now
        if frame.startswith(b'{"type":"done"'):
            asyncio.get_running_loop().call_soon(self._finish)  # when all that came with it was read, too
            return
        heard = DECODER.decode(frame)
        if heard.type == "refused":
            self.figures.refused += 1
            self._go_on()
            return
        self.welcomed.add(seat)
        if heard.room is not None and heard.room.state == "over":
            self.is_over = True
        if heard.table is not None and heard.table.asked is not None:
            self._asked.pop(seat, None)
            for question in heard.table.asked:
                if question.seat == seat and question.options:
                    self._asked[seat] = question

    def _finish(self) -> None:
        self.figures.times.append(self._heard_at - self.sent_at)
        self.figures.done += self._heard_at <= self.figures.until
        self._go_on()

    def _go_on(self) -> None:
        self.is_waiting = False
        if self.when_heard is not None and not self.when_heard.done():
            self.when_heard.set_result(None)

    def act(self) -> bool:
        """Let somebody who is asked choose something; whether anybody could."""
        if self.is_waiting:
            if time.perf_counter() < self.sent_at + STUCK:
                return False
            self.figures.stuck += 1
        if self.is_over or not self._asked:
            return False
        seat = self._rng.choice(list(self._asked))
        question = self._asked.pop(seat)
        self._word += 1
        self.is_waiting = True
        self.sent_at = time.perf_counter()
        self.sockets[seat].say(
            type="act", word=self._word, turn=question.turn, choice=self._rng.choice(question.options).choice)
        return True

    async def act_on(self, until: float, times: float = math.inf) -> None:
        """As fast as one can: whenever all have seen the last action."""
        while times > 0 and time.perf_counter() < until and not self.is_over:
            self.when_heard = asyncio.get_running_loop().create_future()
            if self.act():
                times -= 1
                await asyncio.wait([self.when_heard], timeout=STUCK)
            else:
                await asyncio.sleep(0.005)


# The database: tables at which everybody sits, and has been dealt cards

class Planted(NamedTuple):
    code: str
    tokens: list[str]


def plant(database: str, tables: int, game: str) -> list[Planted]:
    Journal(database).prepare()
    now = time.time()
    planted = []
    rows: dict[Any, list[dict[str, object]]] = {ROOMS: [], FACTS: [], PLAYED: [], TOKENS: []}
    for number in range(tables):
        code = f"L{number:05}"
        guests = [f"guest {number} {seat}" for seat in range(SEATS)]
        opened = checked(Opened(
            by=guests[0], at=now, game=game, places=[Place()] * SEATS, secret=secrets.token_hex(32)))
        story = [opened, *[Sat(by=guest, at=now, seat=seat, name=f"Guest {seat}") for seat, guest in enumerate(guests)]]
        story.append(Began(by=guests[0], at=now, rules=remade(code, story).game.version))
        tokens = [secrets.token_urlsafe(32) for _ in guests]
        rows[ROOMS].append({"code": code, "game": game, "state": "playing", "is_listed": False, "opened_at": now})
        rows[FACTS] += [
            {"room": code, "number": at, "line": facts.written(fact)} for at, fact in enumerate(story, 1)]
        rows[PLAYED] += [{"guest": guest, "room": code, "opened_at": now} for guest in guests]
        rows[TOKENS] += [
            {"hash": hashed(token), "guest": guest, "kind": "program", "made_at": now}
            for token, guest in zip(tokens, guests, strict=True)]
        planted.append(Planted(code, tokens))
    engine = create_engine(database)
    with engine.begin() as connection:
        for table, found in rows.items():
            connection.execute(insert(table), found)
    engine.dispose()
    return planted


# A run

async def come(planted: Sequence[Planted], port: int) -> list[LoadTable]:
    """Everybody connects, and is welcomed."""
    loop = asyncio.get_running_loop()
    rng = random.Random(1)
    tables = []
    for code, tokens in planted:
        table = LoadTable(code, rng)
        for seat, token in enumerate(tokens):
            _, guest = await loop.create_connection(
                lambda table=table, seat=seat, token=token: Socket(table, seat, token), "127.0.0.1", port)  # type: ignore[misc]
            table.sockets.append(guest)
        tables.append(table)
    async with asyncio.timeout(PATIENCE):
        while not all(len(table.welcomed) == SEATS for table in tables):
            await asyncio.sleep(0.1)
    return tables


async def spread(tables: Sequence[LoadTable]) -> None:
    """Each table gets some way into its game."""
    until = time.perf_counter() + PATIENCE
    await asyncio.gather(*[
        table.act_on(until, number * SPREAD // len(tables)) for number, table in enumerate(tables)])


async def play(tables: Sequence[LoadTable], rate: float, seconds: float) -> Figures:
    """Everybody plays for a while; with a rate, so many actions a second of all together."""
    figures = Figures(time.perf_counter() + seconds)
    for table in tables:
        table.figures = figures
    if rate:
        await act_at(tables, rate * MORE, figures.until)
    else:
        await asyncio.gather(*[table.act_on(figures.until) for table in tables])
    while any(table.is_waiting for table in tables) and time.perf_counter() < figures.until + STUCK:
        await asyncio.sleep(0.01)  # for what is on its way
    figures.stuck += sum(table.is_waiting for table in tables)
    return figures


async def act_at(tables: Sequence[LoadTable], rate: float, until: float) -> None:
    """One table after the other, each action at its time, however long the others take."""
    due, turn = time.perf_counter(), 0
    while (now := time.perf_counter()) < until:
        while due <= now:
            due += 1 / rate
            for _ in range(len(tables)):
                turn = (turn + 1) % len(tables)
                if tables[turn].act():
                    break
        await asyncio.sleep(max(0.0005, due - time.perf_counter()))


class Run(NamedTuple):
    """What was measured, in milliseconds, percent of the time, and MiB."""

    rate: float
    p50: float
    p99: float
    most: float
    late: Late
    disk: Late
    stolen: float
    waited: float
    server: float
    client: float
    memory: float
    refused: int
    stuck: int
    over: int


async def measure(
    planted: Sequence[Planted], port: int, server: int, rate: float, seconds: float, folder: Path,
) -> Run:
    tables = await come(planted, port)
    sleeper, writer = Watch(), Watch(folder / "page")
    await spread(tables)
    await play(tables, rate, min(3.0, seconds))  # to warm up
    gc.collect()
    gc.disable()
    before, began = spent_by(server), time.perf_counter()
    figures = await play(tables, rate, seconds)
    ended = time.perf_counter()
    host_took, waited, server_used, clients_used = [
        100 * (after - first) / (ended - began) for after, first in zip(spent_by(server), before, strict=True)]
    gc.enable()
    late, disk = [watch.end(began, ended) for watch in (sleeper, writer)]
    for table in tables:
        for guest in table.sockets:
            guest.close()
    times = sorted(figures.times) or [0.0]
    p50, p99, most = [1000 * times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.99, 1.0)]
    return Run(
        figures.done / seconds, p50, p99, most, late, disk, host_took, waited, server_used, clients_used,
        memory_of(server), figures.refused, figures.stuck, sum(table.is_over for table in tables))


def spent_by(server: int) -> tuple[float, float, float, float]:
    """The seconds that the host took from us, that the server's loop waited for a core, and that each side worked."""
    return stolen(), waited_by(server), cpu_of(server), cpu_of(os.getpid())


def waited_by(process: int) -> float:
    """Seconds in which the first thread of a process could have run, and others did; none where that is not told."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0


def cpu_of(process: int) -> float:
    """The seconds a process has worked, in all its threads."""
    parts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICKS


def memory_of(process: int) -> float:
    """The most memory a process has used, in MiB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def run_once(wanted: argparse.Namespace) -> Run:
    with tempfile.TemporaryDirectory(dir=wanted.folder or None) as folder:
        database = f"sqlite:///{folder}/tables.db"
        planted = plant(database, wanted.tables, wanted.game)
        port = free_port()
        log = Path(folder) / "log"
        with log.open("wb") as out:
            server = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, json.dumps({"database": database, **NO_LIMITS}), str(port)],
                stdout=out, stderr=out)
        try:
            if wanted.pin:
                cores = sorted(os.sched_getaffinity(0))
                os.sched_setaffinity(server.pid, cores[:1])
                os.sched_setaffinity(0, cores[-1:])
            wait_for(port, server, log)
            if wanted.profile:
                subprocess.Popen([
                    "py-spy", "record", "--pid", str(server.pid), "--duration", str(int(wanted.seconds)), "--output",
                    wanted.profile, "--format", "raw", "--rate", "200"], stdout=subprocess.DEVNULL)
            return asyncio.run(measure(planted, port, server.pid, wanted.rate, wanted.seconds, Path(folder)))
        finally:
            server.terminate()
            server.wait(30)
            if b"Traceback" in log.read_bytes():
                print(log.read_text()[-3000:], file=sys.stderr)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_for(port: int, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until the server is there, and has every table in memory."""
    for _ in range(600):
        if server.poll() is not None:
            raise SystemExit(f"The server did not start:\n{log.read_text()[-3000:]}")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server did not start.")


COLUMNS: Final = (
    "run", "actions/s", "p50 ms", "p99 ms", "max ms", "late max ms", "disk max ms", "disk still", "host took",
    "server waited", "server CPU", "client CPU", "memory MiB", "refused", "stuck", "over")
HEAD: Final = f"| {' | '.join(COLUMNS)} |\n|{'|'.join('-' * (len(name) + 1) + ':' for name in COLUMNS)}|"


def row(number: int, run: Run) -> str:
    cells = (
        f"{number}", f"{run.rate:.0f}", f"{run.p50:.1f}", f"{run.p99:.1f}", f"{run.most:.1f}", f"{run.late.most:.1f}",
        f"{run.disk.most:.1f}", f"{100 * run.disk.still:.1f} %", f"{run.stolen:.0f} %", f"{run.waited:.0f} %",
        f"{run.server:.0f} %", f"{run.client:.0f} %", f"{run.memory:.0f}", f"{run.refused}", f"{run.stuck}",
        f"{run.over}")
    return f"| {' | '.join(cell.rjust(len(name)) for cell, name in zip(cells, COLUMNS, strict=True))} |"


def verdict(runs: Sequence[Run]) -> str:
    good = sum(run.p99 < TARGET for run in runs)
    return (
        f"In the worst of {len(runs)} runs: p99 {max(run.p99 for run in runs):.1f} ms, "
        f"{min(run.rate for run in runs):.0f} actions a second, {max(run.memory for run in runs):.0f} MiB. "
        f"The p99 was under {TARGET:g} ms in {good} of {len(runs)}. "
        f"A process that only sleeps woke up to {max(run.late.most for run in runs):.1f} ms late, one that only writes "
        f"a page waited up to {max(run.disk.most for run in runs):.1f} ms for the disk, the host took up to "
        f"{max(run.stolen for run in runs):.0f} % of a core for others, and the server waited for one for up to "
        f"{max(run.waited for run in runs):.0f} % of a run.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500, help=f"with {SEATS} people each")
    parser.add_argument("--rate", type=float, default=1000, help="actions a second, of all together; 0: unpaced")
    parser.add_argument(
        "--seconds", type=float, default=0, help="of each run: 20, or 10 unpaced, where games would be over soon")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--game", default="grid poker")
    parser.add_argument("--folder", default="", help="where the database is put; it should be on a real disk")
    parser.add_argument("--pin", action="store_true", help="the server to one core, the clients to another")
    parser.add_argument("--profile", default="", help="a file for py-spy's record of the server, as folded stacks")
    wanted = parser.parse_args()
    wanted.seconds = wanted.seconds or (20.0 if wanted.rate else 10.0)
    how = f"{wanted.rate:g} actions a second" if wanted.rate else "as fast as it goes"
    print(f"{wanted.tables * SEATS} sockets at {wanted.tables} tables of {wanted.game}, {how}, {wanted.seconds:g} s\n")
    print(HEAD, flush=True)
    runs = []
    for number in range(1, wanted.runs + 1):
        runs.append(run_once(wanted))
        print(row(number, runs[-1]), flush=True)
    print(f"\n{verdict(runs)}")


if __name__ == "__main__":
    main()
