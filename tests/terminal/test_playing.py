"""Whole games at the terminal: in a real one, and through a pipe; nothing hidden is ever printed."""

import io
import re
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pexpect
import pytest
from rich.console import Console

from techdeck.cards import code
from techdeck.games.grid_poker import Options, grid_poker
from techdeck.games.regular_poker import Options as PokerOptions
from techdeck.games.regular_poker import regular_poker
from techdeck.match import Match
from techdeck.table import Game
from techdeck.terminal.choices import Menu
from techdeck.terminal.home import PERSON
from techdeck.terminal.screen import Screen
from techdeck.terminal.session import Session
from techdeck.views import View
from tests.terminal.conftest import CHOICE, Run, Spawn, piped

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")
CODES = re.compile(r"(?<![\w'])(?:(?:1[0-3]|[1-9])[KSTV]|W[12])'*(?![\w'])")


# In a real terminal

def test_a_whole_game_is_played_by_numbers(spawn: Spawn, home: Path) -> None:
    child = spawn("play", "--bots", "random", "--seed", "5")
    for _ in range(600):
        found = child.expect([CHOICE, "Enter to go on: ", r"Watch it now\? \(y/n\) "])
        if found == 2:
            break
        if found == 1:
            child.sendline("")
        else:
            child.sendline("list")
            child.expect(CHOICE)
            child.sendline("1")
    child.sendline("y")
    child.expect("Step 0 of ")
    child.sendline("j 3")
    child.expect("Step 3 of ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert list((home / "unfinished").iterdir()) == []
    assert len(list((home / "games").iterdir())) == 1


def test_wrong_words_help_and_nothing_is_lost(spawn: Spawn, home: Path) -> None:
    child = spawn("play", "--bots", "random", "--seed", "5", "--name", "Ann", columns=200)  # no sentence is broken
    for typed, answer in [
        ("", "Enter alone chooses nothing"), ("99", "list shows all choices with their numbers"),
        ("fly me to the moon", "is not among your choices"), ("pass", "You cannot pass here"),
        ("undo", "There is nothing to take back"), ("back", "There is no step to go back"),
        ("\x7f\x01\x02", "Enter alone|not among"), ("R1 9K", "not among your choices|cannot be chosen"),
        ("?", "The cards you can choose from"), ("? 9K", "value 9 of Knowledge"), ("?drones", "Flying robots"),
        ("? nonsense", "There is no card .nonsense"), ("table", "Your hand"), ("log", "You draw"),
        ("save", "The game is saved in"), ("x" * 3000, "is not among your choices"),
    ]:
        child.expect(CHOICE)
        child.sendline(typed)
        child.expect(answer)
    child.expect(CHOICE)
    child.sendline("list")
    child.expect(" 21 ")
    child.expect(CHOICE)
    child.sendline("21")
    child.expect("You put")
    child.expect(CHOICE)
    child.sendintr()
    child.expect("Goodbye. The game is saved. Go on with: techdeck resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130

    child = spawn("resume")
    child.expect("Choose what to discard|Use the effect")
    child.expect(CHOICE)
    child.sendline("log")
    child.expect("You put .* into the company")
    child.expect(CHOICE)
    child.sendeof()
    child.expect("Goodbye. The game is saved.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_closed_terminal_loses_nothing(spawn: Spawn, run: Run, home: Path) -> None:
    child = spawn("play", "--bots", "random", "--seed", "5")
    child.expect(CHOICE)
    child.sendline("list")
    child.expect(CHOICE)
    child.sendline("1")
    child.expect("You put")
    child.kill(signal.SIGKILL)
    child.wait()
    kept = next((home / "unfinished").iterdir()).read_text(encoding="utf-8")
    assert '"1 company ' in kept
    answer = run("play", "--resume", typed="log\nquit\n")
    assert "You put" in answer.out


def test_choices_are_made_step_by_step(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(
        "grid poker, 2 seats\nfirst: 1\nmarket: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S\nhand 1: 9S 9K 6T\nhand 2: 1K 2K\n"
        "company 1: 1S 5T\ncompany 2: 4K 6K\nrest: deck\nplay: commitments, results, clearing\n", encoding="utf-8")
    child = spawn("position", str(path), "--bots", "random", lines=24, columns=80)
    child.expect("R2 .*Three of a kind, nines")
    child.expect(CHOICE)
    child.sendline("r2")
    child.expect('"r2" fits 6 choices')
    child.expect(CHOICE)
    child.sendline("back")
    child.expect("Lay one or two hand cards")
    child.expect(CHOICE)
    child.sendline("r2")
    child.expect(CHOICE)
    child.sendline("search neuro")
    child.expect("Three of a kind, nines")
    child.expect(CHOICE)
    child.sendline("pass")
    child.expect("You do not place the company|Enter to go on")


def test_people_at_one_keyboard_do_not_see_each_others_hands(spawn: Spawn) -> None:
    child = spawn("play", "--people", "2", "--name", "Ann", "--name", "Bob", "--seed", "5")
    child.expect("Pass the keyboard to (Ann|Bob), who presses Enter")
    first = child.match.group(1)
    assert "Your hand" not in child.before
    child.sendline("")
    child.expect(f"{first}, your choice")
    child.sendline("list")
    child.expect("your choice")
    child.sendline("1")
    child.expect("Pass the keyboard to (Ann|Bob), who presses Enter")
    assert child.match.group(1) != first
    assert "\x1b[3J" in child.before  # not even what was scrolled away can be read
    assert "Your hand" not in child.before.split("\x1b[3J")[-1]


@pytest.mark.parametrize(("lines", "columns"), [(24, 80), (30, 100), (40, 140), (16, 40), (24, 60)])
def test_the_picture_fits_the_terminal(lines: int, columns: int) -> None:
    heard = played_by_chance(grid_poker(), lines, False, lines, columns)
    for picture in heard.pictures:
        assert max(len(line) for line in picture) <= columns
        if lines >= 24 and columns >= 80 and picture[0].startswith(" Grid Poker"):
            assert len(picture) < lines  # one line is for the answer


# Nothing hidden is printed

class Listener(Screen):
    """A screen that plays by chance, and remembers which cards were printed and which could be known."""

    def __init__(self, plain: bool, lines: int, columns: int) -> None:
        self.paper = io.StringIO()
        super().__init__(plain, Console(
            file=self.paper, force_terminal=not plain, width=columns, height=lines, highlight=False, markup=False,
            emoji=False, color_system=None if plain else "auto"))
        self.rng = Random(0)
        self.session: Session | None = None
        self.known: set[str] = set()
        self.pictures: list[list[str]] = []

    def say(self, *lines: str, style: str = "") -> None:
        super().say(*lines, style=style)
        if self.plain:
            self.paper.write("\n".join(lines) + "\n")

    def learn(self) -> None:
        """What the first seat may know now, and what the engine told it."""
        assert self.session is not None
        table = self.session.match.table
        view = View(table, 0)
        self.known |= {code(face) for face in view.faces if face >= 0}
        for side in range(view.sides):
            self.known |= {code(face) for face in view.remembered(table.game.words.hand, side)}
        voice = table.game.voice(["Ann", "Bob", "Cid"])
        for events in self.session.events[-2:]:
            for event in events:
                self.known |= set(CODES.findall(str(event.told(0, voice)["words"])))

    def check(self) -> None:
        self.learn()
        self.check_printed()

    def check_printed(self) -> None:
        text = ESCAPES.sub("", self.paper.getvalue())
        self.paper.seek(0)
        self.paper.truncate()
        # What a changed card counts as is no card.
        hidden = set(CODES.findall(re.sub(r"(?:→|counts as) *\S+", "", text))) - self.known
        assert not hidden, f"{hidden} in:\n{text}"
        self.pictures.append(text.splitlines())

    def ask(self, prompt: str = "> ") -> str:
        assert self.session is not None
        self.check()
        if "choice" not in prompt:
            return ""
        table = self.session.match.table
        decision = table.decision_of(0)
        assert decision is not None
        menu = Menu(table, decision, self.session.names)
        if self.rng.random() < 0.05:
            return self.rng.choice(["log", "table", "list", "undo"])
        return self.rng.choice(menu.texts)


class Watched(Session):
    """A session in which what may be known is noted after every action."""

    def _keep(self) -> None:
        assert isinstance(self.screen, Listener)
        self.screen.learn()


def played_by_chance(game: Game, seed: int, plain: bool, lines: int = 40, columns: int = 120) -> Listener:
    screen = Listener(plain, lines, columns)
    match = Match(game, ["Ann", "Bob", "Cid"], seed)
    screen.session = Watched(screen, match, [PERSON, "random", "random"], None)
    assert screen.session.run() == 0
    screen.check()
    return screen


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("game", [
    grid_poker(), grid_poker(Options(bidding=True, secret_hand_commit=True, wild_hand_effect=True)),
    regular_poker(PokerOptions(deals=2)), regular_poker(PokerOptions("texas_holdem", deals=2)),
], ids=["grid poker", "with bidding", "five-card draw", "hold'em"])
def test_no_card_is_printed_that_the_seat_does_not_know(game: Game, plain: bool) -> None:
    for seed in range(2):
        played_by_chance(game, seed, plain)


def test_a_leak_would_be_noticed() -> None:
    screen = Listener(True, 40, 120)
    match = Match(grid_poker(), ["Ann", "Bob"], 1)
    screen.session = Watched(screen, match, [PERSON, "random"], None)
    view = View(match.table, 0)
    hidden = next(code(match.table.face[back]) for back, face in enumerate(view.faces) if face < 0)
    screen.say(f"Bob holds {hidden}.")
    with pytest.raises(AssertionError):
        screen.check()


# Through a pipe

def numbers(count: int) -> Sequence[str]:
    return ["list", "1"] * count


def test_a_whole_game_goes_through_a_pipe_in_plain_lines() -> None:
    answer = piped("play", "--bots", "random", "--seed", "5", typed="\n".join(numbers(150)))
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "\x1b" not in answer.stdout
    assert not set(answer.stdout) & set("│─┌┐└┘├┤┬┴┼▌▸■◆→✓")
    assert "Market row 1: " in answer.stdout
    assert "Watch it again with: techdeck replay" in answer.stdout
    assert "Watch it now?" not in answer.stdout  # nobody sits there


def test_the_input_may_end_at_any_moment(run: Run) -> None:
    for count in range(0, 40, 7):
        answer = run("play", "--bots", "random", "--seed", "5", typed="\n".join(numbers(count)))
        assert answer.code == 0
        assert answer.err == ""
        assert "Goodbye. The game is saved." in answer.out


def test_plain_lines_between_people_hide_the_screen(run: Run) -> None:
    answer = run("play", "--people", "2", "--seed", "5", typed="\nlist\n1\n\nquit\n")
    first, second = answer.out.split("Pass the keyboard to")[1:]
    assert "\n" * 50 in first
    assert "Hand: " in second


def test_solo_is_played_against_the_artificial_player(run: Run) -> None:
    answer = run("play", "--players", "1", "--seed", "5", typed="\n".join(numbers(150)))
    assert "The artificial player" in answer.out
    assert answer.code == 0


def test_bots_answer_the_same_after_a_break(run: Run, home: Path) -> None:
    typed = numbers(150)
    whole = run("play", "--bots", "random", "--seed", "5", typed="\n".join(typed))
    run("play", "--bots", "random", "--seed", "5", typed="\n".join(typed[:20]))
    run("resume", typed="\n".join(typed[20:]))
    assert whole.code == 0
    first, second = [path.read_text(encoding="utf-8") for path in sorted((home / "games").iterdir())]
    assert first == second
