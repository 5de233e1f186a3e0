"""`click.*` and `turn.*`: people press the buttons of many tables of a bot in a process of its own."""

import asyncio
import multiprocessing
import random
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.cli.benchmarks.loopback import Loopback, Person
from bot.cli.benchmarks.measure import Figure, milliseconds
from bot.cli.benchmarks.tables import new_manager
from bot.client import build_bot
from bot.discord_identify import Turns
from bot.logs import configure_logs
from bot.manager.manager import Manager
from bot.manager.outcomes import Accepted
from bot.manager.requests import AddComputer, Join, Start
from bot.ports.store import GuildSettings
from bot.present.tokens import MyHand, encode
from bot.settings import Settings
from bot.storage.engine import open_store

TABLES = 300
PEOPLE = 3
SECONDS_A_TURN = 6.0
"""Each table acts once in so many seconds."""
WARM_UP_TURNS = 1
TURNS = 3
TABLES_FOR_REQUESTS = 10
TURNS_FOR_REQUESTS = 8
SECONDS_FOR_REQUESTS = 2.0
"""More than the least time between two changes of a table's message, so that every turn pays its own."""
START_SECONDS = 300
TAP, DRAW, CALL, REFRESH = "y1:t:", "y1:d:", "y1:call:", "y1:new:"


@dataclass
class Seats:
    """One table and its people."""

    table: int
    guild: int
    people: list[Person]


def click_milliseconds(tables: int = TABLES) -> Figure:
    """From the event of a press to its answer, over a real socket, with so many tables at play.

    Two presses a turn: one chooses a card, one plays.
    """
    return asyncio.run(_clicks(tables))


def turn_rest_calls() -> Figure:
    """Requests for each turn of a person: three people and one computer. Choosing cards is not counted.

    The value is the mean over all tables, the other figures are over the tables' own means.
    """
    return asyncio.run(_requests())


async def _clicks(count: int) -> Figure:
    samples: list[float] = []
    async with _at_play(count) as (loopback, tables):
        players = [_Players(loopback, seats, chance) for seats, chance in _with_chance(tables)]
        await _all_look(players)
        for turn in range(WARM_UP_TURNS + TURNS):
            taken = await _one_turn_each(players, SECONDS_A_TURN)
            samples += taken if turn >= WARM_UP_TURNS else []
    return milliseconds(samples)


async def _requests() -> Figure:
    async with _at_play(TABLES_FOR_REQUESTS) as (loopback, tables):
        players = [_Players(loopback, seats, chance) for seats, chance in _with_chance(tables)]
        await _all_look(players)
        await asyncio.sleep(SECONDS_FOR_REQUESTS)
        before = loopback.requests.copy()
        for player in players:
            player.taps = player.turns = player.looks = 0
        for _ in range(TURNS_FOR_REQUESTS):
            await _one_turn_each(players, SECONDS_FOR_REQUESTS)
        await asyncio.sleep(SECONDS_FOR_REQUESTS)
        spent = (loopback.requests - before).total()
    turns = sum(player.turns for player in players)
    beside = sum(player.taps + player.looks for player in players)
    mean = (spent - beside) / max(1, turns)
    return Figure(mean, "requests", turns, mean, mean)


def _with_chance(tables: list[Seats]) -> list[tuple[Seats, random.Random]]:
    return [(seats, random.Random(seats.table)) for seats in tables]  # noqa: S311 - no secret hangs on it


