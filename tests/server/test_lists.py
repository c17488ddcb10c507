"""Lists of tables cost the same however many games were played, and however long they were."""

import sqlite3
import time
from pathlib import Path
from statistics import median

import httpx
import pytest

from techdeck.server.journal import Journal
from tests.server.play import Server
from tests.server.serving import Person, Seat

MANY = 10_000  # games that are over
ASKED = 30  # times


def seconds(person: Person, path: str) -> float:
    """How long it usually takes to get a list."""
    took = []
    with httpx.Client(base_url=person.url, headers=person.headers) as http:
        for _ in range(ASKED):
            began = time.perf_counter()
            assert http.get(path).status_code == 200
            took.append(time.perf_counter() - began)
    return median(took)


def play_a_game(person: Person, **more: object) -> str:
    code = person.open(**more)  # type: ignore[arg-type]
    seat = Seat(person, code)
    seat.say("begin")
    seat.play()
    seat.close()
    return code


def copy_it(database: Path, code: str) -> None:
    """As if the game had been played many times, by the same person."""
    codes = [(f"Z{number:05}", number) for number in range(1, MANY + 1)]
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("CREATE TEMP TABLE copies (code TEXT, number INTEGER)")
        connection.executemany("INSERT INTO copies VALUES (?, ?)", codes)
        for statement in (
            "INSERT INTO rooms SELECT copies.code, game, state, is_listed, opened_at - number, ended_at - number, "
            "replace(shown, ?1, copies.code) FROM rooms, copies WHERE rooms.code = ?1",
            "INSERT INTO facts SELECT copies.code, facts.number, line FROM facts, copies WHERE room = ?1 "
            "AND facts.number < 4",
            "INSERT INTO played SELECT guest, copies.code, opened_at - number FROM played, copies WHERE room = ?1",
            "INSERT INTO ended SELECT copies.code, rules, winners, record FROM ended, copies WHERE room = ?1",
            "INSERT INTO moments SELECT copies.code, side, '' FROM moments, copies WHERE room = ?1 AND side = 0",
        ):
            connection.execute(statement, (code,))
    connection.close()


def rooms_in_memory(server: Server, person: Person) -> int:
    lines = person.get("/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("techdeck_rooms "))


def test_lists_of_tables_do_not_depend_on_how_many_games_were_played(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    ann = Person(server)
    code = play_a_game(ann, is_listed=True)
    open_code = ann.open(is_listed=True, lets_watch=True)
    assert ann.get(f"/api/rooms/{code}/replay").status_code == 200  # it is worked out by now
    before = {path: seconds(ann, path) for path in ("/api/rooms", "/api/history")}
    shown = ann.get("/api/history").json()
    server.stop()
    copy_it(server.database, code)
    server.start()
    history, lobby = ann.get("/api/history").json(), ann.get("/api/rooms").json()
    absent = [{**room, "seats": [{**seat, "is_here": seat["kind"] == "bot"} for seat in room["seats"]]}
              for room in shown]
    assert history[:2] == absent
    assert [room["code"] for room in history[2:]] == [f"Z{number:05}" for number in range(1, 49)]
    assert [room["code"] for room in lobby] == [open_code]
    after = {path: seconds(ann, path) for path in before}
    for path, took in after.items():
        print(f"{path}: {1000 * before[path]:.1f} ms with one game, {1000 * took:.1f} ms with {MANY}")
        assert took < 2 * before[path] + 0.05
    assert rooms_in_memory(server, ann) == 0, "no room was read for it"
    server.stop()
    assert not server.faults(), server.faults()


def test_a_room_of_an_older_version_is_shown_and_then_kept(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    ann = Person(server)
    code = play_a_game(ann)
    server.stop()
    with sqlite3.connect(server.database) as connection:
        [kept] = connection.execute("SELECT shown FROM rooms WHERE code = ?", (code,)).fetchone()
        connection.execute("UPDATE rooms SET shown = NULL")
    server.start()
    [room] = ann.get("/api/history").json()
    server.stop()
    assert (room["code"], room["state"], len(room["scores"])) == (code, "over", 2)
    assert connection.execute("SELECT shown, state FROM rooms").fetchone() == (kept, "over")
    connection.close()


@pytest.mark.parametrize("query", [
    "SELECT code FROM rooms WHERE is_listed = 1 AND state IN ('open', 'playing') AND opened_at > 5 "
    "ORDER BY opened_at DESC LIMIT 50",
    "SELECT code FROM rooms JOIN played ON code = room WHERE guest = 'ann' ORDER BY played.opened_at DESC LIMIT 50",
])
def test_lists_are_found_by_an_index(query: str, tmp_path: Path) -> None:
    Journal(f"sqlite:///{tmp_path}/tables.db").prepare()
    connection = sqlite3.connect(tmp_path / "tables.db")
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}"))
    connection.close()
    assert "SCAN" not in plan, plan
    assert "ix_rooms_is_listed" in plan or "ix_played_guest" in plan, plan
