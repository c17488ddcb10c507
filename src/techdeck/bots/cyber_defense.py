"""Rules of thumb for Cyber Defense, in both roles.

Everything is counted in *guesses*.  A front is worth what winning it gives the Hacker beyond losing it; cards are laid,
and effects used, so that the fronts that are likely won are worth most.  A rival is taken to play as people do: the
lowest cards lie in DDOS, the highest in Phish.  Of the password both think what the aid of their table tells [V25]: of
all passwords that are possible if it excludes any, or of a sheet of notes.  The Hacker guesses by that; the Defender
upgrades the digit that is nearly found.
"""

from collections.abc import Sequence
from math import exp, log2
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.cards import Back, Face
from techdeck.games.cyber_aid import (
    FULL,
    OFF,
    answered,
    kind_of,
    notes_from,
    numbers,
    reckoned,
    still_hidden,
    without_other_cards,
)
from techdeck.games.cyber_defense import (
    DDOS,
    DDOS_WINNER,
    DEFENDER,
    FRONTS,
    GUESSES,
    HACKER,
    HAND,
    MITM_WINNER,
    MOST_USES,
    NOT_SETTLED,
    OWED,
    PASSWORD,
    PHISH,
    PHISH_WINNER,
    PLAYED_TO,
    ROUND,
    ROUNDS,
    UPGRADED,
    USES,
    packed_guess,
    rank,
    style_of,
)
from techdeck.password import VALUES, Answer, Guess, Knowledge, of_value
from techdeck.table import CARDS, PASS, Choice, Decision, Table
from techdeck.views import View, faces_in

# What winning a front is worth, in guesses: Phish, MitM, DDOS.  To the Hacker: how much more often the Hacker wins the
# game, beside what four guesses more in every round do.  A Defender who puts low cards anywhere but into DDOS loses it,
# but wins MitM: with 0 in place of 1.5 the Hacker wins 65.5 % in place of 77.7 % with the full aid, and 32.0 % in place
# of 37.0 % with notes (400 games each).
WORTHS: Final = [[4.0, 4.0, 1.5], [4.0, 4.0, 0.0]]  # by side
LAST_DIGIT: Final = 12.0  # Phish, when its reveal ends the game
LAST_DDOS: Final = 1.0  # in the last round an upgrade hinders no more than one guess
SPARE_CARD: Final = 0.1  # a card in hand that an effect can still bring into play
SEEN_CARD: Final = 0.05  # every card that the Hacker sees is not in the password, if somebody counts them

# How far ahead a front is as good as won, by values, by total and by pairs; effects are still to come.
SPREADS: Final = [0.7, 2.5, 0.7]
OUT_OF_REACH: Final = 20.0  # ahead of a side without cards

INFORMATION: Final = 0.2  # what a bit of information is worth, in digits hit
LONG: Final = 6  # guesses to spare at which information is worth as much
SHORT_MEMORY: Final = 6  # answers that are remembered where nothing is written down
LEAST_LEFT: Final = 0.05  # how likely a digit is something that nobody has asked for, however much is known
EQUAL: Final = 1e-9
GUESSES_AFTER: Final = [3.5, 1.5, 0.0]  # by front: guesses that may be expected after it in a round
GUESSES_IN_ROUND: Final = 5.0

WORLDS: Final = 8  # imagined tables to compare plans on
TRIALS: Final = 3
LEAVES: Final = 48
USUAL_IN_DDOS: Final = [2, 3, 3, 4]  # cards that people lay there

BETWEEN_EFFECTS: Final = ["develop", "guess", "uncover", "unlock", "lock", "upgrade"]

Side = list[list[int]]  # by front: the ranks of one player's cards
Plan = list[list[int]]  # by front: the cards to lay there


# Fronts

def chance(margin: float, front: int) -> float:
    return 1 / (1 + exp(-margin / SPREADS[front]))


def phish_margin(mine: Sequence[int], other: Sequence[int]) -> float:
    """By the highest card; a domain is a part of a value."""
    return ((max(mine) >> 8) - (max(other) >> 8)) / 16


def mitm_margin(mine: Sequence[int], other: Sequence[int]) -> float:
    """By the total; between equal totals the highest card decides."""
    total = sum([number >> 12 for number in mine]) - sum([number >> 12 for number in other])
    return float(total) if total else 0.5 if max(mine) > max(other) else -0.5