class _Players:
    """The people of one table, who press what their private messages offer."""

    def __init__(self, loopback: Loopback, seats: Seats, chance: random.Random) -> None:
        self._loopback = loopback
        self._seats = seats
        self._chance = chance
        self.taps = self.turns = self.looks = 0

    async def look(self, person: Person) -> float:
        """Opens the hand anew from the table's message."""
        self.looks += 1
        button = encode(MyHand(self._seats.table))
        return await self._loopback.press(person, button, table_message=self._seats.guild)

    async def look_all(self) -> None:
        for person in self._seats.people:
            await self.look(person)

    async def turn(self) -> list[float]:
        """Seconds of each press of the person to move; while a computer is, of one who looks again."""
        mover = next((person for person in self._seats.people if _is_to_move(person)), None)
        if mover is None:
            return [await self.look(person) for person in self._seats.people]
        self.turns += 1
        call = _first(mover, CALL)
        if call:
            return [await self._loopback.press(mover, call)]
        self.taps += 1
        tap = self._chance.choice([button for button in mover.buttons() if button.startswith(TAP)])
        taken = [await self._loopback.press(mover, tap)]
        draw = _first(mover, DRAW)
        return [*taken, await self._loopback.press(mover, draw)] if draw else taken


def _is_to_move(person: Person) -> bool:
    buttons = list(person.buttons())
    return any(button.startswith(TAP) for button in buttons) and not _first(person, REFRESH)


def _first(person: Person, kind: str) -> str:
    return next((button for button in person.buttons() if button.startswith(kind)), "")


async def _all_look(players: list[_Players]) -> None:
    """Everybody opens his hand, a few tables at a time."""
    for start in range(0, len(players), 10):
        await asyncio.gather(*(player.look_all() for player in players[start : start + 10]))


async def _one_turn_each(players: list[_Players], seconds: float) -> list[float]:
    """A turn at every table, spread evenly over the time and never waiting for one another."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    turns: list[asyncio.Task[list[float]]] = []
    for place, player in enumerate(players):
        await asyncio.sleep(max(0.0, began + seconds * place / len(players) - loop.time()))
        turns.append(asyncio.ensure_future(player.turn()))
    await asyncio.sleep(max(0.0, began + seconds - loop.time()))
    return [sample for taken in await asyncio.gather(*turns) for sample in taken]


# --- The bot and its tables -----------------------------------------------------------------------


@asynccontextmanager
async def _at_play(count: int) -> AsyncGenerator[tuple[Loopback, list[Seats]]]:
    """A bot, connected, with so many tables in their first round, each on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'benchmark.sqlite3'}"
        tables = await _seated(url, count)
        loopback = Loopback([seats.guild for seats in tables])
        await loopback.start()
        process = multiprocessing.get_context("spawn").Process(
            target=_run_bot, args=(url, loopback.base, loopback.gateway), daemon=True
        )
        process.start()
        try:
            async with asyncio.timeout(START_SECONDS):
                await loopback.is_connected.wait()
                await loopback.is_shown.wait()
            yield loopback, tables
        finally:
            process.kill()
            process.join()
            await loopback.stop()


async def _seated(url: str, count: int) -> list[Seats]:
    store = await open_store(url)
    try:
        manager = new_manager(store)
        return [await _seat(manager, guild << 22) for guild in range(1, count + 1)]
    finally:
        await store.close()


async def _seat(manager: Manager, guild: int) -> Seats:
    people = [Person(guild + number, guild) for number in range(1, PEOPLE + 1)]
    await manager.save_guild_settings(GuildSettings(guild, turn_seconds=None))
    opened = await manager.open_lobby(guild=guild, channel=guild, user=people[0].id, name="P1", language="en")
    if not isinstance(opened, Accepted):
        raise TypeError("the lobby was not opened")
    table = opened.table.id
    for number, person in enumerate(people[1:], 2):
        await manager.submit(Join(table, person.id, f"P{number}"))
    await manager.submit(AddComputer(table, people[0].id, "normal"))
    await manager.submit(Start(table, people[0].id))
    await manager.set_message(table, guild, guild)
    return Seats(table, guild, people)


def _run_bot(url: str, base: str, gateway: str) -> None:
    """In the other process: the bot as it is, with Discord on loopback."""
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, yarl.URL(gateway)
    configure_logs("ERROR", "text")
    values: dict[str, Any] = {"_env_file": None, "discord_token": "benchmark", "database_url": url}
    bot = build_bot(Settings(**values))
    # A measurement need not wait for its turn after another one.
    bot.turns = Turns(Path(url.partition("///")[2]).parent)
    asyncio.run(bot.start("benchmark"))
