"""The tables of the database, the same on SQLite and PostgreSQL. All times are epoch seconds.

A match is the row in `tables` with its moves; `rounds`, `seat_rounds` and `seat_matches` are results,
written by the transaction that ends a round or a match and never changed. The guild stands in them
again so that a leaderboard reads one index. A negative user id is nobody's: the person was forgotten.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

from bot.storage.codec import Json

WIN_PARTS = 2520
"""Parts of a win: every share from 1/1 to 1/10 is a whole number of them, so that sums are exact."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up by itself only in a column of exactly this type.
_Id = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("language", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("rules", Json, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("version", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("checkpoint", Json),
    Column("announced", Integer, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("deadline", Double),
    Column("starts_with", Integer),  # NULL: the host starts the match
    Column("clock", Integer),  # seconds; 0: none; NULL: the server's
    # Set when the match was played to its end:
    Column("rounds_played", Integer),
    Column("ended_at", Double),
    # Counts the matches of a server in the order in which they ended and were rated:
    Column("match_number", Integer),
    # Whether the winner has chosen the loser's forfeit:
    Column("forfeited", Boolean, nullable=False, server_default=false()),
    Index(None, "status", "guild_id"),
    Index(None, "guild_id", "ended_at"),
    Index(None, "ended_at"),
    # An old button must never meet a new table: numbers of deleted rows are not given out again.
    sqlite_autoincrement=True,
)


def _table_id(*, primary_key: bool = True) -> Column[int]:
    key = ForeignKey(tables.c.id, ondelete="CASCADE")
    return Column("table_id", _Id, key, primary_key=primary_key, nullable=False)


seats = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("user_id", BigInteger),
    Column("level", Text),
    Column("missed", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),
    Column("leaving", Boolean, nullable=False, server_default=false()),
    Column("since", Integer, nullable=False, server_default="1"),
    # People who wait for a seat are numbered on after the seats.
    Column("waiting", Boolean, nullable=False, server_default=false()),
    Index(None, "user_id"),
)

moves = Table(
    "moves",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Json, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "table_id", "round"),
)

rounds = Table(
    "rounds",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True),
    Column("result", Json, nullable=False),
    Column("at", Double, nullable=False),
)

seat_rounds = Table(
    "seat_rounds",
    metadata,
    Column("table_id", _Id, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger),
    Column("points", Integer, nullable=False),
    Column("hand_count", Integer, nullable=False),
    Column("called", Boolean, nullable=False),
    Column("assafed", Boolean, nullable=False),
    Column("assafs", Integer, nullable=False),
    Column("halved", Boolean, nullable=False),
    Column("others_points", Integer, nullable=False, server_default="0"),
    Column("at", Double, nullable=False),
    ForeignKeyConstraint(["table_id", "number"], [rounds.c.table_id, rounds.c.number], ondelete="CASCADE"),
    Index(None, "guild_id", "user_id"),
)

seat_matches = Table(
    "seat_matches",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger),
    Column("level", Text),
    Column("rank", Integer, nullable=False),
    Column("win_parts", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("team", Integer),
    Column("at", Double, nullable=False),
    Index(None, "guild_id", "user_id"),
)

people = Table(
    "people",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rules", Json, nullable=False),
    Column("language", Text),
    Column("turn_seconds", Integer),  # NULL: no turn clock
    Column("pace", Double, nullable=False),
    Column("options", Json),  # everything else, by its name
)

player_settings = Table(
    "player_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("options", Json, nullable=False),
)

removed_guilds = Table(
    "removed_guilds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
)

# --- Sums, which all follow from the results above ------------------------------------------------
# A leaderboard reads some rows for each person instead of all his rounds. `bot.storage.sums` writes them
# in the transaction that ends a round or a match; `bot.storage.rebuild` reckons them anew.

match_counts = Table(
    "match_counts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", Integer, nullable=False),
)

tallies = Table(
    "tallies",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("period", String(8), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    *(
        Column(name, Integer, nullable=False, server_default="0")
        for name in (
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
    ),
)

ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("period", String(8), primary_key=True),
    Column("ladder", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),  # since the beginning, whatever the period
)

rating_changes = Table(
    "rating_changes",
    metadata,
    _table_id(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("ladder", String(16), nullable=False),
    Column("match_number", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "guild_id", "user_id", "ladder", "match_number"),
)

achievements = Table(
    "achievements",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", String(32), primary_key=True),
    _table_id(primary_key=False),
    Column("round", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "table_id", "round"),
)
