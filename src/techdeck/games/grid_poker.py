"""Grid Poker: two-dimensional poker against a shared market of nine cards.

The numbers in brackets are clauses of the rulebook.  Its seat 1 is our seat 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Final

from techdeck.cards import GENERAL_EDITION, Back, Card, code
from techdeck.chance import Chance
from techdeck.editions.general import EFFECTS
from techdeck.effects import (
    ACTIVE,
    COMMON,
    EFFECT_IDLE,
    EFFECT_PHRASES,
    EFFECT_PROMPTS,
    GUARDED,
    begin_use,
    cards_in_hand,
    discard_it,
    draw_one,
    drawing,
    effect_of_it,
    player_it,
    shown_and_carried_out,
    tame,
    unless_made_up_for,
)
from techdeck.games.betting import CHIPS, FOLDED, IN, PAID, betting, open_betting, pay
from techdeck.games.betting import TALLIES as BETTING_TALLIES
from techdeck.games.options import check
from techdeck.poker import WILD, Ranking, category, in_sentence, in_words, points_of
from techdeck.rules import (
    choose,
    do,
    do_both,
    each_of,
    each_player,
    if_,
    in_turn_order,
    may,
    repeat,
    secretly,
    seq,
    the,
    while_,
)
from techdeck.table import (
    CARD_SETS,
    CHANGES,
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    SIDES,
    Ask,
    Game,
    Kind,
    Manners,
    Mark,
    Pieces,
    Rule,
    Sums,
    Table,
    Tally,
    Test,
    Verb,
    WordKind,
    Words,
    Zone,
    pack,
    pairs,
    single,
    singles,
    unpack,
    when_needed,
)
from techdeck.telling import in_a_row

ROWS: Final = [0, 1, 2]
COLUMNS: Final = [3, 4, 5]
LINES: Final = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]]  # cells in reading order [S02]
LINE_NAMES: Final = ["R1", "R2", "R3", "C1", "C2", "C3"]
ALL_LINES: Final = ROWS + COLUMNS
NO_LINE: Final = -1
EMPTY_HANDED: Final[list[Back]] = []
ROUNDS: Final = 4  # [R58]
HUMAN: Final = 0  # in solo play [V30]
ROBOT: Final = 1  # the artificial player
ROBOT_DEAL: Final = 7  # what it may choose its company from [V68]
START_CHIPS: Final = 28  # [V20]
DECLARABLE: Final = list(range(1, 53))  # what a wild card can be declared to be [V15]

RETURN: Final = 0
REDRAW: Final = 1

# What needs another player's hand or effect does nothing for one who plays alone [V32].
IDLE_ALONE: Final = ["9S", "11S", "10T", "3V", "6V", "7V"]

# By version of the rules: the options that came with it, and the value with which older rules play on.
LATER: Final[dict[int, dict[str, object]]] = {2: {"chain_condition": "effect_used", "guard_lasts": "this_round"}}


@dataclass(frozen=True)
class Options:
    """[V01 to V17]"""

    decks: int = 0  # 1 or 2; 0 means 1 for up to four players, 2 for more
    market_refill_first: bool = False
    reshuffle_merge: bool = False
    loser_redraw_per_card: bool = False
    tied_hands: str = "share"  # or first_in_order
    final_tiebreak: str = "company_sum"  # or shared
    five_of_a_kind: bool = False
    suit_order: str = "group_first"  # or rest_first, high_card_first
    wild_market: str = "expel_after_use"  # or stay, redeal
    wild_hand_effect: bool = False
    draw_to_three: bool = False
    chain_extra_use: bool = True
    chain_condition: str = "opportunity_over"  # or effect_used
    guard_lasts: str = "full_round"  # or this_round
    secret_hand_commit: bool = False
    bare_line_hands: bool = False
    wild_declared: bool = False
    bidding: bool = False
    solo_placement: str = "strong"  # or greedy, player_places

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "decks": (0, 1, 2), "tied_hands": ("share", "first_in_order"), "final_tiebreak": ("company_sum", "shared"),
            "suit_order": ("group_first", "rest_first", "high_card_first"),
            "chain_condition": ("opportunity_over", "effect_used"), "guard_lasts": ("full_round", "this_round"),
            "wild_market": ("expel_after_use", "stay", "redeal"),
            "solo_placement": ("strong", "greedy", "player_places"),
        }
        check(asdict(self), allowed)


DECK: Final = Zone("deck", NOBODY, shared=True)
DISCARD: Final = Zone("discard", EVERYBODY, shared=True)
HAND: Final = Zone("hand", OWNER, mixed=True)
EXPELLED: Final = Zone("expelled", EVERYBODY, shared=True)
MARKET: Final = Zone("market", EVERYBODY, shared=True, cells=9)
COMPANY: Final = Zone("company", EVERYBODY)
COMMITTED: Final = Zone("committed", OWNER)
RESOLVING: Final = Zone("resolving", EVERYBODY)  # the hand card whose effect is under way [S11]
DRAWN: Final = Zone("drawn", EVERYBODY)  # what the artificial player may use [S18]

ROUND: Final = Tally("round", shared=True)
PHASE: Final = Tally("phase", shared=True)
POINTS: Final = Tally("points")
HAND_LINE: Final = Tally("line of the committed cards", start=NO_LINE)
COMPANY_LINE: Final = Tally("line of the company", start=NO_LINE)
WON_ROW: Final = Tally("row won", start=NO_LINE)
WON_COLUMN: Final = Tally("column won", start=NO_LINE)
OWED: Final = Tally("cards to draw")
COMPANY_USES: Final = Tally("company effects used")
EXTRA_USES: Final = Tally("extra company effects")  # 0 not yet, 1 due, 2 had [V12]
GAPS: Final = Tally("empty cells before the effect", shared=True)  # [X16]
ASKED: Final = Tally("had the company opportunity")  # and has it no more, once an effect is under way [V12]

USED: Final = Mark("used", [COMPANY])  # [R08]
NEW: Final = Mark("new", [COMPANY])  # came when its owner's opportunity was over, and brings another one [V12]
CHANGE_PLACES: Final = [HAND, COMMITTED, RESOLVING, COMPANY, MARKET, *COMMON.zones]  # [X14]
VALUE: Final = Mark("value", CHANGE_PLACES)
DOMAIN: Final = Mark("domain", CHANGE_PLACES)
DECLARED: Final = Mark("declared", [COMMITTED], [COMPANY])  # a poker card, from one [V15]


class LineAndCards(Kind):
    """A line, and the cards laid down at it."""

    def text(self, table: Table, side: int, choice: int) -> str:
        cards = [table.called(back, side) for back in unpack(choice >> 3)]
        return " ".join([LINE_NAMES[choice & 7], *cards])

    def backs(self, choice: int) -> list[Back]:
        return unpack(choice >> 3)


class NewForOld(Kind):
    """A hand card, and the company card it takes the place of."""

    def text(self, table: Table, side: int, choice: int) -> str:
        new, *old = [table.called(back, side) for back in unpack(choice)]
        return f"{new} for {old[0]}" if old else f"add {new}"

    def backs(self, choice: int) -> list[Back]:
        return unpack(choice)


class PokerCards(Kind):
    """A card by its name, whoever has the one of that name."""

    def text(self, table: Table, side: int, choice: int) -> str:
        return code(13 * ((choice - 1) % 4) + (choice - 1) // 4)


LINES_KIND: Final[Kind] = WordKind(LINE_NAMES)
AT_A_LINE: Final[Kind] = LineAndCards()
NEW_FOR_OLD: Final[Kind] = NewForOld()
POKER_CARDS: Final[Kind] = PokerCards()
KEEPING: Final[Kind] = WordKind(["return", "redraw"])


# Who plays

def is_solo(table: Table) -> bool:
    return not table.members[-1]


def players(table: Table, seat: int, it: int) -> Sequence[int]:
    """In turn order, without the artificial player."""
    return [player for player in table.turn_order() if table.has_hand(player)]


def robot(table: Table, seat: int, it: int) -> Sequence[int]:
    return [ROBOT] if is_solo(table) else []


# Setup

def pairs_in_hand(table: Table, seat: int, it: int) -> Sequence[int]:
    return pairs(table.in_order(HAND.of(table, seat)))


def found_company(table: Table, seat: int, it: int) -> None:
    for face in table.each_face(it):
        table.move(table.find(face, HAND, seat), HAND, COMPANY, seat)


def discard_pair(table: Table, seat: int, it: int) -> None:
    for face in table.each_face(it):
        discard_it(table, seat, table.find(face, HAND, seat))


def found_robots_company(table: Table, seat: int, it: int) -> None:
    """The top two cards of the deck [V31]."""
    for _ in range(2):
        add_to_robots_company(table, seat, it)


def founding_robots_company(ranking: Ranking) -> Verb:
    def found_best_company(table: Table, seat: int, it: int) -> None:
        """Of seven cards the two that make the strongest hand at any line; the others are discarded [V68]."""
        draw_for_robot(table, seat, ROBOT_DEAL)
        best, _ = strongest(table, ranking, [list(pair) for pair in combinations(DRAWN.of(table, ROBOT), 2)], [])
        for back in best:
            table.move(back, DRAWN, COMPANY, ROBOT)
        table.move_all(DRAWN, DISCARD, ROBOT)

    return found_best_company


def add_to_robots_company(table: Table, seat: int, it: int) -> None:
    if len(COMPANY.of(table, ROBOT)) < 2:
        top = table.top(seat)
        if top is not None:
            table.move(top, DECK, COMPANY, seat, to=ROBOT)


def gaps(table: Table) -> int:
    return MARKET.empty_cells(table)


def refill_market(table: Table, seat: int, it: int) -> None:
    """Every empty cell in reading order [R46]."""
    table.make_ready(seat, gaps(table))
    for cell, back in enumerate(MARKET.of(table)[:]):
        if back == EMPTY:
            deal_to_cell(table, seat, cell)


def deal_to_cell(table: Table, seat: int, cell: int) -> None:
    """The top card of the deck, if there is any [R47]."""
    top = table.top(seat)
    if top is not None:
        table.move(top, DECK, MARKET, seat, at=cell)


def start_round(table: Table, seat: int, it: int) -> None:
    ROUND.add(table, 1)
    table.say(table.first, f"Round {ROUND.get(table)}: {{who}} is first.")


def entering_phase(number: int) -> Rule:
    def enter_phase(table: Table, seat: int, it: int) -> None:
        PHASE.put(table, number)

    return do(enter_phase)


# Effects

def unused_company(table: Table, seat: int, it: int) -> Sequence[int]:
    """[R05]"""
    face, prints = table.face, table.game.prints
    return [back for back in COMPANY.of(table, seat)
            if (card := prints[face[back]]).effect and not card.is_wild and not USED.get(table, face[back])]


def hand_with_effect(wilds: bool) -> Ask:
    def usable_cards(table: Table, seat: int, it: int) -> Sequence[int]:
        """[R10, X18, V10]"""
        face, prints = table.face, table.game.prints
        return [back for back in HAND.of(table, seat)
                if (card := prints[face[back]]).effect and (wilds or not card.is_wild)]

    return usable_cards


def mark_it(table: Table, seat: int, it: int) -> None:
    USED.put(table, table.face[it], 1)
    COMPANY_USES.add(table, 1, seat)


def clear_shown(table: Table, seat: int, it: int) -> None:
    """Discard the used card, or expel it if it is wild [R11, V10]; if it went elsewhere, it stays there [R13]."""
    for back in list(RESOLVING.of(table, seat)):
        table.move(back, RESOLVING, EXPELLED if table.card(back).is_wild else DISCARD, seat)


def count_gaps(table: Table, seat: int, it: int) -> None:
    GAPS.put(table, gaps(table))


def leaves_a_gap(table: Table, seat: int, it: int) -> bool:
    """Whether the effect emptied a cell; those that were empty before wait for the next refill [X16, R47]."""
    return gaps(table) > GAPS.get(table)


def overfull(table: Table, seat: int, it: int) -> Sequence[int]:
    """[X17]"""
    return COMPANY.of(table, seat)[:] if is_overfull(table, seat, it) else []


def is_overfull(table: Table, seat: int, it: int) -> bool:
    return len(COMPANY.of(table, seat)) > 2


def is_any_overfull(table: Table, seat: int, it: int) -> bool:
    return COMPANY.most(table) > 2


def leave_company(table: Table, seat: int, it: int) -> None:
    table.move(it, COMPANY, DISCARD, seat)


def use_up_opportunity(table: Table, seat: int, it: int) -> None:
    ASKED.put(table, 1, seat)


def is_new_for(table: Table, seat: int) -> bool:
    """Whether a card that comes into a company now brings its owner another opportunity: somebody else's effect
    does it in phase 1, and the owner's opportunity is over, whether it was taken or not [V12, Q06]."""
    return PHASE.get(table) == 1 and ASKED.get(table, seat) > 0 and seat != ACTIVE.get(table)


