"""Who speaks next, where several are asked at once; and time, where the clock has a seat.

Nobody should have to type against the clock.  Where all may speak at any moment, time goes in *moments*: in each of
them every bot may say one thing, in an order that chance gives, and then every person; who has nothing to say waits.
A moment counts as some seconds for the limits that the rules of a game know.  While somebody makes a choice that the
clock could make instead, time stands still.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from techdeck.match import Match
from techdeck.offers import Trade
from techdeck.table import CLOCK, Choice, Decision
from techdeck.terminal.home import PERSON
from techdeck.timekeeping import TRADING, WINDOW, Timekeeper

MOMENT: Final = 5  # seconds


def is_content(decision: Decision) -> bool:
    """Whether somebody is done, and no offer is open that they could take: then they need not be asked again."""
    return isinstance(decision, Trade) and "back" in decision.words and not decision.satisfying()


class Pace:
    """Decides whom to ask, and what the clock does."""

    def __init__(self, match: Match, players: Sequence[str]) -> None:
        self._match: Final = match
        self._players: Final = players  # by seat
        self._keeper: Final = Timekeeper()
        self._moments = 0
        self._is_trading = False  # since the moment before
        self._to_speak: Final[list[int]] = []  # the seats that have not been asked in this moment
        self._asked: Final[list[int]] = []  # the seats that have been asked in this tie window

    def next(self) -> Decision:
        """The decision that is to be answered now; the clock's, if its time has come."""
        table = self._match.table
        self._keeper.notice(table, self._now)
        clock = self._clock()
        asked = [decision for decision in table.pending if decision.seat != CLOCK]
        if clock is not None and clock.verb == TRADING:
            self._asked.clear()
            return self._speaker(clock)
        if clock is not None and clock.verb == WINDOW:
            asked = [decision for decision in asked if decision.seat not in self._asked]
            if not asked:
                return clock
        else:
            self._is_trading = False
        decision = min(asked, key=lambda asked: self._is_person(self.speaker(asked)))  # bots are quicker
        self._asked.append(decision.seat)
        return decision

    def speaker(self, decision: Decision) -> int:
        """The seat that answers: where the members of a team speak for one another, bots leave it to people."""
        seats = self._match.table.answerers(decision)
        return next((seat for seat in seats if seat != CLOCK and self._is_person(seat)), decision.seat)

    @property
    def _now(self) -> float:
        return float(MOMENT * self._moments)

    def _clock(self) -> Decision | None:
        return self._match.table.decision_of(CLOCK)

    def _is_person(self, seat: int) -> bool:
        return self._players[seat] == PERSON

    def _speaker(self, clock: Decision) -> Decision:
        """Who has not spoken in this moment, or the first one of the next."""
        while True:
            if not self._to_speak:
                self._moments += self._is_trading
                self._is_trading = True
                self._keeper.notice(self._match.table, self._now)
                if self.seconds_left() <= 0:
                    return clock
                self._to_speak.extend(self._order())
            decision = self._match.table.decision_of(self._to_speak.pop(0))
            assert decision is not None, "everybody may speak"
            if not (self._is_person(decision.seat) and is_content(decision)):
                return decision

    def _order(self) -> list[int]:
        record = self._match.record
        seats = list(range(len(self._players)))
        Random(f"{record.seed.hex()} {len(record.actions)} {self._moments}").shuffle(seats)
        return sorted(seats, key=self._is_person)

    # What the rules of time say

    def may_wait(self) -> bool:
        """Whether nothing need be answered now: others may speak, or time goes on."""
        clock = self._clock()
        return clock is not None and clock.verb in (TRADING, WINDOW)

    def waited(self) -> int:
        """A number that grows while nobody says anything, so that who waited may think again."""
        return self._moments if self.may_wait() else 0

    def ending(self) -> Choice | None:
        """What the clock does, now that its time has come."""
        due = self._keeper.due(self._match.table)
        return None if due is None else due[1]

    def seconds_left(self) -> int:
        """Until the clock acts, if nothing happens."""
        due = self._keeper.due(self._match.table)
        return 0 if due is None else max(0, round(due[0] - self._now))

    def time_in_words(self) -> str:
        """For who is asked while all may speak."""
        clock = self._clock()
        if clock is None or clock.verb != TRADING:
            return ""
        return f"Enter waits. Trading ends after {self.seconds_left()} more seconds without a trade."
