"""Offers and talk in Tech Exchange as values, each with a text form both ways.

    offer 10V as *V to all for 7*|*K           what an offerer says; only the offerer knows of the 10V
    3: seat 1 gives *V to all for 7*|*K        what the board shows of it
    commit 3 7T                                what somebody else answers
    ask all for 13*|6*      yes 1      no 1    a question, and answers to question 1
    declare 2 of 7*         declare none of 6*
    wish 4*|*V

A *slot* says what a card may be, in one to four atoms: an exact face `7S`, a value `7*`, a domain `*V`, any card `**`.
A description is a slot of one atom.  A card fits by its current value and domain; copies from several decks are not
told apart.  The numbers in brackets are clauses of the rulebook.  Seats are counted from zero here, from one in texts.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, LETTERS, Face, code, face
from techdeck.table import EMPTY, FACES, NOTHING, PASS, Choice, Decision, Table

if TYPE_CHECKING:
    from mypy_extensions import i64

EVERYBODY_ELSE: Final = -1  # the audience of an offer or a question to all
MOST_ATOMS: Final = 4  # [R15]
MOST_CARDS: Final = 2  # on each side of a trade [R11]
LONGEST: Final = 200  # letters of free talk
LONGEST_NUMBER: Final = 9  # digits
HIDDEN: Final = "??"  # a card that the reader does not know
VALUES: Final = range(1, 14)
DOMAINS: Final = range(1, 5)
ADJECTIVES: Final = ["", "Knowledge", "Science", "Technology", "Service"]
MANY_SAYINGS: Final = 128  # of each kind are remembered with what they mean; more would only fill the caches
MANY_FACTS: Final = 1024  # of these more, since they are read as long as they hold
Saying = TypeVar("Saying")
Luck = Callable[[], float]  # `random` of a `Random`: a sample asks it up to a dozen times


class BadSaying(ValueError):
    """What was said is not a sentence of trading."""


def _remembered(memory: dict[str, Saying], text: str, meaning: Saying, many: int = MANY_SAYINGS) -> Saying:
    """What a text means, which need not be taken apart again: every offer is read many times."""
    if len(memory) >= many:
        memory.clear()
    memory[text] = meaning
    return meaning


# What a card may be

NO_LINES: Final[list[str]] = []  # shared, and never changed


class Slot:
    """What a card may be.  Its text is its plain form: atoms in the order said, each once."""

    def __init__(self, text: str, bits: int, atoms: int, number: int = -1) -> None:
        self.text: Final = text
        self.bits: Final[i64] = bits  # one for each value and domain, in the order of a deck
        self.atoms: Final[i64] = atoms  # how many
        self.number: Final[i64] = number  # if it is one atom: there is one slot for each
        self.ending = ""  # of a line with a fact about it, if one was looked for
        self.facts: list[str] = NO_LINES  # lines of facts about it that were written, by count and seat

    def fits(self, value: int, domain: int) -> bool:
        """Whether a card of this value and domain fits; a wild card, which has none, fits nothing [R14]."""
        place: i64 = 13 * domain + value - 14
        return domain > 0 and self.bits >> place & 1 == 1

    def takes(self, spot: "i64") -> bool:
        """The same by where the value and the domain are among the bits."""
        return self.bits >> spot & 1 == 1

    def is_one_atom(self) -> bool:
        return self.atoms == 1

    def is_exact(self) -> bool:
        """Whether it is one card: any other atom is several."""
        return self.atoms == 1 and self.bits & self.bits - 1 == 0

    def in_words(self) -> str:
        """A 7 or a Service card."""
        return " or ".join([_atom_in_words(atom) for atom in self.text.split("|")])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Slot) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Slot({self.text})"


_SLOTS: Final[dict[str, Slot]] = {}
_ATOMS: Final[dict[str, Slot]] = {}  # all slots of one atom
MANY_ATOMS: Final = 70


def slot(text: str) -> Slot:
    """The slot that a text means, in any case.

    :raises BadSaying: if it is none.
    """
    known = _SLOTS.get(text)
    return _remembered(_SLOTS, text, _read_slot(text)) if known is None else known


def _read_slot(text: str) -> Slot:
    atoms = list(dict.fromkeys(text.upper().split("|")))
    if len(atoms) > MOST_ATOMS:
        raise BadSaying(f"{text} has more than {MOST_ATOMS} alternatives")
    bits = 0
    for atom in atoms:
        bits |= _bits(atom)
    if len(atoms) > 1:
        return Slot("|".join(atoms), bits, len(atoms))
    if atoms[0] not in _ATOMS:
        _ATOMS[atoms[0]] = Slot(atoms[0], bits, 1, len(_ATOMS))
    return _ATOMS[atoms[0]]


@lru_cache(maxsize=128)
def _bits(atom: str) -> int:
    value, domain = atom[:-1], LETTERS.find(atom[-1:]) if atom[-1:] != "*" else 0
    if domain < 0 or atom[-1:] in ("", "W") or (value != "*" and value not in [str(number) for number in VALUES]):
        raise BadSaying(f"{atom or 'nothing'} is no card, value or domain: say 7S, 7*, *V or **")
    values = VALUES if value == "*" else [int(value)]
    domains = DOMAINS if domain == 0 else [domain]
    bits = 0
    for each in domains:
        for number in values:
            bits |= 1 << 13 * (each - 1) + number - 1
    return bits


def exactly(value: int, domain: int) -> Slot:
    """The slot that only such a card fits."""
    return EXACTLY[13 * domain + value - 14]


ANY_CARD: Final = slot("**")
OF_VALUE: Final = [slot(f"{value}*") for value in VALUES]
OF_DOMAIN: Final = [slot(f"*{LETTERS[domain]}") for domain in DOMAINS]
EXACTLY: Final = [slot(f"{value}{LETTERS[domain]}") for domain in DOMAINS for value in VALUES]  # as a deck is ordered


def either_of(one: Slot, other: Slot) -> Slot:
    """The slot that a card fits if it fits one or the other."""
    if one.number < 0 or other.number < 0:
        return _either_of(one, other)
    place = one.number * MANY_ATOMS + other.number
    known = _EITHER[place]
    if known is None:
        known = _EITHER[place] = _either_of(one, other)
    return known


_EITHER: Final[list[Slot | None]] = [None] * MANY_ATOMS**2  # either of two atoms


def _either_of(one: Slot, other: Slot) -> Slot:
    if other.atoms > 1 or one.atoms == MOST_ATOMS:
        return slot(f"{one.text}|{other.text}")
    if other.bits & ~one.bits == 0 and other.text in one.text.split("|"):
        return one
    return Slot(f"{one.text}|{other.text}", one.bits | other.bits, one.atoms + 1)


def _atom_in_words(atom: str) -> str:
    value, domain = atom[:-1], 0 if atom[-1] == "*" else LETTERS.index(atom[-1])
    if value == "*":
        return "any card" if domain == 0 else f"a {ADJECTIVES[domain]} card"
    article = "an" if value in ("8", "11") else "a"
    return f"{article} {value}" if domain == 0 else f"{article} {value} of {DOMAIN_NAMES[domain]}"


def listed(slots: Sequence[Slot]) -> str:
    """A 7 and a Service card."""
    comma = "," if any([not each.is_one_atom() for each in slots]) else ""
    return f"{comma} and ".join([each.in_words() for each in slots])


def can_be_paired(cards: Sequence[tuple[int, int]], slots: Sequence[Slot]) -> bool:
    """Whether some cards, by value and domain, and some slots can be paired one to one so that each fits [R22]."""
    if len(cards) != len(slots):
        return False
    first = slots[0]
    value, domain = cards[0]
    if len(cards) == 1:
        return first.fits(value, domain)
    second = slots[1]
    other_value, other_domain = cards[1]
    return (first.fits(value, domain) and second.fits(other_value, other_domain)) or (
        first.fits(other_value, other_domain) and second.fits(value, domain))


# Offers

class Proposal:
    """An offer as its offerer makes it: the staged cards, a description of each, for whom, and what is wanted [R13].

    There are no cards if those are chosen only when somebody commits [V20], and no descriptions yet if the offerer
    left them out: then each card is described exactly.
    """

    def __init__(self, cards: list[Face], gives: list[Slot], to: int, wants: list[Slot]) -> None:
        self.cards: Final = cards
        self.gives: Final = gives
        self.to: Final = to
        self.wants: Final = wants
        self.terms: Final = terms(gives, to, wants)
        self._plain = ""  # not yet written

    def text(self, names: Sequence[str] | None = None) -> str:
        """Its plain form, or as others read it, who know other names of the cards or none."""
        if names is not None:
            return self._with(" ".join(names))
        if not self._plain:
            self._plain = self._with(names_of(self.cards))
        return self._plain

    def is_simple(self) -> bool:
        """[V33]"""
        return all([give.is_exact() for give in self.gives] + [want.is_one_atom() for want in self.wants])

    def _with(self, names: str) -> str:
        if not self.gives:
            return f"offer {names} {self.terms}"
        return f"offer {names} as {self.terms}" if names else f"offer as {self.terms}"


class Offer:
    """An offer as everybody knows it; which cards are staged is the offerer's secret [S09].

    Of a private offer of others nothing is known but between whom it is [V19].
    """

    def __init__(
        self, number: int, by: int, to: int, gives: list[Slot], wants: list[Slot], terms: str | None = None,
    ) -> None:
        self.number: Final = number
        self.by: Final = by
        self.to: Final = to
        self.gives: Final = gives
        self.wants: Final = wants
        self._terms: Final = terms  # if they are written already

    def is_for(self, seat: int) -> bool:
        """[R19]"""
        return seat != self.by and (self.to == seat or self.to == EVERYBODY_ELSE)

    def is_veiled(self) -> bool:
        return not self.gives

    def line(self) -> str:
        """How it stands on the board."""
        written = self._terms
        if written is None:
            written = terms(self.gives, self.to, self.wants)
        if self.number < len(_GIVE):
            return _GIVE[self.number][self.by] + written
        return f"{self.number}: {seat_name(self.by)} gives {written}"

    def veiled_line(self) -> str:
        """What others see of a private offer."""
        return f"{self.number}: seat {self.by + 1} whispers to {audience(self.to)}"

    def in_words(self) -> str:
        """For an event: Ada offers a Service card for a 7 or a Knowledge card, to all."""
        whom = "all" if self.to == EVERYBODY_ELSE else "{whom}"
        gives = listed(self.gives).replace("any card", "a card")
        return f"{{who}} offers {gives} for {listed(self.wants)}, to {whom}."


def terms(gives: list[Slot], to: int, wants: list[Slot]) -> str:
    """What all hear of an offer: *V to all for 7*|*K."""
    words = [give.text for give in gives]
    words.append(_TO_FOR[to + 1] if to < MOST_SEATS else f"to {audience(to)} for")
    for want in wants:
        words.append(want.text)
    return " ".join(words)


def in_a_row(slots: list[Slot]) -> str:
    if len(slots) == 1:
        return slots[0].text
    return f"{slots[0].text} {slots[1].text}" if slots else ""


def names_of(cards: list[Face]) -> str:
    if len(cards) == 1:
        return code(cards[0])
    return f"{code(cards[0])} {code(cards[1])}" if cards else ""


MOST_SEATS: Final = 9  # half as many again as there can be
_SEATS: Final = [f"seat {number}" for number in range(1, MOST_SEATS + 1)]
_GIVE: Final = [[f"{number}: {seat} gives " for seat in _SEATS] for number in range(32)]  # how most lines begin
_TO_FOR: Final = [f"to {each} for" for each in ("all", *_SEATS)]  # by audience


def seat_name(seat: int) -> str:
    return _SEATS[seat] if seat < len(_SEATS) else f"seat {seat + 1}"


def audience(to: int) -> str:
    return "all" if to == EVERYBODY_ELSE else seat_name(to)


_OFFERS: Final[dict[str, Offer]] = {}
# The last that were written or read, each at a place that its number tells: for the few that are open on one table.
_LAST_LINES: Final = [""] * 16
_LAST_OFFERS: Final = [Offer(0, 0, 0, [], [])] * 16


def write_offer(offer: Offer) -> str:
    """Its line on the board, which is remembered."""
    return _kept(offer.line(), offer)


def read_offer(line: str) -> Offer:
    """An offer from its line on the board, veiled or not; the inverse of `line` and `veiled_line`."""
    place = _place_of(line)
    if _LAST_LINES[place] == line:
        return _LAST_OFFERS[place]
    known = _OFFERS.get(line)
    if known is None:
        known = _remembered(_OFFERS, line, _read_offer(line))
    _kept(line, known)
    return known


def _kept(line: str, offer: Offer) -> str:
    place = _place_of(line)
    _LAST_LINES[place] = line
    _LAST_OFFERS[place] = offer
    return line


def _place_of(line: str) -> "i64":
    """Different ones for the numbers 1 to 9."""
    return (ord(line[0]) + ord(line[1])) & 15


def _read_offer(line: str) -> Offer:
    number, _, rest = line.partition(": seat ")
    by, _, rest = rest.partition(" ")
    if rest.startswith("whispers to "):
        return Offer(int(number), int(by) - 1, _audience(rest[12:].upper().split()), [], [])
    gives, _, rest = rest.removeprefix("gives ").partition(" to ")
    to, _, wants = rest.partition(" for ")
    return Offer(int(number), int(by) - 1, _audience(to.upper().split()), _slots(gives.split()), _slots(wants.split()))


_PROPOSALS: Final[dict[str, Proposal]] = {}


def read_proposal(text: str) -> Proposal:
    """An offer as it is said: `offer 10V as *V to all for 7*|*K`, in any case, its parts in any order.

    Without `as` each card is described exactly; without `to` it is to all.

    :raises BadSaying: if it is none.
    """
    latest = _LATEST.proposal
    if latest is not None and latest.text() == text:
        return latest
    known = _PROPOSALS.get(text)
    return _remembered(_PROPOSALS, text, _read_proposal(text)) if known is None else known


def _read_proposal(text: str) -> Proposal:
    parts = _parts(text, ("OFFER", "AS", "TO", "FOR"))
    cards = _cards(parts["OFFER"])
    gives = _slots(parts.get("AS", []))
    wants = _slots(parts.get("FOR", []))
    if not 1 <= len(wants) <= MOST_CARDS:
        raise BadSaying("an offer says for what, in one or two parts, as in 'for 7* *K'")
    if not cards and not gives:
        raise BadSaying("an offer gives one or two cards")
    if len(cards) > MOST_CARDS or len(gives) > MOST_CARDS or (cards and gives and len(cards) != len(gives)):
        raise BadSaying("an offer gives one or two cards, and describes each")
    if any([not each.is_one_atom() for each in gives]):
        raise BadSaying("a card is described by one card, value or domain")  # [R15]
    return Proposal(cards, gives, _audience(parts.get("TO", ["ALL"])), wants)


# Commitments

class Commitment:
    """Cards put down for an offer [R22]."""

    def __init__(self, number: int, cards: list[Face]) -> None:
        self.number: Final = number
        self.cards: Final = cards
        self._plain = ""  # not yet written

    def text(self, names: Sequence[str] | None = None) -> str:
        """Its plain form, or as others read it, who know other names of the cards or none."""
        if names is not None:
            return f"commit {self.number} {' '.join(names)}"
        if not self._plain:
            self._plain = f"commit {self.number} {names_of(self.cards)}"
        return self._plain


class Latest:
    """What was sampled last: it will be said and read at once, if at all."""

    def __init__(self) -> None:
        self.proposal: Proposal | None = None
        self.commitment: Commitment | None = None


_LATEST: Final = Latest()
_COMMITMENTS: Final[dict[str, Commitment]] = {}


def read_commitment(text: str) -> Commitment:
    """`commit 3 7T 8K`; cards in the order of the deck.

    :raises BadSaying: if it is none.
    """
    latest = _LATEST.commitment
    if latest is not None and latest.text() == text:
        return latest
    known = _COMMITMENTS.get(text)
    return _remembered(_COMMITMENTS, text, _read_commitment(text)) if known is None else known


def _read_commitment(text: str) -> Commitment:
    words = _parts(text, ("COMMIT",))["COMMIT"]
    if not words or not is_number(words[0]):
        raise BadSaying("a commitment names an offer by its number, and cards, as in 'commit 3 7T'")
    cards = _cards(words[1:])
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BadSaying("one puts down one or two cards")
    return Commitment(int(words[0]), sorted(cards))


# Talk

class Question:
    """Whether somebody holds a card that fits a slot [R47]; on the slate it has a number, and who has answered."""

    def __init__(self, to: int, about: Slot, number: int = 0, by: int = 0, answered: int = 0) -> None:
        self.to: Final = to
        self.about: Final = about
        self.number: Final = number
        self.by: Final = by
        self.answered: Final = answered  # a bit for each seat

    def is_for(self, seat: int) -> bool:
        return seat != self.by and self.to in (seat, EVERYBODY_ELSE)

    def text(self) -> str:
        return f"ask {audience(self.to)} for {self.about.text}"

    def line(self) -> str:
        answered = [str(seat + 1) for seat in range(self.answered.bit_length()) if self.answered >> seat & 1]
        told = f", answered by {' '.join(answered)}" if answered else ""
        return f"{self.number}: seat {self.by + 1} asks {audience(self.to)} for {self.about.text}{told}"

    def in_words(self) -> str:
        whom = "everybody" if self.to == EVERYBODY_ELSE else "{whom}"
        return f"{{who}} asks {whom} for {self.about.in_words()}."


_QUESTIONS: Final[dict[str, Question]] = {}


def read_question(text: str) -> Question:
    """`ask all for 13*|6*`.

    :raises BadSaying: if it is none.
    """
    known = _QUESTIONS.get(text)
    return _remembered(_QUESTIONS, text, _read_question(text)) if known is None else known


def _read_question(text: str) -> Question:
    parts = _parts(text, ("ASK", "FOR"))
    return Question(_audience(parts["ASK"]), _one_slot(parts.get("FOR", [])))


@lru_cache(maxsize=1024)
def read_asked(line: str) -> Question:
    """A question from its line on the slate; the inverse of `line`."""
    number, _, rest = line.partition(": seat ")
    by, _, rest = rest.partition(" asks ")
    to, _, rest = rest.partition(" for ")
    about, _, answered = rest.partition(", answered by ")
    bits = 0
    for seat in answered.split():
        bits |= 1 << int(seat) - 1
    return Question(_audience(to.upper().split()), slot(about), int(number), int(by) - 1, bits)


_HAVE: Final = [[f"{seat} has {count} of " for seat in _SEATS] for count in range(3)]  # how most lines begin


class Fact:
    """That a seat holds at least so many cards that fit a slot; none at all if the number is 0 [R49]."""

    def __init__(self, count: int, about: Slot, by: int = 0) -> None:
        self.count: Final = count
        self.about: Final = about
        self.by: Final = by

    def is_true_of(self, cards: Sequence[tuple[int, int]]) -> bool:
        """Of a hand, by values and domains."""
        fitting = sum(1 for value, domain in cards if self.about.fits(value, domain))
        return fitting >= self.count if self.count else not fitting

    def text(self) -> str:
        return f"declare {self.count or 'none'} of {self.about.text}"

    def line(self) -> str:
        if self.count < len(_HAVE):
            return _HAVE[self.count][self.by] + self.about.text
        return f"{seat_name(self.by)} has {self.count} of {self.about.text}"

    def in_words(self) -> str:
        if self.count == 0:
            return f"{{who}} holds no card that is {self.about.in_words()}."
        if self.count == 1:
            return f"{{who}} holds {self.about.in_words()}."
        return f"{{who}} holds at least {self.count} cards that are each {self.about.in_words()}."


_DECLARATIONS: Final[dict[str, Fact]] = {}


def read_declaration(text: str) -> Fact:
    """`declare 2 of 7*`, `declare none of 6*`.

    :raises BadSaying: if it is none.
    """
    known = _DECLARATIONS.get(text)
    return _remembered(_DECLARATIONS, text, _read_declaration(text)) if known is None else known


def _read_declaration(text: str) -> Fact:
    parts = _parts(text, ("DECLARE", "OF"))
    words = [word for word in parts["DECLARE"] if word not in ("AT", "LEAST")]
    if len(words) != 1 or not (words[0] == "NONE" or is_number(words[0])):
        raise BadSaying("one declares how many cards one has, as in 'declare 2 of 7*' or 'declare none of 6*'")
    return Fact(0 if words[0] == "NONE" else int(words[0]), _one_slot(parts.get("OF", [])))


_FACTS: Final[dict[str, Fact]] = {}


def write_fact(fact: Fact) -> str:
    """Its line on the slate, which is remembered."""
    count, about = fact.count, fact.about
    if count >= len(_HAVE):
        return fact.line()
    if not about.facts:
        about.facts = [""] * (len(_HAVE) * MOST_SEATS)
    place = count * MOST_SEATS + fact.by
    line = about.facts[place]
    if not line:
        line = about.facts[place] = fact.line()
    if line not in _FACTS:
        _remembered(_FACTS, line, fact, MANY_FACTS)
    return line


def read_fact(line: str) -> Fact:
    """A fact from its line on the slate; the inverse of `line`."""
    known = _FACTS.get(line)
    return _remembered(_FACTS, line, _read_fact(line), MANY_FACTS) if known is None else known


def is_fact_of(seat: int, line: str) -> bool:
    """Whether a line on the slate is of a seat's hand, which need not be read for that."""
    return ord(line[5]) == ord("1") + seat


