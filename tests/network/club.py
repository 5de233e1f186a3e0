"""A bot on the local Discord, with people around one table."""

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.client import YanivBot, build_bot
from bot.pictures.cards import EMOJIS
from bot.ports.store import GuildSettings
from bot.ports.tables import Status, Table
from bot.settings import Settings
from tests.discord_server.client import LocalDiscord
from tests.discord_server.connect import connected
from tests.discord_server.interactions import Interaction
from tests.discord_server.world import Channel, Message
from tests.network.people import LONG, MOST_TURNS, Player, board

CARDS = re.compile(r"\b(?:[2-9AJQK]|10)[♠♥♦♣]|yaniv_[A-Z0-9]+_|\b(?:hands?|stock|cards?)=")
"""What would give a card away in a log: in words, as an emoji, as a value."""
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve")


def with_emojis(here: LocalDiscord) -> LocalDiscord:
    """Discord as it is after the first start: the cards' emojis are there."""
    for name in EMOJIS:
        here.world.emojis[here.world.new_id()] = name
    return here


def settings_for(database: Path, **more: Any) -> Settings:
    return Settings(_env_file=None, discord_token="x", database_url=f"sqlite+aiosqlite:///{database}", **more)


@asynccontextmanager
async def bot_on(
    here: LocalDiscord, database: Path, *, seed: int = 0, **more: Any
) -> AsyncIterator[YanivBot]:
    """A process of the bot, living in this one, by the world's clock; it sweeps twenty times a second."""
    bot = build_bot(settings_for(database, **more))
    bot.clock = here.world.clock
    bot.chance = random.Random(seed)
    bot.new_seed = lambda: bot.chance.randbytes(32).hex()  # type: ignore[method-assign]
    bot.sweeper.change_interval(seconds=0.05)
    async with connected(bot, here.server):
        yield bot


class Club:
    """One table, its people, and the bot that runs it."""

    def __init__(self, here: LocalDiscord, bot: YanivBot, seed: int = 0) -> None:
        self.here = here
        self.bot = bot
        self.chance = random.Random(seed)
        self.players: list[Player] = []
        self.table_id = 0
        self.turns = 0

    async def settle(self, **changes: Any) -> None:
        """The server's settings: long rounds, no clock, computers that do not think."""
        values: dict[str, Any] = {"rules": LONG, "turn_seconds": None, "pace": 0.0} | changes
        await self.bot.manager.save_guild_settings(GuildSettings(self.here.guild.id, **values))

    async def lobby(self, people: int = 3, *, computers: int = 0, channel: Channel | None = None) -> Message:
        """A new lobby with so many people, by commands and presses."""
        users = [self.here.person(name) for name in NAMES[:people]]
        self.players = [Player(self.here, user, random.Random(self.chance.random())) for user in users]
        opened = await self.here.slash(users[0], "yaniv start", channel=channel)
        lobby = opened.shown
        for user in users[1:]:
            await self.here.click(user, lobby, "Join")
        for _ in range(computers):
            await self.here.click(users[0], lobby, "Add computer")
        table = self.bot.manager.table_in_channel(lobby.channel.id)
        assert table is not None
        self.table_id = table.id
        return lobby

    async def deal(self, people: int = 3, *, computers: int = 0, channel: Channel | None = None) -> Message:
        """A match that has begun; everybody has opened his hand."""
        lobby = await self.lobby(people, computers=computers, channel=channel)
        await self.here.click(self.players[0].user, lobby, "Start")
        for player in self.players:
            await player.look(lobby)
        return lobby

    @property
    def table(self) -> Table:
        table = self.bot.manager.table(self.table_id)
        assert table is not None
        return table

    @property
    def mover(self) -> Player | None:
        """The person to move; `None` while a computer is."""
        view = self.table.view
        if view is None or view.to_move is None:
            return None
        user = self.table.members[view.to_move].user
        return next((player for player in self.players if player.user.id == user), None)

    async def turn(self) -> Interaction | None:
        """One turn of whoever is to move; `None` if it was a computer's."""
        player, before = self.mover, self.table.version
        if player is None:
            await self.here.until(lambda: self.table.version > before)
            return None
        await self.here.until(lambda: player.is_to_move)
        self.turns += 1
        return await player.turn()

    async def play_out(self) -> Table:
        """To the end of the match."""
        for _ in range(MOST_TURNS):
            if self.table.status is not Status.PLAYING:
                return self.table
            asked = await self.turn()
            assert asked is None or not asked.has_failed
        raise AssertionError("the match does not end")

    def board(self) -> Message:
        return board(self.here)

    async def published(self) -> Message:
        """The table's message once it shows the newest state."""
        note = self.bot.desk.board(self.table_id)
        await self.here.until(lambda: not note.busy and note.shown >= self.table.version)
        return self.board()
