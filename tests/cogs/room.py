"""A simulated server with the real bot, and people who play by commands and buttons alone."""

from collections.abc import AsyncGenerator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import simcord
from simcord import interactions as sim_interactions
from simcord.backend import serializers
from simcord.components import walk_components

from bot.client import YanivBot, build_bot
from bot.ports.tables import Table
from bot.present import tokens
from bot.present.settings_values import ALL, page_of
from bot.present.tokens import decode
from bot.settings import Settings
from tests.cogs.secrecy import hidden_cards, leaks, sent_in
from tests.discord_server.schema import load_schema

SEED = "7c" * 32
BUTTON = 2
COMPONENT_PRESS = 3


def settings_in(folder: Path) -> Settings:
    return Settings(
        _env_file=None, discord_token="x", database_url=f"sqlite+aiosqlite:///{folder / 'room.sqlite3'}"
    )


def unknown_length(*_: Any) -> Future[None]:
    """In place of an estimate, which would come at a moment of its own."""
    answer: Future[None] = Future()
    answer.set_result(None)
    return answer


def _is_way(part: dict[str, Any]) -> bool:
    return isinstance(decode(part.get("custom_id", "")), tokens.SettingsPage) and "options" in part


def bot_in(folder: Path) -> YanivBot:
    """The bot as `run` starts it, dealing the same cards every time: those of `SEED` or of its `seed`."""
    bot = build_bot(settings_in(folder))
    bot.new_seed = lambda: getattr(bot, "seed", SEED)
    bot.measure_aside = unknown_length
    return bot


class Button:
    """A button as a person sees it."""

    def __init__(self, component: dict[str, Any]) -> None:
        self.label: str = component.get("label") or ""
        self.id: str = component["custom_id"]
        self.is_on = not component.get("disabled")
        self.token = decode(self.id)


