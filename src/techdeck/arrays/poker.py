"""How strong many hands are, at once: the same keys as `Ranking.rank`, one for each row of an array.

Each place of the hands is a column of small numbers, and every step is done for a whole column.  Cards are sorted by
exchanging columns.  Then a hand is one number: that of its values among all sorted values, wilds being one more value,
and its domains.  What values make is asked of the ranking once and remembered, and a hand's key is looked up twice: by
its values the key without domains and the way in which it ends, and by way and domains the end.  Flushes, which are
rare, are looked up for their rows only.

Looking up takes longest, so what cards add to the number is looked up for two at once.  Then comes what goes through
memory, so numbers are as short as can be.
"""

from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from techdeck.poker import NOTHING, PAIRS_BEGIN, SERVICES, STANDARD, VALUES_AT, WILD, Ranking, best_flush, card

Keys = NDArray[np.int64]
Column = NDArray[np.uint8]  # a card of each hand
MOST_CARDS: Final = 7
AT_ONCE: Final = 1 << 15  # hands: what is worked on stays near the processor
HELD: Final = 5  # cards count in a hand
SUITS: Final = 4
VALUES: Final = 14  # with that of wilds
CARDS: Final = np.uint16(64)  # at least as many as there are

DOMAIN: Final = np.uint8(3)
BIT: Final = np.uint32(1)
WAYS: Final = np.uint32(8)  # bits
WAY: Final = np.uint32(0xFF)
MAY_BE_FLUSH: Final = np.uint16(0x8000)  # in an end: five cards can be of one domain
END: Final = np.uint16(0x7FFF)

# By the number of columns: which to exchange, one pair after the other, until all are sorted.
EXCHANGES: Final = [[(int(pair[0]), int(pair[1])) for pair in pairs.split()] for pairs in (
    "", "", "01", "02 01 12", "02 13 01 23 12", "03 14 02 13 01 24 12 34 23", "05 13 24 12 34 03 25 01 23 45 12 34",
    "06 23 45 02 14 36 01 25 34 12 46 23 45 12 34 56",
)]


def rank_all(hands: ArrayLike, ranking: Ranking = STANDARD) -> Keys:
    """The key of each hand: hands are rows of one to seven cards, as numbers from 0 to 51, or 52 for a wild.

    It is fastest with an array of `uint8`.

    :raises ValueError: if it is no such array.
    """
    cards = _checked(hands)
    known = _known(cards.shape[1], ranking.five_of_a_kind, ranking.suit_order == "rest_first")
    keys = np.empty(len(cards), np.int64)
    may_be_flush = np.empty(len(cards), bool)
    for start in range(0, len(cards), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        known.look_up(_sorted(cards[here]), keys[here], may_be_flush[here])
    rows = np.flatnonzero(may_be_flush)
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start:start + AT_ONCE]
        flushes, made = _best_flushes(_sorted(cards.take(some, axis=0, mode="clip")))
        np.maximum.at(keys, some[flushes], made)
    if ranking.suit_order == "high_card_first":
        return np.where(keys < PAIRS_BEGIN, _top_domain_early(keys), keys)
    return keys


def _checked(hands: ArrayLike) -> NDArray[np.uint8]:
    cards = np.asarray(hands)
    if cards.ndim != 2 or not 1 <= cards.shape[1] <= MOST_CARDS:
        raise ValueError(f"Hands are rows of 1 to {MOST_CARDS} cards, and this has the shape {cards.shape}.")
    if not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"Cards are whole numbers, not {cards.dtype}.")
    if cards.size and (cards.max() > WILD or (cards.dtype.kind == "i" and cards.min() < 0)):
        raise ValueError(f"Cards are numbers from 0 to {WILD}; there are some from {cards.min()} to {cards.max()}.")
    return cards.astype(np.uint8, copy=False)


def _sorted(cards: NDArray[np.uint8]) -> list[Column]:
    """The cards at each place, every hand sorted: columns are exchanged where the left one is larger."""
    columns = list(np.ascontiguousarray(cards.T))
    for left, right in EXCHANGES[len(columns)]:
        one, other = columns[left], columns[right]
        columns[left], columns[right] = np.minimum(one, other), np.maximum(one, other)
    return columns


# What the values make

