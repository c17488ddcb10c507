"""Two servers, one PostgreSQL, Redis between them: they serve one table, and it outlives either of them."""

import os
import time
from collections.abc import Callable, Iterator

import pytest

from tests.server.services import Postgres, Redis, running_postgres, running_redis
from tests.server.serving import PATIENCE, Person, Seat, Server

SOAK = bool(os.environ.get("TECHDECK_SOAK"))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with running_redis() as running:
        yield running


@pytest.fixture(scope="module")
def started(postgres: Postgres, redis: Redis) -> Iterator[Callable[[], Server]]:
    """Starts servers of one database, which are stopped at the end."""
    database = postgres.new_database()
    running: list[Server] = []

    def start() -> Server:
        running.append(Server("--database", database, "--redis", redis.url, "--grace", "600"))
        return running[-1]

    yield start
    for server in running:
        if server.process.poll() is None:
            server.kill()


@pytest.fixture(scope="module")
def pair(started: Callable[[], Server]) -> list[Server]:
    """Both started at once, on an empty database."""
    return [started(), started()]


@pytest.fixture
def servers(pair: list[Server], started: Callable[[], Server]) -> Iterator[list[Server]]:
    """Two that are alive: in place of one that died another is started."""
    for place, server in enumerate(pair):
        if server.process.poll() is not None:
            pair[place] = started()
    assert all(server.url for server in pair)
    yield pair
    for server in pair:
        assert "Traceback" not in server.log, server.log


def two_people(servers: list[Server], bots: int = 0) -> tuple[Seat, Seat]:
    """Ann at the first server, Bob at the second, at one table; the game has begun."""
    ann, bob = Person(servers[0]), Person(servers[1], "Bob")
    answer = ann.post("/api/rooms", {
        "game": "grid poker", "places": [{"level": ""}] * 2 + [{"level": "random"}] * bots,
        "sit": {"seat": 0, "name": "Ann", "salt": "aa"},
    })
    code = str(answer.json()["code"])
    first, second = Seat(ann, code), Seat(bob, code)
    assert second.say("sit", seat=1, name="Bob", salt="bb")["type"] == "done"
    first.until(lambda _: first.room["seats"][1]["name"] == "Bob" and first.room["seats"][1]["is_here"])
    first.say("begin")
    second.until(lambda _: second.room["state"] == "playing")
    return first, second


def play_in_turn(seats: list[Seat], until: int = 100_000) -> int:
    """Each answers when it is asked, until the game is over or so many actions were done."""
    done = 0
    while done < until and not all(seat.is_over for seat in seats):
        asked = next((seat for seat in seats if seat.question() is not None and not seat.is_over), None)
        if asked is not None:
            done += asked.act().get("type") == "done"
        for seat in seats:
            listen(seat, 0.0 if asked is not None else 0.02)
    return done


def listen(seat: Seat, seconds: float) -> None:
    """Hear what has come."""
    until = time.monotonic() + seconds
    while True:
        try:
            seat.hear(max(0.0, until - time.monotonic()))
        except TimeoutError:
            return


def here(seat: Seat) -> list[bool]:
    return [place["is_here"] for place in seat.room["seats"][:2]]


def test_two_servers_serve_one_table(servers: list[Server]) -> None:
    ann, bob = two_people(servers, bots=2)
    play_in_turn([ann, bob])
    ann.close()
    bob.close()
    records = [person.get(f"/api/rooms/{ann.code}/record").text for person in (ann.person, bob.person)]
    assert records[0] == records[1]
    assert ann.room["scores"] == bob.room["scores"] != []
    for server in servers:  # both wrote, and what one wrote the other only read
        assert server.metrics()["techdeck_facts_written_total"] > 0
    # One of them acts for the bots: if both did, one would be overtaken again and again, not just when two act at once.
    overtaken = [line for server in servers for line in server.logged if "Overtaken" in line and ann.code in line]
    assert len(overtaken) < 6, overtaken


def test_who_is_here_is_known_to_both(servers: list[Server]) -> None:
    ann, bob = two_people(servers)
    while here(bob) != [True, True]:
        bob.hear()
    ann.close()
    bob.until(lambda _: here(bob) == [False, True])
    ann = Seat(ann.person, ann.code)
    bob.until(lambda _: here(bob) == [True, True])
    ann.close()
    bob.close()


def test_without_redis_they_go_on_and_find_it_in_the_journal(servers: list[Server], redis: Redis) -> None:
    """Redis dies in the middle of a game: everything is slower, and nothing is lost; then it is there again."""
    ann, bob = two_people(servers, bots=1)
    play_in_turn([ann, bob], until=4)
    redis.stop()
    play_in_turn([ann, bob], until=4)
    redis.start()
    play_in_turn([ann, bob])
    assert ann.room["scores"] == bob.room["scores"] != []
    ann.close()
    bob.close()
    assert "Redis cannot be reached" in servers[0].log + servers[1].log


def test_one_dies_and_the_game_goes_on_through_the_other(servers: list[Server]) -> None:
    ann, bob = two_people(servers, bots=1)  # the first server acts for the bot
    play_in_turn([ann, bob], until=4)
    done = len(ann.person.get(f"/api/rooms/{ann.code}/record").text.splitlines())
    servers[0].kill()
    bob.until(lambda _: here(bob) == [False, True])  # it is known to be gone
    ann.person.url = servers[1].url
    began = time.monotonic()
    ann = Seat(ann.person, ann.code)  # the same person, through the other server
    assert ann.room["state"] == "playing"
    assert len(ann.person.get(f"/api/rooms/{ann.code}/record").text.splitlines()) >= done
    play_in_turn([ann, bob])
    assert ann.room["scores"] == bob.room["scores"] != []
    if SOAK:
        print(f"\nthe rest of the game through the other server: {time.monotonic() - began:.1f} s")
    ann.close()
    bob.close()


def test_bots_play_on_when_the_server_that_moved_them_is_stopped(servers: list[Server]) -> None:
    """Somebody watches bots through one server; the other one moves them."""
    ann = Person(servers[0])
    code = ann.open(bots=2, lets_watch=True)
    seat = Seat(ann, code)
    seat.say("begin")  # the first server has the lease
    watching = Seat(Person(servers[1]), code, seat=-1)
    seat.say("rise")  # and now only bots play
    servers[0].stop()
    seat.close()
    began = time.monotonic()
    while not watching.is_over:
        assert time.monotonic() < began + PATIENCE
        watching.hear()
    watching.close()
