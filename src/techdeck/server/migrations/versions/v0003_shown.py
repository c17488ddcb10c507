"""What everybody may see of a room, ready to be shown; and when a server was last there."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("shown", sa.LargeBinary))
    op.create_index("ix_rooms_is_listed", "rooms", ["is_listed", "state", "opened_at"])
    op.add_column("played", sa.Column("opened_at", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE played SET opened_at = (SELECT opened_at FROM rooms WHERE code = played.room)")
    op.create_index("ix_played_guest", "played", ["guest", "opened_at"])
    op.create_table(
        "alive",
        sa.Column("row", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("row", name="pk_alive"),
    )
    op.execute("INSERT INTO alive VALUES (1, 0)")
