"""A table in play: its cards, what each side may think them to be, and what comes next.

A *side* is who owns, knows and chooses: one player in most games, a team in Peer-to-Peer.
A *seat* is who answers for a side.  The clock has a seat too.

What a side knows is, for every back, the set of faces that may be behind it: `may_be[side][back]`, a bit
for each face.  One row more, after those of the sides, is what everybody knows: it is what a spectator sees, and
what anybody may take others to know.

Who has a card before the eyes, or has never lost it from sight, is a number of its own (`knowers`), since rules ask
for it; what may be behind the other backs is worked out only when somebody looks (`knowledge`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Final

from techdeck.cards import DECK_SIZE, MANY_DECKS, Back, Card, Face, code
from techdeck.chance import Chance, seed_of
from techdeck.events import NOTHING_TO_DO, Event, Moved, Passed, Said, Shown, Shuffled, Used, Voice
from techdeck.knowledge import Knowledge, Mixing, nothing_known, row_of

if TYPE_CHECKING:
    from mypy_extensions import i64

NOBODY: Final = 0
OWNER: Final = 1
EVERYBODY: Final = 2

EMPTY: Final = Back(-1)  # a cell with no card in it
PASS: Final = -1  # the choice not to
PASS_ON: Final = -1000  # to pass here and wherever the same would be asked, until something changes; no other knows
CLOCK: Final = -1  # the seat of the clock: time passes only by its actions
ARTIFICIAL: Final = -2  # the seat of a player without a mind: its choices are left to chance
ANYBODY: Final = -1  # no side in particular

VALUE_CHANGES: Final = 1  # among the marks in use: every game has these two first
DOMAIN_CHANGES: Final = 2
CHANGES: Final = VALUE_CHANGES | DOMAIN_CHANGES
MANY_MIXINGS: Final = 2000  # are worked out even if nobody looks; hardly a game has half as many
NOTHING: Final[list[int]] = []
ONLY_PASS: Final = [PASS]
NO_BACKS: Final[list[Back]] = []
FACES: Final = [Face(number) for number in range(MANY_DECKS * DECK_SIZE)]
BACKS: Final = [Back(number) for number in range(MANY_DECKS * DECK_SIZE)]
MANY_SETS: Final = 256  # of cards; more are not listed
MOST_SIDES: Final = 12  # twice as many as any game has
AROUND: Final = [  # by how many sides there are and which is first: all of them, clockwise; shared, and never changed
    [[(first + step) % sides for step in range(sides)] for first in range(sides)] for sides in range(MOST_SIDES + 1)
]
OTHERS: Final = [[around[1:] for around in of_so_many] for of_so_many in AROUND]  # the same without the first

Choice = int | str  # a card, a line, a side, an amount; or a sentence, where a number cannot say it


class Zone:
    """A place for cards.  Who sees a card is decided by where it lies, and only here.

    A mixed zone is one whose owner may reorder it out of sight, such as a hand: which of its cards
    leaves cannot be told from its back.  A shared zone is one for the table, any other one for each side.
    """

    def __init__(self, name: str, seen_by: int, *, shared: bool = False, cells: int = 0, mixed: bool = False) -> None:
        self.name: Final = name
        self.seen_by: Final = seen_by
        self.shared: Final = shared
        self.cells: Final = cells
        self.mixed: Final = mixed
        self.number: i64 = -1  # among all zones
        self.slot: i64 = -1  # of its cards on a table: shared zones come first

    def empty_cells(self, table: "Table") -> int:
        """How many cells of a shared zone have no card."""
        return table.zones[self.slot].count(EMPTY)

    def of(self, table: "Table", side: int = 0) -> list[Back]:
        """Its cards, to be read: a clone may share them (`to_change`)."""
        return table.zones[self.slot if self.shared else table.shared_zones + self.slot * table.per_zone + side]

    def most(self, table: "Table") -> int:
        """How many cards any side has in it; not for a shared zone."""
        first, zones = table.shared_zones + self.slot * table.per_zone, table.zones
        most = 0
        for at in range(first, first + table.per_zone):
            many = len(zones[at])
            if many > most:
                most = many
        return most

    def to_change(self, table: "Table", side: int = 0) -> list[Back]:
        """Its cards, to be changed: from here on they are the table's alone, and what `of` gave before is not."""
        at = self.slot if self.shared else table.shared_zones + self.slot * table.per_zone + side
        if table.lent:
            table.take_back(at)
        return table.zones[at]

    def at(self, game: "Game", sides: int, side: int = 0) -> int:
        """Where its cards are among those of all zones; `of` and `to_change`, asked most, work it out themselves."""
        return self.slot if self.shared else game.shared_zones + self.slot * sides + side

    def place(self, side: int) -> str:
        """What people call it: deck, hand 2."""
        return self.name if self.shared else f"{self.name} {side + 1}"


class Tally:
    """A public number for each side, or one for the whole table."""

    def __init__(self, name: str, start: int = 0, *, shared: bool = False) -> None:
        self.name: Final = name
        self.start: Final = start
        self.shared: Final = shared
        self.slot: i64 = -1  # shared tallies come first

    def get(self, table: "Table", side: int = 0) -> int:
        return table.tallies[self.slot if self.shared else table.shared_tallies + self.slot * table.per_zone + side]

    def put(self, table: "Table", number: int, side: int = 0) -> None:
        at = self.slot if self.shared else table.shared_tallies + self.slot * table.per_zone + side
        table.tallies[at] = number

    def add(self, table: "Table", number: int, side: int = 0) -> None:
        at = self.slot if self.shared else table.shared_tallies + self.slot * table.per_zone + side
        tallies = table.tallies
        tallies[at] = tallies[at] + number  # for += compiled code would ask Python how to add

    def at(self, game: "Game", sides: int, side: int = 0) -> int:
        """Where its number is among those of all tallies."""
        return self.slot if self.shared else game.shared_tallies + self.slot * sides + side

    def of(self, table: "Table") -> list[int]:
        """A copy of its numbers, by side."""
        return [self.get(table, side) for side in range(1 if self.shared else table.sides)]

    def reset(self, table: "Table") -> None:
        start, tallies = self.start, table.tallies
        if self.shared:
            tallies[self.slot] = start
        else:
            first = table.shared_tallies + self.slot * table.per_zone
            for at in range(first, first + table.per_zone):
                tallies[at] = start


@lru_cache
def unmarked(cards: int) -> list[int]:
    """What is marked on so many cards if nothing is; not to be changed."""
    return [0] * cards


class Mark:
    """A number that sticks to a card, for whoever knows the card: used, turned, changed.

    It stays while the card moves within one of the places named, and falls off when it leaves; if none
    are named it stays until a rule takes it off.  A secret mark is only for the eyes of the side in whose
    zone the card lies; one on the back is for all eyes even when the card lies face down.
    """

    def __init__(self, name: str, *places: Sequence[Zone], secret: bool = False, on_back: bool = False) -> None:
        self.name: Final = name
        self.places: Final = list(places)
        self.secret: Final = secret
        self.on_back: Final = on_back
        is_seen_by_all = all(zone.seen_by == EVERYBODY for place in places for zone in place)
        self.is_for_all: Final = on_back or (is_seen_by_all and not secret)  # who knows of the mark need not be asked
        self.number: i64 = -1

    def key(self, table: "Table", back: int) -> int:
        """By what the mark of a card is found: its face, or its back if it is a mark for all eyes."""
        return back if self.on_back else table.face[back]

    def get(self, table: "Table", key: int) -> int:
        return table.marks[self.number * table.per_mark + key]

    def put(self, table: "Table", key: int, number: int) -> None:
        if table.marks_are_lent:
            table.take_back_marks()
        table.marks[self.number * table.per_mark + key] = number
        if number:
            table.marks_in_use |= 1 << self.number

    def is_used(self, table: "Table") -> bool:
        """Whether any card may carry it."""
        return table.marks_in_use >> self.number & 1 == 1

    def carried(self, table: "Table") -> list[int]:
        """The keys of the cards that carry it."""
        found: list[int] = []
        if self.is_used(table):
            start, marks = self.number * table.per_mark, table.marks
            for key in range(table.per_mark):
                if marks[start + key] != 0:
                    found.append(key)
        return found

    def with_bit(self, table: "Table", backs: list[Back], bit: int) -> list[int]:
        """The keys of those of some cards whose number has a certain bit."""
        found: list[int] = []
        if backs and self.is_used(table):
            start, marks = self.number * table.per_mark, table.marks
            keys: list[Any] = table.face if not self.on_back else BACKS
            cards: list[Any] = backs  # numbers as they are
            for each in cards:
                back: i64 = each
                key: i64 = keys[back]
                number = marks[start + key]
                if number and number >> bit & 1:
                    found.append(key)
        return found

    def clear(self, table: "Table") -> None:
        """Take it off every card."""
        if self.is_used(table):
            if table.marks_are_lent:
                table.take_back_marks()
            start = self.number * table.per_mark
            table.marks[start:start + table.per_mark] = unmarked(table.cards)
            table.marks_in_use &= ~(1 << self.number)

    def falls(self, source: Zone, target: Zone) -> bool:
        """Whether a card may carry it where it comes from, but not where it goes."""
        return any(source in place for place in self.places) and not any(
            source in place and target in place for place in self.places)


class Slate:
    """Lines of writing that everybody can read; or one slate for each side, which only that side can read."""

    def __init__(self, name: str, *, own: bool = False) -> None:
        self.name: Final = name
        self.own: Final = own
        self.number: i64 = -1  # among those for all, or among those of each side

    def at(self, game: "Game", sides: int, side: int) -> int:
        """Its place among the slates of a table: those for all come first."""
        return game.shared_slates + self.number * sides + side if self.own else self.number

    def of(self, table: "Table", side: int = 0) -> list[str]:
        return table.slates[self.at(table.game, table.sides, side) if self.own else self.number]


class Kind:
    """What the numbers of a decision mean, and how people write them."""

    def text(self, table: "Table", side: int, choice: int) -> str:
        """The choice in words that give a side no more than it knows."""
        return str(choice)

    def backs(self, choice: int) -> list[Back]:
        """The cards that are chosen with it."""
        return []


