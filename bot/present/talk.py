"""What computers say at the show of a round: a word now and then, the same however often it is shown."""

import hashlib
from collections.abc import Sequence

from bot.engine.results import Outcome, RoundResult
from bot.i18n.catalog import Words, mark
from bot.opponents.characters import character_of
from bot.ports.tables import Table
from bot.present.people import COMPUTER
from bot.present.reader import name_text
from bot.present.wording import call_word

CALLED = (
    mark("{word} I had a good feeling."),
    mark("{word} That is all I needed."),
    mark("{word} Let us see what you have."),
    mark("Small hand, big smile."),
    mark("I could not wait any longer."),
    mark("Few points, and I am happy."),
)
"""Said by who called, where the call stands."""
BEAT = (
    mark("Assaf! I was hoping for that call."),
    mark("Not so fast!"),
    mark("Sometimes waiting pays off."),
    mark("My cards were small enough, too."),
    mark("Nice try! That was close."),
    mark("What a lucky moment for me."),
)
"""Said by who beat the call."""
BEATEN = (
    mark("Oops. Well played!"),
    mark("I did not see that coming."),
    mark("That was a little too bold."),
    mark("Next time I will look twice."),
    mark("Ouch! And I felt so sure."),
    mark("Fair enough. Hats off!"),
)
"""Said by who called, where the call is beaten."""


def talk_lines(table: Table, result: RoundResult, words: Words) -> list[str]:
    """Two lines at most: that of the first computer that beat the call of a rival, and the caller's."""
    if not table.computers_talk or result.caller is None:
        return []
    computers = [
        seat
        for seat in result.assafers
        if table.members[seat].is_computer and not _are_partners(table, seat, result.caller)
    ]
    spoken = {
        Outcome.YANIV: [(result.caller, CALLED)],
        Outcome.ASSAF: [*((seat, BEAT) for seat in computers[:1]), (result.caller, BEATEN)],
        Outcome.NO_CALL: [],
    }
    lines = [_line(table, result.number, seat, said, words) for seat, said in spoken[result.outcome]]
    return [line for line in lines if line]


def _are_partners(table: Table, seat: int, other: int) -> bool:
    teams = [] if table.view is None else [place.team for place in table.view.places]
    return bool(teams) and teams[seat] is not None and teams[seat] == teams[other]


def _line(table: Table, round_number: int, seat: int, said: Sequence[str], words: Words) -> str:
    """What the computer at a seat says, as a quotation; empty where it says nothing, or a person sits."""
    member = table.members[seat]
    if not member.is_computer:
        return ""
    dice = hashlib.sha256(f"{table.commitment} {round_number} {seat}".encode("ascii")).digest()
    if dice[0] >= 256 * character_of(member.name, member.level).talk:
        return ""
    line = words.say(said[dice[1] % len(said)], word=call_word(table.rules, words))
    # Beside the text, not in it: a text that runs from right to left keeps what is put into it together.
    return f"> {COMPUTER} {words.say('{name}: “{line}”', name=f'**{name_text(member.name)}**', line=line)}"
