"""Many hands of Tech Exchange at once get the scores that they get one by one."""

from random import Random

import numpy as np
import pytest

from techdeck.arrays.exchange import AT_ONCE, score_all
from techdeck.exchange_score import hand_score, kind

from .test_exchange_score import brute_force

DECK = [kind(value, domain) for value in range(1, 14) for domain in range(1, 5)]
PACKS = {
    "one deck": DECK,
    "two decks": DECK * 2,
    "few values": [kind(value, domain) for value in (1, 2, 13) for domain in range(1, 5)] * 5,
    "one domain": [kind(value, 3) for value in range(1, 14)] * 4,
    "one value": [kind(7, domain) for domain in range(1, 5)] * 5,
}


def dealt(pack: str, size: int, hands: int) -> tuple[list[list[int]], list[list[int]]]:
    """Hands, and the stacks at the table of each: small ones, so that they are often equal, and large ones."""
    rng = Random(f"{pack} {size}")
    return ([rng.sample(PACKS[pack], size) for _ in range(hands)],
            [[rng.randint(0, rng.choice([3, 20])) for _ in range(4)] for _ in range(hands)])


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("size", range(13))
def test_each_hand_gets_the_score_that_it_gets_alone(size: int, pack: str) -> None:
    hands, stacks = dealt(pack, size, 400)
    scores = score_all(np.array(hands, np.uint8).reshape(400, size), stacks)
    assert scores.tolist() == [hand_score(hand, sizes) for hand, sizes in zip(hands, stacks, strict=True)]


@pytest.mark.parametrize("pack", PACKS)
def test_no_way_to_lay_out_a_hand_is_better(pack: str) -> None:
    hands, stacks = dealt(pack, 8, 40)
    assert score_all(hands, stacks).tolist() == [brute_force(*each) for each in zip(hands, stacks, strict=True)]


def test_more_hands_than_are_worked_on_at_once_of_different_sizes_at_the_same_stacks() -> None:
    hands = [hand[:length] for length in range(11) for hand in dealt("two decks", 10, 100)[0]]
    many = [hand + [0] * (10 - len(hand)) for hand in hands] * (AT_ONCE // len(hands) + 2)
    expected = [hand_score(hand, (4, 2, 5, 1)) for hand in hands]
    assert score_all(many, [4, 2, 5, 1]).reshape(-1, len(hands)).tolist() == [expected] * (len(many) // len(hands))


def test_no_hands_have_no_scores() -> None:
    assert score_all(np.empty((0, 8), np.uint8), np.empty((0, 4), int)).tolist() == []


@pytest.mark.parametrize(("hands", "stacks", "words"), [
    ([5, 6], [1, 1, 1, 1], r"Hands are rows of up to 255 cards, and this has the shape \(2,\)\."),
    ([[5] * 256], [1, 1, 1, 1], r"Hands are rows of up to 255 cards, and this has the shape \(1, 256\)\."),
    ([[5], [6]], [[1, 1, 1, 1]], r"Stacks are 4 sizes for each of 2 hands, or for all; this has the shape \(1, 4\)\."),
    ([[5.0]], [1, 1, 1, 1], r"Cards are whole numbers, not float64\."),
    ([[5]], [1, 1, 1.5, 1], r"Sizes of stacks are whole numbers, not float64\."),
    ([[5, 3]], [1, 1, 1, 1], r"Cards are numbers from 4 to 55, or 0 for none; there is 3\."),
    ([[5, 56]], [1, 1, 1, 1], r"Cards are numbers from 4 to 55, or 0 for none; there is 56\."),
    ([[5]], [1, -1, 1, 1], r"Stacks have 0 to 1048576 cards; there are some from -1 to 1\."),
])
def test_what_is_no_array_of_hands_is_refused_with_a_sentence(
    hands: list[object], stacks: list[object], words: str,
) -> None:
    with pytest.raises(ValueError, match=words):
        score_all(hands, stacks)  # type: ignore[arg-type]
