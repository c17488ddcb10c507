"""Effects at work: written positions in which a card is used, and walks along all choices of an effect.

A walk goes from the moment a card is used until the effect is over.  A *form* is a game and a place to use a card
from; a *state* is what the table lacks.  Together with a number of seats they give a position.  A walk goes depth
first over the options, a few of many, and looks at every table on its way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from techdeck.cards import DECK_SIZE, GENERAL_EDITION, LETTERS, Back, code, face
from techdeck.editions.general import EFFECTS
from techdeck.effects import COMMON, begin_use, effect_of_it
from techdeck.games.cyber_defense import cyber_defense
from techdeck.games.gears_of_industry import gears_of_industry
from techdeck.games.grid_poker import grid_poker
from techdeck.games.regular_poker import Options as PokerOptions
from techdeck.games.regular_poker import regular_poker
from techdeck.games.tech_exchange import tech_exchange
from techdeck.knowledge import BIT
from techdeck.position import play, set_up, written
from techdeck.rules import always, do, each_of, from_the_first, may, seq
from techdeck.table import (
    CARDS,
    EMPTY,
    EVERYBODY,
    NOBODY,
    OWNER,
    Arrive,
    Choice,
    Decision,
    Game,
    Manners,
    Mark,
    Pieces,
    Rule,
    Table,
    Tally,
    Test,
    Verb,
    Words,
    Zone,
)
from techdeck.views import View, imagined

GRID_POKER: Final = grid_poker()
FIVE_CARD_DRAW: Final = regular_poker(PokerOptions(regular_wilds=True))
HOLDEM: Final = regular_poker(PokerOptions(game="texas_holdem"))
CYBER_DEFENSE: Final = cyber_defense()
GEARS: Final = gears_of_industry()
EXCHANGE: Final = tech_exchange()


# Written positions

def using(card: str, lines: str, *, seats: int = 2, seed: int = 0) -> Table:
    """Seat 1 of Grid Poker uses a card of its company, where it stays: hands change by the text alone."""
    text = f"grid poker, {seats} seat{'s' * (seats > 1)}\nfirst: 1\ncompany 1: {card}\n{lines}\nplay: company effects"
    table = set_up(GRID_POKER, text, seed)
    play(table, 1, card)
    return table


def using_from_hand(card: str, lines: str, *, seats: int = 2, seed: int = 0) -> Table:
    """Seat 1 uses a hand card: after the effect it is discarded and another drawn."""
    text = f"grid poker, {seats} seat{'s' * (seats > 1)}\nfirst: 1\nhand 1: {card}\n{lines}\nplay: hand effects"
    table = set_up(GRID_POKER, text, seed)
    play(table, 1, card)
    return table


def at_poker(game: Game, lines: str, *, seats: int = 2, seed: int = 0, use: str = "") -> Table:
    """Seat 1 of regular poker is asked for an effect in the first betting round, and uses a card if one is named."""
    betting = "" if "chips:" in lines else f"chips:{' 50' * seats}\n"
    betting += "" if "in the deal:" in lines else f"in the deal:{' 1' * seats}\n"
    phase = "first bets" if game.options["game"] == "five_card_draw" else "before the flop"
    table = set_up(game, f"regular poker, {seats} seats\nfirst: 1\nnext to bet: 0\nunit: 2\n{betting}{lines}\n"
                         f"play: {phase}", seed)
    if use:
        play(table, 1, use)
    return table


def asked(table: Table) -> str:
    """Who is asked what: `2 take`; of an effect that is over nothing is said."""
    return ", ".join(f"{decision.seat + 1} {decision.verb}" for decision in table.pending if not is_done(table))


def options(table: Table, seat: int) -> str:
    """What a seat may choose, as it writes it, sorted."""
    decision = table.decision_of(seat - 1)
    if decision is None:
        return ""
    return " ".join(sorted(decision.text(table, seat - 1, choice) for choice in decision))


def seen(table: Table, seat: int, place: str) -> str:
    """What a seat sees of a place, piles from the top; in another's hand only what it knows to be there.

    Seat 0 is everybody: what a spectator sees.
    """
    view = View(table, (seat or table.sides + 1) - 1)
    for zone, owner, backs in view.places():
        if zone.place(owner) == place:
            if zone.mixed:
                return " ".join(sorted(map(code, {*view.known(zone, owner), *view.remembered(zone, owner)}), key=face))
            words = ["-" if back == EMPTY else view.called(back) for back in backs]
            return " ".join(reversed(words) if zone.seen_by == NOBODY else words)
    raise KeyError(place)


def sizes(table: Table) -> list[int]:
    """How many cards each side holds."""
    return [len(table.game.words.hand.of(table, side)) for side in range(table.sides)]


def value_of(table: Table, card: str) -> int:
    return table.value(table.face.index(face(card)))


def domain_of(table: Table, card: str) -> str:
    return LETTERS[table.domain(table.face.index(face(card)))]


def hand(table: Table, seat: int) -> str:
    return written(table, f"hand {seat}")


# A workbench

def nothing_special(table: Table, back: Back, zone: Zone, side: int) -> None:
    """Cards arrive without any ado."""


def workbench(
    *, changes_hands: bool = True, may_copy: Test = always, own_piles: bool = False, arrive: Arrive = nothing_special,
    piles: Callable[[Table], tuple[Zone, Zone]] | None = None, more_zones: Sequence[Zone] = (),
    more_tallies: Sequence[Tally] = (), before_use: Verb = begin_use, effects: Mapping[str, Rule] = EFFECTS,
) -> Game:
    """A tiny game for what no real one has yet.

    Everybody has cards in play, *open* or face *down*, which are neutral too, and a *vault* that no word on a card
    speaks of.  Each in turn may use an open card.  With own piles everybody has a deck and a discard.
    """
    deck = Zone("deck", NOBODY, shared=not own_piles)
    discard = Zone("discard", EVERYBODY, shared=not own_piles)
    hand = Zone("hand", OWNER, mixed=True)
    expelled = Zone("expelled", EVERYBODY, shared=True)
    box = Zone("box", NOBODY, shared=True)
    face_up, face_down, vault = Zone("open", EVERYBODY), Zone("down", OWNER), Zone("vault", OWNER)
    in_play = [face_up, face_down, *COMMON.zones]
    lasting = in_play if not changes_hands else [*in_play, hand]

    def open_cards(table: Table, side: int, it: int) -> Sequence[int]:
        return face_up.of(table, side)[:]

    def own_cards_in_play(table: Table, side: int, it: int) -> Sequence[int]:
        return [*face_up.of(table, side), *face_down.of(table, side)]

    def all_cards_in_play(table: Table, side: int, it: int) -> Sequence[int]:
        return [back for player in range(table.sides) for back in own_cards_in_play(table, player, it)]

    def nobody(table: Table) -> list[int]:
        return []

    uses = each_of(from_the_first, may("use", open_cards, then=seq(do(before_use), effect_of_it)))
    return Game(
        "workbench", GENERAL_EDITION, uses, {"uses": uses}, effects,
        Pieces(zones=[box, face_up, face_down, vault, *more_zones], tallies=more_tallies, common=COMMON, box=box,
               decks=lambda seats: 1),
        Words(deck=deck, discard=discard, hand=hand, expelled=expelled, value=Mark("value", lasting),
              domain=Mark("domain", lasting), neutral=all_cards_in_play, controlled=own_cards_in_play,
              changes_hands=changes_hands, may_copy=may_copy, piles=piles),
        Manners("Workbench", prompts={}, phrases={}), seats=range(2, 5), winners=nobody, scores=nobody, arrive=arrive,
    )


def at_work(card: str, lines: str, game: Game, *, seats: int = 2, seed: int = 0) -> Table:
    """Seat 1 of the workbench uses an open card."""
    table = set_up(game, f"workbench, {seats} seats\nfirst: 1\nopen 1: {card}\n{lines}\nplay: uses", seed)
    play(table, 1, card)
    return table


# States and forms

# What is missing, besides what each state is called for [DK-B06].
STATES: Final = [
    "normal", "empty hand", "empty deck", "empty discard", "no card in play", "guarded rivals", "copied",
    "empty deck and discard", "one card in the deck", "nothing at all",
]
LONGEST: Final = 40  # choices in one effect


class Form(NamedTuple):
    """A game, and a place to use a card from."""

    name: str
    game: Game
    place: str
    seats: tuple[int, ...]
    has_cards_in_play: bool = True

    def __str__(self) -> str:
        return self.name


FORMS: Final = [
    Form("grid poker, company", GRID_POKER, "company", (2, 3, 4, 1)),
    Form("grid poker, hand", GRID_POKER, "hand", (3, 4, 1, 2)),
    Form("five-card draw", FIVE_CARD_DRAW, "hand", (2, 4, 3, 6), has_cards_in_play=False),
    Form("texas hold'em", HOLDEM, "hand", (3, 2, 4, 5)),
    Form("cyber defense, the Defender", CYBER_DEFENSE, "mitm", (2,)),
    Form("tech exchange", EXCHANGE, "hand", (3, 2, 4)),
    Form("gears of industry, own card", GEARS, "M1 1", (2, 3, 4)),
    Form("gears of industry, neutral card", GEARS, "neutral M1", (4, 2, 3)),
]


class Dealer:
    """Deals the cards of a position at random, each once."""

    def __init__(self, rng: Random, used: list[str]) -> None:
        left = [code(number) for number in range(DECK_SIZE) if code(number) not in used]
        rng.shuffle(left)
        self.left: Final = left

    def some(self, count: int) -> list[str]:
        return [self.left.pop() for _ in range(count)]


def copier(card: str) -> str:
    """A card that could use the effect of one in the discard."""
    return "12T" if card != "12T" else "4T"


def position(form: Form, card: str, state: str, seats: int, seed: int) -> str:
    """The first player is about to use the card, or another that copies it."""
    rng = Random(f"{form} {card} {state} {seats} {seed}")
    used = copier(card) if state == "copied" else card
    deal = Dealer(rng, [card, used, *(["W1", "W2"] if form.game in (CYBER_DEFENSE, EXCHANGE) else [])])
    bare = state == "nothing at all"
    size = 5 if form.game is FIVE_CARD_DRAW else 2 if form.game is HOLDEM else 3
    hands = [deal.some(0 if state == "empty hand" or bare else size) for _ in range(seats)]
    discard = deal.some(0 if state in ("empty discard", "empty deck and discard") or bare else 5)
    if state == "copied":
        discard.insert(rng.randrange(len(discard) + 1), card)
    if form.place == "hand":
        hands[0] = [used, *hands[0][1:]]
    short = {"empty deck": 0, "empty deck and discard": 0, "one card in the deck": 1, "nothing at all": 0}
    deck = deal.some(short.get(state, 8))
    if form.game is EXCHANGE and deck:  # where no wild card is ever in a hand
        deck[rng.randrange(len(deck))] = "W1"
    in_play = state != "no card in play" and not bare
    lines = [f"{form.game.name}, {seats} seat{'s' * (seats > 1)}", "first: 1"]
    lines += [f"hand {seat + 1}: {' '.join(cards)}" for seat, cards in enumerate(hands)]
    lines += [f"discard: {' '.join(discard)}", f"deck: {' '.join(deck)}"]
    sides = max(2, seats)
    if form.game is GRID_POKER:
        companies = [deal.some(2 if in_play else 0) for _ in range(sides)]
        if form.place == "company":
            companies[0] = [used, *companies[0][1:]]
        lines += [f"company {side + 1}: {' '.join(cards)}" for side, cards in enumerate(companies)]
        lines += [f"market: {' '.join(deal.some(9))}"] if in_play else []
        lines += ["round: 1", f"play: {form.place} effects"]
    elif form.game is CYBER_DEFENSE:  # seat 1 is the Defender, who may use every card
        lines += ["sides: 2 / 1", "first: 2", f"mitm 2: {' '.join([used, *deal.some(1 if in_play else 0)])}"]
        fronts = ["mitm 1", "phish 1", "phish 2", "ddos 1", "ddos 2"]
        lines += [f"{place}: {' '.join(deal.some(2 if in_play else 0))}" for place in fronts]
        lines += [f"password 2: {' '.join(deal.some(6))}", "round: 1", "play: effects"]
    elif form.game is EXCHANGE:
        stock = deal.some(7) if in_play else []
        for letter in "KSTV":
            wild = ["W2"] if in_play and letter == "V" else []
            lines.append(f"stock {letter}: {' '.join([name for name in stock if name[-1] == letter] + wild)}")
        lines += ["mark placed: W2", "round: 1", "play: second effects"] if in_play else ["play: second effects"]
    else:
        lines += [f"in the deal:{' 1' * sides}", f"chips:{' 50' * sides}", f"paid:{' 1' * sides}"]
        lines += ["next to bet: 0", "unit: 2"]
        if form.game is HOLDEM:
            wilds = [wild for wild in ("W1", "W2") if wild in deal.left]
            lines += [f"left out: {' '.join(wilds)}"] if wilds else []
            board = [card for card in deal.some(5) if card not in wilds][:3] if in_play else []
            lines += [f"community: {' '.join(board)}", f"community cards: {len(board)}", "play: before the flop"]
        else:
            lines += ["play: first bets"]
    if state == "guarded rivals":
        lines.append("guarded: 1 0" if form.game is CYBER_DEFENSE else "guarded: 0" + " 1" * (sides - 1))
    return "\n".join(lines)


def is_reached_by_copy(card: str, state: str) -> bool:
    """In Gears of Industry the way to Technology is 2V; it copies all others in the state that is called for that."""
    return state == "copied" or card.endswith("T")


def gears_position(form: Form, card: str, state: str, seats: int, seed: int) -> str:
    """Everybody has cards of the own Tech Deck; those that 2V copies lie with the second player."""
    rng = Random(f"{form} {card} {state} {seats} {seed}")
    copied = is_reached_by_copy(card, state)
    bare, in_play = state == "nothing at all", state not in ("no card in play", "nothing at all")
    short = {"empty deck": 0, "empty deck and discard": 0, "one card in the deck": 1, "nothing at all": 0}
    discards = 0 if state in ("empty discard", "empty deck and discard") or bare else 4
    places: dict[str, list[str]] = {"neutral M1": [], "neutral M2": [], "market deck": [], "market discard": []}
    for seat in range(seats):
        dealt = Dealer(rng, [card, "2V", "W1", "W2"]).left
        technology = [name + "'" * seat for name in dealt if name.endswith("T")]
        others = [name + "'" * seat for name in dealt if not name.endswith("T")]
        both = [*technology[3:], *others[12:]]
        rng.shuffle(both)
        places[f"factory {seat + 1}"] = technology[:2] if in_play else []
        places[f"M1 {seat + 1}"], places[f"M2 {seat + 1}"] = [others[:2], others[2:3]] if in_play else [[], []]
        places[f"hand {seat + 1}"] = both[:0 if state == "empty hand" or bare else 3]
        places[f"deck {seat + 1}"] = both[3:3 + short.get(state, 8)]
        places[f"discard {seat + 1}"] = both[11:11 + discards]
        if seat < 2:
            places[f"neutral M{seat + 1}"] = others[3:5] if in_play else []
        places["market deck"] += others[5:5 + short.get(state, 3)]
        places["market discard"] += others[8:8 + discards]
    places[form.place] = ["2V" if copied else card, *places[form.place][:1]]
    if copied:
        places["factory 2" if card.endswith("T") else "M2 2"].append(card)
    lines = [f"gears of industry, {seats} seats", "first: 1", "turns played: 8", "play: effect"]
    lines += [f"{place}: {' '.join(cards)}" for place, cards in places.items()]
    if state == "guarded rivals":
        lines.append("guarded: 0" + " 1" * (seats - 1))
    return "\n".join(lines)


def begin_gears(form: Form, card: str, state: str, seats: int, seed: int) -> Table | None:
    """The same as for other games, below."""
    if is_reached_by_copy(card, state) and card == "2V":
        return None
    table = set_up(GEARS, gears_position(form, card, state, seats, seed), seed)
    if not is_reached_by_copy(card, state):
        play(table, 1, card)
        return table
    play(table, 1, "2V", *(["seat 2"] if seats > 2 else []), "a card they control")
    if table.card(table.face.index(face(card))).copies or state == "guarded rivals":
        assert card not in options(table, 1).split()
        return None
    play(table, 1, card)
    return table


def begin(form: Form, card: str, state: str, seats: int, seed: int) -> Table | None:
    """The table right after the card was used; none if a copying card would have to be copied [DK-C02]."""
    if form.game is GEARS:
        return begin_gears(form, card, state, seats, seed)
    table = set_up(form.game, position(form, card, state, seats, seed), seed)
    used = copier(card) if state == "copied" else card
    back = next(back for back in range(table.cards) if code(table.face[back]) == used)
    table.act(0, back)
    if state == "copied" and not table.card(table.face.index(face(card))).copies:
        copied = table.face.index(face(card))
        assert [decision.verb for decision in table.pending] == ["copy"]
        table.act(0, copied)
    elif state == "copied":
        assert all(table.face[int(choice)] != face(card) for decision in table.pending for choice in decision
                   if decision.verb == "copy")
        return None
    return table


def is_done(table: Table) -> bool:
    """Whether the effect is over: the next player is asked for a use, or somebody for a bet or a play, or nobody."""
    return all(decision.verb in ("bet", "play") or (decision.verb == "use" and decision.kind is CARDS)
               for decision in table.pending)


def some_options(decision: Decision, rng: Random, most: int) -> list[Choice]:
    """All of a few options; of many the first, the last and some others; never without a pass if there is one."""
    options = list(decision)
    if len(options) > most:
        options = [options[0], *rng.sample(options[1:-1], most - 2), options[-1]]
    return options


def walk(start: Table, rng: Random, most_tables: int, visit: Callable[[Table, int], None]) -> int:
    """Go along the choices, deepest first, and visit every table; say how often the effect came to its end."""
    stack = [(start, 0)]
    ends = 0
    visited = 0
    while stack and visited < most_tables:
        table, depth = stack.pop()
        assert depth < LONGEST, "an effect goes on and on"
        visit(table, depth)
        visited += 1
        if is_done(table):
            ends += 1
            continue
        decision = rng.choice(table.pending)
        most = 4 if depth < 3 else 2
        for choice in some_options(decision, rng, most):
            child = table.clone()
            child.act(decision.seat, choice)
            stack.append((child, depth + 1))
    for table, depth in rng.sample(stack, min(2, len(stack))):  # two of the others, along one path each
        while not is_done(table):
            decision = rng.choice(table.pending)
            table.act(decision.seat, rng.choice(list(decision)))
            depth += 1
            assert depth < LONGEST, "an effect goes on and on"
        visit(table, depth)
        ends += 1
    return ends


# What must be true of every table on the way.

def places(table: Table) -> Iterator[tuple[str, int]]:
    """Each card with its place."""
    for zone in table.game.zones:
        for owner in range(1 if zone.shared else table.sides):
            for back in zone.of(table, owner):
                if back != EMPTY:
                    yield zone.place(owner), back


def every_card_is_in_one_place(table: Table) -> bool:
    return sorted(back for _, back in places(table)) == list(range(table.cards))


def nothing_lies_about(table: Table) -> bool:
    """No card is between two places, and no choice is sealed."""
    between = {zone.name for zone in COMMON.zones} | {"resolving"}
    return not any(place.split()[0] in between for place, _ in places(table)) and not any(table.sealed)


def everybody_may_ask(table: Table) -> bool:
    """Every question has a legal answer, and words."""
    return all(
        len(decision) > 0 and all(choice in decision for choice in decision)
        and decision.verb in table.game.manners.prompts
        and (decision.kind is CARDS or all(decision.text(table, 0, choice) for choice in decision))
        for decision in table.pending
    )


def nobody_is_wrong(table: Table) -> bool:
    """Every card is one of those that each side takes it for."""
    return all(row[back] & BIT[number] for row in table.may_be for back, number in enumerate(table.face))


def hands_are_known(table: Table) -> bool:
    hand = table.game.words.hand
    return all(table.knows(side, back) for side in range(table.sides) for back in hand.of(table, side))


def views_are_sound(table: Table, rng: Random) -> bool:
    """What a side could mistake for this table looks the same to it."""
    return all(
        View(imagined(view, rng), view.side).everything() == view.everything()
        for view in [View(table, side) for side in range(table.sides) if table.has_hand(side)]
    )
