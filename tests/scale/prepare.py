"""Many tables at play without many presses: written into the database and the world before the bot starts."""

import random
from dataclasses import dataclass

from bot.manager.manager import Manager, Parts
from bot.manager.outcomes import Accepted
from bot.manager.requests import AddComputer, Join, Start
from bot.opponents.levels import LEVELS
from bot.pictures.cards import EMOJIS
from bot.ports.store import GuildSettings
from bot.present.tokens import MyHand, encode
from bot.storage.engine import open_store
from bot.storage.store import SqlStore
from tests.discord_server.components import V2
from tests.discord_server.world import Guild, Message, User, World

NAMES = ("Ann", "Ben", "Cem")


@dataclass(frozen=True)
class Place:
    """A table with its people, as Discord sees it."""

    table: int
    guild: Guild
    users: tuple[User, ...]
    board: Message


class Nobody:
    def table_changed(self, table_id: int) -> None:
        """Nobody listens yet."""


async def fill(
    world: World,
    database: str,
    tables: int,
    *,
    shards: int = 1,
    computers: tuple[str, ...] = ("normal",),
    **settings: object,
) -> list[Place]:
    """So many servers with a table each, dealt, for three people and computers of these levels."""
    for name in EMOJIS:
        world.emojis[world.new_id()] = name
    store = await open_store(database)
    try:
        manager = _manager(store, world)
        return [
            await _seat(manager, world, number % shards, shards, computers, settings)
            for number in range(tables)
        ]
    finally:
        await store.close()


def _manager(store: SqlStore, world: World) -> Manager:
    chance = random.Random(1)
    return Manager(
        Parts(store, world.clock, Nobody(), lambda: chance.randbytes(32).hex(), LEVELS, random.Random(2))
    )


async def _seat(
    manager: Manager,
    world: World,
    shard: int,
    shards: int,
    computers: tuple[str, ...],
    settings: dict[str, object],
) -> Place:
    guild = world.add_guild(shard=(shard, shards))
    channel = world.add_channel(guild)
    if settings:
        await manager.save_guild_settings(GuildSettings(guild.id, **settings))
    users = tuple(world.add_user(guild, name) for name in NAMES)
    host = users[0].id
    opened = await manager.open_lobby(
        guild=guild.id, channel=channel.id, user=host, name=NAMES[0], language="en"
    )
    assert isinstance(opened, Accepted), opened
    table = opened.table.id
    for user in users[1:]:
        await manager.submit(Join(table, user.id, user.name))
    for level in computers:
        version = manager.table(table).version
        await manager.submit(AddComputer(table, host, level, version))
    begun = await manager.submit(Start(table, host))
    assert isinstance(begun, Accepted), begun
    board = world.create(channel, world.bot, placeholder(table), {})
    await manager.set_message(table, channel.id, board.id)
    return Place(table, guild, users, board)


def placeholder(table: int) -> dict[str, object]:
    """A message with the button that leads to everybody's hand, until the bot draws it."""
    button = {"type": 2, "style": 1, "label": "My hand", "custom_id": encode(MyHand(table))}
    return {"flags": V2, "components": [{"type": 1, "components": [button]}]}
