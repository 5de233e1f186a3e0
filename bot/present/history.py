"""Matches of the past: a list, one of them, its rounds, and a replay step by step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.engine.events import RoundEnded
from bot.i18n.catalog import END_ISOLATE, ISOLATE, Words
from bot.ports.replays import Frame
from bot.ports.store import FinishedTable, Json, RoundRecord
from bot.ports.tables import Table
from bot.present.accents import BLUE, GOLD
from bot.present.direction import directed
from bot.present.moves import move_lines
from bot.present.past_tokens import (
    HistoryPage,
    MatchRounds,
    PastMatch,
    ReplayRound,
    ReplayStep,
    SaveMatch,
    WatchAgain,
)
from bot.present.people import marked_name, seat_name
from bot.present.periods import day_name
from bot.present.reader import Reader, name_text
from bot.present.result import headline, standings_lines, winners_line
from bot.present.screens import Block, Choice, Menu, Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import encode
from bot.present.wording import call_word, faces, in_hand_order, points

PAGE_MATCHES = 5
PAGE_ROUNDS = 8
EVERYBODY = 0
"""Stands for a user where everybody's matches are meant."""
_LONGEST_OPTION = 100
_HERE = "👉"


@dataclass(frozen=True, slots=True)
class Listed:
    """Which past matches are shown."""

    user: int
    """Whose, or `EVERYBODY`."""
    asked_by: int
    page: int
    """Counted from 0."""
    pages: int


def past_screen(found: Sequence[FinishedTable], listed: Listed, reader: Reader) -> PrivateScreen:
    """A page of past matches."""
    words, user, page = reader.words, listed.user, listed.page
    title = words.say("Matches played here") if user == EVERYBODY else words.say("Your matches here")
    lines = [f"## {title}", *(_past_line(one, words) for one in found)]
    if not found:
        lines.append(nothing_played(reader))
    blocks: list[Block] = [Text("\n".join(lines))]
    if found:
        choices = tuple(_past_choice(one, words) for one in found)
        blocks.append(Menu(encode(PastMatch(page)), words.say("Look at a match"), choices))
    blocks.append(Row(tuple(_past_buttons(listed, words))))
    return directed(PrivateScreen(tuple(blocks), accent=BLUE))


def nothing_played(reader: Reader) -> str:
    return reader.words.say("No match has been played to its end yet.")


def _past_line(one: FinishedTable, words: Words) -> str:
    names = words.all_of([name_text(member.name) for member in one.members])
    rounds = words.count("{n} round", "{n} rounds", one.rounds)
    return f"**{names}**\n-# <t:{int(one.ended_at)}:D> · {_past_winners(one, words)} · {rounds}"


def _past_winners(one: FinishedTable, words: Words) -> str:
    best = [member.name for member, rank in zip(one.members, one.ranks, strict=True) if rank == 1]
    return words.say("won by {names}", names=words.all_of([name_text(name) for name in best]))


def _past_choice(one: FinishedTable, words: Words) -> Choice:
    plain = [f"{ISOLATE}{member.name or '?'}{END_ISOLATE}" for member in one.members]
    label = _cut(words.all_of(plain))
    rounds = words.count("{n} round", "{n} rounds", one.rounds)
    return Choice(str(one.id), label, f"{day_name(one.ended_at, words)} · {rounds}")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_OPTION else text[: _LONGEST_OPTION - 1] + "…"


def _past_buttons(listed: Listed, words: Words) -> list[Press]:
    user, page, pages = listed.user, listed.page, listed.pages
    presses: list[Press] = []
    if pages > 1:
        presses += [
            Press(encode(HistoryPage(user, max(page - 1, 0))), words.say("Newer"), disabled=page <= 0),
            Press(encode(HistoryPage(user, page + 1)), words.say("Older"), disabled=page + 1 >= pages),
        ]
    if user == EVERYBODY:
        presses.append(Press(encode(HistoryPage(listed.asked_by, 0)), words.say("Mine alone")))
    else:
        presses.append(Press(encode(HistoryPage(EVERYBODY, 0)), words.say("Everybody's")))
    return presses


# --- One match ------------------------------------------------------------------------------------


def match_screen(
    table: Table, rounds: Sequence[RoundRecord], reader: Reader, letters: Sequence[str]
) -> PrivateScreen:
    """How a match ended. `letters` stand at the lines of its chart where names cannot."""
    words = reader.words
    lines = [f"## {winners_line(table, words)}"]
    if rounds:
        lines.append(f"-# <t:{int(rounds[-1].at)}:f>")
    lines += standings_lines(table, words)
    told = [
        f"{letter} = {seat_name(table, seat)}"
        for seat, letter in enumerate(letters)
        if letter != table.members[seat].name
    ]
    if told:
        lines.append(f"-# {words.say('In the picture: {letters}', letters=' · '.join(told))}")
    buttons = (
        Press(encode(MatchRounds(table.id, 0)), words.say("Round by round"), Style.PRIMARY),
        Press(encode(WatchAgain(table.id)), words.say("Watch again"), Style.PRIMARY),
        Press(encode(SaveMatch(table.id)), words.say("Transcript")),
    )
    return directed(PrivateScreen((Text("\n".join(lines)), Row(buttons)), accent=GOLD))


def chart_meaning(table: Table, rounds: Sequence[RoundRecord], reader: Reader) -> str:
    """The picture of a match in words."""
    totals: Json = rounds[-1].result
    ends = [f"{member.name} {total}" for member, total in zip(table.members, totals["totals"], strict=False)]
    return reader.words.say(
        "Points of each player after each of {n} rounds. At the end: {totals}",
        n=len(rounds),
        totals=", ".join(ends),
    )[:1000]