class CardKind(Kind):
    """A card: its code, or where it lies for whoever does not know it."""

    def text(self, table: "Table", side: int, choice: int) -> str:
        return table.called(choice, side)

    def backs(self, choice: int) -> list[Back]:
        return [Back(choice)] if choice >= 0 else []  # to pass is no card


class WordKind(Kind):
    """One of a few words, by number."""

    def __init__(self, words: Sequence[str], start: int = 0) -> None:
        self.words: Final = words
        self.start: Final = start

    def text(self, table: "Table", side: int, choice: int) -> str:
        return self.words[choice - self.start]


class SideKind(Kind):
    """A player, by seat number, counted from one; a team by its first."""

    def text(self, table: "Table", side: int, choice: int) -> str:
        seats = table.members[choice]
        return f"seat {(seats[0] if seats else choice) + 1}"


class CardsKind(Kind):
    """Several cards named at once, packed into one number."""

    def text(self, table: "Table", side: int, choice: int) -> str:
        return " ".join([table.called(back, side) for back in unpack(choice)])

    def backs(self, choice: int) -> list[Back]:
        return unpack(choice)


CARDS: Final[Kind] = CardKind()
CARD_SETS: Final[Kind] = CardsKind()
SIDES: Final[Kind] = SideKind()
NUMBERS: Final = Kind()
DOMAINS: Final[Kind] = WordKind(["Knowledge", "Science", "Technology", "Services"], 1)


def pack(backs: Sequence[int]) -> int:
    """Some backs as one number; the inverse of `unpack`."""
    packed = 0
    place = 0
    for back in backs:
        packed |= back + 1 << place
        place += 10
    return packed


def single(back: int) -> int:
    """One back as such a number."""
    return back + 1


def pair(one: int, other: int) -> int:
    """Two backs as one number."""
    return one + 1 | other + 1 << 10


def singles(backs: Sequence[int]) -> list[int]:
    """Each of some backs as such a number."""
    return [back + 1 for back in backs]


def pairs(backs: Sequence[int]) -> list[int]:
    """Each two of some backs as one number."""
    ones = singles(backs)
    return [one | ones[other] << 10 for at, one in enumerate(ones) for other in range(at + 1, len(ones))]


def unpack(packed: int) -> list[Back]:
    backs: list[Any] = []
    while packed:
        backs.append((packed & 1023) - 1)
        packed >>= 10
    return backs


INTERPRETED: Final = hasattr(unpack, "__code__")  # then lists are sorted best by Python's own functions


class Sums(Sequence[int]):
    """Each of some numbers and each of others, added: long lists of choices that are not made before somebody looks."""

    def __init__(self, ones: list[int], others: list[int], last: list[int] = NOTHING) -> None:
        self.ones: Final = ones
        self.others: Final = others
        self.last: Final = last  # what comes after all sums
        self.many: Final[i64] = len(ones) * len(others) + len(last)

    def __len__(self) -> int:
        return self.many

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, int):
            return [*self][at]  # a slice
        place: i64 = at
        many: i64 = len(self.others)
        sums = len(self.ones) * many
        if place < 0:
            place += self.many
        if place < 0:
            raise IndexError(at)
        return self.ones[place // many] + self.others[place % many] if place < sums else self.last[place - sums]

    def __iter__(self) -> Iterator[int]:
        for one in self.ones:
            for other in self.others:
                yield one + other
        yield from self.last

    def __contains__(self, number: object) -> bool:
        if type(number) is not int:
            return False
        for one in self.ones:
            if number - one in self.others:
                return True
        return number in self.last

    def or_pass(self) -> "Sums":
        return Sums(self.ones, self.others, [*self.last, PASS])


WAYS: Final = [[comb(count, size) for size in range(count + 1)] for count in range(25)]  # to choose so many of so many


UP_TO: Final = [list(range(1, count + 1)) for count in range(MANY_SETS.bit_length())]  # sizes, if all sets are listed


def ways(count: int, size: int) -> int:
    """How many sets of a size there are of so many things."""
    if size > count:
        return 0
    return WAYS[count][size] if count < len(WAYS) else comb(count, size)


class Sets(Sequence[int]):
    """All sets of some cards, packed: those of the first size, of the next, and so on, each in the order of the cards.

    They are not made before somebody looks.  Not to choose any may come before all of them, or after.
    """

    def __init__(
        self, cards: list[int], sizes: list[int], first: list[int] = NOTHING, last: list[int] = NOTHING,
    ) -> None:
        self.cards: Final = cards
        self.sizes: Final = sizes
        self.first: Final = first
        self.last: Final = last
        many = 0
        for size in sizes:
            many += ways(len(cards), size)
        self.many: Final = many  # of the sets alone

    def __len__(self) -> int:
        return len(self.first) + self.many + len(self.last)

    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, int):
            return [*self][at]  # a slice
        place = at if at >= 0 else at + len(self)
        if place < 0:
            raise IndexError(at)
        if place < len(self.first):
            return self.first[place]
        place -= len(self.first)
        if place >= self.many:
            return self.last[place - self.many]
        for size in self.sizes:
            many = ways(len(self.cards), size)
            if place < many:
                return self._packed(size, place)
            place -= many
        raise AssertionError("there are as many sets as were counted")

    def _packed(self, size: int, place: int) -> int:
        """One of the sets of a size: each card in turn is its next one in as many sets as there are ways to go on."""
        packed = 0
        chosen = 0
        left = len(self.cards)
        for card in self.cards:
            left -= 1
            many = ways(left, size - chosen - 1)
            if place < many:
                packed |= card + 1 << 10 * chosen
                chosen += 1
                if chosen == size:
                    break
            else:
                place -= many
        return packed

    def __iter__(self) -> Iterator[int]:
        found = [*self.first]
        for size in self.sizes:
            for place in range(ways(len(self.cards), size)):
                found.append(self._packed(size, place))
        return iter(found + self.last)

    def __contains__(self, number: object) -> bool:
        if type(number) is not int:
            return False
        if number <= 0:
            return number in self.first or number in self.last
        return is_set_of(number, self.cards) and len(unpack(number)) in self.sizes

    def or_pass(self) -> "Sets":
        return Sets(self.cards, self.sizes, self.first, [*self.last, PASS])


def is_set_of(packed: int, cards: list[int]) -> bool:
    """Whether a number means some of these cards, in their order."""
    for card in cards:
        if packed & 1023 == card + 1:
            packed >>= 10
    return packed == 0


def or_pass(options: Sequence[int]) -> Sequence[int]:
    """The same, or not to."""
    if isinstance(options, list):  # nearly all are
        return options + ONLY_PASS
    if isinstance(options, Sums):
        return options.or_pass()
    return options.or_pass() if isinstance(options, Sets) else [*options, PASS]


FEW: Final = 21  # of so few, Python's `sample` takes some in the way that is done here


def some_places(rng: Random, count: int, many: int) -> int:
    """So many of the places below a count, a bit for each: those of `rng.sample`, in a fraction of its time."""
    chosen = 0
    if count > FEW:
        for place in rng.sample(range(count), many):
            chosen |= 1 << place
        return chosen
    bits = rng.getrandbits
    left = list(range(count))
    for last in range(count - 1, count - 1 - many, -1):
        size = (last + 1).bit_length()
        at = bits(size)
        while at > last:
            at = bits(size)
        chosen |= 1 << left[at]
        left[at] = left[last]
    return chosen


class Decision:
    """What one seat may choose now.  Ask whether a choice is in it, iterate, count or take a sample.

    It is a value: it holds what it needs and never looks at the table, since clones share it.  A game whose
    choices cannot be listed derives its own, and says over which part it iterates.
    """

    __slots__ = ("about", "kind", "options", "seat", "verb")

    def __init__(
        self, seat: int, verb: str, options: Sequence[int], kind: Kind = CARDS, about: int = EMPTY,
    ) -> None:
        self.seat: Final = seat
        self.verb: Final = verb
        self.options: Final = options
        self.kind: Final = kind
        self.about: Final = about  # the card it is about, if it is about one: the one to be changed, kept, exchanged

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not int:
            return False
        return choice in self.options

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.options)

    def __len__(self) -> int:
        return len(self.options)

    def sample(self, rng: Random) -> Choice | None:
        """Something to choose at random, or nothing if the seat had better wait."""
        options = self.options
        if isinstance(options, list):  # nearly all are, and compiled code looks into lists itself
            return options[int(rng.random() * len(options))] if options else None
        many = len(options)
        return options[int(rng.random() * many)] if many else None

    def text(self, table: "Table", side: int, choice: Choice) -> str:
        """How a side writes, or reads, a choice of this decision."""
        if isinstance(choice, str):
            return choice
        if choice == PASS_ON:
            return "pass until something changes"
        return "pass" if choice == PASS else self.kind.text(table, side, choice)

    def faces(self, sentence: str) -> list[Face]:
        """The cards that are chosen with a sentence; those of a number are told by its kind."""
        return []

    def understood(self, table: "Table", side: int, text: str) -> Choice | None:
        """The choice that a text means though the list does not hold it, in its plain form; or nothing."""
        return text if text in self else None

    def is_binding(self) -> bool:
        """Whether a choice must be said in full: then fewer words are never completed, nor words put in order."""
        return False

    def why_not(self, choice: Choice) -> str:
        """A sentence for whoever chose what is not in it."""
        return f"Seat {self.seat + 1} cannot choose {choice!r} now; the question is {self.verb!r}."


class NoChoice(Decision):
    """To pass, where the rules would pass for the player: asked only so that others cannot tell (`Table.asks_all`)."""

    def __init__(self, seat: int, verb: str) -> None:
        super().__init__(seat, verb, [PASS])


