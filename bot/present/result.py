"""How a round and a match ended, so that everybody can follow it."""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine.results import ExactHit, Outcome, RoundResult
from bot.engine.views import Phase
from bot.i18n.catalog import Words
from bot.ports.statistics import Honour
from bot.ports.tables import Status, Table
from bot.present.accents import GOLD, GREEN, GREY, RED
from bot.present.achievements import honour_lines
from bot.present.direction import directed
from bot.present.forfeits import Forfeit, forfeit_line, forfeit_press
from bot.present.people import marked_name, seat_name, seat_names
from bot.present.reader import Reader, TextFaces, name_text
from bot.present.screens import Block, Press, PublicScreen, Row, Rule, Style, Text
from bot.present.talk import talk_lines
from bot.present.tokens import Rematch, encode
from bot.present.wording import call_word, faces, in_hand_order, points

WINNER = "🏆"
MOST_CHARACTERS = 3000
"""Room for the hands in a message, beside its headline and what follows."""
_ACCENTS = {Outcome.YANIV: GREEN, Outcome.ASSAF: RED, Outcome.NO_CALL: GREY}


def round_screen(
    table: Table, result: RoundResult, reader: Reader, honours: Sequence[Honour] = ()
) -> PublicScreen:
    """The show: every hand with its count, the points, the totals, and what follows from them.

    `honours` are achievements that it brought.
    """
    words = reader.words
    number = words.say("Round {n}", n=result.number)
    shown = sorted(
        (seat for seat, hand in enumerate(result.hands) if hand is not None),
        key=lambda seat: (seat != result.caller, result.counts[seat], seat),
    )
    blocks: list[Block] = [
        Text("\n".join((f"-# {number}", headline(table, result, words), *talk_lines(table, result, words)))),
        Text(_shown_hands(table, result, shown, reader)),
    ]
    after = _what_follows(table, result, words)
    if after:
        blocks += [Rule(), Text("\n".join(after))]
    if honours:
        blocks.append(Text("\n".join(honour_lines(table, honours, words))))
    return directed(PublicScreen(tuple(blocks), accent=_ACCENTS[result.outcome]))


def match_screen(table: Table, reader: Reader, forfeit: Forfeit | None = None) -> PublicScreen:
    """The end of a match: the winner and the standings, with a forfeit that is due or was chosen."""
    words = reader.words
    if table.status is Status.STOPPED:
        heading, accent = _stopped(table, words), GREY
    else:
        heading, accent = f"## {winners_line(table, words)}", GOLD
    blocks: list[Block] = [Text(heading)]
    presses: list[Press] = []
    if table.view is not None:
        blocks.append(Text("\n".join(standings_lines(table, words))))
        presses.append(Press(encode(Rematch(table.id)), words.say("Rematch"), Style.PRIMARY))
    elif any(member.user is not None for member in table.members):
        blocks.append(Text(_same_people(table, words)))
        presses.append(Press(encode(Rematch(table.id)), words.say("Open again"), Style.PRIMARY))
    if forfeit is not None and forfeit.seat is None:
        presses.append(forfeit_press(table, words))
    elif forfeit is not None:
        blocks.append(Text(forfeit_line(table, forfeit, words)))
    if presses:
        blocks.append(Row(tuple(presses)))
    return directed(PublicScreen(tuple(blocks), accent=accent))


def headline(table: Table, result: RoundResult, words: Words) -> str:
    """How a round ended, in one sentence."""
    if result.caller is None or result.outcome is Outcome.NO_CALL:
        return f"## {words.say('The round ended without a call')}"
    caller = seat_name(table, result.caller)
    count = points(result.counts[result.caller] or 0, words)
    if result.outcome is Outcome.YANIV:
        word = call_word(table.rules, words)
        won = words.say("{name} wins the round with {points}", name=caller, points=count)
        return f"## {word}\n{won}"
    beaters = seat_names(table, result.assafers, words)
    lost = words.say(
        "{name} called with {points}, beaten by {others}", name=caller, points=count, others=beaters
    )
    return f"## {words.say('Assaf!')}\n{lost}"


