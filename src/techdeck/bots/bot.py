"""A bot: it gets a view and answers with an action, nothing else."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeVar

from techdeck.table import CLOCK, Choice, Decision, Table
from techdeck.views import View

It = TypeVar("It")
Action = tuple[int, Choice]  # a seat, and what it chose

MOST_ACTIONS: Final = 100_000  # of a game; the longest that bots play have a few thousand

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


def play_out(table: Table, bots: Sequence[Bot], rng: Random, done: list[Action] | None = None) -> None:
    """Let bots, by seat, play a table to its end.  Where several are asked at once, chance says who is quickest.

    What they do is added to `done` before the rules do it, so that what they fail at is the last of it.
    """
    course: list[Action] = [] if done is None else done
    while not table.is_over:
        asked = table.pending
        if len(asked) > 1 or asked[0].seat == CLOCK:
            asked = [decision for decision in asked if decision.seat != CLOCK]
            rng.shuffle(asked)
        for decision in asked:
            if _answer(table, bots[decision.seat], decision, course):
                break
        else:
            _let_time_pass(table, rng, course)
        if len(course) >= MOST_ACTIONS:
            raise RuntimeError(f"There is no end to it: {MOST_ACTIONS} actions were done.")


def _answer(table: Table, bot: Bot, decision: Decision, course: list[Action]) -> bool:
    """Whether the bot did something; all it gets to know is what its side sees."""
    if type(bot) is RandomBot:  # chance does not look
        choice = decision.sample(bot.rng)
    else:
        choice = bot.choose(View(table, table.side_of(decision.seat)), decision)
    if choice is None:
        return False
    course.append((decision.seat, choice))
    table.act(decision.seat, choice)
    return True


def _let_time_pass(table: Table, rng: Random, course: list[Action]) -> None:
    """Everybody waits: the clock goes on, where the rules give it something to do."""
    decision = table.decision_of(CLOCK)
    choice = None if decision is None else decision.sample(rng)
    if choice is None:
        raise RuntimeError(f"Everybody waits in {table.game.path(table.agenda)}, and nothing would end that.")
    course.append((CLOCK, choice))
    table.act(CLOCK, choice)
