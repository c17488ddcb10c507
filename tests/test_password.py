"""What answers tell of a password, against plain listing; and the worked example CD-W19."""

from collections import Counter
from itertools import permutations, product
from math import perm
from random import Random

import pytest

from techdeck.cards import code, face
from techdeck.password import (
    ANY_NUMBER,
    SUITED,
    Answer,
    Guess,
    Knowledge,
    Style,
    answer_for,
    injections,
    knowledge,
    read,
    write,
    write_guess,
)

STYLES = [Style(*flags) for flags in product((True, False), repeat=3)]
Row = tuple[int, ...]


def bits(cards: str) -> int:
    return sum(1 << face(word) for word in cards.split())


def value_of(number: int) -> int:
    return number % 13 + 1


# A row of cards that is guessed at, and the same counted by listing.

class Asked:
    """A true row, some guesses at it, and what they revealed: like the game, but on its own."""

    def __init__(self, rng: Random, style: Style, size: int, unseen: int) -> None:
        self.style = style
        self.unseen = rng.sample(range(52), unseen)
        self.true: Row = tuple(rng.sample(self.unseen, size))
        self.upgraded = [False] * size
        self.shown = [False] * size
        self.lines: list[str] = []

    def hidden(self) -> list[int]:
        return [place for place, is_shown in enumerate(self.shown) if not is_shown]

    def ask(self, guess: Guess) -> None:
        place = guess[0] - 1
        answer = answer_for(self.style, guess, self.number(self.true, self.shown, guess[1]), self.true[place])
        self.lines.append(write(guess, answer))
        if answer[1]:
            self.shown[place] = True

    def number(self, row: Row, shown: list[bool], value: int) -> int:
        """[R93, V12]"""
        counted = [number for number, is_shown in zip(row, shown, strict=True)
                   if self.style.counts_revealed or not is_shown]
        return sum(value_of(number) == value for number in counted)

    def reveal(self, place: int) -> None:
        self.lines.append(f"{place + 1} revealed")
        self.shown[place] = True

    def known(self) -> Knowledge:
        row = tuple(number if is_shown else -1 for number, is_shown in zip(self.true, self.shown, strict=True))
        free = sum(1 << number for number in self.unseen if number not in row)
        return knowledge(self.style, row, (free,) * len(row), tuple(self.upgraded), tuple(self.lines))

    def candidates(self) -> list[Row]:
        """By trying every row of unseen cards: would it have been answered and shown in the same way?"""
        fixed = [number if is_shown else -1 for number, is_shown in zip(self.true, self.shown, strict=True)]
        free = [number for number in self.unseen if number not in fixed]
        found = []
        for chosen in permutations(free, len(self.hidden())):
            row = list(fixed)
            for place, number in zip(self.hidden(), chosen, strict=True):
                row[place] = number
            if self.would_say(tuple(row)):
                found.append(tuple(row))
        return found

    def would_say(self, row: Row) -> bool:
        shown = [False] * len(row)
        for line in self.lines:
            if line.endswith("revealed"):
                shown[int(line.split()[0]) - 1] = True
                continue
            guess, answer = read(line)
            if answer_for(self.style, guess, self.number(row, shown, guess[1]), row[guess[0] - 1]) != answer:
                return False
            if answer[1]:
                shown[guess[0] - 1] = True
        return True


def asked_at_random(seed: int, size: int, unseen: int, steps: int) -> Asked:
    rng = Random(seed)
    asked = Asked(rng, STYLES[seed % len(STYLES)], size, unseen)
    values = [value_of(number) for number in asked.unseen]
    for _ in range(steps):
        if len(asked.hidden()) < 2:
            break
        place = rng.choice(asked.hidden())
        event = rng.random()
        if event < 0.1:
            asked.reveal(place)
        elif event < 0.35:
            asked.upgraded[place] = True
        else:
            value = rng.choice(values) if rng.random() < 0.8 else rng.randrange(1, 14)
            asked.ask((place + 1, value, rng.randrange(1, 5) if asked.upgraded[place] else 0))
    return asked


CASES = [(seed, size, unseen) for seed in range(64) for size, unseen in [(2 + seed % 3, 7 + seed % 4)]]
CASES += [(seed, 6, 7) for seed in range(64, 80)] + [(seed, 3, 16) for seed in range(80, 96)]


