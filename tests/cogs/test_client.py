"""What the bot asks of Discord at login, and how its commands are registered."""

import discord
import pytest

from bot.client import build_bot
from bot.discord_commands import _canonical_all
from bot.i18n.catalog import LANGUAGES
from cogs.ui.translator import Descriptions
from tests.cogs.room import settings_in


def test_only_the_guilds_intent_is_asked_for_and_nothing_is_cached(tmp_path):
    bot = build_bot(settings_in(tmp_path))
    assert [name for name, wanted in bot.intents if wanted] == ["guilds"]
    assert bot._connection.member_cache_flags == discord.MemberCacheFlags.none()
    assert bot._connection._chunk_guilds is False
    assert bot._connection.max_messages is None
    assert bot.allowed_mentions.to_dict() == {"parse": []}


@pytest.fixture
async def payload(room):
    (group,) = room.bot.tree.get_commands()
    return await group.get_translated_payload(room.bot.tree, Descriptions())


def test_commands_are_for_servers_that_have_the_bot(payload):
    assert payload["contexts"] == [0]
    assert payload["integration_types"] == [0]


def test_descriptions_are_translated_and_fit(payload):
    spoken = {locale.value for locale in discord.Locale if locale.value.split("-")[0] in LANGUAGES}
    spoken = {locale for locale in spoken if not locale.startswith("en")}
    for command in payload["options"]:
        told = command["description_localizations"]
        assert set(told) == spoken, command["name"]
        assert all(1 <= len(text) <= 100 for text in told.values())
        assert not command.get("name_localizations")


def test_what_discord_adds_or_writes_otherwise_is_no_difference(payload):
    registered = payload | {"id": "1", "version": "2", "nsfw": False, "dm_permission": False}
    registered["options"] = [option | {"name_localizations": None} for option in payload["options"]]
    assert _canonical_all([payload]) == _canonical_all([registered])


@pytest.mark.parametrize(
    "change",
    [
        {"description": "other"},
        {"default_member_permissions": "32"},
        {"contexts": [0, 1]},
        {"description_localizations": {"de": "anders"}},
        {"options": []},
    ],
)
def test_every_real_difference_counts(payload, change):
    assert _canonical_all([payload]) != _canonical_all([payload | change])
