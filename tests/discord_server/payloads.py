"""The objects of the API as JSON, in the form the API description gives them."""

from datetime import UTC, datetime
from typing import Any

from tests.discord_server.components import LOADING
from tests.discord_server.errors import Json
from tests.discord_server.interactions import Interaction
from tests.discord_server.world import EPOCH_MS, Channel, Guild, Message, User, World

TEXT_CHANNEL, PUBLIC_THREAD = 0, 11
COMMAND_REPLY, NORMAL = 20, 0
JOINED = "2024-01-01T00:00:00+00:00"


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def user(person: User) -> Json:
    return {
        "id": str(person.id),
        "username": person.name.lower() if person.name.isascii() else f"user{person.id}",
        "global_name": person.name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "bot": person.is_bot,
        "primary_guild": None,
    }


def me(world: World) -> Json:
    return user(world.bot) | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def member(person: User, guild: Guild) -> Json:
    permissions = guild.bot_permissions if person.is_bot else guild.members.get(person.id, 0)
    return {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": JOINED,
        "premium_since": None,
        "communication_disabled_until": None,
        "flags": 0,
        "pending": False,
        "mute": False,
        "deaf": False,
        "permissions": str(permissions),
    }


def channel(place: Channel) -> Json:
    shared: Json = {
        "id": str(place.id),
        "guild_id": str(place.guild.id),
        "name": place.name,
        "flags": 0,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "parent_id": str(place.parent.id) if place.parent else None,
    }
    if place.parent is None:
        return shared | {
            "type": TEXT_CHANNEL,
            "position": 0,
            "permission_overwrites": [
                {"id": str(place.guild.id + role), "type": 0, "allow": "0", "deny": "0"} for role in range(2)
            ],
            "nsfw": False,
            "topic": f"All that has to do with {place.name}.",
        }
    return shared | {
        "type": PUBLIC_THREAD,
        "owner_id": str(place.guild.id),
        "message_count": 0,
        "member_count": 1,
        "total_message_sent": 0,
        "thread_metadata": {
            "archived": place.is_archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": JOINED,
            "locked": place.is_locked,
        },
    }


def guild_create(guild: Guild, world: World) -> Json:
    """What the gateway tells of a server the bot is on."""
    open_channels = [place for place in guild.channels.values() if not place.is_deleted]
    everyone = {
        "id": str(guild.id),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(guild.bot_permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(guild.id),
        "afk_timeout": 300,
        "afk_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "nsfw_level": 0,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "preferred_locale": guild.locale,
        "vanity_url_code": None,
        "features": ["COMMUNITY"],
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "joined_at": JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members) + 1,
        "members": [member(world.bot, guild)],
        "channels": [channel(place) for place in open_channels if place.parent is None],
        "threads": [channel(place) for place in open_channels if place.parent and not place.is_archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def message(sent: Message, world: World, components: list[Json] | None = None) -> Json:
    """`components`: an older picture of it, as a client that was not told yet may still show."""
    asked: Interaction | None = sent.interaction
    payload: Json = {
        "id": str(sent.id),
        "channel_id": str(sent.channel.id),
        "type": NORMAL if asked is None or asked.message else COMMAND_REPLY,
        "author": user(sent.author),
        "content": sent.content,
        "timestamp": moment((sent.id >> 22) / 1000 + EPOCH_MS / 1000),
        "edited_timestamp": None if sent.edited_at is None else moment(sent.edited_at),
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": list(sent.attachments.values()),
        "embeds": sent.embeds,
        "pinned": False,
        "flags": sent.flags,
        "components": sent.components if components is None else components,
    }
    if sent.nonce is not None:
        payload["nonce"] = sent.nonce
    if asked is not None:
        payload |= {"application_id": str(world.application), "webhook_id": str(world.application)}
        payload["interaction_metadata"] = _metadata(asked)
    return payload


def _metadata(asked: Interaction) -> Json:
    payload: Json = {
        "id": str(asked.id),
        "type": asked.kind,
        "user": user(asked.user),
        "authorizing_integration_owners": {"0": str(asked.channel.guild.id)},
    }
    if asked.message is not None:
        payload["interacted_message_id"] = str(asked.message.id)
    return payload


def interaction(asked: Interaction, world: World, components: list[Json] | None = None) -> Json:
    """The gateway's event."""
    guild = asked.channel.guild
    payload: Json = {
        "id": str(asked.id),
        "application_id": str(world.application),
        "type": asked.kind,
        "token": asked.token,
        "version": 1,
        "data": asked.data,
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": ["COMMUNITY"]},
        "guild_locale": guild.locale,
        "locale": asked.user.locale,
        "channel_id": str(asked.channel.id),
        "channel": channel(asked.channel) | {"permissions": str(guild.members.get(asked.user.id, 0))},
        "member": member(asked.user, guild),
        "app_permissions": str(asked.channel.bot_permissions),
        "authorizing_integration_owners": {"0": str(guild.id)},
        "context": 0,
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    if asked.message is not None:
        payload["message"] = message(asked.message, world, components)
    return payload


def callback(asked: Interaction, world: World) -> Json:
    """The answer to an answer."""
    told: Json = {"id": str(asked.id), "type": asked.kind}
    shown = asked.original
    if shown is not None:
        told |= {
            "response_message_id": str(shown.id),
            "response_message_loading": bool(shown.flags & LOADING),
            "response_message_ephemeral": shown.is_ephemeral,
        }
    payload: Json = {"interaction": told}
    if asked.answer in {4, 7} and shown is not None:
        payload["resource"] = {"type": asked.answer, "message": message(shown, world)}
    return payload


def application(world: World) -> Json:
    return {
        "id": str(world.application),
        "name": "Yaniv",
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(User(1, "Owner")),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def emoji(number: int, world: World) -> Json:
    return {
        "id": str(number),
        "name": world.emojis[number],
        "user": user(world.bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def command(number: int, wanted: Json, world: World) -> Json:
    """A registered command: what was asked for, with Discord's defaults."""
    defaults: dict[str, Any] = {
        "type": 1,
        "description": "",
        "name_localizations": None,
        "description_localizations": None,
        "default_member_permissions": None,
        "dm_permission": True,
        "contexts": None,
        "integration_types": [0],
        "nsfw": False,
    }
    given = {key: value for key, value in wanted.items() if value is not None and key != "id"}
    permissions = given.get("default_member_permissions")
    if permissions is not None:
        given["default_member_permissions"] = str(permissions)
    ids = {"id": str(number), "application_id": str(world.application), "version": str(number)}
    return defaults | given | ids
