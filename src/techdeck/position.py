"""Written positions: a table as a few lines of text, for rulebook examples, puzzles and bug reports.

    grid poker, 2 seats
    first: 1
    market: 5K 9V 2T / 3V 9T 10S / 7K 12T 4S
    hand 1: 9S 9K 6V
    deck: 6K 11V 8S
    points: 0 1
    mark used: 5S
    seat 2 knows: 6K
    play: commitments, results

The format is described in docs/positions.md.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from techdeck.actions import read_choice
from techdeck.cards import Back, Face, code, face
from techdeck.chance import Chance, seed_of
from techdeck.table import ANYBODY, ARTIFICIAL, EMPTY, NOBODY, Game, Mark, Table, Tally, Zone

EMPTY_CELL: Final = "-"


class BadPosition(ValueError):
    """What is written is no position of the game."""


def set_up(game: Game, text: str, seed: int | str | bytes = 0) -> Table:
    """The table that a text describes, up to its next decision.

    Cards that are not listed lie in the zone named by `rest`, below those listed, or else are expelled.

    :raises BadPosition: with a sentence that says what is wrong and in which line.
    """
    lines = _lines(text)
    if not lines:
        raise BadPosition("A position begins with the game and the number of seats, as in 'grid poker, 2 seats'.")
    table = _bare(game, lines[0][1], seed)
    return _Reader(table, lines[1:]).table()


def _lines(text: str) -> list[tuple[int, str]]:
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, line) for number, line in lines if line]


def _bare(game: Game, header: str, seed: int | str | bytes) -> Table:
    name, _, seats = header.partition(",")
    words = seats.split()
    if name.strip() != game.name:
        raise BadPosition(f"This is a position of {name.strip()}, not of {game.name}.")
    if len(words) != 2 or not words[0].isdecimal() or words[1] not in ("seat", "seats"):
        raise BadPosition(f"The first line gives the number of seats, as in '{game.name}, 2 seats', not {header!r}.")
    try:
        return game.bare(int(words[0]), seed)
    except ValueError as error:
        raise BadPosition(str(error)) from None


class _Reader:
    """Reads the lines after the first.  Zones come first, whatever the order of the lines."""

    def __init__(self, table: Table, lines: list[tuple[int, str]]) -> None:
        self._table: Final = table
        self._lines: Final = [(number, *self._split(number, line)) for number, line in lines]
        self._left: Final = dict.fromkeys(Face(n) for n in range(table.cards))
        self._backs: Final = list(range(table.cards))  # by face

    def _split(self, number: int, line: str) -> tuple[str, str]:
        key, colon, rest = line.partition(":")
        if not colon:
            raise BadPosition(f"Line {number} has no colon: {line!r}.")
        return key.strip(), rest.strip()

    def table(self) -> Table:
        game = self._table.game
        self._table.first = 0
        self._sit(_usual_sides(self._table))
        game.box.to_change(self._table).clear()
        self._read("backs")
        rest = game.words.expelled.name
        for number, key, words in self._lines:
            if key == "rest":
                rest = words
            elif self._zone(key) is not None:
                self._lay(number, key, [word for word in words.split() if word != "/"], False)
        self._lay(0, rest, [code(number) for number in self._left], True)
        for number, key, words in self._lines:
            if key not in ("rest", "backs") and self._zone(key) is None:
                self._set(number, key, words)
        if game.settle is not None:
            game.settle(self._table)
        for key in ("everybody", "seat", "play", "frame"):
            self._read(key)
        if self._table.frame is not None and any(key == "frame" for _, key, _ in self._lines):
            self._table.pending = self._table.frame.rule.decisions(self._table, self._table.frame)
        self._table.go_on()
        return self._table

    def _sit(self, sides: list[list[int]]) -> None:
        self._table.members[:] = sides
        self._table.captain[:] = [seats[0] if seats else ARTIFICIAL for seats in sides]

    def _read(self, key: str) -> None:
        readers = {"backs": self._read_backs, "everybody": self._know, "seat": self._know, "play": self._play,
                   "frame": self._frame}
        for number, name, words in self._lines:
            if name.split()[:1] == [key]:
                readers[key](number, name, words)

    def _zone(self, name: str) -> tuple[Zone, int] | None:
        for zone in self._table.game.zones:
            for owner in range(1 if zone.shared else self._table.sides):
                if zone.place(owner) == name:
                    return zone, owner
        return None

    def _face(self, number: int, word: str) -> Face:
        try:
            found = face(word.upper())
        except ValueError as error:
            raise BadPosition(f"Line {number}: {error}.") from None
        if found >= self._table.cards:
            raise BadPosition(f"Line {number}: there is no {word} in this game.")
        return found

    def _lay(self, number: int, name: str, words: Sequence[str], under: bool) -> None:
        """Lay cards into a zone, those of a pile from the top."""
        found = self._zone(name)
        if found is None:
            raise BadPosition(f"Line {number}: {self._table.game.name} has no place {name!r}.")
        zone, owner = found
        cards = zone.to_change(self._table, owner)
        if zone.cells and len(words) > zone.cells:
            raise BadPosition(f"Line {number}: {name} has {zone.cells} cells, not {len(words)}.")
        backs = [EMPTY if word == EMPTY_CELL else self._take(number, word) for word in words]
        for back in backs:
            if back != EMPTY:
                self._table.knowers[back] = self._table.sight(zone, owner)
        if zone.seen_by == NOBODY:
            backs.reverse()
        if zone.cells:
            cards[:len(backs)] = backs
        elif under:
            cards[:0] = backs
        else:
            cards.extend(backs)

    def _take(self, number: int, word: str) -> Back:
        card = self._face(number, word)
        if card not in self._left:
            raise BadPosition(f"Line {number}: {word} lies in two places.")
        del self._left[card]
        back = Back(self._backs[card])
        self._table.face[back] = card
        return back

    def _set(self, number: int, key: str, words: str) -> None:
        table = self._table
        if key == "first":
            table.first = self._number(number, words) - 1
            if not 0 <= table.first < table.sides:
                raise BadPosition(f"Line {number}: there is no side {words}; there are {table.sides}.")
        elif key.startswith("mark "):
            mark = self._mark(number, key[5:])
            for word in words.split():
                card, _, setting = word.partition("=")
                back = self._backs[self._face(number, card)]
                zone, owner, _ = table.where(back)
                # All would be told of it, and with it of a card that they do not see.
                if mark.is_for_all and mark.places and not any(zone in place for place in mark.places):
                    raise BadPosition(f"Line {number}: {card} lies in {zone.place(owner)}, where no card has the mark "
                                      f"{mark.name!r}.")
                mark.put(table, mark.key(table, back), self._number(number, setting or "1"))
        elif key.startswith("slate "):
            slates = [lines for name, lines in _slates(table) if name == key[6:]]
            if not slates:
                raise BadPosition(f"Line {number}: {table.game.name} has no slate {key[6:]!r}.")
            slates[0].append(words)
        elif _is_sealed(key):
            table.sealed[int(key.split()[1]) - 1] = [self._number(number, word) for word in words.split()]
        elif key == "sides":
            sides = [[self._number(number, word) - 1 for word in seats.split()] for seats in words.split("/")]
            usual = _usual_sides(table)
            if len(sides) != len(usual) or sorted(chain(*sides)) != sorted(chain(*usual)):
                raise BadPosition(f"Line {number}: every seat plays one side, as in {_sides(usual)!r}.")
            self._sit(sides)
        elif key == "chain":
            table.chain.extend(self._face(number, word) for word in words.split())
        elif not (key in ("everybody knows", "play", "frame") or _is_seat_knows(key)):
            tally = self._tally(number, key)
            numbers = [self._number(number, word) for word in words.split()]
            if len(numbers) != (1 if tally.shared else table.sides):
                raise BadPosition(f"Line {number}: {key} takes {1 if tally.shared else table.sides} numbers.")
            for side, count in enumerate(numbers):
                tally.put(table, count, side)

    def _number(self, number: int, word: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise BadPosition(f"Line {number}: {word!r} is no number.") from None

    def _mark(self, number: int, name: str) -> Mark:
        for mark in self._table.game.marks:
            if mark.name == name:
                return mark
        raise BadPosition(f"Line {number}: {self._table.game.name} has no mark {name!r}.")

    def _tally(self, number: int, name: str) -> Tally:
        for tally in self._table.game.tallies:
            if tally.name == name:
                return tally
        raise BadPosition(f"Line {number}: {self._table.game.name} has no place, tally or word {name!r}.")

    def _read_backs(self, number: int, key: str, words: str) -> None:
        backs = [self._number(number, word) for word in words.split()]
        if sorted(backs) != list(range(self._table.cards)):
            raise BadPosition(f"Line {number}: backs are the numbers from 0 to {self._table.cards - 1}, each once.")
        self._backs[:] = backs

    def _know(self, number: int, key: str, words: str) -> None:
        parts = key.split()
        side = ANYBODY if key == "everybody knows" else self._number(number, parts[1]) - 1
        if side >= self._table.sides:
            raise BadPosition(f"Line {number}: there is no seat {parts[1]}.")
        for word in words.split():
            back = Back(self._backs[self._face(number, word)])
            zone, owner, _ = self._table.where(back)
            self._table.show_in(back, zone, owner, side)

    def _play(self, number: int, key: str, words: str) -> None:
        for name in reversed(words.split(",")):
            game = self._table.game
            phase = game.phases.get(name.strip()) or game.between.get(name.strip())
            if phase is None:
                known = ", ".join(game.phases)
                raise BadPosition(f"Line {number}: there is no phase {name.strip()!r}; there are {known}.")
            self._table.then(phase, self._table.first)

    def _frame(self, number: int, key: str, words: str) -> None:
        name, _, numbers = words.rpartition(" | ")
        for rule, path in self._table.game.names.items():
            if path == name:
                counts = [self._number(number, word) for word in numbers.split()]
                if len(counts) != 4 or not 0 <= counts[0] < self._table.sides:
                    raise BadPosition(f"Line {number}: a frame has a side, how far it is, it and that.")
                self._table.then(rule, counts[0], at=counts[1], it=counts[2], that=counts[3])
                return
        raise BadPosition(f"Line {number}: the rules of {self._table.game.name} have no part {name!r}.")


def _slates(table: Table) -> list[tuple[str, list[str]]]:
    """Every slate by name; those of each side carry the side's number."""
    return [(f"{slate.name} {side + 1}" if slate.own else slate.name, slate.of(table, side))
            for slate in table.game.slates for side in range(table.sides if slate.own else 1)]


