"""How strong many hands are, at once: the same keys as `Ranking.rank`, one for each row of an array.

Each place of the hands is a column of small numbers, and every step is done for a whole column.  Cards are sorted by
exchanging columns.  Then values are packed together, wilds being one more value, and so are domains.  What values make
is asked of the ranking once and remembered, and a hand's key is looked up twice: by its values the key without domains
and the way in which it ends, and by way and domains the end.  Flushes, which are rare, are looked up for their rows
only.

Looking up takes longest, and longest of all what is not near the processor.  So tables are small: those of more than
five cards are by four and by the others, and what both say is added up.  Then comes what goes through memory, so
numbers are as short as can be.  Nothing is looked up that a table does not have; that it would wrap around is said
because numpy checks that fastest.
"""

from functools import lru_cache
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from techdeck.poker import PAIRS_BEGIN, SERVICES, STANDARD, VALUES_AT, WILD, Ranking, best_flush, card

Keys = NDArray[np.int64]
Rows = NDArray[np.int64]
Column = NDArray[np.uint8]  # a card of each hand
Ends = NDArray[np.uint32]
Packed = NDArray[np.unsignedinteger[Any]]  # something of some cards of each hand, the first in the highest bits
MOST_CARDS: Final = 7
AT_ONCE: Final = 1 << 17  # hands: fewer cost more calls, and more come from further away
NEEDED: Final = 40  # bytes for each of them
MANY: Final = 1 << 12  # hands need most of what is known
HELD: Final = 5  # cards count in a hand
PART: Final = 4  # cards are packed together if there are more than that
SUITS: Final = 4
VALUES: Final = 14  # with that of wilds

DOMAIN: Final = np.uint8(3)
TWO: Final = np.uint8(2)
FOUR: Final = np.uint8(4)
UPPER_HALF: Final = np.uint8(0xF0)
BIT: Final = np.uint32(1)
NONE: Final = np.uint32(0)
WAYS: Final = np.uint32(8)  # bits

# The end of a key in 32 bits, from the lowest: five domains, how many cards there are of each domain, wilds being of
# all, and whether the end is the best of several, which is looked up apart.  The counts begin at three, so that their
# highest bit shows five cards or more.
END: Final = np.uint32((1 << VALUES_AT) - 1)
COUNT: Final = 4  # bits
ONE_OF_EACH: Final = 0x1111 << VALUES_AT
FLUSH_OF: Final = np.array([[8 << VALUES_AT + COUNT * suit] for suit in range(SUITS)], np.uint32)
SEVERAL: Final = np.uint32(1 << 31)
LOOK_AGAIN: Final = np.uint32(8 * ONE_OF_EACH) | SEVERAL

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
    if len(cards) >= MANY:
        known.bring_near()
    for start in range(0, len(cards), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        columns = _sorted(cards[here])
        if columns[-1].max() > WILD:
            raise _refused(cards)
        known.look_up(columns, keys[here])
    if ranking.suit_order == "high_card_first":
        return np.where(keys < PAIRS_BEGIN, _top_domain_early(keys), keys)
    return keys


def _checked(hands: ArrayLike) -> NDArray[np.uint8]:
    """The hands in the order in which they are read; bytes may still be too large for cards."""
    cards = np.asarray(hands)
    if cards.ndim != 2 or not 1 <= cards.shape[1] <= MOST_CARDS:
        raise ValueError(f"Hands are rows of 1 to {MOST_CARDS} cards, and this has the shape {cards.shape}.")
    if not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"Cards are whole numbers, not {cards.dtype}.")
    if cards.dtype != np.uint8 and cards.size and (cards.max() > WILD or cards.min() < 0):
        raise _refused(cards)
    return np.ascontiguousarray(cards, np.uint8)


def _refused(cards: NDArray[np.integer[Any]]) -> ValueError:
    return ValueError(f"Cards are numbers from 0 to {WILD}; there are some from {cards.min()} to {cards.max()}.")


def _sorted(cards: NDArray[np.uint8]) -> list[Column]:
    """The cards at each place, every hand sorted: columns are exchanged where the left one is larger."""
    columns = _columns(cards)
    for left, right in EXCHANGES[len(columns)]:
        one, other = columns[left], columns[right]
        columns[left], columns[right] = np.minimum(one, other), np.maximum(one, other)
    return columns


def _columns(cards: NDArray[np.uint8]) -> list[Column]:
    """The cards at each place.

    To step through the rows takes as long for four bytes of each as for one, and to split what is then side by side
    takes much less.  So it is done for four cards, for two and for one, as there are.
    """
    size = cards.shape[1]
    columns: list[Column] = []
    for width in (4, 2, 1):
        if size & width:
            columns += _split(np.ndarray(len(cards), f"<u{width}", cards.data, len(columns), (size,)).copy())
    return columns


def _split(words: Packed) -> list[Column]:
    """The bytes of each word, from the lowest."""
    if words.itemsize == 1:
        return [words.astype(np.uint8, copy=False)]
    half = np.dtype(f"u{words.itemsize // 2}")
    upper = words >> words.dtype.type(8 * half.itemsize)
    return _split(words.astype(half)) + _split(upper.astype(half))


