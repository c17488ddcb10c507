"""Bots for the lab to cope with, named as anybody names their own: tests.lab.bots:Slow."""

import time
from random import Random

from techdeck.bots import Bot
from techdeck.table import Choice, Decision
from techdeck.views import View


class Slow(Bot):
    """Chance, taking its time: a run can be stopped in its midst."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, decision: Decision) -> Choice | None:
        time.sleep(0.001)
        return decision.sample(self.rng)


class Failing(Bot):
    """Plays at random, and breaks down in some games, after some decisions."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = rng.choice([12, 1000, 1000])

    def choose(self, view: View, decision: Decision) -> Choice | None:
        self.left -= 1
        if not self.left:
            raise ZeroDivisionError("I cannot think any more")
        return decision.sample(self.rng)


class Cheating(Bot):
    """Chooses what is not offered, sooner or later."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = 7

    def choose(self, view: View, decision: Decision) -> Choice | None:
        self.left -= 1
        return decision.sample(self.rng) if self.left else 1 << 40
