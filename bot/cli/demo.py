"""`demo`: the real bot on a simulated Discord in the browser. Nothing leaves this machine."""

import asyncio
import contextlib
import signal
import tempfile
import webbrowser
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import simcord
import typer
from simcord.preview import Preview, _media  # pyright: ignore[reportPrivateUsage]
from simcord.preview._media import MediaInfo, MediaWorker  # pyright: ignore[reportPrivateUsage]

from bot.cli.endings import FAILED, MISUSED, give_up, settings_or_give_up
from bot.client import YanivBot, build_bot
from bot.logs import configure_logs
from bot.opponents.levels import LEVELS
from bot.pictures.cards import EMOJIS
from bot.ports.store import DatabaseError
from bot.present.tokens import AddComputer, encode
from bot.settings import Settings

PEOPLE = ("Ann", "Ben", "Cem", "Dina", "Eli", "Fay", "Gal", "Hana", "Ido", "Jan")
"""Who can be chosen under "Viewing as". The first owns the server."""
BEAT_SECONDS = 0.5
"""How often the simulated time is moved on."""
LONGEST_BEAT = 5.0
"""After a longer standstill (a machine asleep) no more than this is caught up at once."""
EMOJI_ADDRESS = "https://cdn.simcord.invalid/emojis/{id}.png"
PICTURE_CHECK = "_media_worker"
"""simcord's own name for what checks the pictures of the page ..."""
READ_PICTURE = "_process_media"
"""... and for what it does with each."""
ACTION = "_action"
"""simcord's own name for what a click on the page runs."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class Plan:
    """What the simulated server is to hold."""

    port: int
    people: int
    computers: int
    level: str
    database: str | None
    """`None`: everything is forgotten at the end."""


@dataclass(frozen=True, slots=True)
class World:
    """A server with one channel and some people."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]


def demo(plan: Plan, *, browser: bool) -> None:
    """Serve the demo until Ctrl-C; with `browser` open the page at once."""
    if plan.level not in LEVELS:
        give_up([f"--level: {plan.level!r} is not one of {', '.join(LEVELS)}"], MISUSED)
    with tempfile.TemporaryDirectory(prefix="yaniv-demo-", ignore_cleanup_errors=True) as folder:
        url = plan.database or f"sqlite+aiosqlite:///{Path(folder, 'demo.sqlite3').as_posix()}"
        settings = settings_or_give_up(
            database_url=url, discord_token=None, shard_count=None, shard_ids=None, metrics_port=None
        )
        configure_logs("WARNING", settings.log_format)
        try:
            asyncio.run(_serve(plan, settings, browser=browser))
        except DatabaseError as error:
            give_up([error], FAILED)
        except OSError as error:
            give_up([f"--port: {plan.port} cannot be used: {error.strerror or error}"], FAILED)


async def _serve(plan: Plan, settings: Settings, *, browser: bool) -> None:
    stop = asyncio.Event()
    stopping = _on_stop_signals(stop)
    async with _world(plan, build_bot(settings)) as world, _page(plan, world) as preview:
        _tell(preview.url)
        if browser:
            await asyncio.to_thread(webbrowser.open, preview.url)
        beating = asyncio.ensure_future(_beat(world.env, preview))
        closing = asyncio.ensure_future(preview.wait_closed())
        waiting = asyncio.ensure_future(stop.wait())
        await asyncio.wait([beating, closing, waiting], return_when=asyncio.FIRST_COMPLETED)
        for task in (beating, closing, waiting):
            task.cancel()
        await asyncio.gather(beating, closing, waiting, return_exceptions=True)
    for number in stopping:
        asyncio.get_running_loop().remove_signal_handler(number)
    typer.echo("The demo has ended.", err=True)


@asynccontextmanager
async def _world(plan: Plan, bot: YanivBot) -> AsyncGenerator[World]:
    """The simulated Discord with the bot in it, and a lobby with computers if there are to be any."""
    # The server comes before the bot, so that its ids are the same at every start.
    env = simcord.Env(bot, shard_count=1, check_errors=False)
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE[: plan.people]]
    env.backend.edit_bot_profile("Yaniv")
    guild = env.create_guild("Yaniv", owner=users[0])
    channel = guild.create_text_channel("yaniv")
    people = tuple(guild.add_member(user) for user in users)
    await env.start()
    try:
        world = World(env, channel, people)
        await _open_lobby(world, plan, bot)
        yield world
    finally:
        await env.shutdown()


