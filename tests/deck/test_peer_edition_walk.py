"""Every effect of the Peer-to-Peer edition in many states: it ends, asks only what can be answered, leaves no mess."""

from collections.abc import Sequence
from random import Random
from typing import Final

import pytest

from techdeck.cards import DECK_SIZE, PEER_EDITION, Card, code, face
from techdeck.effects import COMMON
from techdeck.games.peer_to_peer import HAND, LAID, USED, WILDS, Options, peer_to_peer, wild_faces
from techdeck.position import set_up
from techdeck.table import PASS, Game, Table, become, pack
from techdeck.team_effects import COMMITTED, KEPT, ROW, WON
from tests.deck.walk import (
    LONGEST,
    every_card_is_in_one_place,
    everybody_may_ask,
    hands_are_known,
    nobody_is_wrong,
    places,
    some_options,
    views_are_sound,
)

TEAMS: Final = peer_to_peer()
OWN_DECKS: Final = peer_to_peer(Options(individual_decks=True))
STATES: Final = [
    "normal", "empty hand", "empty deck", "empty discard", "empty deck and discard", "one card in the deck",
    "one customer", "no customer to come", "a wild card comes", "nobody is unhappy", "full row", "nothing at all",
]
SEATS: Final = (2, 1, 4, 6, 3, 5)
PHASES: Final = {"open": "effects before", "after": "effects after", "new": "new customers", "refresh": "refresh"}
TABLES: Final = 30  # looked at in each walk, about
VIEWED: Final = 2  # of them for all eyes
BETWEEN: Final = [*COMMON.zones, WILDS]  # where no card lies once an effect is over

TEXTS: Final = [card for card in PEER_EDITION if not card.is_wild]


class Dealer:
    """Deals the cards of a position at random, each once; wild cards only on demand."""

    def __init__(self, rng: Random, *used: str) -> None:
        left = [code(number) for number in range(52) if code(number) not in used]
        rng.shuffle(left)
        self.left: Final = left

    def some(self, count: int) -> str:
        return " ".join([self.left.pop() for _ in range(count)])

    def venture(self) -> str:
        """One whose text can be copied in an effects phase."""
        found = next(word for word in self.left if "venture" in PEER_EDITION[face(word)].flags
                     and PEER_EDITION[face(word)].timing == "open" and word != "9S")
        self.left.remove(found)
        return found


def position(
    game: Game, card: str, place: str, state: str, seats: int, rng: Random, other: str = "",
) -> list[str]:
    """The lines of a position in which the first side has the card in its hand or venture, and the second another."""
    deal = Dealer(rng, card, other)
    bare = state == "nothing at all"
    sides = len(game.bare(seats, 0).members)
    lines = [f"{game.name}, {seats} seat{'s' * (seats > 1)}", "first: 1", "round: 2"]
    for side in range(1, sides + 1):
        has_hand = not (state == "empty hand" or bare)
        hand = deal.some(3 if has_hand else 0)
        in_venture = deal.venture() if not bare else ""
        if side == 1:
            hand = f"{card} {hand}" if place == "hand" else hand
            in_venture = card if place == "venture" else in_venture
        elif side == 2 and other:
            in_venture = other
        without_deck = state in ("empty deck", "empty deck and discard") or bare
        without_discard = state in ("empty discard", "empty deck and discard") or bare
        deck = 0 if without_deck else 1 if state == "one card in the deck" else 3
        lines += [
            f"hand {side}: {hand}", f"venture A {side}: {in_venture}", f"deck {side}: {deal.some(deck)}",
            f"discard {side}: {deal.some(0 if without_discard else 3)}",
        ]
    row = 0 if bare else {"one customer": 1, "full row": 4}.get(state, 3)
    come = 0 if state == "no customer to come" or bare else 5
    wild = "W2 W1 " if state == "a wild card comes" else ""
    unhappy = 0 if state == "nobody is unhappy" or bare else 2
    lines += [f"row: {deal.some(row)}", f"customer deck: {wild}{deal.some(come)}"]
    return [*lines, f"unhappy: {deal.some(unhappy)}"]


def used_back(table: Table, card: str) -> int:
    return table.face.index(face(card))


def act_for(table: Table, side: int, choice: int) -> None:
    table.act(table.captain[side], choice)


def committed(table: Table, side: int, but: str, count: int) -> int:
    """A commitment of some hand cards, without one that is to be used."""
    hand = sorted(HAND.of(table, side), key=lambda back: table.face[back])
    chosen = [back for back in hand if code(table.face[back]) != but][:count]
    return pack(chosen) if chosen else PASS


