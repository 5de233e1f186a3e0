"""The rules of a table, and what its host may choose before the first deal."""

from __future__ import annotations

from bot.ports.tables import Status, Table
from bot.present.rules import OfTable, rules_screen
from bot.present.turn_time import turn_clock
from cogs.ui import reply
from cogs.ui.reply import Asked


async def show_rules(asked: Asked, table: Table) -> None:
    """The rules; before the first deal what this person may choose, from then on the whole seal."""
    is_lobby, is_host = table.status == Status.LOBBY, table.host == asked.user.id
    settings = await asked.client.manager.guild_settings(table.guild)
    below = OfTable(
        vary=table.id if is_lobby and is_host and settings.vary_rules else None,
        clock=turn_clock(table, settings, is_host=is_host) if is_lobby else None,
        fresh=f"{asked.id:x}",
        seal="" if is_lobby else table.commitment,
    )
    await reply.send_private(asked, lambda reader: rules_screen(table.rules, reader, below))
