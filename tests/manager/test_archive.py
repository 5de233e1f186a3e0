"""Matches that are over: lists, rounds and transcripts, each for its own server."""

import asyncio
import json
import threading
from dataclasses import replace

import pytest

from bot.engine.replay import replay_transcript
from bot.manager import archive
from bot.manager.outcomes import Refused, Why
from bot.manager.requests import LeaveTable, Stop
from bot.ports.store import PlayerSettings
from tests.house import ANN, BEN, CEM, GUILD, QUICK, House, accepted


@pytest.fixture
def house() -> House:
    return House(seed=9)


async def played(house: House, *people: int, computers: int = 0, channel: int = 20) -> int:
    await house.settle(rules=QUICK)
    table_id = await house.match(*people, computers=computers, channel=channel)
    await house.play_out(table_id)
    return table_id


async def why_no_transcript(house: House, table_id: int, guild: int = GUILD) -> Why:
    answer = await house.manager.transcript(table_id, guild)
    assert isinstance(answer, Refused), answer
    return answer.why


@pytest.mark.parametrize("rules", [QUICK, {"preset": "yanef", "limit": 30}, {"preset": "quick", "teams": 2}])
async def test_a_match_that_is_over_comes_out_as_a_transcript_that_proves_itself(
    house: House, rules: dict
) -> None:
    await house.settle(rules=rules | {"round_turn_cap": 80})
    table_id = await house.match(ANN, BEN, CEM, computers=1)
    commitment = house.table(table_id).commitment
    over = await house.play_out(table_id)
    transcript = json.loads(json.dumps(await house.manager.transcript(table_id, GUILD)))
    assert transcript["players"] == [member.name for member in over.members]
    assert transcript["commitment"] == commitment
    result = replay_transcript(transcript)
    assert result["ok"], result
    assert result["fair"] == {"seed": True, "deals": True}
    assert result["match"]["winners"] == list(over.view.result.winners)


async def test_a_match_that_was_stopped_has_a_transcript_up_to_there(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    await house.move(table_id)
    accepted(await house.manager.submit(LeaveTable(table_id, ANN)))
    other = await house.match(ANN, BEN, channel=7)
    await house.move(other)
    accepted(await house.manager.submit(Stop(other, ANN)))
    for ended in (table_id, other):
        transcript = await house.manager.transcript(ended, GUILD)
        assert replay_transcript(transcript)["ok"]
        assert len(transcript["rounds"]) == 1


async def test_a_match_at_play_keeps_its_cards_and_its_seed(house: House) -> None:
    table_id = await house.match(ANN, BEN)
    assert await why_no_transcript(house, table_id) is Why.NOT_FINISHED


async def test_without_a_deal_there_is_no_transcript(house: House) -> None:
    table_id = await house.lobby(ANN, BEN)
    assert await why_no_transcript(house, table_id) is Why.NOT_STARTED
    accepted(await house.manager.submit(Stop(table_id, ANN)))
    assert await why_no_transcript(house, table_id) is Why.NOT_STARTED


async def test_another_servers_match_does_not_exist(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    assert await why_no_transcript(house, table_id, GUILD + 1) is Why.NO_TABLE
    assert await why_no_transcript(house, 999) is Why.NO_TABLE
    assert await house.manager.rounds_of(table_id, GUILD + 1) == []
    assert await house.manager.finished_tables(GUILD + 1, offset=0, limit=9) == []


async def test_moves_that_the_rules_refuse_give_no_transcript(house: House) -> None:
    table_id = await played(house, ANN, BEN)
    row = house.store._rows[table_id]
    row.moves[0] = replace(row.moves[0], action={"discard": ["KING"], "draw": "stock"})
    assert await why_no_transcript(house, table_id) is Why.NO_TABLE
    row.moves[0] = replace(row.moves[0], action={"pass": True})
    assert await why_no_transcript(house, table_id) is Why.NO_TABLE


async def test_past_matches_are_listed_with_their_rounds(house: House) -> None:
    first = await played(house, ANN, BEN)
    second = await played(house, BEN, CEM, computers=1)
    stopped = await house.match(ANN, BEN)
    accepted(await house.manager.submit(Stop(stopped, ANN)))
    listed = await house.manager.finished_tables(GUILD, offset=0, limit=9)
    assert [table.id for table in listed] == [second, first]
    over = await house.manager.find(second)
    assert listed[0].ranks == over.view.result.ranks
    assert listed[0].totals == tuple(place.total for place in over.view.places)
    assert listed[0].members == over.members
    assert listed[0].rounds == len(await house.manager.rounds_of(second, GUILD)) == over.view.round
    assert [t.id for t in await house.manager.finished_tables(GUILD, user=ANN, offset=0, limit=9)] == [first]
    assert [await house.manager.finished_count(GUILD, user) for user in (None, BEN, CEM)] == [2, 2, 1]


async def test_a_transcript_in_the_making_keeps_nobody_waiting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await played(house, ANN, BEN)
    others_have_moved = threading.Event()

    def long_match(_played: object) -> dict:
        return {"waited": others_have_moved.wait(timeout=10)}

    monkeypatch.setattr(archive, "transcript_of", long_match)
    making = asyncio.create_task(house.manager.transcript(table_id, GUILD))
    other = await house.match(ANN, BEN, channel=7)
    await house.move(other)
    others_have_moved.set()
    assert await making == {"waited": True}


async def test_what_a_person_chose_holds_everywhere(house: House) -> None:
    assert await house.manager.player_settings(ANN) == PlayerSettings(ANN)
    chosen = PlayerSettings(ANN, card_order="suit", pings="off", learned=True)
    await house.manager.save_player_settings(chosen)
    await house.restart()
    assert await house.manager.player_settings(ANN) == chosen
    assert await house.manager.player_settings(BEN) == PlayerSettings(BEN)
