"""What a person chooses for himself, hints, and a second question before a risky call."""

from dataclasses import replace

import pytest

from bot.opponents.reasons import Motive, Reason
from bot.ports.store import GuildSettings
from bot.present import tokens
from bot.present.tokens import Choose, encode
from tests.cogs.test_presses import mover_of


def labels(room, message, kind):
    return [button.label for button in room.buttons(message, kind)]


async def test_the_order_of_the_cards_is_chosen_once_and_remembered(room, ann, ben):
    await room.start(ann, ben)
    hand = await room.hand(ann)
    by_rank = labels(room, hand, tokens.Tap)
    await room.press(ann, hand, "Options")
    await room.press(ann, hand, "Order: by rank")
    await room.press(ann, hand, "Back to my cards")
    by_suit = labels(room, hand, tokens.Tap)
    assert sorted(by_rank) == sorted(by_suit)
    suits = [label[-1] for label in by_suit]
    assert suits == sorted(suits, key="♠♥♦♣r".index)
    await room.restart()
    again = (await room.press(ann, room.board(), "My hand")).response
    assert labels(room, again, tokens.Tap) == by_suit


async def test_cards_as_words_show_no_pictures_and_name_every_card(room, ann, ben):
    await room.start(ann, ben)
    hand = await room.hand(ann)
    await room.press(ann, hand, "Options")
    await room.press(ann, hand, "Cards: pictures")
    await room.press(ann, hand, "Back to my cards")
    parts = [part for part in room.parts(hand) if part.get("type") == 2]
    assert not any(part.get("emoji") for part in parts)
    assert "yaniv_" not in room.text(hand)
    assert room.text(hand).count(" of ") + room.text(hand).count("Joker") >= 5


async def test_the_own_language_holds_for_the_options_themselves_and_for_all_that_follows(room, ann, ben):
    await room.start(ann, ben)
    shown = (await room.command(ann, "yaniv help")).response
    await room.press(ann, shown, "Options")
    await ann.select(shown, ["he"], custom_id=encode(Choose(0, "language", None)))
    assert "האפשרויות" in room.text(shown)
    hand = (await room.press(ann, room.board(), "My hand")).response
    assert "נקודות ביד שלכם" in room.text(hand)
    # The table and everybody else stay as they are.
    assert "Round 1" in room.text(room.board())
    assert "in hand" in room.text(await room.hand(ben))


async def test_an_open_menu_is_not_overwritten_by_the_turn(room, ann, ben):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    waiting = ben if mover is ann else ann
    hand = await room.hand(waiting)
    await room.press(waiting, hand, "Options")
    await room.take_turn(mover)
    await room.wait()
    assert "Your options" in room.text(hand)
    await room.press(waiting, hand, "Back to my cards")
    assert "Your turn" in room.text(hand)


@pytest.mark.parametrize(
    "custom_id", ["y1:choose:0:pings:loud", "y1:choose:0:user:5", "y1:choose:0:text_cards:5"]
)
async def test_forged_choices_change_nothing(room, ann, custom_id):
    shown = (await room.command(ann, "yaniv help")).response
    before = await room.bot.manager.player_settings(ann.id)
    (answer,) = await room.raw_presses((ann, shown, custom_id))
    assert answer.acknowledged
    assert await room.bot.manager.player_settings(ann.id) == before


# --- Hints and risky calls ------------------------------------------------------------------------


async def test_a_hint_chooses_the_cards_and_says_why(room, ann, ben):
    await room.bot.manager.save_guild_settings(GuildSettings(room.guild.id, hints=True))
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = await room.hand(mover)
    await room.press(mover, hand, "Hint")
    assert "**Lay" in room.text(hand)
    reason = await room.bot.manager.hint(room.table.id, mover.id)
    chosen = room.buttons(hand, tokens.Draw)[0].token.selection
    assert len(chosen) == len(reason.action.discard)


async def test_without_the_servers_leave_there_is_no_hint(room, ann, ben):
    await room.start(ann, ben)
    mover = mover_of(room, ann, ben)
    hand = await room.hand(mover)
    assert labels(room, hand, tokens.AskHint) == []
    stamp = room.buttons(hand, tokens.Tap)[0].token.stamp
    await room.raw_presses((mover, hand, encode(tokens.AskHint(room.table.id, stamp))))
    assert "**Lay" not in room.text(hand)


@pytest.fixture
def risk(room, monkeypatch):
    """Every call has this risk."""
    from bot.engine.actions import Call

    async def hint(table_id, user):
        return Reason(Call(), Motive.SAFE_CALL, 5, risk["of"], ())

    risk = {"of": 0.5}
    monkeypatch.setattr(room.bot.manager, "hint", hint)
    return risk


async def calling(room, ann, ben):
    """A round played until somebody may call; he, and his hand."""
    await room.start(ann, ben)
    for _ in range(60):
        mover = mover_of(room, ann, ben)
        hand = await room.hand(mover)
        if any(button.is_on for button in room.buttons(hand, tokens.CallNow)):
            return mover, hand
        await room.take_turn(mover)
        await room.wait()
    raise AssertionError


async def wishing(room, who):
    wishes = await room.bot.manager.player_settings(who.id)
    await room.bot.manager.save_player_settings(replace(wishes, confirm_risky=True))


async def test_a_risky_call_is_asked_about_again_where_that_is_wished(room, ann, ben, risk):
    mover, hand = await calling(room, ann, ben)
    await wishing(room, mover)
    version = room.table.version
    await room.press(mover, hand, tokens.CallNow)
    assert "50 of 100" in room.text(hand)
    assert room.table.version == version
    await room.press(mover, hand, "Back to my cards")
    await room.press(mover, hand, tokens.CallNow)
    await room.press(mover, hand, tokens.SureCall)
    assert room.table.last_round.number == 1


async def test_a_safe_call_and_one_of_who_does_not_wish_it_go_through(room, ann, ben, risk):
    mover, hand = await calling(room, ann, ben)
    await wishing(room, mover)
    risk["of"] = 0.05
    await room.press(mover, hand, tokens.CallNow)
    assert room.table.last_round.number == 1