class Room:
    def __init__(self, env: simcord.Env, folder: Path) -> None:
        self.env = env
        self.folder = folder
        self.guild = env.create_guild("Home")
        self.channel = self.guild.create_text_channel("yaniv")
        self.hands: dict[int, Any] = {}
        """By user: the private message with the hand that he opened last."""
        self.table_id = 0
        self.scanned = 0

    @property
    def bot(self) -> YanivBot:
        return self.env.bot

    @property
    def table(self) -> Table:
        table = self.bot.manager.table(self.table_id)
        assert table is not None
        return table

    def bot_role(self) -> Any:
        """What a channel's permissions name to mean the bot."""
        return simcord.UserHandle(self.env, self.env.backend.bot_user)

    def thread(self) -> Any:
        """A thread in the channel, open to all."""
        made = self.env.backend.create_thread(self.channel.id, "at the table", self.env.backend.bot_user.id)
        return simcord.ChannelHandle(self.env, self.guild, made)

    def person(self, name: str, **more: Any) -> simcord.MemberActor:
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name), **more)

    # --- What people do ---------------------------------------------------------------------------

    async def command(self, who: simcord.MemberActor, text: str, channel: Any = None) -> Any:
        answer = await who.slash(channel or self.channel, text)
        assert answer.acknowledged
        self.check_secrecy()
        return answer

    async def press(self, who: simcord.MemberActor, message: Any, wanted: str | type) -> Any:
        """Press the one button with this label or token; whoever presses his hand goes on using it."""
        button = self.button(message, wanted)
        answer = await who.click(message, custom_id=button.id)
        assert answer.acknowledged
        self.check_secrecy()
        return answer

    async def set_by_owner(self, field: str, value: str) -> None:
        """The server's owner chooses in the settings."""
        owner = self.guild.add_member(self.guild.owner)
        shown = await self.command(owner, "yaniv settings")
        await self.set_in(owner, shown.response, field, value)

    async def set_in(self, who: simcord.MemberActor, message: Any, field: str, *values: Any) -> Any:
        """Choose in a menu of the settings, or press a switch, on whatever page it stands."""
        await self.turn_to(who, message, page_of(field))
        custom_id = self.setting(message, field)
        if any(button.id == custom_id for button in self.buttons(message)):
            return await who.click(message, custom_id=custom_id)
        return await who.select(message, values, custom_id=custom_id)

    async def turn_to(self, who: simcord.MemberActor, message: Any, page: str) -> None:
        """Another page of the settings, unless this is it."""
        if page == ALL:
            overview = [button for button in self.buttons(message, tokens.SettingsPage) if button.label]
            if overview:
                await who.click(message, custom_id=overview[0].id)
            return
        ways = [part for part in self.parts(message) if _is_way(part)]
        if page in [option["value"] for option in ways[0]["options"]]:
            await who.select(message, [page], custom_id=ways[0]["custom_id"])

    def setting(self, message: Any, field: str) -> str:
        """The custom id of a setting's menu or button."""
        kinds = (tokens.Setting, tokens.AskValue)
        for part in self.parts(message):
            token = decode(part.get("custom_id", ""))
            if isinstance(token, kinds) and token.field == field:
                return part["custom_id"]
        raise AssertionError(f"{field} is not on this page")

    async def open_table(self, host: simcord.MemberActor, *others: simcord.MemberActor) -> Table:
        """A lobby with these people."""
        answer = await self.command(host, "yaniv start")
        opened = self.bot.manager.table_in_channel(self.channel.id)
        assert opened is not None
        self.table_id = opened.id
        for other in others:
            await self.press(other, answer.response, "Join")
        return self.table

    async def start(self, host: simcord.MemberActor, *others: simcord.MemberActor) -> Table:
        """A match with these people, dealt."""
        await self.open_table(host, *others)
        await self.press(host, self.board(), "Start")
        return self.table

    async def hand(self, who: simcord.MemberActor) -> Any:
        """The hand that he has open, or a new one by the table's button."""
        if who.id not in self.hands:
            self.hands[who.id] = (await self.press(who, self.board(), "My hand")).response
        return self.hands[who.id]

    async def take_turn(self, who: simcord.MemberActor) -> None:
        """Call if possible, else lay what a tap on the highest card proposes, and draw."""
        message = await self.hand(who)
        calls = [button for button in self.buttons(message, tokens.CallNow) if button.is_on]
        if calls:
            await self.press(who, message, tokens.CallNow)
            return
        await who.click(message, custom_id=self.buttons(message, tokens.Tap)[-1].id)
        draw = next(button for button in self.buttons(message, tokens.Draw) if button.is_on)
        answer = await who.click(message, custom_id=draw.id)
        assert answer.acknowledged
        self.check_secrecy()

    async def raw_presses(self, *presses: tuple[simcord.MemberActor, Any, str]) -> list[Any]:
        """Presses that arrive at once and unasked: doubled, forged, or of buttons that are gone."""
        backend, records = self.env.backend, []
        for who, message, custom_id in presses:
            stored = self._stored(message)
            record, payload = sim_interactions.base_payload(
                backend,
                type=COMPONENT_PRESS,
                channel_id=stored.channel_id,
                guild_id=self.guild.id,
                user_id=who.id,
                data={"custom_id": custom_id, "component_type": BUTTON},
            )
            shown = dict(serializers.message_payload(backend, stored))
            shown["components"] = [
                {
                    "type": 1,
                    "components": [{"type": 2, "style": 1, "label": "x", "custom_id": custom_id}],
                }
            ]
            payload["message"] = shown
            record.source_message_id = stored.id
            records.append((record, payload))
        for _, payload in records:
            backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        self.check_secrecy()
        return [simcord.InteractionResult(self.env, record) for record, _ in records]

    async def wait(self, seconds: float = 1.5) -> None:
        """Let time go by: the table's message catches up."""
        await self.env.advance_time(seconds)
        self.check_secrecy()

    async def restart(self) -> None:
        """The bot is started anew on the same database."""
        await self.env.restart_bot(bot_in(self.folder))

    # --- What people see --------------------------------------------------------------------------

    def board(self) -> Any:
        """The table's message."""
        return next(message for message in self.channel.history() if message.id == self.table.message)

    def text(self, message: Any) -> str:
        """All texts of a message, as it stands now."""
        return "\n".join(part["content"] for part in self.parts(message) if part.get("type") == 10)

    def buttons(self, message: Any, kind: type | None = None) -> list[Button]:
        found = [Button(part) for part in self.parts(message) if part.get("type") == BUTTON]
        return [button for button in found if kind is None or isinstance(button.token, kind)]

    def button(self, message: Any, wanted: str | type) -> Button:
        found = [
            button
            for button in self.buttons(message)
            if (button.label == wanted if isinstance(wanted, str) else isinstance(button.token, wanted))
        ]
        assert len(found) == 1, [button.label for button in self.buttons(message)]
        return found[0]

    def parts(self, message: Any) -> list[dict[str, Any]]:
        stored = self._stored(message)
        return list(walk_components(stored.components))

    def _stored(self, message: Any) -> Any:
        return self.env.backend.get_message(self.channel.id, message.id)

    def requests(self, since: int = 0) -> list[str]:
        """What the bot asked of Discord, ids left out."""
        return [
            f"{entry.method} {'/'.join('…' if part.isdigit() else part for part in entry.path.split('/'))}"
            for entry in self.env.http_requests[since:]
        ]

    # --- What must hold at every moment -----------------------------------------------------------

    def check_secrecy(self) -> None:
        """No request since the last check told anybody a hidden card of somebody else."""
        entries, self.scanned = self.env.http_requests[self.scanned :], len(self.env.http_requests)
        table = self.bot.manager.table(self.table_id)
        if table is None or table.view is None:
            return
        users = [member.user for member in table.members if member.user is not None]
        hands = [hand for user in users if (hand := self.bot.manager.hand(table.id, user))]
        secrets = hidden_cards(table, hands)
        for entry in entries:
            # The show of an ended round is public, and its cards are dealt again.
            if not str((entry.json or {}).get("nonce", "")).startswith("yaniv-"):
                assert leaks(sent_in(entry, self.env.backend), secrets) == []

    def check_requests(self) -> int:
        """Every body fits Discord's description of its API, where the environment names that."""
        schema = load_schema()
        if schema is None:
            return 0
        judged = [entry for entry in self.env.http_requests if entry.json is not None]
        faults = {schema.fault_of_request(entry.method, entry.path, entry.json) for entry in judged}
        assert faults <= {""}
        return len(judged)

    def check_quiet(self) -> None:
        """discord.py keeps no view of ours, and nothing went wrong behind the players' backs."""
        store = self.bot._connection._view_store
        assert (store._views, store._synced_message_views, store._modals) == ({}, {}, {})
        assert self.bot.counts["faults"] == 0


@asynccontextmanager
async def open_room(folder: Path) -> AsyncGenerator[Room]:
    # A loaded machine is slow to settle; nothing here measures speed.
    env = simcord.Env(bot_in(folder), shard_count=1, settle_timeout=60)
    await env.start()
    try:
        room = Room(env, folder)
        yield room
        room.check_secrecy()
        room.check_quiet()
        room.check_requests()
    finally:
        await env.shutdown()
    env.raise_errors()