class SomeCards(Decision):
    """Several of some cards at once, packed into one number in their order: exactly so many, or any number.

    None is a pass, if that is offered.  All such sets are listed if they are few, else the largest and the smallest;
    any may be chosen.  Of a secret choice, who does not know the cards cannot read how many they are.
    """

    def __init__(
        self, seat: int, verb: str, cards: Sequence[int], *, exactly: int = 0, may_be_none: bool = False,
        is_secret: bool = False,
    ) -> None:
        self.cards: Final = list(cards)
        super().__init__(seat, verb, _some_sets(self.cards, exactly, may_be_none), CARD_SETS)
        self.exactly: Final = exactly  # 0 if any number will do
        self.may_be_none: Final = may_be_none
        self.is_secret: Final = is_secret

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not int:
            return False
        if choice <= 0:
            return choice == PASS and self.may_be_none
        is_right_number = not self.exactly or len(unpack(choice)) == self.exactly
        return is_right_number and is_set_of(choice, self.cards)

    def sample(self, rng: Random) -> Choice | None:
        count = len(self.cards)
        least = 0 if self.may_be_none else 1
        if self.exactly:
            bits = some_places(rng, count, self.exactly)
        else:
            bits = least + int(rng.random() * ((1 << count) - least))
        return pack([back for place, back in enumerate(self.cards) if bits >> place & 1]) or PASS

    def text(self, table: "Table", side: int, choice: Choice) -> str:
        is_others = self.is_secret and side != table.side_of(self.seat)
        if is_others and (choice == PASS or "??" in super().text(table, side, choice)):
            return "??"
        return super().text(table, side, choice)

    def understood(self, table: "Table", side: int, text: str) -> Choice | None:
        """Cards in any order, also of a set that is not listed; or all of them."""
        words = text.upper().split()
        chosen = [back for back in self.cards if table.called(back, side) in words]
        if words == ["ALL"]:
            chosen = self.cards
        elif len(chosen) != len(words):
            return None
        choice = pack(chosen)
        return choice if choice and choice in self else None


def _some_sets(cards: list[int], exactly: int, may_be_none: bool) -> Sequence[int]:
    """What a decision about several cards lists."""
    count = len(cards)
    none = [PASS] if may_be_none else NOTHING
    if exactly:
        if ways(count, exactly) <= MANY_SETS:
            return Sets(cards, [exactly], none)
        return none + [pack(chosen) for chosen in (cards[:exactly], cards[-exactly:])]
    return Sets(cards, UP_TO[count] if count < len(UP_TO) else [1, count - 1, count], none)


NOBODY_ASKED: Final[list[Decision]] = []  # shared, and never changed


class IllegalAction(ValueError):
    """The seat may not choose that now."""


class Frame:
    """Where a rule stands: for which side, how far, and what "it" and "that" mean.

    "It" is what was chosen last, "that" what was chosen before.  Anything more to be remembered lies
    on the table, in a zone or a tally, where the players can see it too.

    Frames are the agenda: each knows the one below it, which goes on when it is done.  Tables that are copies of one
    another share them, so what lies below is changed only by the act in which a frame was made (`after_that`).
    """

    __slots__ = ("at", "below", "it", "rule", "side", "that")

    def __init__(self, rule: "Rule", side: int, at: int, it: int, that: int, below: "Frame | None" = None) -> None:
        self.rule: Final = rule
        self.side: Final = side
        self.at: Final = at
        self.it: Final = it
        self.that: Final = that
        self.below = below

    def upon(self, below: "Frame | None") -> "Frame":
        """The same on top of another."""
        return self if self.below is below else Frame(self.rule, self.side, self.at, self.it, self.that, below)


def stacked(frames: Sequence[Frame]) -> Frame | None:
    """The top of an agenda with these frames, the lowest first."""
    top: Frame | None = None
    for frame in frames:
        top = frame.upon(top)
    return top


def frames_down_from(top: Frame | None) -> list[Frame]:
    """The inverse of `stacked`."""
    found: list[Frame] = []
    while top is not None:
        found.append(top)
        top = top.below
    found.reverse()
    return found


class Rule:
    """A piece of the rulebook.  Rules are shared and never change; frames say where they stand."""

    def begin(self, table: "Table", side: int, it: int, that: int, at: int = 0) -> None:
        """Do it at once, from the start or from where a frame stood.

        What is to follow is put below whatever this puts on the agenda.
        """
        self.run(table, Frame(self, side, at, it, that, table.frame))

    def run(self, table: "Table", frame: Frame) -> None:
        """The same, for a rule that asks by its frame, which is not on the agenda yet."""
        raise NotImplementedError

    def decisions(self, table: "Table", frame: Frame) -> list[Decision]:
        """What this rule asks where it stands.  Changes nothing; can be asked again at any time."""
        return []

    def answer(self, table: "Table", frame: Frame, seat: int, choice: Choice) -> None:
        raise NotImplementedError

    def sealed(self, table: "Table", frame: Frame) -> list[int]:
        """The sides that have chosen something which nobody else may know yet."""
        return []

    def seal(self, choice: Choice) -> list[int]:
        """A choice as it lies sealed on the table."""
        return [choice] if isinstance(choice, int) else []

    def parts(self) -> "list[Rule]":
        return []

    def begun(self, at: int) -> "Rule | None":
        """The part that is under way while a frame that stood there lies below others, if only one can be."""
        return None

    def label(self) -> str:
        return type(self).__name__.lower()


class TheEnd(Rule):
    """Nothing more happens."""

    def begin(self, table: "Table", side: int, it: int, that: int, at: int = 0) -> None:
        pass


THE_END: Final = Frame(TheEnd(), 0, 0, PASS, PASS)  # all that is on an agenda at the instant a game is stopped


class CardText(Rule):
    """The text of a card, "it", is carried out for a side.

    The frame stays below all that the text puts on the agenda, so that one can tell whose text asks, also when
    another one that was copied in it is done.  "It" is a face: what a text is told of its own card is nothing.
    """

    def begin(self, table: "Table", side: int, it: int, that: int, at: int = 0) -> None:
        if at:
            return  # it is done
        before, game = table.frame, table.game
        game.effects[game.prints[it].effect].begin(table, side, PASS, PASS)
        if table.frame is not before:
            table.after_that(before, self, side, 1, it, that)

    def label(self) -> str:
        return "the text of a card"


CARD_TEXT: Final = CardText()


