"""Short ways to write tables, moves and results; everything that a test does not name is ordinary."""

from dataclasses import replace
from datetime import UTC, datetime
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
OCTOBER = datetime(2026, 10, 15, tzinfo=UTC).timestamp()
NOVEMBER = datetime(2026, 11, 15, tzinfo=UTC).timestamp()
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
    return RoundRecord(number, round_result(number, placed), placed, at=1_000_002.0)


def round_result(number: int, seats: tuple[SeatRound, ...]) -> dict[str, Any]:
    """What the rules would say of such a round, as far as statistics look at it."""
    return {
        "number": number,
        "outcome": "yaniv",
        "hands": [["2H"] for _ in seats],
        "exact_hits": [],
        "totals": [seat.points for seat in seats],
    }


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


def ranked(*users: int | None, left: tuple[int, ...] = (), at: float = NOVEMBER) -> MatchRecord:
    """A match that these people finished in this order; the first has won it."""
    seats = tuple(
        SeatMatch(seat, user, None if user else "normal", seat + 1, float(seat == 0), 9, left=user in left)
        for seat, user in enumerate(users)
    )
    return MatchRecord(seats, rounds=1, at=at)


async def play(store: Store, *users: int | None, guild: int = GUILD, at: float = NOVEMBER, rounds=None):
    """One match; if nothing else is said, of one round in which the winner took 0 and the others 10."""
    seats = [seat_round(user, 0 if not place else 10, called=not place) for place, user in enumerate(users)]
    ended = rounds or [round_record(1, *seats)]
    there = tuple(Member(f"name{user}", user) if user else Member("Robo", None, "normal") for user in users)
    return await played(
        store,
        [replace(each, at=at) for each in ended],
        ranked(*users, at=at),
        guild=guild,
        members=there,
    )
