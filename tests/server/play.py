"""A server in a process of its own, and clients that play on it as people do: they come, act, are cut off, come back.

A client believes nothing: versions go up by one, and what it put together from updates is what a fresh welcome says.
"""

import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import httpx
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from techdeck.server.catalogue import checked
from techdeck.server.facts import AnyFact, Clock, Opened, Place
from techdeck.server.journal import Journal
from techdeck.server.journal import new_guest as new_name
from techdeck.server.settings import Settings
from tests.games import IS_SOAK

# Both end when the tests do, whatever becomes of these: nobody holds the other end of their input any more.
PROGRAM: Final = """
import json, os, sys, threading
from techdeck.server.running import serve
from techdeck.server.settings import Settings
threading.Thread(target=lambda: os._exit(len(sys.stdin.read())), daemon=True).start()
serve(Settings(**json.loads(sys.argv[1])), "127.0.0.1", int(sys.argv[2]), form="text", browser=False, plain=True)
"""
NURSERY: Final = """
import json, os, select, signal, sys
from techdeck.server.running import serve
from techdeck.server.settings import Settings
for line in sys.stdin:
    settings, port, log = json.loads(line)
    child = os.fork()
    if child == 0:
        with open(log, "ab", 0) as file, open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0), os.dup2(file.fileno(), 1), os.dup2(file.fileno(), 2)
        serve(Settings(**settings), "127.0.0.1", port, form="text", browser=False, plain=True)
        os._exit(0)
    print(child, flush=True)
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if select.select([sys.stdin], [], [], 0.01)[0]:
            os.kill(child, signal.SIGKILL)
    print("gone", flush=True)
"""
NO_LIMITS: Final = {
    "words_of_players": 10**6, "words_of_watchers": 10**6, "rooms_per_address": 10**6, "clients_per_address": 10**6,
    "requests_per_address": 10**6,
}
BY_ENTRY: Final = (  # as the protocol says of Update
    "places", "faces", "remembered", "marks", "tallies", "slates", "changed", "aid")
PATIENCE: Final = 120.0 if IS_SOAK else 40.0  # seconds after which a test gives up

