"""The fast evaluator against the naive one: every five-card hand, and any cards that can come together."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from techdeck.poker import STANDARD, WILD, Ranking, category

from . import naive

ORDERS = ["group_first", "rest_first", "high_card_first"]
RANKINGS = [Ranking(five, order) for five in (False, True) for order in ORDERS]

# Each part holds the hands whose two highest cards leave the same remainder, so that the parts are of like size.
PARTS = 12
HANDS = 2_598_960

rankings = st.sampled_from(RANKINGS)
any_card = st.integers(0, 51)


def hands(largest: int) -> st.SearchStrategy[list[int]]:
    """Plain hands, repeated cards allowed, of which many are straights, flushes, full houses and fours."""

    def drawn(card: st.SearchStrategy[int]) -> st.SearchStrategy[list[int]]:
        return st.lists(card, min_size=1, max_size=largest)

    def of_domain(suit: int) -> st.SearchStrategy[list[int]]:
        own = st.integers(0, 12).map(lambda value: 4 * value + suit)
        return drawn(st.one_of(own, own, own, any_card))

    return st.one_of(
        drawn(any_card),
        st.integers(0, 11).flatmap(lambda low: drawn(st.integers(4 * low, 4 * low + 7))),
        st.integers(0, 10).flatmap(lambda low: drawn(st.integers(4 * low, 4 * low + 11))),
        st.integers(0, 7).flatmap(lambda low: drawn(st.integers(4 * low, 4 * low + 23))),
        st.integers(0, 3).flatmap(of_domain),
    )


def naive_key(cards: list[int], ranking: Ranking) -> naive.Key:
    return naive.best_key([naive.pair_of(c) for c in cards], ranking.five_of_a_kind, ranking.suit_order)


def in_order(ranking: Ranking, key: int) -> naive.Key:
    return naive.comparable(ranking.read(key), ranking.suit_order)


def part_of(number: int) -> list[tuple[int, int]]:
    tops = list(combinations(range(51, 2, -1), 2))
    return [top for place, top in enumerate(tops) if place % PARTS == number]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_hand_of_five_cards_has_the_key_of_the_clauses(part: int) -> None:
    rank, read, key_of = STANDARD.rank, STANDARD.read, naive.key_of
    for high, second in part_of(part):
        for rest in combinations(range(second), 3):
            # Neither sorted up nor down.
            cards = (rest[1], high, rest[0], second, rest[2])
            expected = key_of([naive.EVERY_CARD[c] for c in cards])
            found = read(rank(cards))
            assert found == expected, cards


def test_the_parts_hold_every_hand_of_five_cards_once() -> None:
    sizes = [sum(second * (second - 1) * (second - 2) // 6 for _, second in part_of(number)) for number in range(PARTS)]
    assert sum(sizes) == HANDS
    assert max(sizes) < 2 * min(sizes)


@settings(max_examples=2000)
@given(hands(5), rankings)
def test_up_to_five_cards_that_may_repeat_have_the_key_of_the_clauses(cards: list[int], ranking: Ranking) -> None:
    assert ranking.read(ranking.rank(cards)) == naive_key(cards, ranking)


@settings(max_examples=800)
@given(hands(7), rankings)
def test_up_to_seven_cards_that_may_repeat_have_the_key_of_the_clauses(cards: list[int], ranking: Ranking) -> None:
    assert ranking.read(ranking.rank(cards)) == naive_key(cards, ranking)


@settings(max_examples=400)
@given(hands(6), rankings)
def test_one_wild_counts_as_the_best_of_all_cards(cards: list[int], ranking: Ranking) -> None:
    cards = [*cards, WILD]
    assert ranking.read(ranking.rank(cards)) == naive_key(cards, ranking)


@settings(max_examples=60)
@given(hands(5), rankings)
def test_two_wilds_count_as_the_best_of_all_two_cards(cards: list[int], ranking: Ranking) -> None:
    cards = [WILD, *cards, WILD]
    assert ranking.read(ranking.rank(cards)) == naive_key(cards, ranking)


@settings(max_examples=6)
@given(hands(3), rankings)
def test_three_wilds_count_as_the_best_of_all_three_cards(cards: list[int], ranking: Ranking) -> None:
    cards = [*cards[:2], WILD, WILD, WILD]
    assert ranking.read(ranking.rank(cards)) == naive_key(cards, ranking)


@settings(max_examples=1000)
@given(hands(6), st.lists(any_card, min_size=1, max_size=7), rankings)
def test_no_cards_in_place_of_wilds_beat_the_wilds(cards: list[int], meant: list[int], ranking: Ranking) -> None:
    meant = meant[: 7 - len(cards)]
    assert ranking.rank(cards + meant) <= ranking.rank(cards + [WILD] * len(meant))


@settings(max_examples=1000)
@given(hands(7), st.integers(0, 7), rankings)
def test_the_cards_shown_make_the_same_key_and_hold_no_wild(cards: list[int], wilds: int, ranking: Ranking) -> None:
    cards = (cards + [WILD] * wilds)[-7:]
    shown = ranking.shown(cards)
    assert WILD not in shown
    assert len(shown) == min(5, len(cards))
    assert ranking.rank(shown) == ranking.rank(cards)
    missing = [c for c in shown if shown.count(c) > cards.count(c)]
    assert sum(shown.count(c) - cards.count(c) for c in set(missing)) <= cards.count(WILD)


@settings(max_examples=1500)
@given(hands(7), hands(7), st.integers(0, 2), rankings)
def test_packed_keys_compare_like_the_lists(one: list[int], other: list[int], wilds: int, ranking: Ranking) -> None:
    first = ranking.rank((one + [WILD] * wilds)[-7:])
    second = ranking.rank(other)
    assert (first > second) == (in_order(ranking, first) > in_order(ranking, second))
    assert (first == second) == (ranking.read(first) == ranking.read(second))
    assert category(first) == ranking.read(first)[0]
    assert first < 2**62


@pytest.mark.parametrize("cards", [
    [3, 9, 22, 35, 48], [3, 9, 11, 35, 48], [0, 1, 2, 3, 3], [7, 7, 30, 31, WILD], [5, 5, 50, WILD, WILD],
    [1, 5, 9, 13, 17], [1, 5, 9, 13, WILD],
])
@pytest.mark.parametrize("ranking", RANKINGS, ids=repr)
def test_five_cards_have_one_key_in_all_their_orders(ranking: Ranking, cards: list[int]) -> None:
    expected = naive_key(cards, ranking)
    assert [ranking.read(ranking.rank(order)) for order in permutations(cards)] == [expected] * 120


@settings(max_examples=300)
@given(hands(6), st.integers(0, 6))
def test_the_order_of_the_cards_does_not_matter(cards: list[int], place: int) -> None:
    for mixed in (cards, [*cards, WILD]):
        assert STANDARD.rank(mixed[place:] + mixed[:place]) == STANDARD.rank(mixed[::-1]) == STANDARD.rank(mixed)
