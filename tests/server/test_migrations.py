"""Databases of older and newer versions, and games whose rules have changed."""

import asyncio
import json
import shutil
import sqlite3
import time
from pathlib import Path
from random import Random

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from techdeck.actions import write_choice
from techdeck.record import written
from techdeck.server import facts, logs
from techdeck.server import journal as journal_module
from techdeck.server.archive import retold
from techdeck.server.facts import Acted, Began, Opened, Place, Sat, Spoke
from techdeck.server.journal import Journal
from techdeck.server.past import BROKEN_OFF, OLDER
from techdeck.server.replays import unrolled
from techdeck.server.room import Room
from techdeck.server.schema import METADATA
from techdeck.terminal.app import main
from tests.server.services import running_postgres
from tests.server.serving import Person, Seat, serving

MIGRATIONS = Path(journal_module.__file__).parent / "migrations"
VERSIONS = [version.revision for version in reversed(list(ScriptDirectory(str(MIGRATIONS)).walk_revisions()))]
NEWEST = VERSIONS[-1]


def upgraded_to(version: str, url: str) -> None:
    """Make a database as a program of that version would have left it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(url)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
    engine.dispose()


def fill(path: Path) -> None:
    """A room with a line of talk, in tables that every version has."""
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO rooms (code, game, state, is_listed, opened_at) "
                           "VALUES ('OLDONE', 'grid poker', 'open', 0, 1.0)")
        for number, fact in enumerate([
            Opened(by="ann", game="grid poker", places=[Place(), Place("casual")], secret="00" * 32),
            Sat(by="ann", seat=0, name="Ann"), Spoke(by="ann", name="Ann", text="Hello!"),
        ], 1):
            line = facts.written(fact)
            connection.execute("INSERT INTO facts VALUES ('OLDONE', ?, ?)", (number, line))
        connection.execute("INSERT INTO played (guest, room) VALUES ('ann', 'OLDONE')")
    connection.close()


def version_of(path: Path) -> str:
    with sqlite3.connect(path) as connection:
        found = str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    connection.close()
    return found


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_an_older_database_is_upgraded_with_a_copy_beside_it(version: str, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    upgraded_to(version, f"sqlite:///{path}")
    fill(path)
    assert version_of(path) == version
    with serving("--database", str(path)) as server:
        room = Person(server).get("/api/rooms/OLDONE").json()
        assert room["seats"][0]["name"] == "Ann"
        assert "older version; it was copied to" in server.log
        server.stop()
    assert version_of(path) == NEWEST
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT opened_at FROM played").fetchone() == (1.0,)
    connection.close()
    backup = tmp_path / f"tables.db.before-{NEWEST}"
    assert version_of(backup) == version
    with sqlite3.connect(backup) as connection:
        assert connection.execute("SELECT count(*) FROM facts").fetchone() == (3,)
    connection.close()


def test_a_new_database_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    for _ in range(2):
        Journal(f"sqlite:///{path}").prepare()
    assert not list(tmp_path.glob("*.before-*"))
    assert version_of(path) == NEWEST


def test_a_newer_database_is_refused_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "tables.db"
    upgraded_to("head", f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        before = list(connection.iterdump())
    connection.close()
    monkeypatch.setattr(logs, "start", lambda form: None)
    assert main(["serve", "--database", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("The database was written by a newer Tech Deck (its version is 9999, ")
    with sqlite3.connect(path) as connection:
        assert list(connection.iterdump()) == before
    connection.close()


def test_the_migrations_make_what_the_program_uses(tmp_path: Path) -> None:
    """Nobody forgets a migration: the tables made by them are those of schema.py."""
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    upgraded_to("head", url)
    same(url)


def test_they_do_so_on_postgresql_too() -> None:
    with running_postgres() as cluster:
        url = cluster.new_database().replace("postgresql", "postgresql+psycopg")
        upgraded_to(VERSIONS[0], url)
        Journal(url).prepare()
        same(url)


def same(url: str) -> None:
    engine = create_engine(url)
    made = inspect(engine)
    assert {*made.get_table_names()} - {"alembic_version"} == {*METADATA.tables}
    for name, table in METADATA.tables.items():
        columns = {column["name"]: column for column in made.get_columns(name)}
        assert columns.keys() == {column.name for column in table.columns}
        for column in table.columns:
            assert columns[column.name]["nullable"] == column.nullable
            assert str(columns[column.name]["type"]).split("(")[0] in (
                str(column.type.compile(engine.dialect)).split("(")[0], "DOUBLE PRECISION")
        assert made.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]
        assert {index["name"] for index in made.get_indexes(name)} == {index.name for index in table.indexes}
    engine.dispose()


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a next version in a folder of its own, that breaks in the middle."""
    path = tmp_path / "tables.db"
    upgraded_to("head", f"sqlite:///{path}")
    fill(path)
    shutil.copytree(MIGRATIONS, tmp_path / "server" / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "server" / "migrations" / "versions" / "v9999_broken.py").write_text(
        f'from alembic import op\nimport sqlalchemy as sa\nrevision = "9999"\ndown_revision = "{NEWEST}"\n'
        'def upgrade():\n    op.add_column("rooms", sa.Column("mood", sa.String(8)))\n    raise RuntimeError("no")\n')
    monkeypatch.setattr(journal_module, "__file__", str(tmp_path / "server" / "journal.py"))
    url = f"sqlite:///{path}"
    with pytest.raises(RuntimeError, match="no"):
        Journal(url).prepare()
    assert (tmp_path / "tables.db.before-9999").is_file()
    monkeypatch.undo()
    assert version_of(path) == NEWEST
    same(url)