def new_company(table: Table, seat: int, it: int) -> Sequence[int]:
    return [back for back in unused_company(table, seat, it) if NEW.get(table, table.face[back])]


def players_with_new_cards(table: Table, seat: int, it: int) -> Sequence[int]:
    """Who may use a card that has just come, at most once a round."""
    if not NEW.is_used(table):
        return []
    return [player for player in table.turn_order()
            if not EXTRA_USES.get(table, player) and new_company(table, player, it)]


def next_with_extra_use(table: Table, seat: int, it: int) -> Sequence[int]:
    return [player for player in table.turn_order() if EXTRA_USES.get(table, player) == 1][:1]


def any_of(who: Ask) -> Test:
    def is_anybody(table: Table, seat: int, it: int) -> bool:
        return bool(who(table, seat, it))

    return is_anybody


def may_use_again(table: Table, seat: int) -> bool:
    """Whether a card that comes into the company now brings an extra opportunity, if that asks for a use [V12]."""
    return PHASE.get(table) == 1 and COMPANY_USES.get(table, seat) > 0 and not EXTRA_USES.get(table, seat)


def take_extra_use(table: Table, seat: int, it: int) -> None:
    EXTRA_USES.put(table, 2, seat)


def moment(table: Table) -> int:
    """The phases in which effects are used, numbered through the game."""
    return 2 * ROUND.get(table) + PHASE.get(table)


