"""The rules in force, in plain words, within one message."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.house_rules import HouseRules
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.reader import Reader
from bot.present.rule_texts import (
    GROUPS,
    PRESET_NAMES,
    RULE_TEXTS,
    is_changed,
    is_quiet,
    matters,
    rule_sentence,
)
from bot.present.screens import Block, Press, PrivateScreen, Row, Text
from bot.present.settings_values import ALL
from bot.present.tokens import SettingsPage, encode
from bot.present.turn_time import TurnClock, clock_label, clock_line, clock_menu
from bot.present.wording import call_word

CHANGED = "◆"
"""Before what differs from the preset."""


@dataclass(frozen=True, slots=True)
class OfTable:
    """What stands below the rules of one table."""

    vary: int | None = None
    """The table, if its host reads this and may set the rules of the match."""
    clock: TurnClock | None = None
    """Of a lobby."""
    fresh: str = "0"
    """Differs from screen to screen."""
    seal: str = ""
    """The commitment of a match at play, 64 hex digits."""


_NO_TABLE = OfTable()


def rules_screen(rules: HouseRules, reader: Reader, table: OfTable = _NO_TABLE) -> PrivateScreen:
    """Every switch that matters as a sentence, those that differ from the preset marked."""
    say = reader.words.say
    name = say(PRESET_NAMES[rules.preset])
    blocks: list[Block] = [Text(_opening(rules, reader))]
    for group in GROUPS:
        lines = _lines(group, rules, reader)
        if lines:
            blocks.append(Text("\n".join([f"**{say(GROUPS[group])}**", *lines])))
    if rules.differences():
        blocks.append(Text(f"-# {CHANGED} {say('differs from the preset {preset}', preset=name)}"))
    return directed(PrivateScreen((*blocks, *_of_table(table, reader)), accent=BLUE))


def _of_table(table: OfTable, reader: Reader) -> Iterator[Block]:
    say, clock = reader.words.say, table.clock
    if clock is not None and clock.longest == 0:
        yield Text(clock_line(clock.seconds, reader.words))
    elif clock is not None:
        yield clock_label(clock, reader.words)
        yield clock_menu(clock, reader.words, table.fresh)
    if table.vary is not None:
        token = encode(SettingsPage(table.vary, ALL, "0"))
        yield Row((Press(token, say("Other rules for this match")),))
    if table.seal:
        yield Text(f"-# {say('Deal sealed as {hash}', hash=f'`{table.seal}`')}")


def _opening(rules: HouseRules, reader: Reader) -> str:
    say, word = reader.words.say, call_word(rules, reader.words)
    name = say(PRESET_NAMES[rules.preset])
    laid = (
        say("Your turn: lay one card, a set or a run, then draw one card.")
        if rules.runs
        else say("Your turn: lay one card or a set, then draw one card.")
    )
    aim = say("Get rid of points, and call {word} before the others do. Low totals win.", word=word)
    return f"## {say('The rules here: {preset}', preset=name)}\n{laid}\n{aim}"


def _lines(group: str, rules: HouseRules, reader: Reader) -> list[str]:
    lines: list[str] = []
    for name, text in RULE_TEXTS.items():
        if text.group != group or not matters(name, rules) or is_quiet(name, rules):
            continue
        sentence = rule_sentence(name, rules, reader.words)
        lines.append(f"- {CHANGED} {sentence}" if is_changed(name, rules) else f"- {sentence}")
    return lines
