"""New tables: where a server lets one open, and by which rules."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.house_rules import RulesError, parse_rules
from bot.manager import lobby
from bot.manager.answers import accepted, answered
from bot.manager.ledger import Ledger
from bot.manager.outcomes import Outcome, Refused, Why
from bot.manager.requests import Open, Rematch
from bot.manager.table_state import Draft, Outdated
from bot.ports.clock import Clock
from bot.ports.store import Store
from bot.ports.tables import Member


class Openings:
    """Every method may raise `DatabaseError`."""

    def __init__(self, store: Store, clock: Clock, seeds: Callable[[], str], ledger: Ledger) -> None:
        self._store = store
        self._clock = clock
        self._seeds = seeds
        self._ledger = ledger

    async def first(self, request: Open) -> Outcome:
        """A table at which nobody sits yet but its host."""
        return await self._opened(_opening(request))

    async def why_not(self, request: Open) -> Refused | None:
        """What the server has against such a table, whatever stands in the channel."""
        settings = await self._store.guild_settings(request.guild)
        standing = len(self._ledger.tables.open_on(request.guild))
        return lobby.why_not_open(_opening(request), settings, standing)

    async def again(self, request: Rematch) -> Outcome:
        """A table after another, by the same rules."""
        state = await self._ledger.current(request.table)
        if state is None:
            return Refused(Why.NO_TABLE)
        if state.seat_of(request.user) is None:
            return answered(state, Refused(Why.NOT_SEATED), request.user)
        if state.is_open:
            return answered(state, Outdated(), request.user)
        record = state.record
        return await self._opened(
            lobby.Opening(
                guild=record.guild,
                channel=record.channel,
                language=record.language,
                members=lobby.rematch_members(state, request.user),
                rules=state.rules,
                starts_with=record.starts_with,
                clock=record.clock,
                parent=request.parent,
            )
        )

    async def _opened(self, opening: lobby.Opening) -> Outcome:
        """A lobby in a channel that has no open table; by the server's rules unless others are given."""
        settings = await self._store.guild_settings(opening.guild)
        tables = self._ledger.tables
        async with tables.guild_lock(opening.guild):
            if here := tables.open_in(opening.channel):
                busy = Refused(Why.CHANNEL_BUSY, {"table": here[0].record.id})
                return answered(here[0], busy, opening.host)
            if refusal := lobby.why_not_open(opening, settings, len(tables.open_on(opening.guild))):
                return refusal
            try:
                rules = opening.rules or parse_rules(settings.rules)
            except RulesError as error:
                return lobby.unplayable(error.faults)
            if opening.rules is None and settings.auto_start:
                opening = replace(opening, starts_with=rules.seats)
            if lobby.why_not_clock(opening.clock, settings.longest_clock):
                opening = replace(opening, clock=None)
            lobby_state = lobby.opened(opening, rules, self._seeds(), self._clock.now())
            created = await self._ledger.create(lobby_state)
        return accepted(created, Draft(created), opening.host)


def _opening(request: Open) -> lobby.Opening:
    host = (Member(request.name, request.user),)
    return lobby.Opening(request.guild, request.channel, request.language, host, parent=request.parent)
