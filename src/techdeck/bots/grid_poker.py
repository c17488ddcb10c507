"""Rules of thumb for Grid Poker.

Two questions are asked all the time.  *What is a hand worth at a line?*  Its points, times the chance that such a
hand wins a direction.  *What is a position worth?*  The best plan: hand cards in one direction, the company in the
other.  Effects, discards and improvements are tried out on imagined tables, and the resulting position is judged;
commitments are compared with what the rivals could lay down there.
"""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.cards import Back
from techdeck.games.betting import BET, CALL, CHECK, FOLD, FOLDED, IN, LEVEL, PAID, RAISE, STAKE
from techdeck.games.grid_poker import (
    COMMITTED,
    COMPANY,
    COMPANY_LINE,
    DECK,
    DOMAIN,
    DRAWN,
    HAND,
    HAND_LINE,
    LINES,
    MARKET,
    NO_LINE,
    PHASE,
    ROBOT,
    ROUND,
    ROUNDS,
    ROWS,
    VALUE,
    company_sum,
    poker_card,
)
from techdeck.poker import STANDARD, WILD, Ranking
from techdeck.table import CARDS, EMPTY, PASS, Choice, Decision, Table, unpack
from techdeck.views import View, imagined

CATEGORY_AT: Final = 1 << 35  # what a category is worth in the key of a ranking

# How often the weakest hand of each category wins a direction against one rival; between them it grows evenly.
CHANCE: Final = [0.0, 0.22, 0.61, 0.73, 0.93, 0.95, 0.97, 0.98, 1.0, 1.0, 1.0, 1.0]

WILD_COST: Final = 0.5  # points that a wild card could still bring: it is expelled after its use, win or lose
SPARE_CARD: Final = 0.12  # each card in hand is one more possibility in later rounds
THREAT: Final = 0.25  # of what a rival's company could win: what hurts a rival helps everybody else
POINT_IN_CHIPS: Final = 7  # [V29]

WORLDS: Final = 8  # imagined tables to compare a commitment with

EFFECT_PHASES: Final = [1, 2]
# What is asked between effects; everything else is a choice within one, or is settled at once.
BETWEEN_EFFECTS: Final = ["use", "commit", "place", "bet", "declare", "clear", "keep", "improve"]
BEFORE_RESULTS: Final = ["commit", "place", "bet", "commit for the artificial player", "place its company"]


Cards = tuple[int, ...]  # as the ranking numbers them, sorted


class Scale:
    """Weighs hands for one decision, and remembers them: the same few lines come up again and again."""

    def __init__(self, ranking: Ranking, rivals: int, wild_cost: float) -> None:
        self.ranking: Final = ranking
        self.rivals: Final = rivals
        self.wild_cost: Final = wild_cost
        self._keys: Final[dict[Cards, int]] = {}
        self._best: Final[dict[tuple[Cards, Cards], float]] = {}

    def key(self, line: Cards, added: Cards) -> int:
        """As the ranking has it; no cards at all are less than any hand."""
        cards = line + added
        key = self._keys.get(cards)
        if key is None:
            key = self.ranking.rank(cards) if cards else -1
            self._keys[cards] = key
        return key

    def worth(self, key: int) -> float:
        """The points that a hand may be expected to bring."""
        category, rest = divmod(key, CATEGORY_AT)
        chance = CHANCE[category] + (CHANCE[category + 1] - CHANCE[category]) * rest / CATEGORY_AT
        return float(points(key) * chance**self.rivals)

    def cost(self, added: Cards) -> float:
        return self.wild_cost * added.count(WILD)

    def best(self, line: Cards, cards: Cards) -> float:
        """What a line is worth to somebody with these cards."""
        best = self._best.get((line, cards))
        if best is None:
            best = max([0.0, *[self.worth(self.key(line, added)) - self.cost(added) for added in sets_of(cards, 2)]])
            self._best[line, cards] = best
        return best


def scale_for(view: View) -> Scale:
    options = view.game.options
    ranking = Ranking(bool(options["five_of_a_kind"]), str(options["suit_order"]))
    return Scale(ranking, view.sides - 1, WILD_COST if view.tally(ROUND) < ROUNDS else 0.0)


def points(key: int) -> int:
    return 2 if key >= 4 * CATEGORY_AT else 1  # [R33]


def sets_of(cards: Cards, size: int) -> list[Cards]:
    """So many of some cards, or all if they are fewer."""
    return list(combinations(cards, min(size, len(cards)))) if cards else []


def poker_cards(table: Table, backs: Sequence[int]) -> Cards:
    return tuple(sorted([poker_card(table, back) for back in backs]))


def market_lines(table: Table) -> list[Cards]:
    cards = [EMPTY if back == EMPTY else poker_card(table, back) for back in MARKET.of(table)]
    return [tuple([cards[cell] for cell in line if cards[cell] != EMPTY]) for line in LINES]


