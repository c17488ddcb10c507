"""What a side sees of a table, and the tables it could mistake for this one.

A view is a value.  It holds what the side sees and knows, and nothing else: no face the side does not know, no
seed, no way back to the table.  What is imagined is made from a view alone, so it cannot peek.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from techdeck.cards import Back, Face, code
from techdeck.chance import SEED_BYTES
from techdeck.events import Telling
from techdeck.knowledge import BIT, Knowledge, row_of
from techdeck.table import EMPTY, Frame, Game, Mark, Slate, Table, Tally, Zone, changed, frames_down_from

if TYPE_CHECKING:
    from mypy_extensions import i64

UNKNOWN: Final = -1
WORD: Final = 60  # so many bits are taken at once out of a set of faces
TRIES: Final = 200  # to imagine a table that fits all that is known
DEALS: Final = 2  # to deal what is unknown at random, before it is dealt by moving cards on


class View:
    """A table as one side sees it.  A spectator sees it as the side after the last.

    It takes from the table what would be gone with the next action, and no more; what follows from that is worked
    out when somebody asks.
    """

    def __init__(self, table: Table, side: int) -> None:
        table.known_to(table.sides)
        known = table.known_to(side)
        self.game: Final[Game] = table.game
        self.side: Final = side
        self.members: Final = table.members
        self.sides: Final = table.sides
        self.first: Final = table.first
        self.captain: Final = table.captain[:]
        self.zones: Final = table.lying()
        self.tallies: Final = table.tallies[:]
        self.slates: Final = [[] if self._is_for_others(at) else lines[:] for at, lines in enumerate(table.slates)]
        self.knowers: Final = table.knowers[:]  # a bit for each side that knows the card; that they do is no secret
        self.faces: Final = table.known_faces(side, UNKNOWN)  # by back
        self._groups: Final = known.groups[side]  # these four are values that the table may share
        self._sets: Final = known.sets[side]
        self._groups_for_all: Final = known.groups[table.sides]
        self._sets_for_all: Final = known.sets[table.sides]
        self._may_be: list[int] | None = None
        self._known_to_all: list[int] | None = None
        self._marks: list[int] | None = None
        self.marked: Final = self._marks_seen(table) if table.marks_in_use else []  # places and numbers
        self.sealed: Final = tuple(table.sealed[side]) if side < table.sides else ()
        self.chain: Final = tuple(table.chain)
        self.frame: Final = table.frame  # where play stands
        self.asked: Final = [d for d in table.pending if side < table.sides and d.seat in table.members[side]]
        self.awaited: Final = table.awaited()  # the seats that may choose now
        self._dealing: Dealing | None = None

    def _is_for_others(self, at: int) -> bool:
        """Whether a slate belongs to another side."""
        own = at - self.game.shared_slates
        return own >= 0 and own % self.sides != self.side

    def _marks_seen(self, table: Table) -> list[int]:
        """The marks of the cards the side knows, and those for all eyes: where each is among all, and its number."""
        seen: list[int] = []
        marks: list[Any] = table.marks
        zero: Any = 0
        for mark in self.game.marks:
            if table.marks_in_use >> mark.number & 1:
                start: i64 = mark.number * table.per_mark
                for at in range(start, start + table.per_mark):
                    here = marks[at]
                    if here is not zero:  # as it mostly is, which is seen without reading it
                        number: int = here  # of any size: it may have a bit for each offer
                        if number and (mark.is_for_all or self._sees_mark(table, mark, at - start)):
                            seen.append(at)
                            seen.append(number)
        return seen

    def _sees_mark(self, table: Table, mark: Mark, face: int) -> bool:
        """Of a card it does not see, a side knows a mark if the card is surely where the mark stays on it."""
        back = table.back_of(face)
        is_known = self.faces[back] != UNKNOWN
        if mark.secret:
            return is_known and table.where(int(back))[1] == self.side
        return is_known or any(self._is_nowhere_in(zones, face) for zones in self.game.elsewhere[mark.number])

    def _is_nowhere_in(self, zones: list[Zone], face: int) -> bool:
        """Whether a card the side does not know is surely not in any of these zones."""
        faces, groups, sets, bit = self.faces, self._groups, self._sets, BIT[face]
        for zone in zones:
            for owner in range(1 if zone.shared else self.sides):
                last: i64 = -1
                for back in self.cards(zone, owner):
                    if back != EMPTY and faces[back] == UNKNOWN:
                        group: i64 = groups[back]
                        if group != last:  # cards that lie together are mostly of one group
                            last = group
                            if sets[group] & bit:
                                return False
        return True

    # What can be read in it.

    @property
    def phase(self) -> str:
        """The phase of the game, by its name; nothing if the game is over."""
        return self.game.phase_at(self.frame)

    @property
    def text(self) -> Frame | None:
        """Where the card's text stands that asks now: the face is its "it", and its side uses it."""
        return self.game.text_at(self.frame)

    @property
    def agenda(self) -> list[Frame]:
        """What is still to be done, the last first."""
        return frames_down_from(self.frame)

    @property
    def may_be(self) -> list[int]:
        """By back, the faces that may be behind it, for all the side knows."""
        if self._may_be is None:
            self._may_be = row_of(self._groups, self._sets, self.faces, self.knowers, self.side)
        return self._may_be

    @property
    def known_to_all(self) -> list[int]:
        """The same for all that everybody knows."""
        if self._known_to_all is None:
            self._known_to_all = row_of(
                self._groups_for_all, self._sets_for_all, self.faces, self.knowers, self.sides)
        return self._known_to_all

    @property
    def marks(self) -> list[int]:
        """Of the cards the side knows, and on backs."""
        if self._marks is None:
            self._marks = [0] * (len(self.game.marks) * len(self.faces))
            for place in range(0, len(self.marked), 2):
                self._marks[self.marked[place]] = self.marked[place + 1]
        return self._marks

    def dealing(self) -> "Dealing":
        """How to deal what the side does not know."""
        if self._dealing is None:
            self._dealing = Dealing(self.faces, self.may_be, self._undealt())
        return self._dealing

    def _undealt(self) -> Table:
        """The table as the side may imagine it, but for the cards it does not know."""
        whose = [side == self.side for side in range(self.sides + 1)]
        knowledge = Knowledge(
            [self._groups if own else self._groups_for_all for own in whose],
            [self._sets if own else self._sets_for_all for own in whose])
        sealed: list[list[int]] = [[] for _ in range(self.sides)]
        if self.side < self.sides:
            sealed[self.side] = list(self.sealed)
        table = Table(
            self.game, self.members, b"", 0, self.first, self.captain, [Face(face) for face in self.faces],
            self.knowers, knowledge, None, [list(zone) for zone in self.zones], self.tallies, self.marks, self.slates,
            sealed, list(self.chain), self.frame, [],
        )
        table.marks_in_use = 0
        for place in range(0, len(self.marked), 2):
            table.marks_in_use |= 1 << self.marked[place] // len(self.faces)
        return table

    def places(self) -> list[tuple[Zone, int, tuple[Back, ...]]]:
        """Every zone with its owner and its backs."""
        return [
            (zone, owner, self.cards(zone, owner)) for zone in self.game.zones
            for owner in range(1 if zone.shared else self.sides)
        ]

    def at(self, zone: Zone, owner: int = 0) -> int:
        """Where a zone is among all."""
        return zone.at(self.game, self.sides, owner)

    def cards(self, zone: Zone, owner: int = 0) -> tuple[Back, ...]:
        return self.zones[self.at(zone, owner)]

    def tally(self, tally: Tally, side: int = 0) -> int:
        return self.tallies[tally.at(self.game, self.sides, side)]

    def lines(self, slate: Slate) -> list[str]:
        """What the side can read on a slate."""
        if slate.own and self.side >= self.sides:
            return []
        return self.slates[slate.at(self.game, self.sides, self.side)]

    def mark(self, mark: Mark, key: int) -> int:
        """What is marked on a card, by its face; for marks on the back by that."""
        return self.marks[mark.number * len(self.faces) + key]

    def mark_on(self, mark: Mark, back: int) -> int:
        """What is marked on a card, or on its back; of a card the side does not know only the latter."""
        if mark.on_back:
            return self.mark(mark, back)
        return 0 if self.faces[back] == UNKNOWN else self.mark(mark, self.faces[back])

    def value(self, back: int) -> int:
        """The current value of a card the side knows; 0 if it does not, or the card is wild."""
        face = self.faces[back]
        if face == UNKNOWN or self.game.prints[face].is_wild:
            return 0
        steps = self.mark_on(self.game.words.value, back)
        return changed(self.game.prints[face].value, steps, self.game.words.highest)

    def domain(self, back: int) -> int:
        """The current domain of a card the side knows; 0 if it does not, or the card is wild and was given none."""
        face = self.faces[back]
        if face == UNKNOWN:
            return 0
        return self.mark_on(self.game.words.domain, back) or self.game.prints[face].domain_number

    def known(self, zone: Zone, owner: int = 0) -> list[Face]:
        """The cards the side knows to lie there behind a certain back."""
        return [Face(self.faces[back]) for back in self.cards(zone, owner)
                if back != EMPTY and self.faces[back] != UNKNOWN]

    def called(self, back: int) -> str:
        """What the side calls a card: its code, or nothing but a card."""
        return "??" if self.faces[back] == UNKNOWN else code(self.faces[back])

    def remembered(self, zone: Zone, owner: int = 0) -> list[Face]:
        """Cards that are somewhere among those there, though the side cannot tell behind which back."""
        at = self.at(zone, owner)
        return [Face(face) for face in faces_in(self.surely_among({at}).get(at, 0))]

    def surely_among(self, places: set[int]) -> dict[int, int]:
        """The same for several places at once, each by where it is: sets of cards, where there are any."""
        found: dict[int, int] = {}
        in_one_place = somewhere = 0
        for at in places:
            union = self._may_lie_at(at)
            if union:
                found[at] = union
                in_one_place = (in_one_place | union) & ~(somewhere & union)
                somewhere |= union
        for at in range(len(self.zones)):
            if not in_one_place:  # mostly after few of them: what nobody has seen may be anywhere
                return {}
            if at not in places:
                in_one_place &= ~self._may_lie_at(at)
        in_one_place &= ~self._known()
        return {at: union & in_one_place for at, union in found.items() if union & in_one_place}

    def _may_lie_at(self, at: int) -> int:
        """The faces of the cards in a place that the side does not know."""
        faces, groups, sets = self.faces, self._groups, self._sets
        union = 0
        last: i64 = -1
        for back in self.zones[at]:
            if back != EMPTY and faces[back] == UNKNOWN:
                group: i64 = groups[back]
                if group != last:  # cards that lie together are mostly of one group
                    last = group
                    union |= sets[group]
        return union

    def _known(self) -> int:
        """The faces the side knows behind a certain back."""
        known = 0
        for face in self.faces:
            if face != UNKNOWN:
                known |= BIT[face]
        return known

    def as_json(self) -> Telling:
        """Everything the side may know of the table, as plain JSON, with names."""
        places: dict[str, list[str | None]] = {}
        remembered: dict[str, list[str]] = {}
        surely = self.surely_among(set(range(len(self.zones))))
        for zone, owner, backs in self.places():
            places[zone.place(owner)] = [None if back == EMPTY else self.called(back) for back in backs]
            cards = surely.get(self.at(zone, owner), 0)
            if cards:
                remembered[zone.place(owner)] = [code(face) for face in faces_in(cards)]
        marks = {
            mark.name: {f"back {key}" if mark.on_back else code(key): self.mark(mark, key)
                        for key in range(len(self.faces)) if self.mark(mark, key)}
            for mark in self.game.marks
        }
        tallies = {
            tally.name: [self.tally(tally, side) for side in range(1 if tally.shared else self.sides)]
            for tally in self.game.tallies
        }
        return {
            "game": self.game.name, "side": self.side, "first": self.first, "places": places, "remembered": remembered,
            "marks": {name: by_card for name, by_card in marks.items() if by_card}, "tallies": tallies,
            "slates": {slate.name: self.lines(slate) for slate in self.game.slates},
            "awaited": self.awaited,
            "asked": [{
                "seat": d.seat, "verb": d.verb, "options": list(d),
                **({"about": self.called(d.about)} if d.about != EMPTY else {}),
            } for d in self.asked],
        }

    def same_as(self, other: "View") -> bool:
        """Whether the two could be views of one and the same table."""
        return self.everything() == other.everything()

    def everything(self) -> list[object]:
        """All that is in it, for comparing."""
        return [
            self.game.name, self.side, self.members, self.first, self.captain, self.zones, self.tallies, self.slates,
            self.may_be, self.known_to_all, self.faces, self.knowers, self.marks, self.sealed, self.chain,
            [(self.game.names.get(f.rule, ""), f.side, f.at, f.it, f.that) for f in self.agenda],
            [(d.seat, d.verb, list(d), d.about) for d in self.asked], self.awaited,
        ]