def ddos_margin(mine: Sequence[int], other: Sequence[int]) -> float:
    """By pairs, lowest with lowest; the lower card wins, and each card left over."""
    won = sum([1 if one < two else -1 for one, two in zip(sorted(mine), sorted(other), strict=False)])
    surplus = len(mine) - len(other)
    if won + surplus:
        return float(won + surplus)
    return 0.5 if (len(mine), -min(mine)) > (len(other), -min(other)) else -0.5


def gain(mine: Side, other: Side, worths: Sequence[float]) -> float:
    """What the fronts are likely to bring to one side, as they are laid."""
    total = 0.0
    for front, margin in enumerate((phish_margin, mitm_margin, ddos_margin)):
        if mine[front] and other[front]:
            ahead = margin(mine[front], other[front])
        else:
            ahead = OUT_OF_REACH if mine[front] else -OUT_OF_REACH
        total += worths[front] * chance(ahead, front)
    return total


def worths(side: int, hidden: int, number: int) -> list[float]:
    """Of the fronts to a side, with so many hidden digits, in a round."""
    phish, mitm, ddos = WORTHS[side]
    return [LAST_DIGIT if hidden == 1 else phish, mitm, min(ddos, LAST_DDOS) if number == ROUNDS else ddos]


def sides_of(table: Table, player: int) -> Side:
    return [[rank(table, back) for back in zone.of(table, player)] for zone in FRONTS]


def play_as_people_do(world: Table, side: int) -> None:
    """Let the rival's unknown cards lie where people lay them: low ones in DDOS, high ones in Phish."""
    rival, row = 1 - side, world.row(side)
    alike: dict[int, list[Back]] = {}
    for zone in (DDOS, HAND, PHISH):
        for back in zone.of(world, rival):
            if not world.knows(side, back):
                alike.setdefault(row[back], []).append(back)
    for backs in alike.values():
        faces = sorted([int(world.face[back]) for back in backs], key=lambda number: (number % VALUES, number))
        for back, number in zip(backs, faces, strict=True):
            world.face[back] = Face(number)


def likely_sides(world: Table, player: int, rng: Random) -> Side:
    """How a player's fronts may look after Develop."""
    phish, mitm, ddos = sides_of(world, player)
    hand = sorted([rank(world, back) for back in HAND.of(world, player)])
    owed = OWED.get(world, player)
    low = min(owed, max(0, rng.choice(USUAL_IN_DDOS) - len(ddos)))
    ddos += hand[:low]
    hand, owed = hand[low:], owed - low
    if owed and not phish:
        phish.append(hand.pop())
        owed -= 1
    return [phish, mitm + hand[len(hand) - owed:], ddos]


def plans(hand: Sequence[int], owed: int, missing: int) -> list[Plan]:
    """Ways to lay cards, from the lowest to the highest: low ones in DDOS, one in Phish, the others in MitM.

    The card for Phish is one of the highest, or one that gives the front up.  The lowest of the others stays in hand.
    """
    found = []
    for low in range(owed + 1):
        rest = list(hand[low:])
        for phish in [[], *[[card] for card in dict.fromkeys([*rest[-3:], *rest[:1]])]]:
            others = [card for card in rest if card not in phish]
            spare = len(hand) - owed
            plan = [phish, others[spare:], list(hand[:low])]
            if len(others) >= spare and all(plan[front] for front in range(3) if missing >> front & 1):
                found.append(plan)
    return found


# The password

def hits(answers: dict[Answer, int]) -> int:
    return sum([count for answer, count in answers.items() if answer[1]])


def information(answers: dict[Answer, int], total: int) -> float:
    """What an answer tells on average, in bits."""
    return -sum([count / total * log2(count / total) for count in answers.values()])


def best_guess(known: Knowledge, to_come: float) -> Guess:
    """One that may hit, or tells much; the fewer guesses there are beyond one for each digit, the more hits count."""
    answers, total = known.answers(), known.count
    weight = INFORMATION * min(1.0, max(0.0, to_come - len(known.positions)) / LONG)

    def worth(guess: Guess) -> float:
        return hits(answers[guess]) / total + weight * information(answers[guess], total)

    return max(answers, key=worth)


