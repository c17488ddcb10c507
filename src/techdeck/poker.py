"""How strong a hand of cards is: the poker ranking of Grid Poker and Gears of Industry.

Clauses are those of Grid Poker, `[E09]` being GP-E09. A hand's strength is its key [E12]: the category, five values
and five domains, compared from left to right. Here a key is one int that compares like that list.

Nothing is searched. All cards of a hand are added up into one number, its tally, that tells how often each value,
each domain and a wild occur. The values alone decide everything but flushes, so what they make is worked out once
and remembered; a flush is worked out when the tally shows five cards of a domain.

Five cards, as most hands have, are looked up, wilds and all: what their values make, and by their domains the end of
the key. Both are filled from what was worked out for other cards of these values.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Final

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

_TALLY: Final = [1 << 3 * (c >> 2) | 1 << _DOMAINS_AT + 4 * (c & 3) for c in range(52)] + [_ONE_WILD]


def _domain_at(place: int) -> list[int]:
    """The domain of each card where a key has it; nothing for a wild, which always counts as another card."""
    return [(c & 3) + 1 << 3 * (4 - place) for c in range(52)] + [0, 0]


_FIRST: Final = _domain_at(0)
_SECOND: Final = _domain_at(1)
_THIRD: Final = _domain_at(2)
_FOURTH: Final = _domain_at(3)
_FIFTH: Final = _domain_at(4)


# Five sorted cards as one number. From its lowest bit five domains of two bits, then the number of the values among all
# five sorted values, a wild being one more value. It is a sum of what each card adds at its place.
_DOMAINS_OF_FIVE: Final = 10
_ALL_DOMAINS: Final = (1 << _DOMAINS_OF_FIVE) - 1
_FIVE_VALUES: Final = comb(14 + 4, 5)


def _of_five(place: int, c: int) -> int:
    return comb((c >> 2) + place, place + 1) << _DOMAINS_OF_FIVE | (c & 3) << 2 * place


def _two_of_five(place: int) -> list[list[int]]:
    """What two cards add at a place and the next, in whichever order."""
    return [[_of_five(place, min(one, other)) + _of_five(place + 1, max(one, other)) for other in range(53)]
            for one in range(53)]


_LOWEST_TWO: Final = _two_of_five(0)
_MIDDLE: Final = [_of_five(2, c) for c in range(53)]
_HIGHEST_TWO: Final = _two_of_five(3)

_WORK_IT_OUT: Final = 0  # stands in place of the end of a key that cannot be looked up

# In place of the place of a card: a wild that counts as a card of Services, and no card. [E11] [E14]
SERVICES: Final = -1
NOTHING: Final = -2


class _Made:
    """A key without domains, and the places in the sorted hand whose domains follow in this order."""

    def __init__(self, key: int, a: int, b: int, c: int, d: int, e: int) -> None:
        self.key: Final[i64] = key
        self.a: Final[i64] = a
        self.b: Final[i64] = b
        self.c: Final[i64] = c
        self.d: Final[i64] = d
        self.e: Final[i64] = e


class _Five:
    """What five cards of some values make: a key without domains, and by the domains its end."""

    def __init__(self, key: int, ends: list[int]) -> None:
        self.key: Final[i64] = key
        self.ends: Final = ends


_UNKNOWN: Final = _Five(0, [_WORK_IT_OUT] * (1 << _DOMAINS_OF_FIVE))

# Rankings that agree on five of a kind and on the rest of the hand share what they have worked out.
_made_before: Final[dict[tuple[bool, bool], dict[int, _Made]]] = {}
_chosen_before: Final[dict[tuple[bool, bool], dict[int, list[list[int]]]]] = {}
_fives_before: Final[dict[tuple[bool, str], list[_Five]]] = {}
_ends_by_places: Final[dict[tuple[int, ...], list[int]]] = {}
_numbers: Final[dict[int, int]] = {}


def card(value: int, domain: int) -> int:
    """The number of a card in a poker hand; a value that an effect pushed past 1 or 13 is cut off there. [E01] [E17]"""
    return 4 * (min(max(value, 1), 13) - 1) + (domain - 1)


def category(key: int) -> int:
    return key >> CATEGORY_AT


class Ranking:
    """One way to compare hands. The larger key wins; only equal keys are a tie. [E12]"""

    def __init__(self, five_of_a_kind: bool = False, suit_order: str = "group_first") -> None:
        if suit_order not in ("group_first", "rest_first", "high_card_first"):
            raise ValueError(f"suit_order is group_first, rest_first or high_card_first, not {suit_order!r}")
        self.five_of_a_kind: Final = five_of_a_kind  # [V07]
        self.suit_order: Final = suit_order  # [V08]
        self._rest_first: Final = suit_order == "rest_first"
        self._high_card_first: Final = suit_order == "high_card_first"
        options = (five_of_a_kind, self._rest_first)
        self._made: Final = _made_before.setdefault(options, {})
        self._chosen: Final = _chosen_before.setdefault(options, {})
        # Of five cards, by the number of their values.
        self._fives: Final = _fives_before.setdefault((five_of_a_kind, suit_order), [_UNKNOWN] * _FIVE_VALUES)

    def __repr__(self) -> str:
        return f"Ranking(five_of_a_kind={self.five_of_a_kind}, suit_order={self.suit_order!r})"

    def rank(self, cards: Sequence[int]) -> int:
        """The key of the best hand in one to seven cards; cards may repeat, and wilds count as what is best. [E02]"""
        if len(cards) == 5:
            a, b, c, d, e = cards
            # Put the lowest two first and the highest two last, each two in any order.
            if a > b:
                a, b = b, a
            if d > e:
                d, e = e, d
            if a > d:
                a, d = d, a
            if b > e:
                b, e = e, b
            if b > c:
                b, c = c, b
            if c > d:
                c, d = d, c
            if b > c:
                b, c = c, b
            number: i64 = _LOWEST_TWO[a][b] + _MIDDLE[c] + _HIGHEST_TWO[d][e]
            five = self._fives[number >> _DOMAINS_OF_FIVE]
            end = five.ends[number & _ALL_DOMAINS]
            if end > 0:
                return five.key + end
            if five is _UNKNOWN:
                self._learn_five(number >> _DOMAINS_OF_FIVE, cards)
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
                made = self._learn(len(meant), tally)
            key = made.key
            places = [place if place < 8 else SERVICES for _, place in meant] + [NOTHING]
            ways.append([places[place] for place in (made.a, made.b, made.c, made.d, made.e)])
        return key, ways

    def _learn_five(self, number: int, cards: Sequence[int]) -> None:
        """From now on look up what five cards of these values make."""
        plain = sorted([c for c in cards if c != WILD])
        # All five cards count, so there is only one way.
        key, [places] = self.makes([(c >> 2) + 1 for c in plain], 5 - len(plain))
        is_early = self._high_card_first and key < PAIRS_BEGIN
        pattern = (*places, is_early)
        if pattern not in _ends_by_places:
            _ends_by_places[pattern] = _ends(places, is_early)
        self._fives[number] = _Five(_top_domain_early(key) if is_early else key, _ends_by_places[pattern])

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
            made = self._learn(len(hand), tally & _COUNTED_VALUES)
        if len(hand) < 5:
            hand = [*hand, _NO_CARD]
        return (made.key + _FIRST[hand[made.a]] + _SECOND[hand[made.b]] + _THIRD[hand[made.c]]
                + _FOURTH[hand[made.d]] + _FIFTH[hand[made.e]])

    def _learn(self, size: int, counted: int) -> _Made:
        """Work out what these values make, and which places of the sorted hand its domains come from."""
        held = _held(counted)
        kind, values = self._made_of(held, 0)
        # The place after the highest card of each value; the higher domain is taken first. [E11]
        above = [0] * 14
        for value in range(1, 14):
            above[value] = above[value - 1] + held[value]
        places: list[int] = []
        for value in values:
            above[value] -= 1
            places.append(above[value])
        missing = 5 - len(places)
        places += [size] * missing
        order = self._order_of_domains(kind, len(values))
        a, b, c, d, e = [places[place] for place in order]
        made = _Made(_key(kind, values + [0] * missing, 0), a, b, c, d, e)
        self._made[counted] = made
        return made

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


def _ends(places: list[int], is_early: bool) -> list[int]:
    """The end of the key by the domains of five sorted cards, when it has the domains of these places."""
    ends = [4 * 0o11111]  # of wilds only
    flush = 0
    for place in range(5):
        if place in places:
            shift = 3 * (4 - places.index(place))
            ends = [end - (3 - domain << shift) for domain in range(4) for end in ends]
            flush += 1 << 2 * place
        else:
            ends *= 4
    if is_early:
        ends = [_top_domain_early(end) for end in ends]
    # One object for each number, whatever the places, stays near the processor.
    ends = [_numbers.setdefault(end, end) for end in ends]
    for suit in range(4):
        ends[suit * flush] = _WORK_IT_OUT  # all plain cards are of this domain
    return ends


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