Message = dict[str, Any]
Choose = Callable[[Message], str]  # from a question, what to answer; nothing to wait


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Companion:
    """A process that runs a program of its own, and is told things and tells things in lines."""

    def __init__(self, program: str, *words: str) -> None:
        self._process: Final = subprocess.Popen(
            [sys.executable, "-c", program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


class Nursery(Companion):
    """A process that has everything imported, and lets servers begin from there: for tests that kill hundreds."""

    def __init__(self) -> None:
        super().__init__(NURSERY)

    def bear(self, settings: Mapping[str, object], port: int, log: Path) -> int:
        """The number of a new process.  There is one at a time."""
        self.say(json.dumps([settings, port, str(log)]))
        return int(self.hear())

    def wait(self) -> None:
        assert self.hear() == "gone"


class Server:
    """The real server, in a process of its own, on a port and a database that stay when it is started again."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.database: Final = folder / "tables.db"
        self.port: Final = free_port()
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self.log: Final = folder / "server.log"
        self.settings: Final[dict[str, object]] = {
            "database": f"sqlite:///{self.database}", "bot_pace": 0.0, "bot_patience": 0.2, **NO_LIMITS, **settings}
        self.started_at = self.started_wall = 0.0
        self.nursery: Nursery | None = None
        self._born = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, wait: bool = True) -> None:
        Settings(**self.settings)  # type: ignore[arg-type]  # complains here about what does not exist
        self.started_at, self.started_wall = time.monotonic(), time.time()
        if self.nursery is not None:
            self._born = self.nursery.bear(self.settings, self.port, self.log)
        else:
            self._run()
        if wait:
            self.wait_until_ready()

    def _run(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, json.dumps(self.settings), str(self.port)],
                stdout=log, stderr=log, stdin=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"})

    def is_ready(self) -> bool:
        assert self._process is None or self._process.poll() is None, f"it ended:\n{self.log.read_text()[-3000:]}"
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def wait_until_ready(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert time.monotonic() < until, "the server is not there"
            time.sleep(0.02)

    async def ready(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while not self.is_ready():
                await asyncio.sleep(0.02)

    def kill(self) -> None:
        """As a power cut would: nothing is said, nothing is finished."""
        if self._born:
            self._end_born(signal.SIGKILL)
            return
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._forget_process(PATIENCE)

    def _forget_process(self, patience: float) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.wait(patience)
        self._process.stdin.close()
        self._process = None

    def _end_born(self, how: signal.Signals) -> None:
        assert self.nursery is not None
        os.kill(self._born, how)
        self._born = 0
        self.nursery.wait()

    def stop(self) -> None:
        """As whoever runs it would."""
        if self._born:
            self._end_born(signal.SIGTERM)
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._forget_process(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    def faults(self) -> str:
        """What the server complained about, if anything."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        at = next((n for n, line in enumerate(lines) if "Traceback" in line or " ERROR " in line), None)
        return "" if at is None else "\n".join(lines[max(0, at - 2):at + 60])


class Guest:
    """Somebody without an account, known by a token."""

    def __init__(self, url: str, token: str, guest: str) -> None:
        self.url: Final = url
        self.token: Final = token
        self.guest: Final = guest
        self.headers: Final = {"Authorization": f"Bearer {token}"} if token else {}

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        async with httpx.AsyncClient(  # without certificates, which take long to read
            base_url=self.url, headers=self.headers, timeout=PATIENCE, verify=False,
        ) as http:
            return await http.request(method, path, json=body)

    async def get(self, path: str) -> Any:
        response = await self.ask("GET", path)
        assert response.status_code == 200, f"{path}: {response.status_code} {response.text}"
        return response.json() if response.headers["content-type"] == "application/json" else response.text

    async def post(self, path: str, body: object, status: int = 200) -> Any:
        response = await self.ask("POST", path, body)
        assert response.status_code == status, f"{path}: {response.status_code} {response.text}"
        return response.json()

    async def open(
        self, game: str, places: Sequence[str], options: Mapping[str, object] | None = None, **more: object,
    ) -> str:
        """A room's code.  Places are levels of bots, or nothing for a person."""
        body = {"game": game, "options": options or {}, "places": [{"level": level} for level in places], **more}
        return str((await self.post("/api/rooms", body, 201))["code"])


async def new_guest(url: str) -> Guest:
    answer = await Guest(url, "", "").post("/api/guests", {"program": True})
    return Guest(url, answer["token"], answer["guest"])


class Player:
    """A client at a table.  It comes back by itself whenever it is cut off, and says again what was not answered."""

    def __init__(self, guest: Guest, code: str, seat: int = 0, url: str = "", *, resend: float = 0.0) -> None:
        self.guest: Final = guest
        self.code: Final = code
        self.wished: Final = seat
        self.url: Final = url or guest.url
        self.resend: Final = resend  # seconds after which an unanswered word is said again; 0 on a good line
        self.client: Final = secrets.token_hex(6)
        self.room: Message = {}
        self.you: Message = {}
        self.table: Message | None = None
        self.due: Message = {}  # when the rules' own clock acts
        self.log: Final[list[Message]] = []
        self.run = ""
        self.version = 0
        self.welcomes = 0
        self.gaps = 0  # updates that were missing, or came in another order
        self.doubles = 0  # frames that came twice
        self.welcomed_at = 0.0
        self.goodbye: Message | None = None
        self.answers: Final[dict[int, Message]] = {}
        self._eyes: tuple[int, int] | None = None  # seat and side that the log was seen with
        self._word = 0
        self._answered_turn = -1  # of the last question that was answered: what is seen may be older than the answer
        self._unanswered: Final[dict[int, str]] = {}
        self._socket: ClientConnection | None = None
        self._heard_at = 0.0
        self._news = asyncio.Event()
        self._staying: asyncio.Task[None] | None = None

    # Connection

    async def come(self) -> "Player":
        """Be there until `leave`; done when welcomed."""
        assert self._staying is None, "is there already"
        welcomes = self.welcomes
        self._staying = asyncio.create_task(self._stay())
        await self.until(lambda: self.welcomes > welcomes)
        return self

    async def leave(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
            await asyncio.gather(self._staying, return_exceptions=True)
            self._staying = None

    async def __aenter__(self) -> "Player":
        return await self.come()

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def cut_off(self) -> None:
        """The connection breaks, without a goodbye; the client finds out and comes back."""
        if self._socket is not None:
            self._socket.transport.abort()

    def address(self) -> str:
        had = f"&run={self.run}&version={self.version}&log={len(self.log)}" if self._eyes is not None else ""
        where = self.url.replace("http", "ws", 1)
        return f"{where}/api/rooms/{self.code}/socket?client={self.client}&seat={self.wished}{had}"

    async def _stay(self) -> None:
        while self.goodbye is None or self.goodbye["come_back"]:
            try:
                async with connect(
                    self.address(), additional_headers=self.guest.headers, max_size=None, compression=None,
                    open_timeout=2, close_timeout=0.1, ping_interval=None,
                ) as socket:
                    await self._listen(socket)
            except (WebSocketException, TimeoutError, EOFError):
                pass
            except OSError:
                await asyncio.sleep(0.1)  # there is no server just now
            finally:
                self._socket = None
            await asyncio.sleep(0.01)

    async def _listen(self, socket: ClientConnection) -> None:
        self._heard_at = time.monotonic()
        is_welcomed = False
        while True:
            try:
                async with asyncio.timeout(self.resend or None):
                    text = await socket.recv()
            except TimeoutError:
                if time.monotonic() - self._heard_at > 4 * self.resend:
                    return  # perhaps the last update got lost: ask to be welcomed again
                for word in self._unanswered.values():
                    await socket.send(word)
                continue
            self._heard_at = time.monotonic()
            message: Message = json.loads(text)
            if message["type"] == "welcome" and is_welcomed and message["version"] <= self.version:
                self.doubles += 1
                continue
            if message["type"] == "welcome":
                is_welcomed = True
                self._socket = socket
            elif message["type"] == "update" and not is_welcomed:
                assert self.resend, "on a good line the welcome comes first"
                self.gaps += 1
                return
            if not self._hear(message):
                return
            if message["type"] == "welcome":
                for word in list(self._unanswered.values()):
                    await socket.send(word)

    def _hear(self, message: Message) -> bool:
        """Whether all is well; otherwise the client has lost the thread, and asks to be welcomed again."""
        if message["type"] == "welcome":
            self._welcomed(message)
        elif message["type"] == "update":
            if message["version"] <= self.version:
                assert self.resend, "on a good line nothing comes twice"
                self.doubles += 1
            elif message["version"] > self.version + 1:
                assert self.resend, "on a good line nothing is missing"
                self.gaps += 1
                return False
            else:
                self._updated(message)
        elif message["type"] in ("done", "refused"):
            self._answered(message)
        else:
            assert message["type"] == "closing", message
            self.goodbye = message
        self._news.set()
        return True

    def _welcomed(self, message: Message) -> None:
        assert message["protocol"] == 1
        eyes = message["you"]["seat"], message["you"]["side"]
        start = message["log_from"]
        assert start in (0, len(self.log)), "the story goes on where the client said, or from the beginning"
        if start == 0 and self._eyes == eyes:
            had = len(self.log)
            assert message["log"][:had] == self.log, "what was told was never told otherwise"
        del self.log[start:]
        self.log.extend(message["log"])
        self._eyes = eyes
        self.run, self.version = message["run"], message["version"]
        self.room, self.you, self.table = message["room"], message["you"], message["table"]
        self.due = message["due"] or {}
        self.welcomes += 1
        self.welcomed_at = time.monotonic()

    def _updated(self, message: Message) -> None:
        self.version = message["version"]
        self.room = message.get("room") or self.room
        self.you = message.get("you") or self.you
        self.due = message.get("due") or self.due
        self.log.extend(message.get("log", []))
        for part, value in (message.get("table") or {}).items():
            assert self.table is not None, "nothing can change where nothing was"
            if part not in BY_ENTRY:
                self.table[part] = value
                continue
            for key, entry in value.items():
                if entry is None:
                    del self.table[part][key]
                else:
                    self.table[part][key] = entry

    def _answered(self, message: Message) -> None:
        word = message["word"]
        if word in self.answers:
            before = self.answers[word]["type"]
            if before == "done":
                assert message["type"] == "done", f"{word} was done, and now it is {message}"
            return
        self.answers[word] = message
        self._unanswered.pop(word, None)

    # What the player does

    async def send(self, text: str) -> None:
        """These letters, as they are; nothing is done about them if there is no connection just now."""
        try:
            if self._socket is not None:
                await self._socket.send(text)
        except (OSError, WebSocketException):
            pass

    def write(self, type_: str, **parts: object) -> tuple[int, str]:
        """The next word, not said yet."""
        self._word += 1
        return self._word, json.dumps({"type": type_, "word": self._word, **parts})

    async def begin_saying(self, type_: str, **parts: object) -> int:
        """Say something, and do not wait for the answer; it is said again after each break until it is answered."""
        word, text = self.write(type_, **parts)
        self._unanswered[word] = text
        await self.send(text)
        return word

    async def say(self, type_: str, **parts: object) -> Message:
        """Say something, and get the answer: done, or refused."""
        word = await self.begin_saying(type_, **parts)
        await self.until(lambda: word in self.answers)
        return self.answers[word]

    async def do(self, type_: str, **parts: object) -> None:
        """Say something that must be done."""
        answer = await self.say(type_, **parts)
        assert answer["type"] == "done", answer

    async def refuse(self, type_: str, **parts: object) -> str:
        """Say something that must be refused; why it was."""
        answer = await self.say(type_, **parts)
        assert answer["type"] == "refused", answer
        assert answer["words"]
        return str(answer["why"])

    async def until(self, holds: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(patience):
                while not holds():
                    if self._staying is not None and self._staying.done() and not self._staying.cancelled():
                        self._staying.result()  # what the client found wrong
                        raise AssertionError(f"the connection is closed: {self.goodbye}")
                    self._news.clear()
                    try:
                        async with asyncio.timeout(0.25):
                            await self._news.wait()
                    except TimeoutError:
                        continue
        except TimeoutError:
            raise AssertionError(
                f"waited in vain: {self.room}\n{self.table and self.table['asked']}\nunanswered: {self._unanswered}",
            ) from None

    # What the player sees

    @property
    def seat(self) -> int:
        return int(self.you["seat"])

    @property
    def is_over(self) -> bool:
        return bool(self.room["state"] == "over")

    @property
    def question(self) -> Message | None:
        """What the seat may answer, if anything: what it is asked itself, or what its team is."""
        asked = [] if self.table is None else self.table["asked"]
        return next((question for question in asked
                     if self.seat in (question["seat"], *question.get("others", []))), None)

    def words_told(self) -> list[str]:
        return [line["words"] for line in self.log]

    async def answer(self, question: Message, choice: str) -> Message:
        return await self.say("act", choice=choice, turn=question["turn"])

    async def play(self, choose: Choose, *, in_order: bool = False, most: int = 10**6) -> int:
        """Answer every question, up to so many, or to the end of the game; how many actions were done.

        In order: of those who are asked at once, the first seat answers first, so that a game is the same each time.
        """
        done = 0
        self._answered_turn = -1
        while done < most:
            await self.until(lambda: self.is_over or self._may_answer(in_order))
            question = self.question
            if self.is_over or question is None:
                break
            choice = choose(question)
            if not choice:
                self._answered_turn = question["turn"]
                continue
            answer = await self.answer(question, choice)
            if answer["type"] == "done":
                done += 1
                self._answered_turn = question["turn"]
            else:
                assert answer["why"] in ("late", "not now", "not possible"), answer
                assert answer["why"] != "not possible" or not in_order, answer
                await asyncio.sleep(0.02)
        return done

    def _may_answer(self, in_order: bool) -> bool:
        question = self.question
        if question is None or question["turn"] == self._answered_turn:
            return False
        return not in_order or self.table is None or min(
            seat for seat in self.table["awaited"] if seat >= 0) == self.seat

    async def check(self) -> None:
        """What was put together from updates is what somebody who just came sees; for when nothing goes on."""
        fresh = Player(self.guest, self.code, self.wished, self.guest.url)
        async with fresh:
            await asyncio.sleep(0)
            assert fresh.table == self.table
            assert fresh.log == self.log
            assert _without_presence(fresh.room) == _without_presence(self.room)
            assert fresh.you == self.you


def _without_presence(room: Message) -> Message:
    seats = [{**seat, "is_here": True} for seat in room["seats"]]
    return {**room, "seats": seats, "watchers": 0}


def chooser(seed: object) -> Choose:
    """Somebody whose answers depend on the question alone, so that a game can be played again as it was."""
    def choose(question: Message) -> str:
        options = [option["choice"] for option in question["options"]]
        if not options:
            return ""
        rng = Random(f"{seed} {question['seat']} {question['turn']} {question['verb']} {options}")
        return str(rng.choice(options))

    return choose


async def seated(
    server: Server, game: str, people: int, bots: Sequence[str] = (), options: Mapping[str, object] | None = None,
    *, url: str = "", resend: float = 0.0, begin: bool = True, **more: object,
) -> list[Player]:
    """People who have found each other at a new table, the host first, with the game begun."""
    host = await new_guest(server.url)
    code = await host.open(game, [""] * people + list(bots), options, **more)
    players: list[Player] = []
    for seat in range(people):
        guest = host if seat == 0 else await new_guest(server.url)
        player = await Player(guest, code, seat, url or server.url, resend=resend).come()
        players.append(player)
        await player.do("sit", seat=seat, name=f"Person {seat + 1}", salt=f"{seat:02x}")
    if begin:
        await players[0].do("begin")
        for player in players:
            await player.until(lambda player=player: player.table is not None)  # type: ignore[misc]
    return players


async def play_on(players: Sequence[Player], choose: Choose, actions: int) -> None:
    """So many actions, one after the other, by whoever is asked."""
    for _ in range(actions):
        await players[0].until(lambda: any(player.question is not None for player in players))
        player = next(player for player in players if player.question is not None)
        question = player.question
        assert question is not None
        answer = await player.answer(question, choose(question))
        assert answer["type"] == "done", answer


async def leave(players: Sequence[Player]) -> None:
    for player in players:
        await player.leave()


class Planted(NamedTuple):
    """A room that was not opened over the wire, and its people."""

    code: str
    guests: list[Guest]


async def plant(
    server: Server, game: str, people: int, options: Mapping[str, bool | int | str] | None = None,
    clock: Clock = Clock(), secret: str = "c0ffee00" * 8, bots: int = 0,
) -> Planted:
    """A room written to the database behind the server's back: its deal is known, and its clock may be quick."""
    journal = Journal(str(server.settings["database"]))
    names = [new_name() for _ in range(people)]
    guests = [Guest(server.url, await journal.new_token(name, "program"), name) for name in names]
    opened = checked(Opened(
        by=names[0], at=time.time(), game=game, options=dict(options or {}),
        places=[*[Place() for _ in names], *[Place(level="casual") for _ in range(bots)]],
        secret=secret, lets_watch=True))
    code = await journal.open_room(replace(opened, clock=clock))
    journal.engine.dispose()
    return Planted(code, guests)


async def facts_of(server: Server, code: str) -> list[AnyFact]:
    """What the server has stored of a room."""
    journal = Journal(str(server.settings["database"]))
    try:
        return await journal.facts_of(code)
    finally:
        journal.engine.dispose()


async def sit_down(planted: Planted) -> list[Player]:
    """The people of such a room, with the game begun."""
    players = [await Player(guest, planted.code, seat).come() for seat, guest in enumerate(planted.guests)]
    for seat, player in enumerate(players):
        await player.do("sit", seat=seat, name=f"Person {seat + 1}", salt=f"{seat:02x}")
    await players[0].do("begin")
    for player in players:
        await player.until(lambda player=player: player.table is not None)  # type: ignore[misc]
    return players