async def _open_lobby(world: World, plan: Plan, bot: YanivBot) -> None:
    """The first person opens a table and seats the computers, as far as there are seats."""
    # With a database that is kept, a table may stand there from last time.
    if not plan.computers or bot.manager.table_in_channel(world.channel.id):
        return
    host = world.people[0]
    answer = await host.slash(world.channel, "yaniv start")
    with contextlib.suppress(simcord.SetupError):  # the menu is out of reach once all seats are taken
        for _ in range(plan.computers):
            table = bot.manager.table_in_channel(world.channel.id)
            if table is None or answer.response is None:
                return
            menu = encode(AddComputer(table.id, None, table.version))
            await host.select(answer.response, [plan.level], custom_id=menu)


@asynccontextmanager
async def _page(plan: Plan, world: World) -> AsyncGenerator[Preview]:
    pictures = {
        EMOJI_ADDRESS.format(id=emoji.id): (f"{emoji.name}.png", EMOJIS[emoji.name])
        for emoji in world.env.backend.application_emojis.values()
    }
    preview = world.env.preview(
        world.channel, viewers=world.people, layout="channel", assets=pictures, port=plan.port
    )
    setattr(preview, PICTURE_CHECK, _OwnPictures(EMOJIS.values()))
    async with preview:
        yield preview


class _OwnPictures(MediaWorker):
    """simcord's check of pictures, which knows those of the bot.

    The check starts a process for each picture, takes eight in line and refuses the ninth, and a picture
    that was refused stays broken on the page. The card emojis are our own and need no such care.
    """

    def __init__(self, pictures: Iterable[bytes]) -> None:
        super().__init__()
        self._own = frozenset(pictures)
        self._known: dict[tuple[bytes, float | None], MediaInfo] = {}

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if blob not in self._own:
            return await super().validate(key, blob, media_time=media_time)
        if (blob, media_time) not in self._known:
            read: Callable[[bytes, float | None], MediaInfo] = getattr(_media, READ_PICTURE)
            self._known[blob, media_time] = read(blob, media_time)
        return self._known[blob, media_time]


def _in_turn_with(preview: Preview, turn: asyncio.Lock) -> None:
    """Lets clicks wait for the simulated time instead of meeting it.

    simcord refuses what overlaps, and a page whose click was refused that way stays dead until it is
    loaded again. It has no public place to put this.
    """
    act: Callable[..., Awaitable[object]] = getattr(preview, ACTION)

    async def act_in_turn(*arguments: object) -> object:
        async with turn:
            return await act(*arguments)

    setattr(preview, ACTION, act_in_turn)


async def _beat(env: simcord.Env, preview: Preview) -> None:
    """Lets the simulated time go as the real one does, and shows what the bot did meanwhile.

    A refresh makes the buttons of an open page stale for half a second. So what a click caused, which its
    own page shows by itself, reaches the other pages only when nobody clicks.
    """
    loop, turn = asyncio.get_running_loop(), asyncio.Lock()
    _in_turn_with(preview, turn)
    then, shown, seen = loop.time(), len(env.http_requests), len(env.http_requests)
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        # What could not be done now is made up for at the next beat.
        async with turn:
            with contextlib.suppress(simcord.SetupError, TimeoutError):
                now, by_clicks = loop.time(), len(env.http_requests)
                await env.advance_time(min(now - then, LONGEST_BEAT))
                then, done = now, len(env.http_requests)
                if done > by_clicks or (done > shown and by_clicks == seen):
                    await preview.refresh()
                    shown = done
                seen = done


def _on_stop_signals(stop: asyncio.Event) -> list[signal.Signals]:
    """Makes Ctrl-C and a polite kill end the demo; returns the signals that this system can handle."""
    handled: list[signal.Signals] = []
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows, where Ctrl-C ends the wait by itself
        for number in STOP_SIGNALS:
            loop.add_signal_handler(number, stop.set)
            handled.append(number)
    return handled


def _tell(url: str) -> None:
    typer.echo("Yaniv on a simulated Discord. Open this address, type /yaniv start and press Enter:")
    typer.echo(url)
    typer.echo("Ctrl-C ends the demo.")
