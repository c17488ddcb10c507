"""Limits: who asks for too much is told to wait, and nobody else notices."""

import asyncio
import json
import os
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from random import Random
from statistics import median
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from techdeck.server.settings import Settings
from tests.server.play import Companion, Server
from tests.server.strangers import Stranger, Talk
from tests.server.test_line import CONTINUED, LAST, PING, TEXT, framed

IS_SOAK: Final = os.environ.get("TECHDECK_SOAK") == "1"
SPAN: Final = 2.0  # seconds, instead of twenty
ROOMS: Final = 8
CLIENTS: Final = 12
REQUESTS: Final = 60
PONG: Final = b"\x8a\x00"


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With the limits of every server, but for a short span, and few tables and connections for each address."""
    server = Server(
        tmp_path_factory.mktemp("limited"), words_of_players=100, words_of_watchers=50, words_span=SPAN,
        rooms_per_address=ROOMS, clients_per_address=CLIENTS, requests_per_address=REQUESTS)
    server.start()
    yield server
    server.stop()
    assert not server.faults(), server.faults()


def from_elsewhere(server: Server, number: int) -> Stranger:
    """Somebody at another address, whom the server knows: a proxy on the same machine says so."""
    nobody = Stranger(server.url, **{"X-Forwarded-For": f"203.0.113.{number}"})
    token = nobody.post("/api/guests", {"program": True}).json()["token"]
    return Stranger(server.url, token, **{"X-Forwarded-For": f"203.0.113.{number}"})


def pings(talk: Talk, number: int) -> list[str]:
    """What becomes of so many words in a row."""
    for word in range(1, number + 1):
        talk.send(json.dumps({"type": "ping", "word": word}))
    found: list[str] = []
    while len(found) < number:
        message = talk.hear()
        if message.get("word"):
            found.append(message.get("why", message["type"]))
    return found


def test_the_usual_limits_are_those_that_were_promised() -> None:
    usual = Settings()
    assert (usual.words_of_players, usual.words_of_watchers, usual.words_span) == (100, 50, 20.0)


def test_a_player_may_say_a_hundred_words_and_a_watcher_fifty(limited: Server) -> None:
    person, other, guest = [from_elsewhere(limited, number) for number in (1, 2, 3)]
    code = person.open("grid poker", 2, lets_watch=True)
    with other.at(code, -1) as talk:
        talk.say("sit", seat=1, name="Other")
    with person.at(code) as one, person.at(code) as again, other.at(code, 1) as talk, guest.at(code, -1) as watcher:
        began = time.monotonic()
        heard = pings(one, 110)
        if time.monotonic() - began < SPAN:  # on a very busy machine the span may be over before
            assert heard == ["done"] * 100 + ["too fast"] * 10
            assert pings(again, 1) == ["too fast"]  # another connection is no other person
        assert pings(talk, 5) == ["done"] * 5
        began = time.monotonic()
        heard = pings(watcher, 55)
        if time.monotonic() - began < SPAN:
            assert heard == ["done"] * 50 + ["too fast"] * 5
        time.sleep(SPAN)
        assert pings(one, 3) == pings(watcher, 3) == ["done"] * 3
        assert not one.is_closed


def test_rubbish_counts_like_words(limited: Server) -> None:
    person = from_elsewhere(limited, 4)
    code = person.open("grid poker", 2)
    with person.at(code) as talk:
        began = time.monotonic()
        for _ in range(100):
            talk.send("rubbish")
        heard = pings(talk, 1)
        assert heard == ["too fast"] or time.monotonic() - began > SPAN


def upgrade(person: Stranger, code: str) -> str:
    """How a client asks for a connection."""
    head = {**person.headers, "Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Sec-WebSocket-Version": "13"}
    lines = [f"GET /api/rooms/{code}/socket HTTP/1.1", *[f"{name}: {value}" for name, value in head.items()]]
    return "\r\n".join(lines) + "\r\n\r\n"


@contextmanager
def raw(person: Stranger, code: str) -> Iterator[socket.socket]:
    """A connection on which any bytes can be sent, after it was welcomed."""
    with socket.create_connection(("127.0.0.1", urlsplit(person.url).port or 0)) as found:
        found.sendall(upgrade(person, code).encode())
        found.settimeout(20)
        heard = b""
        while b'"type":"welcome"' not in heard:
            heard += found.recv(65536)
        yield found


def all_heard(found: socket.socket, seconds: float) -> bytes:
    heard = b""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        found.settimeout(left)
        with suppress(TimeoutError):
            heard += found.recv(65536)
    return heard


def test_frames_that_are_no_words_count_as_well(limited: Server) -> None:
    """They would cost the server more than words do."""
    person = from_elsewhere(limited, 12)
    code = person.open("grid poker", 2)
    with raw(person, code) as found:
        began = time.monotonic()
        found.sendall(framed(PING | LAST, b"") * 5000)
        answers = all_heard(found, 1.0).count(PONG)
        most = 100 * (1 + (time.monotonic() - began) / SPAN)
        assert 100 <= answers < 2 * most


def test_parts_of_a_message_count_as_well(limited: Server) -> None:
    person = from_elsewhere(limited, 13)
    code = person.open("grid poker", 2)
    with raw(person, code) as found:
        ping = json.dumps({"type": "ping", "word": 1}).encode()
        found.sendall(framed(TEXT, b"") + framed(CONTINUED, b"") * 5 + framed(CONTINUED | LAST, ping))
        heard = b""
        while b'"done"' not in heard:
            heard += found.recv(65536)
        found.sendall(framed(TEXT, b"") + framed(CONTINUED, b"") * 5000 + framed(CONTINUED | LAST, ping))
        assert b'"done"' not in all_heard(found, 1.0)


def test_what_comes_too_fast_is_refused_by_its_number_whatever_it_is(limited: Server) -> None:
    person = from_elsewhere(limited, 16)
    code = person.open("grid poker", 2)
    with person.at(code) as talk:
        began = time.monotonic()
        pings(talk, 100)
        said = ['{"type":"nothing","word":7}', "rubbish", '{"type":"ping","word":-1}', '[1]', '{"word":"x"}']
        for text in said:
            talk.send(text)
        refused = [talk.hear() for _ in said]
        if time.monotonic() - began < SPAN:
            assert [(message["why"], message["word"]) for message in refused] == [
                ("too fast", word) for word in (7, 0, 0, 0, 0)]


def test_what_is_refused_as_too_fast_is_not_done(limited: Server) -> None:
    person = from_elsewhere(limited, 5)
    code = person.open("grid poker", 2)
    with person.at(code) as talk:
        began = time.monotonic()
        pings(talk, 100)
        answer = talk.say("begin")
        if time.monotonic() - began < SPAN:
            assert (answer["type"], answer["why"]) == ("refused", "too fast")
            assert person.get(f"/api/rooms/{code}").json()["state"] == "open"
        time.sleep(SPAN)
        assert talk.say("begin")["type"] == "done"


def test_an_address_may_open_so_many_tables_in_an_hour(limited: Server) -> None:
    one, same = [from_elsewhere(limited, 6) for _ in range(2)]
    for person in (one, same) * (ROOMS // 2):
        person.open("grid poker", 2)
    for person in (one, same):
        answer = person.post("/api/rooms", {"game": "grid poker", "places": [{}, {}]})
        assert (answer.status_code, answer.json()["why"]) == (429, "too fast")
    assert from_elsewhere(limited, 7).open("grid poker", 2)


def test_an_address_may_have_so_many_connections(limited: Server) -> None:
    person = from_elsewhere(limited, 8)
    code = person.open("grid poker", 2)
    with ExitStack() as held:
        for _ in range(CLIENTS - 1):
            held.enter_context(person.at(code))
        with person.at(code) as last:
            assert json.loads(last.frames[0])["type"] == "welcome"
            for _ in range(2):
                with person.at(code) as more:
                    closing = json.loads(more.frames[0])
                    assert (closing["type"], closing["come_back"]) == ("closing", True)
                    assert more.hear() == {}
                    assert more.code == 4429
            with from_elsewhere(limited, 9).at(code, -1) as other:
                assert json.loads(other.frames[0])["type"] == "welcome"
        until = time.monotonic() + 10
        while time.monotonic() < until:  # who has gone makes room
            with person.at(code) as again:
                if json.loads(again.frames[0])["type"] == "welcome":
                    return
    raise AssertionError("nobody may come back")


def test_an_address_may_connect_so_many_times(limited: Server) -> None:
    """Who comes and goes again and again costs more than who stays."""
    person = from_elsewhere(limited, 15)
    code = person.open("grid poker", 2)
    began = time.monotonic()
    with ThreadPoolExecutor(6) as hands:
        def come(_: int) -> str:
            with person.at(code) as talk:
                return str(json.loads(talk.frames[0])["type"])

        heard = list(hands.map(come, range(8 * CLIENTS)))
    assert "welcome" in heard
    assert "closing" in heard or time.monotonic() - began > SPAN  # on a very busy machine they come slowly enough


def test_an_address_may_ask_so_many_times(limited: Server) -> None:
    """What costs the server most is asked for over HTTP: new guests, records, hints."""
    person = from_elsewhere(limited, 10)

    async def ask(times: int) -> list[int]:
        async with httpx.AsyncClient(base_url=limited.url, headers=person.headers, timeout=30) as http:
            answers = await asyncio.gather(*[http.get("/api/games") for _ in range(times)])
            return [answer.status_code for answer in answers]

    began = time.monotonic()
    found = asyncio.run(ask(2 * REQUESTS))
    assert 200 in found
    assert 429 in found or time.monotonic() - began > SPAN  # on a very busy machine they come slowly enough
    assert from_elsewhere(limited, 11).get("/api/games").status_code == 200
    time.sleep(SPAN)
    assert person.get("/api/games").status_code == 200


# A flood

class Victim:
    """A table where somebody talks now and then, and notes how long it takes until it is stored and answered."""

    def __init__(self, server: Server, number: int) -> None:
        self.person: Final = from_elsewhere(server, 100 + number)
        self.code: Final = self.person.open("grid poker", 2)
        self.took: Final[list[float]] = []
        self._word = number * 10**6

    def connected(self) -> connect:
        return connect(self.address(), additional_headers=self.person.headers, compression=None)

    async def talk(self, seconds: float, pause: float, rng: Random) -> list[float]:
        async with self.connected() as socket:
            return await self.talk_on(socket, seconds, pause, rng)

    async def talk_on(self, socket: ClientConnection, seconds: float, pause: float, rng: Random) -> list[float]:
        took: list[float] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await asyncio.sleep(pause * rng.uniform(0.5, 1.5))
            self._word += 1
            began = time.monotonic()
            await socket.send(json.dumps({"type": "talk", "word": self._word, "text": "x"}))
            answer = await heard(socket, self._word)
            took.append(time.monotonic() - began)
            assert answer["type"] == "done", answer
        return took

    def address(self) -> str:
        return f"{self.person.url.replace('http', 'ws', 1)}/api/rooms/{self.code}/socket?client=v"


async def heard(socket: ClientConnection, word: int) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message.get("word") == word:
            return message


async def flood(address: str, person: Stranger, per_second: float, seconds: float) -> int:
    """Say far too much, and listen to the answers; how many words were sent."""
    sent = 0

    async with connect(address, additional_headers=person.headers, compression=None, max_size=None,
                       close_timeout=0.5) as socket:
        async def listen() -> None:
            async for _ in socket:
                pass

        listening = asyncio.create_task(listen())
        began = time.monotonic()
        try:
            while (now := time.monotonic() - began) < seconds:
                if sent < now * per_second:
                    async with asyncio.timeout(seconds - now + 0.1):
                        await socket.send(json.dumps({"type": "talk", "word": sent + 1, "text": "flood" * 80}))
                    sent += 1
                else:
                    await asyncio.sleep(sent / per_second - now)  # without keeping those busy who measure
        except TimeoutError:
            pass  # the server reads no faster
        finally:
            listening.cancel()
    return sent


def percentile(took: list[float], part: float) -> float:
    return sorted(took)[min(len(took) - 1, int(len(took) * part))]


def test_a_flood_does_not_disturb_another_table(limited: Server) -> None:
    """Ten times the limit, and more: a table beside it is answered all the time."""
    victim, flooder = Victim(limited, 1), Victim(limited, 2)

    async def run() -> tuple[list[float], int]:
        took, sent = await asyncio.gather(
            victim.talk(2.0, 0.05, Random(1)), flood(flooder.address(), flooder.person, 1000 / SPAN * 4, 2.0))
        return took, sent

    took, sent = asyncio.run(run())
    assert sent > 100
    assert len(took) >= 5
    assert percentile(took, 0.9) < 0.5  # seconds; a busy machine is no flood
    log = flooder.person.get(f"/api/rooms/{flooder.code}").status_code
    assert log == 200


# Somewhere else on the net: the measuring process must have nothing to do with it.  It connects, says so, floods from
# when it is told to until it is told not to, and reads whatever comes.  It answers no pings, so it is cut off now and
# then, and comes back.
FLOODER: Final = """
import json, select, socket, sys, time
port, heads, frame, pause = json.loads(sys.argv[1])
def connected(head):
    line = socket.create_connection(("127.0.0.1", port))
    line.sendall(head.encode())
    while b"welcome" not in line.recv(65536):
        pass
    line.setblocking(False)
    return line
