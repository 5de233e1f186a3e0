"""Somebody keeps the table waiting: what can be done, and how a vote about it stands."""

from bot.i18n.catalog import Words
from bot.ports.tables import Ballot, Member, Push, Status, Table
from bot.present.accents import GREY
from bot.present.direction import directed
from bot.present.people import standing_notes
from bot.present.reader import Reader, name_text
from bot.present.screens import Block, Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import GiveTime, GoOn, encode
from bot.present.wording import moment

SLOW_SECONDS = 10 * 60
"""Where turns may last longer, the table offers at once to go on without somebody."""


def may_wait_long(table: Table) -> bool:
    """Whether the table offers to go on without the person to move."""
    seat = table.view.to_move if table.view is not None and table.status is Status.PLAYING else None
    member = table.members[seat] if seat is not None else None
    if member is None or member.is_computer or member.is_away:
        return False
    if table.deadline is None or member.missed > 0:
        return True
    return table.turn_started is not None and table.deadline - table.turn_started > SLOW_SECONDS


def person_at(table: Table, user: int) -> Member | None:
    """A person at the table or in the line of latecomers."""
    people = (*table.members, *table.waiting)
    return next((member for member in people if member.user == user and not member.gone), None)


def idle_screen(table: Table, member: Member, reader: Reader, *, decides: bool) -> PrivateScreen:
    """What the reader can do about this person. `decides`: alone, as host or moderator."""
    words, user = reader.words, member.user or 0
    is_to_move = _is_to_move(table, user)
    lines = [f"### {name_text(member.name)}"]
    lines += [f"-# {note}" for note in _notes(table, member, words)]
    if table.status is Status.PLAYING:
        lines += _meanings(words, decides=decides)
    else:
        lines.append(words.say("**Remove** frees the seat before the match begins."))
    lines += ballot_lines(table, words, user)
    skip = Press(encode(GoOn(table.id, user, Push.SKIP)), words.say("Skip the turn"), Style.PRIMARY)
    remove = Press(encode(GoOn(table.id, user, Push.REMOVE)), words.say("Remove"), Style.DANGER)
    more = Press(encode(GiveTime(table.id)), words.say("More time"))
    presses = [skip, remove] if is_to_move and not member.is_away else [remove]
    if is_to_move and decides and table.deadline is not None:
        presses.append(more)
    blocks: list[Block] = [Text("\n".join(lines)), Row(tuple(presses))]
    return directed(PrivateScreen(tuple(blocks), accent=GREY))


def ballot_lines(table: Table, words: Words, user: int | None = None) -> list[str]:
    """How votes stand; with `user` only those about him."""
    return [_ballot(table, ballot, words) for ballot in table.ballots if user in (None, ballot.whom)]


def pushed_text(table: Table, name: str, user: int, push: Push, reader: Reader) -> str:
    """What came of a press that was granted: it is done, or it counts as a vote."""
    words = reader.words
    for ballot in table.ballots:
        if (ballot.whom, ballot.push) == (user, push):
            return words.say("Your vote counts: {n} of {needed}.", n=len(ballot.voters), needed=ballot.needed)
    if push is Push.SKIP:
        return words.say("The turn of {name} was skipped.", name=name_text(name))
    return words.say("{name} was removed from the table.", name=name_text(name))


def nothing_to_push(reader: Reader) -> str:
    return reader.words.say("That has been done already, or your vote counts already.")


def nobody_is_slow(reader: Reader) -> str:
    return reader.words.say("Nobody keeps this table waiting now.")


def longer_turn(reader: Reader, deadline: float) -> str:
    return reader.words.say("The turn now ends {when}.", when=moment(deadline))


def longer_lobby(reader: Reader, deadline: float) -> str:
    return reader.words.say("The lobby now stays open: it closes {when}.", when=moment(deadline))


def _is_to_move(table: Table, user: int) -> bool:
    seat = table.view.to_move if table.view is not None else None
    return seat is not None and table.members[seat].user == user


def _notes(table: Table, member: Member, words: Words) -> list[str]:
    notes = standing_notes(member, words)
    if member.missed:
        notes.append(words.count("{n} missed turn in a row", "{n} missed turns in a row", member.missed))
    if table.deadline is not None and _is_to_move(table, member.user or 0):
        notes.append(words.say("The turn ends {when}", when=moment(table.deadline)))
    return notes


def _meanings(words: Words, *, decides: bool) -> list[str]:
    who = (
        words.say("You decide alone.")
        if decides
        else words.say("It is done when more than half of the others at the table want it.")
    )
    return [
        words.say("**Skip the turn**: the clock plays it at once. Half of its time must be over."),
        words.say("**Remove**: the seat is out for good. A turn must have been missed."),
        f"-# {who}",
    ]


def _ballot(table: Table, ballot: Ballot, words: Words) -> str:
    member = person_at(table, ballot.whom)
    name = name_text(member.name) if member is not None else "?"
    votes, needed = len(ballot.voters), ballot.needed
    if ballot.push is Push.SKIP:
        return words.say("Skip the turn of {name}? {n} of {needed} votes", name=name, n=votes, needed=needed)
    return words.say("Remove {name}? {n} of {needed} votes", name=name, n=votes, needed=needed)
