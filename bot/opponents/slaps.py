"""Slapping: whether a card less is worth it, and what a turn is worth that allows a slap at its end."""

from bot.engine.actions import Slap
from bot.engine.cards import JOKERS, RANK, SAME_RANK, Card, CardSet
from bot.engine.house_rules import HouseRules
from bot.engine.options import Legal
from bot.engine.views import Phase, Place, SeatView
from bot.opponents.appraisal import Appraiser
from bot.opponents.lap import Show
from bot.opponents.moves import Move
from bot.opponents.patience import is_late
from bot.opponents.unseen import Belief, others, unseen_cards

EMPTIED = -10.0
"""Cost of an emptied hand: about what the others are going to write."""


def best_slap(view: SeatView, legal: Legal, appraiser: Appraiser) -> Slap | None:
    """The slap that leaves the cheapest hand; `None` where keeping the cards costs less."""
    best = min(legal.slaps, key=lambda card: _left_with(view, card, appraiser))
    if is_late(view) and view.hand != 1 << best:
        return Slap(best)
    keeps = _keeps(view, view.hand, appraiser)
    return Slap(best) if _left_with(view, best, appraiser) <= keeps else None


def _left_with(view: SeatView, card: Card, appraiser: Appraiser) -> float:
    rest = view.hand & ~(1 << card)
    return _keeps(view, rest, appraiser) if rest else _emptied(view, appraiser)


def _keeps(view: SeatView, hand: CardSet, appraiser: Appraiser) -> float:
    """What this hand costs, from now on."""
    if view.table.phase is Phase.FINAL_LAP:
        return Show(view, appraiser.lore).price(appraiser.lore.points(hand))
    return appraiser.worth(hand, appraiser.fewest_for(others(view)))


def _emptied(view: SeatView, appraiser: Appraiser) -> float:
    """What an emptied hand costs: it counts 0, but has to call at its next turn (rule 4.8)."""
    rules = view.table.rules
    if view.table.phase is Phase.FINAL_LAP:
        return Show(view, appraiser.lore).price(0)
    is_safe = rules.slap_last_card == "wins_round" or rules.assaf_on == "lower" or rules.zero_hand == "immune"
    if is_safe or any(not place.cards for place in _before(view)):
        # Whoever has nothing left and comes first calls first, and is beaten by another 0 or level with it.
        return EMPTIED
    belief = Belief(appraiser.lore, unseen_cards(view))
    safe = 1.0
    for place in others(view):
        safe *= 1 - belief.at_most(place, 0)
    return (1 - safe) * rules.assaf_penalty + safe * EMPTIED


def _before(view: SeatView) -> list[Place]:
    """The others who move before this seat does."""
    places = view.table.places
    to_move = view.table.to_move
    if to_move is None:
        return []
    seats = len(places)
    steps = (view.seat - to_move) % seats
    return [places[(to_move + step) % seats] for step in range(steps)]


def slapped_after(rules: HouseRules, move: Move) -> CardSet:
    """The cards of the hand after a turn that may be slapped onto its own discard at once."""
    top = move.discard[-1] if move.discard else None
    if top is None or rules.slap == "off" or not RANK[top]:
        return 0
    alike = SAME_RANK[RANK[top]] & ~JOKERS
    if rules.slap in ("anyone", "both"):
        return move.hand & alike
    if move.drawn is None or rules.slap_from == "stock":
        return 0
    return 1 << move.drawn & alike if _takes_own_slap(rules, move.discard) else 0


def rank_slapped_from_stock(rules: HouseRules, discard: tuple[Card, ...]) -> int:
    """The rank that goes straight back onto the discard when the stock gives it; 0 for none."""
    if rules.slap == "off" or not discard:
        return 0
    if rules.slap in ("anyone", "both") or _takes_own_slap(rules, discard):
        return RANK[discard[-1]]
    return 0


def _takes_own_slap(rules: HouseRules, discard: tuple[Card, ...]) -> bool:
    """Whether the drawer's own slap fits: onto a single, or a set where the rules say so."""
    ranks = {RANK[card] for card in discard if RANK[card]}
    return len(ranks) == 1 and (len(discard) == 1 or rules.slap_trigger == "single_or_set")
