"""`database`: looking after the database by hand."""

import asyncio

import typer

from bot.cli.endings import FAILED, give_up, settings_or_give_up
from bot.manager.retelling import results_of
from bot.ports.statistics import Rebuilt
from bot.ports.store import DatabaseError
from bot.storage.engine import open_store
from bot.storage.migrate import upgrade
from bot.storage.rebuild import rebuild


def upgrade_database() -> None:
    """Run the missing migrations on the database of the settings."""
    settings = settings_or_give_up()
    try:
        asyncio.run(upgrade(settings.database_url))
    except DatabaseError as error:
        give_up([error], FAILED)
    typer.echo("The database has the current schema.")


def rebuild_statistics() -> None:
    """Reckon all results, sums, ratings and achievements anew from the stored moves."""
    settings = settings_or_give_up()
    try:
        done = asyncio.run(_rebuild(settings.database_url))
    except DatabaseError as error:
        give_up([error], FAILED)
    typer.echo(
        f"{done.rounds} rounds and {done.matches} matches at {done.tables} tables, rebuilt from their moves."
    )
    if done.broken:
        numbers = ", ".join(map(str, done.broken))
        give_up(
            [f"The moves of these tables do not follow from their rules, their results stay: {numbers}"],
            FAILED,
        )


async def _rebuild(database_url: str) -> Rebuilt:
    store = await open_store(database_url)
    try:
        return await rebuild(store, results_of)
    finally:
        await store.close()
