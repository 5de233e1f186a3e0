"""The bot is stopped and started again in the middle of a round."""

import pytest
import simcord
from discord.ext import commands

from bot.present import tokens
from tests.cogs.room import bot_in


async def test_hands_turn_and_buttons_survive(room, ann, ben):
    await room.start(ann, ben)
    people = {ann.id: ann, ben.id: ben}
    for _ in range(3):
        await room.take_turn(people[room.table.members[room.table.view.to_move].user])
        await room.wait()
    manager, table = room.bot.manager, room.table
    hands = {user: manager.hand(table.id, user) for user in people}
    messages = {who.id: await room.hand(who) for who in (ann, ben)}

    await room.restart()
    assert room.bot.manager is not manager
    revived = room.table
    assert (revived.version, revived.view, revived.message) == (table.version, table.view, table.message)
    for user, hand in hands.items():
        now = room.bot.manager.hand(table.id, user)
        assert (now.view, now.stamp) == (hand.view, hand.stamp)

    mover = people[table.members[table.view.to_move].user]
    answer = await room.press(
        mover, messages[mover.id], room.buttons(messages[mover.id], tokens.Tap)[0].label
    )
    assert answer.response.id == messages[mover.id].id
    await room.press(mover, messages[mover.id], "Draw")
    assert room.table.version == table.version + 1


async def test_a_restart_uploads_and_registers_nothing_twice(room, ann):
    before = len(room.env.http_requests)
    await room.restart()
    changes = [path for path in room.requests(before) if not path.startswith("GET")]
    assert changes == []
    assert await room.command(ann, "yaniv help")


async def test_outdated_commands_and_emojis_are_put_right(room, ann):
    backend = room.env.backend
    backend.register_commands(None, [{"name": "yaniv", "description": "as it was", "type": 1}])
    emoji = next(iter(backend.application_emojis.values()))
    backend.edit_application_emoji(emoji.id, emoji.name[:-6] + "000000")
    before = len(room.env.http_requests)
    await room.restart()
    changes = [path.split("/")[-1] for path in room.requests(before) if not path.startswith("GET")]
    assert changes == ["commands", "emojis", "…"]
    assert room.requests(before)[-1].startswith("DELETE")
    assert "yaniv help" in ann.available_commands(room.channel)


async def test_without_emojis_play_goes_on_in_text(room, ann, ben):
    room.env.backend.application_emojis.clear()
    room.env.inject_error("*", "/applications/*/emojis", status=500, times=None)
    await room.restart()
    await room.start(ann, ben)
    hand = await room.hand(ann)
    assert "yaniv_" not in room.text(hand)
    assert len(room.buttons(hand, tokens.Tap)) == 5


async def test_a_part_that_cannot_be_loaded_stops_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.client.EXTENSIONS", ("cogs.help", "cogs.nowhere"))
    env = simcord.Env(bot_in(tmp_path), shard_count=1)
    with pytest.raises(commands.ExtensionNotFound):
        await env.start()
    # The database was closed again: the next start finds it free.
    monkeypatch.undo()
    again = simcord.Env(bot_in(tmp_path), shard_count=1)
    await again.start()
    await again.shutdown()


async def test_a_message_that_was_sent_but_not_noted_is_found_again(room, ann, ben):
    """As after a crash between the answer to `/yaniv start` and noting which message it was."""
    await room.open_table(ann)
    sent = room.table.message
    await room.bot.manager.set_message(room.table_id, room.channel.id, None)
    await room.restart()
    await room.wait(3)
    assert room.table.message == sent
    lobbies = [old for old in room.channel.history() if room.buttons(old, tokens.Join)]
    assert [old.id for old in lobbies] == [sent]
    await room.press(ben, room.board(), "Join")
    assert room.table.seat_of(ben.id) == 1


async def test_a_message_that_is_not_found_is_sent_anew(room, ann):
    await room.open_table(ann)
    sent = room.table.message
    await room.bot.manager.set_message(room.table_id, room.channel.id, None)
    room.env.backend.delete_message(room.channel.id, sent)
    await room.restart()
    await room.wait(3)
    assert room.table.message not in (None, sent)
    assert room.buttons(room.board(), tokens.Join)