# Games by older rules

REPLAYS = (-1, 0, 6)  # all cards open, one's own eyes, and more sides than there are: somebody who watches


def replays(person: Person, code: str) -> list[object]:
    return [person.get(f"/api/rooms/{code}/replay?side={side}").json() for side in REPLAYS]


def test_games_of_older_versions_can_still_be_looked_at(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with serving("--database", database) as server:
        ann = Person(server)
        over, untold, running = ann.open(), ann.open(), ann.open()
        for code, actions in ((over, 100_000), (untold, 100_000), (running, 2)):
            seat = Seat(ann, code)
            seat.say("begin")
            seat.play(actions)
            seat.close()
        before = [replays(ann, code) for code in (over, untold)]
        record = ann.get(f"/api/rooms/{over}/record").text
        room = ann.get(f"/api/rooms/{over}").json()
        server.stop()
    make_the_rules_other(database, over, running)
    broken = spoil(database)
    with sqlite3.connect(database) as connection:  # as if it had ended before this was kept
        connection.execute("DELETE FROM moments WHERE room = ?", (untold,))
        connection.execute("DELETE FROM ended WHERE room = ?", (untold,))
    connection.close()
    with serving("--database", database) as server:
        ann.url = server.url
        # the one that is over, though its rules are gone
        assert [replays(ann, code) for code in (over, untold)] == before
        assert ann.get(f"/api/rooms/{over}/record").text == record
        assert ann.get(f"/api/rooms/{over}/record?side=0").status_code == 409
        now = ann.get(f"/api/rooms/{over}").json()
        for part in ("state", "scores", "winners", "commitment", "secret", "title"):
            assert now[part] == room[part], part
        assert [place["name"] for place in now["seats"]] == [place["name"] for place in room["seats"]]
        seat = Seat(ann, over)
        assert seat.log[0] == OLDER
        assert seat.say("talk", text="hm")["type"] == "refused"
        assert seat.say("rematch")["words"] == "The rules have changed; please open a new table."
        seat.close()
        # those that were under way
        for code in (running, broken):
            seat = Seat(ann, code)
            assert (seat.room["state"], seat.room["scores"], seat.log) == ("over", [], [BROKEN_OFF])
            seat.close()
            for path in ("record", "replay"):
                answer = ann.get(f"/api/rooms/{code}/{path}")
                assert (answer.status_code, answer.json()["words"]) == (409, BROKEN_OFF)
        assert {shown["code"] for shown in ann.get("/api/history").json()} == {over, untold, running}
        assert "a table was played by other rules" in server.log
        assert "Traceback" not in server.log
        server.stop()
    with sqlite3.connect(database) as connection:
        states = dict(connection.execute("SELECT code, state FROM rooms").fetchall())
    connection.close()
    assert {*states.values()} == {"over"}


def make_the_rules_other(database: str, *rooms: str) -> None:
    """As if what is stored had been played by rules of another version."""
    with sqlite3.connect(database) as connection:
        for room, number, line in connection.execute("SELECT room, number, line FROM facts").fetchall():
            fact = facts.read(line)
            if isinstance(fact, Began) and room in rooms:
                assert fact.rules > 0
                other = facts.written(msgspec.structs.replace(fact, rules=fact.rules + 1000))
                connection.execute("UPDATE facts SET line = ? WHERE room = ? AND number = ?", (other, room, number))
    connection.close()


def spoil(database: str) -> str:
    """A game under way with an action that is not possible any more, though the version is the same."""
    story = [
        Opened(by="bob", game="grid poker", places=[Place("casual")] * 2, secret="00" * 32, lets_watch=True),
        Began(by="bob"), Acted(seat=0, choice="fly to the moon"),
    ]
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO rooms (code, game, state, is_listed, opened_at) "
                           "VALUES ('BROKEN', 'grid poker', 'playing', 0, ?)", (time.time(),))
        for number, fact in enumerate(story, 1):
            connection.execute("INSERT INTO facts VALUES ('BROKEN', ?, ?)", (number, facts.written(fact)))
    connection.close()
    return "BROKEN"


def test_a_side_is_told_what_it_saw() -> None:
    """The moments of a side hold no card that it did not know; those with open cards hold them all."""
    room = Room("ABCDEF", Opened(game="grid poker", places=[Place("random"), Place("random")], secret="11" * 32))
    room.apply(Began())
    rng = Random(3)
    while room.state == "playing":
        decision = room.table.pending[0]
        choice = decision.sample(rng)
        assert choice is not None
        room.apply(Acted(seat=decision.seat, choice=write_choice(room.table, decision, choice)))
    told = asyncio.run(retold(written(room.match.record)))  # type: ignore[union-attr]
    assert sorted(told) == [-1, 0, 1, 2]
    open_eyes, own, watching = (json.loads(unrolled(told[side])) for side in (-1, 0, 2))
    assert len(open_eyes) == len(own) == len(watching)
    for everything, mine, public in zip(open_eyes, own, watching, strict=True):
        assert len(everything["seen"]["faces"]) == 54
        assert public["seen"]["faces"].items() <= mine["seen"]["faces"].items() <= everything["seen"]["faces"].items()
    assert len(own[0]["seen"]["faces"]) < 54

