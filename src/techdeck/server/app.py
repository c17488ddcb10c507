"""The server as a web application: pages, the HTTP interface, and the socket."""

import asyncio
import io
import logging
import mimetypes
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
import segno
from fastapi import APIRouter, FastAPI, HTTPException, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, PlainTextResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from techdeck import __version__
from techdeck.fairness import new_secret
from techdeck.record import export_for, written
from techdeck.server import catalogue, replays, teaching, wire
from techdeck.server.archive import Archive
from techdeck.server.elsewhere import Follower
from techdeck.server.facts import Clock, Opened, Place
from techdeck.server.hub import NO_WATCHING, Hub
from techdeck.server.journal import Journal, new_guest
from techdeck.server.line import line_of
from techdeck.server.live import Client, Live
from techdeck.server.metrics import Figures
from techdeck.server.minds import Minds
from techdeck.server.past import BROKEN_OFF, Past
from techdeck.server.room import WATCHING, Author, Refusal, Room
from techdeck.server.settings import Settings
from techdeck.storage import store

COOKIE: Final = "techdeck"
COOKIE_AGE: Final = 400 * 86400
STATIC: Final = Path(__file__).parent / "static"
FOREVER: Final = "public, max-age=31536000, immutable"
WRITTEN: Final = (".js", ".css")  # files that gzip makes much smaller
MOST_GUESTS_REMEMBERED: Final = 20_000
MOST_LETTERS: Final = 64 * 1024  # bytes that a request may bring
COMING: Final = 5  # times as many connections as an address may have can be made within the span of words
ANY_SEAT: Final = 99  # whichever is one's own
NEARBY: Final = ("127.0.0.1", "::1")  # addresses of this machine
STATUS: Final = {"not yours": 403, "too fast": 429, "not found": 404}

STRANGER: Final = (
    "The server does not know you; please open its start page first. A program gets a token from POST /api/guests.")
NO_PAGE: Final = (
    "The page for browsers has not been built; programs can play all the same. "
    "`make web` in the project's folder builds it, and so does `python tools/build_web.py`, after which "
    "`pip install .` installs it.")

# No page of another site may be shown here or show these, and no script runs that is not the server's own.
SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTTPS_ONLY: Final = {"Strict-Transport-Security": "max-age=31536000"}  # of a public server

log = logging.getLogger("techdeck.app")


# What people send

class Nothing(BaseModel, extra="forbid"):
    """No more than the request itself."""


class NewGuest(BaseModel, extra="forbid"):
    """Programs are given their token; browsers keep it in a cookie that no script can read."""

    program: bool = False


class NewPlace(BaseModel, extra="forbid"):
    level: Annotated[str, Field(max_length=24)] = ""


class NewClock(BaseModel, extra="forbid"):
    kind: Literal["none", "decision", "game"] = "none"
    seconds: Annotated[int, Field(ge=0, le=86400)] = 0


class NewSeat(BaseModel, extra="forbid"):
    seat: Annotated[int, Field(ge=0, le=5)] = 0
    name: Annotated[str, Field(min_length=1, max_length=wire.LONGEST_NAME)]
    salt: Annotated[str, Field(max_length=64, pattern="^([0-9a-f]{2})*$")] = ""


class NewRoom(BaseModel, extra="forbid"):
    """A room to be opened: a game with options, a place for each seat, and who may see it."""

    game: Annotated[str, Field(max_length=40)]
    options: dict[str, bool | int | str] = {}
    places: Annotated[list[NewPlace], Field(min_length=1, max_length=6)]
    clock: NewClock = NewClock()
    is_listed: bool = False
    lets_watch: bool = False
    sit: NewSeat | None = None
    one_device: Annotated[list[NewSeat], Field(max_length=6)] = []  # all who play on this device and hand it around


class DeckText(BaseModel, extra="forbid"):
    """A deck of one's own for Gears of Industry, and the game it is for."""

    text: Annotated[str, Field(max_length=2000)]
    advanced: bool = False
    gives_market: bool = False


class Claim(BaseModel, extra="forbid"):
    key: Annotated[str, Field(max_length=100)]


