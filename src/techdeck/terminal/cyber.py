"""The picture of Cyber Defense: three fronts with two sides each, the password, and what can be known of it."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.text import Text

from techdeck.cards import LETTERS, Back, Face, code
from techdeck.games.cyber_aid import (
    FULL,
    OFF,
    Worths,
    answered,
    by_all_cards,
    kind_of,
    likely,
    notes,
    reckoned,
    still_hidden,
    telling,
)
from techdeck.games.cyber_defense import (
    ALL_FRONTS,
    DDOS_WINNER,
    DEFENDER,
    DISCARD,
    FLIP,
    FRONT_NAMES,
    FRONTS,
    GUESS_KIND,
    GUESSED,
    GUESSES,
    HACKER,
    HAND,
    LOCKED,
    MITM,
    MITM_WINNER,
    NOT_SETTLED,
    OWED,
    PASSWORD,
    PHISH_WINNER,
    PLAYED_TO,
    REVEALED,
    ROUND,
    ROUNDS,
    SIDEWAYS,
    TO_A_FRONT,
    UPGRADED,
)
from techdeck.password import VALUES, Guess, Knowledge, read, write_guess
from techdeck.table import PASS, Choice, Decision, Table
from techdeck.telling import capital, in_a_row, plural
from techdeck.terminal.choices import CODE, in_codes
from techdeck.terminal.drawing import Drawing, Numbers, in_order
from techdeck.terminal.errors import Complaint
from techdeck.terminal.faces import QUIET, card_of, drawn, quoted, value_of, written
from techdeck.terminal.layout import at_both_ends, fitted, text, wrapped
from techdeck.views import View

ROLES: Final = ["Hacker", "Defender"]  # by side
WINNERS: Final = [PHISH_WINNER, MITM_WINNER, DDOS_WINNER]
AIMS: Final = ["highest card", "highest total", "lower cards"]  # what wins a front, in two words
BRINGS: Final = [  # what winning a front brings to the Hacker, and to the Defender, in short
    ("digit, 2", "unlock, 1"), ("4 guesses", "none"), ("lock, 2", "upgrade, 1"),
]
BRINGS_IN_WORDS: Final = [
    "if the Hacker wins it, a digit is revealed and there are 2 guesses; else a digit may be unlocked and there is 1",
    "if the Hacker wins it, there are 4 guesses; else none",
    "if the Hacker wins it, a digit may be locked and there are 2 guesses; else one may be upgraded and there is 1",
]
TURNED: Final = {(False, False): "", (True, False): "▶", (False, True): "▼", (True, True): "◀"}  # sideways, flipped
TURNS: Final = ["sideways", "upside down"]
COUNTS: Final = ["none", "one", "two", "three", "four"]
PHASE_NAMES: Final = {"phish": "Phish", "mitm": "MitM", "ddos": "DDOS"}
OF_DIGITS: Final = ("uncover", "unlock", "lock", "upgrade")  # verbs by which one chooses a digit
LISTED: Final = {  # what `list` shows before a guess, by the aid of the table
    "off": "This table writes nothing down.", "notes": "list shows the notes.",
    "answers": "list shows what the answers leave.", "full": "list shows chances.",
}
# Of 100 games between casual bots those that the Hacker wins, by the aid of the table [CD-B01].
SHARES: Final = {"off": 21, "notes": 31, "answers": 31, "full": 63}
HEADS: Final = {
    "off": "This table writes nothing down; the digits are turned as they were answered.",
    "notes": "What was answered of each digit:", "answers": "What the answers leave for each digit:",
    "full": "The chance that a guess hits, of those that can:",
}
FEW_LINES: Final = 2  # of guesses that are shown where there is little room
MOST_ADVISED: Final = 4

PHASES: Final = {
    "setup": "The Defender puts the six digits of the password in order.",
    "develop": "Both play nine of their ten cards in turns, at least one to each front. Phish and DDOS lie face down, "
    "MitM lies open. The tenth card stays in hand.",
    "effects": "In turns each may use the effects of up to two own MitM cards, and after each use play one more card. "
    "Two passes in a row end the step. The Hacker may not search the deck: 9K, 6T and 11T are closed to the Hacker.",
    "phish": "The highest card wins. The Hacker as the winner has a digit revealed and makes 2 guesses; else the "
    "Defender may unlock a digit, and the Hacker makes 1 guess.",
    "mitm": "The highest total wins. The Hacker as the winner makes 4 guesses, else none.",
    "ddos": "Both sides are paired, the lowest cards first: the lower one wins its pair, and each card left over wins "
    "too. The Hacker as the winner may lock a digit and makes 2 guesses; else the Defender may upgrade a digit, and "
    "the Hacker makes 1 guess.",
}


class CyberDrawing(Drawing):
    # Words

    def where(self, view: View) -> str:
        if not view.agenda:
            return "the game is over"
        words = f"round {view.tally(ROUND)} of {ROUNDS}, {PHASE_NAMES.get(view.phase, view.phase)}"
        left = view.tally(GUESSES)
        return f"{words}, {plural(left, 'guess', 'guesses')} left" if left else words

    def part(self, view: View) -> str:
        return f"{view.tally(ROUND)} {view.phase}"

    def aims(self) -> str:
        return ("The Hacker wins as soon as all six digits of the password lie open. If one is still hidden after "
                f"{ROUNDS} rounds, the Defender wins. With the aid {kind_of(self.game)} the Hacker wins about "
                f"{SHARES[kind_of(self.game)]} of 100 games between casual bots.")

    def phase_name(self, view: View) -> str:
        return PHASE_NAMES.get(view.phase, super().phase_name(view))

    def phase_help(self, view: View) -> str:
        return PHASES.get(view.phase, "")

    def standing(self, view: View, side: int) -> str:
        return f"the {ROLES[side]}"

    def signs(self, plain: bool) -> list[str]:
        lines = [*super().signs(plain), "3@1 is a guess: a 3 at digit 1. 3@1: 2, sideways is its answer."]
        return lines if plain else [
            *lines,
            "digit, 2 / unlock, 1 is what a front brings if the Hacker wins it, and if the Defender does: a digit is "
            "revealed and there are 2 guesses, or one may be unlocked and there is 1.",
            "▶ is a digit turned sideways: another digit has a value that was guessed there. ▼ is one turned upside "
            "down: its domain was guessed. ◀ is both.",
            "5K→8K is a card that counts as another one this round, ??* one that was changed face down; ✓ is a card "
            "whose effect was used this round.",
        ]

    def result(self, table: Table, side: int) -> list[str]:
        hacker, defender = ["You" if number == side else capital(name) for number, name in enumerate(self.names)]
        opened, hidden = self.game.scores(table)
        guesses = plural(GUESSED.get(table), "guess", "guesses")
        if self.game.winners(table) == [HACKER]:
            verbs = "crack the password and win" if side == HACKER else "cracks the password and wins"
            sentence = f"{hacker} {verbs}, in round {ROUND.get(table)} with {guesses}."
        else:
            verbs = "keep the password and win" if side == DEFENDER else "keeps the password and wins"
            sentence = f"{defender} {verbs}: {plural(hidden, 'digit')} stayed hidden."
        return [sentence, f"  {hacker}, the Hacker: {opened} of {opened + hidden} digits revealed, {guesses}",
                f"  {defender}, the Defender: {plural(hidden, 'digit')} still hidden"]

    # The password

    def digits(self, view: View) -> Sequence[Back]:
        return view.cards(PASSWORD, DEFENDER)

    def states(self, view: View, back: int) -> list[str]:
        """What everybody can see of a digit besides its card."""
        if view.mark(REVEALED, back):
            return ["open"]
        marks = [(LOCKED, "locked"), (UPGRADED, "upgraded"), (SIDEWAYS, TURNS[0]), (FLIP, TURNS[1])]
        return [word for mark, word in marks if view.mark(mark, back)]

    def how_many(self, view: View) -> str:
        """How many digits lie open, or with the full aid the number of passwords that are possible."""
        if not self.digits(view):
            return "Not yet in order"
        if not still_hidden(view):
            return "All digits lie open"
        if kind_of(self.game) != FULL:
            return f"{len(self.digits(view)) - len(still_hidden(view))} of {len(self.digits(view))} digits lie open"
        count = by_all_cards(view).count
        words = f"{count:,} passwords are possible" if count != 1 else "Only one password is possible"
        return words if view.side == HACKER else f"{words} for all that is open"

    def can_be_in_short(self, view: View, position: int) -> str:
        """What the aid of the table tells of a hidden digit."""
        known = reckoned(view)
        if known is not None:
            return self.possible_in_short(known, position)
        return "" if kind_of(self.game) == OFF else ", ".join(notes(view)[position].told)

    def can_be_in_words(self, view: View, position: int) -> str:
        """The same as a sentence, or nothing."""
        known = reckoned(view)
        if known is None:
            told = [] if kind_of(self.game) == OFF else notes(view)[position].told
            return f" It is {', '.join(told)}." if told else ""
        if view.side == HACKER:
            return f" It can be {self.possible_in_words(known, position)}."
        return f" For all that is open it can be {self.possible_in_words(known, position)}."

    def possible_in_short(self, known: Knowledge, position: int) -> str:
        values, domains, cards = possible(known, position)
        if len(cards) == 1:
            return code(cards[0])
        is_upgraded = known.upgraded[known.positions.index(position)]
        of_domains = ["".join(LETTERS[domain] for domain in domains)] if is_upgraded and len(domains) < 4 else []
        return " ".join([str(low) if low == high else f"{low}-{high}" for low, high in _runs(values)] + of_domains)

    def possible_in_words(self, known: Knowledge, position: int) -> str:
        values, domains, cards = possible(known, position)
        if len(cards) <= 3:
            return _or([code(card) for card in cards])
        is_upgraded = known.upgraded[known.positions.index(position)]
        letters = _or([LETTERS[domain] for domain in domains])
        of_domains = f", of {letters}" if is_upgraded and len(domains) < 4 else ""
        return _or([words for low, high in _runs(values) for words in (
            [f"{low} to {high}"] if high > low + 1 else [str(value) for value in range(low, high + 1)])]) + of_domains

    def answers(self, view: View) -> list[str]:
        """All guesses with their answers, in short, where the table writes them down."""
        return [] if kind_of(self.game) == OFF else [_in_short(line) for line in answered(view)]

    # Decisions

    def outcome(self, view: View, decision: Decision, choice: Choice) -> str:
        if decision.kind is TO_A_FRONT and isinstance(choice, int) and choice != PASS and choice & 3 == 1:
            return f"your total would be {self.total(view, view.side) + value_of(view, choice >> 2)}"
        return ""

    def how_to(self, view: View, decision: Decision) -> list[str]:
        if decision.kind is GUESS_KIND:
            hidden = still_hidden(view)
            normal = [position for position in hidden if not self.is_upgraded(view, position)]
            upgraded = [position for position in hidden if self.is_upgraded(view, position)]
            words = []
            if normal:
                words.append(f"Type 3@{normal[0]} for a 3 at digit {normal[0]}, or {normal[0]} 3, the digit first.")
            if upgraded:
                words.append(f"At an upgraded digit name the card, such as 9K@{upgraded[0]}.")
            return [f"{' '.join(words)} {LISTED[kind_of(self.game)]}"]
        if decision.verb in OF_DIGITS:
            digits = [str(choice) for choice in decision if choice != PASS]
            return [f"Type the digit: {_or([*digits, *(['pass'] if PASS in decision else [])])}."]
        if decision.kind is TO_A_FRONT:
            fronts = sorted({choice & 3 for choice in decision if isinstance(choice, int) and choice != PASS})
            names = [FRONT_NAMES[front] for front in fronts]
            card = next(view.called(choice >> 2) for choice in decision if isinstance(choice, int) and choice != PASS)
            skip = ", or pass" if PASS in decision else ""
            short = "" if len(fronts) == 3 else f" Each front needs a card of yours: only {in_a_row(names)} now."
            return [f"Type a card and a front, such as {card} {names[0]} or {card} {names[0][0].lower()}{skip}.{short} "
                    "list shows all."]
        return []

    def all_choices(self, view: View, decision: Decision) -> list[str]:
        """For each digit the values that the aid of the table leaves, with the chance of a hit if it counts cards."""
        if decision.kind is not GUESS_KIND:
            return []
        known = reckoned(view)
        chances = dict(likely(known)) if known is not None and kind_of(self.game) == FULL else {}
        alike: dict[str, list[int]] = {}  # digits for which the same can be said
        for position in still_hidden(view):
            if chances:
                named = [f"{_what(guess)} {_percent(chance)}"
                         for guess, chance in sorted(chances.items()) if guess[0] == position]
                said = ", ".join(named)
            elif known is not None:
                said = self.possible_in_words(known, position)
            else:
                said = self.can_be_in_short(view, position) or "any value"
            alike.setdefault(said, []).append(position)
        return [HEADS[kind_of(self.game)], *[f"{_digits(positions)}: {said}." for said, positions in alike.items()]]

    def about_answers(self) -> str:
        """How guesses are answered in this game."""
        options = self.game.options
        counted = "open ones too" if options["count_includes_revealed"] else "of those that are hidden"
        turns = "does not turn" if options["upgraded_value_only"] == "no_turn" else "turns sideways"
        absent = "" if options["suit_mark_when_value_absent"] else " and some digit has the value"
        return (
            f"The answer to a guess is always true: how many digits have the value, {counted}. If the digit has it, it "
            "is revealed. If another digit has it, the digit turns sideways. At an upgraded digit value and domain are "
            f"guessed together; it turns upside down if only the domain is right{absent}, and {turns} if only the "
            "value is right."
        )

    def advice(self, view: View, decision: Decision) -> list[str]:
        if decision.kind is not GUESS_KIND:
            return [self.about_answers()] if view.phase in PHASE_NAMES else []
        advice = [self.about_answers()]
        if kind_of(self.game) == FULL:
            known = by_all_cards(view)
            chances = [f"{words}, {_percent(chance)}" for words, chance in _best(likely(known))]
            left = [f"{words}, {max(1, round(count)):,}" for words, count in _best(telling(known))]
            advice += [
                f"{self.how_many(view)}.", f"Most likely to hit: {'; '.join(chances)}.",
                f"Most telling, with the passwords that are left on average: {'; '.join(left)}."]
        return [*advice, *self._all_answers(view)]

    def _all_answers(self, view: View) -> list[str]:
        answers = [] if kind_of(self.game) == OFF else [_in_words(line) for line in answered(view)]
        return [f"All answers so far: {'; '.join(answers)}."] if answers else []

    def text_matters(self, decision: Decision) -> bool:
        return decision.kind is not TO_A_FRONT or decision.verb == "play"

    def is_upgraded(self, view: View, position: int) -> bool:
        return bool(view.mark(UPGRADED, self.digits(view)[position - 1]))

    def spelled(self, view: View, decision: Decision, words: str) -> str:
        if decision.kind is GUESS_KIND:
            return self._guess(view, words)
        if decision.kind is TO_A_FRONT:
            return _with_front(words)
        if decision.verb in OF_DIGITS:
            return re.sub(r"^(?:digit|position|number|#)\s*(?=\d)", "", words.casefold())
        return words

    def _guess(self, view: View, words: str) -> str:
        """A guess as the engine writes it.

        :raises Complaint: if it is none, with what is missing.
        """
        hidden = still_hidden(view)
        plain = re.sub(r"\b(?:guess|digit|position|pos|number|a|is|the|value)\b|[#=]", " ", in_codes(words))
        plain = re.sub(r"\s*(?:@|\b(?:at|on|in|for)\b)\s*", "@", " ".join(plain.split()))
        found = re.fullmatch(r"(\d+) ?([kstv]?)@(\d+)", plain) or re.fullmatch(r"(\d+) ?([kstv]) (\d+)", plain)
        if found is not None:
            value, letter, position = int(found[1]), found[2], int(found[3])
        else:
            found = re.fullmatch(r"(?:(\d+) )?(\d+) ?([kstv]?)", plain)
            if found is None:
                raise Complaint(f"{quoted(words)} is no guess. {self.how_to(view, view.asked[0])[0]}")
            if found[1] is None and len(hidden) > 1:
                raise Complaint(f"A guess has two parts, a value and a digit: {found[0]}@{hidden[0]} is "
                                f"{found[0].upper()} at digit {hidden[0]}.")
            position, value, letter = int(found[1] or hidden[0]), int(found[2]), found[3]
            if position > len(self.digits(view)):
                raise Complaint(f"There is no digit {position}: of two numbers the first is the digit. "
                                f"{position}@{value} is a {position} at digit {value}.")
        return self._checked(view, value, letter.upper(), position)

    def _checked(self, view: View, value: int, letter: str, position: int) -> str:
        hidden = still_hidden(view)
        if not 1 <= position <= len(self.digits(view)):
            raise Complaint(f"There is no digit {position}: digits are from 1 to {len(self.digits(view))}.")
        if position not in hidden:
            raise Complaint(f"Digit {position} lies open already. Hidden: {in_a_row(list(map(str, hidden)))}.")
        if not 1 <= value <= VALUES:
            raise Complaint(f"There is no value {value}: values are from 1 to {VALUES}.")
        if self.is_upgraded(view, position) and not letter:
            raise Complaint(f"Digit {position} is upgraded: name the domain as well, such as {value}K@{position}.")
        if letter and not self.is_upgraded(view, position):
            raise Complaint(f"Digit {position} is not upgraded, so a guess is a value alone: {value}@{position}.")
        return f"{value}{letter}@{position}"

    # Fronts

    def total(self, view: View, side: int) -> int:
        return sum(value_of(view, back) for back in view.cards(MITM, side))

    def between(self, view: View, front: int) -> str:
        """How a front stands: who won it, the totals of MitM, or what it is about."""
        winner = view.tally(WINNERS[front])
        sides = [self._bottom(view), 1 - self._bottom(view)]
        if winner != NOT_SETTLED:
            won = f"{self.name(view, winner)} won"
            return f"{won}, {self.total(view, winner)} to {self.total(view, 1 - winner)}" if front == 1 else won
        if front == 1:
            return ", ".join(f"{self.name(view, side)} {self.total(view, side)}" for side in sides)
        return f"{AIMS[front]} {':'.join(str(len(view.cards(FRONTS[front], side))) for side in sides)}"

    def brought(self, view: View, front: int) -> list[str]:
        """What winning a front brings, to each role, as long as cards are laid there."""
        is_open = view.phase in ("develop", "effects") and view.tally(WINNERS[front]) == NOT_SETTLED
        return [f"{role}: {gets}" for role, gets in zip(ROLES, BRINGS[front], strict=True)] if is_open else []

    def _bottom(self, view: View) -> int:
        """The side that is drawn below: the reader's."""
        return view.side if view.side < view.sides else HACKER

    def owes(self, view: View, side: int) -> int:
        """How many cards a player must still play in this step."""
        return view.tally(OWED, side) if view.phase == "develop" else 0

    def owed_fronts(self, view: View, side: int) -> list[str]:
        """Those to which a player has played no card yet."""
        missing = ALL_FRONTS & ~view.tally(PLAYED_TO, side)
        return [name for front, name in enumerate(FRONT_NAMES) if missing >> front & 1]

    def duty_words(self, view: View, side: int) -> str:
        owed, fronts = self.owes(view, side), self.owed_fronts(view, side)
        if not owed:
            return ""
        at_least = f", at least one to {' and one to '.join(fronts)}" if fronts else ""
        return f"{plural(owed, 'card')} to play{at_least}"

    # In colour

    def order(self, view: View) -> list[int]:
        """The opponent's fronts, the own ones, then the hand, as they are drawn."""
        sides = [1 - self._bottom(view), self._bottom(view)]
        found: list[int] = [back for side in sides for zone in FRONTS for back in view.cards(zone, side)]
        return [*found, *view.cards(DISCARD), *in_order(view, view.cards(HAND, self._bottom(view)))]

    def visible(self, view: View) -> set[int]:
        if any(decision.verb == "use" for decision in view.asked):
            return set()  # a list with the texts is better
        fronts = {int(back) for side in range(view.sides) for zone in FRONTS for back in view.cards(zone, side)}
        fronts |= set(view.cards(DISCARD))
        return fronts | ({int(back) for back in view.cards(HAND, view.side)} if view.side < view.sides else set())

    def board(self, view: View, numbers: Numbers, width: int, tall: bool) -> list[Text]:
        third = width // 3
        bottom = self._bottom(view)
        middle = text(*[fitted(_rule(name, self.between(view, front), third - 1), third)
                        for front, name in enumerate(FRONT_NAMES)])
        brought = [self.brought(view, front) for front in range(3)]
        if not tall:
            brought = [[" / ".join(BRINGS[front])] if lines else [] for front, lines in enumerate(brought)]
        brings = [text(*[fitted(text((f"  {lines[at]}", QUIET)), third) for lines in brought])
                  for at in range(len(brought[0]))]
        discard = view.cards(DISCARD)
        is_asked_for = any(back in numbers for back in discard)
        open_pile = [text((" Discard  ", "bold"), *self.row(view, discard, numbers))] if discard and (
            tall or is_asked_for) else []
        gap = [text("")] if tall else []
        is_settling = not view.agenda or view.phase in PHASE_NAMES  # only then the password is what matters
        return [
            self._player(view, 1 - bottom, width), *self._cards(view, 1 - bottom, numbers, third), middle, *brings,
            *self._cards(view, bottom, numbers, third), self._player(view, bottom, width), *open_pile, *gap,
            *self._password(view, width, tall, tall or is_settling),
            *(self._guesses(view, width, tall) if tall or is_settling else []), *gap,
        ]

    def _player(self, view: View, side: int, width: int) -> Text:
        is_awaited = any(seat in view.awaited for seat in view.members[side])
        left = text(("▸ ", "bold #ffd43b") if is_awaited else "  ",
                    (self.name(view, side), "bold"), f", {self.standing(view, side)}",
                    (" first" if side == view.first else "", QUIET))
        owed, fronts = self.owes(view, side), self.owed_fronts(view, side)
        due = f", due: {' '.join(fronts)}" if fronts and side == view.side else ""
        right = text((f"{owed} to play{due} · " if owed else "", QUIET), (f"hand {len(view.cards(HAND, side))}", QUIET))
        for known in self.known_of_hand(view, side):
            right.append_text(text(" ", known))
        return at_both_ends(left, right, width)

    def _cards(self, view: View, side: int, numbers: Numbers, third: int) -> list[Text]:
        """One side of all three fronts, in as many lines as the longest needs."""
        columns = [self._wrapped(view, view.cards(zone, side), numbers, third - 1) for zone in FRONTS]
        height = max(len(column) for column in columns)
        return [text(*[fitted(column[line] if line < len(column) else text(""), third) for column in columns])
                for line in range(height)]

    def _wrapped(self, view: View, backs: Sequence[int], numbers: Numbers, room: int) -> list[Text]:
        lines = [text(" ")]
        for back in backs:
            card = text(*self.row(view, [back], numbers))
            if lines[-1].cell_len + card.cell_len > room + 1:
                lines.append(text(" "))
            lines[-1].append_text(card)
        return lines

    def _password(self, view: View, width: int, tall: bool, in_full: bool) -> list[Text]:
        """Six places: the card or its back, how it stands, and, if that matters now, what it can be."""
        whose = "Your password" if view.side == DEFENDER else f"Password of {self.names[DEFENDER]}"
        room = (width - 1) // max(1, len(self.digits(view)))
        columns = []
        for position, back in enumerate(self.digits(view), 1):
            is_open = bool(view.mark(REVEALED, back))
            sign = "" if is_open else TURNED[bool(view.mark(SIDEWAYS, back)), bool(view.mark(FLIP, back))]
            states = [state for state in self.states(view, back) if tall or state not in TURNS]  # there is a sign, too
            if not states and card_of(view, back) is not None:
                states = ["hidden"]
            column = [text((f" {position} ", "bold"), drawn(view, back), sign)]
            column += [text(f" {line}") for line in wrapped(", ".join(states), room - 1) if line]
            if not is_open and in_full:
                column += [text((f" {line}", QUIET)) for line in wrapped(
                    self.can_be_in_short(view, position), room - 1) if line]
            columns.append(column)
        height = max([len(column) for column in columns], default=0)
        return [_rule(whose, self.how_many(view), width), *[
            text(*[fitted(column[line] if line < len(column) else text(""), room) for column in columns])
            for line in range(height)]]

    def _guesses(self, view: View, width: int, tall: bool) -> list[Text]:
        answers = self.answers(view)
        if not answers:
            return []
        lines = _packed(answers, width - 12)
        while not tall and len(lines) > FEW_LINES:
            answers = answers[1:]
            lines = _packed(["? shows earlier ones", *answers], width - 12)
        titles = ["Answers", *[""] * (len(lines) - 1)]
        return [text((f" {title:<9} ", "bold"), line) for title, line in zip(titles, lines, strict=True)]

    def mine(self, view: View, numbers: Numbers, width: int, compact: bool) -> list[Text]:
        if compact and view.phase in PHASE_NAMES:
            return self.open_hands(view)  # the hand is of no more use
        return super().mine(view, numbers, width, compact)

    # In lines

    def words(self, view: View) -> list[str]:
        lines = [f"Cyber Defense: {self.where(view)}. {capital(self.piles(view))}. {capital(self.goes_first(view))}."]
        for side in range(view.sides):
            verb = "are" if side == view.side else "is"
            owed = self.duty_words(view, side)
            lines.append(f"{self.name(view, side)} {verb} the {ROLES[side]}. Hand: {self.hand_words(view, side)}."
                         + (f" {capital(owed)}." if owed else ""))
        lines += [self.front_words(view, front) + self.brought_words(view, front) for front in range(3)]
        discard = view.cards(DISCARD)
        lines += [f"Discard: {self.in_words(view, discard)}."] if discard else []
        return [*lines, *self.password_words(view)]

    def brought_words(self, view: View, front: int) -> str:
        return f" {capital(BRINGS_IN_WORDS[front])}." if self.brought(view, front) else ""

    def front_words(self, view: View, front: int) -> str:
        """`MitM, highest total: you have 9K and 2V, 11 in all; Cat has 5K, 5 in all.`"""
        parts = []
        for side in (self._bottom(view), 1 - self._bottom(view)):
            cards = view.cards(FRONTS[front], side)
            verb = "have" if side == view.side else "has"
            total = f", {self.total(view, side)} in all" if front == 1 and cards else ""
            name = "you" if side == view.side else self.names[side]
            parts.append(f"{name} {verb} {self._cards_in_words(view, cards)}{total}")
        winner = view.tally(WINNERS[front])
        won = f" {self.name(view, winner)} won it." if winner != NOT_SETTLED else ""
        return f"{FRONT_NAMES[front]}, {AIMS[front]} wins: {'; '.join(parts)}.{won}".replace("cards wins", "cards win")

    def _cards_in_words(self, view: View, backs: Sequence[int]) -> str:
        """Cards by name; those face down by their number, and by their place if something was done to them."""
        known = [written(view, back) for back in backs if card_of(view, back) is not None]
        hidden = [(place, written(view, back)) for place, back in enumerate(backs, 1) if card_of(view, back) is None]
        changed = [f"card {place} {words.removeprefix('hidden ')}" for place, words in hidden if words != "hidden"]
        if hidden:
            known.append(plural(len(hidden), "face-down card") + (f", of them {in_a_row(changed)}" if changed else ""))
        return in_a_row(known) or "no card"

    def password_words(self, view: View) -> list[str]:
        whose = "Your password" if view.side == DEFENDER else f"The password of {self.names[DEFENDER]}"
        lines = [f"{whose}: {self.how_many(view)[:1].lower()}{self.how_many(view)[1:]}."]
        alike: dict[str, list[int]] = {}  # digits of which the same is to be said
        for position, back in enumerate(self.digits(view), 1):
            if view.mark(REVEALED, back):
                said = f"{written(view, back)}, open."
            else:
                states = ", ".join(["hidden", *self.states(view, back)])
                card = "" if card_of(view, back) is None else f"{written(view, back)}, "
                said = f"{card}{states}.{self.can_be_in_words(view, position)}"
            alike.setdefault(said, []).append(position)
        for said, positions in alike.items():
            each = said if len(positions) == 1 else said.replace(" It can", " Each can").replace(" it can", " each can")
            lines.append(f"  {_digits(positions)}: {each}")
        return [*lines, *self._all_answers(view)]

    def own_words(self, view: View) -> list[str]:
        """In a step of play the hand and the totals; while a front is settled the password."""
        if view.side >= view.sides:
            return []
        if view.phase in PHASE_NAMES:
            return self.password_words(view)
        owed = self.duty_words(view, view.side)
        return [*super().own_words(view), self.front_words(view, 1), *([f"You have {owed}."] if owed else [])]


