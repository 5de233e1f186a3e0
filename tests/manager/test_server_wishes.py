"""What a server lets people do: where and how many tables, and whether a host may vary the rules."""

import asyncio

import pytest

from bot.manager.outcomes import Accepted, Refused, Stale, Why
from bot.manager.requests import AddComputer, Join, LeaveTable, Open, Rematch, Start, Stop, VaryRules
from bot.ports.store import GuildSettings
from tests.house import ANN, BEN, CEM, CHANNEL, DAN, GUILD, House, accepted

ALLOWED, THREAD = 700, 701


@pytest.fixture
def house() -> House:
    return House(seed=5)


def refused(outcome) -> tuple[Why, dict]:
    assert isinstance(outcome, Refused), outcome
    return outcome.why, outcome.params


async def opened(house: House, channel: int, parent: int | None = None, guild: int = GUILD):
    return await house.manager.open(Open(guild, channel, ANN, "Ann", "en", parent))


async def test_tables_open_only_in_the_channels_that_a_server_names(house: House) -> None:
    await house.settle(channels=(ALLOWED, 9))
    assert refused(await opened(house, CHANNEL)) == (Why.CHANNEL_NOT_ALLOWED, {"channels": [ALLOWED, 9]})
    assert house.manager.table_in_channel(CHANNEL) is None
    accepted(await opened(house, ALLOWED))
    accepted(await opened(house, CHANNEL, guild=GUILD + 1))


async def test_a_thread_counts_as_the_channel_above_it(house: House) -> None:
    await house.settle(channels=(ALLOWED,))
    assert refused(await opened(house, THREAD))[0] is Why.CHANNEL_NOT_ALLOWED
    assert refused(await opened(house, THREAD, CHANNEL))[0] is Why.CHANNEL_NOT_ALLOWED
    table = accepted(await opened(house, THREAD, ALLOWED)).table
    accepted(await house.manager.submit(Stop(table.id, ANN)))
    assert refused(await house.manager.submit(Rematch(table.id, ANN)))[0] is Why.CHANNEL_NOT_ALLOWED
    accepted(await house.manager.submit(Rematch(table.id, ANN, ALLOWED)))


async def test_tables_stay_away_from_the_channels_that_a_server_closes(house: House) -> None:
    await house.settle(closed_channels=(CHANNEL,))
    assert refused(await opened(house, CHANNEL))[0] is Why.CHANNEL_CLOSED
    assert refused(await opened(house, THREAD, CHANNEL))[0] is Why.CHANNEL_CLOSED
    accepted(await opened(house, THREAD, ALLOWED))


async def test_a_server_has_so_many_tables_at_a_time(house: House) -> None:
    await house.settle(tables_max=2)
    first = accepted(await opened(house, 1)).table
    accepted(await house.manager.submit(Join(first.id, BEN, "Ben")))
    accepted(await house.manager.submit(Start(first.id, ANN)))
    accepted(await opened(house, 2))
    assert refused(await opened(house, 3)) == (Why.TOO_MANY_TABLES, {"most": 2})
    assert refused(await opened(house, 2))[0] is Why.CHANNEL_BUSY
    accepted(await opened(house, 4, guild=GUILD + 1))
    accepted(await house.manager.submit(Stop(first.id, ANN)))
    accepted(await opened(house, 3))
    assert refused(await house.manager.submit(Rematch(first.id, ANN)))[0] is Why.TOO_MANY_TABLES


async def test_openings_at_once_do_not_slip_past_the_limit(house: House) -> None:
    await house.settle(tables_max=3)
    outcomes = await asyncio.gather(*(opened(house, channel) for channel in range(1, 9)))
    assert [type(outcome) for outcome in outcomes].count(Accepted) == 3


async def test_a_server_that_never_chose_anything_has_ten_tables_everywhere(house: House) -> None:
    outcomes = [await opened(house, channel) for channel in range(1, 12)]
    assert [type(outcome) for outcome in outcomes] == [Accepted] * 10 + [Refused]


# --- Other rules for one match ----------------------------------------------------------------------