class Table:
    """One play.  The constructor takes every field and does nothing else; `Game.start` deals."""

    # Beyond thirty fields Python gives up its fast way to find them, unless they are named here.
    __slots__ = (
        "_asked", "_everybody", "_lying", "_moved", "_shared", "acting", "asks_all", "captain", "cards", "chain",
        "chances", "face", "first", "frame", "game", "has_drawn", "knowers", "knowledge", "lent", "log", "marks",
        "marks_are_lent", "marks_in_use", "members", "mixing", "pending", "per_mark", "per_zone", "sealed", "seed",
        "shared_tallies", "shared_zones", "sides", "slates", "tallies", "zones",
    )

    def __init__(
        self, game: "Game", members: list[list[int]], seed: bytes, chances: int, first: int, captain: list[int],
        face: list[Face], knowers: list[int], knowledge: Knowledge, mixing: Mixing | None,
        zones: list[list[Back]], tallies: list[int], marks: list[int], slates: list[list[str]],
        sealed: list[list[int]], chain: list[Face], frame: Frame | None, pending: list[Decision],
    ) -> None:
        self.game: Final = game
        self.members: Final = members  # by side: its seats
        self.sides: Final = len(members)
        self.cards: Final = len(face)
        self.per_zone: Final[i64] = len(members)  # the same as machine numbers, by which pieces are found quickly
        self.per_mark: Final[i64] = len(face)
        self.shared_zones: Final[i64] = game.shared_zones
        self.shared_tallies: Final[i64] = game.shared_tallies
        self._everybody: Final[i64] = (2 << len(members)) - 1  # a bit for each row
        self.seed: Final = seed
        self.chances = chances  # how often chance was asked
        self.first = first  # the side that goes first
        self.captain = captain  # by side: the seat that answers for it
        self.face = face  # by back
        self.knowers = knowers  # by back: a bit for each row that knows the card
        self.knowledge = knowledge  # what may be behind the backs, before the mixings
        self.mixing = mixing  # the last of those that happened since, and are not worked out for every row yet
        self.zones = zones
        self.tallies = tallies
        self.marks = marks
        self.slates = slates
        self.sealed = sealed  # by side: what it chose in secret, until all have chosen; to be replaced, not changed
        self.chain = chain  # the cards whose text acted in the effect under way
        self.frame = frame  # where play stands: the top of the agenda
        self.pending = pending
        self._asked = NOBODY_ASKED  # what was pending when a seat answered, while the answer is taken
        self.marks_in_use: i64 = -1  # a bit for each mark that may be on some card
        self.log: list[Event] | None = None  # what happened, if somebody listens
        self.has_drawn = False  # in the verb under way
        self.acting: i64 = 0  # the side that does what is done now
        self.asks_all = False  # also who can only pass, so that others cannot tell it by the time that takes
        self.lent = 0  # a bit for each zone that others have as it is now: whoever changes it takes it back before
        self._shared = 0  # a bit for each of these whose list other tables have: whoever changes it makes a new one
        self._lying: tuple[tuple[Back, ...], ...] = ()  # what lay in every zone when somebody looked, if anybody did
        self._moved = 0  # a bit for each zone that was changed since then
        self.marks_are_lent = False

    def clone(self) -> "Table":
        """The same play once more, to go its own way; nobody listens to it."""
        return self.another(self.seed, self.face[:])

    def another(self, seed: bytes, face: list[Face]) -> "Table":
        """The same with another future, and other cards behind the backs.

        Most zones and marks will be changed by neither table soon, so they share them until one does.
        """
        self.marks_are_lent = True
        table = Table(
            self.game, self.members, seed, self.chances, self.first, self.captain[:], face,
            self.knowers[:], self.knowledge, self.mixing, self.lend_zones(), self.tallies[:], self.marks,
            [slate[:] for slate in self.slates] if self.slates else [], self.sealed[:], self.chain[:], self.frame,
            self.pending,
        )
        table.marks_in_use = self.marks_in_use
        table.asks_all = self.asks_all
        table.lent = self.lent
        table._shared = self._shared
        table._lying = self._lying
        table._moved = self._moved
        table.marks_are_lent = True
        return table

    def lend_zones(self) -> list[list[Back]]:
        """Every zone as it is now and will stay, for who only reads it, or makes a new list to change it."""
        self.lent = self._shared = (1 << len(self.zones)) - 1
        return self.zones[:]

    def lying(self) -> tuple[tuple[Back, ...], ...]:
        """What lies in every zone now; a value, which all who look share until cards move."""
        if not self._lying:
            self._lying = tuple([tuple(zone) for zone in self.zones])
        elif self._moved:
            lying = list(self._lying)
            moved, at = self._moved, 0
            while moved:
                if moved & 1:
                    lying[at] = tuple(self.zones[at])
                moved >>= 1
                at += 1
            self._lying = tuple(lying)
        self._moved = 0
        self.lent = (1 << len(self.zones)) - 1
        return self._lying

    def take_back(self, at: "i64") -> None:
        """See to it that the list of a zone is nobody else's, and what lay in it is not taken for what lies there."""
        bit = 1 << int(at)
        if self.lent & bit:
            self.lent ^= bit
            self._moved |= bit
            if self._shared & bit:
                self._shared ^= bit
                self.zones[at] = self.zones[at][:]

    def take_back_marks(self) -> None:
        self.marks_are_lent = False
        self.marks = self.marks[:]

    # What can be asked of it.

    @property
    def is_over(self) -> bool:
        return self.frame is None

    @property
    def agenda(self) -> list[Frame]:
        """What is still to be done, the last first."""
        return frames_down_from(self.frame)

    @property
    def is_heard(self) -> bool:
        """Whether anybody listens: words that take time to find are worth it only then."""
        return self.log is not None

    def card(self, back: int) -> Card:
        return self.game.prints[self.face[back]]

    def value(self, back: int) -> int:
        """The current value: the printed one and what effects made of it, step by step [DK-V02]."""
        game = self.game
        face = self.face[back]
        printed = game.prints[face].value
        if not self.marks_in_use & VALUE_CHANGES:
            return printed
        mark = game.words.value
        steps = mark.get(self, back if mark.on_back else face)
        return changed(printed, steps, game.words.highest) if steps else printed

    def domain(self, back: int) -> int:
        """The current domain: the last that an effect gave it, or the printed one."""
        game = self.game
        face = self.face[back]
        printed = game.prints[face].domain_number
        if not self.marks_in_use & DOMAIN_CHANGES:
            return printed
        mark = game.words.domain
        return mark.get(self, back if mark.on_back else face) or printed

    def knows(self, side: int, back: int) -> bool:
        """Whether a side has seen which card is behind a back, and not lost it from sight."""
        return bool(self.knowers[back] >> side & 1)

    def row(self, side: int) -> list[int]:
        """What a side knows: by back, the faces that may be behind it."""
        known = self.known_to(side)
        return row_of(known.groups[side], known.sets[side], self.face, self.knowers, side)

    def known_faces(self, side: int, unknown: int) -> list[int]:
        """By back, the only face that may be behind it."""
        known = self.known_to(side)
        nothing: Any = unknown
        found: list[Any] = self.face[:]  # numbers as they are: there is nothing to be calculated with them
        knowers: list[Any] = self.knowers
        eye: i64 = 1 << side
        for back, each in enumerate(knowers):
            known_by: i64 = each
            if not known_by & eye:
                found[back] = nothing
        for group in known.single[side]:
            self._fill_in(found, known.groups[side], group, side, known.sets[side][group].bit_length() - 1)
        return found

    def _fill_in(self, found: list[Any], groups: list[int], group: int, side: int, face: int) -> None:
        """A side knows the only card of a group though it has not seen it."""
        for back in range(self.cards):
            if groups[back] == group and not self.knows(side, back):
                found[back] = face

    def known_to(self, side: int) -> Knowledge:
        """What may be behind the backs now, worked out for one row."""
        if self.mixing is not None and self.knowledge.done[side] < self.mixing.number:
            self.knowledge = self.knowledge.after(self.mixing, self.knowers, side)
            known = self.knowledge
            if all(done == self.mixing.number for done in known.done):  # nobody needs them any more
                self.knowledge = Knowledge(known.groups, known.sets, None, known.single)
                self.mixing = None
        return self.knowledge

    def known(self) -> Knowledge:
        """The same for every row."""
        for side in range(self.sides + 1):
            self.known_to(side)
        return self.knowledge

    @property
    def may_be(self) -> list[list[int]]:
        """What every side knows, and last what everybody knows."""
        return [self.row(side) for side in range(self.sides + 1)]

    def called(self, back: int, side: int) -> str:
        """What a side calls a card: its code, or where it lies; in a hand that says nothing.

        The clock, which is no side, chooses for others who know it.
        """
        if side == ANYBODY or self.knows(side, back):
            return code(self.face[back])
        zone, owner, at = self.where(back)
        return "??" if zone.mixed else f"{zone.place(owner)} #{at + 1}"

    def find(self, face: int, zone: Zone, side: int = 0) -> Back:
        """The back behind which a face lies in a zone, or EMPTY."""
        cards: list[Any] = zone.of(self, side)  # numbers as they are
        faces: list[Any] = self.face
        wanted: i64 = face
        for each in cards:
            back: i64 = each
            if back >= 0:  # less is an empty cell
                number: i64 = faces[back]
                if number == wanted:
                    found: Back = each
                    return found
        return EMPTY

    def back_of(self, face: "i64") -> "i64":
        """The back behind which a face is, wherever it lies."""
        faces: list[Any] = self.face
        for back, each in enumerate(faces):
            number: i64 = each
            if number == face:
                return back
        raise AssertionError(f"there is no face {face}")

    def where(self, back: int) -> tuple[Zone, int, int]:
        """The zone in which a card lies, the side whose zone it is, and the place in it."""
        for at, cards in enumerate(self.zones):
            if back in cards:
                zone = self.game.zone_at(at, self.sides)
                return zone, 0 if zone.shared else (at - self.game.shared_zones) % self.sides, cards.index(Back(back))
        raise AssertionError(f"no card has the back {back}")

    def each_face(self, packed: int) -> list[Face]:
        """The faces of several cards; while they leave a hand one by one, their backs do not stay the same."""
        return [self.face[back] for back in unpack(packed)]

    def in_order(self, backs: Sequence[int]) -> list[int]:
        """Some cards sorted as the deck is: it does not tell how a hand is held, and several have one name only.

        Each in turn is put before those that come later.  Hands are small, so no other way is as fast.
        """
        faces: list[Any] = self.face
        if INTERPRETED:
            return sorted(backs, key=faces.__getitem__)
        ordered: list[Any] = list(backs)
        for at, back in enumerate(ordered):
            number: i64 = back
            face: i64 = faces[number]
            place: i64 = at
            while place > 0:
                number = ordered[place - 1]
                before: i64 = faces[number]
                if before < face:
                    break
                ordered[place] = ordered[place - 1]
                place -= 1
            ordered[place] = back
        return ordered

    def passes_over(self, side: int) -> bool:
        """Whether the rules pass for a side that has nothing to choose, or ask it all the same."""
        return not self.asks_all or not self.members[side]

    def has_hand(self, side: int) -> bool:
        """Whether people play the side; an artificial player holds no cards [DK-R08]."""
        return bool(self.members[side])

    def turn_order(self) -> list[int]:
        return self.around(self.first)

    def around(self, side: int) -> list[int]:
        """All sides, clockwise from one; to be read."""
        return AROUND[self.sides][side]

    def others(self, side: int) -> list[int]:
        """All sides but one, clockwise from the next; to be read."""
        return OTHERS[self.sides][side]

    def side_of(self, seat: int) -> int:
        for side, seats in enumerate(self.members):
            if seat in seats:
                return side
        return ANYBODY

    def decision_of(self, seat: int) -> Decision | None:
        """What a seat may answer: what it is asked, or what another of its side is asked, if either may speak."""
        for decision in self.pending:
            if decision.seat == seat:
                return decision
        if self.game.personal is not None:
            for decision in self.pending:
                if seat in self.answerers(decision):
                    return decision
        return None

    def answerers(self, decision: Decision) -> list[int]:
        """The seats that may answer: the one that is asked, then those that may speak for it, as they sit after it."""
        personal = self.game.personal
        side = self.side_of(decision.seat)
        if personal is None or side == ANYBODY or decision.verb in personal:
            return [decision.seat]
        seats = self.members[side]
        at = seats.index(decision.seat)
        return seats[at:] + seats[:at]

    def awaited(self) -> list[int]:
        """All seats that may answer something now."""
        found = [decision.seat for decision in self.pending]
        if self.game.personal is not None:
            found = [seat for decision in self.pending for seat in self.answerers(decision)]
        found.sort()
        return found

    # What rules may do.  A verb does one thing, at once, and never asks.

    def move(
        self, back: int, source: Zone, target: Zone, side: int, to: int = -1, at: int = -1, quiet: bool = False,
    ) -> Back:
        """Move a card, show it to whom its new zone is seen by, and say behind which back it is now.

        It goes to the same side's zone unless `to` names another, and on top unless `at` names a cell or a
        place, 0 being the bottom.  Unless quiet, the game may have a word on its arrival.
        """
        game = self.game
        owner = side if to < 0 else to
        if game.divert is not None and game.greets[target.number] and not quiet:
            meant = target
            target, owner = game.divert(self, Back(back), meant, owner)
            at = at if target is meant else -1
        leaving = self._leave(back, source, side)
        if self.marks_in_use & game.all_falling[source.number][target.number]:
            self._drop_marks(leaving, source, target)
        place = target.slot if target.shared else self.shared_zones + target.slot * self.per_zone + owner
        if self.lent:  # as in `to_change`: nothing is done as often as this, so it is done without a call
            self.take_back(place)
        goal = self.zones[place]
        if at < 0:
            goal.append(leaving)
        elif target.cells:
            goal[at] = leaving
        else:
            goal.insert(at, leaving)
        before: i64 = self.knowers[leaving]
        if target.seen_by == EVERYBODY:
            sight = self._everybody
        else:
            sight = 1 << owner if target.seen_by == OWNER and game.insight is None else self.sight(target, owner)
        if target.mixed and len(others := self._alike(goal, leaving) if game.sleeves else goal) > 1:
            self._mix_in(others, leaving, sight)
        else:
            self.knowers[leaving] = before | sight
        if self.log is not None:
            self.log.append(Moved(
                self._mover(source, target, side, owner), leaving, self.face[leaving], before | sight,
                before | sight != before, source.place(side), target.place(owner), (source.name, target.name), at,
            ))
        if game.greets[target.number] and not quiet:
            game.arrive(self, leaving, target, owner)
        return leaving

    def _mover(self, source: Zone, target: Zone, side: int, owner: int) -> int:
        """Who is said to move a card: who gives it out of a hand, or else who gets it; on the table, who acts."""
        if target.shared:
            return int(self.acting) if source.shared else side
        return side if source.mixed and not target.mixed else owner

    def _drop_marks(self, back: Back, source: Zone, target: Zone) -> None:
        """Those that a card cannot carry along."""
        in_use = self.marks_in_use
        for mark in self.game.falling[source.number][target.number]:
            if in_use >> mark.number & 1:
                mark.put(self, back if mark.on_back else self.face[back], 0)

    def _leave(self, back: int, source: Zone, side: int) -> Back:
        """Take a card out of a zone, and say behind which back it is: in a mixed one the last back always leaves."""
        place = source.slot if source.shared else self.shared_zones + source.slot * self.per_zone + side
        if self.lent:
            self.take_back(place)
        cards = self.zones[place]
        if source.mixed:
            leaving = cards.pop(self._last_alike(cards, back)) if self.game.sleeves else cards.pop()
            if leaving != back:
                self._trade_places(source, back, leaving)
            return leaving
        if source.cells:
            at = cards.index(Back(back))
            leaving = cards[at]
            cards[at] = EMPTY
            return leaving
        leaving = cards.pop()
        if leaving != back:
            cards.append(leaving)
            leaving = cards.pop(cards.index(Back(back)))
        return leaving

    def move_all(self, source: Zone, target: Zone, side: int, *, quiet: bool = False) -> int:
        """Move every card of a zone, in order, and say how many they were.

        How a mixed zone is ordered is its owner's secret, so its cards go in the order of the deck.
        """
        faces = [self.face[back] for back in source.of(self, side)]
        if source.mixed:
            faces.sort()
        if faces and self._may_move_as_one(source, target, side, quiet):
            self._move_as_one(source, target, side, faces)
        else:
            for face in faces:
                self.move(self.find(face, source, side), source, target, side, quiet=quiet)
        return len(faces)

    def move_each(self, faces: list[Face], source: Zone, target: Zone, side: int) -> list[Back]:
        """Move the cards with these faces out of a zone, one after the other, and say behind which backs they are now.

        While cards leave a mixed zone, the backs of the others do not stay the same; faces do.
        """
        if not faces or not self._may_move_as_one(source, target, side):
            return [self.move(self.find(face, source, side), source, target, side) for face in faces]
        leaving = self._leave_as_one(faces, source, side)
        self._arrive_as_one(leaving, target, side)
        return leaving

    def deal(self, count: int, pile: Zone, hand: Zone) -> None:
        """Deal so many cards of a pile to everybody, one by one from the first player on; the game has no word on them.

        Unless somebody could tell, each hand gets all its cards at once.
        """
        players = self.turn_order()
        are_enough = len(pile.of(self)) >= count * len(players)
        if not are_enough or pile.mixed or not self._may_move_as_one(pile, hand, 0, quiet=True):
            for _ in range(count):
                for player in players:
                    self.move(pile.of(self)[-1], pile, hand, player, quiet=True)
            return
        dealt = self._off_the_top(pile, 0, count * len(players))
        for place, player in enumerate(players):
            self._arrive_as_one(dealt[place::len(players)], hand, player)

    def _off_the_top(self, pile: Zone, side: int, count: int) -> list[Back]:
        """Take so many cards off a pile, the top one first."""
        cards = pile.to_change(self, side)
        taken = cards[len(cards) - count:]
        del cards[len(cards) - count:]
        taken.reverse()
        return taken

    def _leave_as_one(self, faces: list[Face], source: Zone, side: int) -> list[Back]:
        """Take cards out of a zone as taking one after the other would, and say behind which backs they are."""
        cards: list[Any] = source.to_change(self, side)
        all_faces: list[Any] = self.face
        leaving: list[Any] = []
        wanted: list[Any] = faces  # numbers as they are
        for face in wanted:
            place = self._place_of_face(face, cards)
            if source.mixed:  # the last back always leaves
                back: i64 = cards[place]
                leaving.append(cards.pop())
                last: i64 = leaving[-1]
                all_faces[back] = all_faces[last]
                all_faces[last] = face
            else:
                leaving.append(cards.pop(place))
        return leaving

    def _place_of_face(self, face: "i64", cards: list[Any]) -> "i64":
        """The place of the card with a face among some."""
        faces: list[Any] = self.face
        for place, each in enumerate(cards):
            back: i64 = each
            number: i64 = faces[back]
            if number == face:
                return place
        raise AssertionError(f"there is no face {face}")

    def _may_move_as_one(self, source: Zone, target: Zone, side: int, quiet: bool = False) -> bool:
        """Whether nobody would tell it from moving one card after the other.

        Each would be told of, or have a word on its arrival, or lose a mark, or have a place or a back of its own.
        """
        game = self.game
        if self.log is not None or source.cells or target.cells or (game.greets[target.number] and not quiet):
            return False
        if self.marks_in_use & game.all_falling[source.number][target.number]:
            return False
        if source.mixed and game.carried[source.number]:
            return False
        backs = source.of(self, side)
        return not (source.mixed or target.mixed) or len(self._alike(backs, backs[0])) == len(backs)

    def _move_as_one(self, source: Zone, target: Zone, side: int, faces: list[Face]) -> None:
        """Leave every card, in the order of these faces, where moving them one by one would; but mix them only once."""
        leaving = source.of(self, side)[:]
        source.to_change(self, side).clear()
        if source.mixed:  # the last back leaves first
            leaving.reverse()
            for at, face in enumerate(faces):
                self.face[leaving[at]] = face
        self._arrive_as_one(leaving, target, side)

    def _arrive_as_one(self, leaving: list[Back], target: Zone, side: int) -> None:
        goal = target.to_change(self, side)
        goal.extend(leaving)
        sight = self.sight(target, side)
        knowers = self.knowers
        backs = self._alike(goal, leaving[0]) if target.mixed else NO_BACKS
        if len(backs) < 2:
            for back in leaving:
                before: i64 = knowers[back]
                if before | sight != before:
                    knowers[back] = before | sight
        else:
            cards: list[Any] = backs[:]
            stayed = len(backs) - len(leaving)
            for place in range(0 if stayed == 1 else stayed, len(backs)):  # one that lay there alone does so no longer
                back = backs[place]
                before = knowers[back]
                lost = before & ~sight
                if lost:
                    cards.append(place)
                    cards.append(self.face[back])
                    cards.append(lost)
                knowers[back] = sight if place >= stayed else before & sight
            self._mix(self._everybody & ~sight, cards, len(backs))

    def _trade_places(self, zone: Zone, one: int, other: int) -> None:
        """Let the cards behind two backs change places, with what is marked on them for all eyes."""
        self.face[one], self.face[other] = self.face[other], self.face[one]
        for mark in self.game.carried[zone.number]:
            marked = mark.get(self, one)
            mark.put(self, one, mark.get(self, other))
            mark.put(self, other, marked)

    def show(self, back: int, side: int = ANYBODY) -> None:
        """Let everybody, or only one side, see a card where it lies."""
        zone, owner, _ = self.where(back)
        self.show_in(back, zone, owner, side)

    def show_in(self, back: int, zone: Zone, owner: int, side: int = ANYBODY) -> None:
        """The same, where the card's place is at hand."""
        eyes = self._everybody if side == ANYBODY else 1 << side
        sight = self.sight(zone, owner)
        newly = eyes & ~sight
        backs = self._alike(zone.of(self, owner), back) if zone.mixed and newly else NO_BACKS
        if len(backs) < 2:
            self.knowers[back] |= eyes
        else:  # it is one of these, and the owner may reorder them
            self.knowers[back] |= eyes & sight
            cards: list[int] = [*backs, backs.index(Back(back)), self.face[back], newly]
            self._mix(newly, cards, len(backs))
        if self.log is not None:
            who = owner if side == ANYBODY else side
            seen = -1 if zone.mixed else back  # in a hand a back means nothing
            self.log.append(Shown(who, seen, self.face[back], eyes | sight, zone.place(owner), side == ANYBODY))

    def show_all_in(self, zone: Zone, owner: int, side: int = ANYBODY) -> None:
        """The same for all cards of a zone."""
        eyes = self._everybody if side == ANYBODY else 1 << side
        if self.log is not None or (zone.mixed and eyes & ~self.sight(zone, owner)):
            for back in zone.of(self, owner):
                self.show_in(back, zone, owner, side)
        else:
            for back in zone.of(self, owner):
                self.knowers[back] |= eyes

    def rule_out(self, back: int, faces: int) -> None:
        """Let everybody who does not know a card know that it is none of these."""
        self.rule_out_all([Back(back)], faces)

    def rule_out_all(self, backs: Sequence[int], faces: int) -> None:
        """The same for many cards at once; often they were mixed just before."""
        last = self.mixing
        if last is not None and last.number > self.knowledge.most_done and last.is_about(backs):
            self.mixing = Mixing(last.before, last.rows, last.cards, last.many, last.without | faces)
        else:
            self._mix(0, list(backs), len(backs), faces)

    def sight(self, zone: Zone, owner: int) -> "i64":
        """A bit for each row that sees into a zone."""
        if zone.seen_by == EVERYBODY:
            return self._everybody
        if zone.seen_by == NOBODY:
            return 0
        insight = self.game.insight
        return 1 << owner if insight is None else 1 << owner | insight(self, zone, owner)

    def _last_alike(self, backs: list[Back], back: int) -> int:
        """The place of the last of some backs that nobody can tell from one."""
        place = len(backs) - 1
        while not self._is_like(backs[place], back):
            place -= 1
        return place

    def _is_like(self, back: int, other: int) -> bool:
        """Whether two backs have the same marks for all eyes."""
        return all(mark.get(self, back) == mark.get(self, other) for mark in self.game.sleeves)

    def _alike(self, backs: list[Back], back: int) -> list[Back]:
        """Those of some backs that nobody can tell from one by what is marked on them for all eyes."""
        for mark in self.game.sleeves:
            marks, start = self.marks, mark.number * self.per_mark
            marked: i64 = marks[start + back]
            cards: list[Any] = backs  # numbers as they are
            for each in cards:
                other: i64 = each
                if marks[start + other] != marked:
                    backs = [like for like in backs if marks[start + like] == marked]
                    break
        return backs

    def _mix_in(self, backs: list[Back], back: Back, sight: "i64") -> None:
        """A card came to others in a mixed zone: only who sees into it can tell them apart."""
        cards: list[Any] = backs[:]
        lost: i64 = self.knowers[back] & ~sight
        self.knowers[back] = sight
        if lost:
            cards.append(backs.index(back))
            cards.append(self.face[back])
            cards.append(lost)
        if len(backs) == 2:
            other = backs[0] if backs[1] == back else backs[1]
            lost = self.knowers[other] & ~sight
            if lost:
                cards.extend([backs.index(other), self.face[other], lost])
                self.knowers[other] &= sight
        self._mix(self._everybody & ~sight, cards, len(backs))

    def _mix(self, rows: int, cards: list[int], many: int, without: int = 0) -> None:
        """Note that some backs are mixed, and which of them were known until now (`Mixing`)."""
        last = self.mixing
        if last is not None and len(cards) == many and not without and last.number > self.knowledge.most_done:
            last = last.before if last.is_forgotten(rows, cards) else last
        mixing = Mixing(last, rows, cards, many, without)
        self.mixing = mixing
        if mixing.number > MANY_MIXINGS:
            self.known()

    def surface(self, back: int, owner: int, below: int = EMPTY) -> int:
        """Bring a card that is held in a mixed zone behind its last back, or the one before that, and say which it is.

        A back out of such a zone may be noted where others see it only after this: else they could tell
        by it how the owner holds the cards.  A card that lies elsewhere stays as it is.
        """
        for zone in self.game.held:
            cards = zone.of(self, owner)
            if back in cards:
                if self.game.sleeves:
                    cards = self._alike(cards, back)
                place = cards[-2] if cards[-1] == below and len(cards) > 1 else cards[-1]
                if place != back:
                    self._trade_places(zone, back, place)
                return place
        return back

    def make_ready(self, side: int, count: int) -> None:
        """So many cards of the deck will be needed [DK-R12]; most games need no care."""
        words = self.game.words
        if not words.needs_no_care:
            words.ready(self, side if words.draws_from is None else words.draws_from(self, side), count)

    def top(self, side: int) -> Back | None:
        """The top card of the side's deck; if it is needed and there is none, shuffle the discard first."""
        words = self.game.words
        if words.has_plain_piles:
            return self.top_of(words.deck, words.discard, side)
        deck, discard = words.piles(self)
        return self.top_of(deck, discard, side)

    def top_of(self, deck: Zone, discard: Zone, side: int) -> Back | None:
        cards = deck.of(self, side)
        if not cards:
            self.put_back(deck, discard, side)
            cards = deck.of(self, side)
        return cards[-1] if cards else None

    def put_back(self, deck: Zone, discard: Zone, side: int) -> None:
        """Put the discard into the deck, and shuffle that."""
        if discard.of(self, side):
            deck.to_change(self, side).extend(discard.of(self, side))
            discard.to_change(self, side).clear()
            self.shuffle(deck, side)

    def draw(self, side: int) -> None:
        """Draw one card.  A verb draws only once, so that what the card causes can come before the next."""
        assert not self.has_drawn, "draw by rule, one at a time"
        self.has_drawn = True
        if self.members[side]:
            words = self.game.words
            deck, discard = words.deck, words.discard
            owner = side
            if not words.has_plain_piles:
                deck, discard = words.piles(self)
                owner = side if words.draws_from is None else words.draws_from(self, side)
            back = self.top_of(deck, discard, owner)
            if back is not None:
                self.move(back, deck, words.hand, owner, to=side)

    def draw_all(self, side: int, count: int) -> None:
        """Draw so many cards, where the game has no word on their arrival: as one, unless somebody could tell."""
        words = self.game.words
        self.make_ready(side, count)
        if not self.members[side]:
            return
        deck, _ = words.piles(self)
        is_own = words.draws_from is None or words.draws_from(self, side) == side
        if (not is_own or len(deck.of(self, side)) < count or deck.mixed
                or not self._may_move_as_one(deck, words.hand, side)):
            for _ in range(count):
                self.make_ready(side, 1)
                self.has_drawn = False
                self.draw(side)
            return
        self.has_drawn = True
        self._arrive_as_one(self._off_the_top(deck, side, count), words.hand, side)

    def shuffle(self, zone: Zone, side: int = 0) -> None:
        """Deal the faces in a zone anew to its backs, so that nobody can follow one.

        Everybody still knows that the cards they knew there are in it.  Cards in different sleeves can be told
        apart, so faces change places only among like ones, and all backs among each other.
        """
        backs = zone.to_change(self, side)
        chance = self.chance()
        heaps = self._heaps(backs)
        for heap in heaps:
            self._deal_anew(zone, heap, chance)
        if len(heaps) > 1:
            order: list[int] = list(backs)
            chance.shuffle(order)
            backs[:] = [Back(back) for back in order]
        if self.log is not None:
            self.log.append(Shuffled(side, zone.place(side)))

    def _heaps(self, backs: list[Back]) -> list[list[Back]]:
        """Some backs, sorted by sleeves."""
        heaps: list[list[Back]] = []
        while backs:
            heap = self._alike(backs, backs[0])
            heaps.append(heap)
            backs = [back for back in backs if back not in heap] if len(heap) < len(backs) else []
        return heaps

    def _deal_anew(self, zone: Zone, backs: list[Back], chance: Chance) -> None:
        all_faces: list[Any] = self.face  # numbers as they are: there is nothing to be calculated with them
        faces = [all_faces[back] for back in backs]
        if len(backs) == self.cards:  # all there are: nothing that was known counts any more
            self.knowledge = nothing_known(self.sides + 1, self.cards)
            self.mixing = None
            self.knowers = [0] * self.cards
        elif len(backs) > 1:
            cards: list[Any] = backs[:]
            all_knowers: list[Any] = self.knowers
            for place, back in enumerate(backs):
                knowers = all_knowers[back]
                if knowers:
                    cards.append(place)
                    cards.append(faces[place])
                    cards.append(knowers)
                    all_knowers[back] = 0
            self._mix(self._everybody, cards, len(backs))
        chance.shuffle(faces)
        marked = [(mark, {self.face[back]: mark.get(self, back) for back in backs})
                  for mark in self.game.carried[zone.number]]
        for place, back in enumerate(backs):
            all_faces[back] = faces[place]
        for mark, by_face in marked:
            for back in backs:
                mark.put(self, back, by_face[self.face[back]])

    def chance(self) -> Chance:
        """The next source of randomness: the seed and a counter are all the state there is."""
        self.chances += 1
        return Chance(self.seed, self.chances)

    def say(
        self, side: int, words: str, other: int = ANYBODY, *, reveals: bool = False, eyes: int = -1,
        otherwise: str = "",
    ) -> None:
        """Tell everybody something; the words may speak of {who} and {whom}, but of no hidden card.

        What reveals something cannot be taken back.  What is not for all has a bit in `eyes` for each side that hears
        it, and other words for the rest.
        """
        if self.log is not None:
            self.log.append(Said(side, words, other, reveals, eyes, otherwise))

    def uses(self, side: int, face: int, copied_by: int = EMPTY, words: str = "") -> None:
        """Tell everybody that the effect of a card is used, or copied by another card; in a game's own words, if any.

        Where the card lies is told only if everybody knows it: a copied text may be that of a card that is hidden now.
        """
        if self.log is None:
            return
        back = self.back_of(face)
        place = zone_name = ""
        if copied_by == EMPTY or self.knows(self.sides, int(back)):
            zone, owner, _ = self.where(int(back))
            place, zone_name = zone.place(owner), zone.name
        concept = self.game.prints[face].printed.concept
        self.log.append(Used(side, face, concept, copied_by, place, zone_name, words))

    def passes(self, side: int, verb: str, is_idle: bool = False) -> None:
        """A side does nothing; or it can do nothing, which only itself is told."""
        if self.log is not None:
            self.log.append(Passed(side, verb, self.captain[side], is_idle))

    def then(self, rule: Rule, side: int, it: int = PASS, at: int = 0, that: int = PASS) -> None:
        self.frame = Frame(rule, side, at, it, that, self.frame)

    def after_that(self, before: Frame | None, rule: Rule, side: int, at: int, it: int, that: int) -> None:
        """Put what follows below all that came onto the agenda since; after the end nothing does."""
        lowest = self.frame
        if lowest is not None:
            while lowest.below is not before and lowest.below is not None:
                lowest = lowest.below
            if lowest is not THE_END:
                lowest.below = Frame(rule, side, at, it, that, before)

    def ask(self, frame: Frame) -> None:
        """Ask, if there is anything to ask, and come back to this frame with each answer."""
        pending = frame.rule.decisions(self, frame)
        if pending:
            self.wait(frame, pending)

    def wait(self, frame: Frame, pending: list[Decision]) -> None:
        """Wait for one of these decisions; an artificial player decides at once, by chance."""
        for decision in pending:
            if decision.seat == ARTIFICIAL:
                self._asked = pending
                frame.rule.answer(self, frame, ARTIFICIAL, self.chance().choice(decision.options))
                return
        self.pending = pending
        self.frame = frame if frame.below is self.frame else frame.upon(self.frame)

    def wait_for_others(self, frame: Frame, seat: int) -> None:
        """A seat has answered, and nothing has changed for others: who was asked with it is still asked the same."""
        others = [decision for decision in self._asked if decision.seat != seat]
        if others:
            self.wait(frame, others)
        else:
            self.frame = frame.upon(self.frame)

    def stop(self) -> None:
        """The game is over at this instant, whatever was still to come."""
        self.frame = THE_END

    # What players may do.

    def act(self, seat: int, choice: Choice) -> list[Decision]:
        """Take a choice of a seat's, go on until the next, and say what is asked then; nothing if the game is over.

        Where the members of a side speak for one another, any of them may answer; the first does.

        :raises IllegalAction: if the seat is not asked, or not offered that choice; nothing changes.
        """
        for decision in self.pending:
            if decision.seat == seat:
                break
        else:
            shared = self.decision_of(seat)
            if shared is None:
                raise IllegalAction(f"Seat {seat + 1} is not asked anything now.")
            decision = shared
        if not decision.__contains__(choice):  # called directly: the operator goes by way of Python
            raise IllegalAction(decision.why_not(choice))
        frame = self.frame
        assert frame is not None, "a seat is asked"
        self.frame = frame.below
        self._asked = self.pending
        self.pending = NOBODY_ASKED
        self.has_drawn = False
        self.acting = frame.side
        frame.rule.answer(self, frame, decision.seat, choice)
        self.go_on()
        return self.pending

    def is_legal(self, seat: int, choice: Choice) -> bool:
        decision = self.decision_of(seat)
        return decision is not None and choice in decision

    def go_on(self) -> None:
        """Run rules until one asks, or none is left and the game is over."""
        frame = self.frame
        try:
            while frame is not None and not self.pending:
                self.frame = frame.below
                self.acting = frame.side
                frame.rule.begin(self, frame.side, frame.it, frame.that, frame.at)
                frame = self.frame
        except Exception as error:
            if frame is not None:
                error.add_note(f"in {self.game.path([frame])}, for side {frame.side}")
            raise


