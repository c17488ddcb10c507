"""When two wordings of an effect say the same.

The printed text and the words that a program makes are both brought into a normal form: lower case, no punctuation,
numbers as digits, no connectives, and one phrase for each thing that a text may call in several ways.  Everything
else has to agree word for word, and all numbers do.
"""

import re
from typing import Final

# What a text may call in several ways, and how it is called here.  The order matters: longer phrases come first.
SYNONYMS: Final[list[tuple[str, str]]] = [
    # the deck is meant anyway [DK-N11]
    (r"\b(on top|bottom|cards?) of the deck\b", r"\1"),
    # what is left of the seen cards
    (r"\bthe others\b|\bthe last 1\b", "the rest"),
    (r"\btake 1 of them\b", "take 1"),
    # cards that have just been shown
    (r"\bwith 1 of them\b", "with 1 of these cards"),
    # a card is one card, and so is any card
    (r"\bany card\b", "1 card"),
    (r"\bdiscards 1$", "discards 1 card"),
    (r"\bthat many cards\b", "that many"),
    # where a card is, or comes from
    (r"\b1 hand card\b", "1 card in your hand"),
    (r"\bfrom (your hand|hand|the discard)\b", r"in \1"),
    # neutral cards are in play
    (r"\bneutral card in play\b", "neutral card"),
    # only values are raised and lowered
    (r"\braise or lower the values? of\b", "raise or lower"),
    (r"\bor of\b", "or"),
]
DIGITS: Final = {"a": "1", "one": "1", "two": "2", "three": "3"}
CONNECTIVES: Final = {"and", "then"}


def normal(text: str) -> str:
    """The normal form: `Draw 2 cards, then discard a card.` is `draw 2 cards discard 1 card`."""
    words = re.findall(r"[a-z0-9']+", text.lower())
    plain = " ".join(DIGITS.get(word, word) for word in words if word not in CONNECTIVES)
    for phrase, same in SYNONYMS:
        plain = re.sub(phrase, same, plain)
    return plain
