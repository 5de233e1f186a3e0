"""One person's hand: what he holds, what he may do, and where each button leads."""

from dataclasses import dataclass

from bot.engine.actions import STOCK
from bot.engine.cards import Card, cards_in
from bot.engine.melds import Meld, book_for
from bot.engine.options import Legal
from bot.engine.views import Phase
from bot.i18n.catalog import Words
from bot.ports.tables import Hand, Member, Status
from bot.present.accents import BLUE, GREEN, GREY
from bot.present.direction import directed
from bot.present.meld_hints import why_no_meld
from bot.present.people import seat_name
from bot.present.reader import Reader, card_label, card_text
from bot.present.screens import Block, Press, PrivateScreen, Style, Text, rows_of
from bot.present.selection import laid, meld_of
from bot.present.spoken import spoken
from bot.present.tokens import (
    AskHint,
    CallNow,
    Draw,
    GiveTime,
    Options,
    PassNow,
    Refresh,
    Selection,
    SlapCard,
    SwapCard,
    TakeBack,
    Tap,
    encode,
)
from bot.present.wording import (
    Order,
    arranged,
    call_word,
    either,
    faces,
    labels,
    moment,
    points,
    points_in,
)

TAKES_SHOWN = 8
_ORDER = " → "
_KEYCAP = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


@dataclass(frozen=True, slots=True)
class Comfort:
    """How one person likes his hand."""

    order: Order = "rank"
    in_words: bool = False
    """With the cards' names written out, for who has them read aloud."""
    options: bool = True
    """With the way to choose all this."""
    hints: bool = False


USUAL = Comfort()


def hand_screen(
    hand: Hand,
    reader: Reader,
    selection: Selection = (),
    note: str | None = None,
    comfort: Comfort = USUAL,
) -> PrivateScreen:
    """The hand with its cards as toggles; `note` is a line to be read first."""
    words = reader.words
    blocks: list[Block] = [Text(f"> {note}")] if note else []
    ended = _why_no_hand(hand, words)
    if ended:
        return directed(PrivateScreen((*blocks, Text(ended), *rows_of(_way_back(hand, words))), accent=GREY))
    is_mine = _is_mine(hand)
    meld = meld_of(hand, selection)
    cards = arranged(hand.view.hand, comfort.order)
    blocks.append(Text(_heading(hand, reader)))
    if comfort.in_words and cards:
        blocks.append(Text(f"-# {words.all_of([spoken(card, words) for card in cards])}"))
    blocks += rows_of(_toggles(hand, selection, meld, cards, words))
    blocks.append(Text(_plan(hand, selection, meld, cards, words)))
    plays = _plays(hand, selection, meld, words) if is_mine else _waiting(hand, words)
    extras = _extras(hand, comfort, words)
    blocks += rows_of([*plays, *_slaps(hand, words), *_way_back(hand, words), *extras])
    return directed(PrivateScreen(tuple(blocks), accent=GREEN if is_mine else BLUE))


def _is_mine(hand: Hand) -> bool:
    return hand.view.table.to_move == hand.view.seat


def _member(hand: Hand) -> Member:
    return hand.table.members[hand.view.seat]


def _why_no_hand(hand: Hand, words: Words) -> str:
    """What to say where there are no cards to show; empty where there are."""
    view = hand.view.table
    if hand.table.status is not Status.PLAYING or view.phase is Phase.OVER:
        return words.say("The match is over. The table shows how it ended.")
    if view.places[hand.view.seat].out:
        return words.say("You are out of this match. You can go on watching the table.")
    if view.phase is Phase.BETWEEN_ROUNDS:
        return words.say("The next round is about to begin.")
    return ""


def _heading(hand: Hand, reader: Reader) -> str:
    words, view = reader.words, hand.view.table
    lines = [f"### {_turn_line(hand, words)}"]
    deadline = hand.table.deadline
    if deadline is not None and _is_mine(hand):
        lines.append(f"-# {words.say('Your turn ends {when}', when=moment(deadline))}")
    if view.caller is not None:
        lines.append(_lap_line(hand, words))
    if view.open:
        open_line = words.say("On the table: {cards}", cards=faces(view.open, reader))
        lines.append(open_line)
    drawn = hand.view.drawn
    if drawn is not None:
        lines.append(words.say("You drew {card}", card=f"**{card_text(drawn, words)}**"))
    return "\n".join(lines)