def pass_until(table: Table, verb: str) -> None:
    """Let all pass until the first side is asked for that, or nobody any more."""
    while table.pending and not (table.pending[0].verb == verb and table.pending[0].seat == table.captain[0]):
        assert PASS in table.pending[0], table.pending[0].verb
        table.act(table.pending[0].seat, PASS)


def assisting(table: Table, card: str) -> None:
    """All commit and declare; the last side commits nothing."""
    while table.pending[0].verb == "commit":
        side = table.side_of(table.pending[0].seat)
        act_for(table, side, PASS if side and side == table.sides - 1 else committed(table, side, card, 2))
    while table.pending and table.pending[0].verb == "declare":
        table.act(table.pending[0].seat, ROW.of(table)[-1])


def fitting_marks(lines: Sequence[str], card: str) -> str:
    """Changes by which the last customer can be served with the first two other hand cards."""
    words = {key: rest.split() for key, _, rest in (line.partition(":") for line in lines)}
    hand = sorted([word for word in words["hand 1"] if word != card], key=face)[:2]
    target = words["row"][-1]
    value = sum([PEER_EDITION[face(word)].value for word in hand])
    return f"mark value: {target}={become(value)}\nmark domain: {target}={PEER_EDITION[face(hand[0])].domain_number}"


def begin(game: Game, card: Card, place: str, state: str, seats: int) -> Table | None:
    """The table right after the card was used; none if it cannot be used in that state."""
    name = card.printed.code
    rng = Random(f"{name} {place} {state} {seats}")
    lines = position(game, name, place, state, seats, rng)
    if card.timing in PHASES:
        table = set_up(game, "\n".join([*lines, f"play: {PHASES[card.timing]}"]), seats)
    elif state in ("empty hand", "nothing at all"):
        return None  # nothing to assist with
    else:
        marks = fitting_marks(lines, name) if card.timing == "gain" else ""
        table = set_up(game, "\n".join([*lines, marks, "play: assist"]), seats)
        assisting(table, name)
        if card.timing == "gain":
            pass_until(table, "use after winning")
            assert WON.of(table, 0)
    if card.timing == "new":
        settle_wilds(table, rng)
    assert table.pending[0].verb.startswith("use"), table.pending[0].verb
    act_for(table, 0, used_back(table, name))
    return table


def settle_wilds(table: Table, rng: Random) -> None:
    """What wild cards ask while customers are dealt."""
    while not table.pending[0].verb.startswith("use"):
        table.act(table.pending[0].seat, rng.choice(list(table.pending[0])))


def is_done(table: Table) -> bool:
    """Whether the effect is over: somebody is asked for another one, or for something else of the game."""
    return all(decision.verb.startswith("use") or decision.verb in ("commit", "declare", "develop", "score")
               for decision in table.pending)


class Witness:
    """Looks at every table of a walk."""

    def __init__(self, start: Table, rng: Random) -> None:
        self.cards: Final = sorted(start.face)
        self.rng: Final = rng
        self.views = VIEWED

    def look(self, table: Table) -> None:
        assert every_card_is_in_one_place(table)
        assert sorted(table.face) == self.cards
        assert everybody_may_ask(table)
        assert nobody_is_wrong(table)
        assert hands_are_known(table)
        assert no_wild_card_is_held(table)
        if is_done(table):
            lying = {zone.name for zone in BETWEEN}
            assert not any(place.split()[0] in lying for place, _ in places(table)), list(places(table))
            assert not any(table.sealed)
        if self.views and self.rng.random() < 0.2:
            self.views -= 1
            assert views_are_sound(table, self.rng)


def no_wild_card_is_held(table: Table) -> bool:
    """And nobody thinks that one may be [PP-X25]."""
    wilds = wild_faces(table.cards)
    return not any(row[back] & wilds for row in table.may_be for zone in (HAND, LAID, COMMITTED, KEPT)
                   for side in range(table.sides) for back in zone.of(table, side))


def walk(start: Table, rng: Random) -> int:
    """Along the choices, deepest first, a few of many; says how often the effect came to its end."""
    witness = Witness(start, rng)
    stack = [(start, 0)]
    ends = visited = 0
    while stack and (visited < TABLES or not ends):
        table, depth = stack.pop()
        assert depth < LONGEST, "an effect goes on and on"
        witness.look(table)
        visited += 1
        if is_done(table):
            ends += 1
            continue
        decision = rng.choice(table.pending)
        for choice in some_options(decision, rng, 4 if depth < 3 else 2):
            child = table.clone()
            child.act(decision.seat, choice)
            stack.append((child, depth + 1))
    return ends


USES: Final = [(card, place) for card in TEXTS for place in ("hand", "venture")
               if {"hand": "group", "venture": "venture"}[place] in card.flags]


