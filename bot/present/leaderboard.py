"""Who wins on this server."""

from bot.i18n.catalog import Words
from bot.ports.store import PlayerStats
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.reader import Reader, name_text
from bot.present.screens import Block, Press, PublicScreen, Row, Rule, Text
from bot.present.tokens import LeaderboardPage, encode

PAGE_ROWS = 10
"""People on one page."""


def leaderboard_screen(
    rows: list[PlayerStats], reader: Reader, *, page: int, pages: int, own: PlayerStats | None
) -> PublicScreen:
    """One page (counted from 0) of the leaderboard, and `own`: the row of who asked for it."""
    words = reader.words
    title = f"## {words.say('Leaderboard')}"
    if not rows and own is None:
        nothing = words.say("Nobody has finished a match here yet. `/yaniv start` opens the first table.")
        return directed(PublicScreen((Text(f"{title}\n{nothing}"),), accent=BLUE))
    ranks = _ranks(rows, page * PAGE_ROWS)
    told = [f"**{rank}.** {_row(row, words)}" for rank, row in zip(ranks, rows, strict=True)]
    blocks: list[Block] = [Text("\n".join([title, *told]))]
    if own is not None and own not in rows:
        blocks += [Rule(), Text(_row(own, words))]
    if pages > 1:
        blocks.append(Row(_page_buttons(page, pages, words)))
    return directed(PublicScreen(tuple(blocks), accent=BLUE))


def _row(row: PlayerStats, words: Words) -> str:
    wins = words.say(
        "{wins} of {matches} won", wins=words.number(row.wins), matches=words.number(row.matches)
    )
    average = words.number(row.points / row.rounds) if row.rounds else "–"
    details = [
        words.count("{n} round", "{n} rounds", row.rounds),
        words.say("{points} points a round", points=average),
        words.say("Yaniv {n}", n=row.yanivs),
        words.say("Assaf given {given}, taken {taken}", given=row.assafs_given, taken=row.assafs_taken),
    ]
    return f"**{name_text(row.name)}** · {wins}\n-# {' · '.join(details)}"


def _ranks(rows: list[PlayerStats], before: int) -> list[int]:
    """Level people share the better rank."""
    ranks: list[int] = []
    for index, row in enumerate(rows):
        is_level = index > 0 and _standing(row) == _standing(rows[index - 1])
        ranks.append(ranks[-1] if is_level else before + index + 1)
    return ranks


def _standing(row: PlayerStats) -> tuple[float, int, float]:
    return row.wins, row.matches, row.points / max(row.rounds, 1)


def _page_buttons(page: int, pages: int, words: Words) -> tuple[Press, ...]:
    return (
        Press(encode(LeaderboardPage(max(page - 1, 0))), words.say("Previous"), disabled=page <= 0),
        Press(encode(LeaderboardPage(page + 1)), words.say("Next"), disabled=page + 1 >= pages),
    )
