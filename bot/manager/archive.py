"""What is stored beside the tables at play: settings, past matches, all about one person or server."""

import asyncio
import random

import structlog

from bot.engine.errors import IllegalActionError
from bot.engine.export import transcript_of
from bot.manager.outcomes import Refused, Why
from bot.manager.recovery import played
from bot.manager.replays import frames_of
from bot.ports.clock import Clock
from bot.ports.replays import Frame
from bot.ports.store import (
    FinishedTable,
    GuildSettings,
    Json,
    PlayerSettings,
    RoundRecord,
    Store,
)
from bot.ports.tables import Status

log = structlog.get_logger(__name__)

REMOVED_SECONDS = 30 * 24 * 60 * 60
"""The data of a server that removed the bot is deleted after so long."""
PERSON_SECONDS = 60
"""For so long what a person has chosen is taken as known where another process may serve him, too."""
MOST_PEOPLE = 20_000
_ALIASES = 2**62


class Archive:
    """Every method may raise `DatabaseError`."""

    def __init__(self, store: Store, clock: Clock, chance: random.Random) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance
        self._servers: dict[int, GuildSettings] = {}
        self._people: dict[int, tuple[float, PlayerSettings]] = {}

    async def guild_settings(self, guild: int) -> GuildSettings:
        """From memory after the first time: one process alone serves a server."""
        if guild not in self._servers:
            self._servers.setdefault(guild, await self._store.guild_settings(guild))
        return self._servers[guild]

    async def save_guild_settings(self, settings: GuildSettings) -> None:
        await self._store.save_guild_settings(settings)
        self._servers[settings.guild] = settings

    async def claim_forfeit(self, table_id: int) -> bool:
        """Whether a match's forfeit may still be chosen; it may not be after this."""
        return await self._store.claim_forfeit(table_id)

    async def player_settings(self, user: int) -> PlayerSettings:
        """From memory where that is fresh."""
        now = self._clock.now()
        since, known = self._people.get(user, (0.0, None))
        if known is None or (self._store.is_shared and now - since > PERSON_SECONDS):
            known = await self._store.player_settings(user)
            self._remember(known)
        return known

    async def save_player_settings(self, settings: PlayerSettings) -> None:
        await self._store.save_player_settings(settings)
        self._remember(settings)

    def _remember(self, settings: PlayerSettings) -> None:
        self._people.pop(settings.user, None)
        while len(self._people) >= MOST_PEOPLE:
            del self._people[next(iter(self._people))]
        self._people[settings.user] = (self._clock.now(), settings)

    async def finished_tables(
        self, guild: int, *, user: int | None = None, offset: int, limit: int
    ) -> list[FinishedTable]:
        """The server's matches that were played to their end, newest first; with `user` only his."""
        return await self._store.finished_tables(guild, user=user, offset=offset, limit=limit)

    async def finished_count(self, guild: int, user: int | None = None) -> int:
        return await self._store.finished_count(guild, user)

    async def rounds_of(self, table_id: int, guild: int) -> list[RoundRecord]:
        """The finished rounds of a match in order; none for another server's."""
        stored = await self._store.load(table_id)
        is_theirs = stored is not None and stored.table.guild == guild
        return await self._store.rounds_of(table_id) if is_theirs else []

    async def transcript(self, table_id: int, guild: int) -> Json | Refused:
        """A match that is over as a transcript, for the server on which it was played."""
        stored = await self._store.load(table_id)
        if stored is None or stored.table.guild != guild:
            return Refused(Why.NO_TABLE)
        record = stored.table
        if record.checkpoint is None:
            return Refused(Why.NOT_STARTED)
        if record.status not in (Status.OVER, Status.STOPPED):
            return Refused(Why.NOT_FINISHED)
        moves = await self._store.all_moves(table_id)
        try:
            # A long match takes a while to play again; clicks elsewhere need not wait.
            return await asyncio.to_thread(transcript_of, played(record, moves))
        except (IllegalActionError, ValueError) as error:  # stored by hand, or by other rules
            log.warning("no_transcript", table=table_id, fault=type(error).__name__)
            return Refused(Why.NO_TABLE)

    async def replay(self, table_id: int, guild: int) -> tuple[Frame, ...]:
        """A match that was played to its end, step by step with open hands; nothing for any other."""
        stored = await self._store.load(table_id)
        if stored is None or stored.table.guild != guild or stored.table.status is not Status.OVER:
            return ()
        moves = await self._store.all_moves(table_id)
        try:
            return await asyncio.to_thread(frames_of, played(stored.table, moves))
        except (IllegalActionError, LookupError, TypeError, ValueError) as error:
            log.warning("match_not_replayed", table=table_id, fault=type(error).__name__)
            return ()

    async def personal_data(self, user: int) -> Json:
        """Everything that is stored about a person, JSON-able."""
        return await self._store.personal_data(user)

    async def known_guilds(self) -> list[int]:
        """Servers of which anything is stored and that are not marked as removed."""
        return await self._store.known_guilds()

    async def removed_guilds(self) -> list[int]:
        """Servers that are marked as removed, up to this moment."""
        return await self._store.guilds_removed_before(self._clock.now() + 1)

    async def guild_left(self, guild: int) -> None:
        """The bot was removed from a server; its data is deleted after `REMOVED_SECONDS`."""
        await self._store.set_guild_removed(guild, self._clock.now())

    async def guild_joined(self, guild: int) -> None:
        """The bot is (again) on a server: nothing is deleted."""
        await self._store.set_guild_removed(guild, None)

    async def _forgotten(self, user: int, guild: int | None) -> int | None:
        """See `Store.forget_person`. The other number follows from nothing, least of all from the id."""
        changed = await self._store.forget_person(user, -self._chance.randrange(1, _ALIASES), guild)
        self._people.pop(user, None)
        return changed
