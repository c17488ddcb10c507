"""What a client sends is understood however the network cuts it, and what no client may send ends its connection."""

import json
import socket
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from tests.server.conftest import Start
from tests.server.play import Server
from tests.server.strangers import Talk, new_stranger

CONTINUED, TEXT, CLOSE, PING = 0x0, 0x1, 0x8, 0x9
LAST: Final = 0x80
LONGEST: Final = 8192


def framed(kind: int, data: bytes, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    """A frame as the standard wants it; without a mask as no client may send it."""
    masked = 0x80 if mask else 0
    size = (bytes([masked | len(data)]) if len(data) < 126 else
            bytes([masked | 126]) + len(data).to_bytes(2) if len(data) < 65536 else
            bytes([masked | 127]) + len(data).to_bytes(8))
    hidden = bytes(letter ^ mask[at % 4] for at, letter in enumerate(data)) if mask else data
    return bytes([kind]) + size + mask + hidden


def message(word: int, spaces: int = 0) -> bytes:
    return json.dumps({"type": "ping", "word": word}).encode() + b" " * spaces


@pytest.fixture
def code(server: Server) -> str:
    return new_stranger(server.url).open("grid poker", 2, lets_watch=True)


def answered(talk: Talk, number: int) -> list[int]:
    """The words that are answered, so many; fewer if the server hangs up."""
    words: list[int] = []
    while len(words) < number and not talk.is_closed:
        heard = talk.hear()
        if "word" in heard:
            assert heard["type"] == "done", heard
            words.append(heard["word"])
    return words


@pytest.mark.parametrize("seed", range(6))
def test_messages_come_whole_however_they_are_cut(seed: int, server: Server, code: str) -> None:
    """Several frames at once, one frame in many pieces, a message in several frames, and other frames in between."""
    rng = Random(seed)
    stream = b""
    for word in range(1, 61):
        data = message(word, rng.choice((0, 0, 90, 100, 300, 7000)))
        parts = rng.choice((1, 1, 1, 2, 5))
        cuts = [0, *sorted(rng.sample(range(1, len(data)), parts - 1)), len(data)]
        for number, (start, end) in enumerate(pairwise(cuts)):
            kind = (TEXT if number == 0 else CONTINUED) | (LAST if number == parts - 1 else 0)
            stream += framed(kind, data[start:end], rng.randbytes(4))
            if rng.random() < 0.2:
                stream += framed(PING | LAST, b"here?", rng.randbytes(4))
    with new_stranger(server.url).at(code, -1) as talk:
        at = 0
        while at < len(stream):
            size = rng.choice((1, 2, 5, 200, 20_000))
            talk.socket.socket.sendall(stream[at:at + size])
            at += size
        assert answered(talk, 60) == list(range(1, 61))


@pytest.mark.parametrize("stream", [
    framed(TEXT, message(1)[:5]) + framed(TEXT | LAST, message(2)),  # a text within a message that is not whole
    framed(TEXT | LAST, message(1), mask=b""),
    framed(CONTINUED | LAST, message(1)),  # of nothing
    framed(TEXT | LAST | 0x40, message(1)),  # a bit that means nothing here
    framed(0x3 | LAST, message(1)),  # a kind that does not exist
    framed(TEXT | LAST, b"\xff\xfe"),
    framed(TEXT | LAST, message(1, LONGEST)),
    framed(TEXT | LAST, message(1, 70_000)),
    framed(TEXT | LAST, message(1, 70_000))[:30],  # how long it is can be told already
    framed(TEXT, message(1, LONGEST - 100)) + framed(CONTINUED | LAST, b" " * 200),
], ids=["text in text", "no mask", "nothing goes on", "bit", "kind", "no text", "long", "longer", "begun", "sum"])
@pytest.mark.parametrize("piece", [1, 100_000])
def test_what_no_client_may_send_ends_its_connection(stream: bytes, piece: int, server: Server, code: str) -> None:
    with new_stranger(server.url).at(code, -1) as talk:
        talk.socket.socket.sendall(framed(TEXT | LAST, message(7)))
        assert answered(talk, 1) == [7]
        try:
            for at in range(0, len(stream), piece):
                talk.socket.socket.sendall(stream[at:at + piece])
        except OSError:
            pass  # it has hung up already
        assert answered(talk, 1) == []
        assert talk.code in (1002, 1007, 1009, 1006)


def asleep_at(server: Server, code: str, token: str) -> socket.socket:
    """Somebody who watches a table and reads nothing."""
    asleep = socket.socket()
    asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asleep.connect(("127.0.0.1", server.port))
    asleep.sendall(
        f"GET /api/rooms/{code}/socket?seat=-1 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {token}\r\n\r\n".encode())
    return asleep


class Crier:
    """Somebody at a table who says much, and notes how many watch."""

    def __init__(self, talk: Talk) -> None:
        self._talk: Final = talk
        self._word = 0
        self.watchers = 0

    def wait_for(self, watchers: int) -> None:
        while self.watchers != watchers:
            self._hear()

    def cry(self) -> None:
        """A hundred long words."""
        for _ in range(100):
            self._word += 1
            self._talk.send(json.dumps(
                {"type": "talk", "word": self._word, "text": "\U0001f0cf" * 500}, ensure_ascii=False))
        answers = 0
        while answers < 100:
            answers += self._hear() == "done"

    def _hear(self) -> str:
        heard = self._talk.hear()
        self.watchers = heard.get("room", {}).get("watchers", self.watchers)
        return str(heard["type"])

    def cry_until_cut_off(self) -> int:
        """Until the other watcher is not there any more; how often that took."""
        self.wait_for(2)
        times = 0
        while self.watchers == 2:
            assert times < 100, "who does not read is still there"
            self.cry()
            times += 1
        return times


def test_who_does_not_read_is_cut_off_and_nobody_else_notices(server: Server, code: str) -> None:
    """Much is said at a table; one watcher reads nothing of it, and another everything."""
    lazy, other = new_stranger(server.url), new_stranger(server.url)
    with other.at(code, -1) as talk, asleep_at(server, code, lazy.token):
        Crier(talk).cry_until_cut_off()
        assert talk.say("ping")["type"] == "done"
    with lazy.at(code, -1) as again:
        assert again.say("ping")["type"] == "done"


def test_the_server_stops_well_while_somebody_hangs_up_who_does_not_read(start: Start) -> None:
    """Their connection is closing until the last of what was sent is read, which may be never."""
    server = start()
    lazy, code = new_stranger(server.url), new_stranger(server.url).open("grid poker", 2, lets_watch=True)
    with new_stranger(server.url).at(code, -1) as talk:
        crier = Crier(talk)
        with asleep_at(server, code, lazy.token):
            times = crier.cry_until_cut_off()
        with asleep_at(server, code, lazy.token) as asleep:
            crier.wait_for(2)
            for _ in range(times - 2):  # then much waits for it, and it is not cut off yet
                crier.cry()
            asleep.sendall(framed(CLOSE | LAST, b"\x03\xe8"))
            crier.wait_for(1)
            server.stop()
            assert not server.faults()
