"""What Discord may do to a match: slow, refused and lost requests, and places that are gone."""

import asyncio

import pytest

from bot.ports.tables import Status
from tests.discord_server import payloads
from tests.discord_server.client import controls, labels
from tests.discord_server.errors import ApiError, ServerFailureError
from tests.discord_server.limits import too_many
from tests.discord_server.world import SEND, VIEW
from tests.network.people import MY_HAND, is_turn_of

EDITS = r"/channels/\d+/messages/\d+$"
SENDS = r"/channels/\d+/messages$"
CALLBACK = "/callback$"


async def play(club, turns):
    """So many turns, each answered."""
    for _ in range(turns):
        player = club.mover
        if not player.is_to_move:
            await player.look(club.board())
        asked = await player.turn()
        assert not asked.has_failed


async def assert_table_shows_today(here, club):
    """The table's message tells whose turn it is."""
    await here.until(lambda: is_turn_of(club.mover.user, club.board()))


# --- Slow and refused requests --------------------------------------------------------------------


async def test_a_hung_edit_of_the_table_delays_no_press(here, club):
    await club.deal(3)
    here.server.faults.add("PATCH", EDITS, hang=True)
    here.world.clock.advance(2)
    await play(club, 8)
    assert here.server.faults.injected["hung"] == 1
    assert max(here.server.interactions.ages) < 2.5


async def test_a_rate_limited_table_delays_no_press_and_catches_up(here, club):
    await club.deal(3)
    here.server.faults.add("PATCH", EDITS, times=3, error=too_many(0.5))
    await play(club, 8)
    await assert_table_shows_today(here, club)
    assert here.server.faults.injected["status 429"] == 3


async def test_the_global_limit_delays_no_press(here, club):
    await club.deal(3)
    here.server.faults.add("PATCH", EDITS, error=too_many(0.5, scope="global"))
    await play(club, 8)
    await assert_table_shows_today(here, club)


@pytest.mark.parametrize(
    "effect",
    [
        {"drop": "before"},
        {"drop": "after"},
        {"error": ServerFailureError(503)},
        {"error": ServerFailureError(500)},
        {"error": ApiError(50035)},
    ],
    ids=["dropped", "answer lost", "503", "500", "bad form"],
)
async def test_a_failed_edit_is_made_up_for(here, club, effect):
    await club.deal(3)
    here.server.faults.add("PATCH", EDITS, **effect)
    await play(club, 1)
    await here.until(lambda: sum(here.server.faults.injected.values()))
    here.world.clock.advance(10)
    await assert_table_shows_today(here, club)


@pytest.mark.parametrize(
    "effect",
    [{"drop": "before"}, {"drop": "after"}, {"error": ServerFailureError(500)}, {"error": ApiError(10062)}],
    ids=["dropped", "answer lost", "500", "unknown interaction"],
)
async def test_a_failed_answer_undoes_no_move(here, club, effect):
    await club.deal(3)
    player, version = club.mover, club.table.version
    await player.choose_cards()
    here.server.faults.add("POST", CALLBACK, **effect)
    draw = next(c for c in controls(player.hand) if c.custom_id.startswith("y1:d:") and not c.is_disabled)
    await here.click(player.user, player.hand, draw.custom_id)
    assert club.table.version == version + 1
    await play(club, 4)
    await assert_table_shows_today(here, club)


async def test_a_hung_answer_holds_up_its_own_person_alone(here, club):
    await club.deal(3)
    player, version = club.mover, club.table.version
    await player.choose_cards()
    here.server.faults.add("POST", CALLBACK, hang=True)
    draw = next(c for c in controls(player.hand) if c.custom_id.startswith("y1:d:") and not c.is_disabled)
    stuck = await here.start_click(player.user, player.hand, draw.custom_id)
    await here.until(lambda: club.table.version == version + 1)
    await play(club, 1)
    assert stuck.has_failed
    await here.until(lambda: club.bot.counts["slow"])
    assert not (await player.look(club.board())).has_failed


async def test_a_discord_that_fails_for_long_is_not_hammered(here, club):
    await club.deal(3)
    here.server.faults.add("PATCH", EDITS, times=1_000, error=ServerFailureError(503))
    here.server.faults.add("POST", SENDS, times=1_000, error=ServerFailureError(503))
    began = len(here.server.log)
    for _ in range(60):
        here.world.clock.advance(1)
        await asyncio.sleep(0.06)
    tries = [done for done in here.server.log[began:] if done.status == 503]
    assert len(tries) <= 6
    here.server.faults.clear()
    here.world.clock.advance(600)
    await play(club, 2)
    here.world.clock.advance(600)
    await assert_table_shows_today(here, club)


