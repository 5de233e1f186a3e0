"""What the screens of the settings send back: see `tokens`."""

from dataclasses import dataclass

SERVER = 0
"""The `place` of settings that hold for a server; otherwise it is the table whose match they are for."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. As a button it names the value; a menu's choice names it otherwise."""

    place: int
    field: str
    value: str | None
    seen: str
    """What stood there when this was shown (see `settings_values.seen`)."""
    fresh: str
    """Differs from screen to screen, so that a menu shows no choice that was not taken."""


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """Another page of the settings. A menu's choice names it where `group` is `None`."""

    place: int
    group: str | None
    fresh: str


@dataclass(frozen=True, slots=True)
class ResetRules:
    """One group of switches, or all of them, as the preset has them."""

    place: int
    group: str
    seen: str


@dataclass(frozen=True, slots=True)
class AskValue:
    """Opens the form in which a value is typed."""

    place: int
    field: str
    seen: str


@dataclass(frozen=True, slots=True)
class FillValue:
    """The form itself. `fresh` keeps a client from showing what was typed into an earlier one."""

    place: int
    field: str
    seen: str
    fresh: str


@dataclass(frozen=True, slots=True)
class ExportSettings:
    """The settings of the server as a text to keep. `fresh`: nothing else tells two of them apart."""

    fresh: str
