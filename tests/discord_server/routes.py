"""What each route does to the world. Every handler takes a call and returns a status and a body."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.discord_server import payloads
from tests.discord_server.errors import ApiError, Json, bad_form
from tests.discord_server.interactions import Interactions
from tests.discord_server.limits import Limits
from tests.discord_server.world import (
    MANAGE_MESSAGES,
    READ_HISTORY,
    SEND,
    SEND_IN_THREADS,
    VIEW,
    Channel,
    Message,
    World,
)


@dataclass
class Call:
    """One request."""

    ids: dict[str, str]
    body: Any = None
    files: dict[str, bytes] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)

    def number(self, name: str) -> int:
        text = self.ids[name]
        if not text.isdecimal():
            raise bad_form([(name, "NUMBER_TYPE_COERCE", f'Value "{text}" is not snowflake.')])
        return int(text)


Reply = tuple[int, Any]
Handler = Callable[[Call], Awaitable[Reply]]


class Routes:
    def __init__(self, world: World, interactions: Interactions, limits: Limits) -> None:
        self.world = world
        self.interactions = interactions
        self.limits = limits
        self.gateway_url = ""
        self.shards = 1
        self.max_concurrency = 1
        self.identifies_left = 1000

    def table(self) -> list[tuple[str, str, Handler]]:
        """Method, path as the API description names it, handler. Exact paths stand before patterns."""
        channel = "/channels/{channel_id}"
        one_message = channel + "/messages/{message_id}"
        app, webhook = "/applications/{application_id}", "/webhooks/{webhook_id}/{webhook_token}"
        original, sent = webhook + "/messages/@original", webhook + "/messages/{message_id}"
        return [
            ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", "/users/@me", self.me),
            ("GET", "/users/{user_id}", self.user),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", app + "/commands", self.commands),
            ("PUT", app + "/commands", self.put_commands),
            ("GET", app + "/emojis", self.emojis),
            ("POST", app + "/emojis", self.add_emoji),
            ("DELETE", app + "/emojis/{emoji_id}", self.delete_emoji),
            ("GET", "/guilds/{guild_id}/members/{user_id}", self.member),
            ("GET", channel, self.channel),
            ("POST", channel + "/messages", self.send),
            ("GET", channel + "/messages", self.history),
            ("GET", one_message, self.message),
            ("PATCH", one_message, self.edit),
            ("DELETE", one_message, self.delete),
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback", self.respond),
            ("POST", webhook, self.follow_up),
            *[("GET", path, self.webhook_message) for path in (original, sent)],
            *[("PATCH", path, self.edit_webhook_message) for path in (original, sent)],
            *[("DELETE", path, self.delete_webhook_message) for path in (original, sent)],
        ]

    # --- The application -----------------------------------------------------------------------

    async def gateway_bot(self, _call: Call) -> Reply:
        start_limit = {
            "total": 1000,
            "remaining": self.identifies_left,
            "reset_after": 86_400_000,
            "max_concurrency": self.max_concurrency,
        }
        return 200, {"url": self.gateway_url, "shards": self.shards, "session_start_limit": start_limit}

    async def me(self, _call: Call) -> Reply:
        return 200, payloads.me(self.world)

    async def user(self, call: Call) -> Reply:
        person = self.world.users.get(call.number("user_id"))
        if person is None:
            raise ApiError(10013)
        return 200, payloads.user(person)

    async def application(self, _call: Call) -> Reply:
        return 200, payloads.application(self.world)

    async def commands(self, call: Call) -> Reply:
        return 200, self.world.commands

    async def put_commands(self, call: Call) -> Reply:
        names = [(wanted.get("type", 1), wanted["name"]) for wanted in call.body]
        if len(set(names)) != len(names):
            raise bad_form([("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique.")])
        world = self.world
        world.commands = [payloads.command(world.new_id(), wanted, world) for wanted in call.body]
        world.counts["commands written"] += 1
        return 200, world.commands

    async def emojis(self, _call: Call) -> Reply:
        return 200, {"items": [payloads.emoji(number, self.world) for number in self.world.emojis]}

    async def add_emoji(self, call: Call) -> Reply:
        number = self.world.new_id()
        self.world.emojis[number] = call.body["name"]
        return 201, payloads.emoji(number, self.world)

    async def delete_emoji(self, call: Call) -> Reply:
        if self.world.emojis.pop(call.number("emoji_id"), None) is None:
            raise ApiError(10014)
        return 204, None

    # --- Channels ------------------------------------------------------------------------------

    async def member(self, call: Call) -> Reply:
        guild = self.world.guilds.get(call.number("guild_id"))
        person = self.world.users.get(call.number("user_id"))
        if guild is None or person is None or person.id not in guild.members:
            raise ApiError(10004 if guild is None else 10013)
        return 200, {
            key: value for key, value in payloads.member(person, guild).items() if key != "permissions"
        }

    async def channel(self, call: Call) -> Reply:
        return 200, payloads.channel(self.world.channel(call.number("channel_id")))

    async def send(self, call: Call) -> Reply:
        number = call.number("channel_id")
        place = self.world.channels.get(number)
        needs = SEND_IN_THREADS if place is not None and place.parent else SEND
        message = self.world.send(self.world.channel(number, needs=VIEW | needs), call.body, call.files)
        return 200, self._shown(message)

    async def history(self, call: Call) -> Reply:
        """Newest first; with `after`, the first ones after it. Nothing without the right to read it."""
        place = self.world.channel(call.number("channel_id"))
        shown = self.world.public(place) if place.bot_permissions & READ_HISTORY else []
        after, before = int(call.query.get("after", 0)), int(call.query.get("before", 1 << 63))
        limit = int(call.query.get("limit", 50))
        found = [message for message in shown if after < message.id < before]
        found = found[:limit] if after else found[-limit:]
        return 200, [self._shown(message) for message in reversed(found)]

    async def message(self, call: Call) -> Reply:
        return 200, self._shown(self._message(call)[1])

    async def edit(self, call: Call) -> Reply:
        place, message = self._message(call)
        if message.author is not self.world.bot:
            raise ApiError(50005)
        if place.is_archived:
            raise ApiError(50083)
        if self.world.is_old(message):
            self.limits.admit_old_edit(place.id)
        return 200, self._shown(self.world.edit(message, call.body, call.files))

    async def delete(self, call: Call) -> Reply:
        place, message = self._message(call)
        if message.author is not self.world.bot and not place.bot_permissions & MANAGE_MESSAGES:
            raise ApiError(50013)
        if place.is_archived:
            raise ApiError(50083)
        self.world.delete(message)
        return 204, None

    def _message(self, call: Call) -> tuple[Channel, Message]:
        place = self.world.channel(call.number("channel_id"))
        return place, self.world.message(place, call.number("message_id"))

    # --- Interactions --------------------------------------------------------------------------

    async def respond(self, call: Call) -> Reply:
        number, token = call.number("interaction_id"), call.ids["interaction_token"]
        asked = self.interactions.respond(number, token, call.body, call.files)
        if call.query.get("with_response") in {"1", "true"}:
            return 200, payloads.callback(asked, self.world)
        return 204, None

    async def follow_up(self, call: Call) -> Reply:
        self._check_application(call)
        message = self.interactions.follow_up(call.ids["webhook_token"], call.body, call.files)
        return 200, self._shown(message)

    async def webhook_message(self, call: Call) -> Reply:
        self._check_application(call)
        asked = self.interactions.alive(call.ids["webhook_token"])
        return 200, self._shown(self.interactions.message_of(asked, _name(call)))

    async def edit_webhook_message(self, call: Call) -> Reply:
        self._check_application(call)
        token = call.ids["webhook_token"]
        return 200, self._shown(self.interactions.edit(token, _name(call), call.body, call.files))

    async def delete_webhook_message(self, call: Call) -> Reply:
        self._check_application(call)
        asked = self.interactions.alive(call.ids["webhook_token"])
        self.world.delete(self.interactions.message_of(asked, _name(call)))
        return 204, None

    def _check_application(self, call: Call) -> None:
        if call.number("webhook_id") != self.world.application:
            raise ApiError(10015)

    def _shown(self, message: Message) -> Json:
        return payloads.message(message, self.world)


def _name(call: Call) -> str:
    return call.ids.get("message_id", "@original")
