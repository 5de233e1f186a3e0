"""The Discord client: what it asks of Discord, what it is made of, and in which order it starts and ends."""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, cast

import discord
import structlog
from discord.ext import commands, tasks

from bot.discord_checks import advice_on_application, fault_of_application
from bot.discord_commands import sync_commands
from bot.discord_desk import PAUSE_SECONDS, Desk
from bot.discord_emojis import CardFaces, complete_emojis, find_emojis
from bot.discord_identify import Turns, check_allowance
from bot.i18n.catalog import best_language, words_for
from bot.manager.estimate import Estimates, Starter, one_after_another
from bot.manager.ledger import UNTOLD_SECONDS
from bot.manager.manager import Manager, Parts, Where
from bot.metrics import Metrics, MetricsServer
from bot.opponents.levels import LEVELS
from bot.pictures.emojis import EmojiBook
from bot.ports.statistics import Statistics
from bot.present.forfeits import Forfeit
from bot.present.reader import Reader
from bot.settings import Settings
from bot.storage.engine import open_store
from bot.storage.statistics import SqlStatistics
from bot.storage.store import SqlStore

log = structlog.get_logger(__name__)

EXTENSIONS = (
    "cogs.opening",
    "cogs.lobby",
    "cogs.invite",
    "cogs.play",
    "cogs.table",
    "cogs.idle",
    "cogs.board",
    "cogs.forfeits",
    "cogs.reminders",
    "cogs.house",
    "cogs.stats",
    "cogs.history",
    "cogs.learn",
    "cogs.options",
    "cogs.privacy",
    "cogs.servers",
    "cogs.help",
)
COMMIT_SECONDS = 2.0
"""When the client closes: for what the database is just writing, ..."""
FAREWELL_SECONDS = 4.0
"""... for answers and table messages under way, ..."""
GOODBYE_SECONDS = 2.5
"""... and for Discord to let go. Supervisors kill after ten seconds."""
SWEEP_SECONDS = 0.5
"""How often due clocks, computers' moves and waiting table messages are looked for."""

STATUS_LINE = "/yaniv start"
"""Below the bot's name in the list of members, after Discord's own "Playing"."""

PressHandler = Callable[[Any, Any], Awaitable[None]]


class StartError(Exception):
    """The start cannot go on; the text is one sentence for the operator."""


class DiscordClock:
    """Implements `bot.ports.clock.Clock` with the time that discord.py reckons with."""

    def now(self) -> float:
        return discord.utils.utcnow().timestamp()


