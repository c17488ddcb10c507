"""Regular poker with the Tech Deck: five-card draw and Texas hold'em, with the effects of the cards.

The numbers in brackets are clauses of Grid Poker's rulebook.  Its seat 1 is our seat 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from techdeck.cards import GENERAL_EDITION, Card, code
from techdeck.editions.general import EFFECTS
from techdeck.effects import (
    COMMON,
    COUNT,
    EFFECT_IDLE,
    EFFECT_PHRASES,
    EFFECT_PROMPTS,
    GUARDED,
    LAST_TEXT,
    LAST_TIME,
    SHOWN,
    TIME,
    begin_use,
    cards_in_hand,
    discard_it,
    drawing,
    drawing_counted,
    shown_and_carried_out,
)
from techdeck.games.betting import (
    BETS,
    CHIPS,
    FOLDED,
    IN,
    LEVEL,
    PAID,
    STAKE,
    betting,
    is_contested,
    is_live,
    live,
    open_betting,
    pay,
    pots,
)
from techdeck.games.betting import TALLIES as BETTING_TALLIES
from techdeck.poker import WILD, Ranking, in_words
from techdeck.poker import card as poker_card
from techdeck.rules import choose, do, each_of, if_, may, seq, while_
from techdeck.table import (
    CARD_SETS,
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Game,
    Manners,
    Mark,
    Pieces,
    Rule,
    Sets,
    Table,
    Tally,
    Test,
    Words,
    Zone,
)

START_CHIPS: Final = 100  # [V41]
MOST_BETS: Final = 4  # one bet and three raises [V45]
ANTE: Final = 1  # [V55]
SMALL_BLIND: Final = 1  # [V60]
BIG_BLIND: Final = 2

# By version of the rules: the options that came with it, and the value with which older rules play on.
LATER: Final[dict[int, dict[str, object]]] = {2: {"poker_effect_turn": "first_turn"}}


@dataclass(frozen=True)
class Options:
    """[V07, V08, V40, V41, V50, V51]"""

    game: str = "five_card_draw"  # or texas_holdem
    deals: int = 10
    regular_wilds: bool = False
    split_value_ties: bool = False
    poker_effect_turn: str = "any_turn"  # or first_turn
    poker_effect_every_turn: bool = False
    five_of_a_kind: bool = False
    suit_order: str = "group_first"  # or rest_first, high_card_first

    def __post_init__(self) -> None:
        allowed: dict[str, tuple[object, ...]] = {
            "game": ("five_card_draw", "texas_holdem"), "poker_effect_turn": ("any_turn", "first_turn"),
            "suit_order": ("group_first", "rest_first", "high_card_first"),
        }
        for name, value in asdict(self).items():
            choices = allowed.get(name, (False, True))
            if name == "deals":
                if type(value) is not int or value < 1:
                    raise ValueError(f"deals can be 1 or more, not {value}.")
            elif value not in choices or isinstance(value, bool) is not isinstance(choices[0], bool):
                raise ValueError(f"{name} can be {', '.join(map(str, choices))}, not {value}.")

    @property
    def hand_size(self) -> int:
        return 5 if self.game == "five_card_draw" else 2  # [V52]


# Where cards lie [V43]

DECK: Final = Zone("deck", NOBODY, shared=True)
DISCARD: Final = Zone("discard", EVERYBODY, shared=True)
HAND: Final = Zone("hand", OWNER, mixed=True)
EXPELLED: Final = Zone("expelled", EVERYBODY, shared=True)
MUCK: Final = Zone("muck", NOBODY, shared=True)
COMMUNITY: Final = Zone("community", EVERYBODY, shared=True, cells=5)
LEFT_OUT: Final = Zone("left out", EVERYBODY, shared=True)  # the wild cards, of the whole match [V40]
RESOLVING: Final = Zone("resolving", EVERYBODY)  # the card whose effect is under way [S11]
PUT_ASIDE: Final = Zone("put aside", OWNER)  # until as many are drawn [V57]

DEAL: Final = Tally("deal", shared=True)
BOARD: Final = Tally("community cards", shared=True)  # how many there have to be
HAD_EFFECT: Final = Tally("had an effect")  # in this betting round, used or let pass for good [V51]

CHANGE_PLACES: Final = [HAND, RESOLVING, PUT_ASIDE, COMMUNITY, *COMMON.zones]  # [V53, DK-V03]
VALUE: Final = Mark("value", CHANGE_PLACES)
DOMAIN: Final = Mark("domain", CHANGE_PLACES)


# Who plays.  Turn order begins left of the dealer, who is therefore the last of it.

def in_the_deal(table: Table, seat: int, it: int) -> Sequence[int]:
    return [player for player in table.turn_order() if IN.get(table, player)]


def live_players(table: Table, seat: int, it: int) -> Sequence[int]:
    return [player for player in table.turn_order() if is_live(table, player)]


def live_from_the_active(table: Table, seat: int, it: int) -> Sequence[int]:
    return [player for player in table.around(seat) if is_live(table, player)]


def is_player(table: Table, seat: int, it: int) -> bool:
    """All-in players are, folded ones are not [V53, DK-N03]."""
    return is_live(table, seat)


def dealer(table: Table) -> int:
    return in_the_deal(table, 0, 0)[-1]


def next_with_chips(table: Table, seat: int) -> int:
    return next(player for player in table.around((seat + 1) % table.sides) if CHIPS.get(table, player))


# The match

def give_chips(table: Table, seat: int, it: int) -> None:
    for player in range(table.sides):
        CHIPS.put(table, START_CHIPS, player)


def leave_out_wilds(table: Table, seat: int, it: int) -> None:
    for back in [back for back in DECK.of(table) if table.card(back).is_wild]:
        table.move(back, DECK, LEFT_OUT, seat)


def match_goes_on(deals: int) -> Test:
    def another_deal(table: Table, seat: int, it: int) -> bool:
        """[V41]"""
        return DEAL.get(table) < deals and sum([chips > 0 for chips in CHIPS.of(table)]) > 1

    return another_deal


def gather(table: Table) -> None:
    """All cards, wherever they are, become the deck; only what is left out stays so [V42]."""
    deck = DECK.to_change(table)
    for zone in table.game.zones:
        if zone is not DECK and zone is not LEFT_OUT:
            for owner in range(1 if zone.shared else table.sides):
                if zone.of(table, owner):
                    cards = zone.to_change(table, owner)
                    deck.extend([back for back in cards if back != EMPTY] if zone.cells else cards)
                    cards[:] = [EMPTY] * zone.cells
    table.shuffle(DECK)


def begin_deal(table: Table, seat: int, it: int) -> None:
    """A game of its own: nothing of the last deal is left but the chips [V42, V53, DK-C05]."""
    if DEAL.get(table):
        table.first = next_with_chips(table, next_with_chips(table, dealer(table)))  # left of the new dealer [V41]
    gather(table)
    for mark in (VALUE, DOMAIN):
        mark.clear(table)
    for tally in (IN, FOLDED, PAID, BOARD, GUARDED, TIME, LAST_TEXT, LAST_TIME):
        tally.reset(table)
    DEAL.add(table, 1)
    for player in range(table.sides):
        IN.put(table, int(CHIPS.get(table, player) > 0), player)
    if table.is_heard:
        table.say(dealer(table), f"Deal {DEAL.get(table)}: {{who}} deals.")


# The deck

def renew_deck(table: Table, seat: int, it: int) -> None:
    """So many cards are needed: if the deck is short, discard and muck are shuffled together and go under it.

    What is left of the deck comes first, and nothing is discarded in between, so this is the same as shuffling
    when the deck is empty and a card is needed [V44].
    """
    deck = DECK.of(table)
    if len(deck) < it and (DISCARD.of(table) or MUCK.of(table)):
        left = deck[:]
        deck = DECK.to_change(table)
        deck[:] = [*DISCARD.of(table), *MUCK.of(table)]
        DISCARD.to_change(table).clear()
        MUCK.to_change(table).clear()
        table.shuffle(DECK)
        deck.extend(left)


def fill_board(table: Table, seat: int, it: int) -> None:
    """Every place where a community card has to be [V53, V63]."""
    for cell in range(BOARD.get(table)):
        if COMMUNITY.of(table)[cell] == EMPTY:
            renew_deck(table, seat, 1)
            top = table.top(seat)
            if top is not None:
                table.move(top, DECK, COMMUNITY, seat, at=cell)


def community_cards(table: Table, seat: int, it: int) -> Sequence[int]:
    return [back for back in COMMUNITY.of(table) if back != EMPTY]


def dealing_community(count: int) -> Rule:
    def deal_community(table: Table, seat: int, it: int) -> None:
        """No card is burned [V63]."""
        BOARD.add(table, count)
        fill_board(table, seat, it)

    return do(deal_community)


# Betting

def open_round(table: Table, starter: int, unit: int) -> None:
    open_betting(table, starter, unit)
    HAD_EFFECT.reset(table)


def opening(unit: int) -> Rule:
    def open_left_of_dealer(table: Table, seat: int, it: int) -> None:
        open_round(table, table.first, unit)

    return do(open_left_of_dealer)


def ante(table: Table, seat: int, it: int) -> None:
    """[V55]"""
    for player in in_the_deal(table, seat, it):
        pay(table, player, ANTE)


def post_blinds(table: Table, seat: int, it: int) -> None:
    """The big blind is the first bet, to be matched in full even if it was short [V47, V60, V62]."""
    order = in_the_deal(table, seat, it)
    if len(order) == 2:
        order = [dealer(table), order[0]]
    open_round(table, order[2 % len(order)], BIG_BLIND)
    for player, blind, name in ((order[0], SMALL_BLIND, "small"), (order[1], BIG_BLIND, "big")):
        pay(table, player, blind)
        if table.is_heard:
            table.say(player, f"{{who}} posts the {name} blind: {STAKE.get(table, player)}.")
    LEVEL.put(table, BIG_BLIND)
    BETS.put(table, 1)


def has_folded(table: Table, seat: int, it: int) -> bool:
    return bool(FOLDED.get(table, seat))


def muck_hand(table: Table, seat: int, it: int) -> None:
    """Unseen; which back has which face nobody can tell, since a hand is mixed [V43]."""
    table.move_all(HAND, MUCK, seat)


# Effects

def has_opportunity(table: Table, seat: int, it: int) -> bool:
    return not HAD_EFFECT.get(table, seat)


def end_opportunity(table: Table, seat: int, it: int) -> None:
    HAD_EFFECT.put(table, 1, seat)


def hand_with_effect(table: Table, seat: int, it: int) -> Sequence[int]:
    """Wild cards have none [V40]."""
    found: list[int] = []
    for back in HAND.of(table, seat):
        card = table.card(back)
        if card.effect and not card.is_wild:
            found.append(back)
    return found


def discard_shown(table: Table, seat: int, it: int) -> None:
    table.move_all(RESOLVING, DISCARD, seat)


def is_above(size: int) -> Test:
    def has_too_many(table: Table, seat: int, it: int) -> bool:
        return len(HAND.of(table, seat)) > size

    return has_too_many


def is_below(size: int) -> Test:
    def has_too_few(table: Table, seat: int, it: int) -> bool:
        return len(HAND.of(table, seat)) < size and bool(DECK.of(table) or DISCARD.of(table) or MUCK.of(table))

    return has_too_few


# The draw

def cards_to_exchange(table: Table, seat: int, it: int) -> Sequence[int]:
    """One to all of the hand, each set once; none at all is a pass [V57]."""
    hand = table.in_order(HAND.of(table, seat))
    return Sets(hand, list(range(1, len(hand) + 1)))


def put_aside(table: Table, seat: int, it: int) -> None:
    COUNT.put(table, len(table.move_each(table.each_face(it), HAND, PUT_ASIDE, seat)))


def muck_put_aside(table: Table, seat: int, it: int) -> None:
    table.move_all(PUT_ASIDE, MUCK, seat)


# Showdown

def lay_down(table: Table, seat: int, it: int) -> None:
    table.move_all(HAND, SHOWN, seat)


def ranked_card(table: Table, back: int) -> int:
    """A card as the ranking sees it: with its current value and domain [E17]; a wild one is any [E14]."""
    return WILD if table.card(back).is_wild else poker_card(table.value(back), table.domain(back))


def key_of(table: Table, ranking: Ranking, seat: int) -> int:
    """Of the best five cards, own and common [V64]."""
    cards = [*SHOWN.of(table, seat), *community_cards(table, seat, 0)]
    return ranking.rank([ranked_card(table, back) for back in cards])


def win_chips(table: Table, seat: int, chips: int) -> None:
    CHIPS.add(table, chips, seat)
    if table.is_heard:
        table.say(seat, f"{{who}} takes {chips} chip{'s' * (chips != 1)}.")


def take_everything(table: Table, seat: int, it: int) -> None:
    """Without showing [V48]."""
    for player in live(table):
        win_chips(table, player, sum(PAID.of(table)))
    PAID.reset(table)


def judging(ranking: Ranking, split_value_ties: bool) -> Rule:
    def strength(table: Table, player: int) -> tuple[int, ...]:
        """What is compared: all of the key, or only category and values [V50]."""
        key = key_of(table, ranking, player)
        return ranking.read(key)[:6] if split_value_ties else (key,)

    def judge(table: Table, seat: int, it: int) -> None:
        strengths = [strength(table, player) if is_live(table, player) else () for player in range(table.sides)]
        if table.is_heard:
            for player in live_players(table, seat, it):
                cards = " ".join([code(table.face[back]) for back in SHOWN.of(table, player)])
                table.say(player, f"{{who}} shows {cards}: {in_words(key_of(table, ranking, player))}.")
        for pot in pots(table):
            best = max([strengths[player] for player in pot.players])
            winners = [player for player in table.turn_order() if player in pot.players and strengths[player] == best]
            for number, player in enumerate(winners):
                odd = int(number < pot.chips % len(winners))  # left of the dealer first [V50]
                win_chips(table, player, pot.chips // len(winners) + odd)
        PAID.reset(table)

    return do(judge)


# The end

def scores(table: Table) -> list[int]:
    return CHIPS.of(table)


def winners(table: Table) -> list[int]:
    """Most chips; equal chips share [V41]."""
    chips = CHIPS.of(table)
    return [seat for seat in range(table.sides) if chips[seat] == max(chips)]


# The rules

def restoring_hands(size: int) -> Rule:
    """[V52]"""
    return each_of(
        live_from_the_active,
        while_(is_above(size), choose("discard", cards_in_hand, then=do(discard_it))),
        while_(is_below(size), drawing(1)),
    )


def effect_use(size: int) -> Rule:
    return seq(
        do(begin_use), shown_and_carried_out(RESOLVING), do(discard_shown), drawing(1),  # [V51]
        do(fill_board),  # [V53, DK-Q30]
        restoring_hands(size),
    )


def opportunity(options: Options) -> Rule:
    """At any turn until an effect was used, at the first turn only, or at every turn [V51, V70]."""
    use = effect_use(options.hand_size)
    if options.poker_effect_every_turn:
        return may("use", hand_with_effect, then=use)
    if options.poker_effect_turn == "first_turn":
        return if_(has_opportunity, do(end_opportunity), may("use", hand_with_effect, then=use))
    return if_(has_opportunity, may("use", hand_with_effect, then=seq(do(end_opportunity), use)))


def bets(options: Options) -> Rule:
    """[V45 to V47]"""
    return betting(MOST_BETS, before=[opportunity(options)], after=[if_(has_folded, do(muck_hand))])


def dealing(options: Options, forced_bets: Rule) -> Rule:
    return seq(do(begin_deal), forced_bets, each_of(in_the_deal, drawing(options.hand_size)))


def showdown(options: Options) -> Rule:
    ranking = Ranking(options.five_of_a_kind, options.suit_order)
    return if_(
        is_contested, each_of(live_players, do(lay_down)), judging(ranking, options.split_value_ties),  # [V50]
        otherwise=do(take_everything),  # [V48]
    )


def five_card_draw(options: Options) -> dict[str, Rule]:
    exchange = may("draw", cards_to_exchange, kind=CARD_SETS, then=seq(
        do(put_aside), drawing_counted(), do(muck_put_aside)))
    return {
        "deal": dealing(options, do(ante)),  # [V55]
        "first bets": seq(opening(2), bets(options)),  # [V56]
        "draw": if_(is_contested, each_of(live_players, exchange)),  # [V57]
        "second bets": seq(opening(4), bets(options)),  # [V58]
        "showdown": showdown(options),
    }


def texas_holdem(options: Options) -> dict[str, Rule]:
    def street(count: int, unit: int) -> Rule:
        return if_(is_contested, dealing_community(count), opening(unit), bets(options))

    return {
        "deal": dealing(options, do(post_blinds)),  # [V60, V61]
        "before the flop": bets(options),  # [V62]
        "flop": street(3, 2),  # [V63]
        "turn": street(1, 4),
        "river": street(1, 4),
        "showdown": showdown(options),  # [V64]
    }


PHRASES: Final[dict[tuple[str, str], str]] = {
    **EFFECT_PHRASES,
    ("deck", "community"): "{card} comes onto the board.", ("deck", "left out"): "{card} is left out.",
    ("hand", "muck"): "{who} throws {card} into the muck.", ("hand", "put aside"): "{who} puts {card} aside.",
    ("put aside", "muck"): "{card} goes into the muck.", ("community", "passing"): "{who} takes {card} off the board.",
    ("passing", "community"): "{card} comes onto the board.",
    ("community", "community"): "{card} changes places on the board.",
    ("community", "hand"): "{who} takes {card} from the board.", ("community", "deck"): "{card} goes to the deck.",
    ("community", "discard"): "{who} discards {card} from the board.",
    ("discard", "community"): "{card} comes onto the board.",
    ("hand", "community"): "{card} comes onto the board.",
}

PROMPTS: Final[dict[str, str]] = {
    **EFFECT_PROMPTS,
    "use": "Use the effect of a hand card, or pass.",
    "bet": "Check, bet, call, raise or fold.",
    "draw": "Choose the cards you want to exchange, or keep your hand.",
    "discard": "Choose what to discard.",
}

PASSING: Final[dict[str, str]] = {
    "use": "{who} uses no effect.", "draw": "{who} keeps the whole hand.", "find": "{who} takes nothing.",
}

IDLE_WORDS: Final[dict[str, str]] = {
    **EFFECT_IDLE, "use": "You have no card whose effect you can use now.", "draw": "You have no cards to exchange.",
}

WITH_WILDS: Final = "In a poker hand a wild card counts as whatever card makes the hand best."
WITHOUT_WILDS: Final = "Wild cards are left out of this game."


def regular_poker(
    options: Options = Options(), cards: list[Card] = GENERAL_EDITION, effects: Mapping[str, Rule] = EFFECTS,
) -> Game:
    """The game with its options; other cards and effects are for the examples of the rulebook."""
    a_deal = five_card_draw(options) if options.game == "five_card_draw" else texas_holdem(options)
    begin = seq(do(give_chips), *([] if options.regular_wilds else [do(leave_out_wilds)]))
    return Game(
        "regular poker", cards, seq(begin, while_(match_goes_on(options.deals), *a_deal.values())),
        {"setup": begin, **a_deal}, effects,
        Pieces(
            zones=[MUCK, COMMUNITY, LEFT_OUT, RESOLVING, PUT_ASIDE], common=COMMON,
            tallies=[*BETTING_TALLIES, DEAL, BOARD, HAD_EFFECT], box=DECK, decks=lambda seats: 1,
        ),
        Words(
            deck=DECK, discard=DISCARD, hand=HAND, expelled=EXPELLED, value=VALUE, domain=DOMAIN,
            neutral=community_cards, is_in=is_player, ready=renew_deck,
        ),
        Manners("Regular Poker", prompts=PROMPTS, phrases=PHRASES, passing=PASSING, idle=IDLE_WORDS,
                wild=WITH_WILDS if options.regular_wilds else WITHOUT_WILDS),
        seats=range(2, 7), winners=winners, scores=scores, later=LATER, options=asdict(options),
    )
