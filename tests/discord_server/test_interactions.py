"""Commands and presses through the real network stack, and the limits of an interaction."""

import asyncio

import aiohttp
import discord
import pytest

from tests.discord_server.client import NotOnScreenError, labels
from tests.discord_server.probe import screen


async def test_a_command_and_presses_of_a_dynamic_button_go_through(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    assert asked.shown.text == "Number 0"
    for number in range(1, 4):
        await discord_here.click(ann, asked.shown, f"Pressed {number - 1}")
        assert labels(asked.shown) == [f"Pressed {number}"]
    assert asked.shown.edits == 3


async def test_an_unknown_command_cannot_be_typed(discord_here, probe):
    with pytest.raises(NotOnScreenError):
        await discord_here.slash(discord_here.person("Ann"), "nonsense")


async def test_a_private_message_is_seen_and_pressed_by_its_owner_alone(discord_here, probe):
    ann, ben = discord_here.person("Ann"), discord_here.person("Ben")
    mine = (await discord_here.slash(ann, "mine")).shown
    assert mine in discord_here.world.seen_by(ann, discord_here.channel)
    assert mine not in discord_here.world.seen_by(ben, discord_here.channel)
    with pytest.raises(NotOnScreenError):
        await discord_here.click(ben, mine, "Pressed 0")
    await discord_here.click(ann, mine, "Pressed 0")
    assert mine.is_ephemeral
    assert mine.text == "Number 1"


async def test_a_second_answer_is_refused_with_40060(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    await discord_here.click(ann, asked.shown, "Pressed 0")
    with pytest.raises(discord.HTTPException) as caught:
        await twice(probe.presses[0])
    assert (caught.value.status, caught.value.code) == (400, 40060)
    assert asked.shown.text == "Number 1"


async def twice(interaction: discord.Interaction) -> None:
    interaction.response._response_type = None  # discord.py itself would refuse
    await interaction.response.edit_message(view=screen(9))


async def test_an_answer_after_three_seconds_is_refused_with_10062(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    probe.is_answering = False
    press = await discord_here.start_click(ann, asked.shown, "Pressed 0")
    await discord_here.until(lambda: probe.presses)
    discord_here.world.clock.advance(3.1)
    with pytest.raises(discord.NotFound) as caught:
        await probe.presses[0].response.edit_message(view=screen(1))
    assert caught.value.code == 10062
    assert press.has_failed
    assert asked.shown.text == "Number 0"


async def test_a_token_dies_after_fifteen_minutes_with_50027(discord_here, probe):
    ann = discord_here.person("Ann")
    mine = (await discord_here.slash(ann, "mine")).shown
    await discord_here.click(ann, mine, "Pressed 0")
    discord_here.world.clock.advance(15 * 60 - 1)
    await probe.presses[0].edit_original_response(view=screen(5))
    assert mine.text == "Number 5"
    discord_here.world.clock.advance(2)
    with pytest.raises(discord.HTTPException) as caught:
        await probe.presses[0].edit_original_response(view=screen(6))
    assert (caught.value.status, caught.value.code) == (401, 50027)
    await discord_here.click(ann, mine, "Pressed 5")
    assert mine.text == "Number 6"


async def test_after_public_thinking_the_first_followup_is_public(discord_here, probe):
    ann, ben = discord_here.person("Ann"), discord_here.person("Ben")
    asked = await discord_here.slash(ann, "count")
    probe.is_answering = False
    press = await discord_here.start_click(ann, asked.shown, "Pressed 0")
    await discord_here.until(lambda: probe.presses)
    await probe.presses[0].response.defer(thinking=True)
    await probe.presses[0].followup.send(view=screen(7), ephemeral=True)
    assert press.shown.text == "Number 7"
    assert press.shown in discord_here.world.seen_by(ben, discord_here.channel)


async def test_an_ephemeral_message_is_unknown_to_the_channels_routes(discord_here, probe):
    mine = (await discord_here.slash(discord_here.person("Ann"), "mine")).shown
    message = probe.place(discord_here.channel.id).get_partial_message(mine.id)
    with pytest.raises(discord.NotFound) as caught:
        await message.edit(view=screen(1))
    assert caught.value.code == 10008


async def test_interactions_overlap_and_answers_may_change_places(discord_here, probe):
    ann, ben = discord_here.person("Ann"), discord_here.person("Ben")
    first = (await discord_here.slash(ann, "mine")).shown
    second = (await discord_here.slash(ben, "mine")).shown
    discord_here.server.faults.add("POST", "/callback", delay=0.2)
    slow = await discord_here.start_click(ann, first, "Pressed 0")
    quick = await discord_here.click(ben, second, "Pressed 0")
    assert not quick.has_failed
    assert slow.has_failed
    await discord_here.answered(slow)
    assert not slow.has_failed


async def test_a_forged_custom_id_arrives(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    await discord_here.forge(ann, asked.shown, "count:41")
    assert asked.shown.text == "Number 42"


async def test_a_press_that_nobody_answers_fails(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    probe.is_answering = False
    press = await discord_here.start_click(ann, asked.shown, "Pressed 0")
    await discord_here.answered(press, within=0.2)
    assert press.has_failed


async def test_slow_hung_dropped_and_failing_answers(discord_here, probe):
    ann = discord_here.person("Ann")
    asked = await discord_here.slash(ann, "count")
    message = probe.place(discord_here.channel.id).get_partial_message(asked.shown.id)
    faults = discord_here.server.faults
    faults.add("PATCH", "/messages/", drop="before")
    with pytest.raises(aiohttp.ClientError):
        await message.edit(view=screen(1))
    assert asked.shown.text == "Number 0"
    faults.add("PATCH", "/messages/", drop="after")
    with pytest.raises(aiohttp.ClientError):
        await message.edit(view=screen(2))
    assert asked.shown.text == "Number 2"
    faults.add("PATCH", "/messages/", delay=0.05, delay_answer=0.05)
    await message.edit(view=screen(3))
    assert asked.shown.text == "Number 3"
    faults.add("PATCH", "/messages/", hang=True)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(message.edit(view=screen(4)), 0.2)
    assert asked.shown.text == "Number 3"
    assert sum(faults.injected.values()) == 4
