"""What many hands are worth in Tech Exchange, at once: the same scores as `hand_score`, one for each row of an array.

Most hands of one deck have no set, and are worth their best flush: that is found for all, and only hands with three
cards of a value are looked at more closely.  In each of these the domains are put in the order of their stacks, so that
the first cards of a value lead its sets.  Then every step is done for a whole column: there is one for each domain and
value, with how many such cards each hand has.  The numbers in brackets are clauses of the rulebook of Tech Exchange.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from techdeck.exchange_score import DOMAINS, LARGEST, SET_SIZES, kind

Scores = NDArray[np.int32]
Cards = NDArray[np.uint8]  # a row for each place in a hand, with a card of each hand
Numbers = NDArray[Any]  # for each value and hand
VALUES: Final = 13
SMALLEST: Final = min(SET_SIZES)
NO_CARD: Final = 0
NO_DOMAIN: Final = np.uint8(DOMAINS)
LOWEST: Final = kind(1, 1)
HIGHEST: Final = kind(VALUES, DOMAINS)
MOST_CARDS: Final = 255
LARGEST_STACK: Final = 1 << 20
NEVER: Final = np.int32(1 << 28)
AT_ONCE: Final = 1 << 13  # hands: what is worked on stays near the processor


def score_all(hands: ArrayLike, stacks: ArrayLike) -> Scores:
    """The most that each hand is worth [E08].

    Hands are rows of cards, each as its `kind`, or 0 where a hand has fewer cards than others; stacks are rows of the
    four sizes at each hand's table, or one row for all.

    :raises ValueError: if they are no such arrays.
    """
    cards, sizes = _checked(hands, stacks)
    scores = np.empty(len(cards), np.int32)
    has_set = np.empty(len(cards), bool)
    for start in range(0, len(cards), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        columns = np.ascontiguousarray(cards[here].T)
        scores[here] = _best_flushes(columns, sizes[here])
        has_set[here] = _most_of_a_value(columns) >= SMALLEST
    rows = np.flatnonzero(has_set)
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start:start + AT_ONCE]
        stacks_here = sizes[some].T.astype(np.int32, order="C")
        counts = _counted(cards[some], _order(stacks_here))
        scores[some] = _scores(counts, np.sort(stacks_here, axis=0)[::-1])
    return scores


def _checked(hands: ArrayLike, stacks: ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    cards, sizes = np.asarray(hands), np.asarray(stacks)
    if cards.ndim != 2 or cards.shape[1] > MOST_CARDS:
        raise ValueError(f"Hands are rows of up to {MOST_CARDS} cards, and this has the shape {cards.shape}.")
    if sizes.shape not in ((DOMAINS,), (len(cards), DOMAINS)):
        raise ValueError(f"Stacks are {DOMAINS} sizes for each of {len(cards)} hands, or for all; "
                         f"this has the shape {sizes.shape}.")
    for found, what in ((cards, "Cards"), (sizes, "Sizes of stacks")):
        if not np.issubdtype(found.dtype, np.integer):
            raise ValueError(f"{what} are whole numbers, not {found.dtype}.")
    is_card = (cards >= LOWEST) & (cards <= HIGHEST) | (cards == NO_CARD)
    if not is_card.all():
        raise ValueError(f"Cards are numbers from {LOWEST} to {HIGHEST}, or {NO_CARD} for none; "
                         f"there is {cards[~is_card][0]}.")
    if sizes.size and not 0 <= sizes.min() <= sizes.max() <= LARGEST_STACK:
        raise ValueError(f"Stacks have 0 to {LARGEST_STACK} cards; there are some from {sizes.min()} to {sizes.max()}.")
    return cards.astype(np.uint8, copy=False), np.broadcast_to(sizes, (len(cards), DOMAINS))


# Hands without sets

def _best_flushes(cards: Cards, sizes: NDArray[Any]) -> Numbers:
    """What the best flush of each hand is worth, if no card is needed elsewhere [E05]."""
    domains = np.where(cards == NO_CARD, NO_DOMAIN, cards & np.uint8(3))
    best: Numbers = np.zeros(cards.shape[1], np.int64)
    for domain in range(DOMAINS):
        held = _how_many(domains == domain)
        best = np.maximum(best, np.minimum(held, LARGEST) * (held >= SMALLEST) * sizes[:, domain])
    return best


def _most_of_a_value(cards: Cards) -> NDArray[np.uint8]:
    values = cards >> np.uint8(2)
    most = np.zeros(cards.shape[1], np.uint8)
    for value in range(1, VALUES + 1):
        np.maximum(most, _how_many(values == value), out=most)
    return most


def _how_many(is_so: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Of how many cards of each hand it is true."""
    count: NDArray[np.uint8] = is_so.view(np.uint8).sum(axis=0, dtype=np.uint8)
    return count


