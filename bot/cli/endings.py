"""How a command ends when it cannot do its work: plain lines on standard error and a status, no traceback."""

from collections.abc import Iterable
from typing import NoReturn

import typer

from bot.settings import Settings, SettingsError, load_settings

FAILED = 1
"""The thing asked for failed."""
MISUSED = 2
"""Wrong usage or configuration."""


def give_up(lines: Iterable[object], status: int) -> NoReturn:
    """End the command with these lines and this exit status."""
    for line in lines:
        typer.echo(str(line), err=True)
    raise typer.Exit(status)


def settings_or_give_up(**changes: object) -> Settings:
    """The settings, or the end of the command with one line for each faulty one."""
    try:
        return load_settings(**changes)
    except SettingsError as error:
        give_up(error.faults, MISUSED)
