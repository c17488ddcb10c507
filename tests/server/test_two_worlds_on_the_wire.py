"""Two worlds on the wire: whatever a seat or a spectator is sent is the same in worlds it cannot tell apart.

The worlds are those of tests/contract: what a side cannot know is dealt anew, or two cards that are alike to it change
places.  Here both are put into rooms, and every byte that comes out of the rooms is compared: frames, their number,
order and length, refusals, HTTP answers.
"""

import asyncio
import json
import os
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, ExitStack
from itertools import islice
from random import Random
from threading import Thread
from types import SimpleNamespace
from typing import Any, Final, cast

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from techdeck import games
from techdeck.actions import read_choice, write_choice
from techdeck.events import Moved, Shown
from techdeck.match import Match
from techdeck.record import read, replay
from techdeck.server.app import create_app
from techdeck.server.facts import Acted, Began, Clock, Opened, Place, Sat, Spoke
from techdeck.server.hub import Hub
from techdeck.server.line import Line
from techdeck.server.live import Client, Live
from techdeck.server.room import WATCHING, Room
from techdeck.server.settings import Settings
from techdeck.storage import store
from techdeck.table import CLOCK, PASS, Choice, Decision, IllegalAction, NoChoice, Table
from techdeck.views import View, imagined
from tests.contract.worlds import act, are_alike, check_same, knows_face, relabelled, rightly_seen
from tests.games import CASES, FAMILIES, Case, Played, asked_at_random, cases, random_game
from tests.server.conftest import Start
from tests.server.play import Player, chooser, new_guest

IS_SOAK: Final = os.environ.get("TECHDECK_SOAK") == "1"
POSITIONS: Final = 1000 if IS_SOAK else 12  # of each game
FOLLOWED: Final = 10  # actions after each
SECRET: Final = "5a" * 32
NONSENSE: Final = ("nonsense", "0Z", "12V 12V 12V", "{who}", "commit", "-1", "999")


# Rooms that are tables of random games

class Safe:
    """What is stored at once, as whoever waits for it sees it."""

    def done(self) -> bool:
        return True

    def exception(self) -> None:
        return None

    def add_done_callback(self, do: Callable[[Any], None]) -> None:
        do(self)


class Paper:
    """A journal that keeps nothing."""

    def append(self, *_: object, **__: object) -> Safe:
        return Safe()

    def keep(self, code: str) -> None:
        """Nor does the archive."""

    def __getattr__(self, name: str) -> Any:
        async def nothing(*_: object, **__: object) -> None:
            return None

        return nothing


class World:
    """A room with a table of ours in it, and the clients through whose eyes we look."""

    def __init__(self, hub: Hub, played: Played, table: Table, side: int, clock: str = "none") -> None:
        self.hub: Final = hub
        self.room: Final = room_of(played, clock)
        self.live: Final = Live(self.room, hub.run, hub.tallies)
        set_table(self.live, table)
        seats = table.members[side] if side < table.sides else []
        people = [(f"guest {seat}", seat) for seat in seats] or [("somebody", WATCHING)]
        self.clients: Final = [Client(guest, seat, "c") for guest, seat in people]
        for client in self.clients:
            hub.come(self.live, client, 0)

    @property
    def table(self) -> Table:
        return self.room.table

    def heard(self) -> list[str]:
        """The frames since the last time."""
        found = []
        for client in self.clients:
            while client.frames:
                found.append(client.frames.popleft().decode())
        return found

    def act(self, seat: int, choice: Choice) -> None:
        decision = self.table.decision_of(seat)
        assert decision is not None
        self.hub.happen(self.live, Acted(at=9.0, seat=seat, choice=write_choice(self.table, decision, choice)))

    def is_meant(self, seat: int, text: str) -> bool:
        """Whether a text happens to be something that the seat may choose now."""
        try:
            return seat >= 0 and self.table.is_legal(seat, read_choice(self.table, seat, text))
        except IllegalAction:
            return False

    def say_nonsense(self) -> None:
        """Everything a client may say that will be refused, or change nothing at the table."""
        word = 0
        for client in self.clients:
            is_asked = client.seat >= 0 and self.table.decision_of(client.seat) is not None
            said: list[str] = [f'"type":"act","turn":{turn},"choice":"pass"' for turn in (-1, 77)]
            said += [f'"type":"act","choice":"{text}"' for text in NONSENSE if not self.is_meant(client.seat, text)]
            said += ['"type":"allow","yes":true', '"type":"begin"', '"type":"sit","seat":1,"name":"Eve"',
                     '"type":"set place","seat":1,"level":"casual"', '"type":"nothing"', '"type":"rematch"']
            if not is_asked:
                said.append('"type":"act","choice":"pass"')
            for text in said:
                word += 1
                self.hub.hear(self.live, client, f'{{"word":{word},{text}}}')


