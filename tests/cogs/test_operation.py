"""What an operator watches of the running bot: figures that count what happened and name nobody."""


async def test_presses_and_tables_are_counted_and_nobody_is_named(room, ann, ben):
    await room.open_table(ann, ben)
    text = room.bot.metrics.text().decode()
    assert 'yaniv_tables{status="lobby"} 1.0' in text
    answered = next(line for line in text.splitlines() if line.startswith("yaniv_answer_seconds_count"))
    assert float(answered.split()[1]) >= 1
    assert "Ann" not in text
    assert str(ann.id) not in text


async def test_a_bot_that_is_connected_is_healthy_until_it_closes(room):
    assert room.bot._is_healthy()
    await room.bot.close()
    assert not room.bot._is_healthy()