def _turn_line(hand: Hand, words: Words) -> str:
    count = points(hand.view.points, words)
    mover = hand.view.table.to_move
    if _is_mine(hand) or mover is None:
        line = words.say("Your turn · {points} in hand", points=count)
    else:
        name = seat_name(hand.table, mover)
        line = words.say("{name}'s turn · {points} in your hand", name=name, points=count)
    return line


def _lap_line(hand: Hand, words: Words) -> str:
    caller = hand.view.table.caller
    word = call_word(hand.table.rules, words)
    if caller is None or caller == hand.view.seat:
        return words.say("You called {word} The others have one last turn.", word=word)
    name = seat_name(hand.table, caller)
    if _is_mine(hand):
        return words.say("{name} called {word} This is your last turn.", name=name, word=word)
    return words.say("{name} called {word} Everybody else has one last turn.", name=name, word=word)


def _toggles(
    hand: Hand, selection: Selection, meld: Meld | None, cards: list[Card], words: Words
) -> list[Press]:
    """The cards; a chosen one wears the number of its place in the discard instead of its picture."""
    places = cards_in(hand.view.hand)
    chosen = meld.cards if meld is not None else laid(hand, selection)
    return [
        Press(
            encode(Tap(hand.table.id, hand.stamp, selection, places.index(card))),
            card_label(card, words),
            Style.PRIMARY if card in chosen else Style.SECONDARY,
            card=card,
            mark=f"{chosen.index(card) + 1}{_KEYCAP}" if card in chosen else "",
        )
        for card in cards
    ]


def _plan(hand: Hand, selection: Selection, meld: Meld | None, held: list[Card], words: Words) -> str:
    """What the chosen cards would do, or what to do next."""
    cards = laid(hand, selection)
    if not cards:
        return _advice(hand, words)
    if meld is None:
        problem = why_no_meld(cards, hand.table.rules, words)
        return f"{words.say('Chosen: {cards}', cards=_in_bold(cards, words))}\n{problem}"
    rest = [card for card in held if card not in cards]
    lay = words.say("Lay {cards}", cards=_in_bold(meld.cards, words))
    left = points(points_in(rest, hand.table.rules), words)
    keep = (
        words.say("keep {cards} ({points})", cards=labels(rest, words), points=left)
        if rest
        else words.say("keep no card")
    )
    lines = [f"{lay} · {keep}"]
    open_then = book_for(hand.table.rules).drawable(meld)
    if len(meld.cards) > 1 and open_then:
        hint = words.say("The next player may take {cards}.", cards=either(open_then, words))
        lines.append(f"-# {hint}")
    return "\n".join(lines)


def _in_bold(cards: tuple[Card, ...], words: Words) -> str:
    """Cards in the order they will lie."""
    return f"**{_ORDER.join(card_text(card, words) for card in cards)}**"


def _advice(hand: Hand, words: Words) -> str:
    legal, limit = hand.view.legal, hand.table.rules.call_limit
    word = call_word(hand.table.rules, words)
    if legal.must_call:
        return words.say("You have no cards left: call {word}", word=word)
    if not _is_mine(hand):
        return f"-# {_advice_off_turn(hand, words)}"
    if legal.may_call:
        return words.say("Call {word} or tap the cards to lay, then draw.", word=word)
    tap = words.say("Tap the cards to lay, then draw.")
    if hand.view.table.caller is not None:
        return tap
    return f"{tap}\n-# {_when_to_call(hand, limit, words)}"


def _when_to_call(hand: Hand, limit: int, words: Words) -> str:
    word = call_word(hand.table.rules, words)
    place = hand.view.table.places[hand.view.seat]
    if hand.table.rules.first_turn_call == "after_one_turn" and not place.turns:
        return words.count(
            "After your first turn of a round you may call {word} with {n} point or less.",
            "After your first turn of a round you may call {word} with {n} points or less.",
            limit,
            word=word,
        )
    return words.count(
        "You may call {word} with {n} point or less.",
        "You may call {word} with {n} points or less.",
        limit,
        word=word,
    )


