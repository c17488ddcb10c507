"""What happened, in sentences for one reader: `You draw 6V and 2T.`

The engine tells every event as "{who} draws 6V."  Here the reader becomes "you", places get the names of their
owners, and a row of events that differ only in the card becomes one sentence.
"""

import re
from collections.abc import Sequence
from typing import Final

from techdeck.events import Event, Telling
from techdeck.table import Game, Zone

YOU: Final = "\ue000"  # stands for the reader's name until the sentence is finished; no name contains it
CARD: Final = "\ue001"  # stands for the card

# Verbs of the engine's sentences, third person to second; all others lose their last letter.
IRREGULAR: Final = {
    "has": "have", "is": "are", "does": "do", "goes": "go", "passes": "pass", "was": "were", "guesses": "guess",
}
PLACE_WORDS: Final = {  # what people call a place, where the name of the zone alone would not be it
    "committed": "committed cards", "held": "fingers", "shown": "open cards", "phish": "Phish", "mitm": "MitM",
    "ddos": "DDOS", "M1": "cards in market 1", "M2": "cards in market 2", "market deck": "Market deck",
    "market discard": "Market discard", "neutral M1": "neutral cards of market 1",
    "neutral M2": "neutral cards of market 2",
}
CARD_WORDS: Final = {"committed": "committed card"}  # one card there, before its number


class Teller:
    """Tells events to one side, or to a spectator: the side after the last."""

    def __init__(self, game: Game, names: Sequence[str], side: int) -> None:
        self.side: Final = side
        self.names: Final = list(names)  # by side
        self._voice: Final = game.voice([YOU if number == side else name for number, name in enumerate(names)])
        self._places: Final = _places(game.zones, self.names, side)

    def lines(self, events: Sequence[Event]) -> list[str]:
        """What the reader may know of these events, in as few sentences as tell it."""
        return self.sentences([event.told(self.side, self._voice) for event in events])

    def all_that_anybody_saw(self, events: Sequence[Event]) -> list[str]:
        """For a game that is over: each event by the eyes of a side that saw most of it."""
        return self.sentences([self._fullest(event) for event in events])

    def sentences(self, tellings: Sequence[Telling]) -> list[str]:
        found: list[str] = []
        last = ""
        cards: list[str] = []
        for telling in tellings:
            template, card = _template(telling)
            if template != last:
                if last:
                    found.append(self._finished(last, cards))
                last, cards = template, []
            cards.append(card)
        if last:
            found.append(self._finished(last, cards))
        return found

    def _fullest(self, event: Event) -> Telling:
        told = [event.told(side, self._voice) for side in range(len(self.names) + 1)]
        return next((telling for telling in told if telling.get("card")), told[-1])

    def _finished(self, template: str, cards: Sequence[str]) -> str:
        words = self.worded(_merged(template, cards))
        return words[:1].upper() + words[1:]

    def worded(self, words: str) -> str:
        """A sentence of the engine's with the reader as "you" and places by their owners."""
        for place, name in self._places.items():
            words = re.sub(place, name, words)
        words = re.sub(rf"the (company|factory|deck|cards) of {YOU}", r"your \1", words).replace(f"{YOU}'s", "your")
        words = re.sub(rf"(^|[.] ){YOU} (\w+)", lambda found: f"{found[1]}You {second_person(found[2])}", words)
        words = re.sub(rf"(: ){YOU} (\w+)", lambda found: f"{found[1]}you {second_person(found[2])}", words)
        return words.replace(YOU, "you")


def second_person(verb: str) -> str:
    """`draws` as one says it to somebody: draw."""
    return IRREGULAR.get(verb, verb[:-1] if verb.endswith("s") else verb)


def _places(zones: Sequence[Zone], names: Sequence[str], side: int) -> dict[str, str]:
    """What the engine calls a place, as a pattern, and what the reader calls it."""
    places: dict[str, str] = {}
    for zone in zones:
        word = PLACE_WORDS.get(zone.name, zone.name)
        if zone.shared:
            places[rf"(?:(?<=\bin )|(?<=\bfrom )){zone.name}(?=[.,:; ]|$)"] = f"the {word}"
            places[rf"^The {zone.name}(?= )"] = f"The {word}"
        else:
            one = CARD_WORDS.get(zone.name, f"{word} card")
            for owner, name in enumerate(names):
                whose = "your" if owner == side else f"{name}'s".replace("\\", "\\\\")
                place = rf"(?i:\b{zone.name}) {owner + 1}"  # it may begin the sentence
                places[rf"{place} #(\d+)\b"] = rf"{whose} {one} \1"
                places[rf"(?:\b[Tt]he )?{place}(?=\b)"] = f"{whose} {word}"
    return places


def _template(telling: Telling) -> tuple[str, str]:
    """The sentence without its card, and the card."""
    words = str(telling["words"])
    card = telling.get("card")
    if telling.get("what") not in ("move", "show"):
        return words, ""
    if isinstance(card, str):
        return words.replace(card, CARD, 1), card
    return re.sub(r"\b[Aa] card\b", CARD, words, count=1), ""


def _merged(template: str, cards: Sequence[str]) -> str:
    if CARD not in template:
        return template if len(cards) == 1 else f"{template[:-1]} ({len(cards)} times)."
    known = [card for card in cards if card]
    unknown = len(cards) - len(known)
    if unknown:
        known.append("a card" if unknown == 1 else f"{unknown} cards")
    if len(cards) > 1:  # the cards may be the subject of the sentence
        template = re.sub(
            rf"^{CARD} (\w+s)\b", lambda found: f"{CARD} {second_person(found[1])}", template)
    return template.replace(CARD, in_a_row(known))


def in_a_row(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def side_names(members: Sequence[Sequence[int]], seats: Sequence[str]) -> list[str]:
    """What each side is called: its seats' names, or what it is if nobody sits there."""
    return [" and ".join(seats[seat] for seat in side) if side else "the artificial player" for side in members]


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
