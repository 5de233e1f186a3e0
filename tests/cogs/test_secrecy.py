"""The scan for leaked cards is itself put to the test."""

import pytest

from bot.engine.cards import parse_card
from bot.present import tokens
from bot.present.hand import hand_screen
from bot.present.screens import PublicScreen
from cogs.ui import reply
from tests.cogs.secrecy import EVERYBODY, Sent, hidden_cards, leaks

OWNER, OTHER = 1, 2
NINE = parse_card("9S")


@pytest.mark.parametrize("body", ["<:yaniv_9S_0a1b2c:123>", '{"label": "9♠"}'])
def test_a_hidden_card_is_found_in_either_form(body):
    secrets = {OWNER: {NINE}}
    assert leaks(Sent("POST /channels/1/messages", body, EVERYBODY), secrets)
    assert leaks(Sent("POST /interactions/1/x/callback", body, OTHER), secrets)
    assert leaks(Sent("POST /interactions/1/x/callback", body, OWNER), secrets) == []


async def test_hidden_cards_are_those_that_nobody_saw(room, ann, ben):
    await room.start(ann, ben)
    table = room.table
    hands = [room.bot.manager.hand(table.id, who.id) for who in (ann, ben)]
    secrets = hidden_cards(table, hands)
    assert [len(secrets[who.id]) for who in (ann, ben)] == [5, 5]


async def test_a_leaking_bot_is_caught(room, ann, ben, monkeypatch):
    await room.start(ann, ben)
    room.check_secrecy()
    hand = room.bot.manager.hand(room.table.id, ann.id)
    shown = hand_screen(hand, room.bot.reader("en"))
    leaking = PublicScreen(shown.blocks)
    monkeypatch.setattr("cogs.ui.tables.table_screen", lambda *_, **__: leaking)
    with pytest.raises(AssertionError, match=str(ann.id)):
        await room.command(ben, "yaniv table")


async def test_a_private_screen_cannot_take_the_public_way(room, ann, ben, monkeypatch):
    await room.start(ann, ben)
    hand = room.bot.manager.hand(room.table.id, ann.id)
    monkeypatch.setattr("cogs.ui.tables.table_screen", lambda _, reader, **__: hand_screen(hand, reader))
    answer = await room.command(ben, "yaniv table")
    assert answer.response.ephemeral
    assert "went wrong" in room.text(answer.response)
    assert room.bot.counts.pop("faults") == 1


async def test_the_hand_goes_to_its_owner_alone(room, ann, ben):
    await room.start(ann, ben)
    hand = await room.hand(ann)
    assert hand.ephemeral
    assert hand.id not in [message.id for message in room.channel.history(viewer=ben)]


async def test_nothing_private_is_changed_that_was_not_sent_before(room, ann, ben):
    await room.start(ann, ben)
    hand = await room.hand(ann)
    asked = room.bot.desk.hand_note(room.table.id, ann.id).asked
    asked.extras.clear()
    with pytest.raises(RuntimeError):
        await reply.send_private(asked, lambda reader: None, again=True)
    assert room.buttons(hand, tokens.Tap)
