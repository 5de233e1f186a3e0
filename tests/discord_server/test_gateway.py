"""Sessions: resume with replayed events, op 7, op 9, several shards, outages."""

import aiohttp
import discord
import pytest

from tests.discord_server.client import LocalDiscord
from tests.discord_server.connect import connected
from tests.discord_server.probe import Probe


async def test_events_missed_while_away_are_replayed_after_resume(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    gateway = discord_here.server.gateway
    discord_here.server.faults.outage = "drop"
    await gateway.cut()
    press = await discord_here.start_click(ann, asked.shown, "Pressed 0")
    assert press.has_failed
    discord_here.server.faults.outage = None
    await discord_here.answered(press)
    assert asked.shown.text == "Number 1"
    assert gateway.counts["resume"] == 1
    assert gateway.counts["identify"] == 1
    assert gateway.counts["replayed"] >= 1


@pytest.mark.parametrize("code", [None, 1001, 4000])
async def test_a_broken_connection_is_resumed(discord_here, probe, code):
    await discord_here.server.gateway.cut(code=code)
    await discord_here.until(lambda: "resumed" in probe.happened)
    asked = await discord_here.slash(discord_here.person("Ann"), "count")
    assert asked.shown.text == "Number 0"


async def test_op_7_leads_to_a_resume(discord_here, probe):
    await discord_here.server.gateway.reconnect()
    await discord_here.until(lambda: "resumed" in probe.happened)
    assert discord_here.server.gateway.counts["resume"] == 1


async def test_op_9_leads_to_a_new_session(discord_here, probe):
    gateway = discord_here.server.gateway
    first = gateway.live()[0]
    await gateway.invalidate()
    await discord_here.until(lambda: gateway.live() and gateway.live()[0] is not first)
    assert gateway.counts["identify"] == 2
    asked = await discord_here.slash(discord_here.person("Ann"), "count")
    assert asked.shown.text == "Number 0"


async def test_a_session_that_is_over_cannot_be_resumed(discord_here, probe):
    gateway = discord_here.server.gateway
    gateway.sessions.clear()
    await discord_here.server.gateway.close_all()
    await discord_here.until(gateway.live)
    assert gateway.counts["resume refused"] == 1


async def test_a_wrong_token_is_refused(discord_here):
    with pytest.raises(discord.LoginFailure):
        async with connected(Probe(), discord_here.server, token="wrong"):
            pass


async def test_privileged_intents_are_refused(discord_here):
    client = Probe()
    client._connection._intents.members = True
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with connected(client, discord_here.server):
            pass


async def test_every_shard_hears_of_its_own_servers():
    async with LocalDiscord.running() as here:
        other = here.world.add_guild("Second", shard=(1, 2))
        here.guild = here.world.add_guild("First", shard=(0, 2))
        here.channel = here.world.add_channel(here.guild)
        there = here.world.add_channel(other)
        async with connected(Probe(shard_count=2), here.server) as client:
            ann = here.person("Ann")
            bea = here.person("Bea", guild=other)
            assert not (await here.slash(ann, "count")).has_failed
            assert not (await here.slash(bea, "count", channel=there)).has_failed
            assert sorted(client.shards) == [0, 1]
            assert [session.shard for session in here.server.gateway.live()] == [(0, 2), (1, 2)]
        assert here.server.gateway.hurried == [1]


async def test_an_outage_ends_with_a_resume(discord_here, probe):
    ann = discord_here.person("Ann")
    async with discord_here.outage(seconds=60):
        with pytest.raises(aiohttp.ClientError):
            await probe.http.get_channel(discord_here.channel.id)
    await discord_here.until(discord_here.server.gateway.live)
    assert not (await discord_here.slash(ann, "count")).has_failed
    assert discord_here.server.faults.injected["outage"] >= 1


async def test_a_deleted_channel_and_a_lost_server_are_told(discord_here, probe):
    await discord_here.until(lambda: probe.get_channel(discord_here.channel.id))
    await discord_here.delete_channel(discord_here.channel)
    await discord_here.until(lambda: "guild_channel_delete" in probe.happened)
    await discord_here.remove_bot(discord_here.guild)
    await discord_here.until(lambda: "guild_remove" in probe.happened)
