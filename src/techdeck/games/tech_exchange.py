"""Tech Exchange: hidden hands and open offers; every trade makes a stack, and so all hands, worth more.

The numbers in brackets are clauses of the rulebook.  Its seat 1 is our seat 0.

Trading has two forms over one set of verbs.  In the turn form one player at a time makes an offer, and all it is for
reply at once and in secret.  In the live form everybody may speak at any moment, and the clock, a seat of its own,
closes tie windows, ends what stalls, and chooses for who is late: rules never see time.  Whoever drives the clock
finds the times in the options: `tie_window_ms` for a tie window; `stall_seconds`, `phase_seconds` and
`final_call_seconds` for the end of trading; `choice_seconds` for all else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any, Final

from techdeck.cards import DECK_SIZE, DOMAIN_NAMES, GENERAL_EDITION, LETTERS, Back, Card, Face, code
from techdeck.editions.general import EFFECTS
from techdeck.effects import (
    ACTIVE,
    COMMON,
    EFFECT_IDLE,
    EFFECT_PHRASES,
    EFFECT_PROMPTS,
    GUARDED,
    PASSING,
    begin_use,
    cards_in_hand,
    drawing,
    shown_and_carried_out,
    unless_made_up_for,
)
from techdeck.events import Scored
from techdeck.exchange_score import Group, best_groups, best_kept, hand_score, kind
from techdeck.games.options import check
from techdeck.knowledge import BIT
from techdeck.offers import (
    EVERYBODY_ELSE,
    NO_LINES,
    NO_TALK,
    ONLY_PASS,
    STRUCTURED,
    BadSaying,
    Commitment,
    Fact,
    Hand,
    Held,
    Offer,
    Question,
    Slot,
    Trade,
    can_be_paired,
    facts_of,
    fitting_cards,
    hand_of,
    in_a_row,
    is_about,
    is_fact_of,
    numbers,
    places_of,
    read_asked,
    read_commitment,
    read_declaration,
    read_fact,
    read_offer,
    read_proposal,
    read_question,
    read_wish,
    sample_slot,
    seat_name,
    slot,
    spot,
    write_fact,
    write_offer,
)
from techdeck.rules import (
    Scope,
    Secretly,
    always,
    choose,
    do,
    do_both,
    each_of,
    first_player,
    if_,
    in_turn_order,
    may,
    never,
    repeat,
    secretly,
    seq,
    the,
    while_,
)
from techdeck.table import (
    CARD_SETS,
    CLOCK,
    EMPTY,
    EVERYBODY,
    NOBODY,
    NOTHING,
    OWNER,
    PASS,
    SIDES,
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
    SomeCards,
    Table,
    Tally,
    Verb,
    WordKind,
    Words,
    Zone,
    pack,
    pair,
    single,
    unpack,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

ROUNDS: Final = 3  # [E15]
PAUSE: Final = 3  # the value of a stack that ends the first trading phase [R63]
GROWING_USERS: Final = 2  # in an effects phase [R72]
WILD_FACES: Final = [  # by number of decks, as bits
    sum(BIT[DECK_SIZE * deck + number] for deck in range(decks) for number in (52, 53)) for decks in range(3)]

DEALING: Final = 0
FIRST_TRADING: Final = 1
FIRST_EFFECTS: Final = 2
SECOND_TRADING: Final = 3
SECOND_EFFECTS: Final = 4
SCORING: Final = 5

# By version of the rules: the options that came with it, and the value with which older rules play on.
LATER: Final[dict[int, dict[str, object]]] = {2: {"pause_check_at_start": True}}


@dataclass(frozen=True)
class Options:
    """[V10 to V33]; times are for the clock, the rules never look at them."""

    form: str = "turn"  # or live [V40]
    two_deck_ones: str = "one_each"  # or two_each
    spare_ones: str = "shuffle"  # or remove
    pause_check_at_start: bool = False
    floor_counts: str = "combined"  # or deck
    wild_growth_extra: bool = False
    wild_taken_redraw: bool = True
    wild_growth_chooser: str = "offerer"  # or committer, first_player
    reshuffle_merge: bool = False
    private_trades: bool = False
    private_offers: bool = False
    late_give_choice: bool = False
    abort_keeps_offer: bool = False
    max_open_offers: int = 3
    tie_window_ms: int = 250
    stall_seconds: int = 60
    stall_turns: int = 3  # of each player: three means 3N turns in a row
    final_call_seconds: int = 0
    choice_seconds: int = 10  # 0 means no limit
    phase_seconds: int = 0  # 0 means no limit
    talk: str = "free"  # or structured, none
    auto_trim: bool = False
    manual_groups: bool = False
    expelled_ones_return: bool = True
    offer_grammar: str = "full"  # or simple

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "form": ("turn", "live"), "two_deck_ones": ("one_each", "two_each"), "spare_ones": ("shuffle", "remove"),
            "floor_counts": ("combined", "deck"), "wild_growth_chooser": ("offerer", "committer", "first_player"),
            "max_open_offers": tuple(range(1, 9)), "tie_window_ms": tuple(range(2001)),
            "stall_seconds": tuple(range(10, 601)), "stall_turns": tuple(range(1, 11)),
            "final_call_seconds": tuple(range(31)), "choice_seconds": tuple(range(121)),
            "phase_seconds": tuple(range(3601)), "talk": ("free", "structured", "none"),
            "offer_grammar": ("full", "simple"),
        }
        check(asdict(self), allowed)


DECK: Final = Zone("deck", NOBODY, shared=True)  # [S04]
DISCARD: Final = Zone("discard", EVERYBODY, shared=True)  # [S05]
HAND: Final = Zone("hand", OWNER, mixed=True)  # [S08]
EXPELLED: Final = Zone("expelled", EVERYBODY, shared=True)  # [S13]
STACKS: Final = [Zone(f"stock {letter}", EVERYBODY, shared=True) for letter in "KSTV"]  # [S06]
TRADE_TABLE: Final = Zone("trade table", EVERYBODY)  # cards put down by who commits, and given for them [S11]
PRIVATE_TABLE: Final = Zone("private table", OWNER)  # the same where only the offerer is shown them [V18]
RESOLVING: Final = Zone("resolving", EVERYBODY)  # the card in use [S12]
UNPLACED: Final = Zone("unplaced", EVERYBODY)  # a wild card, until its stack is chosen [X20, R28]
LAID_OPEN: Final = Zone("laid open", EVERYBODY)  # hands at scoring [E03]

ROUND: Final = Tally("round", shared=True)
PHASE: Final = Tally("phase", shared=True)  # DEALING to SCORING [S14]
POINTS: Final = Tally("points")
EARNED: Final = [Tally(f"points of round {number}") for number in range(1, ROUNDS + 1)]
DONE: Final = Tally("done")  # a flag [R52]
CAME: Final = Tally("order of commits")  # from one; 0 is none
POSTED: Final = Tally("offers posted", shared=True)  # in this phase, for their numbers [R35]
ASKED: Final = Tally("questions asked", shared=True)
UNDER_WAY: Final = Tally("offer under way", shared=True)  # the number of the one that is being settled, or 0
TRADES: Final = Tally("trades", shared=True)  # in this phase
PASSES: Final = Tally("passes in a row", shared=True)  # in the turn form [V46]
IDLE: Final = Tally("turns without a trade", shared=True)  # [V47]
USERS: Final = Tally("users of effects", shared=True)  # in this phase [R72]

OF_A_PHASE: Final = [DONE, CAME, POSTED, ASKED, UNDER_WAY, TRADES, PASSES, IDLE]

BOARD: Final = Slate("offer board")  # 3: seat 1 gives *V to all for 7*|*K [S09]
WHISPERS: Final = Slate("private offers", own=True)  # those of which the board shows only between whom they are [V19]
QUESTIONS: Final = Slate("questions")  # 1: seat 2 asks all for 13*|6*, answered by 3
FACTS: Final = Slate("said of hands")  # what was truly said in this phase and still holds: seat 1 has 1 of 13*
LACKS: Final = Slate("cannot be given")  # what a hand has no cards for, until it changes: seat 1 lacks *V 7* [V20]

PUT_DOWN: Final = [TRADE_TABLE, PRIVATE_TABLE]  # where cards lie that were put down
OWN: Final = [HAND, *PUT_DOWN]

STAGED: Final = Mark("staged", OWN, secret=True)  # a bit for each offer [S10]
CHANGE_PLACES: Final = [HAND, TRADE_TABLE, PRIVATE_TABLE, RESOLVING, LAID_OPEN, *STACKS, *COMMON.zones]  # [X26]
VALUE: Final = Mark("value", CHANGE_PLACES)
DOMAIN: Final = Mark("domain", CHANGE_PLACES)
CHANGES_END: Final = [DECK, DISCARD, EXPELLED, UNPLACED]  # all other places
CHANGED: Final = Mark("once changed")  # in this round: all have seen it, even if nobody knows where the card is now
PLACED: Final = Mark("placed", [*STACKS, PASSING])  # a wild card that lies in the market [X21]

STOCKS: Final[Kind] = WordKind(["Knowledge", "Science", "Technology", "Services"])  # where a wild card is put
NO: Final = 0
YES: Final = 1
ANSWERS: Final[Kind] = WordKind(["no", "yes"])  # saying nothing is a pass
STALLED: Final = 1
TIME_IS_UP: Final = 2
FINAL_CALL: Final = 3
ENDINGS: Final[Kind] = WordKind(["stalled", "time is up", "final call"], 1)  # why the clock ends a phase
REASONS: Final = ["", "no trade comes about", "the time is up", "all are done"]  # the same, in words
CLOSED: Final = 1
CLOSING: Final[Kind] = WordKind(["closed"], 1)  # what the clock does with a tie window

TALK: Final = ["none", "structured", "free"]  # by NO_TALK, STRUCTURED, FREE


# Cards as their holder sees them

def as_printed(number: int) -> Held:
    card = GENERAL_EDITION[number % DECK_SIZE]
    return number, card.value, card.domain_number


PRINTED: Final = [as_printed(number) for number in range(2 * DECK_SIZE)]


def is_changed(table: Table, number: int) -> bool:
    return VALUE.get(table, number) != 0 or DOMAIN.get(table, number) != 0


def as_held(table: Table, back: int) -> Held:
    number = table.face[back]
    return (number, table.value(back), table.domain(back)) if is_changed(table, number) else PRINTED[number]


def spot_of(table: Table, back: int) -> int:
    """Where the current value and domain of a card are among the bits of a slot."""
    number = table.face[back]
    return spot(table.value(back), table.domain(back)) if is_changed(table, number) else number % DECK_SIZE


def held(table: Table, seat: int) -> Hand:
    """A hand in the order of the deck.  Somebody's is asked for at nearly every step, so most are remembered."""
    hand: list[Any] = HAND.of(table, seat)
    if table.cards > DECK_SIZE:
        return hand_of([as_held(table, back) for back in table.in_order(hand)])
    is_any_changed = VALUE.is_used(table) or DOMAIN.is_used(table)
    values, domains = VALUE.number * table.per_mark, DOMAIN.number * table.per_mark
    faces: list[Any] = table.face  # numbers as they are: they are needed only as bits
    marks = table.marks
    bits: i64 = 0
    changes: i64 = 0
    for each in hand:
        back: i64 = each
        number: i64 = faces[back]
        bits |= LAST_BIT >> 53 - number
        if is_any_changed and (marks[values + number] != 0 or marks[domains + number] != 0):
            if changes >> ONE_CHANGE * (MOST_CHANGES - 1):
                return hand_of([as_held(table, back) for back in table.in_order(hand)])
            changes = changes << ONE_CHANGE | (number << 6 | spot_of(table, back)) + 1
    return remembered_hand(bits, changes)