def imagined(view: View, rng: Random) -> Table:
    """A table that this side could not tell from the true one, with another future.

    Every card is behind a back where, for all the side knows, it may be.  What others know is taken to be
    what everybody knows, and the cards that they are known to know.
    """
    dealing = view.dealing()
    found: Table | None = None
    for _ in range(TRIES):
        faces = dealing.faces(rng)
        world = dealing.undealt.another(rng.randbytes(SEED_BYTES), faces)
        if view.game.fit is None or view.game.fit(world, view.side, rng):
            _seal_anew(world, view, rng)
            if world.frame is not None and view.awaited:
                world.pending = world.frame.rule.decisions(world, world.frame)
            if _asks_the_same(world, view):
                return world
            found = world
    assert found is not None, f"found no table that side {view.side} could mistake for this one"
    return found


def _asks_the_same(world: Table, view: View) -> bool:
    """Who is asked has something to choose: a player asked to show a seven holds one."""
    for decision in world.pending:
        if not len(decision):
            return False
    return world.awaited() == view.awaited


class Step:
    """Some faces and some backs: all these faces go behind some of them, or some of these faces behind them all."""

    def __init__(self, faces: int, backs: list[int], deals_all: bool) -> None:
        self.faces: Final = faces_in(faces)
        self.backs: Final = backs
        self.deals_all: Final = deals_all  # all the faces


