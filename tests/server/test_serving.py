"""techdeck serve: how it is started, what it says, how it ends, and that tables go on afterwards."""

import asyncio
import json
import re
import signal
import socket
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from typer.testing import CliRunner

from techdeck.server import app as application
from techdeck.server import logs, running
from techdeck.server.settings import Settings
from techdeck.terminal.app import app, main
from tests.server.serving import PATIENCE, Person, Seat, Server, closed_by_server, serving


class Visit(NamedTuple):
    """What came of a visit to a server."""

    server: Server
    code: str
    secrets: list[str]
    figures: dict[str, float]
    text: str
    opened: str  # in the browser


def test_the_help_explains_itself_with_examples() -> None:
    out = CliRunner().invoke(app, ["serve", "--help"]).output
    for words in ("At home", "For a club", "techdeck serve --open", "--host 0.0.0.0", "postgresql://", "redis://"):
        assert words in out


def test_tables_go_on_after_it_was_stopped_and_started_again(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with serving("--database", database) as server:
        ann = Person(server)
        code = ann.open()
        seat = Seat(ann, code)
        seat.say("begin")
        seat.play(3)
        port, before = server.port, seat.table["tallies"]
        server.stop()
        last = closed_by_server(seat)
        assert (last["type"], last["come_back"]) == ("closing", True)
        seat.close()
    with serving("--database", database, port=port) as server:  # the same port, at once
        seat = Seat(ann, code)
        assert seat.room["state"] == "playing"
        assert seat.table["tallies"].keys() == before.keys()
        seat.play()
        assert seat.is_over
        assert ann.get(f"/api/rooms/{code}/record").status_code == 200
        seat.close()


def complaint(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What is said when a server cannot be started: one line."""
    monkeypatch.setattr(logs, "start", lambda form: None)
    assert main(["serve", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def test_a_port_that_is_taken_is_one_clear_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        said = complaint(["--port", str(port), "--database", str(tmp_path / "tables.db")], monkeypatch, capsys)
    assert said.startswith(f"Port {port} is taken: another program listens there")
    assert said.endswith(f" --port {port + 1}.\n")


@pytest.mark.parametrize(("words", "sentence"), [
    (["--log", "xml"], "The log is written as text and json, not as 'xml'."),
    (["--port", "70000"], "A port is a number from 0 to 65535, not 70000."),
    (["--host", "203.0.113.7"], "The server cannot listen at 203.0.113.7: "),
    (["--database", "nowhere/at/all/tables.db"], "The database cannot be used: "),
    (["--database", "oracle://somewhere"], "This kind of database needs the package"),
    (["--redis", "redis://localhost"], "Several servers need one PostgreSQL; "),
])
def test_what_is_wrong_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TECHDECK_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert complaint(words, monkeypatch, capsys).startswith(sentence)


def test_two_servers_cannot_have_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    other_name = tmp_path / "another name.db"
    other_name.symlink_to(file)
    with serving("--database", str(file)) as first:
        for name in (file, other_name):
            second = Server("--database", str(name))
            assert second.process.wait(PATIENCE) == 2
            second.stop()
            assert second.log == (
                f"Another Tech Deck is running with the tables in {file}. Stop that one first, or choose another file "
                "with --database.\n")
        code = Person(first).open()  # which minds nothing
        first.kill()
        with serving("--database", str(file)) as third:
            assert Person(third).get(f"/api/rooms/{code}").status_code == 200


def test_without_the_page_it_says_how_to_build_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = "The page for browsers has not been built"

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(application.create_app(Settings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.get("/play/ABCDEF")

    for folder, is_there in ((tmp_path, False), (tmp_path / "built", True)):
        monkeypatch.setattr(application, "STATIC", folder)
        (tmp_path / "built").mkdir(exist_ok=True)
        (tmp_path / "built" / "index.html").write_text("<p>here")
        assert any(words in line for line in running.greeting("localhost", 8484, plain=True)) != is_there
        answer = asyncio.run(asked())
        assert (answer.status_code, words in answer.text) == ((200, False) if is_there else (404, True))


def test_files_of_the_page_are_sent_small_and_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = b"let fish = 1;" * 1000
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page-1234.js").write_bytes(script)
    monkeypatch.setattr(application, "STATIC", tmp_path)

    async def asked(accepted: str) -> tuple[httpx.Response, int]:
        transport = httpx.ASGITransport(application.create_app(Settings()))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            answer = await client.get("/assets/page-1234.js", headers={"Accept-Encoding": accepted})
            return answer, int(answer.headers["content-length"])

    for accepted, most in (("gzip, br", 1000), ("identity", len(script))):
        answer, length = asyncio.run(asked(accepted))
        assert answer.content == script
        assert length <= most
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "immutable" in answer.headers["cache-control"]


def test_in_a_network_the_address_is_shown_with_a_qr_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "address_nearby", lambda: "192.168.1.20")
    lines = running.greeting("0.0.0.0", 8484, plain=False)
    assert lines[:2] == [
        "Tech Deck is at http://localhost:8484", "In your network it is at http://192.168.1.20:8484"]
    assert "█" in lines[2]
    assert "█" not in "".join(running.greeting("0.0.0.0", 8484, plain=True))
    assert "network" not in "".join(running.greeting("127.0.0.1", 8484, plain=False))


def test_a_qr_code_has_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = re.sub(r"\x1b\[[\d;]*m", "", running.qr("http://192.168.1.20:8484")).splitlines()
    assert len({len(row) for row in rows}) == 1
    assert rows[1][2:10] == " ▄▄▄▄▄ █"  # the finder pattern, dark on light
    assert rows[0] == "█" * len(rows[0])


def test_the_browser_is_opened_at_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    running.open_browser(running.address("0.0.0.0", 8484))  # no browser opens that
    running.open_browser(running.address("::1", 80))
    assert opened == ["http://localhost:8484", "http://[::1]:80"]


@pytest.mark.parametrize("text", [
    "token 9lGYjUbz1Dp4Qe0KkXvWvbc2rJ0h3m5ySxvJ8aZr7_E refused",
    f"secret={'ab' * 32}",
    "cannot connect to postgresql://techdeck:passw0rd@db/techdeck",
])
def test_what_looks_like_a_secret_is_never_logged(text: str) -> None:
    assert "[hidden]" in logs.without_secrets(text)
    assert not re.search("passw0rd|9lGY|abab", logs.without_secrets(text))


def test_a_log_line_without_secrets_stays_as_it_is() -> None:
    text = "2026-01-01 room ABCDEF /api/rooms/ABCDEF/socket?seat=0 a group of facts could not be written"
    assert logs.without_secrets(text) == text


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """A server that logs JSON, on which one game was played, and that was stopped by Ctrl-C."""
    folder = tmp_path_factory.mktemp("visit")
    browser = f"sh -c 'echo $0 > {folder}/opened' %s"
    with serving("--database", str(folder / "tables.db"), "--log", "json", "--open", BROWSER=browser) as server:
        ann = Person(server)
        code = ann.open()
        seat = Seat(ann, code)
        seat.say("begin")
        assert seat.say("act", choice="fly to the moon")["type"] == "refused"
        assert ann.get("/api/rooms/NOSUCH").status_code == 404
        figures = server.metrics()
        text = httpx.get(f"{server.url}/metrics").text
        seat.play()
        key = ann.post(f"/api/rooms/{code}/link", {}).json()["key"]
        ann.post("/api/claim", {"key": key})
        seed = re.search('^seed = "(.*)"$', ann.get(f"/api/rooms/{code}/record").text, re.MULTILINE)
        assert seed is not None
        seat.close()
        server.stop(signal.SIGINT)
    opened = (folder / "opened").read_text().strip()
    return Visit(server, code, [ann.token, key, seat.room["secret"], seed[1]], figures, text, opened)


def test_it_says_where_it_is_and_stops_when_asked(visit: Visit) -> None:
    assert re.fullmatch(r"Tech Deck is at http://127\.0\.0\.1:\d+", visit.server.said[0])
    assert visit.server.said[1].startswith("Ctrl-C stops it")
    assert visit.opened == visit.server.url
    assert visit.server.process.returncode == 130
    assert "Traceback" not in visit.server.log


def test_the_log_is_json_in_each_line_and_holds_no_secret(visit: Visit) -> None:
    lines = [json.loads(line) for line in visit.server.logged]
    told = {line["words"] for line in lines if line.get("room") == visit.code}
    assert {"a table is open", "a table is playing", "a table is over"} <= told
    assert all({"at", "level", "from", "words"} <= line.keys() for line in lines)
    for secret in visit.secrets:
        assert secret not in visit.server.log


def test_the_figures_are_in_the_form_of_prometheus(visit: Visit) -> None:
    figures = visit.figures
    assert (figures["techdeck_rooms"], figures["techdeck_rooms_playing"], figures["techdeck_clients"]) == (1, 1, 1)
    assert figures["techdeck_facts_written_total"] >= figures["techdeck_groups_written_total"] > 0
    assert figures['techdeck_refusals_total{why="not possible"}'] == 1
    assert figures['techdeck_refusals_total{why="not found"}'] == 1
    for name in ("durable", "thinking", "loop_lag"):
        buckets = [value for key, value in figures.items() if key.startswith(f"techdeck_{name}_seconds_bucket")]
        assert buckets == sorted(buckets)
        assert buckets[-1] == figures[f"techdeck_{name}_seconds_count"]
        assert figures[f"techdeck_{name}_seconds_sum"] >= 0
    assert figures["techdeck_durable_seconds_count"] == figures["techdeck_actions_total"]
    for line in visit.text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"\})? [\d.e+-]+', line), line
