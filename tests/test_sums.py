"""Long lists of choices that are not made before somebody looks."""

import pytest

from techdeck.table import PASS, Sums, or_pass

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
