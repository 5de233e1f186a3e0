"""A second, deliberate press before something that cannot be taken back."""

from bot.ports.tables import Table
from bot.present.accents import RED
from bot.present.direction import directed
from bot.present.reader import Reader
from bot.present.screens import Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import LeaveNow, StopNow, encode


def leave_screen(table: Table, reader: Reader) -> PrivateScreen:
    """Asks whether the reader really wants to give up his seat."""
    say = reader.words.say
    text = say("Leave this match for good? Your seat is out, and you cannot come back.")
    press = Press(encode(LeaveNow(table.id)), say("Leave the match"), Style.DANGER)
    return directed(PrivateScreen((Text(text), Row((press,))), accent=RED))


def stop_screen(table: Table, reader: Reader) -> PrivateScreen:
    """Asks whether the reader really wants to end the match for everybody."""
    say = reader.words.say
    text = say("Stop this match for everybody? Nobody wins, and it does not count.")
    press = Press(encode(StopNow(table.id)), say("Stop the match"), Style.DANGER)
    return directed(PrivateScreen((Text(text), Row((press,))), accent=RED))
