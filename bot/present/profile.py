"""One person's record on one server, and two people against each other."""

from bot.i18n.catalog import Words
from bot.ports.statistics import HeadToHead, NotableCall, Profile, Rated, Tally
from bot.present.accents import BLUE
from bot.present.achievements import MEDAL, achievement_lines
from bot.present.direction import directed
from bot.present.figures import average_text, rating_text, share_text, won_text
from bot.present.privacy_tokens import StartAnew
from bot.present.reader import Reader, name_text
from bot.present.screens import Block, Press, PrivateScreen, Row, Rule, Text
from bot.present.tokens import encode
from bot.present.wording import points

CURVE_POINTS = 2
"""Fewer rated matches make no curve."""


def profile_screen(
    profile: Profile,
    reader: Reader,
    *,
    shows_achievements: bool = True,
    between: HeadToHead | None = None,
    is_own: bool = False,
) -> PrivateScreen:
    """What somebody has done here; with `between` also against somebody else.

    `is_own`: the reader's own, with the way to start anew.
    """
    words = reader.words
    blocks: list[Block] = [Text("\n".join([f"## {name_text(profile.name)}", *_ratings(profile, words)]))]
    blocks.append(Text("\n".join(_record(profile.tally, words))))
    if memorable := _memorable(profile, words):
        blocks.append(Text("\n".join(memorable)))
    if between is not None:
        blocks += [Rule(), Text("\n".join(_between(between, words)))]
    if shows_achievements:
        blocks += [Rule(), Text("\n".join(_achievements(profile, words)))]
    if is_own:
        blocks.append(Row((Press(encode(StartAnew()), words.say("Start anew")),)))
    return directed(PrivateScreen(tuple(blocks), accent=BLUE))


def no_profile_text(name: str, reader: Reader) -> str:
    """What to say of somebody who never finished a round here."""
    return reader.words.say("{name} has not finished a round here yet.", name=name_text(name))


def never_met_text(a: str, b: str, reader: Reader) -> str:
    return reader.words.say(
        "{a} and {b} have not finished a match together here yet.", a=name_text(a), b=name_text(b)
    )


def curve_meaning(profile: Profile, reader: Reader) -> str:
    """The picture of the rating in words."""
    return reader.words.say(
        "The rating of {name} over {n} matches: from {first} to {last}, at most {most}, at least {least}",
        name=profile.name,
        n=len(profile.curve),
        first=profile.curve[0],
        last=profile.curve[-1],
        most=max(profile.curve),
        least=min(profile.curve),
    )


def _ratings(profile: Profile, words: Words) -> list[str]:
    lines = [words.say("Rating: {rating}", rating=_rating(profile.people, words))]
    if profile.computers is not None:
        rating = _rating(profile.computers, words)
        lines.append(words.say("Rating with computers: {rating}", rating=rating))
    return lines


def _rating(rated: Rated | None, words: Words) -> str:
    text = rating_text(rated, words)
    if rated is None:
        return text
    return f"{text} · {words.count('{n} match', '{n} matches', rated.matches)}"


def _record(tally: Tally, words: Words) -> list[str]:
    lines = [won_text(tally.wins, tally.matches, words)]
    if tally.matches:
        lines[0] += f" ({share_text(tally.wins, tally.matches, words)})"
    if tally.longest_streak > 1:
        lines.append(words.say("Longest streak: {n} wins", n=tally.longest_streak))
    average = average_text(tally.points, tally.rounds, words)
    rounds = words.count("{n} round", "{n} rounds", tally.rounds)
    lines.append(f"{rounds} · {words.say('{points} points a round', points=average)}")
    calls = [words.count("{n} call", "{n} calls", tally.calls)]
    if tally.calls:
        beaten = share_text(tally.assafs_taken, tally.calls, words)
        calls.append(words.say("{share} of them beaten", share=beaten))
        in_hand = average_text(tally.call_points, tally.calls, words)
        calls.append(words.say("{points} points in hand on average", points=in_hand))
    lines.append(" · ".join(calls))
    lines.append(
        words.say("Assaf given {given}, taken {taken}", given=tally.assafs_given, taken=tally.assafs_taken)
    )
    if tally.halvings:
        lines.append(
            words.count(
                "Landed on a mark once, and the total fell",
                "Landed on a mark {n} times, and the total fell",
                tally.halvings,
            )
        )
    return lines


def _memorable(profile: Profile, words: Words) -> list[str]:
    lines: list[str] = []
    if profile.company:
        company = [
            f"**{name_text(each.name)}** ({words.count('{n} match', '{n} matches', each.matches)})"
            for each in profile.company
        ]
        lines.append(words.say("Plays most with {people}", people=words.all_of(company)))
    if profile.best_call is not None:
        told = _call(profile.best_call, words)
        lines.append(words.say("Best call: {call} cost the others {points}", **told))
    if profile.worst_call is not None:
        lines.append(words.say("Worst call: {call} cost {points}", **_call(profile.worst_call, words)))
    return lines


def _call(call: NotableCall, words: Words) -> dict[str, object]:
    return {
        "call": words.say("with {points} in hand", points=points(call.count, words)),
        "points": f"**{points(call.points, words)}**",
    }


def _between(between: HeadToHead, words: Words) -> list[str]:
    a, b = name_text(between.a), name_text(between.b)
    lines = [
        f"### {words.say('{a} against {b}', a=a, b=b)}",
        words.count("{n} match together", "{n} matches together", between.matches),
        words.say("Ahead of the other: {a} {x}, {b} {y}", a=a, x=between.a_ahead, b=b, y=between.b_ahead),
        words.say(
            "Won: {a} {x}, {b} {y}",
            a=a,
            x=words.number(between.a_wins),
            b=b,
            y=words.number(between.b_wins),
        ),
    ]
    if between.rounds:
        lines.append(
            words.say(
                "Points a round: {a} {x}, {b} {y}",
                a=a,
                x=average_text(between.a_points, between.rounds, words),
                b=b,
                y=average_text(between.b_points, between.rounds, words),
            )
        )
    lines.append(words.say("Assafs: {a} {x}, {b} {y}", a=a, x=between.a_assafs, b=b, y=between.b_assafs))
    return lines


def _achievements(profile: Profile, words: Words) -> list[str]:
    lines = achievement_lines(profile.achievements, words)
    heading = f"### {MEDAL} {words.count('{n} achievement', '{n} achievements', len(lines))}"
    return [heading, *(f"-# {line}" for line in lines)]
