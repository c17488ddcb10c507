"""Rules of thumb for Tech Exchange.

*What is a hand worth?*  What it would score at the stacks as they may become, and a part of what its beginnings may
still make: a pair is some of a set.  From this follow all trades: an offer is taken if the hand is worth more after it,
cards are offered that are missed least for those that help most, and among those most gladly what others have asked
for.  A card is described no more exactly than who may want it needs to know.  Effects are tried out on imagined tables.

A bot notes what it has offered in vain and what others asked for, until a trade changes the hands; so it runs out of
ideas and is done.  Where it is doubtful whether anybody has what it wants it asks first; whoever alone can have it is
addressed alone.  Questions of others it answers, and truly.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.cards import DECK_SIZE, GENERAL_EDITION, LETTERS, Face
from techdeck.exchange_score import Prices, best_kept, kind
from techdeck.games.tech_exchange import (
    BOARD,
    DECK,
    DISCARD,
    DOMAIN,
    FACTS,
    FIRST_EFFECTS,
    FIRST_TRADING,
    HAND,
    PHASE,
    POINTS,
    PRIVATE_TABLE,
    QUESTIONS,
    RESOLVING,
    ROUND,
    SECOND_EFFECTS,
    SECOND_TRADING,
    STACKS,
    STAGED,
    TRADE_TABLE,
    TRADES,
    UNDER_WAY,
    VALUE,
    WHISPERS,
    Grouping,
    sizes,
)
from techdeck.knowledge import BIT
from techdeck.offers import (
    EVERYBODY_ELSE,
    OF_DOMAIN,
    OF_VALUE,
    Commitment,
    Fact,
    Held,
    Offer,
    Proposal,
    Question,
    Slot,
    Trade,
    exactly,
    fitting_cards,
    in_a_row,
    read_asked,
    read_fact,
    read_offer,
    slot,
)
from techdeck.table import PASS, Choice, Decision, SomeCards, Table, changed, pack, unpack
from techdeck.views import UNKNOWN, View

TENTHS: Final = 10  # stacks are counted in these, since parts of a card are expected
KINDS: Final = [kind(value, domain) for domain in range(1, 5) for value in range(1, 14)]
TRADING: Final = [FIRST_TRADING, SECOND_TRADING]
EFFECTS: Final = [FIRST_EFFECTS, SECOND_EFFECTS]

HOPE: Final = [45, 45, 40, 30, 0, 0]  # by phase: how many of a hundred pairs will become sets
FIRST_TRADES: Final = 3  # to be expected until a stack ends the first trading phase
TRADES_EACH: Final = 1.0  # to be expected of each player in the second
GROWING_EFFECTS: Final = 2  # in each effects phase

LEAST_GAIN: Final = 1.0 * TENTHS  # for which it is worth while to trade
SPARE_CARDS: Final = 4  # that are considered for giving
WANTED_KINDS: Final = 12  # that are considered for asking
MOST_ATOMS: Final = 4  # [R15]
WAYS: Final = 4  # to satisfy an offer that are looked at
SAMPLES: Final = 6  # of what may be behind a vague description
ATTEMPTS: Final = 2  # offers in vain, until there is a trade
LOOKS: Final = 4  # at an unchanged floor until one is done
GLADLY: Final = 0.6  # how often somebody who has a wanted card gives it for one that was asked for,
PERHAPS: Final = 0.25  # and for any other
DOUBT: Final = 0.25  # that nobody has what is wanted: from here on to its contrary it asks
SURELY: Final = 0.95  # who so likely has a card is addressed alone,
HARDLY: Final = 0.4  # where the others have so few of them together
LEAST_EXPECTED: Final = 0.5  # cards of a kind in a hand, to ask for two of them

Kinds = list[int]  # cards by value and domain, as the score counts them


class Hopes(Prices):
    """What sets are worth at certain stacks, and what beginnings of sets may become worth."""

    def __init__(self, stacks: tuple[int, int, int, int], hope: int) -> None:
        super().__init__(stacks)
        self.hope: Final = hope
        self._hands: Final[dict[tuple[int, ...], int]] = {}

    def best(self, pattern: int) -> int:
        found = self._best.get(pattern)
        if found is None:
            worth = self.worth(pattern)
            found = super().best(pattern)
            if len(worth) == 1:
                found += 3 * worth[0] * self.hope * self.hope // 20000
            elif len(worth) == 2:
                found += 3 * worth[0] * self.hope // 100
            elif len(worth) == 3:
                found += worth[0] * self.hope // 100
            self._best[pattern] = found
        return found

    def hand(self, kinds: Kinds) -> int:
        """What a hand is worth; the same few come up again and again."""
        cards = tuple(sorted(kinds))
        found = self._hands.get(cards)
        if found is None:
            found = self._hands[cards] = self.score(cards)
        return found


def without(kinds: Kinds, gone: Sequence[int]) -> Kinds:
    left = kinds[:]
    for each in gone:
        left.remove(each)
    return left


def kinds_of(cards: Sequence[Held]) -> Kinds:
    return [kind(value, domain) for _, value, domain in cards]


def kind_seen(view: View, face: int) -> int:
    """A card by its current value and domain, as far as the side knows of changes; 0 for a wild card."""
    card = GENERAL_EDITION[face % DECK_SIZE]
    if card.is_wild:
        return 0
    value = changed(card.value, view.mark(VALUE, face))
    return kind(value, view.mark(DOMAIN, face) or card.domain_number)


def fits(about: Slot, which: int) -> bool:
    return about.fits(which >> 2, (which & 3) + 1)


def kinds_that_fit(about: Slot) -> Kinds:
    return [which for which in KINDS if fits(about, which)]


# What is to be expected

def growth_ahead(phase: int, spare: int, sides: int) -> float:
    """The cards that may still come to the stacks; so many are left until trading ends for lack of cards."""
    growth = 0.0
    if phase <= FIRST_TRADING:
        growth += FIRST_TRADES
    if phase <= FIRST_EFFECTS:
        growth += GROWING_EFFECTS
    if phase <= SECOND_TRADING:
        growth += TRADES_EACH * sides
    growth = max(0.0, min(growth, float(spare)))
    return growth + GROWING_EFFECTS if phase <= SECOND_EFFECTS else growth


def domain_shares(view: View) -> list[float]:
    """How the cards that the side has not seen are spread over the domains."""
    left = [13 * len(view.faces) // DECK_SIZE] * 4
    for face in view.faces:
        if face != UNKNOWN and face % DECK_SIZE < 52:
            left[face % DECK_SIZE // 13] -= 1
    return [count / max(1, sum(left)) for count in left]


def likely_cards(view: View) -> list[list[float]]:
    """By seat and kind: how many such cards a player may be expected to hold, the own seat aside.

    Of a card that may be in several places each back counts the more, the fewer other cards may be behind it.
    """
    elsewhere = 0  # cards that surely lie behind another back
    for face in view.faces:
        if face != UNKNOWN:
            elsewhere |= BIT[face]
    weights = [[0.0] * len(view.faces) for _ in range(view.sides + 1)]
    for holder in range(view.sides + 1):
        if holder != view.side:
            backs = view.cards(DECK) if holder == view.sides else view.cards(HAND, holder)
            groups: dict[int, int] = {}
            for back in backs:
                faces = view.may_be[back] if view.faces[back] != UNKNOWN else view.may_be[back] & ~elsewhere
                groups[faces] = groups.get(faces, 0) + 1
            for faces, count in groups.items():
                weight = count / faces.bit_count()
                while faces:
                    face = faces.bit_length() - 1
                    faces ^= BIT[face]
                    weights[holder][face] += weight
    found = [[0.0] * (KINDS[-1] + 1) for _ in range(view.sides)]
    for face in range(len(view.faces)):
        total = sum([row[face] for row in weights])
        if total > 0:
            which = kind_seen(view, face)
            for seat in range(view.sides):
                found[seat][which] += weights[seat][face] / total
    return found


class Idea:
    """An offer that could be made: the cards given, what is wanted for them, and how good that is."""

    def __init__(self, cards: list[Held], wants: list[Slot], promise: float) -> None:
        self.cards: Final = cards
        self.wants: Final = wants
        self.promise: Final = promise  # what is gained, by how likely it is

    def key(self) -> str:
        """By which it is remembered."""
        return f"{' '.join([str(card[0]) for card in self.cards])} for {in_a_row(self.wants)}"


class CasualExchange(TryingBot):
    """Trades what it misses least for what helps it most."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.hopes = Hopes((0, 0, 0, 0), 0)
        self.shares = [0.25] * 4
        self.stage = (0, 0)  # the round and the phase in which all of this was noted
        self.trades = 0
        self.points = 0  # of the own, before the round
        self.tried: set[str] = set()  # ideas, since the last trade
        self.declined: set[str] = set()  # lines of offers, since then
        self.asked = False  # whether it asked for something since then
        self.open: list[str] = []  # what its open offers give and want
        self.said_of: list[Fact] = []  # what is truly said of hands, and still holds
        self.looks = 0  # in vain, since then
        self.asked_for: list[set[Slot]] = []  # by seat: what others wanted in this phase
        self.likely: list[list[float]] = []

    def choose(self, view: View, decision: Decision) -> Choice | None:
        if isinstance(decision, Grouping):
            return decision.listed()[-1]
        if len(decision.options) == 1:
            return decision.options[0]
        self.look(view)
        if isinstance(decision, Trade):
            return self.speak(view, decision)
        if isinstance(decision, SomeCards) and decision.verb == "trim":
            return self.trim(view, decision)
        if decision.verb == "place":
            return self.place(view, decision.options)
        if decision.verb == "answer":
            return max(decision.options)  # the truth: who wants a card may have something for it
        if decision.verb == "partner":
            return self.choose_partner(view, decision.options)
        if decision.verb == "give" and view.tally(PHASE) in TRADING:
            return self.choose_gift(view, decision.options)
        return self.try_out(view, decision)

    # What it sees and notes

    def look(self, view: View) -> None:
        """Note what has changed."""
        stage = view.tally(ROUND), view.tally(PHASE)
        if stage != self.stage or view.tally(TRADES) != self.trades:
            if stage != self.stage or len(self.asked_for) != view.sides:
                self.asked_for = [set() for _ in range(view.sides)]
            self.tried.clear()
            self.declined.clear()
            self.asked = False
            self.looks = 0
        self.stage, self.trades = stage, view.tally(TRADES)
        self.points = view.tally(POINTS, view.side)
        self.shares = domain_shares(view)
        self.hopes = self.hopes_at(
            [len(view.cards(stack)) for stack in STACKS], stage[1],
            len(view.cards(DECK)) + len(view.cards(DISCARD)), view.sides)

    def hopes_at(self, stacks: Sequence[int], phase: int, combined: int, sides: int) -> Hopes:
        """What sets may become worth; the same as before, with all that is remembered, if nothing has changed."""
        growth = growth_ahead(phase, combined - (1 if sides == 4 else 5), sides)  # [S15]
        knowledge, science, technology, services = [
            int(TENTHS * (size + growth * share)) for size, share in zip(stacks, self.shares, strict=True)]
        now = knowledge, science, technology, services
        hope = HOPE[phase]
        return self.hopes if (now, hope) == (self.hopes.stacks, self.hopes.hope) else Hopes(now, hope)

    def hand(self, view: View) -> Kinds:
        return [kind_seen(view, view.faces[back]) for back in view.cards(HAND, view.side)]

    # Trading

    def speak(self, view: View, decision: Trade) -> Choice | None:
        """Take a good offer, take back a bad one, make one, or be done; who is done listens."""
        self.likely = likely_cards(view)
        for line in view.lines(BOARD):
            offer = read_offer(line)
            if offer.by != view.side:
                self.asked_for[offer.by].update(offer.wants)
        for line in view.lines(QUESTIONS):
            question = read_asked(line)
            if question.by != view.side:
                self.asked_for[question.by].add(question.about)
        self.open = [f"{in_a_row(offer.gives)} for {in_a_row(offer.wants)}" for offer in own_offers(view)]
        self.said_of = [read_fact(line) for line in view.lines(FACTS)]
        commitment = self.best_commitment(decision)
        if commitment is not None:
            return commitment
        if decision.verb == "reply":
            return PASS if decision.strict else None  # on the floor nobody needs to say no
        answers = decision.answers()
        if answers:
            return answers[0]
        regretted = self.regretted(view, decision)
        if regretted is not None:
            return regretted
        idea = self.best_idea(decision) if decision.offers and len(self.tried) < ATTEMPTS else None
        if idea is not None:
            if decision.talk and not self.asked and self.is_doubtful(decision.seat, idea):
                self.asked = True
                return Question(EVERYBODY_ELSE, idea.wants[0]).text()
            self.tried.add(idea.key())
            return self.said(idea, decision).text()
        if PASS in decision.words:
            return PASS
        self.looks += 1
        return "done" if "done" in decision.words and self.looks > LOOKS else None

    def best_commitment(self, decision: Trade) -> str | None:
        """The cards for an offer with which the hand is worth most, if it is worth clearly more than now."""
        kinds = kinds_of(decision.hand)
        now = self.hopes.hand(kinds)
        best, best_gain = None, LEAST_GAIN
        for line in decision.commits:
            if line in self.declined:
                continue
            offer = read_offer(line)
            incoming = self.samples(self.likely[offer.by], offer.gives)
            gains = [LEAST_GAIN]
            for cards in self.cheapest(kinds, fitting_cards(decision.hand, offer.wants)):
                gains.append(self.mean(without(kinds, kinds_of(cards)), incoming) - now)
                if gains[-1] > best_gain:
                    best, best_gain = Commitment(offer.number, sorted([Face(card[0]) for card in cards])), gains[-1]
            if max(gains) == LEAST_GAIN:
                self.declined.add(line)
        return None if best is None else best.text()

    def cheapest(self, kinds: Kinds, ways: list[list[Held]]) -> list[list[Held]]:
        """Of some ways to give cards those that cost least."""
        if len(ways) <= WAYS:
            return ways
        return sorted(ways, key=lambda cards: -self.hopes.hand(without(kinds, kinds_of(cards))))[:WAYS]

    def samples(self, likely: Sequence[float], slots: Sequence[Slot]) -> list[Kinds]:
        """What somebody may give who holds such cards, and speaks of them like this."""
        possible = [[which for which in kinds_that_fit(about) if likely[which] > 0] or kinds_that_fit(about)
                    for about in slots]
        if len(possible) == 1 and len(possible[0]) <= SAMPLES:
            return [[which] for which in possible[0]]
        weights = [[likely[which] + 0.01 for which in row] for row in possible]
        count = 1 if all([len(row) == 1 for row in possible]) else SAMPLES
        drawn = [self.rng.choices(row, weight, k=count) for row, weight in zip(possible, weights, strict=True)]
        return [[row[number] for row in drawn] for number in range(count)]

    def mean(self, kinds: Kinds, incoming: Sequence[Kinds]) -> float:
        """What a hand is worth on average with one or another of some cards more."""
        return sum([self.hopes.hand(kinds + more) for more in incoming]) / len(incoming)

    def regretted(self, view: View, decision: Trade) -> str | None:
        """To cancel an own offer that would no longer help [R24]."""
        kinds = kinds_of(decision.hand)
        everybody = self.of_all(decision.seat)
        for offer in own_offers(view):
            if f"cancel {offer.number}" in decision.words:
                staged = [card for card in decision.hand if view.mark(STAGED, card[0]) >> offer.number & 1]
                ways = [staged] if staged else self.cheapest(kinds, fitting_cards(decision.hand, offer.gives))
                left = without(kinds, kinds_of(ways[0]))
                if self.mean(left, self.samples(everybody, offer.wants)) < self.hopes.hand(kinds):
                    return f"cancel {offer.number}"
        return None

    def of_all(self, seat: int) -> list[float]:
        """By kind: how many such cards all others may be expected to hold."""
        return [sum([row[which] for other, row in enumerate(self.likely) if other != seat])
                for which in range(KINDS[-1] + 1)]

    # Ideas

    def best_idea(self, decision: Trade) -> Idea | None:
        """Of the offers that would help, and were not yet made in vain, the most promising."""
        kinds = kinds_of(decision.hand)
        now = self.hopes.hand(kinds)
        everybody = self.of_all(decision.seat)
        possible = [which for which in KINDS if everybody[which] > 0]
        possible.sort(key=lambda which: -self.hopes.hand([*kinds, which]))
        wanted = possible[:WANTED_KINDS]
        spare = sorted(decision.hand, key=lambda card: -self.hopes.hand(without(kinds, kinds_of([card]))))[:SPARE_CARDS]
        ideas = [self.idea(decision, [card], wanted, everybody, now) for card in spare]
        if len(decision.hand) > 2 and len(spare) > 1:
            ideas.append(self.idea_of_two(decision, spare[:2], now))
            if self.tried:
                ideas.append(self.idea(decision, spare[:2], wanted, everybody, now))  # what nobody wants alone
        best: Idea | None = None
        for idea in ideas:
            if idea is not None and (best is None or idea.promise > best.promise) and self.is_new(idea, decision):
                best = idea
        return best

    def is_new(self, idea: Idea, decision: Trade) -> bool:
        """Whether it was not tried in vain, nor is offered already."""
        if idea.key() in self.tried:
            return False
        return f"{in_a_row(self.said(idea, decision).gives)} for {in_a_row(idea.wants)}" not in self.open

    def idea_of_two(self, decision: Trade, cards: list[Held], now: int) -> Idea | None:
        """Such cards for two of one value or domain, where one of them alone would be little."""
        left = without(kinds_of(decision.hand), kinds_of(cards))
        best: Idea | None = None
        for about in (*OF_VALUE, *OF_DOMAIN):
            fitting = kinds_that_fit(about)
            chance = self.chance_of_two(decision.seat, cards, fitting)
            if chance <= 0.0:
                continue
            pair = self.samples(self.of_all(decision.seat), [about, about])
            gain = min([self.hopes.hand(left + come) for come in pair]) - now
            if gain >= LEAST_GAIN and (best is None or gain * chance > best.promise):
                best = Idea(cards, [about, about], gain * chance)
        return best

    def chance_of_two(self, seat: int, cards: Sequence[Held], wanted: Kinds) -> float:
        """How likely it is that somebody has two such cards and gives them for these."""
        nobody = 1.0
        for other, row in enumerate(self.likely):
            expected = sum([row[which] for which in wanted])
            if other != seat and expected >= LEAST_EXPECTED:
                holds = 1 - exp(-expected) * (1 + expected)
                nobody *= 1 - holds * self.willingness(other, cards)
        return 1 - nobody

    def idea(
        self, decision: Trade, cards: list[Held], wanted: Kinds, everybody: Sequence[float], now: int,
    ) -> Idea | None:
        """Such cards for whatever would help."""
        left = without(kinds_of(decision.hand), kinds_of(cards))
        helpful = []
        for which in wanted:
            if self.hopes.hand([*left, which]) - now >= LEAST_GAIN:
                helpful.append(which)
        if not helpful:
            return None
        atoms = self.atoms(left, helpful, everybody, now)
        wants = slot("|".join(atoms[:1 if decision.simple else MOST_ATOMS]))
        fitting = [which for which in kinds_that_fit(wants) if everybody[which] > 0]
        likely = sum([everybody[which] for which in fitting])
        gain = sum([everybody[which] * (self.hopes.hand([*left, which]) - now) for which in fitting]) / likely
        return Idea(cards, [wants], gain * self.chance(decision.seat, cards, fitting))

    def atoms(self, left: Kinds, helpful: Kinds, everybody: Sequence[float], now: int) -> list[str]:
        """What to ask for, the best first: a value or a domain if any card of it helps, else exact cards."""
        promise: dict[str, float] = {}
        for which in helpful:
            value, domain = which >> 2, (which & 3) + 1
            for text in (f"{value}*", f"*{LETTERS[domain]}", f"{value}{LETTERS[domain]}"):
                if text in promise:
                    break
                fitting = [each for each in kinds_that_fit(slot(text)) if everybody[each] > 0]
                if all([self.hopes.hand([*left, each]) - now >= LEAST_GAIN for each in fitting]):
                    promise[text] = sum([
                        everybody[each] * (self.hopes.hand([*left, each]) - now) for each in fitting])
                    break
        return sorted(promise, key=lambda text: -promise[text])

    def chance(self, seat: int, cards: Sequence[Held], wanted: Kinds) -> float:
        """How likely it is that somebody has such a card and gives it for these."""
        nobody = 1.0
        for other, row in enumerate(self.likely):
            if other != seat:
                holds = min(1.0, sum([row[which] for which in wanted]))
                nobody *= 1 - holds * self.willingness(other, cards)
        return 1 - nobody

    def willingness(self, other: int, cards: Sequence[Held]) -> float:
        """How often somebody who has what is wanted gives it for such cards."""
        is_asked_for = any([wish.fits(card[1], card[2]) for card in cards for wish in self.asked_for[other]])
        return GLADLY if is_asked_for else PERHAPS

    def holders(self, seat: int, about: Slot) -> list[float]:
        """By seat: how likely each other player is to have a card that fits; those who said so surely have."""
        found = []
        for other, row in enumerate(self.likely):
            holds = min(1.0, sum([row[which] for which in kinds_that_fit(about)]))
            for fact in self.said_of:
                if fact.by == other and fact.count > 0 and fact.about.bits & ~about.bits == 0:
                    holds = 1.0
            found.append(0.0 if other == seat else holds)
        return found

    def is_doubtful(self, seat: int, idea: Idea) -> bool:
        """Whether a question would tell much: one card is wanted, and perhaps nobody has it."""
        if len(idea.wants) > 1:
            return False
        nobody = 1.0
        for holds in self.holders(seat, idea.wants[0]):
            nobody *= 1 - holds
        return DOUBT < nobody < 1 - DOUBT

    def said(self, idea: Idea, decision: Trade) -> Proposal:
        """As vaguely as helps; to all, unless only one player can have what is wanted."""
        gives = [self.described(card, decision) for card in idea.cards]
        cards = [] if decision.late else [Face(card[0]) for card in idea.cards]
        return Proposal(cards, gives, self.addressee(decision.seat, idea), idea.wants)

    def addressee(self, seat: int, idea: Idea) -> int:
        able = [self.holders(seat, about) for about in idea.wants]
        surely = [other for other in range(len(self.likely)) if min([row[other] for row in able]) >= SURELY]
        others = sum([min([row[other] for row in able]) for other in range(len(self.likely)) if other not in surely])
        return surely[0] if len(surely) == 1 and len(self.likely) > 2 and others <= HARDLY else EVERYBODY_ELSE

    def described(self, card: Held, decision: Trade) -> Slot:
        """As somebody asked for it, if that is all they need to know; else exactly, so that all can see its use."""
        _, value, domain = card
        exact = exactly(value, domain)
        if decision.simple or decision.late:
            return exact
        wishes = [wish for row in self.asked_for for wish in row if wish.fits(value, domain)]
        for text in (f"*{LETTERS[domain]}", f"{value}*"):
            about = slot(text)
            if any([about.bits & ~wish.bits == 0 for wish in wishes]):
                return about
        return exact

    # Choices in a trade

    def choose_partner(self, view: View, options: Sequence[int]) -> int:
        """Whose cards help most; of equal ones any, whoever was first."""
        number = view.tally(UNDER_WAY)
        backs = view.cards(HAND, view.side)
        staged = [kind_seen(view, view.faces[back]) for back in backs
                  if view.mark(STAGED, view.faces[back]) >> number & 1]
        left = without(self.hand(view), staged)
        worths = [self.hopes.hand(left + put_down(view, seat)) for seat in options]
        return self.rng.choice([seat for seat, worth in zip(options, worths, strict=True) if worth == max(worths)])

    def choose_gift(self, view: View, options: Sequence[int]) -> int:
        """What is missed least, with what comes for it: from "it", with whom the trade is [V20]."""
        kinds = self.hand(view) + put_down(view, view.agenda[-1].it)
        return max(options, key=lambda option: self.hopes.hand(
            without(kinds, [kind_seen(view, view.faces[back]) for back in unpack(option)])))

    def place(self, view: View, options: Sequence[int]) -> int:
        """The wild card on the stack that the own hand gains most by."""
        stacks = [len(view.cards(stack)) for stack in STACKS]
        combined = len(view.cards(DECK)) + len(view.cards(DISCARD))
        kinds = self.hand(view)
        worths = []
        for option in options:
            larger = [size + (number == option) for number, size in enumerate(stacks)]
            worths.append(self.hopes_at(larger, self.stage[1], combined, view.sides).hand(kinds))
        return options[worths.index(max(worths))]

    # After trading

    def trim(self, view: View, decision: SomeCards) -> int:
        """All but the cards that score most [E02]."""
        kinds = [kind_seen(view, view.faces[back]) for back in decision.cards]
        kept = best_kept(kinds, [len(view.cards(stack)) for stack in STACKS], len(kinds) - decision.exactly)
        return pack([back for place, back in enumerate(decision.cards) if place not in kept])

    def judge(self, table: Table, side: int) -> float:
        """The hand, with hopes for what is still to come; if the round is over, what it has brought."""
        if table.is_over or ROUND.get(table) != self.stage[0]:
            return float(TENTHS * (POINTS.get(table, side) - self.points))
        kinds = [kind(table.value(back), table.domain(back)) for back in HAND.of(table, side)]
        combined = len(DECK.of(table)) + len(DISCARD.of(table))
        return float(self.hopes_at(sizes(table), self.stage[1], combined, table.sides).hand(kinds))

    def is_settled(self, table: Table) -> bool:
        if PHASE.get(table) not in EFFECTS or ROUND.get(table) != self.stage[0]:
            return True
        return table.pending[0].verb == "use" and not any([RESOLVING.of(table, side) for side in range(table.sides)])


def own_offers(view: View) -> list[Offer]:
    """The side's own open offers, as it can read them."""
    offers = [read_offer(line) for line in (*view.lines(BOARD), *view.lines(WHISPERS))]
    return [offer for offer in offers if offer.by == view.side and not offer.is_veiled()]


def put_down(view: View, seat: int) -> Kinds:
    """The cards that somebody has put down for an offer of this side's."""
    backs = [*view.cards(TRADE_TABLE, seat), *view.cards(PRIVATE_TABLE, seat)]
    return [kind_seen(view, view.faces[back]) for back in backs]
