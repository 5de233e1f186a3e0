"""Servers and channels in which nobody can play for a while: nobody's time runs."""

from tests.house import ANN, BEN, CHANNEL, GUILD, House


def everywhere(_guild: int, _channel: int) -> bool:
    return True


async def a_match(**settings):
    house = House()
    await house.settle(**settings)
    return house, await house.match(ANN, BEN)


async def test_no_clock_strikes_on_a_server_that_is_away():
    house, table = await a_match(turn_seconds=30)
    mover = house.user_to_move(table)
    house.clock.advance(60)
    await house.manager.tick(lambda guild, _: guild == GUILD)
    assert house.user_to_move(table) == mover
    await house.manager.tick(lambda guild, _: guild != GUILD)
    assert house.user_to_move(table) != mover


async def test_a_single_channel_may_stand_still():
    house, table = await a_match(turn_seconds=30)
    mover = house.user_to_move(table)
    house.clock.advance(60)
    await house.manager.tick(lambda _, channel: channel == CHANNEL)
    assert house.user_to_move(table) == mover
    await house.manager.tick(lambda _, channel: channel != CHANNEL)
    assert house.user_to_move(table) != mover


async def test_after_a_pause_the_turn_has_its_whole_time_again():
    house, table = await a_match(turn_seconds=30)
    mover = house.user_to_move(table)
    house.clock.advance(60)
    assert [paused.id for paused in house.manager.restart_clocks(everywhere)] == [table]
    assert house.table(table).deadline == house.clock.now() + 30
    await house.manager.tick()
    assert house.user_to_move(table) == mover
    await house.wait(31)
    assert house.user_to_move(table) != mover


async def test_a_pause_elsewhere_leaves_the_clocks_here_alone():
    house, table = await a_match(turn_seconds=30)
    deadline = house.table(table).deadline
    house.clock.advance(10)
    assert house.manager.restart_clocks(lambda guild, _: guild != GUILD) == []
    assert house.table(table).deadline == deadline


async def test_a_restarted_clock_is_that_of_the_turn():
    """The move that follows is committed like any other, and the next turn has a clock of its own."""
    house, table = await a_match(turn_seconds=30)
    house.clock.advance(60)
    house.manager.restart_clocks(everywhere)
    await house.move(table)
    assert house.table(table).deadline == house.clock.now() + 30
