"""Gears of Industry: self-built decks, factories that turn, and poker clashes in two markets.

The numbers in brackets are clauses of the rulebook.  Its seat 1 is our seat 0.  Every player is a side, also in a team.
A card's face is 54 times the number of its Tech Deck and the printed card: 9K is the first player's, 9K' the second's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from random import Random
from typing import Final

from techdeck.cards import DECK_SIZE, GENERAL_EDITION, Back, Card, Domain, Face, code
from techdeck.decklists import (
    DECK_CARDS,
    MARKET_CARDS,
    PRESETS,
    RETIRED,
    DeckList,
    compact,
    deck_called,
    faults,
    parse,
    preset_named,
    read,
)
from techdeck.decklists import is_technology as is_technology_face
from techdeck.editions.general import EFFECTS
from techdeck.effects import (
    ACTIVE,
    ASIDE,
    COMMON,
    EFFECT_IDLE,
    EFFECT_PHRASES,
    EFFECT_PROMPTS,
    GUARDED,
    begin_use,
    cards_in_hand,
    discard_it,
    drawing,
    effect_of_it,
)
from techdeck.games.options import check
from techdeck.knowledge import BIT
from techdeck.poker import Ranking, as_named, category, every_card, in_sentence, points_of
from techdeck.rules import (
    InSecret,
    always,
    choose,
    choose_some,
    do,
    do_both,
    each_of,
    every_side,
    from_the_active,
    if_,
    in_turn_order,
    may,
    secretly,
    seq,
    the,
    unheard,
    while_,
)
from techdeck.table import (
    CARD_SETS,
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    UP_TO,
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
    Sets,
    Table,
    Tally,
    Test,
    WordKind,
    Words,
    Zone,
    alone,
    pair,
    single,
    unpack,
    when_needed,
)

PRINTED: Final = 52  # cards of a Tech Deck without the wild ones [S21]
MARKET_SIZE: Final = 30  # [S26]
HAND_LIMIT: Final = 7  # [R51]
SPOTS_EACH: Final = 3  # own cards of a player in a market [S6]
CHEAP: Final = 5  # [S31]
MOST_FOUND: Final = 3  # [S31]
TECHNOLOGY: Final = int(Domain.TECHNOLOGY)
NO_HAND: Final = -1  # [E13]

FACINGS: Final = ["upright", "right", "upside-down", "left"]  # by quarter turns [R10]
POSTURES: Final = ["stands upright", "lies to the right", "stands upside-down", "lies to the left"]
MARKET_NAMES: Final = ["M1", "M2"]
MARKET_HOME: Final = 9
OWN_PILES: Final = 1
MARKET_PILES: Final = 2
POOLED: Final = 0  # the way to pay that is no match; a match is the back of the paying card and one

# By version of the rules: the options that came with it, and the value with which older rules play on.
LATER: Final[dict[int, dict[str, object]]] = {2: {
    "discard_rule": "home", "deck_rule": "home", "others_draw_from": "own", "ties": "every_card",
    "ask_everything": True,
}}


@dataclass(frozen=True)
class Options:
    """[V1 to V29]"""

    game_mode: str = "basic"  # or advanced
    teams_4p: bool = True
    team_open_hands: bool = False
    target_points: int = 7
    deck_source: str = "chosen"  # or preset, random
    discard_rule: str = "effect"  # or home, zone
    tied_hands: str = "share"  # or first_in_order
    boost_choice: str = "open"  # or hidden
    suit_order: str = "group_first"  # or rest_first
    must_play_factory: bool = False
    skip_first_draw: str = "first_player"  # or everyone
    market_contribution: str = "chosen"  # or random
    reshuffle_merge: bool = False
    require_market_card: bool = False
    rotate_after_each_clash: bool = False
    end_check: str = "turn"  # or round, clash
    points_before_sum: bool = True
    five_of_a_kind: bool = False
    turn_cap: int = 50  # turns of each player; 0 means none
    start_search_shown: bool = True
    deck_rule: str = "effect"  # or home
    others_draw_from: str = "own"  # or active
    ties: str = "every_card"  # or as_written
    ask_everything: bool = False

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "game_mode": ("basic", "advanced"), "target_points": tuple(range(1, 100)),
            "deck_source": ("chosen", "preset", "random"), "discard_rule": ("effect", "home", "zone"),
            "tied_hands": ("share", "first_in_order"), "boost_choice": ("open", "hidden"),
            "suit_order": ("group_first", "rest_first"), "skip_first_draw": ("first_player", "everyone"),
            "market_contribution": ("chosen", "random"), "end_check": ("turn", "round", "clash"),
            "turn_cap": tuple(range(1000)), "deck_rule": ("effect", "home"), "others_draw_from": ("own", "active"),
            "ties": ("every_card", "as_written"),
        }
        check(asdict(self), allowed)


DECK: Final = Zone("deck", NOBODY)  # [S2]
DISCARD: Final = Zone("discard", EVERYBODY)  # [S3]
HAND: Final = Zone("hand", OWNER, mixed=True)  # [S4]
EXPELLED: Final = Zone("expelled", EVERYBODY, shared=True)
BOX: Final = Zone("box", NOBODY, shared=True)
POOL: Final = Zone("pool", OWNER, mixed=True)  # the Tech Decks before play [S1]
PICKED: Final = Zone("picked", OWNER, mixed=True)  # the deck list, until it is shuffled [S31]
FACTORY: Final = Zone("factory", EVERYBODY)  # [S5]
SPOTS: Final = [Zone("M1", EVERYBODY), Zone("M2", EVERYBODY)]  # each player's own cards in a market [S6]
NEUTRAL: Final = [Zone("neutral M1", EVERYBODY, shared=True, cells=2),
                  Zone("neutral M2", EVERYBODY, shared=True, cells=2)]  # [S7]
MARKET_DECK: Final = Zone("market deck", NOBODY, shared=True)  # [S8]
MARKET_DISCARD: Final = Zone("market discard", EVERYBODY, shared=True)  # [S9]
LEFTOVERS: Final = Zone("leftovers", NOBODY, shared=True, mixed=True)  # out of the game, unseen [S10]
OWN_PLACES: Final = [*SPOTS, FACTORY]  # [X4]
USABLE_PLACES: Final = [*SPOTS, *NEUTRAL]  # [R27]

POINTS: Final = Tally("points")
WON: Final = Tally("won the clash")
TURN: Final = Tally("turns played", shared=True)
DUE: Final = Tally("to be paid from the pool", shared=True)
CLASH: Final = Tally("market of the clash", shared=True)  # from one; 0 is none
CLASHED: Final = Tally("markets that clashed", shared=True)  # a bit for each
PILES: Final = Tally("piles in use", shared=True)  # of the effect under way: OWN_PILES, MARKET_PILES, or none [X1]

HOME: Final = Mark("home", on_back=True)  # the sleeve: a seat from one, or MARKET_HOME; 0 is out of the game [S12]
FACING: Final = Mark("facing", [FACTORY])  # quarter turns
PAID: Final = Mark("paid")  # stays on the card wherever it goes [X22]
BOOSTED: Final = Mark("boosted")  # in which market, from one
CHANGE_PLACES: Final = [HAND, FACTORY, *SPOTS, *NEUTRAL, *COMMON.zones]
VALUE: Final = Mark("value", CHANGE_PLACES)
DOMAIN: Final = Mark("domain", CHANGE_PLACES)


class Build(Kind):
    """A Technology card, and how it lies: 9T right."""

    def text(self, table: Table, side: int, choice: int) -> str:
        return f"{table.called(choice >> 2, side)} {FACINGS[choice & 3]}"

    def backs(self, choice: int) -> list[Back]:
        return [Back(choice >> 2)]


class Entering(Kind):
    """A card, a market, and the card it replaces there: 9K M1; 9K M2 for 3S."""

    def text(self, table: Table, side: int, choice: int) -> str:
        card, *old = [table.called(back, side) for back in unpack(choice >> 1)]
        return " ".join([card, MARKET_NAMES[choice & 1], *[f"for {replaced}" for replaced in old]])

    def backs(self, choice: int) -> list[Back]:
        return unpack(choice >> 1)


class Paying(Kind):
    """A factory card of the same value, or the pool."""

    def text(self, table: Table, side: int, choice: int) -> str:
        return "pooled" if choice == POOLED else f"matched by {table.called(choice - 1, side)}"

    def backs(self, choice: int) -> list[Back]:
        return [] if choice == POOLED else [Back(choice - 1)]


BUILDS: Final[Kind] = Build()
ENTRIES: Final[Kind] = Entering()
PAYMENTS: Final[Kind] = Paying()
MARKETS_KIND: Final[Kind] = WordKind(MARKET_NAMES)


# Bringing decks

class DeckChoice(Decision):
    """A whole deck, in one sentence [S22]: deck 1-5T 10-13K ...; in the advanced game also market 6-13K ... [S28].

    It lists the presets that are legal here, and samples any deck at all.
    """

    def __init__(self, seat: int, advanced: bool, gives_market: bool) -> None:
        super().__init__(seat, "bring", [])
        self.advanced: Final = advanced
        self.gives_market: Final = gives_market

    def wrong_with(self, text: str) -> list[str]:
        """All that keeps a text from being a legal deck, each in a few words."""
        cards, strange = read(text)
        return [*strange, *faults(cards, self.advanced, self.gives_market)]

    def __contains__(self, choice: object) -> bool:
        return isinstance(choice, str) and not self.wrong_with(choice)

    def __iter__(self) -> Iterator[Choice]:
        return iter(legal_presets(self.advanced, self.gives_market).values())

    def __len__(self) -> int:
        return len(legal_presets(self.advanced, self.gives_market))

    def sample(self, rng: Random) -> Choice | None:
        pool = [Face(number) for number in range(PRINTED)] * (2 if self.advanced else 1)
        deck = taken_out(pool, DECK_CARDS, rng)
        rest = [number for number in pool if not is_technology_face(number)]
        return compact(DeckList(deck, taken_out(rest, MARKET_CARDS, rng) if self.gives_market else []))

    def text(self, table: Table, side: int, choice: Choice) -> str:
        """Nobody else may read what a player brings [S2]."""
        return compact(parse(str(choice))) if side == table.side_of(self.seat) else "deck ??"

    def understood(self, table: Table, side: int, text: str) -> Choice | None:
        """A deck, however it is written, or the name of a preset."""
        if not self.wrong_with(text):
            return compact(parse(text))
        try:
            return legal_presets(self.advanced, self.gives_market).get(preset_named(text).name)
        except ValueError:
            return None

    def why_not(self, choice: Choice) -> str:
        if not isinstance(choice, str):
            return super().why_not(choice)
        return f"Seat {self.seat + 1} cannot choose this deck: {'; '.join(self.wrong_with(choice))}."


def taken_out(pool: list[Face], count: int, rng: Random) -> list[Face]:
    """So many cards of a pool, which loses them."""
    return [pool.pop(int(rng.random() * len(pool))) for _ in range(count)]


@cache
def legal_presets(advanced: bool, gives_market: bool) -> dict[str, str]:
    """By name, the presets that can be brought, as sentences; where chance gives the market cards, without those."""
    lists = {name: preset.cards if gives_market else DeckList(preset.cards.deck) for name, preset in PRESETS.items()}
    return {name: compact(cards) for name, cards in lists.items() if not faults(cards, advanced, gives_market)}


class PresetChoice(Decision):
    """One of the presets, by name [V10]."""

    def __init__(self, seat: int, advanced: bool) -> None:
        super().__init__(seat, "bring", [])
        self.advanced: Final = advanced
        self.names: Final = [name for name, preset in PRESETS.items() if advanced or not preset.advanced]

    def __contains__(self, choice: object) -> bool:
        if choice in self.names:
            return True
        retired = RETIRED.get(str(choice))
        return retired is not None and (self.advanced or not retired.market)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def sample(self, rng: Random) -> Choice | None:
        return rng.choice(self.names)

    def text(self, table: Table, side: int, choice: Choice) -> str:
        return str(choice) if side == table.side_of(self.seat) else "??"


class BringDecks(InSecret):
    """All players bring a deck, in secret and at the same time [S22].

    What they bring lies sealed as a bit for each card of the own pool, for the deck and for the Market deck.
    """

    def __init__(self, advanced: bool, gives_market: bool, only_presets: bool) -> None:
        super().__init__("bring")
        self.advanced: Final = advanced
        self.gives_market: Final = gives_market
        self.only_presets: Final = only_presets

    def question(self, table: Table, frame: Frame, side: int) -> Decision:
        seat = table.captain[side]
        if self.only_presets:
            return PresetChoice(seat, self.advanced)
        return DeckChoice(seat, self.advanced, self.gives_market)

    def carry_out(self, table: Table, frame: Frame, sides: Sequence[int]) -> None:
        for side in sides:
            deck, market = table.sealed[side]
            bring(table, side, deck, market)

    def seal(self, choice: Choice) -> list[int]:
        text = str(choice)
        preset = deck_called(text)
        return sealed_deck(parse(text) if preset is None else DeckList(preset.deck))


def sealed_deck(cards: DeckList) -> list[int]:
    """Deck and market cards as bits; the second copy of a card is that of the second Tech Deck."""
    used = 0
    sealed = []
    for part in (cards.deck, cards.market):
        bits = 0
        for number in part:
            bit = BIT[number + DECK_SIZE] if used & BIT[number] else BIT[number]
            used |= bit
            bits |= bit
        sealed.append(bits)
    return sealed


def is_technology(table: Table, back: int) -> bool:
    """By the printed domain: a changed one moves no card [X15]."""
    return table.card(back).domain_number == TECHNOLOGY


def cards_each(table: Table) -> int:
    """How many faces a player's Tech Decks have; those of the first player come first, and so on."""
    return table.cards // table.sides


