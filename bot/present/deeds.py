"""What a press in a hand does, as the rules know it."""

from bot.engine.actions import Action, Call, Pass, Slap, Swap, Turn
from bot.engine.cards import cards_in
from bot.ports.tables import Hand
from bot.present.selection import laid
from bot.present.tokens import CallNow, Draw, PassNow, SlapAny, SlapCard, SureCall, SwapCard

Deed = Draw | CallNow | SureCall | PassNow | SlapCard | SlapAny | SwapCard


def action_of(deed: Deed, hand: Hand) -> Action | None:
    """The action that the press stands for; `None` where the hand has no card for it."""
    match deed:
        case Draw(selection=selection, card=card):
            discard = laid(hand, selection)
            return Turn(discard, card) if discard else None
        case CallNow() | SureCall():
            return Call()
        case PassNow():
            return Pass()
        case SlapCard(card=card):
            return Slap(card)
        case SwapCard(card=card, joker=joker):
            return Swap(card, joker)
        case SlapAny():
            # Without a matching card the rules are asked about any: they know best why not.
            cards = hand.view.legal.slaps or cards_in(hand.view.hand)
            return Slap(cards[0]) if cards else None
