"""Asking people to the table: who chooses them, the message that asks them, and what becomes of it."""

from bot.i18n.catalog import Words
from bot.ports.tables import Table
from bot.present.accents import BLUE, GREY
from bot.present.direction import directed
from bot.present.reader import Reader, name_text
from bot.present.screens import PeopleMenu, Press, PrivateScreen, PublicScreen, Row, Style, Text
from bot.present.tokens import Accept, InviteGuests, encode
from bot.present.wording import game_name

MOST_GUESTS = 5
"""Asked in one message: their ids have to fit into its button."""


def guests_screen(table: Table, fresh: str, reader: Reader) -> PrivateScreen:
    """Whom to invite. `fresh` differs from screen to screen."""
    words = reader.words
    text = words.say("Whom do you want to invite? They get one message that mentions them.")
    menu = PeopleMenu(
        encode(InviteGuests(table.id, fresh)),
        words.say("Up to {n} members", n=MOST_GUESTS),
        MOST_GUESTS,
    )
    return directed(PrivateScreen((Text(text), menu), BLUE))


def invitation_screen(
    table: Table, host: str, users: tuple[int, ...], link: str, reader: Reader
) -> PublicScreen:
    """Mentions the invited people. `host` is who asks them, `link` leads to the table."""
    words = reader.words
    text = words.count(
        "{people}, {name} invites you to a match of {game}: {link}",
        "{people}, {name} invites you to a match of {game}: {link}",
        len(users),
        people=_mentions(users, words),
        name=f"**{name_text(host)}**",
        game=game_name(table.rules, words),
        link=link,
    )
    return directed(PublicScreen((Text(text), _join(table, users, words)), BLUE))


def accepted_screen(
    table: Table, name: str, users: tuple[int, ...], link: str, reader: Reader
) -> PublicScreen:
    """The same message once somebody has come; `users` may still come."""
    words = reader.words
    text = f"-# {words.say('{name} has taken a seat: {link}', name=f'**{name_text(name)}**', link=link)}"
    if not users:
        return directed(PublicScreen((Text(text),), GREY))
    rest = words.say("Still invited: {people}", people=_mentions(users, words))
    return directed(PublicScreen((Text(f"{text}\n{rest}"), _join(table, users, words)), BLUE))


def _mentions(users: tuple[int, ...], words: Words) -> str:
    return words.all_of([f"<@{user}>" for user in users])


def _join(table: Table, users: tuple[int, ...], words: Words) -> Row:
    return Row((Press(encode(Accept(table.id, users)), words.say("Join"), Style.PRIMARY),))