# A hand of cards from one deck is two numbers: a bit for each card, and for each that is changed where it is now.
LAST_BIT: Final = 1 << 53  # from where bits are shifted down: compiled code takes a literal 1 for a number of 32 bits
ONE_CHANGE: Final = 13  # bits
MOST_CHANGES: Final = 4
MANY_HANDS: Final = 251  # are remembered, each at a place that its numbers tell


HANDS: Final = [Hand([], [])] * MANY_HANDS


def remembered_hand(bits: "i64", changes: "i64") -> Hand:
    place = (bits + changes) % MANY_HANDS
    known = HANDS[place]
    if known.bits == bits and known.changes == changes:
        return known
    known = HANDS[place] = changed_hand(bits, changes) if changes else Hand(NOTHING, NOTHING, bits)
    return known


def changed_hand(bits: "i64", changes: "i64") -> Hand:
    faces = places_of(bits)
    spots = faces[:]  # as they are printed
    left = changes
    while left:
        change = (left & (1 << ONE_CHANGE) - 1) - 1
        spots[faces.index(change >> 6)] = change & 63
        left >>= ONE_CHANGE
    return Hand(faces, spots, bits, changes)


def cards_down(table: Table, seat: int) -> list[Back]:
    """What a player has put down for the offer under way."""
    return TRADE_TABLE.of(table, seat) + PRIVATE_TABLE.of(table, seat)


def own_cards(table: Table, seat: int) -> list[Back]:
    """What is in a player's hand or was put down out of it."""
    return HAND.of(table, seat) + cards_down(table, seat)


def has_put_down(table: Table, seat: int) -> bool:
    return bool(TRADE_TABLE.of(table, seat) or PRIVATE_TABLE.of(table, seat))


def holding(table: Table, seat: int) -> list[Held]:
    """A hand, with the cards of it that are put down now."""
    return [as_held(table, back) for back in own_cards(table, seat)]


# Offers on the board

def read_by(table: Table, line: str, seat: int) -> Offer:
    """An offer as a seat can read it: a private one of others stays veiled [V19]."""
    offer = read_offer(line)
    if offer.is_veiled() and seat < table.sides:
        for whispered in WHISPERS.of(table, seat):
            if read_offer(whispered).number == offer.number:
                return read_offer(whispered)
    return offer


def open_offers(table: Table) -> list[Offer]:
    """All open offers in full, as only the rules know them."""
    return [read_by(table, line, read_offer(line).by) for line in BOARD.of(table)]


def offers_read_by(table: Table, seat: int) -> list[Offer]:
    """All open offers, as far as a seat can read them."""
    return [read_by(table, line, seat) for line in BOARD.of(table)]


def offers_of(table: Table, seat: int) -> list[int]:
    """The numbers of a player's own open offers."""
    return [offer.number for offer in [read_offer(line) for line in BOARD.of(table)] if offer.by == seat]


def offers_for(table: Table, seat: int) -> list[str]:
    """The lines of the offers to which a player may commit [R19]."""
    return [as_read_by(table, line, seat) for line in BOARD.of(table) if read_offer(line).is_for(seat)]


def as_read_by(table: Table, line: str, seat: int) -> str:
    """The same, as a line."""
    return read_by(table, line, seat).line() if read_offer(line).is_veiled() else line


def under_way(table: Table) -> Offer:
    """The offer that is being settled."""
    line = line_of(table, UNDER_WAY.get(table))
    return read_by(table, line, read_offer(line).by)


def line_of(table: Table, number: int) -> str:
    """An open offer as it stands on the board."""
    for line in BOARD.of(table):
        if read_offer(line).number == number:
            return line
    raise AssertionError(f"no offer {number} is open")


# What everybody learns of hands

def quietly_show(table: Table, back: Back, seat: int, side: int) -> None:
    """Everybody, or one side, was told of a hand card, though nobody saw it."""
    log, table.log = table.log, None
    if side == EVERYBODY_ELSE:
        table.show_in(back, HAND, seat)
    else:
        table.show_in(back, HAND, seat, side)
    table.log = log


def may_be_changed_no_more(table: Table, card: int) -> bool:
    """Whether a card may, for all everybody knows, have gone where changes end: nobody can tell whether it did."""
    everybody = table.sides
    if table.knows(everybody, card):
        return False
    may_be_there = table.knowledge.where_may_be(table.face[card], table.mixing, everybody)
    for zone in CHANGES_END:
        for owner in range(1 if zone.shared else table.sides):
            for back in zone.of(table, owner):
                if may_be_there[back] and not table.knows(everybody, back):
                    return True
    return False


def printed_so(table: Table, about: Slot) -> int:
    """The faces that fit a slot as they are printed."""
    faces: int = about.bits  # of any size: there may be more decks
    return faces if table.cards == DECK_SIZE else faces | faces << DECK_SIZE


def surely_fitting(table: Table, about: Slot) -> int:
    """The faces that fit a slot, for all that everybody knows of changes."""
    faces = printed_so(table, about)
    for number in CHANGED.carried(table):
        faces &= ~BIT[number]
        back = table.back_of(number)
        if fits(table, back, about) and not may_be_changed_no_more(table, back):
            faces |= BIT[number]
    return faces


def possibly_fitting(table: Table, about: Slot) -> int:
    """The faces that may fit a slot, for all that everybody knows of changes."""
    faces = printed_so(table, about)
    for number in CHANGED.carried(table):
        faces &= ~BIT[number]
        back = table.back_of(number)
        if fits(table, back, about) or may_be_changed_no_more(table, back):
            faces |= BIT[number]
    return faces


def learn_described(table: Table, seat: int, about: Slot, side: int) -> None:
    """A card was described so exactly that there is only one such: it is in that hand [R16]."""
    if about.is_exact() and table.cards == DECK_SIZE:
        possibly = possibly_fitting(table, about)
        if possibly & possibly - 1 == 0:
            back = table.find(possibly.bit_length() - 1, HAND, seat)
            if back != EMPTY:
                quietly_show(table, back, seat, side)


def learn_none(table: Table, seat: int, about: Slot) -> None:
    """No card of a hand fits a slot [R48, R49]."""
    hand = HAND.of(table, seat)
    if hand:
        table.rule_out_all(hand, surely_fitting(table, about))


