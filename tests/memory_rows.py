"""The tables of `tests.fakes.MemoryStore`, and what can be read off them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.ports.store import (
    FinishedTable,
    Json,
    MatchRecord,
    MoveRecord,
    RoundRecord,
    StoredTable,
    TableRecord,
)
from bot.ports.tables import Member, Status

OPEN = (Status.LOBBY, Status.PLAYING)


def through_json(value: Any) -> Any:
    """What a database would give back: a copy, with text for every key."""
    return json.loads(json.dumps(value))


def stored(table: TableRecord) -> TableRecord:
    return replace(table, rules=through_json(table.rules), checkpoint=through_json(table.checkpoint))


@dataclass
class Row:
    table: TableRecord
    moves: list[MoveRecord] = field(default_factory=list)
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    match: MatchRecord | None = None
    forfeited: bool = False

    @property
    def is_open(self) -> bool:
        return self.table.status in OPEN

    @property
    def people(self) -> tuple[Member, ...]:
        """Who sits there, then who waits for a seat."""
        return (*self.table.members, *self.table.waiting)

    def is_untold_since(self, moment: float | None) -> bool:
        if moment is None or self.match is None or self.match.at < moment:
            return False
        return self.table.status is Status.OVER and self.table.announced < self.table.round

    def all_moves(self) -> list[MoveRecord]:
        copies = [replace(move, action=through_json(move.action)) for move in self.moves]
        return sorted(copies, key=lambda move: move.number)

    def with_running_moves(self) -> StoredTable:
        running = [move for move in self.all_moves() if move.round == self.table.round]
        return StoredTable(stored(self.table), tuple(running))

    def finished(self) -> FinishedTable:
        assert self.match is not None
        return FinishedTable(
            id=self.table.id,
            ended_at=self.match.at,
            members=self.table.members,
            ranks=tuple(seat.rank for seat in self.match.seats),
            totals=tuple(seat.total for seat in self.match.seats),
            rounds=self.match.rounds,
        )

    def forget(self, user: int, alias: int) -> int:
        """Another number for a person everywhere, and no name; how many places that were."""
        rounds, changed = dict(self.rounds), int(self.table.host == user)
        for number, ended in rounds.items():
            changed += sum(seat.user == user for seat in ended.seats)
            seats = tuple(replace(s, user=alias) if s.user == user else s for s in ended.seats)
            rounds[number] = replace(ended, seats=seats)
        if self.match is not None:
            changed += sum(seat.user == user for seat in self.match.seats)
            places = tuple(replace(s, user=alias) if s.user == user else s for s in self.match.seats)
            self.match = replace(self.match, seats=places)
        changed += sum(member.user == user for member in self.table.members)
        members = tuple(
            replace(member, user=alias, name="") if member.user == user else member
            for member in self.table.members
        )
        host = alias if self.table.host == user else self.table.host
        self.table, self.rounds = replace(self.table, members=members, host=host), rounds
        return changed

    def seat_data(self, user: int) -> Iterator[Json]:
        for place, member in enumerate(self.people):
            if member.user == user:
                yield {
                    "table": self.table.id,
                    "guild": str(self.table.guild),
                    "channel": str(self.table.channel),
                    "status": self.table.status.value,
                    "opened_at": self.table.created_at,
                    "ended_at": self.match and self.match.at,
                    "is_host": self.table.host == user,
                    "seat": place if place < len(self.table.members) else None,
                    "name": member.name,
                    "has_left": member.gone,
                    "first_round": member.since,
                    "moves": sum(move.seat == place for move in self.moves),
                }

    def round_data(self, user: int) -> Iterator[Json]:
        for number, ended in sorted(self.rounds.items()):
            for seat in ended.seats:
                if seat.user == user:
                    yield {
                        "table": self.table.id,
                        "round": number,
                        "points": seat.points,
                        "hand_count": seat.count,
                        "called": seat.called,
                        "assafed": seat.assafed,
                        "assafs": seat.assafs,
                        "halved": seat.halved,
                        "at": ended.at,
                    }

    def match_data(self, user: int) -> Iterator[Json]:
        if self.match is None:
            return
        for seat in self.match.seats:
            if seat.user == user:
                yield {
                    "table": self.table.id,
                    "rank": seat.rank,
                    "share_of_win": seat.share,
                    "total": seat.total,
                    "has_left": seat.left,
                    "at": self.match.at,
                }
