"""Somebody keeps the table waiting: more time for him, or a match that goes on without him."""

import re

import discord
import pytest

from bot.manager.requests import Stop
from bot.ports.store import GuildSettings
from bot.ports.tables import Status
from bot.present import tokens


@pytest.fixture
def moderator(room):
    role = room.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    return room.person("Mod", roles=[role])


def mover(room, *people):
    user = room.table.members[room.table.view.to_move].user
    return next(who for who in people if who.id == user)


async def missed(room, *people):
    """Who is to move misses his turn; the others have theirs until he is to move again."""
    slow = mover(room, *people)
    await room.wait(121)
    assert room.table.members[room.table.seat_of(slow.id)].missed == 1
    for _ in people[1:]:
        await room.take_turn(mover(room, *people))
    await room.wait()
    return slow


async def test_after_a_missed_turn_the_table_offers_to_go_on(room, ann, ben):
    await room.start(ann, ben)
    assert room.buttons(room.board(), tokens.TooSlow) == []
    slow = await missed(room, ann, ben)
    other = ben if slow is ann else ann
    answer = await room.press(other, room.board(), "Too slow?")
    assert answer.response.ephemeral
    assert room.table.members[room.table.seat_of(slow.id)].name in room.text(answer.response)
    version = room.table.version
    early = await room.press(other, answer.response, "Skip the turn")
    assert "be patient" in room.text(early.response)
    assert room.table.version == version
    await room.wait(31)
    answer = await room.press(other, room.board(), "Too slow?")
    done = await room.press(other, answer.response, "Skip the turn")
    assert "was skipped" in room.text(done.response)
    assert mover(room, ann, ben) is other


async def test_an_open_hand_shows_that_its_turn_went_by(room, ann, ben):
    await room.start(ann, ben)
    slow = mover(room, ann, ben)
    hand = await room.hand(slow)
    assert "Your turn" in room.text(hand)
    await room.wait(122)
    assert "Your turn" not in room.text(hand)
    assert not any(button.is_on for button in room.buttons(hand, tokens.Draw))


async def test_who_is_to_move_gets_his_cards_by_the_same_button(room, ann, ben):
    await room.start(ann, ben)
    slow = await missed(room, ann, ben)
    answer = await room.press(slow, room.board(), "Too slow?")
    assert room.buttons(answer.response, tokens.Tap)


async def test_votes_stand_on_the_table_until_they_carry(room, ann, ben, cem):
    dan = room.person("Dan")
    await room.start(ann, ben, cem, dan)
    people = (ann, ben, cem, dan)
    slow = await missed(room, *people)
    first, second = [who for who in people if who is not slow and who is not ann][:2]
    answer = await room.press(first, room.board(), "Too slow?")
    told = await room.press(first, answer.response, "Remove")
    assert "1 of 2" in room.text(told.response)
    await room.wait()
    assert "1 of 2 votes" in room.text(room.board())
    answer = await room.press(first, room.board(), "Too slow?")
    assert "already" in room.text((await room.press(first, answer.response, "Remove")).response)
    answer = await room.press(second, room.board(), "Too slow?")
    told = await room.press(second, answer.response, "Remove")
    assert "was removed" in room.text(told.response)
    assert room.table.members[room.table.seat_of(slow.id)].gone


async def test_a_moderator_removes_somebody_by_his_menu(room, ann, ben, cem, moderator):
    await room.start(ann, ben, cem)
    answer = await moderator.context_menu(room.channel, "Remove from Yaniv", ben)
    assert answer.response.ephemeral
    assert not room.table.members[room.table.seat_of(ben.id)].gone
    await room.press(moderator, answer.response, "Remove")
    assert room.table.members[room.table.seat_of(ben.id)].gone
    assert room.table.status is Status.PLAYING
    # Who was removed has not left by himself.
    told = room.text((await room.command(ben, "yaniv hand")).response)
    assert "no longer part of this match" in told


async def test_the_host_removes_somebody_from_the_lobby(room, ann, ben, cem):
    await room.open_table(ann, ben)
    refused = await cem.context_menu(room.channel, "Remove from Yaniv", ben)
    assert "no seat" in room.text(refused.response)
    answer = await ann.context_menu(room.channel, "Remove from Yaniv", ben)
    await room.press(ann, answer.response, "Remove")
    assert room.table.seat_of(ben.id) is None
    await room.wait()
    assert "Ben" not in room.text(room.board())


