"""Shards take turns to identify, in one process and in several, and no start uses up the day's allowance."""

import multiprocessing
from pathlib import Path

import pytest

from bot.discord_identify import RESERVE, SPACING_SECONDS, NotNowError, Turns, check_allowance

APPLICATION = 42


class Time:
    """A clock that only sleepers move."""

    def __init__(self) -> None:
        self.seconds = 1_000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.seconds += seconds


@pytest.fixture
def time():
    return Time()


def turns(folder, time, max_concurrency=1) -> Turns:
    made = Turns(folder, now=time.now, sleep=time.sleep)
    made.max_concurrency = max_concurrency
    return made


async def test_the_first_shard_goes_at_once_and_the_next_ones_five_seconds_apart(tmp_path, time):
    one = turns(tmp_path, time)
    for shard in range(4):
        await one.wait(APPLICATION, shard)
    assert time.slept == [0, SPACING_SECONDS, SPACING_SECONDS, SPACING_SECONDS]


async def test_shards_of_different_turns_do_not_wait_for_one_another(tmp_path, time):
    one = turns(tmp_path, time, max_concurrency=4)
    for shard in range(8):
        await one.wait(APPLICATION, shard)
    assert time.slept == [0, 0, 0, 0, SPACING_SECONDS, 0, 0, 0]


async def test_a_pause_is_not_waited_for_twice(tmp_path, time):
    one = turns(tmp_path, time)
    await one.wait(APPLICATION, 0)
    time.seconds += 60
    await one.wait(APPLICATION, 1)
    assert time.slept == [0, 0]


async def test_processes_of_one_machine_share_the_turns(tmp_path, time):
    first, second = turns(tmp_path, time), turns(tmp_path, time)
    await first.wait(APPLICATION, 0)
    await second.wait(APPLICATION, 16)
    await first.wait(APPLICATION, 1)
    assert time.slept == [0, SPACING_SECONDS, SPACING_SECONDS]
    await second.wait(APPLICATION + 1, 17)
    assert time.slept[-1] == 0


def reserve(folder: Path, times: int) -> list[float]:
    one = Turns(folder, now=lambda: 1_000.0)
    file = folder / f"yaniv-identify-{APPLICATION}-0"
    return [one._reserve(file) for _ in range(times)]


def test_no_two_processes_get_the_same_moment(tmp_path):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        first, second = pool.starmap(reserve, [(tmp_path, 50)] * 2)
    moments = sorted(first + second)
    assert moments == pytest.approx([1_000.0 + SPACING_SECONDS * n for n in range(100)])


@pytest.mark.parametrize("content", ["", "nonsense", "9e99", "-5", "999999999999"])
async def test_a_spoilt_file_and_a_clock_put_back_hold_nobody_up(tmp_path, time, content):
    (tmp_path / f"yaniv-identify-{APPLICATION}-0").write_text(content)
    one = turns(tmp_path, time)
    await one.wait(APPLICATION, 0)
    await one.wait(APPLICATION, 1)
    assert time.slept == [0, SPACING_SECONDS]


async def test_without_a_place_for_the_file_a_process_keeps_its_own_turns(tmp_path, time):
    one = turns(tmp_path / "nowhere", time)
    for shard in range(3):
        await one.wait(APPLICATION, shard)
    assert time.slept == [0, SPACING_SECONDS, SPACING_SECONDS]


@pytest.mark.parametrize("shards", [1, 16])
def test_a_start_is_let_through_up_to_the_allowance(shards):
    check_allowance(shards, remaining=shards + RESERVE, reset_after=0)
    with pytest.raises(NotNowError):
        check_allowance(shards, remaining=shards + RESERVE - 1, reset_after=0)


def test_one_start_too_many_says_when_to_try_again():
    with pytest.raises(NotNowError) as told:
        check_allowance(16, remaining=15 + RESERVE, reset_after=(3 * 60 + 20) * 60_000 - 5)
    assert "35 more connections" in str(told.value)
    assert "3 h 20 min" in str(told.value)