def is_about(about: Slot, line: str) -> bool:
    """The same for what it is about."""
    if not about.ending:
        about.ending = f" of {about.text}"
    return line.endswith(about.ending)


def _read_fact(line: str) -> Fact:
    by, _, rest = line.removeprefix("seat ").partition(" has ")
    count, _, about = rest.partition(" of ")
    return Fact(int(count), slot(about), int(by) - 1)


@lru_cache(maxsize=1024)
def read_wish(text: str) -> Slot:
    """`wish 4*|*V`: what a player says to look for; it need not be sincere [R50].

    :raises BadSaying: if it is none.
    """
    return _one_slot(_parts(text, ("WISH",))["WISH"])


def facts_of(slots: list[Slot], by: int) -> list[Fact]:
    """All that is known of a hand with cards for some slots, each for one: as much as Hall's theorem needs."""
    one = slots[0]
    if len(slots) == 1:
        return [Fact(1, one, by)]
    other = slots[1]
    if one.text == other.text:
        return [Fact(2, one, by)]
    if not _are_few(one, other):
        return [Fact(1, one, by), Fact(1, other, by)]
    return [Fact(1, one, by), Fact(1, other, by), Fact(2, either_of(one, other), by)]


def _are_few(one: Slot, other: Slot) -> bool:
    """Whether the atoms of two slots fit into one."""
    if one.is_one_atom() and other.is_one_atom():  # the usual case
        return True
    return len(dict.fromkeys(f"{one.text}|{other.text}".split("|"))) <= MOST_ATOMS


