"""What can be chosen, and what a person means who types something.

Numbers of the list, codes, names of cards and words are all understood, in any case and any order.  What fits
several choices narrows them down, so that a long choice can be made step by step.
"""

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Final

from techdeck.actions import read_choice, write_choice
from techdeck.cards import face
from techdeck.table import CARDS, Choice, Decision, IllegalAction, Table
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import CONCEPTS, concept, quoted, straight

MOST_LISTED: Final = 20
FILLERS: Final = frozenset([
    "a", "an", "and", "at", "card", "cards", "choose", "commit", "discard", "for", "i", "in", "into", "lay", "my", "of",
    "on", "place", "play", "put", "replacing", "take", "the", "to", "use", "with",
])
NO_THANKS: Final = ("none", "nothing", "no", "skip")  # what people say when they pass
NUMBER: Final = re.compile(r"[+-]?\d{1,9}")
CODE: Final = re.compile(r"(?:(?:1[0-3]|[1-9])[kstv]|w[12])(?:'+|'\d+)?")


class Menu:
    """The choices of one decision, as its seat writes them; `worded` puts that into better words."""

    def __init__(
        self, table: Table, decision: Decision, names: Sequence[str], order: Sequence[int] = (),
        worded: Callable[[str], str] = str,
    ) -> None:
        self._table: Final = table
        self.decision: Final = decision
        self.choices: Final = list(decision)
        if decision.kind is CARDS and order:  # as the cards lie on the table
            places = {back: place for place, back in enumerate(order)}
            self.choices.sort(key=lambda choice: places.get(choice, len(order)) if isinstance(choice, int) else -1)
        texts = [worded(self._written(choice, names)) for choice in self.choices]
        # Where numbers are chosen, a number is what it says: no list has other numbers beside it.
        self.is_amount: Final = all(text == "pass" or NUMBER.fullmatch(text) for text in texts) and texts != ["pass"]
        self.texts: Final = _signed(texts) if self.is_amount else texts
        self.may_pass: Final = "pass" in self.texts
        self.has_numbers = len(self.choices) <= MOST_LISTED  # the person has seen, so that no number is an accident

    def _written(self, choice: Choice, names: Sequence[str]) -> str:
        text = write_choice(self._table, self.decision, choice)
        seat = re.fullmatch(r"seat (\d+)", text)
        return f"{text} {names[int(seat[1]) - 1]}" if seat else text

    @property
    def is_listed(self) -> bool:
        return not self.is_amount and len(self.choices) <= MOST_LISTED

    def numbered(self) -> dict[int, int]:
        """By back: the number in the list, where single cards are chosen and listed."""
        if not self.is_listed or self.decision.kind is not CARDS:
            return {}
        return {choice: number for number, choice in enumerate(self.choices, 1)
                if isinstance(choice, int) and choice >= 0}

    def text(self, choice: Choice) -> str:
        return self.texts[self.choices.index(choice)] if choice in self.choices else str(choice)

    def examples(self) -> list[str]:
        """A few things one could type."""
        some = [text for text in self.texts if text != "pass"]
        return [some[0], max(reversed(some[1:]), key=lambda text: len(text.split()))] if len(some) > 1 else some

    def meant(self, text: str, among: Sequence[int] | None = None) -> list[int]:
        """The places in the list of what somebody may mean: one if it is clear.

        `among` are the places to which the choice was narrowed, with numbers of their own.

        :raises Complaint: with a sentence that helps, if it is nothing that can be chosen.
        """
        places = list(range(len(self.choices))) if among is None else list(among)
        if self.is_amount:
            return [self._amount(text)]
        if text.isdecimal():
            return [self._by_number(int(text), places)]
        if self.may_pass and text.casefold() in NO_THANKS:
            text = "pass"
        readings = self._readings(text)
        if among is None:
            for reading in readings:
                try:
                    return [self.choices.index(read_choice(self._table, self.decision.seat, reading))]
                except (IllegalAction, ValueError):
                    continue
        for reading in readings:
            found = self._fitting(reading.casefold().split(), places)
            if found:
                return found
        raise Complaint(self._refusal(text, places))

    def left_unsaid(self, text: str, place: int) -> list[str]:
        """The cards of a choice that somebody did not name who means it: what binds is never completed for them.

        A number is a name for all of it; a card is named by its code or by words that begin those of its concept.
        """
        if text.isdecimal():
            return []
        readings = self._readings(text)
        named = {name for reading in readings for name in cards_in(reading)}
        words = [word for word in readings[0].casefold().split() if not CODE.fullmatch(word)]
        return [name for name in cards_in(self.texts[place]) if name not in named and not any(
            part.startswith(word) for part in concept(name).casefold().split() for word in words)]

    def unlisted(self, text: str) -> Choice | None:
        """A choice that no list holds, where the game takes sentences or more cards than it can list."""
        for reading in self._readings(text):
            choice = self.decision.understood(self._table, self._table.side_of(self.decision.seat), reading)
            if choice is not None and choice not in self.choices:
                return choice
        return None

    def _readings(self, text: str) -> list[str]:
        """A text as it is typed, with cards as the engine writes them, and without words that say nothing."""
        codes = in_codes(text)
        return list(dict.fromkeys([text, codes, without_fillers(codes), self.with_signs(without_fillers(codes))]))

    def with_signs(self, text: str) -> str:
        """The text with the signs of other decks that nobody types where it is clear which card is meant: 9k is 9k'."""
        named = {name for written in self.texts for name in cards_in(written)}
        words = []
        for word in text.split():
            plain = [name for name in named if name.partition("'")[0] == word.upper()]
            words.append(plain[0] if CODE.fullmatch(word) and word.upper() not in named and len(plain) == 1 else word)
        return " ".join(words)

    def _amount(self, text: str) -> int:
        wanted = text.casefold().replace("\N{MINUS SIGN}", "-").replace(" ", "")
        if wanted.isdecimal() and any(written[0] in "+-" for written in self.texts):
            raise Complaint(f"Say whether it is more or less: {either(self.texts)}.")  # elsewhere 1 is the first choice
        for place, written in enumerate(self.texts):
            if wanted == written or (NUMBER.fullmatch(wanted) and written != "pass" and int(wanted) == int(written)):
                return place
        raise Complaint(f"{quoted(text)} is not possible here. Choose {either(self.texts)}.")

    def _by_number(self, number: int, places: Sequence[int]) -> int:
        if not self.has_numbers and (len(places) > MOST_LISTED or len(places) == len(self.choices)):
            raise Complaint(f"Type for example {self._example()}; list shows all choices with their numbers.")
        if not 1 <= number <= len(places):
            raise Complaint(f"There is no number {number}: type a number from 1 to {len(places)}.")
        return places[number - 1]

    def _fitting(self, words: Sequence[str], places: Sequence[int]) -> list[int]:
        if not words:
            return []
        by_place = {place: self.texts[place].casefold().split() for place in places}
        for fits in (_is_same, _is_part, _begins_words):
            found = [place for place, written in by_place.items() if fits(words, written)]
            if found:
                return found
        return []

    def _example(self) -> str:
        return " or ".join(quoted(example) for example in self.examples())

    def _refusal(self, text: str, places: Sequence[int]) -> str:
        words = self.with_signs(without_fillers(in_codes(text))).casefold().split()
        known = {word for place in places for word in self.texts[place].casefold().split()}
        strange = [word for word in words if word not in known]
        offer = self._offer(places)
        if text.casefold() == "pass":
            return f"You cannot pass here. {offer}"
        if not strange and words:
            return f"{quoted(' '.join(words).upper())} does not go together here. {offer}"
        word = strange[0] if strange else text
        if CODE.fullmatch(word):
            name = word.upper()
            return f"{name} {concept(name)} cannot be chosen now. {offer}"
        close = difflib.get_close_matches(text.casefold(), [self.texts[place].casefold() for place in places], 1, 0.7)
        guess = f" Did you mean {quoted(close[0])}?" if close else ""
        return f"{quoted(text)} is not among your choices.{guess} {offer}"

    def _offer(self, places: Sequence[int]) -> str:
        if len(places) <= 8:
            return f"Choose {either([self.texts[place] for place in places])}."
        if len(places) <= MOST_LISTED and (self.has_numbers or len(places) < len(self.choices)):
            return f"Type a number from 1 to {len(places)}, or what is written beside it."
        return f"Type for example {self._example()}, or list to see all."


