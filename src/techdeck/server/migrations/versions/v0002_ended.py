"""Games that are over: their records, and what each side saw, whatever becomes of the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "ended",
        sa.Column("room", sa.String(12), sa.ForeignKey("rooms.code", name="fk_ended_room"), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("winners", sa.String(40), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("room", name="pk_ended"),
    )
    op.create_table(
        "moments",
        sa.Column("room", sa.String(12), sa.ForeignKey("ended.room", name="fk_moments_room"), nullable=False),
        sa.Column("side", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("moments", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("room", "side", name="pk_moments"),
    )
