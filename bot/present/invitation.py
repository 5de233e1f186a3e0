"""The message that asks one person to the table, and what becomes of it."""

from bot.ports.tables import Table
from bot.present.accents import BLUE, GREY
from bot.present.direction import directed
from bot.present.reader import Reader, name_text
from bot.present.screens import Press, PublicScreen, Row, Style, Text
from bot.present.tokens import Accept, encode
from bot.present.wording import game_name


def invitation_screen(table: Table, host: str, user: int, link: str, reader: Reader) -> PublicScreen:
    """Mentions the invited person. `host` is who asks him, `link` leads to the table."""
    words = reader.words
    text = words.say(
        "<@{user}>, {name} invites you to a match of {game}: {link}",
        user=user,
        name=f"**{name_text(host)}**",
        game=game_name(table.rules, words),
        link=link,
    )
    join = Press(encode(Accept(table.id, user)), words.say("Join"), Style.PRIMARY)
    return directed(PublicScreen((Text(text), Row((join,))), BLUE))


def accepted_screen(name: str, link: str, reader: Reader) -> PublicScreen:
    """The same message once he sits at the table."""
    text = reader.words.say("{name} has taken a seat: {link}", name=f"**{name_text(name)}**", link=link)
    return directed(PublicScreen((Text(f"-# {text}"),), GREY))