def room_of(played: Played, clock: str = "none") -> Room:
    opened = Opened(
        by="guest 0", game=played.game.name, options=cast(Any, dict(played.game.options)), lets_watch=True,
        secret=SECRET, places=[Place()] * played.case.seats, clock=Clock(clock, 600))
    room = Room("ABCDEF", opened)
    for seat in range(played.case.seats):
        room.apply(Sat(f"guest {seat}", at=1.0, seat=seat, name=f"Name {seat}"))
    room.apply(Began("guest 0", at=2.0))
    return room


def set_table(live: Live, table: Table) -> None:
    assert live.room.match is not None
    live.room.match.table = table
    live.room._story.clear()  # of another deal
    live.room._lines.clear()
    live.sight = live.room.sight()


def in_a_hub(test: "Coroutine[object, object, None]") -> None:
    asyncio.run(test)


def new_hub(minds: object = None, pace: float = 1.0) -> Hub:
    settings = Settings(words_of_players=10**6, words_of_watchers=10**6, bot_pace=pace)
    hub = Hub(cast(Any, Paper()), settings, cast(Any, minds), cast(Any, Paper()))
    hub.run = "run"
    hub.tender.is_stopped = True  # nobody thinks and no time passes here but by our hand
    return hub


@pytest.fixture(autouse=True)
def one_game_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a game takes longer than a position; its rooms may share it."""
    made: dict[str, Any] = {}

    def game_named(name: str, options: Any, rules: int | None = None) -> Any:
        key = f"{name} {options} {rules}"
        if key not in made:
            made[key] = games.game_named(name, options, rules)
        return made[key]

    monkeypatch.setattr("techdeck.server.room.game_named", game_named)
    monkeypatch.setattr("techdeck.server.live.time", SimpleNamespace(time=lambda: 9.5, monotonic=time.monotonic))


def positions(family: str, number: int) -> Iterator[tuple[Played, int, Random]]:
    """So many positions of random games of a kind, of as many variants as that allows."""
    cases = [case for case in CASES if case.family == family]
    chosen = cases if number >= len(cases) * 4 else Random(family).sample(cases, min(len(cases), number // 4))
    share = -(-number // len(chosen))
    for case in chosen:
        played = random_game(case)
        for at in played.some(share, 11):
            yield played, at, Random(f"{case} {at}")


# What is seen of a moment

@pytest.mark.parametrize("family", FAMILIES)
def test_rooms_that_a_side_cannot_tell_apart_say_the_same(family: str) -> None:
    """The welcome, and what is refused: in the true world and in one where all that is hidden is dealt anew."""
    async def compare() -> None:
        hub = new_hub()
        compared = 0
        for played, at, rng in positions(family, POSITIONS):
            table = played.positions[at]
            side = rng.randrange(table.sides + 1)
            worlds = [World(hub, played, each, side) for each in (table.clone(), imagined(View(table, side), rng))]
            for world in worlds:
                world.say_nonsense()
            first, second = [world.heard() for world in worlds]
            assert len(first) > 5
            check_same(second, first, f"{played.case} at {at}, side {side}")
            compared += 1
        print(f"{family}: {compared} positions compared")
        assert compared >= POSITIONS * 0.8

    in_a_hub(compare())


# What is told of what happens

def answers_alike(table: Table, world: Table, seat: int, choice: Choice) -> bool:
    """Whether a seat is asked the same in both, and can give the same answer.

    Who can only pass is asked as somebody who can do more.
    """
    mine, theirs = table.decision_of(seat), world.decision_of(seat)
    return mine is not None and theirs is not None and mine.verb == theirs.verb and choice in mine and choice in theirs


def is_nothing_to_choose(table: Table) -> int:
    """The seat that can only pass, or none."""
    return next((decision.seat for decision in table.pending if isinstance(decision, NoChoice)), CLOCK)


def next_action(one: World, other: World, actions: list[tuple[int, Choice]]) -> tuple[int, Choice] | None:
    """What is done next in both: a pass where in either world nothing else is possible, else as it was played."""
    for world in (one, other):
        seat = is_nothing_to_choose(world.table)
        if seat != CLOCK:
            if actions and actions[0] == (seat, PASS):
                actions.pop(0)
            return seat, PASS
    return actions.pop(0) if actions else None


def follow(one: World, other: World, actions: list[tuple[int, Choice]], side: int, x: int, y: int, note: str) -> int:
    """Do the same in both rooms, and compare what a side is sent, until it rightly learns of the two cards.

    The reasons to stop are those of tests/contract/test_two_worlds.py.
    """
    compared = 0
    swap = {x: y, y: x}
    while compared < FOLLOWED:
        heard = one.heard()
        assert heard or compared, note
        check_same(other.heard(), heard, note)
        step = next_action(one, other, actions)
        if step is None or not answers_alike(one.table, other.table, *step):
            break
        before = one.table.clone()
        one.act(*step)
        other.act(*step)
        assert one.room.match is not None
        events = one.room.match.events
        told = rightly_seen(events, side, before, one.table)
        if any(is_right and isinstance(event, Moved | Shown) and event.face in (x, y)
               for event, is_right in zip(events, told, strict=True)):
            break
        if one.table.is_over or other.table.is_over or not are_alike(one.table, side, x, y):
            break
        is_exchanged = [swap.get(face, face) for face in one.table.face] == other.table.face
        if one.table.chances != before.chances and not is_exchanged:
            break
        if [decision.seat for decision in one.table.pending] != [decision.seat for decision in other.table.pending]:
            break
        follows = [(seat, choice) for seat, choice in actions[:1] if is_nothing_to_choose(one.table) == CLOCK]
        if follows and is_nothing_to_choose(other.table) == CLOCK and not answers_alike(
                one.table, other.table, *follows[0]):
            break
        compared += 1
    return compared


def two_alike(table: Table, side: int, rng: Random) -> tuple[int, int] | None:
    """Two cards that are alike to a side, in different places if such are found."""
    hidden = [face for face in range(table.cards) if not knows_face(table, side, face)]
    for _ in range(30):
        if len(hidden) < 2:
            return None
        x, y = rng.sample(hidden, 2)
        if are_alike(table, side, x, y):
            return x, y
    return None


@pytest.mark.parametrize("family", FAMILIES)
def test_what_others_do_is_told_in_the_same_frames(family: str) -> None:
    """Also that somebody passes, where in one of the worlds the rules must pass for them."""
    async def compare() -> None:
        hub = new_hub()
        compared = 0
        for played, at, rng in positions(family, POSITIONS):
            table = played.positions[at]
            side = rng.randrange(table.sides + 1)
            pair = two_alike(table, side, rng)
            if pair is None:
                continue
            tables = [table.clone(), relabelled(table, side, *pair)]
            for each in tables:
                each.asks_all = True
            clock = rng.choice(["none", "game"])
            one, other = [World(hub, played, each, side, clock) for each in tables]
            compared += follow(one, other, played.actions[at:], side, *pair, f"{played.case} at {at}, side {side}")
        print(f"{family}: {compared} actions compared")
        assert compared >= POSITIONS

    in_a_hub(compare())


def is_sealed(table: Table, seat: int, choice: Choice) -> bool:
    """Whether a choice lies hidden until others have chosen too."""
    after = table.clone()
    after.act(seat, choice)
    return bool(after.sealed[table.side_of(seat)])


def secret_choices(table: Table, rng: Random) -> tuple[int, list[Choice]]:
    """A seat that chooses in secret while others do too, and two things it may choose; or none."""
    for decision in table.pending:
        if decision.seat >= 0 and len(table.pending) > 1:
            choices = [choice for choice in (decision.sample(rng) for _ in range(6)) if choice is not None]
            if PASS in decision:
                choices.append(PASS)
            choices = [choice for choice in dict.fromkeys(choices) if is_sealed(table, decision.seat, choice)]
            if len(choices) > 1:
                return decision.seat, [choices[0], choices[-1]]
    return CLOCK, []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_secret_choice_looks_like_any_other(family: str) -> None:
    """A card, several, or a pass: nobody else is sent a byte more or less."""
    async def compare() -> None:
        hub = new_hub()
        compared = 0
        for played, at, rng in positions(family, POSITIONS):
            secret = ((table, *secret_choices(table, rng)) for table in played.positions[at:at + 40])
            for table, seat, choices in islice((found for found in secret if found[2]), 1):
                own = table.side_of(seat)
                for side in [side for side in range(table.sides + 1) if side != own]:
                    worlds = [World(hub, played, table.clone(), side, "game") for _ in choices]
                    for world, choice in zip(worlds, choices, strict=True):
                        world.act(seat, choice)
                        world.say_nonsense()
                    heard = worlds[0].heard()
                    assert len(heard) > 5
                    check_same(worlds[1].heard(), heard, f"{played.case}, side {side}")
                    compared += 1
        print(f"{family}: {compared} secret choices compared")

    in_a_hub(compare())


def whispers(decision: Decision, rng: Random) -> list[list[Choice]]:
    """Pairs of different offers that a seat could make to the same single player."""
    found: dict[str, list[Choice]] = {}
    for choice in (decision.sample(rng) for _ in range(60)):
        if isinstance(choice, str) and " to seat " in choice:
            found.setdefault(choice.partition(" to seat ")[2][0], []).append(choice)
    return [choices[:2] for choices in found.values() if len(choices) > 1]


def test_what_is_whispered_to_one_player_is_the_same_to_all_others() -> None:
    private = [case for case in cases(all_options=True) if case.family == "tech exchange" and has_private_offers(case)]
    assert private

    async def compare() -> None:
        hub = new_hub()
        compared = 0
        for case in private if IS_SOAK else private[:3]:
            played = random_game(case)
            rng = Random(case.seed)
            for at in range(0, len(played.actions), 1 if IS_SOAK else 12):
                table = played.positions[at]
                for decision in table.pending[:1]:
                    for choices in whispers(decision, rng)[:2]:
                        whom = int(str(choices[0]).partition(" to seat ")[2][0]) - 1
                        for side in {*range(table.sides + 1)} - {decision.seat, whom}:
                            worlds = [World(hub, played, table.clone(), side, "game") for _ in choices]
                            for world, choice in zip(worlds, choices, strict=True):
                                world.act(decision.seat, choice)
                                world.say_nonsense()
                            check_same(worlds[0].heard(), worlds[1].heard(), f"{case} at {at}: {choices}, side {side}")
                            compared += 1
        print(f"{compared} whispers compared")
        assert compared > 20

    in_a_hub(compare())


def has_private_offers(case: Case) -> bool:
    return FAMILIES[case.family].variants()[case.variant].get("private_offers") is True


# What is said

@pytest.mark.parametrize("family", ["gears of industry", "peer to peer"])
def test_what_is_said_to_the_team_is_not_heard_by_others_nor_that_it_was_said(family: str) -> None:
    case = next(case for case in CASES if case.family == family and case.seats == 4)
    played = random_game(case)
    table = played.positions[len(played.actions) // 2]
    allies = played.game.allies(table.sides, table.side_of(0))

    async def compare() -> None:
        hub = new_hub()
        for side in range(table.sides + 1):
            world = World(hub, played, table.clone(), side)
            world.heard()
            hub.happen(world.live, Spoke("guest 0", at=9.0, seat=0, name="Name 0", to_team=True, text="psst"))
            told = world.heard()
            assert bool(told) == (side in allies), f"side {side}"
            assert all("psst" in frame for frame in told)
            again = World(hub, played, table.clone(), side)
            again.live.room.apply(Spoke("guest 0", at=9.0, seat=0, name="Name 0", to_team=True, text="psst"))
            again.heard()
            again.live.welcome(again.clients[0], 0)
            assert ("psst" in again.heard()[0]) == (side in allies)

    in_a_hub(compare())


# How long it takes

PACE: Final = 0.2


def where_nobody_can_choose(family: str) -> Iterator[tuple[Played, Table]]:
    """Tables that ask a seat which can only pass."""
    for case in [case for case in CASES if case.family == family and case.seats > 1]:
        played = random_game(case)
        table = played.game.start(case.seats, case.seed, asks_all=True)
        rng = Random(case.seed)
        while table.pending:
            if is_nothing_to_choose(table) != CLOCK:
                yield played, table.clone()
            decision = rng.choice(table.pending)
            choice = decision.sample(rng)
            if choice is not None:
                table.act(decision.seat, choice)


class Thinker:
    """A bot that takes its time where there is something to choose."""

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds

    async def think(self, room: str, seat: int, level: str, stored: object, attention: object = None) -> Choice:
        await asyncio.sleep(self.seconds)
        return PASS


async def seconds_until_it_passes(
    table: Table, played: Played, level: str, taken: list[float], thought: float = 0.0,
) -> float:
    hub = new_hub(Thinker(thought), PACE)
    hub.tender._rng.seed(5)
    world = World(hub, played, table.clone(), table.sides)
    seat = is_nothing_to_choose(table)
    world.room.seats[seat].level = level
    world.live.paces[seat] = deque(taken)
    acts = world.room.acts
    hub.tender.is_stopped = False
    began = time.monotonic()
    hub.tender.go_on(world.live)
    while world.room.acts == acts:
        assert time.monotonic() < began + 5
        await asyncio.sleep(0.002)
    took = time.monotonic() - began
    hub.tender.is_stopped = True
    for task in list(world.live.thinking.values()):
        task.cancel()
    if world.live.timer is not None:
        world.live.timer.cancel()
    return took


def test_the_rules_pass_no_faster_than_a_bot_or_a_person_would() -> None:
    played, table = next(where_nobody_can_choose("gears of industry"))

    async def measure() -> None:
        assert await seconds_until_it_passes(table, played, "casual", []) >= 0.5 * PACE
        # It answers at the same time, whether it had to think or not; a busy machine may need some tries to show it.
        later = [await seconds_until_it_passes(table, played, "casual", [], 0.06)
                 - await seconds_until_it_passes(table, played, "casual", []) for _ in range(3)]
        assert min(later) < 0.03
        assert await seconds_until_it_passes(table, played, "", []) >= 1.0 * PACE
        assert await seconds_until_it_passes(table, played, "", [4.0, 4.0]) >= 4.0 * PACE  # as this person does
        assert await seconds_until_it_passes(table, played, "", [0.01]) >= 0.5 * PACE  # but never at once
        assert await seconds_until_it_passes(table, played, "", [500.0]) <= 3.0  # nor only after minutes

    in_a_hub(measure())


@pytest.mark.parametrize("family", ["grid poker", "cyber defense", "gears of industry", "peer to peer"])
def test_who_can_only_pass_seems_to_think_like_anybody_else(family: str) -> None:
    """Others see that the seat is waited for; only the seat itself sees that it has no choice."""
    played, table = next(where_nobody_can_choose(family))
    seat = is_nothing_to_choose(table)

    async def look() -> None:
        hub = new_hub()
        for side in range(table.sides + 1):
            world = World(hub, played, table.clone(), side)
            frame = world.heard()[0]
            assert f'"awaited":[{seat}]' in frame
            own = side < table.sides and seat in table.members[side]
            assert ('"options":[{"choice":"pass"}]' in frame) == own
            assert own or '"asked":[]' in frame

    in_a_hub(look())


@pytest.mark.parametrize("family", ["gears of industry", "peer to peer"])  # elsewhere it can be seen that one must
def test_nobody_can_tell_a_pass_that_the_rules_made_from_a_players_own(family: str) -> None:
    """In one world a seat can do nothing; in the other it holds cards it could use, and passes."""
    async def compare() -> None:
        hub = new_hub()
        compared = 0
        rng = Random(3)
        for played, table in islice(where_nobody_can_choose(family), 1000 if IS_SOAK else 40):
            seat = is_nothing_to_choose(table)
            side = rng.choice([side for side in range(table.sides + 1) if side != table.side_of(seat)])
            world = imagined(View(table, side), rng)
            if is_nothing_to_choose(world) == CLOCK:
                world.asks_all = True
                one, other = [World(hub, played, each, side, "game") for each in (table.clone(), world)]
                heard = one.heard()
                assert heard
                check_same(other.heard(), heard, f"{played.case}, side {side}, while it thinks")
                one.act(seat, PASS)
                other.act(seat, PASS)
                if View(one.table, side).same_as(View(other.table, side)):  # else more has happened since
                    check_same(one.heard(), other.heard(), f"{played.case}, side {side}, when it has passed")
                    compared += 1
        print(f"{family}: {compared} passes compared")
        assert compared

    in_a_hub(compare())


@pytest.mark.parametrize("family", FAMILIES)
def test_a_table_that_asks_all_plays_the_same_game(family: str) -> None:
    """Its record is the one of a table where the rules pass at once, and replays to the same end."""
    cases = [case for case in CASES if case.family == family]
    for case in cases if IS_SOAK else cases[1:4:2]:
        game = random_game(case).game
        rng = Random(case.seed)
        match = Match(game, [f"Name {seat}" for seat in range(case.seats)], case.seed, asks_all=True)
        while match.table.pending:
            decision = asked_at_random(match.table, rng)
            choice = decision.sample(rng)
            if choice is not None:
                match.act(decision.seat, choice)
        *_, (last, _) = replay(game, match.record)
        assert store(last) == store(match.table), str(case)


# Over real sockets

class Wire:
    """A server in a thread of its own, into whose rooms we can put tables."""

    def __init__(self, database: str) -> None:
        self.app: Final = create_app(Settings(
            database=database, bot_pace=0.0, rooms_per_address=10**6, clients_per_address=10**6,
            words_of_players=10**6, words_of_watchers=10**6))
        self.server: Final = uvicorn.Server(uvicorn.Config(
            self.app, ws=Line, port=0, log_config=None, ws_per_message_deflate=False, lifespan="on"))
        self.thread: Final = Thread(target=self.server.run, daemon=True)
        self.thread.start()
        until = time.monotonic() + 30
        while not self.server.started:
            assert time.monotonic() < until
            time.sleep(0.01)
        self.port: Final[int] = self.server.servers[0].sockets[0].getsockname()[1]
        self.http: Final = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=30)

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.house.hub
        return hub

    def on_loop(self, do: Any) -> Any:
        """Have something done where everything is done."""
        async def call() -> Any:
            return do()

        loop = self.hub.journal._loop
        assert loop is not None
        return asyncio.run_coroutine_threadsafe(call(), loop).result(30)

    def guest(self) -> dict[str, str]:
        token = self.http.post("/api/guests", json={"program": True}).json()["token"]
        return {"Authorization": f"Bearer {token}"}

    def connect(self, code: str, headers: dict[str, str], seat: int) -> AbstractContextManager[ClientConnection]:
        return connect(f"ws://127.0.0.1:{self.port}/api/rooms/{code}/socket?seat={seat}&client=c",
                       additional_headers=headers, max_size=None, compression=None)

    def close(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(30)


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    wire = Wire(f"sqlite:///{tmp_path_factory.mktemp('wire')}/tables.db")
    yield wire
    wire.close()


class RealRoom:
    """A room on the real server, with real people at it, and a table of ours."""

    def __init__(self, wire: Wire, played: Played, table: Table, people: list[dict[str, str]], side: int) -> None:
        self.wire: Final = wire
        self.people: Final = people
        self.code: Final[str] = wire.http.post("/api/rooms", headers=people[0], json={
            "game": played.game.name, "options": dict(played.game.options), "lets_watch": True,
            "places": [{}] * played.case.seats, "sit": {"seat": 0, "name": "Name 0"}}).json()["code"]
        for seat in range(1, played.case.seats):
            with wire.connect(self.code, people[seat], WATCHING) as socket:
                socket.send(f'{{"type":"sit","word":1,"seat":{seat},"name":"Name {seat}"}}')
                until_answered(socket, 1)
        with wire.connect(self.code, people[0], 0) as socket:
            socket.send('{"type":"begin","word":2}')
            until_answered(socket, 2)
        self.live: Final = wire.hub.shelf.lives[self.code]
        wire.on_loop(lambda: set_table(self.live, table))
        self.commitment: Final = self.live.room.shown().commitment
        seats = table.members[side] if side < table.sides else []
        self.observer: Final = people[seats[0]] if seats else people[-1]
        self._held: Final = ExitStack()
        self.socket: Final = self._held.enter_context(
            wire.connect(self.code, self.observer, seats[0] if seats else WATCHING))
        self.word = 10

    def plain(self, text: str) -> str:
        return text.replace(self.code, "ABCDEF").replace(self.commitment, "00" * 32)

    def heard(self) -> list[str]:
        """Everything up to the answer to a ping, as it came over the wire."""
        self.word += 1
        self.socket.send(f'{{"type":"ping","word":{self.word}}}')
        return [self.plain(text) for text in until_answered(self.socket, self.word)]

    def asked_for(self) -> list[str]:
        """What the observer gets over HTTP."""
        found = []
        for method, path, body in (
            ("GET", "", None), ("GET", "/replay?side=0", None), ("GET", "/replay", None), ("GET", "/nothing", None),
            ("POST", "/hint", {"seat": 0}), ("POST", "/hint", {"seat": 5}),
        ):
            if path == "/hint" and self.observer is self.people[0]:
                continue  # one's own hint is a thought, and not always the same
            answer = self.wire.http.request(
                method, f"/api/rooms/{self.code}{path}", json=body, headers=self.observer)
            headers = sorted(f"{name}: {value}" for name, value in answer.headers.items() if name != "date")
            found += [f"{method} {path} {answer.status_code}", *headers, self.plain(answer.text)]
        return found

    def act(self, seat: int, choice: Choice) -> None:
        """By the seat's own connection, as people do; the clock acts by itself."""
        table = self.live.room.table
        decision = table.decision_of(seat)
        assert decision is not None
        text = write_choice(table, decision, choice)
        if seat == CLOCK:
            self.wire.on_loop(lambda: self.wire.hub.happen(self.live, Acted(at=9.0, seat=seat, choice=text)))
            return
        with self.wire.connect(self.code, self.people[seat], seat) as socket:
            socket.send(json.dumps({"type": "act", "word": int(time.monotonic() * 10**6), "choice": text}))
            while '"type":"done"' not in (said := str(socket.recv(30))):
                assert '"type":"refused"' not in said, said

    def close(self) -> None:
        self._held.close()


