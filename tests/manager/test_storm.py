"""Whole matches with everybody pressing everything at once: no move is lost, none is played twice."""

import asyncio
import random

import pytest

from bot.engine.actions import Call, Pass, Slap, Turn
from bot.manager.outcomes import Accepted, Refused, Stale
from bot.manager.requests import (
    GoOnWithout,
    Join,
    LeaveTable,
    MoreTime,
    Play,
    Start,
    Stay,
    Stop,
    TakeBack,
    TimeUp,
    VaryRules,
)
from bot.ports.store import DatabaseError
from bot.ports.tables import Push, Status
from tests.house import ANN, BEN, CEM, DAN, House

PEOPLE = (ANN, BEN, CEM)


def some_press(house: House, table_id: int, chance: random.Random, old: list[Play]):
    """A sensible press, an old one, a forged one, or something from the wrong screen."""
    user = chance.choice((*PEOPLE, DAN))
    kind = chance.random()
    if kind < 0.45 and (hand := house.manager.hand(table_id, user)) and len(hand.view.legal):
        old.append(house.any_move(table_id, user))
        return old[-1]
    if kind < 0.6 and old:
        return chance.choice(old[-20:])
    if kind < 0.8:
        cards = tuple(chance.sample(range(54), chance.randint(0, 5)))
        action = chance.choice([Turn(cards), Turn(cards[:1], 7), Slap(chance.randrange(54)), Call(), Pass()])
        hand = house.manager.hand(table_id, user)
        return Play(table_id, user, action, hand and chance.choice([hand.stamp, "aaaaaa", None]))
    return chance.choice(
        [
            TakeBack(table_id, user),
            Start(table_id, user),
            Join(table_id, user, "X"),
            Stop(table_id, DAN),
            TimeUp(table_id),
            LeaveTable(table_id, DAN),
            LeaveTable(table_id, CEM, after_round=True),
            Stay(table_id, CEM),
            VaryRules(table_id, user, {"limit": 500}),
            MoreTime(table_id, user),
            GoOnWithout(table_id, user, chance.choice(PEOPLE), Push.SKIP),
            GoOnWithout(table_id, user, CEM, Push.REMOVE),
            GoOnWithout(table_id, DAN, chance.choice(PEOPLE), Push.SKIP, is_moderator=True),
        ]
    )


@pytest.mark.parametrize("seed", range(6))
async def test_a_storm_of_presses(seed: int) -> None:
    chance = random.Random(seed)
    house = House(seed=seed)
    rules = {
        "preset": "classic",
        "limit": 30,
        "slap": chance.choice(["off", "own", "anyone", "both"]),
        "late_join": chance.choice(["none", "highest"]),
        "round_turn_cap": 60,
    }
    absent = chance.choice(["hold", "skip", "remove"])
    await house.settle(rules=rules, turn_seconds=30, absent=absent, vary_rules=True)
    table_id = await house.match(*PEOPLE, computers=2)
    old: list[Play] = []
    kinds: set[type] = set()
    for _ in range(500):
        if house.table(table_id).status is not Status.PLAYING:
            break
        before, commits = house.table(table_id), len(house.store.commits)
        if chance.random() < 0.05:
            house.store.failures.append(DatabaseError("busy"))
        presses = [some_press(house, table_id, chance, old) for _ in range(chance.randint(1, 4))]
        *outcomes, _ = await asyncio.gather(*map(house.manager.submit, presses), house.manager.tick())
        house.store.failures.clear()
        kinds |= {type(outcome) for outcome in outcomes}
        after = house.table(table_id)
        written = house.store.commits[commits:]
        assert [commit.table.version for commit in written] == list(
            range(before.version + 1, after.version + 1)
        )
        assert sum(isinstance(outcome, Accepted) for outcome in outcomes) <= len(written)
        for press, outcome in zip(presses, outcomes, strict=True):
            assert outcome.hand is None or outcome.hand.view.seat == after.seat_of(press.user)
        house.clock.advance(chance.choice([0, 0.5, 2, 20]))
        if chance.random() < 0.05:
            stamps = [hand and hand.stamp for hand in house.hands(table_id)]
            await house.restart()
            assert [hand and hand.stamp for hand in house.hands(table_id)] == stamps
    assert kinds == {Accepted, Stale, Refused}
    moves = await house.store.all_moves(table_id)
    assert len(moves) > 25
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))
