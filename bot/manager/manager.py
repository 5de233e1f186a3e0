"""The one door to all tables: people, computers and the clock go through `Manager.submit`.

Every accepted request takes the same way under its table's lock: decided by pure functions, committed to
the database, put into memory, and only then told to the publisher.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.manager import deadlines
from bot.manager.answers import accepted, answered
from bot.manager.archive import REMOVED_SECONDS, Archive
from bot.manager.decide import Decidable, Facts, decide
from bot.manager.driver import Driver
from bot.manager.ledger import Ledger
from bot.manager.openings import Openings
from bot.manager.outcomes import Accepted, Outcome, Refused, Why
from bot.manager.requests import (
    Abandon,
    ComputerMove,
    Open,
    Rematch,
    Request,
    SetClock,
    Start,
    TimeUp,
    VaryRules,
)
from bot.manager.sweep import Sweep
from bot.manager.table_state import Draft, Outdated, TableState, Tempo, hand_of, table_of
from bot.opponents.base import Opponent
from bot.opponents.reasons import Reason, explain
from bot.ports.clock import Clock
from bot.ports.publisher import Publisher
from bot.ports.store import DatabaseError, StaleVersionError, Store
from bot.ports.tables import Hand, Table

log = structlog.get_logger(__name__)


Where = Callable[[int, int], bool]
"""Says of a server's channel whether something is so there."""


def _nowhere(_guild: int, _channel: int) -> bool:
    return False


def _everywhere(_guild: int) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Parts:
    """What a manager is made of."""

    store: Store
    clock: Clock
    publisher: Publisher
    seeds: Callable[[], str]
    """64 hexadecimal digits from the operating system's randomness, new at every call."""
    opponents: Mapping[str, Opponent]
    """The computers by level."""
    chance: random.Random
    """For thinking pauses, the computers' own dice and aliases; unrelated to the deals."""