# In which order messages count that arrive at the very same time

def precedence(seat: int, text: str) -> tuple[int, int]:
    """Commits by offer number, cancels, new offers and come-backs by seat, talk, and last who is done [R40]."""
    words = text.casefold().split()
    verb = words[0] if words else ""
    if verb == "commit":
        return 0, int(words[1]) if len(words) > 1 and is_number(words[1]) else 0
    if verb == "cancel":
        return 1, seat
    if verb in ("offer", "back"):
        return 2, seat
    return (4, seat) if verb == "done" else (3, seat)


# Reading

def is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < LONGEST_NUMBER


def _parts(text: str, keywords: tuple[str, ...]) -> dict[str, list[str]]:
    """The words after each keyword; the first keyword begins the text."""
    words = text.upper().split()
    if words[:1] != [keywords[0]]:
        raise BadSaying(f"it does not begin with {keywords[0].casefold()}")
    parts: dict[str, list[str]] = {}
    for word in words:
        if word in keywords:
            if word in parts:
                raise BadSaying(f"it says {word.casefold()} twice")
            parts[word] = []
            last = parts[word]
        else:
            last.append(word)
    return parts


def _slots(words: Sequence[str]) -> list[Slot]:
    return [slot(word) for word in words]


def _one_slot(words: Sequence[str]) -> Slot:
    if len(words) != 1:
        raise BadSaying("it says what the card may be, as in 7* or 4*|*V")
    return slot(words[0])


