"""The hands to which the names of the page's preview are held are what the rules say now."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_hands_are_what_the_rules_say() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        from hand_vectors import MANY, TARGET, hands, written
    finally:
        sys.path.pop(0)
    assert TARGET.read_text() == written(), "run python tools/hand_vectors.py"
    assert len(hands()) == MANY
    wild = sum(52 in hand for hand in hands())
    twice = sum(len({card for card in hand if card != 52}) < len(hand) - hand.count(52) for hand in hands())
    assert wild > MANY // 4
    assert twice > MANY // 40  # out of two decks
