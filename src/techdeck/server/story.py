"""What happened at a table, as lines that go over the wire.

The same happens again and again, in all rooms with the same game.  What is alike is worded and written once, as a
pattern; a line of a room is its pattern with the names of those who sit there, and the cards and numbers of that one
event.  Most sides of a room hear the same of it, which is the same line.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from msgspec import Raw, json, structs

from techdeck.events import CARD, Event, Moved, Shown, Telling, without_cards
from techdeck.server.wire import Line
from techdeck.table import Game
from techdeck.telling import Teller, capital

MOST_SIDES: Final = 8
SIGNS: Final = "".join([chr(0xE100 + number) for number in range(2 * MOST_SIDES)])
"""They stand for the names of the sides, and those after them for the same names at the beginning of a sentence.
Nobody's name has one: they are of no alphabet."""
SIGNS_WRITTEN: Final = [sign.encode() for sign in SIGNS]
CARD_WRITTEN: Final = CARD.encode()
BACK: Final = b',"back":'
PLACE: Final = b',"place":'
MOST_PATTERNS: Final = 5_000  # people say all kinds of things; not every sentence is kept for ever
MOST_TELLERS: Final = 200


class Pattern:
    """A line of all events that are alike to a reader, with signs instead of names and cards, and gaps for numbers."""

    def __init__(self, line: Line | None) -> None:
        """What is not for the reader has no line."""
        self.is_silent: Final = line is None
        # Within a sentence there would be a backslash before the second quotation mark.
        head, _, tail = json.encode(line).partition(BACK + b"0")
        self._head: Final = head.split(CARD_WRITTEN)  # what is between the cards
        self._tail: Final = tail.split(CARD_WRITTEN)
        self._signs: Final = [number for number, sign in enumerate(SIGNS) if line is not None and sign in line.words]

    def line(self, event: Event, cards: Sequence[str], names: Sequence[bytes]) -> Raw:
        """The line of one of these events; the names are by sign, as they are written in JSON."""
        text = _filled(self._head, cards)
        if isinstance(event, Moved):
            text = text + _number(BACK, event.back) + _filled(self._tail, cards)[:-1] + _number(PLACE, event.at) + b"}"
        elif isinstance(event, Shown):
            text = text + _number(BACK, event.back) + _filled(self._tail, cards)
        for number in self._signs:
            text = text.replace(SIGNS_WRITTEN[number], names[number])
        return Raw(text)


def _filled(parts: Sequence[bytes], cards: Sequence[str]) -> bytes:
    text = parts[0]
    for place in range(1, len(parts)):
        text = text + cards[place - 1].encode() + parts[place]
    return text


@lru_cache(MOST_PATTERNS)
def _pattern(line: Line | None) -> Pattern:
    """The same for every side that is told the same."""
    return Pattern(line)


class Retelling:
    """Some events, and the lines by which sides were told of them."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events: Final = events
        self._lines: Final[list[dict[Pattern, Raw]]] = [{} for _ in events]

    def line(self, place: int, side: int, pattern: Pattern, names: Sequence[bytes]) -> Raw:
        """What a side is told of the event at some place."""
        lines = self._lines[place]
        line = lines.get(pattern)
        if line is None:
            event = self.events[place]
            line = lines[pattern] = pattern.line(event, event.cards(side), names)
        return line


def _with_signs(line: Line) -> Line:
    words = line.words.replace(line.card, CARD, 1) if line.card else without_cards(line.words)[0]
    if words[0] in SIGNS:
        words = chr(ord(words[0]) + MOST_SIDES) + words[1:]
    is_of_card = line.what in ("move", "show")
    return structs.replace(
        line, words=words, card=CARD if line.card else "", back=0 if is_of_card else -1, place=-1,
        copied_by=CARD if line.copied_by else "")


def _number(name: bytes, value: int) -> bytes:
    return name + str(value).encode() if value >= 0 else b""


class SharedTeller:
    """Tells events to a side of any room with the same game."""

    def __init__(self, game: Game, side: int, members: tuple[tuple[int, ...], ...]) -> None:
        self._teller: Final = Teller(game, SIGNS[:len(members)], side, members)
        self._patterns: Final[dict[tuple[str, int, int, str, str], Pattern]] = {}

    def lines(self, retelling: Retelling, names: Sequence[bytes]) -> list[Raw]:
        """What the side may know of some events; the names are by sign: see `names_written`."""
        patterns, side = self._patterns, self._teller.side
        lines: list[Raw] = []
        for place, event in enumerate(retelling.events):
            likeness = event.likeness(side)
            pattern = patterns.get(likeness)
            if pattern is None:
                if len(patterns) >= MOST_PATTERNS:
                    patterns.clear()
                pattern = patterns[likeness] = self._pattern_of(event)
            if not pattern.is_silent:
                lines.append(retelling.line(place, side, pattern, names))
        return lines

    def _pattern_of(self, event: Event) -> Pattern:
        lines = line_of(self._teller.told(event))
        return _pattern(_with_signs(lines[0]) if lines else None)


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
    if what == "use":
        return [Line(what, words, card=cast(str, told["card"]), source=cast(str, told["from"]),
                     side=cast(int, told["by"]), copied_by=cast(str, told["copied by"] or ""))]
    return [Line(what, words, target=cast(str, told.get("in", "")))]