def _cards(words: Sequence[str]) -> list[Face]:
    cards = []
    for word in words:
        try:
            cards.append(face(word))
        except ValueError:
            raise BadSaying(f"{word} is no card") from None
    if len(set(cards)) != len(cards):
        raise BadSaying("it names a card twice")  # [R16]
    return cards


def _is_card(word: str) -> bool:
    try:
        face(word.upper())
    except ValueError:
        return False
    return True


def _audience(words: Sequence[str]) -> int:
    if words == ["ALL"]:
        return EVERYBODY_ELSE
    number = words[-1] if words and (len(words) == 1 or words[:-1] == ["SEAT"]) else ""
    if not is_number(number) or int(number) < 1:
        raise BadSaying("it is to all or to one seat, as in 'to seat 2'")
    return int(number) - 1


# What a trader may say

Held = tuple[int, int, int]  # a card as its holder sees it: face, current value, current domain


def numbers(cards: Sequence[Held]) -> list[tuple[int, int]]:
    """Values and domains, which is all that offers speak of [R14]."""
    return [(value, domain) for _, value, domain in cards]


def fitting_cards(cards: list[Held], slots: list[Slot]) -> list[list[Held]]:
    """The choices of cards that can be paired with some slots [R22]."""
    by_face = {card[0]: card for card in cards}
    return [[by_face[face] for face in faces] for faces in hand_of(cards).ways(slots)]


