"""The loser's forfeit: what the winner of a match may ask of the loser, where a server likes that."""

from dataclasses import dataclass

from bot.i18n.catalog import Words, mark
from bot.ports.store import GuildSettings
from bot.ports.tables import Status, Table
from bot.present.accents import GOLD
from bot.present.direction import directed, directed_form
from bot.present.forfeit_tokens import AskDare, Dare, OpenForfeits, PickForfeit
from bot.present.people import seat_name, seat_names
from bot.present.reader import Reader, typed_text
from bot.present.screens import Choice, Form, Input, Menu, Press, PrivateScreen, Row, Text
from bot.present.tokens import encode

USUAL = (
    mark("Sing a song that the winner chooses"),
    mark("Tell a joke"),
    mark("Speak in rhymes until the next round"),
    mark("Say something nice about everybody at the table"),
    mark("Deal out compliments to the winner for five minutes"),
    mark("Wear a nickname of the winner's choice for a day"),
    mark("Tell an embarrassing story that is true"),
    mark("Play the next match without complaining"),
)
LONGEST_DARE = 200
DARE = "dare"
"""The name of the form's one field."""
_LONGEST_OPTION = 92


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A forfeit that is due, or was chosen: by whose seat, and what."""

    seat: int | None = None
    text: str = ""


def usual_forfeits(words: Words) -> list[str]:
    """The ready-made list in a language."""
    return [words.say(text) for text in USUAL]


def forfeits_of(settings: GuildSettings, words: Words) -> list[str]:
    """What may be chosen on a server: its own list, or the ready-made one; empty where there are none."""
    if settings.forfeits is None:
        return []
    return list(settings.forfeits) or usual_forfeits(words)


def winners_of(table: Table) -> tuple[int, ...]:
    """The seats of the people who won a match that was played to its end."""
    result = table.view.result if table.view is not None else None
    if table.status is not Status.OVER or result is None:
        return ()
    return tuple(seat for seat in result.winners if _is_here(table, seat))


def losers_of(table: Table) -> tuple[int, ...]:
    """The seats of the people who came last, winners aside; nobody where a computer did."""
    result = table.view.result if table.view is not None else None
    if table.status is not Status.OVER or result is None:
        return ()
    last = max(result.ranks)
    seats = (seat for seat, rank in enumerate(result.ranks) if rank == last and seat not in result.winners)
    return tuple(seat for seat in seats if _is_here(table, seat))


def forfeit_press(table: Table, words: Words) -> Press:
    """The button of the match's last message that leads the winner to the list."""
    return Press(encode(OpenForfeits(table.id)), words.say("Forfeit"))


def forfeit_line(table: Table, forfeit: Forfeit, words: Words) -> str:
    """What was chosen, for everybody."""
    if forfeit.seat is None:
        return ""
    return words.say(
        "{winner} asks of {losers}: {forfeit}",
        winner=f"**{seat_name(table, forfeit.seat)}**",
        losers=seat_names(table, losers_of(table), words),
        forfeit=typed_text(forfeit.text, LONGEST_DARE),
    )


def forfeit_screen(table: Table, forfeits: list[str], reader: Reader) -> PrivateScreen:
    """The winner chooses from the list, or says it himself."""
    say = reader.words.say
    title = say("What shall {names} do?", names=seat_names(table, losers_of(table), reader.words))
    hint = say("Choose one, or say it in your own words. Everybody sees it, and you choose only once.")
    choices = tuple(Choice(str(place), _short(text)) for place, text in enumerate(forfeits))
    menu = Menu(encode(PickForfeit(table.id)), say("Choose a forfeit"), choices)
    own = Press(encode(AskDare(table.id)), say("In my own words"))
    return directed(PrivateScreen((Text(f"## {title}\n{hint}"), menu, Row((own,))), accent=GOLD))


def dare_form(table_id: int, fresh: str, reader: Reader) -> Form:
    """Where the winner writes a forfeit of his own."""
    say = reader.words.say
    asked = Input(DARE, say("What shall be done?"), most=LONGEST_DARE)
    return directed_form(Form(encode(Dare(table_id, fresh)), say("Forfeit"), (asked,)))


def given(reader: Reader) -> str:
    return reader.words.say("Done: everybody sees it below the table.")


def not_the_winner(reader: Reader) -> str:
    return reader.words.say("Only the winner of this match may choose the forfeit.")


def given_already(reader: Reader) -> str:
    return reader.words.say("The forfeit of this match has been chosen already.")


def no_forfeits(reader: Reader) -> str:
    return reader.words.say("There are no forfeits on this server.")


def _is_here(table: Table, seat: int) -> bool:
    member = table.members[seat]
    return member.user is not None and not member.gone and not member.is_forgotten


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_OPTION else f"{text[: _LONGEST_OPTION - 1].rstrip()}…"
