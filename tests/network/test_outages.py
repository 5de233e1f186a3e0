"""Lost connections: sessions that are resumed, begun anew, or away for a minute."""

import pytest

from bot.ports.tables import Status
from tests.network.people import is_turn_of


@pytest.mark.parametrize("code", [None, 1001, 4000])
async def test_play_goes_on_after_a_broken_connection(here, club, code):
    await club.deal(3)
    for _ in range(4):
        await here.server.gateway.cut(code=code)
        asked = await club.turn()
        assert not asked.has_failed
    assert here.server.gateway.counts["resume"] == 4


async def test_play_goes_on_after_op_7(here, club):
    await club.deal(3)
    await here.server.gateway.reconnect()
    for _ in range(3):
        assert not (await club.turn()).has_failed
    assert here.server.gateway.counts["resume"] == 1


async def test_play_goes_on_in_a_new_session_after_op_9(here, club):
    await club.deal(3)
    await here.server.gateway.invalidate()
    await here.until(lambda: here.server.gateway.counts["identify"] == 2)
    for _ in range(3):
        assert not (await club.turn()).has_failed


@pytest.mark.parametrize("kind", ["drop", "503"])
async def test_an_outage_of_a_minute_costs_nobody_his_turn(here, club, kind):
    """Nobody could press anything: whoever was to move has his whole turn again."""
    await club.settle(turn_seconds=30)
    await club.deal(3)
    mover, version = club.mover, club.table.version
    async with here.outage(kind, seconds=60):
        await here.until(lambda: 0 in club.bot.desk.absence)
    await here.until(
        lambda: here.server.gateway.counts["resume"] + here.server.gateway.counts["identify"] >= 2
    )
    await here.until(lambda: club.table.deadline > here.world.clock.now() + 20)
    assert club.mover is mover
    assert club.table.version == version
    assert not (await mover.turn()).has_failed
    await here.until(lambda: is_turn_of(club.mover.user, club.board()))


async def test_moves_made_before_an_outage_are_shown_after_it(here, club):
    await club.deal(3)
    await club.turn()
    async with here.outage(seconds=60):
        assert club.table.status is Status.PLAYING
    await here.until(lambda: is_turn_of(club.mover.user, club.board()))


async def test_two_answers_may_change_places(here, club):
    await club.deal(3)
    first, second, _ = club.players
    here.server.faults.add("POST", "/callback$", delay=0.3)
    slow = await here.start_click(first.user, club.board(), "My hand")
    quick = await here.click(second.user, club.board(), "My hand")
    assert not quick.has_failed
    assert slow.has_failed
    assert not (await here.answered(slow)).has_failed
    assert slow.shown.owner is first.user
    assert quick.shown.owner is second.user