def _advice_off_turn(hand: Hand, words: Words) -> str:
    if _moves_again(hand):
        return words.say("You can already choose cards for your next turn.")
    return words.say("No more turns for you in this round: soon all hands are shown.")


def _moves_again(hand: Hand) -> bool:
    """Whether this seat has another turn in this round: once somebody has called, each has one at most."""
    view = hand.view.table
    if view.caller is None or view.to_move is None:
        return True
    seats = len(view.places)
    return (hand.view.seat - view.caller) % seats > (view.to_move - view.caller) % seats


def _plays(hand: Hand, selection: Selection, meld: Meld | None, words: Words) -> list[Press]:
    legal = hand.view.legal
    draws = legal.draws_after(meld.cards) if meld is not None else ()
    presses: list[Press] = []
    if legal.draws:
        presses.append(_draw(hand, selection, STOCK, draws, words))
    offered: dict[str, Card] = {}
    for card in legal.draws:
        if card is not None:
            offered.setdefault(card_label(card, words), card)
    presses += [_draw(hand, selection, card, draws, words) for card in list(offered.values())[:TAKES_SHOWN]]
    presses += _swaps(hand, legal, words)
    if hand.view.table.caller is None:
        presses.append(_call(hand, words))
    if legal.may_pass:
        presses.append(Press(encode(PassNow(hand.table.id, hand.stamp)), words.say("Pass")))
    return presses


def _draw(
    hand: Hand, selection: Selection, card: Card | None, draws: tuple[Card | None, ...], words: Words
) -> Press:
    token = encode(Draw(hand.table.id, hand.stamp, selection, card))
    label = words.say("Draw") if card is None else words.say("Take {card}", card=card_label(card, words))
    return Press(token, label, Style.SUCCESS, card=card, disabled=card not in draws)


def _call(hand: Hand, words: Words) -> Press:
    token = encode(CallNow(hand.table.id, hand.stamp))
    word = call_word(hand.table.rules, words)
    return Press(token, word, Style.DANGER, disabled=not hand.view.legal.may_call)


def _swaps(hand: Hand, legal: Legal, words: Words) -> list[Press]:
    return [
        Press(
            encode(SwapCard(hand.table.id, hand.stamp, swap.card, swap.joker)),
            words.say("Swap {card} for the joker", card=card_label(swap.card, words)),
            card=swap.card,
        )
        for swap in legal.swaps
    ]


def _slaps(hand: Hand, words: Words) -> list[Press]:
    return [
        Press(
            encode(SlapCard(hand.table.id, hand.stamp, card)),
            words.say("Slap {card}", card=card_label(card, words)),
            Style.DANGER,
            card=card,
        )
        for card in hand.view.legal.slaps
    ]


def _waiting(hand: Hand, words: Words) -> list[Press]:
    """Off turn the buttons stay in their places, so that nothing jumps when the turn comes."""
    draw = Press(
        encode(Draw(hand.table.id, hand.stamp, (), STOCK)), words.say("Draw"), Style.SUCCESS, disabled=True
    )
    refresh = Press(encode(Refresh(hand.table.id)), words.say("Refresh"))
    calls = [] if hand.view.table.caller is not None else [_call(hand, words)]
    return [draw, *calls, refresh]


def _extras(hand: Hand, comfort: Comfort, words: Words) -> list[Press]:
    presses: list[Press] = []
    if comfort.hints and _is_mine(hand):
        presses.append(Press(encode(AskHint(hand.table.id, hand.stamp)), words.say("Hint")))
    if _is_mine(hand) and hand.table.deadline is not None and _member(hand).user not in hand.table.extended:
        presses.append(Press(encode(GiveTime(hand.table.id)), words.say("More time")))
    if comfort.options:
        presses.append(Press(encode(Options(hand.table.id)), words.say("Options")))
    return presses


def _way_back(hand: Hand, words: Words) -> list[Press]:
    if not _member(hand).is_away or hand.table.status is not Status.PLAYING:
        return []
    return [Press(encode(TakeBack(hand.table.id)), words.say("I'm back"), Style.PRIMARY)]
