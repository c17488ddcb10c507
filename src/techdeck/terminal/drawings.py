"""Which picture belongs to which game."""

from collections.abc import Callable, Sequence
from typing import Final

from techdeck.table import Game
from techdeck.terminal.cyber import CyberDrawing
from techdeck.terminal.drawing import Drawing
from techdeck.terminal.exchange import ExchangeDrawing
from techdeck.terminal.gears import GearsDrawing
from techdeck.terminal.grid import GridDrawing
from techdeck.terminal.peers import PeersDrawing
from techdeck.terminal.poker import PokerDrawing

DRAWINGS: Final[dict[str, Callable[[Game, Sequence[str]], Drawing]]] = {
    "grid poker": GridDrawing,
    "regular poker": PokerDrawing,
    "cyber defense": CyberDrawing,
    "gears of industry": GearsDrawing,
    "tech exchange": ExchangeDrawing,
    "peer to peer": PeersDrawing,
}


def drawing_of(game: Game, names: Sequence[str], seats: Sequence[str]) -> Drawing:
    """The game's own picture, or the one that fits every game; with the names of sides and of seats."""
    drawing = DRAWINGS.get(game.name, Drawing)(game, names)
    drawing.seats = seats
    return drawing
