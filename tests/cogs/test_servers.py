"""Servers that the bot leaves and joins: their data waits thirty days, then it is gone."""

from types import SimpleNamespace

import discord
import pytest

from bot.client import DiscordClock, build_bot
from bot.discord_checks import missing_permissions
from bot.ports.store import DatabaseError, GuildSettings
from bot.ports.tables import Status
from tests.cogs.room import settings_in

DAY = 24 * 60 * 60
HOUR = 60 * 60
LONG_AGO = 0.0
MINUTE = 60


@pytest.fixture
def manager(room):
    return room.bot.manager


@pytest.fixture
async def later(room, monkeypatch):
    """Lets so many seconds pass at once, and the sweep after them."""
    passed, now = [0.0], DiscordClock.now
    monkeypatch.setattr(DiscordClock, "now", lambda self: now(self) + passed[0])

    async def wait(seconds):
        passed[0] += seconds
        await room.wait()

    return wait


async def chosen(room, guild):
    """A server of which something is stored."""
    await room.bot.manager.save_guild_settings(GuildSettings(guild, language="he"))


async def test_a_server_that_removes_the_bot_is_marked_and_its_tables_end(room, manager, ann, ben):
    await room.start(ann, ben)
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.env.settle()
    await room.wait()
    assert await manager.removed_guilds() == [room.guild.id]
    assert room.bot.manager.table(room.table_id).status is Status.STOPPED


async def test_a_server_that_takes_the_bot_back_keeps_its_data(room, manager):
    await chosen(room, room.guild.id)
    guild = room.bot.get_guild(room.guild.id)
    await room.bot.store.set_guild_removed(guild.id, LONG_AGO)
    await room.wait()
    room.bot.dispatch("guild_join", guild)
    await room.wait()
    assert await manager.removed_guilds() == []


async def test_what_happened_while_nobody_listened_is_made_up_for_at_the_start(room, manager, later):
    gone, here = 77 << 22, room.guild.id
    await chosen(room, gone)
    await chosen(room, here)
    await room.bot.store.set_guild_removed(here, LONG_AGO)
    await room.restart()
    await later(MINUTE + 5)
    assert await room.bot.manager.removed_guilds() == [gone]


async def test_a_server_that_is_only_away_is_not_marked(room, manager, later):
    await chosen(room, room.guild.id)
    room.bot.get_guild(room.guild.id).unavailable = True
    await later(HOUR + 5)
    assert await manager.removed_guilds() == []


async def test_servers_of_other_processes_are_left_to_them(room, manager, later, monkeypatch):
    await chosen(room, 77 << 22)
    await chosen(room, 78 << 22)
    await room.bot.store.set_guild_removed(78 << 22, LONG_AGO)
    monkeypatch.setattr(room.bot, "serves", lambda guild: guild == room.guild.id)
    await later(31 * DAY)
    assert await manager.removed_guilds() == [78 << 22]
    assert await manager.known_guilds() == [77 << 22]


async def test_data_goes_thirty_days_after_the_bot_was_removed(room, manager, later):
    await chosen(room, 77 << 22)
    await later(HOUR + 5)
    assert await manager.removed_guilds() == [77 << 22]
    await later(29 * DAY)
    assert await manager.removed_guilds() == [77 << 22]
    await later(2 * DAY)
    assert await manager.removed_guilds() == []
    assert (await room.bot.store.guild_settings(77 << 22)).language is None


async def test_a_database_that_fails_is_tried_again_within_the_hour(room, manager, later):
    await chosen(room, 77 << 22)

    async def broken():
        raise DatabaseError("The database is away.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manager, "known_guilds", broken)
        await later(HOUR + 5)
    assert await manager.removed_guilds() == []
    await later(HOUR)
    assert await manager.removed_guilds() == [77 << 22]


async def test_a_role_that_lacks_permissions_is_named_at_the_start(room, monkeypatch):
    me = room.bot.get_guild(room.guild.id).me
    assert missing_permissions(me) == []
    less = discord.Permissions(view_channel=True)
    monkeypatch.setattr(discord.Member, "guild_permissions", property(lambda _self: less))
    assert missing_permissions(me) == ["Send Messages", "Send Messages in Threads"]
    assert missing_permissions(None) == []


async def test_a_process_brings_back_the_tables_of_its_own_shards_and_results_not_told_yet(tmp_path):
    asked = []

    class Stored:
        async def open_tables(self, *, ended_since):
            asked.append(ended_since)
            return [SimpleNamespace(table=SimpleNamespace(guild=shard << 22)) for shard in range(4)]

    settings = settings_in(tmp_path).model_copy(update={"shard_count": 4, "shard_ids": (1, 3)})
    bot = build_bot(settings)
    bot.store = Stored()
    assert await bot._own_guilds() == {1 << 22, 3 << 22}
    assert bot.clock.now() - asked[0] == pytest.approx(DAY, abs=5)
    alone = build_bot(settings_in(tmp_path))
    assert await alone._own_guilds() is None
    assert alone.serves(2 << 22)