class AskHint(BaseModel, extra="forbid"):
    seat: Annotated[int, Field(ge=0, le=5)] = 0


class LessonAnswer(BaseModel, extra="forbid"):
    step: Annotated[int, Field(ge=0, le=100)]
    choice: Annotated[str, Field(min_length=1, max_length=2000)]


class Doorkeeper:
    """Knows people by their tokens, and how often an address has asked for something."""

    def __init__(self, journal: Journal, settings: Settings) -> None:
        self.journal: Final = journal
        self.settings: Final = settings
        self._guests: Final[OrderedDict[str, str]] = OrderedDict()
        self._opened: Final[dict[str, deque[float]]] = {}
        self._asked: Final[dict[str, deque[float]]] = {}
        self._came: Final[dict[str, deque[float]]] = {}
        self.clients: Final[dict[str, int]] = {}

    async def guest(self, headers: Any, cookies: dict[str, str]) -> str:
        """Who sends a request, or nobody."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.casefold() != "bearer":
            token = cookies.get(COOKIE, "")
        if not token:
            return ""
        if token not in self._guests:
            guest = await self.journal.guest_of(token, "device", "program")
            if not guest:
                return ""
            self._guests[token] = guest
            if len(self._guests) > MOST_GUESTS_REMEMBERED:
                self._guests.popitem(last=False)
        return self._guests[token]

    def may_open(self, address: str) -> bool:
        return is_within(self._opened, address, self.settings.rooms_per_address, 3600)

    def may_ask(self, address: str) -> bool:
        return is_within(self._asked, address, self.settings.requests_per_address, self.settings.words_span)

    def may_connect(self, address: str) -> bool:
        """Whether there may be one connection more; if so, `hang_up` must follow."""
        there, most = self.clients.get(address, 0), self.settings.clients_per_address
        if there >= most or not is_within(self._came, address, COMING * most, self.settings.words_span):
            return False
        self.clients[address] = there + 1
        return True

    def hang_up(self, address: str) -> None:
        self.clients[address] -= 1
        if not self.clients[address]:
            del self.clients[address]


def is_within(done: dict[str, deque[float]], address: str, limit: int, span: float) -> bool:
    """Whether an address may do something once more within a span; if so, it is noted as done."""
    now = time.monotonic()
    times = done.setdefault(address, deque())
    while times and times[0] < now - span:
        times.popleft()
    if len(times) >= limit:
        return False
    times.append(now)
    if len(done) > MOST_GUESTS_REMEMBERED:
        del done[next(iter(done))]
    return True


class House:
    """Everything a request may need."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.journal: Final = Journal(settings.database)
        self.minds: Final = Minds(settings.bot_processes)
        self.archive: Final = Archive(self.journal)
        self.hub: Final = Hub(self.journal, settings, self.minds, self.archive)
        self.door: Final = Doorkeeper(self.journal, settings)
        self.figures: Final = Figures(self.hub)

    def meet_others(self) -> None:
        """Where there is a Redis, other servers of the same database may be there, too."""
        if self.settings.redis:
            from techdeck.server.pubsub import Others

            self.hub.others = Others(self.settings.redis, self.journal.url.database or "", Follower(self.hub))
            self.hub.others.open()

    async def room(self, code: str) -> Live:
        live = await self.hub.shelf.live(code) if len(code) <= 12 and code.isalnum() else None
        if live is None:
            raise Refusal("not found", f"There is no table with the code {code[:12]}.")
        return live


def address_of(request: Request | WebSocket) -> str:
    return request.client.host if request.client else ""


def house_of(request: Request | WebSocket) -> House:
    house: House = request.app.state.house
    return house