# A change of value is a list of steps, so that a card nobody sees can be changed as well [DK-V04].
# It is one number, six bits for each step, the last step lowest.
DOUBLE: Final = 28
HALVE: Final = 29
TURN: Final = 30


def shift(by: int) -> int:
    """The step that raises or lowers a value."""
    assert -13 <= by <= 13
    return 14 + by


def become(value: int) -> int:
    """The step that sets a value; six bits hold no more than 33."""
    return 30 + min(33, max(1, value))


def changed(value: int, steps: int, highest: int = 13) -> int:
    """A value after all its steps, each cut off at 1 and 13 [DK-V02], or where the game says."""
    if not steps:
        return value
    value = changed(value, steps >> 6, highest)
    step = steps & 63
    if step == DOUBLE:
        value *= 2
    elif step == HALVE:
        value = (value + 1) // 2  # [FX-15]
    elif step == TURN:
        value = 14 - value
    elif step > TURN:
        value = step - 30
    else:
        value += step - 14
    return min(highest, max(1, value))


# All that a game says in plain functions has one form: of a table, a side, and "it".
Ask = Callable[[Table, int, int], Sequence[int]]
Test = Callable[[Table, int, int], bool]
Verb = Callable[[Table, int, int], None]

Arrive = Callable[[Table, Back, Zone, int], None]
Divert = Callable[[Table, Back, Zone, int], tuple[Zone, int]]


