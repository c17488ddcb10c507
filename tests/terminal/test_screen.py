"""The screen: whenever Ctrl-C comes, what is said afterwards is read."""

import sys
from types import FrameType

import pytest
from rich.console import Console

from techdeck.terminal.errors import Left
from techdeck.terminal.screen import Screen


class Interruption:
    """Ctrl-C at the n-th line that the console runs."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, frame: FrameType, event: str, arg: object) -> "Interruption | None":
        if "rich" not in frame.f_code.co_filename:
            return self if event == "call" else None
        if event == "line":
            self.left -= 1
            if self.left == 0:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


def test_whenever_it_is_interrupted_the_farewell_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    number = 0
    is_interrupted = True
    before = sys.gettrace()
    while is_interrupted:
        number += 1
        screen = Screen(plain=False, console=Console(force_terminal=True, width=80))
        is_interrupted = False
        sys.settrace(Interruption(number))
        try:
            screen.fresh()
            screen.say("You put 9K into the company.")
        except (Left, KeyboardInterrupt):  # in the midst of drawing, or beside it
            is_interrupted = True
        finally:
            sys.settrace(before)
        screen.say("Goodbye.")
        assert "Goodbye." in capsys.readouterr().out, number
    assert number > 100