def date_guard(table: Table, seat: int, it: int) -> None:
    """A guard that was just put up keeps in mind since when it stands [X23]."""
    if GUARDED.get(table, seat) == 1:
        GUARDED.put(table, moment(table), seat)


def lower_old_guards(table: Table, seat: int, it: int) -> None:
    """Those that were put up in this phase of the round before, or earlier: every rival had all opportunities of a
    round since [X23]."""
    for player in range(table.sides):
        if GUARDED.get(table, player) <= moment(table) - 2:
            GUARDED.put(table, 0, player)


def lower_guards(table: Table, seat: int, it: int) -> None:
    GUARDED.reset(table)


# Commitments and companies

def commitments(bare: bool) -> Ask:
    def ways_to_commit(table: Table, seat: int, it: int) -> Sequence[int]:
        """A line, and one or two cards [R20, R21]; with bare lines also none, where there are market cards [V14]."""
        hand = table.in_order(HAND.of(table, seat))
        sets = [cards << 3 for cards in singles(hand) + pairs(hand)]
        return Sums(ALL_LINES, sets, [line for line in ALL_LINES if market_cards(table, line)] if bare else [])

    return ways_to_commit


def commit_it(table: Table, seat: int, it: int) -> None:
    line = it & 7
    HAND_LINE.put(table, line, seat)
    faces = table.each_face(it >> 3)
    if table.is_heard:
        table.say(seat, f"{{who}} goes for {LINE_NAMES[line]} with {len(faces)} hand card{'s' * (len(faces) != 1)}.")
    for face in faces:
        table.move(table.find(face, HAND, seat), HAND, COMMITTED, seat)


def company_lines(table: Table, seat: int, it: int) -> Sequence[int]:
    """The other direction than that of the hand cards [R25]."""
    if not COMPANY.of(table, seat):
        return []
    line = HAND_LINE.get(table, seat)
    return ALL_LINES if line == NO_LINE else COLUMNS if line in ROWS else ROWS


def place_company(table: Table, seat: int, it: int) -> None:
    COMPANY_LINE.put(table, it, seat)
    if table.is_heard:
        table.say(seat, f"{{who}} places the company at {LINE_NAMES[it]}.")


# The artificial player

def draw_for_robot(table: Table, seat: int, it: int) -> None:
    """As many cards as there are of these [V33, V68]."""
    table.make_ready(seat, it)
    for _ in range(it):
        top = table.top(seat)
        if top is not None:
            table.move(top, DECK, DRAWN, seat, to=ROBOT)


def draw_three_for_robot(table: Table, seat: int, it: int) -> None:
    draw_for_robot(table, seat, 3)


def robot_pairs(table: Table) -> list[list[Back]]:
    """Pairs of drawn cards, earlier ones first; a single card if there is only one [V34]."""
    drawn = DRAWN.of(table, ROBOT)
    return [list(pair) for pair in combinations(drawn, min(2, len(drawn)))] if drawn else []


def strongest(
    table: Table, ranking: Ranking, pairs: Sequence[list[Back]], help: list[Back],
) -> tuple[list[Back], int]:
    """Of these cards, with others that help them, those that make the strongest hand, and at which line: rows before
    columns, lower numbers first, earlier pairs first [V34]."""
    best, cards, at = -1, EMPTY_HANDED, NO_LINE
    for line in ALL_LINES:
        for pair in pairs:
            key = key_of(table, ranking, line, pair + help)
            if key > best:
                best, cards, at = key, pair, line
    return cards, at


