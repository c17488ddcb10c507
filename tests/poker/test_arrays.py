"""Many hands at once get the keys that they get one by one."""

from random import Random

import numpy as np
import pytest

from techdeck.arrays.poker import AT_ONCE, rank_all
from techdeck.poker import STANDARD, WILD, Ranking

PACKS = {
    "one deck": range(52),
    "one deck with wilds": [*range(52), WILD, WILD],
    "two decks": [*range(52), *range(52), *[WILD] * 4],
    "few values": [*range(12), *range(12), *range(12), *[WILD] * 6],
    "one suit": [*range(1, 52, 4), *range(1, 52, 4), *range(0, 52, 5), *[WILD] * 3],
    "nothing but wilds": [WILD] * 7,
}
HANDS = 120


def dealt(pack: str, size: int, hands: int, seed: int) -> list[list[int]]:
    rng = Random(f"{pack} {size} {seed}")
    return [rng.sample(PACKS[pack], size) for _ in range(hands)]


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("suit_order", ["group_first", "rest_first", "high_card_first"])
@pytest.mark.parametrize("five_of_a_kind", [False, True])
def test_each_hand_gets_the_key_that_it_gets_alone(five_of_a_kind: bool, suit_order: str, pack: str) -> None:
    ranking = Ranking(five_of_a_kind, suit_order)
    for size in range(1, 8):
        hands = dealt(pack, size, HANDS, 1)
        assert rank_all(np.array(hands), ranking).tolist() == [ranking.rank(hand) for hand in hands]


@pytest.mark.parametrize("size", [5, 7])
def test_more_hands_than_are_worked_on_at_once(size: int) -> None:
    hands = dealt("one deck with wilds", size, 1000, 2)
    many = hands * (AT_ONCE // 1000 + 2)
    keys = rank_all(np.array(many, np.uint8))
    assert keys.reshape(-1, 1000).tolist() == [[STANDARD.rank(hand) for hand in hands]] * (len(many) // 1000)


def test_lists_will_do_and_no_hands_have_no_keys() -> None:
    assert rank_all([[0, 4, 8, 12, 16]]).tolist() == [STANDARD.rank([0, 4, 8, 12, 16])]
    assert rank_all(np.empty((0, 5), np.uint8)).tolist() == []


@pytest.mark.parametrize(("hands", "words"), [
    ([1, 2, 3], r"Hands are rows of 1 to 7 cards, and this has the shape \(3,\)\."),
    ([[1] * 8], r"Hands are rows of 1 to 7 cards, and this has the shape \(1, 8\)\."),
    ([[1.5, 2.0]], r"Cards are whole numbers, not float64\."),
    ([[1, 53]], r"Cards are numbers from 0 to 52; there are some from 1 to 53\."),
    ([[-1, 3]], r"Cards are numbers from 0 to 52; there are some from -1 to 3\."),
])
def test_what_is_no_array_of_hands_is_refused_with_a_sentence(hands: list[object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rank_all(hands)  # type: ignore[arg-type]
