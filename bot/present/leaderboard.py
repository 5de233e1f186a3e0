"""Who does best on this server, by what, and in which stretch of time."""

from dataclasses import dataclass

from bot.i18n.catalog import Words, mark
from bot.ports.statistics import (
    AVERAGE_ROUNDS,
    PAGE_ROWS,
    PAGE_SEASONS,
    SHARE_MATCHES,
    Board,
    Champion,
    Criterion,
    Standing,
)
from bot.present.accents import BLUE, GOLD
from bot.present.direction import directed
from bot.present.figures import average_text, rating_text, share_text, won_text
from bot.present.past_tokens import HallOfFame, LeaderboardPage, LeadersBy, LeadersIn
from bot.present.periods import period_name
from bot.present.reader import Reader, name_text
from bot.present.screens import Block, Choice, Menu, Press, PublicScreen, Row, Rule, Text
from bot.present.tokens import encode
from bot.ratings.ladder import PROVISIONAL_MATCHES
from bot.ratings.periods import ALL_TIME

CRITERIA: dict[Criterion, tuple[str, str]] = {
    Criterion.RATING: (mark("Rating"), mark("Strength in matches between people")),
    Criterion.COMPUTERS: (mark("Rating with computers"), mark("Strength in matches with computers")),
    Criterion.WINS: (mark("Wins"), mark("Matches won")),
    Criterion.SHARE: (mark("Share of wins"), mark("Wins for each match")),
    Criterion.YANIVS: (mark("Calls that stood"), mark("Rounds won by a call")),
    Criterion.ASSAFS: (mark("Assafs"), mark("Calls of others beaten")),
    Criterion.AVERAGE: (mark("Points a round"), mark("The fewest are best")),
    Criterion.STREAK: (mark("Longest streak"), mark("Matches won in a row")),
}
"""Name and meaning of each, in the order of the menu."""
_CUP = "🏆"
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which leaderboard."""

    by: Criterion
    period: str
    page: int
    """Counted from 0."""
    season: str | None
    """The running season; `None` where the server has none."""
    month: str
    """The running month."""

    @property
    def periods(self) -> dict[str, str]:
        """What may be chosen: each period with what it is called in English."""
        running = {} if self.season is None else {self.season: mark("This season")}
        running.setdefault(self.month, mark("This month"))
        return {ALL_TIME: mark("All time")} | running


def leaderboard_screen(board: Board, wanted: Wanted, reader: Reader) -> PublicScreen:
    """A page of a leaderboard, with the row of who asked for it in any case."""
    words = reader.words
    name, _ = CRITERIA[wanted.by]
    heading = f"## {words.say('Leaderboard')}\n-# {words.say(name)} · {_period_name(wanted, words)}"
    blocks: list[Block] = [Text("\n".join([heading, *_rows(board, wanted.by, words)]))]
    own = board.own
    if own is not None and own.user not in {row.user for row in board.rows}:
        blocks += [Rule(), Text(_own_row(own, wanted.by, words))]
    if notes := _notes(wanted.by, words):
        blocks.append(Text(f"-# {notes}"))
    blocks += [_criteria_menu(wanted, words), _period_menu(wanted, words)]
    blocks += _buttons(board, wanted, words)
    return directed(PublicScreen(tuple(blocks), accent=BLUE))


def hall_of_fame_screen(
    champions: list[Champion], reader: Reader, *, page: int, seasons: int
) -> PublicScreen:
    """The winners of the seasons that are over, newest first; level winners share a season."""
    words = reader.words
    lines = [f"## {words.say('Hall of fame')}"]
    for period in dict.fromkeys(champion.period for champion in champions):
        winners = [champion for champion in champions if champion.period == period]
        names = words.all_of([f"**{name_text(winner.name)}**" for winner in winners])
        won = won_text(winners[0].wins, winners[0].matches, words)
        lines.append(f"**{period_name(period, words)}** · {_CUP} {names}\n-# {won}")
    if not champions:
        lines.append(words.say("No season has ended yet. The first winners will stand here."))
    buttons: list[Press] = []
    if seasons > PAGE_SEASONS:
        last = (seasons - 1) // PAGE_SEASONS
        buttons += [
            Press(encode(HallOfFame(max(page - 1, 0))), words.say("Newer"), disabled=page <= 0),
            Press(encode(HallOfFame(page + 1)), words.say("Older"), disabled=page >= last),
        ]
    back = encode(LeaderboardPage(Criterion.WINS, ALL_TIME, 0))
    buttons.append(Press(back, words.say("Leaderboard")))
    return directed(PublicScreen((Text("\n".join(lines)), Row(tuple(buttons))), accent=GOLD))


def _rows(board: Board, by: Criterion, words: Words) -> list[str]:
    if board.rows:
        return [_row(row, by, words) for row in board.rows]
    if board.own is not None or by is not Criterion.WINS:
        return [words.say("Nobody has a place here yet.")]
    return [words.say("Nobody has finished a match here yet. `/yaniv start` opens the first table.")]


def _row(row: Standing, by: Criterion, words: Words) -> str:
    medal = MEDALS.get(row.rank or 0) if _has_any(row, by) else None
    return f"{medal or f'**{row.rank}.**'} {_figures(row, by, words)}"


def _has_any(row: Standing, by: Criterion) -> bool:
    """Whether there is anything to give a medal for: nobody gets one for 0 wins."""
    tally = row.tally
    match by:
        case Criterion.WINS | Criterion.SHARE:
            return tally.wins > 0
        case Criterion.YANIVS:
            return tally.yanivs > 0
        case Criterion.ASSAFS:
            return tally.assafs_given > 0
        case Criterion.STREAK:
            return tally.longest_streak > 0
        case Criterion.RATING | Criterion.COMPUTERS | Criterion.AVERAGE:
            return True


def _own_row(own: Standing, by: Criterion, words: Words) -> str:
    """Where the asking person stands, or what he still needs for a place."""
    if own.rank is not None:
        return _row(own, by, words)
    return "\n".join([_figures(own, by, words), *(f"-# {need}" for need in _needs(own, by, words))])


def _figures(row: Standing, by: Criterion, words: Words) -> str:
    return f"**{name_text(row.name)}** · {_headline(row, by, words)}\n-# {_details(row, by, words)}"


def _headline(row: Standing, by: Criterion, words: Words) -> str:
    """The figure that the leaderboard is ordered by."""
    tally = row.tally
    match by:
        case Criterion.RATING | Criterion.COMPUTERS:
            return rating_text(row.rated, words)
        case Criterion.SHARE:
            share = share_text(tally.wins, tally.matches, words)
            return f"**{share}** · {won_text(tally.wins, tally.matches, words)}"
        case Criterion.WINS:
            return won_text(tally.wins, tally.matches, words)
        case Criterion.YANIVS:
            return words.count("{n} call stood", "{n} calls stood", tally.yanivs)
        case Criterion.ASSAFS:
            return words.count("{n} call beaten", "{n} calls beaten", tally.assafs_given)
        case Criterion.AVERAGE:
            return words.say(
                "{points} points a round", points=average_text(tally.points, tally.rounds, words)
            )
        case Criterion.STREAK:
            return words.count("{n} win in a row", "{n} wins in a row", tally.longest_streak)


def _details(row: Standing, by: Criterion, words: Words) -> str:
    tally = row.tally
    details: list[str] = []
    if by not in (Criterion.WINS, Criterion.SHARE):
        details.append(won_text(tally.wins, tally.matches, words))
    details.append(words.count("{n} round", "{n} rounds", tally.rounds))
    if by is not Criterion.AVERAGE:
        average = average_text(tally.points, tally.rounds, words)
        details.append(words.say("{points} points a round", points=average))
    details.append(words.say("Yaniv {n}", n=tally.yanivs))
    given, taken = tally.assafs_given, tally.assafs_taken
    details.append(words.say("Assaf given {given}, taken {taken}", given=given, taken=taken))
    return " · ".join(details)


def _needs(own: Standing, by: Criterion, words: Words) -> list[str]:
    match by:
        case Criterion.RATING | Criterion.COMPUTERS:
            lacking = PROVISIONAL_MATCHES - (own.rated.matches if own.rated else 0)
        case Criterion.SHARE:
            lacking = SHARE_MATCHES - own.tally.matches
        case Criterion.AVERAGE:
            lacking = AVERAGE_ROUNDS - own.tally.rounds
            return [words.count("{n} round more for a place", "{n} rounds more for a place", lacking)]
        case _:
            return []
    return [words.count("{n} match more for a place", "{n} matches more for a place", lacking)]


def _notes(by: Criterion, words: Words) -> str:
    if by in (Criterion.RATING, Criterion.COMPUTERS):
        return words.say("The order follows what is certain: the rating less what it may be off by.")
    return ""


def _period_name(wanted: Wanted, words: Words) -> str:
    if wanted.period == ALL_TIME:
        return words.say("All time")
    name = period_name(wanted.period, words)
    running = wanted.periods.get(wanted.period)
    return f"{words.say(running)} ({name})" if running else name


def _criteria_menu(wanted: Wanted, words: Words) -> Menu:
    choices = tuple(
        Choice(by.value, words.say(name), words.say(meaning), chosen=by is wanted.by)
        for by, (name, meaning) in CRITERIA.items()
    )
    return Menu(encode(LeadersBy(wanted.period)), words.say("Order by"), choices)


def _period_menu(wanted: Wanted, words: Words) -> Menu:
    offered = [*wanted.periods]
    if wanted.period not in offered:
        offered.append(wanted.period)
    choices = tuple(
        Choice(
            period,
            words.say(wanted.periods[period]) if period in wanted.periods else period_name(period, words),
            "" if period == ALL_TIME else period_name(period, words),
            chosen=period == wanted.period,
        )
        for period in offered
    )
    return Menu(encode(LeadersIn(wanted.by)), words.say("Period"), choices)


def _buttons(board: Board, wanted: Wanted, words: Words) -> list[Block]:
    presses: list[Press] = []
    last = max(0, (board.size - 1) // PAGE_ROWS)
    if last:
        before, after = (
            LeaderboardPage(wanted.by, wanted.period, max(0, wanted.page + step)) for step in (-1, 1)
        )
        presses += [
            Press(encode(before), words.say("Previous"), disabled=wanted.page <= 0),
            Press(encode(after), words.say("Next"), disabled=wanted.page >= last),
        ]
    if wanted.season is not None:
        presses.append(Press(encode(HallOfFame(0)), words.say("Hall of fame")))
    return [Row(tuple(presses))] if presses else []
