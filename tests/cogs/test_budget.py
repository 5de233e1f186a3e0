"""How many requests about channels' messages a process may make."""

import pytest

from bot.discord_desk import BoardNote, Budget
from bot.settings import Settings
from tests.cogs.room import bot_in

DISCORDS_LIMIT = 50


def departures(budget, count, *, at=0.0):
    """When so many requests go out that are all wanted at once."""
    return [at + budget.take(at) for _ in range(count)]


def busiest_second(moments):
    return max(sum(1 for other in moments if moment <= other < moment + 1.0) for moment in moments)


def test_no_second_sees_as_many_requests_as_discord_takes():
    budget = Budget()
    moments = departures(budget, 100) + departures(budget, 100, at=30.0)
    assert 38 <= busiest_second(moments) < DISCORDS_LIMIT


def test_what_was_not_used_is_not_saved_up():
    budget = Budget()
    rested = [moment - 1000.0 for moment in departures(budget, 200, at=1000.0)]
    assert rested == pytest.approx(departures(Budget(), 200))


def test_a_clock_that_is_put_back_stops_nothing():
    budget = Budget()
    departures(budget, 100, at=100_000.0)
    assert busiest_second(departures(budget, 100, at=50_000.0)) < DISCORDS_LIMIT


def test_processes_share_the_limit():
    moments = [moment for _ in range(4) for moment in departures(Budget(0.25), 100)]
    assert 38 <= busiest_second(moments) < DISCORDS_LIMIT


@pytest.mark.parametrize(
    ("shards", "count", "requests"), [(None, None, 38), ((0, 1, 2), 4, 28.5), ((15,), 16, 38 / 16)]
)
def test_a_process_takes_the_part_of_its_shards(tmp_path, shards, count, requests):
    settings = Settings(_env_file=None, shard_ids=shards, shard_count=count)
    moments = departures(type(bot_in(tmp_path))(settings).desk.budget, 200)
    assert 199 / moments[-1] == pytest.approx(requests, rel=0.05)


@pytest.mark.parametrize(("later", "is_due"), [(0.0, False), (1.0, False), (1.3, True), (-3600.0, True)])
def test_a_table_is_changed_about_once_a_second_whatever_the_clock_does(later, is_due):
    note = BoardNote(dirty=True, edited_at=100_000.0)
    assert note.is_due(100_000.0 + later) is is_due
