"""A card: 52 of four domains and two wild ones, and how people write them."""

from enum import IntEnum
from typing import Final, NewType

from techdeck.deck import FIRST_PEER_TO_PEER, GENERAL, PEER_TO_PEER, Print

Back = NewType("Back", int)  # a card of this table, seen from behind
Face = NewType("Face", int)  # which card it is: 0..53, a second deck 54..107, and so on


class Domain(IntEnum):
    NONE = 0
    KNOWLEDGE = 1
    SCIENCE = 2
    TECHNOLOGY = 3
    SERVICES = 4


LETTERS: Final = "WKSTV"  # by domain
DOMAIN_NAMES: Final = ["Wild", "Knowledge", "Science", "Technology", "Services"]
DECK_SIZE: Final = 54
MANY_DECKS: Final = 8  # four players may bring two each
WILD_CODES: Final = ["W1", "W2"]


class Card:
    """A printed card; every table of an edition shares it.

    The effect is the name of a rule of the game's; an empty one means that the card does nothing.
    Flags and timing say where and when it works, in editions that print that.
    """

    def __init__(
        self, value: int, domain: Domain, effect: str, printed: Print, flags: tuple[str, ...] = (), timing: str = "",
    ) -> None:
        self.value: Final = value
        self.domain: Final = domain
        self.domain_number: Final = int(domain)
        self.effect: Final = effect
        self.printed: Final = printed
        self.flags: Final = flags
        self.timing: Final = timing
        self.is_wild: Final = domain is Domain.NONE
        self.place: Final = 4 * value + int(domain) - 5  # among all, by value and then by domain; not of a wild card
        self.copies: Final = "copy" in flags  # never the card whose effect is copied [DK-C02]
        self.searches: Final = "search" in flags  # looks through the deck [FX-05]


MANY_PRIMES: Final = 3  # more are counted


def code(face: int) -> str:
    """The rulebooks' name of a card: 9K, W1; a copy from a second deck is 9K', from a third 9K'', from a fifth 9K'4."""
    return _CODES[face] if face < len(_CODES) else _code(face)


def _code(face: int) -> str:
    copy, place = divmod(face, DECK_SIZE)
    name = WILD_CODES[place - 52] if place >= 52 else f"{place % 13 + 1}{LETTERS[place // 13 + 1]}"
    return name + ("'" * copy if copy <= MANY_PRIMES else f"'{copy}")


_CODES: Final = [_code(face) for face in range(MANY_DECKS * DECK_SIZE)]


def face(code: str) -> Face:
    """The card with a name; the inverse of `code`.

    :raises ValueError: if no card has that name.
    """
    plain, prime, number = code.partition("'")
    copy = int(number) if number.isdecimal() else len(prime + number)
    if code != plain + ("'" * copy if copy <= MANY_PRIMES else f"'{copy}"):
        raise ValueError(f"{code!r} is no card: a copy from another deck is written {plain}', {plain}'' or {plain}'4")
    if plain in WILD_CODES:
        return Face(52 + WILD_CODES.index(plain) + DECK_SIZE * copy)
    domain, value = LETTERS.find(plain[-1:]), plain[:-1]
    if domain < 1 or not value.isdecimal() or value != str(int(value)) or not 1 <= int(value) <= 13:
        raise ValueError(f"{code!r} is no card: a card is a value from 1 to 13 and a letter K, S, T or V, or W1, W2")
    return Face(13 * (domain - 1) + int(value) - 1 + DECK_SIZE * copy)


def codes(faces: "list[Face]") -> str:
    return " ".join(code(number) for number in faces)


def _card(printed: Print, effect: str, flags: tuple[str, ...], timing: str) -> Card:
    number = int(face(printed.code))
    if number >= 52:
        return Card(0, Domain.NONE, effect, printed, flags, timing)
    return Card(number % 13 + 1, Domain(number // 13 + 1), effect, printed, flags, timing)


def edition(
    prints: list[Print], effects: dict[str, str], flags: dict[str, tuple[str, ...]] | None = None,
    timing: dict[str, str] | None = None,
) -> list[Card]:
    """A deck that prints certain effects: by code the name of the rule, its flags and its timing."""
    return [
        _card(printed, effects.get(printed.code, ""), (flags or {}).get(printed.code, ()),
              (timing or {}).get(printed.code, ""))
        for printed in prints
    ]


GENERAL_EDITION: Final[list[Card]] = edition(
    GENERAL,
    {printed.code: printed.code for printed in GENERAL if printed.text},  # an effect is named by its card
    {printed.code: (printed.flag,) for printed in GENERAL if printed.flag},
)

MARKED: Final[dict[str, tuple[str, ...]]] = {  # by what is printed beside the text: the flags it gives [PE-T01]
    "venture": ("venture",), "group": ("group",), "both": ("venture", "group"), "": (),
}


def peer_edition(prints: list[Print]) -> list[Card]:
    return edition(
        prints,
        {printed.code: printed.code for printed in prints},
        {printed.code: (*MARKED[printed.mark], *([printed.flag] if printed.flag else [])) for printed in prints},
        {printed.code: printed.timing for printed in prints},
    )


PEER_EDITION: Final[list[Card]] = peer_edition(PEER_TO_PEER)
FIRST_PEER_EDITION: Final[list[Card]] = peer_edition(FIRST_PEER_TO_PEER)


def stand_in(effects: dict[str, str]) -> list[Card]:
    """The deck with only some texts, and those without flags: for the examples of the rulebooks."""
    return edition(GENERAL, effects)
