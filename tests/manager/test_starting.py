"""A lobby that starts by itself when it is full, that starts without its host, or that closes."""

import asyncio
import random

import pytest

from bot.manager.deadlines import COUNTDOWN_SECONDS, LOBBY_SECONDS
from bot.manager.outcomes import Accepted, Refused, Stale, Why
from bot.manager.requests import (
    AddComputer,
    Join,
    LeaveTable,
    Rematch,
    RemoveComputer,
    SetClock,
    Start,
    StartWith,
    Stop,
    VaryRules,
)
from bot.manager.table_state import HOST_SECONDS
from bot.ports.store import DatabaseError
from bot.ports.tables import Status
from tests.house import ANN, BEN, CEM, DAN, GUILD, House, accepted

SOON = COUNTDOWN_SECONDS - 1


@pytest.fixture
def house() -> House:
    return House()


async def wanted(house: House, table_id: int, players: int | None) -> Accepted:
    return accepted(await house.manager.submit(StartWith(table_id, ANN, players)))


async def refused(house: House, request) -> Refused:
    outcome = await house.manager.submit(request)
    assert isinstance(outcome, Refused), outcome
    return outcome


async def joined(house: House, table_id: int, *people: int) -> None:
    for user in people:
        accepted(await house.manager.submit(Join(table_id, user, f"person {user}")))


# --- Full -----------------------------------------------------------------------------------------


async def test_without_a_wish_a_full_table_waits_for_its_host(house: House) -> None:
    await house.settle(rules={"preset": "classic", "players_max": 2})
    table_id = await house.lobby(ANN, BEN)
    await house.wait(COUNTDOWN_SECONDS + 1)
    table = house.table(table_id)
    assert (table.status, table.starts_with, table.is_starting) == (Status.LOBBY, None, False)


async def test_with_the_wanted_players_the_match_starts_after_a_countdown(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 3)
    assert not house.table(table_id).is_starting
    await joined(house, table_id, CEM)
    table = house.table(table_id)
    assert table.is_starting
    assert table.deadline == house.clock.now() + COUNTDOWN_SECONDS
    assert (await house.stored(table_id)).table.deadline == table.deadline
    await house.wait(SOON)
    assert house.table(table_id).status is Status.LOBBY
    await house.wait(1)
    table = house.table(table_id)
    assert table.status is Status.PLAYING
    assert table.view is not None
    assert table.view.round == 1
    assert not table.is_starting
    assert house.publisher.changed[-1] == table_id


