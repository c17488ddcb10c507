"""Let bots play a table of any game, in turns or live."""

from collections.abc import Sequence
from random import Random

from techdeck.bots.bot import Action, Bot, play_out
from techdeck.bots.floor import clients_of, play_live
from techdeck.table import Table


def play(table: Table, bots: Sequence[Bot], rng: Random, done: list[Action] | None = None) -> None:
    """To its end; what they do is added to `done`, before the rules do it."""
    if table.game.options.get("form") == "live":
        play_live(table, clients_of(bots, rng), None, done)
    else:
        play_out(table, bots, rng, done)
