"""Tables of Peer-to-Peer for the tests of its rulebook: written positions, stand-in texts, and what lies where.

Seats and teams are counted from one, as the rulebook does.  Teams sit in order: with three players seats 1 and 2 are
Team 1.  Cards that lie in a venture when a position is written carry the venture flag, others only if a test says so.
Every question is asked, also needless ones [R56, R57], so that a test sees each step; unless it `spares` them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from techdeck.cards import Domain, code, edition, face
from techdeck.deck import PEER_TO_PEER
from techdeck.effects import cards_in_hand, change, drawing, paint_that, take_it
from techdeck.games.peer_to_peer import DISCARD, HAND, SCORE, USED, Options, peer_to_peer
from techdeck.position import play, set_up, written
from techdeck.rules import choose, do
from techdeck.table import PASS, Game, Rule, Table, Zone, shift
from techdeck.team_effects import (
    CUSTOMERS,
    UNHAPPY,
    WON,
    bury_customer,
    committed_cards,
    exchange_it_with_top_customer,
    unhappy_customers,
)
from techdeck.views import View
from tests.games import play_at_random
from tests.rulebook.tables import asked

DEFAULT: Final = Options()
SIDES: Final = {1: "1", 2: "1 / 2", 3: "1 2 / 3", 4: "1 2 / 3 4", 5: "1 2 3 / 4 5", 6: "1 2 3 / 4 5 6"}


# Stand-in texts

class Toy(NamedTuple):
    """A stand-in text, where it works and when."""

    rule: Rule
    timing: str = "open"
    flags: tuple[str, ...] = ("venture", "group")


def _do_nothing(table: Table, side: int, it: int) -> None:
    """Nothing at all."""


NOTHING: Final = Toy(do(_do_nothing))


def nothing(timing: str = "open", *flags: str) -> Toy:
    """A text that does nothing, at its time."""
    return Toy(NOTHING.rule, timing, flags or NOTHING.flags)


def draw(count: int) -> Toy:
    return Toy(drawing(count))


def _discarded(table: Table, side: int, it: int) -> Sequence[int]:
    return DISCARD.of(table, side)[:]


def _scored(table: Table, side: int, it: int) -> Sequence[int]:
    return SCORE.of(table, side)[:]


def _unscore(table: Table, side: int, it: int) -> None:
    table.move(it, SCORE, CUSTOMERS, side, at=0)


def _keep_in(zone: Zone) -> Rule:
    def keep(table: Table, side: int, it: int) -> None:
        for back in list(WON.of(table, side)):
            table.move(back, WON, zone, side)

    return do(keep)


def recolor(domain: Domain) -> Toy:
    def paint(table: Table, side: int, it: int) -> None:
        paint_that(table, side, int(domain), it)

    return Toy(choose("change", committed_cards, then=do(paint)), "assist")


def _raise_it(table: Table, side: int, it: int) -> None:
    change(table, it, shift(1))


RECALL: Final = Toy(choose("take", _discarded, then=do(take_it)))
KEEP_HAND: Final = Toy(_keep_in(HAND), "gain")
KEEP_DISCARD: Final = Toy(_keep_in(DISCARD), "gain")
PLUS1: Final = Toy(choose("change", committed_cards, then=do(_raise_it)), "assist")
CALM: Final = Toy(choose("send back", unhappy_customers, then=do(bury_customer)))
SWAP: Final = Toy(choose("exchange", cards_in_hand, then=do(exchange_it_with_top_customer)))
UNSCORE: Final = Toy(choose("unscore", _scored, then=do(_unscore)))


# Written positions

@lru_cache(maxsize=64)
def _game(
    options: Options, toys: tuple[tuple[str, Toy], ...], ventures: frozenset[str], spares: bool = False,
) -> Game:
    by_card = dict(toys)
    cards = edition(
        PEER_TO_PEER, {name: name for name in by_card},
        {**{name: ("venture",) for name in ventures if name not in by_card},
         **{name: toy.flags for name, toy in by_card.items()}},
        {name: toy.timing for name, toy in by_card.items()})
    options = options if spares else replace(options, asks_needlessly=True)
    return peer_to_peer(options, cards, {name: toy.rule for name, toy in by_card.items()})


@lru_cache(maxsize=32)
def printed_game(options: Options = DEFAULT) -> Game:
    return peer_to_peer(replace(options, asks_needlessly=True))


def without_texts(options: Options = DEFAULT, ventures: Sequence[str] = ()) -> Game:
    """A game in which no card does anything; some may lie in ventures."""
    return _game(options, (), frozenset(ventures))


def with_texts(
    toys: Mapping[str, Toy], options: Options = DEFAULT, ventures: Sequence[str] = (), spares: bool = False,
) -> Game:
    return _game(options, tuple(toys.items()), frozenset(ventures), spares)


def _plain(word: str) -> str:
    return word.partition("'")[0]


def _header(text: str, seats: int, options: Options) -> str:
    keys = [line.partition(":")[0].strip() for line in text.splitlines()]
    lines = [f"peer to peer, {seats} seat{'s' * (seats > 1)}"]
    if "sides" not in keys and not options.individual_decks:
        lines.append(f"sides: {SIDES[seats]}")
    if "round" not in keys:
        lines.append("round: 1")
    return "\n".join([*lines, text])


def at(
    text: str, seats: int = 2, *, toys: Mapping[str, Toy] | None = None, ventures: str = "",
    options: Options = DEFAULT, seed: int = 0, spares: bool = False,
) -> Table:
    """A position in which only some cards have a text."""
    lines = [line.strip().partition(":") for line in text.splitlines()]
    lying = {_plain(word) for key, _, words in lines if key.startswith("venture ") for word in words.split()}
    game = with_texts(toys or {}, options, sorted({*lying, *ventures.split()}), spares)
    return set_up(game, _header(text, seats, options), seed)


def general(text: str, seats: int = 2, *, options: Options = DEFAULT, seed: int = 0) -> Table:
    """A position with the printed effects."""
    return set_up(printed_game(options), _header(text, seats, options), seed)


def go(table: Table, *lines: str) -> None:
    """Choices as the examples write them: `1 4V 3K` or `2 pass`, a seat and what it chooses."""
    for line in lines:
        seat, _, choice = line.partition(" ")
        play(table, int(seat), choice)


# What lies where

def lies(table: Table, place: str) -> list[str]:
    """The cards in a place, in an order that does not matter."""
    return sorted(written(table, place).split())


def order(table: Table, place: str) -> str:
    """The cards in a place: decks from the top, the row from the left."""
    return written(table, place)


def size(table: Table, place: str) -> int:
    return len(lies(table, place))


def back_of(table: Table, card: str) -> int:
    return table.face.index(face(card))


def place_of(table: Table, card: str) -> str:
    zone, owner, _ = table.where(back_of(table, card))
    return zone.place(owner)


def value(table: Table, card: str) -> int:
    """The current one."""
    return table.value(back_of(table, card))


def domain(table: Table, card: str) -> str:
    """The current one, as a letter."""
    return " KSTV"[table.domain(back_of(table, card))]


def used(table: Table) -> list[str]:
    """The marked cards."""
    return [code(number) for number in range(table.cards) if USED.get(table, number)]


def knowers(table: Table, card: str) -> list[int]:
    """The teams that know which card is behind a back; the number after the last is a spectator."""
    back = back_of(table, card)
    return [side + 1 for side in range(table.sides + 1) if table.knows(side, back)]


def remembered(table: Table, team: int, place: str) -> list[str]:
    """The cards that a team knows to be in a place, though not behind which back; others must lie hidden too."""
    for zone in table.game.zones:
        for owner in range(1 if zone.shared else table.sides):
            if zone.place(owner) == place:
                return sorted(code(number) for number in View(table, team - 1).remembered(zone, owner))
    raise KeyError(place)


# What is asked

def pass_once(table: Table) -> None:
    """The first who is asked passes, or takes the first choice."""
    decision = table.pending[0]
    table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))


def pass_on(table: Table, until: str = "") -> None:
    """Everybody passes, or takes the first choice, until somebody is asked for a certain thing."""
    while table.pending and table.pending[0].verb != until:
        pass_once(table)


def asked_until_end(table: Table) -> list[str]:
    """Everybody passes, or takes the first choice, to the end: who was asked for what."""
    found = []
    while table.pending:
        found += asked(table)[:1]
        pass_once(table)
    return found


def listen(table: Table, phases: str) -> None:
    """Play some phases, and note what is told."""
    table.log = []
    for name in reversed(phases.split(", ")):
        table.then(table.game.phases[name], table.first)
    table.go_on()


def told(table: Table, side: int) -> list[str]:
    """What a team heard, counted from one; the number after the last is a spectator."""
    assert table.log is not None
    names = ["Ann", "Ben", "Cem", "Dan", "Eva", "Fay"][:sum(len(seats) for seats in table.members)]
    return [str(event.told(side - 1, table.game.voice(names))["words"]) for event in table.log]


def at_random(table: Table, seed: int) -> Iterator[Table]:
    """Play to the end at random, stopping at every decision and at the end."""
    rng = Random(seed)
    while table.pending:
        yield table
        play_at_random(table, rng)
    yield table


@lru_cache(maxsize=32)
def random_game(seats: int, seed: int, options: Options = DEFAULT) -> list[Table]:
    """A whole game at random, with the printed effects: the table before each decision, and at the end.

    The tables are not to be changed, but cloned.
    """
    return [table.clone() for table in at_random(printed_game(options).start(seats, seed), seed)]


def unhappy(table: Table) -> int:
    return len(UNHAPPY.of(table))


def chances(table: Table) -> int:
    """How often something was shuffled or drawn by chance since the position was set up."""
    return table.chances - table.game.bare(sum(len(seats) for seats in table.members), 0).chances


def set_up_only(seats: int, seed: int, options: Options = Options()) -> Table:
    """A game with the printed cards after its setup, before the first round; the first candidates are picked."""
    table = printed_game(options).bare(seats, seed)
    table.then(table.game.phases["setup"], 0)
    table.go_on()
    while table.pending:
        pass_once(table)
    return table