def when_needed(table: Table, side: int, count: int) -> None:
    """The discard is shuffled only when the deck is empty and a card is needed; `top` does it."""


def _on_the_discard(table: Table, back: int, source: Zone, side: int) -> None:
    table.move(back, source, table.game.words.discard, side)


def _nothing_special(table: Table, back: Back, zone: Zone, side: int) -> None:
    """A card arrives without ado."""


def _none(table: Table, side: int, it: int) -> Sequence[int]:
    return []


def _yes(table: Table, side: int, it: int) -> bool:
    return True


def _where_it_lies(table: Table, back: int) -> None:
    """A card of another domain stays where it is."""


def one_each(seats: int, chance: Chance) -> list[list[int]]:
    """Everybody is a side of their own."""
    return [[seat] for seat in range(seats)]


def alone(sides: int, side: int) -> list[int]:
    """The usual allies: nobody else."""
    return [side]


class Words:
    """What the words on the cards mean in a game.

    `neutral` cards belong to nobody, `controlled` ones to a side; both together are in play.  Where an effect
    is at work may decide which deck and discard it means (`piles`); where a discarded card goes, the card
    itself (`dismiss`).  `ready` is done before several cards are drawn; `may_copy` forbids a text to a side,
    `may_search` all looking through the deck; `is_in` leaves out players who have left the deal.  `fits` says
    which card may lie in which zone; `deck_for` to whose deck a card goes that an effect puts into the deck;
    `draws_from` out of whose deck a side draws; marks
    `of_places` belong to the place where a card lies, and whatever comes there takes them over.  No value that effects
    change is more than the `highest`; `painted` sees to a card that got another domain.  Changes last a round, or what
    else the game calls its `span`.
    """

    def __init__(
        self, *, deck: Zone, discard: Zone, hand: Zone, expelled: Zone, value: Mark, domain: Mark, neutral: Ask = _none,
        controlled: Ask = _none, ready: Verb = when_needed, may_copy: Test = _yes, may_search: Test = _yes,
        is_in: Test = _yes, piles: Callable[[Table], tuple[Zone, Zone]] | None = None,
        dismiss: Callable[[Table, int, Zone, int], None] = _on_the_discard, changes_hands: bool = True,
        fits: Callable[[Table, int, Zone], bool] | None = None,
        deck_for: Callable[[Table, int, int], tuple[Zone, int]] | None = None, of_places: Sequence[Mark] = (),
        highest: int = 13, painted: Callable[[Table, int], None] = _where_it_lies, span: str = "round",
        draws_from: Callable[[Table, int], int] | None = None,
    ) -> None:
        self.deck: Final = deck
        self.discard: Final = discard
        self.hand: Final = hand
        self.expelled: Final = expelled
        self.value: Final = value
        self.domain: Final = domain
        self.neutral: Final = neutral
        self.controlled: Final = controlled
        self.ready: Final = ready
        self.needs_no_care: Final = ready is when_needed
        self.may_copy: Final = may_copy
        self.may_search: Final = may_search
        self.is_in: Final = is_in
        self.nobody_leaves: Final = is_in is _yes
        self.dismiss: Final = dismiss
        self.changes_hands: Final = changes_hands  # whether cards in hand can be changed [DK-V07]
        self.fits: Final = fits
        self.deck_for: Final = deck_for
        self.of_places: Final = of_places
        self.highest: Final = highest
        self.painted: Final = painted
        self.span: Final = span
        self.draws_from: Final = draws_from
        plain = (deck, discard)
        self.has_plain_piles: Final = piles is None
        self.piles: Final[Callable[[Table], tuple[Zone, Zone]]] = piles or (lambda table: plain)


