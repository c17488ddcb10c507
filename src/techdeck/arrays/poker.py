"""How strong many hands are, at once: the same keys as `Ranking.rank`, one for each row of an array.

Each place of the hands is a column of small numbers, and every step is done for a whole column: cards are sorted by
exchanging columns, and looked up in tables only where that cannot be avoided, since it takes ten times as long.
Flushes and straights, which are rare, are worked out for their rows only.  A wild is replaced by what it counts as
where no flush is better, which the values of the other cards decide.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from techdeck.poker import (
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    PAIR,
    PAIRS_BEGIN,
    ROYAL_FLUSH,
    STANDARD,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    VALUES_AT,
    WILD,
    Ranking,
)

Keys = NDArray[np.int64]
Column = NDArray[Any]  # a number for each hand
MOST_CARDS: Final = 7
AT_ONCE: Final = 1 << 15  # hands: what is worked on stays near the processor
HELD: Final = 5  # cards count in a hand

ONE: Final = np.uint16(1)
ANY_SUIT: Final = 0x8888


def rank_all(hands: ArrayLike, ranking: Ranking = STANDARD) -> Keys:
    """The key of each hand: hands are rows of one to seven cards, as numbers from 0 to 51, or 52 for a wild.

    :raises ValueError: if it is no such array.
    """
    cards = np.asarray(hands)
    if cards.ndim != 2 or not 1 <= cards.shape[1] <= MOST_CARDS:
        raise ValueError(f"Hands are rows of 1 to {MOST_CARDS} cards, and this has the shape {cards.shape}.")
    if not np.issubdtype(cards.dtype, np.integer):
        raise ValueError(f"Cards are whole numbers, not {cards.dtype}.")
    if cards.size and not 0 <= cards.min() <= cards.max() <= WILD:
        raise ValueError(f"Cards are numbers from 0 to {WILD}; there are some from {cards.min()} to {cards.max()}.")
    columns = [np.ascontiguousarray(cards[:, place], np.uint8) for place in range(cards.shape[1])]
    keys = _rank(columns, ranking)
    if ranking.suit_order == "high_card_first":
        return np.where(keys < PAIRS_BEGIN, _top_domain_early(keys), keys)
    return keys


def _rank(columns: list[Column], ranking: Ranking) -> Keys:
    """Hands with equally many wilds are ranked together."""
    wilds = np.zeros(len(columns[0]), np.uint8)
    for column in columns:
        wilds += column == WILD
    if not wilds.any():
        return _rank_alike(columns, 0, ranking)
    keys = np.empty(len(wilds), np.int64)
    for count in range(len(columns) + 1):
        rows = np.flatnonzero(wilds == count)
        if len(rows):
            keys[rows] = _rank_alike([column.take(rows) for column in columns], count, ranking)
    return keys


def _rank_alike(columns: list[Column], wilds: int, ranking: Ranking) -> Keys:
    """Hands with so many wilds each: by their values, some at a time; or as flushes, where these are better [E03]."""
    length = len(columns[0])
    keys = np.empty(length, np.int64)
    can_be_flush = np.zeros(length, bool)
    for start in range(0, length, AT_ONCE):
        here = slice(start, start + AT_ONCE)
        some = _ascending([column[here] for column in columns])
        keys[here] = _rank_with_wilds(some, wilds, ranking) if wilds else _rank_by_values(some, ranking)
        can_be_flush[here] = _suits(some[:len(some) - wilds], wilds, len(some[0])) & ANY_SUIT > 0
    rows = np.flatnonzero(can_be_flush)
    if len(columns) >= HELD and len(rows):
        some = _ascending([column.take(rows) for column in columns])
        plain, best = some[:len(some) - wilds], keys.take(rows)
        suits = _suits(plain, wilds, len(rows))
        for suit in range(4):
            of_suit = np.flatnonzero(suits & 8 << 4 * suit)
            flushes = _flushes([column.take(of_suit) for column in plain], suit, wilds, len(of_suit))
            best[of_suit] = np.maximum(best[of_suit], flushes)
        keys[rows] = best
    return keys


def _rank_with_wilds(columns: list[Column], wilds: int, ranking: Ranking) -> Keys:
    """Sorted hands with so many wilds each, but for flushes."""
    plain, length = columns[:-wilds], len(columns[0])
    number = np.zeros(length, np.int32)
    for place, column in enumerate(plain):
        number += _found(_MULTISETS[place], column >> 2)
    counted = _counted_as(len(plain), wilds, ranking.five_of_a_kind)
    choices = _found(counted.choices, number)
    keys = np.zeros(length, np.int64)
    for choice in range(choices.max()):
        rows = np.flatnonzero(choices > choice)
        cards = counted.cards[choice].take(number.take(rows), axis=1)
        whole = _ascending([*[column.take(rows) for column in plain], *cards])
        keys[rows] = np.maximum(keys[rows], _rank_by_values(whole, ranking))
    return keys


def _found(table: Column, places: Column) -> Column:
    """What stands in a table at these places, which are all within it."""
    return table.take(places, mode="clip")


class _CountedAs:
    """What wilds count as where no flush is better, by the number of the other values: how many choices there are, and
    by choice and wild the cards."""

    def __init__(self, choices: Column, cards: NDArray[np.uint8]) -> None:
        self.choices: Final = choices
        self.cards: Final = cards


# By place and value: what a sorted list of values adds up to the number of the list among all.
_MULTISETS: Final = [np.array([comb(value + place, place + 1) for value in range(13)], np.int32)
                     for place in range(MOST_CARDS)]


@lru_cache
def _counted_as(size: int, wilds: int, five_of_a_kind: bool) -> _CountedAs:
    ranking = Ranking(five_of_a_kind)  # the order of domains does not matter for it
    chosen = [(sum([int(_MULTISETS[place][value]) for place, value in enumerate(values)]),
               ranking.counted_as([value + 1 for value in values], wilds))
              for values in combinations_with_replacement(range(13), size)]
    choices = np.zeros(len(chosen), np.uint8)
    cards = np.zeros((max([len(each) for _, each in chosen]), wilds, len(chosen)), np.uint8)
    for number, each in chosen:
        choices[number] = len(each)
        for choice, counted in enumerate(each):
            cards[choice, :, number] = counted
    return _CountedAs(choices, cards)


def _ascending(columns: Sequence[Column]) -> list[Column]:
    """Every row sorted: neighbouring columns are exchanged where the left one is larger."""
    found = list(columns)
    for last in range(len(found) - 1, 0, -1):
        for place in range(last):
            one, other = found[place], found[place + 1]
            found[place], found[place + 1] = np.minimum(one, other), np.maximum(one, other)
    return found


# What the values make

def _rank_by_values(columns: list[Column], ranking: Ranking) -> Keys:
    """The best key that needs no flush, of sorted hands without wilds."""
    grouped = _ascending([count.astype(np.uint16) << 6 | card
                          for count, card in zip(_how_many(columns), columns, strict=True)])[::-1]
    counts = [card >> 6 for card in grouped[:4]] + [np.zeros_like(grouped[0])] * (4 - len(grouped))
    kinds = _found(_KINDS[ranking.five_of_a_kind], counts[0] << 6 | counts[2] << 3 | counts[3])
    held = [card & 63 for card in grouped]
    if len(held) > HELD:  # four of a kind and two pair are followed by the highest other card
        rest = held[4]
        for card in held[5:]:
            rest = np.maximum(rest, card)
        held[4] = np.maximum(held[4], rest * ((kinds == FOUR) | (kinds == TWO_PAIR)))
    keys = _keys(kinds, held[:HELD], ranking)
    if len(columns) >= HELD:
        tops = _found(_tops(0), _values_held(columns))
        rows = np.flatnonzero((tops > 0) & (kinds < STRAIGHT))
        if len(rows):
            keys[rows] = _straights([column[rows] for column in columns], tops[rows])
    return keys


def _how_many(columns: list[Column]) -> list[Column]:
    """For each card how many of the hand have its value."""
    values = [column >> 2 for column in columns]
    is_same = [one == other for one, other in pairwise(values)]
    ones = np.ones(len(values[0]), np.uint8)
    found, after = [ones], [ones]  # so many up to it, and from it on
    for same in is_same:
        found.append(found[-1] * same + ones)
    for same in is_same[::-1]:
        after.append(after[-1] * same + ones)
    return [up_to_it + from_it - ones for up_to_it, from_it in zip(found, after[::-1], strict=True)]


def _kind(first: int, third: int, fourth: int, five_of_a_kind: bool) -> int:
    """What the cards sorted by how many there are make: how many have the value of the first, third and fourth."""
    if first >= 5 and five_of_a_kind:
        return FIVE
    if first >= 4:
        return FOUR
    if first == 3:
        return FULL_HOUSE if fourth >= 2 else THREE
    if first == 2:
        return TWO_PAIR if third == 2 else PAIR
    return 0


_KINDS: Final = [
    np.array([_kind(number >> 6, number >> 3 & 7, number & 7, five) for number in range(8 << 6)], np.uint8)
    for five in (False, True)
]


def _keys(kinds: Column, held: list[Column], ranking: Ranking) -> Keys:
    """Category, values and domains of cards that are in the order of the value list."""
    values, domains = [card >> 2 for card in held], [card & 3 for card in held]
    keys = kinds.astype(np.int32) << 20 | _digits(values[:3], 4, 3).astype(np.int32) << 8 | _digits(values[3:], 4, 2)
    keys = keys.astype(np.int64) << VALUES_AT | _digits(domains, 3, HELD)
    if ranking.suit_order == "rest_first":  # [V08]
        for kind, size in ((PAIR, 2), (TWO_PAIR, 4), (THREE, 3), (FOUR, 4)):
            rows = np.flatnonzero(kinds == kind)
            turned = [domain[rows] for domain in [*domains[size:], *domains[:size]]]
            keys[rows] = keys[rows] >> VALUES_AT << VALUES_AT | _digits(turned, 3, HELD)
    return keys


def _digits(columns: list[Column], bits: int, places: int) -> Column:
    """Columns as the digits of one number of up to sixteen bits, each larger by one; missing ones are 0."""
    digits: Column = np.zeros(1, np.uint16)
    for column in columns:
        digits = digits << bits | column
    more = sum([1 << bits * place for place in range(len(columns))])
    return (digits + np.uint16(more)) << bits * (places - len(columns))


# Straights and flushes

def _values_held(columns: Sequence[Column]) -> Column:
    """A bit for each value from 1 to 13 that is there."""
    bits = np.zeros(len(columns[0]), np.uint16)
    for column in columns:
        bits |= ONE << (column >> 2)
    return bits


@lru_cache
def _tops(wilds: int) -> Column:
    """By the values held: the highest value of a straight with wilds in the gaps, or 0; 1 never follows 13 [E05]."""
    return np.array([
        max([top for top in range(HELD, 14) if (bits >> top - HELD & 31).bit_count() + wilds >= HELD], default=0)
        for bits in range(1 << 13)
    ], np.uint8)


def _straights(columns: list[Column], tops: Column) -> Keys:
    """Of each value the card of the highest domain."""
    held = []
    for below in range(HELD):
        value = tops - below - 1
        best = np.zeros(len(tops), np.uint8)
        for column in columns:
            best = np.maximum(best, np.where(column >> 2 == value, column, 0))
        held.append(best)
    return _keys(np.full(len(tops), STRAIGHT, np.uint8), held, STANDARD)


def _suits(plain: Sequence[Column], wilds: int, length: int) -> Column:
    """How many cards of each suit there are with the wilds: counts of four bits, whose highest bit shows five cards."""
    counts = np.full(length, 0x3333 + 0x1111 * wilds, np.uint16)
    for column in plain:
        counts += ONE << ((column & 3) << 2)
    return counts


def _flushes(plain: list[Column], suit: int, wilds: int, length: int) -> Keys:
    """The best hands of one suit, of which each has five cards with its wilds [E06] [E07]."""
    of_suit = [((column >> 2) + 1) * (column & 3 == suit) for column in plain]
    bits = np.zeros(length, np.uint16)
    for value in of_suit:
        bits |= ONE << value >> ONE
    wild = np.full(length, 13, np.uint8)  # it may repeat a card [E15]
    values = ([wild] * wilds + _ascending(of_suit)[::-1])[:HELD]
    tops = _found(_tops(wilds), bits)
    is_straight = tops > 0
    kinds = np.where(tops == 13, ROYAL_FLUSH, np.where(is_straight, STRAIGHT_FLUSH, FLUSH))
    keys = kinds.astype(np.int64)
    for below, value in enumerate(values):
        keys = keys << 4 | np.where(is_straight, tops - below, value)
    return keys << VALUES_AT | (suit + 1) * 0o11111


def _top_domain_early(keys: Keys) -> Keys:
    """Move the domain of a high card next to its value [V08]."""
    return keys >> 31 << 31 | (keys >> 12 & 7) << 28 | (keys >> 15 & 0xFFFF) << 12 | keys & 0o7777
