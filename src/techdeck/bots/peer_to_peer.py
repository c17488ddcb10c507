"""Rules of thumb for Peer-to-Peer.

What a side can do in a round is worked out, not guessed: a *plan* shares out its hand and its *tricks*, the effects
that change a sum or a domain, so that as many customers as possible are served.  Effects are tried out on imagined
tables and judged by the plan that is possible then.  Unhappy customers are everybody's loss, so customers count before
points.  A card for the deck or for a venture counts by the customers it may serve in the rounds to come: many at first,
none at the end.
"""

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.cards import DECK_SIZE, Back, face
from techdeck.games.peer_to_peer import (
    AGREE,
    DECK,
    DISCARD,
    EXTRA_CARDS,
    HAND,
    LAID,
    ROUND,
    SCORE,
    START_VENTURE,
    USED,
    WILD_EFFECTS,
    OwnDeck,
    has_marker,
    is_good,
    new_customers,
    people,
    pile_of,
    solo_starts,
    strength,
    written_deck,
)
from techdeck.rules import Alternate
from techdeck.table import CARD_SETS, PASS, PASS_ON, Choice, Decision, SomeCards, Table, pack, stacked, unpack
from techdeck.team_effects import (
    COMMITTED,
    CUSTOMERS,
    DECLARED,
    HAND_SIZE,
    INSURED,
    KEPT,
    ROW,
    ROW_SIZE,
    UNHAPPY,
    VENTURES,
    WON,
    named_customer,
)
from techdeck.views import View, imagined

# By how much a customer may be worth more than the cards, and whether the domain does not matter then.
TRICKS: Final[dict[str, tuple[list[int], bool]]] = {
    "1S": ([-1, 1], False), "4S": ([-2, -1, 1, 2], False), "7S": ([-1, 1], False), "12S": ([-2, -1, 1, 2], False),
    "4V": ([-1, 1], False), "7V": ([1, 2, 3], False), "2S": ([0], True), "3S": ([0], True), "1V": ([0], True),
}
ONE_CARD: Final = [-1, 1]  # what 12S can do for a single card

# How many customers more a side serves in a round, guessed: with a card in a venture, and with one in hand besides its
# value.
VENTURE_WORTH: Final[dict[str, float]] = {
    "4K": 0.25, "5K": 0.1, "8K": 0.25, "9K": 0.25, "10K": 0.15, "12K": 0.12, "13K": 0.15,
    "4S": 0.35, "7S": 0.25, "8S": 0.3, "9S": 0.2, "11S": 0.0, "12S": 0.35,
    "6T": 0.3, "7T": 0.25, "8T": 0.3, "9T": 0.35, "10T": 0.3, "11T": 0.25, "12T": 0.15, "13T": 0.3,
    "2V": 0.2, "5V": 0.2, "6V": 0.35, "8V": 0.2, "9V": 0.3, "11V": 0.5, "12V": 0.45, "13V": 0.35,
}
HAND_WORTH: Final[dict[str, float]] = {
    "1K": 0.15, "2K": 0.15, "3K": 0.05, "4K": 0.2, "6K": 0.05, "7K": 0.1, "10K": 0.1, "11K": 0.2, "12K": 0.1,
    "1S": 0.15, "2S": 0.15, "3S": 0.15, "4S": 0.25, "5S": 0.15, "6S": 0.1, "7S": 0.15, "9S": 0.2, "10S": 0.2,
    "12S": 0.25, "13S": 0.4,
    "1T": 0.2, "2T": 0.1, "3T": 0.15, "4T": 0.1, "5T": 0.1, "6T": 0.2, "9T": 0.25, "10T": 0.2, "13T": 0.25,
    "1V": 0.15, "2V": 0.1, "3V": 0.2, "4V": 0.15, "6V": 0.25, "7V": 0.2, "8V": 0.1, "10V": 0.15, "12V": 0.3,
}
VALUE_WORTH: Final = 0.06  # for each step of a value
HIGH: Final = 8  # higher values help no more

