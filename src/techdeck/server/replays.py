"""A finished game moment by moment, as one side saw it, or with all cards open."""

from collections.abc import Sequence
from typing import Any

from techdeck.events import Event
from techdeck.record import Record, replay
from techdeck.server.room import line_of
from techdeck.server.seen import Sight
from techdeck.server.wire import Line, Seen
from techdeck.table import Game, Table
from techdeck.terminal.telling import side_names


def moments(game: Game, record: Record, side: int) -> list[dict[str, Any]]:
    """What was seen at each moment, and what had been told just before; of all cards if the side is -1."""
    found: list[dict[str, Any]] = []
    for table, _ in replay(game, record, listen=True):
        events, table.log = table.log or [], []
        found.append({
            "seen": _opened(table) if side < 0 else Sight(table, []).seen(min(side, table.sides)),
            "log": _told(table, record.seats, events, side),
        })
    return found


def _opened(table: Table) -> Seen:
    """The table as nobody saw it: every card face up."""
    world = table.clone()
    world.known()
    world.knowers = [(2 << world.sides) - 1] * world.cards
    return Sight(world, []).seen(world.sides)


def _told(table: Table, seats: Sequence[str], events: Sequence[Event], side: int) -> list[Line]:
    voice = table.game.voice(side_names(table.members, seats))
    if side >= 0:
        return [line for event in events for line in line_of(event, min(side, table.sides), voice)]
    return [line for event in events for line in _fullest(event, table.sides, voice)]


def _fullest(event: Event, sides: int, voice: Any) -> list[Line]:
    """An event by the eyes of somebody who saw most of it."""
    told = [line_of(event, side, voice) for side in range(sides + 1)]
    return next((lines for lines in told if lines and lines[0].card), told[-1])