def is_all_scored(table: Table) -> bool:
    """Whether no points are to be made any more; the last effect of the last round leads to its commitments."""
    if ROUND.get(table) < ROUNDS or PHASE.get(table) < 3:
        return False
    return not table.pending or table.pending[0].verb not in BEFORE_RESULTS


def position_worth(table: Table, seat: int, scale: Scale) -> float:
    """The best plan for a round in this market, and a little for what else is good to have."""
    if is_all_scored(table):
        return float(company_sum(table, seat))  # what is left is the tie-break [E31]
    lines = market_lines(table)
    hand, company = poker_cards(table, HAND.of(table, seat)), poker_cards(table, COMPANY.of(table, seat))
    of_hand = [scale.best(line, hand) for line in lines]
    of_company = [scale.best(line, company) for line in lines]
    plan = max(max(of_hand[:3]) + max(of_company[3:]), max(of_hand[3:]) + max(of_company[:3]))
    kept = scale.cost(hand) + scale.cost(company) + SPARE_CARD * len(hand)
    return plan + kept - THREAT * threats(table, seat, lines, scale)


def threats(table: Table, seat: int, lines: Sequence[Cards], scale: Scale) -> float:
    """What the companies of the rivals could win in this market, on average."""
    total = 0.0
    for rival in range(table.sides):
        if rival != seat:
            company = poker_cards(table, COMPANY.of(table, rival))
            total += max([scale.best(line, company) for line in lines])
    return total / (table.sides - 1)


