"""What happened, as each side may know it, with words for people.

An event keeps who saw the face of the card it is about.  `told` gives it to one side as plain JSON: the
card only if that side saw it, the way the card went, and a sentence.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from techdeck.cards import code

Telling = dict[str, object]  # plain JSON

# Verbs of our sentences as one says them of many, or to somebody; all others lose their last letter.
IRREGULAR: Final = {
    "has": "have", "is": "are", "does": "do", "goes": "go", "passes": "pass", "was": "were", "guesses": "guess",
}
CARD: Final = "\ue001"  # stands for a card; no name contains it
CARDS: Final = re.compile(r"\b((?:1[0-3]|[1-9])[KSTV]|W[12])(?![\w'])")  # in a sentence; a second deck's are rare
MOST_SENTENCES: Final = 1_000
NOTHING_TO_DO: Final = "You can do nothing here."
WHO_DOES: Final = re.compile(r"(?<!\{)\{who\} (\w+)")


def of_many(verb: str) -> str:
    """`draws` as one says it of many, or to somebody: draw."""
    return IRREGULAR.get(verb, verb[:-1] if verb.endswith("s") else verb)


@lru_cache(MOST_SENTENCES)
def without_cards(words: str) -> tuple[str, list[str]]:
    """A sentence with signs for its cards, and those."""
    parts = CARDS.split(words)
    return CARD.join(parts[::2]), parts[1::2]


class Voice:
    """How a game speaks of what happens: who sits where, and a phrase for each way a card can go."""

    def __init__(
        self, seats: Sequence[str], phrases: Mapping[tuple[str, str], str], verbs: Mapping[str, str],
        many: Sequence[int] = (), idle: Mapping[str, str] | None = None,
    ) -> None:
        self.seats: Final = seats  # by side
        self.phrases: Final = phrases  # by the names of the zones a card leaves and enters, "own hand" before any hand
        self.verbs: Final = verbs  # what passing is called, by the verb that was asked
        self.idle: Final = idle or {}  # by verb: what somebody is told who can do nothing
        self.many: Final = many  # the sides that are called by several names: Ada and Dee draw, where Ben draws

    def seat(self, side: int) -> str:
        return self.seats[side] if 0 <= side < len(self.seats) else "Nobody"

    def sentence(
        self, words: str, side: int, other: int = -1, *, card: str = "", source: str = "", target: str = "",
    ) -> str:
        """Words that speak of {who} and {whom}, of a {card} and of its way, with their names."""
        if side in self.many:
            words = WHO_DOES.sub(lambda found: f"{{who}} {of_many(found[1])}", words)
        said = words.format(who=self.seat(side), whom=self.seat(other), card=card, source=source, target=target)
        return said[:1].upper() + said[1:]


class Event:
    """Something that happened.  Nothing in it is for a side that does not have its bit in `eyes`."""

    def __init__(self, side: int, reveals: bool = False) -> None:
        self.side: Final = side  # who did it: not always whose place a card came to
        self.reveals: Final = reveals  # whether anybody learned anything from it, so that it cannot be taken back

    def told(self, side: int, voice: Voice) -> Telling:
        """All that a side may know of it, with words."""
        telling = self.plain(side)
        telling["words"] = self.words_for(side, voice)
        return telling

    def plain(self, side: int) -> Telling:
        """All that a side may know of it, but for the words."""
        raise NotImplementedError

    def words_for(self, side: int, voice: Voice) -> str:
        raise NotImplementedError

    def likeness(self, side: int) -> "tuple[str, int, int, str, str]":
        """What its words depend on, but for the cards: of events that are alike a side is told in the same words."""
        raise NotImplementedError

    def cards(self, side: int) -> list[str]:
        """The cards in its words, in their order."""
        return []


class Moved(Event):
    """A card went from one place to another."""

    def __init__(
        self, side: int, back: int, face: int, eyes: int, reveals: bool, source: str, target: str,
        ways: tuple[str, str], at: int,
    ) -> None:
        super().__init__(side, reveals)
        self.back: Final = back
        self.face: Final = face
        self.eyes: Final = eyes
        self.source: Final = source
        self.target: Final = target
        self.ways: Final = ways
        self.at: Final = at

    def plain(self, side: int) -> Telling:
        return {"what": "move", "back": self.back, "card": code(self.face) if self.eyes >> side & 1 else None,
                "from": self.source, "to": self.target, "at": self.at}

    def words_for(self, side: int, voice: Voice) -> str:
        card = code(self.face) if self.eyes >> side & 1 else "a card"
        source, target = self.ways
        phrase = voice.phrases.get((source, f"own {target}")) if self._is_own else None
        if phrase is None:
            phrase = voice.phrases.get(self.ways, "{card}: " + f"{self.source} to {self.target}.")
        return voice.sentence(phrase, self.side, card=card, source=self.source, target=self.target)

    @property
    def _is_own(self) -> bool:
        """Whether it stays with the same side."""
        source, target = self.ways
        owner = self.source[len(source):]
        return owner != "" and owner == self.target[len(target):]

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        return "move", self.side, self.eyes >> side & 1, self.source, self.target

    def cards(self, side: int) -> list[str]:
        return [code(self.face)] if self.eyes >> side & 1 else []


class Shown(Event):
    """A card was shown where it lies, to all or to some."""

    def __init__(self, side: int, back: int, face: int, eyes: int, place: str, to_all: bool) -> None:
        super().__init__(side, True)
        self.back: Final = back
        self.face: Final = face
        self.eyes: Final = eyes
        self.place: Final = place
        self.to_all: Final = to_all

    def plain(self, side: int) -> Telling:
        return {"what": "show", "back": self.back, "card": code(self.face) if self.eyes >> side & 1 else None,
                "in": self.place}

    def words_for(self, side: int, voice: Voice) -> str:
        card = code(self.face) if self.eyes >> side & 1 else "a card"
        phrase = "{card} is shown in {source}." if self.to_all else "{who} looks at {card} in {source}."
        return voice.sentence(phrase, self.side, card=card, source=self.place)

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        return "show to all" if self.to_all else "show", self.side, self.eyes >> side & 1, self.place, ""

    def cards(self, side: int) -> list[str]:
        return [code(self.face)] if self.eyes >> side & 1 else []


class Shuffled(Event):
    def __init__(self, side: int, place: str) -> None:
        super().__init__(side, True)
        self.place: Final = place

    def plain(self, side: int) -> Telling:
        return {"what": "shuffle", "in": self.place}

    def words_for(self, side: int, voice: Voice) -> str:
        return f"The {self.place} is shuffled."

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        return "shuffle", -1, -1, self.place, ""


class Passed(Event):
    """A side did nothing: of its own will, or because there was nothing it could do.  Nobody else can tell which."""

    def __init__(self, side: int, verb: str, seat: int = -1, is_idle: bool = False) -> None:
        super().__init__(side)
        self.verb: Final = verb
        self.seat: Final = seat  # who answered for the side at that time
        self.is_idle: Final = is_idle  # it was not asked, as there was nothing to choose: only for its own eyes

    def plain(self, side: int) -> Telling:
        return {"what": "pass", "verb": self.verb}

    def words_for(self, side: int, voice: Voice) -> str:
        if self.is_idle and side == self.side:
            return voice.idle.get(self.verb, NOTHING_TO_DO)
        return voice.sentence(voice.verbs.get(self.verb, "{who} passes."), self.side)

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        return "pass", self.side, -1, self.verb, "idle" if self.is_idle and side == self.side else ""


class Used(Event):
    """The effect of a card is used by a side: the card itself acts, or another one copies its text."""

    def __init__(
        self, side: int, face: int, concept: str, copied_by: int, place: str, zone: str, words: str = "",
    ) -> None:
        super().__init__(side)
        self.face: Final = face
        self.concept: Final = concept
        self.copied_by: Final = copied_by  # the face of the card that copies it; negative if none does
        self.place: Final = place  # where the card lies, if everybody may know that
        self.zone: Final = zone  # the same without its owner
        self.words: Final = words  # instead of the usual ones; they speak of a {card}

    @property
    def is_copied(self) -> bool:
        return self.copied_by >= 0

    def plain(self, side: int) -> Telling:
        copier = code(self.copied_by) if self.is_copied else None
        return {"what": "use", "card": code(self.face), "by": self.side, "copied by": copier, "from": self.place}

    def words_for(self, side: int, voice: Voice) -> str:
        usual = "{who} uses the effect of {card}." if self.is_copied else "{who} uses {card}."
        return voice.sentence(self.words or usual, self.side, card=f"{code(self.face)} {self.concept}")

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        kind = "copy" if self.is_copied else "use"
        return kind, self.side, -1, f"{self.concept} {self.words}", self.place

    def cards(self, side: int) -> list[str]:
        """In its words, by itself, and that of the copier."""
        return [code(self.face)] * 2 + ([code(self.copied_by)] if self.is_copied else [])


class Said(Event):
    """Something said that moves no card: a domain is named, points are scored.

    Who has no bit in `eyes` hears what others are told of it `otherwise`.
    """

    def __init__(
        self, side: int, words: str, other: int = -1, reveals: bool = False, eyes: int = -1, otherwise: str = "",
    ) -> None:
        super().__init__(side, reveals)
        self.words: Final = words
        self.other: Final = other
        self.eyes: Final = eyes
        self.otherwise: Final = otherwise

    def plain(self, side: int) -> Telling:
        return {"what": "say"}

    def words_for(self, side: int, voice: Voice) -> str:
        return voice.sentence(self._heard_by(side), self.side, self.other)

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        return "say", self.side, self.other, without_cards(self._heard_by(side))[0], ""

    def cards(self, side: int) -> list[str]:
        return without_cards(self._heard_by(side))[1]

    def _heard_by(self, side: int) -> str:
        return self.words if self.eyes >> side & 1 else self.otherwise


class Scored(Said):
    """A side has its points for a round: the groups of cards that brought them, and what it has in all."""

    def __init__(
        self, side: int, words: str, round: int, points: int, total: int, groups: "list[tuple[list[int], int, str]]",
    ) -> None:
        super().__init__(side, words)
        self.round: Final = round
        self.points: Final = points
        self.total: Final = total
        self.groups: Final = groups  # the faces, what they bring, and the name of what counts for them

    def plain(self, side: int) -> Telling:
        groups: list[object] = [
            {"cards": [code(face) for face in faces], "points": points, "for": name}
            for faces, points, name in self.groups]
        return {"what": "score", "side": self.side, "round": self.round, "points": self.points, "total": self.total,
                "groups": groups}

    def likeness(self, side: int) -> tuple[str, int, int, str, str]:
        return "score", self.side, -1, without_cards(self.words)[0], ""
