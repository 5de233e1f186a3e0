"""What servers and people have chosen."""

from dataclasses import fields

import pytest
from sqlalchemy import update

from bot.ports.store import MOST_TURN_SECONDS, GuildSettings, PlayerSettings, Store
from bot.storage.schema import guild_settings
from bot.storage.store import SqlStore
from tests.storage.builders import ANN, BEN, GUILD

CHANGED = GuildSettings(
    GUILD,
    {"preset": "quick"},
    "he",
    MOST_TURN_SECONDS,
    0.5,
    pings="always",
    vary_rules=True,
    hints=True,
    threads=True,
    channels=(2**60, 5),
    tables_max=3,
    auto_start=True,
    absent="remove",
    closed_channels=(7,),
    forfeits=("sings", "buys the next round"),
    achievements=False,
    season="quarterly",
    computer_talk=False,
    longest_clock=None,
)
CHOSEN = PlayerSettings(
    ANN,
    "ja",
    "suit",
    text_cards=True,
    confirm_risky=True,
    pings="off",
    learned=True,
    lesson_offered=True,
)


def test_the_examples_differ_from_the_defaults_everywhere() -> None:
    for example, default in ((CHANGED, GuildSettings(0)), (CHOSEN, PlayerSettings(0))):
        for field in fields(example):
            assert getattr(example, field.name) != getattr(default, field.name), field.name


async def test_every_choice_of_a_server_comes_back(store: Store) -> None:
    await store.save_guild_settings(CHANGED)
    assert await store.guild_settings(GUILD) == CHANGED
    await store.save_guild_settings(GuildSettings(GUILD, forfeits=()))
    assert await store.guild_settings(GUILD) == GuildSettings(GUILD, forfeits=())


async def test_every_choice_of_a_person_comes_back_on_every_server(store: Store) -> None:
    assert await store.player_settings(ANN) == PlayerSettings(ANN)
    for settings in (CHOSEN, PlayerSettings(ANN, learned=True)):
        await store.save_player_settings(settings)
        assert await store.player_settings(ANN) == settings
    assert await store.player_settings(BEN) == PlayerSettings(BEN)


@pytest.mark.parametrize("options", [None, {"hints": True, "given_up": [1]}])
async def test_settings_of_another_version_of_the_bot_are_read(sql_store: SqlStore, options) -> None:
    """Written before a setting existed, or with one that has been given up since."""
    await sql_store.save_guild_settings(GuildSettings(GUILD))
    change = update(guild_settings).values(options=options)
    await sql_store.write(lambda connection: connection.execute(change))
    assert await sql_store.guild_settings(GUILD) == GuildSettings(GUILD, hints=options is not None)
