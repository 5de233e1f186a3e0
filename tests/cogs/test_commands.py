"""The slash commands one by one."""

import re

import discord

from bot.ports.tables import Status
from bot.present import tokens

NO_SENDING = discord.PermissionOverwrite(send_messages=False)
HIDDEN = discord.PermissionOverwrite(view_channel=False)


def test_every_command_is_on_offer(room, ann):
    wanted = ["start", "hand", "table", "leave", "stop", "rules", "settings", "leaderboard", "help"]
    assert set(ann.available_commands(room.channel)) >= {f"yaniv {name}" for name in wanted}


async def test_the_help_names_every_command(room, ann):
    owner = room.guild.add_member(room.guild.owner)
    known = {name for name in owner.available_commands(room.channel) if name.startswith("yaniv ")}
    shown = room.text((await room.command(ann, "yaniv help")).response)
    assert known - {"yaniv help"} == {name.strip("/") for name in re.findall(r"`(/yaniv \w+)`", shown)}


async def test_commands_are_for_servers_alone(room, ann):
    assert "yaniv help" not in ann.user.available_commands()


# --- Where the bot may not play -------------------------------------------------------------------


async def test_missing_permissions_are_named_and_nothing_is_opened(room, ann):
    silent = room.guild.create_text_channel("silent", overwrites={room.bot_role(): NO_SENDING})
    answer = await ann.slash(silent, "yaniv start")
    assert answer.response.ephemeral
    told = answer.response.components[0]["components"][0]["content"]
    assert "**Send Messages**" in told
    assert "View Channel" not in told
    assert room.bot.manager.tables_in(silent.id) == []


async def test_a_hidden_channel_is_named_as_such(room, ann):
    hidden = room.guild.create_text_channel("hidden", overwrites={room.bot_role(): HIDDEN})
    answer = await ann.slash(hidden, "yaniv start")
    assert "**View Channel**" in answer.response.components[0]["components"][0]["content"]
    assert room.bot.manager.tables_in(hidden.id) == []


async def test_a_lobby_whose_message_fails_is_not_left_behind(room, ann):
    room.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await ann.slash(room.channel, "yaniv start")
    assert room.bot.manager.tables_in(room.channel.id) == []
    await room.open_table(ann)


async def test_a_second_table_in_the_channel_is_refused_with_the_way_to_the_first(room, ann, ben):
    table = await room.open_table(ann)
    answer = await room.command(ben, "yaniv start")
    assert answer.response.ephemeral
    assert str(table.message) in room.text(answer.response)


async def test_play_in_a_thread(room, ann, ben):
    thread = room.thread()
    answer = await ann.slash(thread, "yaniv start")
    await ben.click(answer.response, label="Join")
    await ann.click(answer.response, label="Start")
    (table,) = room.bot.manager.tables_in(thread.id)
    assert (table.channel, table.message) == (thread.id, answer.response.id)
    assert table.status == Status.PLAYING
    room.env.backend.delete_channel(thread.id)
    await room.env.settle()
    assert room.bot.manager.tables_in(thread.id) == []


# --- Hand, table, leave, stop ---------------------------------------------------------------------


async def test_hand_opens_the_hand(room, ann, ben, cem):
    none = await room.command(ann, "yaniv hand")
    assert "no table" in room.text(none.response)
    await room.open_table(ann, ben)
    early = await room.command(ann, "yaniv hand")
    assert "not begun" in room.text(early.response)
    await room.press(ann, room.board(), "Start")
    hand = await room.command(ann, "yaniv hand")
    assert hand.response.ephemeral
    assert len(room.buttons(hand.response, tokens.Tap)) == 5
    stranger = await room.command(cem, "yaniv hand")
    assert room.buttons(stranger.response, tokens.Tap) == []


