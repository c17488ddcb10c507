"""Rules of thumb for Gears of Industry.

All that decides a clash lies open, so it is worked out, not guessed: a *board* has the best hands that everybody can
lay in both markets, and says what they are worth to a team.  Cards enter where that grows most, a clash is started when
it is won, effects are tried out on imagined tables.  A factory card stands as long as others may clash, for it can
boost then, and lies down just before the own turn, for it can pay then, or stand up again.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.cards import Face
from techdeck.decklists import PRESETS, parse
from techdeck.games.gears_of_industry import (
    BOOSTED,
    CLASH,
    CLASHED,
    DUE,
    FACTORY,
    HAND,
    HAND_LIMIT,
    NEUTRAL,
    NO_HAND,
    PAID,
    PICKED,
    PILES,
    POINTS,
    POOLED,
    SPOTS,
    SPOTS_EACH,
    TURN,
    able_to_boost,
    deciding,
    is_horizontal,
    is_technology,
    poker_card,
    thirds,
)
from techdeck.poker import STANDARD, Ranking, category, every_card, points_of
from techdeck.table import EMPTY, PASS, Choice, Decision, Table, pack, unpack
from techdeck.views import View

# Decks that play well in these hands; which of them comes is left to chance.
GOOD_DECKS: Final = [
    "merchant", "quartets", "ladder", "pairs", "laboratory", "library", "giants",
    "advanced_quartets", "advanced_services", "advanced_straights",
]

CATEGORY_AT: Final = 1 << 35  # what a category is worth in the key of a ranking
# How often the weakest hand of each category wins a clash; between them it grows evenly.
CHANCE: Final = [0.0, 0.1, 0.4, 0.6, 0.8, 0.85, 0.9, 0.95, 1.0, 1.0, 1.0, 1.0]

# Everything is counted in points.
READY: Final = [0.1, 0.25, 0.5, 0.8]  # by own cards in a market: how near a clash there is
SURE: Final = 0.9  # of a clash that can be started and won now
LATER: Final = 0.5  # of one that would be won as the cards lie
PROMISE: Final = 0.5  # of the chance that a hand wins at some time
HAND_CARD: Final = 0.06
FACTORY_CARD: Final = 0.15
ENOUGH_FACTORIES: Final = 7
PLAYED_CARD: Final = 0.04  # what a card must gain to be worth playing

TRIALS: Final = 3
LEAVES: Final = 60  # shared out: with more players each takes longer to judge

FEW: Final = 8  # plays that are looked at twice
LYING: Final = 1  # the facing of a new factory card: it can pay at once, or still stand up

Cards = tuple[int, ...]  # as the ranking numbers them, sorted


def points(key: int) -> int:
    return points_of(category(key))  # [E18]


def promise(key: int) -> float:
    """How often such a hand wins."""
    if key == NO_HAND:
        return 0.0
    kind, rest = divmod(key, CATEGORY_AT)
    return CHANCE[kind] + (CHANCE[kind + 1] - CHANCE[kind]) * rest / CATEGORY_AT


def cards_of(table: Table, backs: Sequence[int]) -> Cards:
    return tuple(sorted([poker_card(table, back) for back in backs if back != EMPTY]))


def active(table: Table) -> int:
    return (table.first + TURN.get(table)) % table.sides


class Hands:
    """Ranks hands for one decision, and remembers them: the same few come up again and again."""

    def __init__(self, ranking: Ranking, decide: Callable[[int], int] = every_card) -> None:
        self.ranking: Final = ranking
        self.decide: Final = decide  # what is compared of a hand
        self._best: Final[dict[tuple[Cards, Cards], int]] = {}

    def best(self, cards: Cards, boosts: Cards) -> int:
        """The best hand with one of the boosts, or with none."""
        key = self._best.get((cards, boosts))
        if key is None:
            key = self.ranking.rank(cards) if cards else NO_HAND
            for boost in set(boosts):
                key = max(key, self.ranking.rank((*cards, boost)))
            decide = self.decide
            key = decide(key)
            self._best[cards, boosts] = key
        return key


class Board:
    """Both markets, as they lie open, and what they are worth to the team of one player."""

    def __init__(self, table: Table, side: int, hands: Hands) -> None:
        options = table.game.options
        self.hands: Final = hands
        self.side: Final = side
        self.allies: Final = table.game.allies(table.sides, side)
        self.rivals: Final = [player for player in range(table.sides) if player not in self.allies]
        self.needs_card: Final = bool(options["require_market_card"])
        self.active: Final = active(table)
        self.clashed: Final = CLASHED.get(table)
        self.neutral: Final = [cards_of(table, zone.of(table)) for zone in NEUTRAL]
        self.own: Final = [[cards_of(table, zone.of(table, p)) for p in range(table.sides)] for zone in SPOTS]
        self.now: Final = [cards_of(table, able_to_boost(table, p, 0)) for p in range(table.sides)]
        self.later: Final = [cards_of(table, FACTORY.of(table, p)) for p in range(table.sides)]
        self._theirs: Final[dict[tuple[int, bool], int]] = {}

    def key(self, market: int, player: int, boosts: Cards) -> int:
        own = self.own[market][player]
        if self.needs_card and not own:
            return NO_HAND
        return self.hands.best(tuple(sorted(own + self.neutral[market])), boosts)

    def ours(self, market: int, boosts: Sequence[Cards]) -> int:
        """The best hand of the team, with such boosts by player."""
        return max([self.key(market, player, boosts[player]) for player in self.allies])

    def theirs(self, market: int, is_now: bool) -> int:
        """The best hand of all others; it stays the same while the own cards are changed in mind."""
        key = self._theirs.get((market, is_now))
        if key is None:
            boosts = self.now if is_now else self.later
            key = max([self.key(market, player, boosts[player]) for player in self.rivals])
            self._theirs[market, is_now] = key
        return key

    def is_open(self, market: int) -> bool:
        """Whether the active player can start a clash there."""
        return len(self.own[market][self.active]) == SPOTS_EACH and not self.clashed >> market & 1

    def prize(self, market: int) -> float:
        """The points that a clash now would bring to the team, or to others."""
        ours, theirs = self.ours(market, self.now), self.theirs(market, True)
        return 0.0 if ours == theirs else float(points(ours)) if ours > theirs else -float(points(theirs))

    def worth(self, market: int) -> float:
        """What a market is worth: a clash now, a clash to come, and how good the hands are anyway."""
        ours, theirs = self.ours(market, self.later), self.theirs(market, False)
        ahead = self.allies if ours > theirs else self.rivals
        ready = READY[max([len(self.own[market][player]) for player in ahead])]
        worth = LATER * ready * points(max(ours, theirs)) * (1 if ahead is self.allies else -1)
        worth += PROMISE * (promise(ours) - promise(theirs))
        if self.is_open(market):
            prize = self.prize(market)
            if (prize > 0) == (self.active in self.allies):  # nobody starts a clash for others
                worth += SURE * prize
        return worth

    def total(self) -> float:
        return self.worth(0) + self.worth(1)

    def needed(self) -> set[int]:
        """The boosts with which the player's own hands are best, where a clash may come in this turn."""
        found = set()
        for market in range(2):
            if self.is_open(market):
                boosts = self.now[self.side]
                best = self.key(market, self.side, boosts)
                found |= {boost for boost in boosts if self.key(market, self.side, (boost,)) == best}
                found -= set(boosts) if self.key(market, self.side, ()) == best else set()
        return found