def note_fact(table: Table, fact: Fact) -> None:
    """A hand holds at least so many of something: what is known of it beyond the cards themselves."""
    lines = FACTS.of(table)
    for at, line in enumerate(lines):
        if is_fact_of(fact.by, line) and is_about(fact.about, line):
            if read_fact(line).count < fact.count:
                lines[at] = write_fact(fact)
            return
    lines.append(write_fact(fact))


def retell(table: Table, seat: int, gone: list[int], come: list[int], is_public: bool) -> None:
    """What was said of a hand, after some cards, by spot, have left it and others come, before all eyes or not."""
    lines = FACTS.of(table)
    at = 0
    while at < len(lines):
        if is_fact_of(seat, lines[at]):
            fact = read_fact(lines[at])
            count = count_after(fact, gone, come, is_public)
            if count <= 0:
                lines.pop(at)
                continue
            if count != fact.count:
                lines[at] = write_fact(Fact(count, fact.about, seat))
        at += 1
    if LACKS.of(table):
        own = f"{seat_name(seat)} "
        LACKS.of(table)[:] = [line for line in LACKS.of(table) if not line.startswith(own)]


def count_after(fact: Fact, gone: list[int], come: list[int], is_public: bool) -> int:
    """How many such cards are surely in a hand then."""
    if not is_public:
        return fact.count - len(gone)
    count, about = fact.count, fact.about
    for card in gone:
        if about.takes(card):
            count -= 1
    for card in come:
        if about.takes(card):
            count += 1
    return count


def note_changes(table: Table, seat: int, it: int) -> None:
    """After an effect: which cards are changed now, all have seen."""
    for number in (*VALUE.carried(table), *DOMAIN.carried(table)):
        CHANGED.put(table, number, 1)


# Trading: offers

def post(options: Options, table: Table, seat: int, text: str) -> int:
    """Put an offer on the board and stage its cards; its number [R13, R17, R35]."""
    said = read_proposal(text)
    POSTED.add(table, 1)
    offer = Offer(POSTED.get(table), seat, said.to, said.gives, said.wants, said.terms)
    is_private = options.private_offers and said.to != EVERYBODY_ELSE
    BOARD.of(table).append(offer.veiled_line() if is_private else write_offer(offer))
    for card in said.cards:
        STAGED.put(table, card, STAGED.get(table, card) | 1 << offer.number)
    if table.is_heard:
        table.say(seat, offer.in_words(), offer.to, reveals=True,
                  eyes=1 << seat | 1 << offer.to if is_private else -1, otherwise="{who} whispers to {whom}.")
    if is_private:
        for reader in (seat, offer.to):
            WHISPERS.of(table, reader).append(offer.line())
    else:
        for fact in facts_of(offer.gives, seat):
            note_fact(table, fact)
    for give in offer.gives:
        learn_described(table, seat, give, said.to if is_private else EVERYBODY_ELSE)
    return offer.number


def close(table: Table, number: int) -> None:
    """Take an offer off the board; its cards stay in the hand [R21]."""
    lines = BOARD.of(table)
    offer = strike_out(lines, number)
    if offer.is_veiled():
        for reader in (offer.by, offer.to):
            strike_out(WHISPERS.of(table, reader), number)
    for zone in OWN:
        for card in STAGED.with_bit(table, zone.of(table, offer.by), number):
            STAGED.put(table, card, STAGED.get(table, card) ^ 1 << number)


def strike_out(lines: list[str], number: int) -> Offer:
    for at, line in enumerate(lines):
        offer = read_offer(line)
        if offer.number == number:
            lines.pop(at)
            return offer
    raise AssertionError(f"no offer {number} is open")


def withdraw(table: Table, number: int) -> None:
    close(table, number)
    table.say(table.first, f"Offer {number} is withdrawn.")


def can_be_given(table: Table, offer: Offer) -> bool:
    return held(table, offer.by).count_ways(offer.gives) > 0


def withdraw_ungivable(table: Table, seat: int) -> None:
    """Where cards are chosen late, an offer goes as soon as the hand has none for it [V20]; who read it learns that."""
    for line in list(BOARD.of(table)):
        offer = read_by(table, line, seat)
        if offer.by == seat and not can_be_given(table, offer):
            withdraw(table, offer.number)
            if read_offer(line).is_veiled():
                continue
            if len(offer.gives) == 1:
                learn_none(table, seat, offer.gives[0])
            else:
                LACKS.of(table).append(f"{seat_name(seat)} lacks {in_a_row(offer.gives)}")


# Trading: commits

def put_down(options: Options, table: Table, seat: int, cards: list[Face]) -> None:
    """Put cards down for the offer under way [R22]; whoever commits is back [R54]."""
    CAME.put(table, 1 + latest(table), seat)
    come_back(table, seat)
    for card in cards:
        back = table.find(card, HAND, seat)
        if options.private_trades:
            back = table.move(back, HAND, PRIVATE_TABLE, seat)
            table.show_in(back, PRIVATE_TABLE, seat, under_way(table).by)  # [V18]
        else:
            table.move(back, HAND, TRADE_TABLE, seat)


def latest(table: Table) -> int:
    """How many have committed to the offer under way."""
    found = 0
    for seat in range(table.sides):
        found = max(found, CAME.get(table, seat))
    return found


def take_back(table: Table, seat: int) -> None:
    """[R39, R41]"""
    CAME.put(table, 0, seat)
    for zone in PUT_DOWN:
        for back in zone.of(table, seat)[:]:
            table.move(back, zone, HAND, seat, quiet=True)


def committed(table: Table) -> list[int]:
    """Who has put cards down."""
    if not has_committer(table, 0, 0):
        return []
    return [other for other in table.around(0) if has_put_down(table, other)]


def committers(table: Table, seat: int, it: int) -> Sequence[int]:
    return committed(table)


def has_committer(table: Table, seat: int, it: int) -> bool:
    return TRADE_TABLE.most(table) > 0 or PRIVATE_TABLE.most(table) > 0


def earliest(table: Table, seat: int, it: int) -> Sequence[int]:
    """For an offerer who is late [V27]."""
    return [min(committers(table, seat, it), key=lambda other: CAME.get(table, other))]


def is_wanted(table: Table, backs: list[Back], wants: list[Slot]) -> bool:
    """Whether some cards satisfy a request [R22]."""
    cards = [spot_of(table, back) for back in backs]
    return len(cards) == len(wants) and Hand(cards, cards).count_ways(wants) > 0


def return_mistakes(table: Table, seat: int, it: int) -> None:
    """Cards that do not satisfy the request go back [R41, R42]."""
    for other in committed(table):
        if not is_wanted(table, cards_down(table, other), under_way(table).wants):
            table.say(other, "{who} put down what was not asked for.")
            take_back(table, other)


def let_lapse(table: Table, seat: int, it: int) -> None:
    """Nobody took it [V44]."""
    table.say(seat, "Nobody takes the offer of {who}.")
    close(table, UNDER_WAY.get(table))
    UNDER_WAY.put(table, 0)


def aborting(keeps_offer: bool) -> Verb:
    def abort(table: Table, seat: int, it: int) -> None:
        """Only mistakes: both sides keep their cards, and the offer is closed [R41, V21]."""
        table.say(seat, "The trade is off.")
        if not keeps_offer:
            close(table, UNDER_WAY.get(table))
        UNDER_WAY.put(table, 0)

    return abort


# Trading: execution

def staged_cards(table: Table, seat: int, number: int) -> list[Face]:
    """In the order of the deck: how they are held is the offerer's secret."""
    return [Face(card) for card in sorted(STAGED.with_bit(table, HAND.of(table, seat), number))]


def swap(options: Options, table: Table, seat: int, partner: int, given: list[Face]) -> None:
    """The offerer's cards for those of one who committed, at once [R25, R26, R39]."""
    offer = under_way(table)
    for other in committed(table):
        if other != partner:
            take_back(table, other)
    table.say(seat, "{who} and {whom} trade.", partner, reveals=True)
    put_down = cards_down(table, partner)
    taken = [table.face[back] for back in put_down]
    gifts = [spot_of(table, table.find(card, HAND, seat)) for card in given]
    price = [spot_of(table, back) for back in put_down]
    gone = 1 << offer.number
    for card in given + taken:
        gone |= STAGED.get(table, card)
        STAGED.put(table, card, 0)
    if options.private_trades:
        for card in given:
            table.move(table.find(card, HAND, seat), HAND, HAND, seat, to=partner, quiet=True)
    else:
        for back in table.move_each(given, HAND, TRADE_TABLE, seat):
            table.move(back, TRADE_TABLE, HAND, seat, to=partner, quiet=True)
    for zone in PUT_DOWN:
        for back in zone.of(table, partner)[:]:
            table.move(back, zone, HAND, partner, to=seat, quiet=True)
    retell(table, seat, gifts, price, not options.private_trades)
    retell(table, partner, price, gifts, not options.private_trades)
    if options.private_trades and not (options.private_offers and offer.to != EVERYBODY_ELSE):
        for fact in (*facts_of(offer.gives, partner), *facts_of(offer.wants, seat)):
            note_fact(table, fact)  # all know what was asked and described, and that it was true
    finish_trade(options, table, seat, partner, offer.number, gone)


