"""Who sits at the table, in words."""

from bot.i18n.catalog import Words, mark
from bot.ports.tables import Member, Table
from bot.present.reader import name_text

COMPUTER = "🤖"
LEVELS = {
    "easy": mark("easy"),
    "normal": mark("normal"),
    "hard": mark("hard"),
    "expert": mark("expert"),
}


def level_name(level: str, words: Words) -> str:
    return words.say(LEVELS[level]) if level in LEVELS else level


def seat_name(table: Table, seat: int) -> str:
    """The name of who sits there, harmless in a message."""
    return name_text(table.members[seat].name)


def seat_names(table: Table, seats: tuple[int, ...], words: Words) -> str:
    return words.all_of([seat_name(table, seat) for seat in seats])


def marked_name(member: Member) -> str:
    """The name in bold, computers told apart by a sign."""
    name = f"**{name_text(member.name)}**"
    return f"{COMPUTER} {name}" if member.is_computer else name


def standing_notes(member: Member, words: Words) -> list[str]:
    """What is unusual about a seat at play."""
    if member.gone:
        return [words.say("left")]
    notes = [words.say("away, a computer plays")] if member.is_away else []
    if member.leaving:
        notes.append(words.say("leaves after this round"))
    return notes