def _signed(numbers: Sequence[str]) -> list[str]:
    """Amounts by which something is changed, with their signs; other numbers as they are."""
    if not any(number.startswith("-") for number in numbers):
        return list(numbers)
    return [number if number == "pass" else f"{int(number):+d}" for number in numbers]


def either(words: Sequence[str]) -> str:
    """One of these: 2, 4 or pass."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _is_same(words: Sequence[str], written: Sequence[str]) -> bool:
    return sorted(words) == sorted(written)


def _is_part(words: Sequence[str], written: Sequence[str]) -> bool:
    left = list(written)
    for word in words:
        if word not in left:
            return False
        left.remove(word)
    return True


def _begins_words(words: Sequence[str], written: Sequence[str]) -> bool:
    """The words begin words of the choice or of what its cards are called."""
    known = [*written, *[part for word in written if CODE.fullmatch(word)
                         for part in concept(word.upper()).casefold().split()]]
    return all(any(other.startswith(word) for other in known) for word in words)


def in_codes(text: str) -> str:
    """What somebody typed with cards and lines as the engine writes them: `Drones at row 2` is `6t at r2`."""
    words = re.sub(r"[,;:&+.!]", " ", straight(text).casefold())
    for name in sorted(CONCEPTS, key=len, reverse=True):
        words = re.sub(rf"\b{re.escape(name.replace('&', ' '))}\b", CONCEPTS[name].casefold(), words)
    words = re.sub(r"\bmarket ?([12])\b", r"m\1", words)
    words = re.sub(r"\b(row|column|col) ?([1-3])\b", r"\1\2", words)
    words = re.sub(r"\b(r|c)(?:ow|olumn|ol)([1-3])\b", r"\1\2", words)
    words = re.sub(r"\b(\d+) (?:of )?(k|s|t)(?:nowledge|cience|echnology)\b", r"\1\2", words)
    words = re.sub(r"\b(\d+) (?:of )?services\b", r"\1v", words)
    words = re.sub(r"\b([kstv])(1[0-3]|[1-9])\b", r"\2\1", words)
    return " ".join(words.split())


def without_fillers(text: str) -> str:
    words = [word for word in text.split() if word not in FILLERS]
    return " ".join(words) or text


def cards_in(text: str) -> list[str]:
    """The codes of the cards that a written choice names."""
    return [word.upper() for word in text.casefold().split() if CODE.fullmatch(word) and _exists(word.upper())]


def _exists(name: str) -> bool:
    try:
        face(name)
    except ValueError:
        return False
    return True
