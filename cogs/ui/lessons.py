"""The lesson's pages as answers. Everything about where a learner is stands in the button he pressed."""

from __future__ import annotations

from dataclasses import replace

import structlog

from bot.lesson.scenes import judge, scene
from bot.ports.lesson import Page, Slip
from bot.ports.store import DatabaseError
from bot.present import answers, tokens
from bot.present.deeds import Deed, action_of
from bot.present.lesson import lesson_screen, slip_text
from bot.present.notices import refusal_text
from bot.present.selection import toggle
from bot.present.tokens import Selection
from cogs.ui import reply
from cogs.ui.hands import why_anew
from cogs.ui.reply import Asked, Say

log = structlog.get_logger(__name__)

_LAST = max(Page)


async def show_page(asked: Asked, page: Page, selection: Selection = (), say: Say | None = None) -> None:
    """Shows a page of the lesson; `say` gives a line on the last press."""
    hand = scene(page, asked.user.display_name)
    arrived = await reply.send_private(
        asked, lambda reader: lesson_screen(page, hand, reader, selection, say(reader) if say else None)
    )
    if arrived and page is _LAST:
        await _remember(asked)


async def tap_in_lesson(asked: Asked, token: tokens.Tap) -> None:
    """The same as at a table: nothing is stored."""
    page = page_of(token.stamp)
    if page is None:
        await reply.send_notice(asked, answers.outdated_button)
        return
    hand = scene(page, asked.user.display_name)
    after = toggle(hand, token.selection, token.index)
    await show_page(asked, page, after, why_anew(hand, token.selection, token.index))


async def act_in_lesson(asked: Asked, token: Deed) -> None:
    """The right move leads on; another one is explained, with the cards still chosen."""
    page = None if isinstance(token, tokens.SlapAny) else page_of(token.stamp)
    hand = None if page is None else scene(page, asked.user.display_name)
    action = None if hand is None else action_of(token, hand)
    if page is None or hand is None or action is None:
        await reply.send_notice(asked, answers.outdated_button)
        return
    wrong = judge(page, action)
    chosen = token.selection if isinstance(token, tokens.Draw) else ()
    if wrong is None:
        await show_page(asked, Page(page + 1))
    elif isinstance(wrong, Slip):
        await show_page(asked, page, chosen, lambda reader: slip_text(page, wrong, hand, reader.words))
    else:
        code, params = wrong.code, wrong.params
        await show_page(asked, page, chosen, lambda reader: refusal_text(code, params, reader))


def page_of(number: str | int) -> Page | None:
    """The page that a button names; `None` for a forged one."""
    try:
        return Page(int(number))
    except ValueError:
        return None


async def _remember(asked: Asked) -> None:
    """Whoever has finished the lesson is not offered it again."""
    wishes = reply.wishes_of(asked)
    if wishes.learned:
        return
    try:
        await asked.client.manager.save_player_settings(replace(wishes, learned=True, lesson_offered=True))
    except DatabaseError as error:
        log.warning("lesson_not_remembered", fault=type(error).__name__)