# What counts, in customers served.
LEAVING: Final = 0.25  # to serve one that would leave the row
TAKEN: Final = 0.2  # less for one that another side may serve as well
PAY: Final = 0.2  # to serve one that makes a good card of the deck or of a venture
OVERFLOW: Final = 1.0  # against each customer that will leave the row
WAITING: Final = 0.3  # against each that stays in it
UNSERVED: Final = 2.0  # against each that is unhappy
POINT: Final = 0.5
POINT_ALONE: Final = 0.1  # one player wins with any number
PLANNED: Final = 0.9  # of a point
GROWTH: Final = 0.5  # a customer that may be served in a later round
CARD_LEFT: Final = 0.04  # a card or a trick that is not needed may turn out to be useful
TRICK_LEFT: Final = 0.01
CARD_COST: Final = 0.004  # and one that is planned may be missed
TRICK_COST: Final = 0.02

OVERLOOKED: Final = 0.3  # by a careless bot: how likely an effect in a round; a customer half as likely

TRIALS: Final = 3
LEAVES: Final = 72
ROUNDS_TO_GROW: Final = 10

MOST_CARDS: Final = 8  # in hand, and
MOST_TRICKS: Final = 5  # in all, with which a plan reckons
TRICKS_FOR_ONE: Final = 3
MOST_WAYS: Final = 16  # to serve one customer
FARTHEST: Final = 8  # that tricks bring a sum; a set of differences has a bit for each, from minus this
FIRST_TRICK: Final = 16  # its bit among resources: cards come first


def by_face(worth: dict[str, float]) -> list[float]:
    found = [0.0] * DECK_SIZE
    for name, number in worth.items():
        found[face(name)] = number
    return found


VENTURE: Final = by_face(VENTURE_WORTH)
TRICK_OF: Final = {int(face(name)): trick for name, trick in TRICKS.items()}
FOR_TWO: Final = int(face("12S"))
GROUP: Final = [
    worth + (VALUE_WORTH * min(HIGH, number % 13 + 1) if number < 52 else 0.0)
    for number, worth in enumerate(by_face(HAND_WORTH))
]


# Plans

class Tricks:
    """Some tricks used together for one customer."""

    def __init__(self, used: int, held: int, reach: int, alone: int, paints: bool, is_open: bool, size: int) -> None:
        self.used: Final = used  # a bit for each
        self.held: Final = held  # cards that must not be committed, since they help from the hand
        self.reach: Final = reach  # a bit for each difference that they make good
        self.alone: Final = alone  # the same if a single card is committed
        self.paints: Final = paints
        self.is_open: Final = is_open  # whether any is used before cards are committed
        self.size: Final = size

    def make_good(self, missing: int, fits: bool, is_single: bool) -> bool:
        reach = self.alone if is_single else self.reach
        return (fits or self.paints) and reach >> missing + FARTHEST & 1 == 1


def reached(reach: int, steps: Sequence[int]) -> int:
    """A set of differences after one of some steps."""
    found = 0
    for by in steps:
        found |= reach << by if by >= 0 else reach >> -by
    return found


class Way:
    """To serve one customer."""

    def __init__(self, target: int, cards: int, tricks: Tricks) -> None:
        self.target: Final = target
        self.cards: Final = cards  # a bit for each
        self.tricks: Final = tricks
        self.used: Final = cards | tricks.used
        self.cost: Final = CARD_COST * cards.bit_count() + TRICK_COST * tricks.size


