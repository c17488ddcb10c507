"""Rules of thumb for Cyber Defense, in both roles.

Everything is counted in *guesses*.  A front is worth what winning it gives the Hacker beyond losing it; cards are laid,
and effects used, so that the fronts that are likely won are worth most.  A rival is taken to play as people do: the
lowest cards lie in DDOS, the highest in Phish.  The Hacker guesses by all passwords that are still possible; the
Defender thinks of what everybody can know of the password, and upgrades the digit that is nearly found.
"""

from collections.abc import Sequence
from math import exp, log2
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.cards import Back, Face
from techdeck.games.cyber_defense import (
    ANSWERS,
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
    REVEALED,
    ROUND,
    ROUNDS,
    UPGRADED,
    USES,
    packed_guess,
    rank,
    recall,
    what_can_be_known,
)
from techdeck.password import VALUES, Answer, Guess, Knowledge
from techdeck.table import CARDS, PASS, Choice, Decision, Table
from techdeck.views import View

# What the Hacker gains by winning a front, in guesses: Phish, MitM, DDOS.  Measured: how much more often the Hacker
# wins the game, beside what four guesses more in every round do.
WORTHS: Final = [4.0, 4.0, 1.5]
LAST_DIGIT: Final = 12.0  # Phish, when its reveal ends the game
LAST_DDOS: Final = 1.0  # in the last round an upgrade hinders no more than one guess
SPARE_CARD: Final = 0.1  # a card in hand that an effect can still bring into play
SEEN_CARD: Final = 0.05  # every card that the Hacker sees is not in the password

# How far ahead a front is as good as won, by values, by total and by pairs; effects are still to come.
SPREADS: Final = [0.7, 2.5, 0.7]
OUT_OF_REACH: Final = 20.0  # ahead of a side without cards

INFORMATION: Final = 0.2  # what a bit of information is worth, in digits hit
LONG: Final = 6  # guesses to spare at which information is worth as much
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


def worths(hidden: int, number: int) -> list[float]:
    """Of the fronts, with so many hidden digits, in a round."""
    phish, mitm, ddos = WORTHS
    return [LAST_DIGIT if hidden == 1 else phish, mitm, LAST_DDOS if number == ROUNDS else ddos]


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


def ease(known: Knowledge) -> dict[int, float]:
    """By hidden position: how likely the best guess hits it."""
    found: dict[int, float] = {}
    for guess, hit_chance in known.hit_chances().items():
        found[guess[0]] = max(hit_chance, found.get(guess[0], 0.0))
    return found


def what_all_know(view: View) -> Knowledge:
    """What anybody could know of the password: the Hacker knows that, and some more."""
    return recall(view.game, view.cards(PASSWORD, DEFENDER), view.known_to_all, view.mark, view.slates[ANSWERS.number])


def exposure(view: View, known: Knowledge, position: int) -> tuple[float, float]:
    """How likely others take a digit to have its true value, and to be the very card, as the Defender sees it."""
    true = view.faces[view.cards(PASSWORD, DEFENDER)[position - 1]]
    cards = known.cards(position)
    of_value = [count for card, count in cards.items() if card % VALUES == true % VALUES]
    return sum(of_value) / known.count, cards.get(Face(true), 0) / known.count


def hidden_digits(view: View) -> int:
    return sum([not view.mark(REVEALED, back) for back in view.cards(PASSWORD, DEFENDER)])


class CasualCyberDefense(TryingBot):
    """Hacker or Defender, whichever it is."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, TRIALS, LEAVES)
        self.worths = WORTHS

    def choose(self, view: View, decision: Decision) -> Choice | None:
        options = decision.options
        if len(options) == 1:
            return options[0]
        self.worths = worths(hidden_digits(view), view.tally(ROUND))
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
        position, value, domain = best_guess(what_can_be_known(view), guesses_to_come(view))
        return packed_guess(position, value, domain)

    def uncover(self, view: View, options: Sequence[int]) -> int:
        """The Hacker has the digit revealed that is hardest to guess; a Defender who chooses, the one nearly found."""
        if view.side == DEFENDER:
            known = what_all_know(view)
            return max(options, key=lambda position: exposure(view, known, position))
        easy = ease(what_can_be_known(view))
        return min(options, key=lambda position: easy[position])

    def lock(self, view: View, options: Sequence[int]) -> int:
        """The digit that is nearly found, before it is upgraded; an upgraded one is made normal again."""
        easy = ease(what_can_be_known(view))
        row = view.cards(PASSWORD, DEFENDER)
        digits = [position for position in options if position != PASS]
        return max(digits, key=lambda position: (view.mark(UPGRADED, row[position - 1]), easy[position]))

    def upgrade(self, view: View, options: Sequence[int]) -> int:
        """The digit whose value others have nearly found, but not its domain; such a one is also unlocked."""
        known = what_all_know(view)
        digits = [position for position in options if position != PASS]

        def hurt(position: int) -> float:
            of_value, of_card = exposure(view, known, position)
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
