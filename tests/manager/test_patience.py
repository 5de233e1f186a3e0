"""Somebody keeps the table waiting: more time for him, or a match that goes on without him."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.engine.events import TimedOut
from bot.manager.deadlines import LOBBY_SECONDS
from bot.manager.outcomes import Accepted, Outcome, Refused, Stale, Why
from bot.manager.patience import UNCLOCKED_SECONDS
from bot.manager.requests import GoOnWithout, Join, LeaveTable, MoreTime, Start, TakeBack
from bot.ports.tables import Push, Status
from tests.house import ANN, BEN, CEM, DAN, House, accepted

TURN = 100
MODERATOR = 99


@pytest.fixture
def house() -> House:
    return House(seed=11)


async def at_play(house: House, *people: int, **settings: Any) -> int:
    await house.settle(**{"turn_seconds": TURN} | settings)
    return await house.match(*people)


async def pushed(house: House, table_id: int, user: int, whom: int, push: Push, **more: Any) -> Outcome:
    return await house.manager.submit(GoOnWithout(table_id, user, whom, push, **more))


def why(outcome: Outcome) -> Any:
    assert isinstance(outcome, Refused), outcome
    return outcome.why


async def until(house: House, table_id: int, is_reached: Callable[[int], bool]) -> int:
    """Play on until the person to move is the wanted one."""
    for _ in range(50):
        mover = house.user_to_move(table_id)
        if mover is not None and is_reached(mover):
            return mover
        await house.one_step(table_id)
    raise AssertionError("his turn never came")


# --- Skipping a turn ------------------------------------------------------------------------------


async def test_the_host_skips_a_turn_when_half_of_its_time_is_over(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    slow = await until(house, table_id, lambda user: user != ANN)
    refused = await pushed(house, table_id, ANN, slow, Push.SKIP)
    assert why(refused) is Why.TOO_SOON
    assert refused.params == {"when": house.clock.now() + TURN / 2}
    house.clock.advance(TURN / 2)
    outcome = accepted(await pushed(house, table_id, ANN, slow, Push.SKIP))
    assert any(isinstance(event, TimedOut) for event in outcome.events)
    assert house.user_to_move(table_id) != slow
    assert house.member(table_id, slow).missed == 1


async def test_a_moderator_need_not_wait_nor_sit_there(house: House) -> None:
    table_id = await at_play(house, ANN, BEN)
    slow = house.user_to_move(table_id)
    assert slow is not None
    assert why(await pushed(house, table_id, MODERATOR, slow, Push.SKIP)) is Why.NOT_SEATED
    accepted(await pushed(house, table_id, MODERATOR, slow, Push.SKIP, is_moderator=True))
    assert house.user_to_move(table_id) != slow


async def test_the_others_skip_a_turn_by_more_than_half_of_their_votes(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, DAN)
    slow = await until(house, table_id, lambda user: user != ANN)
    first, second = sorted({BEN, CEM, DAN} - {slow})
    house.clock.advance(TURN / 2)
    outcome = accepted(await pushed(house, table_id, first, slow, Push.SKIP))
    (ballot,) = outcome.table.ballots
    assert (ballot.push, ballot.whom, ballot.voters, ballot.needed) == (
        Push.SKIP,
        slow,
        frozenset({first}),
        2,
    )
    assert isinstance(await pushed(house, table_id, first, slow, Push.SKIP), Stale)
    assert house.user_to_move(table_id) == slow
    outcome = accepted(await pushed(house, table_id, second, slow, Push.SKIP))
    assert outcome.table.ballots == ()
    assert house.user_to_move(table_id) != slow


async def test_whoever_moves_has_answered_the_vote(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, DAN)
    slow = await until(house, table_id, lambda user: user != ANN)
    voter = min({BEN, CEM, DAN} - {slow})
    house.clock.advance(TURN / 2)
    deadline = house.table(table_id).deadline
    accepted(await pushed(house, table_id, voter, slow, Push.SKIP))
    assert house.table(table_id).deadline == deadline
    await house.move(table_id)
    assert house.table(table_id).ballots == ()
    assert house.member(table_id, slow).missed == 0


async def test_who_is_away_is_not_counted_among_the_voters(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, DAN)
    for _ in range(100):
        if house.member(table_id, DAN).is_away and house.user_to_move(table_id) in (BEN, CEM):
            break
        if house.user_to_move(table_id) == DAN and not house.member(table_id, DAN).is_away:
            await house.wait(1000)
        else:
            await house.one_step(table_id)
    slow = house.user_to_move(table_id)
    assert slow is not None
    house.clock.advance(TURN)
    outcome = accepted(await pushed(house, table_id, min({BEN, CEM} - {slow}), slow, Push.SKIP))
    assert [ballot.needed for ballot in outcome.table.ballots] == [2]


async def test_of_two_the_other_decides_alone(house: House) -> None:
    table_id = await at_play(house, ANN, BEN)
    await until(house, table_id, lambda user: user == ANN)
    house.clock.advance(TURN / 2)
    accepted(await pushed(house, table_id, BEN, ANN, Push.SKIP))
    assert house.user_to_move(table_id) == BEN


async def test_without_a_clock_patience_is_an_hour(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, turn_seconds=None)
    slow = await until(house, table_id, lambda user: user == BEN)
    house.clock.advance(UNCLOCKED_SECONDS - 1)
    assert why(await pushed(house, table_id, ANN, slow, Push.SKIP)) is Why.TOO_SOON
    house.clock.advance(1)
    accepted(await pushed(house, table_id, ANN, slow, Push.SKIP))
    assert house.user_to_move(table_id) == ANN


async def test_only_the_turn_that_runs_can_be_skipped(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    house.clock.advance(TURN - 1)
    mover = house.user_to_move(table_id)
    other = min({BEN, CEM} - {mover})
    assert why(await pushed(house, table_id, ANN, other, Push.SKIP)) is Why.NOT_TO_MOVE
    assert why(await pushed(house, table_id, ANN, ANN, Push.SKIP)) is Why.YOURSELF
    assert why(await pushed(house, table_id, ANN, 77, Push.SKIP)) is Why.NOT_THERE


# --- Removing somebody ----------------------------------------------------------------------------


async def missed_by(house: House, table_id: int, whom: int) -> None:
    await until(house, table_id, lambda user: user == whom)
    await house.wait(TURN)
    assert house.member(table_id, whom).missed == 1


async def test_who_has_missed_a_turn_is_removed_by_the_host_and_cannot_come_back(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    assert why(await pushed(house, table_id, ANN, BEN, Push.REMOVE)) is Why.NOT_IDLE
    await missed_by(house, table_id, BEN)
    accepted(await pushed(house, table_id, ANN, BEN, Push.REMOVE))
    assert house.member(table_id, BEN).gone
    assert why(await house.manager.submit(Join(table_id, BEN, "Ben"))) is Why.LEFT_FOR_GOOD
    assert why(await pushed(house, table_id, ANN, BEN, Push.REMOVE)) is Why.NOT_THERE
    assert house.table(table_id).status is Status.PLAYING


async def test_removing_leaves_another_seats_clock_alone(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    await missed_by(house, table_id, BEN)
    assert house.user_to_move(table_id) == CEM
    house.clock.advance(10)
    deadline = house.table(table_id).deadline
    accepted(await pushed(house, table_id, ANN, BEN, Push.REMOVE))
    assert (house.user_to_move(table_id), house.table(table_id).deadline) == (CEM, deadline)


async def test_a_moderator_removes_whom_he_likes(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    accepted(await pushed(house, table_id, MODERATOR, ANN, Push.REMOVE, is_moderator=True))
    assert house.member(table_id, ANN).gone
    assert house.table(table_id).host == BEN


async def test_a_vote_removes_the_host_too(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    await missed_by(house, table_id, ANN)
    accepted(await pushed(house, table_id, BEN, ANN, Push.REMOVE))
    assert not house.member(table_id, ANN).gone
    accepted(await pushed(house, table_id, CEM, ANN, Push.REMOVE))
    assert house.member(table_id, ANN).gone
    assert house.table(table_id).host in (BEN, CEM)


async def test_who_plays_again_has_answered_the_vote_about_his_seat(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    await missed_by(house, table_id, ANN)
    accepted(await pushed(house, table_id, BEN, ANN, Push.REMOVE))
    await until(house, table_id, lambda user: user == ANN)
    assert len(house.table(table_id).ballots) == 1
    await house.move(table_id)
    assert house.table(table_id).ballots == ()


async def test_in_the_lobby_the_host_removes_a_person_and_others_do_not(house: House) -> None:
    await house.settle()
    table_id = await house.lobby(ANN, BEN, CEM)
    assert why(await pushed(house, table_id, CEM, BEN, Push.REMOVE)) is Why.NOT_HOST
    assert why(await pushed(house, table_id, ANN, BEN, Push.SKIP)) is Why.NOT_TO_MOVE
    accepted(await pushed(house, table_id, ANN, BEN, Push.REMOVE))
    assert [member.user for member in house.table(table_id).members] == [ANN, CEM]
    accepted(await house.manager.submit(Join(table_id, BEN, "Ben")))


async def test_who_waits_in_line_is_removed_from_it(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, rules={"preset": "classic", "late_join": "highest"})
    accepted(await house.manager.submit(Join(table_id, CEM, "Cem")))
    assert why(await pushed(house, table_id, BEN, CEM, Push.REMOVE)) is Why.NOT_HOST
    accepted(await pushed(house, table_id, ANN, CEM, Push.REMOVE))
    assert house.table(table_id).waiting == ()


async def test_who_is_out_has_no_vote(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    await missed_by(house, table_id, BEN)
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    assert why(await pushed(house, table_id, CEM, BEN, Push.REMOVE)) is Why.LEFT_FOR_GOOD
    assert why(await pushed(house, table_id, DAN, BEN, Push.REMOVE)) is Why.NOT_SEATED


async def test_after_the_end_nothing_is_pushed(house: House) -> None:
    table_id = await at_play(house, ANN, BEN)
    accepted(await house.manager.submit(LeaveTable(table_id, BEN)))
    assert why(await pushed(house, table_id, ANN, BEN, Push.REMOVE)) is Why.FINISHED


# --- What becomes of an absent seat ---------------------------------------------------------------


async def test_the_server_may_have_the_clock_play_on_for_who_is_away(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, absent="skip", rules={"preset": "classic"})
    for _ in range(4):
        await until(house, table_id, lambda user: user == BEN)
        await house.wait(TURN)
    assert house.member(table_id, BEN).missed == 4
    assert not house.member(table_id, BEN).is_away
    await house.restart()
    await until(house, table_id, lambda user: user == BEN)
    await house.wait(TURN)
    assert not house.member(table_id, BEN).is_away


async def test_the_server_may_have_who_is_away_go_out(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM, absent="remove", rules={"preset": "classic"})
    for _ in range(3):
        assert not house.member(table_id, BEN).gone
        await until(house, table_id, lambda user: user == BEN)
        await house.wait(TURN)
    assert house.member(table_id, BEN).gone
    assert house.table(table_id).status is Status.PLAYING


@pytest.mark.parametrize("absent", ["hold", "skip", "remove"])
async def test_a_match_from_which_everybody_has_gone_ends_by_itself(house: House, absent: str) -> None:
    rules = {"preset": "classic", "round_turn_cap": 6}
    table_id = await at_play(house, ANN, BEN, absent=absent, rules=rules)
    for _ in range(60):
        if house.table(table_id).status is not Status.PLAYING:
            break
        await house.wait(TURN)
    table = house.table(table_id)
    # Where the seats go out one after another, the last one there has won.
    assert table.status is (Status.OVER if absent == "remove" else Status.STOPPED)
    assert table.view.round <= 4


# --- More time ------------------------------------------------------------------------------------


async def more(house: House, table_id: int, user: int, **changes: Any) -> Outcome:
    return await house.manager.submit(MoreTime(table_id, user, **changes))


async def test_who_is_to_move_has_a_turns_time_more_once_in_a_match(house: House) -> None:
    table_id = await at_play(house, ANN, BEN)
    mover = house.user_to_move(table_id)
    assert mover is not None
    before = house.table(table_id)
    house.clock.advance(60)
    table = accepted(await more(house, table_id, mover)).table
    assert (table.deadline, table.turn_started) == (before.deadline + TURN, before.turn_started)
    assert table.extended == {mover}
    assert why(await more(house, table_id, mover)) is Why.EXTENDED_ALREADY
    await house.move(table_id)
    await until(house, table_id, lambda user: user == mover)
    assert why(await more(house, table_id, mover)) is Why.EXTENDED_ALREADY
    await house.wait(TURN)
    assert house.member(table_id, mover).missed == 1


async def test_a_longer_turn_is_played_by_the_clock_only_at_its_new_end(house: House) -> None:
    table_id = await at_play(house, ANN, BEN)
    mover = house.user_to_move(table_id)
    assert mover is not None
    accepted(await more(house, table_id, mover))
    await house.wait(2 * TURN - 1)
    assert house.member(table_id, mover).missed == 0
    await house.wait(1)
    assert house.member(table_id, mover).missed == 1


async def test_the_host_gives_others_time_and_moderators_anybody(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, CEM)
    mover = await until(house, table_id, lambda user: user != ANN)
    other = min({BEN, CEM} - {mover})
    assert why(await more(house, table_id, other)) is Why.NOT_HOST
    assert why(await more(house, table_id, MODERATOR)) is Why.NOT_SEATED
    for user, changes in ((ANN, {}), (ANN, {}), (MODERATOR, {"is_moderator": True})):
        deadline = house.table(table_id).deadline
        table = accepted(await more(house, table_id, user, **changes)).table
        assert table.deadline == deadline + TURN
    assert house.table(table_id).extended == frozenset()


async def test_without_a_clock_there_is_nothing_to_extend(house: House) -> None:
    table_id = await at_play(house, ANN, BEN, turn_seconds=None)
    assert why(await more(house, table_id, house.user_to_move(table_id) or 0)) is Why.NO_CLOCK


async def test_a_lobby_is_kept_open_by_each_person_once_and_by_moderators_always(house: House) -> None:
    await house.settle()
    table_id = await house.lobby(ANN, BEN)
    house.clock.advance(LOBBY_SECONDS - 1)
    table = accepted(await more(house, table_id, BEN)).table
    assert table.deadline == house.clock.now() + LOBBY_SECONDS
    assert why(await more(house, table_id, BEN)) is Why.EXTENDED_ALREADY
    accepted(await more(house, table_id, ANN))
    for _ in range(2):
        accepted(await more(house, table_id, MODERATOR, is_moderator=True))
    accepted(await house.manager.submit(Start(table_id, ANN)))
    assert house.table(table_id).extended == frozenset()


async def test_a_vote_says_nothing_to_a_seat_that_a_computer_holds(house: House) -> None:
    table_id = await at_play(house, ANN, BEN)
    for _ in range(60):
        if house.member(table_id, BEN).is_away:
            break
        if house.user_to_move(table_id) == BEN:
            await house.wait(TURN)
        else:
            await house.one_step(table_id)
    for _ in range(20):
        if house.user_to_move(table_id) == BEN:
            break
        await house.one_step(table_id)
    assert isinstance(await pushed(house, table_id, ANN, BEN, Push.SKIP), Stale)
    assert isinstance(await house.manager.submit(TakeBack(table_id, BEN)), Accepted)
    assert why(await pushed(house, table_id, ANN, BEN, Push.SKIP)) is Why.TOO_SOON
