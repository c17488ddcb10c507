"""Decks that players bring to Gears of Industry: how they are written, what is wrong with one, and good ones.

The numbers in brackets are clauses of the rulebook.  A list names plain cards, 9K and never 9K': a face that stands
there twice is two copies of it.
"""

import re
from collections.abc import Sequence
from typing import Final

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, GENERAL_EDITION, Domain, Face, code, face

DECK_CARDS: Final = 26  # [S22]
MARKET_CARDS: Final = 15  # which each player gives to the Market deck of the advanced game [S28]
MOST_NAMED: Final = 20  # strange words; a text with more of them is no deck list
LONGEST_WORD: Final = 20  # letters of a strange word that are repeated
MOST_TIMES: Final = 4  # copies that one count can ask for, so that 9X is nothing but a mistake
MANY_LISTS: Final = 256  # are remembered with what they name

BETWEEN: Final = re.compile(r"[ ,;:\ufeff]+")  # the last one stands before a text of some editors
RANGE: Final = re.compile(r"([0-9]{1,2})([KSTV]?)-([0-9]{1,2})([KSTV])")
COUNTED: Final = re.compile(r"([1-4])X(.+)")
REPEATED: Final = re.compile(r"(.+)X([1-4])")
TYPEWRITTEN: Final = {
    "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-", "\N{HYPHEN}": "-", "\N{NON-BREAKING HYPHEN}": "-",
    "\N{MULTIPLICATION SIGN}": "x", "\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{PRIME}": "'",
}
DOMAINS: Final = [Domain.KNOWLEDGE, Domain.SCIENCE, Domain.TECHNOLOGY, Domain.SERVICES, Domain.NONE]
OFTEN: Final = ["never", "once", "twice", "three times", "four times"]


class DeckList:
    """What a player brings: the deck, and in the advanced game the cards for the Market deck."""

    def __init__(self, deck: Sequence[Face], market: Sequence[Face] = ()) -> None:
        self.deck: Final[list[Face]] = sorted(deck)
        self.market: Final[list[Face]] = sorted(market)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeckList) and self.deck == other.deck and self.market == other.market

    def __hash__(self) -> int:
        return hash((tuple(self.deck), tuple(self.market)))

    def __repr__(self) -> str:
        return f"DeckList({compact(self)!r})"


_LISTS: Final[dict[str, DeckList]] = {}


def _remember(text: str, cards: DeckList) -> None:
    """What was written or read once need not be read again: a deck is checked when it is offered, and then brought."""
    if len(_LISTS) >= MANY_LISTS:
        _LISTS.clear()
    _LISTS[text] = cards


# Reading

def parse(text: str) -> DeckList:
    """The cards that a text names.  Whether they are a legal deck is not asked here.

    :raises ValueError: with one sentence that names everything in it that is no card.
    """
    cards, strange = read(text)
    if strange:
        raise ValueError(f"This deck list cannot be read: {'; '.join(strange)}.")
    return cards


def read(text: str) -> tuple[DeckList, list[str]]:
    """The cards that a text names, and what in it cannot be understood."""
    known = _LISTS.get(text)
    if known is not None:
        return known, []
    cards, strange = _read(text)
    if not strange:
        _remember(text, cards)
    return cards, strange


def _read(text: str) -> tuple[DeckList, list[str]]:
    parts: dict[str, list[Face]] = {"deck": [], "market": []}
    part = "deck"
    strange: list[str] = []
    for line in text.splitlines():
        for word in _words(line):
            if word.casefold() in parts:
                part = word.casefold()
            else:
                parts[part] += _faces(word, strange)
    return DeckList(parts["deck"], parts["market"]), _first_of(strange)


def _words(line: str) -> list[str]:
    """The words of a line without its comment; a range or a count is one word with its card, also behind blanks."""
    plain = " ".join(typewritten(line.partition("#")[0]).split()).replace(" - ", "-")
    plain = re.sub(r"(?i)(?<![^ ,;:])([1-4]) ?x ", r"\1x", plain)
    plain = re.sub(r"(?i) x ?([1-4])(?![^ ,;:])", r"x\1", plain)
    return [word for word in BETWEEN.split(plain) if word]


def typewritten(text: str) -> str:
    """The text with the signs that editors and telephones change, such as long dashes, as they were typed."""
    for fancy, simple in TYPEWRITTEN.items():
        text = text.replace(fancy, simple)
    return text


def _faces(word: str, strange: list[str]) -> list[Face]:
    """The cards that a word stands for; if it stands for none, that is noted."""
    counted, repeated = COUNTED.fullmatch(word.upper()), REPEATED.fullmatch(word.upper())
    if counted is not None:
        copies, name = int(counted[1]), counted[2]
    elif repeated is not None:
        copies, name = int(repeated[2]), repeated[1]
    else:
        copies, name = 1, word.upper()
    span = RANGE.fullmatch(name)
    if span is None:
        try:
            return [Face(face(name) % DECK_SIZE)] * copies  # 9K' is a copy of 9K
        except ValueError:
            strange.append(f"{_quoted(word)} is no card")
            return []
    low, high, letter = int(span[1]), int(span[3]), span[4]
    if span[2] not in ("", letter):
        strange.append(f"{_quoted(word)} mixes two domains")
    elif not (1 <= low <= 13 and 1 <= high <= 13):
        strange.append(f"{_quoted(word)} leaves the values 1 to 13")
    elif low > high:
        strange.append(f"{_quoted(word)} runs downwards: {high}-{low}{letter} is a range")
    else:
        return [face(f"{value}{letter}") for value in range(low, high + 1)] * copies
    return []