def finish_trade(options: Options, table: Table, seat: int, partner: int, number: int, gone: int) -> None:
    """Offers whose cards are gone are withdrawn, others stay open [R32]."""
    close(table, number)
    for offer in open_offers(table):
        if gone >> offer.number & 1:
            withdraw(table, offer.number)
    if options.late_give_choice:
        withdraw_ungivable(table, seat)
        withdraw_ungivable(table, partner)
    CAME.reset(table)
    UNDER_WAY.put(table, 0)
    TRADES.add(table, 1)
    PASSES.put(table, 0)  # [V47]
    IDLE.put(table, 0)


def trading_staged(options: Options) -> Rule:
    def trade(table: Table, seat: int, it: int) -> None:
        swap(options, table, seat, it, staged_cards(table, seat, UNDER_WAY.get(table)))

    return do(trade)


def ways_to_give(table: Table, seat: int, it: int) -> Sequence[int]:
    """Hand cards that fit the descriptions [V20]."""
    ways = fitting_cards(held(table, seat).cards, under_way(table).gives)
    return [pack([table.find(card[0], HAND, seat) for card in cards]) for cards in ways]


def first_way_to_give(table: Table, seat: int, it: int) -> Sequence[int]:
    """For an offerer who is late."""
    return ways_to_give(table, seat, it)[:1]


def trading_chosen(options: Options) -> Rule:
    def trade_those(table: Table, seat: int, it: int, that: int) -> None:
        swap(options, table, seat, that, table.each_face(it))

    return choose("give", ways_to_give, then=do_both(trade_those), kind=CARD_SETS,
                  late=first_way_to_give if has_limit(options) else None)


# Wild cards and growth

def is_live(options: Options) -> bool:
    return options.form == "live"


def has_limit(options: Options) -> bool:
    """Whether the clock chooses for who is late [V27]."""
    return is_live(options) and options.choice_seconds > 0


def sizes(table: Table) -> list[int]:
    """The value of each stack [S06]."""
    return [len(stack.of(table)) for stack in STACKS]


def unplaced(table: Table, seat: int, it: int) -> Sequence[int]:
    return UNPLACED.of(table, seat)[:1]


def four_stacks(table: Table, seat: int, it: int) -> Sequence[int]:
    return [0, 1, 2, 3]


def smallest_stack(table: Table, seat: int, it: int) -> Sequence[int]:
    """Where a wild card goes if its player is late [V27]."""
    return [sizes(table).index(min(sizes(table)))]


def place_wild(table: Table, seat: int, it: int) -> None:
    back = table.move(UNPLACED.of(table, seat)[0], UNPLACED, STACKS[it], seat, quiet=True)
    PLACED.put(table, table.face[back], 1)


def placing(options: Options) -> Rule:
    """A wild card is put on any stack [S25, R28, X20, X21]."""
    late = smallest_stack if has_limit(options) else None
    return the(unplaced, choose("place", four_stacks, then=do(place_wild), kind=STOCKS, late=late))


class Growth(Scope):
    """The top card of the deck goes on the stack of its domain, a wild one where its player says [R27 to R29].

    The rule in it places a wild card; with an extra growth another card follows [V14].
    """

    def __init__(self, place: Rule, is_extra: bool) -> None:
        super().__init__(place)
        self.is_extra: Final = is_extra

    def begin(self, table: Table, side: int, it: int, that: int, at: int = 0) -> None:
        table.make_ready(side, 1)
        top = table.top(side)
        if top is None:
            return
        if table.card(top).is_wild:
            if self.is_extra:
                table.then(self, side)
            table.move(top, DECK, UNPLACED, side)
            table.then(self.rule, side)
        else:
            table.move(top, DECK, STACKS[table.domain(top) - 1], side, quiet=True)

    def label(self) -> str:
        return "growth"


