"""When the clock acts: the rules let it choose, and never see time; here is how long it waits.

Whoever runs a table, in a simulation or on a server, tells the timekeeper after each action what time it is, and lets
the clock act when it is due.  Times are seconds, on any clock that only goes forward.
"""

from typing import Final

from techdeck.games.tech_exchange import (
    FINAL_CALL,
    FIRST_TRADING,
    PHASE,
    ROUND,
    SECOND_TRADING,
    STALLED,
    TIME_IS_UP,
    TRADES,
    UNDER_WAY,
)
from techdeck.table import CLOCK, Choice, Decision, Table

TRADING: Final = "end trading"  # what the clock is asked while everybody trades
WINDOW: Final = "tie window"

CHOICES: Final = ("partner", "give", "place")  # what is asked within a trade
MESSAGES: Final = ("offer", "commit", "cancel", "done", "back", "ask", "yes", "no", "declare", "wish", "say")


def is_trading(table: Table) -> bool:
    return PHASE.get(table) in (FIRST_TRADING, SECOND_TRADING)


def stage(table: Table) -> tuple[int, int]:
    """The phase of the round that is being played; what waits is refused when it is over [TX-R66]."""
    return ROUND.get(table), PHASE.get(table)


def must_wait(table: Table, text: str) -> bool:
    """Whether what a player says is to be checked later: it came during a tie window or a choice [TX-R30, R37]."""
    decision = table.decision_of(CLOCK)
    if table.is_over or not text or text.casefold().split()[0] not in MESSAGES:
        return False
    if decision is not None and decision.verb == WINDOW:
        words = text.casefold().split()
        return words[0] not in ("commit", "cancel") or words[1:2] != [str(UNDER_WAY.get(table))]
    return is_trading(table) and table.pending[0].verb in CHOICES


class Timekeeper:
    """Watches one table, and says when its clock acts."""

    def __init__(self) -> None:
        self._seen_at = 0.0
        self._decision: Decision | None = None  # what the clock is asked
        self._asked_at = 0.0
        self._phase = -1  # round and phase of the trading under way
        self._began_at = 0.0
        self._trades = 0
        self._quiet = 0.0  # seconds of trading since it began, or since the last trade [TX-R61]
        self._done_at = -1.0  # since when all are done, or never

    def notice(self, table: Table, now: float) -> None:
        """Look at a table after something was done there."""
        last, before = self._decision, "" if self._decision is None else self._decision.verb
        if before == TRADING:
            self._quiet += now - self._seen_at  # it does not run while a choice is pending
        self._seen_at = now
        self._decision = table.decision_of(CLOCK)
        verb = "" if self._decision is None else self._decision.verb
        if verb == TRADING:
            self._notice_trading(table, now)
        # Trading and a tie window stay open while others act; a choice while others only talk beside the table.
        if verb != before or (verb not in (TRADING, WINDOW) and self._decision is not last):
            self._asked_at = now

    def _notice_trading(self, table: Table, now: float) -> None:
        phase, trades = 10 * ROUND.get(table) + PHASE.get(table), TRADES.get(table)
        if phase != self._phase:
            self._phase, self._began_at = phase, now
            self._quiet = 0.0
        elif trades != self._trades:
            self._quiet = 0.0
        self._trades = trades
        if self._decision is None or FINAL_CALL not in self._decision.options:
            self._done_at = -1.0
        elif self._done_at < 0:
            self._done_at = now

    def due(self, table: Table) -> tuple[float, Choice] | None:
        """When the clock acts if nobody does anything before, and what it chooses; or nothing."""
        decision = self._decision
        if decision is None:
            return None
        if decision.verb == TRADING:
            return self._end_of_trading(table, decision)
        options = table.game.options
        if decision.verb == WINDOW:
            wait = _number(options["tie_window_ms"]) / 1000
        else:
            wait = float(_number(options["choice_seconds"]))
        return self._asked_at + wait, decision.options[0]

    def _end_of_trading(self, table: Table, decision: Decision) -> tuple[float, Choice]:
        options = table.game.options
        ends: list[tuple[float, Choice]] = [
            (self._seen_at + _number(options["stall_seconds"]) - self._quiet, STALLED)]
        if TIME_IS_UP in decision.options:
            ends.append((self._began_at + _number(options["phase_seconds"]), TIME_IS_UP))
        if self._done_at >= 0:
            ends.append((self._done_at + _number(options["final_call_seconds"]), FINAL_CALL))
        return min(ends)


def _number(option: object) -> int:
    assert isinstance(option, int)
    return option