def hand_of(cards: list[Held]) -> "Hand":
    return Hand([card[0] for card in cards], [spot(value, domain) for _, value, domain in cards])


NO_CARDS: Final[list[Held]] = []  # shared, and never changed


class Hand:
    """Cards as their holder sees them, in the order of the deck.  It is a value, and decisions share it.

    Each card has a bit.  In a plain hand, of one deck and nothing changed, it is where the card is among the bits of a
    slot, and there are no lists before somebody looks at them; else it is the place of the card in the lists.
    """

    def __init__(self, faces: list[int], spots: list[int], bits: "i64" = 0, changes: "i64" = 0) -> None:
        self._faces = faces
        self._spots = spots  # by place: where the value and the domain of the card are among the bits of a slot
        self.bits: Final = bits  # these two are what it is remembered by
        self.changes: Final = changes
        self.is_plain: Final = bits != 0 and changes == 0
        self._cards: list[Held] = NO_CARDS  # not yet looked at

    @property
    def cards(self) -> list[Held]:
        if len(self._cards) < self.size():
            if self.is_plain:
                self._faces = self._spots = places_of(self.bits)
            self._cards = [
                (face, value_at(self._spots[place]), domain_at(self._spots[place]))
                for place, face in enumerate(self._faces)]
        return self._cards

    def size(self) -> "i64":
        return count_bits(self.bits) if self.is_plain else len(self._faces)

    def nth(self, number: "i64") -> "i64":
        """The bit of the card that so many come before."""
        one: i64 = 1
        return nth_bit(self.bits, number) if self.is_plain else one << number

    def face(self, bit: "i64") -> Face:
        place = place_of_bit(bit)
        return FACES[place if self.is_plain else self._faces[place]]

    def spot(self, bit: "i64") -> int:
        """Where the value and the domain of a card are among the bits of a slot."""
        place = place_of_bit(bit)
        return place if self.is_plain else self._spots[place]

    def spot_of(self, face: int) -> int:
        """The same by the face of the card, or -1 if it is not in the hand."""
        if self.is_plain:
            return face if face < DECK_SIZE and self.bits >> face & 1 else -1
        return self._spots[self._faces.index(face)] if face in self._faces else -1

    def ways(self, slots: list[Slot]) -> list[list[Face]]:
        """The choices of cards that can be paired with some slots [R22]."""
        return [self.way(slots, number) for number in range(self.count_ways(slots))]

    def count_ways(self, slots: list[Slot]) -> int:
        """How many they are."""
        first = self._fitting(slots[0])
        if len(slots) == 1:
            return count_bits(first)
        second = self._fitting(slots[1])
        count: i64 = 0
        left = first | second
        while left:
            one = left & -left
            count += count_bits(_partners(first, second, one))
            left ^= one
        return count

    def way(self, slots: list[Slot], number: int) -> list[Face]:
        """One of them."""
        first = self._fitting(slots[0])
        before: i64 = number
        if len(slots) == 1:
            return [self.face(nth_bit(first, before))]
        second = self._fitting(slots[1])
        left = first | second
        while left:
            one = left & -left
            partners = _partners(first, second, one)
            count = count_bits(partners)
            if before < count:
                return [self.face(one), self.face(nth_bit(partners, before))]
            before -= count
            left ^= one
        raise AssertionError("there are as many ways as were counted")

    def _fitting(self, wanted: Slot) -> "i64":
        """The bits of the cards that fit a slot."""
        if self.is_plain:
            return self.bits & wanted.bits
        found: i64 = 0
        bit: i64 = 1
        for each in self._spots:
            at: i64 = each
            if wanted.bits >> at & 1:
                found |= bit
            bit <<= 1
        return found


NOWHERE: Final = 52  # the spot of a wild card, and what comes after it: it fits nothing [R14]


def spot(value: int, domain: int) -> int:
    """Where a value and a domain are among the bits of a slot; the inverse of `value_at` and `domain_at`."""
    return 13 * domain + value - 14 if domain else NOWHERE


def value_at(spot: int) -> int:
    return spot % 13 + 1 if spot < NOWHERE else 0


