"""`database`: looking after the database by hand."""

import asyncio

import typer

from bot.cli.endings import FAILED, give_up, settings_or_give_up
from bot.ports.store import DatabaseError
from bot.storage.migrate import upgrade


def upgrade_database() -> None:
    """Run the missing migrations on the database of the settings."""
    settings = settings_or_give_up()
    try:
        asyncio.run(upgrade(settings.database_url))
    except DatabaseError as error:
        give_up([error], FAILED)
    typer.echo("The database has the current schema.")
