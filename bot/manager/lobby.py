"""What happens before the first deal: seats are taken and given up. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.house_rules import (
    LEAST_PLAYERS,
    TEAM_SEATS,
    Fault,
    HouseRules,
    RulesError,
    combination_faults,
    parse_rules,
)
from bot.manager.deadlines import LEAST_TURN_SECONDS, fresh_deadline
from bot.manager.outcomes import Refused, Why
from bot.manager.table_state import Draft, Outdated, TableState, Tempo
from bot.opponents.characters import CHARACTERS
from bot.ports.store import MOST_TURN_SECONDS, GuildSettings, TableRecord
from bot.ports.tables import Member, Status

COMPUTER_NAMES = tuple(CHARACTERS)
"""Given in this order. A table has at most ten seats, one of them a person's: a name is always free."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a lobby opens and who sits there at once, the host first."""

    guild: int
    channel: int
    language: str
    members: tuple[Member, ...]
    rules: HouseRules | None = None
    """`None`: what the server has chosen."""
    starts_with: int | None = None
    clock: int | None = None
    parent: int | None = None
    """The channel above, where the lobby opens in a thread."""

    @property
    def host(self) -> int:
        user = self.members[0].user
        if user is None:
            raise ValueError("a computer cannot be host")
        return user


def opened(opening: Opening, rules: HouseRules, seed: str, now: float) -> TableState:
    """A lobby that is not stored yet: its id is still 0."""
    record = TableRecord(
        id=0,
        guild=opening.guild,
        channel=opening.channel,
        message=None,
        language=opening.language,
        host=opening.host,
        status=Status.LOBBY,
        rules=rules.dump(),
        seed=seed,
        members=opening.members,
        version=1,
        created_at=now,
        starts_with=opening.starts_with,
        clock=opening.clock,
    )
    state = TableState(record, rules, touched=now, host_seen=now)
    return replace(state, record=replace(record, deadline=fresh_deadline(state, now)))


def why_not_open(opening: Opening, settings: GuildSettings, standing: int) -> Refused | None:
    """What the server has against another table there, with so many of them open."""
    if {opening.channel, opening.parent} & {*settings.closed_channels}:
        return Refused(Why.CHANNEL_CLOSED)
    allowed = settings.channels
    if allowed and opening.channel not in allowed and opening.parent not in allowed:
        return Refused(Why.CHANNEL_NOT_ALLOWED, {"channels": list(allowed)})
    if standing >= settings.tables_max:
        return Refused(Why.TOO_MANY_TABLES, {"most": settings.tables_max})
    return None


def join(state: TableState, user: int, name: str) -> Draft | Refused:
    return _seated(state, Member(name, user))


def add_computer(state: TableState, level: str) -> Draft | Refused:
    return _seated(state, Member(_free_name(state.members), level=level))


def remove_computer(state: TableState) -> Draft | Refused:
    """The computer that came last gets up."""
    seats = [seat for seat, member in enumerate(state.members) if member.is_computer]
    if not seats:
        return Refused(Why.NO_COMPUTER)
    return Draft(_with_members(state, _without(state.members, seats[-1])))


def leave(state: TableState, seat: int) -> Draft:
    """A seat is given up. The next person becomes host; without a person the lobby is closed."""
    remaining = _without(state.members, seat)
    left = _with_members(state, remaining)
    if state.members[seat].user != state.record.host:
        return Draft(left)
    in_order = (*remaining[seat:], *remaining[:seat])
    heirs = [member.user for member in in_order if member.user is not None]
    record = left.record
    if heirs:
        return Draft(replace(left, record=replace(record, host=heirs[0])))
    return Draft(replace(left, record=replace(record, status=Status.STOPPED)))


def why_not_start(state: TableState) -> Refused | None:
    """What keeps this lobby from its first deal, host and patience aside."""
    seated, needed = len(state.members), TEAM_SEATS if state.rules.teams else LEAST_PLAYERS
    if seated < needed:
        return Refused(Why.TOO_FEW_PLAYERS, {"seated": seated, "needed": needed})
    if state.rules.teams and seated % 2:
        return Refused(Why.TEAMS_UNEVEN, {"seated": seated})
    faults = combination_faults(state.rules, seated)
    if faults:
        return unplayable(faults)
    return None


def unplayable(faults: Iterable[Fault]) -> Refused:
    return Refused(Why.RULES_UNPLAYABLE, {"faults": list(faults)})


def vary_rules(state: TableState, changes: Mapping[str, Any]) -> Draft | Refused:
    """Other house rules for this match. They have to seat everybody who is there."""
    base = {} if "preset" in changes else state.rules.dump()
    try:
        rules = parse_rules(base | dict(changes))
    except RulesError as error:
        return unplayable(error.faults)
    if len(state.members) > rules.seats:
        return Refused(Why.TABLE_FULL, {"most": rules.seats})
    starts_with = state.record.starts_with
    if starts_with == state.rules.seats:
        starts_with = rules.seats
    record = replace(state.record, rules=rules.dump(), starts_with=starts_with)
    return Draft(replace(state, rules=rules, record=record))


def start_with(state: TableState, players: int | None) -> Draft | Outdated:
    """Another number of players is wanted. It has to seat everybody who is there."""
    least = max(LEAST_PLAYERS, len(state.members))
    if players is not None and not least <= players <= state.rules.seats:
        return Outdated()
    return Draft(replace(state, record=replace(state.record, starts_with=players)))


def set_clock(state: TableState, seconds: int | None, longest: int | None) -> Draft | Refused | Outdated:
    """Another turn clock is wanted. `longest`: as in the server's settings."""
    if seconds and not LEAST_TURN_SECONDS <= seconds <= MOST_TURN_SECONDS:
        return Outdated()
    refused = why_not_clock(seconds, longest)
    return refused or Draft(replace(state, record=replace(state.record, clock=seconds)))


def why_not_clock(seconds: int | None, longest: int | None) -> Refused | None:
    """What a server has against a host's turn clock."""
    if seconds is None or longest is None or 0 < seconds <= longest:
        return None
    return Refused(Why.CLOCK_TOO_LONG, {"longest": longest}) if longest else Refused(Why.CLOCK_FIXED)


def tempo_of(state: TableState, usual: Tempo) -> Tempo:
    """The server's tempo, with the turn clock that the host has chosen."""
    clock = state.record.clock
    return usual if clock is None else replace(usual, turn_seconds=clock or None)


def rematch_members(state: TableState, user: int) -> tuple[Member, ...]:
    """Who sits down again by himself, the one who asked before all others.

    After a match they are the computers: people may join. Who sat in a lobby that was closed sits there
    again.
    """
    asker = next(Member(member.name, user) for member in state.members if member.user == user)
    others = [member for member in state.members if member.user != user]
    if state.running is not None:
        others = [member for member in others if member.is_computer]
    return (asker, *others)


def _seated(state: TableState, member: Member) -> Draft | Refused:
    if len(state.members) >= state.seats:
        return Refused(Why.TABLE_FULL, {"most": state.seats})
    return Draft(_with_members(state, (*state.members, member)))


def _with_members(state: TableState, members: tuple[Member, ...]) -> TableState:
    return replace(state, record=replace(state.record, members=members))


def _without(members: tuple[Member, ...], seat: int) -> tuple[Member, ...]:
    return (*members[:seat], *members[seat + 1 :])


def _free_name(members: tuple[Member, ...]) -> str:
    taken = {member.name for member in members}
    return next(name for name in COMPUTER_NAMES if name not in taken)