def domain_at(spot: int) -> int:
    return spot // 13 + 1 if spot < NOWHERE else 0


def _partners(first: "i64", second: "i64", one: "i64") -> "i64":
    """Of the cards that fit two slots, those after one that can be paired with it [R22]."""
    found: i64 = 0
    if first & one:
        found = second
    if second & one:
        found |= first
    return found & -one & ~one


def count_bits(bits: "i64") -> "i64":
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def nth_bit(bits: "i64", number: "i64") -> "i64":
    """The bit that so many come before."""
    while number > 0:
        bits &= bits - 1
        number -= 1
    return bits & -bits


def place_of_bit(bit: "i64") -> "i64":
    return int(bit).bit_length() - 1


def places_of(bits: "i64") -> list[int]:
    found: list[int] = []
    while bits:
        lowest = bits & -bits
        found.append(place_of_bit(lowest))
        bits ^= lowest
    return found


NO_TALK: Final = 0
STRUCTURED: Final = 1
FREE: Final = 2
ONLY_PASS: Final[list[Choice]] = [PASS]  # shared, and never changed

SHORT_REQUESTS: Final = [*[f"{value}*" for value in range(1, 14)], "*K", "*S", "*T", "*V"]
PATIENCE: Final = 0.85  # how often who is done waits
EAGERNESS: Final = 0.35  # how often a commit is made that can be made
WEARINESS: Final = 0.45  # how often a turn is passed
CHATTINESS: Final = 0.08
CARELESSNESS: Final = 0.03  # how often wrong cards are put down


