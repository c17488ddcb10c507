"""Rooms and their facts, guests and their tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
    )
    op.create_index("ix_rooms_state", "rooms", ["state"])
    op.create_index("ix_rooms_opened_at", "rooms", ["opened_at"])
    op.create_table(
        "facts",
        sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", name="fk_facts_room"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_facts"),
    )
    op.create_table(
        "played",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", name="fk_played_room"), nullable=False),
        sa.PrimaryKeyConstraint("guest", "room", name="pk_played"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
    )
    op.create_index("ix_tokens_guest", "tokens", ["guest"])
