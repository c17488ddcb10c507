"""What may be behind each back, as each side, and everybody, can work out.

For every side there is a row, and one more for what everybody knows.  Backs of which a row thinks the same are in
one group, so that a set of possible faces, a bit for each, is there once for each group.

Most of what happens on a table changes nothing here: whoever sees a card knows it.  What does is a *mixing*: cards
that some can no longer tell apart.  Mixings are noted as they happen, and worked out only when somebody looks.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from techdeck.cards import DECK_SIZE, MANY_DECKS

if TYPE_CHECKING:
    from mypy_extensions import i64

MANY_SETS: Final = 16  # in a row; if there are more, those that nobody needs any more are thrown away
BIT: Final = [1 << number for number in range(MANY_DECKS * DECK_SIZE)]  # by face


class Mixing:
    """Some cards that some rows can no longer tell apart; and, or, of which everybody learns what they are not.

    Each knows the one before it, so that tables that are copies of one another share what happened to both.  Games make
    hundreds of them, so what one is about is all in one list.
    """

    def __init__(self, before: "Mixing | None", rows: int, cards: list[int], many: int, without: int = 0) -> None:
        self.before: Final = before
        self.number: Final[i64] = 1 if before is None else before.number + 1
        self.rows: Final = rows  # a bit for each that can no longer tell them apart
        self.cards: Final = cards  # so many backs; then, if known until now, the place among them, the face, the rows
        self.many: Final[i64] = many
        self.without: Final = without  # faces that none of them is

    def is_about(self, backs: Sequence[int]) -> bool:
        """Whether these, in this order, are the cards that were mixed."""
        if len(backs) != self.many:
            return False
        cards = self.cards
        return (cards if len(cards) == self.many else cards[:self.many]) == backs

    def is_about_known(self, face: int, row: int) -> bool:
        """Whether a row knew until then where among its cards a face was."""
        cards = self.cards
        at = self.many
        while at < len(cards):
            if cards[at + 1] == face and cards[at + 2] >> row & 1:
                return True
            at += 3
        return False

    def is_forgotten(self, rows: int, backs: list[int]) -> bool:
        """Whether it does not matter any more when these cards are mixed next: it was about the first of them."""
        cards = self.cards
        if self.rows != rows or len(cards) != self.many or self.without or len(cards) > len(backs):
            return False
        return cards == backs[:len(cards)]


class Knowledge:
    """The groups and sets of every row.  It is a value: tables that are copies of one another share it."""

    def __init__(
        self, groups: list[list[int]], sets: list[list[int]], done: list[int] | None = None,
        single: list[list[int]] | None = None,
    ) -> None:
        self.groups: Final = groups  # by row, then by back: its group; for a card the row knows it means nothing
        self.sets: Final = sets  # by row, then by group: the faces its cards may be
        self.done: Final = done or [0] * len(groups)  # by row: how many of a table's mixings are worked out
        self.single: Final = single or [_single(of_row) for of_row in sets]  # by row: the groups with only one face
        most: i64 = 0
        for number in self.done:
            if number > most:
                most = number
        self.most_done: Final[i64] = most

    def after(self, last: Mixing, knowers: list[int], row: int) -> "Knowledge":
        """The same with one row after a mixing and all before it; the knowers are those of now."""
        groups, sets = self.groups[row][:], self.sets[row][:]
        many = MANY_SETS
        for mixing in _since(self.done[row], last):
            if mixing.rows >> row & 1:
                _mix(groups, sets, mixing, 1 << row)
            if mixing.without:
                _rule_out(groups, sets, mixing)
            if len(sets) > many:
                _tidy(groups, sets, knowers, 0)  # who knows a card now may not have known it then
                many = MANY_SETS + 2 * len(sets)
        if len(sets) > MANY_SETS:
            _tidy(groups, sets, knowers, 1 << row)
        all_groups, all_sets, done, single = self.groups[:], self.sets[:], self.done[:], self.single[:]
        all_groups[row], all_sets[row], done[row], single[row] = groups, sets, last.number, _single(sets)
        return Knowledge(all_groups, all_sets, done, single)


    def where_may_be(self, face: int, last: Mixing | None, row: int) -> list[bool]:
        """By back, whether a face may be behind it, for a row that does not know the card.

        The sets after the last mixing tell the same; but of one face it is found out with less ado, most of all if the
        row knew the card not long ago.
        """
        groups, sets = self.groups[row], self.sets[row]
        mixings: list[Mixing] = []
        mixing, done = last, self.done[row]
        was_known = False
        while mixing is not None and mixing.number > done and not was_known:
            mixings.append(mixing)
            was_known = mixing.is_about_known(face, row)
            mixing = mixing.before
        if was_known:
            found = [False] * len(groups)
            _put_behind(found, mixings[-1], not mixings.pop().without & BIT[face])
        else:
            found = [sets[group] & BIT[face] != 0 for group in groups]
        while mixings:
            _spread(found, mixings.pop(), face, row)
        return found


def _spread(found: list[bool], mixing: Mixing, face: int, row: int) -> None:
    """Where a face may be after a mixing: behind any of its backs, if it may have been behind one of them."""
    cards, many = mixing.cards, mixing.many
    is_among = False
    if mixing.rows >> row & 1:
        if len(cards) > many:
            for at in range(many, len(cards), 3):
                if cards[at + 2] >> row & 1:  # until then it was known what was there
                    found[cards[cards[at]]] = False
        backs: list[Any] = cards  # numbers as they are
        place: i64 = 0
        while not is_among and place < many:
            back: i64 = backs[place]
            is_among = found[back]
            place += 1
    is_ruled_out = mixing.without != 0 and mixing.without & BIT[face] != 0
    if is_among or is_ruled_out:
        _put_behind(found, mixing, not is_ruled_out)


def _put_behind(found: list[bool], mixing: Mixing, may_be: bool) -> None:
    backs: list[Any] = mixing.cards  # numbers as they are
    place: i64 = 0
    while place < mixing.many:
        back: i64 = backs[place]
        found[back] = may_be
        place += 1


def _single(sets: list[int]) -> list[int]:
    """The groups of a row whose face is certain; there are hardly ever any."""
    return [group for group, faces in enumerate(sets) if faces and not faces & faces - 1]


def _since(done: "i64", last: Mixing) -> list[Mixing]:
    """The mixings that are not worked out yet, in their order."""
    found: list[Mixing] = []
    mixing: Mixing | None = last
    while mixing is not None and mixing.number > done:
        found.append(mixing)
        mixing = mixing.before
    found.reverse()
    return found


def _mix(groups: list[int], sets: list[int], mixing: Mixing, row: int) -> None:
    """Any of these cards may now be behind any of these backs, and the known ones nowhere else."""
    cards, many = mixing.cards, mixing.many
    fixed = 0
    was_known = [False] * many if len(cards) > many else []  # by place
    for at in range(many, len(cards), 3):
        if cards[at + 2] & row:
            was_known[cards[at]] = True
            fixed |= BIT[cards[at + 1]]
    union = 0
    last: i64 = -1
    is_one_group = True
    for place in range(many):
        if not fixed or not was_known[place]:
            group: i64 = groups[cards[place]]
            if group != last:
                is_one_group = last < 0
                last = group
                union |= sets[group]
    if not fixed:
        if is_one_group:
            return
        if union == sets[last]:
            _put_into(groups, mixing, last)
            return
    new: i64 = len(sets)
    if fixed:
        for other in range(new):
            faces = sets[other]
            if faces & fixed:
                sets[other] = faces & ~fixed
    sets.append(union | fixed)
    _put_into(groups, mixing, new)


def _put_into(groups: list[int], mixing: Mixing, group: int) -> None:
    for place in range(mixing.many):
        groups[mixing.cards[place]] = group


def _rule_out(groups: list[int], sets: list[int], mixing: Mixing) -> None:
    new = [-1] * len(sets)  # by group: what it becomes
    for place in range(mixing.many):
        back = mixing.cards[place]
        group = groups[back]
        if new[group] < 0:
            new[group] = len(sets)
            sets.append(sets[group] & ~mixing.without)
        groups[back] = new[group]


def _tidy(groups: list[int], sets: list[int], knowers: list[int], row: int) -> None:
    """Make one of the groups with the same set, and forget those without backs."""
    new = [-1] * len(sets)  # by group: what it becomes
    kept: dict[int, int] = {}  # by set: its group from now on
    for back, group in enumerate(groups):
        if knowers[back] & row:
            groups[back] = 0
        else:
            if new[group] < 0:
                new[group] = kept.setdefault(sets[group], len(kept))
            groups[back] = new[group]
    sets[:] = list(kept) or [0]


@lru_cache
def nothing_known(rows: int, cards: int) -> Knowledge:
    everything = (1 << cards) - 1
    return Knowledge([[0] * cards for _ in range(rows)], [[everything] for _ in range(rows)])


def row_of(groups: list[int], sets: list[Any], face: list[Any], knowers: list[int], row: int) -> list[int]:
    """By back, the faces that may be behind it: one for a card the row knows.

    The sets are taken as they are: there is nothing to be calculated with them.
    """
    bits: list[Any] = BIT
    eye: i64 = 1 << row
    found: list[Any] = knowers[:]
    for back in range(len(found)):
        known_by: i64 = knowers[back]
        if known_by & eye:
            found[back] = bits[face[back]]
        else:
            group: i64 = groups[back]
            found[back] = sets[group]
    return found


def grouped(rows: list[list[int]]) -> Knowledge:
    """Knowledge from the sets themselves, by row and back."""
    groups, sets = [], []
    for row in rows:
        numbers = {faces: number for number, faces in enumerate(dict.fromkeys(row))}
        groups.append([numbers[faces] for faces in row])
        sets.append(list(numbers))
    return Knowledge(groups, sets)
