"""Between the rows of `schema` and the values of `bot.ports.store`."""

from collections.abc import Iterable
from dataclasses import asdict, fields
from typing import Any, cast

from sqlalchemy import Row

from bot.ports.store import (
    GuildSettings,
    MatchRecord,
    MoveRecord,
    PlayerSettings,
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
        "starts_with": table.starts_with,
        "clock": table.clock,
    }


def changed_values(table: TableRecord, before: TableRecord | None) -> Values:
    """Those of them that differ from the row as it is stored; all where that is not known."""
    new = changing_values(table)
    if before is None:
        return new
    old = changing_values(before)
    return {name: value for name, value in new.items() if value != old[name]}


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


def table_record(row: Row[Any], people: Iterable[Row[Any]]) -> TableRecord:
    """A table from its row and those of the people there, ordered by seat."""
    people = list(people)
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
        members=tuple(member(each) for each in people if not each.waiting),
        version=row.version,
        created_at=row.created_at,
        deadline=row.deadline,
        checkpoint=row.checkpoint,
        round=row.round,
        announced=row.announced,
        waiting=tuple(member(each) for each in people if each.waiting),
        starts_with=row.starts_with,
        clock=row.clock,
    )


def seat_values(table: TableRecord) -> list[Values]:
    """The rows of everybody at a table: the seats, then who waits for one."""
    return [
        {
            "table_id": table.id,
            "seat": seat,
            "name": storable(member.name),
            "user_id": member.user,
            "level": member.level,
            "missed": member.missed,
            "gone": member.gone,
            "leaving": member.leaving,
            "since": member.since,
            "waiting": seat >= len(table.members),
        }
        for seat, member in enumerate((*table.members, *table.waiting))
    ]


def member(row: Row[Any]) -> Member:
    return Member(
        name=row.name,
        user=row.user_id,
        level=row.level,
        missed=row.missed,
        gone=row.gone,
        leaving=row.leaving,
        since=row.since,
    )


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
        "others_points": sum(other.points for other in ended.seats if other.seat != seat.seat),
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
        "team": seat.team,
        "at": match.at,
    }


def seat_round(row: Row[Any]) -> SeatRound:
    return SeatRound(
        seat=row.seat,
        user=row.user_id,
        points=row.points,
        count=row.hand_count,
        called=row.called,
        assafed=row.assafed,
        assafs=row.assafs,
        halved=row.halved,
    )


def seat_match(row: Row[Any]) -> SeatMatch:
    return SeatMatch(
        seat=row.seat,
        user=row.user_id,
        level=row.level,
        rank=row.rank,
        share=row.win_parts / WIN_PARTS,
        total=row.total,
        left=row.has_left,
        team=row.team,
    )


def round_record(row: Row[Any], seats: Iterable[Row[Any]]) -> RoundRecord:
    return RoundRecord(row.number, row.result, tuple(seat_round(seat) for seat in seats), row.at)


_IN_COLUMNS = ("guild", "rules", "language", "turn_seconds", "pace")


def settings_values(settings: GuildSettings) -> Values:
    options = asdict(settings)
    columns = {name: options.pop(name) for name in _IN_COLUMNS}
    return {"guild_id": columns.pop("guild")} | columns | {"options": options}


def settings_record(row: Row[Any]) -> GuildSettings:
    return GuildSettings(
        guild=row.guild_id,
        rules=row.rules,
        language=row.language,
        turn_seconds=row.turn_seconds,
        pace=row.pace,
        **_options(GuildSettings, row.options),
    )


def player_values(settings: PlayerSettings) -> Values:
    options = asdict(settings)
    return {"user_id": options.pop("user"), "options": options}


def player_settings(row: Row[Any]) -> PlayerSettings:
    return PlayerSettings(user=row.user_id, **_options(PlayerSettings, row.options))


def _options(of: type[GuildSettings | PlayerSettings], stored: Values | None) -> Values:
    """Settings by their names; JSON has no tuples, and a name that is not used any more is passed over."""
    known = {field.name for field in fields(of)}
    return {
        name: tuple(cast(list[Any], value)) if isinstance(value, list) else value
        for name, value in (stored or {}).items()
        if name in known
    }
