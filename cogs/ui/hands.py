"""A person's hand in his private message, and what is remembered of that message."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
import structlog

from bot.discord_desk import HandNote
from bot.ports.tables import Hand
from bot.present import answers
from bot.present.hand import Comfort, hand_screen
from bot.present.meld_hints import why_no_meld
from bot.present.notices import notice_screen
from bot.present.reader import Reader
from bot.present.screens import PrivateScreen
from bot.present.selection import misfits
from bot.present.tokens import Selection
from cogs.ui import reply
from cogs.ui.reply import Asked, Say

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)


async def show_hand(asked: Asked, hand: Hand, selection: Selection = (), say: Say | None = None) -> None:
    """Answers with the asking person's own hand; `say` gives a line above it."""
    if say is None and asked.client.desk.is_mute(hand.table.channel, asked.client.clock.now()):
        say = answers.table_stands_still
    comfort = await _comfort(asked, hand)

    def draw(reader: Reader) -> PrivateScreen:
        return hand_screen(hand, reader, selection, say(reader) if say else None, comfort)

    if await reply.send_private(asked, draw):
        # Its token is all that is needed now; the message it came from is hundreds of objects.
        asked.message = asked.data = None
        note = HandNote(asked, asked.client.clock.now(), hand, selection)
        asked.client.desk.note_hand(hand.table.id, asked.user.id, note)


def why_anew(hand: Hand, selection: Selection, index: int) -> Say | None:
    """Why a tap has put back what was chosen before it; `None` where it has not."""
    cards = misfits(hand, selection, index)
    return (lambda reader: why_no_meld(cards, hand.table.rules, reader.words)) if cards else None


async def refresh_hand(bot: YanivBot, table_id: int, user: int) -> None:
    """Brings a hand up to date that its owner did not ask for, where that helps him and still works."""
    async with bot.desk.one_at_a_time(table_id, user):
        note, hand = bot.desk.hand_note(table_id, user), bot.manager.hand(table_id, user)
        if note is None or (hand is not None and not note.is_outdated_by(hand)):
            return
        try:
            draw = await _again(note, hand, bot, table_id)
            arrived = await reply.send_private(note.asked, draw, again=True)
        except discord.HTTPException as error:
            log.info("hand_not_refreshed", table=table_id, status=error.status, code=error.code)
            arrived = False
        shown = note.with_hand(hand) if hand is not None and arrived else None
        bot.desk.note_hand(table_id, user, shown)


async def _again(
    note: HandNote, hand: Hand | None, bot: YanivBot, table_id: int
) -> Callable[[Reader], PrivateScreen]:
    if hand is not None:
        newer, comfort = note.with_hand(hand), await _comfort(note.asked, hand)
        return lambda reader: hand_screen(hand, reader, newer.selection, comfort=comfort)
    table = bot.manager.table(table_id)
    return lambda reader: notice_screen(
        answers.no_cards(reader, table) if table else answers.match_over(reader)
    )


async def _comfort(asked: Asked, hand: Hand) -> Comfort:
    """How the person likes his hand, and whether this server lets him ask for hints."""
    wishes = reply.wishes_of(asked)
    settings = await asked.client.manager.guild_settings(hand.table.guild)
    return Comfort(wishes.card_order, in_words=wishes.text_cards, hints=settings.hints)