async def test_who_is_no_host_is_offered_nothing_in_the_lobby(room, ann, ben, cem):
    await room.open_table(ann, ben, cem)
    answer = await ben.context_menu(room.channel, "Remove from Yaniv", cem)
    assert "Only the host" in room.text(answer.response)
    assert room.buttons(answer.response) == []


async def test_nobody_removes_himself_or_a_stranger(room, ann, ben, cem):
    await room.open_table(ann, ben)
    answer = await ann.context_menu(room.channel, "Remove from Yaniv", ann)
    assert "/yaniv leave" in room.text(answer.response)
    answer = await ann.context_menu(room.channel, "Remove from Yaniv", cem)
    assert "no seat" in room.text(answer.response)


async def test_more_time_once_by_the_hand(room, ann, ben):
    await room.start(ann, ben)
    who, deadline = mover(room, ann, ben), room.table.deadline
    hand = await room.hand(who)
    await room.press(who, hand, "More time")
    assert room.table.deadline == deadline + 120
    assert "now ends" in room.text(hand)
    assert room.buttons(hand, tokens.GiveTime) == []
    assert room.buttons(hand, tokens.Tap)


async def test_whoever_asks_for_more_time_is_not_reminded_again(room, ann, ben):
    await room.start(ann, ben)
    who = mover(room, ann, ben)
    await room.wait(62)
    assert [message for message in room.channel.history() if message.mentions]
    await room.press(who, await room.hand(who), "More time")
    await room.wait(100)
    assert [message for message in room.channel.history() if message.mentions] == []


async def test_extend_by_command(room, ann, ben, cem, moderator):
    assert "no table" in room.text((await room.command(ann, "yaniv extend")).response)
    closes = (await room.open_table(ann, ben)).deadline
    await room.wait(600)
    answer = await room.command(ben, "yaniv extend")
    assert "stays open" in room.text(answer.response)
    assert room.table.deadline >= closes + 600
    assert "already" in room.text((await room.command(ben, "yaniv extend")).response)
    assert "no seat" in room.text((await room.command(cem, "yaniv extend")).response)
    await room.press(ann, room.board(), "Start")
    deadline = room.table.deadline
    for _ in range(2):
        await room.command(moderator, "yaniv extend")
    assert room.table.deadline == deadline + 240


async def test_a_forged_push_does_nothing(room, ann, ben):
    await room.start(ann, ben)
    version = room.table.version
    await room.raw_presses((ann, room.board(), f"y1:goon:{room.table.id}:1:nonsense"))
    assert room.table.version == version


async def test_the_table_says_who_stopped_it(room, ann, ben, moderator):
    await room.start(ann, ben)
    await room.bot.manager.submit(Stop(room.table_id, moderator.id, is_moderator=True, name="Mod"))
    board = room.board()
    await room.wait()
    assert re.search("Mod\\W* stopped the match", room.text(board))


async def test_open_hands_say_that_a_stopped_match_is_over(room, ann, ben):
    await room.start(ann, ben)
    hands = [await room.hand(who) for who in (ann, ben)]
    asked = await room.command(ann, "yaniv stop")
    await room.press(ann, asked.response, "Stop the match")
    await room.wait()
    assert ["match is over" in room.text(hand) for hand in hands] == [True, True]


async def test_a_closed_channel_takes_no_table(room, ann):
    settings = GuildSettings(room.guild.id, closed_channels=(room.channel.id,))
    await room.bot.manager.save_guild_settings(settings)
    answer = await room.command(ann, "yaniv start")
    assert answer.response.ephemeral
    assert "closed for Yaniv" in room.text(answer.response)
    assert room.bot.manager.table_in_channel(room.channel.id) is None


async def test_the_table_says_that_it_is_back_until_somebody_moves(room, ann, ben):
    await room.start(ann, ben)
    await room.wait()
    assert "am back" not in room.text(room.board())
    await room.restart()
    await room.wait()
    assert "am back" in room.text(room.board())
    await room.take_turn(mover(room, ann, ben))
    await room.wait(3)
    assert "am back" not in room.text(room.board())