def placing_for_robot(ranking: Ranking, is_helped: bool) -> Verb:
    def place_for_robot(table: Table, seat: int, it: int) -> None:
        """The strongest hand, which the company may help; then the company the other way [V34, V35, V69]."""
        help = COMPANY.of(table, ROBOT)[:] if is_helped else []
        cards, line = strongest(table, ranking, robot_pairs(table), help)
        commit_for_robot(table, line, cards)
        lines = company_lines(table, ROBOT, it)
        if lines:
            place_company(table, ROBOT, max(
                lines, key=lambda line: (key_of(table, ranking, line, COMPANY.of(table, ROBOT)), -line)))

    return place_for_robot


def commit_for_robot(table: Table, line: int, cards: Sequence[int]) -> None:
    if cards:
        HAND_LINE.put(table, line, ROBOT)
        table.say(ROBOT, f"{{who}} goes for {LINE_NAMES[line]}.")
        for back in cards:
            table.move(back, DRAWN, COMMITTED, ROBOT)


def robot_commitments(table: Table, seat: int, it: int) -> Sequence[int]:
    return [pack(cards) << 3 | line for line in range(6) for cards in robot_pairs(table)]


def commit_robots_cards(table: Table, seat: int, it: int) -> None:
    commit_for_robot(table, it & 7, unpack(it >> 3))


def robots_company_lines(table: Table, seat: int, it: int) -> Sequence[int]:
    return company_lines(table, ROBOT, it)


def place_robots_company(table: Table, seat: int, it: int) -> None:
    place_company(table, ROBOT, it)


# Reveal and compare

def poker_card(table: Table, back: int) -> int:
    """A card as the ranking sees it: with its current value and domain [E17]."""
    face = table.face[back]
    card = table.game.prints[face]
    if card.is_wild:
        declared = DECLARED.get(table, face)
        return declared - 1 if declared else WILD
    if table.marks_in_use & CHANGES and (VALUE.get(table, face) or DOMAIN.get(table, face)):
        return 4 * table.value(back) + table.domain(back) - 5
    return card.place


def market_cards(table: Table, line: int) -> list[Back]:
    market = MARKET.of(table)
    return [market[cell] for cell in LINES[line] if market[cell] != EMPTY]


def key_of(table: Table, ranking: Ranking, line: int, added: list[Back]) -> int:
    return ranking.rank([poker_card(table, back) for back in market_cards(table, line) + added])


class FormedHand:
    """The market cards of a line and what one player adds to them [R29]."""

    def __init__(self, seat: int, line: int, added: list[Back]) -> None:
        self.seat: Final = seat
        self.line: Final = line
        self.added: Final = added
        self.key = -1  # what it is worth, once it is ranked


Forming = Callable[[Table], list[FormedHand]]


def forming(options: Options) -> Forming:
    """All formed hands, as these options have them."""
    def formed(table: Table) -> list[FormedHand]:
        hands = formed_hands(table, options.bare_line_hands)
        if options.solo_placement == "strong" and is_solo(table):
            for hand in hands:
                if hand.seat == ROBOT and hand.line == HAND_LINE.get(table, ROBOT):
                    hand.added.extend(COMPANY.of(table, ROBOT))  # [V69]
        return hands

    return formed


def formed_hands(table: Table, bare: bool) -> list[FormedHand]:
    """All of them, hand-card hands first; who folded has none [V25]."""
    formed = []
    for tally, zone in ((HAND_LINE, COMMITTED), (COMPANY_LINE, COMPANY)):
        for seat in range(table.sides):
            line = tally.get(table, seat)
            if line != NO_LINE and not FOLDED.get(table, seat):
                added = zone.of(table, seat)
                if added or (bare and zone is COMMITTED and market_cards(table, line)):
                    formed.append(FormedHand(seat, line, added[:]))
    return formed


def has_formed_hand(bare: bool) -> Callable[[Table, int], bool]:
    def forms_a_hand(table: Table, seat: int) -> bool:
        return any(hand.seat == seat for hand in formed_hands(table, bare))

    return forms_a_hand


def turn_up(table: Table, seat: int, it: int) -> None:
    """All at the same moment [R28]; what was folded stays hidden."""
    for owner in range(table.sides):
        if not FOLDED.get(table, owner):
            for back in COMMITTED.of(table, owner):
                if not table.knows(table.sides, back):
                    table.show_in(back, COMMITTED, owner)


def own_wilds(table: Table, seat: int, it: int) -> Sequence[int]:
    """The wild cards in formed hands of the seat's that the seat itself brought [V15].

    The artificial player is not asked: it takes the best combination, which is what a wild card counts as anyway.
    """
    if FOLDED.get(table, seat):
        return []
    placed = COMPANY.of(table, seat) if COMPANY_LINE.get(table, seat) != NO_LINE else []
    return [back for back in [*COMMITTED.of(table, seat), *placed] if table.card(back).is_wild]


def declarable(table: Table, seat: int, it: int) -> Sequence[int]:
    return DECLARABLE


def declare_that(table: Table, seat: int, it: int, that: int) -> None:
    DECLARED.put(table, table.face[that], it)
    table.say(seat, f"{{who}} declares {code(table.face[that])} to be {POKER_CARDS.text(table, seat, it)}.")


def judging(ranking: Ranking, forming: Forming, first_only: bool) -> Rule:
    """Both winners are found in the market as it stands at the reveal [R30, R31]."""
    def judge(table: Table, seat: int, it: int) -> None:
        formed = forming(table)
        for hand in formed:
            hand.key = key_of(table, ranking, hand.line, hand.added)
        for won, is_row, name in ((WON_ROW, True, "rows"), (WON_COLUMN, False, "columns")):
            hands = [hand for hand in formed if (hand.line in ROWS) == is_row]
            best = -1
            for hand in hands:
                best = max(best, hand.key)
                if table.is_heard:
                    table.say(hand.seat, told_hand(table, ranking, hand))
            winners = [hand for player in table.turn_order() for hand in hands
                       if hand.seat == player and hand.key == best]
            for hand in winners[:1] if first_only else winners:  # [R38, V05]
                player, points = hand.seat, points_of(category(best))  # [R33]
                won.put(table, hand.line, player)
                POINTS.add(table, points, player)
                if table.is_heard:
                    table.say(player, f"{{who}} wins the {name} with {in_sentence(best)}: "
                                      f"{points} point{'s' * (points > 1)}.")

    return do(judge)


