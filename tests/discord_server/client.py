"""The test's hand on the local Discord: people who type commands, press buttons and look at the channel."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.discord_server import payloads
from tests.discord_server.app import Server
from tests.discord_server.errors import Json
from tests.discord_server.interactions import COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from tests.discord_server.tally import TALLY
from tests.discord_server.world import PERSON_PERMISSIONS, Channel, Guild, Message, User

BUTTON, SELECT = 2, 3
PATIENCE = 15.0
"""Seconds after which a test gives up waiting for what must happen."""
OPTION_TYPES: dict[type, int] = {str: 3, int: 4, bool: 5, User: 6, float: 10}


class NotOnScreenError(AssertionError):
    """A person wants to press what is not there."""


@dataclass(frozen=True)
class Control:
    """A button or menu as a person sees it."""

    custom_id: str
    label: str
    kind: int
    is_disabled: bool
    options: tuple[str, ...] = ()
    """Values of a menu."""


def controls(message: Message) -> list[Control]:
    return [
        Control(
            part["custom_id"],
            part.get("label") or part.get("placeholder") or "",
            part["type"],
            bool(part.get("disabled")),
            tuple(option["value"] for option in part.get("options") or ()),
        )
        for part in message.controls
    ]


def labels(message: Message, *, enabled: bool = True) -> list[str]:
    """What can be pressed on a message, or with `enabled=False` everything that looks pressable."""
    return [control.label for control in controls(message) if not (enabled and control.is_disabled)]


class LocalDiscord:
    """The world, its server, and one club with one channel to begin with."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.world = server.world
        self.guild = self.world.add_guild()
        self.channel = self.world.add_channel(self.guild)

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncIterator["LocalDiscord"]:
        server = Server()
        await server.start()
        try:
            yield cls(server)
        finally:
            await server.stop()

    def person(
        self,
        name: str,
        *,
        guild: Guild | None = None,
        permissions: int = PERSON_PERMISSIONS,
        locale: str = "en-US",
    ) -> User:
        return self.world.add_user(guild or self.guild, name, permissions=permissions, locale=locale)

    # --- Doing ---------------------------------------------------------------------------------

    async def slash(
        self, user: User, line: str, *, channel: Channel | None = None, **options: Any
    ) -> Interaction:
        """Types a command such as `yaniv start` and waits for the answer."""
        return await self.answered(await self.start_slash(user, line, channel=channel, **options))

    async def start_slash(
        self, user: User, line: str, *, channel: Channel | None = None, **options: Any
    ) -> Interaction:
        name, *path = line.split()
        command = next((known for known in self.world.commands if known["name"] == name), None)
        if command is None:
            raise NotOnScreenError(f"/{name} is not registered")
        data: Json = {"id": command["id"], "name": name, "type": 1, "options": []}
        level, node = data, command
        for step in path:
            node = next((option for option in node.get("options", []) if option["name"] == step), None)
            if node is None:
                raise NotOnScreenError(f"/{line} is not registered")
            child: Json = {"name": step, "type": node["type"], "options": []}
            level["options"].append(child)
            level = child
        level["options"] += [
            {"name": key, "type": OPTION_TYPES[type(value)], "value": _plain(value)}
            for key, value in options.items()
        ]
        return await self._begin(COMMAND, user, channel or self.channel, data)

    async def click(
        self, user: User, message: Message, what: str, *, shown: list[Json] | None = None
    ) -> Interaction:
        """Presses a button by its label or custom id and waits for the answer.

        `shown` is an older picture of the message, which this person's client still shows.
        """
        return await self.answered(await self.start_click(user, message, what, shown=shown))

    async def start_click(
        self, user: User, message: Message, what: str, *, shown: list[Json] | None = None
    ) -> Interaction:
        """The same without waiting."""
        control = self.control(message, what, shown=shown)
        if control.is_disabled:
            raise NotOnScreenError(f"{what!r} is disabled")
        return await self.press(user, message, control.custom_id, shown=shown)

    async def choose(self, user: User, message: Message, what: str, value: str) -> Interaction:
        """Chooses one value of a menu, named by its placeholder or custom id."""
        control = self.control(message, what)
        if value not in control.options:
            raise NotOnScreenError(f"{value!r} is not among {control.options}")
        data = {"custom_id": control.custom_id, "component_type": control.kind, "values": [value]}
        return await self.answered(await self._begin(COMPONENT, user, message.channel, data, message))

    async def forge(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Presses a button that this message never had, as a client with edited memory would."""
        TALLY["presses forged"] += 1
        button = {"type": BUTTON, "id": 9_999, "style": 1, "label": "?", "custom_id": custom_id}
        row: Json = {"type": 1, "id": 9_998, "components": [button]}
        asked = await self.press(user, message, custom_id, shown=[*message.components, row])
        return await self.answered(asked)

    async def submit(self, asked: Interaction, values: dict[str, str]) -> Interaction:
        """Fills in the modal that an interaction opened; values by custom id of the field."""
        assert asked.modal is not None
        fields = [
            {"type": 18, "id": n, "component": {"type": 4, "id": 100 + n, "custom_id": key, "value": text}}
            for n, (key, text) in enumerate(values.items(), 1)
        ]
        data = {"custom_id": asked.modal["custom_id"], "components": fields}
        sent = await self._begin(MODAL_SUBMIT, asked.user, asked.channel, data, asked.message)
        return await self.answered(sent)

    async def press(
        self, user: User, message: Message, custom_id: str, *, shown: list[Json] | None = None
    ) -> Interaction:
        """Sends the press of any custom id, without waiting."""
        if message.owner not in (None, user):
            raise NotOnScreenError(f"{user.name} does not see this message")
        data = {"custom_id": custom_id, "component_type": BUTTON}
        return await self._begin(COMPONENT, user, message.channel, data, message, shown)

    async def _begin(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        shown: list[Json] | None = None,
    ) -> Interaction:
        asked = self.server.interactions.begin(kind, user, channel, data, message)
        event = payloads.interaction(asked, self.world, shown)
        await self.server.gateway.dispatch(channel.guild, "INTERACTION_CREATE", event)
        return asked

    async def answered(self, asked: Interaction, *, within: float | None = None) -> Interaction:
        """Waits for the first answer, as long as Discord would; see `Interaction.has_failed`."""
        seconds = self.server.interactions.answer_seconds + 0.2 if within is None else within
        try:
            await asyncio.wait_for(asked.settled.wait(), seconds)
        except TimeoutError:
            return asked
        return asked

    # --- Looking -------------------------------------------------------------------------------

    def control(self, message: Message, what: str, *, shown: list[Json] | None = None) -> Control:
        """The button or menu with this label, placeholder or custom id."""
        seen = message
        if shown is not None:
            seen = Message(message.id, message.channel, message.author, 0.0, components=shown)
        for control in controls(seen):
            if what in (control.label, control.custom_id):
                return control
        raise NotOnScreenError(f"no {what!r} among {labels(seen, enabled=False)}")

    async def until(self, is_so: Callable[[], Any], *, within: float = PATIENCE) -> Any:
        """Waits until this is true of the world, and returns what it gave."""
        async with asyncio.timeout(within):
            while not (found := is_so()):
                await self._changed()
        return found

    async def _changed(self) -> None:
        try:
            await asyncio.wait_for(self.world.changed.wait(), 0.05)
        except TimeoutError:
            return

    # --- Changing the world --------------------------------------------------------------------

    async def delete_channel(self, channel: Channel) -> None:
        channel.is_deleted = True
        name = "THREAD_DELETE" if channel.parent else "CHANNEL_DELETE"
        payload = payloads.channel(channel)
        if channel.parent:
            payload = {key: payload[key] for key in ("id", "guild_id", "parent_id", "type")}
        await self.server.gateway.dispatch(channel.guild, name, payload)

    async def remove_bot(self, guild: Guild) -> None:
        """Kicks the bot."""
        guild.has_bot = False
        await self.server.gateway.dispatch(guild, "GUILD_DELETE", {"id": str(guild.id)})

    async def add_bot(self, guild: Guild) -> None:
        guild.has_bot = True
        await self.server.gateway.dispatch(guild, "GUILD_CREATE", payloads.guild_create(guild, self.world))

    @asynccontextmanager
    async def outage(self, kind: str = "drop", *, seconds: float = 0.0) -> AsyncIterator[None]:
        """Discord is away; `seconds` is how much of the world's time that takes."""
        self.server.faults.outage = "503" if kind == "503" else "drop"
        await self.server.gateway.cut()
        try:
            yield
        finally:
            self.world.clock.advance(seconds)
            self.server.faults.outage = None


def _plain(value: Any) -> Any:
    return str(value.id) if isinstance(value, User) else value
