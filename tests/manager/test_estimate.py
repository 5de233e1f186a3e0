"""How long a match will take: the same answer each time, bounded work, nothing where nothing is known."""

from concurrent.futures import Future

import pytest

from bot.engine.house_rules import PRESETS, parse_rules
from bot.manager import estimate
from bot.manager.estimate import Estimates, Length, measure, one_after_another
from bot.ports.store import GuildSettings
from tests.present.builders import PEOPLE, ROBOT, lobby

LENGTH = Length(turns=(100, 200), rounds=(5, 10))


class Measured:
    """In place of matches: counts what is asked, and answers when it is let."""

    def __init__(self, answer: Length | None = LENGTH) -> None:
        self.asked: list[tuple[str, int]] = []
        self.answer = answer
        self.waiting: list[Future] = []

    def __call__(self, function, rules, seats):
        assert function is measure
        self.asked.append((rules.preset, seats))
        self.waiting.append(Future())
        return self.waiting[-1]

    def answer_all(self) -> None:
        for future in self.waiting:
            future.set_result(self.answer)
        self.waiting.clear()


def estimates(measured: Measured, **settings) -> Estimates:
    async def settings_of(guild: int) -> GuildSettings:
        return GuildSettings(guild, **settings)

    return Estimates(settings_of, measured)


async def learn(known: Estimates, measured: Measured, table) -> list:
    await known.ask(table)
    measured.answer_all()
    return known.collect()


async def test_a_lobby_learns_its_number_of_seats_and_the_next_ones_once():
    measured = Measured()
    known = estimates(measured)
    table = lobby(PEOPLE[0])
    assert known.known(table) is None
    assert await learn(known, measured, table) == []
    await learn(known, measured, table)
    assert measured.asked == [("classic", 2), ("classic", 3)]
    assert known.known(table) is None
    assert known.known(lobby(*PEOPLE)) == (15, 55)
    assert known.known(lobby(*PEOPLE, house=PRESETS["quick"])) is None


async def test_a_table_that_asked_is_told_once_when_the_answer_is_there():
    measured = Measured()
    known = estimates(measured)
    table = lobby(*PEOPLE)
    await known.ask(table)
    assert known.collect() == []
    measured.answer_all()
    assert known.collect() == [table]
    assert known.collect() == []


async def test_what_is_being_measured_is_not_begun_again():
    measured = Measured()
    known = estimates(measured)
    for _ in range(3):
        await known.ask(lobby(*PEOPLE))
    assert len(measured.asked) == 2


async def test_computers_are_quicker_than_people():
    measured = Measured()
    known = estimates(measured, pace=0.5)
    robots = lobby(PEOPLE[0], ROBOT)
    await learn(known, measured, robots)
    assert known.known(lobby(*PEOPLE)) == (15, 55)
    assert known.known(robots) == (5, 30)


async def test_a_full_table_and_teams_ask_only_for_what_can_be():
    measured = Measured()
    await estimates(measured).ask(lobby(*PEOPLE, house=parse_rules({"players_max": 2})))
    await estimates(measured).ask(lobby(*PEOPLE, house=parse_rules({"teams": 2})))
    assert [seats for _, seats in measured.asked] == [2, 4]


@pytest.mark.parametrize("clock", [None, 3600, 86400])
async def test_matches_over_days_are_not_foretold(clock):
    measured = Measured()
    known = estimates(measured, turn_seconds=clock)
    assert await learn(known, measured, lobby(*PEOPLE)) == []
    assert known.known(lobby(*PEOPLE)) is None


async def test_the_clock_that_counts_is_the_hosts():
    measured = Measured()
    known = estimates(measured, turn_seconds=86400)
    assert await learn(known, measured, lobby(*PEOPLE, clock=60)) != []
    assert known.known(lobby(*PEOPLE, clock=86400)) is None
    assert known.known(lobby(*PEOPLE, clock=0)) is None
    assert known.known(lobby(*PEOPLE)) is None


async def test_rules_without_an_end_are_measured_once_and_not_told():
    measured = Measured(None)
    known = estimates(measured)
    for _ in range(2):
        assert await learn(known, measured, lobby(*PEOPLE, house=parse_rules({"players_max": 2}))) == []
    assert known.known(lobby(*PEOPLE, house=parse_rules({"players_max": 2}))) is None
    assert len(measured.asked) == 1


async def test_only_so_many_answers_are_kept(monkeypatch):
    monkeypatch.setattr(estimate, "KEPT", 3)
    measured = Measured()
    known = estimates(measured)
    old, new = lobby(*PEOPLE), lobby(*PEOPLE, house=PRESETS["quick"])
    await learn(known, measured, old)
    await learn(known, measured, new)
    assert known.known(old) is None
    assert known.known(new) is not None


def test_measuring_keeps_nobody_waiting():
    begun = one_after_another()(lambda rules, seats: (rules.preset, seats), PRESETS["quick"], 3)
    assert begun.result(timeout=60) == ("quick", 3)


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
