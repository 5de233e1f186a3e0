"""The first schema: tables with their seats and moves, results, people, and what servers have set.

Reason: tables at play must outlive a restart, and results must outlive the tables.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

TABLE_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_tables()
    _create_results()
    op.create_table(
        "people",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_people"),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("turn_seconds", sa.Integer()),
        sa.Column("pace", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_settings"),
    )


def _create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", TABLE_ID, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("checkpoint", sa.Text()),
        sa.Column("announced", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("deadline", sa.Double()),
        sa.Column("rounds_played", sa.Integer()),
        sa.Column("ended_at", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_status_guild_id", "tables", ["status", "guild_id"])
    op.create_table(
        "seats",
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("level", sa.Text()),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_moves_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_moves"),
    )
    op.create_index("ix_moves_table_id_round", "moves", ["table_id", "round"])


def _create_results() -> None:
    op.create_table(
        "rounds",
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_rounds_tables", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_rounds"),
    )
    op.create_table(
        "seat_rounds",
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("hand_count", sa.Integer(), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("assafed", sa.Boolean(), nullable=False),
        sa.Column("assafs", sa.Integer(), nullable=False),
        sa.Column("halved", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "number"],
            ["rounds.table_id", "rounds.number"],
            name="fk_seat_rounds_rounds",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("table_id", "number", "seat", name="pk_seat_rounds"),
    )
    op.create_index("ix_seat_rounds_guild_id_user_id", "seat_rounds", ["guild_id", "user_id"])
    op.create_table(
        "seat_matches",
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("level", sa.Text()),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("win_parts", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("has_left", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_seat_matches_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat_matches"),
    )
    op.create_index("ix_seat_matches_guild_id_user_id", "seat_matches", ["guild_id", "user_id"])
