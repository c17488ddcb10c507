"""The poker hands, from the strongest, each with an example: to be looked up during a game."""

from typing import Final

from techdeck.poker import CATEGORIES, FIVE
from techdeck.table import Game

MADE_OF: Final = [  # by category: what makes it, and cards that do
    ("nothing of what is above", "13K 11V 8S 5T 2K"),
    ("two cards of one value", "9K 9T 12V 6S 3K"),
    ("two cards of one value, and two of another", "11S 11V 4K 4T 8S"),
    ("three cards of one value", "7K 7S 7V 12T 2S"),
    ("five values in a row; 1 comes only before 2", "4K 5T 6V 7S 8K"),
    ("five cards of one domain", "2T 5T 8T 9T 12T"),
    ("three cards of one value, and two of another", "10K 10S 10T 6V 6K"),
    ("four cards of one value", "3K 3S 3T 3V 11S"),
    ("five values in a row, all of one domain", "5V 6V 7V 8V 9V"),
    ("9 to 13 of one domain", "9S 10S 11S 12S 13S"),
    ("five cards of one value", "6K 6S 6T 6V W1"),
]


def has_hands(game: Game) -> bool:
    """Whether poker hands are compared in a game."""
    return "five_of_a_kind" in game.options


def list_of_hands(game: Game, wanted: str = "") -> list[str]:
    """All hands, or the one with this name; nothing if there is no such hand, or no poker in this game."""
    if not has_hands(game):
        return []
    kinds = range(FIVE if game.options["five_of_a_kind"] else FIVE - 1, -1, -1)
    if not wanted:
        return ["The hands, from the strongest:", *[f"  {_told(kind)}" for kind in kinds],
                "Of two hands of one kind the one with the higher values wins.", *filter(None, [game.manners.wild])]
    name = " ".join(wanted.casefold().replace("-", " ").split())
    found = [kind for kind in kinds if CATEGORIES[kind].casefold() in (name, name.removesuffix("s"))]
    return [f"{_told(kind)} {_place(kind, list(kinds))}" for kind in found]


def _told(kind: int) -> str:
    what, example = MADE_OF[kind]
    return f"{CATEGORIES[kind]}: {what}, such as {example}."


def _place(kind: int, kinds: list[int]) -> str:
    """Between which others it is."""
    lower = f"beats {CATEGORIES[kind - 1].casefold()}" if kind - 1 in kinds else "beats nothing"
    higher = f"loses to {CATEGORIES[kind + 1].casefold()}" if kind + 1 in kinds else "loses to nothing"
    return f"It {lower} and {higher}."