class Dealing:
    """How to deal what a side does not know, for as many imagined tables as are wanted.

    First come the backs with the fewest faces and the faces with the fewest backs.  Faces that may be in the same
    places are one kind, such as the cards that were shuffled into a pile.
    """

    def __init__(self, known: list[int], possible: list[int], undealt: Table) -> None:
        self.undealt: Final = undealt  # all but the cards
        self.known: Final = [Face(face) for face in known]  # by back
        self.unknown: Final = known.count(UNKNOWN)
        free = (1 << len(known)) - 1
        for face in known:
            if face != UNKNOWN:
                free &= ~BIT[face]
        self.sets: Final[list[int]] = []  # faces, by group
        self.groups: Final[list[list[int]]] = []  # the backs that may have just these
        for back, face in enumerate(known):
            if face == UNKNOWN:
                self._add(back, possible[back] & free)
        self.steps: Final = self._steps(free)

    def _add(self, back: int, faces: int) -> None:
        for group, others in enumerate(self.sets):
            if others == faces:
                self.groups[group].append(back)
                return
        self.sets.append(faces)
        self.groups.append([back])

    def _steps(self, free: int) -> list[Step]:
        """Those that leave the least choice first; of equal ones those for all backs of a group."""
        found = [(faces.bit_count(), False, group, Step(faces, self.groups[group], False))
                 for group, faces in enumerate(self.sets)]
        for kind, groups in self._kinds(free):
            backs = [back for group in groups for back in self.groups[group]]
            found.append((len(backs), True, len(found), Step(kind, backs, True)))
        found.sort()
        return [step for _, _, _, step in found]

    def _kinds(self, free: int) -> list[tuple[int, list[int]]]:
        """The faces by where they may be: some faces, and the groups that have them."""
        kinds: list[tuple[int, list[int]]] = [(free, [])]
        for group, faces in enumerate(self.sets):
            split: list[tuple[int, list[int]]] = []
            for kind, groups in kinds:
                if kind & faces:
                    split.append((kind & faces, [*groups, group]))
                if kind & ~faces:
                    split.append((kind & ~faces, groups))
            kinds = split
        return kinds

    def faces(self, rng: Random) -> list[Face]:
        """All faces, by back."""
        dealt = self.known[:]
        for _ in range(DEALS):
            if self._deal(dealt, rng.random):
                return dealt
            dealt = self.known[:]
        self._match(dealt, rng)
        return dealt

    def _deal(self, dealt: list[Face], draw: Callable[[], float]) -> bool:
        """Deal step by step, or give up: what is left may not go where something must be."""
        is_left = [True] * len(dealt)  # by face
        left = self.unknown
        for step in self.steps:
            if not left:
                break
            faces = [face for face in step.faces if is_left[face]]
            backs = [back for back in step.backs if dealt[back] == UNKNOWN]
            count = len(faces) if step.deals_all else len(backs)
            if not _bring_forward(backs if step.deals_all else faces, count, draw):
                return False
            for place in range(count):
                face = faces[place]
                dealt[backs[place]] = Face(face)
                is_left[face] = False
            left -= count
        return True

    def _match(self, dealt: list[Face], rng: Random) -> None:
        """The same where dealing at random gets stuck: move cards on until each back has one it may have."""
        possible: list[list[int]] = [[]] * len(dealt)  # by back
        holder = [UNKNOWN] * len(dealt)  # by face: its back
        for group in sorted(range(len(self.sets)), key=lambda group: self.sets[group].bit_count()):
            faces = faces_in(self.sets[group])
            rng.shuffle(faces)
            for back in self.groups[group]:
                possible[back] = faces
                assert _settle(back, possible, holder, [False] * len(dealt)), "what a side knows contradicts itself"
        for face, back in enumerate(holder):
            if back != UNKNOWN:
                dealt[back] = Face(face)


