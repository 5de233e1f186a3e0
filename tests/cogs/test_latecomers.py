"""People who come while a match is at play, and people who leave at the end of its round."""

import pytest

from bot.ports.store import GuildSettings
from bot.present import tokens
from tests.cogs.test_presses import mover_of

LATE = {"preset": "classic", "late_join": "highest", "call_limit": 7}


@pytest.fixture
def rules():
    return LATE


@pytest.fixture
async def open_match(room, ann, ben, rules):
    """A match of Ann and Ben on a server that lets people in late."""
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, rules=rules, turn_seconds=None))
    await room.start(ann, ben)


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def board_text(room):
    return plain(room.text(room.board()))


async def end_of_round(room, *people):
    number = room.table.view.round
    for _ in range(80):
        if room.table.view.round > number:
            return
        await room.take_turn(mover_of(room, *people))
        await room.wait()
    raise AssertionError("the round does not end")


@pytest.mark.usefixtures("open_match")
async def test_a_latecomer_joins_at_the_table_waits_in_line_and_plays_from_the_next_deal(room, ann, ben, cem):
    answer = await room.press(cem, room.board(), "Join")
    await room.wait()
    assert "From the next round on: Cem" in board_text(room)
    assert answer.acknowledged
    hand = await room.press(cem, room.board(), "My hand")
    assert hand.response.ephemeral
    assert "when the next round is dealt" in room.text(hand.response)
    await end_of_round(room, ann, ben)
    await room.wait(3)
    assert [member.name for member in room.table.members] == ["Ann", "Ben", "Cem"]
    assert "From the next round on" not in board_text(room)
    hand = (await room.press(cem, room.board(), "My hand")).response
    assert len(room.buttons(hand, tokens.Tap)) == 5


@pytest.mark.usefixtures("open_match")
async def test_who_waits_is_not_put_in_line_twice_and_may_go_again(room, ann, ben, cem):
    await room.press(cem, room.board(), "Join")
    await room.wait()
    again = await room.press(cem, room.board(), "Join")
    await room.wait()
    assert "Cem" in plain(room.text(again.response))
    assert [member.name for member in room.table.waiting] == ["Cem"]
    left = await room.command(cem, "yaniv leave")
    assert "left" in room.text(left.response)
    await room.wait()
    assert room.table.waiting == ()
    assert "Cem" not in board_text(room)


@pytest.mark.usefixtures("open_match")
async def test_a_seated_person_who_presses_join_changes_nothing(room, ann, ben):
    before = room.table
    await room.press(ann, room.board(), "Join")
    assert room.table.waiting == ()
    assert room.table.members == before.members


@pytest.mark.usefixtures("open_match")
@pytest.mark.parametrize("rules", [LATE | {"players_max": 2}])
async def test_a_full_table_has_no_button_and_refuses_a_forged_one(room, ann, cem):
    assert "Join" not in [button.label for button in room.buttons(room.board())]
    forged = tokens.encode(tokens.Join(room.table.id))
    (answer,) = await room.raw_presses((cem, room.board(), forged))
    assert answer.response.ephemeral
    assert "seats are taken" in plain(room.text(answer.response))
    assert room.table.waiting == ()


@pytest.mark.usefixtures("open_match")
@pytest.mark.parametrize("rules", [LATE | {"late_join": "none"}])
async def test_without_the_rule_nobody_comes_late(room, ann, cem):
    assert "Join" not in [button.label for button in room.buttons(room.board())]
    forged = tokens.encode(tokens.Join(room.table.id))
    (answer,) = await room.raw_presses((cem, room.board(), forged))
    assert "The match has begun" in room.text(answer.response)
    assert "My hand" in [button.label for button in room.buttons(room.board())]


@pytest.mark.usefixtures("open_match")
async def test_who_leaves_after_the_round_is_named_and_can_stay(room, ann, ben, cem):
    await room.press(cem, room.board(), "Join")
    await end_of_round(room, ann, ben)
    await room.wait(3)
    shown = (await room.command(ann, "yaniv leave")).response
    await room.press(ann, shown, "After this round")
    await room.wait()
    assert "leaves after this round" in board_text(room)
    shown = (await room.command(ann, "yaniv leave")).response
    await room.press(ann, shown, "Stay")
    await room.wait()
    assert "leaves after this round" not in board_text(room)
    shown = (await room.command(ann, "yaniv leave")).response
    await room.press(ann, shown, "After this round")
    await end_of_round(room, ann, ben, cem)
    await room.wait(3)
    assert [member.gone for member in room.table.members] == [True, False, False]
    assert "left" in board_text(room)


@pytest.mark.usefixtures("open_match")
async def test_the_line_outlives_a_restart(room, ann, ben, cem):
    await room.press(cem, room.board(), "Join")
    await room.wait()
    await room.restart()
    await room.wait()
    assert "From the next round on: Cem" in board_text(room)
    await end_of_round(room, ann, ben)
    assert room.table.members[2].name == "Cem"
