"""The ranking once more, slowly and straight from the clauses, to compare with.

Cards are (value, domain) pairs and a wild is None, so that nothing of the fast evaluator is needed here. A hand is
tried in every way it can be read: every five of its cards, every card in place of every wild.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

Pair = tuple[int, int]
Key = tuple[int, ...]

EVERY_CARD = [(value, domain) for value in range(1, 14) for domain in range(1, 5)]
STRAIGHTS = [list(range(low + 4, low - 1, -1)) for low in range(1, 10)]


def pair_of(number: int) -> Pair | None:
    """The card that a number of the fast evaluator stands for."""
    return None if number == 52 else EVERY_CARD[number]


def key_of(cards: Sequence[Pair], five_of_a_kind: bool = False, suit_order: str = "group_first") -> Key:
    """The key of at most five cards without wilds: category, five values, five domains."""
    count = Counter([value for value, _ in cards])
    sizes = sorted(count.values(), reverse=True)
    # First the larger groups, then the higher value, then the higher domain.
    grouped = sorted(cards, key=lambda card: (-count[card[0]], -card[0], -card[1]))
    values = [value for value, _ in grouped]
    domains = [domain for _, domain in grouped]
    in_group = 0
    if sizes[0] == 5 and five_of_a_kind:
        category = 10
    elif sizes[0] >= 4:
        category, in_group = 7, 4
    elif sizes == [3, 2]:
        category = 6
    elif len(cards) == 5 and len(set(domains)) == 1:
        cards = sorted(cards, reverse=True)
        values = [value for value, _ in cards]
        category = 5
        if values in STRAIGHTS:
            category = 9 if values[0] == 13 else 8
    elif values in STRAIGHTS:
        category = 4
    elif sizes[0] == 3:
        category, in_group = 3, 3
    elif sizes[:2] == [2, 2]:
        category, in_group = 2, 4
    elif sizes[0] == 2:
        category, in_group = 1, 2
    else:
        category = 0
    if suit_order == "rest_first":
        domains = domains[in_group:] + domains[:in_group]
    missing = [0] * (5 - len(cards))
    return (category, *values, *missing, *domains, *missing)


def comparable(key: Key, suit_order: str) -> Key:
    """The key in the order in which it is compared."""
    if suit_order == "high_card_first" and key[0] == 0:
        return (key[0], key[1], key[6], *key[2:6], *key[7:])
    return key


def readings(cards: Sequence[Pair | None]) -> Iterator[list[Pair]]:
    """Every hand of at most five cards that these cards can be taken for.

    Wilds are alike, so it is enough to try each set of cards once, not in every order.
    """
    for hand in {tuple(five) for five in combinations(cards, min(5, len(cards)))}:
        plain = [card for card in hand if card is not None]
        for meant in combinations_with_replacement(EVERY_CARD, len(hand) - len(plain)):
            yield [*plain, *meant]


def best_key(cards: Sequence[Pair | None], five_of_a_kind: bool = False, suit_order: str = "group_first") -> Key:
    """The highest key that one to seven cards, wilds among them or not, can be read as."""
    return max(
        (key_of(hand, five_of_a_kind, suit_order) for hand in readings(cards)),
        key=lambda key: comparable(key, suit_order),
    )
