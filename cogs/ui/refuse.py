"""What a person is told when a table says no."""

from __future__ import annotations

from bot.manager.outcomes import Outcome, Refused, Why
from bot.present import answers
from bot.present.notices import notice_screen, refusal_text
from cogs.ui import reply
from cogs.ui.reply import Asked, Say
from cogs.ui.tables import message_link


async def refuse(asked: Asked, outcome: Outcome, *, again: bool = False) -> None:
    """Says why, and what to do next. `again`: see `reply.send_private`."""
    say = _why(outcome)
    await reply.send_private(asked, lambda reader: notice_screen(say(reader)), again=again)


def _why(outcome: Outcome) -> Say:
    if not isinstance(outcome, Refused):
        return answers.outdated_button
    if outcome.why == Why.CHANNEL_BUSY and outcome.table is not None:
        link = message_link(outcome.table)
        return lambda reader: answers.table_is_here(reader, link)
    why, params = outcome.why, outcome.params
    if why == Why.FINISHED and outcome.table is not None and outcome.table.view is None:
        why = Why.NO_TABLE  # a lobby that was closed: no match is over, and none can be played again
    return lambda reader: refusal_text(why, params, reader)