class Plan:
    """How a side can serve as many customers as possible in this round, with what it has in hand.

    Open effects count too, unless only what can be done at once is asked for.
    """

    def __init__(self, table: Table, side: int, weights: dict[int, float], *, at_once: bool = False) -> None:
        self.table: Final = table
        self.side: Final = side
        self.exhausts: Final = bool(table.game.options["effect_use_exhausts_card"])
        self.hand: Final = self._best_cards()
        self.unused: Final = [back for back in self._unused_tricks()
                              if not (at_once and table.card(back).timing == "open")]
        self.tricks: Final = self._together()
        self.total = 0.0  # what the best ways are worth
        self.best: list[Way] = []
        self._chosen: Final[list[Way]] = []
        under_way = self._under_way()
        if not under_way:  # what lies there will come back
            self.hand.extend(COMMITTED.of(table, side)[:max(0, MOST_CARDS - len(self.hand))])
        self._sums: Final = [0]  # by set of cards
        self._domains: Final = [0]
        for back in self.hand:
            value, domain = table.value(back), 1 << table.domain(back)
            self._sums.extend([total + value for total in self._sums])
            self._domains.extend([domains | domain for domains in self._domains])
        self._ways: Final[list[list[Way]]] = []  # by customer
        self._weights: Final[list[float]] = []
        for customer in ROW.of(table):
            if under_way and customer == under_way[0].target:
                ways = under_way
            else:
                ways = [] if is_lost(table, side, customer) else self._ways_to_serve(customer)
            if ways:
                self._ways.append(ways)
                self._weights.append(weights.get(int(customer), 1.0))
        self._search(0, 0, 0.0)

    def _best_cards(self) -> list[Back]:
        table = self.table
        hand = [back for back in HAND.of(table, self.side) if not (self.exhausts and USED.get(table, table.face[back]))]
        if len(hand) > MOST_CARDS:
            hand.sort(key=lambda back: GROUP[table.face[back] % DECK_SIZE], reverse=True)
        return hand[:MOST_CARDS]

    def _unused_tricks(self) -> list[Back]:
        in_hand = [back for back in self.hand if self._is_trick(back, "group")]
        return in_hand + [back for venture in VENTURES for back in venture.of(self.table, self.side)
                          if self._is_trick(back, "venture")]

    def _together(self) -> list[Tricks]:
        """All that can be used for one customer, the fewest first."""
        table = self.table
        found = [Tricks(0, 0, 1 << FARTHEST, 1 << FARTHEST, False, False, 0)]
        for number, back in enumerate(self.unused[:MOST_TRICKS]):
            kind = table.face[back] % DECK_SIZE
            steps, paints = TRICK_OF[kind]
            is_open = table.card(back).timing == "open"
            helps_from_hand = back in self.hand and (self.exhausts or not is_open)
            held = 1 << self.hand.index(back) if helps_from_hand else 0
            for tricks in found[:]:
                if tricks.size < TRICKS_FOR_ONE:
                    found.append(Tricks(
                        tricks.used | 1 << FIRST_TRICK + number, tricks.held | held, reached(tricks.reach, steps),
                        reached(tricks.alone, ONE_CARD if kind == FOR_TWO else steps), tricks.paints or paints,
                        tricks.is_open or is_open, tricks.size + 1))
        found.sort(key=lambda tricks: tricks.size)
        return found

    def _is_trick(self, back: int, flag: str) -> bool:
        number, card = self.table.face[back], self.table.card(back)
        return (number % DECK_SIZE in TRICK_OF and bool(card.effect) and flag in card.flags
                and not USED.get(self.table, number))

    def _under_way(self) -> list[Way]:
        """How the assist under way can still become good: the cards lie there."""
        table, cards = self.table, COMMITTED.of(self.table, self.side)
        for customer in named_customer(table, self.side, 0) if cards else []:
            missing = table.value(customer) - sum([table.value(back) for back in cards])
            fits = any(table.domain(back) == table.domain(customer) for back in cards)
            if abs(missing) <= FARTHEST and not is_lost(table, self.side, customer):
                for tricks in self.tricks:
                    if not tricks.is_open and tricks.make_good(missing, fits, len(cards) == 1):
                        return [Way(customer, 0, tricks)]
        return []

    def _ways_to_serve(self, customer: int) -> list[Way]:
        """With each set of cards, by as few tricks as possible."""
        value, domain = self.table.value(customer), self.table.domain(customer)
        found: list[Way] = []
        for cards in range(1, len(self._sums)):
            missing = value - self._sums[cards]
            if abs(missing) > FARTHEST:
                continue
            fits = self._domains[cards] >> domain & 1 == 1
            most = TRICKS_FOR_ONE
            for tricks in self.tricks:
                if tricks.size > most:
                    break
                if not tricks.held & cards and tricks.make_good(missing, fits, cards & cards - 1 == 0):
                    most = tricks.size
                    found.append(Way(customer, cards, tricks))
        if len(found) > MOST_WAYS:
            found.sort(key=lambda way: way.cost)
        return found[:MOST_WAYS]

    def _search(self, at: int, used: int, total: float) -> None:
        """Customer by customer, each in some way or not at all."""
        if total > self.total:
            self.total = total
            self.best = self._chosen[:]
        if at == len(self._ways) or total + sum(self._weights[at:]) <= self.total:
            return
        for way in self._ways[at]:
            if not way.used & used:
                self._chosen.append(way)
                self._search(at + 1, used | way.used, total + self._weights[at] - way.cost)
                self._chosen.pop()
        self._search(at + 1, used, total)

    def spare(self) -> float:
        """What the cards and tricks may be worth that are not needed."""
        cards = len(self.hand) - sum([way.cards.bit_count() for way in self.best])
        return CARD_LEFT * cards + TRICK_LEFT * (len(self.unused) - sum([way.tricks.size for way in self.best]))

    def first(self, taken: dict[int, float]) -> list[Back]:
        """The cards to commit first, if any: where others may be faster, and none that must help from the hand."""
        ready = [way for way in self.best if not way.tricks.is_open]

        def haste(way: Way) -> tuple[bool, float]:
            is_needed = any(other.tricks.held & way.cards for other in self.best if other is not way)
            return not is_needed, taken.get(way.target, 0.0)

        for way in sorted(ready, key=haste)[-1:]:
            return [back for at, back in enumerate(self.hand) if way.cards >> at & 1]
        return []


