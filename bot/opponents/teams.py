"""Teams: both members' points count together, so a call pays by what the rivals hold beyond the partner.

A partner may Assaf his own caller (rule 6.3), and his hand is written like any other. So his low hand is a
risk as a rival's is, and his high one makes a safe call worth little.
"""

from bot.engine.views import SeatView
from bot.opponents.unseen import Belief, others, partners

STILL_WRITTEN = 0.5
"""Share of the lead in points that is left where the call is beaten: one hand of the beaters' side is 0."""


def lead_in_points(view: SeatView, belief: Belief) -> float:
    """Points that the rivals hold beyond those of the partners, on average."""
    own = partners(view)
    return sum(-belief.mean(place) if place in own else belief.mean(place) for place in others(view))


def team_risk(view: SeatView, belief: Belief) -> float:
    """The risk of Assaf at which a call costs the team as much as it brings; 0 where it brings nothing."""
    rules = view.table.rules
    paid = rules.assaf_penalty + (view.points if rules.assaf_mode == "plus" else 0)
    lead = lead_in_points(view, belief)
    return max(0.0, lead / max(1.0, paid + (1 - STILL_WRITTEN) * lead))