async def test_nobody_slips_in_beside_the_wanted_players(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 3)
    outcomes = await asyncio.gather(
        *map(house.manager.submit, (Join(table_id, CEM, "C"), Join(table_id, DAN, "D")))
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Accepted", "Refused"]
    late = await refused(house, Join(table_id, DAN, "D"))
    assert (late.why, late.params) == (Why.TABLE_FULL, {"most": 3})
    assert (await refused(house, AddComputer(table_id, ANN, "normal"))).why is Why.TABLE_FULL
    await house.wait(COUNTDOWN_SECONDS)
    assert (await refused(house, Join(table_id, DAN, "D"))).why is Why.ALREADY_STARTED
    assert [member.user for member in house.table(table_id).members] == [ANN, BEN, CEM]


async def test_a_last_join_and_the_start_at_once_deal_once(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 2)
    house.clock.advance(COUNTDOWN_SECONDS)
    await asyncio.gather(
        house.manager.tick(),
        house.manager.submit(Start(table_id, ANN)),
        house.manager.submit(Join(table_id, CEM, "C")),
    )
    table = house.table(table_id)
    assert table.status is Status.PLAYING
    assert table.view is not None
    assert (table.view.round, len(table.members)) == (1, 2)


async def test_whoever_leaves_stops_the_countdown(house: House) -> None:
    table_id = await house.lobby(ANN, BEN, CEM)
    await wanted(house, table_id, 3)
    house.clock.advance(SOON)
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    table = house.table(table_id)
    assert (table.is_starting, table.deadline) == (False, house.clock.now() + LOBBY_SECONDS)
    await house.wait(COUNTDOWN_SECONDS)
    assert house.table(table_id).status is Status.LOBBY
    await joined(house, table_id, DAN)
    assert house.table(table_id).deadline == house.clock.now() + COUNTDOWN_SECONDS


async def test_computers_fill_a_table_and_leave_it_too(house: House) -> None:
    table_id = await house.lobby(ANN, computers=1)
    await wanted(house, table_id, 3)
    accepted(await house.manager.submit(AddComputer(table_id, ANN, "easy")))
    assert house.table(table_id).is_starting
    accepted(await house.manager.submit(RemoveComputer(table_id, ANN)))
    await house.wait(COUNTDOWN_SECONDS)
    assert house.table(table_id).status is Status.LOBBY


async def test_the_host_need_not_wait_and_may_think_better_of_it(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 2)
    await wanted(house, table_id, None)
    await house.wait(COUNTDOWN_SECONDS)
    assert house.table(table_id).status is Status.LOBBY
    await wanted(house, table_id, 2)
    accepted(await house.manager.submit(Start(table_id, ANN)))
    assert house.table(table_id).status is Status.PLAYING


async def test_the_countdown_outlives_a_restart(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 2)
    house.clock.advance(LOBBY_SECONDS + 5)
    (back,) = await house.restart()
    assert (back.starts_with, back.is_starting) == (2, True)
    assert back.deadline == house.clock.now() + COUNTDOWN_SECONDS
    await house.wait(COUNTDOWN_SECONDS)
    assert house.table(table_id).status is Status.PLAYING


async def test_a_start_that_is_not_saved_is_tried_again(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 2)
    house.store.failures.append(DatabaseError("The disk is full."))
    await house.wait(COUNTDOWN_SECONDS)
    assert house.table(table_id).status is Status.LOBBY
    await house.wait(60)
    assert house.table(table_id).status is Status.PLAYING


async def test_rules_that_cannot_be_played_keep_a_full_table_waiting(house: House) -> None:
    await house.settle(rules={"preset": "classic", "teams": 2, "players_max": 8}, vary_rules=True)
    table_id = await house.lobby(ANN, BEN, CEM, DAN)
    await joined(house, table_id, 5)
    await wanted(house, table_id, 5)
    table = house.table(table_id)
    assert not table.is_starting
    assert table.deadline == house.clock.now() + LOBBY_SECONDS
    accepted(await house.manager.submit(VaryRules(table_id, ANN, {"teams": 0})))
    assert house.table(table_id).is_starting


@pytest.mark.parametrize("players", [1, 2, 9, 99])
async def test_no_number_leaves_somebody_without_a_seat(house: House, players: int) -> None:
    await house.settle(rules={"preset": "classic"})
    table_id = await house.lobby(ANN, BEN, CEM)
    assert isinstance(await house.manager.submit(StartWith(table_id, ANN, players)), Stale)
    assert house.table(table_id).starts_with is None


async def test_the_number_is_the_hosts_business(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    assert (await refused(house, StartWith(table_id, BEN, 2))).why is Why.NOT_HOST
    assert (await refused(house, StartWith(table_id, CEM, 2))).why is Why.NOT_SEATED
    version = house.table(table_id).version
    await wanted(house, table_id, 4)
    assert isinstance(await house.manager.submit(StartWith(table_id, ANN, 2, version)), Stale)
    assert house.table(table_id).starts_with == 4


async def test_a_server_may_want_that_full_tables_start(house: House) -> None:
    await house.settle(rules={"preset": "classic", "players_max": 3}, auto_start=True, vary_rules=True)
    table_id = await house.lobby(ANN)
    assert house.table(table_id).starts_with == 3
    # All seats stay all seats, whatever the rules are.
    accepted(await house.manager.submit(VaryRules(table_id, ANN, {"players_max": 2})))
    assert house.table(table_id).starts_with == 2
    await joined(house, table_id, BEN)
    await house.wait(COUNTDOWN_SECONDS)
    assert house.table(table_id).status is Status.PLAYING


async def test_the_next_match_wants_as_many(house: House) -> None:
    await house.settle()
    table_id = await house.lobby(ANN, BEN, computers=1)
    await wanted(house, table_id, 3)
    await house.wait(COUNTDOWN_SECONDS)
    await house.play_out(table_id)
    again = accepted(await house.manager.submit(Rematch(table_id, BEN))).table
    assert (again.starts_with, again.is_starting) == (3, False)
    assert [member.user for member in again.members] == [BEN, None]


# --- Without the host -----------------------------------------------------------------------------


async def test_only_the_host_starts_until_he_has_been_away(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    until = house.clock.now() + HOST_SECONDS
    house.clock.advance(HOST_SECONDS - 1)
    early = await refused(house, Start(table_id, BEN))
    assert (early.why, early.params) == (Why.HOST_STARTS, {"when": until})
    house.clock.advance(1)
    assert (await refused(house, Start(table_id, CEM))).why is Why.NOT_SEATED
    accepted(await house.manager.submit(Start(table_id, BEN)))
    assert house.table(table_id).status is Status.PLAYING


async def test_more_than_half_of_the_others_start_without_him(house: House) -> None:
    table_id = await house.lobby(ANN, BEN, CEM, DAN)
    house.clock.advance(HOST_SECONDS)
    accepted(await house.manager.submit(Start(table_id, BEN)))
    table = house.table(table_id)
    assert (table.status, table.votes, table.votes_missing) == (Status.LOBBY, frozenset({BEN}), 1)
    assert isinstance(await house.manager.submit(Start(table_id, BEN)), Stale)
    accepted(await house.manager.submit(Start(table_id, DAN)))
    assert house.table(table_id).status is Status.PLAYING


async def test_a_host_who_is_there_ends_the_vote(house: House) -> None:
    table_id = await house.lobby(ANN, BEN, CEM)
    house.clock.advance(HOST_SECONDS)
    accepted(await house.manager.submit(Start(table_id, BEN)))
    accepted(await house.manager.submit(AddComputer(table_id, ANN, "easy")))
    assert house.table(table_id).votes == frozenset()
    assert (await refused(house, Start(table_id, CEM))).why is Why.HOST_STARTS


async def test_a_newcomer_does_not_stand_for_the_host(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    house.clock.advance(HOST_SECONDS)
    await joined(house, table_id, CEM, DAN)
    accepted(await house.manager.submit(Start(table_id, DAN)))
    accepted(await house.manager.submit(LeaveTable(table_id, DAN)))
    assert house.table(table_id).votes == frozenset()


async def test_a_new_host_has_time_of_his_own(house: House) -> None:
    table_id = await house.lobby(ANN, BEN, CEM)
    house.clock.advance(HOST_SECONDS)
    accepted(await house.manager.submit(Start(table_id, CEM)))
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    assert (house.table(table_id).host, house.table(table_id).votes) == (BEN, frozenset())
    assert (await refused(house, Start(table_id, CEM))).why is Why.HOST_STARTS


async def test_after_a_restart_the_host_has_time_to_come_back(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    house.clock.advance(HOST_SECONDS)
    await house.restart()
    assert (await refused(house, Start(table_id, BEN))).why is Why.HOST_STARTS


async def test_what_starts_by_itself_needs_no_vote(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    await wanted(house, table_id, 3)
    house.clock.advance(HOST_SECONDS)
    await joined(house, table_id, CEM)
    early = await refused(house, Start(table_id, BEN))
    assert (early.why, early.params) == (
        Why.STARTS_BY_ITSELF,
        {"when": house.clock.now() + COUNTDOWN_SECONDS},
    )


async def test_a_vote_does_not_make_unplayable_rules_playable(house: House) -> None:
    await house.settle(rules={"preset": "classic", "teams": 2})
    table_id = await house.lobby(ANN, BEN, CEM)
    house.clock.advance(HOST_SECONDS)
    short = await refused(house, Start(table_id, BEN))
    assert (short.why, short.params) == (Why.TOO_FEW_PLAYERS, {"seated": 3, "needed": 4})


# --- Closed ---------------------------------------------------------------------------------------


async def test_a_lobby_that_the_clock_closed_opens_again_with_the_same_people(house: House) -> None:
    table_id = await house.lobby(ANN, BEN, CEM, computers=1)
    await house.wait(LOBBY_SECONDS)
    table = house.table(table_id)
    assert (table.status, table.is_expired) == (Status.STOPPED, True)
    again = accepted(await house.manager.submit(Rematch(table_id, BEN))).table
    assert [member.user for member in again.members] == [BEN, ANN, CEM, None]
    assert (again.host, again.guild, again.status) == (BEN, GUILD, Status.LOBBY)


async def test_a_lobby_that_somebody_closed_has_not_expired(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    assert not house.table(table_id).is_expired


# --- Everything at once ---------------------------------------------------------------------------


def some_press(table_id: int, chance: random.Random):
    user = chance.choice((ANN, BEN, CEM, DAN))
    return chance.choice(
        [
            Join(table_id, user, f"person {user}"),
            Join(table_id, user, f"person {user}"),
            LeaveTable(table_id, user),
            AddComputer(table_id, user, "easy"),
            RemoveComputer(table_id, user),
            StartWith(table_id, user, chance.choice([None, 2, 3, 4, 5])),
            SetClock(table_id, user, chance.choice([None, 30, 300])),
            Start(table_id, user),
        ]
    )


@pytest.mark.parametrize("seed", range(8))
async def test_a_storm_in_the_lobby_never_seats_too_many_and_starts_once(seed: int) -> None:
    chance, house = random.Random(seed), House(seed=seed)
    await house.settle(rules={"preset": "classic", "teams": chance.choice([0, 2])}, auto_start=seed % 2 == 0)
    table_id = await house.lobby(ANN, BEN)
    for _ in range(300):
        before = house.table(table_id)
        if before.status is not Status.LOBBY:
            break
        presses = [some_press(table_id, chance) for _ in range(chance.randint(1, 4))]
        await asyncio.gather(*map(house.manager.submit, presses), house.manager.tick())
        after = house.table(table_id)
        if after.status is Status.LOBBY:
            assert len(after.members) <= after.seats
            assert after.votes <= set(after.voters)
            assert not after.is_starting or len(after.members) == after.seats
        house.clock.advance(chance.choice([0, 1, COUNTDOWN_SECONDS, HOST_SECONDS]))
        if chance.random() < 0.1:
            await house.restart()
    table = house.table(table_id)
    assert table.status in (Status.PLAYING, Status.STOPPED)
    if table.view is not None:
        assert (table.view.round, len(table.view.places)) == (1, len(table.members))