async def lobby(house: House, *people: int, vary_rules: bool = True) -> int:
    await house.settle(rules={"preset": "yanef", "call_limit": 3}, vary_rules=vary_rules)
    return await house.lobby(*people)


async def test_the_host_of_a_lobby_varies_the_rules_of_his_match(house: House) -> None:
    table_id = await lobby(house, ANN, BEN)
    before = house.table(table_id)
    table = accepted(await house.manager.submit(VaryRules(table_id, ANN, {"limit": 60}))).table
    assert (table.rules.preset, table.rules.call_limit, table.rules.limit) == ("yanef", 3, 60)
    assert table.version == before.version + 1
    await house.restart()
    assert house.table(table_id).rules == table.rules
    accepted(await house.manager.submit(Start(table_id, ANN)))
    assert house.table(table_id).rules.limit == 60
    assert (await house.manager.guild_settings(GUILD)).rules == {"preset": "yanef", "call_limit": 3}


async def test_another_preset_brings_its_own_values_along(house: House) -> None:
    table_id = await lobby(house, ANN)
    changes = {"preset": "japanese", "limit": 100}
    rules = accepted(await house.manager.submit(VaryRules(table_id, ANN, changes))).table.rules
    assert (rules.preset, rules.limit, rules.call_limit, rules.runs) == ("japanese", 100, 5, True)


async def test_rules_that_cannot_be_played_are_refused_with_every_fault(house: House) -> None:
    table_id = await lobby(house, ANN, BEN)
    before = house.table(table_id)
    changes = {"call_limit": 99, "colour": "red"}
    why, params = refused(await house.manager.submit(VaryRules(table_id, ANN, changes)))
    assert why is Why.RULES_UNPLAYABLE
    assert {fault.field for fault in params["faults"]} == {"call_limit", "colour"}
    assert house.table(table_id) == before


async def test_everybody_at_the_table_keeps_his_seat(house: House) -> None:
    table_id = await lobby(house, ANN, BEN, CEM)
    outcome = await house.manager.submit(VaryRules(table_id, ANN, {"players_max": 2}))
    assert refused(outcome) == (Why.TABLE_FULL, {"most": 2})
    accepted(await house.manager.submit(LeaveTable(table_id, CEM)))
    accepted(await house.manager.submit(VaryRules(table_id, ANN, {"players_max": 2})))
    assert refused(await house.manager.submit(Join(table_id, CEM, "Cem")))[0] is Why.TABLE_FULL


async def test_only_the_host_varies_the_rules_and_only_in_the_lobby(house: House) -> None:
    table_id = await lobby(house, ANN, BEN)
    for user, why in ((BEN, Why.NOT_HOST), (DAN, Why.NOT_SEATED)):
        assert refused(await house.manager.submit(VaryRules(table_id, user, {"limit": 60})))[0] is why
    accepted(await house.manager.submit(Start(table_id, ANN)))
    assert isinstance(await house.manager.submit(VaryRules(table_id, ANN, {"limit": 60})), Stale)
    assert house.table(table_id).rules.limit == 100


async def test_a_change_meant_for_an_older_lobby_is_stale(house: House) -> None:
    table_id = await lobby(house, ANN)
    version = house.table(table_id).version
    accepted(await house.manager.submit(AddComputer(table_id, ANN, "normal")))
    assert isinstance(await house.manager.submit(VaryRules(table_id, ANN, {"limit": 60}, version)), Stale)


async def test_without_the_servers_leave_the_rules_stand(house: House) -> None:
    table_id = await lobby(house, ANN, vary_rules=False)
    assert refused(await house.manager.submit(VaryRules(table_id, ANN, {"limit": 60})))[0] is Why.RULES_FIXED
    await house.manager.save_guild_settings(GuildSettings(GUILD, vary_rules=True))
    accepted(await house.manager.submit(VaryRules(table_id, ANN, {"limit": 60})))


async def test_a_rematch_goes_on_by_the_varied_rules(house: House) -> None:
    table_id = await lobby(house, ANN, BEN)
    accepted(await house.manager.submit(VaryRules(table_id, ANN, {"limit": 60})))
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    assert accepted(await house.manager.submit(Rematch(table_id, BEN))).table.rules.limit == 60
