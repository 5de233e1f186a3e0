"""The table's message: newest state wins, lost messages come back, refusals undo nothing."""

import pytest

from bot.ports.tables import Status


@pytest.fixture
async def playing(room, ann, ben):
    await room.start(ann, ben)
    await room.hand(ann)
    await room.hand(ben)
    await room.wait()
    return room


async def turn(room, ann, ben):
    user = room.table.members[room.table.view.to_move].user
    await room.take_turn(ann if user == ann.id else ben)


async def test_quick_moves_make_one_edit(playing, ann, ben):
    await turn(playing, ann, ben)
    before = len(playing.env.http_requests)
    await turn(playing, ann, ben)
    await turn(playing, ann, ben)
    assert not [path for path in playing.requests(before) if path.startswith("PATCH /channels")]
    await playing.wait()
    edits = [path for path in playing.requests(before) if path.startswith("PATCH /channels")]
    assert len(edits) == 1


async def test_edits_mention_nobody(playing, ann, ben):
    await turn(playing, ann, ben)
    await playing.wait()
    bodies = [entry.json for entry in playing.env.http_requests if entry.path.startswith("/channels/")]
    assert bodies
    assert all(body["allowed_mentions"]["parse"] == [] for body in bodies if body)


async def test_a_deleted_message_comes_back(playing, ann, ben):
    lost = playing.table.message
    playing.env.backend.delete_message(playing.channel.id, lost)
    await turn(playing, ann, ben)
    await playing.wait(3)
    assert playing.table.message not in (None, lost)
    assert playing.board()


async def test_a_refused_edit_undoes_no_move_and_is_made_up_for(playing, ann, ben):
    playing.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=2)
    version, before = playing.table.version, len(playing.env.http_requests)
    await turn(playing, ann, ben)
    await playing.wait(3)
    tries = [path for path in playing.requests(before) if path.startswith("PATCH /channels")]
    assert len(tries) == 1
    assert playing.table.version == version + 1
    await playing.wait(60)
    mover = playing.table.members[playing.table.view.to_move].name
    assert mover in playing.text(playing.board())
    assert playing.bot.desk.breakers == {}


async def test_without_a_permission_the_table_stands_still_and_players_are_told(playing, ann, ben):
    playing.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=4)
    await turn(playing, ann, ben)
    await playing.wait(3)
    version, mover = playing.table.version, playing.table.view.to_move
    assert "lack a permission" in playing.text(
        (await playing.press(ann, playing.board(), "My hand")).response
    )
    # Three times as long as a turn.
    await playing.wait(400)
    assert playing.bot.desk.mute == {}
    assert (playing.table.version, playing.table.view.to_move) == (version, mover)
    assert "am back" in playing.text(playing.board())
    assert "lack a permission" not in playing.text(
        (await playing.press(ann, playing.board(), "My hand")).response
    )


async def test_a_channel_that_is_gone_ends_the_match(playing, ann, ben):
    playing.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10003, times=None)
    await turn(playing, ann, ben)
    await playing.wait(3)
    assert playing.table.status == Status.STOPPED


async def test_a_deleted_channel_ends_the_match(playing):
    playing.env.backend.delete_channel(playing.channel.id)
    await playing.env.settle()
    assert playing.table.status == Status.STOPPED


async def test_a_server_without_the_bot_has_no_matches(playing):
    playing.env.backend.remove_guild(playing.guild.id)
    await playing.env.settle()
    assert playing.table.status == Status.STOPPED


async def test_an_old_message_is_sent_anew(room, ann, ben):
    await room.set_by_owner("turn_seconds", "off")
    await room.start(ann, ben)
    old = room.table.message
    for _ in range(17):  # at a stretch a busy machine does not manage them
        await room.wait(3 * 60)
    await turn(room, ann, ben)
    await room.wait()
    assert room.table.message != old
    assert old not in [message.id for message in room.channel.history()]


async def test_a_new_round_gets_a_new_message_below_the_result(room, ann, ben):
    await room.start(ann, ben)
    first = room.table.message
    by_user = {ann.id: ann, ben.id: ben}
    while room.table.view.round == 1:
        await room.take_turn(by_user[room.table.members[room.table.view.to_move].user])
    await room.wait(3)
    ids = [message.id for message in room.channel.history() if "Round" in room.text(message)]
    public = [
        number for number in ids if not room.env.backend.get_message(room.channel.id, number).is_ephemeral
    ]
    assert first not in public
    assert room.table.message == public[-1]
    result = next(message for message in room.channel.history() if message.id == public[-2])
    assert room.buttons(result) == []
    assert "starts the next round" in room.text(result)
    assert room.table.announced == 1
