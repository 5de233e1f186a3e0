"""What the local Discord holds: people, servers, channels, messages, and a clock to move on."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.discord_server.components import EPHEMERAL, V2, check_message, stored, text_of, walk
from tests.discord_server.errors import ApiError, Json
from tests.discord_server.mentions import pinged

EPOCH_MS = 1_420_070_400_000
OLD_SECONDS = 60 * 60
"""Messages older than this take only few edits."""
NONCE_SECONDS = 5 * 60

VIEW, SEND, SEND_IN_THREADS, MANAGE_GUILD, MANAGE_MESSAGES = 1 << 10, 1 << 11, 1 << 38, 1 << 5, 1 << 13
READ_HISTORY = 1 << 16
BOT_PERMISSIONS = VIEW | SEND | SEND_IN_THREADS | (1 << 14) | READ_HISTORY | (1 << 31)
PERSON_PERMISSIONS = VIEW | SEND | (1 << 16) | (1 << 31)


class WorldClock:
    """Real time plus what a test has moved it on. Implements `bot.ports.clock.Clock`."""

    def __init__(self) -> None:
        self.offset = 0.0

    def now(self) -> float:
        """Seconds since 1970-01-01 UTC."""
        return time.time_ns() / 1e9 + self.offset

    def advance(self, seconds: float) -> None:
        self.offset += seconds


@dataclass(eq=False)
class User:
    id: int
    name: str
    locale: str = "en-US"
    is_bot: bool = False


@dataclass(eq=False)
class Guild:
    id: int
    name: str
    locale: str = "en-US"
    has_bot: bool = True
    bot_permissions: int = BOT_PERMISSIONS
    channels: dict[int, "Channel"] = field(default_factory=dict)
    members: dict[int, int] = field(default_factory=dict)
    """Permissions by user id."""


@dataclass(eq=False)
class Channel:
    id: int
    guild: Guild
    name: str
    parent: "Channel | None" = None
    """A thread has one."""
    denied: int = 0
    """Permissions taken from the bot here."""
    is_archived: bool = False
    is_locked: bool = False
    is_deleted: bool = False

    @property
    def bot_permissions(self) -> int:
        return self.guild.bot_permissions & ~self.denied


@dataclass(eq=False)
class Message:
    id: int
    channel: Channel
    author: User
    created_at: float
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: dict[str, Json] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    flags: int = 0
    nonce: str | None = None
    edited_at: float | None = None
    owner: User | None = None
    """The only person who sees an ephemeral message."""
    interaction: Any = None
    """The interaction it answered."""
    is_deleted: bool = False
    pings: set[int] = field(default_factory=set)
    """Whom it notified when it was sent; edits never notify."""
    edits: int = 0

    @property
    def is_ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def text(self) -> str:
        """Everything a person reads on it, without the buttons."""
        return "\n".join(part for part in (self.content, text_of(self.components)) if part)

    def parts(self) -> Iterator[Json]:
        """Its components, the nested ones too."""
        return (component for _, component in walk(self.components))

    @property
    def controls(self) -> list[Json]:
        """Its buttons and menus."""
        return [component for component in self.parts() if component.get("custom_id")]

    def is_seen_by(self, user: User) -> bool:
        return not self.is_deleted and (self.owner is None or self.owner is user)


class World:
    """Everything behind the API. Methods raise `ApiError` where Discord refuses."""

    def __init__(self) -> None:
        self.clock = WorldClock()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.emojis: dict[int, str] = {}
        self.commands: list[Json] = []
        self.changed = asyncio.Event()
        """Set and cleared with every message that changes: see `LocalDiscord.until`."""
        self.counts: Counter[str] = Counter()
        self._numbers = count(1)
        self.bot = User(self.new_id(), "Yaniv", is_bot=True)
        self.application = self.bot.id
        self.users[self.bot.id] = self.bot

    def new_id(self) -> int:
        """A snowflake of this moment."""
        milliseconds = int(self.clock.now() * 1000) - EPOCH_MS
        return (milliseconds << 22) | (next(self._numbers) & 0x3FFFFF)

    def touch(self) -> None:
        self.changed.set()
        self.changed.clear()

    # --- Places and people ---------------------------------------------------------------------

    def add_guild(
        self, name: str = "Club", *, shard: tuple[int, int] = (0, 1), locale: str = "en-US"
    ) -> Guild:
        """A server that belongs to one shard of so many."""
        number, total = shard
        stem = self.new_id() >> 22
        while stem % total != number or (stem << 22) in self.guilds:
            stem += 1
        guild = Guild(stem << 22, name, locale)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str = "cards", *, parent: Channel | None = None) -> Channel:
        channel = Channel(self.new_id(), guild, name, parent)
        self.channels[channel.id] = channel
        guild.channels[channel.id] = channel
        return channel

    def add_user(
        self, guild: Guild, name: str, *, permissions: int = PERSON_PERMISSIONS, locale: str = "en-US"
    ) -> User:
        user = User(self.new_id(), name, locale)
        self.users[user.id] = user
        guild.members[user.id] = permissions
        return user

    def channel(self, number: int, *, needs: int = VIEW) -> Channel:
        """A channel the bot may use in this way."""
        channel = self.channels.get(number)
        if channel is None or channel.is_deleted:
            raise ApiError(10003)
        if not channel.guild.has_bot or not channel.bot_permissions & VIEW:
            raise ApiError(50001)
        if needs & ~channel.bot_permissions:
            raise ApiError(50013)
        return channel

    # --- Messages ------------------------------------------------------------------------------

    def message(self, channel: Channel, number: int) -> Message:
        """A message of a channel as the channel's routes know it: never an ephemeral one."""
        message = self.messages.get(number)
        if message is None or message.channel is not channel or message.is_deleted or message.is_ephemeral:
            raise ApiError(10008)
        return message

    def send(self, channel: Channel, body: Json, files: dict[str, bytes] | None = None) -> Message:
        """A message the bot sends by the channel's route."""
        if channel.is_locked and channel.is_archived:
            raise ApiError(160005)
        if twin := self._same_nonce(channel, body):
            return twin
        message = self.create(channel, self.bot, body, files or {})
        message.pings = pinged(message.text, body.get("allowed_mentions"), by_default="everything")
        channel.is_archived = False
        return message

    def _same_nonce(self, channel: Channel, body: Json) -> Message | None:
        if not body.get("enforce_nonce") or body.get("nonce") is None:
            return None
        since = self.clock.now() - NONCE_SECONDS
        return next(
            (
                message
                for message in self.messages.values()
                if message.channel is channel
                and message.nonce == str(body["nonce"])
                and message.created_at >= since
            ),
            None,
        )

    def create(
        self,
        channel: Channel,
        author: User,
        body: Json,
        files: dict[str, bytes],
        owner: User | None = None,
    ) -> Message:
        """A new message of this body, after every check."""
        flags = body.get("flags") or 0
        self._check(body, is_v2=bool(flags & V2))
        if not any(body.get(part) for part in ("content", "components", "embeds")) and not files:
            raise ApiError(50006)
        message = Message(self.new_id(), channel, author, self.clock.now(), owner=owner)
        message.flags = flags & V2 | (EPHEMERAL if owner else 0)
        nonce = body.get("nonce")
        message.nonce = None if nonce is None else str(nonce)
        self._attach(message, body, files)
        self._take_over(message, body)
        self.messages[message.id] = message
        self.touch()
        return message

    def edit(self, message: Message, body: Json, files: dict[str, bytes] | None = None) -> Message:
        """Changes what the body names and leaves the rest."""
        flags = body.get("flags")
        is_v2 = bool((message.flags | (flags or 0)) & V2)
        self._check(body, is_v2=is_v2)
        message.flags = message.flags | V2 if is_v2 else message.flags
        if "attachments" in body or files:
            self._attach(message, body, files or {})
        self._take_over(message, body)
        message.edited_at = self.clock.now()
        message.edits += 1
        self.touch()
        return message

    def delete(self, message: Message) -> None:
        message.is_deleted = True
        self.touch()

    def is_old(self, message: Message) -> bool:
        return self.clock.now() - message.created_at > OLD_SECONDS

    def _check(self, body: Json, *, is_v2: bool) -> None:
        check_message(body, is_v2=is_v2, emojis=set(self.emojis))

    def _attach(self, message: Message, body: Json, files: dict[str, bytes]) -> None:
        kept = {str(part.get("id")) for part in body.get("attachments") or []}
        message.attachments = {
            name: attachment for name, attachment in message.attachments.items() if attachment["id"] in kept
        }
        for name, data in files.items():
            number = str(self.new_id())
            url = f"https://cdn.discordapp.com/attachments/{message.channel.id}/{number}/{name}"
            message.attachments[name] = {
                "id": number,
                "filename": name,
                "size": len(data),
                "url": url,
                "proxy_url": url,
            }
            message.files[name] = data

    def _take_over(self, message: Message, body: Json) -> None:
        if "components" in body:
            message.components = stored(body["components"] or [], message.attachments)
        if "content" in body:
            message.content = body["content"] or ""
        if "embeds" in body:
            message.embeds = body["embeds"] or []

    # --- What people see -----------------------------------------------------------------------

    def seen_by(self, user: User, channel: Channel) -> list[Message]:
        """What this person sees in the channel, oldest first."""
        return [message for message in self._in(channel) if message.is_seen_by(user)]

    def public(self, channel: Channel) -> list[Message]:
        return [
            message for message in self._in(channel) if not message.is_ephemeral and not message.is_deleted
        ]

    def _in(self, channel: Channel) -> Iterable[Message]:
        return sorted(
            (message for message in self.messages.values() if message.channel is channel),
            key=lambda message: message.id,
        )