class Belief:
    """What a bot takes the hidden digits to be: by position the cards, each with how likely it is."""

    def __init__(self, cards: dict[int, dict[Face, float]], known: Knowledge | None = None) -> None:
        self.cards: Final = cards
        self.known: Final = known  # what it follows from, if that was worked out and not only noted

    def of_value(self, position: int, value: int) -> float:
        return sum([chance for card, chance in self.cards[position].items() if card % VALUES + 1 == value])

    def of_card(self, position: int, card: int) -> float:
        return self.cards[position].get(Face(card), 0.0)

    def best(self, position: int, is_upgraded: bool) -> float:
        """How likely the best guess hits the digit."""
        if is_upgraded:
            return max(self.cards[position].values())
        return max([self.of_value(position, value) for value in range(1, VALUES + 1)])


def belief(view: View) -> Belief:
    """By what the aid of the table tells, and no more [V25]."""
    known = reckoned(view)
    if known is None:
        remembered = answered(view)
        return noted(view, remembered[-SHORT_MEMORY:] if kind_of(view.game) == OFF else remembered)
    return reckoned_belief(known)


def reckoned_belief(known: Knowledge) -> Belief:
    """All candidates are equally likely."""
    return Belief({
        position: {card: count / known.count for card, count in known.cards(position).items()}
        for position in known.positions}, known)


def noted(view: View, answers: tuple[str, ...]) -> Belief:
    """By a sheet of notes: a value that is known to be somewhere is as likely at each digit where it was not denied.

    What is left is as likely any value that nobody has asked for.
    """
    sheet = notes_from(style_of(view.game.options), answers)
    told = without_other_cards(view, answers)
    missing = {value: max(0, number - told.revealed[value]) for value, number in numbers(told).items()}
    positions = still_hidden(view)
    allowed = {position: sheet[position].cards & told.allowed_at(position) for position in positions}
    found = {}
    for position in positions:
        by_value: dict[int, list[Face]] = {}
        for number in faces_in(allowed[position]):
            by_value.setdefault(number % VALUES + 1, []).append(Face(number))
        chances = {}
        for value, number in missing.items():
            places = [other for other in positions if allowed[other] & of_value(value)]
            if value in by_value and number:
                chances[value] = min(1.0, number / len(places))
        rest = [value for value in by_value if value not in missing]
        left = max(LEAST_LEFT, 1.0 - sum(chances.values()))
        for value in rest:
            chances[value] = left * len(by_value[value]) / sum([len(by_value[other]) for other in rest])
        total = sum(chances.values())
        found[position] = {
            card: chance / total / len(by_value[value]) for value, chance in chances.items() for card in by_value[value]
        } or dict.fromkeys([Face(number) for number in faces_in(told.allowed_at(position))], 1 / 52)
    return Belief(found)


