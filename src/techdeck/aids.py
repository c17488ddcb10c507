"""What a game works out for whoever looks at a table: what a hand is worth, what an offer would make of it.

A page and a program are told it beside what they see, so that no rule is written a second time where it is shown.
Each game has a function here, of a view and nothing else: what it says follows from what the side knows.  What it says
is plain JSON, which docs/protocol.md describes as the `aid` of `Seen`.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from techdeck.cards import DECK_SIZE, Face, code
from techdeck.effects import LAST_TEXT, LAST_TIME, last_of_others
from techdeck.exchange_score import best_groups, hand_score, kind
from techdeck.games import betting, cyber_aid, cyber_defense, gears_of_industry, grid_poker, peer_to_peer, tech_exchange
from techdeck.offers import Commitment, Held, Offer, Question, fitting_cards, read_asked, read_offer
from techdeck.team_effects import COMMITTED, ROW
from techdeck.views import UNKNOWN, View

Aid = dict[str, object]

NO_AID: Final[Aid] = {}  # shared, and never changed
SPOTS: Final = [(value, domain) for domain in range(1, 5) for value in range(1, 14)]  # in the order of a deck
KINDS: Final = [kind(value, domain) for value, domain in SPOTS]
MOST_TOGETHER: Final = 10  # cards of a hand whose sets are told
MOST_WAYS: Final = 80  # to take an offer, that are told
MOST_TRIED: Final = 200  # hands that are scored to say what an offer brings: of more nothing is said


def aid_of(view: View) -> Aid:
    """What the game of a table works out for the side that looks."""
    aid = AIDS.get(view.game.name)
    found = NO_AID if aid is None else aid(view)
    rounds = ROUNDS.get(view.game.name)
    return found if rounds is None else {**found, "rounds": rounds}


# Grid Poker and regular poker

def poker_aid(view: View) -> Aid:
    """`moves`: where the side is asked for a bet, by move, what it costs, and what the side will have staked then.

    `pot`: all that was paid.
    """
    for decision in view.asked:
        if decision.kind is betting.MOVES:
            level, unit = view.tally(betting.LEVEL), view.tally(betting.UNIT)
            stake, chips = view.tally(betting.STAKE, view.side), view.tally(betting.CHIPS, view.side)
            moves: Aid = {}
            for move in decision.options:
                cost = betting.price(level, unit, stake, chips, move)
                moves[betting.MOVE_WORDS[move]] = {"costs": cost, "stake": stake + cost, "is_all": cost == chips}
            return {"moves": moves, "pot": sum([view.tally(betting.PAID, side) for side in range(view.sides)])}
    return NO_AID


def grid_aid(view: View) -> Aid:
    """`stands_for`: by back, the value and the domain of a wild card that was declared to be another one [GP-V15].

    For one who plays alone, `idle` are the cards whose effects do nothing [GP-V32].  With bidding, what a bet costs.
    """
    told: Aid = dict(poker_aid(view))
    if len(view.members[-1]) == 0:
        told["idle"] = grid_poker.IDLE_ALONE
    found: dict[str, list[int]] = {}
    if view.game.options["wild_declared"]:
        for back, face in enumerate(view.faces):
            declared = 0 if face == UNKNOWN else view.mark(grid_poker.DECLARED, face)
            if declared:
                found[str(back)] = [(declared - 1) // 4 + 1, (declared - 1) % 4 + 1]
    if found:
        told["stands_for"] = found
    return told or NO_AID


# Tech Exchange

def exchange_aid(view: View) -> Aid:
    """The own hand as it scores now, and what offers and gifts would make of it.

    `worth` and `groups`: what the hand scores, and the cards that count together, each with their points.
    `offers`: all that stand on the board, as far as the side can read them; `to` is -1 if one is for all, and of a
    private offer of others nothing is said of the cards.  `ways` are the choices that take one, each with what the
    hand would be worth with the least and the most that can come for it.
    `gifts`: by own card, what the hand is worth without it, and then with each of the 52 cards in the order of a deck.
    `questions`: those that are open; `answered` are the seats that have answered.
    `left`: how many trades there may be until too few cards are left.  `pause`: the size of a stack at which the first
    trading phase pauses, or 0 in any other.
    """
    stacks = tuple([len(view.cards(stack)) for stack in tech_exchange.STACKS])
    backs = [back for back in _own_cards(view) if view.value(back)]
    kinds = [kind(view.value(back), view.domain(back)) for back in backs]
    groups = best_groups(kinds, stacks)
    is_trading = view.tally(tech_exchange.PHASE) in (
        tech_exchange.FIRST_TRADING, tech_exchange.SECOND_TRADING)
    return {
        "worth": sum(group.points for group in groups),
        "groups": [{"cards": [backs[place] for place in group.places], "points": group.points} for group in groups],
        "offers": [_told(view, offer, backs, stacks) for offer in _offers(view)],
        "gifts": _gifts(backs, kinds, stacks) if is_trading else {},
        "questions": [_asked(read_asked(line)) for line in view.lines(tech_exchange.QUESTIONS)],
        "left": tech_exchange.trades_left(
            len(view.cards(tech_exchange.DECK)), len(view.cards(tech_exchange.DISCARD)), view.sides,
            view.game.options["floor_counts"]),
        "pause": tech_exchange.pausing_size(view.game.options["two_deck_ones"], len(view.faces) // DECK_SIZE)
        if view.tally(tech_exchange.PHASE) == tech_exchange.FIRST_TRADING else 0,
    }


def _asked(question: Question) -> Aid:
    return {
        "number": question.number, "seat": question.by, "to": question.to, "about": question.about.text,
        "answered": [seat for seat in range(question.answered.bit_length()) if question.answered >> seat & 1],
    }


def _own_cards(view: View) -> Sequence[int]:
    """The hand, or what was laid open of it to score."""
    if view.side >= view.sides:
        return []
    return view.cards(tech_exchange.HAND, view.side) or view.cards(tech_exchange.LAID_OPEN, view.side)


def _offers(view: View) -> list[Offer]:
    whispers = {read_offer(line).number: line for line in view.lines(tech_exchange.WHISPERS)}
    return [
        read_offer(whispers.get(read_offer(line).number, line)) for line in view.lines(tech_exchange.BOARD)]


def _told(view: View, offer: Offer, backs: list[int], stacks: tuple[int, ...]) -> Aid:
    ways: list[Aid] = []
    if not offer.is_veiled() and view.side < view.sides and offer.is_for(view.side):
        held: list[Held] = [(view.faces[back], view.value(back), view.domain(back)) for back in backs]
        own = {(value, domain) for _, value, domain in held} if len(view.faces) == DECK_SIZE else set()
        comes = [
            tuple([place for place, (value, domain) in enumerate(SPOTS)
                   if give.fits(value, domain) and (value, domain) not in own])
            for give in offer.gives]
        for cards in fitting_cards(held, offer.wants)[:MOST_WAYS]:
            gone = [Face(face) for face, _, _ in cards]
            kept = [kind(value, domain) for face, value, domain in held if face not in gone]
            kept.sort()
            worth = _worth_with(tuple(kept), tuple(comes), stacks)
            ways.append({"choice": Commitment(offer.number, gone).text(), "worth": worth})
    return {
        "number": offer.number, "seat": offer.by, "to": offer.to,
        "gives": [give.text for give in offer.gives], "wants": [want.text for want in offer.wants], "ways": ways,
    }


@lru_cache(maxsize=4096)
def _worth_with(kept: tuple[int, ...], comes: tuple[tuple[int, ...], ...], stacks: tuple[int, ...]) -> list[int]:
    """What a hand is worth with the least and the most of what may come: for each card, where it may be in a deck.

    Nothing is said where too much may come, or where nothing can.
    """
    count = 1
    for spots in comes:
        count *= len(spots)
    if count > MOST_TRIED:
        return []
    scores = [
        hand_score([*kept, *[KINDS[spot] for spot in spots]], stacks)
        for spots in product(*comes) if len(set(spots)) == len(spots)]
    return [min(scores), max(scores)] if scores else []


def _gifts(backs: list[int], kinds: list[int], stacks: tuple[int, ...]) -> Aid:
    found: Aid = {}
    for place, back in enumerate(backs):
        kept = kinds[:place] + kinds[place + 1:]
        kept.sort()
        found[str(back)] = _all_worths(tuple(kept), stacks)
    return found


@lru_cache(maxsize=512)
def _all_worths(kept: tuple[int, ...], stacks: tuple[int, ...]) -> list[int]:
    """What a hand is worth, and then with each of the 52 cards."""
    return [hand_score(kept, stacks), *[hand_score([*kept, one], stacks) for one in KINDS]]


# Gears of Industry

def gears_aid(view: View) -> Aid:
    """`factories`: by back, what a factory card can do now as it lies: `pay`, `boost` or nothing.

    `repeats`: while an effect may be used, the card whose text another player carried out last, which 9S repeats.
    """
    factories: Aid = {}
    for side in range(view.sides):
        for back in view.cards(gears_of_industry.FACTORY, side):
            factories[str(back)] = gears_of_industry.use_of_factory(
                view.mark_on(gears_of_industry.FACING, back), view.mark_on(gears_of_industry.PAID, back),
                view.mark_on(gears_of_industry.BOOSTED, back))
    found: Aid = {"factories": factories}
    if any(decision.verb == "use" for decision in view.asked):
        sides = range(view.sides)
        last = last_of_others(
            view.side, [view.tally(LAST_TEXT, side) for side in sides], [view.tally(LAST_TIME, side) for side in sides])
        if last:
            found["repeats"] = code(Face(last - 1))
    return found


# Peer-to-Peer

def peer_aid(view: View) -> Aid:
    """`unhappy_limit`: with so many unhappy customers everybody loses.  `hand`: the own cards, by which sets are told.

    `fits`: by customer, the sets of own cards that serve it: each a number with a bit for each card of the hand.
    `laid_fits`: the customers that the cards which the side has committed serve.
    """
    players = sum([len(seats) for seats in view.members])
    limit = peer_to_peer.limit_for(peer_to_peer.read_limits(str(view.game.options["unhappy_limits"])), players)
    if view.side >= view.sides:
        return {"unhappy_limit": limit}
    hand = [back for back in view.cards(peer_to_peer.HAND, view.side) if view.value(back)][:MOST_TOGETHER]
    laid = [*view.cards(COMMITTED, view.side), *view.cards(peer_to_peer.LAID, view.side)]
    row = [back for back in view.cards(ROW) if view.value(back)]
    own = tuple([_sort(view, back) for back in hand])
    together = [_sort(view, back) for back in laid]
    return {
        "unhappy_limit": limit, "hand": hand,
        "fits": {str(customer): _fitting(_sort(view, customer), own) for customer in row},
        "laid_fits": [back for back in row if laid and peer_to_peer.fits(_sort(view, back), together)],
    }


def _sort(view: View, back: int) -> tuple[int, int]:
    """A card by value and domain."""
    return view.value(back), view.domain(back)


@lru_cache(maxsize=1024)
def _fitting(customer: tuple[int, int], cards: tuple[tuple[int, int], ...]) -> list[int]:
    """The sets of some cards that serve a customer."""
    found = []
    for chosen in range(1, 1 << len(cards)):
        if peer_to_peer.fits(customer, [card for at, card in enumerate(cards) if chosen >> at & 1]):
            found.append(chosen)
    return found


AIDS: Final[dict[str, Callable[[View], Aid]]] = {
    "grid poker": grid_aid,
    "regular poker": poker_aid,
    "cyber defense": cyber_aid.aid,
    "gears of industry": gears_aid,
    "tech exchange": exchange_aid,
    "peer to peer": peer_aid,
}
ROUNDS: Final = {  # of games that have a number of them
    "grid poker": grid_poker.ROUNDS, "tech exchange": tech_exchange.ROUNDS, "cyber defense": cyber_defense.ROUNDS,
}
