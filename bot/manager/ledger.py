"""Memory and database in step: tables are loaded, created and committed here, and nowhere else.

Order of every change: database, then memory, then the publisher. Whoever calls holds the table's lock.
"""

from dataclasses import replace

import structlog

from bot.manager import deadlines, recovery
from bot.manager.decide import sealed
from bot.manager.driver import Driver
from bot.manager.registry import Registry
from bot.manager.table_state import Draft, TableState
from bot.ports.clock import Clock
from bot.ports.publisher import Publisher
from bot.ports.store import Commit, DatabaseError, Store, StoredTable

log = structlog.get_logger(__name__)

UNTOLD_SECONDS = 24 * 60 * 60
"""A result that a crash kept from being posted is posted at a start within this time after its match."""


class Ledger:
    """Every method may raise `DatabaseError` unless it says otherwise; memory is then as it was."""

    def __init__(self, store: Store, clock: Clock, publisher: Publisher, driver: Driver) -> None:
        self.tables = Registry()
        self._store = store
        self._clock = clock
        self._publisher = publisher
        self._driver = driver

    async def current(self, table_id: int) -> TableState | None:
        """The newest version, from memory or else from the database; `None` for an unknown table."""
        return self.tables.get(table_id) or await self._loaded(table_id)

    async def reload(self, table_id: int) -> TableState | None:
        """Memory was behind the database: the table as it is stored."""
        self.tables.drop(table_id)
        self._driver.forget(table_id)
        state = await self._loaded(table_id)
        self._publisher.table_changed(table_id)
        return state

    async def recover(self, guilds: frozenset[int] | None) -> list[TableState]:
        """All tables that were at play, and those with a result to tell, into memory.

        One that cannot be read is logged and left out.
        """
        ended_since = self._clock.now() - UNTOLD_SECONDS
        for stored in await self._store.open_tables(guilds, ended_since=ended_since):
            async with self.tables.table_lock(stored.table.id):
                if self.tables.get(stored.table.id) is None:
                    await self._adopted(stored)
        return list(self.tables)

    async def create(self, state: TableState) -> TableState:
        """A new lobby. The publisher is not told: who opened it posts its first message."""
        record = await self._store.create_table(state.record)
        created = replace(state, record=record)
        self.tables.put(created)
        return created

    async def commit(self, before: TableState, draft: Draft) -> TableState:
        """The drafted table as its next version. Raises `StaleVersionError` if the database is ahead."""
        now = self._clock.now()
        after = sealed(before, draft, now)
        await self._store.commit(Commit(after.record, draft.moves, draft.rounds, draft.match, before.record))
        self.tables.put(after)
        self._driver.observe(after, now)
        self._publisher.table_changed(after.record.id)
        return after

    async def set_message(self, table_id: int, channel: int, message: int | None) -> None:
        """Where the table message stands. What was sent was sent: a database that fails is logged only."""
        if state := self.tables.get(table_id):
            self.tables.put(replace(state, record=replace(state.record, channel=channel, message=message)))
        try:
            await self._store.set_message(table_id, channel, message)
        except DatabaseError:
            log.warning("message_not_saved", table=table_id)

    async def set_announced(self, table_id: int, round_number: int) -> None:
        """The same for the last round whose result was posted."""
        if state := self.tables.get(table_id):
            self.tables.put(replace(state, record=replace(state.record, announced=round_number)))
        try:
            await self._store.set_announced(table_id, round_number)
        except DatabaseError:
            log.warning("announcement_not_saved", table=table_id)

    async def _loaded(self, table_id: int) -> TableState | None:
        stored = await self._store.load(table_id)
        state = None if stored is None else await self._adopted(stored)
        if state is not None and self.tables.get(table_id) is state and not state.is_open:
            # A crash came between the end and its announcement.
            self._publisher.table_changed(table_id)
        return state

    async def _adopted(self, stored: StoredTable) -> TableState | None:
        """A table out of the database. What is still at play goes into memory, with a whole turn's time."""
        try:
            state = recovery.revive(stored)
            if recovery.lacks_result(state):
                moves = await self._store.all_moves(state.record.id)
                state = recovery.with_last_result(state, moves)
        except recovery.BrokenTableError as error:
            log.warning("table_broken", table=stored.table.id, fault=str(error))
            return None
        now = self._clock.now()
        if state.is_open:
            state = deadlines.with_fair_clock(state, now)
            self.tables.put(state)
            self._driver.observe(state, now)
        elif recovery.awaits_announcement(state.record):
            state = replace(state, touched=now)
            self.tables.put(state)
        return state