def learn_no_wilds(table: Table, seat: int) -> None:
    """No wild card stays in a hand, and everybody knows that [X20]."""
    hand = HAND.of(table, seat)
    if hand:
        table.rule_out_all(hand, WILD_FACES[table.cards // DECK_SIZE])


def arriving(place: Rule, replace: Rule, redraws_taken: bool) -> Callable[[Table, Back, Zone, int], None]:
    def arrive(table: Table, back: Back, zone: Zone, seat: int) -> None:
        """A wild card never stays in a hand [X20]; other cards in the market lie in the stack of their domain [X16]."""
        is_wild = table.card(back).is_wild
        if zone is HAND:
            if is_wild:
                is_replaced = redraws_taken or table.has_drawn  # [V15]
                table.move(back, HAND, UNPLACED, seat)
                table.then(replace if is_replaced else place, seat)
            if PHASE.get(table) != DEALING:  # then there may be a second one in the hand
                learn_no_wilds(table, seat)
        elif is_wild and not PLACED.get(table, table.face[back]):  # it comes from elsewhere [X21]
            active = ACTIVE.get(table)
            table.move(back, zone, UNPLACED, active)
            table.then(place, active)
        elif not is_wild:
            settle_in_stock(table, back)

    return arrive


def settle_in_stock(table: Table, back: int) -> None:
    """A card that lies in another stack than that of its domain moves there at once [X16, DK-V05]."""
    goal = STACKS[table.domain(back) - 1]
    for stack in STACKS:
        if stack is not goal and back in stack.of(table):
            table.move(back, stack, goal, 0, quiet=True)


# Trading: the end of a phase

def two_hold_cards(table: Table) -> bool:
    holders = 0
    for seat in range(table.sides):
        if HAND.of(table, seat):
            holders += 1
            if holders == 2:
                return True
    return False


def trades_left(deck: int, discard: int, sides: int, counted: object) -> int:
    """How many trades may still be made before too few cards are left, by the sizes of the piles [R62, S15, V13]."""
    combined = deck + (discard if counted == "combined" else 0)
    return combined - (1 if sides == 4 else 5)


def pausing_size(ones: object, decks: int) -> int:
    """The value of a stack that ends the first trading phase [R63, V10]."""
    return PAUSE + 1 if ones == "two_each" and decks > 1 else PAUSE


def why_over(options: Options, table: Table) -> str:
    """Why trading ends now, in words; or nothing [R60 to R65, V46, V47]."""
    if trades_left(len(DECK.of(table)), len(DISCARD.of(table)), table.sides, options.floor_counts) <= 0:
        return "too few cards are left"
    pause = pausing_size(options.two_deck_ones, table.cards // DECK_SIZE)
    is_checked = options.pause_check_at_start or TRADES.get(table) > 0  # [V12]
    if PHASE.get(table) == FIRST_TRADING and is_checked:
        for stack in STACKS:
            if len(stack.of(table)) >= pause:
                return f"a stack has come to {pause}"
    if not two_hold_cards(table):
        return "too few players hold cards"
    if is_live(options):
        return "all are done" if all(DONE.of(table)) and not options.final_call_seconds else ""
    if PASSES.get(table) >= table.sides:
        return "all have passed"
    return "no trade comes about" if IDLE.get(table) >= options.stall_turns * table.sides else ""


def tell_end(table: Table, reason: str) -> None:
    table.say(table.first, f"Trading ends: {reason}.", reveals=True)


def open_trading(table: Table, seat: int, it: int) -> None:
    """All flags are off and all counts begin anew [R55, V47]."""
    for tally in OF_A_PHASE:
        tally.reset(table)


def close_trading(table: Table, seat: int, it: int) -> None:
    """All offers are void, and nothing carries over [R66]."""
    for lines in (BOARD.of(table), QUESTIONS.of(table), FACTS.of(table), LACKS.of(table)):
        lines.clear()
    for player in range(table.sides):
        WHISPERS.of(table, player).clear()
    STAGED.clear(table)
    open_trading(table, seat, it)


# Trading: talk

def question_for(table: Table, seat: int, it: int) -> Sequence[int]:
    """Those who are asked the last question [R47]."""
    question = read_asked(QUESTIONS.of(table)[-1])
    return [player for player in range(table.sides) if question.is_for(player)]


def true_answers(table: Table, seat: int, it: int) -> Sequence[int]:
    """[R48]"""
    question = read_asked(QUESTIONS.of(table)[-1])
    return [YES if held(table, seat).count_ways([question.about]) > 0 else NO]


def answer_last(table: Table, seat: int, it: int) -> None:
    tell_answer(table, seat, read_asked(QUESTIONS.of(table)[-1]), it == YES)


def tell_answer(table: Table, seat: int, question: Question, is_yes: bool) -> None:
    """An answer is true, so everybody learns from it."""
    table.say(seat, f"{{who}} says {'yes' if is_yes else 'no'} to {{whom}}: {question.about.in_words()}.", question.by,
              reveals=True)
    if is_yes:
        note_fact(table, Fact(1, question.about, seat))
    else:
        learn_none(table, seat, question.about)


def drop_question(table: Table, seat: int, it: int) -> None:
    QUESTIONS.of(table).clear()


def ask(table: Table, seat: int, text: str) -> None:
    """A player's new question takes the place of the last one [Q81]."""
    said = read_question(text)
    ASKED.add(table, 1)
    question = Question(said.to, said.about, ASKED.get(table), seat)
    lines = QUESTIONS.of(table)
    for line in lines[:]:
        before = read_asked(line)
        if before.by == seat:
            lines.remove(line)
            if may_be_answered(table, before):
                table.say(seat, f"{{who}} takes question {before.number} back.", reveals=True)
    lines.append(question.line())
    table.say(seat, question.in_words(), question.to, reveals=True)


def may_be_answered(table: Table, question: Question) -> bool:
    """Whether somebody who was asked has not answered yet."""
    return any([question.is_for(seat) and not question.answered >> seat & 1 for seat in range(table.sides)])


def declare(table: Table, seat: int, text: str) -> None:
    """[R49]"""
    said = read_declaration(text)
    fact = Fact(said.count, said.about, seat)
    table.say(seat, fact.in_words(), reveals=True)
    if fact.count:
        note_fact(table, fact)
    else:
        learn_none(table, seat, fact.about)


def talk(table: Table, seat: int, text: str) -> None:
    """Ask, declare, wish or speak freely; it binds nobody [R46 to R51]."""
    verb = text.split()[0]
    if verb == "ask":
        ask(table, seat, text)
    elif verb == "declare":
        declare(table, seat, text)
    elif verb == "wish":
        table.say(seat, f"{{who}} looks for {read_wish(text).in_words()}.", reveals=True)
    else:
        words = text[4:].replace("{", "{{").replace("}", "}}")
        table.say(seat, f"{{who}}: {words}", reveals=True)


def answer_now(table: Table, seat: int, text: str) -> None:
    """Answer one of the open questions, in the live form."""
    verb, number = text.split()
    lines = QUESTIONS.of(table)
    for at, line in enumerate(lines):
        asked = read_asked(line)
        if asked.number == int(number):
            lines[at] = Question(asked.to, asked.about, asked.number, asked.by, asked.answered | 1 << seat).line()
            tell_answer(table, seat, asked, verb == "yes")


def open_questions(table: Table, seat: int) -> list[str]:
    """Those a player is asked and has not answered."""
    return [line for line in QUESTIONS.of(table)
            if read_asked(line).is_for(seat) and not read_asked(line).answered >> seat & 1]


# Trading: the rules

SEALED_PASS: Final = [PASS]  # shared, and never changed


class Replies(Rule):
    """All for whom the offer under way is may commit to it: at once and in secret, or openly, before the clock's eyes.

    The frame keeps a bit for each that has replied.  Secret commits lie sealed until all have [V43]; open ones are a
    tie window, which the clock closes [R36, R37].
    """

    def __init__(self, options: Options) -> None:
        self.options: Final = options
        self.is_secret: Final = not is_live(options)

    def run(self, table: Table, frame: Frame) -> None:
        asked = self.decisions(table, frame)
        if asked:
            table.wait(frame, asked)
        elif self.is_secret:
            for seat in range(table.sides):
                for sealed in table.sealed[seat]:
                    if sealed == PASS:
                        table.passes(seat, "reply")
                    else:
                        put_down(self.options, table, seat, [Face(number) for number in unpack(sealed)])
                if table.sealed[seat]:
                    table.sealed[seat] = []

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        line = line_of(table, UNDER_WAY.get(table))
        offer, as_all_read_it = read_offer(line), [line]
        asked: list[Decision] = [
            Trade(seat, "reply", ONLY_PASS, held(table, seat),
                  [as_read_by(table, line, seat)] if offer.is_veiled() else as_all_read_it,
                  seats=table.sides, strict=self.is_secret)
            for seat in table.around(0)
            if not frame.at >> seat & 1 and offer.is_for(seat) and len(HAND.of(table, seat)) > 0]
        if asked and not self.is_secret:
            asked.append(Decision(CLOCK, "tie window", [CLOSED], CLOSING))
        return asked

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if seat == CLOCK:
            return
        then = Frame(self, frame.side, frame.at | 1 << seat, frame.it, frame.that, table.frame)
        if self.is_secret:
            table.sealed[seat] = self.seal(choice)
            table.wait_for_others(then, seat)
            return
        table.frame = then
        if isinstance(choice, str):
            put_down(self.options, table, seat, read_commitment(choice).cards)
        else:
            table.passes(seat, "reply")

    def sealed(self, table: Table, frame: Frame) -> list[int]:
        return [seat for seat in range(table.sides) if frame.at >> seat & 1] if self.is_secret else []

    def seal(self, choice: Choice) -> list[int]:
        """The committed cards, by face."""
        if isinstance(choice, int):
            return SEALED_PASS
        cards = read_commitment(choice).cards
        return [single(cards[0]) if len(cards) == 1 else pair(cards[0], cards[1])]

    def label(self) -> str:
        return "replies"


class Turns(Rule):
    """The turn form: whose turn it is says at most one thing, then makes an offer or passes [V41, V42].

    The frame keeps whose turn it is, and whether that player has talked.
    """

    def __init__(self, options: Options, replies: Rule, settle: Rule) -> None:
        self.options: Final = options
        self.level: Final = min(STRUCTURED, TALK.index(options.talk))
        self.is_simple: Final = options.offer_grammar == "simple"
        self.replies: Final = replies
        self.settle: Final = settle
        self.answers: Final = seq(
            secretly("answer", question_for, true_answers, then=do(answer_last), kind=ANSWERS, may_pass=always),
            do(drop_question))

    def parts(self) -> list[Rule]:
        return [self.replies, self.settle, self.answers]

    def run(self, table: Table, frame: Frame) -> None:
        reason = why_over(self.options, table)
        if reason:
            tell_end(table, reason)
        elif HAND.of(table, frame.side):
            table.ask(frame)
        else:
            self.answer(table, frame, frame.side, PASS)  # [V41]

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        level = NO_TALK if frame.at else self.level
        return [Trade(
            frame.side, "trade", ONLY_PASS, held(table, frame.side), NO_LINES, seats=table.sides, offers=True,
            talk=level, simple=self.is_simple, late=self.options.late_give_choice, private=self.options.private_offers,
        )]

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if isinstance(choice, str) and not choice.startswith("offer"):
            table.then(self, seat, at=1)
            talk(table, seat, choice)
            if choice.startswith("ask"):
                table.then(self.answers, seat)
            return
        IDLE.add(table, 1)
        table.then(self, (seat + 1) % table.sides)  # [V48]
        if isinstance(choice, str):
            PASSES.put(table, 0)
            UNDER_WAY.put(table, post(self.options, table, seat, choice))
            table.then(self.settle, seat)
            table.then(self.replies, seat)
        else:
            PASSES.add(table, 1)
            table.passes(seat, "trade")

    def label(self) -> str:
        return "turns"


class Floor(Rule):
    """The live form: anybody may speak at any moment, and each word takes effect at once [R10]."""

    def __init__(self, options: Options, window: Rule, settle: Rule) -> None:
        self.options: Final = options
        self.window: Final = window
        self.settle: Final = settle

    def parts(self) -> list[Rule]:
        return [self.window, self.settle]

    def run(self, table: Table, frame: Frame) -> None:
        reason = why_over(self.options, table)
        if reason:
            tell_end(table, reason)
        else:
            table.ask(frame)

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        options = self.options
        asked: list[Decision] = []
        for seat in range(table.sides):
            hand = held(table, seat)
            own = offers_of(table, seat)
            words: list[Choice] = ["back" if DONE.get(table, seat) else "done", *[f"cancel {each}" for each in own]]
            asked.append(Trade(
                seat, "trade", words, hand, offers_for(table, seat) if hand.size() else NO_LINES,
                seats=table.sides, offers=hand.size() > 0 and len(own) < options.max_open_offers,  # [R20]
                talk=TALK.index(options.talk), questions=open_questions(table, seat),
                simple=options.offer_grammar == "simple", late=options.late_give_choice,
                private=options.private_offers))
        endings = [STALLED]  # [R61]
        if options.phase_seconds:
            endings.append(TIME_IS_UP)  # [V28]
        if all(DONE.of(table)):
            endings.append(FINAL_CALL)  # [V26]
        return [*asked, Decision(CLOCK, "end trading", endings, ENDINGS)]

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        if isinstance(choice, int):
            tell_end(table, REASONS[choice])
            return
        table.then(self, frame.side)
        verb = choice.split()[0]
        if verb == "done":
            announce_done(table, seat)
        elif verb == "back":
            come_back(table, seat)
        elif verb == "cancel":
            cancel(table, seat, int(choice.split()[1]))
        elif verb == "offer":
            come_back(table, seat)
            post(self.options, table, seat, choice)
        elif verb == "commit":
            self._commit(table, seat, read_commitment(choice))
        elif verb in ("yes", "no"):
            answer_now(table, seat, choice)
        else:
            talk(table, seat, choice)

    def _commit(self, table: Table, seat: int, said: Commitment) -> None:
        """The first commit opens the tie window, if there is anybody else to commit [R36]."""
        UNDER_WAY.put(table, said.number)
        table.then(self.settle, under_way(table).by)
        table.then(self.window, under_way(table).by, at=1 << seat)
        put_down(self.options, table, seat, said.cards)

    def label(self) -> str:
        return "floor"


def announce_done(table: Table, seat: int) -> None:
    """[R52, R53]"""
    DONE.put(table, 1, seat)
    table.say(seat, "{who} is done.", reveals=True)
    for number in offers_of(table, seat):
        withdraw(table, number)


def come_back(table: Table, seat: int) -> None:
    """[R54]"""
    if DONE.get(table, seat):
        DONE.put(table, 0, seat)
        table.say(seat, "{who} is back.", reveals=True)


def cancel(table: Table, seat: int, number: int) -> None:
    """[R24]"""
    table.say(seat, f"{{who}} cancels offer {number}.", reveals=True)
    close(table, number)


def grower(chooser: str) -> Ask:
    def who_grows(table: Table, seat: int, it: int) -> Sequence[int]:
        """Who puts a wild card on a stack after a trade of an offerer with "it" [R28, V16]."""
        return [seat if chooser == "offerer" else it if chooser == "committer" else table.first]

    return who_grows


def settling(options: Options, growth: Rule) -> Rule:
    """The commits are there: one is executed, with its growth [R25 to R28, R38 to R42]."""
    trade = trading_chosen(options) if options.late_give_choice else trading_staged(options)
    execute = seq(trade, each_of(grower(options.wild_growth_chooser), growth))
    partner = choose("partner", committers, then=execute, kind=SIDES, obvious=True,
                     late=earliest if has_limit(options) else None)
    none = aborting(options.abort_keeps_offer) if is_live(options) else let_lapse
    return seq(do(return_mistakes), if_(has_committer, partner, otherwise=do(none)))


def trading(options: Options, number: int, growth: Rule) -> Rule:
    replies, settle = Replies(options), settling(options, growth)
    floor: Rule = Floor(options, replies, settle) if is_live(options) else Turns(options, replies, settle)
    return seq(entering(number), do(open_trading), each_of(first_player, floor), do(close_trading))


def entering(number: int) -> Rule:
    def enter_phase(table: Table, seat: int, it: int) -> None:
        PHASE.put(table, number)
        table.say(table.first, announced)

    names = ["", "first trading phase", "first effects phase", "second trading phase", "second effects phase"]
    announced = f"The {names[number]} begins." if number < SCORING else "It comes to scoring."
    return do(enter_phase)


# Effects

def start_count(table: Table, seat: int, it: int) -> None:
    USERS.put(table, 0)  # [R72]


def count_user(table: Table, seat: int, it: int) -> None:
    USERS.add(table, 1)


def growth_is_due(table: Table, seat: int, it: int) -> bool:
    return USERS.get(table) <= GROWING_USERS


def discard_used(table: Table, seat: int, it: int) -> None:
    """If it went elsewhere, it stays there [R74]."""
    table.move_all(RESOLVING, DISCARD, seat)


def effects_phase(number: int, growth: Rule) -> Rule:
    use = seq(  # [R71]
        do(begin_use), do(count_user), shown_and_carried_out(RESOLVING), do(note_changes),
        if_(growth_is_due, growth), unless_made_up_for(RESOLVING, seq(do(discard_used), drawing(1))),  # [R74]
    )
    return seq(entering(number), do(start_count), in_turn_order(may("use", cards_in_hand, then=use)))  # [R70, R75]


def stock_cards(table: Table, seat: int, it: int) -> Sequence[int]:
    """[X03, X04]"""
    return [back for stack in STACKS for back in stack.of(table)]


def merge(table: Table, seat: int, it: int) -> None:
    """Too few cards for the whole operation: deck and discard are shuffled together first [V17]."""
    if len(DECK.of(table)) < it:
        table.put_back(DECK, DISCARD, seat)


def nothing_to_prepare(table: Table, seat: int, it: int) -> None:
    """Cards left in the deck are used first; the discard is shuffled when a card is needed [X12]."""


# The deal

def start_round(table: Table, seat: int, it: int) -> None:
    ROUND.add(table, 1)
    table.say(table.first, f"Round {ROUND.get(table)}: {{who}} is first.")


def dealing(options: Options) -> Verb:
    def deal_all(table: Table, seat: int, it: int) -> None:
        """[S21 to S24]"""
        for domain in range(1, 5):
            set_out_ones(options, table, domain)
        table.shuffle(DECK)
        table.deal(10 if table.sides == 2 else 8, DECK, HAND)

    return deal_all


def set_out_ones(options: Options, table: Table, domain: int) -> None:
    """One of each domain starts its stack, or both [S21, V10]; the others are shuffled or left out [S22, V11].

    One that was expelled comes back only if there is no other [Q58, V32].
    """
    copies = range(13 * (domain - 1), table.cards, DECK_SIZE)
    there = [back for back in [table.find(number, DECK) for number in copies] if back != EMPTY]
    many = 2 if options.two_deck_ones == "two_each" else 1
    for back in there[:many]:
        table.move(back, DECK, STACKS[domain - 1], table.first, quiet=True)
    if options.spare_ones == "remove":
        for back in there[many:]:
            table.move(back, DECK, EXPELLED, table.first)
    if not there and options.expelled_ones_return:
        expelled = [back for back in [table.find(number, EXPELLED) for number in copies] if back != EMPTY]
        for back in expelled[:1]:
            table.move(back, EXPELLED, STACKS[domain - 1], table.first, quiet=True)


def wilds_in_hand(table: Table, seat: int) -> list[Face]:
    return sorted([table.face[back] for back in HAND.of(table, seat) if table.card(back).is_wild])


def has_wild(table: Table, seat: int, it: int) -> bool:
    return bool(wilds_in_hand(table, seat))


def show_wild(table: Table, seat: int, it: int) -> None:
    table.move(table.find(wilds_in_hand(table, seat)[0], HAND, seat), HAND, UNPLACED, seat)


def know_no_wilds(table: Table, seat: int, it: int) -> None:
    learn_no_wilds(table, seat)


def is_not_last(table: Table, seat: int, it: int) -> bool:
    return ROUND.get(table) < ROUNDS


def pass_marker(table: Table, seat: int, it: int) -> None:
    table.first = (table.first + 1) % table.sides  # [E16]


def gather(table: Table, seat: int, it: int) -> None:
    """All cards but the expelled ones go back into the deck, and lasting effects end [E17]."""
    deck = DECK.to_change(table)
    for zone in table.game.zones:
        if zone is not DECK and zone is not EXPELLED:
            for owner in range(1 if zone.shared else table.sides):
                if zone.of(table, owner):
                    deck.extend(zone.of(table, owner))
                    zone.to_change(table, owner).clear()
    for mark in (VALUE, DOMAIN, CHANGED, PLACED, STAGED):
        mark.clear(table)
    for tally in (GUARDED, DONE, USERS, PHASE):
        tally.reset(table)
    table.say(table.first, "All cards are gathered.")


# Scoring

def smallest_hand(table: Table) -> int:
    """[E01]"""
    smallest = table.cards
    for player in range(table.sides):
        smallest = min(smallest, len(HAND.of(table, player)))
    return smallest


def larger_hands(table: Table, seat: int, it: int) -> Sequence[int]:
    smallest = smallest_hand(table)
    return [player for player in table.turn_order() if len(HAND.of(table, player)) > smallest]


class DiscardDown(Secretly):
    """Everybody with more cards than the smallest hand chooses in secret which to discard [E02]."""

    def __init__(self) -> None:
        super().__init__("trim", larger_hands, larger_hands, do(discard_those), CARD_SETS, never, False)

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        smallest = smallest_hand(table)
        return [
            SomeCards(table.captain[seat], "trim", table.in_order(HAND.of(table, seat)),
                      exactly=len(HAND.of(table, seat)) - smallest)
            for seat in larger_hands(table, frame.side, frame.it) if not frame.at >> seat & 1
        ]


def discard_those(table: Table, seat: int, it: int) -> None:
    table.move_each(table.each_face(it), HAND, DISCARD, seat)


def is_smallest_empty(table: Table, seat: int, it: int) -> bool:
    return smallest_hand(table) == 0


def discard_all(table: Table, seat: int, it: int) -> None:
    """[Q54]"""
    for player in table.turn_order():
        table.move_all(HAND, DISCARD, player)


def discard_worst(table: Table, seat: int, it: int) -> None:
    """What is kept scores most [V30]."""
    smallest = smallest_hand(table)
    for player in larger_hands(table, seat, it):
        cards = held(table, player).cards
        kept = best_kept([kind(value, domain) for _, value, domain in cards], sizes(table), smallest)
        for place, card in enumerate(cards):
            if place not in kept:
                table.move(table.find(card[0], HAND, player), HAND, DISCARD, player)


def lay_open(table: Table, seat: int, it: int) -> None:
    """All hands are revealed together [E03]."""
    for player in table.turn_order():
        table.move_all(HAND, LAID_OPEN, player)


PRINTED_KINDS: Final = [kind(value, domain) if domain else 0 for _, value, domain in PRINTED]


def kind_of(table: Table, back: int) -> int:
    number = table.face[back]
    return kind(table.value(back), table.domain(back)) if is_changed(table, number) else PRINTED_KINDS[number]


def open_kinds(table: Table, seat: int) -> list[int]:
    cards = LAID_OPEN.of(table, seat)
    if VALUE.is_used(table) or DOMAIN.is_used(table):
        return [kind_of(table, back) for back in cards]
    return [PRINTED_KINDS[table.face[back]] for back in cards]


def score_best(table: Table, seat: int, it: int) -> None:
    """The best arrangement is found for everybody [E10, E14]."""
    cards = open_kinds(table, seat)
    add_points(table, seat, hand_score(cards, sizes(table)),
               best_groups(cards, sizes(table)) if table.is_heard else [])


def add_points(table: Table, seat: int, points: int, groups: Sequence[Group]) -> None:
    POINTS.add(table, points, seat)
    EARNED[ROUND.get(table) - 1].add(table, points, seat)
    if table.log is not None:
        laid_open, total = LAID_OPEN.of(table, seat), POINTS.get(table, seat)
        scored = [([int(table.face[laid_open[place]]) for place in group.places], group.points,
                   DOMAIN_NAMES[group.domain]) for group in groups]
        told = "; ".join([f"{' '.join([code(face) for face in faces])} for {brought} ({domain})"
                          for faces, brought, domain in scored])
        words = f"{{who}} scores {points}{': ' if told else ''}{told}. That makes {total} in all."
        table.log.append(Scored(seat, words, ROUND.get(table), points, total, scored))


class Grouping(Decision):
    """How a player arranges the own cards, in one sentence: 9K 9S 9T as K, 6V 8V 11V as V [V31].

    It lists the best arrangement and none at all; any legal one is in it.
    """

    def __init__(self, seat: int, cards: list[Held], stacks: list[int]) -> None:
        super().__init__(seat, "arrange", [])
        self.cards: Final = cards
        self.stacks: Final = stacks

    def groups(self, text: str) -> list[Group]:
        """What a sentence says, in the order said.

        :raises BadSaying: if that is no arrangement.
        """
        groups = [self._group(part.upper().split()) for part in text.split(",")]
        places = [place for group in groups for place in group.places]
        if len(set(places)) != len(places):
            raise BadSaying("a card belongs to one group at most")  # [E05]
        if sum([group.is_flush for group in groups]) > 1:
            raise BadSaying("there is one flush at most")
        return groups

    def _group(self, words: list[str]) -> Group:
        """Without a domain the best one counts; a set of one domain, out of two decks, is no flush unless need be."""
        names = words[:words.index("AS")] if "AS" in words else words
        places = [place for word in dict.fromkeys(names) for place, card in enumerate(self.cards)
                  if code(card[0]) == word]
        if len(places) != len(names) or len(places) not in (3, 4):
            raise BadSaying("a group is three or four own cards")  # [E04]
        values = {self.cards[place][1] for place in places}
        domains = sorted({self.cards[place][2] for place in places}, key=lambda domain: -self.stacks[domain - 1])
        if len(values) > 1 and len(domains) > 1:
            raise BadSaying("a group is of one value or of one domain")
        wanted = words[len(names) + 1:] if "AS" in words else [LETTERS[domains[0]]]
        if len(wanted) != 1 or wanted[0] not in [LETTERS[domain] for domain in domains]:
            raise BadSaying("a group counts as one of its domains")  # [E07]
        domain = LETTERS.index(wanted[0])
        return Group(sorted(places), domain, len(places) * self.stacks[domain - 1], len(values) > 1)

    def plain(self, groups: Sequence[Group]) -> str:
        return ", ".join([
            f"{' '.join([code(self.cards[place][0]) for place in group.places])} as {LETTERS[group.domain]}"
            for group in groups])

    def faces(self, sentence: str) -> list[Face]:
        return [Face(self.cards[place][0]) for group in self.groups(sentence) for place in group.places]

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, str):
            return type(choice) is int and choice == PASS
        try:
            return self.plain(self.groups(choice)) == choice
        except BadSaying:
            return False

    def listed(self) -> list[Choice]:
        best = best_groups([kind(value, domain) for _, value, domain in self.cards], self.stacks)
        return [PASS, self.plain(best)] if best else [PASS]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.listed())

    def __len__(self) -> int:
        return len(self.listed())

    def sample(self, rng: Random) -> Choice | None:
        return self.listed()[-1] if rng.random() < 0.8 else PASS

    def understood(self, table: Table, side: int, text: str) -> Choice | None:
        try:
            return self.plain(self.groups(text))
        except BadSaying:
            return None

    def is_binding(self) -> bool:
        return True

    def why_not(self, choice: Choice) -> str:
        if isinstance(choice, str):
            try:
                return f"Seat {self.seat + 1} cannot choose {choice!r}: say {self.plain(self.groups(choice))!r}."
            except BadSaying as fault:
                return f"Seat {self.seat + 1} cannot choose {choice!r}: {fault}."
        return super().why_not(choice)


class Arrange(Rule):
    """A player says which groups the own cards form, and scores as said [V31]."""

    def run(self, table: Table, frame: Frame) -> None:
        table.ask(frame)

    def decisions(self, table: Table, frame: Frame) -> list[Decision]:
        cards = [as_held(table, back) for back in LAID_OPEN.of(table, frame.side)]
        return [Grouping(table.captain[frame.side], cards, sizes(table))]

    def answer(self, table: Table, frame: Frame, seat: int, choice: Choice) -> None:
        groups: list[Group] = []
        if isinstance(choice, str):
            cards = [as_held(table, back) for back in LAID_OPEN.of(table, frame.side)]
            groups = Grouping(seat, cards, sizes(table)).groups(choice)
        add_points(table, frame.side, sum([group.points for group in groups]), groups)

    def label(self) -> str:
        return "arrange"


def scoring(options: Options) -> Rule:
    trim: Rule = do(discard_worst) if options.auto_trim else DiscardDown()
    score: Rule = Arrange() if options.manual_groups else do(score_best)
    return seq(
        entering(SCORING), if_(is_smallest_empty, do(discard_all), otherwise=trim), do(lay_open), in_turn_order(score))


def scores(table: Table) -> list[int]:
    return POINTS.of(table)


def winners(table: Table) -> list[int]:
    """The highest total; who is tied shares the victory [E18]."""
    totals = POINTS.of(table)
    return [seat for seat in range(table.sides) if totals[seat] == max(totals)]


# What is known beyond the cards

MENDINGS: Final = 40  # of a table in which something that was said would not be true
SWAPS: Final = 60  # tried for each


def claims(table: Table, side: int) -> list[Fact]:
    """All that a side has heard of others' hands and that must be true of them now [R16, R48, R49]."""
    found = [fact for fact in [read_fact(line) for line in FACTS.of(table)] if fact.by != side]
    for offer in offers_read_by(table, side):
        if offer.by != side and not offer.is_veiled():
            found += facts_of(offer.gives, offer.by)
    return found


def broken(table: Table, facts: Sequence[Fact]) -> list[Fact]:
    if not facts:
        return []
    hands = [numbers(holding(table, seat)) for seat in range(table.sides)]
    return [fact for fact in facts if not fact.is_true_of(hands[fact.by])]


def reveal_whispers(table: Table, side: int, rng: Random) -> None:
    """In an imagined table, too, private offers have words: those the side knows, or any [V19]."""
    for line in BOARD.of(table):
        offer = read_offer(line)
        if offer.is_veiled():
            known = [whispered for reader in (offer.by, offer.to) for whispered in WHISPERS.of(table, reader)
                     if read_offer(whispered).number == offer.number]
            words = known[0] if known else Offer(
                offer.number, offer.by, offer.to, [slot("**")], [sample_slot(rng.random, 1)]).line()
            for reader in (offer.by, offer.to):
                if words not in WHISPERS.of(table, reader):
                    WHISPERS.of(table, reader).append(words)


def mend(world: Table, side: int, facts: Sequence[Fact], rng: Random) -> bool:
    """Exchange hidden cards until all that was said is true, or give up."""
    may_be = world.row(side)
    hidden = [back for back in range(world.cards) if not world.knows(side, back) and may_be[back] & may_be[back] - 1]
    wrong = broken(world, facts)
    for _ in range(MENDINGS):
        if not wrong:
            return True
        fact = wrong[0]
        own = own_cards(world, fact.by)
        fitting = [back for back in hidden if back not in own and fits(world, back, fact.about)]
        spare = [back for back in hidden if back in own and not fits(world, back, fact.about)]
        pairs = [(one, other) for one in spare for other in fitting
                 if may_be[one] & BIT[world.face[other]] and may_be[other] & BIT[world.face[one]]]
        for one, other in rng.sample(pairs, min(SWAPS, len(pairs))):
            exchange_faces(world, one, other)
            left = broken(world, facts)
            if len(left) < len(wrong) or (len(left) == len(wrong) and fact not in left):
                wrong = left
                break
            exchange_faces(world, one, other)
        else:
            return False
    return False


def fits(table: Table, back: int, about: Slot) -> bool:
    _, value, domain = as_held(table, back)
    return about.fits(value, domain)


def exchange_faces(world: Table, one: int, other: int) -> None:
    world.face[one], world.face[other] = world.face[other], world.face[one]


def lacks_what_it_should(world: Table, side: int) -> bool:
    """[V20]"""
    for line in LACKS.of(world):
        number, _, gives = line.removeprefix("seat ").partition(" lacks ")
        seat = int(number) - 1
        if seat != side and fitting_cards(holding(world, seat), [slot(word) for word in gives.split()]):
            return False
    return True


def stage_anew(world: Table, side: int, rng: Random) -> bool:
    """Others have staged some of their cards, of which all they said is true; where they have, they stay [S09]."""
    for offer in open_offers(world):
        if offer.by == side:
            continue
        cards = holding(world, offer.by)
        staged = [card for card in cards if STAGED.get(world, card[0]) >> offer.number & 1]
        if can_be_paired(numbers(staged), offer.gives):
            continue
        ways = [list(way) for way in permutations(cards, len(offer.gives)) if can_be_paired(numbers(way), offer.gives)]
        if not ways:
            return False
        for card in staged:
            STAGED.put(world, card[0], STAGED.get(world, card[0]) & ~(1 << offer.number))
        for card in rng.choice(ways):
            STAGED.put(world, card[0], STAGED.get(world, card[0]) | 1 << offer.number)
    return True


def fitting(stages: bool) -> Callable[[Table, int, Random], bool]:
    def fit(world: Table, side: int, rng: Random) -> bool:
        """Let all that was said of hands and staged cards be true in an imagined table [R16, R48, R49]."""
        reveal_whispers(world, side, rng)
        facts = claims(world, side)
        if not mend(world, side, facts, rng) or not lacks_what_it_should(world, side):
            return False
        return stage_anew(world, side, rng) if stages else True

    return fit


def settle_hands(table: Table) -> None:
    """In a written position as well no hand holds a wild card, unless it says so; those in stacks were placed there."""
    for zone in STACKS:
        for back in zone.of(table):
            if table.card(back).is_wild:
                PLACED.put(table, table.face[back], 1)
    for seat in range(table.sides):
        if not wilds_in_hand(table, seat):
            learn_no_wilds(table, seat)


# The rules

def phases(options: Options, replace: Rule, growth: "Growth") -> dict[str, Rule]:
    """[R01]"""
    return {
        "deal": do(dealing(options)),
        "dealt wild cards": in_turn_order(while_(has_wild, do(show_wild), replace), do(know_no_wilds)),  # [S25]
        "first trading": trading(options, FIRST_TRADING, growth),
        "first effects": effects_phase(FIRST_EFFECTS, growth),
        "second trading": trading(options, SECOND_TRADING, growth),
        "second effects": effects_phase(SECOND_EFFECTS, growth),
        "scoring": scoring(options),
        "end of round": if_(is_not_last, do(pass_marker), do(gather)),  # [E15, E16]
    }


def stock_phrases() -> dict[tuple[str, str], str]:
    found = {}
    for letter, name in zip("KSTV", DOMAIN_NAMES[1:], strict=True):
        stock = f"stock {letter}"
        for source in ("deck", "discard", "hand", "expelled", "passing", "unplaced"):
            found[source, stock] = f"{{card}} comes to the {name} stock."
        for target in ("discard", "passing"):
            found[stock, target] = f"{{card}} leaves the {name} stock."
        found["unplaced", stock] = f"{{who}} puts {{card}} on the {name} stock."
        found[stock, "hand"] = f"{{who}} takes {{card}} from the {name} stock."
        found[stock, "unplaced"] = "{card} goes where {who} says."
        for other, goal in zip("KSTV", DOMAIN_NAMES[1:], strict=True):
            found[stock, f"stock {other}"] = f"{{card}} moves to the {goal} stock."
    return found


PHRASES: Final[dict[tuple[str, str], str]] = {
    **EFFECT_PHRASES, **stock_phrases(),
    ("hand", "trade table"): "{who} puts down {card}.", ("trade table", "hand"): "{who} takes {card}.",
    ("trade table", "own hand"): "{who} takes {card} back.", ("private table", "own hand"): "{who} takes {card} back.",
    ("hand", "private table"): "{who} puts down {card}.", ("private table", "hand"): "{who} takes {card}.",
    ("hand", "unplaced"): "{who} shows {card}.", ("deck", "unplaced"): "{card} is turned up; {who} says where it goes.",
    ("hand", "laid open"): "{who} lays {card} open.", ("resolving", "hand"): "{who} takes {card}.",
    ("deck", "expelled"): "{card} is left out of the game.",
}

PROMPTS: Final[dict[str, str]] = {
    **EFFECT_PROMPTS,
    "trade": "Make an offer, as in: offer 9K as *K to all for 7* - or pass, or say something.",
    "reply": "Commit to the offer with cards that are wanted, or pass.",
    "answer": "Answer the question truly, or say nothing.",
    "partner": "Choose with whom you trade.",
    "give": "Choose what you give for it.",
    "place": "Put the wild card on a stack.",
    "use": "Use the effect of a hand card, or pass.",
    "trim": "Choose what to discard, down to the smallest hand.",
    "arrange": "Say which groups your cards form, as in: 9K 9S 9T as K, 6V 8V 11V as V.",
    "tie window": "No commit comes at the same time any more.",
    "end trading": "Trading ends.",
}

LIVE_PROMPTS: Final[dict[str, str]] = {
    "trade": "Offer, commit, cancel, ask, answer, declare, wish; say done, or back.",
    "reply": "Commit at the same time, or keep out.",
}

PASSINGS: Final[dict[str, str]] = {
    "trade": "{who} passes.", "reply": "{who} does not take it.", "answer": "{who} says nothing.",
    "use": "{who} uses no effect.", "find": "{who} takes nothing.",
}

IDLE_WORDS: Final[dict[str, str]] = {**EFFECT_IDLE, "use": "You have no card whose effect you can use."}


def tech_exchange(
    options: Options = Options(), cards: list[Card] = GENERAL_EDITION, effects: Mapping[str, Rule] = EFFECTS,
) -> Game:
    """The game with its options; other cards and effects are for the examples of the rulebook."""
    place = placing(options)
    replace = seq(place, drawing(1))  # [X20]
    growth = Growth(place, options.wild_growth_extra)
    a_round = phases(options, replace, growth)
    return Game(
        "tech exchange", cards,
        repeat(ROUNDS, do(start_round), *a_round.values()), a_round, effects,
        Pieces(
            zones=[*STACKS, TRADE_TABLE, PRIVATE_TABLE, RESOLVING, UNPLACED, LAID_OPEN], common=COMMON,
            tallies=[ROUND, PHASE, POINTS, *EARNED, DONE, CAME, POSTED, ASKED, UNDER_WAY, TRADES, PASSES, IDLE, USERS],
            marks=[STAGED, CHANGED, PLACED], slates=[BOARD, QUESTIONS, FACTS, LACKS, WHISPERS],
            box=DECK, decks=lambda seats: 1 if seats < 5 else 2,  # [V01]
        ),
        Words(
            deck=DECK, discard=DISCARD, hand=HAND, expelled=EXPELLED, value=VALUE, domain=DOMAIN, neutral=stock_cards,
            ready=merge if options.reshuffle_merge else nothing_to_prepare, painted=settle_in_stock,
        ),
        Manners("Tech Exchange", prompts={**PROMPTS, **(LIVE_PROMPTS if is_live(options) else {})}, phrases=PHRASES,
                passing=PASSINGS, idle=IDLE_WORDS,
                wild="A wild card never stays in a hand: whoever gets it puts it on a stack, where it counts as one "
                "card, and draws another."),
        seats=range(2, 7), winners=winners, scores=scores,
        arrive=arriving(place, replace, options.wild_taken_redraw), greeting=[HAND, *STACKS],
        fit=fitting(not options.late_give_choice), settle=settle_hands, later=LATER,
        options=asdict(options),
        between={"wild card": replace, "placing": place, "growth": growth},  # what wild cards cause comes up anywhere
    )