def told_hand(table: Table, ranking: Ranking, hand: FormedHand) -> str:
    added = in_a_row([code(table.face[back]) for back in hand.added]) or "nothing"
    return f"{{who}} has {added} at {LINE_NAMES[hand.line]}: {in_words(hand.key)}."


def clearer(won: Tally) -> Ask:
    """Of tied winners only the earliest in turn order discards [R38]."""
    def who_clears(table: Table, seat: int, it: int) -> Sequence[int]:
        return [player for player in table.turn_order() if won.get(table, player) != NO_LINE][:1]

    return who_clears


def cards_to_clear(won: Tally) -> Ask:
    def cards_on_line(table: Table, seat: int, it: int) -> Sequence[int]:
        return market_cards(table, won.get(table, seat))

    return cards_on_line


def clear_market_card(table: Table, seat: int, it: int) -> None:
    """A wild card counts as the discard, but is expelled [Q41]."""
    table.move(it, MARKET, EXPELLED if table.card(it).is_wild else DISCARD, seat)


def is_wild_in_play(table: Table) -> bool:
    open_cards = [*market(table, 0, 0)]
    for player in range(table.sides):
        open_cards += COMPANY.of(table, player)
    return len(tame(table, open_cards)) < len(open_cards)


def expelling_used_wilds(forming: Forming, market_stays: bool) -> Rule:
    def expel_used_wilds(table: Table, seat: int, it: int) -> None:
        """Whether their hand won or lost [R39]; committed ones wait for their owner's turn [R43]."""
        for hand in forming(table) if is_wild_in_play(table) else []:
            for back in [] if market_stays else market_cards(table, hand.line):
                if table.card(back).is_wild:
                    table.move(back, MARKET, EXPELLED, seat)
            for back in list(COMPANY.of(table, hand.seat)):
                if back in hand.added and table.card(back).is_wild:
                    table.move(back, COMPANY, EXPELLED, hand.seat)

    return do(expel_used_wilds)


# Afterwards

def won_with_hand(table: Table, seat: int) -> bool:
    line = HAND_LINE.get(table, seat)
    return line != NO_LINE and line in (WON_ROW.get(table, seat), WON_COLUMN.get(table, seat))


def may_be_kept(table: Table, seat: int, it: int) -> Sequence[int]:
    """Committed cards that did not win; wild ones are expelled anyway [R42, R43], unless folded [V25]."""
    if won_with_hand(table, seat):
        return []
    cards = COMMITTED.of(table, seat)
    return cards[:] if FOLDED.get(table, seat) else tame(table, cards)


def has_choice(table: Table, seat: int, it: int) -> Sequence[int]:
    return [RETURN, REDRAW] if may_be_kept(table, seat, it) else []


def return_or_redraw(table: Table, seat: int, it: int) -> Sequence[int]:
    return [RETURN, REDRAW]


def take_back_all(table: Table, seat: int, it: int) -> None:
    if it == RETURN:
        for back in may_be_kept(table, seat, it):
            table.move(back, COMMITTED, HAND, seat)


def take_back_that(table: Table, seat: int, it: int, that: int) -> None:
    if it == RETURN:
        table.move(that, COMMITTED, HAND, seat)


def clear_committed(table: Table, seat: int, it: int) -> None:
    """What is still committed is discarded, or expelled if it was used and is wild; as many are owed [R41, R43]."""
    gone = list(COMMITTED.of(table, seat))
    for back in gone:
        expelled = table.card(back).is_wild and not FOLDED.get(table, seat)
        table.move(back, COMMITTED, EXPELLED if expelled else DISCARD, seat)
    OWED.put(table, len(gone), seat)


def clear_robots_cards(table: Table, seat: int, it: int) -> None:
    """All are discarded, used wilds expelled, and nothing is drawn [V37]."""
    clear_committed(table, ROBOT, it)
    OWED.put(table, 0, ROBOT)
    for back in list(DRAWN.of(table, ROBOT)):
        table.move(back, DRAWN, DISCARD, ROBOT)


def is_owed(table: Table, seat: int, it: int) -> bool:
    return OWED.get(table, seat) > 0


def pay_one(table: Table, seat: int, it: int) -> None:
    OWED.add(table, -1, seat)
    table.draw(seat)


def make_ready_for_owed(table: Table, seat: int, it: int) -> None:
    table.make_ready(seat, OWED.get(table, seat))


def improvements(table: Table, seat: int, it: int) -> Sequence[int]:
    """A hand card for a company card, or as one more [R51, R52]."""
    hand, company = table.in_order(HAND.of(table, seat)), COMPANY.of(table, seat)
    if len(company) < 2:
        return singles(hand)
    return Sums(singles(hand), [single(old) << 10 for old in company])  # pairs of a new and an old one


def improve(table: Table, seat: int, it: int) -> None:
    cards = unpack(it)  # the new one, and the old one if there is any
    if len(cards) > 1:
        table.move(cards[1], COMPANY, DISCARD, seat)
    table.move(cards[0], HAND, COMPANY, seat)


def hand_limit(table: Table) -> int:
    return 4 if table.sides < 5 else 3  # [R55, V18]


def above_limit(table: Table, seat: int, it: int) -> Sequence[int]:
    return cards_in_hand(table, seat, it) if is_above_limit(table, seat, it) else []


def is_short(table: Table, seat: int, it: int) -> bool:
    return len(HAND.of(table, seat)) < 3


