"""Games that are watched: bots that play, and records that are stepped through."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from techdeck.events import Event
from techdeck.match import Match, resumed
from techdeck.record import Record, replay
from techdeck.table import CLOCK, Game, Table
from techdeck.telling import Teller, side_names
from techdeck.terminal.drawings import drawing_of
from techdeck.terminal.errors import Complaint, Left
from techdeck.terminal.home import Keeper, game_of, read_record, shown
from techdeck.terminal.layout import fitted, text, wrapped
from techdeck.terminal.minds import Minds
from techdeck.terminal.pace import Pace
from techdeck.terminal.screen import Screen
from techdeck.terminal.session import line_ended, show_result
from techdeck.views import UNKNOWN, View

EVERYTHING: Final = -1  # eyes that see all cards, for games that are over
HELP: Final = "Enter or n: next, b: back, j NUMBER: jump, t: table, q: leave"


def open_view(table: Table) -> View:
    """What all sides together see, for a game that is over."""
    view = View(table, table.sides)
    for side in range(table.sides):
        own = View(table, side)
        for back, face in enumerate(own.faces):
            if face != UNKNOWN:
                view.faces[back] = face
        for at, number in enumerate(own.marks):
            view.marks[at] = view.marks[at] or number
    return view


class Eyes:
    """Whose eyes a game is watched with: a seat's, a spectator's, or everybody's at once."""

    def __init__(self, table: Table, seats: Sequence[str], side: int) -> None:
        names = side_names(table.members, seats)
        self.side: Final = side
        self.teller: Final = Teller(table.game, names, len(names) if side == EVERYTHING else side, table.members)
        self.drawing: Final = drawing_of(table.game, names, seats)

    def view(self, table: Table) -> View:
        return open_view(table) if self.side == EVERYTHING else View(table, self.side)

    def told(self, events: Sequence[Event]) -> list[str]:
        return self.teller.all_that_anybody_saw(events) if self.side == EVERYTHING else self.teller.lines(events)


class Stage:
    """Shows one moment after the other."""

    def __init__(self, screen: Screen, eyes: Eyes) -> None:
        self.screen: Final = screen
        self.eyes: Final = eyes
        self._part = ""

    def show(self, table: Table, caption: str, told: Sequence[str], whole: bool = False) -> None:
        """The table, and what led to it; in lines the table only at the beginning of each part of the game."""
        view, drawing = self.eyes.view(table), self.eyes.drawing
        if self.screen.plain:
            self.screen.say(*[line for line in (caption, *told) if line])
            if whole or drawing.part(view) != self._part:
                self.screen.say(*drawing.words(view))
            self._part = drawing.part(view)
            return
        width, height = min(self.screen.width, 124), self.screen.height
        lines = [drawing.heading(view, width), *drawing.board(view, {}, width, height >= 30),
                 *drawing.in_between(view, {}), *drawing.mine(view, {}, width, height < 30)]
        said = [line for sentence in told for line in wrapped(sentence, width - 3, "  ")]
        room = max(2, height - len(lines) - 3)
        lines += [text(("│ ", "dim"), line) for line in said[-room:]]
        if caption:
            lines.append(text((caption, "bold")))
        self.screen.fresh()
        self.screen.show(*[line_ended(fitted(line, width)) for line in lines])


# Bots that play

class Watching:
    """How fast bots play for somebody who watches."""

    def __init__(self, step: bool, fast: bool, delay: float) -> None:
        self.step: Final = step
        self.fast: Final = fast
        self.delay: Final = delay


def watch(screen: Screen, match: Match, levels: Sequence[str], side: int, pace: Watching, keeper: Keeper | None) -> int:
    """Let bots play to the end, and show it."""
    eyes = Eyes(match.table, match.record.seats, side)
    names = eyes.teller.names
    stage = Stage(screen, eyes)
    minds, clock = Minds(match, levels), Pace(match, levels)
    try:
        if not pace.fast:
            stage.show(match.table, "", [f"{match.game.manners.title} with {', '.join(names)}."], whole=True)
        while not match.table.is_over:
            decision = clock.next()
            with screen.waiting("The bots are thinking."):
                choice = (clock.ending() if decision.seat == CLOCK else
                          minds.answer(decision, clock.may_wait(), clock.waited()))
            if choice is None:
                continue
            told = eyes.told(match.act(decision.seat, choice))
            if pace.fast:
                screen.say(*told)
                continue
            stage.show(match.table, "", told)
            if pace.step:
                if screen.ask("Enter for the next step, q to leave: ").casefold() in ("q", "quit"):
                    raise Left()
            else:
                time.sleep(pace.delay)
    except (Left, KeyboardInterrupt) as left:
        screen.say("Goodbye.")
        return 130 if isinstance(left, KeyboardInterrupt) or left.by_interrupt else 0
    stage.show(match.table, "", [], whole=True)
    show_result(screen, eyes.drawing, match, len(names))
    if keeper is not None:
        path = keeper.finish(match)
        screen.say(keeper.trouble if path is None else f"Watch it again with: techdeck replay {shown(path)}")
    return 0


