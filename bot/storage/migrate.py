"""Bring a database to the current schema. A second process that starts at once waits and finds it done."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.paths import data_file
from bot.storage.connections import WRITES, Address, create_engine
from bot.storage.errors import DatabaseTooNewError, translated

ADVISORY_LOCK = 0x59414E4956
"""Ours among PostgreSQL's advisory locks ("YANIV")."""


async def upgrade(database_url: str) -> None:
    """Run all missing migrations in one transaction: all of them, or none. Raises `DatabaseError`."""
    engine = create_engine(database_url, migrating=True)
    try:
        await upgrade_with(engine)
    finally:
        await engine.dispose()


async def upgrade_with(engine: AsyncEngine) -> None:
    """As `upgrade`, through an engine that exists: a database in memory has no other way in."""
    with translated(str(Address(engine.url))):
        async with engine.execution_options(**WRITES).begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            await connection.run_sync(_run)


def _run(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(data_file("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:
        head = ScriptDirectory.from_config(config).get_current_head()
        raise DatabaseTooNewError(
            f"The database was written by a newer version of the bot; this one knows revision {head}."
        ) from None