def rounds_screen(table: Table, rounds: Sequence[RoundRecord], reader: Reader, page: int) -> PrivateScreen:
    """Some rounds of a match: how each ended, what everybody took and where he stood then."""
    words = reader.words
    last = max(0, (len(rounds) - 1) // PAGE_ROUNDS)
    page = min(page, last)
    shown = rounds[page * PAGE_ROUNDS : (page + 1) * PAGE_ROUNDS]
    told = [_round_text(table, ended, reader) for ended in shown]
    blocks: list[Block] = [Text("\n".join([f"## {words.say('Round by round')}", *told]))]
    if last:
        previous, following = (
            encode(MatchRounds(table.id, max(page - 1, 0))),
            encode(MatchRounds(table.id, page + 1)),
        )
        blocks.append(
            Row(
                (
                    Press(previous, words.say("Previous"), disabled=page <= 0),
                    Press(following, words.say("Next"), disabled=page >= last),
                )
            )
        )
    return directed(PrivateScreen(tuple(blocks), accent=BLUE))


def _round_text(table: Table, ended: RoundRecord, reader: Reader) -> str:
    words, result = reader.words, ended.result
    title = f"**{words.say('Round {n}', n=ended.number)}** · {_round_end(table, result, words)}"
    parts = [
        f"{seat_name(table, seat)} {_added(added, total, words)}"
        for seat, (added, total) in enumerate(zip(result["points"], result["totals"], strict=True))
        if added is not None
    ]
    return f"{title}\n-# {' · '.join(parts)}"


def _round_end(table: Table, result: Json, words: Words) -> str:
    caller = result["caller"]
    if caller is None or result["outcome"] == "no_call":
        return words.say("no call")
    name = seat_name(table, caller)
    count = points(result["counts"][caller] or 0, words)
    if result["outcome"] == "yaniv":
        return words.say(
            "{word} {name} with {points}", word=call_word(table.rules, words), name=name, points=count
        )
    return words.say("Assaf! {name} with {points}", name=name, points=count)


def _added(added: int, total: int, words: Words) -> str:
    return words.isolate(f"{added:+d} → {total}")


def transcript_text(reader: Reader) -> str:
    """What comes with the file of a match."""
    return reader.words.say("The match as a transcript. `yaniv replay` checks it, deal by deal.")


# --- Replay ---------------------------------------------------------------------------------------


def replay_screen(table: Table, frames: Sequence[Frame], step: int, reader: Reader) -> PrivateScreen:
    """One step of a replay (from 0), with all hands open: the match is over."""
    words = reader.words
    step = min(max(step, 0), len(frames) - 1)
    frame = frames[step]
    place = words.say(
        "Round {round} · step {step} of {steps}", round=frame.round, step=step + 1, steps=len(frames)
    )
    lines = [f"-# {place}", *_what_happened(table, frame, words)]
    if frame.open:
        lines.append(words.say("On the table: {cards}", cards=faces(frame.open, reader)))
        lines.append(f"-# {words.count('{n} card in the stock', '{n} cards in the stock', frame.stock)}")
    lines += [_open_hand(table, frame, seat, reader) for seat in range(len(frame.hands))]
    return directed(
        PrivateScreen((Text("\n".join(lines)), Row(_replay_buttons(table, frames, step, words))), accent=BLUE)
    )


def first_step(frames: Sequence[Frame], round_number: int) -> int:
    """Where a round begins; the nearest end of the match for a number beyond it."""
    return next((step for step, frame in enumerate(frames) if frame.round >= round_number), len(frames) - 1)


def _what_happened(table: Table, frame: Frame, words: Words) -> list[str]:
    ended = next((event.result for event in frame.events if isinstance(event, RoundEnded)), None)
    moves = " · ".join(move_lines(replace(table, recent=frame.events), words))
    told = [f"### {moves}"] if moves else []
    return told if ended is None else [*told, headline(table, ended, words)]


def _open_hand(table: Table, frame: Frame, seat: int, reader: Reader) -> str:
    words = reader.words
    mark = f"{_HERE} " if frame.to_move == seat else ""
    name = f"{mark}{marked_name(table.members[seat])}"
    total = words.say("total {total}", total=frame.totals[seat]) if seat < len(frame.totals) else ""
    hand, count = frame.hands[seat], frame.counts[seat]
    if hand is None:
        return f"{name} · {words.say('out')} · {total}"
    cards = faces(in_hand_order(hand), reader) if hand else words.say("no cards")
    return f"{name} · {cards}\n-# {points(count or 0, words)} · {total}"


def _replay_buttons(table: Table, frames: Sequence[Frame], step: int, words: Words) -> tuple[Press, ...]:
    first, last, now = frames[0].round, len(frames) - 1, frames[step].round
    return (
        Press(
            encode(ReplayRound(table.id, max(now - 1, 0))), words.say("Round before"), disabled=now <= first
        ),
        Press(encode(ReplayStep(table.id, max(step - 1, 0))), words.say("Back"), disabled=step <= 0),
        Press(
            encode(ReplayStep(table.id, step + 1)), words.say("Forward"), Style.PRIMARY, disabled=step >= last
        ),
        Press(
            encode(ReplayRound(table.id, now + 1)), words.say("Next round"), disabled=now >= frames[-1].round
        ),
    )