def hand_out(table: Table, side: int, it: int) -> None:
    """Everybody knows what a Tech Deck holds; each player gets the own, without wild cards [S1, S21]."""
    share = cards_each(table)
    everything = (1 << table.cards) - 1
    pools = [POOL.to_change(table, owner) for owner in range(table.sides)]
    wild: list[Back] = []
    for back in BOX.of(table):
        if table.card(back).is_wild:
            wild.append(back)
        else:
            pools[table.face[back] // share].append(back)
    BOX.to_change(table)[:] = wild
    table.move_all(BOX, EXPELLED, side)
    for owner in range(table.sides):
        table.rule_out_all(pools[owner], everything & ~printed_faces(share, owner))
        table.shuffle(POOL, owner)
        table.show_all_in(POOL, owner, owner)


@cache
def printed_faces(share: int, owner: int) -> int:
    """What a player's Tech Decks hold without the wild cards, as bits."""
    first = share * owner
    return sum([BIT[number] for number in range(first, first + share) if number % DECK_SIZE < PRINTED])


def take_out(table: Table, side: int, cards: int, target: Zone, home: int) -> None:
    """Move cards out of a player's pool, in the order of the deck; they get their sleeves."""
    first = side * cards_each(table)
    faces = [Face(first + number) for number in range(cards_each(table)) if cards & BIT[number]]
    for back in table.move_each(faces, POOL, target, side):
        HOME.put(table, back, home)


def bring(table: Table, side: int, deck: int, market: int) -> None:
    log, table.log = table.log, None
    take_out(table, side, deck, PICKED, side + 1)
    take_out(table, side, market, MARKET_DECK, MARKET_HOME)
    table.log = log
    table.say(side, f"{{who}} brings a deck of {DECK_CARDS} cards.")


def bring_random(table: Table, side: int, it: int) -> None:
    """Any 26 cards of the own [V10]."""
    for player in range(table.sides):
        own = sorted([int(table.face[back]) for back in POOL.of(table, player)])
        table.chance().shuffle(own)
        first = player * cards_each(table)
        bring(table, player, sum([BIT[number - first] for number in own[:DECK_CARDS]]), 0)


def leave_the_rest(table: Table, side: int, it: int) -> None:
    """Nobody can tell any more what was not picked [S29]."""
    for player in range(table.sides):
        table.move_all(POOL, LEFTOVERS, player)


def contribute(table: Table, side: int, faces: list[Face]) -> None:
    """Let leftovers come into the Market deck."""
    for back in table.move_each(faces, LEFTOVERS, MARKET_DECK, side):
        HOME.put(table, back, MARKET_HOME)


def unpicked(table: Table) -> list[Face]:
    """What could be given to the Market deck, in the order of the decks."""
    return sorted([table.face[back] for back in LEFTOVERS.of(table) if not is_technology(table, back)])


def gather_market(table: Table, side: int, it: int) -> None:
    """Thirty of what all players did not pick, or all there is [S26, S27]."""
    left = unpicked(table)
    table.chance().shuffle(left)
    contribute(table, side, left[:MARKET_SIZE])


def gather_from_each(table: Table, side: int, it: int) -> None:
    """Fifteen random cards of each player [V17]."""
    share = cards_each(table)
    of_all = unpicked(table)
    for owner in range(table.sides):
        left = [number for number in of_all if number // share == owner]
        table.chance().shuffle(left)
        contribute(table, side, left[:MARKET_CARDS])


def shuffle_market(table: Table, side: int, it: int) -> None:
    """It never holds Technology, which everybody knows [S8]."""
    table.shuffle(MARKET_DECK)
    table.rule_out_all(MARKET_DECK.of(table), technology_faces(table))


def technology_faces(table: Table) -> int:
    of_a_deck = sum([BIT[number] for number, card in enumerate(table.game.cards) if card.domain_number == TECHNOLOGY])
    return sum([of_a_deck << first for first in range(0, table.cards, DECK_SIZE)])


# Start search

def cheap_technology(table: Table, side: int, it: int) -> Sequence[int]:
    """Up to three together [S31]."""
    cheap = [back for back in PICKED.of(table, side) if is_technology(table, back) and table.card(back).value <= CHEAP]
    return Sets(table.in_order(cheap), UP_TO[MOST_FOUND])


def taking_found(shown: bool) -> Rule:
    def take_found(table: Table, side: int, it: int) -> None:
        """They are shown, and are ordinary hand cards from then on [S32]."""
        found = table.each_face(it)
        table.move_each(found, PICKED, HAND, side)
        for number in found if shown else []:
            table.show_in(table.find(number, HAND, side), HAND, side)

    return do(take_found)


def lay_down_decks(table: Table, side: int, it: int) -> None:
    for player in range(table.sides):
        table.move_all(PICKED, DECK, player)


def shuffle_decks(table: Table, side: int, it: int) -> None:
    """[S33]"""
    for player in range(table.sides):
        table.shuffle(DECK, player)


# A turn

def active_player(table: Table, side: int, it: int) -> Sequence[int]:
    return [(table.first + TURN.get(table)) % table.sides]  # [R1]


def begin_turn(table: Table, side: int, it: int) -> None:
    GUARDED.put(table, 0, side)  # [X19]
    if table.is_heard:
        table.say(side, f"Turn {TURN.get(table) + 1}: {{who}} is active.")


def draws_first(everyone_skips: bool) -> Test:
    def draws(table: Table, side: int, it: int) -> bool:
        return TURN.get(table) >= (table.sides if everyone_skips else 1)  # [R4, V16]

    return draws


# Factories

def building(facings: int) -> Ask:
    """The facings are asked for in their order: two are enough to stand or to lie [R7, V29]."""
    def ways_to_build(table: Table, side: int, it: int) -> Sequence[int]:
        """A Technology card in hand, and how it lies [R6]."""
        able = [back for back in HAND.of(table, side) if is_technology(table, back)]
        return [back << 2 | facing for back in table.in_order(able) for facing in range(facings)]

    return ways_to_build


def holds_cards(table: Table, side: int, it: int) -> bool:
    return bool(HAND.of(table, side))


def build_it(table: Table, side: int, it: int) -> None:
    back = table.move(it >> 2, HAND, FACTORY, side)
    FACING.put(table, table.face[back], it & 3)
    if table.is_heard:
        table.say(side, f"{code(table.face[back])} {POSTURES[it & 3]}.")


def is_horizontal(table: Table, back: int) -> bool:
    return FACING.get(table, table.face[back]) & 1 == 1  # [R11]


def horizontal(table: Table, side: int, it: int) -> list[Back]:
    return [back for back in FACTORY.of(table, side) if is_horizontal(table, back)]


def vertical(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for back in FACTORY.of(table, side) if not is_horizontal(table, back)]


def turn(table: Table, back: int) -> None:
    """A quarter, clockwise [R10]."""
    face = table.face[back]
    FACING.put(table, face, FACING.get(table, face) + 1 & 3)


def named_with_facing(table: Table, backs: Sequence[int]) -> str:
    return ", ".join(f"{code(table.face[back])} (now {FACINGS[FACING.get(table, table.face[back])]})" for back in backs)


def rotate_them(table: Table, side: int, it: int) -> None:
    for back in unpack(it):
        turn(table, back)
    if table.is_heard:
        table.say(side, f"{{who}} turns {named_with_facing(table, unpack(it))}.")


# Entering a market

def thirds(value: int) -> int:
    return (value + 2) // 3


def paying(asks_everything: bool) -> Ask:
    def ways_to_pay(table: Table, side: int, it: int) -> Sequence[int]:
        """A factory card of the same printed value, or the pool; so that the pool can still be paid [R18 to R21, R25].

        Where the pool takes no more than one factory card for it, a match gives nothing that the pool does not give
        too: that one, or any other, can still be chosen [V29].
        """
        able = horizontal(table, side, it)
        value = table.card(it).value
        due = DUE.get(table)
        ways = [POOLED] if can_be_pooled(table, able, value) else []
        if ways and not asks_everything and thirds(due + value) - thirds(due) <= 1:
            return ways
        if can_be_matched(table, able):
            for back in able:
                if table.card(back).value == value:
                    ways.append(back + 1)
        return ways

    return ways_to_pay


def output_is_left(table: Table, side: int, it: int) -> bool:
    """Whether a card could be paid for, as far as everybody can see."""
    return holds_cards(table, side, it) and DUE.get(table) < 3 * len(horizontal(table, side, it))


def can_be_pooled(table: Table, able: list[Back], value: int) -> bool:
    """Whether the factory cards that can pay are enough for one more card."""
    return DUE.get(table) + value <= 3 * len(able)


def can_be_matched(table: Table, able: list[Back]) -> bool:
    """Whether one of them is not needed for the pool."""
    return DUE.get(table) <= 3 * len(able) - 3


def can_be_paid(table: Table, able: list[Back], it: int) -> bool:
    value = table.card(it).value
    return can_be_pooled(table, able, value) or (
        can_be_matched(table, able) and any(table.card(back).value == value for back in able))


def entries(table: Table, side: int, it: int) -> Sequence[int]:
    """A card that can be paid, a market, and what it replaces in a full one [R13 to R16]."""
    found: list[int] = []
    able = horizontal(table, side, it)
    if not able:  # everything costs something
        return found
    payable = [card for card in HAND.of(table, side)
               if not is_technology(table, card) and can_be_paid(table, able, card)]
    places = places_to_enter(table, side) if payable else []
    for card in table.in_order(payable):
        for place in places:
            found.append(single(card) << 1 | place)
    return found


def places_to_enter(table: Table, side: int) -> list[int]:
    """A market, or in a full one what is replaced there: an entry without its card."""
    places: list[int] = []
    for market, zone in enumerate(SPOTS):
        own = zone.of(table, side)
        if len(own) < SPOTS_EACH:
            places.append(market)
        else:
            for old in own:
                places.append(pair(EMPTY, old) << 1 | market)
    return places


def enter_it(table: Table, side: int, it: int) -> None:
    zone = SPOTS[it & 1]
    cards = unpack(it >> 1)
    if len(cards) > 1:
        table.game.words.dismiss(table, cards[1], zone, side)
    table.move(cards[0], HAND, zone, side)


def market_of_it(table: Table, side: int, it: int) -> Sequence[int]:
    """Of an entry no more than that is remembered while it is paid: the back in hand was a secret."""
    return [it & 1]


def entered(table: Table, side: int, it: int) -> Sequence[int]:
    return SPOTS[it].of(table, side)[-1:]


def pay_with(table: Table, side: int, backs: Sequence[int]) -> None:
    """Every paying card turns, and cannot boost any more in this turn [R22]."""
    for back in backs:
        turn(table, back)
        PAID.put(table, table.face[back], 1)
    if table.is_heard:
        table.say(side, f"{{who}} pays with {named_with_facing(table, backs)}.")


def settle_that(table: Table, side: int, it: int, that: int) -> None:
    """Matched at once; what is pooled is paid after both plays."""
    if it == POOLED:
        DUE.add(table, table.card(that).value)
    else:
        pay_with(table, side, [it - 1])


def factories_due(table: Table) -> int:
    return thirds(DUE.get(table))  # [R20]


def pay_from_pool(table: Table, side: int, it: int) -> None:
    """What is too much is lost."""
    pay_with(table, side, unpack(it))
    DUE.put(table, 0)


# Effects and places

def send_home(table: Table, back: int, source: Zone, side: int) -> None:
    """A discarded card goes to the pile of its home, from wherever [X6]."""
    home = HOME.get(table, back)
    if home == MARKET_HOME:
        table.move(back, source, MARKET_DISCARD, side)
    else:
        table.move(back, source, DISCARD, side, to=home - 1)


def send_by_place(table: Table, back: int, source: Zone, side: int) -> None:
    """To the pile of the place that it leaves [V11]."""
    if source is ASIDE:
        table.move(back, source, piles(table)[1], side)
    else:
        table.move(back, source, MARKET_DISCARD if source in NEUTRAL else DISCARD, side)


def send_by_effect(table: Table, back: int, source: Zone, side: int) -> None:
    """What an effect discards goes to its discard, or that of the player whose hand it leaves [V11, X8]."""
    if not PILES.get(table):
        send_by_place(table, back, source, side)
    elif PILES.get(table) == OWN_PILES:
        table.move(back, source, DISCARD, side, to=side if source is HAND else ACTIVE.get(table))
    elif is_technology(table, back):
        send_home(table, back, source, side)
    else:
        table.move(back, source, MARKET_DISCARD, side)


DISMISSALS: Final[dict[str, Callable[[Table, int, Zone, int], None]]] = {
    "home": send_home, "zone": send_by_place, "effect": send_by_effect,
}


def deck_of_home(table: Table, back: int, side: int) -> tuple[Zone, int]:
    """To the deck of its home, whatever the effect [V26]."""
    home = HOME.get(table, back)
    return (MARKET_DECK, 0) if home == MARKET_HOME else (DECK, home - 1)


def deck_of_effect(table: Table, back: int, side: int) -> tuple[Zone, int]:
    """What an effect puts into a deck goes to its own, but Technology never to that of the Market [X11, DK-Q27]."""
    if PILES.get(table) == OWN_PILES:
        return DECK, side
    return deck_of_home(table, back, side) if is_technology(table, back) else (MARKET_DECK, 0)


DECKS: Final[dict[str, Callable[[Table, int, int], tuple[Zone, int]]]] = {
    "effect": deck_of_effect, "home": deck_of_home,
}


def active_in_own_effect(table: Table, side: int) -> int:
    """All draw from the deck of the player whose card says so [V27]."""
    return ACTIVE.get(table) if PILES.get(table) == OWN_PILES else side


def piles(table: Table) -> tuple[Zone, Zone]:
    """The Market's while the effect of a neutral card is under way, else the player's own [X1]."""
    return (MARKET_DECK, MARKET_DISCARD) if PILES.get(table) == MARKET_PILES else (DECK, DISCARD)


def may_lie(table: Table, back: int, zone: Zone) -> bool:
    """Technology in no market, and nothing else in a factory area [X15]."""
    if zone is FACTORY:
        return is_technology(table, back)
    return not is_technology(table, back) or not (zone in SPOTS or zone in NEUTRAL)


def neutral(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for zone in NEUTRAL for back in zone.of(table) if back != EMPTY]


def is_neutral(table: Table, back: int) -> bool:
    return any(back in zone.of(table) for zone in NEUTRAL)


def controlled(table: Table, side: int, it: int) -> Sequence[int]:
    """[X4]"""
    found: list[int] = []
    for zone in OWN_PLACES:
        found.extend(zone.of(table, side))
    return found


def usable(table: Table, side: int, it: int) -> Sequence[int]:
    """Own market cards and neutral ones [R26, R27]."""
    found: list[int] = []
    for zone in USABLE_PLACES:
        for back in zone.of(table, side):
            if back != EMPTY and table.card(back).effect:
                found.append(back)
    return found


def take_up_piles(table: Table, side: int, it: int) -> None:
    """Where the used card lies now decides, wherever the effect moves it [X1, DK-R13]."""
    PILES.put(table, MARKET_PILES if is_neutral(table, it) else OWN_PILES)
    if table.is_heard and is_neutral(table, it):
        table.say(side, f"{code(table.face[it])} is neutral: deck and discard are those of the Market.")


def put_down_piles(table: Table, side: int, it: int) -> None:
    PILES.put(table, 0)


def refilling(merge: bool) -> Rule:
    def refill_neutral(table: Table, side: int, it: int) -> None:
        """Every empty slot, the first market before the second, as far as there are cards [S30, R54]."""
        empty = 0
        for zone in NEUTRAL:
            empty += zone.empty_cells(table)
        if not empty:
            return
        if merge and len(MARKET_DECK.of(table)) < empty:
            table.put_back(MARKET_DECK, MARKET_DISCARD, side)
        for zone in NEUTRAL:
            for cell, back in enumerate(zone.of(table)):
                top = table.top_of(MARKET_DECK, MARKET_DISCARD, side) if back == EMPTY else None
                if top is not None:
                    table.move(top, MARKET_DECK, zone, side, at=cell)

    return do(refill_neutral)


def merge_piles(table: Table, side: int, it: int) -> None:
    """Too few cards for the whole operation: deck and discard are shuffled together first [V18]."""
    deck, discard = piles(table)
    if len(deck.of(table, side)) < it:
        table.put_back(deck, discard, side)


# Clashes

def clash_markets(table: Table, side: int, it: int) -> Sequence[int]:
    """Where the active player has three cards and there was no clash in this turn [R30]."""
    return [market for market in range(len(SPOTS)) if may_clash_in(table, side, market)]


def may_clash_in(table: Table, side: int, market: int) -> bool:
    return len(SPOTS[market].of(table, side)) == SPOTS_EACH and not CLASHED.get(table) >> market & 1


def can_clash(table: Table, side: int, it: int) -> bool:
    return any(may_clash_in(table, side, market) for market in range(len(SPOTS)))


def open_clash(table: Table, side: int, it: int) -> None:
    CLASH.put(table, it + 1)
    CLASHED.put(table, CLASHED.get(table) | 1 << it)
    if table.is_heard:
        table.say(side, f"{{who}} starts a clash in market {it + 1}.")


def close_clash(table: Table, side: int, it: int) -> None:
    CLASH.put(table, 0)
    WON.reset(table)


def no_clash_yet(table: Table, side: int, it: int) -> bool:
    return not CLASHED.get(table)


def own_in_clash(table: Table, side: int) -> list[Back]:
    return SPOTS[CLASH.get(table) - 1].of(table, side)


def neutral_in_clash(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for back in NEUTRAL[CLASH.get(table) - 1].of(table) if back != EMPTY]


def contending(only_with_cards: bool) -> Ask:
    """The active player first, then clockwise [R32]; by option without those who have no card there [R36, V19]."""
    def contenders(table: Table, side: int, it: int) -> Sequence[int]:
        everybody = from_the_active(table, side, it)
        return [player for player in everybody if own_in_clash(table, player)] if only_with_cards else everybody

    return contenders


def use_of_factory(facing: int, paid: int, boosted: int) -> str:
    """What a factory card can do as it lies and by what it did in this turn: pay, boost or nothing [R11, R33]."""
    if facing & 1:
        return "pay"
    return "" if paid or boosted else "boost"


def may_boost(table: Table, back: int) -> bool:
    """[R33]"""
    face = table.face[back]
    return use_of_factory(FACING.get(table, face), PAID.get(table, face), BOOSTED.get(table, face)) == "boost"


def able_to_boost(table: Table, side: int, it: int) -> Sequence[int]:
    return [back for back in FACTORY.of(table, side) if may_boost(table, back)]


def can_boost(table: Table, side: int, it: int) -> bool:
    return any(may_boost(table, back) for back in FACTORY.of(table, side))


def gaining(options: Options) -> Test:
    """Whether a boost could make the hand of a player better; if none does, it would only be lost [V29]."""
    ranking, decide = Ranking(options.five_of_a_kind, options.suit_order), deciding(options.ties)

    def gains(table: Table, side: int, it: int) -> bool:
        boosts = able_to_boost(table, side, it)
        cards = [poker_card(table, back) for back in clash_cards(table, side)] if boosts else []
        now = decide(ranking.rank(cards)) if cards else NO_HAND
        return any([decide(ranking.rank([*cards, poker_card(table, back)])) > now for back in boosts])

    return gains


def boost_with_it(table: Table, side: int, it: int) -> None:
    """It neither moves nor turns [R34]."""
    BOOSTED.put(table, table.face[it], CLASH.get(table))
    if table.is_heard:
        table.say(side, f"{{who}} boosts with {code(table.face[it])}.")


def poker_card(table: Table, back: int) -> int:
    """A card as the ranking sees it, with its current value and domain [X19]."""
    return 4 * table.value(back) + table.domain(back) - 5


def clash_cards(table: Table, side: int) -> list[int]:
    """Own cards, neutral cards and boost [R35]."""
    market = CLASH.get(table)
    found: list[int] = list(own_in_clash(table, side))
    for back in NEUTRAL[market - 1].of(table):
        if back != EMPTY:
            found.append(back)
    for back in FACTORY.of(table, side):
        if BOOSTED.get(table, table.face[back]) == market:
            found.append(back)
    return found


def clash_key(table: Table, side: int, ranking: Ranking) -> int:
    """The best hand in them [E1]; who has no card at all cannot win [E13]."""
    cards = clash_cards(table, side)
    return ranking.rank([poker_card(table, back) for back in cards]) if cards else NO_HAND


def deciding(ties: str) -> Callable[[int], int]:
    """What is compared of a hand: every card, or no more than the rulebook names [V28]."""
    return as_named if ties == "as_written" else every_card


def in_pairs(options: Options, table: Table) -> bool:
    return options.teams_4p and table.sides == 4


def team(options: Options, table: Table, side: int) -> int:
    """Four play as two pairs, who sit alternately [S24, V3]; all others alone."""
    return side % 2 if in_pairs(options, table) else side


def first_of_each_team(options: Options, table: Table, players: Sequence[int]) -> list[int]:
    """Of partners only the one met first [V8]."""
    met: dict[int, int] = {}
    for player in players:
        met.setdefault(team(options, table, player), player)
    return list(met.values())


def judging(options: Options) -> Rule:
    ranking = Ranking(options.five_of_a_kind, options.suit_order)
    contenders = contending(options.require_market_card)
    decide = deciding(options.ties)

    def judge(table: Table, side: int, it: int) -> None:
        """All with the best hand win and score [R37 to R39, E18]."""
        players = contenders(table, side, it)
        keys = [clash_key(table, player, ranking) for player in players]
        best = max(keys)
        tied = [player for place, player in enumerate(players) if decide(keys[place]) == decide(best)]
        if table.is_heard:
            for place, player in enumerate(players):
                made = "no cards" if keys[place] == NO_HAND else in_sentence(keys[place])
                table.say(player, f"{{who}} has {made}.")
        points = points_of(category(best))
        for player in first_of_each_team(options, table, tied[:1] if options.tied_hands != "share" else tied):
            WON.put(table, 1, player)
            POINTS.add(table, points, player)
            if table.is_heard:
                table.say(player, f"{{who}} wins the clash in market {CLASH.get(table)} with {in_sentence(best)}: "
                                  f"{points} point{'s' * (points > 1)}.")

    return do(judge)


def clash_winners(table: Table, side: int, it: int) -> Sequence[int]:
    """[R42]"""
    return [player for player in from_the_active(table, side, it) if WON.get(table, player)]


def left_of_it(table: Table, side: int, it: int) -> Sequence[int]:
    return [(it + 1) % table.sides]


def winners_cards(table: Table, side: int, it: int) -> Sequence[int]:
    """The own cards of the winner, "it", in this market; no boost is among them [R40]."""
    return own_in_clash(table, it)[:]


def remove_it(table: Table, side: int, it: int, that: int) -> None:
    table.game.words.dismiss(table, it, SPOTS[CLASH.get(table) - 1], that)


def remove_neutral(table: Table, side: int, it: int) -> None:
    table.game.words.dismiss(table, it, NEUTRAL[CLASH.get(table) - 1], side)


# The end of a turn, and of the game

def above_limit(table: Table, side: int, it: int) -> bool:
    return len(HAND.of(table, side)) > HAND_LIMIT  # [R51]


def clean_up(table: Table, side: int, it: int) -> None:
    """[R52]"""
    for mark in (PAID, BOOSTED, VALUE, DOMAIN):
        mark.clear(table)
    CLASHED.put(table, 0)
    TURN.add(table, 1)


def points_of_all(options: Options, table: Table) -> list[int]:
    """Those of partners together [V4]."""
    points = POINTS.of(table)
    return [each + points[(side + 2) % 4] for side, each in enumerate(points)] if in_pairs(options, table) else points


def nobody_has_enough(options: Options) -> Test:
    def is_open(table: Table, side: int, it: int) -> bool:
        return all(points < options.target_points for points in points_of_all(options, table))

    return is_open


def is_on(options: Options) -> Test:
    cap, each_turn, is_open = options.turn_cap, options.end_check != "round", nobody_has_enough(options)

    def goes_on(table: Table, side: int, it: int) -> bool:
        """[E20, E24, V21]"""
        turns = TURN.get(table)
        if cap and turns >= cap * table.sides:
            return False
        is_checked = each_turn or turns % table.sides == 0
        return not is_checked or is_open(table, side, it)

    return goes_on


def sum_in_play(options: Options, table: Table, side: int) -> int:
    """Printed values of own market and factory cards, of partners together [E22, V7]."""
    return sum([table.card(back).value for player in range(table.sides)
                if team(options, table, player) == team(options, table, side)
                for back in controlled(table, player, 0)])


def scoring(options: Options) -> Callable[[Table], list[int]]:
    def scores(table: Table) -> list[int]:
        return points_of_all(options, table)

    return scores


def winning(options: Options) -> Callable[[Table], list[int]]:
    def winners(table: Table) -> list[int]:
        """Most points, then the cards in play; who is still equal shares [E21 to E24, V22]."""
        points = points_of_all(options, table)
        if not options.points_before_sum:
            points = [min(each, options.target_points) for each in points]
        worth = [(points[side], sum_in_play(options, table, side)) for side in range(table.sides)]
        return [side for side in range(table.sides) if worth[side] == max(worth)]

    return winners


# What a written position leaves out

def give_sleeves(table: Table) -> None:
    """Cards without a sleeve get one, by where they lie, and all sleeves tell what may be in them [S12]."""
    common = [*NEUTRAL, MARKET_DECK, MARKET_DISCARD]
    personal = [DECK, DISCARD, HAND, FACTORY, PICKED, *SPOTS, *COMMON.zones]
    share = cards_each(table)
    by_home: dict[int, list[Back]] = {}
    for zone in [*common, *personal]:
        for owner in range(1 if zone.shared else table.sides):
            for back in zone.of(table, owner):
                if back != EMPTY:
                    natural = MARKET_HOME if zone in common else table.face[back] // share + 1
                    HOME.put(table, back, HOME.get(table, back) or natural)
                    by_home.setdefault(HOME.get(table, back), []).append(back)
    everything = (1 << table.cards) - 1
    for home, backs in by_home.items():
        if home == MARKET_HOME:
            possible = everything & ~technology_faces(table)
        else:
            possible = (1 << share) - 1 << share * (home - 1)
        for back in backs:
            possible |= BIT[table.face[back]]
        table.rule_out_all(backs, everything & ~possible)
    for owner in range(table.sides):
        table.rule_out_all(POOL.of(table, owner), everything & ~((1 << share) - 1 << share * owner))


def partners(sides: int, side: int) -> list[int]:
    """Of four, those who sit across [V3]."""
    return [player for player in range(sides) if player == side or (sides == 4 and player % 2 == side % 2)]


def partner_sees(table: Table, zone: Zone, owner: int) -> int:
    """[V5]"""
    return 1 << (owner + 2) % 4 if zone is HAND and table.sides == 4 else 0


# The rules

def bringing(options: Options) -> Rule:
    """[S22, V10]"""
    if options.deck_source == "random":
        return do(bring_random)
    advanced = options.game_mode == "advanced"
    gives_market = advanced and options.market_contribution == "chosen"
    return BringDecks(advanced, gives_market, options.deck_source == "preset")


def market_making(options: Options) -> Sequence[Rule]:
    """[S26, S28]"""
    if options.game_mode == "basic":
        gather = [unheard(gather_market)]
    elif options.deck_source == "chosen" and options.market_contribution == "chosen":
        gather = []  # it was brought with the decks
    else:
        gather = [unheard(gather_from_each)]
    return [unheard(leave_the_rest), *gather, do(shuffle_market)]


def setup(options: Options) -> Rule:
    return seq(
        unheard(hand_out),
        bringing(options),
        *market_making(options),
        refilling(options.reshuffle_merge),  # [S30]
        secretly("search", every_side, cheap_technology, then=taking_found(options.start_search_shown),
                 kind=CARD_SETS, may_pass=always),  # [S31]
        unheard(lay_down_decks),
        do(shuffle_decks),
        in_turn_order(drawing(4)),  # [S34]
    )


def draw_phase(options: Options) -> Rule:
    return seq(do(begin_turn), if_(draws_first(options.skip_first_draw == "everyone"), drawing(1)))  # [R3]


def factory_phase(options: Options) -> Rule:
    """[R6, V15]"""
    ways = building(4 if options.ask_everything else 2)
    if options.must_play_factory:
        return choose("build", ways, then=do(build_it), kind=BUILDS)
    build = may("build", ways, then=do(build_it), kind=BUILDS)
    return build if options.ask_everything else if_(holds_cards, build)


def enter_phase(options: Options) -> Rule:
    """An entry is declared as a whole, so nothing new is seen before it is complete [R13]."""
    pay = choose("pay", paying(options.ask_everything), then=do_both(settle_that), kind=PAYMENTS, obvious=True,
                 about_it=True)
    return seq(
        may("enter", entries, then=seq(do(enter_it), the(market_of_it, the(entered, pay))), times=2, kind=ENTRIES,
            only_if=None if options.ask_everything else output_is_left),
        choose_some("pay with", horizontal, do(pay_from_pool), factories_due),
        refilling(options.reshuffle_merge),
        choose_some("rotate", horizontal, do(rotate_them)),  # [R23]
    )


def effect_phase(options: Options) -> Rule:
    return may("use", usable, then=seq(  # [R26]
        do(begin_use), do(take_up_piles), effect_of_it, do(put_down_piles), refilling(options.reshuffle_merge)))


ROTATE: Final = each_of(from_the_active, choose_some("rotate", vertical, do(rotate_them)))  # [R48]


def boosting(options: Options) -> Rule:
    """[R32, V13]"""
    contenders = contending(options.require_market_card)
    is_asked = can_boost if options.ask_everything else gaining(options)

    def who_can_boost(table: Table, side: int, it: int) -> Sequence[int]:
        return [player for player in contenders(table, side, it) if is_asked(table, player, it)]

    if options.boost_choice == "hidden":
        return secretly("boost", who_can_boost, able_to_boost, then=do(boost_with_it), may_pass=always)
    return each_of(contenders, if_(is_asked, may("boost", able_to_boost, then=do(boost_with_it))))


def until_decided(options: Options, rule: Rule) -> Rule:
    """By option nothing more happens once a clash has brought somebody to the target [V21]."""
    return if_(nobody_has_enough(options), rule) if options.end_check == "clash" else rule


def clash_phase(options: Options) -> Rule:
    refill = refilling(options.reshuffle_merge)
    update = until_decided(options, each_of(
        left_of_it,
        choose("remove", winners_cards, then=seq(do_both(remove_it), refill), obvious=True),  # [R40]
        may("renew", neutral_in_clash, then=seq(do(remove_neutral), refill)),  # [R41]
    ))
    clash = seq(
        do(open_clash), boosting(options), judging(options), the(clash_winners, update), do(close_clash),
        *([until_decided(options, ROTATE)] if options.rotate_after_each_clash else []),  # [V20]
    )
    another = until_decided(options, if_(can_clash, may("clash", clash_markets, then=clash, kind=MARKETS_KIND)))
    return if_(can_clash, may("clash", clash_markets, then=seq(clash, another), kind=MARKETS_KIND))  # [R30]


def rotate_phase(options: Options) -> Rule:
    return if_(no_clash_yet, ROTATE) if options.rotate_after_each_clash else until_decided(options, ROTATE)  # [R47]


def discard_phase(options: Options) -> Rule:
    discards = while_(above_limit, choose("discard", cards_in_hand, then=do(discard_it)))  # [R51]
    return seq(until_decided(options, discards), refilling(options.reshuffle_merge))


def phases(options: Options) -> dict[str, Rule]:
    """[R2]"""
    return {
        "draw": draw_phase(options),
        "factory": factory_phase(options),
        "enter": enter_phase(options),
        "effect": effect_phase(options),
        "clash": clash_phase(options),
        "rotate": rotate_phase(options),
        "discard": discard_phase(options),
        "clean-up": do(clean_up),
    }


def market_phrases(number: int) -> dict[tuple[str, str], str]:
    """How cards come into a market and leave it."""
    spot, slot, there = f"M{number}", f"neutral M{number}", f"market {number}"
    found = {
        ("hand", spot): f"{{who}} enters {there} with {{card}}.",
        ("hand", slot): f"{{card}} comes into {there}.",
        (slot, "hand"): f"{{who}} takes {{card}} from {there}.",
        (slot, "passing"): f"{{card}} leaves {there}.",
        ("passing", slot): f"{{card}} comes into {there}.",
        (slot, "deck"): f"{{card}} goes from {there} onto the deck of {{who}}.",
        (slot, "market deck"): f"{{card}} goes from {there} onto the Market deck.",
        (slot, f"neutral M{3 - number}"): f"{{card}} goes from {there} to market {3 - number}.",
        (slot, slot): f"{{card}} changes places in {there}.",
    }
    for pile in ("deck", "discard", "market deck", "market discard"):
        found[pile, slot] = f"{{card}} comes into {there}."
        found[pile, spot] = f"{{card}} joins the cards of {{who}} in {there}."
        if "discard" in pile:
            found[slot, pile] = f"{{card}} leaves {there}."
            found[spot, pile] = f"{{card}} leaves {there}."
    return found


PHRASES: Final[dict[tuple[str, str], str]] = {
    **EFFECT_PHRASES,
    **market_phrases(1), **market_phrases(2),
    ("picked", "hand"): "{who} takes {card} from the deck.",
    ("hand", "factory"): "{who} builds {card}.",
    ("factory", "discard"): "{card} leaves its factory.",
    ("discard", "factory"): "{card} joins the factory of {who}.",
    ("deck", "factory"): "{card} joins the factory of {who}.",
    ("aside", "discard"): "{card} does not fit and is discarded.",
    ("aside", "market discard"): "{card} does not fit and is discarded.",
    ("hand", "market discard"): "{who} discards {card} to the Market.",
    ("hand", "market deck"): "{who} puts {card} into the Market deck.",
    ("held", "market deck"): "{who} puts {card} into the Market deck.",
    ("market deck", "hand"): "{who} draws {card} from the Market deck.",
    ("market deck", "held"): "{who} looks at {card} from the Market deck.",
    ("market deck", "aside"): "{card} is revealed from the Market deck.",
    ("market deck", "waiting"): "{card} is revealed from the Market deck.",
    ("market deck", "market deck"): "The top card goes to the bottom of the Market deck.",
    ("market discard", "hand"): "{who} takes {card} from the Market discard.",
    ("market discard", "held"): "{who} picks up {card} from the Market discard.",
}

PROMPTS: Final[dict[str, str]] = {
    **EFFECT_PROMPTS,
    "bring": "Bring a deck of 26 cards: the name of a preset, or a list such as deck 1-5T 10-13K 2S.",
    "search": "Take up to three Technology cards of value 5 or less out of your deck, or pass.",
    "build": "Build a factory, lying to pay for cards or standing to boost a poker hand, or pass.",
    "enter": "Play a card into a market, or pass.",
    "pay": "How will you pay for this card?",
    "pay with": "Choose the factories that pay, 3 for each.",
    "rotate": "Turn any of these factories a quarter, or none.",
    "use": "Use the effect of one of your market cards, with your deck and discard, or of a neutral card, with those "
    "of the Market. Or pass.",
    "clash": "Start a clash in a market where you have three cards, or pass.",
    "boost": "Boost your poker hand with one of your factories, or pass.",
    "remove": "Choose which of the winner's cards is discarded.",
    "renew": "Discard a neutral card of this market and let another come, or pass.",
}

PASSING: Final[dict[str, str]] = {
    "search": "{who} takes nothing out of the deck.", "build": "{who} builds nothing.",
    "enter": "{who} enters no more cards.", "rotate": "{who} turns nothing.", "use": "{who} uses no effect.",
    "clash": "{who} starts no clash.", "boost": "{who} does not boost.", "renew": "{who} keeps the neutral cards.",
    "find": "{who} takes nothing.",
}

IDLE_WORDS: Final[dict[str, str]] = {
    **EFFECT_IDLE,
    "search": "No card of your deck is such a one.", "build": "You have nothing to build.",
    "enter": "There is no card you can pay for.", "use": "There is no effect you can use now.",
    "clash": "There is no clash you can start.", "boost": "You have no card to boost with.",
    "renew": "There is no neutral card to replace.",
}


def gears_of_industry(
    options: Options = Options(), cards: list[Card] = GENERAL_EDITION, effects: Mapping[str, Rule] = EFFECTS,
) -> Game:
    """The game with its options; other cards and effects are for the examples of the rulebook."""
    begin, a_turn = setup(options), phases(options)
    turns = while_(is_on(options), each_of(active_player, *a_turn.values()))
    copies = 2 if options.game_mode == "advanced" else 1  # [V1]
    return Game(
        "gears of industry", cards, seq(begin, turns), {"setup": begin, **a_turn, "turns": turns}, effects,
        Pieces(
            zones=[BOX, POOL, PICKED, FACTORY, *SPOTS, *NEUTRAL, MARKET_DECK, MARKET_DISCARD, LEFTOVERS],
            marks=[HOME, FACING, PAID, BOOSTED], common=COMMON,
            tallies=[POINTS, WON, TURN, DUE, CLASH, CLASHED, PILES], box=BOX, decks=lambda seats: copies * seats,
        ),
        Words(
            deck=DECK, discard=DISCARD, hand=HAND, expelled=EXPELLED, value=VALUE, domain=DOMAIN, neutral=neutral,
            controlled=controlled, ready=merge_piles if options.reshuffle_merge else when_needed, piles=piles,
            dismiss=DISMISSALS[options.discard_rule], fits=may_lie, deck_for=DECKS[options.deck_rule],
            of_places=[FACING], span="turn",
            draws_from=active_in_own_effect if options.others_draw_from == "active" else None,
        ),
        Manners("Gears of Industry", prompts=PROMPTS, phrases=PHRASES, passing=PASSING, idle=IDLE_WORDS,
                wild="Wild cards are left out of this game."),
        seats=range(2, 5), winners=winning(options), scores=scoring(options), settle=give_sleeves,
        insight=partner_sees if options.team_open_hands and options.teams_4p else None, later=LATER,
        options=asdict(options),
        allies=partners if options.teams_4p else alone,
    )
