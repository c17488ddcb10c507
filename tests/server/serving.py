"""A server as a process of its own, and somebody who plays there."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 40.0  # seconds; the machine may be busy


def environment(**more: str) -> dict[str, str]:
    path = os.pathsep.join(str(Path(place).resolve()) for place in sys.path if place)
    return {**os.environ, "PYTHONPATH": path, "PYTHONWARNINGS": "default", **more}


class Server:
    """`techdeck serve` with some words, at a free port unless they say another."""

    def __init__(self, *words: str, port: int = 0, **variables: str) -> None:
        self.process: Final = subprocess.Popen(
            [sys.executable, "-m", "techdeck.server", "--port", str(port), "--bot-pace", "0", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment(**variables))
        self.logged: Final[list[str]] = []
        assert self.process.stderr is not None
        errors = self.process.stderr
        self._listening: Final = threading.Thread(target=lambda: self.logged.extend(errors), daemon=True)
        self._listening.start()
        self.said: Final[list[str]] = []

    @property
    def url(self) -> str:
        """Where it is; the first time one waits until it says so."""
        assert self.process.stdout is not None
        if not self.said:
            first = self.process.stdout.readline()
            if not first:
                self._end()
                raise AssertionError(f"the server did not start: {self.log}")
            self.said.append(first.strip())
        return self.said[0].split()[-1].replace("localhost", "127.0.0.1")

    @property
    def log(self) -> str:
        return "".join(self.logged)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def metrics(self) -> dict[str, float]:
        lines = httpx.get(f"{self.url}/metrics").text.splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[:1] != "#")}

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Ask it to end, and wait until it has; what was said stays in `said` and `logged`."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self._end()
        return self.process.returncode

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def _end(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.said.extend(line.rstrip("\n") for line in self.process.stdout)
            self._listening.join()
            self.process.stdout.close()
            self.process.stderr.close()


@contextmanager
def serving(*words: str, port: int = 0, **variables: str) -> Iterator[Server]:
    server = Server(*words, port=port, **variables)
    try:
        assert server.url
        yield server
    finally:
        if server.process.returncode is None:
            server.stop(signal.SIGKILL)


class HasUrl(Protocol):
    """A server of whatever kind."""

    @property
    def url(self) -> str: ...


class Person:
    """Somebody with a token, who opens tables and plays at random."""

    def __init__(self, server: HasUrl, name: str = "Ann") -> None:
        self.url = server.url
        self.name: Final = name
        answer = httpx.post(f"{self.url}/api/guests", json={"program": True}).json()
        self.token: Final[str] = answer["token"]
        self.headers: Final = {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", headers=self.headers, timeout=PATIENCE)

    def post(self, path: str, body: object) -> httpx.Response:
        return httpx.post(f"{self.url}{path}", headers=self.headers, json=body, timeout=PATIENCE)

    def open(self, game: str = "grid poker", bots: int = 1, level: str = "random", **more: object) -> str:
        """A table at which this person has the first seat; its code."""
        answer = self.post("/api/rooms", {
            "game": game, "places": [{"level": ""}] + [{"level": level}] * bots,
            "sit": {"seat": 0, "name": self.name, "salt": "ab"}, **more,
        })
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])


class Seat:
    """A person at a table: hears what the server says, and puts the table together from it."""

    def __init__(self, person: Person, code: str, seat: int = 0, client: str = "one", url: str = "") -> None:
        self.person: Final = person
        self.code: Final = code
        self.room: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.log: Final[list[str]] = []
        self.last: dict[str, Any] = {}
        self.word = int(time.time() * 1000)
        self._rng: Final = Random(1)
        self._held: Final = ExitStack()
        self.socket: Final[ClientConnection] = self._held.enter_context(connect(
            f"{(url or person.url).replace('http', 'ws', 1)}/api/rooms/{code}/socket?seat={seat}&client={client}",
            additional_headers=person.headers, max_size=None, open_timeout=PATIENCE))
        self.until(lambda message: message["type"] == "welcome")

    def close(self) -> None:
        self._held.close()

    def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message.

        :raises ConnectionClosed: if the server has hung up.
        :raises TimeoutError: if it says nothing.
        """
        message: dict[str, Any] = json.loads(self.socket.recv(patience))
        self.last = message
        if message["type"] == "welcome":
            self.room, self.table = message["room"], message["table"] or {}
            del self.log[message["log_from"]:]
        if message["type"] == "update":
            self.room = message.get("room") or self.room
            for part, value in (message.get("table") or {}).items():
                if isinstance(value, dict):
                    merged = {**self.table[part], **value}
                    self.table[part] = {key: entry for key, entry in merged.items() if entry is not None}
                else:
                    self.table[part] = value
        self.log.extend(line["words"] for line in message.get("log", []))
        return message

    def until(self, it_is: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            message = self.hear()
            if it_is(message):
                return message

    def say(self, kind: str, **more: object) -> dict[str, Any]:
        """Say something; what the server answers to it."""
        self.word += 1
        word = self.word
        self.socket.send(json.dumps({"type": kind, "word": word, **more}))
        return self.until(lambda message: message.get("word") == word)

    @property
    def is_over(self) -> bool:
        return bool(self.room["state"] == "over")

    def question(self) -> dict[str, Any] | None:
        return next(iter(self.table.get("asked", [])), None)

    def act(self) -> dict[str, Any]:
        """Answer the question that is asked, at random."""
        question = self.question()
        while question is None:
            self.hear()
            if self.is_over:
                return {}
            question = self.question()
        choice = self._rng.choice(question["options"])["choice"]
        return self.say("act", turn=question["turn"], choice=choice)

    def play(self, actions: int = 100_000) -> int:
        """Play on, to the end or for so many actions; how many were done."""
        done = 0
        while not self.is_over and done < actions:
            done += self.act().get("type") == "done"
        return done


def closed_by_server(seat: Seat) -> dict[str, Any]:
    """The last words before the server hangs up."""
    try:
        while True:
            seat.hear()
    except ConnectionClosed:
        return seat.last
