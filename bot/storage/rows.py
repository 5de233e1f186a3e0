"""Between the rows of `schema` and the values of `bot.ports.store`."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Row

from bot.ports.store import (
    GuildSettings,
    MatchRecord,
    MoveRecord,
    RoundRecord,
    SeatMatch,
    SeatRound,
    TableRecord,
)
from bot.ports.tables import Member, Status
from bot.storage.codec import storable
from bot.storage.schema import WIN_PARTS

Values = dict[str, Any]


def changing_values(table: TableRecord) -> Values:
    """What a commit writes into a row of `tables`."""
    return {
        "language": table.language,
        "host_id": table.host,
        "status": table.status.value,
        "rules": table.rules,
        "seed": table.seed,
        "version": table.version,
        "round": table.round,
        "checkpoint": table.checkpoint,
        "deadline": table.deadline,
    }


def new_values(table: TableRecord) -> Values:
    """A whole new row of `tables`, without its id."""
    return {
        **changing_values(table),
        "guild_id": table.guild,
        "channel_id": table.channel,
        "message_id": table.message,
        "announced": table.announced,
        "created_at": table.created_at,
    }


def table_record(row: Row[Any], members: tuple[Member, ...]) -> TableRecord:
    return TableRecord(
        id=row.id,
        guild=row.guild_id,
        channel=row.channel_id,
        message=row.message_id,
        language=row.language,
        host=row.host_id,
        status=Status(row.status),
        rules=row.rules,
        seed=row.seed,
        members=members,
        version=row.version,
        created_at=row.created_at,
        deadline=row.deadline,
        checkpoint=row.checkpoint,
        round=row.round,
        announced=row.announced,
    )


def seat_values(table_id: int, members: Iterable[Member]) -> list[Values]:
    return [
        {
            "table_id": table_id,
            "seat": seat,
            "name": member.name,
            "user_id": member.user,
            "level": member.level,
            "missed": member.missed,
            "gone": member.gone,
        }
        for seat, member in enumerate(members)
    ]


def storable_member(member: Member) -> Member:
    return replace(member, name=storable(member.name))


def member(row: Row[Any]) -> Member:
    return Member(name=row.name, user=row.user_id, level=row.level, missed=row.missed, gone=row.gone)


def move_values(table_id: int, move: MoveRecord) -> Values:
    return {
        "table_id": table_id,
        "number": move.number,
        "round": move.round,
        "seat": move.seat,
        "action": move.action,
        "at": move.at,
    }


def move_record(row: Row[Any]) -> MoveRecord:
    return MoveRecord(number=row.number, round=row.round, seat=row.seat, action=row.action, at=row.at)


def round_values(table_id: int, ended: RoundRecord) -> Values:
    return {"table_id": table_id, "number": ended.number, "result": ended.result, "at": ended.at}


def seat_round_values(table: TableRecord, ended: RoundRecord, seat: SeatRound) -> Values:
    return {
        "table_id": table.id,
        "number": ended.number,
        "seat": seat.seat,
        "guild_id": table.guild,
        "user_id": seat.user,
        "points": seat.points,
        "hand_count": seat.count,
        "called": seat.called,
        "assafed": seat.assafed,
        "assafs": seat.assafs,
        "halved": seat.halved,
        "at": ended.at,
    }


def seat_match_values(table: TableRecord, match: MatchRecord, seat: SeatMatch) -> Values:
    return {
        "table_id": table.id,
        "seat": seat.seat,
        "guild_id": table.guild,
        "user_id": seat.user,
        "level": seat.level,
        "rank": seat.rank,
        "win_parts": round(seat.share * WIN_PARTS),
        "total": seat.total,
        "has_left": seat.left,
        "at": match.at,
    }


def settings_values(settings: GuildSettings) -> Values:
    return {
        "guild_id": settings.guild,
        "rules": settings.rules,
        "language": settings.language,
        "turn_seconds": settings.turn_seconds,
        "pace": settings.pace,
    }


def settings_record(row: Row[Any]) -> GuildSettings:
    return GuildSettings(
        guild=row.guild_id,
        rules=row.rules,
        language=row.language,
        turn_seconds=row.turn_seconds,
        pace=row.pace,
    )