def _shown_hands(table: Table, result: RoundResult, seats: list[int], reader: Reader) -> str:
    """Every hand; with cards as text where so many pictures would not fit into one message."""
    shown = "\n".join(_shown_hand(table, result, seat, reader) for seat in seats)
    if len(shown) <= MOST_CHARACTERS:
        return shown
    plain = replace(reader, faces=TextFaces())
    return "\n".join(_shown_hand(table, result, seat, plain) for seat in seats)


def _shown_hand(table: Table, result: RoundResult, seat: int, reader: Reader) -> str:
    words = reader.words
    hand = in_hand_order(result.hands[seat] or 0)
    cards = faces(hand, reader) if hand else words.say("no cards")
    count = points(result.counts[seat] or 0, words)
    return f"{marked_name(table.members[seat])} · {cards} · **{count}**\n-# {_written(result, seat, words)}"


def _written(result: RoundResult, seat: int, words: Words) -> str:
    added = f"{result.points[seat] or 0:+d}"
    hit = _hit(result, seat)
    if hit is None:
        return words.say("{added}, total {total}", added=added, total=result.totals[seat])
    return words.say(
        "{added}, exactly {before}: the total falls to {after}",
        added=added,
        before=hit.before,
        after=hit.after,
    )


def _hit(result: RoundResult, seat: int) -> ExactHit | None:
    return next((hit for hit in result.exact_hits if hit.seat == seat), None)


def _what_follows(table: Table, result: RoundResult, words: Words) -> list[str]:
    lines: list[str] = []
    if result.out:
        lines.append(words.say("Out: {names}", names=seat_names(table, result.out, words)))
    if result.next_starter is None:
        lines.append(words.say("The match is over."))
    else:
        name = seat_name(table, result.next_starter)
        lines.append(words.say("{name} starts the next round.", name=name))
    return lines


def _stopped(table: Table, words: Words) -> str:
    if table.stopped_by is not None and table.view is not None:
        title = words.say("{name} stopped the match", name=name_text(table.stopped_by))
    elif table.stopped_by is not None:
        title = words.say("{name} closed this table", name=name_text(table.stopped_by))
    elif table.view is None:
        title = words.say("This table was closed")
    else:
        title = words.say("The match was stopped: nobody played any more")
    if table.view is not None:
        nobody = words.say("Nobody won this match; the rounds that were finished count.")
    elif table.is_expired:
        nobody = words.say("Nobody started the match in time.")
    else:
        nobody = words.say("No match was started here.")
    return f"## {title}\n{nobody}"


def _same_people(table: Table, words: Words) -> str:
    """Who sits at a closed lobby when it is opened again; mentioned where it closed by itself."""
    people = [member for member in table.members if member.user is not None]
    if table.is_expired:
        names = [f"<@{member.user}>" for member in people]
    else:
        names = [f"**{name_text(member.name)}**" for member in people]
    return words.say("**Open again** brings you back to a table: {names}", names=words.all_of(names))


def winners_line(table: Table, words: Words) -> str:
    """Who won the match."""
    result = table.view.result if table.view is not None else None
    if result is None or not result.winners:
        return words.say("The match is over")
    names = seat_names(table, result.winners, words)
    if len(result.winners) == 1:
        return words.say("{cup} {name} wins the match!", cup=WINNER, name=names)
    return words.say("{cup} {names} win the match together!", cup=WINNER, names=names)


def standings_lines(table: Table, words: Words) -> list[str]:
    """Everybody's place and total at the end, and how many rounds were played to theirs."""
    view = table.view
    if view is None:
        return []
    ranks = view.result.ranks if view.result is not None else ()
    # Without ranks whoever is out or has left stands last, however low his total.
    order = sorted(
        view.places,
        key=lambda place: (ranks[place.seat],) if ranks else (place.out, place.total),
    )
    lines: list[str] = []
    for place in order:
        member = table.members[place.seat]
        parts = [marked_name(member), points(place.total, words)]
        if place.team is not None:
            parts.append(words.say("team {team}", team=place.team + 1))
        if member.gone:
            parts.append(words.say("left"))
        line = " · ".join(parts)
        lines.append(f"**{ranks[place.seat]}.** {line}" if ranks else line)
    is_cut_short = view.phase in (Phase.TURN, Phase.FINAL_LAP)
    finished = view.round - 1 if is_cut_short else view.round
    rounds = words.count("{n} round played", "{n} rounds played", finished)
    return [*lines, f"-# {rounds}"]
