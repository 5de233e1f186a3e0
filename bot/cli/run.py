"""`run`: the bot on Discord, until it is told to stop."""

import asyncio
import gc
import signal
from collections.abc import Callable

import aiohttp
import discord

from bot.cli.endings import FAILED, MISUSED, give_up, settings_or_give_up
from bot.client import StartError, YanivBot, build_bot
from bot.discord_checks import CLOSINGS, INTENTS
from bot.discord_identify import NotNowError
from bot.logs import configure_logs
from bot.ports.store import DatabaseError
from bot.settings import SettingFault

NO_TOKEN = SettingFault(
    "DISCORD_TOKEN",
    "is not set; copy .env.example to .env and write the token of your bot there",
    "",
)
NO_TOKEN_NEEDED = "To play without Discord: python -m bot demo"
TOKEN_REFUSED = SettingFault(
    "DISCORD_TOKEN",
    "Discord refuses it; copy it anew from the page Bot of your application",
    "",
)
COLLECTIONS = (5_000, 10, 10)
"""Thresholds of the garbage collector, see `gc`. A press waits for a collection: rarer ones last longer, and
leave screens that were sent long ago in memory."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run_bot() -> None:
    """Connect with the settings and stay connected. Ends with a line that names what is wrong."""
    settings = settings_or_give_up()
    if settings.discord_token is None:
        give_up([NO_TOKEN, NO_TOKEN_NEEDED], MISUSED)
    token = settings.discord_token.get_secret_value()
    configure_logs(settings.log_level, settings.log_format, secrets=[token])
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks at this table
    try:
        asyncio.run(_serve(build_bot(settings), token))
    except discord.LoginFailure:
        give_up([TOKEN_REFUSED], MISUSED)
    except StartError as error:
        give_up([error], MISUSED)
    except discord.PrivilegedIntentsRequired:
        give_up([INTENTS], MISUSED)
    except discord.ConnectionClosed as error:
        give_up([CLOSINGS.get(error.code, f"Discord closes the connection (code {error.code}).")], MISUSED)
    except (DatabaseError, NotNowError) as error:
        give_up([error], FAILED)
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, TimeoutError):
        give_up(["Discord cannot be reached; check the network of this machine."], FAILED)
    except discord.HTTPException as error:
        give_up([f"Discord answers with status {error.status} (code {error.code})."], FAILED)


async def _serve(bot: YanivBot, token: str) -> None:
    """Run until a stop signal arrives or the connection ends for good."""
    bot.add_listener(_set_apart_what_stays, "on_ready")
    async with bot:
        serving = asyncio.ensure_future(bot.start(token))
        _on_stop_signals(serving.cancel)
        try:
            await serving
        except asyncio.CancelledError:
            if not serving.cancelled():
                raise


async def _set_apart_what_stays() -> None:
    """Code, catalogues and servers are there for good: the garbage collector need not look at them again."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def _on_stop_signals(stop: Callable[[], object]) -> None:
    loop = asyncio.get_running_loop()
    for number in STOP_SIGNALS:
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows, where Ctrl-C arrives as KeyboardInterrupt
            return