# --- Places that are gone -------------------------------------------------------------------------


async def test_a_deleted_table_comes_back(here, club):
    board = await club.deal(3)
    here.world.delete(board)
    await club.mover.turn()
    await here.until(lambda: [m for m in here.world.public(here.channel) if m is not board])
    await assert_table_shows_today(here, club)


async def test_the_channel_is_deleted(here, club):
    await club.deal(3)
    player, old = club.mover, club.mover.hand
    await here.delete_channel(here.channel)
    await here.until(lambda: club.table.status is Status.STOPPED)
    other = here.world.add_channel(here.guild, "other")
    told = await here.slash(player.user, "yaniv table", channel=other)
    assert told.shown.is_ephemeral
    assert old.is_ephemeral
    began = len(here.server.log)
    here.world.clock.advance(3600)
    await asyncio.sleep(0.3)
    assert len(here.server.log) - began <= 2


async def test_a_channel_that_is_gone_without_a_word_ends_the_match(here, club):
    await club.deal(3)
    here.channel.is_deleted = True
    await club.mover.turn()
    await here.until(lambda: club.table.status is Status.STOPPED)


async def test_an_archived_thread_is_woken_by_a_new_table(here, club):
    thread = here.world.add_channel(here.guild, "thread", parent=here.channel)
    await here.server.gateway.dispatch(here.guild, "THREAD_CREATE", thread_payload(thread))
    board = await club.deal(3, channel=thread)
    thread.is_archived = True
    await club.mover.turn()
    await here.until(lambda: [m for m in here.world.public(thread) if m is not board and has_hand(m)])
    assert not thread.is_archived


async def test_a_deleted_thread_ends_the_match(here, club):
    thread = here.world.add_channel(here.guild, "thread", parent=here.channel)
    await here.server.gateway.dispatch(here.guild, "THREAD_CREATE", thread_payload(thread))
    await club.deal(3, channel=thread)
    await here.delete_channel(thread)
    await here.until(lambda: club.table.status is Status.STOPPED)


def thread_payload(thread):
    return payloads.channel(thread) | {"newly_created": True}


def has_hand(message):
    return any(control.custom_id.startswith(MY_HAND) for control in controls(message))


@pytest.mark.parametrize("denied", [VIEW, VIEW | SEND])
async def test_a_withdrawn_permission_leaves_the_hands_playable(here, club, denied):
    board = await club.deal(3)
    here.channel.denied = denied
    began = here.server.limits.invalid
    for _ in range(6):
        if not club.mover.is_to_move:
            await here.until(lambda: club.mover.is_to_move)
        assert not (await club.mover.turn()).has_failed
        here.world.clock.advance(2)
    assert 1 <= here.server.limits.invalid - began <= 4
    here.channel.denied = 0
    here.world.clock.advance(600)
    await assert_table_shows_today(here, club)
    assert board.author is here.world.bot


async def test_the_bot_is_removed_and_invited_again(here, club):
    await club.deal(3)
    player = club.mover
    await here.remove_bot(here.guild)
    await here.until(lambda: club.table.status is Status.STOPPED)
    began = len(here.server.log)
    for _ in range(20):
        here.world.clock.advance(60)
        await asyncio.sleep(0.06)
    tries = len(here.server.log) - began
    assert tries <= 8
    here.world.clock.advance(3600)
    await asyncio.sleep(0.3)
    assert len(here.server.log) - began == tries
    await here.add_bot(here.guild)
    opened = await here.slash(player.user, "yaniv start")
    assert "Join" in labels(opened.shown)


async def test_a_server_that_is_away_for_a_moment_keeps_its_match(here, club):
    await club.deal(3)
    await here.server.gateway.dispatch(
        here.guild, "GUILD_DELETE", {"id": str(here.guild.id), "unavailable": True}
    )
    await asyncio.sleep(0.1)
    assert club.table.status is Status.PLAYING
    await play(club, 3)
    await here.add_bot(here.guild)
    await assert_table_shows_today(here, club)


async def test_a_member_who_left_is_played_for(here, club):
    """No event tells of it: his clock runs out, and at last a computer holds his seat."""
    await club.settle(turn_seconds=30)
    await club.deal(3)
    gone = club.mover
    del here.guild.members[gone.user.id]
    for _ in range(40):
        if next(m for m in club.table.members if m.user == gone.user.id).is_away:
            break
        if club.mover is gone:
            here.world.clock.advance(31)
            await asyncio.sleep(0.1)
        else:
            await play(club, 1)
    assert next(m for m in club.table.members if m.user == gone.user.id).is_away
    assert club.table.status is Status.PLAYING
