"""A bot: it gets a view and answers with an action, nothing else."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from techdeck.table import CLOCK, Choice, Decision, Table
from techdeck.views import View

It = TypeVar("It")

try:
    from mypy_extensions import mypyc_attr
except ImportError:  # only the compiler reads what it says, and brings it along
    def mypyc_attr(*attrs: str, **kwattrs: object) -> Callable[[It], It]:
        return lambda it: it


@mypyc_attr(allow_interpreted_subclasses=True)  # anybody may write a bot, for the compiled build too
class Bot:
    """Somebody who plays from what one side sees.  All its chance comes from a generator of its own."""

    def choose(self, view: View, decision: Decision) -> Choice | None:
        """One of the choices in the decision, or nothing to wait."""
        raise NotImplementedError


class RandomBot(Bot):
    """Chooses anything, in any game."""

    def __init__(self, rng: Random) -> None:
        self.rng: Final = rng

    def choose(self, view: View, decision: Decision) -> Choice | None:
        return decision.sample(self.rng)


def play_out(table: Table, bots: Sequence[Bot], rng: Random) -> None:
    """Let bots, by seat, play a table to its end.  Where several are asked at once, chance says who is quickest."""
    while not table.is_over:
        asked = [decision for decision in table.pending if decision.seat != CLOCK]
        rng.shuffle(asked)
        if not any(_answer(table, bots[decision.seat], decision) for decision in asked):
            _let_time_pass(table, rng)


def _answer(table: Table, bot: Bot, decision: Decision) -> bool:
    """Whether the bot did something; all it gets to know is what its side sees."""
    choice = bot.choose(View(table, table.side_of(decision.seat)), decision)
    if choice is None:
        return False
    table.act(decision.seat, choice)
    return True


def _let_time_pass(table: Table, rng: Random) -> None:
    """Everybody waits: the clock goes on, where the rules give it something to do."""
    decision = table.decision_of(CLOCK)
    choice = None if decision is None else decision.sample(rng)
    if choice is None:
        raise RuntimeError(f"Everybody waits in {table.game.path(table.agenda)}, and nothing would end that.")
    table.act(CLOCK, choice)
