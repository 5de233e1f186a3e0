"""What can be wrong with an application, its servers or its connection, each with its cure."""

import discord

INTENTS = "Discord refuses the intents; Yaniv asks for Guilds alone, which needs no switch: use it unchanged."
CLOSINGS = {
    4004: "DISCORD_TOKEN: Discord refuses it; copy it anew from the page Bot of your application",
    4010: "SHARD_IDS: Discord knows no such shard; give every process the same SHARD_COUNT",
    4011: "SHARD_COUNT: too few for so many servers; leave it empty, or take what Discord recommends",
    4013: INTENTS,
    4014: INTENTS,
}
"""By the code with which Discord closes a connection for good."""
NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
}
"""Permissions without which no table stands, by Discord's own names."""


def fault_of_application(application: discord.AppInfo | None) -> str | None:
    """Why no press would ever reach the bot."""
    if application is None or not application.interactions_endpoint_url:
        return None
    return (
        "The application has an Interactions Endpoint URL, so Discord sends commands and presses there; "
        "clear that field on the page General Information"
    )


def advice_on_application(application: discord.AppInfo | None) -> str | None:
    """Why nobody could invite the bot."""
    if application is None or not application.bot_require_code_grant:
        return None
    return "untick Requires OAuth2 Code Grant on the page Bot: the invite link fails with it"


def missing_permissions(me: discord.Member | None) -> list[str]:
    """What the bot's roles lack on a server; single channels may still give or take it."""
    if me is None:
        return []  # the server is only coming up
    have = me.guild_permissions
    return [name for flag, name in NEEDED.items() if not getattr(have, flag)]
