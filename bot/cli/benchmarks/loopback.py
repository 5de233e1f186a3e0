"""Discord's side of a press on loopback: the routes and gateway messages of a bot at play, and no check.

The other side of the socket is the real client, with discord.py's own HTTP and gateway.
"""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from aiohttp import WSMsgType, web

from bot.pictures.cards import EMOJIS

Json = dict[str, Any]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

APPLICATION = 1
EPOCH_MS = 1_420_070_400_000
EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
BUTTON = 2
GIVEN_UP_SECONDS = 10.0
"""A press that is not answered by then counts as one of so many seconds."""
PERMISSIONS = str(1 << 10 | 1 << 11 | 1 << 16 | 1 << 38)
"""See the channel, send there and in threads, read what was sent."""
JOINED = "2024-01-01T00:00:00+00:00"


@dataclass
class Person:
    """Somebody who looks at one private message with buttons."""

    id: int
    guild: int
    components: list[Json] = field(default_factory=list[Json])
    message: int = 0

    def buttons(self) -> Iterator[str]:
        """The custom ids that can be pressed."""
        for part in _walk(self.components):
            if part.get("type") == BUTTON and not part.get("disabled") and "custom_id" in part:
                yield part["custom_id"]


@dataclass
class _Press:
    person: Person
    is_answered: asyncio.Future[float]
    at: float


class Loopback:
    """Every server has one channel of the same number."""

    def __init__(self, guilds: list[int]) -> None:
        self.guilds = guilds
        self.requests: Counter[str] = Counter()
        """By what they do: `answer`, `hand`, `send`, `edit`, `delete`, `start`."""
        self.unanswered = 0
        self.is_connected = asyncio.Event()
        self.is_shown = asyncio.Event()
        """Every table was sent: that is what a start does with tables whose messages are old."""
        self.port = 0
        self._presses: dict[str, _Press] = {}
        self._numbers = itertools.count(1)
        self._socket: web.WebSocketResponse | None = None
        self._sequence = itertools.count(1)
        self._runner: web.AppRunner | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_post("/interactions/{id}/{token}/callback", self._answer)
        app.router.add_patch("/webhooks/{app}/{token}/messages/@original", self._change_hand)
        app.router.add_post("/channels/{channel}/messages", self._send)
        app.router.add_get("/channels/{channel}/messages", self._history)
        app.router.add_patch("/channels/{channel}/messages/{id}", self._edit)
        app.router.add_delete("/channels/{channel}/messages/{id}", self._delete)
        app.router.add_route("*", "/{rest:.*}", self._rest)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def press(self, person: Person, custom_id: str, *, table_message: int = 0) -> float:
        """Seconds from the event to its answer. `table_message`: pressed there, not on the private one."""
        if self._socket is None:
            raise ConnectionError("no bot is connected")
        token = f"token{next(self._numbers)}"
        event = _interaction(person, token, self._snowflake(), custom_id, table_message)
        press = _Press(person, asyncio.get_running_loop().create_future(), time.perf_counter())
        self._presses[token] = press
        await self._dispatch("INTERACTION_CREATE", event)
        try:
            return await asyncio.wait_for(press.is_answered, GIVEN_UP_SECONDS)
        except TimeoutError:
            self.unanswered += 1
            return GIVEN_UP_SECONDS

    # --- Gateway -------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            payload = cast(Json, json.loads(message.data))
            if payload["op"] == 1:
                await socket.send_json({"op": 11})
            elif payload["op"] == 2:
                self._socket = socket
                await self._welcome()
        return socket

    async def _welcome(self) -> None:
        ready: Json = {
            "v": 10,
            "user": _user(APPLICATION, is_bot=True),
            "guilds": [{"id": str(guild), "unavailable": True} for guild in self.guilds],
            "session_id": "session",
            "resume_gateway_url": self.gateway,
            "shard": [0, 1],
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await self._dispatch("READY", ready)
        for guild in self.guilds:
            await self._dispatch("GUILD_CREATE", _guild(guild))
        self.is_connected.set()

    async def _dispatch(self, name: str, data: Json) -> None:
        if self._socket is not None:
            await self._socket.send_json({"op": 0, "t": name, "s": next(self._sequence), "d": data})

    def _snowflake(self) -> int:
        milliseconds = time.time_ns() // 1_000_000 - EPOCH_MS
        return (milliseconds << 22) | (next(self._numbers) & 0xFFF)

    # --- Routes --------------------------------------------------------------------------------

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        arrived = time.perf_counter()
        press = self._presses[request.match_info["token"]]
        body = await request.json()
        data: Json = body.get("data") or {}
        if body["type"] == 4:
            press.person.message = self._snowflake()
        if "components" in data:
            press.person.components = data["components"]
        self.requests["answer"] += 1
        if not press.is_answered.done():
            press.is_answered.set_result(arrived - press.at)
        shown = {"response_message_id": str(press.person.message), "response_message_ephemeral": True}
        return _json({"interaction": {"id": request.match_info["id"], "type": 3, **shown}})

    async def _change_hand(self, request: web.Request) -> web.StreamResponse:
        self.requests["hand"] += 1
        person = self._presses[request.match_info["token"]].person
        person.components = (await request.json())["components"]
        return _json(_message(person.message, person.guild, person))

    async def _send(self, request: web.Request) -> web.StreamResponse:
        self.requests["send"] += 1
        if self.requests["send"] >= len(self.guilds):
            self.is_shown.set()
        return _json(_message(self._snowflake(), int(request.match_info["channel"])))

    async def _history(self, _request: web.Request) -> web.StreamResponse:
        self.requests["start"] += 1
        return _json([])

    async def _edit(self, request: web.Request) -> web.StreamResponse:
        self.requests["edit"] += 1
        await request.read()
        return _json(_message(int(request.match_info["id"]), int(request.match_info["channel"])))

    async def _delete(self, _request: web.Request) -> web.StreamResponse:
        self.requests["delete"] += 1
        return web.Response(status=204)

    async def _rest(self, request: web.Request) -> web.StreamResponse:
        """What a start asks for."""
        self.requests["start"] += 1
        path = request.path
        if path == "/gateway/bot":
            limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
            return _json({"url": self.gateway, "shards": 1, "session_start_limit": limits})
        if path == "/users/@me":
            return _json(_user(APPLICATION, is_bot=True))
        if path.endswith("/emojis"):
            return _json({"items": [_emoji(number, name) for number, name in enumerate(EMOJIS, 2)]})
        if path.endswith("/commands"):
            return _json([])
        return _json(_APPLICATION)


def _json(body: Any) -> web.Response:
    # A charset beside the type would make discord.py take the body for text.
    return web.Response(body=json.dumps(body).encode(), content_type="application/json")


def _walk(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])