# Hands with sets

def _order(sizes: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each domain and hand, the place of its stack among all, the largest first."""
    place = np.zeros(sizes.shape, np.int64)
    for one, other in combinations(range(DOMAINS), 2):
        is_smaller = sizes[one] < sizes[other]
        place[one] += is_smaller
        place[other] += ~is_smaller
    return place


def _counted(cards: NDArray[Any], order: NDArray[np.int64]) -> list[Numbers]:
    """For each domain, in this order, how many cards of each value a hand has."""
    length = len(cards)
    counts = np.zeros((HIGHEST + 1) * length, np.uint8)
    rows = np.arange(length)
    for column in cards.T.astype(np.int64):
        place = order.take((column & 3) * length + rows)
        counts[(column & ~3 | place) * length + rows] += 1
    by_value = counts.reshape(VALUES + 1, DOMAINS, length)[1:]
    return [np.ascontiguousarray(by_value[:, domain]) for domain in range(DOMAINS)]


def _scores(counts: list[Numbers], sizes: NDArray[np.int32]) -> Scores:
    whole = _best_sets(counts, sizes)
    most = min(LARGEST, max([int(count.max(initial=0)) for count in counts]))
    losses = [np.stack([_lost(counts, sizes, whole, domain, taken) for domain in range(DOMAINS)], axis=1)
              for taken in range(1, most + 1)]
    scores: Scores = whole.sum(axis=0, dtype=np.int32) + np.maximum(0, _flush_gains(sizes, losses).max(axis=0))
    return scores


def _best_sets(counts: Sequence[Numbers], sizes: NDArray[np.int32]) -> Numbers:
    """The most that the cards of each value are worth as sets [E09, E13]."""
    held = counts[0] + counts[1] + counts[2] + counts[3]
    lead = np.zeros(held.shape, np.int32)
    for count, size in zip(counts, sizes, strict=True):
        np.maximum(lead, (count > 0) * size, out=lead)
    lead *= np.minimum(held, LARGEST) * (held >= 3)
    best: Numbers = lead
    for groups in range(2, int(held.max(initial=0)) // 3 + 1):  # with several decks
        left = held.astype(np.int16) - 3 * groups
        score = 3 * _worth(counts, sizes, groups) + _worth(counts, sizes, np.clip(left, 0, groups))
        best = np.maximum(best, np.where(left >= 0, score, 0))
    return best


def _worth(counts: Sequence[Numbers], sizes: NDArray[np.int32], most: "int | Numbers") -> Numbers:
    """The sum of so many of the largest stacks that cards of each value have."""
    left: Numbers = np.zeros(counts[0].shape, np.int16) + most
    total = np.zeros(counts[0].shape, np.int32)
    for count, size in zip(counts, sizes, strict=True):
        taken = np.minimum(left, count)
        total += taken * size
        left = left - taken
    return total


def _lost(counts: list[Numbers], sizes: NDArray[np.int32], whole: Numbers, domain: int, taken: int) -> Numbers:
    """How much less the sets of each value are worth without so many cards of a domain."""
    less = [*counts[:domain], np.maximum(counts[domain], taken) - np.uint8(taken), *counts[domain + 1:]]
    return whole - _best_sets(less, sizes) + (counts[domain] < taken) * NEVER


def _flush_gains(sizes: NDArray[np.int32], losses: list[Numbers]) -> Numbers:
    """What a flush of each domain is worth more than the sets it takes cards from; less than nothing, it may be."""
    least = [np.zeros(sizes.shape, np.int32)] + [np.full(sizes.shape, NEVER)] * LARGEST  # by number of cards taken
    for value in range(VALUES):
        for taken in range(LARGEST, 0, -1):
            for from_here, lost in zip(range(1, taken + 1), losses, strict=False):
                least[taken] = np.minimum(least[taken], least[taken - from_here] + lost[value])
    gains: Numbers = np.maximum(3 * sizes - least[3], 4 * sizes - least[4])
    return gains
