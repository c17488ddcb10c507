"""What happened at a table, as lines that go over the wire.

The same happens again and again, in all rooms with the same game.  What is alike is worded and written once, as a
pattern; a line of a room is its pattern with the names of those who sit there, and the numbers of that one event.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from msgspec import Raw, json, structs

from techdeck.cards import code
from techdeck.events import Event, Moved, Shown, Telling
from techdeck.server.wire import Line
from techdeck.table import Game
from techdeck.telling import Teller, capital

MOST_SIDES: Final = 8
SIGNS: Final = "".join([chr(0xE100 + number) for number in range(2 * MOST_SIDES)])
"""They stand for the names of the sides, and those after them for the same names at the beginning of a sentence.
Nobody's name has one: they are of no alphabet."""
SIGNS_WRITTEN: Final = [sign.encode() for sign in SIGNS]
CARD: Final = chr(0xE100 + 2 * MOST_SIDES)  # stands for the card
CARD_WRITTEN: Final = CARD.encode()
BACK: Final = b',"back":'
PLACE: Final = b',"place":'
MOST_PATTERNS: Final = 5_000  # people say all kinds of things; not every sentence is kept for ever
MOST_TELLERS: Final = 200


class Pattern:
    """A line of all events that are alike to a reader, with signs instead of names and cards, and gaps for numbers."""

    def __init__(self, lines: Sequence[Line]) -> None:
        """There is one line at most: what is not for the reader has none."""
        self.is_silent: Final = not lines
        self._has_card: Final = bool(lines) and lines[0].card != ""
        line = _with_signs(lines[0]) if lines else Line("", "")
        # Within a sentence there would be a backslash before the second quotation mark.
        head, _, tail = json.encode(line).partition(BACK + b"0")
        self._head: Final = head
        self._tail: Final = tail
        self._signs: Final = [number for number, sign in enumerate(SIGNS) if sign in line.words]

    def line(self, event: Event, names: Sequence[bytes]) -> Raw:
        """The line of one of these events; the names are by sign, as they are written in JSON."""
        text = self._head
        if isinstance(event, Moved):
            text = text + _number(BACK, event.back) + self._tail[:-1] + _number(PLACE, event.at) + b"}"
        elif isinstance(event, Shown):
            text = text + _number(BACK, event.back) + self._tail
        if self._has_card and isinstance(event, (Moved, Shown)):
            text = text.replace(CARD_WRITTEN, code(event.face).encode())
        for number in self._signs:
            text = text.replace(SIGNS_WRITTEN[number], names[number])
        return Raw(text)


def _with_signs(line: Line) -> Line:
    words = line.words.replace(line.card, CARD, 1) if line.card else line.words
    if words[0] in SIGNS:
        words = chr(ord(words[0]) + MOST_SIDES) + words[1:]
    is_of_card = line.what in ("move", "show")
    return structs.replace(line, words=words, card=CARD if line.card else "", back=0 if is_of_card else -1, place=-1)


def _number(name: bytes, value: int) -> bytes:
    return name + str(value).encode() if value >= 0 else b""


class SharedTeller:
    """Tells events to a side of any room with the same game."""

    def __init__(self, game: Game, side: int, members: tuple[tuple[int, ...], ...]) -> None:
        self._teller: Final = Teller(game, SIGNS[:len(members)], side, members)
        self._patterns: Final[dict[tuple[str, int, int, str, str], Pattern]] = {}

    def lines(self, events: Sequence[Event], names: Sequence[bytes]) -> list[Raw]:
        """What the side may know of these events; the names are by sign: see `names_written`."""
        patterns, side = self._patterns, self._teller.side
        lines: list[Raw] = []
        for event in events:
            likeness = event.likeness(side)
            pattern = patterns.get(likeness)
            if pattern is None:
                if len(patterns) >= MOST_PATTERNS:
                    patterns.clear()
                pattern = patterns[likeness] = Pattern(line_of(self._teller.told(event)))
            if not pattern.is_silent:
                lines.append(pattern.line(event, names))
        return lines


@lru_cache(MOST_TELLERS)
def shared_teller(game: Game, side: int, members: tuple[tuple[int, ...], ...]) -> SharedTeller:
    return SharedTeller(game, side, members)


def names_written(names: Sequence[str]) -> list[bytes]:
    """The names of the sides by sign, as they are written in JSON within a sentence, and at its beginning."""
    some = [json.encode(name)[1:-1] for name in names]
    return [*some, *[b""] * (MOST_SIDES - len(some)), *[json.encode(capital(name))[1:-1] for name in names]]


def line_of(told: Telling) -> list[Line]:
    """What is told of an event; nothing if nothing is."""
    words = cast(str, told["words"])
    if not words:
        return []
    what = cast(str, told["what"])
    if what == "move":
        return [Line(what, words, cast(int, told["back"]), cast(str, told["card"] or ""), cast(str, told["from"]),
                     cast(str, told["to"]), cast(int, told["at"]))]
    if what == "show":
        return [Line(what, words, cast(int, told["back"]), cast(str, told["card"] or ""), "", cast(str, told["in"]))]
    return [Line(what, words, target=cast(str, told.get("in", "")))]
