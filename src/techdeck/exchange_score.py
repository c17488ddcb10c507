"""What a hand is worth in Tech Exchange: the best family of disjoint sets and at most one flush.

A card counts by its value and domain alone, written as one number (`kind`).  The numbers in brackets are clauses of the
rulebook of Tech Exchange.

Cards of one value are a pattern: four bits for each domain, how many there are.  With `g` sets of one value the `g`
best stacks lead them, and what is left over makes the first of them quadruples; so the best sets of a pattern depend
on the pattern and the stacks alone, and are looked up [E09].  A flush takes cards out of patterns, each for a loss,
and the least loss for three or four cards is found value by value.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from techdeck.cards import LETTERS

if TYPE_CHECKING:
    from mypy_extensions import i64

DOMAINS: Final = 4
SET_SIZES: Final = (3, 4)  # [E04]
LARGEST: Final = 4
ONE: Final = [1, 1 << 4, 1 << 8, 1 << 12]  # one card of a domain, in a pattern
NEVER: Final = 1 << 30
PATTERNS: Final = 4096  # of stacks whose prices are remembered


def size(pattern: int) -> int:
    """How many cards are in a pattern."""
    return (pattern & 15) + (pattern >> 4 & 15) + (pattern >> 8 & 15) + (pattern >> 12)


def kind(value: int, domain: int) -> int:
    """A value from 1 to 13 and a domain from 1 to 4 as one number."""
    return value << 2 | domain - 1


class Prices:
    """What sets are worth while the four stacks have certain sizes."""

    def __init__(self, stacks: tuple[int, int, int, int]) -> None:
        self.stacks: Final = stacks
        self._best: Final[dict[int, int]] = {}  # by pattern

    def best(self, pattern: int) -> int:
        """The most that cards of one value are worth as sets [E09, E13]."""
        if size(pattern) < SET_SIZES[0]:
            return 0
        found = self._best.get(pattern)
        if found is None:
            worth = self.worth(pattern)
            found = 0
            for groups in range(1, len(worth) // 3 + 1):
                extra = min(groups, len(worth) - 3 * groups)
                found = max(found, 3 * sum(worth[:groups]) + sum(worth[:extra]))
            self._best[pattern] = found
        return found

    def worth(self, pattern: int) -> list[int]:
        """The stack of each card in a pattern, the largest first."""
        found = []
        for domain in range(DOMAINS):
            found += [self.stacks[domain]] * (pattern >> 4 * domain & 15)
        found.sort(reverse=True)
        return found

    def score(self, cards: Sequence[int]) -> int:
        """The most that a hand is worth [E08]."""
        patterns = [0] * 14  # by value
        held: i64 = 0
        for card in cards if isinstance(cards, list) else list(cards):
            number: i64 = card
            one: i64 = 1 << 4 * (number & 3)
            patterns[number >> 2] = patterns[number >> 2] + one
            held += one
        sets = 0
        for pattern in patterns:
            if pattern:
                sets += self.best(pattern)
        most = sets
        for domain in range(DOMAINS):
            count = int(held >> 4 * domain & 15)
            if count >= SET_SIZES[0]:
                gain = self._gain(patterns, domain) if sets else min(count, LARGEST) * self.stacks[domain]
                most = max(most, sets + gain)
        return most

    def _gain(self, patterns: list[int], domain: int) -> int:
        """What a flush of a domain is worth more than the sets it takes cards from; less than nothing, it may be."""
        losses = [0, NEVER, NEVER, NEVER, NEVER]  # by number of cards taken
        for pattern in patterns:
            there = pattern >> 4 * domain & 15
            if there:
                whole = self.best(pattern)
                for taken in range(LARGEST, 0, -1):
                    for from_here in range(1, min(there, taken) + 1):
                        loss = losses[taken - from_here] + whole - self.best(pattern - from_here * ONE[domain])
                        if loss < losses[taken]:
                            losses[taken] = loss
        price = self.stacks[domain]
        return max(3 * price - losses[3], 4 * price - losses[4])


_PRICES: Final[dict[tuple[int, int, int, int], Prices]] = {}  # by stacks


def prices(stacks: Sequence[int]) -> Prices:
    """For many hands at the same stacks."""
    key = stacks[0], stacks[1], stacks[2], stacks[3]
    known = _PRICES.get(key)
    if known is None:
        if len(_PRICES) >= PATTERNS:
            _PRICES.clear()
        known = _PRICES[key] = Prices(key)
    return known


def hand_score(cards: Sequence[int], stacks: Sequence[int]) -> int:
    """The most that a hand is worth at these stack sizes [E08, E10]."""
    return prices(stacks).score(cards)


# The arrangement itself, for showing it, and for whoever may keep only some cards.

class Group:
    """A set or a flush: the places of its cards in the hand, the domain whose stack counts, and its points [E07]."""

    def __init__(self, places: list[int], domain: int, points: int, is_flush: bool) -> None:
        self.places: Final = places
        self.domain: Final = domain
        self.points: Final = points
        self.is_flush: Final = is_flush

    def __repr__(self) -> str:
        return f"Group({self.places}, {LETTERS[self.domain]}, {self.points})"


class _Plan:
    """What is done with the cards of some values: how many are used, how many of them for the flush, for what score."""

    def __init__(
        self, used: int, flushed: int, score: int, before: "_Plan | None", sizes: list[int], taken: int,
    ) -> None:
        self.used: Final = used
        self.flushed: Final = flushed
        self.score: Final = score
        self.before: Final = before  # the plan for the values before the last
        self.sizes: Final = sizes  # of the sets of the last value, led by the best cards in turn
        self.taken: Final = taken  # of the last value, for the flush


def best_groups(cards: Sequence[int], stacks: Sequence[int], most: int = -1) -> list[Group]:
    """The groups that score most, a flush first [E08]; of equal arrangements one with few cards.

    If only so many cards may be kept, they have so many in all at most.
    """
    limit = len(cards) if most < 0 else most
    values = sorted({card >> 2 for card in cards})
    best: _Plan | None = None
    best_domain = -1
    for domain in range(-1, DOMAINS):  # of the flush, or none
        for plan in _plans(cards, stacks, values, domain, limit):
            if best is None or (plan.score, -plan.used) > (best.score, -best.used):
                best, best_domain = plan, domain
    assert best is not None
    return _groups(cards, stacks, values, best, best_domain)


def _plans(cards: Sequence[int], stacks: Sequence[int], values: list[int], domain: int, limit: int) -> list[_Plan]:
    """The best plan for each number of cards used, with a flush of a domain or without any."""
    plans = {(0, 0): _Plan(0, 0, 0, None, [], 0)}
    for value in values:
        there = [card & 3 for card in cards if card >> 2 == value]
        flushable = there.count(domain)
        better: dict[tuple[int, int], _Plan] = {}
        for plan in plans.values():
            for taken in range(min(flushable, LARGEST - plan.flushed) + 1):
                worth = sorted([stacks[each] for each in there], reverse=True)
                for _ in range(taken):
                    worth.remove(stacks[domain])
                price = 0 if domain < 0 else taken * stacks[domain]
                for sizes in _ways(len(worth)):
                    used = plan.used + taken + sum(sizes)
                    if used <= limit:
                        score = plan.score + price + sum([size * top for size, top in zip(sizes, worth, strict=False)])
                        key = used, plan.flushed + taken
                        if key not in better or better[key].score < score:
                            better[key] = _Plan(used, key[1], score, plan, sizes, taken)
        plans = better
    return [plan for plan in plans.values() if plan.flushed in ((0,) if domain < 0 else SET_SIZES)]


@lru_cache(maxsize=64)
def _ways(count: int) -> list[list[int]]:
    """The sizes of the sets that so many cards of one value can form, the larger ones first."""
    return [[4] * larger + [3] * (groups - larger) for groups in range(count // 3 + 1)
            for larger in range(min(groups, count - 3 * groups) + 1)]


def _groups(cards: Sequence[int], stacks: Sequence[int], values: list[int], plan: _Plan, domain: int) -> list[Group]:
    flush: list[int] = []
    sets: list[Group] = []
    last: _Plan | None = plan
    for value in reversed(values):
        assert last is not None
        left = [place for place, card in enumerate(cards) if card >> 2 == value]
        for place in [place for place in left if cards[place] & 3 == domain][:last.taken]:
            flush.append(place)
            left.remove(place)
        left.sort(key=lambda place: -stacks[cards[place] & 3])
        leaders, others = left[:len(last.sizes)], left[len(last.sizes):]
        for leader, size in zip(leaders, last.sizes, strict=True):
            places = sorted([leader, *others[:size - 1]])
            others = others[size - 1:]
            sets.append(Group(places, (cards[leader] & 3) + 1, size * stacks[cards[leader] & 3], False))
        last = last.before
    sets.reverse()
    if flush:
        return [Group(sorted(flush), domain + 1, len(flush) * stacks[domain], True), *sets]
    return sets


def best_kept(cards: Sequence[int], stacks: Sequence[int], count: int) -> list[int]:
    """The places of the cards to keep if only so many may be kept: those that score most, then the first ones [V30]."""
    kept = [place for group in best_groups(cards, stacks, count) for place in group.places]
    kept += [place for place in range(len(cards)) if place not in kept][:count - len(kept)]
    return sorted(kept)
