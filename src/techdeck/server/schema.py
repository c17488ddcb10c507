"""The tables of the database.  migrations/ says how one of an older version becomes this."""

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table

METADATA: Final = MetaData(naming_convention={
    "pk": "pk_%(table_name)s", "ix": "ix_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
})

# A room has a short code that people type.  What must be found quickly stands here, besides in its facts: also what
# everybody may see of it, so that a list of rooms can be shown without reading what happened in them.
ROOMS: Final = Table(
    "rooms", METADATA,
    Column("code", String(12), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("state", String(8), nullable=False, index=True),
    Column("is_listed", Boolean, nullable=False),
    Column("opened_at", Float, nullable=False, index=True),
    Column("ended_at", Float, nullable=False, server_default="0"),
    Column("shown", LargeBinary),  # as JSON; nothing for a room of an older version that nobody has looked at since
    Index("ix_rooms_is_listed", "is_listed", "state", "opened_at"),
)

FACTS: Final = Table(
    "facts", METADATA,
    Column("room", String(12), ForeignKey("rooms.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
)

# Who has sat in which room, so that people find their games again.
PLAYED: Final = Table(
    "played", METADATA,
    Column("guest", String(32), primary_key=True),
    Column("room", String(12), ForeignKey("rooms.code"), primary_key=True),
    Column("opened_at", Float, nullable=False, server_default="0"),
    Index("ix_played_guest", "guest", "opened_at"),
)

# A game that is over, so that it can be looked at whatever becomes of the rules: its record, compressed.
ENDED: Final = Table(
    "ended", METADATA,
    Column("room", String(12), ForeignKey("rooms.code"), primary_key=True),
    Column("rules", Integer, nullable=False),
    Column("winners", String(40), nullable=False),  # as JSON
    Column("record", LargeBinary, nullable=False),
)

# What each side saw of it, moment by moment, compressed; of side -1 all cards.
MOMENTS: Final = Table(
    "moments", METADATA,
    Column("room", String(12), ForeignKey("ended.room"), primary_key=True),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("moments", LargeBinary, nullable=False),
)

# One row: when a server was last seen to be there.  Time in which there was none does not count against anybody.
ALIVE: Final = Table(
    "alive", METADATA,
    Column("row", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

# A guest is a person without an account; each of their devices has a token, of which only the hash is kept.
TOKENS: Final = Table(
    "tokens", METADATA,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(32), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # device, program, link
    Column("made_at", Float, nullable=False),
)
