"""What may be behind each back, as each side, and everybody, can work out.

For every side there is a row, and one more for what everybody knows.  Backs of which a row thinks the same are in
one group, so that a set of possible faces, a bit for each, is there once for each group.

Most of what happens on a table changes nothing here: whoever sees a card knows it.  What does is a *mixing*: cards
that some can no longer tell apart.  Mixings are noted as they happen, and worked out only when somebody looks.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from techdeck.cards import DECK_SIZE, MANY_DECKS, Back

if TYPE_CHECKING:
    from mypy_extensions import i64

BIT: Final = [1 << number for number in range(MANY_DECKS * DECK_SIZE)]  # by face


class Mixing:
    """Some cards that some rows can no longer tell apart; or of which everybody learns what they are not."""

    def __init__(self, rows: int, backs: list[Back], known: list[int], without: int = 0) -> None:
        self.rows: Final = rows  # a bit for each
        self.backs: Final = backs
        self.known: Final = known  # for cards known until then: the place among the backs, the face, and the rows
        self.without: Final = without  # faces that none of them is

    def is_forgotten(self, rows: int, backs: list[Back]) -> bool:
        """Whether it does not matter any more when these cards are mixed next: it was about the first of them."""
        if self.rows != rows or self.known or self.without or len(self.backs) > len(backs):
            return False
        return all(back == backs[place] for place, back in enumerate(self.backs))


class Knowledge:
    """The groups and sets of every row.  It is a value: tables that are copies of one another share it."""

    def __init__(self, groups: list[list[int]], sets: list[list[int]], done: list[int] | None = None) -> None:
        self.groups: Final = groups  # by row, then by back: its group; for a card the row knows it means nothing
        self.sets: Final = sets  # by row, then by group: the faces its cards may be
        self.done: Final = done or [0] * len(groups)  # by row: how many of a table's mixings are worked out
        self.most_done: Final[i64] = max(self.done)

    def after(self, mixings: list[Mixing], knowers: list[int], row: int) -> "Knowledge":
        """The same with one row after all mixings; the knowers are those of now."""
        groups, sets = self.groups[row][:], self.sets[row][:]
        for mixing in mixings[self.done[row]:]:
            if mixing.without:
                _rule_out(groups, sets, mixing)
            elif mixing.rows >> row & 1:
                _mix(groups, sets, mixing, 1 << row)
        _tidy(groups, sets, knowers, 1 << row)
        return Knowledge(
            [*self.groups[:row], groups, *self.groups[row + 1:]], [*self.sets[:row], sets, *self.sets[row + 1:]],
            [*self.done[:row], len(mixings), *self.done[row + 1:]])


def _mix(groups: list[int], sets: list[int], mixing: Mixing, row: int) -> None:
    """Any of these cards may now be behind any of these backs, and the known ones nowhere else."""
    backs, known = mixing.backs, mixing.known
    fixed = 0
    known_backs: set[Back] = set()
    for at in range(0, len(known), 3):
        if known[at + 2] & row:
            known_backs.add(backs[known[at]])
            fixed |= BIT[known[at + 1]]
    union = 0
    group = -1
    is_one_group = True
    for back in [back for back in backs if back not in known_backs] if known_backs else backs:
        if groups[back] != group:
            is_one_group = group < 0
            group = groups[back]
            union |= sets[group]
    if is_one_group and not fixed:
        return
    new = len(sets)
    sets.append(union | fixed)
    for back in backs:
        groups[back] = new
    if fixed:
        for other in range(new):
            faces = sets[other]
            if faces & fixed:
                sets[other] = faces & ~fixed


def _rule_out(groups: list[int], sets: list[int], mixing: Mixing) -> None:
    new: dict[int, int] = {}
    for back in mixing.backs:
        group = groups[back]
        if group not in new:
            new[group] = len(sets)
            sets.append(sets[group] & ~mixing.without)
        groups[back] = new[group]


def _tidy(groups: list[int], sets: list[int], knowers: list[int], row: int) -> None:
    """Number the groups by the backs in them, make one of those with the same set, forget those without backs."""
    numbers: dict[int, int] = {}
    for back, group in enumerate(groups):
        if knowers[back] & row:
            groups[back] = 0
        else:
            groups[back] = numbers.setdefault(sets[group], len(numbers))
    sets[:] = list(numbers) or [0]


@lru_cache
def nothing_known(rows: int, cards: int) -> Knowledge:
    everything = (1 << cards) - 1
    return Knowledge([[0] * cards for _ in range(rows)], [[everything] for _ in range(rows)])


def grouped(rows: list[list[int]]) -> Knowledge:
    """Knowledge from the sets themselves, by row and back."""
    groups, sets = [], []
    for row in rows:
        numbers = {faces: number for number, faces in enumerate(dict.fromkeys(row))}
        groups.append([numbers[faces] for faces in row])
        sets.append(list(numbers))
    return Knowledge(groups, sets)
