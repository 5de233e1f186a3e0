"""A made-up server with a long history, to measure how quick leaderboards and profiles stay.

Results are spread over people, months and outcomes by arithmetic; sums are those of the results. Written
by SQLite itself, in seconds, and only ever into a database made for it.
"""

# ruff: noqa: S608 - the statements are put together from constants alone

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from bot.ratings.periods import ALL_TIME

GUILD = 1
ROUNDS_A_MATCH = 10
SEATS = 4
_BEGINNING = 1_700_000_000
_SECONDS_A_MATCH = 600


@dataclass(frozen=True, slots=True)
class Sample:
    """How much there is to be."""

    rounds: int = 1_000_000
    people: int = 2_000

    @property
    def matches(self) -> int:
        return self.rounds // ROUNDS_A_MATCH

    @property
    def last_moment(self) -> float:
        return _BEGINNING + self.matches * _SECONDS_A_MATCH


def fill(database: Path, sample: Sample) -> None:
    """Write the sample into a SQLite file that has its schema and nothing else."""
    places = {
        "guild": GUILD,
        "matches": sample.matches,
        "rounds": sample.matches * ROUNDS_A_MATCH,
        "people": sample.people,
        "beginning": _BEGINNING,
        "step": _SECONDS_A_MATCH,
        "each": ROUNDS_A_MATCH,
        "all_time": ALL_TIME,
    }
    connection = sqlite3.connect(database, isolation_level=None)
    try:
        for statement in (*_HURRY, "BEGIN", *_RESULTS, *_SUMS, "COMMIT", "ANALYZE"):
            connection.execute(statement, places)
    finally:
        connection.close()


_HURRY = ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "PRAGMA cache_size = -200000")
"""A file that is worth nothing if this fails needs no care."""
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {most})"
_FOUR = "(SELECT 0 AS seat UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)"
_USER = "1 + (i * 37 + seat * 503 + (i / 11) * 71) % :people"

_RESULTS = (
    _NUMBERS.format(most=":people")
    + " INSERT INTO people (guild_id, user_id, name) SELECT :guild, i, 'Player ' || i FROM n",
    _NUMBERS.format(most=":matches")
    + """
    INSERT INTO tables (id, guild_id, channel_id, host_id, language, status, rules, seed, version, round,
        announced,
                        created_at, rounds_played, ended_at, match_number)
    SELECT i, :guild, 1, 1, 'en', 'over', '{"f":1,"v":{"preset":"classic"}}', '00', 1, :each, :each,
           :beginning + i * :step, :each, :beginning + i * :step, i FROM n
    """,
    _NUMBERS.format(most=":matches")
    + f"""
    INSERT INTO seat_matches (table_id, seat, guild_id, user_id, rank, win_parts, total, has_left, at)
    SELECT i, seat, :guild, {_USER}, 1 + (seat + i) % 4, CASE (seat + i) % 4 WHEN 0 THEN 2520 ELSE 0 END,
           (i * 13 + seat * 29) % 210, 0, :beginning + i * :step FROM n, {_FOUR}
    """,
    _NUMBERS.format(most=":rounds")
    + """
    INSERT INTO rounds (table_id, number, result, at)
    SELECT 1 + (i - 1) / :each, 1 + (i - 1) % :each, '{"f":1,"v":{}}',
        :beginning + (1 + (i - 1) / :each) * :step
    FROM n
    """,
    """
    INSERT INTO seat_rounds (table_id, number, seat, guild_id, user_id, points, hand_count, called,
        assafed, assafs,
                             halved, others_points, at)
    SELECT m.table_id, r.number, m.seat, m.guild_id, m.user_id,
        (m.table_id * 31 + r.number * 7 + m.seat * 17) % 40,
           1 + (m.table_id + r.number * 3 + m.seat) % 30, (m.seat + r.number + m.table_id) % 4 = 0,
           (m.seat + r.number + m.table_id) % 4 = 0 AND r.number % 6 = 0,
           (m.seat + r.number + m.table_id) % 4 = 1 AND r.number % 6 = 0,
           (m.table_id + r.number) % 50 = m.seat, (m.table_id * 3 + r.number * 11) % 120, r.at
    FROM rounds r JOIN seat_matches m ON m.table_id = r.table_id
    """,
)
_ADDED = """
    SELECT user_id, at, count(*) AS rounds, sum(points) AS points, sum(called) AS calls,
           sum(called AND NOT assafed) AS yanivs, sum(assafs) AS given, sum(assafed) AS taken,
               sum(halved) AS halvings,
           sum(CASE WHEN called THEN hand_count ELSE 0 END) AS call_points
    FROM seat_rounds GROUP BY table_id, user_id
"""
_TALLY = """
    INSERT INTO tallies (guild_id, period, user_id, matches, win_parts, streak, longest_streak, rounds,
        points, calls,
                         yanivs, assafs_given, assafs_taken, halvings, call_points)
    SELECT :guild, {period}, user_id, count(*), 2520 * (count(*) / 4), user_id % 3, 1 + user_id % 9,
        sum(rounds),
           sum(points), sum(calls), sum(yanivs), sum(given), sum(taken), sum(halvings), sum(call_points)
    FROM added GROUP BY 2, user_id
"""
_MONTH = "strftime('%Y-%m', at, 'unixepoch')"
_QUARTER = "strftime('%Y', at, 'unixepoch') || '-Q' || ((strftime('%m', at, 'unixepoch') + 2) / 3)"
_SUMS = (
    f"CREATE TEMP TABLE added AS {_ADDED}",
    *(_TALLY.format(period=period) for period in (":all_time", _MONTH, _QUARTER)),
    "DROP TABLE added",
    """
    INSERT INTO ratings (guild_id, period, ladder, user_id, mu, sigma, matches)
    SELECT guild_id, period, 'people', user_id, 15 + (user_id * 7919 % 2000) / 100.0,
        1 + (user_id % 70) / 10.0, matches
    FROM tallies
    """,
    """
    INSERT INTO rating_changes (table_id, user_id, guild_id, ladder, match_number, mu, sigma, at)
    SELECT table_id, user_id, guild_id, 'people', table_id, 15 + (user_id * 7919 % 2000) / 100.0, 2, at
    FROM seat_matches
    """,
    "INSERT INTO match_counts (guild_id, ended) VALUES (:guild, :matches)",
)
