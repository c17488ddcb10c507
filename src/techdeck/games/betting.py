"""Betting with fixed limits: Grid Poker's bidding and regular poker."""

from collections.abc import Sequence
from typing import Final

from techdeck.rules import choose, do, while_any
from techdeck.table import ANYBODY, Kind, Rule, Table, Tally, WordKind

CHIPS: Final = Tally("chips")
IN: Final = Tally("in the deal")  # takes part, and has not left
FOLDED: Final = Tally("folded")
PAID: Final = Tally("paid")  # into the pot, all in all
STAKE: Final = Tally("stake")  # paid in this betting round
ACTED: Final = Tally("has acted")  # since the last bet or raise
LEVEL: Final = Tally("bet to match", shared=True)
UNIT: Final = Tally("unit", shared=True)
BETS: Final = Tally("bets made", shared=True)
BETTOR: Final = Tally("next to bet", start=ANYBODY, shared=True)
TALLIES: Final = [CHIPS, IN, FOLDED, PAID, STAKE, ACTED, LEVEL, UNIT, BETS, BETTOR]

CHECK: Final = 0
BET: Final = 1
FOLD: Final = 2
CALL: Final = 3
RAISE: Final = 4
MOVE_WORDS: Final = ["check", "bet", "fold", "call", "raise"]
MOVES: Final[Kind] = WordKind(MOVE_WORDS)


def is_live(table: Table, side: int) -> bool:
    return bool(IN.get(table, side)) and not FOLDED.get(table, side)


def live(table: Table) -> list[int]:
    return [side for side in range(table.sides) if is_live(table, side)]


def is_contested(table: Table, side: int, it: int) -> bool:
    """Whether more than one is left who can win."""
    is_one_left = False
    for player in range(table.sides):
        if is_live(table, player):
            if is_one_left:
                return True
            is_one_left = True
    return False


def pay(table: Table, side: int, chips: int) -> None:
    """As much of it as the side has; who has nothing left is all-in."""
    paid = min(chips, CHIPS.get(table, side))
    CHIPS.add(table, -paid, side)
    STAKE.add(table, paid, side)
    PAID.add(table, paid, side)


def owes(table: Table, side: int) -> int:
    return LEVEL.get(table) - STAKE.get(table, side)


def can_bet(table: Table, side: int) -> bool:
    return is_live(table, side) and CHIPS.get(table, side) > 0


def can_another_bet(table: Table, side: int) -> bool:
    return any(can_bet(table, other) for other in range(table.sides) if other != side)


def must_act(table: Table, side: int) -> bool:
    """Who has not acted since the last bet, or not matched it; alone with chips, only who still owes [GP-V47]."""
    owing = owes(table, side) > 0
    if (not owing and ACTED.get(table, side)) or not can_bet(table, side):
        return False
    return owing or can_another_bet(table, side)


def next_to_act(table: Table, side: int, it: int) -> Sequence[int]:
    if not is_contested(table, side, it):
        return []
    bettor = BETTOR.get(table)
    for i in range(table.sides):
        player = (bettor + i) % table.sides
        if must_act(table, player):
            return [player]
    return []


def price(level: int, unit: int, stake: int, chips: int, move: int) -> int:
    """What a move costs somebody with such a stake and so many chips: at most all of them."""
    if move in (CHECK, FOLD):
        return 0
    return min(chips, level - stake + (0 if move == CALL else unit))


def open_betting(table: Table, starter: int, unit: int) -> None:
    """A new betting round: nothing is staked, nobody has acted."""
    for tally in (STAKE, ACTED, LEVEL, BETS):
        tally.reset(table)
    UNIT.put(table, unit)
    BETTOR.put(table, starter)


def in_words(table: Table, side: int, move: int) -> str:
    """What a side has just done."""
    words = ["checks", "bets", "folds", "calls", "raises"][move]
    if move in (CHECK, FOLD):
        return words
    return f"{words}: {STAKE.get(table, side)}{'' if CHIPS.get(table, side) else ', all-in'}"


def moves(most: int) -> Rule:
    """One decision of the next player, with so many bets and raises at most in all [GP-V23, V45]."""
    def may_do(table: Table, side: int, it: int) -> Sequence[int]:
        owing = owes(table, side)
        can_raise = (BETS.get(table) < most and CHIPS.get(table, side) >= owing + UNIT.get(table)
                     and can_another_bet(table, side))
        if owing > 0:
            return [FOLD, CALL, RAISE] if can_raise else [FOLD, CALL]
        if not can_raise:
            return [CHECK]
        return [CHECK, RAISE] if LEVEL.get(table) else [CHECK, BET]

    def make_move(table: Table, side: int, it: int) -> None:
        chips = price(LEVEL.get(table), UNIT.get(table), STAKE.get(table, side), CHIPS.get(table, side), it)
        BETTOR.put(table, (side + 1) % table.sides)
        if it in (BET, RAISE):
            LEVEL.add(table, UNIT.get(table))
            BETS.add(table, 1)
            ACTED.reset(table)
        if it == FOLD:
            FOLDED.put(table, 1, side)
        elif it != CHECK:
            pay(table, side, chips)
        ACTED.put(table, 1, side)
        if table.is_heard:
            table.say(side, f"{{who}} {in_words(table, side, it)}.")

    return choose("bet", may_do, then=do(make_move), kind=MOVES)


def betting(most: int, before: Sequence[Rule] = (), after: Sequence[Rule] = ()) -> Rule:
    """In order, until all who are in have matched the bet or only one is left.

    Something may come before each decision, and after it, for the player whose turn it is.
    """
    return while_any(next_to_act, *before, moves(most), *after)


class Pot:
    """Chips, and the live players who paid enough to win them."""

    def __init__(self, chips: int, players: list[int]) -> None:
        self.chips: Final = chips
        self.players: Final = players


def pots(table: Table) -> list[Pot]:
    """Between each level that a live player paid in all and the one before it lies a pot [GP-V49]."""
    found = []
    below = 0
    for level in sorted({PAID.get(table, side) for side in live(table)}):
        chips = sum([min(paid, level) - min(paid, below) for paid in PAID.of(table)])
        found.append(Pot(chips, [side for side in live(table) if PAID.get(table, side) >= level]))
        below = level
    return found
