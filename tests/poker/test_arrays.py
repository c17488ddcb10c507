"""Many hands at once get the keys that they get one by one."""

from random import Random

import numpy as np
import pytest

from techdeck.arrays.poker import AT_ONCE, rank_all
from techdeck.poker import STANDARD, WILD, Ranking

PACKS = {
    "one deck": range(52),
    "one deck with a wild": [*range(52), WILD],
    "one deck with wilds": [*range(52), WILD, WILD],
    "two decks": [*range(52), *range(52)],
    "two decks with wilds": [*range(52), *range(52), *[WILD] * 4],
    "few values": [*range(12), *range(12), *range(12), *[WILD] * 6],
    "one suit": [*range(1, 52, 4), *range(1, 52, 4), *range(0, 52, 5), *[WILD] * 3],
    "mostly equal cards": [*[5] * 8, *[51] * 8, 17, 18, *[WILD] * 5],
    "many wilds": [*range(52), *[WILD] * 40],
    "nothing but wilds": [WILD] * 7,
}
HANDS = 300


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


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.uint16, np.int32, np.int64, np.uint64, ">i4"])
@pytest.mark.parametrize("size", range(1, 8))
def test_hands_may_be_of_any_whole_numbers_and_in_any_order_of_memory(size: int, kind: str | type) -> None:
    hands = dealt("two decks with wilds", size, 50, 3)
    keys = [STANDARD.rank(hand) for hand in hands]
    cards = np.array(hands, kind)
    wider = np.zeros((100, size + 2), kind)
    wider[::2, 1:-1] = cards
    for same in (cards, np.asfortranarray(cards), wider[::2, 1:-1], cards[::-1, ::-1]):
        expected = keys[::-1] if same.strides[0] < 0 else keys
        assert rank_all(same).tolist() == expected
    assert [rank_all(cards[row:row + 1]).tolist() for row in range(50)] == [[key] for key in keys]
    assert rank_all(cards[:0]).tolist() == []
    cards.flags.writeable = False  # as those of other libraries often are
    assert rank_all(cards).tolist() == keys


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


def test_no_byte_that_is_no_card_is_taken_for_one() -> None:
    cards = np.zeros((AT_ONCE + 1, 7), np.uint8)
    for number in (53, 64, 255):
        cards[AT_ONCE, 3] = number
        with pytest.raises(ValueError, match=f"Cards are numbers from 0 to 52; there are some from 0 to {number}."):
            rank_all(cards)
