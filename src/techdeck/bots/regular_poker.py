"""Rules of thumb for regular poker: bet by the chance to win, keep pairs and good draws, use effects that help."""

from collections.abc import Sequence
from random import Random
from typing import Final

from techdeck.bots.trying import TryingBot
from techdeck.games.betting import BET, BETS, CALL, CHECK, FOLD, PAID, RAISE, is_live, live, owes
from techdeck.games.regular_poker import COMMUNITY, DECK, HAND, ranked_card
from techdeck.poker import STANDARD, WILD, Ranking, category
from techdeck.table import CARDS, EMPTY, PASS, Choice, Decision, Table, unpack
from techdeck.views import View

CATEGORY_AT: Final = 1 << 35  # what a category is worth in the key of a ranking
STRAIGHT: Final = 4
FOUR: Final = 7

WORLDS: Final = 12  # imagined tables to count wins on
FLUSH_DRAW: Final = 1.6  # what four cards of a domain are worth, in categories; a flush comes one time in five
STRAIGHT_DRAW: Final = 1.2
BOLDNESS: Final = 1.1  # times the fair share of wins that is worth a bet; a rival who bet needs more respect
RESPECT: Final = 0.2

BETWEEN_EFFECTS: Final = ["use", "bet", "draw"]


def cards_of(table: Table, backs: Sequence[int]) -> list[int]:
    return [ranked_card(table, back) for back in backs if back != EMPTY]


def value(card: int) -> int:
    return 14 if card == WILD else card // 4 + 1


def of_one_domain(cards: Sequence[int]) -> list[int]:
    """The cards of the most frequent domain."""
    by_domain = [[card for card in cards if card != WILD and card % 4 == domain] for domain in range(4)]
    return max(by_domain, key=len)


def in_a_row(cards: Sequence[int]) -> list[int]:
    """The cards, one for each value, of the fullest stretch of five values."""
    best: list[int] = []
    for low in range(1, 10):
        stretch = {value(card): card for card in cards if low <= value(card) < low + 5}
        if len(stretch) >= len(best):
            best = list(stretch.values())
    return best


def kept(cards: Sequence[int], ranking: Ranking) -> list[int]:
    """What to keep in the draw: a made hand, what is paired, four to a flush or straight, else the two highest."""
    made = category(ranking.rank(cards))
    if made >= STRAIGHT and made != FOUR:
        return list(cards)
    values = [value(card) for card in cards]
    groups = [card for card in cards if card == WILD or values.count(value(card)) > 1]
    if len(groups) > 1:
        return groups
    for draw in (of_one_domain(cards), in_a_row(cards)):
        if len(draw) == 4:
            return draw
    return sorted(cards, key=value)[-2:]


class CasualPoker(TryingBot):
    """Five-card draw and hold'em."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.ranking = STANDARD

    def choose(self, view: View, decision: Decision) -> Choice | None:
        options = decision.options
        if len(options) == 1:
            return options[0]
        self.ranking = Ranking(bool(view.game.options["five_of_a_kind"]), str(view.game.options["suit_order"]))
        if decision.verb == "bet":
            return self.bet(view, options)
        if decision.verb == "draw":
            return self.draw(view, options)
        if decision.verb == "bury" and PASS not in options:
            return options[0]  # the rest of what was looked at; nobody will see it soon
        return self.try_out(view, decision)

    def bet(self, view: View, options: Sequence[int]) -> int:
        """Bet with clearly more than a fair share of the wins; pay if the pot is worth it."""
        worlds = [self.imagine(view) for _ in range(WORLDS)]
        share = sum([self.share(world, view.side) for world in worlds]) / len(worlds)
        table = worlds[0]
        if share * len(live(table)) > BOLDNESS + RESPECT * BETS.get(table):
            for move in (BET, RAISE):
                if move in options:
                    return move
        if CHECK in options:
            return CHECK
        price = owes(table, view.side)
        return CALL if share * (sum(PAID.of(table)) + price) >= price else FOLD

    def share(self, table: Table, side: int) -> float:
        """Which part of the pot the side would win if an imagined table were played to its end."""
        deck = cards_of(table, DECK.of(table))
        board = cards_of(table, COMMUNITY.of(table))
        is_holdem = str(table.game.options["game"]) == "texas_holdem"
        while is_holdem and len(board) < 5 and deck:
            board.append(deck.pop())
        keys = {}
        for player in live(table):
            cards = cards_of(table, HAND.of(table, player))
            # A rival's five cards are imagined as dealt; what it holds after the draw is better than that.
            if not is_holdem and (player != side or table.game.phase(table) == "first bets"):
                cards = kept(cards, self.ranking)
                while len(cards) < 5 and deck:
                    cards.append(deck.pop())
            keys[player] = self.ranking.rank([*cards, *board]) if cards or board else -1
        best = max(keys.values())
        return 1.0 / list(keys.values()).count(best) if keys[side] == best else 0.0

    def draw(self, view: View, options: Sequence[int]) -> int:
        """Put aside what is not worth keeping; the options name every set of hand cards once."""
        table = self.imagine(view)
        keep = kept(cards_of(table, HAND.of(table, view.side)), self.ranking)
        away = {back for back in HAND.of(table, view.side) if ranked_card(table, back) not in keep}
        for option in options:
            if option != PASS and set(unpack(option)) == away:
                return option
        return PASS

    # Trying out

    def judge(self, table: Table, side: int) -> float:
        """The hand as it is, or what it may become; what everybody shares helps rivals as well."""
        if not is_live(table, side):
            return 0.0
        hand, board = cards_of(table, HAND.of(table, side)), cards_of(table, COMMUNITY.of(table))
        return self.strength(table, [*hand, *board]) - self.strength(table, board) / 2

    def strength(self, table: Table, cards: Sequence[int]) -> float:
        if not cards:
            return 0.0
        strength = self.ranking.rank(cards[:7]) / CATEGORY_AT
        if table.game.phase(table) not in ("second bets", "river"):  # a draw may still come in
            if len(of_one_domain(cards)) == 4:
                strength = max(strength, FLUSH_DRAW)
            if len(in_a_row(cards)) == 4:
                strength = max(strength, STRAIGHT_DRAW)
        return strength

    def is_settled(self, table: Table) -> bool:
        decision = table.pending[0]
        return decision.verb in BETWEEN_EFFECTS and (decision.verb != "use" or decision.kind is CARDS)  # not that of 2V
