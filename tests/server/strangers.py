"""People who talk to a server by hand: what they send is theirs to say, and what they get is kept as it came."""

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

PATIENCE: Final = 20.0  # seconds after which a test gives up
NO_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # is not used, but to make one takes longer than a request


class Stranger:
    """Somebody with some token, or none."""

    def __init__(self, url: str, token: str = "", **headers: str) -> None:
        self.url: Final = url
        self.token: Final = token
        self.headers: Final = {**({"Authorization": f"Bearer {token}"} if token else {}), **headers}

    def ask(self, method: str, path: str, body: object = None, **more: Any) -> httpx.Response:
        return httpx.request(
            method, self.url + path, json=body, headers={**self.headers, **more.pop("headers", {})}, timeout=PATIENCE,
            verify=NO_TLS, **more)

    def get(self, path: str) -> httpx.Response:
        return self.ask("GET", path)

    def post(self, path: str, body: object) -> httpx.Response:
        return self.ask("POST", path, body)

    def open(self, game: str, seats: int, **more: object) -> str:
        """A table where this person has the first seat, and the others are free; its code."""
        answer = self.post("/api/rooms", {
            "game": game, "places": [{}] * seats, "sit": {"seat": 0, "name": "Host", "salt": "ab"}, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["code"])

    @contextmanager
    def at(self, code: str, seat: int = 0) -> "Iterator[Talk]":
        """A connection to a table."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/rooms/{code}/socket?seat={seat}&client=hand"
        with connect(address, additional_headers=self.headers, max_size=None, compression=None,
                     open_timeout=PATIENCE, close_timeout=0.5) as socket:
            yield Talk(socket)


class Talk:
    """What is said over one connection."""

    words = 0

    def __init__(self, socket: ClientConnection) -> None:
        self.socket: Final = socket
        self.frames: Final[list[str]] = []
        self.code = 0  # by which the server hung up
        self.hear()

    @property
    def is_closed(self) -> bool:
        return self.code != 0

    def hear(self, patience: float = PATIENCE) -> dict[str, Any]:
        """The next message; nothing if the server has hung up, or says nothing for a short while.

        :raises TimeoutError: if it says nothing for so long that it must be a fault.
        """
        try:
            self.frames.append(str(self.socket.recv(patience)))
        except TimeoutError:
            if patience == PATIENCE:
                raise
            return {}
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd is not None else 1006
            return {}
        message: dict[str, Any] = json.loads(self.frames[-1])
        return message

    def send(self, text: str | bytes) -> None:
        try:
            self.socket.send(text)
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd is not None else 1006

    def say(self, kind: str, **more: object) -> dict[str, Any]:
        """The answer to something; nothing if the server hangs up instead."""
        Talk.words += 1
        word = Talk.words
        self.send(json.dumps({"type": kind, "word": word, **more}))
        while not self.is_closed:
            message = self.hear()
            if message.get("word") == word:
                return message
        return {}

    @property
    def welcome(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(next(frame for frame in reversed(self.frames) if '"welcome"' in frame[:20]))
        return found


def new_stranger(url: str) -> Stranger:
    """Somebody whom the server knows, and no more."""
    token = Stranger(url).post("/api/guests", {"program": True}).json()["token"]
    return Stranger(url, token)


def refused_connection(stranger: Stranger, code: str, **headers: str) -> int:
    """The HTTP status with which a connection is refused, or 101 if it is not."""
    address = f"{stranger.url.replace('http', 'ws', 1)}/api/rooms/{code}/socket"
    try:
        with connect(address, additional_headers={**stranger.headers, **headers}, open_timeout=PATIENCE):
            return 101
    except InvalidStatus as error:
        return error.response.status_code