def _values(columns: list[Column]) -> Packed:
    """Four bits each, of up to five cards."""
    if len(columns) == 1:
        return columns[0] >> TWO
    two = columns[0] * FOUR
    two &= UPPER_HALF
    two |= columns[1] >> TWO
    if len(columns) == 2:
        return two
    found: Packed = two * (np.uint16(1 << 4) if len(columns) == 3 else np.uint16(1 << 8))
    found += _values(columns[2:4])
    if len(columns) == HELD:
        found = found * np.uint32(1 << 4)
        found += columns[4] >> TWO
    return found


def _domains(columns: list[Column]) -> Packed:
    """Two bits each, of up to five cards."""
    found: Packed = columns[0] & DOMAIN
    for column in columns[1:PART]:
        found *= FOUR
        found += column & DOMAIN
    if len(columns) == HELD:
        found = found * np.uint16(FOUR)
        found += columns[4] & DOMAIN
    return found


# What the values make

class _Known:
    """What is known of hands of one size, which are looked up by one part, or by two if they have more than five cards.

    The values of one part are a number as they are packed; those of two have the number that they have among all sorted
    values, a sum of what each part adds.  What values make is the key without its domains, and in eight bits the way in
    which it ends.  The end is a sum, too: each part adds the domains that count, at their places.
    """

    def __init__(self, size: int, ranking: Ranking) -> None:
        self._size: Final = size
        self._ranking: Final = ranking
        is_whole = size <= HELD
        self._parts: Final = [range(size)] if is_whole else [range(PART), range(PART, size)]
        self._added: Final = [] if is_whole else [_added(part) for part in self._parts]
        numbers = 1 << 4 * size if is_whole else comb(VALUES + size - 1, size)
        self._made: Final = np.zeros(numbers, np.uint32)  # by the number of the values; 0 if unknown
        self._ways: Final[dict[tuple[int, tuple[tuple[int, ...], ...]], int]] = {}
        self._domains: Final = np.uint16(2 * HELD if is_whole else 2 * PART)  # bits
        # By way and the domains of a part
        self._ends: Final = [np.zeros(1 << 16, np.uint32) for _ in self._parts]
        # By number and all domains: the best of several ends
        self._best: NDArray[np.int16] = np.empty(0, np.int16)
        # As much as a call needs is asked for in one piece and given back: common allocators learn from it to keep so
        # much for the next call, rather than to ask the system each time, which can take almost as long as the work.
        np.empty(AT_ONCE * NEEDED, np.uint8)

    def bring_near(self) -> None:
        """Read the tables from start to end: so they come from memory much faster than where hands happen to need them.

        Those by packed values are left out, since they are mostly empty.
        """
        if self._added:
            self._made.max()
        for table in self._ends:
            table[:len(self._ways) << int(self._domains)].max(initial=0)

    def look_up(self, columns: list[Column], keys: Keys) -> None:
        """The best keys of sorted hands."""
        parts = [columns[part.start:part.stop] for part in self._parts]
        numbers = self._numbers([_values(part) for part in parts])
        made = self._made.take(numbers, mode="wrap")
        if made.min() == 0:
            unknown = np.flatnonzero(made == 0)
            for row in unknown[np.unique(numbers[unknown], return_index=True)[1]].tolist():
                self._learn(int(numbers[row]), [int(column[row]) for column in columns])
            made = self._made.take(numbers, mode="wrap")
        ways = made.astype(np.uint16)
        ways <<= self._domains
        domains = [_domains(part) for part in parts]
        ends = self._ends[0].take(ways | domains[0], mode="wrap")
        for more, table in zip(domains[1:], self._ends[1:], strict=True):
            ends += table.take(ways | more, mode="wrap")
        made >>= WAYS
        np.left_shift(made, VALUES_AT, out=keys, dtype=np.int64)
        keys += ends & END
        rows = np.flatnonzero(ends & LOOK_AGAIN != NONE)
        if len(rows):
            self._look_again(columns, domains, keys, rows, ends.take(rows))

    def _look_again(self, columns: list[Column], domains: list[Packed], keys: Keys, rows: Rows, ends: Ends) -> None:
        """Add the best of several ends, and see which flushes are better than what the values make."""
        several = np.flatnonzero(ends >= SEVERAL)
        if len(several):
            at = rows[several]
            numbers = (ends[several] & END) << np.uint32(2 * self._size)
            for part, domain in zip(self._parts, domains, strict=True):
                numbers += domain[at] * np.uint32(1 << 2 * (self._size - part.stop))
            keys[at] += self._best[numbers]
        found = np.flatnonzero(ends & FLUSH_OF != NONE)
        if len(found):
            suits, at = np.divmod(found, len(rows))
            at = rows[at]
            flushes = _flushes_of(np.array([column.take(at) for column in columns]), suits.astype(np.uint8))
            np.maximum.at(keys, at, flushes)

    def _numbers(self, values: list[Packed]) -> Packed:
        if not self._added:
            return values[0]
        numbers = self._added[0].take(values[0], mode="wrap")
        numbers += self._added[1].take(values[1], mode="wrap")
        return numbers

    def _learn(self, number: int, hand: list[int]) -> None:
        """Ask what the values of a sorted hand make; this is their number."""
        wilds = hand.count(WILD)
        key, found = self._ranking.makes([(c >> 2) + 1 for c in hand if c != WILD], wilds)
        ways = wilds, tuple([tuple(way) for way in found])
        if ways not in self._ways:
            self._learn_ends(len(self._ways), wilds, found)
            self._ways[ways] = len(self._ways)
        self._made[number] = key >> VALUES_AT << int(WAYS) | self._ways[ways]

    def _learn_ends(self, way: int, wilds: int, ways: list[list[int]]) -> None:
        plain = self._size - wilds
        counted = np.uint32((8 - HELD + wilds) * ONE_OF_EACH)
        if len(ways) > 1:
            # The number of this choice stands in place of the end, so it is taken off again.
            number = len(self._best) >> 2 * self._size
            best = np.maximum.reduce([_ends(range(self._size), plain, each) & END for each in ways])
            self._best = np.append(self._best, best.astype(np.int16) - np.int16(number))
            counted |= SEVERAL | np.uint32(number)
        start = way << int(self._domains)
        assert start < len(self._ends[0])
        for part, table in zip(self._parts, self._ends, strict=True):
            ends = _ends(part, plain, ways[0] if len(ways) == 1 else [])
            if part.start == 0:
                ends += counted
            table[start:start + len(ends)] = ends