class Showdown:
    """The best hands of the rivals, by direction, on one imagined table."""

    def __init__(self, table: Table, seat: int, scale: Scale, lines: Sequence[Cards], is_committing: bool) -> None:
        self.best: Final = [-1, -1]
        for rival in range(table.sides):
            if rival != seat and not FOLDED.get(table, rival):
                taken = self._lay_cards(table, rival, scale, lines, is_committing)
                self._lay_company(table, rival, scale, lines, taken)

    def _lay_cards(
        self, table: Table, rival: int, scale: Scale, lines: Sequence[Cards], is_committing: bool,
    ) -> int:
        """Players lay down what fits: of all the cards a rival may hold, the best ones.  Says in which direction."""
        held = [*HAND.of(table, rival), *COMMITTED.of(table, rival)]
        where, count = list(range(6)), 2
        help: Cards = ()
        if not table.has_hand(rival):
            held = DRAWN.of(table, rival) or DECK.of(table)[-3:]  # it will draw three cards [V33]
            if table.game.options["solo_placement"] == "strong":
                help = poker_cards(table, COMPANY.of(table, rival))  # [V69]
        elif HAND_LINE.get(table, rival) != NO_LINE:
            where, count = [HAND_LINE.get(table, rival)], len(COMMITTED.of(table, rival))
        elif not is_committing:
            return NO_LINE
        best, taken = -1, NO_LINE
        for at in where:
            for cards in sets_of(poker_cards(table, held), count):
                key = scale.key(lines[at], cards + help)
                if key > best:
                    best, taken = key, at // 3
        if taken != NO_LINE:
            self.best[taken] = max(self.best[taken], best)
        return taken

    def _lay_company(self, table: Table, rival: int, scale: Scale, lines: Sequence[Cards], taken: int) -> None:
        """Where it lies, or the best in the other direction."""
        company = poker_cards(table, COMPANY.of(table, rival))
        placed = COMPANY_LINE.get(table, rival)
        for at in range(6) if placed == NO_LINE else [placed]:
            if company and at // 3 != taken:
                self.best[at // 3] = max(self.best[at // 3], scale.key(lines[at], company))

    def won(self, line: int, key: int) -> bool:
        return key > self.best[line // 3]


class CasualGridPoker(TryingBot):
    """Knows what hands are worth, tries effects out in mind, and looks at what rivals have laid down."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.scale = Scale(STANDARD, 1, 0.0)

    def choose(self, view: View, decision: Decision) -> Choice | None:
        options = decision.options
        if len(options) == 1:
            return options[0]
        self.scale = scale_for(view)
        if decision.verb == "commit":
            return self.commit(view, options)
        if decision.verb == "place":
            return self.place(view, options)
        if decision.verb == "bet":
            return self.bet(view, options)
        if decision.verb == "declare":
            return self.declare(view, options)
        if decision.verb == "commit for the artificial player":
            return self.misplace(view, options)
        if decision.verb == "place its company":
            return self.misplace_company(view, options)
        if decision.verb == "bury" and PASS not in options:
            return options[0]  # the rest of what was looked at; nobody will see it soon
        return self.try_out(view, decision)

    # Laying down cards

    def showdowns(self, view: View, is_committing: bool = False) -> tuple[Table, list[Cards], list[Showdown]]:
        """An imagined table, on which all is true that the side sees, its lines, and what rivals may lay down."""
        worlds = [imagined(view, self.rng) for _ in range(WORLDS)]
        lines = market_lines(worlds[0])
        return worlds[0], lines, [
            Showdown(world, view.side, self.scale, lines, is_committing) for world in worlds]

    def commit(self, view: View, options: Sequence[int]) -> int:
        """The best hand for the best line, counting what is then left for the company in the other direction."""
        world, lines, showdowns = self.showdowns(view, is_committing=True)
        company = poker_cards(world, COMPANY.of(world, view.side))
        of_company = [0.0] * 6 if not company else [
            expected(self.scale, showdowns, line, lines[line], company) for line in range(6)]
        best, best_worth = PASS, max(of_company)
        for option in options:
            line, cards = option & 7, poker_cards(world, unpack(option >> 3)) if option != PASS else ()
            if option != PASS and lines[line] + cards:
                elsewhere = of_company[3:] if line in ROWS else of_company[:3]
                worth = expected(self.scale, showdowns, line, lines[line], cards) + max(elsewhere)
                if worth > best_worth:
                    best, best_worth = option, worth
        return best

    def place(self, view: View, options: Sequence[int]) -> int:
        """The company where it wins most; a wild card stays at home if it would win too little."""
        world, lines, showdowns = self.showdowns(view)
        company = poker_cards(world, COMPANY.of(world, view.side))
        best, best_worth = PASS, 0.0
        for line in options:
            if line != PASS:
                worth = expected(self.scale, showdowns, line, lines[line], company)
                if worth > best_worth:
                    best, best_worth = line, worth
        return best

    def bet(self, view: View, options: Sequence[int]) -> int:
        """Bet with more than one's share of the wins; fold only if neither pot nor points are worth the price."""
        world, lines, showdowns = self.showdowns(view)
        share = chips = 0.0
        for line, added in (
            (HAND_LINE.get(world, view.side), COMMITTED.of(world, view.side)),
            (COMPANY_LINE.get(world, view.side), COMPANY.of(world, view.side)),
        ):
            if line != NO_LINE and (added or lines[line]):
                key = self.scale.key(lines[line], poker_cards(world, added))
                chance = sum(showdown.won(line, key) for showdown in showdowns) / len(showdowns)
                share += chance / 2
                chips += chance * points(key) * POINT_IN_CHIPS
        live = sum(IN.get(world, side) and not FOLDED.get(world, side) for side in range(world.sides))
        if share > 1.25 / live:
            for move in (BET, RAISE):
                if move in options:
                    return move
        if CHECK in options:
            return CHECK
        owed = LEVEL.get(world) - STAKE.get(world, view.side)
        return CALL if share * (sum(PAID.of(world)) + owed) + chips >= owed else FOLD

    def declare(self, view: View, options: Sequence[int]) -> int:
        """What makes the best hand where the wild card lies; the innermost frame says which one is meant."""
        world = imagined(view, self.rng)
        wild = Back(view.agenda[-1].it)
        by_hand = wild in COMMITTED.of(world, view.side)
        zone, tally = (COMMITTED, HAND_LINE) if by_hand else (COMPANY, COMPANY_LINE)
        line = market_lines(world)[tally.get(world, view.side)]
        others = poker_cards(world, [back for back in zone.of(world, view.side) if back != wild])
        return max(options, key=lambda option: self.scale.key(line, (*others, option - 1)))

    def misplace(self, view: View, options: Sequence[int]) -> int:
        """The artificial player's cards where they are weakest; all of them lie open [S18]."""
        world = imagined(view, self.rng)
        lines = market_lines(world)

        def strength(option: int) -> int:
            return self.scale.key(lines[option & 7], poker_cards(world, unpack(option >> 3)))

        return min(options, key=strength)

    def misplace_company(self, view: View, options: Sequence[int]) -> int:
        world = imagined(view, self.rng)
        lines, company = market_lines(world), poker_cards(world, COMPANY.of(world, ROBOT))
        return min(options, key=lambda line: self.scale.key(lines[line], company))

    # Trying out

    def imagine(self, view: View) -> Table:
        world = imagined(view, self.rng)
        if PHASE.get(world) not in EFFECT_PHASES:
            VALUE.clear(world)  # what effects changed ends with the round: now it is the next that counts
            DOMAIN.clear(world)
        return world

    def judge(self, table: Table, side: int) -> float:
        return position_worth(table, side, self.scale)

    def is_settled(self, table: Table) -> bool:
        if PHASE.get(table) not in EFFECT_PHASES:
            return True
        decision = table.pending[0]
        return decision.verb in BETWEEN_EFFECTS and (decision.verb != "use" or decision.kind is CARDS)  # not that of 2V


def expected(scale: Scale, showdowns: Sequence[Showdown], number: int, line: Cards, added: Cards) -> float:
    """The points a hand wins, on average; where imagined rivals cannot tell two hands apart, the stronger is better."""
    key = scale.key(line, added)
    wins = sum([showdown.won(number, key) for showdown in showdowns])
    return points(key) * wins / len(showdowns) + scale.worth(key) / 10 - scale.cost(added)
