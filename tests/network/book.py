"""The bot's database, read from outside, and what follows from it by the rules alone."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.engine.apply import apply
from bot.engine.errors import Rejection
from bot.engine.house_rules import parse_rules
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState
from bot.engine.transcript import action_from_json
from bot.storage.codec import decode


@dataclass(frozen=True)
class Move:
    number: int
    round: int
    seat: int
    action: dict[str, Any]


@dataclass(frozen=True)
class StoredMatch:
    """One row of `tables` and what belongs to it."""

    id: int
    channel: int
    message: int | None
    status: str
    rules: dict[str, Any]
    seed: str
    version: int
    round: int
    announced: int
    users: tuple[int | None, ...]
    """By seat; `None` for a computer."""
    moves: tuple[Move, ...]

    def replayed(self) -> MatchState:
        """Where the moves lead from the seed on. Fails if the rules refuse one of them."""
        state = deal_round(new_match(parse_rules(self.rules), len(self.users), self.seed)).state
        for move in self.moves:
            assert state.round is not None
            assert state.round_number == move.round
            seat, action = action_from_json({"seat": move.seat} | move.action)
            step = apply(state, seat, action)
            assert not isinstance(step, Rejection), f"move {move.number}: {step}"
            state = step.state
            if state.round is None and not state.is_over:
                state = deal_round(state).state
        return state


class Book:
    """Works while the bot lives, and when it is dead."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def match_in(self, channel: int) -> StoredMatch | None:
        """The newest table of a channel."""
        if not self.path.exists():
            return None
        connection = sqlite3.connect(self.path, timeout=10)
        connection.row_factory = sqlite3.Row
        try:
            return _read(connection, channel)
        finally:
            connection.close()


def _read(connection: sqlite3.Connection, channel: int) -> StoredMatch | None:
    connection.execute("BEGIN")
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone()
    newest = "SELECT * FROM tables WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
    row = connection.execute(newest, (channel,)).fetchone() if known else None
    if row is None:
        return None
    seats = connection.execute(
        "SELECT * FROM seats WHERE table_id = ? ORDER BY seat", (row["id"],)
    ).fetchall()
    moves = connection.execute(
        "SELECT * FROM moves WHERE table_id = ? ORDER BY number", (row["id"],)
    ).fetchall()
    return StoredMatch(
        id=row["id"],
        channel=row["channel_id"],
        message=row["message_id"],
        status=row["status"],
        rules=decode(row["rules"]),
        seed=row["seed"],
        version=row["version"],
        round=row["round"],
        announced=row["announced"],
        users=tuple(seat["user_id"] for seat in seats if not seat["waiting"]),
        moves=tuple(
            Move(move["number"], move["round"], move["seat"], decode(move["action"])) for move in moves
        ),
    )
