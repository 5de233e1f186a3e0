"""`/yaniv start` with its options, in threads, and where a server allows tables."""

from dataclasses import replace

import discord
import pytest
import simcord

from bot.ports.store import GuildSettings
from bot.ports.tables import Status


async def settle(room, **chosen):
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, **chosen))


async def start(room, who, channel=None, **options):
    answer = await who.slash(channel or room.channel, "yaniv start", **options)
    assert answer.acknowledged
    room.check_secrecy()
    return answer


def here(room, channel=None):
    return room.bot.manager.table_in_channel((channel or room.channel).id)


async def test_computers_of_a_level_sit_down_at_once(room, ann):
    await start(room, ann, computers=3, level="hard")
    table = here(room)
    assert [member.level for member in table.members] == [None, "hard", "hard", "hard"]
    room.table_id = table.id
    await room.press(ann, room.board(), "Start")
    assert room.table.status == Status.PLAYING


async def test_no_more_computers_sit_down_than_there_are_seats(room, ann):
    await settle(room, rules={"preset": "yanef", "players_max": 3})
    await start(room, ann, computers=9)
    assert len(here(room).members) == 3


async def test_ready_made_rules_for_one_match_where_the_server_allows_it(room, ann):
    await settle(room, vary_rules=True)
    answer = await start(room, ann, preset="japanese")
    assert here(room).rules.preset == "japanese"
    assert "Japanese" in room.text(answer.response)


async def test_other_rules_are_refused_where_the_server_does_not(room, ann):
    answer = await start(room, ann, preset="japanese")
    assert answer.response.ephemeral
    assert "same rules" in room.text(answer.response)
    assert here(room) is None
    await start(room, ann, preset="classic")
    assert here(room).rules.preset == "classic"


async def test_unknown_rules_leave_no_table_behind(room, ann):
    await settle(room, vary_rules=True)
    answer = await start(room, ann, preset="poker")
    assert answer.response.ephemeral
    assert here(room) is None


async def test_presets_are_completed_in_the_persons_language(room, ann):
    shown = await ann.autocomplete(room.channel, "yaniv start", "preset", "jap")
    assert [choice["value"] for choice in shown] == ["japanese"]
    wishes = await room.bot.manager.player_settings(ann.id)
    await room.bot.manager.save_player_settings(replace(wishes, language="de"))
    shown = await ann.autocomplete(room.channel, "yaniv start", "preset", "")
    assert len(shown) == 4
    assert any("Japan" in choice["name"] for choice in shown)


# --- Places ---------------------------------------------------------------------------------------


async def test_a_channel_that_is_not_allowed_is_refused_with_those_that_are(room, ann):
    other = room.guild.create_text_channel("cards")
    await settle(room, channels=(other.id,))
    answer = await room.command(ann, "yaniv start")
    assert f"<#{other.id}>" in room.text(answer.response)
    assert here(room) is None


async def test_threads_below_an_allowed_channel_are_allowed(room, ann):
    await settle(room, channels=(room.channel.id,))
    thread = room.thread()
    await ann.slash(thread, "yaniv start")
    assert here(room, thread) is not None


async def test_only_so_many_tables_at_a_time(room, ann, ben):
    await settle(room, tables_max=1)
    await room.open_table(ann)
    other = room.guild.create_text_channel("cards")
    answer = await ben.slash(other, "yaniv start")
    assert answer.response.ephemeral
    assert here(room, other) is None


async def test_a_match_gets_a_thread_of_its_own(room, ann, ben):
    await settle(room, threads=True)
    answer = await start(room, ann, computers=1)
    await room.wait()
    assert answer.response.ephemeral
    (table,) = room.bot.manager.tables_of(ann.id)
    thread = room.env.backend.channels[table.channel]
    assert (thread.parent_id, table.channel != room.channel.id) == (room.channel.id, True)
    assert "Ann" in thread.name
    assert str(table.channel) in room.text(answer.response)
    assert table.message is not None
    # Two tables side by side, and none in the channel itself.
    await room.command(ben, "yaniv start")
    await room.wait()
    assert here(room) is None
    assert len(room.bot.manager.tables_of(ben.id)) == 1


async def test_the_right_to_make_threads_is_named_where_it_is_missing(room, ann):
    await settle(room, threads=True)
    closed = discord.PermissionOverwrite(create_public_threads=False, send_messages_in_threads=False)
    channel = room.guild.create_text_channel("closed", overwrites={room.bot_role(): closed})
    answer = await ann.slash(channel, "yaniv start")
    told = answer.response.components[0]["components"][0]["content"]
    assert "**Create Public Threads**" in told
    assert "**Send Messages in Threads**" in told
    assert "**Send Messages**" not in told


async def test_a_thread_that_cannot_be_made_is_told(room, ann):
    await settle(room, threads=True)
    room.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    answer = await room.command(ann, "yaniv start")
    await room.wait()
    assert "thread" in room.text(answer.response)
    assert room.bot.manager.tables_of(ann.id) == []


async def test_a_limit_that_is_reached_makes_no_thread(room, ann, ben):
    await settle(room, threads=True, tables_max=1)
    await room.command(ann, "yaniv start")
    await room.wait()
    before = len(room.env.http_requests)
    answer = await room.command(ben, "yaniv start")
    await room.wait()
    assert "limit" in room.text(answer.response)
    assert not any("threads" in path for path in room.requests(before))


async def test_inside_a_thread_the_table_stays_there(room, ann):
    await settle(room, threads=True)
    thread = room.thread()
    await ann.slash(thread, "yaniv start")
    assert here(room, thread) is not None


@pytest.mark.parametrize("wanted", [10, -1])
async def test_the_number_of_computers_has_a_range(room, ann, wanted):
    with pytest.raises(simcord.SetupError):
        await start(room, ann, computers=wanted)