def _usual_sides(table: Table) -> list[list[int]]:
    """Which seats play each side if nothing is said of it, whatever the seed."""
    return table.game.seating(sum(len(seats) for seats in table.members), Chance(seed_of(0), 0))


def _sides(members: list[list[int]]) -> str:
    return " / ".join(" ".join(str(seat + 1) for seat in seats) for seats in members)


def _is_seat_knows(key: str) -> bool:
    words = key.split()
    return len(words) == 3 and words[0] == "seat" and words[1].isdecimal() and words[2] == "knows"


def _is_sealed(key: str) -> bool:
    words = key.split()
    return len(words) == 2 and words[0] == "sealed" and words[1].isdecimal()


def write(table: Table) -> str:
    """The whole table as a position: `set_up` gives one that goes on in the same way.

    What sides remember is written as the cards whose place they know; the seed is not part of a position.
    """
    game = table.game
    seats = sum(len(seats) for seats in table.members)
    lines = [f"{game.name}, {seats} seat{'s' * (seats != 1)}", f"first: {table.first + 1}"]
    if table.members != _usual_sides(table):
        lines.append(f"sides: {_sides(table.members)}")
    backs = sorted(range(table.cards), key=lambda back: table.face[back])
    if backs != list(range(table.cards)):
        lines.append("backs: " + " ".join(map(str, backs)))
    for zone in game.zones:
        for owner in range(1 if zone.shared else table.sides):
            cards = written(table, zone.place(owner))
            if cards.strip(" /-"):
                lines.append(f"{zone.place(owner)}: {cards}")
    for tally in game.tallies:
        numbers = tally.of(table)
        if any(number != tally.start for number in numbers):
            lines.append(f"{tally.name}: " + " ".join(map(str, numbers)))
    for mark in game.marks:
        numbers = [mark.get(table, mark.key(table, back)) for back in backs]
        marked = [f"{code(face)}={number}" for face, number in enumerate(numbers) if number]
        if marked:
            lines.append(f"mark {mark.name}: " + " ".join(marked))
    for name, written_there in _slates(table):
        lines += [f"slate {name}: {line}" for line in written_there]
    if table.chain:
        lines.append("chain: " + " ".join(code(n) for n in table.chain))
    for side, choices in enumerate(table.sealed):
        if choices:
            lines.append(f"sealed {side + 1}: " + " ".join(map(str, choices)))
    open_to_all = _remembered(table, table.sides)
    if open_to_all:
        lines.append("everybody knows: " + " ".join(code(n) for n in open_to_all))
    for side in range(table.sides):
        known = [n for n in _remembered(table, side) if n not in open_to_all]
        if known:
            lines.append(f"seat {side + 1} knows: " + " ".join(code(n) for n in known))
    lines += [f"frame: {game.names[f.rule]} | {f.side} {f.at} {f.it} {f.that}" for f in table.agenda]
    return "\n".join(lines) + "\n"