def _quoted(word: str) -> str:
    plain = "".join(letter if letter.isprintable() else "?" for letter in word)
    return f'"{plain}"' if len(plain) <= LONGEST_WORD else f'"{plain[:LONGEST_WORD]}..."'


def _first_of(strange: Sequence[str]) -> list[str]:
    """Each only once, and of a text that is no deck list not every word."""
    found = list(dict.fromkeys(strange))
    more = len(found) - MOST_NAMED
    return found if more <= 0 else [*found[:MOST_NAMED], f"and {more} more"]


# The rules

def faults(cards: DeckList, advanced: bool = False, gives_market: bool = True) -> list[str]:
    """Everything that keeps the cards from being a legal deck, each in a few words [S22, S23, S28].

    `gives_market` is false where chance picks the market cards of the advanced game [V17].
    """
    found = [f"{code(wild)} is a wild card" for wild in sorted(set(cards.deck + cards.market)) if _is_wild(wild)]
    pool = cards.deck + cards.market if advanced else cards.deck
    copies = 2 if advanced else 1
    for number, count in _counts(pool).items():
        if count > copies and not _is_wild(number):
            often = OFTEN[count] if count < len(OFTEN) else f"{count} times"
            found.append(f"{code(number)} {often}" + (", two allowed" if advanced else ""))
    if len(cards.deck) != DECK_CARDS:
        found.append(f"{_counted(len(cards.deck), 'card')}, {DECK_CARDS} needed")
    if not (advanced and gives_market):
        if cards.market:
            why = "chance picks them in this game" if advanced else "the basic game takes none"
            found.append(f"{_counted(len(cards.market), 'market card')}, but {why}")
        return found
    if len(cards.market) != MARKET_CARDS:
        found.append(f"{_counted(len(cards.market), 'market card')}, {MARKET_CARDS} needed")
    found += [f"{code(number)} is Technology and cannot be a market card"
              for number in sorted(set(cards.market)) if is_technology(number)]
    return found


def _counts(faces: Sequence[Face]) -> dict[Face, int]:
    """How many copies there are of each card, in the order of the deck."""
    counts: dict[Face, int] = {}
    for number in sorted(faces):
        counts[number] = counts.get(number, 0) + 1
    return counts


def is_technology(number: Face) -> bool:
    return GENERAL_EDITION[number].domain is Domain.TECHNOLOGY


def _is_wild(number: Face) -> bool:
    return GENERAL_EDITION[number].is_wild


