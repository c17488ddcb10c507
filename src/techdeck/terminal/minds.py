"""The bots at a table, and who answers for the clock."""

from collections.abc import Sequence
from random import Random
from typing import Final

from techdeck.bots import Bot, bot
from techdeck.match import Match
from techdeck.table import CLOCK, Choice, Decision
from techdeck.terminal.home import PERSON
from techdeck.views import View


class Minds:
    """Answers for every seat that no person has.

    The same seed and the same actions give the same answer, also after a break: chance begins anew with each answer.
    """

    def __init__(self, match: Match, players: Sequence[str]) -> None:
        self._match: Final = match
        self._rngs: Final = [Random() for _ in players]
        self._bots: Final[list[Bot | None]] = [
            None if level == PERSON else bot(match.game.name, level, rng)
            for level, rng in zip(players, self._rngs, strict=True)
        ]

    def answer(self, decision: Decision) -> Choice:
        """What the seat chooses, from what its side sees."""
        seat, table = decision.seat, self._match.table
        rng = Random() if seat == CLOCK else self._rngs[seat]
        rng.seed(f"{self._match.record.seed.hex()} {seat} {len(self._match.record.actions)}")
        mind = None if seat == CLOCK else self._bots[seat]
        choice = None if mind is None else mind.choose(View(table, table.side_of(seat)), decision)
        if choice is None:
            choice = decision.sample(rng)
        assert choice is not None, "nobody answers, and time stands still"
        return choice