class _Known:
    """What is known of hands of one size.

    A hand's number is the sum of what its sorted cards add at their places: in the lower bits the domains, two bits
    each, and above them the place of the values among all sorted values.  What values make is the key without its
    domains, and in eight bits the way in which it ends.
    """

    def __init__(self, size: int, ranking: Ranking) -> None:
        self._size: Final = size
        self._ranking: Final = ranking
        self._domains: Final = np.uint32(2 * size)  # bits
        self._added: Final = [self._added_at(place) for place in range(0, size, 2)]
        self._made: Final = np.zeros(comb(VALUES + size - 1, size), np.uint32)  # by values; 0 if unknown
        self._ends: NDArray[np.uint16] = np.empty(0, np.uint16)  # by way and domains
        self._ways: Final[dict[tuple[int, tuple[tuple[int, ...], ...]], int]] = {}

    def _added_at(self, place: int) -> NDArray[np.uint32]:
        """What two cards add at a place and the next, if there is one."""
        added = np.zeros((2, int(CARDS)), np.uint32)
        for at in range(place, min(place + 2, self._size)):
            for c in range(WILD + 1):
                values = comb((c >> 2) + at, at + 1)  # so many have a lower one here
                added[at - place, c] = values << 2 * self._size | (c & 3) << 2 * (self._size - at - 1)
        both: NDArray[np.uint32] = added[0][:, np.newaxis] + added[1]
        return both.reshape(-1)

    def look_up(self, columns: list[Column], keys: Keys, may_be_flush: NDArray[np.bool_]) -> None:
        """The best keys of sorted hands that need no flush, and whether there may be one."""
        numbers = self._numbers(columns)
        values = numbers >> self._domains
        made = self._made.take(values, mode="clip")
        if made.min() == 0:
            unknown = np.flatnonzero(made == 0)
            for row in unknown[np.unique(values[unknown], return_index=True)[1]].tolist():
                self._learn(int(values[row]), [int(column[row]) for column in columns])
            made = self._made.take(values, mode="clip")
        ways = made & WAY
        ways <<= self._domains
        numbers &= (BIT << self._domains) - BIT
        ways |= numbers
        ends = self._ends.take(ways, mode="clip")
        np.greater_equal(ends, MAY_BE_FLUSH, out=may_be_flush)
        ends &= END
        made >>= WAYS
        np.left_shift(made, VALUES_AT, out=keys, dtype=np.int64)
        keys += ends

    def _numbers(self, columns: list[Column]) -> NDArray[np.uint32]:
        found = []
        for place, added in zip(range(0, self._size, 2), self._added, strict=True):
            cards = columns[place] * CARDS
            if place + 1 < self._size:
                cards += columns[place + 1]
            found.append(added.take(cards, mode="clip"))
        numbers = found[0]
        for more in found[1:]:
            numbers += more
        return numbers

    def _learn(self, number: int, hand: list[int]) -> None:
        """Ask what the values of a sorted hand make; this is their number."""
        wilds = hand.count(WILD)
        key, found = self._ranking.makes([(c >> 2) + 1 for c in hand if c != WILD], wilds)
        ways = wilds, tuple([tuple(way) for way in found])
        if ways not in self._ways:
            self._ways[ways] = len(self._ways)
            self._ends = np.append(self._ends, _ends(self._size, wilds, found))
            assert len(self._ways) <= 1 << WAYS
        self._made[number] = key >> VALUES_AT << int(WAYS) | self._ways[ways]


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

# By card: one in the byte of its domain, a wild in all of them.
_COUNTED: Final = np.array([1 << 8 * (c & 3) for c in range(WILD)] + [0x01010101], "<u4")
_flushes: Final = np.zeros(1 << 13 + MOST_CARDS, np.uint32)  # by the values of a suit: the key, 0 if unknown


def _best_flushes(columns: list[Column]) -> tuple[NDArray[np.int64], Keys]:
    """The flushes in sorted hands: of which hands they are, and the best of each domain."""
    hands = np.stack(columns)
    counts = _COUNTED.take(hands, mode="clip").sum(axis=0, dtype="<u4")
    found = np.flatnonzero(counts.view(np.uint8) >= HELD)
    rows, suits = found >> 2, (found & 3).astype(np.uint8)
    cards = hands.take(rows, axis=1)
    is_held = (cards & DOMAIN == suits) | (cards == WILD)
    places = is_held.astype(np.uint8)  # among the cards of the suit and wilds, counted from one
    for place in range(1, len(places)):
        places[place] += places[place - 1]
    bits = BIT << (cards >> 2) + places
    bits *= is_held
    made = _flushes_of(np.bitwise_or.reduce(bits, axis=0) >> BIT)
    return rows, made.astype(np.int64) << VALUES_AT | (suits + np.int64(1)) * 0o11111


def _flushes_of(numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The keys without domains, by the values: they have a bit each, that of a value `v` at place `p` being `v + p`."""
    found = _flushes.take(numbers, mode="clip")
    if not found.all():
        for number in np.unique(numbers[found == 0]).tolist():
            values, wilds = _values_of(number)
            _flushes[number] = best_flush([card(value, 1) for value in values], wilds) >> VALUES_AT
        found = _flushes.take(numbers, mode="clip")
    return found


def _values_of(number: int) -> tuple[list[int], int]:
    """The sorted values that have these bits, and how many wilds are with them."""
    bits = [bit for bit in range(number.bit_length()) if number >> bit & 1]
    values = [bit - place + 1 for place, bit in enumerate(bits)]
    return [value for value in values if value <= 13], values.count(14)