def _settle(back: int, possible: list[list[int]], holder: list[int], is_tried: list[bool]) -> bool:
    """Find a face for a back, if need be one whose holder finds another."""
    for face in possible[back]:
        if holder[face] == UNKNOWN:
            holder[face] = back
            return True
    for face in possible[back]:
        if not is_tried[face]:
            is_tried[face] = True
            if _settle(holder[face], possible, holder, is_tried):
                holder[face] = back
                return True
    return False


def faces_in(faces: int) -> list[int]:
    """The faces of a set; a machine number of bits after the other."""
    found: list[int] = []
    start = 0
    while faces:
        some: i64 = faces & (1 << WORD) - 1
        for place in range(WORD):
            if some & 1:
                found.append(start + place)
            some >>= 1
        faces >>= WORD
        start += WORD
    return found


def _bring_forward(numbers: list[int], count: int, draw: Callable[[], float]) -> bool:
    """Put so many of some numbers, by chance, before the others; if there are so many."""
    many = len(numbers)
    if count > many:
        return False
    for place in range(count):
        other = place + int(draw() * (many - place))
        numbers[place], numbers[other] = numbers[other], numbers[place]
    return True


def _seal_anew(world: Table, view: View, rng: Random) -> None:
    """Let those who have chosen in secret have chosen something, whatever it was."""
    frame = world.frame
    if frame is None:
        return
    hidden = [side for side in frame.rule.sealed(world, frame) if side != view.side]
    if hidden:
        undone = Frame(frame.rule, frame.side, 0, frame.it, frame.that)
        for decision in frame.rule.decisions(world, undone):
            side = world.side_of(decision.seat)
            choice = decision.sample(rng)
            if side in hidden and choice is not None:
                world.sealed[side] = [*world.sealed[side], *frame.rule.seal(choice)]
