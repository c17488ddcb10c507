"""Lines of text side by side and one below the other, cut and padded to their room."""

import textwrap
from collections.abc import Sequence

from rich.text import Text


def text(*parts: str | Text | tuple[str, str]) -> Text:
    """One line of several parts; a pair is words and their style."""
    line = Text(no_wrap=True, overflow="ellipsis", end="")
    for part in parts:
        if isinstance(part, Text):
            line.append_text(part)
        elif isinstance(part, tuple):
            line.append(*part)
        else:
            line.append(part)
    return line


def fitted(line: Text, width: int) -> Text:
    """The line cut or padded to a width."""
    copy = line.copy()
    copy.truncate(width, overflow="ellipsis", pad=True)
    return copy


def at_both_ends(left: Text, right: Text, width: int) -> Text:
    room = max(0, width - right.cell_len - 1)
    short = left.copy()
    short.truncate(room, overflow="ellipsis")
    return text(short, " " * (width - short.cell_len - right.cell_len), right)


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Two columns; `width` is that of the left one."""
    empty = Text("", end="")
    return [
        text(fitted(left[at] if at < len(left) else empty, width), " " * gap, right[at] if at < len(right) else empty)
        for at in range(max(len(left), len(right)))
    ]


def wrapped(words: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(words, max(10, width), subsequent_indent=indent, break_long_words=True) or [""]