class Play:
    """Cards that enter the markets together, each with its market, and what that is worth."""

    def __init__(self, cards: Sequence[int], markets: Sequence[int], worth: float) -> None:
        self.cards: Final = cards
        self.markets: Final = markets
        self.worth: Final = worth

    def into(self, market: int) -> list[int]:
        return [card for card, where in zip(self.cards, self.markets, strict=True) if where == market]


def matches(values: Sequence[int], due: int, lying: Sequence[int]) -> list[int] | None:
    """Which of some cards to match so that the fewest factories pay, or nothing if they cannot be paid [R18 to R21]."""
    best: list[int] | None = None
    fewest = len(lying) + 1
    for size in range(len(values) + 1):
        for matched in combinations(values, size):
            left = list(lying)
            for value in matched:
                if value in left:
                    left.remove(value)
            pool = due + sum(values) - sum(matched)
            used = len(matched) + thirds(pool)
            if len(left) == len(lying) - len(matched) and thirds(pool) <= len(left) and used < fewest:
                best, fewest = list(matched), used
    return best


class Entry:
    """The cards that one player may play into the markets, and what that would be worth."""

    def __init__(self, table: Table, side: int, board: Board) -> None:
        self.table: Final = table
        self.side: Final = side
        self.board: Final = board
        self.lying: Final = [int(back) for back in FACTORY.of(table, side) if is_horizontal(table, back)]
        self.standing: Final = list(able_to_boost(table, side, 0))
        self.own: Final = [list(zone.of(table, side)) for zone in SPOTS]
        self._kept: Final[dict[tuple[int, Cards], tuple[float, list[int]]]] = {}
        board.now[side] = cards_of(table, [*self.lying, *self.standing])  # what does not pay can stand up

    def kept(self, market: int, added: Sequence[int]) -> tuple[float, list[int]]:
        """The worth of a market with some cards more, and which of those there stay for that."""
        found = self._kept.get((market, tuple(added)))
        if found is None:
            found = (-100.0, [])
            own = self.own[market]
            for stay in combinations(own, min(len(own), SPOTS_EACH - len(added))):
                self.lay(market, [*stay, *added])
                found = max(found, (self.board.worth(market), [int(back) for back in stay]))
            self.lay(market, own)
            self._kept[market, tuple(added)] = found
        return found

    def lay(self, market: int, backs: Sequence[int]) -> None:
        """Change the board in mind."""
        self.board.own[market][self.side] = cards_of(self.table, backs)

    def values(self, backs: Sequence[int]) -> list[int]:
        """What is paid is the printed value."""
        return [self.table.card(back).value for back in backs]

    def plays(self, hand: Sequence[int], most: int) -> list[Play]:
        """All that can be paid, the best first, if nothing that pays were to be missed."""
        found = []
        lying, due = self.values(self.lying), DUE.get(self.table)
        for size in range(most + 1):
            for cards in combinations(hand, size):
                if matches(self.values(cards), due, lying) is not None:
                    for number in range(1 << size):
                        markets = [number >> place & 1 for place in range(size)]
                        play = Play(cards, markets, 0.0)
                        worth = sum([self.kept(market, play.into(market))[0] for market in range(2)])
                        found.append(Play(cards, markets, worth - PLAYED_CARD * size))
        return sorted(found, key=lambda play: -play.worth)

    def after_paying(self, play: Play) -> float:
        """The same when those that pay cannot boost: as far as possible they are those that need not."""
        for market in range(2):
            added = play.into(market)
            self.lay(market, [*self.kept(market, added)[1], *added])
        values = self.values(play.cards)
        matched = matches(values, DUE.get(self.table), self.values(self.lying)) or []
        needed = self.board.needed()
        free = sorted(self.lying, key=lambda back: poker_card(self.table, back) in needed)
        for value in matched:
            free.remove(next(back for back in free if self.table.card(back).value == value))
        pool = DUE.get(self.table) + sum(values) - sum(matched)
        everything = self.board.now[self.side]
        self.board.now[self.side] = cards_of(self.table, [*free[thirds(pool):], *self.standing])
        worth = self.board.total() - PLAYED_CARD * len(play.cards)
        self.board.now[self.side] = everything
        for market in range(2):
            self.lay(market, self.own[market])
        return worth


