"""The hand score of Tech Exchange, against every family of disjoint groups there is."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from techdeck.cards import GENERAL_EDITION, face
from techdeck.exchange_score import Group, best_groups, best_kept, hand_score, kind

LETTER = {"K": 1, "S": 2, "T": 3, "V": 4}


def hand(words: str) -> list[int]:
    cards = [GENERAL_EDITION[face(word.rstrip("'"))] for word in words.split()]
    return [kind(card.value, card.domain_number) for card in cards]


def value(card: int) -> int:
    return card >> 2


def domain(card: int) -> int:
    return (card & 3) + 1


# As the rulebook says it [E04 to E08]: by trying everything.

def is_set(cards: Sequence[int]) -> bool:
    return len(cards) in (3, 4) and len({value(card) for card in cards}) == 1


def is_flush(cards: Sequence[int]) -> bool:
    return len(cards) in (3, 4) and len({domain(card) for card in cards}) == 1


def points(cards: Sequence[int], stacks: Sequence[int]) -> int:
    return len(cards) * max(stacks[domain(card) - 1] for card in cards)


def families(places: tuple[int, ...], cards: Sequence[int], may_flush: bool) -> Iterator[list[tuple[int, ...]]]:
    """Every family of disjoint groups among some cards, with at most one flush."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    yield from families(rest, cards, may_flush)
    for size in (2, 3):
        for others in combinations(rest, size):
            group = (first, *others)
            chosen = [cards[place] for place in group]
            left = tuple(place for place in rest if place not in others)
            if is_set(chosen):
                for family in families(left, cards, may_flush):
                    yield [group, *family]
            if is_flush(chosen) and may_flush:
                for family in families(left, cards, False):
                    yield [group, *family]


def brute_force(cards: Sequence[int], stacks: Sequence[int]) -> int:
    return max(sum(points([cards[place] for place in group], stacks) for group in family)
               for family in families(tuple(range(len(cards))), cards, True))


def check_groups(groups: Sequence[Group], cards: Sequence[int], stacks: Sequence[int]) -> None:
    """What is shown is a family of disjoint groups, each with the points it says."""
    places = [place for group in groups for place in group.places]
    assert len(set(places)) == len(places)
    assert sum(group.is_flush for group in groups) <= 1
    for group in groups:
        chosen = [cards[place] for place in group.places]
        assert is_flush(chosen) if group.is_flush else is_set(chosen)
        assert group.domain in {domain(card) for card in chosen}
        assert group.points == points(chosen, stacks) == len(chosen) * stacks[group.domain - 1]


ONE_DECK = [kind(number, suit) for suit in range(1, 5) for number in range(1, 14)]
stack_sizes = st.lists(st.integers(0, 9), min_size=4, max_size=4)


@st.composite
def one_deck_hands(draw: st.DrawFn) -> list[int]:
    """Few values and domains come often, so that groups are there to be found."""
    highest, last = draw(st.sampled_from([2, 3, 4, 13])), draw(st.sampled_from([2, 4]))
    deck = [card for card in ONE_DECK if value(card) <= highest and domain(card) <= last]
    return draw(st.lists(st.sampled_from(deck), max_size=10, unique=True))


@st.composite
def two_deck_hands(draw: st.DrawFn) -> list[int]:
    highest, last = draw(st.sampled_from([1, 2, 3, 13])), draw(st.sampled_from([1, 2, 4]))
    deck = [card for card in ONE_DECK if value(card) <= highest and domain(card) <= last]
    cards = draw(st.lists(st.sampled_from(range(2 * len(deck))), max_size=9, unique=True))
    return [deck[number % len(deck)] for number in cards]


@given(one_deck_hands(), stack_sizes)
def test_the_score_is_the_best_of_all_families_with_one_deck(cards: list[int], stacks: list[int]) -> None:
    assert hand_score(cards, stacks) == brute_force(cards, stacks)


@given(two_deck_hands(), stack_sizes)
def test_the_score_is_the_best_of_all_families_with_two_decks(cards: list[int], stacks: list[int]) -> None:
    assert hand_score(cards, stacks) == brute_force(cards, stacks)


