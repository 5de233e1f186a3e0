"""One ping at half time, for the person to move alone, gone with his move."""

from dataclasses import replace

import pytest

from bot.present import tokens


@pytest.fixture
async def playing(room, ann, ben):
    await room.start(ann, ben)
    return room


def mover(room, *people):
    user = room.table.members[room.table.view.to_move].user
    return next(who for who in people if who.id == user)


def pings(room):
    return [message for message in room.channel.history() if message.mentions]


async def test_half_time_pings_the_person_to_move_once(playing, ann, ben):
    who = mover(playing, ann, ben)
    await playing.wait(58)
    assert pings(playing) == []
    await playing.wait(4)
    (ping,) = pings(playing)
    assert [person.id for person in ping.mentions] == [who.id]
    await playing.wait(20)
    assert len(pings(playing)) == 1


async def test_the_ping_goes_with_the_move(playing, ann, ben):
    who = mover(playing, ann, ben)
    await playing.wait(62)
    (ping,) = pings(playing)
    answer = await playing.press(who, ping, "My hand")
    playing.hands[who.id] = answer.response
    await playing.take_turn(who)
    await playing.wait()
    assert pings(playing) == []
    other = mover(playing, ann, ben)
    await playing.wait(62)
    (ping,) = pings(playing)
    assert [person.id for person in ping.mentions] == [other.id]


async def test_nobody_is_pinged_where_the_server_does_not_want_it(room, ann, ben):
    manager = room.bot.manager
    settings = await manager.guild_settings(room.guild.id)
    await manager.save_guild_settings(replace(settings, pings="off"))
    await room.start(ann, ben)
    await room.wait(100)
    assert pings(room) == []


async def test_a_ping_that_is_refused_is_not_tried_again(playing):
    playing.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    before = len(playing.env.http_requests)
    await playing.wait(90)
    posts = [path for path in playing.requests(before) if path.startswith("POST /channels")]
    assert len(posts) == 1


async def test_a_computer_is_never_pinged(room, ann):
    await room.open_table(ann)
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Start")
    await room.wait(70)
    assert {person.id for message in pings(room) for person in message.mentions} <= {ann.id}
    assert room.buttons(room.board(), tokens.MyHand)


async def test_a_ping_that_a_stopped_process_has_left_is_taken_away(playing):
    """The new process knows nothing of it: it looks for it beneath the table."""
    await playing.wait(62)
    (left,) = pings(playing)
    playing.bot.get_cog("Reminders")._turns.clear()  # a process that is killed takes nothing along
    await playing.restart()
    await playing.wait(3)
    assert left.id not in [old.id for old in playing.channel.history()]
