"""A minimal discord.py client for the server's own tests: two commands, one dynamic button."""

import re
from typing import Any, Self

import discord
from discord import app_commands


class Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<n>\d+)"):
    """A button that carries its number and answers with the next one."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(discord.ui.Button(label=f"Pressed {number}", custom_id=f"count:{number}"))

    @classmethod
    async def from_custom_id(
        cls, _asked: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        client: Probe = interaction.client
        client.presses.append(interaction)
        if client.is_answering:
            await interaction.response.edit_message(view=screen(self.number + 1))


def screen(number: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    row = discord.ui.ActionRow(Counter(number))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(f"Number {number}"), row, accent_colour=1))
    view.stop()
    return view


class Probe(discord.AutoShardedClient):
    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), **options)
        self.tree = app_commands.CommandTree(self)
        self.presses: list[discord.Interaction[Any]] = []
        self.is_answering = True
        self.happened: list[str] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter)
        self.tree.add_command(app_commands.Command(name="count", description="Counts", callback=count))
        self.tree.add_command(app_commands.Command(name="mine", description="Counts for you", callback=mine))
        await self.tree.sync()

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        self.happened.append(event)
        super().dispatch(event, *args, **more)

    def place(self, channel: int) -> discord.PartialMessageable:
        return self.get_partial_messageable(channel)


async def count(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=screen(0))


async def mine(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message(view=screen(0), ephemeral=True)