async def test_table_brings_the_table_down(room, ann, ben):
    none = await room.command(ann, "yaniv table")
    assert none.response.ephemeral
    table = await room.start(ann, ben)
    answer = await room.command(ben, "yaniv table")
    assert not answer.response.ephemeral
    assert room.table.message == answer.response.id
    assert table.message not in [message.id for message in room.channel.history()]
    await room.press(ann, room.board(), "My hand")


async def test_leaving_a_lobby_is_immediate(room, ann, ben):
    await room.open_table(ann, ben)
    answer = await room.command(ben, "yaniv leave")
    assert answer.response.ephemeral
    assert [member.name for member in room.table.members] == ["Ann"]
    await room.wait()
    assert "Ben" not in room.text(room.board())


async def test_leaving_a_match_takes_a_second_press(room, ann, ben, cem):
    await room.start(ann, ben, cem)
    asked = await room.command(cem, "yaniv leave")
    assert not room.table.members[2].gone
    answer = await room.press(cem, asked.response, tokens.LeaveNow)
    assert answer.response.id == asked.response.id
    assert room.table.members[2].gone
    assert room.buttons(asked.response) == []
    again = await room.press(cem, room.board(), "My hand")
    assert "no longer part of this match" in room.text(again.response)


async def test_a_seat_can_be_given_up_from_the_options_of_a_hand(room, ann, ben, cem):
    """Whoever types nothing finds the way out, and the way back to his cards."""
    await room.start(ann, ben, cem)
    hand = await room.hand(cem)
    await room.press(cem, hand, "Options")
    await room.press(cem, hand, tokens.AskLeave)
    await room.press(cem, hand, "Back to my cards")
    assert room.buttons(hand, tokens.Tap)
    await room.press(cem, hand, "Options")
    await room.press(cem, hand, tokens.AskLeave)
    await room.press(cem, hand, tokens.LeaveNow)
    assert [member.gone for member in room.table.members] == [False, False, True]


async def test_leaving_from_old_options_finds_the_match_over(room, ann, ben):
    await room.start(ann, ben)
    hand = await room.hand(ben)
    await room.press(ben, hand, "Options")
    stop = await room.command(ann, "yaniv stop")
    await room.press(ann, stop.response, tokens.StopNow)
    answer = await room.press(ben, hand, tokens.AskLeave)
    assert "over" in room.text(answer.response)


async def test_only_host_and_moderators_stop_a_match(room, ann, ben):
    await room.start(ann, ben)
    refused = await room.command(ben, "yaniv stop")
    assert "host" in room.text(refused.response)
    moderator = room.person(
        "Mia", roles=[room.guild.create_role("mod", permissions=discord.Permissions(manage_messages=True))]
    )
    asked = await room.command(moderator, "yaniv stop")
    assert room.table.status == Status.PLAYING
    await room.press(moderator, asked.response, tokens.StopNow)
    assert room.table.status == Status.STOPPED
    await room.wait()
    assert [button.label for button in room.buttons(room.board())] == ["Rematch"]


async def test_stopping_a_lobby_is_immediate(room, ann):
    await room.open_table(ann)
    await room.command(ann, "yaniv stop")
    assert room.table.status == Status.STOPPED
    await room.wait()
    assert [type(button.token) for button in room.buttons(room.board())] == [tokens.Rematch]


# --- Rules, settings, leaderboard, help -----------------------------------------------------------


async def test_rules_and_help_are_private(room, ann):
    for name in ("yaniv rules", "yaniv help"):
        answer = await room.command(ann, name)
        assert answer.response.ephemeral
        assert room.text(answer.response)


async def test_the_rules_of_a_match_tell_its_whole_seal(room, ann, ben):
    """The table has room for the beginning alone."""
    await room.start(ann, ben)
    answer = await room.command(ben, "yaniv rules")
    assert len(room.table.commitment) == 64
    assert room.table.commitment in room.text(answer.response)


async def test_an_empty_leaderboard_says_so(room, ann):
    answer = await room.command(ann, "yaniv leaderboard")
    assert not answer.response.ephemeral
    assert "Nobody" in room.text(answer.response)
