"""Answers to people: one way for private content, one for public, and none that mixes them up.

Private content goes to its owner in three ways only: as a new ephemeral message, as the new state of the
ephemeral message he pressed a button on, and, unasked, as the new state of an ephemeral message that this
module sent him before. Never as a followup: after a public "thinking" that would be public.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord
import structlog

from bot.ports.store import DatabaseError, PlayerSettings
from bot.present import answers
from bot.present.notices import notice_screen
from bot.present.reader import Reader, TextFaces
from bot.present.screens import Form, PrivateScreen, PublicScreen, Screen
from cogs.ui.forms import window
from cogs.ui.render import layout

if TYPE_CHECKING:
    from bot.client import YanivBot

log = structlog.get_logger(__name__)

Asked: TypeAlias = "discord.Interaction[YanivBot]"
Sent = discord.InteractionCallbackResponse[Any] | None
Say = Callable[[Reader], str]
"""A sentence, once it is known who reads it."""
NO_MENTIONS = discord.AllowedMentions.none()

BAD_FORM = 50035
DEAD_TOKEN = frozenset({10062, 40060, 10015, 50027})
"""The interaction is answered, expired or unknown: nothing more can be said through it."""
_PRIVATE = "yaniv_private"
_WISHES = "yaniv_wishes"
_PICTURE = "chart.png"


async def prepare(asked: Asked) -> None:
    """Looks up what the person has chosen for himself; without the database he is answered all the same."""
    try:
        asked.extras[_WISHES] = await asked.client.manager.player_settings(asked.user.id)
    except DatabaseError as error:
        log.warning("wishes_unknown", fault=type(error).__name__)


def wishes_of(asked: Asked) -> PlayerSettings:
    """What he has chosen for himself."""
    return asked.extras.get(_WISHES) or PlayerSettings(asked.user.id)


def wishes_changed(asked: Asked, wishes: PlayerSettings) -> None:
    """The answer to this very request follows the new choice already."""
    asked.extras[_WISHES] = wishes


def reader_of(asked: Asked) -> Reader:
    """The language that the person chose, or that of his client, or else of his server; his kind of cards."""
    wishes = wishes_of(asked)
    server = asked.guild_locale.value if asked.guild_locale else None
    reader = asked.client.reader(wishes.language, asked.locale.value, server)
    return replace(reader, faces=TextFaces()) if wishes.text_cards else reader


async def send_private(asked: Asked, draw: Callable[[Reader], PrivateScreen], *, again: bool = False) -> bool:
    """Shows a private screen to the person who asked, and to nobody else. Says whether it arrived.

    `again` changes the private message that answered `asked` before, without a new press.
    """

    async def send(view: discord.ui.LayoutView) -> Sent:
        if again:
            await asked.edit_original_response(view=view, allowed_mentions=NO_MENTIONS)
            return None
        if is_private_press(asked):
            return await asked.response.edit_message(view=view, allowed_mentions=NO_MENTIONS)
        return await asked.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)

    if again and not asked.extras.get(_PRIVATE):
        raise RuntimeError("nothing private was sent through this interaction before")
    arrived, _ = await _deliver(asked, draw, PrivateScreen, send)
    asked.extras[_PRIVATE] = arrived
    return arrived


async def think(asked: Asked) -> None:
    """Asks for more time. What is said then, with `again`, stays private."""
    try:
        await asked.response.defer(ephemeral=True, thinking=True)
    except discord.HTTPException as error:
        _dead(asked, error)
    asked.extras[_PRIVATE] = True


async def send_public(
    asked: Asked,
    draw: Callable[[Reader], PublicScreen],
    reader: Reader,
    mentions: discord.AllowedMentions = NO_MENTIONS,
) -> int | None:
    """Answers with a new message that everybody sees. Returns its id, or `None` if it did not arrive."""

    async def send(view: discord.ui.LayoutView) -> Sent:
        return await asked.response.send_message(view=view, allowed_mentions=mentions)

    _, sent = await _deliver(asked, draw, PublicScreen, send, reader)
    return sent.message_id if sent else None


async def update_public(asked: Asked, draw: Callable[[Reader], PublicScreen], reader: Reader) -> bool:
    """Changes the public message whose button was pressed. Says whether that arrived."""

    async def send(view: discord.ui.LayoutView) -> Sent:
        return await asked.response.edit_message(view=view, allowed_mentions=NO_MENTIONS)

    if asked.message is None or asked.message.flags.ephemeral:
        # Only a forged press asks for that.
        await send_notice(asked, answers.outdated_button)
        return False
    arrived, _ = await _deliver(asked, draw, PublicScreen, send, reader)
    return arrived


async def send_notice(asked: Asked, say: Callable[[Reader], str]) -> bool:
    """Tells the person who asked one thing, privately."""
    return await send_private(asked, lambda reader: notice_screen(say(reader)))


async def send_private_file(
    asked: Asked, draw: Callable[[Reader], PrivateScreen], name: str, content: bytes
) -> bool:
    """Shows a private screen with a file to the person who asked, always as a message of its own."""

    async def send(view: discord.ui.LayoutView) -> Sent:
        view.add_item(discord.ui.File(f"attachment://{name}"))
        file = discord.File(BytesIO(content), name)
        return await asked.response.send_message(
            view=view, file=file, ephemeral=True, allowed_mentions=NO_MENTIONS
        )

    arrived, _ = await _deliver(asked, draw, PrivateScreen, send)
    return arrived


async def send_private_picture(
    asked: Asked, draw: Callable[[Reader], PrivateScreen], picture: bytes | None, meaning: str
) -> bool:
    """The same with a picture below; `meaning` says what it shows. Without one if there is none."""

    async def send(view: discord.ui.LayoutView) -> Sent:
        if picture is None:
            return await asked.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)
        shown = discord.MediaGalleryItem(f"attachment://{_PICTURE}", description=meaning)
        view.add_item(discord.ui.MediaGallery(shown))
        file = discord.File(BytesIO(picture), _PICTURE, description=meaning)
        return await asked.response.send_message(
            view=view, file=file, ephemeral=True, allowed_mentions=NO_MENTIONS
        )

    arrived, _ = await _deliver(asked, draw, PrivateScreen, send)
    return arrived


async def send_form(asked: Asked, draw: Callable[[Reader], Form]) -> None:
    """Opens a form for the person who pressed a button."""
    try:
        await asked.response.send_modal(window(draw(reader_of(asked))))
    except discord.HTTPException as error:
        _dead(asked, error)


async def send_aside(asked: Asked, draw: Callable[[Reader], PrivateScreen]) -> None:
    """A word in private beside the answer that was given already. Never a hand: see above."""
    reader = reader_of(asked)
    try:
        view = layout(draw(reader), reader.faces)
        await asked.followup.send(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)
    except discord.HTTPException as error:
        log.info("aside_not_sent", interaction=asked.id, code=error.code)
    except aiohttp.ClientConnectionError as error:
        log.info("aside_not_sent", interaction=asked.id, error=type(error).__name__)


async def acknowledge(asked: Asked) -> None:
    """Accepts a press that changes nothing."""
    try:
        await asked.response.defer()
    except discord.HTTPException as error:
        _dead(asked, error)


def is_private_press(asked: Asked) -> bool:
    """Whether a button was pressed on an ephemeral message that was sent to this very person."""
    message = asked.message
    if message is None or not message.flags.ephemeral:
        return False
    sent_to = message.interaction_metadata
    return sent_to is not None and sent_to.user.id == asked.user.id


async def _deliver(
    asked: Asked,
    draw: Callable[[Reader], Screen],
    kind: type[Screen],
    send: Callable[[discord.ui.LayoutView], Awaitable[Sent]],
    reader: Reader | None = None,
) -> tuple[bool, Sent]:
    """Draws and sends. Says whether it arrived; what was done stays done if it did not."""
    reader = reader or reader_of(asked)
    try:
        return True, await _sent(asked, draw, kind, send, reader)
    except discord.InteractionResponded:
        asked.client.counts["answered_twice"] += 1
    except discord.HTTPException as error:
        _dead(asked, error)
    except aiohttp.ClientConnectionError as error:
        asked.client.counts["unreachable"] += 1
        log.info("answer_not_sent", interaction=asked.id, error=type(error).__name__)
    return False, None


async def _sent(
    asked: Asked,
    draw: Callable[[Reader], Screen],
    kind: type[Screen],
    send: Callable[[discord.ui.LayoutView], Awaitable[Sent]],
    reader: Reader,
) -> Sent:
    """Once more on a fresh connection if Discord had closed ours, and without emojis if it takes none."""
    try:
        return await send(_drawn(draw, kind, reader))
    except aiohttp.ClientConnectionError:
        # If the first answer arrived after all, Discord refuses the second.
        return await send(_drawn(draw, kind, reader))
    except discord.HTTPException as error:
        if error.code != BAD_FORM:
            raise
        log.warning("drawn_as_text", interaction=asked.id, code=error.code)
        asked.client.counts["drawn_as_text"] += 1
        return await send(_drawn(draw, kind, replace(reader, faces=TextFaces())))


def _drawn(draw: Callable[[Reader], Screen], kind: type[Screen], reader: Reader) -> discord.ui.LayoutView:
    screen = draw(reader)
    if not isinstance(screen, kind):
        raise TypeError(f"{type(screen).__name__} where a {kind.__name__} belongs")
    return layout(screen, reader.faces)


def _dead(asked: Asked, error: discord.HTTPException) -> None:
    """What was committed stays: a dead token is counted, anything else is for the caller."""
    if error.code not in DEAD_TOKEN:
        raise error
    asked.client.counts["dead_token"] += 1
    log.info("answer_too_late", interaction=asked.id, code=error.code)
