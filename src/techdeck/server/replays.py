"""A finished game moment by moment, as each side saw it, and with all cards open.

It takes long to work that out, so it is done once, in a process of its own that lets every other one go first:
`python -m techdeck.server.replays` reads a record, and writes what it made of it.
"""

import os
import sys
import zlib
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from techdeck.events import Event
from techdeck.games import game_named
from techdeck.record import Record, read, replay
from techdeck.server.seen import Sight
from techdeck.server.story import line_of
from techdeck.server.wire import Line, Seen
from techdeck.table import Game, Table
from techdeck.telling import Teller, side_names

OPEN: Final = -1  # the eyes that see every card
GZIP: Final = 31  # what zlib calls the format that browsers read


def moments(game: Game, record: Record) -> dict[int, bytes]:
    """By side: what was seen at each moment, and what had been told just before, as JSON in the form of gzip.

    The side after the last is somebody who watches.
    """
    rolls: dict[int, Roll] = {}
    for table, _ in replay(game, record, listen=True):
        events, table.log = table.log or [], []
        sight = Sight(table, [0] * len(record.seats))
        for side in range(OPEN, table.sides + 1):
            seen = _opened(table) if side == OPEN else sight.seen(side)
            rolls.setdefault(side, Roll()).add({"seen": seen, "log": _told(table, record.seats, events, side)})
    return {side: roll.end() for side, roll in rolls.items()}


class Roll:
    """A list in JSON that grows, compressed."""

    def __init__(self) -> None:
        self._press: Final = zlib.compressobj(wbits=GZIP)
        self._parts: Final[list[bytes]] = []

    def add(self, moment: dict[str, Any]) -> None:
        self._parts.append(self._press.compress((b"," if self._parts else b"[") + msgspec.json.encode(moment)))

    def end(self) -> bytes:
        return b"".join([*self._parts, self._press.compress(b"]"), self._press.flush()])


def rolled(told: bytes) -> bytes:
    """JSON in the form of gzip."""
    press = zlib.compressobj(wbits=GZIP)
    return press.compress(told) + press.flush()


def unrolled(roll: bytes) -> bytes:
    """The JSON again."""
    return zlib.decompress(roll, wbits=GZIP)


def _opened(table: Table) -> Seen:
    """The table as nobody saw it: every card face up."""
    world = table.clone()
    world.known()
    world.knowers = [(2 << world.sides) - 1] * world.cards
    return Sight(world, []).seen(world.sides)


def _told(table: Table, seats: Sequence[str], events: Sequence[Event], side: int) -> list[Line]:
    teller = Teller(table.game, side_names(table.members, seats), table.sides if side < 0 else side, table.members)
    told = [teller.told_by_anybody(event) if side < 0 else teller.told(event) for event in events]
    return [line for telling in told for line in line_of(telling)]


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(19)
    record = read(sys.stdin.buffer.read().decode())
    game = game_named(record.game, record.options, record.version)
    sys.stdout.buffer.write(msgspec.msgpack.encode(moments(game, record)))


if __name__ == "__main__":
    main()
