"""Short ways to write tables, moves and results; everything that a test does not name is ordinary."""

from dataclasses import replace
from typing import Any

from bot.ports.store import (
    Commit,
    MatchRecord,
    MoveRecord,
    RoundRecord,
    SeatMatch,
    SeatRound,
    Store,
    TableRecord,
)
from bot.ports.tables import Member, Status

GUILD = 81384788765712384
"""A Discord id, larger than 32 bits."""
ANN, BEN, CEM = 175928847299117063, 175928847299117064, 175928847299117065


def members(*users: int) -> tuple[Member, ...]:
    return tuple(Member(f"name{user}", user) for user in users)


def lobby(**changes: Any) -> TableRecord:
    ordinary = TableRecord(
        id=0,
        guild=GUILD,
        channel=1001,
        message=None,
        language="en",
        host=ANN,
        status=Status.LOBBY,
        rules={"preset": "classic", "exact_hits": {"100": 50}},
        seed="ab" * 32,
        members=members(ANN, BEN),
        version=0,
        created_at=1_000_000.25,
        deadline=1_000_600.5,
    )
    return replace(ordinary, **changes)


def following(table: TableRecord, **changes: Any) -> TableRecord:
    return replace(table, version=table.version + 1, **changes)


def move(number: int, round_number: int = 1, seat: int = 0, **action: Any) -> MoveRecord:
    return MoveRecord(number, round_number, seat, action or {"discard": ["KS"], "draw": "stock"}, 1_000_001.5)


async def playing(store: Store, **changes: Any) -> TableRecord:
    """A stored table in its first round."""
    table = await store.create_table(lobby(**changes))
    table = following(table, status=Status.PLAYING, round=1, checkpoint={"totals": [0] * len(table.members)})
    await store.commit(Commit(table))
    return table


def seat_round(user: int | None, points: int = 10, *, seat: int = 0, **facts: Any) -> SeatRound:
    plain = SeatRound(seat, user, points, count=points, called=False, assafed=False, assafs=0, halved=False)
    return replace(plain, **facts)


def round_record(number: int, *seats: SeatRound) -> RoundRecord:
    placed = tuple(replace(each, seat=seat) for seat, each in enumerate(seats))
    return RoundRecord(number, {"number": number, "outcome": "yaniv"}, placed, at=1_000_002.0)


def match_record(*shares: tuple[int | None, float]) -> MatchRecord:
    places = tuple(
        SeatMatch(
            seat, user, None if user else "easy", rank=1 if share else 2, share=share, total=9, left=False
        )
        for seat, (user, share) in enumerate(shares)
    )
    return MatchRecord(places, rounds=1, at=1_000_003.0)


async def played(
    store: Store, rounds: list[RoundRecord], match: MatchRecord | None, **changes: Any
) -> TableRecord:
    """A stored table whose rounds, and if `match` is given whose match, have ended."""
    table = await playing(store, **changes)
    status = Status.OVER if match else Status.STOPPED
    table = following(table, status=status, deadline=None)
    await store.commit(Commit(table, rounds=tuple(rounds), match=match))
    return table