@settings(max_examples=30)
@given(st.lists(st.sampled_from([kind(7, suit) for suit in range(1, 5)]), min_size=6, max_size=10), stack_sizes)
def test_any_number_of_cards_of_one_value_is_scored_as_the_families_say(cards: list[int], stacks: list[int]) -> None:
    """More than eight of a kind, which only effects can make [E09]."""
    assert hand_score(cards, stacks) == brute_force(cards, stacks)


@given(st.one_of(one_deck_hands(), two_deck_hands()), stack_sizes)
def test_the_groups_shown_score_what_the_hand_is_worth(cards: list[int], stacks: list[int]) -> None:
    groups = best_groups(cards, stacks)
    check_groups(groups, cards, stacks)
    assert sum(group.points for group in groups) == hand_score(cards, stacks)


@settings(max_examples=60)
@given(st.one_of(one_deck_hands(), two_deck_hands()), stack_sizes, st.integers(0, 10))
def test_the_cards_kept_are_those_that_score_most(cards: list[int], stacks: list[int], count: int) -> None:
    count = min(count, len(cards))
    kept = best_kept(cards, stacks, count)
    assert len(kept) == len(set(kept)) == count
    best = max(hand_score(chosen, stacks) for chosen in combinations(cards, count))
    assert hand_score([cards[place] for place in kept], stacks) == best
    check_groups(best_groups(cards, stacks, count), cards, stacks)


@given(one_deck_hands(), stack_sizes, st.randoms(use_true_random=False))
def test_the_order_of_a_hand_does_not_matter(cards: list[int], stacks: list[int], rng: Random) -> None:
    shuffled = cards[:]
    rng.shuffle(shuffled)
    assert hand_score(shuffled, stacks) == hand_score(cards, stacks)


@given(one_deck_hands(), stack_sizes)
def test_a_card_more_never_lowers_the_score(cards: list[int], stacks: list[int]) -> None:
    for place in range(len(cards)):
        assert hand_score(cards[:place] + cards[place + 1:], stacks) <= hand_score(cards, stacks)


# The examples of the rulebook: stacks are those of K, S, T, V.

@pytest.mark.parametrize(("words", "stacks", "score"), [
    ("4K 4S 4T 4V 6V 8V 9K 9S 9T 11V", (4, 3, 2, 2), 34),  # [W04]
    ("2K 7K 9K 9S 9T 4K 12K", (4, 3, 2, 2), 28),  # [W17]
    ("3V 5K 5S 5T 5V 10V 11V", (4, 3, 2, 2), 22),
    ("2V 3K 6S 8S 10K 12S 13T", (4, 3, 2, 2), 9),
    ("2K 5K 5S 5T 5V 7S 8T 9K", (5, 4, 1, 1), 27),  # [W18]
    ("2K 5K 9K 11K 12K 3S 7S 10S", (3, 4, 1, 1), 12),  # [W19]
    ("9K 9K' 9S 9S' 9T 9T' 2V 5V", (5, 2, 1, 1), 30),  # [W20]
    ("9K 9S 9S' 9T 9T' 9V 3V 12K", (7, 1, 1, 1), 28),
    ("9K 9K' 2K", (5, 1, 1, 1), 15),  # equal faces may stand in one group [E13]
    ("5S 5T 5V", (9, 0, 0, 0), 0),  # an empty stack multiplies by nothing [E12]
    ("5S 5T 7V 8V", (9, 9, 9, 9), 0),  # pairs score nothing [E06]
    ("", (9, 9, 9, 9), 0),
])
def test_examples(words: str, stacks: tuple[int, int, int, int], score: int) -> None:
    assert hand_score(hand(words), stacks) == score
    assert sum(group.points for group in best_groups(hand(words), stacks)) == score


def test_w17_what_is_kept_of_nine_cards() -> None:
    cards = hand("2K 4K 4S 4T 7K 9K 9S 9T 12K")
    kept = best_kept(cards, (4, 3, 2, 2), 7)
    assert hand_score([cards[place] for place in kept], (4, 3, 2, 2)) == 28