class Trade(Decision):
    """What a trader may say now, from what the trader sees: the own hand, offers, questions.

    Any sentence of the full grammar that the rules allow is in it, also a mistaken commit unless it is strict [R41].
    It lists and counts the plain words, true answers, the commits that satisfy [R44], and the *short offers*: one
    card, described exactly, to all, for one value or one domain.  It samples offers of all kinds; who is done had
    better wait.
    """

    def __init__(
        self, seat: int, verb: str, words: list[Choice], hand: Hand, commits: list[str], *, seats: int,
        offers: bool = False, talk: int = NO_TALK, questions: list[str] = NO_LINES, strict: bool = False,
        simple: bool = False, late: bool = False, private: bool = False,
    ) -> None:
        super().__init__(seat, verb, NOTHING)
        self.words: Final = words  # to pass; or done or back first, and cancel 3
        self._hand: Final = hand
        self.commits: Final = commits  # lines of the offers to which it may commit
        self.seats: Final = seats
        self.offers: Final = offers  # whether it may make one
        self.talk: Final = talk
        self.questions: Final = questions  # lines of those it may answer
        self.strict: Final = strict
        self.simple: Final = simple  # only exact descriptions, and one atom for each card wanted [V33]
        self.late: Final = late  # nothing is staged [V20]
        self.private: Final = private  # offers to one player are for these two alone [V19]

    @property
    def hand(self) -> list[Held]:
        return self._hand.cards

    def __contains__(self, choice: object) -> bool:
        if type(choice) is int:
            return choice in self.words
        if not isinstance(choice, str):
            return False
        try:
            return self.plain(choice) == choice
        except BadSaying:
            return False

    def plain(self, text: str) -> str:
        """A sentence in its plain form, which is the one that counts.

        :raises BadSaying: if it cannot be said now.
        """
        begin = text.split(None, 1)
        verb = begin[0].casefold() if begin else ""
        if verb == "offer":
            return self._plain_offer(text)
        if verb == "commit" and self.commits:
            return self._plain_commitment(text)
        if self.talk and verb in ("ask", "declare", "wish", "say"):
            return self._plain_talk(verb, text)
        words = text.split()
        if verb in ("yes", "no") and len(words) == 2:
            return self._plain_answer(verb, words[1])
        short = " ".join(words).casefold()
        if short and short in self.words:
            return short
        raise BadSaying("that cannot be said now")

    def _plain_offer(self, text: str) -> str:
        if not self.offers:
            raise BadSaying("no offer can be made now")  # [R20]
        said = read_proposal(text)
        if said.to == self.seat or said.to >= self.seats:
            raise BadSaying("an offer is to all or to one other player")  # [R13]
        if self.late:
            if said.cards:
                raise BadSaying("the cards are chosen when somebody commits: say only as what")  # [V20]
            if not fitting_cards(self.hand, said.gives):
                raise BadSaying("there are no such cards in the hand")
        else:
            spots = self._spots_of(said.cards)
            if not spots:
                raise BadSaying("an offer names its cards")
            if not said.gives:
                said = Proposal(said.cards, [EXACTLY[each] for each in spots], said.to, said.wants)
            for place, give in enumerate(said.gives):
                if not give.takes(spots[place]):
                    raise BadSaying("a description must be true")  # [R16]
        if self.simple and not said.is_simple():
            raise BadSaying("cards are described exactly, and wanted by one card, value or domain each")  # [V33]
        return said.text()

    def _plain_commitment(self, text: str) -> str:
        words = text.split()
        if len(words) == 2 and is_number(words[1]):
            said = Commitment(int(words[1]), [])  # the refusal says which cards are missing
        else:
            said = read_commitment(text)
        wanted = [offer for offer in self._open_offers() if offer.number == said.number]
        if not wanted:
            raise BadSaying(f"there is no open offer {said.number} to this player")  # [R43]
        offer = wanted[0]
        if not said.cards:
            raise BadSaying(self._what_is_missing(offer, said.cards))
        spots = self._spots_of(said.cards)
        if self.strict and (len(spots) != len(offer.wants) or not Hand(spots, spots).count_ways(offer.wants)):
            raise BadSaying(self._what_is_missing(offer, said.cards))
        return said.text()

    def _what_is_missing(self, offer: Offer, named: list[Face]) -> str:
        """Why some cards do not satisfy an offer, and what may be said instead: what binds must be said in full."""
        wanted = f"offer {offer.number} wants {listed(offer.wants)}"
        ways = self._hand.ways(offer.wants)
        if not ways:
            return f"{wanted}; the hand has no such card{'s' if len(offer.wants) > 1 else ''}"
        fuller = [way for way in ways if all([card in way for card in named])]
        example = Commitment(offer.number, (fuller or ways)[0]).text()
        if not fuller:
            return f"{wanted}, and {names_of(named)} will not do: say for example {example!r}"
        missing = [code(card) for card in sorted({card for way in fuller for card in way if card not in named})]
        besides = f" besides {names_of(named)}" if named else ""
        return f"{wanted}: name {' or '.join(missing)}{besides}, as in {example!r}"

    def _plain_talk(self, verb: str, text: str) -> str:
        if verb == "say":
            words = text.strip()[4:].strip()
            if self.talk != FREE or not words or len(words) > LONGEST or not words.isprintable():
                raise BadSaying(f"what is said freely has 1 to {LONGEST} letters, where talk is free")  # [V29]
            return f"say {words}"
        if verb == "ask":
            question = read_question(text)
            if question.to == self.seat or question.to >= self.seats:
                raise BadSaying("a question is to all or to one other player")
            return question.text()
        if verb == "declare":
            fact = read_declaration(text)
            if not fact.is_true_of(numbers(self.hand)):
                raise BadSaying("what is declared must be true")  # [R49]
            return fact.text()
        return f"wish {read_wish(text).text}"

    def _plain_answer(self, verb: str, number: str) -> str:
        for question in [read_asked(line) for line in self.questions]:
            if is_number(number) and question.number == int(number):
                if verb != self._answer_to(question):
                    raise BadSaying("an answer must be true")  # [R48]
                return f"{verb} {question.number}"
        raise BadSaying(f"there is no question {number} to answer")

    def _spots_of(self, faces: list[Face]) -> list[int]:
        """Where the values and domains of own cards are among the bits of a slot."""
        found = [self._hand.spot_of(face) for face in faces]
        for place, each in enumerate(found):
            if each < 0:
                raise BadSaying(f"{code(faces[place])} is not in the hand")  # [R16, R43]
            if each >= NOWHERE:
                raise BadSaying("a wild card cannot be traded")  # [R14, X20]
        return found

    def _answer_to(self, question: Question) -> str:
        return "yes" if Fact(1, question.about).is_true_of(numbers(self.hand)) else "no"

    def narrowed(self, offers: Sequence[int], questions: Sequence[int], may_offer: bool) -> "Trade":
        """The same for who knows only of some offers and questions yet, or is not to make an offer."""
        return Trade(
            self.seat, self.verb, self.words, self._hand,
            [line for line in self.commits if read_offer(line).number in offers], seats=self.seats,
            offers=self.offers and may_offer, talk=self.talk,
            questions=[line for line in self.questions if read_asked(line).number in questions], strict=self.strict,
            simple=self.simple, late=self.late, private=self.private)

    # What it lists.

    def satisfying(self) -> list[str]:
        """The commits that give what is wanted [R44]."""
        return [Commitment(offer.number, cards).text() for offer in self._open_offers()
                for cards in self._hand.ways(offer.wants)]

    def _open_offers(self) -> list[Offer]:
        return [read_offer(line) for line in self.commits]

    def answers(self) -> list[str]:
        asked = [read_asked(line) for line in self.questions]
        return [f"{self._answer_to(question)} {question.number}" for question in asked]

    def _short_gifts(self) -> list[str]:
        """What stands before the audience in a short offer."""
        if not self.offers:
            return []
        exact = [f"{value}{LETTERS[domain]}" for _, value, domain in self.hand]
        if self.late:
            return [f"offer as {each}" for each in dict.fromkeys(exact)]
        return [f"offer {code(card[0])} as {each}" for card, each in zip(self.hand, exact, strict=True)]

    def __iter__(self) -> Iterator[Choice]:
        found: list[Choice] = [*self.words, *self.answers(), *self.satisfying()]
        found += [f"{gift} to all for {want}" for gift in self._short_gifts() for want in SHORT_REQUESTS]
        return iter(found)

    def __len__(self) -> int:
        return (len(self.words) + len(self.questions) + len(self.satisfying())
                + len(self._short_gifts()) * len(SHORT_REQUESTS))

    # What it samples.

    def sample(self, rng: Random) -> Choice | None:
        luck = luck_of(rng)
        first = self.words[0]
        may_pass = isinstance(first, int)
        if isinstance(first, str) and first == "back" and luck() < PATIENCE:
            return None
        if self.commits:
            commit = self.sample_commit(luck) if luck() < EAGERNESS else ""
            if commit:
                return commit
            if not self.strict and luck() < CARELESSNESS:
                return self.sample_mistake(rng)
        if may_pass and (not self.offers or luck() < WEARINESS):
            return PASS
        if self.questions and luck() < EAGERNESS:
            return rng.choice(self.answers())
        if self.talk and luck() < CHATTINESS:
            return self.sample_talk(rng)
        if self.offers and (may_pass or luck() < 1 - WEARINESS):
            return self.sample_offer(rng)
        return rng.choice(self.words)

    def sample_offer(self, rng: Random) -> str:
        """One or two cards, described more or less exactly, to anybody, for anything."""
        luck = luck_of(rng)
        hand, simple = self._hand, self.simple
        one, other = self._sample_cards(luck)
        give = sample_description(luck, hand.spot(one), simple)
        gives = [give, sample_description(luck, hand.spot(other), simple)] if other else [give]
        others = self.seats - 1
        number = drawn(luck, 2 * others)  # to all as often as to one
        to = EVERYBODY_ELSE if number < others else (self.seat + 1 + number - others) % self.seats
        want = sample_slot(luck, 1 if simple else 3)
        wants = [want, sample_slot(luck, 1 if simple else 3)] if luck() < 0.5 else [want]
        said = Proposal([] if self.late else self._faces(one, other), gives, to, wants)
        _LATEST.proposal = said
        return said.text()

    def _sample_cards(self, luck: Luck) -> "tuple[i64, i64]":
        """One or two own cards, by their bits; the second is 0 if there is none."""
        count = self._hand.size()
        one = drawn(luck, count)
        first = self._hand.nth(one)
        if count == 1 or luck() < 0.5:
            return first, 0
        return first, self._hand.nth((one + 1 + drawn(luck, count - 1)) % count)

    def _faces(self, one: "i64", other: "i64") -> list[Face]:
        """Of the cards with these bits."""
        return [self._hand.face(one), self._hand.face(other)] if other else [self._hand.face(one)]

    def sample_commit(self, luck: Luck) -> str:
        """One of the commits that satisfy, or nothing if there is none."""
        ways = [self._hand.count_ways(read_offer(line).wants) for line in self.commits]
        count = 0
        for many in ways:
            count += many
        left = drawn(luck, count) if count else 0
        for number, many in enumerate(ways):
            if left < many:
                offer = read_offer(self.commits[number])
                return self._said(Commitment(offer.number, self._hand.way(offer.wants, left)))
            left -= many
        return ""

    def sample_mistake(self, rng: Random) -> str:
        """Any own cards, as when somebody did not look."""
        offer = read_offer(rng.choice(self.commits))
        one, other = self._sample_cards(luck_of(rng))
        return self._said(Commitment(offer.number, sorted(self._faces(one, other))))

    def _said(self, commitment: Commitment) -> str:
        _LATEST.commitment = commitment
        return commitment.text()

    def sample_talk(self, rng: Random) -> str:
        about = sample_slot(rng.random, 2)
        kind = rng.random()
        if kind < 0.4:
            others = [seat for seat in range(self.seats) if seat != self.seat]
            question = Question(rng.choice([EVERYBODY_ELSE, *others]), about)
            said = question.text()
            _remembered(_QUESTIONS, said, question)
            return said
        if kind < 0.8:
            count = self._hand.count_ways([about])
            fact = Fact(rng.randint(1, count) if count else 0, about)
            said = fact.text()
            _remembered(_DECLARATIONS, said, fact)
            return said
        return f"wish {about.text}"

    # What others read of it.

    def text(self, table: Table, side: int, choice: Choice) -> str:
        """Nobody else reads which cards are staged; committed cards only who knows them."""
        if isinstance(choice, int):
            return super().text(table, side, choice)
        own = table.side_of(self.seat)
        verb = choice.split()[0]
        if side == own or verb not in ("offer", "commit"):
            return choice
        if verb == "commit":
            said = read_commitment(choice)
            return said.text([self._name(table, own, side, card) for card in said.cards])
        offer = read_proposal(choice)
        if self.private and offer.to not in (EVERYBODY_ELSE, side):
            return f"offer {HIDDEN} to {audience(offer.to)}"
        return offer.text([HIDDEN] * len(offer.cards))

    def _name(self, table: Table, own: int, side: int, card: Face) -> str:
        back = table.find(card, table.game.words.hand, own)
        return HIDDEN if back == EMPTY else table.called(back, side)

    def faces(self, sentence: str) -> list[Face]:
        """What is given; as long as an offer leaves that open, the cards that are as it says."""
        verb, *words = sentence.split()
        if verb == "commit":
            names = words[1:]
        elif verb == "offer":
            names = words[:words.index("as")]
        else:
            return []
        if names:
            return [face(name) for name in names]
        gives = read_proposal(sentence).gives
        return [Face(card) for card, value, domain in self.hand if any(give.fits(value, domain) for give in gives)]

    def understood(self, table: Table, side: int, text: str) -> Choice | None:
        """Any sentence, however it is written; who is asked about one offer need not repeat its number."""
        try:
            return self.plain(self._with_number(text))
        except BadSaying:
            return None

    def _with_number(self, text: str) -> str:
        """A reply with the number of the offer that it replies to.  On the floor another may have come meanwhile."""
        if self.verb != "reply" or len(self.commits) != 1:
            return text
        words = text.split()
        cards = words[1:] if words and words[0].casefold() == "commit" else words
        names_cards = all([_is_card(word) for word in cards])
        return f"commit {read_offer(self.commits[0]).number} {' '.join(cards)}" if cards and names_cards else text

    def why_not(self, choice: Choice) -> str:
        if isinstance(choice, str):
            try:
                meant = self.plain(self._with_number(choice))
                return f"Seat {self.seat + 1} cannot choose {choice!r}: say {meant!r}."
            except BadSaying as fault:
                return f"Seat {self.seat + 1} cannot choose {choice!r}: {fault}."
        return super().why_not(choice)

    def is_binding(self) -> bool:
        return True


