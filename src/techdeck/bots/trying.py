"""A bot that tries things out in mind: it does them on imagined tables, and judges where that leads."""

from random import Random
from typing import Final

from techdeck.bots.bot import Bot
from techdeck.table import Decision, Table
from techdeck.views import View, imagined

TRIALS: Final = 3  # imagined tables on which every option is tried
LEAVES: Final = 30  # positions to judge for one decision, about; half as many play clearly worse
DEPTH: Final = 12  # choices to follow until an effect is over


class TryingBot(Bot):
    """What a position is worth, and when an effect is over, its game says."""

    def __init__(self, rng: Random, trials: int = TRIALS, leaves: int = LEAVES) -> None:
        self.rng: Final = rng
        self.trials: Final = trials
        self.leaves = leaves

    def judge(self, table: Table, side: int) -> float:
        """What a position is worth to a side."""
        raise NotImplementedError

    def is_settled(self, table: Table) -> bool:
        """Whether the effect under way is over, so that the position can be judged."""
        raise NotImplementedError

    def imagine(self, view: View) -> Table:
        return imagined(view, self.rng)

    def try_out(self, view: View, decision: Decision) -> int:
        """Do each thing in mind, go on at random until all is settled, and take what leads to the best position.

        The best of several ways to go on counts, since they are mostly the bot's own to choose.
        """
        options = decision.options
        trials = min(self.trials, 1 + self.leaves // len(options))
        ways = max(1, self.leaves // (trials * len(options)))
        totals = [0.0] * len(options)
        for _ in range(trials):
            world = self.imagine(view)
            for at, option in enumerate(options):
                totals[at] += self.best_outcome(world, decision.seat, option, view.side, ways)
        return options[totals.index(max(totals))]

    def best_outcome(self, world: Table, seat: int, option: int, side: int, ways: int) -> float:
        table = world.clone()
        table.act(seat, option)
        if table.is_over or self.is_settled(table):
            return self.judge(table, side)
        return max([self.outcome(table.clone(), side) for _ in range(ways)])

    def outcome(self, table: Table, side: int) -> float:
        for _ in range(DEPTH):
            if table.is_over or self.is_settled(table):
                break
            decision = table.pending[0]
            choice = decision.sample(self.rng)
            assert choice is not None, "an effect waits for nobody"
            table.act(decision.seat, choice)
        return self.judge(table, side)
