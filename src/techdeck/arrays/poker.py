"""How strong many hands are, at once: the same keys as `Ranking.rank`, one for each row of an array.

Each place of the hands is a column of small numbers, and every step is done for a whole column.  Cards are sorted by
exchanging columns.  Then a hand is two numbers: its values and its domains, wilds being one more value.  What values
make is asked of the ranking once and remembered, and a hand's key is looked up twice: by its values the key without
domains and the way in which it ends, and by way and domains the end.  Flushes, which are rare, are looked up for their
rows only.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from techdeck.poker import NOTHING, PAIRS_BEGIN, SERVICES, STANDARD, VALUES_AT, WILD, Ranking, best_flush, card

Keys = NDArray[np.int64]
Column = NDArray[Any]  # a number for each hand
MOST_CARDS: Final = 7
AT_ONCE: Final = 1 << 15  # hands: what is worked on stays near the processor
HELD: Final = 5  # cards count in a hand
SUITS: Final = 4
DOMAIN: Final = np.uint8(3)

BIT: Final = np.uint32(1)
MAY_BE_FLUSH: Final = np.uint16(0x8000)  # in an end: five cards can be of one domain
END: Final = np.uint16(0x7FFF)
WAYS: Final = np.uint32(8)  # bits
WAY: Final = np.uint32(0xFF)

# By the number of columns: which to exchange, one pair after the other, until all are sorted.
EXCHANGES: Final = [
    "", "", "01", "02 01 12", "02 13 01 23 12", "03 14 02 13 01 24 12 34 23", "05 13 24 12 34 03 25 01 23 45 12 34",
    "06 23 45 02 14 36 01 25 34 12 46 23 45 12 34 56",
]


def rank_all(hands: ArrayLike, ranking: Ranking = STANDARD) -> Keys:
    """The key of each hand: hands are rows of one to seven cards, as numbers from 0 to 51, or 52 for a wild.

    It is fastest with an array of `uint8`.

    :raises ValueError: if it is no such array.
    """
    cards = _checked(hands)
    known = _known(cards.shape[1], ranking.five_of_a_kind, ranking.suit_order == "rest_first")
    keys = np.empty(len(cards), np.int64)
    can_be_flush = np.empty(len(cards), bool)
    for start in range(0, len(cards), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        made, ends = known.look_up(_sorted_columns(cards[here]))
        np.left_shift(made, VALUES_AT, out=keys[here], dtype=np.int64)
        keys[here] += ends & END
        np.greater_equal(ends, MAY_BE_FLUSH, out=can_be_flush[here])
    rows = np.flatnonzero(can_be_flush)
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start:start + AT_ONCE]
        keys[some] = np.maximum(keys[some], _best_flushes(_sorted_columns(cards[some])))
    if ranking.suit_order == "high_card_first":
        return np.where(keys < PAIRS_BEGIN, _top_domain_early(keys), keys)
    return keys


def _checked(hands: ArrayLike) -> NDArray[np.uint8]:
    cards = np.asarray(hands)
    if cards.ndim != 2 or not 1 <= cards.shape[1] <= MOST_CARDS:
        raise ValueError(f"Hands are rows of 1 to {MOST_CARDS} cards, and this has the shape {cards.shape}.")
    if not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"Cards are whole numbers, not {cards.dtype}.")
    if cards.size and not 0 <= cards.min() <= cards.max() <= WILD:
        raise ValueError(f"Cards are numbers from 0 to {WILD}; there are some from {cards.min()} to {cards.max()}.")
    return cards.astype(np.uint8, copy=False)


def _sorted_columns(cards: NDArray[np.uint8]) -> list[Column]:
    """The cards at each place, every hand sorted: columns are exchanged where the left one is larger."""
    columns = list(np.ascontiguousarray(cards.T))
    for left, right in [(int(pair[0]), int(pair[1])) for pair in EXCHANGES[len(columns)].split()]:
        one, other = columns[left], columns[right]
        columns[left], columns[right] = np.minimum(one, other), np.maximum(one, other)
    return columns


# What the values make

class _Known:
    """What is known of hands of one size.

    Sorted values are numbered by a bit for each, that of a value `v` at place `p` being `v + p`.  Numbers are as short
    as can be, since what is worked on has to stay near the processor: what values make is the key without its domains,
    and in eight bits the way in which it ends.
    """

    def __init__(self, size: int, ranking: Ranking) -> None:
        self._size: Final = size
        self._ranking: Final = ranking
        self._made: Final = np.zeros(1 << 13 + size, np.uint32)  # by values; 0 if unknown
        self._ends: NDArray[np.uint16] = np.empty(0, np.uint16)  # by way and domains
        self._ways: Final[dict[tuple[int, tuple[tuple[int, ...], ...]], int]] = {}

    def look_up(self, columns: list[Column]) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        """The best keys of sorted hands that need no flush, without domains; and their ends, with a mark."""
        values = np.zeros(len(columns[0]), np.uint32)
        for place, column in enumerate(columns):
            values |= BIT << (column >> 2) + np.uint8(place)
        found = self._made.take(values, mode="clip")
        if not found.all():
            for number in np.unique(values[found == 0]).tolist():
                self._learn(number)
            found = self._made.take(values, mode="clip")
        ends = (found & WAY) << np.uint32(2 * self._size)
        ends |= _domains_in_a_byte(columns[-4:])
        if len(columns) > 4:
            ends |= _domains_in_a_byte(columns[:-4]).astype(np.uint16) << np.uint16(8)
        return found >> WAYS, self._ends.take(ends, mode="clip")

    def _learn(self, number: int) -> None:
        values, wilds = _values_of(number)
        key, found = self._ranking.makes(values, wilds)
        ways = wilds, tuple([tuple(way) for way in found])
        if ways not in self._ways:
            self._ways[ways] = len(self._ways)
            self._ends = np.append(self._ends, _ends(self._size, wilds, found))
            assert len(self._ways) <= 1 << WAYS
        self._made[number] = key >> VALUES_AT << int(WAYS) | self._ways[ways]


def _domains_in_a_byte(columns: list[Column]) -> Column:
    found: Column = columns[0] & DOMAIN
    for column in columns[1:]:
        found = found << 2 | column & DOMAIN
    return found


def _values_of(number: int) -> tuple[list[int], int]:
    """The sorted values that have this number, and how many wilds are with them."""
    bits = [bit for bit in range(number.bit_length()) if number >> bit & 1]
    values = [bit - place + 1 for place, bit in enumerate(bits)]
    return [value for value in values if value <= 13], values.count(14)


@lru_cache
def _known(size: int, five_of_a_kind: bool, is_rest_first: bool) -> _Known:
    return _Known(size, Ranking(five_of_a_kind, "rest_first" if is_rest_first else "group_first"))


def _ends(size: int, wilds: int, ways: list[list[int]]) -> NDArray[np.uint16]:
    """By the domains of all sorted cards: the end of the key in the best of these ways, with a mark for flushes."""
    numbers = np.arange(1 << 2 * size)
    domains = [numbers >> 2 * (size - place - 1) & 3 for place in range(size - wilds)]
    ends = np.zeros(len(numbers), np.uint16)
    for way in ways:
        end = np.zeros(len(numbers), np.uint16)
        for place in way:
            domain = 0 if place == NOTHING else 4 if place == SERVICES else domains[place] + 1
            end = (end << np.uint16(3) | domain).astype(np.uint16)
        ends = np.maximum(ends, end)
    for suit in range(SUITS):
        cards = wilds + sum([(domain == suit).astype(np.uint8) for domain in domains])
        ends |= np.where(cards >= HELD, MAY_BE_FLUSH, np.uint16(0))
    return ends


def _top_domain_early(keys: Keys) -> Keys:
    """Move the domain of a high card next to its value [V08]."""
    return keys >> 31 << 31 | (keys >> 12 & 7) << 28 | (keys >> 15 & 0xFFFF) << 12 | keys & 0o7777


# Flushes

_flushes: Final = np.zeros(1 << 13 + MOST_CARDS, np.int64)  # by the values of a suit, as above: the key, 0 if unknown


def _best_flushes(columns: list[Column]) -> Keys:
    """The best flush of each sorted hand, or 0 for none."""
    best = np.zeros(len(columns[0]), np.int64)
    for suit in range(SUITS):
        is_held = [(column & DOMAIN == suit) | (column == WILD) for column in columns]
        rows = np.flatnonzero(sum([held.view(np.uint8) for held in is_held]) >= HELD)
        values = np.zeros(len(rows), np.uint32)
        place = np.zeros(len(rows), np.uint8)  # among the cards of the suit and wilds
        for column, held in zip(columns, is_held, strict=True):
            here = held.take(rows)
            values |= (BIT << (column.take(rows) >> 2) + place) * here
            place += here
        best[rows] = np.maximum(best[rows], _flushes_of(values.astype(np.int64)) + (suit + 1) * 0o11111)
    return best


def _flushes_of(numbers: NDArray[np.int64]) -> Keys:
    """The keys without domains."""
    found = _flushes.take(numbers)
    if not found.all():
        for number in np.unique(numbers[found == 0]).tolist():
            values, wilds = _values_of(number)
            _flushes[number] = best_flush([card(value, 1) for value in values], wilds) >> VALUES_AT << VALUES_AT
        found = _flushes.take(numbers)
    return found
