"""Whole matches by slash commands and buttons."""

import pytest

from bot.ports.store import PlayerSettings
from bot.ports.tables import Status
from bot.present import tokens
from tests.discord_server.schema import WHY_NOT

MOST_TURNS = 400


async def play_out(room, people):
    by_user = {who.id: who for who in people}
    for _ in range(MOST_TURNS):
        table = room.table
        if table.status != Status.PLAYING:
            return
        await room.take_turn(by_user[table.members[table.view.to_move].user])
        await room.wait()
    raise AssertionError("the match does not end")


async def test_three_people_play_a_match_to_its_end(room, ann, ben, cem):
    await room.set_by_owner("preset", "quick")
    await room.start(ann, ben, cem)
    await play_out(room, [ann, ben, cem])

    table = room.table
    assert table.status == Status.OVER
    assert table.view.result.winners
    texts = [room.text(message) for message in room.channel.history(viewer=ann)]
    for number in range(1, table.view.round + 1):
        assert sum(f"Round {number}\n" in text for text in texts) == 1
    winner = table.members[table.view.result.winners[0]].name
    assert winner in room.text(room.board())
    assert [button.label for button in room.buttons(room.board())] == ["Rematch"]

    board = await room.command(ben, "yaniv leaderboard")
    assert not board.response.ephemeral
    assert all(name in room.text(board.response) for name in ("Ann", "Ben", "Cem"))


async def test_a_turn_costs_three_requests_and_the_answer_comes_first(room, ann, ben):
    await room.start(ann, ben)
    mover, other = (ann, ben) if room.table.members[room.table.view.to_move].user == ann.id else (ben, ann)
    hand = await room.hand(mover)
    await room.hand(other)
    await room.wait()
    await mover.click(hand, custom_id=room.buttons(hand, tokens.Tap)[0].id)
    before = len(room.env.http_requests)
    await room.press(mover, hand, "Draw")
    await room.wait()
    asked = room.requests(before)
    assert asked[0].startswith("POST /interactions/")
    assert sorted(path.split("/")[1] for path in asked) == ["channels", "interactions", "webhooks"]
    assert "Your turn" in room.text(await room.hand(other))


async def test_a_tap_costs_one_request(room, ann, ben):
    await room.start(ann, ben)
    hand = await room.hand(ann)
    await room.wait()
    before = len(room.env.http_requests)
    await room.press(ann, hand, room.buttons(hand, tokens.Tap)[0].label)
    await room.wait()
    assert len(room.requests(before)) == 1


async def test_lobby_presses_change_the_message_by_their_own_answer(room, ann, ben):
    table = await room.open_table(ann)
    # He was offered the lesson before, which takes a message of its own.
    await room.bot.manager.save_player_settings(PlayerSettings(ben.id, lesson_offered=True))
    before = len(room.env.http_requests)
    await room.press(ben, room.board(), "Join")
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Start")
    await room.wait(0.5)
    assert [path.split("/")[1] for path in room.requests(before)] == ["interactions"] * 3
    assert room.table.message == table.message
    assert "Round 1" in room.text(room.board())


async def test_computers_play_by_themselves(room, ann):
    await room.open_table(ann)
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Add computer")
    await room.press(ann, room.board(), "Start")
    seat = room.table.seat_of(ann.id)
    for _ in range(10):
        await room.wait(1)
        if room.table.view.to_move == seat:
            break
    await room.wait()
    assert room.table.view.to_move == seat
    assert "Ann's turn" in room.text(room.board()).replace("\u2068", "").replace("\u2069", "")


async def test_a_rematch_opens_a_lobby_below_the_standings(room, ann, ben):
    await room.start(ann, ben)
    await room.command(ann, "yaniv stop")
    confirm = [
        message for message in room.channel.history(viewer=ann) if room.buttons(message, tokens.StopNow)
    ]
    await room.press(ann, confirm[-1], tokens.StopNow)
    await room.wait()
    ended = room.table
    assert ended.status == Status.STOPPED
    again = await room.press(ben, room.board(), "Rematch")
    assert not again.response.ephemeral
    assert again.response.id != ended.message
    lobby = room.bot.manager.table_in_channel(room.channel.id)
    assert lobby.message == again.response.id
    assert "Rematch" in [button.label for button in room.buttons(room.board())]
    # Whoever presses second sits down there; a third press changes nothing.
    for _ in range(2):
        twice = await room.press(ann, room.board(), "Rematch")
        assert twice.response.ephemeral
        assert str(lobby.message) in room.text(twice.response)
        lobby = room.bot.manager.table_in_channel(room.channel.id)
        assert [member.user for member in lobby.members] == [ben.id, ann.id]


async def test_a_rematch_seats_nobody_at_a_table_of_others(room, ann, ben, cem):
    await room.start(ann, ben)
    asked = await room.command(ann, "yaniv stop")
    await room.press(ann, asked.response, "Stop the match")
    await room.wait()
    await room.command(cem, "yaniv start")
    await room.press(ann, room.board(), "Rematch")
    lobby = room.bot.manager.table_in_channel(room.channel.id)
    assert [member.user for member in lobby.members] == [cem.id]


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "")
async def test_every_request_fits_discords_own_description(room, ann, ben):
    """All tests of this folder check it at their end; here it must have been checked."""
    await room.start(ann, ben)
    await room.hand(ann)
    assert room.check_requests() > 50
