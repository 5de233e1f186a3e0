"""Short answers to commands and presses that have no screen of their own."""

from collections.abc import Mapping

from bot.ports.tables import Status, Table
from bot.present.reader import Reader
from bot.present.wording import moment


def outdated_button(reader: Reader) -> str:
    return reader.words.say("This button no longer works. `/yaniv table` shows the table as it is now.")


def outdated_hand(reader: Reader) -> str:
    return reader.words.say("That button was made for an earlier hand. This is yours now.")


def fault(reader: Reader, reference: str) -> str:
    """Something broke on our side; `reference` finds it in the log."""
    return reader.words.say(
        "Something went wrong on my side. Please try again. Reference: {reference}", reference=reference
    )


def missing_permissions(reader: Reader, names: list[str]) -> str:
    """What the bot may not do in this channel, by Discord's own names."""
    return reader.words.say(
        "I cannot play in this channel: I lack the permission {names}. "
        "Someone who manages the server can give it to me in the channel's settings.",
        names=reader.words.all_of([f"**{reader.words.say(name)}**" for name in names]),
    )


def table_stands_still(reader: Reader) -> str:
    """Above a hand, while the table's message cannot be changed."""
    return reader.words.say(
        "I lack a permission in this channel, so I cannot show the table there. Its clock stands still until "
        "I have it again; your cards are here."
    )


def no_table_here(reader: Reader) -> str:
    return reader.words.say("There is no table in this channel. `/yaniv start` opens one.")


def table_is_here(reader: Reader, link: str) -> str:
    return reader.words.say("There is a table in this channel already: {link}", link=link)


def sits_at_rematch(reader: Reader, link: str) -> str:
    return reader.words.say("You have a seat at the new table: {link}", link=link)


def table_in_thread(reader: Reader, link: str) -> str:
    return reader.words.say("Your table has a thread of its own: {link}", link=link)


def no_thread(reader: Reader) -> str:
    return reader.words.say(
        "Discord did not let me make a thread here. Try again in a moment, or in another channel."
    )


def nothing_to_join(reader: Reader) -> str:
    return reader.words.say("There is no table here to invite to. `/yaniv start` opens one.")


def no_seat_for_programs(reader: Reader) -> str:
    return reader.words.say("That is no person. **Add computer** at the table seats one of mine.")


def sits_there_already(reader: Reader) -> str:
    return reader.words.say("This member has a seat at the table already.")


def no_seat_to_offer(reader: Reader) -> str:
    return reader.words.say("All seats are taken, so nobody can be invited now.")


def not_invited(reader: Reader, reasons: Mapping[int, str]) -> str:
    """Why some of those who were chosen get no invitation, by their ids."""
    lines = [f"- <@{user}>: {reason}" for user, reason in reasons.items()]
    return "\n".join([reader.words.say("Not invited:"), *lines])


def invited_just_now(reader: Reader, until: float) -> str:
    return reader.words.say("You can invite again {when}.", when=moment(until))


def not_your_invitation(reader: Reader, link: str) -> str:
    return reader.words.say("This invitation is for somebody else. The table is here: {link}", link=link)


def left_lobby(reader: Reader) -> str:
    return reader.words.say("You left the table.")


def left_match(reader: Reader) -> str:
    return reader.words.say("You left the match. Your seat stays empty until its end.")


def seat_to_come(reader: Reader) -> str:
    """To a latecomer who asks for his hand."""
    return reader.words.say(
        "You sit down when the next round is dealt. `/yaniv leave` gives up your place in the line."
    )


def leaving_later(reader: Reader) -> str:
    return reader.words.say("You leave when this round is over. `/yaniv leave` takes that back.")


def staying(reader: Reader) -> str:
    return reader.words.say("You stay at the table.")


def table_is_fresh(reader: Reader) -> str:
    return reader.words.say("The table has just been sent: it stands right above or below.")


def stopped(reader: Reader) -> str:
    return reader.words.say("The table is closed.")


def match_over(reader: Reader) -> str:
    return reader.words.say("This match is over. The table shows how it ended.")


def no_cards(reader: Reader, table: Table) -> str:
    """Why a seated person holds no cards at this moment."""
    if table.status in (Status.OVER, Status.STOPPED):
        return match_over(reader)
    return reader.words.say("You hold no cards now. The table shows how the round goes on.")


def only_for_managers(reader: Reader) -> str:
    return reader.words.say("Only members who may manage this server can change its settings.")


def new_round(reader: Reader, number: int) -> str:
    return reader.words.say("Round {number} is dealt.", number=number)


def taken_back(reader: Reader) -> str:
    return reader.words.say("You are back at your seat.")


def old_command(reader: Reader) -> str:
    return reader.words.say(
        "Your Discord still knows an older form of this command. Please restart Discord and try again."
    )


def unreadable_file(reader: Reader) -> str:
    return reader.words.say("That file cannot be read. It must be a text of at most 32 kilobytes.")
