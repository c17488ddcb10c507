"""What answers to guesses tell of a hidden row of cards: counted, drawn and weighed, never listed.

The numbers in brackets are clauses of Cyber Defense.  A *candidate* gives every hidden position of the row a card
[R116].  Values touch each other only through which positions they fill, and of six positions there are no more
than 64 sets; so thirteen steps over these sets count two thousand million candidates.

Positions are counted from one, as people do; *places* are the hidden positions, from zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from techdeck.cards import LETTERS, Face

VALUES: Final = 13
SUITED: Final = (1 << 52) - 1  # all cards that can be a digit, a bit for each face
DOMAIN_BITS: Final = [1, 2, 4, 8]
MOST_OF_A_VALUE: Final = 4
ANY_NUMBER: Final = -1
HIDDEN: Final = -1
REVEALED: Final = "revealed"

Guess = tuple[int, int, int]  # position, value, and the domain if the digit is upgraded, else 0 [R90]
Answer = tuple[int, bool, bool, bool]  # how many, hit, sideways, flip [R100]

SUBSETS: Final = [[part for part in range(places + 1) if part & ~places == 0] for places in range(64)]


@dataclass(frozen=True)
class Style:
    """How guesses are answered, as far as options change it [V12 to V14]."""

    counts_revealed: bool = True  # the number is of all digits, not of hidden ones only
    turns_for_value: bool = False  # an upgraded digit with the right value turns sideways too
    flips_without_value: bool = True  # even if no digit has the value


def answered(style: Style, number: int, domain: int, is_value: bool, is_domain: bool) -> Answer:
    """The answer when so many digits have the value: whether value and domain of the digit are right [R95 to R99]."""
    is_hit = is_value and (is_domain or not domain)
    is_sideways = number > 0 and (not is_value or (style.turns_for_value and not is_hit))
    is_flip = domain > 0 and is_domain and not is_value and (number > 0 or style.flips_without_value)
    return number, is_hit, is_sideways, is_flip


def answer_for(style: Style, guess: Guess, number: int, face: int) -> Answer:
    """The same for the card that the digit is."""
    _, value, domain = guess
    return answered(style, number, domain, face % VALUES + 1 == value, face // VALUES + 1 == domain)


def fitting(style: Style, guess: Guess, answer: Answer) -> int:
    """The cards that the digit can be after an answer [R114, R115]; it is always counted itself."""
    cards = sum([1 << face for face in range(52) if answer_for(style, guess, answer[0], face) == answer])
    return cards if answer[0] else cards & ~of_value(guess[1])


def of_value(value: int) -> int:
    """The four cards of a value."""
    return sum([1 << VALUES * domain + value - 1 for domain in range(4)])


# How people write guesses and answers.

def write_guess(guess: Guess) -> str:
    """3@1, 9K@2"""
    position, value, domain = guess
    return f"{value}{LETTERS[domain] if domain else ''}@{position}"


def write(guess: Guess, answer: Answer) -> str:
    """3@1 n=2 sideways"""
    number, is_hit, is_sideways, is_flip = answer
    line = f"{write_guess(guess)} n={number}"
    for word, is_so in (("hit", is_hit), ("sideways", is_sideways), ("flip", is_flip)):
        if is_so:
            line += f" {word}"
    return line


def read(line: str) -> tuple[Guess, Answer]:
    """The inverse of `write`.

    :raises ValueError: if it is no answer.
    """
    what, number, *events = line.split()
    named, _, position = what.partition("@")
    domain = max(0, LETTERS.find(named[-1:]))
    guess = int(position), int(named[:-1] if domain else named), domain
    return guess, (int(number.removeprefix("n=")), "hit" in events, "sideways" in events, "flip" in events)


# Counting

_injections: Final[dict[int, int]] = {1: 1}  # by the domains that each of some places allows, packed below a one


def injections(packed: int) -> int:
    """The ways to give each of some places a domain of its own."""
    known = _injections.get(packed)
    if known is None:
        first, rest = packed & 15, packed >> 4
        known = 0
        for bit in DOMAIN_BITS:
            if first & bit:
                left, others, shift = rest, 0, 0
                while left > 1:
                    others |= (left & 15 & ~bit) << shift
                    left >>= 4
                    shift += 4
                known += injections(others | 1 << shift)
        _injections[packed] = known
    return known


class Filling:
    """All ways to fill the hidden places.

    `masks` has, by place and value, a bit for each domain allowed there; `totals` by value how many places have it,
    or any number.
    """

    def __init__(self, masks: list[list[int]], totals: list[int]) -> None:
        self.masks: Final = masks
        self.totals: Final = totals
        self.all: Final = (1 << len(masks)) - 1
        self.ways: Final = [self._ways(value) for value in range(VALUES + 1)]
        self.above: Final = self._chained(list(range(VALUES, 0, -1)))
        self.count: Final = self.above[0][self.all]
        self._exact: list[list[int]] = []

    def ways_at(self, value: int, places: int, taken: int = 0) -> int:
        """The ways to give a value to some places, without the domains already taken."""
        packed = 1
        for place, masks in enumerate(self.masks):
            if places >> place & 1:
                packed = packed << 4 | (masks[value] & ~taken)
        return injections(packed)

    def _ways(self, value: int) -> list[tuple[int, int]]:
        """The sets of places that can have a value and no others, each with the number of ways."""
        total = self.totals[value]
        open_places = 0
        for place, masks in enumerate(self.masks):
            if masks[value]:
                open_places |= 1 << place
        found = []
        for places in SUBSETS[open_places]:
            size = places.bit_count()
            if size == total or (total == ANY_NUMBER and size <= MOST_OF_A_VALUE):
                ways = self.ways_at(value, places)
                if ways:
                    found.append((places, ways))
        return found

    def _chained(self, values: list[int]) -> list[list[int]]:
        """By value and set of places: the ways to fill these with the values that come before it in a list.

        What all values together can do stands last: at 0 or after the highest.
        """
        filled = [0] * (self.all + 1)
        filled[0] = 1
        table = [filled] * (VALUES + 2)
        for value in values:
            table[value] = filled
            following = [0] * (self.all + 1)
            for places, ways in self.ways[value]:
                for others in SUBSETS[self.all ^ places]:
                    count = filled[others]
                    if count:
                        following[places | others] += ways * count
            filled = following
        table[0 if values[0] == VALUES else VALUES + 1] = filled
        return table

    def exact(self) -> list[list[int]]:
        """By value and set of places: how many candidates have the value there and nowhere else."""
        if not self._exact:
            below = self._chained(list(range(1, VALUES + 1)))
            found = [[0] * (self.all + 1) for _ in range(VALUES + 1)]
            for value in range(1, VALUES + 1):
                lower, higher = below[value], self.above[value]
                for places, ways in self.ways[value]:
                    rest = self.all ^ places
                    fillings = 0
                    for others in SUBSETS[rest]:
                        fillings += lower[others] * higher[rest ^ others]
                    found[value][places] = ways * fillings
            self._exact = found
        return self._exact

    def with_domain(self, place: int, domain: int) -> "Filling":
        """Those that have a domain, from 0, at a place."""
        bit = DOMAIN_BITS[domain]
        narrowed = [[mask & bit for mask in masks] if n == place else masks for n, masks in enumerate(self.masks)]
        return Filling(narrowed, self.totals)

    def draw(self, rng: Random) -> list[Face]:
        """A candidate by place, each with the same chance."""
        chosen = [Face(HIDDEN)] * len(self.masks)
        rest = self.all
        left = self.count
        for value in range(1, VALUES + 1):
            number = rng.randrange(left)
            for places, ways in self.ways[value]:
                if places & ~rest == 0:
                    left = self.above[value][rest ^ places]
                    number -= ways * left
                    if number < 0:
                        self._deal(value, places, rng, chosen)
                        rest ^= places
                        break
        return chosen

    def _deal(self, value: int, places: int, rng: Random, chosen: list[Face]) -> None:
        """Draw the domains of the cards of one value."""
        taken = 0
        while places:
            place = (places & -places).bit_length() - 1
            places ^= 1 << place
            free = self.masks[place][value] & ~taken
            ways = [self.ways_at(value, places, taken | bit) if free & bit else 0 for bit in DOMAIN_BITS]
            number = rng.randrange(sum(ways))
            for domain, count in enumerate(ways):
                number -= count
                if number < 0:
                    chosen[place] = Face(VALUES * domain + value - 1)
                    taken |= DOMAIN_BITS[domain]
                    break

    def cards(self, place: int) -> dict[Face, int]:
        """The cards that can be at a place, each with the number of candidates that have it there."""
        found: dict[Face, int] = {}
        for value in range(1, VALUES + 1):
            for places, ways in self.ways[value]:
                if places >> place & 1:
                    fillings = self.exact()[value][places] // ways
                    for domain, bit in enumerate(DOMAIN_BITS):
                        if fillings and self.masks[place][value] & bit:
                            face = Face(VALUES * domain + value - 1)
                            others = self.ways_at(value, places ^ 1 << place, bit)
                            found[face] = found.get(face, 0) + fillings * others
        return {face: count for face, count in found.items() if count}


class Knowledge:
    """All that is known of a hidden row: which cards each hidden position allows, and how many have each value.

    It is a value: it never changes, and what follows from an answer is another one.
    """

    def __init__(
        self, style: Style, positions: tuple[int, ...], allowed: tuple[int, ...], upgraded: tuple[bool, ...],
        totals: tuple[int, ...], revealed: tuple[int, ...],
    ) -> None:
        self.style: Final = style
        self.positions: Final = positions  # the hidden ones
        self.allowed: Final = allowed  # by place: the cards that may be there, a bit for each face
        self.upgraded: Final = upgraded  # by place: whether a guess names a domain as well
        self.totals: Final = totals  # by value: how many hidden digits have it, or any number
        self.revealed: Final = revealed  # by value: how many revealed digits have it
        self._filling: Filling | None = None

    def filling(self) -> Filling:
        """Made when it is needed."""
        if self._filling is None:
            masks = [[0, *[_domains(cards, value) for value in range(1, VALUES + 1)]] for cards in self.allowed]
            self._filling = Filling(masks, list(self.totals))
        return self._filling

    @property
    def count(self) -> int:
        """How many candidates there are [R116]."""
        return self.filling().count

    def allows(self, faces: Sequence[int]) -> bool:
        """Whether these cards, by place, are a candidate."""
        counts = [0] * (VALUES + 1)
        for cards, face in zip(self.allowed, faces, strict=True):
            if not cards >> face & 1:
                return False
            counts[face % VALUES + 1] += 1
        return (len(set(faces)) == len(faces)
                and all(total in (ANY_NUMBER, count) for total, count in zip(self.totals, counts, strict=True)))

    def sample(self, rng: Random) -> list[Face]:
        """A candidate by place, all equally likely [R117]."""
        return self.filling().draw(rng)

    def allowed_at(self, position: int) -> int:
        """The cards that may be at a hidden position, a bit for each face, whatever lies elsewhere."""
        return self.allowed[self.positions.index(position)]

    def cards(self, position: int) -> dict[Face, int]:
        """The cards that can be at a hidden position, each with the number of candidates that have it there."""
        return self.filling().cards(self.positions.index(position))

    def guesses(self) -> list[Guess]:
        """All legal ones [R90, R91]."""
        return [(position, value, domain) for position, needs_domain in zip(self.positions, self.upgraded, strict=True)
                for domain in (range(1, 5) if needs_domain else (0,)) for value in range(1, VALUES + 1)]

    def answers(self) -> dict[Guess, dict[Answer, int]]:
        """For every legal guess the answers that it can get, each with the number of candidates that give it."""
        found: dict[Guess, dict[Answer, int]] = {}
        exact = self.filling().exact()
        for place, position in enumerate(self.positions):
            if self.upgraded[place]:
                for domain in range(4):
                    suited = self.filling().with_domain(place, domain).exact()
                    for value in range(1, VALUES + 1):
                        found[position, value, domain + 1] = self._weighed(place, value, domain + 1, exact, suited)
            else:
                for value in range(1, VALUES + 1):
                    found[position, value, 0] = self._weighed(place, value, 0, exact, exact)
        return found

    def _weighed(
        self, place: int, value: int, domain: int, exact: list[list[int]], suited: list[list[int]],
    ) -> dict[Answer, int]:
        """`suited` are the candidates in which the domain is right; without a domain they are not looked at."""
        right, only_value, only_domain, neither = [[0] * (MOST_OF_A_VALUE + 1) for _ in range(4)]
        for places, _ in self.filling().ways[value]:
            size, count = places.bit_count(), exact[value][places]
            fitting_domain = suited[value][places] if domain else 0
            if places >> place & 1:
                right[size] += fitting_domain
                only_value[size] += count - fitting_domain
            else:
                only_domain[size] += fitting_domain
                neither[size] += count - fitting_domain
        found: dict[Answer, int] = {}
        seen = self.revealed[value] if self.style.counts_revealed else 0
        for counts, is_value, is_domain in (
            (right, True, True), (only_value, True, False), (only_domain, False, True), (neither, False, False),
        ):
            for size, count in enumerate(counts):
                if count:
                    answer = answered(self.style, seen + size, domain, is_value, is_domain)
                    found[answer] = found.get(answer, 0) + count
        return found

    def hit_chances(self) -> dict[Guess, float]:
        """How likely each legal guess is to reveal its digit, all candidates being equally likely."""
        return {guess: sum(count for answer, count in answers.items() if answer[1]) / self.count
                for guess, answers in self.answers().items()}

    def after(self, guess: Guess, answer: Answer) -> "Knowledge":
        """What is known after an answer; a digit that is hit is still to be shown (`showing`)."""
        position, value, _ = guess
        place = self.positions.index(position)
        total = answer[0] - (self.revealed[value] if self.style.counts_revealed else 0)
        allowed = _changed(self.allowed, place, self.allowed[place] & fitting(self.style, guess, answer))
        totals = _changed(self.totals, value, total)
        return Knowledge(self.style, self.positions, allowed, self.upgraded, totals, self.revealed)

    def showing(self, position: int, face: int) -> "Knowledge":
        """What is known after a digit was revealed."""
        place = self.positions.index(position)
        value = face % VALUES + 1
        total = self.totals[value]
        return Knowledge(
            self.style, _without(self.positions, place),
            tuple([cards & ~(1 << face) for cards in _without(self.allowed, place)]),
            self.upgraded[:place] + self.upgraded[place + 1:],
            _changed(self.totals, value, total if total == ANY_NUMBER else total - 1),
            _changed(self.revealed, value, self.revealed[value] + 1),
        )


def _domains(cards: int, value: int) -> int:
    """Of some cards those of a value, as a bit for each domain."""
    found = 0
    for domain, bit in enumerate(DOMAIN_BITS):
        if cards >> VALUES * domain + value - 1 & 1:
            found |= bit
    return found


def _changed(numbers: tuple[int, ...], at: int, number: int) -> tuple[int, ...]:
    return (*numbers[:at], number, *numbers[at + 1:])


def _without(numbers: tuple[int, ...], at: int) -> tuple[int, ...]:
    return numbers[:at] + numbers[at + 1:]


def knowledge(
    style: Style, row: tuple[int, ...], allowed: tuple[int, ...], upgraded: tuple[bool, ...], answers: tuple[str, ...],
) -> Knowledge:
    """What the row, as far as it is revealed, and all answers tell.

    `row` has a face or HIDDEN for each position, `allowed` the cards that may be there for all that was seen
    elsewhere [R112]; a line of `answers` is an answer, or says that a position was revealed without one.
    """
    fits = list(allowed)
    totals = [ANY_NUMBER] * (VALUES + 1)
    shown: list[int] = []  # positions, in the order they were revealed
    for line in answers:
        if line.endswith(REVEALED):
            shown.append(int(line.split()[0]))
            continue
        guess, answer = read(line)
        position, value, _ = guess
        fits[position - 1] &= fitting(style, guess, answer)
        totals[value] = answer[0]  # of all six; it never changes [R111]
        if not style.counts_revealed:
            totals[value] += sum(1 for other in shown if row[other - 1] % VALUES + 1 == value)
        if answer[1]:
            shown.append(position)
    hidden = [place for place, face in enumerate(row) if face == HIDDEN]
    revealed = [0] * (VALUES + 1)
    for face in row:
        if face != HIDDEN:
            revealed[face % VALUES + 1] += 1
    return Knowledge(
        style, tuple([place + 1 for place in hidden]), tuple([fits[place] for place in hidden]),
        tuple([upgraded[place] for place in hidden]),
        tuple([total if total == ANY_NUMBER else total - revealed[value] for value, total in enumerate(totals)]),
        tuple(revealed),
    )
