"""The lesson's pages: what is explained, and why another move would not do."""

from collections.abc import Mapping

from bot.i18n.catalog import Words, mark
from bot.ports.lesson import Page, Slip
from bot.ports.tables import Hand
from bot.present.accents import BLUE, GREEN
from bot.present.direction import directed
from bot.present.hand import Comfort, hand_screen
from bot.present.people import seat_name
from bot.present.reader import Reader
from bot.present.result import round_screen
from bot.present.screens import Block, Press, PrivateScreen, Row, Rule, Style, Text
from bot.present.tokens import Learn, Selection, ShowHelp, encode
from bot.present.wording import call_word, labels_of

STEPS = (Page.PAIR, Page.RUN, Page.TAKE, Page.CALL, Page.RISK)
_IN_HAND = Comfort(options=False)

TITLES: Mapping[Page, str] = {
    Page.PAIR: mark("Lay a pair"),
    Page.RUN: mark("Lay a run with a joker"),
    Page.TAKE: mark("Take an open card"),
    Page.CALL: mark("Call"),
    Page.RISK: mark("The risk"),
}
LEADS: Mapping[Page, str] = {
    Page.PAIR: mark(
        "You lay cards, then you draw one. Cards of one rank go together: tap a king, and both are chosen. "
        "Then press **{draw}**."
    ),
    Page.RUN: mark(
        "Well done: 20 points are gone. Three or more cards of one suit that follow one another go together "
        "too, and a joker fills any gap. Tap the joker, then press **{draw}**."
    ),
    Page.TAKE: mark(
        "Three cards gone at once. {name} has laid a run: instead of drawing you may take a card from one of "
        "its ends, never from its middle. Lay the jack and take {three}."
    ),
    Page.CALL: mark(
        "You hold 7 points. With 7 or less you may call at the start of your turn instead of laying cards. "
        "Press **{call}**."
    ),
    Page.RISK: mark(
        "A later round. 6 points are few enough to call, but {name} holds only two cards. Who has as little "
        "as the caller, or less, beats the call. Call, and see what that costs."
    ),
}
SLIPS: Mapping[tuple[Page, Slip], str] = {
    (Page.PAIR, Slip.CARDS): mark(
        "The rules allow that, but two kings at once are 20 points less. Choose both kings."
    ),
    (Page.PAIR, Slip.OPEN): mark(
        "Good cards to lay! But {nine} would add 9 points. Press **{draw}**: the stock is mostly kinder."
    ),
    (Page.RUN, Slip.CARDS): mark(
        "The rules allow that, but three cards at once are better. Tap the joker: the run {run} is chosen."
    ),
    (Page.RUN, Slip.OPEN): mark("The right run! But a queen counts 10. Press **{draw}** instead."),
    (Page.TAKE, Slip.CARDS): mark(
        "The rules allow that, but the jack counts 10 and the four only 4. Lay the jack."
    ),
    (Page.TAKE, Slip.STOCK): mark(
        "The right card to lay! But from the stock anything may come. Take {three}: with your four that is 7."
    ),
    (Page.TAKE, Slip.OPEN): mark(
        "The right card to lay! But with {five} you would hold 9, too much to call. Take {three}."
    ),
    (Page.CALL, Slip.PLAY): mark(
        "You could play on, but then {name} may be the first to call. Press **{call}**."
    ),
    (Page.RISK, Slip.PLAY): mark(
        "A careful player would do just that. But this once it costs you nothing: press **{call}**."
    ),
}
_CARDS = {"three": "3H", "five": "5H", "nine": "9C"}


