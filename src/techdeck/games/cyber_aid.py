"""What the aid of a table tells of the password: worked out here for the terminal, the page and the bots alike.

The numbers in brackets are clauses of Cyber Defense.  Whatever an aid tells follows from a view, and all but the
fullest from what everybody has heard.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from techdeck.cards import LETTERS, code
from techdeck.games.cyber_defense import (
    ANSWERS,
    DEFENDER,
    PASSWORD,
    REVEALED,
    UPGRADED,
    recall,
    recalled,
    style_of,
    what_can_be_known,
)
from techdeck.password import (
    ANY_NUMBER,
    HIDDEN,
    SUITED,
    VALUES,
    Answer,
    Guess,
    Knowledge,
    Style,
    fitting,
    read,
    write_guess,
)
from techdeck.password import REVEALED as WAS_REVEALED
from techdeck.table import Game
from techdeck.views import UNKNOWN, View

OFF: Final = "off"
NOTES: Final = "notes"
ANSWERS_ALONE: Final = "answers"
FULL: Final = "full"
MOST_ADVISED: Final = 6

Worths = list[tuple[Guess, float]]


def kind_of(game: Game) -> str:
    """Which aid the table has [V18]."""
    return str(game.options["aid"])


class Note:
    """What the answers to the guesses at one digit say of that digit, each taken alone."""

    def __init__(self) -> None:
        self.cards = SUITED  # that none of them excludes, a bit for each face
        self.told: Final[list[str]] = []  # "not 9", "not 9K", "not K", "9", "K": in the order it was told

    def add(self, style: Style, guess: Guess, answer: Answer) -> None:
        _, value, domain = guess
        fits = fitting(style, guess, answer)
        self.cards &= fits
        values, domains = _values(fits), _domains(fits)
        if len(values) == 1:
            self._tell(str(values[0]))
        elif value not in values:
            self._tell(f"not {value}")
        if domain and domains == [domain]:
            self._tell(LETTERS[domain])
        elif domain and domain not in domains:
            self._tell(f"not {LETTERS[domain]}")
        elif value in values:
            self._tell(f"not {value}{LETTERS[domain] if domain else ''}")

    def _tell(self, words: str) -> None:
        if words not in self.told:
            self.told.append(words)


def _values(cards: int) -> list[int]:
    return sorted({face % VALUES + 1 for face in range(52) if cards >> face & 1})


def _domains(cards: int) -> list[int]:
    return sorted({face // VALUES + 1 for face in range(52) if cards >> face & 1})


def answered(view: View) -> tuple[str, ...]:
    """All answers so far, as they are written."""
    return tuple(view.lines(ANSWERS))


def still_hidden(view: View) -> list[int]:
    """The positions that are hidden."""
    row = view.cards(PASSWORD, DEFENDER)
    return [position for position, back in enumerate(row, 1) if not view.mark(REVEALED, back)]


def notes(view: View) -> dict[int, Note]:
    """By hidden digit: what a tidy sheet of notes says of it."""
    sheet = notes_from(style_of(view.game.options), answered(view))
    return {position: sheet[position] for position in still_hidden(view)}


@lru_cache(maxsize=64)
def notes_from(style: Style, answers: tuple[str, ...]) -> dict[int, Note]:
    """By position, from these answers; to be read."""
    found = {position: Note() for position in range(1, 7)}
    for guess, answer in guesses_in(answers):
        if not answer[1]:
            found[guess[0]].add(style, guess, answer)
    return found


def guesses_in(answers: Sequence[str]) -> list[tuple[Guess, Answer]]:
    """The guesses among what was written down; a digit revealed by Phish was not guessed."""
    return [read(line) for line in answers if not line.endswith(WAS_REVEALED)]


def by_answers(view: View) -> Knowledge:
    """What follows from the answers and the revealed digits, and from no other card."""
    return without_other_cards(view, answered(view))


def without_other_cards(view: View, answers: tuple[str, ...]) -> Knowledge:
    row = view.cards(PASSWORD, DEFENDER)
    shown = [int(view.faces[back]) if view.mark(REVEALED, back) else HIDDEN for back in row]
    others = SUITED
    for face in shown:
        if face != HIDDEN:
            others &= ~(1 << face)
    return recalled(
        style_of(view.game.options), tuple(shown), tuple([others if face == HIDDEN else 1 << face for face in shown]),
        tuple([view.mark(UPGRADED, back) > 0 for back in row]), answers)


def by_all_cards(view: View) -> Knowledge:
    """What follows from everything the reader has seen; for who knows the password, from what everybody has seen."""
    row = view.cards(PASSWORD, DEFENDER)
    if any([view.faces[back] == UNKNOWN for back in row]):
        return what_can_be_known(view)
    return recall(view.game, row, view.known_to_all, view.mark, answered(view))


def reckoned(view: View) -> Knowledge | None:
    """What the aid of the table excludes, if it excludes anything."""
    kind = kind_of(view.game)
    return by_all_cards(view) if kind == FULL else by_answers(view) if kind == ANSWERS_ALONE else None


@lru_cache(maxsize=64)
def likely(known: Knowledge) -> Worths:
    """Guesses that can hit, each with the chance of it, the best first."""
    chances = known.hit_chances()
    return sorted([(guess, chance) for guess, chance in chances.items() if chance > 0], key=lambda each: -each[1])


@lru_cache(maxsize=64)
def telling(known: Knowledge) -> Worths:
    """All guesses, each with the passwords that its answer leaves on average, the fewest first."""
    left = {guess: sum([count * count for count in answers.values()]) / known.count
            for guess, answers in known.answers().items()}
    return sorted(left.items(), key=lambda each: each[1])


@lru_cache(maxsize=64)
def candidates(known: Knowledge) -> dict[int, list[str]]:
    """By hidden digit: the cards that it can be."""
    return {position: [code(card) for card in sorted(known.cards(position))] for position in known.positions}


@lru_cache(maxsize=64)
def numbers(known: Knowledge) -> dict[int, int]:
    """By value that was asked for: how many digits of the password have it, the revealed ones too."""
    return {value: total + known.revealed[value] for value, total in enumerate(known.totals)
            if value and total != ANY_NUMBER}


def aid(view: View) -> dict[str, object]:
    """What a client shows to whoever has this view: plain JSON.

    With `off` there is nothing but the kind; `notes` are what was answered, by digit and by value; `answers` adds the
    cards that each digit can be; `full` the number of passwords, and for who guesses the best guesses.
    """
    kind = kind_of(view.game)
    if kind == OFF or not view.cards(PASSWORD, DEFENDER):
        return {"kind": kind}
    told: dict[str, object] = {
        "kind": kind,
        "answers": list(answered(view)),
        "notes": {str(position): note.told for position, note in notes(view).items()},
        "numbers": {str(value): number for value, number in numbers(by_answers(view)).items()},
    }
    known = reckoned(view)
    if known is None:
        return told
    told["candidates"] = {str(position): cards for position, cards in candidates(known).items()}
    if kind == FULL:
        told["count"] = known.count
        if any([decision.verb == "guess" for decision in view.asked]):
            told["likely"] = [[write_guess(guess), chance] for guess, chance in likely(known)[:MOST_ADVISED]]
            told["telling"] = [[write_guess(guess), left] for guess, left in telling(known)[:MOST_ADVISED]]
    return told