def likeliest(believed: Belief, view: View, rng: Random) -> Guess:
    """A guess that seems as likely to hit as any."""
    guesses: dict[Guess, float] = {}
    for position, cards in believed.cards.items():
        if is_upgraded(view, position):
            for card, chance in cards.items():
                guesses[position, card % VALUES + 1, card // VALUES + 1] = chance
        else:
            for value in range(1, VALUES + 1):
                guesses[position, value, 0] = believed.of_value(position, value)
    best = max(guesses.values())
    return rng.choice([guess for guess, chance in guesses.items() if chance > best - EQUAL])


def is_upgraded(view: View, position: int) -> bool:
    return bool(view.mark(UPGRADED, view.cards(PASSWORD, DEFENDER)[position - 1]))


def exposure(view: View, believed: Belief, position: int) -> tuple[float, float]:
    """How likely others take a digit to have its true value, and to be the very card, as the Defender sees it."""
    true = view.faces[view.cards(PASSWORD, DEFENDER)[position - 1]]
    return believed.of_value(position, true % VALUES + 1), believed.of_card(position, true)


class CasualCyberDefense(TryingBot):
    """Hacker or Defender, whichever it is."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, TRIALS, LEAVES)
        self.worths = WORTHS[HACKER]

    def choose(self, view: View, decision: Decision) -> Choice | None:
        options = decision.options
        if len(options) == 1:
            return options[0]
        self.worths = worths(view.side, len(still_hidden(view)), view.tally(ROUND))
        if decision.verb == "develop":
            return self.develop(view)
        if decision.verb == "guess":
            return self.guess(view)
        if decision.verb == "uncover":
            return self.uncover(view, options)
        if decision.verb == "lock":
            return self.lock(view, options)
        if decision.verb in ("upgrade", "unlock"):
            return self.upgrade(view, options)
        if decision.verb == "arrange" or (decision.verb == "bury" and PASS not in options):
            return options[0]  # the order of a password tells nothing; what is buried, nobody will see soon
        return self.try_out(view, decision)

    # Laying cards

    def develop(self, view: View) -> int:
        """The next card of the best plan; MitM lies open, so it comes last."""
        worlds = [self.imagine(view) for _ in range(WORLDS)]
        rivals = [likely_sides(world, 1 - view.side, self.rng) for world in worlds]
        table, side = worlds[0], view.side
        laid = sides_of(table, side)
        ranks = {int(back): rank(table, back) for back in HAND.of(table, side)}
        hand = sorted(ranks, key=lambda back: ranks[back])

        def worth(plan: Plan) -> float:
            mine = [laid[front] + [ranks[back] for back in plan[front]] for front in range(3)]
            return sum([gain(mine, rival, self.worths) for rival in rivals])

        missing = 0b111 & ~view.tally(PLAYED_TO, side)
        best = max(plans(hand, view.tally(OWED, side), missing), key=worth)
        front = next(front for front in (2, 0, 1) if best[front])
        return best[front][0] << 2 | front

    # The password

    def guess(self, view: View) -> int:
        believed = belief(view)
        if believed.known is None:
            guess = likeliest(believed, view, self.rng)
        else:
            guess = best_guess(believed.known, guesses_to_come(view))
        position, value, domain = guess
        return packed_guess(position, value, domain)

    def uncover(self, view: View, options: Sequence[int]) -> int:
        """The Hacker has the digit revealed that is hardest to guess; a Defender who chooses, the one nearly found."""
        believed = belief(view)
        if view.side == DEFENDER:
            return max(options, key=lambda position: exposure(view, believed, position))
        return min(options, key=lambda position: believed.best(position, is_upgraded(view, position)))

    def lock(self, view: View, options: Sequence[int]) -> int:
        """The digit that is nearly found, before it is upgraded; an upgraded one is made normal again."""
        believed = belief(view)
        digits = [position for position in options if position != PASS]

        def gained(position: int) -> tuple[bool, float]:
            was_upgraded = is_upgraded(view, position)
            return was_upgraded, believed.best(position, was_upgraded)

        return max(digits, key=gained)

    def upgrade(self, view: View, options: Sequence[int]) -> int:
        """The digit whose value others have nearly found, but not its domain; such a one is also unlocked."""
        believed = belief(view)
        digits = [position for position in options if position != PASS]

        def hurt(position: int) -> float:
            of_value, of_card = exposure(view, believed, position)
            return of_value - of_card  # for them it is now the wrong domain

        return max(digits, key=hurt)

    # Trying out

    def imagine(self, view: View) -> Table:
        world = super().imagine(view)
        play_as_people_do(world, view.side)
        return world

    def judge(self, table: Table, side: int) -> float:
        """What the fronts are likely to bring, and a little for cards to play and for cards that the Hacker sees."""
        worth = gain(sides_of(table, side), sides_of(table, 1 - side), self.worths)
        for player in range(table.sides):
            spare = min(len(HAND.of(table, player)), MOST_USES - USES.get(table, player)) * SPARE_CARD
            worth += spare if player == side else -spare
        if kind_of(table.game) != FULL:
            return worth
        seen = sum([knowers >> HACKER & 1 for knowers in table.knowers]) * SEEN_CARD
        return worth + (seen if side == HACKER else -seen)

    def is_settled(self, table: Table) -> bool:
        decision = table.pending[0]
        return decision.verb in BETWEEN_EFFECTS or (decision.verb == "use" and decision.kind is CARDS)  # not that of 2V


def guesses_to_come(view: View) -> float:
    """With this one: those of this front, and what may be expected after it."""
    settled = sum([view.tally(front) != NOT_SETTLED for front in (PHISH_WINNER, MITM_WINNER, DDOS_WINNER)])
    later = GUESSES_AFTER[settled - 1] + GUESSES_IN_ROUND * (ROUNDS - view.tally(ROUND))
    return view.tally(GUESSES) + later
