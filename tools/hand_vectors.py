"""Write web/src/tests/hands.json: poker hands, and what the rules call them, to which the preview of the page is held.

    python tools/hand_vectors.py [--check]

With --check, say whether it is up to date.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from typing import Final

from techdeck.poker import CATEGORIES, FIVE, FLUSH, ROYAL_FLUSH, STRAIGHT_FLUSH, WILD, Ranking, category, points_of

TARGET: Final = Path(__file__).parent.parent / "web" / "src" / "tests" / "hands.json"
MANY: Final = 10_000
MOST_CARDS: Final = 7
SIGNS: Final = digits + ascii_letters  # a card is a sign: by value, then by domain, the wild card last
OF_ONE_DOMAIN: Final = (FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)


def named(key: int) -> str:
    """The category, the values that count and, if all are of one domain, that."""
    kind = category(key)
    values = "".join([f"{key >> 31 - 4 * place & 15:x}" for place in range(5)]).rstrip("0")
    return f"{kind:x}{values}{'KSTV'[(key & 7) - 1] if kind in OF_ONE_DOMAIN else ''}"


def hands() -> list[list[int]]:
    """Out of one deck and out of two, with as many wild cards as these have; more than by chance are nearly flushes."""
    rng = Random(10)
    found: list[list[int]] = []
    while len(found) < MANY:
        decks, count = rng.choice([1, 2]), rng.randint(1, MOST_CARDS)
        cards = [*range(52), WILD, WILD] * decks
        like = rng.choice(["any", "any", "wild", "domain", "values"])
        if like == "domain":
            domain = rng.randrange(4)
            cards = [card for card in cards if card == WILD or card & 3 == domain]
        elif like == "values":
            lowest = rng.randint(0, 8)
            cards = [card for card in cards if card == WILD or lowest <= card >> 2 < lowest + 6]
        elif like == "wild":
            cards = [*[WILD] * 2 * decks, *rng.sample(range(52), 8)]
        found.append(rng.sample(cards, count))
    return found


def lines(cards: Sequence[Sequence[int]]) -> list[str]:
    """A line for each hand: its cards, what it is, and what it is with five of a kind, if that is something else."""
    plain, with_five = Ranking(), Ranking(five_of_a_kind=True)
    found = []
    for hand in cards:
        names = [named(plain.rank(hand)), named(with_five.rank(hand))]
        found.append(" ".join(["".join([SIGNS[card] for card in hand]), *dict.fromkeys(names)]))
    return found


def written() -> str:
    told = {"points": [points_of(kind) for kind in range(FIVE + 1)], "hands": lines(hands())}
    assert len(CATEGORIES) == FIVE + 1
    return json.dumps(told, separators=(",", ":")).replace('","', '",\n"') + "\n"


def main() -> None:
    now = written()
    if "--check" in sys.argv:
        if not TARGET.exists() or TARGET.read_text() != now:
            sys.exit(f"{TARGET.name} is not what the rules say: run tools/hand_vectors.py")
        return
    TARGET.write_text(now)


if __name__ == "__main__":
    main()
