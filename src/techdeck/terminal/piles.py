"""Looking through piles: all places of a game whose cards the reader may see, by the names that people give them."""

from collections.abc import Sequence
from typing import Final

from techdeck.cards import code
from techdeck.table import EMPTY, EVERYBODY, Zone
from techdeck.telling import PLACE_WORDS, capital, in_a_row, plural
from techdeck.terminal.drawing import Drawing, in_order
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import quoted, straight
from techdeck.views import UNKNOWN, View

TURNED_UP: Final = ("discard", "expelled", "score", "unhappy")  # last words of piles that are told from the top
NAMES: Final = {
    **PLACE_WORDS, "expelled": "expelled cards", "picked": "picked cards", "leftovers": "cards left over",
    "row": "row of customers", "community": "board",
}
SAYING_NOTHING: Final = ("the", "a", "of", "in", "at", "card", "cards", "pile")


class Pile:
    """A place of a table as one side sees it."""

    def __init__(self, drawing: Drawing, view: View, zone: Zone, owner: int) -> None:
        self.zone: Final = zone
        self.backs: Final = [back for back in view.cards(zone, owner) if back != EMPTY]
        self.remembered: Final = view.remembered(zone, owner)
        word = NAMES.get(zone.name, zone.name)
        is_own = owner == view.side
        if zone.shared:
            self.name = f"the {word}"
            self._owner_words: list[str] = []
        else:
            self.name = f"{'your' if is_own else drawing.whose(view, owner)} {word}"
            seats = [str(seat + 1) for seat in view.members[owner]]
            self._owner_words = [*_words(drawing.names[owner]), *seats, "seat", *(["my", "your", "own"] * is_own)]
        self._own_words: Final = [*_words(zone.name), *_words(word)]
        self.is_open: Final = zone.seen_by == EVERYBODY or bool(self.remembered) or any(
            view.faces[back] != UNKNOWN for back in self.backs)

    def is_meant(self, said: Sequence[str]) -> bool:
        """Whether all words begin words of its name or its owner's, and not only of the owner's."""
        all_fit = all(_begins(word, [*self._own_words, *self._owner_words]) for word in said)
        return all_fit and any(_begins(word, self._own_words) for word in said)

    def told(self, drawing: Drawing, view: View) -> str:
        """Its cards: a pile from the top, a hand as the deck is sorted, all else as it lies."""
        if not self.backs:
            return f"{capital(self.name)} is empty."
        is_pile = self.zone.name.split()[-1] in TURNED_UP
        backs = self.backs[::-1] if is_pile else in_order(view, self.backs) if self.zone.mixed else self.backs
        order = ", from the top" if is_pile and len(backs) > 1 else ""
        among = f"; among them {in_a_row([code(face) for face in self.remembered])}" if self.remembered else ""
        return f"{capital(self.name)}{order}: {drawing.in_words(view, backs)}{among}."


def piles_of(drawing: Drawing, view: View) -> list[Pile]:
    return [Pile(drawing, view, zone, owner) for zone, owner, _ in view.places()]


def is_pile(view: View, line: str) -> bool:
    """Whether somebody typed nothing but the name of piles that all may look through: discard."""
    return any(zone.name == line.casefold() and zone.seen_by == EVERYBODY for zone in view.game.zones)


def list_of_piles(drawing: Drawing, view: View) -> list[str]:
    """What there is to look through, and how."""
    found = [pile for pile in piles_of(drawing, view) if pile.is_open and pile.backs]
    if not found:
        return ["There is no pile to look through yet."]
    width = max([len(pile.name) for pile in found])
    return ["You can look through these. Type look and the name of one, such as: look discard",
            *[f"  {capital(pile.name):<{width}}  {plural(len(pile.backs), 'card')}" for pile in found]]


def cards_of_piles(drawing: Drawing, view: View, wanted: str) -> list[str]:
    """The cards of every pile that somebody may mean: several have a discard.

    :raises Complaint: with a sentence that helps, if there is no such pile, or its cards are hidden.
    """
    said = _words(wanted)
    meant = [pile for pile in piles_of(drawing, view) if pile.is_meant(said)]
    if not meant:
        raise Complaint(f"There is no pile {quoted(wanted)}. Type look alone for those you can look through.")
    seen = [pile for pile in meant if pile.is_open]
    if not seen:
        raise Complaint(f"You cannot look through {in_a_row([pile.name for pile in meant])}: the cards are hidden.")
    return [pile.told(drawing, view) for pile in seen]


def _begins(word: str, words: Sequence[str]) -> bool:
    return any(each.startswith(word) for each in words)


def _words(text: str) -> list[str]:
    words = [word.removesuffix("'s").strip(".,:") for word in straight(text).casefold().split()]
    return [word for word in words if word and word not in SAYING_NOTHING] or words
