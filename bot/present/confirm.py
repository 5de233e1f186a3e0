"""A second, deliberate press before something that cannot be taken back."""

from bot.ports.tables import Table
from bot.present.accents import RED
from bot.present.direction import directed
from bot.present.reader import Reader
from bot.present.screens import Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import LeaveLater, LeaveNow, MyHand, StayHere, StopNow, encode


def leave_screen(table: Table, user: int, reader: Reader) -> PrivateScreen:
    """Asks whether the reader really wants to give up his seat, and when."""
    say = reader.words.say
    seat = table.seat_of(user)
    leave = Press(encode(LeaveNow(table.id)), say("Leave now"), Style.DANGER)
    back = Press(encode(MyHand(table.id)), say("Back to my cards"))
    if seat is not None and table.members[seat].leaving:
        text = say("You leave when this round is over. You can still stay, or leave now.")
        presses = (Press(encode(StayHere(table.id)), say("Stay"), Style.SUCCESS), leave, back)
    else:
        text = say("Leave this match for good? Your seat is out, and you cannot come back.")
        presses = (Press(encode(LeaveLater(table.id)), say("After this round")), leave, back)
    return directed(PrivateScreen((Text(text), Row(presses)), accent=RED))


def stop_screen(table: Table, reader: Reader) -> PrivateScreen:
    """Asks whether the reader really wants to end the match for everybody."""
    say = reader.words.say
    text = say("Stop this match for everybody? Nobody wins it; the rounds that were finished count.")
    press = Press(encode(StopNow(table.id)), say("Stop the match"), Style.DANGER)
    return directed(PrivateScreen((Text(text), Row((press,))), accent=RED))