def deck_meant(text: str) -> list[Face]:
    """The deck of a preset, or of a list of cards."""
    return PRESETS[text].cards.deck if text in PRESETS else parse(text).deck


class CasualGears(TryingBot):
    """Builds, pays, turns and clashes by looking at the board."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, TRIALS, LEAVES)
        self.hands = Hands(STANDARD)

    def choose(self, view: View, decision: Decision) -> Choice | None:
        verb, options = decision.verb, decision.options
        if verb == "bring":
            return self.bring(decision)
        if len(options) == 1:
            return options[0]
        self.leaves = LEAVES // view.sides
        ranking = Ranking(bool(view.game.options["five_of_a_kind"]), str(view.game.options["suit_order"]))
        self.hands = Hands(ranking, deciding(str(view.game.options["ties"])))
        if verb == "bury" and PASS not in options:
            return options[0]  # the rest of what was looked at; nobody will see it soon
        if verb == "discard" and PASS not in options:
            return self.discard(self.imagine(view), view.side, options)
        if verb in ("use", "remove", "renew") or view.tally(PILES):
            return self.try_out(view, decision)
        table = self.imagine(view)  # what matters lies open, or is the own
        if verb == "search":
            return self.search(table, view.side, options)
        if verb == "build":
            return self.build(table, view.side, options)
        if verb == "enter":
            return self.enter(table, view.side, options)
        if verb == "pay":
            return self.pay(table, options)
        if verb == "pay with":
            return self.pay_with(table, view.side, options)
        if verb == "rotate":
            return self.rotate(table, view.side, options)
        if verb == "clash":
            return self.clash(table, view.side, options)
        if verb == "boost":
            return self.boost(table, view.side, options)
        return self.try_out(view, decision)

    # Before play

    def bring(self, decision: Decision) -> Choice:
        """One of the good decks, whichever."""
        decks = [PRESETS[name].cards.deck for name in GOOD_DECKS]
        offered = [str(choice) for choice in decision]
        return self.rng.choice([text for text in offered if deck_meant(text) in decks] or offered)

    def search(self, table: Table, side: int, options: Sequence[int]) -> int:
        """As many factories as possible, and those that match most cards of the deck."""
        values = [table.card(back).value for back in PICKED.of(table, side) if not is_technology(table, back)]

        def use(option: int) -> tuple[int, int]:
            found = [] if option == PASS else unpack(option)
            return len(found), sum([values.count(table.card(back).value) for back in found])

        return max(options, key=use)

    # Factories

    def build(self, table: Table, side: int, options: Sequence[int]) -> int:
        """Always, lying: the card that matches most of the hand and of what lies in the markets."""
        near = [*HAND.of(table, side), *[back for zone in (*SPOTS, *NEUTRAL) for back in zone.of(table, side)]]
        values = [table.card(back).value for back in near if back != EMPTY and not is_technology(table, back)]
        lying = [option for option in options if option != PASS and option & 3 == LYING]
        return max(lying, key=lambda option: values.count(table.card(option >> 2).value))

    def rotate(self, table: Table, side: int, options: Sequence[int]) -> int:
        """In the own turn all cards stand up, to boost until the next; just before that they lie down."""
        everything = max(options, key=lambda option: 0 if option == PASS else len(unpack(option)))
        if is_horizontal(table, unpack(everything)[0]) or (active(table) + 1) % table.sides == side:
            return everything
        return PASS

    # Markets

    def enter(self, table: Table, side: int, options: Sequence[int]) -> int:
        """The best one or two cards; of the best few plays it is looked at what is left to boost."""
        board = Board(table, side, self.hands)
        entry = Entry(table, side, board)
        is_second = DUE.get(table) > 0 or any([PAID.get(table, table.face[back]) for back in FACTORY.of(table, side)])
        hand = list(dict.fromkeys([int(unpack(option >> 1)[0]) for option in options if option != PASS]))
        plays = entry.plays(hand, 1 if is_second else 2)
        best = max(plays[:FEW], key=entry.after_paying)
        if not best.cards:
            return PASS
        card, market = best.cards[0], best.markets[0]
        stay = entry.kept(market, best.into(market))[1]
        gone = [back for back in entry.own[market] if back not in stay]
        replaced = gone[:1] if len(entry.own[market]) == SPOTS_EACH else []
        return pack([card, *replaced]) << 1 | market

    def pay(self, table: Table, options: Sequence[int]) -> int:
        """Matched if that takes fewer factories; from the pool those pay that need not boost."""
        matching = [option for option in options if option != POOLED]
        due, value = DUE.get(table), table.card(matching[0] - 1).value
        is_cheap = POOLED in options and thirds(due + value) - thirds(due) <= 1
        return POOLED if is_cheap else matching[0]

    def pay_with(self, table: Table, side: int, options: Sequence[int]) -> int:
        """Those pay that are not needed to boost."""
        board = Board(table, side, self.hands)
        entry = Entry(table, side, board)
        needed = entry.board.needed()
        return min(options, key=lambda option: sum([poker_card(table, back) in needed for back in unpack(option)]))

    # Clashes

    def clash(self, table: Table, side: int, options: Sequence[int]) -> int:
        """Where most points are won, whatever others boost with."""
        board = Board(table, side, self.hands)
        best = max([market for market in options if market != PASS], key=board.prize)
        return best if board.prize(best) > 0 else PASS

    def boost(self, table: Table, side: int, options: Sequence[int]) -> int:
        """What wins most; of several such the one, or none, that is not needed for another clash."""
        board = Board(table, side, self.hands)
        market = CLASH.get(table) - 1
        to_beat = max([self.strongest(table, board, player) for player in board.rivals])
        partners = [player for player in board.allies if player != side]
        partner = max([self.settled(table, board, player) for player in partners], default=NO_HAND)
        needed = board.needed()

        def worth(option: int) -> tuple[int, bool, bool, int]:
            boosts = () if option == PASS else (poker_card(table, option),)
            key = max(partner, board.key(market, side, boosts))
            is_won = key > to_beat
            return points(key) if is_won else 0, not set(boosts) & needed, is_won and option == PASS, key

        return max(options, key=worth)

    def strongest(self, table: Table, board: Board, player: int) -> int:
        """A player's hand in the clash: as it is, or with the best boost if that is still to be chosen."""
        if has_chosen(table, board, player):
            return self.settled(table, board, player)
        return board.key(CLASH.get(table) - 1, player, board.now[player])

    def settled(self, table: Table, board: Board, player: int) -> int:
        """A player's hand in the clash as it is."""
        clash = CLASH.get(table)
        boosts = [back for back in FACTORY.of(table, player) if BOOSTED.get(table, table.face[back]) == clash]
        return board.key(clash - 1, player, cards_of(table, boosts))

    # Hands

    def discard(self, table: Table, side: int, options: Sequence[int]) -> int:
        """What is least likely to be played."""
        near = [*HAND.of(table, side), *[back for zone in (*SPOTS, *NEUTRAL) for back in zone.of(table, side)]]
        values = [table.card(back).value for back in near if back != EMPTY]
        factories = [table.card(back).value for back in FACTORY.of(table, side)]

        def use(back: int) -> float:
            value = table.card(back).value
            if is_technology(table, back):
                return 3.0 if len(factories) < ENOUGH_FACTORIES else 1.0
            can_be_paid = thirds(value) <= len(factories) or value in factories
            return values.count(value) * 0.5 + 1.0 * can_be_paid - value / 26

        return min(options, key=use)

    # Trying out

    def judge(self, table: Table, side: int) -> float:
        """Points, what the markets are worth, and what else is good to have."""
        board = Board(table, side, self.hands)
        ours = sum([POINTS.get(table, player) for player in board.allies])
        theirs = max([sum([POINTS.get(table, player) for player in table.game.allies(table.sides, rival)])
                      for rival in board.rivals])
        return ours - theirs + board.total() + self.means(table, side) - sum(
            [self.means(table, rival) for rival in board.rivals]) / len(board.rivals)

    def means(self, table: Table, player: int) -> float:
        """Cards in hand and factories, up to what is of use."""
        return (HAND_CARD * min(HAND_LIMIT, len(HAND.of(table, player)))
                + FACTORY_CARD * min(ENOUGH_FACTORIES, len(FACTORY.of(table, player))))

    def is_settled(self, table: Table) -> bool:
        return not PILES.get(table)


def has_chosen(table: Table, board: Board, player: int) -> bool:
    """Whether a player was asked for a boost before: the active one is first [R32]."""
    if table.game.options["boost_choice"] == "hidden":
        return False
    return (player - board.active) % table.sides < (board.side - board.active) % table.sides