@pytest.fixture(params=CASES, ids=str)
def asked(request: pytest.FixtureRequest) -> Asked:
    seed, size, unseen = request.param
    return asked_at_random(seed, size, unseen, 7)


def of_hidden(asked: Asked) -> list[Row]:
    return [tuple(row[place] for place in asked.hidden()) for row in asked.candidates()]


def test_candidates_are_counted_as_listing_counts_them(asked: Asked) -> None:
    assert asked.known().count == len(asked.candidates()) > 0


def test_a_row_is_allowed_exactly_if_listing_finds_it(asked: Asked) -> None:
    known, listed = asked.known(), set(of_hidden(asked))
    free = [number for number in asked.unseen if not any(
        is_shown and true == number for is_shown, true in zip(asked.shown, asked.true, strict=True))]
    for row in list(permutations(free, len(asked.hidden())))[:2000]:
        assert known.allows(row) == (row in listed)


def test_cards_by_position_are_those_of_the_listed_rows(asked: Asked) -> None:
    known, listed = asked.known(), asked.candidates()
    assert known.positions == tuple(place + 1 for place in asked.hidden())
    for position in known.positions:
        assert known.cards(position) == Counter(row[position - 1] for row in listed)


def test_answers_to_every_legal_guess_are_weighed_as_listing_weighs_them(asked: Asked) -> None:
    known, listed = asked.known(), asked.candidates()
    answers = known.answers()
    assert list(answers) == known.guesses()
    for place in asked.hidden():
        domains = range(1, 5) if asked.upgraded[place] else [0]
        for value, domain in product(range(1, 14), domains):
            guess = place + 1, value, domain
            expected = Counter(answer_for(asked.style, guess, asked.number(row, asked.shown, value), row[place])
                               for row in listed)
            assert answers.pop(guess) == expected
    assert not answers


