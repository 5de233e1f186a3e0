"""The help: how to play and what to type, in one screen."""

from bot.i18n.catalog import mark
from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.lesson import offer_row
from bot.present.options import NOWHERE
from bot.present.reader import Reader
from bot.present.screens import Press, PrivateScreen, Row, Text
from bot.present.tokens import Options, encode

COMMANDS = (
    ("hand", mark("your cards again")),
    ("table", mark("the table again, at the end of the channel")),
    ("invite", mark("ask somebody to the table")),
    ("extend", mark("more time")),
    ("leave", mark("give up your seat")),
    ("stop", mark("end the match for all")),
    ("rules", mark("the rules that are played here")),
    ("learn", mark("a lesson in private")),
    ("leaderboard", mark("who wins here")),
    ("stats", mark("how somebody plays")),
    ("history", mark("past matches, step by step")),
    ("export", mark("a past match as a file")),
    ("settings", mark("rules, clock, language")),
    ("privacy", mark("your data")),
)
"""What can be typed, and what it does."""


def help_screen(reader: Reader, version: str) -> PrivateScreen:
    """How to play, in one screen. `version` is the bot's, for reports of faults."""
    say = reader.words.say
    steps = [
        say("`/yaniv start` opens a table. **Join**, **Add computer**, **Start**."),
        say("**My hand** shows your cards; nobody else sees them."),
        say("On your turn tap the cards to lay: one card, cards of one rank, or a run in one suit."),
        say("Then **Draw** from the stock, or **Take** a card that was laid before."),
        say("With few points in hand press **Yaniv!** at the start of your turn instead."),
        say("If nobody has as little, you write 0 and the others their points. Otherwise: Assaf!"),
        say("Points are bad. Whoever passes the limit is out."),
    ]
    told = [f"`/yaniv {name}` {say(does)}" for name, does in COMMANDS]
    told.append(f"{say('Yaniv')} {version}")
    options = Press(encode(Options(NOWHERE)), say("Options"))
    numbered = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    return directed(
        PrivateScreen(
            (
                Text(f"## {say('How to play Yaniv')}\n{numbered}"),
                Text("\n".join(f"-# {line}" for line in told)),
                Row((*offer_row(reader.words).presses, options)),
            ),
            accent=BLUE,
        )
    )
