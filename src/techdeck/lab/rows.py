"""The columns of what is kept of many games, and the row of one.

Whatever belongs to a seat has its number at the end, counted from one: `score_2`, `won_2`.
"""

from dataclasses import dataclass, field
from typing import Final

from techdeck.bots.measure import teams
from techdeck.lab.figures import FIGURES, figure
from techdeck.lab.plan import Plan
from techdeck.table import Game, Table

NUMBER: Final = "number"
TEXT: Final = "text"
TRUTH: Final = "truth"
SECONDS: Final = "seconds"
SEATS: Final = "seats"  # a list of numbers

Row = dict[str, object]

DECISION_COLUMNS: Final = {
    "number": NUMBER, "at": NUMBER, "round": NUMBER, "phase": TEXT, "seat": NUMBER, "verb": TEXT, "choices": NUMBER,
    "choice": TEXT,
}
EFFECT_COLUMNS: Final = {
    "number": NUMBER, "at": NUMBER, "round": NUMBER, "side": NUMBER, "card": TEXT, "concept": TEXT, "place": TEXT,
    "is_copied": TRUTH, "copied_by": TEXT,
}


@dataclass
class Played:
    """One game that was played, or as far as it came."""

    number: int
    seed: bytes
    bots: list[str]  # by seat
    first: int = 0  # the seat that began
    decisions: int = 0
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)  # by side; none if it did not come to its end
    winners: list[int] = field(default_factory=list)  # sides
    error: str = ""


def columns(game: Game, seats: int) -> dict[str, str]:
    """What a row has, and of which kind it is; options are added as they are."""
    figures = FIGURES[game.name]
    found = {
        "number": NUMBER, "game": TEXT, "seed": TEXT, "first": NUMBER, "winner": NUMBER, "winners": SEATS,
        "shared_by": NUMBER, "rounds": NUMBER, "decisions": NUMBER, "seconds": SECONDS, "error": TEXT,
        **dict.fromkeys(figures.of_table, NUMBER),
    }
    for seat in range(1, seats + 1):
        found |= {f"bot_{seat}": TEXT, f"side_{seat}": NUMBER, f"won_{seat}": TRUTH, f"score_{seat}": NUMBER}
        found |= {f"{name}_{seat}": NUMBER for name in figures.of_seat}
    return found


def row_of(plan: Plan, table: Table, played: Played) -> Row:
    """A game that ended in an error has no result; its figures are those of that moment."""
    game, figures = table.game, FIGURES[plan.game]
    is_whole, winners = not played.error, played.winners
    winning = [seat + 1 for seat in range(plan.seats) if table.side_of(seat) in winners]
    shared_by = sum([any(side in winners for side in team) for team in teams(game, table.sides)])
    row: Row = {
        "number": played.number, "game": plan.game, "seed": played.seed.hex(), "first": played.first + 1,
        "winner": winning[0] if winning and shared_by == 1 else None, "winners": winning if is_whole else None,
        "shared_by": shared_by if is_whole else None, "rounds": figures.rounds.get(table),
        "decisions": played.decisions, "seconds": played.seconds, "error": played.error or None,
    }
    for name, piece in figures.of_table.items():
        row[name] = figure(piece, table)
    for seat in range(plan.seats):
        side, end = table.side_of(seat), f"_{seat + 1}"
        row[f"bot{end}"] = played.bots[seat]
        row[f"side{end}"] = side + 1
        row[f"won{end}"] = side in winners if is_whole else None
        row[f"score{end}"] = played.scores[side] if is_whole else None
        for name, piece in figures.of_seat.items():
            row[f"{name}{end}"] = figure(piece, table, side)
    return row
