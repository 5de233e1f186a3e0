"""What is set, for a server or for one match, and what a choice makes of it.

A setting is a switch of the house rules, or what a server decides beside them.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.house_rules import PRESETS, Fault, HouseRules, RulesError, parse_rules
from bot.i18n.catalog import LANGUAGES
from bot.ports.store import GuildSettings
from bot.ports.tables import Table
from bot.present.rule_texts import RULE_TEXTS
from bot.present.rule_values import MARKS, OFF, ON, read_value
from bot.present.setting_tokens import SERVER
from bot.present.settings_texts import (
    ALLOWED,
    ANY,
    AUTO,
    CHANNELS,
    CLOCKS,
    MOST_TABLES,
    PACES,
    SERVER_TEXTS,
    TOGGLES,
    text_of,
)

ALL = "all"
"""The page with the preset and the way to all others; as a group, every switch."""
PRESET = "preset"
IMPORT = "import"
"""Stands for everything that a file of settings may name."""
EVERYWHERE, USUAL = "everywhere", "usual"
MOST_FORFEITS, LONGEST_FORFEIT = 20, 100
MOST_CHANNELS = 25
_SEEN_LETTERS = 4
_DEFAULTS = GuildSettings(guild=0)


@dataclass(frozen=True, slots=True)
class Options:
    """What is being set: all of a server, or the house rules of one match in its lobby."""

    rules: HouseRules
    server: GuildSettings | None = None
    place: int = SERVER
    existing: frozenset[int] | None = None
    """The server's channels, where they are known: of others Discord shows nothing."""

    def channels(self, field: str) -> tuple[int, ...]:
        """The chosen channels that can be shown."""
        chosen: tuple[int, ...] = getattr(self.server, field, ())
        return tuple(one for one in chosen if self.existing is None or one in self.existing)

    def value(self, field: str) -> Any:
        return getattr(self.server if field in SERVER_TEXTS else self.rules, field)

    def usual(self, field: str) -> Any:
        """The value without anybody's choice: the preset's, or the default of a server."""
        return getattr(_DEFAULTS if field in SERVER_TEXTS else PRESETS[self.rules.preset], field)

    def seen(self, field: str) -> str:
        """A sign of what stands there, by which a press tells that it was made for an older value."""
        if field == IMPORT:
            fields = (*RULE_TEXTS, *SERVER_TEXTS)
        else:
            fields = GROUP_FIELDS.get(ALL if field == PRESET else field, (field,))
        value = [self._plain(name) for name in fields]
        return hashlib.sha256(f"{field}={value}".encode()).hexdigest()[:_SEEN_LETTERS]

    def _plain(self, field: str) -> str:
        if field in SERVER_TEXTS:
            return repr(getattr(self.server, field, None))
        return json.dumps(self.rules.dump()[field], sort_keys=True)


GROUP_FIELDS: Mapping[str, tuple[str, ...]] = {
    **{
        group: tuple(name for name, text in (RULE_TEXTS | SERVER_TEXTS).items() if text.group == group)
        for group in dict.fromkeys(text.group for text in (RULE_TEXTS | SERVER_TEXTS).values())
    },
    ALL: (PRESET, *RULE_TEXTS),
}
"""Which settings stand on which page, by the page's name; house rules alone under `ALL`."""


def server_options(settings: GuildSettings) -> Options:
    """A server's settings; rules that can no longer be read are those of Classic."""
    try:
        return Options(parse_rules(settings.rules), settings)
    except RulesError:
        return Options(PRESETS["classic"], settings)


def match_options(table: Table) -> Options:
    return Options(table.rules, place=table.id)


def page_of(field: str) -> str:
    """The page on which a setting stands."""
    return ALL if field == PRESET else text_of(field).group


def is_known(field: str, options: Options) -> bool:
    """Whether there is such a setting here: a press may be forged, or older than this program."""
    return field == PRESET or field in RULE_TEXTS or (field in SERVER_TEXTS and options.server is not None)


def rule_changes(field: str, text: str) -> dict[str, Any]:
    """The change of one switch that somebody chose or typed. Raises `RulesError` for nonsense."""
    if field == PRESET:
        return {PRESET: text}
    try:
        return {field: read_value(field, text)}
    except ValueError:
        raise RulesError([Fault(field, "bad_marks", "exact_hits: not readable")]) from None


