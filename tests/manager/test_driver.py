"""Computers: they think for a while, see what a person would see, and are refused nothing."""

from random import Random

import pytest

from bot.engine.actions import Action, Call, Pass, Slap, Turn
from bot.engine.cards import cards_in
from bot.engine.errors import IllegalActionError
from bot.engine.events import Slapped
from bot.engine.options import Legal
from bot.engine.transcript import action_to_json
from bot.engine.views import SeatView, view_for
from bot.manager.outcomes import Stale
from bot.manager.recovery import revive
from bot.manager.requests import ComputerMove, Play, Stop
from bot.manager.table_state import running_of
from bot.opponents.characters import character_of
from bot.opponents.levels import LEVELS, with_character
from bot.ports.tables import Status
from tests.house import ANN, BEN, QUICK, House, accepted, random_opponent


async def to_a_computer(house: House, table_id: int) -> None:
    while house.is_persons_turn(table_id):
        await house.move(table_id)


async def test_a_computer_thinks_between_one_and_three_seconds() -> None:
    pauses = []
    for seed in range(20):
        house = House(seed=seed)
        table_id = await house.match(ANN, computers=1)
        await to_a_computer(house, table_id)
        version, start = house.table(table_id).version, house.clock.now()
        while house.table(table_id).version == version:
            await house.wait(0.1)
        pauses.append(house.clock.now() - start)
    assert min(pauses) >= 0.99
    assert max(pauses) <= 3.1
    assert max(pauses) - min(pauses) > 0.5


@pytest.mark.parametrize(("pace", "least", "most"), [(0.5, 0.5, 1.5), (3.0, 3.0, 9.0)])
async def test_the_servers_pace_stretches_the_pause(pace: float, least: float, most: float) -> None:
    house = House(seed=2)
    await house.settle(pace=pace)
    table_id = await house.match(ANN, computers=1)
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    await house.wait(least - 0.01)
    assert house.table(table_id).version == version
    await house.wait(most - least + 0.01)
    assert house.table(table_id).version == version + 1


@pytest.mark.parametrize("level", ["easy", "expert", "sage"])
async def test_a_computer_has_the_pace_of_its_character_within_one_to_three_seconds(level: str) -> None:
    """A level that is none of ours has no pace of its own."""
    pace = character_of("Noa", level).pace
    house = House(seed=2, opponents={level: random_opponent})
    await house.settle(pace=100.0)
    table_id = await house.match(ANN, computers=1, level=level)
    assert house.table(table_id).members[1].name == "Noa"
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    least, most = 100 * max(1, pace), 100 * min(3, 3 * pace)
    await house.wait(least - 0.01)
    assert house.table(table_id).version == version
    await house.wait(most - least + 0.02)
    assert house.table(table_id).version == version + 1


async def test_computers_call_as_daringly_as_their_characters() -> None:
    hard = LEVELS["hard"]
    house = House(seed=3, opponents={"hard": hard})
    await house.settle(rules={"preset": "classic"})
    table_id = await house.match(ANN, computers=3, level="hard")
    while house.table(table_id).status is Status.PLAYING:
        state = revive(await house.stored(table_id))
        seat = state.to_move
        assert seat is not None
        view, member = view_for(running_of(state).match, seat), state.members[seat]
        plain = hard(view, view.legal, Random(0))
        if member.user is not None:
            hand = house.hand(table_id, ANN)
            accepted(await house.manager.submit(Play(table_id, ANN, plain, hand.stamp)))
            continue
        own = with_character(hard, character_of(member.name, "hard"))(view, view.legal, Random(0))
        await house.wait(3)
        assert (await house.store.all_moves(table_id))[-1].action == action_to_json(own)
        if plain != own == Call():
            assert member.name in ("Noa", "Tal")
            return
    raise AssertionError("nobody dared anything")


async def test_computers_in_a_row_play_one_by_one() -> None:
    house = House(seed=2)
    table_id = await house.match(ANN, computers=3)
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    await house.wait(3)
    assert house.table(table_id).version == version + 1
    await house.manager.tick()
    assert house.table(table_id).version == version + 1
    await house.wait(3)
    assert house.table(table_id).version == version + 2


async def test_even_without_a_pause_one_tick_is_one_move() -> None:
    house = House(seed=2)
    await house.settle(pace=0.0)
    table_id = await house.match(ANN, computers=3)
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    await house.manager.tick()
    assert house.table(table_id).version == version + 1


async def test_a_computer_gets_its_seats_view_and_the_legal_actions() -> None:
    seen: list[SeatView] = []

    def watching(view, legal, chance):
        assert legal == view.legal
        seen.append(view)
        return random_opponent(view, legal, chance)

    house = House(seed=1, opponents={"normal": watching})
    table_id = await house.match(ANN, computers=2)
    await house.play_out(table_id)
    assert {view.seat for view in seen} == {1, 2}
    assert all(view.table.to_move == view.seat for view in seen)
    assert all(view.hand.bit_count() == view.table.places[view.seat].cards for view in seen)


