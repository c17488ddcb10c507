"""A second look at a game that was played: its record, its decisions, the effects that were used.

Games are played as fast as they can be, and nothing is written down but what was chosen.  Whoever wants to know more
plays the same choices again, and looks on.
"""

from collections.abc import Iterator, Sequence

from techdeck.actions import write_action, write_choice
from techdeck.bots.bot import Action
from techdeck.cards import code
from techdeck.events import Used
from techdeck.lab.figures import FIGURES
from techdeck.lab.rows import Played, Row
from techdeck.record import Note, begin, written
from techdeck.table import CLOCK, Game, Table


def again(game: Game, seats: int, seed: bytes, done: Sequence[Action], *, listen: bool = False) -> Iterator[Table]:
    """The table before each of some actions, then at the end; one and the same, so look before going on."""
    table = game.start(seats, seed, listen=listen)
    for seat, choice in done:
        yield table
        table.act(seat, choice)
    yield table


def record_of(game: Game, played: Played, done: Sequence[Action], told: str = "") -> str:
    """The game as a record.  If the rules failed at the last action, it is in it: who replays it fails there too."""
    record = begin(game, [f"{bot} {seat}" for seat, bot in enumerate(played.bots, 1)], played.seed)
    tables = again(game, len(played.bots), played.seed, done)
    for (seat, choice), table in zip(done, tables, strict=False):
        if table.is_legal(seat, choice):  # what is not, and a bot tried, has no words; the error tells it
            record.actions.append(write_action(table, seat, choice))
    if played.error:
        record.notes.append(Note(len(record.actions), told))
    else:
        record.result = played.scores
    return written(record)


def decisions_of(game: Game, played: Played, done: Sequence[Action]) -> list[Row]:
    """A row for each decision: who was asked what, among how many choices, and what was chosen."""
    rounds = FIGURES[game.name].rounds
    rows: list[Row] = []
    for at, ((seat, choice), table) in enumerate(
            zip(done, again(game, len(played.bots), played.seed, done), strict=False), 1):
        decision = table.decision_of(seat)
        if decision is None or choice not in decision:
            break  # here a bot went wrong
        rows.append({
            "number": played.number, "at": at, "round": rounds.get(table), "phase": game.phase(table),
            "seat": None if seat == CLOCK else seat + 1, "verb": decision.verb, "choices": len(decision),
            "choice": write_choice(table, decision, choice),
        })
    return rows


def effects_of(game: Game, played: Played, done: Sequence[Action]) -> list[Row]:
    """A row for each card whose text was carried out: after which action, from where, and which card copied it."""
    rows: list[Row] = []
    try:
        for at, table in enumerate(again(game, len(played.bots), played.seed, done, listen=True)):
            rows += _uses(table, played.number, at)
    except Exception:
        if not played.error:
            raise
    return rows


def _uses(table: Table, number: int, at: int) -> list[Row]:
    """What was used since somebody looked last."""
    events, table.log = table.log or [], []
    number_of_round = FIGURES[table.game.name].rounds.get(table)
    return [{
        "number": number, "at": at, "round": number_of_round, "side": event.side + 1, "card": code(event.face),
        "concept": event.concept, "place": event.zone, "is_copied": event.is_copied,
        "copied_by": code(event.copied_by) if event.is_copied else "",
    } for event in events if isinstance(event, Used)]
