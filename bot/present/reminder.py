"""The message that tells one person that the table waits for him."""

from bot.ports.tables import Status, Table
from bot.present.accents import GREEN
from bot.present.reader import Reader
from bot.present.screens import Press, PublicScreen, Row, Style, Text
from bot.present.tokens import MyHand, encode
from bot.present.wording import moment


def person_to_move(table: Table) -> int | None:
    """The user id of who is to move, if he plays himself."""
    seat = table.view.to_move if table.view is not None and table.status is Status.PLAYING else None
    member = table.members[seat] if seat is not None else None
    return None if member is None or member.is_away else member.user


def reminder_screen(table: Table, reader: Reader) -> PublicScreen:
    """Mentions the person to move: the one screen that does."""
    say = reader.words.say
    ends = say("Your turn ends {when}", when=moment(table.deadline or 0))
    press = Press(encode(MyHand(table.id)), say("My hand"), Style.PRIMARY)
    return PublicScreen((Text(f"<@{person_to_move(table)}> · {ends}"), Row((press,))), accent=GREEN)
