"""Who waits for a seat or leaves after the round, what people and servers choose, and who is to be forgotten.

Reason: latecomers and announced leavers must outlive a restart; a person's choices hold on all servers;
the data of a server that removed the bot is deleted after a while. The indexes serve lists of past
matches and the search for everything about one person.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for column in (
        sa.Column("since", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("leaving", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("waiting", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("seats", column)
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_index("ix_tables_ended_at", "tables", ["ended_at"])
    op.create_index("ix_tables_guild_id_ended_at", "tables", ["guild_id", "ended_at"])
    op.add_column("guild_settings", sa.Column("options", sa.Text()))
    op.create_table(
        "player_settings",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_player_settings"),
    )
    op.create_table(
        "removed_guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_removed_guilds"),
    )
