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
    (group,) = room.bot.tree.get_commands(type=discord.AppCommandType.chat_input)
    return await group.get_translated_payload(room.bot.tree, Descriptions())


def test_commands_are_for_servers_that_have_the_bot(payload):
    assert payload["contexts"] == [0]
    assert payload["integration_types"] == [0]


def test_descriptions_are_translated_and_fit(payload):
    spoken = {locale.value for locale in discord.Locale if locale.value.split("-")[0] in LANGUAGES}
    spoken = {locale for locale in spoken if not locale.startswith("en")}
    described = [option for command in payload["options"] for option in command.get("options", [])]
    for option in [*payload["options"], *described]:
        told = option["description_localizations"]
        assert set(told) == spoken, option["name"]
        assert all(1 <= len(text) <= 100 for text in told.values())
        assert not option.get("name_localizations")


def test_choices_are_named_in_every_language(payload):
    choices = [
        choice
        for command in payload["options"]
        for option in command.get("options", [])
        for choice in option.get("choices", [])
    ]
    assert {choice["value"] for choice in choices} >= {"easy", "hard"}
    for choice in choices:
        assert choice["name_localizations"]["ja"] != choice["name"]


async def test_the_entries_in_the_menu_of_members_are_named_in_every_language(room):
    menus = room.bot.tree.get_commands(type=discord.AppCommandType.user)
    assert {menu.name for menu in menus} == {"Invite to Yaniv", "Remove from Yaniv"}
    for menu in menus:
        payload = await menu.get_translated_payload(room.bot.tree, Descriptions())
        assert (payload["contexts"], payload["integration_types"]) == ([0], [0])
        assert set(payload["name_localizations"]) >= {"de", "fr", "ja", "nl", "es-ES"}
        assert all(1 <= len(name) <= 32 for name in payload["name_localizations"].values())


def test_a_command_stays_below_discords_size(payload):
    """8,000 characters of names, descriptions and values; of translations the longest counts."""

    def size(part):
        longest = max(map(len, (part.get("description_localizations") or {}).values()), default=0)
        own = (
            len(part["name"])
            + max(len(part.get("description", "")), longest)
            + len(str(part.get("value", "")))
        )
        return own + sum(size(one) for one in [*(part.get("options") or []), *(part.get("choices") or [])])

    assert size(payload) < 8000


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
