"""The lobby: who sits where, by which rules, and what is missing."""

from bot.engine.house_rules import LEAST_PLAYERS, HouseRules
from bot.i18n.catalog import Words
from bot.ports.tables import Table
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.people import level_name, marked_name
from bot.present.reader import Reader
from bot.present.rule_texts import PRESET_LINES, PRESET_NAMES, differences_line
from bot.present.screens import Block, Choice, Menu, Press, PublicScreen, Row, Rule, Style, Text
from bot.present.tokens import (
    AddComputer,
    Join,
    LeaveLobby,
    RemoveComputer,
    ShowRules,
    Start,
    encode,
)
from bot.present.wording import game_name, moment

DEFAULT_LEVEL = "normal"


def lobby_screen(
    table: Table,
    reader: Reader,
    levels: tuple[str, ...] = (DEFAULT_LEVEL,),
    minutes: tuple[int, int] | None = None,
) -> PublicScreen:
    """The lobby of a table. `levels` are the computers on offer; the button adds the normal one.

    `minutes`: how long the match will take, where that is known.
    """
    words = reader.words
    top = f"## {words.say('{game}: who plays?', game=game_name(table.rules, words))}\n{_rules(table, words)}"
    if minutes is not None:
        top = f"{top}\n-# {_length(minutes, words)}"
    blocks: list[Block] = [
        Text(top),
        Rule(),
        Text("\n".join([*_seats(table, words), _free_seats(table, words)]).rstrip()),
        Text(_missing(table, words)),
        Row(_people_buttons(table, words)),
        Row(_computer_buttons(table, words, levels)),
    ]
    if len(levels) > 1 and not _is_full(table):
        blocks.append(_level_menu(table, words, levels))
    return directed(PublicScreen(tuple(blocks), accent=BLUE))


def _length(minutes: tuple[int, int], words: Words) -> str:
    low, high = minutes
    if low % 60 or high % 60:
        return words.say("A match takes about {low} to {high} minutes.", low=low, high=high)
    return words.say("A match takes about {low} to {high} hours.", low=low // 60, high=high // 60)


def rules_line(rules: HouseRules, words: Words) -> str:
    """The preset in a few words, or what differs from it."""
    preset = words.say(PRESET_NAMES[rules.preset])
    changed = differences_line(rules, words)
    if changed:
        return words.say("**{preset}**, but {changes}", preset=preset, changes=changed)
    return words.say("**{preset}**: {line}", preset=preset, line=words.say(PRESET_LINES[rules.preset]))


def _rules(table: Table, words: Words) -> str:
    return rules_line(table.rules, words)


def _seats(table: Table, words: Words) -> list[str]:
    lines: list[str] = []
    for member in table.members:
        line = marked_name(member)
        if member.level is not None:
            line = f"{line} · {level_name(member.level, words)}"
        if member.user == table.host:
            line = f"{line} · {words.say('host')}"
        lines.append(line)
    return lines


def _free_seats(table: Table, words: Words) -> str:
    free = table.rules.seats - len(table.members)
    if free <= 0:
        return f"-# {words.say('All seats are taken')}"
    return f"-# {words.count('{n} free seat', '{n} free seats', free)}"


def _missing(table: Table, words: Words) -> str:
    missing = LEAST_PLAYERS - len(table.members)
    if missing > 0:
        text = words.count(
            "Still missing: {n} more player or computer.",
            "Still missing: {n} more players or computers.",
            missing,
        )
    elif table.rules.teams and len(table.members) % 2:
        text = words.say("Still missing: one more, as two teams need an even number.")
    else:
        text = words.say("Ready: the host can start.")
    if table.deadline is None:
        return text
    closes = words.say("This lobby closes {when}", when=moment(table.deadline))
    return f"{text}\n-# {closes}"


def _is_full(table: Table) -> bool:
    return len(table.members) >= table.rules.seats


def _people_buttons(table: Table, words: Words) -> tuple[Press, ...]:
    return (
        Press(encode(Join(table.id)), words.say("Join"), Style.PRIMARY, disabled=_is_full(table)),
        Press(encode(LeaveLobby(table.id)), words.say("Leave")),
        Press(encode(ShowRules(table.id)), words.say("Rules")),
    )


def _computer_buttons(table: Table, words: Words, levels: tuple[str, ...]) -> tuple[Press, ...]:
    level = DEFAULT_LEVEL if DEFAULT_LEVEL in levels else levels[0]
    has_computer = any(member.is_computer for member in table.members)
    can_start = len(table.members) >= LEAST_PLAYERS
    return (
        Press(
            encode(AddComputer(table.id, level, table.version)),
            words.say("Add computer"),
            disabled=_is_full(table),
        ),
        Press(
            encode(RemoveComputer(table.id, table.version)),
            words.say("Remove computer"),
            disabled=not has_computer,
        ),
        Press(encode(Start(table.id)), words.say("Start"), Style.SUCCESS, disabled=not can_start),
    )


def _level_menu(table: Table, words: Words, levels: tuple[str, ...]) -> Menu:
    choices = tuple(Choice(level, level_name(level, words)) for level in levels)
    token = encode(AddComputer(table.id, None, table.version))
    return Menu(token, words.say("Add a computer of another strength"), choices)
