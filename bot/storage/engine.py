"""Open the store at an address: migrated, checked, and for a SQLite file locked against other bots."""

from bot.storage.connections import check, create_engine, parse_address
from bot.storage.lock import FileLock
from bot.storage.migrate import upgrade, upgrade_with
from bot.storage.store import SqlStore

__all__ = ["create_engine", "open_store"]


async def open_store(database_url: str) -> SqlStore:
    """The store at this address, made if it is not there yet. Raises `DatabaseError`; close it in the end."""
    address = parse_address(database_url)
    engine = create_engine(database_url)
    lock = FileLock(address.file) if address.file else None
    release = lock.release if lock else lambda: None
    try:
        if address.is_sqlite and address.file is None:
            await upgrade_with(engine)
        else:
            await upgrade(database_url)
            await check(engine)
    except BaseException:
        await engine.dispose()
        release()
        raise
    return SqlStore(engine, on_close=release)
