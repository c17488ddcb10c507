"""How a server holds: many tables, every action stored, and how long it takes until all at the table have seen it.

    python -m benchmarks.server --tables 500 --rate 1000 --seconds 20

The real server runs as a process of its own, and so do the clients.  Pinned to one core each, they do not disturb one
another.  With `--rate 0` everybody acts as fast as the server lets them.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from pathlib import Path
from typing import Any, Final

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

SEATS: Final = 4


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
    """The parts of a message that matter here."""

    type: str
    table: TableHeard | None = None
    room: RoomHeard | None = None
    word: int = 0


DECODER: Final = msgspec.json.Decoder(Heard)


class Guest:
    """A player at one seat of a table."""

    def __init__(self, table: "LoadTable", seat: int, socket: ClientConnection) -> None:
        self.table = table
        self.seat = seat
        self.socket = socket

    async def listen(self) -> None:
        async for frame in self.socket:
            heard = DECODER.decode(frame)
            now = time.perf_counter()
            if heard.type in ("update", "welcome"):
                self.table.hear(self, heard, now)
            elif heard.type == "refused":
                self.table.figures.refused += 1
                self.table.is_waiting = False


class Figures:
    def __init__(self) -> None:
        self.actions = 0
        self.refused = 0
        self.times: list[float] = []


class LoadTable:
    """A table at which four guests choose at random."""

    def __init__(self, figures: Figures, rng: random.Random) -> None:
        self.figures = figures
        self.rng = rng
        self.guests: list[Guest] = []
        self.asked: dict[int, Question] = {}
        self.is_over = False
        self.is_waiting = False
        self.sent_at = 0.0
        self.to_hear: set[int] = set()
        self.word = 1
        self.code = ""
        self.when_heard: asyncio.Event = asyncio.Event()

    def hear(self, guest: Guest, heard: Heard, now: float) -> None:
        if heard.room is not None:
            self.is_over = self.is_over or heard.room.state == "over"
        if heard.table is not None and heard.table.asked is not None:
            self.asked.pop(guest.seat, None)
            for question in heard.table.asked:
                if question.seat == guest.seat:
                    self.asked[guest.seat] = question
        if self.is_waiting and guest.seat in self.to_hear:
            self.to_hear.discard(guest.seat)
            if not self.to_hear:
                self.is_waiting = False
                self.figures.times.append(now - self.sent_at)
                self.when_heard.set()

    async def act(self) -> bool:
        """Let somebody who is asked choose something; whether anybody could."""
        if self.is_over or self.is_waiting or not self.asked:
            return False
        seat = self.rng.choice(list(self.asked))
        question = self.asked.pop(seat)
        choice = self.rng.choice(question.options).choice
        self.word += 1
        self.is_waiting = True
        self.when_heard.clear()
        self.to_hear = set(range(SEATS))
        self.sent_at = time.perf_counter()
        self.figures.actions += 1
        await self.guests[seat].socket.send(json.dumps(
            {"type": "act", "word": self.word, "turn": question.turn, "choice": choice}))
        return True


def post(base: str, path: str, body: dict[str, Any], token: str = "") -> Any:
    request = urllib.request.Request(base + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


async def set_up(base: str, figures: Figures, rng: random.Random, game: str) -> LoadTable:
    """A table with four guests, dealt."""
    table = LoadTable(figures, rng)
    tokens = [(await asyncio.to_thread(post, base, "/api/guests", {"program": True}))["token"] for _ in range(SEATS)]
    table.code = (await asyncio.to_thread(
        post, base, "/api/rooms", {"game": game, "places": [{}] * SEATS}, tokens[0]))["code"]
    for seat, token in enumerate(tokens):
        socket = await websockets.connect(
            base.replace("http", "ws") + f"/api/rooms/{table.code}/socket?client=load",
            additional_headers={"Authorization": f"Bearer {token}"}, compression=None, max_size=None)
        await socket.send(json.dumps({"type": "sit", "word": 1, "seat": seat, "name": f"Guest {seat}"}))
        guest = Guest(table, seat, socket)
        table.guests.append(guest)
        task = asyncio.create_task(guest.listen())
        TASKS.add(task)
    await asyncio.sleep(0)
    return table


TASKS: Final[set["asyncio.Task[None]"]] = set()


async def begin(table: LoadTable) -> None:
    await table.guests[0].socket.send(json.dumps({"type": "begin", "word": 2}))
    table.word = 2


async def run(base: str, tables: int, rate: float, seconds: float, game: str) -> dict[str, float]:
    figures = Figures()
    rng = random.Random(1)
    ready = []
    for number in range(tables):
        ready.append(await set_up(base, figures, rng, game))
        if number % 100 == 99:
            print(f"{number + 1} tables are set up", file=sys.stderr, flush=True)
    for table in ready:
        await begin(table)
        await asyncio.sleep(0.002)
    await asyncio.sleep(2)
    figures.times.clear()
    figures.actions = 0
    started = time.perf_counter()
    if rate:
        queue = deque(ready)
        due = started
        while time.perf_counter() < started + seconds:
            for _ in range(len(queue)):
                table = queue[0]
                queue.rotate(-1)
                if await table.act():
                    break
            due += 1 / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
    else:
        await asyncio.gather(*[act_on(table, started + seconds) for table in ready])
    took = time.perf_counter() - started
    await asyncio.sleep(1)
    times = sorted(figures.times)
    return {
        "tables": tables, "sockets": tables * SEATS, "actions_per_second": round(figures.actions / took, 1),
        "refused": figures.refused, "measured": len(times),
        "over": sum(table.is_over for table in ready),
        **{f"p{share}_ms": round(1000 * times[min(len(times) - 1, int(len(times) * share / 100))], 2)
           for share in (50, 90, 99)}, "max_ms": round(1000 * times[-1], 2),
    }


async def act_on(table: LoadTable, until: float) -> None:
    while time.perf_counter() < until and not table.is_over:
        if not await table.act():
            await asyncio.sleep(0.005)
            continue
        try:
            await asyncio.wait_for(table.when_heard.wait(), 10)
        except TimeoutError:
            return


def memory_of(process: int) -> float:
    """The most memory a process has used, in MiB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1000, help="actions a second, of all together; 0: unpaced")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--game", default="grid poker")
    parser.add_argument("--port", type=int, default=8499)
    wanted = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    base = f"http://127.0.0.1:{wanted.port}"
    for _ in range(wanted.runs):
        with tempfile.TemporaryDirectory() as folder:
            server = subprocess.Popen(
                [sys.executable, "-m", "techdeck.server", "--port", str(wanted.port), "--database",
                 f"{folder}/tables.db", "--no-limits"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                preexec_fn=lambda: os.sched_setaffinity(0, cores[:1]))
            try:
                os.sched_setaffinity(0, cores[-1:])
                wait_for(base)
                figures = asyncio.run(run(base, wanted.tables, wanted.rate, wanted.seconds, wanted.game))
                print(json.dumps({**figures, "memory_mib": round(memory_of(server.pid), 1)}), flush=True)
            finally:
                server.terminate()
                server.wait(20)


def wait_for(base: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(base + "/healthz", timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server did not start.")


if __name__ == "__main__":
    main()