class Manager(Archive):
    """All tables of one process, and what is stored beside them."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.store, parts.clock, parts.chance)
        self._driver = Driver(parts.opponents, parts.chance)
        self._ledger = Ledger(parts.store, parts.clock, parts.publisher, self._driver)
        self._tables = self._ledger.tables
        self._openings = Openings(parts.store, parts.clock, parts.seeds, self._ledger)
        self._sweep = Sweep(self._driver)
        self._is_accepting = True
        self._at_work: set[asyncio.Task[Outcome]] = set()

    @property
    def levels(self) -> tuple[str, ...]:
        """The computers' levels, as `AddComputer` takes them."""
        return self._driver.levels

    async def recover(self, guilds: frozenset[int] | None = None) -> list[Table]:
        """Bring back all tables at play, at the start. Raises `DatabaseError`.

        Clocks restart: whoever is to move has his whole turn again. The tables' messages are the
        caller's business, the publisher is not told.
        """
        return [table_of(state) for state in await self._ledger.recover(guilds)]

    async def stop_accepting(self) -> None:
        """Refuse everything from now on; returns when what was under way is done."""
        self._is_accepting = False
        if self._at_work:
            await asyncio.wait(self._at_work)

    async def submit(self, request: Request) -> Outcome:
        """What a request led to. A cancelled caller does not undo it: it is then done unheard.

        Raises `IllegalActionError` if a computer or the clock asks for what the rules refuse.
        """
        return await self._guarded(self._handled(request))

    async def open_lobby(self, *, guild: int, channel: int, user: int, name: str, language: str) -> Outcome:
        """The same as `open`, in a channel that is no thread."""
        return await self.open(Open(guild, channel, user, name, language))

    async def open(self, request: Open) -> Outcome:
        """A new table. Its host posts the message: see `set_message`."""
        return await self._guarded(self._opened(request))

    async def why_not_open(self, request: Open) -> Refused | None:
        """What the server has against such a table, before anything is made for it."""
        return await self._openings.why_not(request)

    async def tick(self, is_away: Where = _nowhere) -> None:
        """Whatever is due: clocks and computers, one thing for each table. Call it twice a second.

        Tables that cannot be shown to anybody stand still. A table at which something fails does not keep the
        others waiting, and rests before it is tried again; unexpected errors are raised together at the end.
        """
        if not self._is_accepting:
            return
        errors: list[Exception] = []
        for state in self._tables:
            if is_away(state.record.guild, state.record.channel):
                continue
            try:
                await self._attend(state.record.id)
            except Exception as error:  # noqa: BLE001 - none is lost: all are raised below
                self._sweep.failed(state.record.id, self._clock.now())
                errors.append(error)
        self._tables.drop_finished(self._clock.now())
        self._sweep.keep_only(state.record.id for state in self._tables)
        if errors:
            raise ExceptionGroup("tables that could not be attended", errors)

    async def abandon(self, *, channel: int | None = None, guild: int | None = None) -> list[Table]:
        """Stop the tables of a channel or of a server that is gone, and say which they were."""
        doomed = [
            state.record.id
            for state in self._tables
            if state.is_open and (state.record.channel == channel or state.record.guild == guild)
        ]
        outcomes = [await self.submit(Abandon(table_id)) for table_id in doomed]
        return [outcome.table for outcome in outcomes if isinstance(outcome, Accepted)]

    def restart_clocks(self, is_back: Where) -> list[Table]:
        """Nobody could play there for a while: who is to move has his whole turn again."""
        now, everywhere = self._clock.now(), (state for state in self._tables if state.is_open)
        paused = [state for state in everywhere if is_back(state.record.guild, state.record.channel)]
        for state in paused:
            self._tables.put(deadlines.with_fair_clock(state, now))
        return [table for state in paused if (table := self.table(state.record.id)) is not None]

    def table(self, table_id: int) -> Table | None:
        """The newest committed state of a table in memory: at play, or just ended."""
        state = self._tables.get(table_id)
        return None if state is None else table_of(state)

    async def find(self, table_id: int) -> Table | None:
        """The same for any table that ever was. Raises `DatabaseError`."""
        async with self._tables.table_lock(table_id):
            state = await self._ledger.current(table_id)
        return None if state is None else table_of(state)

    def hand(self, table_id: int, user: int) -> Hand | None:
        """What this person holds at the table; `None` for whoever holds no cards there now."""
        state = self._tables.get(table_id)
        return None if state is None else hand_of(state, user)

    async def hint(self, table_id: int, user: int) -> Reason | None:
        """What a good player would do with this person's cards, and why; `None` where he can do nothing."""
        hand = self.hand(table_id, user)
        if hand is None or not len(hand.view.legal):
            return None
        # Many cards take a good player a while; clicks elsewhere need not wait.
        return await asyncio.to_thread(explain, hand.view, hand.view.legal)

    def count_tables(self) -> dict[str, int]:
        """How many tables are in memory, by status."""
        return dict(Counter(state.record.status.value for state in self._tables))

    def tables_in(self, channel: int) -> list[Table]:
        """The tables in a channel that are open: in the lobby or at play."""
        return [table_of(state) for state in self._tables.open_in(channel)]

    def table_in_channel(self, channel: int) -> Table | None:
        return next(iter(self.tables_in(channel)), None)

    def tables_of(self, user: int) -> list[Table]:
        """The open tables at which a person sits, or waits to be seated."""
        return [table_of(state) for state in self._tables if state.is_open and _sits_at(state, user)]

    async def set_message(self, table_id: int, channel: int, message: int | None) -> None:
        """Remember where the table message stands (`None`: it is lost). Never raises."""
        async with self._tables.table_lock(table_id):
            await self._ledger.set_message(table_id, channel, message)

    async def set_announced(self, table_id: int, round_number: int) -> None:
        """Remember that a round's result was posted. Never raises."""
        async with self._tables.table_lock(table_id):
            await self._ledger.set_announced(table_id, round_number)

    async def forget_person(self, user: int, guild: int | None = None) -> int | Refused:
        """Delete a person's name, id and settings everywhere, or his record on one server alone.

        Returns the number of rows changed. Refused while he is at an open table there, even if he has left
        it. Raises `DatabaseError`.
        """
        changed = await self._forgotten(user, guild)
        there = [
            state
            for state in self._tables
            if guild in (None, state.record.guild) and (state.seat_of(user) is not None or state.awaits(user))
        ]
        if changed is None:
            return Refused(Why.AT_A_TABLE, {"tables": [state.record.id for state in there if state.is_open]})
        for state in there:
            self._tables.drop(state.record.id)
        return changed

    async def forget_guild(self, guild: int) -> int:
        """Delete everything about a server, tables at play included; the number of tables.

        Raises `DatabaseError`.
        """
        await self.abandon(guild=guild)
        for state in self._tables:
            if state.record.guild == guild:
                self._tables.drop(state.record.id)
        forgotten = await self._store.forget_guild(guild)
        self._servers.pop(guild, None)
        return forgotten

    async def tidy(self, serves: Callable[[int], bool] = _everywhere) -> None:
        """Delete the data of servers that removed the bot long ago. Call it about once an hour.

        `serves`: whether this process looks after a server.

        Raises `DatabaseError`.
        """
        for guild in await self._store.guilds_removed_before(self._clock.now() - REMOVED_SECONDS):
            if serves(guild):
                log.info("guild_forgotten", guild=guild, tables=await self.forget_guild(guild))

    async def _guarded(self, work: Coroutine[Any, Any, Outcome]) -> Outcome:
        """Done to its end even if the caller is cancelled, so that memory never misses a commit."""
        if not self._is_accepting:
            work.close()
            return Refused(Why.SHUTTING_DOWN)
        task = asyncio.ensure_future(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return await asyncio.shield(task)

    async def _handled(self, request: Request) -> Outcome:
        user = None if isinstance(request, ComputerMove | TimeUp | Abandon) else request.user
        if isinstance(request, Rematch):
            return await self._saved(self._openings.again(request), request.table, user)
        async with self._tables.table_lock(request.table):
            return await self._saved(self._ruled(request, user), request.table, user)

    async def _opened(self, request: Open) -> Outcome:
        return await self._saved(self._openings.first(request), None, request.user)

    async def _saved(
        self, work: Coroutine[Any, Any, Outcome], table_id: int | None, user: int | None
    ) -> Outcome:
        """The outcome of some work, or a refusal if the database fails under it."""
        try:
            return await work
        except DatabaseError as error:
            log.warning("not_saved", table=table_id, fault=type(error).__name__)
            state = None if table_id is None else self._tables.get(table_id)
            return answered(state, Refused(Why.NOT_SAVED), user)

    async def _ruled(self, request: Decidable, user: int | None) -> Outcome:
        """One request at one table, whose lock is held."""
        state = await self._ledger.current(request.table)
        if state is None:
            return Refused(Why.NO_TABLE)
        verdict = decide(state, request, await self._facts(state, request))
        if not isinstance(verdict, Draft):
            return answered(state, verdict, user)
        try:
            after = await self._ledger.commit(state, verdict)
        except StaleVersionError:
            log.warning("reloaded", table=request.table, version=state.record.version)
            return answered(await self._ledger.reload(request.table), Outdated(), user)
        return accepted(after, verdict, user)

    async def _facts(self, state: TableState, request: Decidable) -> Facts:
        now, levels = self._clock.now(), self._driver.levels
        is_start = isinstance(request, TimeUp) and state.is_starting
        if not is_start and not isinstance(request, Start | VaryRules | SetClock):
            return Facts(now, levels)
        settings = await self.guild_settings(state.record.guild)
        tempo = Tempo(settings.turn_seconds, settings.pace, settings.absent, settings.computer_talk)
        return Facts(now, levels, tempo, settings.vary_rules, settings.longest_clock)

    async def _attend(self, table_id: int) -> None:
        state, now = self._tables.get(table_id), self._clock.now()
        request = None if state is None else self._sweep.due(state, now)
        if request is None:
            return
        outcome = await self.submit(request)
        if isinstance(outcome, Refused) and outcome.why is Why.NOT_SAVED:
            self._sweep.failed(table_id, now)
        else:
            self._sweep.went_well(table_id)


def _sits_at(state: TableState, user: int) -> bool:
    seat = state.seat_of(user)
    return state.awaits(user) or (seat is not None and not state.members[seat].gone)
