"""The pages of the lesson and what may go wrong on them, as plain values."""

from enum import IntEnum, StrEnum

TABLE = 0
"""The lesson's place among the tables: no table that is stored has this id."""


class Page(IntEnum):
    """The lesson in its order. Buttons carry the number, so nothing about a learner is stored."""

    WELCOME = 0
    PAIR = 1
    RUN = 2
    TAKE = 3
    CALL = 4
    WON = 5
    RISK = 6
    BEATEN = 7


class Slip(StrEnum):
    """How a move that the rules allow misses what the page teaches."""

    CARDS = "cards"
    """Other cards than the page is about."""
    STOCK = "stock"
    """Drawn from the stock where an open card was the point."""
    OPEN = "open"
    """An open card taken where another draw was the point."""
    PLAY = "play"
    """A turn where the page is about the call."""
    CALL = "call"
    """A call where the page is about a turn."""
