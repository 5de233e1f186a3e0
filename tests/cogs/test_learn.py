"""The lesson by its buttons: every step waits for its move, a wrong one is explained, nothing is stored."""

import pytest

from bot.present import tokens
from tests.cogs.room import Room


async def lesson(room: Room, who, *presses: str):
    message = (await room.command(who, "yaniv learn")).response
    for wanted in presses:
        await room.press(who, message, wanted)
    return message


TO_THE_CALL = ("Deal the cards", "K♠", "Draw", "Joker", "Draw", "J♥", "Take 3♥")


async def test_the_whole_lesson_in_one_private_message(room, ann):
    message = await lesson(room, ann)
    assert message.ephemeral
    before = len(room.env.http_requests)
    for wanted in (*TO_THE_CALL, "Yaniv!"):
        answer = await room.press(ann, message, wanted)
        assert answer.response.id == message.id
    assert "wins the round" in room.text(message)
    await room.press(ann, message, "Next round")
    await room.press(ann, message, "Yaniv!")
    assert "Assaf" in room.text(message)
    assert {path.split("/")[1] for path in room.requests(before)} == {"interactions"}
    assert (await room.bot.manager.player_settings(ann.id)).learned
    assert room.bot.manager.tables_of(ann.id) == []


async def test_a_move_that_misses_the_point_is_explained_and_the_step_stays(room, ann):
    message = await lesson(room, ann, "Deal the cards", "K♠", "Take 9♣")
    assert "would add 9 points" in room.text(message)
    assert "1 of 5" in room.text(message)
    # The kings are still chosen.
    await room.press(ann, message, "Draw")
    assert "2 of 5" in room.text(message)
    await room.press(ann, message, "8♦")
    await room.press(ann, message, "Draw")
    assert "three cards at once" in room.text(message)


async def test_a_card_that_does_not_go_with_the_first_is_chosen_instead_and_the_reason_told(room, ann):
    message = await lesson(room, ann, "Deal the cards", "8♦", "K♠")
    assert "Together go" in room.text(message)
    await room.press(ann, message, "Draw")
    assert "2 of 5" in room.text(message)


async def test_the_risky_call_can_be_put_off_but_not_for_ever(room, ann):
    message = await lesson(room, ann, *TO_THE_CALL, "Yaniv!", "Next round", "5♠", "Draw")
    assert "careful player" in room.text(message)
    await room.press(ann, message, "Yaniv!")
    assert "+36, total 36" in room.text(message)


async def test_a_lesson_goes_on_after_a_restart(room, ann):
    message = await lesson(room, ann, *TO_THE_CALL[:5])
    await room.restart()
    await room.press(ann, message, "J♥")
    await room.press(ann, message, "Take 3♥")
    assert "4 of 5" in room.text(message)


async def test_the_help_leads_into_the_lesson_and_back(room, ann):
    message = (await room.command(ann, "yaniv help")).response
    await room.press(ann, message, "Learn in three minutes")
    await room.press(ann, message, "Deal the cards")
    assert "Lay a pair" in room.text(message)


@pytest.mark.parametrize(
    "custom_id", ["y1:learn:9", "y1:t:0:9:-:0", "y1:d:0:zz:01:-", "y1:call:0:9", "y1:t:0:3:-:6"]
)
async def test_forged_pages_are_answered(room, ann, custom_id):
    message = await lesson(room, ann)
    (answer,) = await room.raw_presses((ann, message, custom_id))
    assert answer.acknowledged


async def test_who_sits_down_for_the_first_time_is_offered_the_lesson_once(room, ann, ben):
    def offers(who):
        shown = room.channel.history(viewer=who)
        return [message for message in shown if "New to the game" in room.text(message)]

    await room.open_table(ann, ben)
    await room.env.settle()
    assert [len(offers(who)) for who in (ann, ben)] == [1, 1]
    (offer,) = offers(ben)
    await room.press(ben, offer, tokens.Learn)
    assert "three minutes" in room.text(offer)
    await room.press(ben, room.board(), "Leave")
    await room.press(ben, room.board(), "Join")
    await room.env.settle()
    assert len(offers(ben)) == 0


async def test_who_has_learned_is_not_offered_it(room, ann):
    message = await lesson(room, ann, *TO_THE_CALL, "Yaniv!", "Next round", "Yaniv!")
    assert "Once more" in [button.label for button in room.buttons(message)]
    await room.open_table(ann)
    await room.env.settle()
    assert not any("New to the game" in room.text(one) for one in room.channel.history(viewer=ann))
