"""The loser's forfeit: who may choose it, once, and what everybody sees."""

from dataclasses import replace

import pytest

from bot.ports.tables import Status
from bot.present import tokens
from bot.present.tokens import encode


@pytest.fixture
async def over(room, ann, ben):
    """A match that has ended, on a server with forfeits of its own: the winner and the loser."""
    settings = await room.bot.manager.guild_settings(room.guild.id)
    await room.bot.manager.save_guild_settings(
        settings_with(settings, ("Sing", "Dance **wildly** @everyone"))
    )
    return await play_to_the_end(room, ann, ben)


def settings_with(settings, forfeits):
    return replace(settings, rules={"preset": "quick", "limit": 20}, forfeits=forfeits)


async def play_to_the_end(room, *people):
    await room.start(*people)
    by_user = {who.id: who for who in people}
    for _ in range(200):
        if room.table.status != Status.PLAYING:
            break
        await room.take_turn(by_user[room.table.members[room.table.view.to_move].user])
        await room.wait()
    assert room.table.status == Status.OVER
    await room.wait(5)
    result = room.table.view.result
    winner = people[result.winners[0]]
    return winner, next(who for who in people if who is not winner)


async def test_the_winner_picks_one_and_everybody_sees_it_once(room, over):
    winner, _ = over
    private = (await room.press(winner, room.board(), "Forfeit")).response
    assert private.ephemeral
    await winner.select(private, ["0"], custom_id=encode(tokens.PickForfeit(room.table_id)))
    await room.wait(5)
    shown = room.text(room.board())
    assert "asks of" in shown
    assert "Sing" in shown
    assert [button.label for button in room.buttons(room.board())] == ["Rematch"]
    second = await room.raw_presses((winner, room.board(), encode(tokens.OpenForfeits(room.table_id))))
    assert "already" in room.text(second[0].response)


async def test_only_the_winner_chooses(room, over):
    _, loser = over
    dan = room.person("Dan")
    for who in (loser, dan):
        answer = await room.press(who, room.board(), "Forfeit")
        assert answer.response.ephemeral
        assert "Only the winner" in room.text(answer.response)
        pick = await room.raw_presses((who, room.board(), encode(tokens.AskDare(room.table_id))))
        assert "Only the winner" in room.text(pick[0].response)
    await room.wait(5)
    assert "asks of" not in room.text(room.board())


async def test_a_dare_in_own_words_is_harmless_and_short(room, over):
    winner, _ = over
    private = (await room.press(winner, room.board(), "Forfeit")).response
    form = await room.press(winner, private, "In my own words")
    await winner.submit_modal(form, {"dare": "# Say *hello*\nto @everyone <@1> `now` " + "x" * 100})
    await room.wait(5)
    shown = room.text(room.board())
    assert "\\*hello\\*" in shown
    assert "@everyone" not in shown
    assert "<@1>" not in shown
    assert "\\`now\\`" in shown
    board = [
        entry for entry in room.env.http_requests if entry.method == "PATCH" and "channels" in entry.path
    ][-1]
    assert board.json["allowed_mentions"] == {"parse": []}


async def test_two_private_screens_give_one_forfeit_also_after_a_restart(room, over):
    winner, _ = over
    first = (await room.press(winner, room.board(), "Forfeit")).response
    second = (await room.press(winner, room.board(), "Forfeit")).response
    pick = encode(tokens.PickForfeit(room.table_id))
    await winner.select(first, ["0"], custom_id=pick)
    await room.wait(5)
    await room.restart()
    answer = await winner.select(second, ["1"], custom_id=pick)
    assert "already" in room.text(answer.response)
    assert "Dance" not in room.text(next(m for m in room.channel.history() if "asks of" in room.text(m)))


async def test_a_forfeit_chosen_after_a_restart_is_shown(room, over):
    winner, _ = over
    board = room.board()
    await room.restart()
    private = (await room.press(winner, board, "Forfeit")).response
    await winner.select(private, ["1"], custom_id=encode(tokens.PickForfeit(room.table_id)))
    await room.env.settle()
    shown = room.text(next(m for m in room.channel.history() if m.id == board.id))
    assert "Dance \\*\\*wildly\\*\\* @\u200beveryone" in shown


async def test_a_shorter_list_meanwhile_shows_what_is_left(room, over):
    winner, _ = over
    private = (await room.press(winner, room.board(), "Forfeit")).response
    settings = await room.bot.manager.guild_settings(room.guild.id)
    await room.bot.manager.save_guild_settings(settings_with(settings, ("Sing",)))
    pick = encode(tokens.PickForfeit(room.table_id))
    await winner.select(private, ["1"], custom_id=pick)
    await room.wait(5)
    assert "asks of" not in room.text(room.board())
    await winner.select(private, ["0"], custom_id=pick)
    await room.wait(5)
    assert "Sing" in room.text(room.board())


async def test_without_forfeits_there_is_no_button(room, ann, ben):
    settings = await room.bot.manager.guild_settings(room.guild.id)
    await room.bot.manager.save_guild_settings(settings_with(settings, None))
    winner, _ = await play_to_the_end(room, ann, ben)
    assert [button.label for button in room.buttons(room.board())] == ["Rematch"]
    (answer,) = await room.raw_presses((winner, room.board(), encode(tokens.OpenForfeits(room.table_id))))
    assert "no forfeits" in room.text(answer.response)