def make_ready_for_missing(table: Table, seat: int, it: int) -> None:
    table.make_ready(seat, 3 - len(HAND.of(table, seat)))


def end_round(table: Table, seat: int, it: int) -> None:
    """[R57]"""
    for mark in (USED, NEW, VALUE, DOMAIN, DECLARED):
        mark.clear(table)
    for tally in (HAND_LINE, COMPANY_LINE, WON_ROW, WON_COLUMN, COMPANY_USES, EXTRA_USES, ASKED, PHASE,
                  FOLDED, IN, PAID):
        tally.reset(table)


def pass_marker(table: Table, seat: int, it: int) -> None:
    """To the left, unless this was the last round [R58]; alone one is always first [V30]."""
    if ROUND.get(table) < ROUNDS and not is_solo(table):
        table.first = (table.first + 1) % table.sides


# Bidding

def give_chips(table: Table, seat: int, it: int) -> None:
    """Alone one does not bid [V20]."""
    for player in [] if is_solo(table) else range(table.sides):
        CHIPS.put(table, START_CHIPS, player)


def opening_bids(bare: bool) -> Rule:
    forms_a_hand = has_formed_hand(bare)

    def open_bids(table: Table, seat: int, it: int) -> None:
        """Who formed a hand takes part and antes; fewer than two do not bid [V21, V22]."""
        bidders = [player for player in table.turn_order() if forms_a_hand(table, player)]
        if len(bidders) > 1:
            open_betting(table, bidders[0], 2)
            for player in bidders:
                IN.put(table, 1, player)
                pay(table, player, 1)
            open_betting(table, bidders[0], 2)

    return do(open_bids)


