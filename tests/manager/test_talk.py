"""Whether computers talk is decided when a match starts, and stays so."""

from dataclasses import replace

import pytest

from bot.i18n.catalog import words_for
from bot.manager.recovery import revive
from bot.manager.requests import Rematch, Start
from bot.manager.table_state import table_of
from bot.present.talk import talk_lines
from tests.house import ANN, QUICK, House, accepted


@pytest.mark.parametrize("talk", [True, False])
async def test_a_table_obeys_what_the_server_has_chosen(*, talk: bool) -> None:
    house = House(seed=1)
    await house.settle(computer_talk=talk)
    table_id = await house.match(ANN, computers=1)
    assert house.table(table_id).computers_talk is talk
    await house.restart()
    assert house.table(table_id).computers_talk is talk


async def test_a_change_counts_from_the_next_match() -> None:
    house = House(seed=1)
    await house.settle(computer_talk=True)
    table_id = await house.match(ANN, computers=1)
    await house.settle(computer_talk=False)
    await house.restart()
    assert (await house.play_out(table_id)).computers_talk
    again = accepted(await house.manager.submit(Rematch(table_id, ANN))).table
    assert not again.computers_talk
    assert not accepted(await house.manager.submit(Start(again.id, ANN))).table.computers_talk


async def test_a_match_begun_before_computers_could_talk_stays_silent() -> None:
    house = House(seed=1)
    table_id = await house.match(ANN, computers=1)
    stored = await house.stored(table_id)
    assert stored.table.checkpoint is not None
    checkpoint = {key: value for key, value in stored.table.checkpoint.items() if key != "talk"}
    older = replace(stored, table=replace(stored.table, checkpoint=checkpoint))
    assert table_of(revive(stored)).computers_talk
    assert not table_of(revive(older)).computers_talk


async def test_the_same_is_said_after_a_restart() -> None:
    house, words = House(seed=1), words_for("en")
    await house.settle(rules=QUICK | {"limit": 100})
    table_id = await house.match(ANN, computers=3)
    spoken: list[str] = []

    async def restart() -> None:
        table = house.table(table_id)
        if table.last_round is None or not table.view or table.last_round.number <= table.announced:
            return
        lines = talk_lines(table, table.last_round, words)
        await house.restart()
        back = house.table(table_id)
        assert back.last_round == table.last_round
        assert talk_lines(back, back.last_round, words) == lines
        await house.manager.set_announced(table_id, table.last_round.number)
        spoken.extend(lines)

    await house.play_out(table_id, restart)
    assert spoken
