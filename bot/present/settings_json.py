"""A server's settings as JSON: written to keep or to hand on, and read with every fault named.

Channels are left out: another server has others.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from bot.engine.house_rules import PRESETS, Fault, HouseRules, RulesError, parse_rules
from bot.i18n.catalog import LANGUAGES, Words
from bot.ports.store import MOST_TURN_SECONDS, GuildSettings
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.reader import Reader
from bot.present.screens import Block, PrivateScreen, Text
from bot.present.settings_texts import ALLOWED, LEAST_TURN_SECONDS, MOST_TABLES, TOGGLES, fault_line
from bot.present.settings_values import LONGEST_FORFEIT, MOST_FORFEITS

FILE_NAME = "yaniv-settings.json"
MOST_CHARACTERS = 4000
MOST_BYTES = 32 * 1024
"""Of a file that is read."""
FAULTS_TOLD = 25
RULES = "rules"
FIELDS = (
    "turn_seconds",
    "longest_clock",
    "pace",
    "pings",
    "absent",
    "language",
    "hints",
    "computer_talk",
    "threads",
    "tables_max",
    "auto_start",
    "vary_rules",
    "forfeits",
    "achievements",
    "season",
)


def exported(settings: GuildSettings) -> str:
    """The settings as a JSON text that `imported` reads back."""
    own = {name: getattr(settings, name) for name in FIELDS}
    return json.dumps({RULES: settings.rules} | own, indent=2, ensure_ascii=False)


def export_screen(settings: GuildSettings, reader: Reader) -> PrivateScreen:
    """The text to copy, for the message that carries it as a file too."""
    say = reader.words.say
    title = f"## {say('Settings of this server')}"
    hint = say("**Import** in `/yaniv settings` takes this text, and `/yaniv settings file:` takes the file.")
    text = exported(settings).replace("`", "'")
    blocks: list[Block] = [Text(f"{title}\n{hint}")]
    if len(text) <= MOST_CHARACTERS - 500:
        blocks.append(Text(f"```json\n{text}\n```"))
    return directed(PrivateScreen(tuple(blocks), accent=BLUE))


def imported(settings: GuildSettings, text: str) -> GuildSettings:
    """The settings with everything that the text names. What it does not name stays.

    House rules alone, as a transcript writes them, are taken too. Raises `RulesError` with every fault.
    """
    data = _parsed(text)
    is_rules_alone = RULES not in data and not set(data) & set(FIELDS)
    rules: object = data if is_rules_alone else data.get(RULES)
    faults: list[Fault] = []
    changes: dict[str, Any] = {}
    if rules is not None:
        try:
            changes[RULES] = _rules(rules).short()
        except RulesError as error:
            faults += error.faults
    own: dict[str, Any] = {} if is_rules_alone else data
    for name, value in own.items():
        if name in FIELDS and _ALLOWS[name](value):
            changes[name] = tuple(cast(list[str], value)) if isinstance(value, list) else value
        elif name != RULES:
            faults.append(_fault(name, value))
    if faults:
        raise RulesError(faults)
    if isinstance(changes.get("pace"), int):
        changes["pace"] = float(changes["pace"])
    return replace(settings, **changes)


def faults_text(faults: tuple[Fault, ...], words: Words) -> str:
    """Every fault on a line of its own."""
    lines = [fault_line(fault, words) for fault in faults[:FAULTS_TOLD]]
    more = len(faults) - len(lines)
    if more > 0:
        lines.append(words.count("{n} more", "{n} more", more))
    return "\n".join([words.say("Nothing was changed:"), *(f"- {line}" for line in lines)])


def _parsed(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        params = (("line", error.lineno), ("column", error.colno))
        raise RulesError([Fault(RULES, "no_json", str(error), params)]) from None
    except (RecursionError, ValueError):
        # Nested without end, or a number of thousands of digits.
        raise RulesError([Fault(RULES, "no_settings", "nested too deeply")]) from None
    if not isinstance(data, dict):
        raise RulesError([Fault(RULES, "no_settings", "no object")])
    return cast(dict[str, Any], data)


def _rules(data: object) -> HouseRules:
    """House rules with all their faults, also where the preset is a wrong one."""
    faults: list[Fault] = []
    if isinstance(data, dict):
        given = cast(dict[str, Any], data)
        name = given.get("preset", "classic")
        if not isinstance(name, str) or name not in PRESETS:
            faults.append(Fault("preset", "bad_value", "preset: there is none of that name"))
            data = {name: value for name, value in given.items() if name != "preset"}
    try:
        rules = parse_rules(cast(object, data))
    except RulesError as error:
        raise RulesError([*faults, *error.faults]) from None
    if faults:
        raise RulesError(faults)
    return rules


def _fault(name: str, value: object) -> Fault:
    if name not in FIELDS:
        return Fault(name, "unknown_field", f"{name}: there is no such setting")
    return Fault(name, "bad_value", f"{name}: not allowed", (("given", json.dumps(value)),))


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_longest_clock(value: object) -> bool:
    is_none_or_never = value is None or _is_number(value, 0, 0)
    return is_none_or_never or _is_number(value, LEAST_TURN_SECONDS, MOST_TURN_SECONDS)


def _is_pace(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and str(float(cast(float, value))) in ALLOWED["pace"]


def _is_forfeits(value: object) -> bool:
    if value is None:
        return True
    if not isinstance(value, list):
        return False
    lines = cast(list[object], value)
    is_text = all(isinstance(line, str) and 0 < len(line.strip()) <= LONGEST_FORFEIT for line in lines)
    return is_text and len(lines) <= MOST_FORFEITS


def _one_of(name: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in ALLOWED[name]


_ALLOWS: dict[str, Callable[[object], bool]] = {
    **dict.fromkeys(TOGGLES, lambda value: isinstance(value, bool)),
    "turn_seconds": lambda value: value is None or _is_number(value, LEAST_TURN_SECONDS, MOST_TURN_SECONDS),
    "longest_clock": _is_longest_clock,
    "pace": _is_pace,
    "pings": _one_of("pings"),
    "absent": _one_of("absent"),
    "season": _one_of("season"),
    "language": lambda value: value is None or (isinstance(value, str) and value in LANGUAGES),
    "tables_max": lambda value: _is_number(value, 1, MOST_TABLES),
    "forfeits": _is_forfeits,
}
