"""Which picture belongs to which game."""

from collections.abc import Callable, Sequence
from typing import Final

from techdeck.table import Game
from techdeck.terminal.cyber import CyberDrawing
from techdeck.terminal.drawing import Drawing
from techdeck.terminal.gears import GearsDrawing
from techdeck.terminal.grid import GridDrawing
from techdeck.terminal.poker import PokerDrawing

DRAWINGS: Final[dict[str, Callable[[Game, Sequence[str]], Drawing]]] = {
    "grid poker": GridDrawing,
    "regular poker": PokerDrawing,
    "cyber defense": CyberDrawing,
    "gears of industry": GearsDrawing,
}


def drawing_of(game: Game, names: Sequence[str]) -> Drawing:
    """The game's own picture, or the one that fits every game."""
    return DRAWINGS.get(game.name, Drawing)(game, names)