def answered(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refused(why: str, words: str, status: int) -> Response:
    """What people sent may be repeated in the words, so they may be long, and hold what no text can."""
    return answered({"why": why, "words": words[:wire.LONGEST_ANSWER].encode(errors="replace").decode()}, status)


def said_of(fault: dict[str, Any]) -> str:
    """What is wrong with a request, and where."""
    if fault["type"] == "json_invalid":
        return "the request is no JSON"
    return f"{'.'.join(map(str, fault['loc'][1:])) or 'the request'}: {fault['msg']}"


def own_seat(live: Live, guest: str, seat: int) -> int:
    """The seat with whose eyes a guest may look: the one wished for, or else the first of their own.

    Where several play on one device, nobody's: who holds it is not known.
    """
    own = live.room.seats_of(guest)
    if seat in own:
        return seat
    return own[0] if own and seat != WATCHING and not live.room.opened.one_device else WATCHING


api = APIRouter(prefix="/api")


@api.get("/games")
async def games(request: Request) -> Response:
    """The games with their options and bots."""
    return unrolled_for(request, kept(catalogue.games))


@api.get("/cards/{game}")
async def cards(game: str, request: Request, edition: str = "") -> Response:
    """The cards as a game uses them, by code; `edition` is the value of the option that decides what is printed."""
    return unrolled_for(request, kept(catalogue.cards, game, edition))


@api.get("/rules/{game}")
async def rules(game: str, request: Request) -> Response:
    """The rulebook's page of a game."""
    return unrolled_for(request, kept(catalogue.rules, game))


@api.get("/decks")
async def decks(request: Request) -> Response:
    """The decks with names that can be brought to Gears of Industry."""
    return unrolled_for(request, kept(catalogue.decks))


@api.post("/decks/check")
async def check_deck(body: DeckText) -> Response:
    """All that is wrong with a deck, each in a few words; nothing if it can be brought."""
    return answered({"faults": catalogue.deck_faults(body.text, body.advanced, body.gives_market)})


@api.get("/lessons/{game}")
async def lesson(game: str, request: Request) -> Response:
    """The guided first game of a game: every step with its table, its texts, and the choice that leads on."""
    return unrolled_for(request, await asyncio.to_thread(teaching.told, game))


@api.post("/lessons/{game}/answer")
async def answer_lesson(game: str, body: LessonAnswer) -> Response:
    """Whether a choice leads on from a step, counted from zero; if it is not possible there, why not."""
    return answered(await asyncio.to_thread(teaching.answer, game, body.step, body.choice))


@cache
def kept(told: Callable[..., object], *about: str) -> bytes:
    """What is the same as long as the server runs: JSON in the form of gzip."""
    return replays.rolled(msgspec.json.encode(told(*about)))


def unrolled_for(request: Request, roll: bytes, kind: str = "application/json") -> Response:
    """What is kept in the form of gzip, as it is to who reads that."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(replays.unrolled(roll), media_type=kind)
    return Response(roll, media_type=kind, headers={"Content-Encoding": "gzip"})


@api.post("/guests")
async def new_guest_(body: NewGuest, request: Request) -> Response:
    """Somebody new: without an account, known by a token from now on."""
    house = house_of(request)
    guest = await house.door.guest(request.headers, request.cookies) if not body.program else ""
    if guest:
        return answered({"guest": guest})
    guest = new_guest()
    token = await house.journal.new_token(guest, "program" if body.program else "device")
    if body.program:
        return answered({"guest": guest, "token": token})
    return with_cookie(answered({"guest": guest}), token, house.settings)


def with_cookie(response: Response, token: str, settings: Settings) -> Response:
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=settings.is_public, path="/")
    return response


async def somebody(request: Request) -> str:
    """:raises Refusal: if nobody is known by the request's token."""
    guest = await house_of(request).door.guest(request.headers, request.cookies)
    if not guest:
        raise Refusal("not yours", STRANGER)
    return guest


@api.get("/rooms")
async def lobby(request: Request) -> Response:
    """The tables that anybody may find."""
    house = house_of(request)
    found = await house.hub.shelf.shown(await house.journal.listed(time.time() - 86400))
    return answered([room for room in found if room.state == "open" or room.lets_watch])


@api.post("/rooms")
async def open_room(body: NewRoom, request: Request) -> Response:
    """Open a table.  Whoever does is its host."""
    house = house_of(request)
    guest = await somebody(request)
    if not house.door.may_open(address_of(request)):
        raise Refusal("too fast", "Too many tables were opened from your address; please wait a while.")
    opened = Opened(
        by=guest, at=time.time(), game=body.game, options=dict(body.options),
        places=[Place(place.level) for place in body.places], clock=Clock(body.clock.kind, body.clock.seconds),
        is_listed=body.is_listed, lets_watch=body.lets_watch, secret=new_secret(), one_device=bool(body.one_device),
    )
    live = await house.hub.shelf.open(catalogue.checked(opened))
    for seat in body.one_device or ([] if body.sit is None else [body.sit]):
        said = wire.Sit(1, seat.seat, seat.name, seat.salt)
        await house.hub.have_stored(live, live.room.answer(Author(guest, "", 0, time.time()), WATCHING, said))
    return answered({"code": live.room.code}, 201)


@api.get("/rooms/{code}")
async def show_room(code: str, request: Request) -> Response:
    """A table, as everybody may see it."""
    live = await house_of(request).room(code)
    return answered(live.shown())


@api.get("/rooms/{code}/qr")
async def qr(code: str, request: Request) -> Response:
    """The link to a table, to be read by a phone."""
    live = await house_of(request).room(code)
    picture = io.BytesIO()
    segno.make(f"{str(request.base_url).rstrip('/')}/#/{live.room.code}", error="m").save(
        picture, kind="svg", scale=4, border=2, xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@api.post("/rooms/{code}/link")
async def personal_link(code: str, body: Nothing, request: Request) -> Response:
    """A key by which the same person can come back from another device."""
    house = house_of(request)
    guest = await somebody(request)
    live = await house.room(code)
    if not live.room.seats_of(guest):
        raise Refusal("not yours", "You have no seat at this table.")
    return answered({"key": await house.journal.new_token(guest, "link")})


@api.post("/claim")
async def claim(body: Claim, request: Request) -> Response:
    """Come back by a personal key: this device belongs to that person from now on."""
    house = house_of(request)
    guest = await house.journal.guest_of(body.key, "link")
    if not guest:
        raise Refusal("not found", "That personal link is not valid.")
    token = await house.journal.new_token(guest, "device")
    return with_cookie(answered({"rooms": [*await house.journal.rooms_of(guest)]}), token, house.settings)


@api.get("/rooms/{code}/record")
async def record(code: str, request: Request, side: Annotated[int, Query(ge=-1, le=6)] = -1) -> Response:
    """The game as a file: all of it when it is over, until then what one has seen oneself."""
    live = await house_of(request).room(code)
    if isinstance(live.room, Past):
        return _toml(live.room, _past_record(live.room, side))
    match = Hub.match_of(live)
    so_far = replace(match.record, actions=match.record.actions[:])
    if live.room.state == "over":
        side = min(side, match.table.sides)
    else:
        guest = await house_of(request).door.guest(request.headers, request.cookies)
        seat = own_seat(live, guest, ANY_SEAT)
        if seat == WATCHING and not live.room.opened.lets_watch:
            raise Refusal("not yours", "Until the game is over, only those who play it have its record.")
        side = live.room.side_of(seat)
    text = written(so_far) if side < 0 else await asyncio.to_thread(export_for, live.room.game, so_far, side)
    return _toml(live.room, text)


def _toml(room: Room, text: str) -> Response:
    return PlainTextResponse(text, headers={
        "Content-Disposition": f'attachment; filename="techdeck-{room.code}.toml"'})


def _past_record(room: Past, side: int) -> str:
    if room.ended is None:
        raise Refusal("not possible", BROKEN_OFF)
    if side >= 0:
        raise Refusal("not possible", "This game was played by an older version of the rules; its record can only be "
                                      "had whole.")
    return room.ended.record


@api.get("/rooms/{code}/replay")
async def replay(code: str, request: Request, side: Annotated[int, Query(ge=-1, le=6)] = -1) -> Response:
    """A finished game, moment by moment, with the eyes of a side, or with all cards open."""
    house = house_of(request)
    live = await house.room(code)
    if live.room.state != "over":
        raise Refusal("not now", "A game can be replayed when it is over.")
    if isinstance(live.room, Past) and live.room.ended is None:
        raise Refusal("not possible", BROKEN_OFF)
    if live.saving is not None:
        await live.saving
    return unrolled_for(request, await house.archive.moments(live.room.code, side))


@api.post("/rooms/{code}/hint")
async def hint(code: str, body: AskHint, request: Request) -> Response:
    """What the casual bot would do now."""
    house = house_of(request)
    guest = await somebody(request)
    live = await house.room(code)
    if body.seat not in live.room.seats_of(guest):
        raise Refusal("not yours", "That is not your seat.")
    table = Hub.match_of(live).table
    decision = table.decision_of(body.seat)
    if decision is None:
        raise Refusal("not now", "You are not asked anything now.")
    text = store(table)
    try:
        choice = await house.minds.think(f"hint {live.room.code}", body.seat, live.room.stand_in, text)
    except (OSError, RuntimeError):
        raise Refusal("not now", "The bot has no idea now; please try again.") from None
    if choice is None:
        return answered({"choice": "", "words": "The casual bot would wait."})
    words = decision.text(table, table.side_of(body.seat), choice)
    return answered({"choice": words, "words": f"The casual bot would choose: {words}."})


@api.get("/history")
async def history(request: Request) -> Response:
    """The tables at which somebody has sat, the newest first."""
    house = house_of(request)
    guest = await house.door.guest(request.headers, request.cookies)
    return answered(await house.hub.shelf.shown(await house.journal.rooms_of(guest) if guest else {}))


# The socket

@api.websocket("/rooms/{code}/socket")
async def socket(socket: WebSocket, code: str) -> None:
    """One client at one table: it is welcomed, says things, and is told what is new."""
    house = house_of(socket)
    if not is_own_origin(socket.headers, house.settings):
        await socket.close(4403, "This page may not talk to this server.")
        return
    address = address_of(socket)
    await socket.accept()
    if not house.door.may_connect(address):
        await _turn_away(socket, Refusal("too fast", "Too many connections come from your address."))
        return
    try:
        guest = await house.door.guest(socket.headers, socket.cookies)
        live = await house.room(code)
        client = _admitted(live, guest, socket)
        await _talk(house, live, client, socket)
    except Refusal as refusal:
        await _turn_away(socket, refusal)
    finally:
        house.door.hang_up(address)


async def _turn_away(socket: WebSocket, refusal: Refusal) -> None:
    try:
        await socket.send_text(wire.frame(wire.Closing(refusal.words, refusal.why == "too fast")).decode())
        await socket.close(4000 + STATUS.get(refusal.why, 409))
    except (WebSocketDisconnect, RuntimeError):
        pass  # who does not wait for the answer does not get it


def _admitted(live: Live, guest: str, socket: WebSocket) -> Client:
    seat = own_seat(live, guest, _number(socket.query_params.get("seat", str(ANY_SEAT))))
    is_stranger = not guest and live.room.state == "open"
    if is_stranger:
        raise Refusal("not yours", STRANGER)
    may_watch = live.room.opened.lets_watch or live.room.seats_of(guest)
    if seat == WATCHING and live.room.state == "playing" and not may_watch:
        raise Refusal("not yours", NO_WATCHING)
    return Client(guest, seat, socket.query_params.get("client", "")[:24])


async def _talk(house: House, live: Live, client: Client, socket: WebSocket) -> None:
    line = line_of(socket)

    def hear(message: str | bytes) -> bool:
        return client.is_dismissed or house.hub.hear(live, client, message)

    def may_speak() -> bool:
        return house.hub.may_speak(live, client)

    def tell() -> None:
        """Send what waits; a slow reader slows nobody else."""
        line.write(client.frames)
        if client.is_cut_off:
            line.end(4408, "too slow")
        elif client.frames and not client.frames[0]:
            line.end(4403)

    client.when_told = tell
    try:
        house.hub.come(live, client, _number(socket.query_params.get("log", "0")))
        line.listen(hear, may_speak, tell)
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            hear(message.get("text") or message.get("bytes") or "")  # what came before anybody listened
    except WebSocketDisconnect:
        pass
    finally:
        line.hang_up()
        house.hub.go(live, client)


def _number(text: str) -> int:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 9 else 0


def is_own_origin(headers: Any, settings: Settings) -> bool:
    """Whether a request comes from a page of this server, from one that is allowed, or from no page at all."""
    origin = headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(place) and place == headers.get("host")


def has_page() -> bool:
    return (STATIC / "index.html").is_file()


def file_of(path: str) -> Path | None:
    """A file of the built client, and of nothing else; or none."""
    try:
        found = (STATIC / path).resolve()
        return found if found.is_file() and found.is_relative_to(STATIC.resolve()) else None
    except (OSError, ValueError):  # no file can be called that
        return None


def asset(file: Path, request: Request) -> Response:
    """A file of the client with a hash in its name."""
    if file.suffix not in WRITTEN:
        return FileResponse(file, headers={"Cache-Control": FOREVER})
    response = unrolled_for(request, rolled_file(file), mimetypes.guess_type(file.name)[0] or "")
    response.headers.update({"Cache-Control": FOREVER, "Vary": "Accept-Encoding"})
    return response


@cache
def rolled_file(path: Path) -> bytes:
    """A file in the form of gzip; only for those whose name changes with what is in them."""
    return replays.rolled(path.read_bytes())


class ShortRequests:
    """Ends what is longer than any request needs to be, before it is in memory."""

    def __init__(self, app: ASGIApp) -> None:
        self.app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = 0

        async def receive_part() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > MOST_LETTERS:
                raise HTTPException(413, "That is too long.")
            return message

        await self.app(scope, receive_part, send)


# The application

def create_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings)
        app.state.house = house
        house.journal.open()
        house.archive.open()
        house.figures.open()
        house.meet_others()
        await house.hub.start()
        yield
        await house.hub.stop()
        await house.archive.close()
        house.figures.close()
        house.minds.close()
        house.journal.close()

    app = FastAPI(
        title="Tech Deck", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(api)
    app.add_middleware(ShortRequests)

    @app.exception_handler(Refusal)
    async def refuse(request: Request, refusal: Exception) -> Response:
        assert isinstance(refusal, Refusal)
        house_of(request).hub.tallies.refusals[refusal.why] += 1
        return refused(refusal.why, refusal.words, STATUS.get(refusal.why, 409))

    @app.exception_handler(RequestValidationError)
    async def refuse_nonsense(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return refused("not possible", "; ".join(map(said_of, error.errors())), 422)

    @app.exception_handler(StarletteHTTPException)
    async def refuse_request(request: Request, error: Exception) -> Response:
        assert isinstance(error, StarletteHTTPException)
        response = refused("not possible", str(error.detail), error.status_code)
        response.headers.update(error.headers or {})
        return response

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        """Nothing is done for pages of other sites, nor for who asks too often; and all answers are made safe."""
        is_asked = request.url.path.startswith("/api/")
        if request.method not in ("GET", "HEAD", "OPTIONS") and not is_own_origin(request.headers, settings):
            response = refused("not yours", "This page may not talk to this server.", 403)
        elif is_asked and not house_of(request).door.may_ask(address_of(request)):
            response = refused("too fast", "That is too much at once; please wait a moment.", 429)
        else:
            response = await call_next(request)
        for name, value in {**SECURITY_HEADERS, **(HTTPS_ONLY if settings.is_public else {})}.items():
            response.headers.setdefault(name, value)
        if is_asked:
            response.headers.setdefault("Cache-Control", "no-store")  # it is for one person, and for now
        return response

    @app.get("/healthz", include_in_schema=False)
    async def healthz(request: Request) -> Response:
        await house_of(request).journal.listed(time.time(), 1)
        return answered({"is": "well", "version": __version__})

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """For whoever runs the server: others could tell from it when something secret is done at a table."""
        if address_of(request) not in NEARBY:
            return refused("not yours", "Only programs on the same machine may read this.", 403)
        return PlainTextResponse(house_of(request).figures.text())

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """The client's files; every other address is a page of its own, which the client shows."""
        found = file_of(path)
        if found is not None and "assets" in found.parts:
            return asset(found, request)
        if found is not None:
            return FileResponse(found, headers={"Cache-Control": "no-cache"})
        if path.startswith("api/"):
            return answered({"why": "not found", "words": "There is nothing here."}, 404)
        if not has_page():
            return PlainTextResponse(NO_PAGE, 404)
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    return app
