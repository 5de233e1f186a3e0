"""What the demo has set up before anybody looks at the page."""

import pytest

from bot.cli import demo
from bot.cli.demo import Plan
from bot.client import build_bot
from bot.settings import Settings


@pytest.mark.parametrize(("level", "language"), [("normal", "en"), ("hard", "en"), ("expert", "he")])
async def test_computers_of_every_level_are_seated_in_every_language(tmp_path, level, language):
    database = f"sqlite+aiosqlite:///{tmp_path}/demo.sqlite3"
    settings = Settings(_env_file=None, discord_token="x", database_url=database, default_language=language)
    plan = Plan(port=0, people=2, computers=2, level=level, database=database)
    for _ in range(2):  # the table of last time is not given more
        bot = build_bot(settings)
        async with demo._world(plan, bot) as world:
            (table,) = bot.manager.tables_in(world.channel.id)
            assert [member.level for member in table.members] == [None, level, level]


async def test_more_computers_than_seats_fill_the_table(tmp_path):
    settings = Settings(_env_file=None, discord_token="x", database_url="sqlite+aiosqlite:///:memory:")
    bot = build_bot(settings)
    async with demo._world(Plan(0, 1, 20, "easy", None), bot) as world:
        (table,) = bot.manager.tables_in(world.channel.id)
        assert len(table.members) == table.seats