def share_pot(table: Table, seat: int, it: int) -> None:
    """The row share is half rounded up; with one winning direction that gets all [V27]."""
    pot = sum(PAID.of(table))
    winners = [[player for player in table.turn_order() if won.get(table, player) != NO_LINE]
               for won in (WON_ROW, WON_COLUMN)]
    shares = [pot - pot // 2, pot // 2] if all(winners) else [pot, pot]
    for share, tied in zip(shares, winners, strict=True):
        for number, player in enumerate(tied):
            won = share // len(tied) + (number < share % len(tied))
            CHIPS.add(table, won, player)
            if won:
                table.say(player, f"{{who}} takes {won} chip{'s' * (won > 1)}.")


# The end

def company_sum(table: Table, seat: int) -> int:
    """[E31]"""
    return sum(table.card(back).value for back in COMPANY.of(table, seat))


def final_score(table: Table, seat: int) -> int:
    return POINTS.get(table, seat) + CHIPS.get(table, seat) // 7  # [V29]; without bidding there are no chips


def scores(table: Table) -> list[int]:
    return [final_score(table, seat) for seat in range(table.sides)]


def winning(by_company: bool) -> Callable[[Table], list[int]]:
    def winners(table: Table) -> list[int]:
        """Most points, then chips, then the company; who is still equal shares [E30 to E32, V29]."""
        ranks = [
            (final_score(table, seat), CHIPS.get(table, seat), company_sum(table, seat) if by_company else 0)
            for seat in range(table.sides)
        ]
        return [seat for seat in range(table.sides) if ranks[seat] == max(ranks)]

    return winners


# The rules

TRIM_COMPANIES: Final = if_(is_any_overfull, in_turn_order(  # as soon as the text is done [X17]
    while_(is_overfull, choose("leave", overfull, then=do(leave_company)))))

REFILL_GAPS: Final = if_(leaves_a_gap, do(refill_market))  # as soon as the whole use is over [X16]

COMPANY_USE: Final = seq(  # [R06]
    do(begin_use), do(count_gaps), do(mark_it), effect_of_it, TRIM_COMPANIES, REFILL_GAPS,
)

HAND_USE: Final = seq(  # [R11]
    do(begin_use), do(count_gaps), shown_and_carried_out(RESOLVING), TRIM_COMPANIES,
    unless_made_up_for(RESOLVING, seq(do(clear_shown), drawing(1))),  # [R13]
    REFILL_GAPS,
)


def setup(options: Options) -> Rule:
    found: Verb = found_robots_company
    if options.solo_placement == "strong":
        found = founding_robots_company(ranking_of(options))
    return seq(
        *([do(give_chips)] if options.bidding else []),
        do(refill_market),  # [S21]
        each_of(seats_in_order, drawing(7)),  # [S22]
        each_player(choose("company", pairs_in_hand, then=do(found_company), kind=CARD_SETS)),  # [S25]
        each_player(choose("discard", pairs_in_hand, then=do(discard_pair), kind=CARD_SETS)),  # [S26]
        each_of(robot, do(found)),
    )


def seats_in_order(table: Table, seat: int, it: int) -> Sequence[int]:
    return [player for player in range(table.sides) if table.has_hand(player)]


def company_effects(options: Options) -> Rule:
    use = dated(COMPANY_USE, options)
    offer: Rule = may("use", unused_company, then=use)
    if options.chain_extra_use and options.chain_condition == "effect_used":
        extra = each_of(next_with_extra_use, do(take_extra_use), may("use", unused_company, then=use))
        offer = may("use", unused_company, then=seq(use, while_(any_of(next_with_extra_use), extra)))
    elif options.chain_extra_use:
        extra = choose("let begin", players_with_new_cards, kind=SIDES, obvious=True, then=each_of(
            player_it, do(take_extra_use), may("use", new_company, then=use)))  # the active player orders them [R09]
        chain = while_(any_of(players_with_new_cards), extra)
        offer = seq(do(use_up_opportunity), may("use", unused_company, then=seq(use, chain)))
    return seq(entering_phase(1), each_player(offer), *old_guards_fall(options))  # [R05]


def hand_effects(options: Options) -> Rule:
    usable = hand_with_effect(options.wild_hand_effect)
    use = may("use", usable, then=dated(HAND_USE, options))
    return seq(entering_phase(2), each_player(use), *old_guards_fall(options))  # [R10]


def dated(use: Rule, options: Options) -> Rule:
    return seq(use, do(date_guard)) if options.guard_lasts == "full_round" else use


def old_guards_fall(options: Options) -> list[Rule]:
    return [do(lower_old_guards)] if options.guard_lasts == "full_round" else []


def commit_phase(options: Options) -> Rule:
    ways = commitments(options.bare_line_hands)
    commit = do(commit_it)
    if options.secret_hand_commit:
        by_hand = secretly("commit", players, ways, then=commit, kind=AT_A_LINE, may_pass=has_cards(options))
    else:
        by_hand = each_player(if_(has_cards(options), may("commit", ways, then=commit, kind=AT_A_LINE)))
    by_company = each_player(may("place", company_lines, then=do(place_company), kind=LINES_KIND))  # [R24]
    return seq(entering_phase(3), by_hand, by_company, robot_phase(options))


def has_cards(options: Options) -> Callable[[Table, int, int], bool]:
    """Who cannot commit anything is skipped."""
    def can_commit(table: Table, seat: int, it: int) -> bool:
        return bool(HAND.of(table, seat)) or options.bare_line_hands

    return can_commit


def robot_phase(options: Options) -> Rule:
    """[V33, V17]"""
    if options.solo_placement != "player_places":
        is_helped = options.solo_placement == "strong"
        return each_of(robot, do(draw_three_for_robot), do(placing_for_robot(ranking_of(options), is_helped)))
    return if_(lambda table, seat, it: is_solo(table), seq(
        do(draw_three_for_robot),
        choose("commit for the artificial player", robot_commitments, then=do(commit_robots_cards), kind=AT_A_LINE),
        choose("place its company", robots_company_lines, then=do(place_robots_company), kind=LINES_KIND),
    ))


def bids(options: Options) -> Rule:
    return if_(lambda table, seat, it: not is_solo(table), opening_bids(options.bare_line_hands), betting(3))  # [V20]


def ranking_of(options: Options) -> Ranking:
    return Ranking(options.five_of_a_kind, options.suit_order)


def clearing_market(won: Tally) -> Rule:
    return each_of(clearer(won), choose("clear", cards_to_clear(won), then=do(clear_market_card)))


def results(options: Options) -> Rule:
    formed = forming(options)
    declare = each_player(the(own_wilds, choose(
        "declare", declarable, then=do_both(declare_that), kind=POKER_CARDS, about_it=True)))
    return seq(
        do(turn_up),  # [R28]
        *([declare] if options.wild_declared else []),
        judging(ranking_of(options), formed, options.tied_hands == "first_in_order"),
        *([do(share_pot)] if options.bidding else []),
        clearing_market(WON_ROW),  # [R34]
        clearing_market(WON_COLUMN),  # [R35]
        expelling_used_wilds(formed, options.wild_market == "stay"),
    )


def clearing(options: Options) -> Rule:
    """[R40, R46, V02, V04]"""
    if options.loser_redraw_per_card:
        keep = the(may_be_kept, choose(
            "keep", return_or_redraw, then=do_both(take_back_that), kind=KEEPING, about_it=True))
    else:
        keep = choose("keep", has_choice, then=do(take_back_all), kind=KEEPING)
    clear = seq(
        each_player(keep, do(clear_committed), do(make_ready_for_owed), while_(is_owed, do(pay_one))),
        each_of(robot, do(clear_robots_cards)),
    )
    return seq(do(refill_market), clear) if options.market_refill_first else seq(clear, do(refill_market))


def improvement(options: Options) -> Rule:
    return seq(
        entering_phase(4),
        each_player(may("improve", improvements, then=do(improve), kind=NEW_FOR_OLD)),  # [R50]
        each_of(robot, do(add_to_robots_company)),  # [V38]
    )


def end_of_round(options: Options) -> Rule:
    draw = if_(is_short, do(draw_one))
    if options.draw_to_three:
        draw = seq(do(make_ready_for_missing), while_(is_short_and_can_draw, do(draw_one)))
    return seq(
        entering_phase(5),
        each_player(while_(is_above_limit, choose("discard", above_limit, then=do(discard_it)))),  # [R55]
        each_player(draw),  # [R56]
        do(end_round),
        *([do(lower_guards)] if options.guard_lasts == "this_round" else []),
        do(pass_marker),
    )


def is_above_limit(table: Table, seat: int, it: int) -> bool:
    return len(HAND.of(table, seat)) > hand_limit(table)


def is_short_and_can_draw(table: Table, seat: int, it: int) -> bool:
    return is_short(table, seat, it) and bool(DECK.of(table) or DISCARD.of(table))


def phases(options: Options) -> dict[str, Rule]:
    """[R01]"""
    return {
        "company effects": company_effects(options),
        "hand effects": hand_effects(options),
        "commitments": commit_phase(options),
        **({"bidding": bids(options)} if options.bidding else {}),
        "results": results(options),
        "clearing": clearing(options),
        "improvement": improvement(options),
        "end of round": end_of_round(options),
    }


def merge(table: Table, seat: int, it: int) -> None:
    """Too few cards for the whole operation: deck and discard are shuffled together first [V03]."""
    if len(DECK.of(table)) < it:
        table.put_back(DECK, DISCARD, seat)


def market(table: Table, seat: int, it: int) -> Sequence[int]:
    return [back for back in MARKET.of(table) if back != EMPTY]


def company(table: Table, seat: int, it: int) -> Sequence[int]:
    return COMPANY.of(table, seat)[:]


def arriving(options: Options) -> Callable[[Table, Back, Zone, int], None]:
    asks_for_use = options.chain_extra_use and options.chain_condition == "effect_used"
    asks_for_end = options.chain_extra_use and options.chain_condition == "opportunity_over"

    def arrive(table: Table, back: Back, zone: Zone, seat: int) -> None:
        if zone is MARKET and table.card(back).is_wild:  # it is greeted only if wild ones are dealt anew [V09]
            cell = MARKET.of(table).index(back)
            table.move(back, MARKET, EXPELLED, seat)
            deal_to_cell(table, seat, cell)
        if zone is COMPANY:
            USED.put(table, table.face[back], 0)  # also if it comes straight from another company [R08]
            if asks_for_use and may_use_again(table, seat):
                EXTRA_USES.put(table, 1, seat)
            if asks_for_end and is_new_for(table, seat):
                NEW.put(table, table.face[back], 1)

    return arrive


def seating(seats: int, chance: Chance) -> list[list[int]]:
    """One who plays alone plays against a side that nobody sits at [V30]."""
    return [[seat] for seat in range(seats)] if seats > 1 else [[0], []]


def draw_first(table: Table) -> int:
    return HUMAN if is_solo(table) else table.chance().below(table.sides)  # [S24, V30]


PHRASES: Final[dict[tuple[str, str], str]] = {
    **EFFECT_PHRASES,
    ("deck", "market"): "{card} comes into the market.", ("deck", "company"): "{card} joins the company of {who}.",
    ("deck", "drawn"): "{who} draws {card}.", ("hand", "company"): "{who} puts {card} into the company.",
    ("hand", "committed"): "{who} commits {card}.", ("drawn", "committed"): "{who} commits {card}.",
    ("market", "passing"): "{who} takes {card} out of the market.",
    ("passing", "market"): "{card} comes into the market.",
    ("market", "market"): "{card} changes places in the market.",
    ("market", "hand"): "{who} takes {card} from the market.", ("resolving", "expelled"): "{card} is expelled.",
    ("resolving", "hand"): "{who} takes {card}.", ("market", "discard"): "{who} discards {card} from the market.",
    ("market", "expelled"): "{card} is expelled from the market.",
    ("company", "discard"): "{card} leaves the company of {who}.", ("company", "expelled"): "{card} is expelled.",
    ("discard", "market"): "{card} comes into the market.",
    ("discard", "company"): "{card} joins the company of {who}.", ("committed", "discard"): "{who} discards {card}.",
    ("committed", "expelled"): "{card} is expelled.", ("committed", "hand"): "{who} takes {card} back.",
    ("drawn", "discard"): "{who} discards {card}.", ("drawn", "company"): "{card} joins the company of {who}.",
}

PROMPTS: Final[dict[str, str]] = {
    **EFFECT_PROMPTS,
    "company": "Choose the two cards of your company.",
    "use": "Use the effect of a card, or pass.",
    "let begin": "Several players have a new company card: choose who may use it first.",
    "commit": "Lay one or two hand cards face down at a row or column, or pass.",
    "place": "Place your company at a row or column, or pass.",
    "commit for the artificial player": "Choose the line and the cards of the artificial player.",
    "place its company": "Choose a line for the artificial player's company.",
    "bet": "Bet on your hands: check, bet, call, raise or fold.",
    "declare": "Say which card your wild card is.",
    "clear": "You won this line: discard one of its market cards.",
    "keep": "Return your committed cards to your hand, or discard and redraw them.",
    "improve": "Put a hand card into your company, or pass.",
    "leave": "Your company has three cards: discard one.",
    "discard": "Choose what to discard.",
}

PASSING: Final[dict[str, str]] = {
    "use": "{who} uses no effect.", "commit": "{who} commits no hand cards.",
    "place": "{who} does not place the company.",
    "improve": "{who} does not improve the company.", "find": "{who} takes nothing.",
}

IDLE_WORDS: Final[dict[str, str]] = {
    **EFFECT_IDLE,
    "use": "You have no card whose effect you can use now.", "commit": "You have no cards to commit.",
    "place": "You have no company to place.", "improve": "You have nothing to improve your company with.",
}


def about_wilds(options: Options) -> str:
    counts = "as any card: its owner says which" if options.wild_declared else "as whatever card makes the hand best"
    after = {
        "expel_after_use": "It is expelled when the hands it was part of are compared.",
        "stay": "When the hands are compared it is expelled; only in the market it stays until a winner discards it.",
        "redeal": "It is expelled when the hands it was part of are compared, and never comes into the market.",
    }
    return (f"In a poker hand a wild card counts {counts}. {after[options.wild_market]} "
            "Whoever committed it draws a card for it.")


def grid_poker(
    options: Options = Options(), cards: list[Card] = GENERAL_EDITION, effects: Mapping[str, Rule] = EFFECTS,
) -> Game:
    """The game with its options; other cards and effects are for the examples of the rulebook."""
    begin, a_round = setup(options), phases(options)
    return Game(
        "grid poker", cards, seq(begin, repeat(ROUNDS, do(start_round), *a_round.values())),
        {"setup": begin, **a_round}, effects,
        Pieces(
            zones=[MARKET, COMPANY, COMMITTED, RESOLVING, DRAWN], marks=[USED, DECLARED, NEW], common=COMMON,
            tallies=[*BETTING_TALLIES, ROUND, PHASE, POINTS, HAND_LINE, COMPANY_LINE, WON_ROW, WON_COLUMN, OWED,
                     COMPANY_USES, EXTRA_USES, GAPS, ASKED],
            box=DECK, decks=lambda seats: options.decks or (1 if seats < 5 else 2),  # [S20]
        ),
        Words(
            deck=DECK, discard=DISCARD, hand=HAND, expelled=EXPELLED, value=VALUE, domain=DOMAIN, neutral=market,
            controlled=company, ready=merge if options.reshuffle_merge else when_needed,
        ),
        Manners("Grid Poker", prompts=PROMPTS, phrases=PHRASES, passing=PASSING, idle=IDLE_WORDS,
                wild=about_wilds(options)),
        seats=range(1, 7), winners=winning(options.final_tiebreak == "company_sum"), scores=scores,
        arrive=arriving(options), greeting=[MARKET, COMPANY] if options.wild_market == "redeal" else [COMPANY],
        seating=seating, first=draw_first, later=LATER, options=asdict(options),
    )
