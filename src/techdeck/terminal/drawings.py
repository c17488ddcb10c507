"""Which picture belongs to which game."""

from collections.abc import Callable, Sequence
from typing import Final

from techdeck.table import Game
from techdeck.terminal.drawing import Drawing
from techdeck.terminal.grid import GridDrawing
from techdeck.terminal.poker import PokerDrawing

DRAWINGS: Final[dict[str, Callable[[Game, Sequence[str]], Drawing]]] = {
    "grid poker": GridDrawing,
    "regular poker": PokerDrawing,
}


def drawing_of(game: Game, names: Sequence[str]) -> Drawing:
    """The game's own picture, or the one that fits every game."""
    return DRAWINGS.get(game.name, Drawing)(game, names)