# Each value, each domain and each card: a value as likely as a domain or a card
ATOMS: Final = [*OF_VALUE * 4, *OF_DOMAIN * 13, *EXACTLY]
OPENNESS: Final = 0.2  # how often any card at all is wanted


class Source:
    """Where random choices come from.  Mostly it is the same as the last time, so its luck is looked up once."""

    def __init__(self, rng: Random) -> None:
        self.rng: Final = rng
        self.luck: Final[Luck] = rng.random


_LAST_SOURCE: Final = [Source(Random(0))]


def luck_of(rng: Random) -> Luck:
    """Its `random`, which takes as long to look up as to call."""
    last = _LAST_SOURCE[0]
    if last.rng is not rng:
        last = _LAST_SOURCE[0] = Source(rng)
    return last.luck


def drawn(luck: Luck, count: int) -> int:
    """A number below so many.  This is what `randrange` does, in a fraction of its time."""
    return int(luck() * count)


def sample_description(luck: Luck, spot: int, simple: bool) -> Slot:
    """What is true of a card, more or less exactly."""
    number = 0 if simple else drawn(luck, 4)
    if number == 0:
        return EXACTLY[spot]
    if number == 1:
        return OF_VALUE[spot % 13]
    return OF_DOMAIN[spot // 13] if number == 2 else ANY_CARD


def sample_slot(luck: Luck, most: int) -> Slot:
    """Any card at all now and then, else one to so many values, domains and cards."""
    if luck() < OPENNESS:
        return ANY_CARD
    found = ATOMS[drawn(luck, len(ATOMS))]
    for _ in range(drawn(luck, most)):
        found = either_of(found, ATOMS[drawn(luck, len(ATOMS))])
    return found