def is_lost(table: Table, side: int, customer: int) -> bool:
    """Whether another side serves the customer now, and better, as it looks."""
    if not DECLARED.get(table, table.face[customer]) & ~(1 << side):
        return False
    best_domain = table.game.options["contest_domain_rule"] == "best_domain"
    is_own = customer in named_customer(table, side, 0)
    own = (strength(table, side, best_domain), has_marker(table, side))
    return any(
        other != side and customer in named_customer(table, other, 0) and is_good(table, other)
        and not (is_own and own > (strength(table, other, best_domain), has_marker(table, other)))
        for other in range(table.sides))


# What lies ahead

def rounds_left(table: Table) -> float:
    return len(CUSTOMERS.of(table)) / new_customers(table)


def leaving(table: Table, waiting: float) -> float:
    """How many customers become unhappy in the next round, if so many wait: the oldest ones that are not insured."""
    coming = min(new_customers(table), len(CUSTOMERS.of(table)))
    over = max(0.0, waiting + coming - ROW_SIZE)
    insured = sum([INSURED.get(table, table.face[back]) for back in ROW.of(table)[:ceil(over)]])
    return max(0.0, over - insured)


def power(table: Table, side: int) -> float:
    """How many customers a side may serve in a round, with a hand out of its deck and with its ventures."""
    total, count = 0.0, 0
    for zone in (DECK, HAND, DISCARD, KEPT, LAID, COMMITTED):
        for back in zone.of(table, side):
            total += GROUP[table.face[back] % DECK_SIZE]
            count += 1
    ventures = [VENTURE[table.face[back] % DECK_SIZE] for venture in VENTURES for back in venture.of(table, side)]
    return total * min(HAND_SIZE, count) / max(1, count) + sum(ventures)