def _counted(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


# Writing

def compact(cards: DeckList) -> str:
    """All in one line, which `parse` reads: deck 1-5T 10-13T 2K."""
    parts = ["deck", *in_ranges(cards.deck)]
    text = " ".join([*parts, "market", *in_ranges(cards.market)] if cards.market else parts)
    _remember(text, cards)
    return text


def written(cards: DeckList, about: str = "") -> str:
    """As a file that people read and change: a line for each domain, and comments; `about` is one more."""
    lines = [f"# {line}".rstrip() for line in about.splitlines()]
    lines += ["# A deck for Gears of Industry; 'techdeck deck check' with the name of this file checks it.", "",
              f"deck:  # {_counted(len(cards.deck), 'card')}", *_lines(cards.deck)]
    if cards.market:
        lines += ["", f"market:  # {_counted(len(cards.market), 'card')} for the Market deck", *_lines(cards.market)]
    return "\n".join(lines) + "\n"


def _lines(faces: Sequence[Face]) -> list[str]:
    by_domain = [(domain, of_domain(faces, domain)) for domain in DOMAINS]
    rows = [(", ".join(in_ranges(found)), len(found), domain) for domain, found in by_domain]
    wide = max(len(words) for words, _, _ in rows)
    return [f"{words:<{wide}}  # {DOMAIN_NAMES[domain]}: {count}" for words, count, domain in rows if words]


def of_domain(faces: Sequence[Face], domain: Domain) -> list[Face]:
    return [number for number in faces if GENERAL_EDITION[number].domain is domain]


def in_ranges(faces: Sequence[Face]) -> list[str]:
    """The cards as people write them: neighbours of which there are equally many copies make a range."""
    counts = _counts(faces)
    runs: list[list[Face]] = []
    for number, count in counts.items():
        if runs and _are_neighbours(runs[-1][-1], number) and counts[runs[-1][-1]] == count:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = []
    for run in runs:
        name = code(run[0]) if len(run) == 1 else f"{code(run[0])[:-1]}-{code(run[-1])}"
        left = counts[run[0]]
        while left > 0:
            times = min(left, MOST_TIMES)
            words.append(name if times == 1 else f"{times}x {name}")
            left -= times
    return words


def _are_neighbours(low: Face, high: Face) -> bool:
    one, other = GENERAL_EDITION[low], GENERAL_EDITION[high]
    return one.domain is other.domain and one.value + 1 == other.value


# Good ones

class Preset:
    """A deck with a name and a plan."""

    def __init__(self, name: str, cards: str, strategy: str, advanced: bool = False) -> None:
        self.name: Final = name
        self.strategy: Final = strategy
        self.cards: Final[DeckList] = parse(cards)
        self.advanced: Final = advanced  # for the advanced game: two copies of a card, and 15 market cards


PRESETS: Final[dict[str, Preset]] = {preset.name: preset for preset in [
    Preset(
        "merchant", "2-5K 9-11K 2-5S 9-11S 1-5T 9-10T 2-6V",
        "Begin with cheap factories and small cards, then bring in the 9s, 10s and 11s: 9T and 10T pay for the cards "
        "of their value alone, and high cards win among equals.",
    ),
    Preset(
        "quartets", "4-9K 4-9S 1-2T 4-9T 4-9V",
        "Whole sets of six values: a factory matches its three relatives one by one, and then joins them as the boost "
        "for four of a kind.",
    ),
    Preset(
        "ladder", "3-8K 3-8S 1-8T 3-8V",
        "Neighbours in the middle: three of your cards, one neutral card and a boost that fills the gap make "
        "a straight for 2 points.",
    ),
    Preset(
        "pairs", "1-9K 1-8T 1-9V",
        "Each value in Knowledge and Services, the lowest and the highest domain; all your Science stays behind, so "
        "neutral cards may turn your pairs into threes.",
    ),
    Preset(
        "laboratory", "1-4K 1-10S 12-13S 1-8T 3-4V",
        "Science for a flush: 13S brings neutral cards of yours, 2S gives even the boost another domain, and 1S, 8S "
        "and 12S mend a hand by a step or three.",
    ),
    Preset(
        "library", "1-5K 9K 12-13K 1S 3-4S 7S 12-13S 1-5T 9T 12-13T 3-4V 12-13V",
        "Use an effect that draws in every turn: 1K to 4K, 7S, 4V and 13V keep the hand full, so that you find the "
        "card that is missing.",
    ),
    Preset(
        "giants", "1-6K 12-13K 1S 6-7S 12-13S 1-6T 12-13T 3-4V 6V 12-13V",
        "Small cards for the start and for drawing, and six giants: 12T and 13T pay for a 12 or a 13 alone, and "
        "boost them to threes and fours that nothing of their kind beats.",
    ),
    Preset(
        "advanced_quartets",
        "deck 2x 3-5K 2x 3-5S 2x 2-5T 2x 3-5V market 6-13K 7S 9S 11S 13S 8V 10V 12V",
        "Eight cards each of the values 3, 4 and 5, so that four of a kind comes again and again; the market cards are "
        "all of other values and help nobody much.",
        advanced=True,
    ),
    Preset(
        "advanced_services",
        "deck 2x 3-5K 2x 2-5T 2x 1-6V market 2S 2x 7-13V",
        "Cheap Services enter from your hand, the other Services wait among the neutral cards: with two of them in a "
        "market, any three of yours are a flush; 3 to 5 of Knowledge make sets with their factories meanwhile.",
        advanced=True,
    ),
    Preset(
        "advanced_straights",
        "deck 2x 3-6K 3-6S 2x 2-5T 6T 3-7V market 3-6S 2x 7S 8S 3-6V 7-8V 2x 7K",
        "Only values 3 to 7, with market cards that are their neighbours: nearly every neutral card continues a "
        "straight or makes a pair more.",
        advanced=True,
    ),
]}

# Decks that were offered once.  A name never stands for other cards: records of games hold no more than names.
RETIRED: Final[dict[str, DeckList]] = {
    "standard": parse("2K 10-13K 2-3S 10-13S 1-5T 10-13T 2-3V 10-13V"),
    "thrifty": parse("1-6K 1-6S 1-7T 1-7V"),
    "advanced_flush": parse("deck 2x 3-4K 2x 1-4T 5-6T 2x 1-6V market 2S 2x 7-13V"),
    "advanced_ladder": parse("deck 2x 3-6K 3-6S 2x 2-6T 3-6V market 3-6S 2x 7S 8S 3-6V 2x 7V 2x 7K"),
}


def deck_called(name: str) -> DeckList | None:
    """The cards of a preset by its exact name, also of one that is not offered any more."""
    return PRESETS[name].cards if name in PRESETS else RETIRED.get(name)


def preset_named(name: str) -> Preset:
    """The preset that somebody names, in any case, and with blanks or hyphens in its name.

    :raises ValueError: with a sentence, if there is none.
    """
    plain = re.sub(r"[\s_-]+", "_", name.strip().casefold())
    if plain not in PRESETS:
        raise ValueError(f"There is no preset {_quoted(name)}; there are {', '.join(PRESETS)}.")
    return PRESETS[plain]
