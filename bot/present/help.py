"""The help: how to play and what to type, in one screen."""

from bot.present.accents import BLUE
from bot.present.direction import directed
from bot.present.lesson import offer_row
from bot.present.options import NOWHERE
from bot.present.reader import Reader
from bot.present.screens import Press, PrivateScreen, Row, Text
from bot.present.tokens import Options, encode


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
    commands = [
        f"`/yaniv hand` {say('your cards again')} · `/yaniv learn` {say('a lesson in private')}",
        f"`/yaniv table` {say('the table again, at the end of the channel')}",
        f"`/yaniv invite` {say('ask somebody to the table')}",
        f"`/yaniv rules` {say('the rules that are played here')}",
        f"`/yaniv leave` {say('give up your seat')} · `/yaniv stop` {say('end the match for all')}",
        f"`/yaniv leaderboard` {say('who wins here')} · `/yaniv stats` {say('how somebody plays')}",
        f"`/yaniv history` {say('past matches, step by step')}",
        f"`/yaniv settings` {say('rules, clock, language')} · `/yaniv privacy` {say('your data')}",
        f"{say('Yaniv')} {version}",
    ]
    options = Press(encode(Options(NOWHERE)), say("Options"))
    numbered = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    return directed(
        PrivateScreen(
            (
                Text(f"## {say('How to play Yaniv')}\n{numbered}"),
                Text("\n".join(["-# " + command for command in commands])),
                Row((*offer_row(reader.words).presses, options)),
            ),
            accent=BLUE,
        )
    )