@pytest.mark.parametrize(("card", "place"), USES, ids=lambda value: getattr(value, "effect", value))
@pytest.mark.parametrize("state", STATES)
def test_an_effect_is_walked_to_its_end(card: Card, place: str, state: str) -> None:
    numbers = SEATS[:4] if state == "normal" else [SEATS[(TEXTS.index(card) + STATES.index(state)) % len(SEATS)]]
    for seats in numbers:
        start = begin(TEAMS, card, place, state, seats)
        if start is not None:
            assert USED.get(start, face(card.printed.code))
            assert walk(start, Random(f"{card.effect} {place} {state} {seats}")) > 0


@pytest.mark.parametrize(("card", "place"), USES, ids=lambda value: getattr(value, "effect", value))
def test_an_effect_is_walked_to_its_end_with_individual_decks(card: Card, place: str) -> None:
    start = begin(OWN_DECKS, card, place, "a wild card comes", 3)
    assert start is not None
    assert walk(start, Random(f"{card.effect} {place}")) > 0


COPYABLE: Final = [card for card in TEXTS if "venture" in card.flags and card.timing == "open" and not card.copies]


@pytest.mark.parametrize("card", COPYABLE, ids=lambda card: card.effect)
@pytest.mark.parametrize("place", ["hand", "venture"])
def test_a_copied_effect_is_walked_to_its_end(card: Card, place: str) -> None:
    """9S uses the text of a card in another team's venture, whether that was used or not [PE-V01]."""
    rng = Random(f"{card.effect} {place}")
    lines = position(TEAMS, "9S", place, "normal", 2, rng, card.effect)
    for mark in ("", f"mark used: {card.effect}"):
        table = set_up(TEAMS, "\n".join([*lines, mark, "play: effects before"]))
        act_for(table, 0, used_back(table, "9S"))
        copied = used_back(table, card.effect)
        assert table.pending[0].verb == "copy"
        assert copied in table.pending[0]
        assert used_back(table, "9S") not in table.pending[0]
        act_for(table, 0, copied)
        assert walk(table, rng) > 0
        assert USED.get(table, face(card.effect)) == (1 if mark else 0)
        assert USED.get(table, face("9S")) == 1


@pytest.mark.parametrize("wild", ["W1", "W2"])
@pytest.mark.parametrize("way", ["dealt", "taken", "drawn"])
@pytest.mark.parametrize("state", [state for state in STATES if state != "no customer to come"])
def test_a_wild_card_acts_and_is_expelled_wherever_it_comes(wild: str, way: str, state: str) -> None:
    """Among new customers, into the row by an effect, into the hand at refresh [PE-W01]."""
    for seats in SEATS:
        rng = Random(f"{wild} {way} {state} {seats}")
        lines = [line.replace("W2 W1 ", "") for line in position(TEAMS, "2V", "hand", state, seats, rng)]
        place = "deck 1:" if way == "drawn" else "customer deck:"
        lines = [line.replace(place, f"{place} {wild}") if line.startswith(place) else line for line in lines]
        phase = {"dealt": "new customers", "taken": "effects before", "drawn": "refresh"}[way]
        table = set_up(TEAMS, "\n".join([*lines, f"play: {phase}"]), seats)
        if way == "taken":
            act_for(table, 0, used_back(table, "2V"))
        else:
            pass_all_uses(table)
        ends = walk_to_the_end(table, rng)
        for end in ends:
            assert places_of(end, wild) == ("expelled" if ROW_IS_THERE[state] or way != "taken" else "customer deck")


ROW_IS_THERE: Final = {state: state != "nothing at all" for state in STATES}


def places_of(table: Table, card: str) -> str:
    return next(place for place, back in places(table) if table.face[back] == face(card))


def pass_all_uses(table: Table) -> None:
    while table.pending and table.pending[0].verb.startswith("use"):
        table.act(table.pending[0].seat, PASS)


def walk_to_the_end(start: Table, rng: Random) -> list[Table]:
    """Some tables right after the wild card has acted, along several paths."""
    ends = []
    for _ in range(5):
        table = start.clone()
        depth = 0
        while table.pending and not is_done(table):
            decision = rng.choice(table.pending)
            table.act(decision.seat, rng.choice(list(decision)))
            depth += 1
            assert depth < LONGEST
            assert every_card_is_in_one_place(table)
            assert everybody_may_ask(table)
        ends.append(table)
    return ends


def test_all_cards_are_walked() -> None:
    assert len(TEXTS) == DECK_SIZE - 2
    assert {card.timing for card in TEXTS} == {*PHASES, "assist", "gain"}
    assert len(USES) == 29 + 38
