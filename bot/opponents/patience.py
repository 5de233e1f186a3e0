"""Patience that ends: whatever a player waits for, he waits for a while only.

Turns are those of the whole table, so that a round of eight lasts no longer than a round of two.
"""

from bot.engine.views import SeatView

LATE = 56
"""Turns of a round after which a computer calls as soon as the rules let it."""
CROWD = 5
"""Players from whom on it is crowded."""
WISH_FADES = 12
WISH_ENDS = 56
"""Turns after which nobody steers for a mark any more, and over how many the wish fades."""


def turns_taken(view: SeatView) -> int:
    return sum(place.turns for place in view.table.places)


def is_crowded(view: SeatView) -> bool:
    """Whether so many hold hands that low cards are all in hands and the stock has none."""
    return sum(not place.out for place in view.table.places) >= CROWD


def is_late(view: SeatView) -> bool:
    return turns_taken(view) >= LATE


def comes_down(view: SeatView) -> bool:
    """Whether a turn is to lead to a call soonest.

    From the first turn on where many sit and the open card is only for those who lay several: who held on to
    low cards there would wait for partners that are all in other hands.
    """
    return is_late(view) or (is_crowded(view) and view.table.rules.discard_draw_needs == "multi")


def wish(view: SeatView) -> float:
    """From 1 to 0: how much waiting for a mark still counts."""
    return min(1.0, max(0.0, (WISH_ENDS - turns_taken(view)) / WISH_FADES))