def _remembered(table: Table, side: int) -> list[Face]:
    """The cards a side knows though their zone does not show them."""
    found = []
    for zone in table.game.zones:
        for owner in range(1 if zone.shared else table.sides):
            if not table.sight(zone, owner) >> side & 1:
                found += [table.face[back] for back in zone.of(table, owner)
                          if back != EMPTY and table.knows(side, back)]
    return sorted(found)


def written(table: Table, name: str) -> str:
    """The cards in a place as `set_up` takes them; those in a hand in the order of the deck."""
    for zone in table.game.zones:
        for owner in range(1 if zone.shared else table.sides):
            if zone.place(owner) == name:
                return _written(table, zone, owner)
    raise KeyError(f"{table.game.name} has no place {name}")


def _written(table: Table, zone: Zone, owner: int) -> str:
    words = [EMPTY_CELL if back == EMPTY else code(table.face[back]) for back in zone.of(table, owner)]
    if zone.mixed:
        words.sort(key=face)
    if zone.seen_by == NOBODY:
        words.reverse()
    if zone.cells == 9:  # a square
        words = [word for row in (words[:3], ["/"], words[3:6], ["/"], words[6:]) for word in row]
    return " ".join(words)


def play(table: Table, seat: int, *choices: str) -> None:
    """Let a seat, counted from one, choose in words, as the examples of the rulebooks do."""
    for choice in choices:
        table.act(seat - 1, read_choice(table, seat - 1, choice))
