"""A game that is being played and recorded: who sits where, what happened, and what can be taken back."""

from collections.abc import Sequence
from typing import Final

from techdeck.actions import write_action
from techdeck.events import Event
from techdeck.record import Record, begin, replay
from techdeck.table import Choice, Game, NoChoice, Table


class Match:
    """A table with its record.  Every action goes through here, so that the two always agree."""

    def __init__(
        self, game: Game, seats: Sequence[str], seed: int | str | bytes, *, asks_all: bool = False,
    ) -> None:
        """If it `asks_all`, also who can only pass is asked; the record is the same."""
        self.game: Final = game
        self.record: Final = begin(game, seats, seed)
        self.table = game.start(len(seats), self.record.seed, listen=True, asks_all=asks_all)
        self.events: list[Event] = self.table.log or []  # of the deal, then of the last action
        self.table.log = None
        self._before: list[tuple[Table, int]] = []  # tables to which one may go back, and who acted there

    def act(self, seat: int, choice: Choice) -> list[Event]:
        """Do it, write it down, and say what happened.

        :raises IllegalAction: if it is not allowed; nothing changes.
        """
        if not self.table.is_legal(seat, choice):
            self.table.act(seat, choice)  # which says why not
        before = self.table.clone()
        is_choice = not isinstance(self.table.decision_of(seat), NoChoice)
        action = write_action(self.table, seat, choice)
        self.table.log = []
        self.table.act(seat, choice)
        self.events, self.table.log = self.table.log, None
        if is_choice:  # who replays it passes by the rules
            self.record.actions.append(action)
        if before.chances != self.table.chances or any(event.reveals for event in self.events):
            self._before.clear()
        else:
            self._before.append((before, seat))
        if self.table.is_over:
            self.record.result = self.game.scores(self.table)
        return self.events

    def can_undo(self, seat: int) -> bool:
        """Whether the seat may take its last action back without asking anybody."""
        return self.undo_of(seat) == "yes"

    def undo_of(self, seat: int) -> str:
        """Whether the last action was this seat's, and nobody learned anything from it: no, yes, or `ask`.

        One asks the others if it is their turn by now: they may have begun to think about it.
        """
        if not self._before or self._before[-1][1] != seat:
            return "no"
        if isinstance(self._before[-1][0].decision_of(seat), NoChoice):
            return "no"  # it would be passed again
        return "yes" if self.table.decision_of(seat) is not None else "ask"

    def undo(self, seat: int) -> bool:
        """Take the last action back, if that harms nobody, or the others have allowed it."""
        if self.undo_of(seat) == "no":
            return False
        self.table = self._before.pop()[0]
        self.record.actions.pop()
        self.record.result = []
        return True


def resumed(game: Game, record: Record) -> Match:
    """A match that goes on where its record ends.

    :raises BadRecord, StaleRecord: if the record does not fit the game.
    """
    match = Match(game, record.seats, record.seed)
    for table, _ in replay(game, record):
        match.table = table
    match.record.actions.extend(record.actions)
    match.record.notes.extend(record.notes)
    match.record.result = record.result[:]
    match.record.deal = record.deal
    return match