_APPLICATION: Json = {
    "id": str(APPLICATION),
    "name": "Yaniv",
    "icon": None,
    "description": "",
    "summary": "",
    "verify_key": "",
    "flags": 0,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": {"id": "2", "username": "owner", "discriminator": "0", "avatar": None},
    "team": None,
}


def _user(number: int, *, is_bot: bool = False) -> Json:
    return {"id": str(number), "username": f"p{number}", "discriminator": "0", "avatar": None, "bot": is_bot}


def _emoji(number: int, name: str) -> Json:
    flags = {"require_colons": True, "managed": False, "animated": False, "available": True}
    return {"id": str(number), "name": name, "roles": [], **flags}


def _channel(guild: int) -> Json:
    return {
        "id": str(guild),
        "type": 0,
        "name": "cards",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
    }


def _guild(number: int) -> Json:
    role = {"id": str(number), "name": "@everyone", "color": 0, "hoist": False, "position": 0}
    everyone = role | {"permissions": PERMISSIONS, "managed": False, "mentionable": False}
    return {
        "id": str(number),
        "name": "Club",
        "owner_id": "2",
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "channels": [_channel(number)],
        "members": [_member(APPLICATION)],
        "member_count": 5,
    }


def _member(number: int) -> Json:
    return {"user": _user(number), "roles": [], "joined_at": JOINED, "deaf": False, "mute": False, "flags": 0}


def _message(number: int, channel: int, owner: Person | None = None) -> Json:
    payload: Json = {
        "id": str(number),
        "channel_id": str(channel),
        "type": 0,
        "author": _user(APPLICATION, is_bot=True),
        "content": "",
        "timestamp": JOINED,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "flags": COMPONENTS_V2,
        "components": [],
    }
    if owner is None:
        return payload
    asked: Json = {
        "id": str(number),
        "type": 3,
        "user": _user(owner.id),
        "authorizing_integration_owners": {},
    }
    private = {"flags": COMPONENTS_V2 | EPHEMERAL, "components": owner.components}
    return payload | private | {"interaction_metadata": asked}


def _interaction(person: Person, token: str, number: int, custom_id: str, table_message: int) -> Json:
    guild = person.guild
    if table_message:
        button = {"type": BUTTON, "style": 1, "label": "My hand", "custom_id": custom_id}
        row: Json = {"type": 1, "components": [button]}
        message = _message(table_message, guild) | {"components": [row]}
    else:
        message = _message(person.message, guild, person)
    return {
        "id": str(number),
        "application_id": str(APPLICATION),
        "type": 3,
        "token": token,
        "version": 1,
        "data": {"component_type": BUTTON, "custom_id": custom_id},
        "guild_id": str(guild),
        "channel_id": str(guild),
        "channel": _channel(guild),
        "member": _member(person.id) | {"permissions": "0"},
        "message": message,
        "locale": "en-US",
        "app_permissions": PERMISSIONS,
        "attachment_size_limit": 0,
        "authorizing_integration_owners": {"0": str(guild)},
        "context": 0,
        "entitlements": [],
    }
