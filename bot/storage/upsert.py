"""Inserts that say what to do where the row is there already, in the dialect of either database."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def insert_into(connection: AsyncConnection, into: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert with `on_conflict_do_update` and `on_conflict_do_nothing`."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(into)
    return sqlite.insert(into)
