"""The cards as application emojis: found again at a start, uploaded once, text until they are there."""

from typing import cast

import discord
import structlog

from bot.engine.cards import Card
from bot.pictures.emojis import EmojiBook
from bot.present.reader import Faces, TextFaces

log = structlog.get_logger(__name__)


class CardFaces:
    """How cards look inside a text, with what emojis there are by now."""

    def __init__(self, book: EmojiBook, text: Faces | None = None) -> None:
        self._book = book
        self._text = text or TextFaces()

    def inline(self, card: Card) -> str:
        emoji = self._book.of(card)
        return f"<:{emoji.name}:{emoji.id}>" if emoji else self._text.inline(card)


async def find_emojis(client: discord.Client) -> EmojiBook:
    """The card emojis that the application has. Without an answer of Discord there are none."""
    try:
        present = await client.fetch_application_emojis()
    except discord.HTTPException as error:
        log.warning("emojis_unknown", status=error.status, code=error.code)
        return EmojiBook([])
    return EmojiBook((emoji.name, emoji.id) for emoji in present)


async def complete_emojis(client: discord.Client, book: EmojiBook) -> None:
    """Uploads the missing emojis and then deletes the outdated ones; gives up at the first refusal."""
    application = cast(int, client.application_id)
    missing = book.missing
    try:
        for name, png in missing:
            emoji = await client.create_application_emoji(name=name, image=png)
            book.add(emoji.name, emoji.id)
        for old in book.outdated:
            await client.http.delete_application_emoji(application, old.id)
    except discord.HTTPException as error:
        log.warning("emojis_incomplete", status=error.status, code=error.code)
        return
    log.info("emojis_complete", uploaded=len(missing))