class Common:
    """The pieces that several games share.  They come first, so that they have the same place in all games."""

    def __init__(self, zones: Sequence[Zone] = (), tallies: Sequence[Tally] = ()) -> None:
        self.zones: Final = zones
        self.tallies: Final = tallies


class Pieces:
    """What is on the table besides what the words on the cards speak of."""

    def __init__(
        self, *, zones: Sequence[Zone], tallies: Sequence[Tally], marks: Sequence[Mark] = (),
        slates: Sequence[Slate] = (), common: Common, box: Zone, decks: Callable[[int], int],
    ) -> None:
        self.common: Final = common
        self.zones: Final = zones
        self.tallies: Final = tallies
        self.marks: Final = marks
        self.slates: Final = slates
        self.box: Final = box  # where all cards are before play
        self.decks: Final = decks  # by seats: how many decks


class Manners:
    """How a game speaks with people: its title, what its verbs ask for, how it tells what cards do."""

    def __init__(
        self, title: str, *, prompts: Mapping[str, str], phrases: Mapping[tuple[str, str], str],
        passing: Mapping[str, str] | None = None, done: Mapping[str, str] | None = None,
        idle: Mapping[str, str] | None = None, wild: str = "",
    ) -> None:
        self.title: Final = title
        self.prompts: Final = prompts  # by verb: what is asked, as a sentence
        self.phrases: Final = phrases  # by the zones a card leaves and enters; "own hand" if it stays with a side
        self.passing: Final = passing or {}  # by verb: what not doing it is called
        self.done: Final = done or {}  # by verb: what somebody has done who chose {choice}, for the rest of the side
        self.idle: Final = idle or {}  # by verb: what somebody is told who can do nothing
        self.wild: Final = wild  # what a wild card does, in sentences

    def question(self, decision: Decision) -> str:
        """What is asked, as a sentence; or, where there is nothing to choose, that there is nothing."""
        if isinstance(decision, NoChoice):
            return f"{self.idle.get(decision.verb, NOTHING_TO_DO)} Moving on."
        return self.prompts.get(decision.verb) or f"Choose what to {decision.verb}."

    def what_was_done(self, verb: str, choice: str) -> str:
        """What a member of a side has chosen, as the others are told: `used 5K`."""
        return "passed" if choice == "pass" else self.done.get(verb, "chose {choice}").format(choice=choice)


def _collect(rule: Rule, but_for: set[Rule], found: set[Rule]) -> None:
    """Add a rule and all its parts to those that were found."""
    if rule not in but_for and rule not in found:
        found.add(rule)
        for part in rule.parts():
            _collect(part, but_for, found)


