"""Cards as they are said aloud: `seven of hearts`."""

from bot.engine.cards import RANK, SUIT, Card, is_joker
from bot.i18n.catalog import Words, mark

_RANKS = (
    mark("ace"),
    mark("two"),
    mark("three"),
    mark("four"),
    mark("five"),
    mark("six"),
    mark("seven"),
    mark("eight"),
    mark("nine"),
    mark("ten"),
    mark("jack"),
    mark("queen"),
    mark("king"),
)
_SUITS = (mark("spades"), mark("hearts"), mark("diamonds"), mark("clubs"))


def spoken(card: Card, words: Words) -> str:
    """The card's name, for who has the screen read to him."""
    if is_joker(card):
        return words.say("Joker")
    rank, suit = words.say(_RANKS[RANK[card] - 1]), words.say(_SUITS[SUIT[card]])
    return words.say("{rank} of {suit}", rank=rank, suit=suit)
