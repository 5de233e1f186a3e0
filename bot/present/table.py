"""The table at play, as the whole channel sees it: public facts only."""

from bot.engine.views import Phase, Place, TableView
from bot.i18n.catalog import Words
from bot.ports.tables import Status, Table
from bot.present.accents import GREEN, GREY
from bot.present.direction import directed
from bot.present.forfeits import Forfeit
from bot.present.idle import ballot_lines, may_wait_long
from bot.present.moves import move_lines
from bot.present.people import marked_name, seat_name, standing_notes
from bot.present.reader import Reader, name_text
from bot.present.result import match_screen
from bot.present.screens import Block, Press, PublicScreen, Rule, Style, Text, rows_of
from bot.present.tokens import BringDown, Join, MyHand, ShowRules, SlapAny, TakeBack, TooSlow, encode
from bot.present.wording import call_word, either, faces, moment, points

TO_MOVE = "➤"
HASH_SHOWN = 12


def table_screen(
    table: Table, reader: Reader, forfeit: Forfeit | None = None, *, is_back: bool = False
) -> PublicScreen:
    """The table message of a match: at play, or how it ended, with a forfeit that is due or was chosen.

    `is_back`: the bot was away, and nothing has happened here since.
    """
    if table.status in (Status.OVER, Status.STOPPED) or table.view is None:
        return match_screen(table, reader, forfeit)
    view, words = table.view, reader.words
    heading = _heading(table, view, words)
    if is_back:
        heading += f"\n-# {words.say('I was away and am back: the match goes on where it stood.')}"
    blocks: list[Block] = [
        Text(heading),
        Text(_open_cards(view, reader)),
        Rule(),
        Text("\n".join(_standings(table, view, words))),
    ]
    footer = _footer(table, view, words)
    if footer:
        blocks += [Rule(), Text("\n".join(footer))]
    presses = _buttons(table, view, words)
    blocks += rows_of(presses)
    return directed(PublicScreen(tuple(blocks), accent=GREEN if view.to_move is not None else GREY))


def team_line(places: tuple[Place, ...], words: Words) -> str:
    """The sums of the two teams; empty where everybody plays alone."""
    sums: dict[int, int] = {}
    for place in places:
        if place.team is not None:
            sums[place.team] = sums.get(place.team, 0) + place.total
    told = [
        words.say("team {team}: {points}", team=team + 1, points=points(total, words))
        for team, total in sorted(sums.items())
    ]
    return " · ".join(told)


def _heading(table: Table, view: TableView, words: Words) -> str:
    lines = [f"## {words.say('Round {n}', n=view.round)}"]
    if view.caller is not None:
        name, word = seat_name(table, view.caller), call_word(table.rules, words)
        lines.append(
            words.say("{name} called {word} Everybody else has one last turn.", name=name, word=word)
        )
    if view.to_move is None or view.phase is Phase.BETWEEN_ROUNDS:
        lines.append(words.say("The next round is about to begin."))
    else:
        turn = words.say("{name}'s turn", name=seat_name(table, view.to_move))
        lines.append(f"**{turn}**{_clock(table, words)}")
    return "\n".join(lines)


def _clock(table: Table, words: Words) -> str:
    if table.deadline is None:
        return ""
    return f" · {words.say('ends {when}', when=moment(table.deadline))}"


def _open_cards(view: TableView, reader: Reader) -> str:
    words = reader.words
    stock = words.count("{n} card in the stock", "{n} cards in the stock", view.stock)
    if not view.open:
        return f"-# {stock}"
    if view.drawable:
        taken = words.say("May be taken: {cards}", cards=either(view.drawable, words))
    else:
        taken = words.say("None of these may be taken")
    lines = [f"## {faces(view.open, reader)}", f"-# {taken} · {stock}"]
    if view.drawable and view.rules.discard_draw_needs == "multi":
        lines.append(f"-# {words.say('Open cards only after laying two cards or more')}")
    return "\n".join(lines)


def _standings(table: Table, view: TableView, words: Words) -> list[str]:
    lines = [_standing(table, view, place, words) for place in view.places]
    teams = team_line(view.places, words)
    if teams:
        lines.append(f"-# {teams}")
    if table.waiting:
        names = words.all_of([name_text(member.name) for member in table.waiting])
        lines.append(f"-# {words.say('From the next round on: {names}', names=names)}")
    return lines


def _standing(table: Table, view: TableView, place: Place, words: Words) -> str:
    member = table.members[place.seat]
    name, total = marked_name(member), words.say("total {total}", total=place.total)
    notes = standing_notes(member, words)
    if place.team is not None:
        notes.insert(0, words.say("team {team}", team=place.team + 1))
    if place.out:
        parts = [f"~~{name}~~", total, *(notes or [words.say("out")])]
        return f"-# {' · '.join(parts)}"
    if place.seat == view.caller:
        notes.append(words.say("called"))
    cards = words.count("{n} card", "{n} cards", place.cards)
    line = " · ".join([name, cards, total, *notes])
    return f"{TO_MOVE} {line}" if place.seat == view.to_move else line


def _footer(table: Table, view: TableView, words: Words) -> list[str]:
    lines = [*ballot_lines(table, words), *(f"-# {line}" for line in move_lines(table, words))]
    if view.round == 1:
        lines.append(f"-# {words.say('Press **My hand** to see your cards and to play.')}")
    if table.commitment:
        seal = words.say("Deal sealed as {hash}", hash=f"`{table.commitment[:HASH_SHOWN]}`")
        lines.append(f"-# {seal}")
    return lines


def _buttons(table: Table, view: TableView, words: Words) -> tuple[Press, ...]:
    presses = [Press(encode(MyHand(table.id)), words.say("My hand"), Style.PRIMARY)]
    if table.rules.slap in ("anyone", "both"):
        presses.append(Press(encode(SlapAny(table.id)), words.say("Slap!"), Style.DANGER))
    if any(member.is_away for member in table.members):
        presses.append(Press(encode(TakeBack(table.id)), words.say("I'm back"), Style.SUCCESS))
    if table.rules.late_join != "none" and _seats_taken(table, view) < table.rules.seats:
        presses.append(Press(encode(Join(table.id)), words.say("Join")))
    if may_wait_long(table):
        presses.append(Press(encode(TooSlow(table.id)), words.say("Too slow?")))
    presses.append(Press(encode(ShowRules(table.id)), words.say("Rules")))
    presses.append(Press(encode(BringDown(table.id)), words.say("Bring down")))
    return tuple(presses)


def _seats_taken(table: Table, view: TableView) -> int:
    return sum(not place.out for place in view.places) + len(table.waiting)
