"""The figures of a finished game that are worth a column: what each game's players look at when it is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from techdeck.effects import TIME
from techdeck.games import cyber_defense, gears_of_industry, grid_poker, peer_to_peer, regular_poker, tech_exchange
from techdeck.games.betting import CHIPS
from techdeck.table import EMPTY, Table, Tally, Zone
from techdeck.team_effects import UNHAPPY

Piece = Tally | Zone  # a number, or how many cards lie there


@dataclass(frozen=True)
class Figures:
    """By the name of the column."""

    rounds: Tally
    of_table: Mapping[str, Piece] = field(default_factory=dict)
    of_seat: Mapping[str, Piece] = field(default_factory=dict)


FIGURES: Final[dict[str, Figures]] = {
    "grid poker": Figures(
        grid_poker.ROUND, {"effects_used": TIME},
        {"points": grid_poker.POINTS, "chips": CHIPS, "company": grid_poker.COMPANY},
    ),
    "regular poker": Figures(regular_poker.DEAL, {}, {"chips": CHIPS}),
    "cyber defense": Figures(
        cyber_defense.ROUND, {"effects_used": TIME, "guesses": cyber_defense.GUESSED}, {"hand": cyber_defense.HAND},
    ),
    "gears of industry": Figures(
        gears_of_industry.TURN, {"effects_used": TIME},
        {"points": gears_of_industry.POINTS, "factory": gears_of_industry.FACTORY},
    ),
    "peer to peer": Figures(
        peer_to_peer.ROUND, {"effects_used": TIME, "unhappy": UNHAPPY},
        {"served": peer_to_peer.SCORE, "hand": peer_to_peer.HAND},
    ),
    "tech exchange": Figures(
        tech_exchange.ROUND,
        {"effects_used": TIME, **dict(zip(
            ("stock_knowledge", "stock_science", "stock_technology", "stock_services"), tech_exchange.STACKS,
            strict=True))},
        dict(zip(("first_round", "second_round", "third_round"), tech_exchange.EARNED, strict=True)),
    ),
}


def figure(piece: Piece, table: Table, side: int = 0) -> int:
    if isinstance(piece, Tally):
        return piece.get(table, side)
    return sum([back != EMPTY for back in piece.of(table, side)])
