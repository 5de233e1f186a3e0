"""What a good player would do, in words, and how risky a call is."""

from collections.abc import Mapping
from typing import assert_never

from bot.engine.actions import Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.cards import cards_in
from bot.i18n.catalog import Words, mark
from bot.opponents.reasons import Motive, Reason
from bot.ports.tables import Hand
from bot.present.accents import RED
from bot.present.direction import directed
from bot.present.people import seat_name
from bot.present.reader import Reader, card_text
from bot.present.screens import Press, PrivateScreen, Row, Style, Text
from bot.present.tokens import MyHand, Selection, SureCall, encode
from bot.present.wording import call_word, labels, points

RISKY = 0.2
"""From this risk of an Assaf on, who wishes it is asked again before his call."""

_WHY: Mapping[Motive, str] = {
    Motive.MUST: mark("There is nothing else to do."),
    Motive.SAFE_CALL: mark("Hardly anybody will have as little."),
    Motive.BOLD_CALL: mark("As the totals stand, a call brings more than it risks."),
    Motive.PATIENCE_OVER: mark("The round has gone on for long: the others come down as well."),
    Motive.LANDING: mark("That could bring your total onto a mark, where it falls."),
    Motive.LAST_TURN: mark("It is your last turn: keep as few points as you can."),
    Motive.BETTER_HAND: mark("What you keep will cost you least until somebody calls."),
    Motive.SLAP: mark("That is a card less for nothing."),
    Motive.ROUND_ENDS: mark("The stock is empty: to draw from it ends the round."),
}


def hint_text(reason: Reason, hand: Hand, words: Words) -> str:
    """One move and its reason; where a call is possible, also its risk, and what is known of other hands."""
    lines = [f"**{_move(reason, hand, words)}** {words.say(_WHY[reason.motive])}"]
    if reason.risk_of_assaf is not None:
        lines.append(risk_text(reason.risk_of_assaf, words))
    if reason.known_cards:
        known = [
            f"{seat_name(hand.table, seat)} {labels(cards, words)}" for seat, cards in reason.known_cards
        ]
        lines.append(words.say("Taken openly and still held: {hands}.", hands=words.all_of(known)))
    return " ".join(lines)


def risk_text(risk: float, words: Words) -> str:
    """An estimate in steps of 5 %, as it is no better than that."""
    percent = round(risk * 20) * 5
    if percent == 0:
        return words.say("A call now is as good as safe.")
    return words.say("A call now is beaten in about {percent} of 100 cases.", percent=percent)


def advised(reason: Reason, hand: Hand) -> Selection:
    """The cards of the move, as they are chosen in the hand."""
    places = cards_in(hand.view.hand)
    discard = reason.action.discard if isinstance(reason.action, Turn) else ()
    return tuple(places.index(card) for card in discard)


def risky_call_screen(reason: Reason, hand: Hand, reader: Reader) -> PrivateScreen:
    """Asks whether the reader really wants to call."""
    words = reader.words
    held = words.say("You hold {points}.", points=points(reason.points, words))
    others = [
        words.count(
            "{name}: {n} card", "{name}: {n} cards", place.cards, name=seat_name(hand.table, place.seat)
        )
        for place in hand.view.table.places
        if place.seat != hand.view.seat and not place.out
    ]
    lines = [f"### {risk_text(reason.risk_of_assaf or 0.0, words)}", held, f"-# {' · '.join(others)}"]
    presses = (
        Press(encode(SureCall(hand.table.id, hand.stamp)), call_word(hand.table.rules, words), Style.DANGER),
        Press(encode(MyHand(hand.table.id)), words.say("Back to my cards")),
    )
    return directed(PrivateScreen((Text("\n".join(lines)), Row(presses)), RED))


def _move(reason: Reason, hand: Hand, words: Words) -> str:
    match reason.action:
        case Turn(discard=discard, draw=None):
            text = words.say("Lay {cards} and draw from the stock.", cards=labels(discard, words))
        case Turn(discard=discard, draw=card) if card is not None:
            cards, taken = labels(discard, words), card_text(card, words)
            text = words.say("Lay {cards} and take {taken}.", cards=cards, taken=taken)
        case Call():
            text = words.say("Call {word}", word=call_word(hand.table.rules, words))
        case Slap(card=card):
            text = words.say("Slap {card}.", card=card_text(card, words))
        case Swap(card=card):
            text = words.say("Put {card} in place of the joker.", card=card_text(card, words))
        case Pass() | Leave() | Timeout() | Turn():
            text = words.say("Pass.")
        case _:
            assert_never(reason.action)
    return text
