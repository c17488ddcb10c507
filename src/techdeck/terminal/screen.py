"""Where a person reads and answers: a terminal in colour, or plain lines for pipes and screen readers."""

import os
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from techdeck.terminal.errors import Left

PATIENCE: Final = 1.0  # seconds after which it is said what is being waited for
CURTAIN: Final = 60  # empty lines that push a hand out of sight where a screen cannot be cleared


def wants_plain() -> bool:
    """Whether colour and boxes would do harm here."""
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower()
    terminal = os.environ.get("TERM", "windows" if os.name == "nt" else "dumb")
    return (
        not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR")) or terminal == "dumb"
        or not encoding.startswith("utf")
    )


class Screen:
    """Plain screens print lines and nothing else; others draw."""

    def __init__(self, plain: bool, console: Console | None = None) -> None:
        self.plain: Final = plain
        self.console: Final = console or Console(
            highlight=False, markup=False, emoji=False, color_system=None if plain else "auto", soft_wrap=plain)
        self.answers: Final = sys.stdin.isatty()  # whether somebody sits at the keyboard
        self._is_interrupted = False
        if not plain and self.answers:
            with suppress(ImportError):
                import readline  # noqa: F401  # lines can be edited and called back

    @property
    def width(self) -> int:
        return max(40, self.console.width)

    @property
    def height(self) -> int:
        return max(16, self.console.height)

    def say(self, *lines: str, style: str = "") -> None:
        """Sentences; on a plain screen each is one line, however long."""
        for line in lines:
            if self.plain or self._is_interrupted:
                print(line, flush=True)
                continue
            indent = len(line) - len(line.lstrip())
            # A path that is longer than the screen stays in one piece, so that it can be copied.
            parts = textwrap.wrap(
                line.lstrip(), max(20, self.width - indent - 1), subsequent_indent="  " if indent else "",
                break_long_words=False, break_on_hyphens=False)
            for part in parts or [""]:
                with self._drawing():
                    self.console.print(Text(" " * indent + part, style=style), soft_wrap=True)

    def show(self, *pictures: RenderableType) -> None:
        """Something drawn; a plain screen is never given any."""
        for picture in pictures:
            with self._drawing():
                self.console.print(picture)

    @contextmanager
    def _drawing(self) -> Iterator[None]:
        """Ctrl-C in the midst of it may leave a console that keeps all further words to itself.

        :raises Left: then; what is said afterwards is said in plain lines.
        """
        try:
            yield
        except KeyboardInterrupt:
            self._is_interrupted = True
            print(flush=True)
            raise Left(by_interrupt=True) from None

    def fresh(self) -> None:
        """Begin at the top of an empty screen."""
        if not self.plain:
            with self._drawing():
                self.console.clear()

    def curtain(self) -> None:
        """Let nobody read what was on the screen."""
        if self.plain:
            print("\n" * CURTAIN, flush=True)
        else:
            with self._drawing():
                self.console.clear()
                self.console.file.write("\x1b[3J")  # what was scrolled away, too
                self.console.file.flush()

    def ask(self, prompt: str = "> ") -> str:
        """What the person types.

        :raises Left: if the input ends, or Ctrl-C is pressed.
        """
        try:
            return input(prompt).strip()
        except EOFError:
            print(flush=True)
            raise Left() from None
        except KeyboardInterrupt:
            print(flush=True)
            raise Left(by_interrupt=True) from None

    @contextmanager
    def waiting(self, words: str, patience: float = PATIENCE) -> Iterator[None]:
        """Say what is being waited for, if it takes long."""
        status = None if self.plain or not self.console.is_terminal else self.console.status(words)
        timer = Timer(max(0.0, patience), (lambda: print(words, flush=True)) if status is None else status.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if status is not None:
                status.stop()

    def page(self, picture: RenderableType, text: str) -> None:
        """Something long: with a pager where somebody sits, else all of it."""
        if self.plain or not self.answers or not self.console.is_terminal:
            self.say(text)
            return
        os.environ.setdefault("LESS", "-FRX")
        with self._drawing(), self.console.pager(styles=True):
            self.console.print(picture)


def in_columns(words: Sequence[str], width: int, gap: int = 3) -> list[str]:
    """Short words side by side, read down each column."""
    if not words:
        return []
    wide = max(map(len, words)) + gap
    columns = max(1, (width + gap) // wide)
    rows = -(-len(words) // columns)
    return [
        "".join(words[at].ljust(wide) for at in range(row, len(words), rows)).rstrip() for row in range(rows)
    ]
