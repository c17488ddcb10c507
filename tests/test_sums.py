"""Long lists of choices that are not made before somebody looks."""

from itertools import combinations, product
from random import Random

import pytest

from techdeck.table import PASS, Sets, SomeCards, Sums, or_pass, pack

LISTED = [10, 11, 12, 20, 21, 22, PASS]


@pytest.fixture
def sums() -> Sums:
    return Sums([10, 20], [0, 1, 2], [PASS])


def test_it_is_the_list_of_all_sums_and_of_what_comes_last(sums: Sums) -> None:
    assert list(sums) == LISTED
    assert len(sums) == len(LISTED)
    assert [sums[at] for at in range(len(sums))] == LISTED
    assert [sums[-at] for at in range(1, len(sums) + 1)] == LISTED[::-1]
    assert sums[1:4] == LISTED[1:4]


def test_it_holds_what_it_lists_and_nothing_else(sums: Sums) -> None:
    assert [number for number in range(-2, 40) if number in sums] == sorted(LISTED)
    assert not sums.__contains__("10")


def test_beyond_its_ends_there_is_nothing(sums: Sums) -> None:
    for at in (len(LISTED), -len(LISTED) - 1):
        with pytest.raises(IndexError):
            sums[at]


@pytest.mark.parametrize("sums", [Sums([], [1, 2]), Sums([1], []), Sums([], [])])
def test_without_any_sum_it_is_empty(sums: Sums) -> None:
    assert not sums
    assert list(sums) == []
    with pytest.raises(IndexError):
        sums[0]


def test_to_pass_comes_last() -> None:
    assert list(or_pass(Sums([1], [2, 3]))) == or_pass([3, 4]) == [3, 4, PASS]


@pytest.mark.parametrize(("first", "last"), [([], []), ([PASS], []), ([], [PASS])])
@pytest.mark.parametrize("sizes", [[], [1], [2], [3], [5], [1, 4, 5], [1, 2, 3, 4, 5], [6]])
def test_sets_are_listed_by_size_and_then_in_the_order_of_the_cards(
    sizes: list[int], first: list[int], last: list[int],
) -> None:
    cards = [7, 3, 40, 0, 12]
    listed = first + [pack(chosen) for size in sizes for chosen in combinations(cards, size)] + last
    sets = Sets(cards, sizes, first, last)
    assert list(sets) == listed
    assert len(sets) == len(listed)
    assert [sets[at] for at in range(len(sets))] == listed
    assert [sets[-at] for at in range(1, len(sets) + 1)] == listed[::-1]
    assert sets[1:4] == listed[1:4]
    assert list(or_pass(sets)) == [*listed, PASS]
    for at in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            sets[at]


def test_a_set_is_held_in_the_order_of_its_cards_and_with_a_right_size() -> None:
    cards = [7, 3, 40, 0, 12]
    sets = Sets(cards, [1, 3])
    every = [list(chosen) for size in range(4) for chosen in product([*cards, 9], repeat=size)]
    ordered = [chosen for chosen in every if chosen == [card for card in cards if card in chosen]]
    right = [chosen for chosen in ordered if len(chosen) in (1, 3)]
    assert [chosen for chosen in every if pack(chosen) in sets] == right
    assert PASS not in sets
    assert PASS in or_pass(sets)
    assert not sets.__contains__("7")


def test_there_may_be_very_many_sets() -> None:
    cards = list(range(100, 130))
    sets = Sets(cards, [3])
    assert [sets[at] for at in (0, 1, 2000, -1)] == [
        [pack(chosen) for chosen in combinations(cards, 3)][at] for at in (0, 1, 2000, -1)]


@pytest.mark.parametrize("count", [1, 2, 5, 16, 21, 22, 40])
def test_so_many_cards_are_sampled_as_python_samples_them(count: int) -> None:
    cards = [100 + place for place in range(count)]
    for exactly in range(1, min(count, 7) + 1):
        ours, pythons = Random(count), Random(count)
        for _ in range(20):
            places = sorted(pythons.sample(range(count), exactly))
            assert SomeCards(0, "trim", cards, exactly=exactly).sample(ours) == pack([cards[place] for place in places])
