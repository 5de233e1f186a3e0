"""Presses that are doubled, late, stale, forged, or made by somebody else."""

import pytest
from simcord.backend.errors import SetupError

from bot.discord_desk import Lateness
from bot.present import tokens


def mover_of(room, *people):
    user = room.table.members[room.table.view.to_move].user
    return next(who for who in people if who.id == user)


async def chosen_hand(room, who):
    """His hand with a card chosen, ready to draw."""
    hand = await room.hand(who)
    await who.click(hand, custom_id=room.buttons(hand, tokens.Tap)[0].id)
    return hand


async def test_a_hand_opened_twice_heals_itself(room, ann, ben):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    first = (await room.press(mover, room.board(), "My hand")).response
    second = await chosen_hand(room, mover)
    await room.press(mover, second, "Draw")
    version = room.table.version
    tap = room.buttons(first, tokens.Tap)[0]
    answer = await room.press(mover, first, tap.label)
    assert answer.response.id == first.id
    assert "an earlier hand" in room.text(first)
    assert room.table.version == version
    assert [button.label for button in room.buttons(first, tokens.Tap)] == [
        button.label for button in room.buttons(second, tokens.Tap)
    ]


async def test_a_double_click_plays_once(room, ann, ben):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = await chosen_hand(room, mover)
    draw = room.button(hand, "Draw")
    version = room.table.version
    answers = await room.raw_presses((mover, hand, draw.id), (mover, hand, draw.id))
    assert all(answer.acknowledged for answer in answers)
    assert room.table.version == version + 1
    assert len(room.buttons(hand, tokens.Tap)) == 5


async def test_two_people_press_start_at_once(room, ann, ben):
    await room.open_table(ann, ben)
    board = room.board()
    start = room.button(board, "Start")
    answers = await room.raw_presses((ann, board, start.id), (ann, board, start.id), (ben, board, start.id))
    assert all(answer.acknowledged for answer in answers)
    assert room.table.view.round == 1


async def test_a_stranger_has_no_hand_at_the_table(room, ann, ben, cem):
    await room.start(ann, ben)
    for wanted in ("My hand", "Rules"):
        answer = await room.press(cem, room.board(), wanted)
        assert answer.response.ephemeral
    answer = await room.press(cem, room.board(), "My hand")
    assert "no seat" in room.text(answer.response)
    assert room.buttons(answer.response) == []


@pytest.mark.parametrize("label", ["Leave", "Invite", "Add computer"])
async def test_a_stranger_in_the_lobby_is_shown_the_way_to_a_seat(room, ann, ben, label):
    await room.open_table(ann)
    answer = await room.press(ben, room.board(), label)
    assert answer.response.ephemeral
    assert "**Join**" in room.text(answer.response)


async def test_a_strangers_click_cannot_reach_anothers_hand(room, ann, ben, cem):
    await room.start(ann, ben)
    hand = await room.hand(ann)
    with pytest.raises(SetupError):
        await cem.click(hand, custom_id=room.buttons(hand, tokens.Tap)[0].id)


async def test_a_forged_press_on_anothers_hand_shows_nothing_of_it(room, ann, ben, cem):
    await room.start(ann, ben)
    hand, own = await room.hand(ann), room.bot.manager.hand(room.table.id, ben.id)
    before = room.text(hand)
    tap = room.buttons(hand, tokens.Tap)[0]
    by_ben, by_cem = await room.raw_presses((ben, hand, tap.id), (cem, hand, tap.id))
    assert room.text(hand) == before
    assert by_ben.response.id != hand.id
    assert by_ben.response.ephemeral
    assert {button.token.stamp for button in room.buttons(by_ben.response, tokens.Tap)} == {own.stamp}
    assert by_cem.response.ephemeral
    assert room.buttons(by_cem.response) == []


@pytest.mark.parametrize(
    "custom_id",
    [
        "x",
        "y1:",
        "y0:hand:1",
        "y1:hand:zzzzzzzzzzzz",
        "y1:hand:-1",
        "y1:d:1:aaaaaa:01234:-",
        "y1:t:1:aaaaaa:-:9",
        "y1:set:limit:5",
        "a" * 100,
        "\n",
        "עברית",
    ],
)
async def test_every_forged_press_is_answered_privately_and_changes_nothing(room, ann, ben, custom_id):
    await room.start(ann, ben)
    version = room.table.version
    (answer,) = await room.raw_presses((ann, room.board(), custom_id))
    assert answer.acknowledged
    assert answer.response.ephemeral
    assert room.table.version == version
    assert "Round 1" in room.text(room.board())


async def test_a_lobby_button_on_a_running_match_shows_the_match(room, ann, ben):
    await room.open_table(ann, ben)
    old = [room.button(room.board(), label).id for label in ("Join", "Start", "Add computer")]
    await room.press(ann, room.board(), "Start")
    for custom_id in old:
        (answer,) = await room.raw_presses((ann, room.board(), custom_id))
        assert answer.acknowledged
    assert "Round 1" in room.text(room.board())


async def test_a_hand_works_half_an_hour_later(room, ann, ben):
    await room.set_by_owner("turn_seconds", "off")
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand, other = await chosen_hand(room, mover), await room.hand(ben if mover is ann else ann)
    shown_before = room.text(other)
    await room.wait(30 * 60)
    version = room.table.version
    answer = await room.press(mover, hand, "Draw")
    assert answer.response.id == hand.id
    assert room.table.version == version + 1
    await room.wait()
    # The other's token is dead by now: his message stays as it was, and his next press refreshes it.
    assert room.text(other) == shown_before
    waiting = ben if mover is ann else ann
    await room.press(waiting, other, room.buttons(other, tokens.Tap)[0].label)
    assert "Your turn" in room.text(other)


async def test_a_dead_token_undoes_no_move(room, ann, ben):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = await chosen_hand(room, mover)
    version = room.table.version
    room.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await mover.click(hand, custom_id=room.button(hand, "Draw").id)
    assert room.table.version == version + 1
    assert room.bot.counts["dead_token"] == 1
    again = await room.press(mover, room.board(), "My hand")
    assert len(room.buttons(again.response, tokens.Tap)) == 5


async def test_buttons_are_drawn_as_text_where_discord_refuses_an_emoji(room, ann, ben):
    await room.start(ann, ben)
    room.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035)
    hand = (await room.press(ann, room.board(), "My hand")).response
    assert room.bot.counts["drawn_as_text"] == 1
    parts = [part for part in room.parts(hand) if part.get("type") == 2]
    assert not any(part.get("emoji") for part in parts)
    assert "yaniv_" not in room.text(hand)


async def test_a_fault_is_told_with_a_reference(room, ann, ben, monkeypatch):
    await room.start(ann, ben)

    def broken(*_):
        raise ZeroDivisionError("A♠")

    monkeypatch.setattr(room.bot.manager, "hand", broken)
    answer = await ann.click(room.board(), custom_id=room.button(room.board(), "My hand").id)
    assert "Reference" in room.text(answer.response)
    assert "A♠" not in room.text(answer.response)
    assert room.bot.counts.pop("faults") == 1


class TestLateness:
    def test_a_delayed_press_is_late(self):
        lateness = Lateness()
        assert not lateness.is_late(0.1)
        assert lateness.is_late(3.2)
        assert not lateness.is_late(2.9)

    @pytest.mark.parametrize("skew", [-30.0, 30.0])
    def test_a_wrong_clock_makes_nobody_late(self, skew):
        lateness = Lateness()
        assert not any(lateness.is_late(skew + delay) for delay in (0.1, 0.4, 0.2))
        assert lateness.is_late(skew + 4)
