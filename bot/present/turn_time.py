"""The turn clock of one match: what it is in the lobby, and the menu in which the host chooses it."""

from dataclasses import dataclass

from bot.i18n.catalog import Words
from bot.ports.store import GuildSettings
from bot.ports.tables import Table
from bot.present.labelled import menu_label
from bot.present.lobby_tokens import SetClock
from bot.present.screens import Choice, Menu, Text
from bot.present.settings_texts import CLOCKS, setting_name
from bot.present.tokens import encode
from bot.present.wording import turn_time

AS_SERVER = "server"
"""What the menu sends for the server's own turn time."""
_NONE = 0


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Of a lobby's match."""

    table: int
    chosen: int | None
    """As in `bot.ports.tables.Table`."""
    usual: int | None
    """The server's."""
    longest: int | None
    """The slowest that the reader may choose, as in the server's settings; 0 where he may not choose."""

    @property
    def seconds(self) -> int | None:
        """What the match will have; `None` for no clock."""
        return self.usual if self.chosen is None else self.chosen or None


def turn_clock(table: Table, settings: GuildSettings, *, is_host: bool) -> TurnClock:
    """As a lobby's table and its server say."""
    return TurnClock(
        table.id, table.clock, settings.turn_seconds, settings.longest_clock if is_host else _NONE
    )


def clock_line(seconds: int | None, words: Words) -> str:
    """The turn time with its name."""
    return words.say(
        "{rule}: {value}", rule=setting_name("turn_seconds", words), value=turn_time(seconds, words)
    )


def clock_label(clock: TurnClock, words: Words) -> Text:
    """The line above the menu."""
    return menu_label(setting_name("turn_seconds", words), turn_time(clock.seconds, words))


def clock_menu(clock: TurnClock, words: Words, fresh: str) -> Menu:
    """The server's turn time first, then the others that may be chosen."""
    values: list[int | None] = [None, *(seconds for seconds in CLOCKS if _is_open(clock, seconds))]
    if clock.longest is None and clock.usual is not None:
        values.append(_NONE)
    if clock.chosen not in values:
        values.append(clock.chosen)
    choices = tuple(_choice(clock, value, words) for value in values)
    return Menu(encode(SetClock(clock.table, fresh)), turn_time(clock.seconds, words), choices)


def chosen_clock(text: str) -> int | None:
    """What a choice of the menu means. Raises `ValueError` for anything else."""
    return None if text == AS_SERVER else int(text)


def _is_open(clock: TurnClock, seconds: int) -> bool:
    return seconds != clock.usual and (clock.longest is None or seconds <= clock.longest)


def _choice(clock: TurnClock, value: int | None, words: Words) -> Choice:
    seconds = clock.usual if value is None else value or None
    return Choice(
        AS_SERVER if value is None else str(value),
        turn_time(seconds, words),
        words.say("as the server") if value is None else "",
        chosen=value == clock.chosen,
    )
