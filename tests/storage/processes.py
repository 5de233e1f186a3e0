"""Programs that the tests start, and kill, as processes of their own: `python processes.py NAME URL …`."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from sqlalchemy import event

from bot.ports.store import Commit, DatabaseError
from bot.storage.connections import create_engine
from bot.storage.engine import open_store
from bot.storage.migrate import upgrade, upgrade_with
from tests.storage.builders import following, move, playing

ROOT = Path(__file__).parents[2]


def start(name: str, *arguments: object) -> subprocess.Popen[str]:
    """Start one of these programs; whoever starts it talks to it through its pipes."""
    return subprocess.Popen(
        [sys.executable, __file__, name, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for its end: the exit status and what it wrote to both pipes."""
    with process:
        output, errors = process.communicate(timeout=60)
    return process.returncode, output, errors


def run(name: str, *arguments: object) -> tuple[int, str, str]:
    return finish(start(name, *arguments))


async def write(url: str) -> None:
    """Commit moves for ever, and say the number of each that was committed."""
    store = await open_store(url)
    table = await playing(store)
    say(f"table {table.id}")
    number = 0
    while True:
        number += 1
        table = following(table)
        await store.commit(Commit(table, moves=(move(number), move(-number))))
        say(number)


async def hold(url: str) -> None:
    """Open the store and keep it until the input ends."""
    store = await open_store(url)
    say("open")
    await asyncio.to_thread(sys.stdin.read)
    await store.close()


async def knock(url: str) -> None:
    """Open the store, or say why not."""
    try:
        store = await open_store(url)
    except DatabaseError as error:
        say(f"{type(error).__name__}: {error}")
    else:
        await store.close()
        say("open")


async def migrate(url: str) -> None:
    await upgrade(url)


async def die_migrating(url: str, statements: str) -> None:
    """Migrate, and be killed after so many statements."""
    engine = create_engine(url, migrating=True)
    left = int(statements)

    @event.listens_for(engine.sync_engine, "after_cursor_execute")
    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    await upgrade_with(engine)


def say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _, program, *arguments = sys.argv
    programs = {each.__name__: each for each in (write, hold, knock, migrate, die_migrating)}
    asyncio.run(programs[program](*arguments))