lines = [connected(head) for head in heads]
print("ready", flush=True)
sent = 0
while sys.stdin.readline():
    due = time.monotonic()
    while not select.select([sys.stdin], [], [], max(0.0, due - time.monotonic()))[0]:
        due += pause
        for number, line in enumerate(lines):
            try:
                line.send(bytes.fromhex(frame))
                sent += 1
                line.recv(65536)
            except BlockingIOError:
                pass  # the server reads no faster, or says nothing
            except OSError:
                line.close()
                lines[number] = connected(heads[number])
    sys.stdin.readline()
    print(sent, flush=True)
"""


class Flooder(Companion):
    """A process with some connections, each of which sends ten times as much as it may, as long as it is told to."""

    def __init__(self, victims: list["Victim"]) -> None:
        heads = [upgrade(victim.person, victim.code) for victim in victims]
        text = json.dumps({"type": "talk", "word": 1, "text": "flood" * 80}).encode()
        details = [urlsplit(victims[0].person.url).port, heads, framed(TEXT | LAST, text).hex(), 0.02]
        super().__init__(FLOODER, json.dumps(details))
        assert self.hear() == "ready"

    def flood(self) -> None:
        self.say("flood")

    def rest(self) -> int:
        """How many words were sent until now, in all."""
        self.say("rest")
        return int(self.hear())


@pytest.mark.skipif(not IS_SOAK, reason="measured in a soak")
def test_a_flood_at_ten_times_the_limit_changes_the_time_of_others_by_less_than_a_fifth(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """In many short spans, with a flood or without one, so that whatever else the machine does falls on both."""
    server = Server(tmp_path_factory.mktemp("flood"), words_of_players=100, words_of_watchers=50, words_span=20.0)
    server.start()
    victims = [Victim(server, number) for number in range(60)]
    flooder = Flooder([Victim(server, 60 + number) for number in range(4)])
    rng = Random(1)

    async def p99(sockets: list[ClientConnection], seconds: float) -> float:
        # Nearly as fast as a player may: four words a second.
        found = await asyncio.gather(*[
            victim.talk_on(socket, seconds, 0.25, rng) for victim, socket in zip(victims, sockets, strict=True)])
        return percentile([took for part in found for took in part], 0.99)

    async def measure() -> tuple[list[float], list[float], int]:
        times: dict[bool, list[float]] = {False: [], True: []}
        sent = 0
        async with AsyncExitStack() as held:
            sockets = [await held.enter_async_context(victim.connected()) for victim in victims]
            await p99(sockets, 3.0)  # to warm up
            for is_flooded in (False, True, True, False) * 16:
                if is_flooded:
                    flooder.flood()
                await asyncio.sleep(0.2)
                times[is_flooded].append(await p99(sockets, 2.0))
                if is_flooded:
                    sent = flooder.rest()
        return times[False], times[True], sent

    try:
        calm, flooded, sent = asyncio.run(measure())
    finally:
        flooder.close()
        server.stop()
    before, after = median(calm), median(flooded)
    print(f"p99 {1000 * before:.2f} ms, under a flood of {sent} words {1000 * after:.2f} ms: "
          f"{100 * (after / before - 1):+.0f} % (medians of {len(calm)} spans each)")
    assert sent > 4 * 1000  # what four may say in 200 seconds
    assert after < 1.2 * before
