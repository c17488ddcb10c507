"""What a side sees of a table, and the tables it could mistake for this one.

A view is a value.  It holds what the side sees and knows, and nothing else: no face the side does not know, no
seed, no way back to the table.  What is imagined is made from a view alone, so it cannot peek.
"""

from random import Random
from typing import Final

from techdeck.cards import Back, Face, code
from techdeck.chance import SEED_BYTES
from techdeck.events import Telling
from techdeck.knowledge import BIT, Knowledge, grouped
from techdeck.table import EMPTY, Frame, Game, Mark, Slate, Table, Tally, Zone

UNKNOWN: Final = -1
TRIES: Final = 200  # to imagine a table that fits all that is known
DEALS: Final = 2  # to deal what is unknown at random, before it is dealt by moving cards on


class View:
    """A table as one side sees it.  A spectator sees it as the side after the last."""

    def __init__(self, table: Table, side: int) -> None:
        self.game: Final[Game] = table.game
        self.side: Final = side
        self.members: Final = table.members
        self.sides: Final = table.sides
        self.first: Final = table.first
        self.captain: Final = table.captain[:]
        self.zones: Final = [zone[:] for zone in table.zones]
        self.tallies: Final = table.tallies[:]
        self.slates: Final = [[] if self._is_for_others(at) else lines[:] for at, lines in enumerate(table.slates)]
        self.may_be: Final = table.row(side)
        self.known_to_all: Final = table.row(table.sides)
        self.knowers: Final = table.knowers[:]  # a bit for each side that knows the card; that they do is no secret
        self.faces: Final = table.known_faces(side, UNKNOWN)  # by back
        self.marks: Final = [0] * len(table.marks)  # of the cards the side knows, and on backs
        self._copy_marks(table)
        self.sealed: Final = table.sealed[side][:] if side < table.sides else []
        self.chain: Final = table.chain[:]
        self.agenda: Final = table.agenda[:]
        self.asked: Final = [d for d in table.pending if side < table.sides and d.seat in table.members[side]]
        self.awaited: Final = sorted(decision.seat for decision in table.pending)  # the seats that choose now

    def _is_for_others(self, at: int) -> bool:
        """Whether a slate belongs to another side."""
        own = at - self.game.shared_slates
        return own >= 0 and own % self.sides != self.side

    def _copy_marks(self, table: Table) -> None:
        for at, number in enumerate(table.marks):
            if number:
                mark = table.game.marks[at // table.cards]
                if mark.on_back or self._sees_mark(table, mark, at % table.cards):
                    self.marks[at] = number

    def _sees_mark(self, table: Table, mark: Mark, face: int) -> bool:
        """Of a card it does not see, a side knows a mark if the card is surely where the mark stays on it."""
        back = table.face.index(Face(face))
        if mark.secret:
            return table.where(back)[1] == self.side and self.faces[back] != UNKNOWN
        if self.faces[back] != UNKNOWN or not mark.places:
            return True
        possible = [Back(other) for other, faces in enumerate(self.may_be) if faces & BIT[face]]
        zones = [zone for zone, _, backs in self.places() if any(other in backs for other in possible)]
        return any(all(zone in place for zone in zones) for place in mark.places)

    # What can be read in it.

    def places(self) -> list[tuple[Zone, int, list[Back]]]:
        """Every zone with its owner and its backs."""
        return [
            (zone, owner, self.cards(zone, owner)) for zone in self.game.zones
            for owner in range(1 if zone.shared else self.sides)
        ]

    def cards(self, zone: Zone, owner: int = 0) -> list[Back]:
        if zone.shared:
            return self.zones[zone.slot]
        return self.zones[self.game.shared_zones + zone.slot * self.sides + owner]

    def tally(self, tally: Tally, side: int = 0) -> int:
        at = tally.slot if tally.shared else self.game.shared_tallies + tally.slot * self.sides + side
        return self.tallies[at]

    def lines(self, slate: Slate) -> list[str]:
        """What the side can read on a slate."""
        if slate.own and self.side >= self.sides:
            return []
        return self.slates[slate.at(self.game, self.sides, self.side)]

    def mark(self, mark: Mark, key: int) -> int:
        """What is marked on a card, by its face; for marks on the back by that."""
        return self.marks[mark.number * len(self.faces) + key]

    def known(self, zone: Zone, owner: int = 0) -> list[Face]:
        """The cards the side knows to lie there behind a certain back."""
        return [Face(self.faces[back]) for back in self.cards(zone, owner)
                if back != EMPTY and self.faces[back] != UNKNOWN]

    def called(self, back: int) -> str:
        """What the side calls a card: its code, or nothing but a card."""
        return "??" if self.faces[back] == UNKNOWN else code(self.faces[back])

    def remembered(self, zone: Zone, owner: int = 0) -> list[Face]:
        """Cards that are somewhere among those there, though the side cannot tell behind which back."""
        seen = 0
        for face in self.faces:
            if face != UNKNOWN:
                seen |= BIT[face]
        backs = self.cards(zone, owner)
        inside = outside = 0
        for back, faces in enumerate(self.may_be):
            if self.faces[back] == UNKNOWN:
                if Back(back) in backs:
                    inside |= faces
                else:
                    outside |= faces
        surely = inside & ~outside & ~seen
        return [Face(face) for face in range(len(self.faces)) if surely & BIT[face]]

    def as_json(self) -> Telling:
        """Everything the side may know of the table, as plain JSON, with names."""
        places: dict[str, list[str | None]] = {}
        remembered: dict[str, list[str]] = {}
        for zone, owner, backs in self.places():
            places[zone.place(owner)] = [None if back == EMPTY else self.called(back) for back in backs]
            cards = self.remembered(zone, owner) if any(back != EMPTY for back in backs) else []
            if cards:
                remembered[zone.place(owner)] = [code(face) for face in cards]
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
    found: Table | None = None
    for _ in range(TRIES):
        world = _table(view, _deal(view, rng), rng)
        if view.game.fit is None or view.game.fit(world, view.side, rng):
            _seal_anew(world, view, rng)
            if world.agenda and view.awaited:
                world.pending = world.agenda[-1].rule.decisions(world, world.agenda[-1])
            if _asks_the_same(world, view):
                return world
            found = world
    assert found is not None, f"found no table that side {view.side} could mistake for this one"
    return found


def _asks_the_same(world: Table, view: View) -> bool:
    """Who is asked has something to choose: a player asked to show a seven holds one."""
    seats = sorted(decision.seat for decision in world.pending)
    return seats == view.awaited and all(len(decision) for decision in world.pending)


def _deal(view: View, rng: Random) -> list[Face]:
    """Deal what the side does not know, first the backs with the fewest faces and the faces with the fewest backs.

    Faces that may be in the same places are one kind, such as the cards that were shuffled into a pile.
    """
    free = 0
    for faces in view.may_be:
        free |= faces
    groups: dict[int, list[int]] = {}
    for face in view.faces:
        if face != UNKNOWN:
            free &= ~BIT[face]
    for back, face in enumerate(view.faces):
        if face == UNKNOWN:
            groups.setdefault(view.may_be[back] & free, []).append(back)
    kinds = _kinds(groups, free)
    steps = [(faces.bit_count(), faces, [faces], False) for faces in groups]
    steps += [(sum([len(groups[faces]) for faces in places]), kind, places, True) for kind, places in kinds.items()]
    steps.sort(key=lambda step: (step[0], step[3]))
    for _ in range(DEALS):
        dealt = [Face(face) for face in view.faces]
        left = free
        empty = {faces: backs[:] for faces, backs in groups.items()}
        for _, which, places, is_kind in steps:
            faces_left = [face for face in range(len(dealt)) if left & which & BIT[face]] if left & which else []
            backs = [back for faces in places for back in empty[faces]]
            if len(backs) < len(faces_left) if is_kind else len(faces_left) < len(backs):
                break
            if is_kind:
                backs = rng.sample(backs, len(faces_left))
            else:
                faces_left = rng.sample(faces_left, len(backs))
            for back, face in zip(backs, faces_left, strict=True):
                dealt[back] = Face(face)
                left &= ~BIT[face]
            for faces in places if backs else []:
                empty[faces] = [back for back in empty[faces] if back not in backs]
        else:
            return dealt
    return _matched(view, groups, free, rng)


def _kinds(groups: dict[int, list[int]], free: int) -> dict[int, list[int]]:
    """The faces by where they may be: some faces, and the groups that have them."""
    kinds: dict[int, list[int]] = {free: []}
    for group in groups:
        split: dict[int, list[int]] = {}
        for faces, places in kinds.items():
            if faces & group:
                split[faces & group] = [*places, group]
            if faces & ~group:
                split[faces & ~group] = places
        kinds = split
    return kinds


def _matched(view: View, groups: dict[int, list[int]], free: int, rng: Random) -> list[Face]:
    """The same where dealing at random gets stuck: move cards on until each back has one it may have."""
    holder: dict[int, int] = {}  # by face: its back
    possible: dict[int, list[int]] = {}  # by back
    for faces in sorted(groups, key=lambda faces: faces.bit_count()):
        shuffled = [face for face in range(len(view.faces)) if faces & BIT[face]]
        rng.shuffle(shuffled)
        for back in groups[faces]:
            possible[back] = shuffled

    def settle(back: int, tried: set[int]) -> bool:
        for face in possible[back]:
            if face not in holder:
                holder[face] = back
                return True
        for face in possible[back]:
            if face not in tried:
                tried.add(face)
                if settle(holder[face], tried):
                    holder[face] = back
                    return True
        return False

    for back in possible:
        assert settle(back, set()), "what a side knows contradicts itself"
    dealt = [Face(face) for face in view.faces]
    for face, back in holder.items():
        dealt[back] = Face(face)
    return dealt


def _table(view: View, dealt: list[Face], rng: Random) -> Table:
    known = grouped([view.known_to_all, view.may_be])
    whose = [side == view.side for side in range(view.sides + 1)]
    knowledge = Knowledge([known.groups[own] for own in whose], [known.sets[own] for own in whose])
    table = Table(
        view.game, view.members, rng.randbytes(SEED_BYTES), 0, view.first, view.captain[:], dealt, view.knowers[:],
        knowledge, None, [zone[:] for zone in view.zones], view.tallies[:], view.marks[:],
        [slate[:] for slate in view.slates], [[] for _ in range(view.sides)], view.chain[:], view.agenda[:], [],
    )
    if view.side < view.sides:
        table.sealed[view.side] = view.sealed[:]
    return table


def _seal_anew(world: Table, view: View, rng: Random) -> None:
    """Let those who have chosen in secret have chosen something, whatever it was."""
    if not world.agenda:
        return
    frame = world.agenda[-1]
    hidden = [side for side in frame.rule.sealed(world, frame) if side != view.side]
    if hidden:
        undone = Frame(frame.rule, frame.side, 0, frame.it, frame.that)
        for decision in frame.rule.decisions(world, undone):
            side = world.side_of(decision.seat)
            choice = decision.sample(rng)
            if side in hidden and choice is not None:
                world.sealed[side] = [*world.sealed[side], *frame.rule.seal(choice)]