def until_answered(socket: ClientConnection, word: int) -> list[str]:
    found = []
    while True:
        found.append(str(socket.recv(30)))
        message = json.loads(found[-1])
        if message.get("word") == word:
            assert message["type"] == "done", message
            return found


@pytest.mark.parametrize("family", FAMILIES)
def test_every_byte_over_a_real_socket_is_the_same_in_both_worlds(family: str, wire: Wire) -> None:
    people = [wire.guest() for _ in range(7)]
    compared = 0
    for played, at, rng in positions(family, 8 if IS_SOAK else 4):
        table = played.positions[at]
        side = rng.randrange(table.sides + 1)
        pair = two_alike(table, side, rng)
        if pair is None:
            continue
        tables = [table.clone(), relabelled(table, side, *pair)]
        worlds = [RealRoom(wire, played, each, people, side) for each in tables]
        actions = played.actions[at:at + 3]
        note = f"{played.case} at {at}, side {side}"
        check_same(worlds[0].asked_for(), worlds[1].asked_for(), note)
        check_same(worlds[0].heard(), worlds[1].heard(), note)
        for seat, choice in actions:
            tables = [world.live.room.table for world in worlds]
            trial = [each.clone() for each in tables]
            if not answers_alike(tables[0], tables[1], seat, choice) or table.side_of(seat) == side:
                break
            told = [act(each, seat, choice, side).told for each in trial]
            if told[0] != told[1] or not View(trial[0], side).same_as(View(trial[1], side)) or trial[0].is_over:
                break  # it has rightly learned something; tests/contract judge that
            for world in worlds:
                world.act(seat, choice)
            check_same(worlds[0].heard(), worlds[1].heard(), note)
            compared += 1
        for world in worlds:
            world.close()
    print(f"{family}: {compared} actions compared over sockets")


def test_a_game_in_which_the_rules_take_their_time_to_pass_is_played_to_its_end(start: Start) -> None:
    """By a person and a bot, on a real server; its record is that of any other game."""
    server = start(bot_pace=0.01)

    async def play() -> str:
        guest = await new_guest(server.url)
        code = await guest.open("gears of industry", ["", "random"], sit={"seat": 0, "name": "Ann"})
        async with Player(guest, code) as ann:
            await ann.say("begin")
            await ann.play(chooser("first"))
            assert ann.is_over
            assert any(line["what"] == "pass" for line in ann.log)
        return str(await guest.get(f"/api/rooms/{code}/record"))

    record = read(asyncio.run(play()))
    *_, (table, _) = replay(games.game_named(record.game, record.options), record)
    assert table.is_over
