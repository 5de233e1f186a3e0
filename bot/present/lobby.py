"""The lobby: who sits where, by which rules, and what is missing."""

from collections.abc import Sequence

from bot.engine.house_rules import LEAST_PLAYERS, TEAM_SEATS, HouseRules, combination_faults
from bot.i18n.catalog import Words
from bot.ports.tables import Table
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.people import level_name, marked_name
from bot.present.reader import Reader, name_text
from bot.present.rule_texts import PRESET_LINES, PRESET_NAMES, differences_line, fault_text
from bot.present.screens import Block, Choice, Menu, Press, PublicScreen, Row, Rule, Style, Text
from bot.present.tokens import (
    AddComputer,
    AskGuests,
    Join,
    LeaveLobby,
    RemoveComputer,
    ShowRules,
    Start,
    StartWith,
    encode,
)
from bot.present.turn_time import clock_line
from bot.present.wording import game_name, moment, time_of_day

DEFAULT_LEVEL = "normal"
HOST_STARTS = "host"
"""What the menu sends where no number of players is to start the match."""


def lobby_screen(
    table: Table,
    reader: Reader,
    levels: tuple[str, ...] = (DEFAULT_LEVEL,),
    minutes: tuple[int, int] | None = None,
    again: Sequence[int] = (),
) -> PublicScreen:
    """The lobby of a table. `levels` are the computers on offer; the button adds the normal one.

    `minutes`: how long the match will take, where that is known. `again`: who is to hear that this lobby
    was opened anew with him in it.
    """
    words = reader.words
    top = f"## {words.say('{game}: who plays?', game=game_name(table.rules, words))}\n{_rules(table, words)}"
    if table.clock is not None:
        top = f"{top}\n-# {clock_line(table.clock or None, words)}"
    if minutes is not None:
        top = f"{top}\n-# {_length(minutes, words)}"
    blocks: list[Block] = [
        Text(top),
        Rule(),
        Text("\n".join([*_seats(table, words), _free_seats(table, words)]).rstrip()),
        Text("\n".join([_missing(table, words), *(f"-# {line}" for line in _outlook(table, words))])),
        Row(_people_buttons(table, words)),
        Row(_computer_buttons(table, words, levels)),
    ]
    if len(levels) > 1 and not _is_full(table):
        blocks.append(_level_menu(table, words, levels))
    blocks.append(_start_menu(table, words))
    if again:
        people = words.all_of([f"<@{user}>" for user in again])
        back = words.say("{people}: the table is open again, and you have your seats.", people=people)
        blocks.insert(0, Text(back))
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
    free = table.seats - len(table.members)
    if free <= 0:
        return f"-# {words.say('All seats are taken')}"
    return f"-# {words.count('{n} free seat', '{n} free seats', free)}"


def _missing(table: Table, words: Words) -> str:
    missing = _least(table) - len(table.members)
    faults = combination_faults(table.rules, len(table.members))
    if missing > 0:
        return words.count(
            "Still missing: {n} more player or computer.",
            "Still missing: {n} more players or computers.",
            missing,
        )
    if table.rules.teams and len(table.members) % 2:
        return words.say("Still missing: one more, as two teams need an even number.")
    if faults:
        why = " ".join(fault_text(fault, words) for fault in faults)
        return words.say("This cannot be played yet: {faults}", faults=why)
    if table.is_starting and table.deadline is not None:
        begins = words.say("The match starts {when}.", when=moment(table.deadline))
        return f"**{begins}** {words.say('Press **Leave** if you cannot play now.')}"
    return words.say("Ready: the host can start.")


def _least(table: Table) -> int:
    return TEAM_SEATS if table.rules.teams else LEAST_PLAYERS


def _outlook(table: Table, words: Words) -> list[str]:
    """What will happen to this lobby by itself."""
    if table.is_starting:
        return []
    lines: list[str] = []
    if table.starts_with is not None:
        text = words.count(
            "With {n} player the match starts by itself.",
            "With {n} players the match starts by itself.",
            table.seats,
        )
        lines.append(text)
    if len(table.members) >= _least(table) and table.voters and table.host_until is not None:
        lines.append(_without_host(table, table.host_until, words))
    if table.deadline is not None:
        lines.append(words.say("This lobby closes {when}", when=moment(table.deadline)))
    return lines


def _without_host(table: Table, until: float, words: Words) -> str:
    """How the others can start, should the host stay away."""
    if not table.votes:
        return words.say(
            "If the host stays away, the others can start from {when} on.", when=time_of_day(until)
        )
    names = [name_text(member.name) for member in table.members if member.user in table.votes]
    return words.count(
        "To start without the host: {names}. {n} more **Start** is needed.",
        "To start without the host: {names}. {n} more **Start** are needed.",
        table.votes_missing,
        names=words.all_of(names),
    )


def _is_full(table: Table) -> bool:
    return len(table.members) >= table.seats


def _people_buttons(table: Table, words: Words) -> tuple[Press, ...]:
    return (
        Press(encode(Join(table.id)), words.say("Join"), Style.PRIMARY, disabled=_is_full(table)),
        Press(encode(LeaveLobby(table.id)), words.say("Leave")),
        Press(encode(AskGuests(table.id)), words.say("Invite"), disabled=_is_full(table)),
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
    return Menu(token, words.say("Computer by strength"), choices)


def _start_menu(table: Table, words: Words) -> Menu:
    """With how many players the match starts; numbers that cannot be played are left out."""
    least = max(LEAST_PLAYERS, len(table.members))
    numbers = [n for n in range(least, table.rules.seats + 1) if not combination_faults(table.rules, n)]
    now = None if table.starts_with is None else table.seats
    choices = [Choice(HOST_STARTS, words.say("Start: by the host"), chosen=now is None)]
    choices += [Choice(str(n), _with_players(n, words), chosen=n == now) for n in numbers]
    shown = words.say("Start: by the host") if now is None else _with_players(now, words)
    return Menu(encode(StartWith(table.id, table.version)), shown, tuple(choices))


def _with_players(n: int, words: Words) -> str:
    return words.count("Start: with {n} player", "Start: with {n} players", n)
