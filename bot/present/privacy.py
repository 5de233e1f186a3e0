"""What the bot knows of a person: said in one screen, handed out as a file, deleted when he wants."""

import json

from bot.i18n.catalog import mark
from bot.ports.store import Json
from bot.present.accents import BLUE, RED
from bot.present.direction import directed
from bot.present.privacy_tokens import ForgetMe, ForgetMeNow, SaveMyData, ShowPrivacy, StartAnewNow
from bot.present.reader import Reader
from bot.present.screens import Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import encode

FILE_NAME = "yaniv-data.json"
_STORED = (
    mark("**Who you are**: your Discord number, and your name as it stood at a table."),
    mark(
        "**Your matches**: at which tables you sat and when, your cards and moves, and how each round ended."
    ),
    mark("**What follows from them**: your record, ratings and achievements on each server."),
    mark("**What you chose** in your options."),
)


def privacy_screen(reader: Reader) -> PrivateScreen:
    """What is stored, for how long, and who sees it."""
    words = reader.words
    text = "\n".join(
        [
            f"## {words.say('What I know of you')}",
            *(f"- {words.say(fact)}" for fact in _STORED),
            "",
            words.say(
                "I read no messages and no list of members. Members of a server see its results and, "
                "when a match is over, its cards; besides them only whoever runs this bot."
            ),
            words.say(
                "All this stays until you delete it. If a server removes me, "
                "everything about that server is deleted 30 days later."
            ),
        ]
    )
    presses = (
        Press(encode(SaveMyData()), words.say("Save my data")),
        Press(encode(ForgetMe()), words.say("Delete my data"), Style.DANGER),
    )
    return directed(PrivateScreen((Text(text), Row(presses)), BLUE))


def data_screen(reader: Reader) -> PrivateScreen:
    """Stands above the file."""
    text = reader.words.say(
        "Everything that is stored about you, and nothing about anybody else. Times are seconds since 1970. "
        "Cards and moves are counted only: `/yaniv export` has those of matches that are over."
    )
    return directed(PrivateScreen((Text(text),), BLUE))


def data_file(data: Json) -> bytes:
    """A person's data as text that a program can read, too."""
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def forget_screen(reader: Reader) -> PrivateScreen:
    """Asks again."""
    words = reader.words
    text = "\n".join(
        [
            f"**{words.say('Delete everything about you, on every server? It cannot be brought back.')}**",
            words.say(
                "Your name, record, ratings, achievements and options go. In past matches a seat without "
                "a name is left, so that the results of the others stay right."
            ),
            words.say("Messages in channels and files that others have saved are not in my hands."),
        ]
    )
    presses = (
        Press(encode(ForgetMeNow()), words.say("Delete everything"), Style.DANGER),
        Press(encode(ShowPrivacy()), words.say("Back")),
    )
    return directed(PrivateScreen((Text(text), Row(presses)), RED))


def start_anew_screen(reader: Reader) -> PrivateScreen:
    """Asks again before a record on one server is deleted."""
    words = reader.words
    text = "\n".join(
        [
            f"**{words.say('Start anew on this server? It cannot be taken back.')}**",
            words.say(
                "Your record, rating and achievements here go, and your name with them: in past matches a "
                "seat without a name is left."
            ),
        ]
    )
    press = Press(encode(StartAnewNow()), words.say("Start anew"), Style.DANGER)
    return directed(PrivateScreen((Text(text), Row((press,))), RED))


def anew_text(changed: int, reader: Reader) -> str:
    """What came of it. `changed`: how many entries there were."""
    if not changed:
        return reader.words.say("Nothing was stored about you.")
    return reader.words.say("Your record on this server begins anew.")


def forgotten_text(changed: int, reader: Reader) -> str:
    """What came of it. `changed`: how many entries there were."""
    if not changed:
        return reader.words.say("Nothing was stored about you.")
    return reader.words.say("Everything about you is deleted.")


def still_seated_text(links: list[str], reader: Reader) -> str:
    """Why it cannot be deleted yet, and what to do. `links` lead to the tables."""
    words = reader.words
    lines = [
        words.say("You are still part of an open table. Your data can be deleted when it is over."),
        *links,
        words.say("`/yaniv leave` gives up your seat; the host ends a match with `/yaniv stop`."),
    ]
    return "\n".join(lines)