def test_hit_chances_are_those_of_the_listed_rows(asked: Asked) -> None:
    known, listed = asked.known(), asked.candidates()
    for (position, value, domain), chance in known.hit_chances().items():
        hits = sum(value_of(row[position - 1]) == value and domain in (0, row[position - 1] // 13 + 1)
                   for row in listed)
        assert chance == hits / len(listed)


def test_a_sample_is_a_candidate_and_each_is_as_likely(asked: Asked) -> None:
    known, listed = asked.known(), of_hidden(asked)
    rng = Random(1)
    if len(listed) > 60:
        assert all(tuple(known.sample(rng)) in listed for _ in range(100))
        return
    met = Counter(tuple(known.sample(rng)) for _ in range(40 * len(listed)))
    assert set(met) == set(listed)
    square = sum((count - 40) ** 2 / 40 for count in met.values())
    freedom = max(1, len(listed) - 1)
    assert square <= freedom * (1 - 2 / (9 * freedom) + 3.72 * (2 / (9 * freedom)) ** 0.5) ** 3 or len(listed) == 1


def test_what_follows_from_an_answer_is_what_is_known_after_it(asked: Asked) -> None:
    """Derived from the knowledge before it, or built anew from all answers."""
    rng = Random(str(asked.true))
    place = rng.choice(asked.hidden())
    guess = place + 1, value_of(rng.choice(asked.unseen)), rng.randrange(1, 5) if asked.upgraded[place] else 0
    answer = answer_for(asked.style, guess, asked.number(asked.true, asked.shown, guess[1]), asked.true[place])
    before = asked.known()
    derived = before.after(guess, answer)
    assert derived.count == before.answers()[guess][answer]
    if answer[1]:
        assert sum(derived.showing(place + 1, number).count for number in derived.cards(place + 1)) == derived.count
        derived = derived.showing(place + 1, asked.true[place])
    asked.ask(guess)
    anew = asked.known()
    assert derived.count == anew.count == len(asked.candidates())
    assert (derived.positions, derived.totals, derived.revealed) == (anew.positions, anew.totals, anew.revealed)
    assert derived.answers() == anew.answers()


def test_knowledge_does_not_change(asked: Asked) -> None:
    known = asked.known()
    before = known.answers()
    guess = known.guesses()[0]
    for answer in before[guess]:
        known.after(guess, answer).answers()
    known.showing(known.positions[0], next(iter(known.cards(known.positions[0]))))
    assert known.answers() == before


# Sizes and pieces

def test_a_row_of_nothing_known_has_as_many_candidates_as_the_rulebook_says() -> None:
    """CD-R119: 38 unseen cards, six digits."""
    unseen = bits(" ".join(code(number) for number in range(38)))
    known = knowledge(Style(), (-1,) * 6, (unseen,) * 6, (False,) * 6, ())
    assert known.count == perm(38, 6) == 1_987_690_320
    assert len(known.guesses()) == 78
    assert all(sum(answers.values()) == known.count for answers in known.answers().values())


def test_positions_may_allow_different_cards() -> None:
    known = Knowledge(Style(), (2, 5), (bits("4K 9S"), bits("9S 9V")), (False, True), (ANY_NUMBER,) * 14, (0,) * 14)
    rows = [tuple(known.sample(Random(seed))) for seed in range(50)]
    assert set(rows) == {(face("4K"), face("9S")), (face("4K"), face("9V")), (face("9S"), face("9V"))}
    assert known.count == 3


def test_a_contradiction_has_no_candidates() -> None:
    known = knowledge(Style(), (-1, -1), (SUITED, SUITED), (False, False), ("3@1 n=2 sideways",))
    assert known.count == 0
    assert all(not answers for answers in known.answers().values())


@pytest.mark.parametrize("masks", [*product(range(0, 16, 5), repeat=3), (15,) * 4, (7, 15, 1, 9), (15,) * 5])
def test_ways_to_give_each_place_a_domain_of_its_own(masks: tuple[int, ...]) -> None:
    packed = 1
    for mask in masks:
        packed = packed << 4 | mask
    listed = [domains for domains in product(range(4), repeat=len(masks)) if len(set(domains)) == len(domains)
              and all(mask >> domain & 1 for mask, domain in zip(masks, domains, strict=True))]
    assert injections(packed) == len(listed)


@pytest.mark.parametrize(("line", "guess", "answer"), [
    ("3@1 n=2 sideways", (1, 3, 0), (2, False, True, False)),
    ("13@6 n=0", (6, 13, 0), (0, False, False, False)),
    ("2@5 n=1 hit", (5, 2, 0), (1, True, False, False)),
    ("9K@2 n=1 hit", (2, 9, 1), (1, True, False, False)),
    ("10S@2 n=1", (2, 10, 2), (1, False, False, False)),
    ("5T@2 n=2 sideways flip", (2, 5, 3), (2, False, True, True)),
    ("13V@4 n=0 flip", (4, 13, 4), (0, False, False, True)),
])
def test_answers_are_written_and_read(line: str, guess: Guess, answer: Answer) -> None:
    assert write(guess, answer) == line
    assert read(line) == (guess, answer)
    assert write_guess(guess) == line.split()[0]


# How a guess is answered

@pytest.mark.parametrize(("guess", "number", "expected"), [  # CD-W13: the digit is 9K
    ("9K@2", 1, "9K@2 n=1 hit"), ("9V@2", 1, "9V@2 n=1"), ("5K@2", 2, "5K@2 n=2 sideways flip"),
    ("5T@2", 2, "5T@2 n=2 sideways"), ("13K@2", 0, "13K@2 n=0 flip"), ("13S@2", 0, "13S@2 n=0"),
])
def test_an_upgraded_digit_is_answered_as_in_the_worked_example(guess: str, number: int, expected: str) -> None:
    named, _ = read(f"{guess} n=0")
    assert write(named, answer_for(Style(), named, number, face("9K"))) == expected


@pytest.mark.parametrize(("style", "guess", "number", "expected"), [
    (Style(turns_for_value=True), "9V@2", 1, "9V@2 n=1 sideways"),  # CD-V13
    (Style(turns_for_value=True), "9K@2", 1, "9K@2 n=1 hit"),
    (Style(turns_for_value=True), "9@2", 1, "9@2 n=1 hit"),
    (Style(flips_without_value=False), "13K@2", 0, "13K@2 n=0"),  # CD-V14
    (Style(flips_without_value=False), "5K@2", 1, "5K@2 n=1 sideways flip"),
    (Style(counts_revealed=False), "3@2", 0, "3@2 n=0"),  # CD-V12, CD-W14
    (Style(), "3@2", 1, "3@2 n=1 sideways"),
])
def test_options_change_answers(style: Style, guess: str, number: int, expected: str) -> None:
    named, _ = read(f"{guess} n=0")
    assert write(named, answer_for(style, named, number, face("9K"))) == expected


# CD-W19

SHOWN = {1: "7S", 3: "3V", 4: "13K", 6: "10T"}
UNSEEN = bits("4K 4T 9S 9V 12K")


def example(upgraded: tuple[int, ...], *answers: str) -> Knowledge:
    row = tuple(face(SHOWN[position]) if position in SHOWN else -1 for position in range(1, 7))
    return knowledge(
        Style(), row, (UNSEEN,) * 6, tuple(position in upgraded for position in range(1, 7)), answers)


found_before: dict[object, int] = {}


def best_chance(known: Knowledge, guesses: int) -> tuple[int, int]:
    """The most candidates that can be cracked with so many guesses, and how many there are; by trying everything."""
    if guesses < len(known.positions):
        return 0, known.count
    key = known.positions, known.allowed, known.upgraded, known.totals, guesses
    if key not in found_before:
        found_before[key] = most_cracked(known, guesses) if known.positions else 1
    return found_before[key], known.count


def most_cracked(known: Knowledge, guesses: int) -> int:
    best = 0
    for guess, answers in known.answers().items():
        cracked = 0
        for answer in answers:
            following = known.after(guess, answer)
            if answer[1]:
                shown = [following.showing(guess[0], number) for number in following.cards(guess[0])]
                cracked += sum(best_chance(each, guesses - 1)[0] for each in shown)
            elif answers[answer] < known.count:  # else nothing was learned
                cracked += best_chance(following, guesses - 1)[0]
        best = max(best, cracked)
        if best == known.count:
            break
    return best


def test_cd_w19_candidates_before_and_after_the_guess() -> None:
    assert example(()).count == 20
    known = example((), "9@2 n=1 sideways")
    assert known.count == 6
    assert {code(number) for number in known.cards(2)} == {"4K", "4T", "12K"}
    assert {code(number): count for number, count in known.cards(5).items()} == {"9S": 3, "9V": 3}
    assert known.totals[9] == 1
    assert known.answers()[2, 4, 0] == {(1, True, False, False): 4, (0, False, False, False): 2}


@pytest.mark.parametrize(("upgraded", "guesses", "numerator", "denominator"), [
    ((), 1, 0, 1), ((), 2, 2, 3), ((), 3, 1, 1),
    ((5,), 2, 1, 3), ((5,), 3, 1, 1),
    ((2,), 2, 1, 3), ((2,), 3, 1, 1),
    ((2, 5), 2, 1, 6), ((2, 5), 3, 2, 3), ((2, 5), 4, 1, 1),
])
def test_cd_w19_best_chance_to_crack_from_six_candidates(
    upgraded: tuple[int, ...], guesses: int, numerator: int, denominator: int,
) -> None:
    cracked, count = best_chance(example(upgraded, "9@2 n=1 sideways"), guesses)
    assert count == 6
    assert cracked * denominator == numerator * count


@pytest.mark.parametrize(("guesses", "numerator", "denominator"), [(2, 3, 10), (3, 4, 5), (4, 1, 1)])
def test_cd_w19_best_chance_to_crack_from_twenty_candidates(guesses: int, numerator: int, denominator: int) -> None:
    cracked, count = best_chance(example(()), guesses)
    assert count == 20
    assert cracked * denominator == numerator * count


def test_cd_w19_the_guess_that_settles_an_upgraded_fifth_digit() -> None:
    """(4,S)@5: the number tells whether digit 2 is a 4, the flip whether digit 5 is 9S."""
    known = example((5,), "9@2 n=1 sideways")
    assert known.answers()[5, 4, 2] == {
        (1, False, True, True): 2, (1, False, True, False): 2, (0, False, False, True): 1, (0, False, False, False): 1,
    }
