"""Sums over periods, ratings and achievements, and what they follow from.

Reason: leaderboards must stay quick with a million rounds, and ratings need the order in which matches
ended. Results from before are brought in by `yaniv database rebuild`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

TABLE_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SUMS = (
    "matches",
    "win_parts",
    "streak",
    "longest_streak",
    "rounds",
    "points",
    "calls",
    "yanivs",
    "assafs_given",
    "assafs_taken",
    "halvings",
    "call_points",
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("match_number", sa.Integer()))
    op.add_column("seat_matches", sa.Column("team", sa.Integer()))
    op.add_column("seat_rounds", sa.Column("others_points", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "match_counts",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_match_counts"),
    )
    op.create_table(
        "tallies",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False, server_default="0") for name in SUMS),
        sa.PrimaryKeyConstraint("guild_id", "period", "user_id", name="pk_tallies"),
    )
    _create_ratings()
    op.create_table(
        "achievements",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_achievements_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "key", name="pk_achievements"),
    )
    op.create_index("ix_achievements_table_id_round", "achievements", ["table_id", "round"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(8), nullable=False),
        sa.Column("ladder", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "period", "ladder", "user_id", name="pk_ratings"),
    )
    op.create_table(
        "rating_changes",
        sa.Column("table_id", TABLE_ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("ladder", sa.String(16), nullable=False),
        sa.Column("match_number", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_rating_changes_tables", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_rating_changes"),
    )
    op.create_index(
        "ix_rating_changes_guild_id_user_id_ladder_match_number",
        "rating_changes",
        ["guild_id", "user_id", "ladder", "match_number"],
    )
