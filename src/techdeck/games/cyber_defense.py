"""Cyber Defense: three fronts, two of them hidden, decide how often the Hacker may guess at a password.

The numbers in brackets are clauses of the rulebook.  Whatever the seats, the Hacker is side 0, the Defender side 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from random import Random
from typing import Final

from techdeck.cards import DOMAIN_NAMES, GENERAL_EDITION, Back, Card, code, face
from techdeck.chance import Chance
from techdeck.editions.general import EFFECTS
from techdeck.effects import (
    COMMON,
    EFFECT_IDLE,
    EFFECT_PHRASES,
    EFFECT_PROMPTS,
    GUARDED,
    HELD,
    PASSING,
    begin_use,
    cards_held,
    discard_it,
    effect_of_it,
    holds_cards,
    pick_up,
)
from techdeck.games.options import Halves, check
from techdeck.knowledge import BIT
from techdeck.password import HIDDEN, SUITED, Answer, Guess, Knowledge, Style, answer_for, knowledge, write, write_guess
from techdeck.password import REVEALED as WAS_REVEALED
from techdeck.rules import (
    Scope,
    choose,
    do,
    each_of,
    first_player,
    if_,
    in_turn_order,
    may,
    one_or_pass,
    repeat,
    seq,
    while_,
)
from techdeck.table import (
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    PASS,
    Ask,
    Choice,
    Decision,
    Frame,
    Game,
    Kind,
    Manners,
    Mark,
    Pieces,
    Rule,
    Slate,
    Sums,
    Table,
    Tally,
    Test,
    Verb,
    Words,
    Zone,
    changed,
    when_needed,
)
from techdeck.views import View

HACKER: Final = 0
DEFENDER: Final = 1
ROUNDS: Final = 3  # [R01]
PLAYS: Final = 9  # [R10]
MOST_USES: Final = 2  # by each, in a round [R21]
FRONT_NAMES: Final = ["Phish", "MitM", "DDOS"]
FORBIDDEN: Final[list[int]] = [face("9K"), face("6T"), face("11T")]  # to the Hacker: they search the deck [R29]
NOT_SETTLED: Final = -1
ALL_RANKS: Final = (1 << 16) - 1  # of cards, as bits [R42]

# By version of the rules: the options that came with it, and the value with which older rules play on.
LATER: Final[dict[int, dict[str, object]]] = {2: {"aid": "full"}}


@dataclass(frozen=True)
class Options:
    """[V01 to V18]"""

    roles: str = "random"  # or seat1_hacker, seat2_hacker
    defender_arranges_password: bool = False
    mitm_dealt_counts_for_minimum: bool = False
    tenth_card: str = "keep"  # or discard
    effect_pass: str = "not_final"  # or final
    used_mark_on: str = "card"  # or player
    ddos_alignment: str = "low"  # or high
    ddos_equal_pair: str = "lower_domain"  # or higher_domain
    ddos_surplus: str = "per_card"  # or single
    phish_reveal_chooser: str = "hacker"  # or defender
    lock_can_downgrade: bool = False
    count_includes_revealed: bool = True
    upgraded_value_only: str = "no_turn"  # or sideways
    suit_mark_when_value_absent: bool = True
    reshuffle_merge: bool = True
    show_all_on_settle: bool = True
    effects: str = "on"  # or off
    aid: str = "notes"  # or answers, full, off

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "roles": ("random", "seat1_hacker", "seat2_hacker"), "tenth_card": ("keep", "discard"),
            "effect_pass": ("not_final", "final"), "used_mark_on": ("card", "player"),
            "ddos_alignment": ("low", "high"), "ddos_equal_pair": ("lower_domain", "higher_domain"),
            "ddos_surplus": ("per_card", "single"), "phish_reveal_chooser": ("hacker", "defender"),
            "upgraded_value_only": ("no_turn", "sideways"), "effects": ("on", "off"),
            "aid": ("notes", "answers", "full", "off"),
        }
        check(asdict(self), allowed)


DECK: Final = Zone("deck", NOBODY, shared=True)
DISCARD: Final = Zone("discard", EVERYBODY, shared=True)
HAND: Final = Zone("hand", OWNER, mixed=True)
EXPELLED: Final = Zone("expelled", EVERYBODY, shared=True)
PHISH: Final = Zone("phish", OWNER)  # face down until it is settled: then all cards are shown [S04]
MITM: Final = Zone("mitm", EVERYBODY)
DDOS: Final = Zone("ddos", OWNER)
PASSWORD: Final = Zone("password", OWNER)  # of the Defender: six cards, whose order never changes [S06]
FRONTS: Final = [PHISH, MITM, DDOS]
ALL_FRONTS: Final = 0b111  # a bit for each

ROUND: Final = Tally("round", shared=True)
OWED: Final = Tally("plays owed")  # [R14]
PLAYED_TO: Final = Tally("fronts played to")  # a bit for each that is no longer owed a card [R13]
USES: Final = Tally("uses")  # in this round [R21]
PHISH_WINNER: Final = Tally("phish winner", start=NOT_SETTLED, shared=True)  # of this round, by side
MITM_WINNER: Final = Tally("mitm winner", start=NOT_SETTLED, shared=True)
DDOS_WINNER: Final = Tally("ddos winner", start=NOT_SETTLED, shared=True)
GUESSES: Final = Tally("guesses left", shared=True)  # of the front being settled
GUESSED: Final = Tally("guesses made", shared=True)  # in the whole game [E06]

ANSWERS: Final = Slate("answers")  # 3@1 n=2 sideways, 9K@2 n=0 flip, 2@5 n=1 hit; a digit revealed by Phish: 5 revealed

USED: Final = Mark("used")  # a bit for each side that used it; it stays on the card wherever that goes [X22]
IN_PLAY: Final = [PHISH, MITM, DDOS, PASSING]  # an exchanged card passes from front to front
VALUE: Final = Mark("value", IN_PLAY, on_back=True)  # the change of a face-down card is public, its face is not [X20]
DOMAIN: Final = Mark("domain", IN_PLAY, on_back=True)
LOCKED: Final = Mark("locked", [PASSWORD], on_back=True)  # a hidden digit without a mark is normal [S07]
UPGRADED: Final = Mark("upgraded", [PASSWORD], on_back=True)
REVEALED: Final = Mark("revealed", [PASSWORD], on_back=True)
SIDEWAYS: Final = Mark("sideways", [PASSWORD], on_back=True)  # [S08]
FLIP: Final = Mark("flip", [PASSWORD], on_back=True)


class CardToFront(Kind):
    """A hand card, and the front it is played to: 9K to Phish."""

    def text(self, table: Table, side: int, choice: int) -> str:
        return f"{table.called(choice >> 2, side)} to {FRONT_NAMES[choice & 3]}"

    def backs(self, choice: int) -> list[Back]:
        return [Back(choice >> 2)]


class Guesses(Kind):
    """A value at a position, or a card at the position of an upgraded digit: 3@1, 9K@2."""

    def text(self, table: Table, side: int, choice: int) -> str:
        return write_guess(guess_of(choice))


TO_A_FRONT: Final[Kind] = CardToFront()
GUESS_KIND: Final[Kind] = Guesses()
DIGITS: Final = Kind()  # positions of the password, from 1 to 6 [Q61]


def packed_guess(position: int, value: int, domain: int = 0) -> int:
    """A guess as one number; the inverse of `guess_of`."""
    return position << 8 | value << 4 | domain


def guess_of(choice: int) -> Guess:
    return choice >> 8, choice >> 4 & 15, choice & 15


VALUE_GUESSES: Final = [  # by position: what can be guessed at a normal or locked digit [R90]
    [packed_guess(position, value) for value in range(1, 14)] for position in range(7)
]
CARD_GUESSES: Final = [  # at an upgraded one
    [packed_guess(position, value, domain) for domain in range(1, 5) for value in range(1, 14)]
    for position in range(7)
]

VALUE_ALONE: Final = 1  # what is guessed at a position
CARD: Final = 2

NUMBER_WORDS: Final = ["No", "One", "Two", "Three", "Four"]


# Who plays

def the_hacker(table: Table, side: int, it: int) -> Sequence[int]:
    return [HACKER]


def the_defender(table: Table, side: int, it: int) -> Sequence[int]:
    return [DEFENDER]


def seating(roles: str) -> Callable[[int, Chance], list[list[int]]]:
    def assign_roles(seats: int, chance: Chance) -> list[list[int]]:
        """[S21, V01]"""
        defender = chance.below(2) if roles == "random" else ["seat2_hacker", "seat1_hacker"].index(roles)
        return [[1 - defender], [defender]]

    return assign_roles


def hacker_first(table: Table) -> int:
    return HACKER  # [S22]


# Dealing

def expel_wilds(table: Table, side: int, it: int) -> None:
    """[S01]"""
    for word in ("W1", "W2"):
        table.move(table.find(face(word), DECK), DECK, EXPELLED, side)


def deal(table: Table, zone: Zone, times: int) -> None:
    """One card at a time to each player, the first player first, as long as there are any [S23, S25, Q51]."""
    for owner in table.turn_order() * times:
        if DECK.of(table):
            table.move(DECK.of(table)[-1], DECK, zone, owner)


def deal_all(table: Table, side: int, it: int) -> None:
    """[S23 to S25]"""
    table.say(HACKER, "{who} is the Hacker, {whom} the Defender.", DEFENDER)
    start_round(table)
    deal(table, HAND, 10)
    for _ in range(6):
        table.move(DECK.of(table)[-1], DECK, PASSWORD, DEFENDER)
    deal(table, MITM, 2)


def start_round(table: Table) -> None:
    """The Hacker is first in rounds 1 and 3, the Defender in round 2 [R02]."""
    ROUND.add(table, 1)
    table.first = HACKER if ROUND.get(table) % 2 else DEFENDER
    table.say(table.first, f"Round {ROUND.get(table)}: {{who}} is first.")


def put_down(table: Table, side: int, it: int) -> None:
    """The next digit from the left [V02]."""
    table.move(it, HELD, PASSWORD, side)


def is_not_last(table: Table, side: int, it: int) -> bool:
    return ROUND.get(table) < ROUNDS  # [R130]


def gather(table: Table, side: int, it: int) -> None:
    """All but the password and what is expelled becomes the new deck, cards in hand unseen [R131, R132]."""
    deck = DECK.to_change(table)
    for zone in (DISCARD, HAND, PHISH, MITM, DDOS):
        for owner in range(1 if zone.shared else table.sides):
            deck.extend(zone.of(table, owner))
            zone.to_change(table, owner).clear()
    for mark in (USED, VALUE, DOMAIN):
        mark.clear(table)
    for tally in (OWED, PLAYED_TO, USES, GUARDED, PHISH_WINNER, MITM_WINNER, DDOS_WINNER):
        tally.reset(table)
    table.say(DEFENDER, "All cards but the password are gathered.")
    table.shuffle(DECK)


def deal_next(table: Table, side: int, it: int) -> None:
    """[R133, R134]"""
    start_round(table)
    deal(table, HAND, 10)
    deal(table, MITM, 2)


# Develop

def starting_to_develop(dealt_counts: bool) -> Rule:
    def start_developing(table: Table, side: int, it: int) -> None:
        """Nine plays, and one to each front [R10, R13, V03]; with too few cards for that to any [Q51]."""
        for player in range(table.sides):
            owed = min(PLAYS, len(HAND.of(table, player)))
            OWED.put(table, owed, player)
            PLAYED_TO.put(table, ALL_FRONTS if owed < 3 else 1 << FRONTS.index(MITM) if dealt_counts else 0, player)

    return do(start_developing)


# By cards still owed, at most as many as there are fronts, and by fronts played to: those that leave one card for each
# front within reach [R14].
LEGAL_FRONTS: Final = [
    [[front for front in range(3) if (ALL_FRONTS & ~(played_to | 1 << front)).bit_count() < owed]
     for played_to in range(ALL_FRONTS + 1)] for owed in range(4)]


def legal_fronts(table: Table, side: int) -> list[int]:
    return LEGAL_FRONTS[min(3, OWED.get(table, side))][PLAYED_TO.get(table, side)]


def developments(table: Table, side: int, it: int) -> Sequence[int]:
    """A hand card and a front [R11]."""
    if not OWED.get(table, side):
        return []
    fronts = legal_fronts(table, side)
    return Sums([back << 2 for back in table.in_order(HAND.of(table, side))], fronts)


def plays(table: Table, side: int, it: int) -> Sequence[int]:
    """Any hand card to any front [R27, X26]."""
    return Sums([back << 2 for back in table.in_order(HAND.of(table, side))], [0, 1, 2])


def play_it(table: Table, side: int, it: int) -> None:
    table.move(it >> 2, HAND, FRONTS[it & 3], side)


def develop_it(table: Table, side: int, it: int) -> None:
    PLAYED_TO.put(table, PLAYED_TO.get(table, side) | 1 << (it & 3), side)
    OWED.add(table, -1, side)
    play_it(table, side, it)


def holds_hand_cards(table: Table, side: int, it: int) -> bool:
    return bool(HAND.of(table, side))


def discard_last(table: Table, side: int, it: int) -> None:
    """[V04]"""
    discard_it(table, side, HAND.of(table, side)[-1])


# Effects

def may_resolve(table: Table, side: int, back: int) -> bool:
    """The Hacker never searches the deck [R29, X29]."""
    return side != HACKER or not (table.face[back] in FORBIDDEN or table.card(back).searches)


def may_search(table: Table, side: int, it: int) -> bool:
    return side != HACKER  # not even as one of all players [X16]


def usable(marks_card: bool) -> Ask:
    def usable_cards(table: Table, side: int, it: int) -> Sequence[int]:
        """On the own MitM side, not used in this round, and not forbidden [R21, V06]."""
        if USES.get(table, side) >= MOST_USES:
            return []
        bars = 0b11 if marks_card else 1 << side
        return [back for back in MITM.of(table, side)
                if not USED.get(table, table.face[back]) & bars and may_resolve(table, side, back)]

    return usable_cards


def mark_it(table: Table, side: int, it: int) -> None:
    """[R24]"""
    key = table.face[it]
    USED.put(table, key, USED.get(table, key) | 1 << side)
    USES.add(table, 1, side)


class InTurns(Scope):
    """In turns each uses a card or passes, until both have passed in a row, or for good [R20, R30, V05].

    The frame keeps whose turn it is, and a bit for each side that has passed.
    """

    def __init__(self, usable: Ask, rule: Rule, is_final: bool) -> None:
        super().__init__(rule)
        self.usable: Final = usable
        self.is_final: Final = is_final

    def run(self, table: Table, frame: Frame) -> None:
        if frame.at == 0b11 or all(USES.get(table, player) >= MOST_USES for player in range(table.sides)):
            return
        options = self.usable(table, frame.side, frame.it)
        if options or not table.passes_over(frame.side):
            table.wait(frame, one_or_pass(table, frame.side, "use", options))
        else:
            self.answer(table, frame, table.captain[frame.side], PASS)  # [Q59]

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        return one_or_pass(table, frame.side, "use", self.usable(table, frame.side, frame.it))

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        passed = frame.at if self.is_final else 0
        if choice == PASS:
            table.passes(frame.side, "use")
            passed = frame.at | 1 << frame.side
        other = 1 - frame.side
        is_other_out = self.is_final and passed >> other & 1
        table.then(self, frame.side if is_other_out else other, frame.it, passed)
        if isinstance(choice, int) and choice != PASS:
            table.then(self.rule, frame.side, choice)

    def label(self) -> str:
        return "use"


def all_fronts(table: Table, side: int, it: int) -> Sequence[int]:
    """Every card on any side of any front belongs to its player and is neutral as well [X04]."""
    found: list[int] = []
    for zone in FRONTS:
        for player in range(table.sides):
            found.extend(zone.of(table, player))
    return found


def own_fronts(table: Table, side: int, it: int) -> Sequence[int]:
    """[X03]"""
    found: list[int] = []
    for zone in FRONTS:
        found.extend(zone.of(table, side))
    return found


def shuffle_together(table: Table, side: int, it: int) -> None:
    """Too few cards for the whole operation: the discard is shuffled into the deck first [X24, V15]."""
    if len(DECK.of(table)) < it:
        table.put_back(DECK, DISCARD, side)


# Settling

def rank(table: Table, back: int) -> int:
    """By current value and domain; between equals by the printed ones [R42]."""
    return rank_as(table, back, table.face[back])


def rank_as(table: Table, back: int, number: int) -> int:
    """The rank if another card lay there, changed in the same way."""
    card = table.game.cards[number]
    value = changed(card.value, VALUE.get(table, back))
    domain = DOMAIN.get(table, back) or card.domain_number
    return value << 12 | domain << 8 | card.value << 4 | card.domain_number


def lowest_first(table: Table, zone: Zone, side: int) -> list[int]:
    ranked = sorted([rank(table, back) << 8 | back for back in zone.of(table, side)])
    return [each & 255 for each in ranked]


def highest(table: Table, zone: Zone, side: int) -> int:
    """The last of these, or EMPTY."""
    best, best_rank = int(EMPTY), -1
    for back in zone.of(table, side):
        its_rank = rank(table, back)
        if its_rank > best_rank:
            best, best_rank = back, its_rank
    return best


def named(table: Table, back: int) -> str:
    """A card that lies open, with what it counts as if an effect changed it."""
    name, card = code(table.face[back]), table.card(back)
    value, domain = table.value(back), table.domain(back)
    if value == card.value and domain == card.domain_number:
        return name
    return f"{name} (as {value}{'' if domain == card.domain_number else f' of {DOMAIN_NAMES[domain]}'})"


def show_all(table: Table, zone: Zone) -> None:
    """[R41]"""
    for player in table.turn_order():
        for back in list(zone.of(table, player)):
            table.show_in(back, zone, player)


def opening_phish(shows_all: bool) -> Verb:
    def open_phish(table: Table, side: int, it: int) -> None:
        """All cards turn up, or only the highest of each side [R41, V16]."""
        if shows_all:
            show_all(table, PHISH)
        else:
            for player in table.turn_order():
                show_highest(table, player)

    return open_phish


def show_highest(table: Table, player: int) -> None:
    """Then everybody knows of the others that they are lower."""
    best = highest(table, PHISH, player)
    if best == EMPTY:
        return
    table.show_in(best, PHISH, player)
    for back in lowest_first(table, PHISH, player)[:-1]:
        table.rule_out(back, sum([
            BIT[number] for number in range(52) if rank_as(table, back, number) > rank(table, best)]))


def open_ddos(table: Table, side: int, it: int) -> None:
    show_all(table, DDOS)


def settle(table: Table, zone: Zone, front: Tally, winner: int, why: str) -> None:
    front.put(table, winner)
    if table.is_heard:
        name = FRONT_NAMES[FRONTS.index(zone)]
        table.say(winner, f"{name}: {why}. {{who}} wins {name}.")


def is_empty_settled(table: Table, zone: Zone, front: Tally) -> bool:
    """A side without cards loses; if both have none the Defender wins [R43]."""
    hacker, defender = zone.of(table, HACKER), zone.of(table, DEFENDER)
    if hacker and defender:
        return False
    settle(table, zone, front, HACKER if hacker else DEFENDER,
           "only one side has cards" if hacker or defender else "no side has cards")
    return True


def told_pair(table: Table, pair: Sequence[int], winner: int) -> str:
    return f"{named(table, pair[winner])} beats {named(table, pair[1 - winner])}" if table.is_heard else ""


def judge_phish(table: Table, side: int, it: int) -> None:
    """The highest card wins [R50]."""
    if not is_empty_settled(table, PHISH, PHISH_WINNER):
        best = [highest(table, PHISH, player) for player in range(table.sides)]
        winner = HACKER if rank(table, best[HACKER]) > rank(table, best[DEFENDER]) else DEFENDER
        settle(table, PHISH, PHISH_WINNER, winner, told_pair(table, best, winner))


def judge_mitm(table: Table, side: int, it: int) -> None:
    """The highest total wins, between equal ones the highest card [R60, R61]."""
    if not is_empty_settled(table, MITM, MITM_WINNER):
        totals = [sum([table.value(back) for back in MITM.of(table, player)]) for player in range(table.sides)]
        best = [highest(table, MITM, player) for player in range(table.sides)]
        strengths = [totals[player] << 16 | rank(table, best[player]) for player in range(table.sides)]
        winner = HACKER if strengths[HACKER] > strengths[DEFENDER] else DEFENDER
        settle(table, MITM, MITM_WINNER, winner, told_totals(table, totals, best, winner))


def told_totals(table: Table, totals: list[int], best: list[int], winner: int) -> str:
    if not table.is_heard:
        return ""
    tie = f", and {named(table, best[winner])} is highest" if totals[HACKER] == totals[DEFENDER] else ""
    return f"{totals[winner]} against {totals[1 - winner]}{tie}"


def judging_ddos(options: Options) -> Verb:
    is_low, is_single = options.ddos_alignment == "low", options.ddos_surplus == "single"
    is_reversed = options.ddos_equal_pair == "higher_domain"

    def pair_rank(table: Table, back: int) -> int:
        """The lower one wins its pair [R71]; between equal values it may be the higher domain [V08]."""
        return rank(table, back) ^ (0b111 << 8 | 0b111 if is_reversed else 0)

    def judge_ddos(table: Table, side: int, it: int) -> None:
        """Pair by pair the lower card wins, and each card left over; then more cards, then the lowest [R70 to R75]."""
        if is_empty_settled(table, DDOS, DDOS_WINNER):
            return
        rows = [lowest_first(table, DDOS, player) for player in range(table.sides)]
        lowest = [row[0] for row in rows]
        if not is_low:
            rows = [row[::-1] for row in rows]  # [V07]
        won = [0, 0]
        told = []
        for hackers, defenders in zip(rows[HACKER], rows[DEFENDER], strict=False):
            winner = HACKER if pair_rank(table, hackers) < pair_rank(table, defenders) else DEFENDER
            won[winner] += 1
            if table.is_heard:
                told.append(told_pair(table, [hackers, defenders], winner))
        for player in range(table.sides):
            surplus = rows[player][len(rows[1 - player]):]
            won[player] += min(1, len(surplus)) if is_single else len(surplus)  # [R72, V09]
            told += [f"{named(table, back)} is left over" for back in surplus] if table.is_heard else []
        strengths = [won[player] << 24 | len(rows[player]) << 16 | ALL_RANKS - rank(table, lowest[player])
                     for player in range(table.sides)]
        winner = HACKER if strengths[HACKER] > strengths[DEFENDER] else DEFENDER
        settle(table, DDOS, DDOS_WINNER, winner, told_ddos(table, told, winner, rows, won, lowest))

    return judge_ddos


def told_ddos(
    table: Table, told: list[str], winner: int, rows: list[list[int]], won: list[int], lowest: list[int],
) -> str:
    if not table.is_heard:
        return ""
    tie = tie_break(table, winner, rows, won, lowest)
    return f"{', '.join(told)}. {won[winner]} to {won[1 - winner]}{tie}"


def tie_break(table: Table, winner: int, rows: list[list[int]], won: list[int], lowest: list[int]) -> str:
    """What decided between as many comparisons won [R74, R75]."""
    if won[HACKER] != won[DEFENDER]:
        return ""
    if len(rows[HACKER]) != len(rows[DEFENDER]):
        return ", and more cards"
    return f", as many cards, and {named(table, lowest[winner])} is lowest"


def is_won_by_hacker(front: Tally) -> Test:
    def hacker_won(table: Table, side: int, it: int) -> bool:
        return front.get(table) == HACKER

    return hacker_won


# Digits

def row_of(table: Table) -> list[Back]:
    return PASSWORD.of(table, DEFENDER)


def digit(table: Table, position: int) -> Back:
    return row_of(table)[position - 1]


def hidden_digits(table: Table, side: int, it: int) -> Sequence[int]:
    return [n for n, back in enumerate(row_of(table), 1) if not REVEALED.get(table, back)]


def digits(is_locked: bool, is_upgraded: bool) -> Ask:
    """The hidden digits of a status [S07]."""
    def such_digits(table: Table, side: int, it: int) -> Sequence[int]:
        return [n for n, back in enumerate(row_of(table), 1)
                if not REVEALED.get(table, back) and bool(LOCKED.get(table, back)) == is_locked
                and bool(UPGRADED.get(table, back)) == is_upgraded]

    return such_digits


normal_digits: Final = digits(False, False)
locked_digits: Final = digits(True, False)
upgraded_digits: Final = digits(False, True)


def normal_or_upgraded_digits(table: Table, side: int, it: int) -> Sequence[int]:
    return sorted([*normal_digits(table, side, it), *upgraded_digits(table, side, it)])


def digits_to_uncover(table: Table, side: int, it: int) -> Sequence[int]:
    """An upgraded one only if all are [R51]."""
    upgraded = upgraded_digits(table, side, it)
    hidden = hidden_digits(table, side, it)
    return [position for position in hidden if position not in upgraded] or hidden


def unlock(table: Table, side: int, it: int) -> None:
    LOCKED.put(table, digit(table, it), 0)
    table.say(side, f"{{who}} unlocks digit {it}.")


def lock(table: Table, side: int, it: int) -> None:
    """A normal digit; if the option allows an upgraded one, that becomes normal [R76, V11]."""
    if UPGRADED.get(table, digit(table, it)):
        UPGRADED.put(table, digit(table, it), 0)
        table.say(side, f"{{who}} downgrades digit {it}.")
    else:
        LOCKED.put(table, digit(table, it), 1)
        table.say(side, f"{{who}} locks digit {it}.")


def upgrade(table: Table, side: int, it: int) -> None:
    UPGRADED.put(table, digit(table, it), 1)
    table.say(side, f"{{who}} upgrades digit {it}.")


def uncover(table: Table, side: int, it: int) -> None:
    """Revealed by Phish: no number is told [R52]."""
    ANSWERS.of(table).append(f"{it} {WAS_REVEALED}")
    table.say(side, f"{{who}} has digit {it} revealed.")
    reveal(table, it)


def reveal(table: Table, position: int) -> None:
    """For good; the Hacker wins at the instant the sixth is revealed [R82, E02]."""
    back = digit(table, position)
    REVEALED.put(table, back, 1)
    LOCKED.put(table, back, 0)
    UPGRADED.put(table, back, 0)
    table.show_in(back, PASSWORD, DEFENDER)
    if is_cracked(table):
        table.say(HACKER, "The password is cracked. {who} wins.")
        table.stop()


def is_cracked(table: Table) -> bool:
    row = row_of(table)
    return bool(row) and all(REVEALED.get(table, back) for back in row)


# Guesses

def giving_guesses(count: int) -> Rule:
    def give_guesses(table: Table, side: int, it: int) -> None:
        GUESSES.put(table, count)

    return do(give_guesses)


def has_guesses(table: Table, side: int, it: int) -> bool:
    return GUESSES.get(table) > 0 and any(not REVEALED.get(table, back) for back in row_of(table))


def legal_guesses(table: Table, side: int, it: int) -> Sequence[int]:
    """Any value, or card, at any hidden digit [R90, R91]."""
    at = 0
    for position, back in enumerate(row_of(table), 1):
        if not REVEALED.get(table, back):
            at |= (CARD if UPGRADED.get(table, back) else VALUE_ALONE) << 2 * position
    return guesses_at(at)


@cache
def guesses_at(at: int) -> list[int]:
    """By what is guessed at each position, two bits for each: all guesses; to be read."""
    found: list[int] = []
    for position in range(1, 7):
        found += [[], VALUE_GUESSES[position], CARD_GUESSES[position]][at >> 2 * position & 3]
    return found


def answering(style: Style) -> Verb:
    counts_revealed = style.counts_revealed

    def answer_guess(table: Table, side: int, it: int) -> None:
        """True, complete and at once [R93 to R100]."""
        guess = guess_of(it)
        position, value, _ = guess
        back = digit(table, position)
        number = 0
        for other in row_of(table):
            if table.card(other).value == value and (counts_revealed or not REVEALED.get(table, other)):
                number += 1
        answer = answer_for(style, guess, number, table.face[back])
        _, is_hit, is_sideways, is_flip = answer
        GUESSES.add(table, -1)
        GUESSED.add(table, 1)
        ANSWERS.of(table).append(write(guess, answer))
        if table.is_heard:
            tell(table, style, guess, answer, back)
        if is_sideways:
            SIDEWAYS.put(table, back, 1)
        if is_flip:
            FLIP.put(table, back, 1)
        if is_hit:
            reveal(table, position)

    return answer_guess


def tell(table: Table, style: Style, guess: Guess, answer: Answer, back: Back) -> None:
    """What everybody hears: the guess, the number, and what happens to the digit."""
    position, value, domain = guess
    number, is_hit, is_sideways, is_flip = answer
    of_domain = f" of {DOMAIN_NAMES[domain]}" if domain else ""
    table.say(HACKER, f"{{who}} guesses {value}{of_domain} at digit {position}.")
    place = "in the password" if style.counts_revealed else "among the hidden digits"
    words = f"{NUMBER_WORDS[number]} {value}{'s' * (number > 1)} {place}"
    turns = [turn for turn, is_so, mark in (("sideways", is_sideways, SIDEWAYS), ("upside down", is_flip, FLIP))
             if is_so and not mark.get(table, back)]
    if is_hit:
        words += f"; digit {position} is a hit"
    elif turns:
        words += f"; digit {position} turns {' and '.join(turns)}"
    elif is_sideways or is_flip:
        words += f"; digit {position} stays as it is turned"
    elif number:
        words += f"; digit {position} does not turn"
    table.say(DEFENDER, words + ".")


def end(table: Table, side: int, it: int) -> None:
    """[E04]"""
    table.say(DEFENDER, "The password is not cracked. {who} wins.")


def winners(table: Table) -> list[int]:
    return [HACKER if is_cracked(table) else DEFENDER]  # [E01]


def scores(table: Table) -> list[int]:
    """How many digits are revealed, and how many hidden: for statistics only [E06]."""
    hidden = len(hidden_digits(table, HACKER, 0))
    return [len(row_of(table)) - hidden, hidden]


# A match of two games

NOT_CRACKED: Final = 1000  # more guesses than there are


def with_swapped_roles(
    options: Mapping[str, object], members: Sequence[Sequence[int]], seats: Sequence[int],
) -> dict[str, bool | int | str]:
    """In a rematch the Defender is the Hacker [V26]."""
    return {"roles": ["seat1_hacker", "seat2_hacker"][seats[members[DEFENDER][0]]]}


def half(table: Table) -> tuple[int, int]:
    """Who was the Hacker, by seat, and how many guesses the password took [V27]."""
    return table.members[HACKER][0], GUESSED.get(table) if is_cracked(table) else NOT_CRACKED


def told_match(names: Sequence[str], first: tuple[int, int], second: tuple[int, int]) -> str:
    """Fewer guesses win; otherwise nobody does [V27, V28]."""
    halves = []
    for seat, guesses in (first, second):
        needed = "not cracked" if guesses == NOT_CRACKED else "1 guess" if guesses == 1 else f"{guesses} guesses"
        halves.append(f"{names[seat]} as the Hacker: {needed}")
    winner = "nobody, it is a tie" if first[1] == second[1] else names[min(first, second, key=lambda each: each[1])[0]]
    return f"The match of two games goes to {winner}. {'; '.join(halves)}."


HALVES: Final[Halves] = Halves(half, told_match)


# What can be known of the password

def style_of(options: Mapping[str, object]) -> Style:
    """How guesses are answered [V12 to V14]."""
    return Style(
        counts_revealed=bool(options["count_includes_revealed"]),
        turns_for_value=options["upgraded_value_only"] == "sideways",
        flips_without_value=bool(options["suit_mark_when_value_absent"]),
    )


recalled: Final = lru_cache(maxsize=256)(knowledge)  # imagined tables of one view share what is known in it


def recall(
    game: Game, row: Sequence[int], may_be: Sequence[int], marked: Callable[[Mark, int], int], answers: Sequence[str],
) -> Knowledge:
    """From what may be behind each back for a side [R110 to R116].

    A card seen once is known, or known to be somewhere else: so what may be in the row has never been seen [R112].
    """
    seen = 0
    for faces in may_be:
        if is_one(faces):
            seen |= faces
    return recalled(
        style_of(game.options),
        tuple([may_be[back].bit_length() - 1 if marked(REVEALED, back) else HIDDEN for back in row]),
        tuple([may_be[back] if is_one(may_be[back]) else may_be[back] & SUITED & ~seen for back in row]),
        tuple([marked(UPGRADED, back) > 0 for back in row]), tuple(answers),
    )


def is_one(faces: int) -> bool:
    """Whether only one face is possible."""
    return faces & (faces - 1) == 0


def what_can_be_known(view: View) -> Knowledge:
    """What a side can work out of the password, from what it has seen and all answers [Q60]."""
    return recall(view.game, view.cards(PASSWORD, DEFENDER), view.may_be, view.mark, view.slates[ANSWERS.number])


def fit(world: Table, side: int, rng: Random) -> bool:
    """Let the password of an imagined table agree with all answers; one that does stays as it is.

    Cards are dealt so that all are equally likely, and so are then all candidates [R117].  What a side has never
    seen may lie anywhere, so a digit can change places with any such card [R120].
    """
    row = row_of(world)
    if all([world.knows(side, back) for back in row]):
        return True

    def marked(mark: Mark, back: int) -> int:
        return mark.get(world, back)

    may_be = world.row(side)
    known = recall(world.game, row, may_be, marked, ANSWERS.of(world))
    places = [row[position - 1] for position in known.positions]
    if known.allows([world.face[back] for back in places]):
        return True
    if not known.count:
        return False
    for back, number in zip(places, known.sample(rng), strict=True):
        other = world.face.index(number)
        world.face[back], world.face[other] = number, world.face[back]
    return all([faces & BIT[number] for faces, number in zip(may_be, world.face, strict=True)])


# The rules

def setup(options: Options) -> Rule:
    arrange = each_of(the_defender, pick_up(PASSWORD), while_(
        holds_cards, choose("arrange", cards_held, then=do(put_down), obvious=True)))
    return seq(do(expel_wilds), do(deal_all), *([arrange] if options.defender_arranges_password else []))


def develop(options: Options) -> Rule:
    last = in_turn_order(while_(holds_hand_cards, do(discard_last)))
    return seq(
        starting_to_develop(options.mitm_dealt_counts_for_minimum),
        repeat(PLAYS, in_turn_order(choose("develop", developments, then=do(develop_it), kind=TO_A_FRONT))),  # [R10]
        *([last] if options.tenth_card == "discard" else []),
    )


USE: Final = seq(  # [R24, R27]
    do(begin_use), do(mark_it), effect_of_it, may("play", plays, then=do(play_it), kind=TO_A_FRONT),
)


def effects_step(options: Options) -> Rule:
    turns = InTurns(usable(options.used_mark_on == "card"), USE, options.effect_pass == "final")
    return each_of(first_player, turns)


def guessing(count: int, style: Style) -> Rule:
    """One at a time, each answered before the next [R92]."""
    guess = each_of(the_hacker, choose("guess", legal_guesses, then=do(answering(style)), kind=GUESS_KIND))
    return seq(giving_guesses(count), while_(has_guesses, guess))


def may_turn(who: Ask, verb: str, which: Ask, turn: Verb) -> Rule:
    """Somebody may change the status of a digit; if there is none of the kind, nobody is asked [R54, R76, R77]."""
    def is_any(table: Table, side: int, it: int) -> bool:
        return bool(which(table, side, it))

    return if_(is_any, each_of(who, may(verb, which, then=do(turn), kind=DIGITS)))


def phish(options: Options, style: Style) -> Rule:
    chooser = the_hacker if options.phish_reveal_chooser == "hacker" else the_defender  # [V10]
    return seq(
        do(opening_phish(options.show_all_on_settle)), do(judge_phish),
        if_(is_won_by_hacker(PHISH_WINNER),
            each_of(chooser, choose("uncover", digits_to_uncover, then=do(uncover), kind=DIGITS)),  # [R51]
            guessing(2, style),
            otherwise=seq(may_turn(the_defender, "unlock", locked_digits, unlock), guessing(1, style))),
    )


def mitm(options: Options, style: Style) -> Rule:
    return seq(do(judge_mitm), if_(is_won_by_hacker(MITM_WINNER), guessing(4, style)))  # [R62, R63]


def ddos(options: Options, style: Style) -> Rule:
    lockable = normal_or_upgraded_digits if options.lock_can_downgrade else normal_digits
    return seq(
        do(open_ddos), do(judging_ddos(options)),
        if_(is_won_by_hacker(DDOS_WINNER),
            may_turn(the_hacker, "lock", lockable, lock), guessing(2, style),
            otherwise=seq(may_turn(the_defender, "upgrade", normal_digits, upgrade), guessing(1, style))),
    )


PREPARE: Final = if_(is_not_last, do(gather), do(deal_next))  # [R130]


def phases(options: Options) -> dict[str, Rule]:
    """[R01, R40]"""
    style = style_of(asdict(options))
    return {
        "develop": develop(options),
        **({"effects": effects_step(options)} if options.effects == "on" else {}),
        "phish": phish(options, style),
        "mitm": mitm(options, style),
        "ddos": ddos(options, style),
        "prepare": PREPARE,
    }


def front_phrases() -> dict[tuple[str, str], str]:
    """The ways of cards to and from the fronts; a card that changes fronts passes."""
    found: dict[tuple[str, str], str] = {}
    for zone, name in zip(FRONTS, FRONT_NAMES, strict=True):
        found["hand", zone.name] = f"{{who}} plays {{card}} to {name}."
        for source in ("deck", "discard", "passing"):
            found[source, zone.name] = f"{{who}} gets {{card}} in {name}."
        found[zone.name, "discard"] = f"{{who}} loses {{card}} from {name}."
        found[zone.name, "passing"] = f"{{card}} leaves {name}."
        for other, goal in zip(FRONTS, FRONT_NAMES, strict=True):
            found[zone.name, other.name] = f"{{who}} gets {{card}} in {goal}."
        found[zone.name, "hand"] = f"{{who}} takes {{card}} from {name}."
        found[zone.name, "deck"] = f"{{card}} goes from {name} to the deck."
    return found


PHRASES: Final[dict[tuple[str, str], str]] = {
    **EFFECT_PHRASES, **front_phrases(),
    ("deck", "expelled"): "{card} is expelled.", ("deck", "password"): "{card} goes into the password.",
    ("password", "held"): "{who} picks up {card} of the password.",
    ("held", "password"): "{card} goes into the password.",
}

PROMPTS: Final[dict[str, str]] = {
    **EFFECT_PROMPTS,
    "arrange": "Choose the next digit of your password, from left to right.",
    "develop": "Play a card to one of the three fronts.",
    "use": "Use the effect of one of your MitM cards, or pass.",
    "play": "You may play one more card to any front.",
    "uncover": "Phish is won: choose the digit to be revealed.",
    "unlock": "You may unlock a locked digit.",
    "lock": "You may lock a digit: it cannot be upgraded then.",
    "upgrade": "You may upgrade a digit: its domain must be guessed as well.",
    "guess": "Guess a digit: a value at a position, and the domain too if the digit is upgraded.",
}

PASSING_WORDS: Final[dict[str, str]] = {
    "use": "{who} uses no effect.", "play": "{who} plays no further card.", "unlock": "{who} unlocks no digit.",
    "lock": "{who} locks no digit.", "upgrade": "{who} upgrades no digit.", "find": "{who} takes nothing.",
    "exchange": "{who} exchanges nothing.", "discard": "{who} discards nothing.", "change": "{who} changes nothing.",
    "bury": "{who} puts nothing on the bottom.", "put aside": "{who} puts nothing on the bottom.",
    "pick up": "{who} picks up nothing.", "give": "{who} gives nothing.",
}

IDLE_WORDS: Final[dict[str, str]] = {
    **EFFECT_IDLE,
    "use": "You have no MitM card whose effect you can use now.", "play": "You have no card to play.",
    "unlock": "No digit can be unlocked.", "lock": "No digit can be locked.", "upgrade": "No digit can be upgraded.",
}


def cyber_defense(
    options: Options = Options(), cards: list[Card] = GENERAL_EDITION, effects: Mapping[str, Rule] = EFFECTS,
) -> Game:
    """The game with its options; other cards and effects are for the examples of the rulebook."""
    begin, a_round = setup(options), phases(options)
    return Game(
        "cyber defense", cards, seq(begin, repeat(ROUNDS, *a_round.values()), do(end)), {"setup": begin, **a_round},
        effects,
        Pieces(
            zones=[PHISH, MITM, DDOS, PASSWORD], common=COMMON, slates=[ANSWERS],
            marks=[USED, LOCKED, UPGRADED, REVEALED, SIDEWAYS, FLIP],
            tallies=[ROUND, PHISH_WINNER, MITM_WINNER, DDOS_WINNER, GUESSES, GUESSED, OWED, PLAYED_TO, USES],
            box=DECK, decks=lambda seats: 1,
        ),
        Words(
            deck=DECK, discard=DISCARD, hand=HAND, expelled=EXPELLED, value=VALUE, domain=DOMAIN, neutral=all_fronts,
            controlled=own_fronts, ready=shuffle_together if options.reshuffle_merge else when_needed,
            may_copy=may_resolve, may_search=may_search, changes_hands=False,
        ),
        Manners("Cyber Defense", prompts=PROMPTS, phrases=PHRASES, passing=PASSING_WORDS, idle=IDLE_WORDS,
                wild="Wild cards are left out of this game."),
        seats=[2], winners=winners, scores=scores, fit=fit, seating=seating(options.roles), first=hacker_first,
        later=LATER, options=asdict(options),
    )