# Records

class Moment:
    """A table with what was done to get there."""

    def __init__(self, table: Table, action: str, events: list[Event]) -> None:
        self.table: Final = table
        self.action: Final = action
        self.events: Final = events


def moments(game: Game, record: Record) -> list[Moment]:
    """Every moment of a game; the first is the deal.

    :raises BadRecord, StaleRecord: if the record does not fit the game.
    """
    found: list[Moment] = []
    done = ""
    for table, action in replay(game, record):
        found.append(Moment(table.clone(), done, table.log or []))
        table.log = []
        done = action
    return found


def replay_file(screen: Screen, path: Path, seat: int = 0, fast: bool = False, at: int = 0) -> int:
    """Step through a record, with the eyes of a seat or of everybody.

    :raises Complaint, BadRecord, StaleRecord, ValueError: with a sentence, if it is none.
    """
    record = read_record(path)
    game = game_of(record)
    if seat > len(record.seats):
        raise Complaint(f"There is no seat {seat} in this game; there are {len(record.seats)}.")
    with screen.waiting("Reading the game."):
        all_moments = moments(game, record)
    table = all_moments[-1].table
    if not seat and not table.is_over:
        screen.say("This game is not over: it is shown as a spectator sees it. --as-seat N shows what a seat sees.")
    side = table.side_of(seat - 1) if seat else EVERYTHING if table.is_over else table.sides
    return _Replay(screen, Eyes(table, record.seats, side), all_moments, record, resumed(game, record)).run(fast, at)


class _Replay:
    def __init__(self, screen: Screen, eyes: Eyes, found: list[Moment], record: Record, match: Match) -> None:
        self.screen: Final = screen
        self.moments: Final = found
        self.record: Final = record
        self.match: Final = match
        self.eyes: Final = eyes
        self.stage: Final = Stage(screen, eyes)

    def run(self, fast: bool, at: int) -> int:
        if fast:
            return self._run_through()
        at = self._within(at)
        self._show(at, whole=True)
        try:
            while True:
                line = self.screen.ask(f"Step {at} of {len(self.moments) - 1} ({HELP}): ").casefold()
                try:
                    at = self._moved(at, line)
                except Complaint as complaint:
                    self.screen.say(str(complaint))
        except Left as left:
            return 130 if left.by_interrupt else 0

    def _run_through(self) -> int:
        for number in range(len(self.moments)):
            self.screen.say(*self.eyes.told(self.moments[number].events))
        self._show(len(self.moments) - 1, whole=True, again=True)
        return 0

    def _within(self, at: int) -> int:
        if not 0 <= at < len(self.moments):
            raise Complaint(f"There is no step {at}: steps are from 0, the deal, to {len(self.moments) - 1}.")
        return at

    def _moved(self, at: int, line: str) -> int:
        """Where a word leads to, shown."""
        if line in ("", "n", "next"):
            if at == len(self.moments) - 1:
                raise Complaint("This is the end of the game; q leaves, b goes back.")
            goal = at + 1
        elif line in ("b", "back"):
            if at == 0:
                raise Complaint("This is the deal, the beginning of the game.")
            goal = at - 1
        elif line in ("q", "quit", "exit"):
            raise Left()
        elif line in ("t", "table"):
            self._show(at, whole=True, again=True)
            return at
        elif line.removeprefix("jump").removeprefix("j").strip().isdecimal():
            goal = self._within(int(line.removeprefix("jump").removeprefix("j")))
        else:
            raise Complaint(f"{line!r} is no step. {HELP}.")
        self._show(goal, whole=goal != at + 1)
        return goal

    def _show(self, at: int, whole: bool = False, again: bool = False) -> None:
        moment = self.moments[at]
        notes = [f"{note.by or 'Note'}: {note.text}" for note in self.record.notes if note.at == at]
        told = [] if again else self.eyes.told(moment.events)
        if at == 0:
            told = [f"{self.match.game.manners.title} with {', '.join(self.eyes.teller.names)}: the cards are dealt."]
        self.stage.show(moment.table, "", [*told, *notes], whole)
        if at == len(self.moments) - 1 and moment.table.is_over:
            show_result(self.screen, self.eyes.drawing, self.match, self.eyes.side)
