"""Our ranking beside that of usual poker, as the public package phevaluator knows it.

Our values 1..13 stand for the ranks 2, 3, ... 10, jack, queen, king, ace, so that 13 is the ace; our domains stand for
its suits in any order. Cards have then the same numbers 0..51 in both. What remains different is stated by tests:
an ace also begins a straight there, so that it has ten straights to our nine, and suits never break a tie there.
It ranks hands from 1, the best, to 7462.
"""

import random
from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from techdeck.poker import STANDARD, card, category

# The worst rank of each category there, the best category first.
WORST = [10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]
WHEEL = {1, 2, 3, 4, 13}


def their_category(strength: int) -> int:
    """Their category in our codes; a royal flush is for them just the best straight flush."""
    return 8 - next(place for place, worst in enumerate(WORST) if strength <= worst)


def our_category(cards: list[int]) -> int:
    """Our category, a royal flush being counted among the straight flushes."""
    return min(category(STANDARD.rank(cards)), 8)


def our_strength(cards: list[int]) -> int:
    """Our key without its domains."""
    strength = 0
    for number in STANDARD.read(STANDARD.rank(cards))[:6]:
        strength = strength * 16 + number
    return strength


def holds_a_wheel(cards: list[int]) -> bool:
    return {c // 4 + 1 for c in cards} >= WHEEL


def dealt(number: int, size: int) -> list[list[int]]:
    rng = random.Random(size)
    return [rng.sample(range(52), size) for _ in range(number)]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_without_a_wheel_both_order_hands_by_category_and_values_alike(size: int) -> None:
    hands = [cards for cards in dealt(30_000, size) if not holds_a_wheel(cards)]
    ours_of: dict[int, int] = {}
    for cards in hands:
        theirs = evaluate_cards(*cards)
        assert their_category(theirs) == our_category(cards), cards
        assert ours_of.setdefault(theirs, our_strength(cards)) == our_strength(cards), cards
    from_the_best = [ours_of[theirs] for theirs in sorted(ours_of)]
    assert from_the_best == sorted(set(from_the_best), reverse=True)
    assert len(from_the_best) > 2_000


def test_every_straight_flush_but_the_wheel_is_ordered_alike() -> None:
    tops = [[card(top - step, 2) for step in range(5)] for top in range(13, 4, -1)]
    assert [evaluate_cards(*cards) for cards in tops] == list(range(1, 10))
    assert [our_category(cards) for cards in tops] == [8] * 9


def test_the_wheel_is_a_straight_there_and_a_high_card_or_a_flush_here() -> None:
    mixed = [card(13, 1), card(1, 2), card(2, 3), card(3, 4), card(4, 1)]
    plain = [card(value, 2) for value in (13, 1, 2, 3, 4)]
    assert (their_category(evaluate_cards(*mixed)), our_category(mixed)) == (4, 0)
    assert (their_category(evaluate_cards(*plain)), our_category(plain)) == (8, 5)


def test_they_have_ten_straights_and_we_have_nine() -> None:
    theirs = ours = 0
    for values in combinations(range(1, 14), 5):
        cards = [card(value, place % 4 + 1) for place, value in enumerate(values)]
        theirs += their_category(evaluate_cards(*cards)) == 4
        ours += our_category(cards) == 4
        if their_category(evaluate_cards(*cards)) != our_category(cards):
            assert set(values) == WHEEL
    assert (theirs, ours) == (10, 9)


def test_in_seven_cards_only_a_wheel_makes_the_categories_differ() -> None:
    for cards in dealt(30_000, 7):
        if their_category(evaluate_cards(*cards)) != our_category(cards):
            assert holds_a_wheel(cards)


def test_domains_break_ties_here_and_not_there() -> None:
    lower = [card(9, 1), card(9, 2), card(6, 3), card(4, 4), card(2, 1)]
    higher = [card(9, 3), card(9, 4), card(6, 3), card(4, 4), card(2, 1)]
    assert evaluate_cards(*lower) == evaluate_cards(*higher)
    assert our_strength(lower) == our_strength(higher)
    assert STANDARD.rank(lower) < STANDARD.rank(higher)
