"""Bringing the table down, leaving after the round, and reminders as each person wants them."""

from dataclasses import replace

import pytest

from bot.ports.store import GuildSettings
from bot.present import tokens
from tests.cogs.test_presses import mover_of
from tests.cogs.test_reminders import pings

# --- The table's place ----------------------------------------------------------------------------


async def test_the_button_brings_the_table_down(room, ann, ben):
    await room.start(ann, ben)
    await room.wait(15)
    before, old = room.table.message, room.board()
    answer = await room.press(ben, old, "Bring down")
    assert room.table.message == answer.response.id != before
    await room.wait()
    assert before not in [message.id for message in room.channel.history()]
    await room.press(ann, room.board(), "My hand")


async def test_a_table_that_was_just_sent_stays(room, ann, ben, cem):
    await room.start(ann, ben)
    await room.wait(15)
    await room.press(ben, room.board(), "Bring down")
    message = room.table.message
    answer = await room.press(cem, room.board(), "Bring down")
    assert answer.response.ephemeral
    assert "just been sent" in room.text(answer.response)
    assert room.table.message == message


async def test_a_match_that_is_over_is_not_brought_down(room, ann, ben):
    await room.start(ann, ben)
    await room.wait(15)
    button, board = room.button(room.board(), "Bring down"), room.board()
    asked = await room.command(ann, "yaniv stop")
    await room.press(ann, asked.response, tokens.StopNow)
    (answer,) = await room.raw_presses((ben, board, button.id))
    assert answer.response.ephemeral


# --- Leaving --------------------------------------------------------------------------------------


async def test_leaving_after_the_round_is_shown_and_can_be_taken_back(room, ann, ben, cem):
    await room.start(ann, ben, cem)
    asked = await room.command(cem, "yaniv leave")
    await room.press(cem, asked.response, "After this round")
    assert room.table.members[2].leaving
    await room.wait()
    assert "leaves after this round" in room.text(room.board())
    # Until then he plays on.
    assert (await room.hand(cem)) is not None
    again = await room.command(cem, "yaniv leave")
    await room.press(cem, again.response, "Stay")
    assert not room.table.members[2].leaving
    await room.wait()
    assert "leaves after this round" not in room.text(room.board())


async def test_a_latecomer_who_waits_leaves_at_once(room, ann, ben, cem):
    rules = {"preset": "classic", "late_join": "highest"}
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, rules=rules))
    await room.start(ann, ben)
    await room.press(cem, room.board(), "Join")
    assert [member.name for member in room.table.waiting] == ["Cem"]
    answer = await room.command(cem, "yaniv leave")
    assert "You left" in room.text(answer.response)
    assert room.table.waiting == ()


# --- Reminders ------------------------------------------------------------------------------------


async def wish(room, who, pings):
    settings = await room.bot.manager.player_settings(who.id)
    await room.bot.manager.save_player_settings(replace(settings, pings=pings))


@pytest.mark.parametrize("server", ["off", "late", "always"])
async def test_the_own_wish_comes_before_the_servers(room, ann, ben, server):
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, pings=server))
    await wish(room, ann, "always")
    await wish(room, ben, "off")
    await room.start(ann, ben)
    for _ in range(2):
        mover = mover_of(room, ann, ben)
        await room.wait(100)
        assert [[person.id for person in ping.mentions] for ping in pings(room)] == (
            [[ann.id]] if mover is ann else []
        )
        await room.take_turn(mover)
        await room.wait()


async def test_who_wants_it_is_reminded_at_once(room, ann, ben):
    for who in (ann, ben):
        await wish(room, who, "always")
    await room.start(ann, ben)
    await room.wait(2)
    assert len(pings(room)) == 1


async def test_a_reminder_from_before_a_restart_does_not_stay(room, ann, ben):
    await room.start(ann, ben)
    await room.wait(65)
    assert len(pings(room)) == 1
    await room.restart()
    await room.wait(2)
    assert pings(room) == []
    assert room.board() is not None
    # The turn began anew with its clock, and so does its reminder.
    await room.wait(62)
    assert len(pings(room)) == 1


async def test_without_the_right_to_look_nothing_breaks(room, ann, ben):
    await room.start(ann, ben)
    await room.wait(65)
    room.env.inject_error("GET", "/channels/*/messages", status=403, code=50001)
    await room.restart()
    await room.wait(2)
    assert room.buttons(room.board(), tokens.MyHand)
