"""The bots at a table."""

from collections.abc import Sequence
from random import Random
from typing import Final

from techdeck.bots import Bot, bot
from techdeck.match import Match
from techdeck.table import Choice, Decision
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

    def answer(self, decision: Decision, may_wait: bool, waited: int = 0) -> Choice | None:
        """What the seat chooses, from what its side sees; nothing if it waits, where it may.

        `waited` changes where the same could be asked again before anything happened.
        """
        seat, table = decision.seat, self._match.table
        rng, mind = self._rngs[seat], self._bots[seat]
        again = f" {waited}" if waited else ""
        rng.seed(f"{self._match.record.seed.hex()} {seat} {len(self._match.record.actions)}{again}")
        assert mind is not None, "a person answers"
        choice = mind.choose(View(table, table.side_of(seat)), decision)
        return decision.sample(rng) if choice is None and not may_wait else choice
