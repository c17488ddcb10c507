"""What is written about the server holds: the protocol is the one in the program, and the example plays."""

import importlib.util
import re
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from techdeck.terminal.app import app
from tests.server.play import Server
from tests.server.serving import PATIENCE, ROOT, Person, Seat, environment

DOCS = ROOT / "docs"
PAGES = ["protocol.md", "bots-over-the-wire.md", "running-a-server.md", "fairness.md", "records.md"]
EXAMPLE = ROOT / "examples" / "bot.py"


def module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_protocol_is_written_down_as_it_is() -> None:
    made = module("protocol", ROOT / "tools" / "protocol.py").page()
    assert (DOCS / "protocol.md").read_text(encoding="utf-8") == made, "run python tools/protocol.py"


def test_the_example_is_printed_as_it_is_and_short() -> None:
    code = EXAMPLE.read_text(encoding="utf-8")
    assert f"```python\n{code}```" in (DOCS / "bots-over-the-wire.md").read_text(encoding="utf-8")
    lines = [line for line in code.splitlines() if line.strip()]
    assert len(lines) <= 34  # thirty, its title and how it is called


@pytest.mark.parametrize("game", ["grid poker", "peer to peer"])
def test_the_example_plays_a_game(game: str, server: Server) -> None:
    ann = Person(server)
    code = ann.open(game, bots=0, places=[{"level": ""}, {"level": ""}])
    seat = Seat(ann, code)
    bot = subprocess.Popen(
        [sys.executable, str(EXAMPLE), server.url, code, "1", "Marvin"], stdout=subprocess.PIPE, text=True,
        env=environment())
    try:
        seat.until(lambda _: seat.room["seats"][1]["name"] == "Marvin")
        seat.say("begin")
        seat.play()
        out, _ = bot.communicate(timeout=PATIENCE)
    finally:
        bot.kill()
    assert bot.returncode == 0
    assert out.strip() == str(seat.room["scores"])
    seat.close()
    lost = subprocess.run(  # what is wrong is a sentence
        [sys.executable, str(EXAMPLE), server.url, "NOSUCH", "0", "Marvin"], capture_output=True, text=True,
        env=environment(), timeout=PATIENCE)
    assert (lost.returncode, lost.stderr) == (1, "There is no table with the code NOSUCH.\n")


def test_the_example_says_what_is_wrong_however_slow_it_is(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    example = module("bot", EXAMPLE)
    connect = example.connect

    def connect_slowly(*details: Any, **more: Any) -> Any:
        socket = connect(*details, **more)
        time.sleep(0.3)  # the server has said why, and hung up
        return socket

    monkeypatch.setattr(example, "connect", connect_slowly)
    with pytest.raises(SystemExit, match="There is no table with the code NOSUCH"):
        example.play(server.url, "NOSUCH", 0, "Marvin")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if link.startswith("https://"):
            continue
        name, _, heading = link.partition("#")
        target = (DOCS / name).resolve() if name else DOCS / page
        assert target.exists(), link
        if heading:
            headings = re.findall(r"(?m)^#+ (.+)$", target.read_text(encoding="utf-8"))
            slugs = {re.sub(r"[^\w\- ]", "", found.lower()).replace(" ", "-") for found in headings}
            assert heading in slugs, link


@pytest.mark.parametrize("page", PAGES)
def test_every_option_that_is_named_exists(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for line in re.findall(r"techdeck (?:serve|verify) .*", text):
        command = line.split()[1]
        known = CliRunner().invoke(app, [command, "--help"]).output
        for option in re.findall(r"--[a-z-]+", line):
            assert option in known, option


def test_the_page_for_clubs_names_every_option_of_limits_and_every_figure(server: Server) -> None:
    text = (DOCS / "running-a-server.md").read_text(encoding="utf-8")
    known = CliRunner().invoke(app, ["serve", "--help"]).output
    for option in re.findall(r"--\w+-per-\w+", known):
        assert option in text
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) > 5
    for name in names:
        assert name in text, name