class Outlook:
    """What a side reckons with: what others may serve, on some imagined tables, and what customers are worth to it."""

    def __init__(self, worlds: Sequence[Table], side: int, can_assist: bool) -> None:
        self.can_assist: Final = can_assist  # in this round
        self.taken: Final[dict[int, float]] = {}  # by customer: how likely another side serves it
        self.served = 0.0  # customers by others
        for world in worlds if can_assist else []:
            for other in range(world.sides):
                for way in Plan(world, other, {}).best if other != side else []:
                    self.taken[way.target] = self.taken.get(way.target, 0.0) + 1 / len(worlds)
                    self.served += 1 / len(worlds)
        self.weights: Final[dict[int, float]] = {}
        row = ROW.of(worlds[0])
        over = leaving(worlds[0], len(row))
        for at, customer in enumerate(row):
            self.weights[int(customer)] = (
                1 + LEAVING * (at < over) + PAY * pay(worlds[0], customer)
                - TAKEN * min(1.0, self.taken.get(int(customer), 0.0)))


def pay(table: Table, customer: int) -> float:
    """What a customer may be good for, as long as there are rounds to use it in."""
    kind = table.face[customer] % DECK_SIZE
    return max(VENTURE[kind], GROUP[kind] / 2) * min(1.0, rounds_left(table) / ROUNDS_TO_GROW)


def end_soon(world: Table) -> bool:
    """Let an imagined table end with the window, or else the phase, under way; whether customers can still be served.

    What comes after that would only blur what an effect did.
    """
    game, agenda = world.game, world.agenda
    phase = game.phase(world)
    start = next(at for at, frame in enumerate(agenda) if game.phase_at(frame) == phase)
    for at, frame in enumerate(agenda):
        if frame.rule is WILD_EFFECTS or isinstance(frame.rule, Alternate):
            start = at
    world.frame = stacked(agenda[start:])
    return phase in ("new customers", "effects before", "assist")