async def test_a_refused_computer_move_raises_and_the_others_play_on() -> None:
    def cheating(view, legal, chance):
        return Turn((next(card for card in range(54) if not view.hand >> card & 1),))

    house = House(seed=2, opponents={"cheat": cheating, "normal": random_opponent})
    honest = await house.match(ANN, computers=1)
    table_id = await house.match(BEN, computers=1, channel=99, level="cheat")
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    with pytest.raises(ExceptionGroup) as caught:
        await house.wait(3)
    assert [type(error) for error in caught.value.exceptions] == [IllegalActionError]
    assert house.table(table_id).version == version
    assert house.table(honest).status is Status.PLAYING


async def test_a_broken_computer_does_not_stop_other_tables_and_is_left_to_rest() -> None:
    asked = []

    def broken(view, legal, chance):
        asked.append(view)
        raise RuntimeError("defect")

    house = House(seed=2, opponents={"broken": broken, "normal": random_opponent})
    bad = await house.match(ANN, computers=1, level="broken")
    good = await house.match(BEN, computers=1, channel=99)
    await to_a_computer(house, bad)
    await to_a_computer(house, good)
    version = house.table(good).version
    with pytest.raises(ExceptionGroup):
        await house.wait(3)
    assert house.table(good).version > version
    for _ in range(40):
        try:
            await house.wait(1)
        except ExceptionGroup:
            continue
    assert 3 <= len(asked) <= 5


async def test_a_computers_move_for_an_older_table_is_dropped() -> None:
    house = House(seed=2)
    table_id = await house.match(ANN, computers=1)
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    assert isinstance(await house.manager.submit(ComputerMove(table_id, 1, Call(), version - 1)), Stale)
    assert house.table(table_id).version == version


async def test_no_computer_plays_for_a_person_who_is_there() -> None:
    house = House(seed=2)
    table_id = await house.match(ANN, BEN)
    user = house.user_to_move(table_id)
    move = house.any_move(table_id, user)
    seat = house.table(table_id).seat_of(user)
    with pytest.raises(IllegalActionError):
        await house.manager.submit(ComputerMove(table_id, seat, move.action, house.table(table_id).version))


async def test_a_level_that_no_longer_exists_is_played_by_another() -> None:
    house = House(seed=2)
    table_id = await house.match(ANN, computers=1)
    house.opponents = {"sage": random_opponent}
    await house.restart()
    await to_a_computer(house, table_id)
    version = house.table(table_id).version
    await house.wait(3)
    assert house.table(table_id).version == version + 1


async def test_a_stopped_table_plays_no_more() -> None:
    house = House(seed=2)
    table_id = await house.match(ANN, computers=1)
    await to_a_computer(house, table_id)
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    version = house.table(table_id).version
    await house.wait(10)
    assert house.table(table_id).version == version


async def test_computers_slap_out_of_turn_where_the_rules_let_anybody() -> None:
    house = House(seed=6)
    await house.settle(rules=QUICK | {"slap": "anyone", "limit": 100})
    table_id = await house.match(ANN, BEN, computers=3)
    slaps = 0
    for _ in range(400):
        if house.table(table_id).status is not Status.PLAYING:
            break
        await house.one_step(table_id)
        events = house.table(table_id).recent
        slaps += (
            isinstance(events[-1], Slapped) and house.table(table_id).members[events[-1].seat].is_computer
        )
    assert slaps > 3


async def test_a_computer_that_lets_a_slap_go_is_asked_once_and_holds_nobody_up() -> None:
    asked: list[tuple[int, int]] = []

    def shy(view: SeatView, legal: Legal, rng: Random) -> Action:
        if legal.discards:
            return random_opponent(view, legal, rng)
        if legal.slaps:
            asked.append((view.seat, sum(place.turns for place in view.table.places)))
            return Pass()
        return next(iter(legal))

    house = House(seed=6, opponents={"shy": shy})
    await house.settle(rules=QUICK | {"slap": "anyone", "limit": 100})
    table_id = await house.match(ANN, computers=4, level="shy")
    for _ in range(60):
        if house.table(table_id).status is not Status.PLAYING:
            break
        await house.one_step(table_id)
    assert len(asked) > 3
    assert len(set(asked)) == len(asked)


async def test_a_slap_does_not_restart_the_movers_clock() -> None:
    """Rule 4.1: a slap passes no turn."""
    for seed in range(300):
        house = House(seed=seed)
        await house.settle(rules={"preset": "classic", "slap": "anyone"})
        table_id = await house.match(ANN, BEN)
        mover = house.user_to_move(table_id)
        other = house.hand(table_id, ANN + BEN - mover)
        if not other.view.legal.slaps:
            continue
        deadline = house.table(table_id).deadline
        house.clock.advance(50)
        slap = Slap(other.view.legal.slaps[0])
        accepted(await house.manager.submit(Play(table_id, ANN + BEN - mover, slap, other.stamp)))
        assert house.table(table_id).deadline == deadline
        assert house.user_to_move(table_id) == mover
        assert slap.card not in cards_in(house.hand(table_id, ANN + BEN - mover).view.hand)
        return
    raise AssertionError("no deal with a slap")