class Game:
    """A game: where cards lie, how play goes, and what the words on the cards mean in it.

    `arrive` has a word when a card comes somewhere, or only into the zones of `greeting`; `divert` sends it elsewhere
    before it comes there; `fit` makes an imagined table fit what is known beyond what may be behind each back, or
    gives up, and leaves one that fits as it is; `seating` says which seats are one side, `allies` which of so many
    sides win together; `winners` says who won.  `insight` is a bit for each other side that sees into a zone of its
    owner's; `settle` sees to what a written position leaves out; `between` has by name the rules that the game puts
    onto the agenda in any phase.  If there are `personal` verbs, what a side is asked may be answered by any of its
    seats, but for these.
    Options are plain JSON.  The version of the rules grows whenever an old record would no longer replay, and
    whatever changed is an option: `later` has, by version, those that came with it, and how older rules play on.
    """

    def __init__(
        self, name: str, cards: list[Card], rules: Rule, phases: Mapping[str, Rule], effects: Mapping[str, Rule],
        pieces: Pieces, words: Words, manners: Manners, *, seats: Sequence[int],
        winners: Callable[[Table], list[int]], scores: Callable[[Table], list[int]],
        arrive: Arrive | None = None, greeting: Sequence[Zone] | None = None, divert: Divert | None = None,
        fit: "Callable[[Table, int, Random], bool] | None" = None,
        seating: Callable[[int, Chance], list[list[int]]] = one_each,
        insight: Callable[[Table, Zone, int], int] | None = None, settle: Callable[[Table], None] | None = None,
        allies: Callable[[int, int], list[int]] = alone,
        first: Callable[[Table], int] | None = None, personal: Sequence[str] | None = None,
        later: Mapping[int, Mapping[str, object]] | None = None, options: Mapping[str, object] | None = None,
        between: Mapping[str, Rule] | None = None,
    ) -> None:
        self.name: Final = name
        self.later: Final = later or {}
        self.version: Final = max([1, *self.later])
        self.options: Final = dict(options or {})
        self.cards: Final = cards
        self.prints: Final = cards * MANY_DECKS  # by face: every deck is printed alike
        self.rules: Final = rules
        self.phases: Final = phases  # parts of the rules that have a name of their own
        self.between: Final = between or {}  # what may come up in any of them
        self.effects: Final = effects
        self.words: Final = words
        self.manners: Final = manners
        self.seats: Final = seats  # how many can play
        self.winners: Final = winners
        self.scores: Final = scores  # by side: what counts at the end, for tables and statistics
        self.box: Final = pieces.box
        self.decks: Final = pieces.decks
        self.zones: Final = [
            *pieces.common.zones, words.deck, words.discard, words.hand, words.expelled, *pieces.zones,
        ]
        self.tallies: Final = [*pieces.common.tallies, *pieces.tallies]
        self.marks: Final = [words.value, words.domain, *pieces.marks]
        self.on_back: Final = [mark for mark in self.marks if mark.on_back]
        self.sleeves: Final = [mark for mark in self.on_back if not mark.places]  # by which backs are told apart
        self.carried: Final = [  # by zone: marks on the back that go with the face when cards there change places
            [mark for mark in self.on_back if any(zone in place for place in mark.places)] for zone in self.zones
        ]
        self.held: Final = sorted(  # what somebody holds as they like: most of it in the hand
            [zone for zone in self.zones if zone.mixed and zone.seen_by != NOBODY],
            key=lambda zone: zone is not words.hand)
        self.slates: Final = list(pieces.slates)
        self.shared_slates: Final = sum(not slate.own for slate in self.slates)
        self.falling: Final = [  # by zones left and entered: the marks that fall off
            [[mark for mark in self.marks if mark.falls(source, target)] for target in self.zones]
            for source in self.zones
        ]
        self.all_falling: Final[list[list[int]]] = []  # the same, a bit for each mark
        self.elsewhere: Final = [  # by mark, for each of the places where it stays: all other zones
            [[zone for zone in self.zones if zone not in place] for place in mark.places] for mark in self.marks
        ]
        self.arrive: Final = arrive or _nothing_special
        self.divert: Final = divert
        self.greets: Final = [arrive is not None and (greeting is None or zone in greeting) for zone in self.zones]
        self.fit: Final = fit
        self.seating: Final = seating
        self.insight: Final = insight
        self.settle: Final = settle
        self.allies: Final = allies
        self.first: Final = first
        self.personal: Final = personal
        self.shared_zones: Final[int] = sum(zone.shared for zone in self.zones)
        self.by_slot: Final = [  # as they lie on a table
            *[zone for zone in self.zones if zone.shared], *[zone for zone in self.zones if not zone.shared],
        ]
        self.shared_tallies: Final = sum(tally.shared for tally in self.tallies)
        self._starts: Final[dict[int, list[int]]] = {}  # by sides: the numbers of all tallies
        self._number_pieces()
        self.names: Final[dict[Rule, str]] = {}
        for word, rule in [
            *phases.items(), *self.between.items(), *effects.items(), (name, rules), (CARD_TEXT.label(), CARD_TEXT),
        ]:
            self._name(rule, word)
        self._phases_of: Final[dict[Rule, list[str]]] = {}  # by rule: the phases in which it has a part
        self._leading: Final[set[Rule]] = set()  # the rules that go through phases
        self._anywhere: Final[set[Rule]] = set()  # the rules that may come up in any phase
        self._note_phases(between or {})
        self._note_leading(rules)

    def _number_pieces(self) -> None:
        """Give every piece its place on a table.  Zones and tallies are the same for all variants of a game."""
        for zones in ([z for z in self.zones if z.shared], [z for z in self.zones if not z.shared]):
            for slot, zone in enumerate(zones):
                assert zone.slot in (-1, slot), f"{zone.name} has another place in another game"
                zone.slot = slot
        for tallies in ([t for t in self.tallies if t.shared], [t for t in self.tallies if not t.shared]):
            for slot, tally in enumerate(tallies):
                assert tally.slot in (-1, slot), f"{tally.name} has another place in another game"
                tally.slot = slot
        for number, zone in enumerate(self.zones):
            zone.number = number
        for number, mark in enumerate(self.marks):
            mark.number = number
        for by_target in self.falling:
            self.all_falling.append([sum(1 << mark.number for mark in marks) for marks in by_target])
        for slates in ([s for s in self.slates if not s.own], [s for s in self.slates if s.own]):
            for number, slate in enumerate(slates):
                slate.number = number

    def _name(self, rule: Rule, name: str) -> None:
        """Name each rule by its place, so that a suspended table can be stored."""
        if rule not in self.names:
            self.names[rule] = name
            for number, part in enumerate(rule.parts()):
                self._name(part, f"{name}/{number} {part.label()}")

    def _note_phases(self, between: Mapping[str, Rule]) -> None:
        """Note for each rule the innermost phases it is a part of.  What comes up in between says nothing of them."""
        of_their_own = set(self.phases.values())
        for rule in between.values():
            _collect(rule, of_their_own, self._anywhere)
        for phase, rule in self.phases.items():
            parts = {rule}
            for part in rule.parts():
                _collect(part, of_their_own, parts)
            for part in parts - self._anywhere:
                self._phases_of.setdefault(part, []).append(phase)

    def _note_leading(self, rule: Rule) -> bool:
        """Note the rules that have phases among their parts, or the parts of those; whether this is one."""
        found = False
        for part in rule.parts():
            if self._note_leading(part) or part in self.phases.values():
                found = True
        if found:
            self._leading.add(rule)
        return found

    def zone_at(self, at: int, sides: int) -> Zone:
        """The zone whose cards have a place among the lists of a table."""
        own = at - self.shared_zones
        return self.by_slot[at] if own < 0 else self.by_slot[self.shared_zones + own // sides]

    def players(self) -> str:
        """How many can play: 2, or 1 to 6."""
        low, high = min(self.seats), max(self.seats)
        return str(low) if low == high else f"{low} to {high}"

    def why_not_for(self, players: int) -> str:
        """A sentence for whoever wants to play it with so many."""
        return f"{self.manners.title} is for {self.players()} players, not {players}."

    def path(self, agenda: list[Frame]) -> str:
        """Where play stands, for people."""
        return self.names.get(agenda[-1].rule, agenda[-1].rule.label()) if agenda else "a game that is over"

    def phase(self, table: Table) -> str:
        """The phase the table is in, by its name; nothing if the game is over."""
        return self.phase_at(table.frame)

    def phase_at(self, frame: Frame | None) -> str:
        """The phase in which this frame is the top of the agenda.

        Effects, and what comes up between other things, say nothing of it, and a rule that several phases share says
        that it is one of these: which one, the frames below tell.
        """
        among: list[str] = []
        is_top = True
        while frame is not None and len(among) != 1:
            begun = "" if is_top else self._phase_begun(frame)
            if begun and (not among or begun in among):
                return begun
            phases = self._phases_of.get(frame.rule, [])
            both = [phase for phase in among if phase in phases] if among else phases
            among = both or among
            frame = frame.below
            is_top = False
        return among[0] if among else ""

    def text_at(self, frame: Frame | None) -> Frame | None:
        """The frame of the card's text that asks, if this is the top of the agenda; its "it" is the face.

        What comes up between other things, such as a drawn wild card, is not asked by the text that brought it about.
        """
        while frame is not None and frame.rule is not CARD_TEXT:
            frame = None if frame.rule in self._anywhere else frame.below
        return frame

    def _phase_begun(self, frame: Frame) -> str:
        """The phase that is under way above a frame, if its rule goes through phases.

        What has no frame any more is in its last part.
        """
        if frame.rule not in self._leading:
            return ""
        rule = frame.rule.begun(frame.at)
        while rule is not None and rule in self._leading:
            rule = rule.begun(len(rule.parts()))
        return "" if rule is None or rule not in self.phases.values() else self.names[rule]

    def voice(self, seats: Sequence[str], many: Sequence[int] = ()) -> Voice:
        """How the game speaks of sides with these names; of some it speaks as of many."""
        return Voice(seats, self.manners.phrases, self.manners.passing, many, self.manners.idle)

    def bare(self, seats: int, seed: int | str | bytes) -> Table:
        """A table with all cards shuffled in the box, and nothing to do."""
        if seats not in self.seats:
            raise ValueError(self.why_not_for(seats))
        key = seed_of(seed)
        members = self.seating(seats, Chance(key, 0))
        table = self._undealt(DECK_SIZE * self.decks(seats), members, key)
        table.shuffle(self.box)
        table.first = self.first(table) if self.first is not None else table.chance().below(len(members))
        return table

    def _undealt(self, cards: int, members: list[list[int]], seed: bytes) -> Table:
        sides = len(members)
        if sides not in self._starts:
            self._starts[sides] = [tally.start for tally in self.tallies if tally.shared] + [
                tally.start for tally in self.tallies if not tally.shared for _ in range(sides)]
        captain = [seats[0] if seats else ARTIFICIAL for seats in members]
        table = Table(
            self, members, seed, 0, 0, captain, FACES[:cards], [0] * cards, nothing_known(sides + 1, cards), None,
            [[EMPTY] * zone.cells if zone.cells else []
             for zone in self.by_slot for _ in range(1 if zone.shared else sides)],
            self._starts[sides][:], [0] * (cards * len(self.marks)),
            [[] for slate in self.slates for _ in range(sides if slate.own else 1)],
            [[] for _ in range(sides)], [], None, [],
        )
        table.marks_in_use = 0
        self.box.to_change(table).extend(BACKS[:cards])
        return table

    def start(self, seats: int, seed: int | str | bytes, *, listen: bool = False, asks_all: bool = False) -> Table:
        """A table ready for its first decision; whoever listens finds the deal in its log.

        If it `asks_all`, also who can only pass is asked: for tables where others watch how long that takes.

        :raises ValueError: if so many cannot play, or the seed is none.
        """
        table = self.bare(seats, seed)
        table.log = [] if listen else None
        table.asks_all = asks_all
        table.then(self.rules, table.first)
        table.go_on()
        return table