class CasualPeers(TryingBot):
    """Plays for its team, and for the customers."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, TRIALS, LEAVES)
        self.side = 0
        self.outlook: Outlook | None = None

    def choose(self, view: View, decision: Decision) -> Choice | None:
        if isinstance(decision, OwnDeck):
            return bring(decision)
        options = decision.options
        if PASS_ON in options:  # it looks anew each time
            decision = Decision(decision.seat, decision.verb, [option for option in options if option != PASS_ON])
            options = decision.options
        if len(options) == 1:
            return options[0]
        self.side = view.side
        if isinstance(decision, SomeCards):
            return self.commit(view, decision)
        if decision.verb == "agree":
            return AGREE
        if decision.verb in ("start", "draft", "found"):
            return best_start(view, decision)
        if decision.verb in ("stack", "stack customer"):
            return options[0]
        return self.try_out(view, decision)

    def commit(self, view: View, decision: SomeCards) -> int:
        worlds = [imagined(view, self.rng) for _ in range(self.trials)]
        outlook = Outlook(worlds, view.side, True)
        cards = (Plan(worlds[0], view.side, outlook.weights).first(outlook.taken)
                 or Plan(worlds[0], view.side, outlook.weights, at_once=True).first(outlook.taken))
        return pack([back for back in decision.cards if back in cards]) or PASS

    # Trying out

    def imagine(self, view: View) -> Table:
        world = super().imagine(view)
        self.outlook = Outlook([world], view.side, end_soon(world))
        return world

    def best_outcome(self, world: Table, seat: int, option: int, side: int, ways: int) -> float:
        """Every way to go on is tried, if there are not too many."""
        table = world.clone()
        table.act(seat, option)
        return self.best_end(table, side, ways)

    def best_end(self, table: Table, side: int, ways: int) -> float:
        """What the effect under way can lead to; others do as little as possible."""
        if table.is_over or self.is_settled(table):
            return self.judge(table, side)
        decision = table.pending[0]
        options = decision.options
        if table.side_of(decision.seat) != side:
            options = options[-1:]
        elif len(options) > ways:
            options = self.rng.sample(options, max(1, ways))
        best = float("-inf")
        for option in options:
            after = table.clone() if len(options) > 1 else table
            after.act(decision.seat, option)
            best = max(best, self.best_end(after, side, ways // len(options)))
        return best

    def is_settled(self, table: Table) -> bool:
        """In any window, but for the own one after winning: a won customer is not placed yet."""
        decision = table.pending[0]
        if decision.verb == "use after winning":
            return table.side_of(decision.seat) != self.side
        return decision.verb.startswith("use") or decision.verb in ("commit", "declare")

    def judge(self, table: Table, side: int) -> float:
        """Customers first: those that are left even if the plan works out; then points, and what is to come.

        What is planned counts less than what is done.
        """
        assert self.outlook is not None, "a world was imagined before"
        worth = 0.0
        points = float(len(SCORE.of(table, pile_of(table, side))) + len(WON.of(table, side)))
        waiting = float(len(ROW.of(table)))
        if self.outlook.can_assist:
            plan = Plan(table, side, self.outlook.weights)
            worth = plan.total + plan.spare()
            worth -= sum([self.outlook.weights.get(int(customer), 1.0) for customer in ROW.of(table)])
            points += PLANNED * len(plan.best)
            waiting = max(0.0, waiting - len(plan.best) - self.outlook.served)
        worth -= OVERFLOW * leaving(table, waiting) + WAITING * waiting + UNSERVED * len(UNHAPPY.of(table))
        worth += (POINT_ALONE if people(table) == 1 else POINT) * points
        worth += sum([GROUP[table.face[back] % DECK_SIZE] for back in KEPT.of(table, side)])
        return worth + GROWTH * rounds_left(table) * power(table, side)


class CarelessPeers(CasualPeers):
    """Overlooks an effect now and then, for a whole round, and half as often a customer: like people in early games.

    No level at which anybody is offered to play; the presets of the game are measured with it.
    """

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.overlooked: Final[dict[tuple[int, int], bool]] = {}  # by round and face

    def choose(self, view: View, decision: Decision) -> Choice | None:
        if decision.verb == "commit" and self.rng.random() < OVERLOOKED / 2:
            return PASS
        if not decision.verb.startswith("use"):
            return super().choose(view, decision)
        noticed = [option for option in decision.options if option == PASS or not self.overlooks(view, option)]
        return super().choose(view, Decision(decision.seat, decision.verb, noticed, decision.kind, decision.about))

    def overlooks(self, view: View, back: int) -> bool:
        key = (view.tally(ROUND), view.faces[back])
        if key not in self.overlooked:
            self.overlooked[key] = self.rng.random() < OVERLOOKED
        return self.overlooked[key]


# Before the first round

def bring(decision: OwnDeck) -> str:
    """The best cards that a deck of one's own can have."""
    ventures = sorted(decision.ventures, key=lambda number: -VENTURE[number])[:START_VENTURE]
    sets = [found for found in solo_starts() if not any(number in ventures for number in found)]
    group = max(sets, key=lambda found: sum([GROUP[number] for number in found]))
    left = [number for number in range(DECK_SIZE) if number not in group and number not in ventures]
    return written_deck([*group, *sorted(left, key=lambda number: -GROUP[number])[:EXTRA_CARDS]], ventures)


def best_start(view: View, decision: Decision) -> int:
    """The best cards for the deck or for ventures; a drafted one may become either."""
    def worth(back: int) -> float:
        kind = view.faces[back] % DECK_SIZE
        return VENTURE[kind] * (decision.verb != "start") + GROUP[kind] * (decision.verb != "found")

    def total(option: int) -> float:
        if option == PASS:
            return 0.0
        return sum([worth(back) for back in unpack(option)]) if decision.kind is CARD_SETS else worth(option)

    return max(decision.options, key=total)
