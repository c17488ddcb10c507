"""Tables of Grid Poker for the tests of its rulebook: written positions, stand-in effects, and what lies where.

Seats are counted from one, as the rulebook does.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from techdeck.cards import Back, code, face, stand_in
from techdeck.games.grid_poker import POINTS, Options, grid_poker
from techdeck.position import play, set_up, written
from techdeck.rules import do
from techdeck.table import EMPTY, PASS, Decision, Rule, Table

POKER: Final = "commitments, results, clearing"
WHOLE_ROUND: Final = f"company effects, hand effects, {POKER}, improvement, end of round"

DEFAULT: Final = Options()


def _do_nothing(table: Table, seat: int, it: int) -> None:
    """Nothing at all."""


NOTHING: Final[Rule] = do(_do_nothing)  # an effect that does nothing

# The position of GP-W05, from which many tests start.
MARKET: Final = "4K 11T 6S / 8V 8K 2S / 13T 3V 10K"
DUEL: Final = f"""
    market: {MARKET}
    hand 1: 8S 5T 12K
    company 1: 3K 3S
    hand 2: 13V 7S 1T
    company 2: 6V 9T
    deck: 9S 1K 7T 13K 5V 2K
"""


def at(
    text: str, seats: int = 2, *, texts: Mapping[str, Rule] | None = None, options: Options = DEFAULT, seed: int = 0,
) -> Table:
    """A position in which only some cards have a text."""
    effects = dict(texts or {})
    game = grid_poker(options, stand_in({card: card for card in effects}), effects)
    return set_up(game, f"grid poker, {seats} seat{'s' * (seats > 1)}\n{text}", seed)


def these(cards: str) -> list[str]:
    """Cards in an order that does not matter."""
    return sorted(cards.split())


def lies(table: Table, place: str) -> list[str]:
    """The cards in a place, in an order that does not matter."""
    return sorted(word for word in written(table, place).split() if word not in ("/", "-"))


def deck(table: Table) -> list[str]:
    """From the top."""
    return written(table, "deck").split()


def points(table: Table) -> list[int]:
    return POINTS.of(table)


def asked(table: Table) -> list[str]:
    """Who is asked for what now: `2 commit`."""
    return [f"{decision.seat + 1} {decision.verb}" for decision in table.pending]


def texts_of(table: Table, decision: Decision) -> list[str]:
    return [decision.text(table, table.side_of(decision.seat), choice) for choice in decision]


def offered(table: Table) -> list[str]:
    """What the one who is asked may choose, in words, sorted."""
    (decision,) = table.pending
    return sorted(texts_of(table, decision))


def choices(table: Table) -> int:
    """How many choices the one who is asked has."""
    (decision,) = table.pending
    return len(decision)


def back_of(table: Table, card: str) -> Back:
    return Back(table.face.index(face(card)))


def place_of(table: Table, card: str) -> str:
    """Where a card lies: deck, hand 2."""
    zone, owner, _ = table.where(back_of(table, card))
    return zone.place(owner)


def knowers(table: Table, card: str) -> list[int]:
    """The seats that know which card is behind a back; the number after the last is a spectator."""
    back = back_of(table, card)
    return [side + 1 for side in range(table.sides + 1) if table.knows(side, back)]


def pass_on(table: Table, until: str = "") -> None:
    """Everybody passes, or takes the first choice, until somebody is asked for a certain thing."""
    while table.pending and table.pending[0].verb != until:
        decision = table.pending[0]
        table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))


def history(table: Table) -> list[str]:
    """Everybody passes, or takes the first choice, to the end: who was asked for what."""
    found = []
    while table.pending:
        found += asked(table)[:1]
        decision = table.pending[0]
        table.act(decision.seat, PASS if PASS in decision else next(iter(decision)))
    return found


def at_random(table: Table, seed: int) -> Iterator[Table]:
    """Play to the end at random, stopping at every decision and at the end."""
    rng = Random(seed)
    while table.pending:
        yield table
        decision = rng.choice(table.pending)
        choice = decision.sample(rng)
        assert choice is not None
        table.act(decision.seat, choice)
    yield table


def all_cards(table: Table) -> list[str]:
    """Every card on the table, as often as it lies somewhere."""
    return sorted(
        code(table.face[back]) for zone in table.game.zones
        for owner in range(1 if zone.shared else table.sides) for back in zone.of(table, owner) if back != EMPTY
    )


def poker(table: Table, *lines: str) -> None:
    """Commitments and placements as the examples write them: `1 R2 8S 5T` or `2 pass`."""
    for line in lines:
        seat, _, choice = line.partition(" ")
        play(table, int(seat), choice)
