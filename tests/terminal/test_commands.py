"""What can be looked up and asked for, and what is said when it cannot be."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from techdeck import __version__
from techdeck.games import GAMES, allowed
from techdeck.terminal.app import app
from techdeck.terminal.home import new_name
from tests.conftest import build
from tests.terminal.conftest import PROGRAM, Run, environment, piped


def test_the_version_is_said_and_the_build(run: Run) -> None:
    assert run("--version").out == f"techdeck {__version__} ({build()})\n"


def test_the_package_is_a_program() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "techdeck", "--version"], capture_output=True, text=True, timeout=60, check=False,
        env=environment())
    assert (said.returncode, said.stdout) == (0, f"techdeck {__version__} ({build()})\n")


def test_the_games_are_listed_with_all_their_options(run: Run) -> None:
    out = run("games").out
    for name, entry in GAMES.items():
        assert f"techdeck play {name.replace(' ', '-')}" in out
        assert entry.about in out
        for option in fields(entry.options):
            assert f"    {option.name}=" in out


def test_presets_are_listed_with_what_they_are_and_how_they_were_measured(run: Run) -> None:
    out = run("games").out
    presets = [preset for entry in GAMES.values() for preset in entry.presets.values()]
    assert presets
    for preset in presets:
        assert f"    {preset.name}: {preset.about}" in out
        assert all(f"      {sentence}" in out for sentence in preset.told_chances())
    assert "      The same as effect_use_exhausts_card=yes." in out


def test_a_preset_is_played_and_an_option_changes_it(run: Run, home: Path) -> None:
    run("watch", "peer-to-peer", "--preset", "Hard", "--option", "max_rounds=1", "--fast", "--bots", "random")
    record = next((home / "games").glob("*.toml")).read_text()
    assert "effect_use_exhausts_card = true" in record
    assert "max_rounds = 1\n" in record


def test_an_option_says_what_it_can_be() -> None:
    assert allowed(GAMES["grid poker"], "suit_order") == "group_first, rest_first, high_card_first"
    assert allowed(GAMES["grid poker"], "bidding") == "yes or no"


def test_the_help_names_every_command() -> None:
    out = CliRunner().invoke(app, ["--help"]).output
    for command in ("play", "resume", "watch", "replay", "position", "cards", "rules", "games", "measure", "simulate",
                    "tournament"):
        assert command in out


def test_without_words_the_help_is_shown(run: Run) -> None:
    answer = run()
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == run("--help").out
    assert answer.out.isascii()  # no boxes for screen readers and pipes


def test_the_whole_deck_is_shown(run: Run) -> None:
    assert len(run("cards").out.splitlines()) == 54


@pytest.mark.parametrize("words", [["9k"], ["9K"], ["search", "engines"], ["Search Engines"], ["sEaRcH eNgInEs"]])
def test_a_card_is_found_by_code_and_by_name(run: Run, words: list[str]) -> None:
    answer = run("cards", *words)
    assert answer.code == 0
    assert "Search Engines" in answer.out


def test_one_card_is_explained_in_full(run: Run) -> None:
    out = run("cards", "9K").out
    assert "value 9 of Knowledge" in out
    assert "an index of billions of pages" in out
    assert "Search the deck for a card of the same domain" in out


def test_cards_are_searched(run: Run) -> None:
    out = run("cards", "search", "flying", "robots").out
    assert out.startswith("6T Drones (hearts):")
    assert len(out.splitlines()) == 1


def test_a_clause_of_the_rules_is_shown(run: Run) -> None:
    for clause in ("R34", "gp-r34"):
        assert "The row winner must then discard one market card" in run("rules", "grid-poker", clause).out


def test_the_rules_are_searched(run: Run) -> None:
    out = run("rules", "grid-poker", "first-player marker").out
    assert "GP-S13" in out


def test_the_whole_page_is_shown(run: Run) -> None:
    assert "**GP-R01**" in run("rules", "Grid Poker").out


@pytest.mark.parametrize(("words", "sentence"), [
    (["play", "--players", "9"], "Grid Poker is for 1 to 6 players, not 9."),
    (["play", "--players", "-1"], "Grid Poker is for 1 to 6 players, not -1."),
    (["play", "--players", "two"], "Invalid value for '--players'"),
    (["play", "--seat", "3"], "There is no seat 3 at a table of 2."),
    (["play", "--people", "3"], "At a table of 2 there cannot be 3 people."),
    (["play", "--people", "2", "--seat", "2"], "--seat is for one person."),
    (["play", "--people", "2", "--bots", "casual"], "so there are no bots."),
    (["play", "chess"], "There is no game 'chess'"),
    (["play", "--bots", "clever"], "There are no 'clever' bots for Grid Poker; there are random and casual."),
    (["play", "--players", "4", "--bots", "random", "--bots", "casual"], "There are 3 bots, but 2 levels for them."),
    (["play", "--seed", "lucky"], "A seed is a number from 0, or 64 hexadecimal digits, not 'lucky'."),
    (["play", "--seed", "-4"], "A seed is a number from 0"),
    (["play", "--seed", "z" * 64], "A seed is a number from 0"),
    (["play", "--option", "decks=3"], "The option decks can be 0, 1, 2, not '3'."),
    (["play", "--option", "decks=many"], "The option decks can be 0, 1, 2, not 'many'."),
    (["play", "--option", "bidding=perhaps"], "The option bidding can be yes or no, not 'perhaps'."),
    (["play", "--option", "tied_hands=duel"], "The option tied_hands can be share, first_in_order, not 'duel'."),
    (["play", "--option", "jokers=5"], "There is no option 'jokers'; there are decks,"),
    (["play", "--option", "bidding"], "An option is written name=value, not 'bidding'."),
    (["play", "peer-to-peer", "--preset", "deadly"],
     "There is no preset 'deadly'; there are family, standard and hard."),
    (["play", "grid-poker", "--preset", "hard"], "This game has no presets."),
    (["play", "--name", ""], "A name has 1 to 20 letters"),
    (["play", "--name", "a\x1b[31mb"], "A name has 1 to 20 letters"),
    (["play", "--name", "Ann", "--name", "Bob"], "There are 2 names for 1 person."),
    (["play", "--people", "2", "--name", "Ann", "--name", "Ann"], "Two players cannot have the same name."),
    (["play", "--resume"], "There is no game to go on with."),
    (["resume"], "There is no game to go on with."),
    (["watch", "--delay", "-1"], "The delay is from 0 to 60 seconds, not -1."),
    (["watch", "--as-seat", "7"], "There is no seat 7 at a table of 2."),
    (["cards", "99X"], "No card speaks of '99X'."),
    (["rules", "bridge"], "The rulebook has no page 'bridge'; it has"),
    (["rules", "grid-poker", "R99"], "Nothing in the rules of grid poker is called or speaks of 'R99'."),
    (["replay", "nowhere.toml"], "There is no file nowhere.toml."),
    (["position", "nowhere.txt"], "There is no file nowhere.txt."),
    (["dance"], "No such command 'dance'."),
    (["play", "--colour"], "No such option: --colour"),
    (["replay"], "Missing argument"),
])
def test_what_cannot_be_done_gets_a_sentence_and_code_two(run: Run, words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
    assert "\x1b" not in answer.err
    assert (answer.code, answer.out) == (2, "")


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("True", True), ("off", False), ("0", False)])
def test_yes_and_no_are_understood_in_many_words(run: Run, home: Path, text: str, value: bool) -> None:
    run("play", "--option", f"Five-Of-A-Kind={text}", "--bots", "random", typed="quit\n")
    saved = next((home / "unfinished").iterdir()).read_text(encoding="utf-8")
    assert f"five_of_a_kind = {str(value).lower()}" in saved


def test_bots_are_watched_and_the_same_seed_is_the_same_game(run: Run, home: Path) -> None:
    first, second = [run("watch", "--fast", "--players", "3", "--bots", "random", "--seed", "5") for _ in range(2)]
    assert first.out.splitlines()[:-1] == second.out.splitlines()[:-1]
    assert "wins with" in first.out or "share the win" in first.out
    assert len(list((home / "games").iterdir())) == 2


@pytest.mark.parametrize("game", [name.replace(" ", "-") for name in GAMES])
def test_every_game_is_watched_to_its_end_and_can_be_replayed(game: str, run: Run, home: Path) -> None:
    seen = run("watch", game, "--fast", "--bots", "random", "--seed", "5")
    assert seen.code == 0
    assert re.search(r"\bwins?\b|share the win", seen.out)
    (record,) = (home / "games").glob("*.toml")
    again = run("replay", str(record), "--fast")
    assert again.code == 0
    assert seen.out.splitlines()[-2] in again.out


def test_watching_goes_step_by_step_and_can_be_left(run: Run) -> None:
    answer = run("watch", "--step", "--bots", "random", "--seed", "5", typed="\n\nq\n")
    assert answer.out.count("Enter for the next step") == 3
    assert answer.out.endswith("Goodbye.\n")


def test_a_spectator_sees_no_drawn_card_and_a_seat_its_own(run: Run) -> None:
    seen = run("watch", "--fast", "--bots", "random", "--seed", "5").out
    assert "draws a card." in seen
    own = run("watch", "--fast", "--bots", "random", "--seed", "5", "--as-seat", "1").out
    assert "You draw" in own
    assert "You draw a card" not in own


def test_measuring_is_passed_on(run: Run) -> None:
    answer = run("measure", "grid-poker", "--bot", "random", "--against", "random", "--games", "2", "--seed", "1")
    assert answer.code == 0


def test_a_reader_who_goes_away_is_no_error() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "rules", "grid-poker"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment())
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    errors = child.stderr.read()
    child.stderr.close()
    child.wait(30)
    assert errors == b""


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii"}, {}])
def test_a_pipe_gets_plain_lines(more: dict[str, str]) -> None:
    answer = piped("cards", **more)
    assert answer.returncode == 0
    assert "\x1b" not in answer.stdout
    assert answer.stdout.isascii()


def test_games_are_named_by_their_moment() -> None:
    assert new_name("grid poker").startswith("grid-poker-20")
    assert os.path.splitext(new_name("grid poker"))[1] == ".toml"