def reset_changes(group: str, rules: HouseRules) -> dict[str, Any]:
    """The changes that bring a group of house rules back to the preset."""
    if group == ALL:
        return {PRESET: rules.preset}
    usual = PRESETS[rules.preset].dump()
    return {name: usual[name] for name in GROUP_FIELDS[group] if name in RULE_TEXTS}


def with_rules(settings: GuildSettings, changes: Mapping[str, Any]) -> GuildSettings:
    """A server's settings with house rules changed; with a preset among them they start from that.

    Raises `RulesError` with every fault.
    """
    options = server_options(settings)
    base = {} if PRESET in changes else options.rules.short()
    try:
        rules = parse_rules(base | dict(changes))
    except RulesError as error:
        raise RulesError(_typed(fault, changes) for fault in error.faults) from None
    return replace(settings, rules=rules.short())


def with_reset(settings: GuildSettings, group: str) -> GuildSettings:
    """The settings of a page as they are by default. Raises `RulesError`."""
    own = {name: getattr(_DEFAULTS, name) for name in GROUP_FIELDS[group] if name in SERVER_TEXTS}
    if own:
        return replace(settings, **own)
    return with_rules(settings, reset_changes(group, server_options(settings).rules))


def with_choice(settings: GuildSettings, field: str, text: str) -> GuildSettings:
    """A server's settings after one choice or typed value. Raises `RulesError`."""
    if field not in SERVER_TEXTS:
        return with_rules(settings, rule_changes(field, text))
    try:
        value = _READ[field](text)
    except ValueError:
        params = (("given", text), ("allowed", ""))
        raise RulesError([Fault(field, "bad_value", f"{field}: not allowed", params)]) from None
    return replace(settings, **{field: value})


def _typed(fault: Fault, changes: Mapping[str, Any]) -> Fault:
    """Of exact totals the form is explained, not how they are stored."""
    if fault.field == MARKS and fault.reason == "bad_value" and set(changes) == {MARKS}:
        return replace(fault, reason="bad_marks", params=())
    return fault


def _read_toggle(text: str) -> bool:
    if text not in (ON, OFF):
        raise ValueError(text)
    return text == ON


def _read_clock(text: str) -> int | None:
    return None if text == OFF else _read_seconds(text, CLOCKS)


def _read_longest_clock(text: str) -> int | None:
    return None if text == ANY else _read_seconds(text, (0, *CLOCKS))


def _read_seconds(text: str, allowed: tuple[int, ...]) -> int:
    if int(text) not in allowed:
        raise ValueError(text)
    return int(text)


def _read_pace(text: str) -> float:
    if float(text) not in PACES:
        raise ValueError(text)
    return float(text)


def _read_language(text: str) -> str | None:
    if text != AUTO and text not in LANGUAGES:
        raise ValueError(text)
    return None if text == AUTO else text


def _read_tables(text: str) -> int:
    if not 1 <= int(text) <= MOST_TABLES:
        raise ValueError(text)
    return int(text)


def _read_channels(text: str) -> tuple[int, ...]:
    if text == EVERYWHERE:
        return ()
    return tuple(dict.fromkeys(int(part) for part in text.split(",")))[:MOST_CHANNELS]


def _read_forfeits(text: str) -> tuple[str, ...] | None:
    if text in (OFF, USUAL):
        return None if text == OFF else ()
    lines = tuple(dict.fromkeys(filter(None, (" ".join(line.split()) for line in text.splitlines()))))
    if len(lines) > MOST_FORFEITS or any(len(line) > LONGEST_FORFEIT for line in lines):
        raise ValueError(text)
    return lines


def _one_of(field: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in ALLOWED[field]:
            raise ValueError(text)
        return text

    return read


_READ: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(TOGGLES, _read_toggle),
    "turn_seconds": _read_clock,
    "longest_clock": _read_longest_clock,
    "pace": _read_pace,
    "language": _read_language,
    "pings": _one_of("pings"),
    "absent": _one_of("absent"),
    "season": _one_of("season"),
    "tables_max": _read_tables,
    **dict.fromkeys(CHANNELS, _read_channels),
    "forfeits": _read_forfeits,
}
