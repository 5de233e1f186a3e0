"""How long a match will take: the same answer each time, bounded work, nothing where nothing is known."""

import asyncio

import pytest

from bot.engine.house_rules import PRESETS, parse_rules
from bot.manager import estimate
from bot.manager.estimate import Estimates, Length, measure
from bot.ports.store import GuildSettings
from tests.present.builders import PEOPLE, ROBOT, lobby

LENGTH = Length(turns=(100, 200), rounds=(5, 10))


class Measured:
    """In place of matches: counts what is asked, and answers when it is let."""

    def __init__(self, answer: Length | None = LENGTH) -> None:
        self.asked: list[tuple[str, int]] = []
        self.answer = answer
        self.free = asyncio.Event()
        self.free.set()
        self.running = self.most = 0

    async def __call__(self, function, rules, seats):
        assert function is measure
        self.asked.append((rules.preset, seats))
        self.running += 1
        self.most = max(self.most, self.running)
        await self.free.wait()
        self.running -= 1
        return self.answer


def estimates(measured: Measured, **settings) -> Estimates:
    async def settings_of(guild: int) -> GuildSettings:
        return GuildSettings(guild, **settings)

    return Estimates(settings_of, measured)


async def test_a_lobby_learns_its_number_of_seats_and_the_next_ones_once():
    measured = Measured()
    known = estimates(measured)
    table = lobby(PEOPLE[0])
    assert known.known(table) is None
    await known.learn(table)
    await known.learn(table)
    assert measured.asked == [("classic", 2), ("classic", 3)]
    assert known.known(table) is None
    assert known.known(lobby(*PEOPLE)) == (15, 55)
    assert known.known(lobby(*PEOPLE, house=PRESETS["quick"])) is None


async def test_computers_are_quicker_than_people():
    known = estimates(Measured(), pace=0.5)
    robots = lobby(PEOPLE[0], ROBOT)
    await known.learn(robots)
    assert known.known(lobby(*PEOPLE)) == (15, 55)
    assert known.known(robots) == (5, 30)


async def test_a_full_table_and_teams_ask_only_for_what_can_be():
    measured = Measured()
    await estimates(measured).learn(lobby(*PEOPLE, house=parse_rules({"players_max": 2})))
    await estimates(measured).learn(lobby(*PEOPLE, house=parse_rules({"teams": 2})))
    assert [seats for _, seats in measured.asked] == [2, 4]


@pytest.mark.parametrize("clock", [None, 3600, 86400])
async def test_matches_over_days_are_not_foretold(clock):
    known = estimates(Measured(), turn_seconds=clock)
    await known.learn(lobby(*PEOPLE))
    assert known.known(lobby(*PEOPLE)) is None


async def test_rules_without_an_end_are_measured_once_and_not_told():
    measured = Measured(None)
    known = estimates(measured)
    for _ in range(2):
        await known.learn(lobby(*PEOPLE, house=parse_rules({"players_max": 2})))
    assert known.known(lobby(*PEOPLE, house=parse_rules({"players_max": 2}))) is None
    assert len(measured.asked) == 1


async def test_many_lobbies_at_once_are_measured_one_after_another():
    measured = Measured()
    measured.free.clear()
    known = estimates(measured)
    tables = [lobby(*PEOPLE, house=parse_rules({"limit": 100 + n})) for n in range(4)]
    learning = [asyncio.ensure_future(known.learn(table)) for table in [*tables, *tables]]
    await asyncio.sleep(0)
    measured.free.set()
    await asyncio.gather(*learning)
    assert measured.most == 1
    assert len(measured.asked) == 4 * 2


async def test_only_so_many_answers_are_kept(monkeypatch):
    monkeypatch.setattr(estimate, "KEPT", 3)
    known = estimates(Measured())
    old, new = lobby(*PEOPLE), lobby(*PEOPLE, house=PRESETS["quick"])
    await known.learn(old)
    await known.learn(new)
    assert known.known(old) is None
    assert known.known(new) is not None


@pytest.mark.parametrize("name", PRESETS)
def test_the_same_rules_are_always_measured_alike(name, monkeypatch):
    monkeypatch.setattr(estimate, "MATCHES", 4)
    first = measure(PRESETS[name], 2)
    assert first == measure(PRESETS[name], 2)
    assert first is not None
    assert first.turns[0] <= first.turns[1]
    assert first.rounds[0] <= first.rounds[1]


def test_a_higher_limit_takes_longer(monkeypatch):
    monkeypatch.setattr(estimate, "MATCHES", 4)
    short, long = (measure(parse_rules({"limit": limit}), 3) for limit in (50, 400))
    assert short is not None
    assert long is not None
    assert short.turns[1] < long.turns[0]
    assert short.rounds[1] < long.rounds[0]


def test_a_match_without_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr(estimate, "MOST_TURNS", 200)
    assert measure(parse_rules({"limit": 1000}), 4) is None


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        ((1.2, 4.1), (1, 5)),
        ((0.1, 0.2), (1, 2)),
        ((21, 33), (20, 35)),
        ((55, 131), (50, 140)),
        ((130, 200), (120, 240)),
    ],
)
def test_minutes_are_rounded_as_one_says_them(minutes, told):
    assert estimate._rounded(*minutes) == told