def lesson_screen(
    page: Page, hand: Hand, reader: Reader, selection: Selection = (), note: str | None = None
) -> PrivateScreen:
    """One page; `note` says why the last press would not do."""
    if page is Page.WELCOME:
        return _welcome(hand, reader)
    if page in (Page.WON, Page.BEATEN):
        return _result(page, hand, reader)
    words = reader.words
    number = words.say("Lesson · {n} of {most}", n=STEPS.index(page) + 1, most=len(STEPS))
    lead = words.say(LEADS[page], **_places(hand, words))
    blocks: list[Block] = [Text(f"-# {number}\n## {words.say(TITLES[page])}\n{lead}")]
    if note:
        blocks.append(Text(f"> {note}"))
    shown = hand_screen(hand, reader, selection, comfort=_IN_HAND)
    return PrivateScreen((*directed(PrivateScreen((*blocks, Rule()))).blocks, *shown.blocks), shown.accent)


def slip_text(page: Page, slip: Slip, hand: Hand, words: Words) -> str:
    """Why a move that the rules allow is not the one that this page is about."""
    return words.say(SLIPS[page, slip], **_places(hand, words))


def offer_row(words: Words) -> Row:
    """The way into the lesson."""
    return Row((Press(encode(Learn(Page.WELCOME)), words.say("Learn in three minutes"), Style.PRIMARY),))


def offer_screen(reader: Reader) -> PrivateScreen:
    """For somebody who sits down for the first time."""
    say = reader.words.say
    text = say("You have a seat. New to the game? A private lesson shows it in three minutes.")
    help_press = Press(encode(ShowHelp(0)), say("Rules in short"))
    row = Row((*offer_row(reader.words).presses, help_press))
    return directed(PrivateScreen((Text(text), row), BLUE))


def _welcome(hand: Hand, reader: Reader) -> PrivateScreen:
    words = reader.words
    lines = [
        f"## {words.say('Learn Yaniv in three minutes')}",
        words.say(
            "Points are bad: an ace counts 1, a number its own value, jack, queen and king 10, a joker 0. "
            "Get rid of them, and call **{call}** when nobody has fewer.",
            call=call_word(hand.table.rules, words),
        ),
        words.say(
            "You play against {name}, a computer. Nobody else sees it, and nothing counts.",
            name=seat_name(hand.table, 1),
        ),
    ]
    begin = Press(encode(Learn(Page.PAIR)), words.say("Deal the cards"), Style.SUCCESS)
    return directed(PrivateScreen((Text("\n".join(lines)), Row((begin,))), BLUE))


def _result(page: Page, hand: Hand, reader: Reader) -> PrivateScreen:
    """How a round of the lesson ended, shown as it is at every table."""
    words, result = reader.words, hand.table.last_round
    if result is None:
        raise ValueError(f"no round ends on page {page}")
    shown = round_screen(hand.table, result, reader)
    if page is Page.WON:
        lines = [
            words.say("Nobody had as little as you. You write 0, the others what they hold: low totals win.")
        ]
        presses = [Press(encode(Learn(Page.RISK)), words.say("Next round"), Style.SUCCESS)]
    else:
        lines = [
            words.say(
                "That is an **Assaf**: you write your 6 points and 30 more. "
                "So call early, or with very little."
            ),
            words.say(
                "Now you know the game. `/yaniv start` opens a table, "
                "`/yaniv rules` shows what is played there."
            ),
        ]
        presses = [
            Press(encode(Learn(Page.WELCOME)), words.say("Once more")),
            Press(encode(ShowHelp(0)), words.say("Rules in short")),
        ]
    own = directed(PrivateScreen((Rule(), Text("\n".join(lines)), Row(tuple(presses)))))
    return PrivateScreen((*shown.blocks[:2], *own.blocks), GREEN if page is Page.WON else shown.accent)


def _places(hand: Hand, words: Words) -> dict[str, str]:
    """Everything that the texts name. A text takes what it needs."""
    cards = {name: labels_of(text, words) for name, text in _CARDS.items()}
    return {
        "draw": words.say("Draw"),
        "call": call_word(hand.table.rules, words),
        "name": seat_name(hand.table, 1),
        "run": labels_of(["6D", "JK1", "8D"], words),
        **cards,
    }