@lru_cache
def _known(size: int, five_of_a_kind: bool, is_rest_first: bool) -> _Known:
    return _Known(size, Ranking(five_of_a_kind, "rest_first" if is_rest_first else "group_first"))


def _added(part: range) -> NDArray[np.uint32]:
    """By the packed values of a part: what they add to the number of all."""
    values = np.arange(1 << 4 * len(part))
    added = np.zeros(len(values), np.uint32)
    for place in part:
        lower = np.array([comb(value + place, place + 1) for value in range(16)], np.uint32)  # so many are lower here
        added += lower[values >> 4 * (part.stop - place - 1) & 15]
    return added


def _ends(part: range, plain: int, way: list[int]) -> Ends:
    """By the packed domains of a part: what they add to the end in this way; the plain cards come before wilds.

    What is the same for all domains is added by the part that begins the hand.
    """
    numbers = np.arange(1 << 2 * len(part), dtype=np.uint32)
    ends = np.zeros(len(numbers), np.uint32)
    for place in part:
        if place < plain:
            domains = numbers >> np.uint32(2 * (part.stop - place - 1)) & np.uint32(3)
            ends += BIT << domains * np.uint32(COUNT) + np.uint32(VALUES_AT)
            if place in way:
                ends += domains + BIT << np.uint32(3 * (HELD - 1 - way.index(place)))
    if part.start == 0:
        ends += np.uint32(sum([4 << 3 * (HELD - 1 - at) for at, place in enumerate(way) if place == SERVICES]))
    return ends


def _top_domain_early(keys: Keys) -> Keys:
    """Move the domain of a high card next to its value [V08]."""
    return keys >> 31 << 31 | (keys >> 12 & 7) << 28 | (keys >> 15 & 0xFFFF) << 12 | keys & 0o7777


# Flushes

_known_flushes: Final = np.zeros(1 << 13 + MOST_CARDS, np.uint32)  # by the values of a suit: the key, 0 if unknown


def _flushes_of(cards: NDArray[np.uint8], suits: Column) -> Keys:
    """The best flushes of these domains; cards are columns of sorted hands."""
    is_held = (cards & DOMAIN == suits) | (cards == WILD)
    places = is_held.astype(np.uint8)  # among the cards of the suit and wilds, counted from one
    for place in range(1, len(places)):
        places[place] += places[place - 1]
    bits = BIT << (cards >> 2) + places
    bits *= is_held
    made = _flushes_by(np.bitwise_or.reduce(bits, axis=0) >> BIT)
    return made.astype(np.int64) << VALUES_AT | (suits + np.int64(1)) * 0o11111


def _flushes_by(numbers: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The keys without domains, by the values: they have a bit each, that of a value `v` at place `p` being `v + p`."""
    found = _known_flushes.take(numbers, mode="wrap")
    if not found.all():
        for number in np.unique(numbers[found == 0]).tolist():
            values, wilds = _values_of(number)
            _known_flushes[number] = best_flush([card(value, 1) for value in values], wilds) >> VALUES_AT
        found = _known_flushes.take(numbers, mode="wrap")
    return found


def _values_of(number: int) -> tuple[list[int], int]:
    """The sorted values that have these bits, and how many wilds are with them."""
    bits = [bit for bit in range(number.bit_length()) if number >> bit & 1]
    values = [bit - place + 1 for place, bit in enumerate(bits)]
    return [value for value in values if value <= 13], values.count(14)
