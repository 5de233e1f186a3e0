"""Which cards of a hand are chosen, without memory: a tap turns one selection into the next.

A selection holds places in the hand (the pack's own order) in the order they were tapped, so that the
player decides which card lies outermost (rules 2.4 and 2.9).
"""

from bot.engine.cards import Card, CardSet, cards_in, is_joker
from bot.engine.house_rules import HouseRules
from bot.engine.melds import Meld, book_for, melds_of
from bot.ports.tables import Hand
from bot.present.tokens import Selection
from bot.present.wording import points_in


def toggle(hand: Hand, selection: Selection, index: int) -> Selection:
    """The selection after a tap on the card at place `index`.

    The first tap chooses the largest meld with that card; every further one adds or removes its card. A
    card that no discard holds together with the chosen ones is chosen in their place, like a first one.
    Places that the hand does not have are dropped.
    """
    cards = cards_in(hand.view.hand)
    chosen = tuple(place for place in selection if place < len(cards))
    if not 0 <= index < len(cards):
        return chosen
    if index in chosen:
        return tuple(place for place in chosen if place != index)
    if chosen and not misfits(hand, chosen, index):
        return (*chosen, index)
    meld = largest_meld(hand.view.hand, cards[index], hand.table.rules)
    return tuple(cards.index(card) for card in meld)


def misfits(hand: Hand, selection: Selection, index: int) -> tuple[Card, ...]:
    """The chosen cards and the one at place `index`, if no discard of the hand holds them all; else none."""
    together = laid(hand, (*selection, index))
    if index in selection or len(together) <= 1:
        return ()
    discards = melds_of(hand.view.hand, hand.table.rules)
    return () if any(set(together) <= set(meld) for meld in discards) else together


def laid(hand: Hand, selection: Selection) -> tuple[Card, ...]:
    """The chosen cards in the order they were tapped."""
    cards = cards_in(hand.view.hand)
    return tuple(cards[place] for place in selection if place < len(cards))


def meld_of(hand: Hand, selection: Selection) -> Meld | None:
    """The discard that the chosen cards make, as it would lie; `None` if they make none."""
    return book_for(hand.table.rules).laid(laid(hand, selection))


def largest_meld(cards: CardSet, card: Card, rules: HouseRules) -> tuple[Card, ...]:
    """The meld to propose for a card: the most cards, then the most points shed.

    A joker that was not tapped stays out: it counts nothing in the hand and helps another run.
    """
    usable = [
        meld
        for meld in melds_of(cards, rules)
        if card in meld and not any(is_joker(other) for other in meld if other != card)
    ]
    return max(usable, key=lambda meld: (len(meld), points_in(meld, rules)), default=(card,))
