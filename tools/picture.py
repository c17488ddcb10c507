"""Draw docs/table.svg: a game of Grid Poker as the terminal shows it, for the README."""

import io
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from techdeck.actions import read_choice
from techdeck.games import game_named
from techdeck.match import Match
from techdeck.position import set_up
from techdeck.table import shift
from techdeck.terminal.errors import Left
from techdeck.terminal.home import PERSON
from techdeck.terminal.screen import Screen
from techdeck.terminal.session import Session

TARGET: Final = Path(__file__).parents[1] / "docs" / "table.svg"
POSITION: Final = f"""
grid poker, 3 seats
first: 2
round: 2
phase: 3
market: 9K 12T 5V / 6S 9T W1 / 7K 10V 11S
hand 1: 8S 9S 5T
hand 2: 13T 2K 4V
hand 3: 3S 7T 12V
company 1: 6T 10K
company 2: 1T 5S
company 3: 12K 13V
discard: 3K 2S 8V 4S 13S 1V
points: 2 1 0
mark used: 6T 5S
mark value: 5V={shift(3)}
rest: deck
play: commitments, results, clearing, improvement, end of round
"""
BEFORE: Final = [(1, "R1 4V 13T"), (2, "C2 12V")]  # seats, from 0, and what they commit
THEME: Final = TerminalTheme(
    (20, 22, 27), (236, 238, 242),
    [(38, 42, 52), (255, 138, 128), (127, 217, 154), (255, 212, 59), (164, 183, 255), (241, 155, 224), (95, 214, 176),
     (182, 187, 198)],
)


class Picture(Screen):
    """A screen that nobody sits at, and that remembers what was drawn on it."""

    def __init__(self) -> None:
        super().__init__(False, Console(
            record=True, file=io.StringIO(), width=100, height=34, force_terminal=True, color_system="truecolor",
            highlight=False, markup=False, emoji=False, legacy_windows=False))

    def ask(self, prompt: str = "> ") -> str:
        self.console.print(Text(prompt), end="")
        raise Left()

    def say(self, *lines: str, style: str = "") -> None:
        """What is said when somebody leaves belongs to no picture."""


def main() -> None:
    picture = Picture()
    game = game_named("grid poker")
    match = Match(game, ["Player 1", "Cat", "Bird"], 0)
    match.table, match.events = set_up(game, POSITION), []
    session = Session(picture, match, [PERSON, "casual", "casual"], None)
    session.is_new = False
    for seat, words in BEFORE:
        session.events.append(match.act(seat, read_choice(match.table, seat, words)))
    session.run()
    TARGET.write_text(picture.console.export_svg(title="techdeck play grid-poker", theme=THEME), encoding="utf-8")


if __name__ == "__main__":
    main()
