"""A lobby that starts by itself, that starts without its host, and that closes."""

from dataclasses import replace

from bot.manager.deadlines import COUNTDOWN_SECONDS, LOBBY_SECONDS
from bot.manager.table_state import HOST_SECONDS
from bot.ports.store import GuildSettings
from bot.ports.tables import Status
from bot.present import tokens
from bot.present.tokens import decode


async def start_with(room, who, players):
    """Choose in the lobby's menu with how many players the match starts."""
    menus = [part for part in room.parts(room.board()) if "options" in part]
    (menu,) = [part for part in menus if isinstance(decode(part["custom_id"]), tokens.StartWith)]
    answer = await who.select(room.board(), [players], custom_id=menu["custom_id"])
    assert answer.acknowledged
    return answer


def pinged(room, message) -> set[int]:
    """Whom a message notified."""
    return set(room.env.backend.get_message(room.channel.id, message.id).ping_user_ids)


async def test_the_last_seat_starts_a_countdown_and_then_the_match(room, ann, ben, cem):
    await room.open_table(ann, ben)
    await start_with(room, ann, "3")
    assert "With 3 players the match starts by itself" in room.text(room.board())
    await room.press(cem, room.board(), "Join")
    board = room.board()
    assert f"starts <t:{int(room.table.deadline)}:R>" in room.text(board)
    assert not room.button(board, "Join").is_on
    assert not room.button(board, "Invite").is_on
    await room.wait(COUNTDOWN_SECONDS + 2)
    assert room.table.status == Status.PLAYING
    assert "Round 1" in room.text(room.board())
    assert room.board().id == board.id


async def test_somebody_who_cannot_play_stops_the_countdown(room, ann, ben):
    await room.open_table(ann, ben)
    await start_with(room, ann, "2")
    await room.press(ben, room.board(), "Leave")
    await room.wait(COUNTDOWN_SECONDS + 2)
    assert room.table.status == Status.LOBBY
    assert "1 free seat" in room.text(room.board())


async def test_the_host_alone_chooses_and_takes_it_back(room, ann, ben):
    await room.open_table(ann, ben)
    answer = await start_with(room, ben, "2")
    assert answer.response.ephemeral
    assert "Only the host" in room.text(answer.response)
    await start_with(room, ann, "2")
    await start_with(room, ann, "host")
    await room.wait(COUNTDOWN_SECONDS + 2)
    assert room.table.status == Status.LOBBY


async def test_a_server_may_let_full_tables_start(room, ann, ben):
    await room.set_by_owner("auto_start", "on")
    settings = await room.bot.manager.guild_settings(room.guild.id)
    assert settings.auto_start
    rules = {"preset": "classic", "players_max": 2}
    await room.bot.manager.save_guild_settings(replace(settings, rules=rules))
    await room.open_table(ann, ben)
    await room.wait(COUNTDOWN_SECONDS + 2)
    assert room.table.status == Status.PLAYING


async def test_the_countdown_goes_on_after_a_restart(room, ann, ben):
    await room.open_table(ann, ben)
    await start_with(room, ann, "2")
    await room.restart()
    assert room.table.is_starting
    await room.wait(COUNTDOWN_SECONDS + 2)
    assert room.table.status == Status.PLAYING
    assert "Round 1" in room.text(room.board())


async def test_without_the_host_the_others_start_by_vote(room, ann, ben, cem):
    await room.open_table(ann, ben, cem)
    early = await room.press(ben, room.board(), "Start")
    assert early.response.ephemeral
    assert f"<t:{int(room.table.host_until)}:R>" in room.text(early.response)
    await room.wait(HOST_SECONDS)
    await room.press(ben, room.board(), "Start")
    assert "1 more **Start** is needed" in room.text(room.board())
    await room.press(cem, room.board(), "Start")
    assert room.table.status == Status.PLAYING


async def test_a_lobby_that_closes_tells_everybody_and_opens_again_with_them(room, ann, ben, cem):
    dan = room.person("Dan")
    wishes = await room.bot.manager.player_settings(dan.id)
    await room.bot.manager.save_player_settings(replace(wishes, pings="off"))
    await room.open_table(ann, ben, cem, dan)
    lobby = room.board()
    await room.wait(LOBBY_SECONDS + 5)
    assert room.table.is_expired
    closed = room.board()
    assert closed.id != lobby.id
    assert lobby.id not in [message.id for message in room.channel.history()]
    assert "Nobody started the match in time" in room.text(closed)
    # Who wants no reminders is named and not pinged.
    assert pinged(room, closed) == {ann.id, ben.id, cem.id}
    assert str(dan.id) in room.text(closed)

    answer = await room.press(cem, closed, "Open again")
    opened = room.bot.manager.table_in_channel(room.channel.id)
    assert [member.user for member in opened.members] == [cem.id, ann.id, ben.id, dan.id]
    assert opened.host == cem.id
    assert pinged(room, answer.response) == {ann.id, ben.id}
    assert "the table is open again" in room.text(answer.response)


async def test_where_a_server_wants_no_pings_a_closed_lobby_pings_nobody(room, ann, ben):
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, pings="off"))
    await room.open_table(ann, ben)
    await room.wait(LOBBY_SECONDS + 5)
    assert room.table.is_expired
    assert pinged(room, room.board()) == set()


async def test_a_stranger_does_not_open_it_again_for_others(room, ann, ben, cem):
    await room.open_table(ann, ben)
    await room.command(ann, "yaniv stop")
    await room.wait()
    answer = await room.press(cem, room.board(), "Open again")
    assert answer.response.ephemeral
    assert room.bot.manager.table_in_channel(room.channel.id) is None


async def test_a_closed_lobby_is_not_called_a_match_that_is_over(room, ann, ben):
    await room.open_table(ann)
    lobby = room.board()
    join = room.button(lobby, "Join").id
    await room.press(ann, lobby, "Leave")
    (answer,) = await room.raw_presses((ben, lobby, join))
    assert "This table is gone" in room.text(answer.response)
    assert "Rematch" not in room.text(answer.response)