class YanivBot(commands.AutoShardedBot):
    """One process of the bot: some shards, one database, all tables of its servers."""

    store: SqlStore
    manager: Manager
    estimates: Estimates
    statistics: Statistics

    def __init__(self, settings: Settings) -> None:
        counts = Counter[str]()
        metrics = Metrics(counts, self._tables_by_status)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            # Both go out with the identify of each shard and never again.
            activity=discord.Game(STATUS_LINE),
            status=discord.Status.online,
            shard_count=settings.shard_count,
            shard_ids=cast(list[int], settings.shard_ids and list(settings.shard_ids)),
            http_trace=metrics.trace(),
        )
        self.metrics = metrics
        self.settings = settings
        self.clock = DiscordClock()
        self.chance: random.Random = secrets.SystemRandom()
        """For the computers. The deals have seeds of their own."""
        self.desk = Desk(self.table_changed, self._share)
        self.counts = counts
        """What happened how often since the start, by name: for the metrics."""
        self.measure_aside: Starter = one_after_another()
        """How matches are played for an estimate without keeping anybody waiting."""
        self.forfeits: dict[int, Forfeit] = {}
        """By table: the forfeit that its last message offers, or that was chosen."""
        self.press_handlers: dict[type[Any], PressHandler] = {}
        """By type of token: who does what its press asks for."""
        self.book = EmojiBook([])
        self.faces = CardFaces(self.book)
        self.is_closing = False
        """Nothing new is begun."""
        self.turns = Turns()
        self._upkeep: set[asyncio.Task[None]] = set()
        self._metrics_server: MetricsServer | None = None

    async def setup_hook(self) -> None:
        """Joins the parts. Whatever fails here fails the start."""
        if fault := fault_of_application(self.application):
            raise StartError(fault)
        if advice := advice_on_application(self.application):
            log.warning("nobody_can_invite", advice=advice)
        self.store = await open_store(self.settings.database_url)
        self.statistics = SqlStatistics(self.store)
        try:
            await self._set_up()
        except BaseException:
            await self.store.close()
            raise
        self.sweeper.start()

    async def _serve_metrics(self, port: int) -> None:
        self._metrics_server = MetricsServer(self.metrics, self._is_healthy)
        try:
            await self._metrics_server.start(port)
        except OSError as error:
            await self._metrics_server.close()
            raise StartError(f"METRICS_PORT: {port} cannot be used: {error.strerror or error}") from None

    def _is_healthy(self) -> bool:
        return self.is_ready() and not self.is_closed()

    def _tables_by_status(self) -> Mapping[str, int]:
        return self.manager.count_tables() if hasattr(self, "manager") else {}

    async def _set_up(self) -> None:
        if self.settings.metrics_port is not None:
            await self._serve_metrics(self.settings.metrics_port)
        self.manager = Manager(
            Parts(
                store=self.store,
                clock=self.clock,
                publisher=self,
                seeds=self.new_seed,
                opponents=LEVELS,
                chance=self.chance,
            )
        )
        self.estimates = Estimates(self.manager.guild_settings, self.measure_aside)
        tables = await self.manager.recover(await self._own_guilds())
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self.book = await find_emojis(self)
        self.faces = CardFaces(self.book)
        if self._is_first_process:
            await sync_commands(self, self.tree)
            self.look_after(complete_emojis(self, self.book))
        for table in tables:
            self.desk.back[table.id] = table.version
            self.table_changed(table.id)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connects every shard, unless Discord has been asked too often today. Raises `NotNowError`."""
        recommended, _, limits = await self.http.get_bot_gateway()
        count = self.settings.shard_count or recommended
        shards = len(self.settings.shard_ids or range(count))
        check_allowance(shards, remaining=limits["remaining"], reset_after=limits["reset_after"])
        if count < recommended:
            log.warning("few_shards", shards=count, recommended=recommended)
        self.turns.max_concurrency = limits["max_concurrency"]
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, **_more: Any) -> None:
        await self.turns.wait(self.application_id or 0, shard_id or 0)
        self.counts["identified"] += 1

    async def close(self) -> None:
        """Ends in order: nothing new is taken, answers go out, the connection goes, then the database."""
        log.info("stopping")
        if hasattr(self, "manager"):
            await _within(COMMIT_SECONDS, self.manager.stop_accepting())
        await self._finish_upkeep()
        if not await _within(GOODBYE_SECONDS, super().close()):
            await self.http.close()
        if self._metrics_server is not None:
            await self._metrics_server.close()
        sweeping = self.sweeper.get_task()
        self.sweeper.cancel()
        if sweeping is not None:
            await asyncio.wait([sweeping])

    async def _own_guilds(self) -> frozenset[int] | None:
        """The servers with tables to bring back that belong to this process; `None` for all."""
        if self.settings.shard_ids is None:
            return None
        stored = await self.store.open_tables(ended_since=self.clock.now() - UNTOLD_SECONDS)
        return frozenset(one.table.guild for one in stored if self.serves(one.table.guild))

    def serves(self, guild: int) -> bool:
        """Whether a server belongs to the shards of this process."""
        shards, count = self.settings.shard_ids, self.settings.shard_count
        return shards is None or count is None or (guild >> 22) % count in shards

    @property
    def _share(self) -> float:
        """What part of the bot this process is."""
        shards, count = self.settings.shard_ids, self.settings.shard_count
        return 1.0 if shards is None or count is None else len(shards) / count

    @property
    def _is_first_process(self) -> bool:
        """Commands and emojis belong to the application: one process of several looks after them."""
        return self.settings.shard_ids is None or 0 in self.settings.shard_ids

    def new_seed(self) -> str:
        """The seed of a match's deals: 256 bits of the operating system's randomness."""
        return secrets.token_hex(32)

    def reader(self, *locales: str | None) -> Reader:
        """The words of the first language on offer, and the cards as they look today."""
        return Reader(words_for(best_language(*locales, self.settings.default_language)), self.faces)

    def table_changed(self, table_id: int) -> None:
        """Implements `bot.ports.publisher.Publisher`: the board and the private hands listen."""
        self.dispatch("table_changed", table_id)

    async def on_shard_disconnect(self, shard: int) -> None:
        self.desk.absence.began(shard, self.clock.now())

    async def on_shard_resumed(self, shard: int) -> None:
        self._is_back(shard)

    async def on_shard_connect(self, shard: int) -> None:
        self._is_back(shard)

    def _is_back(self, shard: int) -> None:
        """After an outage."""
        if self.desk.absence.ended(shard, self.clock.now()) > PAUSE_SECONDS:
            self.go_on(lambda guild, _: self._shard_of(guild) == shard)

    def go_on(self, is_back: Where) -> None:
        """Tables that stood still go on: whoever is to move has his whole turn again."""
        for table in self.manager.restart_clocks(is_back):
            self.desk.back[table.id] = table.version
            self.desk.show_anew(table.id)

    def _stands_still(self, guild: int, channel: int) -> bool:
        return self._shard_of(guild) in self.desk.absence or self.desk.is_mute(channel, self.clock.now())

    def _shard_of(self, guild: int) -> int:
        return (guild >> 22) % (self.shard_count or 1)

    def on_presses(self, handlers: Mapping[type[Any], PressHandler]) -> None:
        """Registers who handles the presses of these types of tokens."""
        self.press_handlers.update(handlers)

    def look_after(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs work in the background; what cannot be finished by the end of the client is given up."""
        if self.is_closing:
            work.close()
        else:
            self.let_finish(asyncio.ensure_future(work))

    def let_finish(self, task: asyncio.Task[None]) -> None:
        """The client does not close before this work is done, as long as that is soon."""
        self._upkeep.add(task)
        task.add_done_callback(self._upkeep.discard)

    async def _finish_upkeep(self) -> None:
        self.is_closing = True
        if self._upkeep:
            _, late = await asyncio.wait(self._upkeep, timeout=FAREWELL_SECONDS)
            for task in late:
                task.cancel()

    @tasks.loop(seconds=SWEEP_SECONDS)
    async def sweeper(self) -> None:
        """The one timer: everything that waits for a moment is a stored time that this finds due."""
        try:
            await self.manager.tick(self._stands_still)
        except Exception:
            log.exception("sweep_failed")
            self.counts["faults"] += 1
        for table in self.estimates.collect():
            self.desk.show_anew(table.id)
        self.dispatch("sweep")

    @sweeper.after_loop
    async def _put_away(self) -> None:
        await self.store.close()


async def _within(seconds: float, work: Awaitable[None]) -> bool:
    """Whether work was done in its time; if not, it is given up."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.warning("given_up", seconds=seconds)
        return False
    return True


def build_bot(settings: Settings) -> YanivBot:
    """The client, ready to log in; nothing is opened before that."""
    return YanivBot(settings)