@lru_cache(maxsize=64)
def possible(known: Knowledge, position: int) -> tuple[list[int], list[int], list[Face]]:
    """What a hidden digit can be: values, domains, and cards."""
    cards = sorted(known.cards(position))
    return sorted({card % VALUES + 1 for card in cards}), sorted({card // VALUES + 1 for card in cards}), cards


def _rule(title: str, words: str, width: int) -> Text:
    """A line with a title and something about it."""
    line = text(("─ ", QUIET), (title, "bold"), f" {words} ")
    return fitted(text(line, ("─" * max(0, width - line.cell_len), QUIET)), width)


def _with_front(words: str) -> str:
    """A card and a front in the engine's words: `9k p`, `9kp` and `man in the middle 9k` are understood."""
    plain = re.sub(r"\bman[- ]in[- ]the[- ]middle\b", "mitm", words.casefold())
    plain = re.sub(rf"\b({CODE.pattern})([pmd])\b", r"\1 \2", plain)
    parts = plain.split()
    if len(parts) < 2:
        return words
    return " ".join([next((name for name in FRONT_NAMES if name.casefold().startswith(part)), part) for part in parts])


def _packed(words: Sequence[str], width: int) -> list[str]:
    """Short words in lines, none of them broken."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) + 3 <= width:
            lines[-1] += f" · {word}"
        else:
            lines.append(word)
    return lines


def _in_short(line: str) -> str:
    """An answer as it is listed: `3@1: 2, sideways`."""
    if line.endswith("revealed"):
        return f"digit {line.split()[0]}: open by Phish"
    guess, (number, is_hit, is_sideways, is_flip) = read(line)
    events = [("hit", is_hit), ("sideways", is_sideways), ("upside down", is_flip)]
    return ", ".join([f"{write_guess(guess)}: {number}", *[word for word, is_so in events if is_so]])


def _in_words(line: str) -> str:
    """An answer as it is told: `3 at digit 1: two, turned sideways`."""
    if line.endswith("revealed"):
        return f"digit {line.split()[0]}: opened by Phish"
    guess, (number, is_hit, is_sideways, is_flip) = read(line)
    events = [("a hit", is_hit), ("turned sideways", is_sideways), ("turned upside down", is_flip)]
    return ", ".join([f"{_what(guess)} at digit {guess[0]}: {COUNTS[number]}",
                      *[word for word, is_so in events if is_so]])


def _what(guess: Guess) -> str:
    """A guess without its digit: 3, 9K."""
    return write_guess(guess).partition("@")[0]


def _digits(positions: Sequence[int]) -> str:
    named = in_a_row([str(position) for position in positions])
    return f"Digit {named}" if len(positions) == 1 else f"Digits {named}"


def _best(worths: Worths) -> list[tuple[str, float]]:
    """The first of these guesses; the same one at several digits is told once."""
    alike: dict[tuple[str, float], list[int]] = {}
    for guess, worth in worths:
        alike.setdefault((_what(guess), round(worth, 6)), []).append(guess[0])
    return [(f"{what} at {_or([str(position) for position in sorted(positions)])}", number)
            for (what, number), positions in list(alike.items())[:MOST_ADVISED]]


def _runs(values: Sequence[int]) -> list[tuple[int, int]]:
    """Neighbours together, by the first and the last."""
    runs: list[tuple[int, int]] = []
    for value in values:
        if runs and runs[-1][1] == value - 1:
            runs[-1] = (runs[-1][0], value)
        else:
            runs.append((value, value))
    return runs


def _or(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _percent(chance: float) -> str:
    return "under 1%" if 0 < chance < 0.01 else f"{chance:.0%}"
