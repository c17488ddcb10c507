"""What happened, in sentences for one reader: `You draw 6V and 2T.`

The engine tells every event as "{who} draws 6V."  Here the reader becomes "you", or "your team" where several are one
side; places get the names of their owners, and a row of events that differ only in the card becomes one sentence.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from techdeck.events import CARD, Event, Telling, of_many
from techdeck.table import Game, Zone

YOU: Final = "\ue000"  # stands for the reader's name until the sentence is finished; no name contains it
YOUR_TEAM: Final = "your team"
PLACE_WORDS: Final = {  # what people call a place, where the name of the zone alone would not be it
    "committed": "committed cards", "held": "fingers", "shown": "open cards", "phish": "Phish", "mitm": "MitM",
    "ddos": "DDOS", "M1": "cards in market 1", "M2": "cards in market 2", "market deck": "Market deck",
    "market discard": "Market discard", "neutral M1": "neutral cards of market 1",
    "neutral M2": "neutral cards of market 2", "unhappy": "unhappy customers", "score": "score pile",
    "stock K": "Knowledge stock", "stock S": "Science stock", "stock T": "Technology stock",
    "stock V": "Services stock",
}
OWN_THINGS: Final = "company|factory|deck|cards|discard|hand|offer"
CARD_WORDS: Final = {"committed": "committed card"}  # one card there, before its number
THINGS_OF_YOU: Final = re.compile(rf"the ({OWN_THINGS}) of {YOU}")
YOU_DO: Final = re.compile(rf"(^|[.] ){YOU} (\w+)")
WHAT_YOU_DO: Final = re.compile(rf"(: ){YOU} (\w+)")
Naming = Callable[[re.Match[str]], str]


class Teller:
    """Tells events to one side, or to a spectator: the side after the last."""

    def __init__(
        self, game: Game, names: Sequence[str], side: int, members: Sequence[Sequence[int]] = (),
    ) -> None:
        """`members` are the seats of each side, where several may be one."""
        self.side: Final = side
        self.names: Final = list(names)  # by side
        many = [number for number, seats in enumerate(members) if len(seats) > 1]
        own = YOUR_TEAM if side in many else YOU
        self._voice: Final = game.voice(
            [own if number == side else name for number, name in enumerate(names)],
            [number for number in many if number != side])
        self._places: Final = {zone.name.casefold(): _places(zone, self.names, side) for zone in game.zones}
        self._worded: Final[dict[str, str]] = {}  # the same sentences come again and again

    def lines(self, events: Sequence[Event]) -> list[str]:
        """What the reader may know of these events, in as few sentences as tell it."""
        return self.sentences([event.told(self.side, self._voice) for event in events])

    def all_that_anybody_saw(self, events: Sequence[Event]) -> list[str]:
        """For a game that is over: each event by the eyes of a side that saw most of it."""
        return self.sentences([self._fullest(event) for event in events])

    def told(self, event: Event) -> Telling:
        """One event with its words for the reader; they are empty if it is not for them."""
        return self._finely(event.told(self.side, self._voice))

    def told_by_anybody(self, event: Event) -> Telling:
        """The same for a game that is over, by the eyes of a side that saw most of it."""
        return self._finely(self._fullest(event))

    def _finely(self, telling: Telling) -> Telling:
        return {**telling, "words": "".join(self.sentences([telling])) if telling["words"] else ""}

    def sentences(self, tellings: Sequence[Telling]) -> list[str]:
        """What differs only in the card is one sentence; so is what several draw in turns, for each of them."""
        found: list[str] = []
        together: dict[str, list[str]] = {}  # by sentence without its card: the cards
        last, was_drawn = "", False
        for telling in tellings:
            template, card = _template(telling)
            is_drawn = telling.get("what") == "move" and telling.get("from") == "deck"
            if template == last and card in together[last] and card and telling.get("what") == "show":
                continue  # it was shown for two reasons
            if template != last and not (is_drawn and was_drawn):
                found += [self._finished(words, cards) for words, cards in together.items()]
                together = {}
            together.setdefault(template, []).append(card)
            last, was_drawn = template, is_drawn
        return found + [self._finished(words, cards) for words, cards in together.items()]

    def _fullest(self, event: Event) -> Telling:
        told = [event.told(side, self._voice) for side in range(len(self.names) + 1)]
        return next((telling for telling in told if telling.get("card")), told[-1])

    def _finished(self, template: str, cards: Sequence[str]) -> str:
        words = _merged(self.worded(template), cards)
        return words[:1].upper() + words[1:]

    def worded(self, words: str) -> str:
        """A sentence of the engine's with the reader as "you" and places by their owners."""
        if words not in self._worded:
            self._worded[words] = self._reworded(words)
        return self._worded[words]

    def _reworded(self, words: str) -> str:
        small = words.casefold()
        for zone, places in self._places.items():
            if zone in small:  # which is found much sooner than a pattern
                for place, name in places:
                    words = place.sub(name, words)
        if YOU not in words:
            return words
        words = THINGS_OF_YOU.sub(r"your \1", words).replace(f"{YOU}'s", "your")
        words = YOU_DO.sub(lambda found: f"{found[1]}You {of_many(found[2])}", words)
        words = WHAT_YOU_DO.sub(lambda found: f"{found[1]}you {of_many(found[2])}", words)
        return words.replace(YOU, "you")


def _places(zone: Zone, names: Sequence[str], side: int) -> list[tuple[re.Pattern[str], str | Naming]]:
    """What the engine calls the places of a zone, and what the reader does."""
    word = PLACE_WORDS.get(zone.name, zone.name)
    if zone.shared:
        return [(re.compile(rf"(?:(?<=\bin )|(?<=\bfrom )){zone.name}(?=[.,:; ]|$)"), f"the {word}"),
                (re.compile(rf"^The {zone.name}(?= )"), f"The {word}")]
    one = CARD_WORDS.get(zone.name, f"{word} card")
    whose = ["your" if owner == side else f"{name}'s" for owner, name in enumerate(names)]
    first, rest = zone.name[0], zone.name[1:]
    place = rf"\b[{first.upper()}{first.lower()}]{rest} ({'|'.join(str(owner + 1) for owner in range(len(names)))})"
    return [(re.compile(rf"{place} #(\d+)\b"), lambda found: f"{whose[int(found[1]) - 1]} {one} {found[2]}"),
            (re.compile(rf"(?:\b[Tt]he )?{place}\b"), lambda found: f"{whose[int(found[1]) - 1]} {word}")]


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
            rf"^{CARD} (\w+s)\b", lambda found: f"{CARD} {of_many(found[1])}", template)
    return template.replace(CARD, in_a_row(known))


ARTIFICIAL_PLAYER: Final = "the artificial player"


def in_a_row(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def side_names(members: Sequence[Sequence[int]], seats: Sequence[str]) -> list[str]:
    """What each side is called: its seats' names, or what it is if nobody sits there."""
    return [in_a_row([seats[seat] for seat in side]) if side else ARTIFICIAL_PLAYER for side in members]


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
