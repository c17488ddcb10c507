"""How strong a hand of cards is: the poker ranking of Grid Poker and Gears of Industry.

Clauses are those of Grid Poker, `[E09]` being GP-E09. A hand's strength is its key [E12]: the category, five values
and five domains, compared from left to right. Here a key is one int that compares like that list.

Nothing is searched. All cards of a hand are added up into one number, its tally, that tells how often each value,
each domain and a wild occur. The values alone decide everything but flushes, so what they make is remembered; a flush
is worked out when the tally shows five cards of a domain. What values make is known by their shape, which says of each
two neighbours in the sorted hand whether they are equal, follow each other or are apart: so few shapes are soon worked
out, and hands that are met for the first time cost little more than others.

Five cards, as most hands have, are looked up, wilds and all, and hardly sorted: by their values what they make, and by
their domains the end of the key. Both are filled from what is known of the sorted hand.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

Key = tuple[int, ...]

WILD: Final = 52
# Stands where a hand of fewer than five cards has none; its domain is 0. [E11]
_NO_CARD: Final = 53

CATEGORIES: Final = [
    "High card",
    "Pair",
    "Two pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
    "Royal flush",
    "Five of a kind",
]  # [E03] [V07]
PAIR: Final = 1
TWO_PAIR: Final = 2
THREE: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR: Final = 7
STRAIGHT_FLUSH: Final = 8
ROYAL_FLUSH: Final = 9
FIVE: Final = 10

# A key, from its lowest bit: five domains of three bits, five values of four bits, the category.
VALUES_AT: Final = 15
CATEGORY_AT: Final = 35
PAIRS_BEGIN: Final = PAIR << CATEGORY_AT

# A tally, from its lowest bit: 13 counts of values (three bits each), 4 counts of domains (four bits each), the count
# of wilds. A count of domains begins at three, so that its highest bit shows five cards or more.
_DOMAINS_AT: Final = 39
_WILDS_AT: Final = 55
_COUNTED_VALUES: Final = (1 << _DOMAINS_AT) - 1
_COUNTED_WILDS: Final = 7 << _WILDS_AT
_ONE_WILD: Final = 1 << _WILDS_AT
_EMPTY_TALLY: Final = 0x3333 << _DOMAINS_AT
_FIVE_OF_A_DOMAIN: Final = 0x8888 << _DOMAINS_AT
_ONE_OF_EACH_DOMAIN: Final = 0x1111 << _DOMAINS_AT

_TALLY: Final = [1 << 3 * (c >> 2) | 1 << _DOMAINS_AT + 4 * (c & 3) for c in range(52)] + [_ONE_WILD]


def _domain_at(place: int) -> list[int]:
    """The domain of each card where a key has it; Services for a wild, nothing for no card. [E11] [E14]"""
    return [(c & 3) + 1 << 3 * (4 - place) for c in range(52)] + [4 << 3 * (4 - place), 0]


_FIRST: Final = _domain_at(0)
_SECOND: Final = _domain_at(1)
_THIRD: Final = _domain_at(2)
_FOURTH: Final = _domain_at(3)
_FIFTH: Final = _domain_at(4)


# Five cards as one number. From its lowest bit five domains of two bits, then the number of the values among those of
# three sorted cards and two sorted cards, a wild being one more value. It is a sum of what each card adds at its place.
_TWO_VALUES: Final = comb(14 + 1, 2)
_THREE_VALUES: Final = comb(14 + 2, 3)


def _added(place: int) -> list[int]:
    """What each card adds at this place."""
    below, each = (place, _TWO_VALUES) if place < 3 else (place - 3, 1)
    return [comb((c >> 2) + below, below + 1) * each << 10 | (c & 3) << 2 * place for c in range(53)]


def _added_by_two(place: int) -> list[list[int]]:
    """What two cards add at a place and the next, in whichever order."""
    lower, higher = _added(place), _added(place + 1)
    return [[low + higher[c] for low in lower[:c]] + [lower[c] + high for high in higher[c:]] for c in range(53)]


_LOWER_TWO: Final = _added_by_two(0)
_HIGHEST: Final = _added(2)
_OTHER_TWO: Final = _added_by_two(3)

_WORK_IT_OUT: Final = 0  # stands in place of the end of a key that cannot be looked up

# In place of the place of a card: a wild that counts as a card of Services, as the last one of the sorted hand is then,
# and no card. [E11] [E14]
SERVICES: Final = -1
NOTHING: Final = -2


class _Shape:
    """What values of a shape make: the category, the places in the sorted hand of its values, and as in `_Made`."""

    def __init__(self, kind: int, values: list[int], domains: list[int], ends: list[list[Any]]) -> None:
        self.kind: Final = kind
        self.values: Final = values
        self.domains: Final = domains
        self.ends: Final = ends


class _Made:
    """A key without domains, and the places in the sorted hand whose domains follow in this order.

    Of five cards also how it ends: by the places at which the values of two of them begin, and then by all domains.
    """

    def __init__(self, key: int, domains: list[int], ends: list[list[Any]]) -> None:
        self.key: Final[i64] = key
        a, b, c, d, e = domains
        self.a: Final[i64] = a
        self.b: Final[i64] = b
        self.c: Final[i64] = c
        self.d: Final[i64] = d
        self.e: Final[i64] = e
        self.ends: Final = ends


class _Five:
    """What five cards make if three and two of them have these values: a key without domains, its ends by domains."""

    __slots__ = ("ends", "key")  # there are many

    def __init__(self, key: int, ends: list[Any]) -> None:
        self.key: Final[i64] = key
        self.ends: Final = ends


_UNKNOWN: Final = _Five(0, [_WORK_IT_OUT] * (1 << 10))


class _Known:
    """What has been worked out for rankings of the same options."""

    def __init__(self) -> None:
        self.shapes: Final[dict[int, _Shape]] = {}
        self.made: Final[dict[int, _Made]] = {}  # by the counts of values, of five cards also with wilds
        self.chosen: Final[dict[int, list[list[int]]]] = {}  # by the counts of values and wilds
        self.fives: Final = [_UNKNOWN] * (_THREE_VALUES * _TWO_VALUES)  # by the number of the values
        self.ends: Final[dict[tuple[int, ...], list[list[Any]]]] = {}


_known_before: Final[dict[tuple[bool, str], _Known]] = {}
# One object for each end of a key, wherever it stands, stays near the processor. It is any: compiled code would make a
# new object of an int.
_numbers: Final[dict[int, Any]] = {}


def card(value: int, domain: int) -> int:
    """The number of a card in a poker hand; a value that an effect pushed past 1 or 13 is cut off there. [E01] [E17]"""
    return 4 * (min(max(value, 1), 13) - 1) + (domain - 1)


def category(key: int) -> int:
    return key >> CATEGORY_AT


def points_of(kind: int) -> int:
    """What a hand of a category scores where hands score: a straight, or what beats it, counts double [R33, GI-E18]."""
    return 2 if kind >= STRAIGHT else 1


def every_card(key: int) -> int:
    """All of a hand is compared, to the last domain."""
    return key


def as_named(key: int) -> int:
    """What the rules of Gears of Industry name to break a tie, and no more [GI-V28].

    Of three of a kind, a full house and four of a kind it is the value of which there are most, of a straight and
    better the values; only below three of a kind does the domain count.
    """
    kind = key >> CATEGORY_AT
    if kind < THREE:
        return key
    kept = CATEGORY_AT - 4 if kind in (THREE, FULL_HOUSE, FOUR, FIVE) else VALUES_AT
    return key >> kept << kept


class Ranking:
    """One way to compare hands. The larger key wins; only equal keys are a tie. [E12]"""

    def __init__(self, five_of_a_kind: bool = False, suit_order: str = "group_first") -> None:
        if suit_order not in ("group_first", "rest_first", "high_card_first"):
            raise ValueError(f"suit_order is group_first, rest_first or high_card_first, not {suit_order!r}")
        self.five_of_a_kind: Final = five_of_a_kind  # [V07]
        self.suit_order: Final = suit_order  # [V08]
        self._rest_first: Final = suit_order == "rest_first"
        self._high_card_first: Final = suit_order == "high_card_first"
        known = _known_before.get((five_of_a_kind, suit_order))
        if known is None:
            known = _known_before[five_of_a_kind, suit_order] = _Known()
        self._shapes: Final = known.shapes
        self._made: Final = known.made
        self._chosen: Final = known.chosen
        self._fives: Final = known.fives
        self._ends: Final = known.ends

    def __repr__(self) -> str:
        return f"Ranking(five_of_a_kind={self.five_of_a_kind}, suit_order={self.suit_order!r})"

    def rank(self, cards: Sequence[int]) -> int:
        """The key of the best hand in one to seven cards; cards may repeat, and wilds count as what is best. [E02]"""
        a: i64
        b: i64
        c: i64
        d: i64
        e: i64
        match cards:
            case [a, b, c, d, e]:
                # The third is to be the highest of three; what two cards add is looked up in whichever order.
                if a > c:
                    a, c = c, a
                if b > c:
                    b, c = c, b
                number: i64 = _LOWER_TWO[a][b] + _HIGHEST[c] + _OTHER_TWO[d][e]
                five = self._fives[number >> 10]
                end: i64 = five.ends[number & 0x3FF]
                if end:
                    return five.key + end
                return self._learn_five(number, a, b, c, d, e)
        return self._worked_out(cards)

    def _worked_out(self, cards: Sequence[int]) -> int:
        # Sorting puts the cards of one value beside each other, the higher domain after the lower; wilds last. [E11]
        hand = sorted(cards)
        if not 1 <= len(hand) <= 7:
            raise ValueError(f"A hand has 1 to 7 cards, not {len(hand)}")  # [E02]
        tally: i64 = _EMPTY_TALLY
        for c in hand:
            tally += _TALLY[c]
        if tally >= _ONE_WILD:
            key = self._best_with_wilds(hand, tally)
        else:
            key = self._best_by_values(hand, tally)
            if tally & _FIVE_OF_A_DOMAIN:
                # With repeated cards a hand can be a flush and also a full house or four of a kind. [E03]
                key = max(key, best_flush(hand, 0))
        if self._high_card_first and key < PAIRS_BEGIN:
            return _top_domain_early(key)
        return key

    def makes(self, values: Sequence[int], wilds: int) -> tuple[int, list[list[int]]]:
        """What sorted values and so many wilds make if no flush is better, for whoever ranks many hands.

        It is the key without its domains, and all ways to end it: the places of the cards, sorted by value and domain,
        whose domains follow in this order, or `SERVICES` or `NOTHING`. The way that gives the largest key counts.
        """
        key, ways = 0, []
        for choice in self._choices(values, wilds) if wilds else [[]]:
            # A wild counts as the highest card of its value.
            meant = [(value, place) for place, value in enumerate(values)] + [((c >> 2) + 1, 8) for c in choice]
            meant.sort()
            tally = 0
            for value, _ in meant:
                tally += 1 << 3 * (value - 1)
            made = self._made.get(tally)
            if made is None:
                made = self._learn(tally)
            key = made.key
            places = [place if place < 8 else SERVICES for _, place in meant] + [NOTHING]
            ways.append([places[place] for place in (made.a, made.b, made.c, made.d, made.e)])
        return key, ways

    def _learn_five(self, number: "i64", a: "i64", b: "i64", c: "i64", d: "i64", e: "i64") -> int:
        """The key of five cards that have this number; from now on it is looked up, unless they may be a flush."""
        hand = [a, b, c, d, e]
        hand.sort()
        tally: i64 = _EMPTY_TALLY + _TALLY[a] + _TALLY[b] + _TALLY[c] + _TALLY[d] + _TALLY[e]
        if (tally + (tally >> _WILDS_AT) * _ONE_OF_EACH_DOMAIN) & _FIVE_OF_A_DOMAIN:
            return self._worked_out(hand)
        counted = tally & (_COUNTED_VALUES | _COUNTED_WILDS)
        made = self._made.get(counted)
        if made is None:
            made = self._learn(counted) if tally < _ONE_WILD else self._learn_five_with_wilds(counted)
        start: i64 = made.key
        key: i64 = (start + _FIRST[hand[made.a]] + _SECOND[hand[made.b]] + _THIRD[hand[made.c]]
                    + _FOURTH[hand[made.d]] + _FIFTH[hand[made.e]])
        if self._high_card_first and key < PAIRS_BEGIN:
            start, key = _top_domain_early(start), _top_domain_early(key)
        five = self._fives[number >> 10]
        if five is _UNKNOWN:
            # At these places the values of the last two cards begin in the sorted hand.
            a, b, c, d, e = a >> 2, b >> 2, c >> 2, d >> 2, e >> 2
            if d > e:
                d, e = e, d
            one: i64 = (1 if a < d else 0) + (1 if b < d else 0) + (1 if c < d else 0)
            other: i64 = (1 if a < e else 0) + (1 if b < e else 0) + (1 if c < e else 0) + (1 if d < e else 0)
            ends = made.ends[5 * one + other]
            if not ends:
                ends = made.ends[5 * one + other] = [_WORK_IT_OUT] * (1 << 10)
            five = self._fives[number >> 10] = _Five(start, ends)
        end = key - start
        five.ends[number & 0x3FF] = _numbers.setdefault(end, end)
        return key

    def _learn_five_with_wilds(self, counted: int) -> _Made:
        values = _values_of(counted & _COUNTED_VALUES)
        # All five cards count, so there is only one way.
        key, [places] = self.makes(values, 5 - len(values))
        made = _Made(key, places, self._ends_of(key, values, places))
        self._made[counted] = made
        return made

    def _ends_of(self, key: int, values: list[int], places: list[int]) -> list[list[Any]]:
        """How keys end that have the domains of these places: the same for all values that are equal at these places.

        Wilds follow the sorted values.
        """
        begins = [values.index(value) for value in values] + [len(values)] * (5 - len(values))
        is_early = self._high_card_first and key < PAIRS_BEGIN
        return self._ends.setdefault((*begins, *places, is_early), [[]] * 25)

    def read(self, key: int) -> Key:
        """The key as (category, v1..v5, d1..d5), whatever the order in which this ranking compares them."""
        if self._high_card_first and key < PAIRS_BEGIN:
            key = _top_domain_late(key)
        return (
            key >> 35,
            key >> 31 & 15,
            key >> 27 & 15,
            key >> 23 & 15,
            key >> 19 & 15,
            key >> 15 & 15,
            key >> 12 & 7,
            key >> 9 & 7,
            key >> 6 & 7,
            key >> 3 & 7,
            key & 7,
        )

    def shown(self, cards: Sequence[int]) -> list[int]:
        """The cards, at most five, that make the hand, in the order of its value list; a wild as what it counts as."""
        key = self.read(self.rank(cards))
        values = [value for value in key[1:6] if value]
        domains = [0] * 5
        for place, domain in zip(self._order_of_domains(key[0], len(values)), key[6:], strict=True):
            domains[place] = domain
        return [card(value, domain) for value, domain in zip(values, domains, strict=False)]

    def _best_by_values(self, hand: list[int], tally: "i64") -> int:
        """The best key that needs no flush. The sorted hand holds no wild; the tally may count more than values."""
        made = self._made.get(tally & _COUNTED_VALUES)
        if made is None:
            made = self._learn(tally & _COUNTED_VALUES)
        if len(hand) < 5:
            hand = [*hand, _NO_CARD]
        return (made.key + _FIRST[hand[made.a]] + _SECOND[hand[made.b]] + _THIRD[hand[made.c]]
                + _FOURTH[hand[made.d]] + _FIFTH[hand[made.e]])

    def _learn(self, counted: int) -> _Made:
        """What so many cards of each value make if there is no wild."""
        values = _values_of(counted)
        shape = below = 0
        for value in values:
            shape = shape << 2 | (1 if value == below else 2 if value == below + 1 else 3)
            below = value
        known = self._shapes.get(shape)
        if known is None:
            known = self._shapes[shape] = self._learn_shape(values)
        key = known.kind
        for place in known.values:
            key = key << 4 | values[place]
        made = _Made(key << 4 * (5 - len(known.values)) + VALUES_AT, known.domains, known.ends)
        self._made[counted] = made
        return made

    def _learn_shape(self, sorted_values: list[int]) -> _Shape:
        """Work out what these values make, and which places of the sorted hand it comes from."""
        held = [sorted_values.count(value) for value in range(14)]
        kind, values = self._made_of(held, 0)
        # The place after the highest card of each value; the higher domain is taken first. [E11]
        above = [0] * 14
        for value in range(1, 14):
            above[value] = above[value - 1] + held[value]
        places: list[int] = []
        for value in values:
            above[value] -= 1
            places.append(above[value])
        with_missing = places + [len(sorted_values)] * (5 - len(places))
        domains = [with_missing[place] for place in self._order_of_domains(kind, len(values))]
        ends = self._ends_of(kind << CATEGORY_AT, sorted_values, domains) if len(sorted_values) == 5 else []
        return _Shape(kind, places, domains, ends)

    def _made_of(self, held: list[int], wilds: int) -> tuple[int, list[int]]:
        """The best category but flushes, and its value list without missing cards, of so many cards of each value."""
        most = max(held) + wilds
        if most >= 5 and self.five_of_a_kind:
            return FIVE, [_highest(held, 5 - wilds)] * 5  # [V07]
        if most >= 4:
            return FOUR, _filled(held, wilds, [_highest(held, 4 - wilds)] * 4)  # [E04] [E10]
        for three in range(13 if most >= 3 else 0, 0, -1):
            if held[three] + wilds >= 3:
                left = wilds - max(0, 3 - held[three])
                for two in range(13, 0, -1):
                    if two != three and held[two] + left >= 2:
                        return FULL_HOUSE, [three, three, three, two, two]  # [E06]
        top = _top_of_straight(held, wilds)
        if top:
            return STRAIGHT, [top, top - 1, top - 2, top - 3, top - 4]  # [E05]
        if most >= 3:
            return THREE, _filled(held, wilds, [_highest(held, 3 - wilds)] * 3)  # [E04]
        pairs = [value for value in range(13, 0, -1) if held[value] >= 2]
        if len(pairs) >= 2:
            # A wild would have made a full house or three of a kind of them.
            return TWO_PAIR, _filled(held, wilds, [pairs[0], pairs[0], pairs[1], pairs[1]])  # [E04]
        if most >= 2:
            return PAIR, _filled(held, wilds, [_highest(held, 2 - wilds)] * 2)  # [E04]
        return 0, _filled(held, wilds, [])

    def _order_of_domains(self, kind: int, size: int) -> list[int]:
        """In which order the places of the value list have their domains compared; missing cards come last."""
        if self._rest_first and kind in (PAIR, TWO_PAIR, THREE, FOUR):  # [V08]
            grouped = 3 if kind == THREE else 2 if kind == PAIR else 4
            return [*range(grouped, size), *range(grouped), *range(size, 5)]
        return [0, 1, 2, 3, 4]

    def _best_with_wilds(self, hand: list[int], tally: "i64") -> int:
        """Let the wilds count, all together, as whatever gives the highest key. [E14]"""
        wilds = (tally & _COUNTED_WILDS) >> _WILDS_AT
        plain = hand[:-wilds]
        chosen = self._chosen.get(tally & (_COUNTED_VALUES | _COUNTED_WILDS))
        if chosen is None:
            chosen = self._learn_wilds(wilds, tally)
        best = 0
        for choice in chosen:
            resolved = tally
            for c in choice:
                resolved += _TALLY[c]
            best = max(best, self._best_by_values(sorted(plain + choice), resolved))
        return max(best, best_flush(plain, wilds))

    def _choices(self, values: Sequence[int], wilds: int) -> list[list[int]]:
        """What the wilds may count as beside cards of these values, each time all of them."""
        tally = wilds << _WILDS_AT
        for value in values:
            tally += 1 << 3 * (value - 1)
        chosen = self._chosen.get(tally)
        return self._learn_wilds(wilds, tally) if chosen is None else chosen

    def _learn_wilds(self, wilds: int, tally: int) -> list[list[int]]:
        """All that the wilds may count as to make the best values, if no flush is better.

        Outside flushes a wild is best a card of Services, since its domain only breaks ties. Wilds that the values do
        not need can still lend their domain to any of them; which is best depends on the domains of the others, so
        all such choices are kept. Only hands of six or seven cards have any to spare.
        """
        held = _held(tally)
        _, values = self._made_of(held, wilds)
        needed: list[int] = []
        for value in values:
            if held[value]:
                held[value] -= 1
            else:
                needed.append(card(value, 4))
        lent = [card(value, 4) for value in sorted(set(values))]
        chosen = [needed + list(spare) for spare in combinations_with_replacement(lent, wilds - len(needed))]
        self._chosen[tally & (_COUNTED_VALUES | _COUNTED_WILDS)] = chosen
        return chosen


def best_flush(plain: Sequence[int], wilds: int) -> int:
    """The best flush of any kind, or 0 for none. [E06] [E07]"""
    best = 0
    for suit in range(4):
        values = sorted([(c >> 2) + 1 for c in plain if c & 3 == suit], reverse=True)
        if len(values) + wilds < 5:
            continue
        held = [0] * 14
        for value in values:
            held[value] += 1
        top = _top_of_straight(held, wilds)
        if top:
            kind = ROYAL_FLUSH if top == 13 else STRAIGHT_FLUSH
            values = [top, top - 1, top - 2, top - 3, top - 4]
        else:
            kind = FLUSH
            values = ([13] * wilds + values)[:5]  # A wild may repeat a card. [E15] [Q83]
        best = max(best, _key(kind, values, (suit + 1) * 0o11111))
    return best


def _top_of_straight(held: list[int], wilds: int) -> int:
    """The highest value of the best five consecutive ones, wilds in the gaps, or 0; 1 never follows 13. [E05]"""
    gaps = held[9:14].count(0)
    for top in range(13, 4, -1):
        if gaps <= wilds:
            return top
        gaps += (held[top - 5] == 0) - (held[top] == 0)
    return 0


def _highest(held: list[int], count: int) -> int:
    """The highest value of which there are so many."""
    value = 13
    while held[value] < count:
        value -= 1
    return value


def _filled(held: list[int], wilds: int, groups: list[int]) -> list[int]:
    """The value list that begins with these groups: then wilds to spare, as 13, and the highest other cards. [E09]"""
    left = held.copy()
    for value in groups:
        if left[value]:
            left[value] -= 1
        else:
            wilds -= 1
    values = groups + [13] * wilds
    for value in range(13, 0, -1):
        for _ in range(left[value]):
            values.append(value)
        if len(values) >= 5:
            break
    return values[:5]


def _values_of(counted: int) -> list[int]:
    """The sorted values of which there are so many."""
    values = []
    for value in range(1, 14):
        for _ in range(counted & 7):
            values.append(value)
        counted >>= 3
    return values


def _held(tally: int) -> list[int]:
    """How many cards of each value 1 to 13 the tally counts."""
    return [0] + [tally >> 3 * place & 7 for place in range(13)]


def _key(kind: int, values: list[int], domains: int) -> int:
    key = kind
    for value in values:
        key = key << 4 | value
    return key << VALUES_AT | domains


def _top_domain_early(key: int) -> int:
    """Move the domain of a high card next to its value. [V08]

    Done to the finished key: without a pair all values differ, so no other five cards could profit from it.
    """
    top = key >> 31
    domain = key >> 12 & 7
    lower_values = key >> 15 & 0xFFFF
    return top << 31 | domain << 28 | lower_values << 12 | key & 0o7777


def _top_domain_late(key: int) -> int:
    top = key >> 31
    domain = key >> 28 & 7
    lower_values = key >> 12 & 0xFFFF
    return top << 31 | lower_values << 15 | domain << 12 | key & 0o7777


STANDARD: Final = Ranking()

_DOMAIN_NAMES: Final = ["", "Knowledge", "Science", "Technology", "Services"]
_VALUE_NAMES: Final = [
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
]


def in_words(key: int) -> str:
    """What a person calls the hand; kickers are left out. The key may come from any ranking."""
    # Rankings place nothing differently that is said here: the domain is one for all cards of a flush.
    kind, first, third, fourth = category(key), key >> 31 & 15, key >> 23 & 15, key >> 19 & 15
    name, domain, top = CATEGORIES[kind], _DOMAIN_NAMES[key & 7], _VALUE_NAMES[first]
    if kind == PAIR:
        return f"{name} of {_plural(first)}"
    if kind == TWO_PAIR:
        return f"{name}, {_plural(first)} and {_plural(third)}"
    if kind == STRAIGHT:
        return f"{name}, {_VALUE_NAMES[first - 4]} to {top}"
    if kind == FLUSH:
        return f"{name} of {domain}, {top} high"
    if kind == FULL_HOUSE:
        return f"{name}, {_plural(first)} over {_plural(fourth)}"
    if kind == STRAIGHT_FLUSH:
        return f"{name} of {domain}, {_VALUE_NAMES[first - 4]} to {top}"
    if kind == ROYAL_FLUSH:
        return f"{name} of {domain}"
    if kind in (THREE, FOUR, FIVE):
        return f"{name}, {_plural(first)}"
    return f"{name}, {top}"


def in_sentence(key: int) -> str:
    """The same within a sentence: `a pair of sixes`, `two pair, sixes and ones`; domains keep their capital letter."""
    words = in_words(key)
    article = "" if category(key) in (TWO_PAIR, THREE, FOUR, FIVE) else "a "
    return article + words[0].lower() + words[1:]


def _plural(value: int) -> str:
    return "sixes" if value == 6 else f"{_VALUE_NAMES[value]}s"
