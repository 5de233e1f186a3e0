"""The strongest level: what self-play taught, weighed in chances of winning the match.

Where nothing was learned (`schooling` says for which house rules something was), with more players, late in a
round and in a final lap it plays as `hard` does.
"""

import random

from bot.engine.actions import Action, Call
from bot.engine.options import Legal
from bot.engine.views import Phase, SeatView
from bot.opponents.appraisal import appraiser_of
from bot.opponents.hard import hard
from bot.opponents.insight import Insight
from bot.opponents.learned import Learned, load_learned
from bot.opponents.lore import lore_of
from bot.opponents.moves import moves_of
from bot.opponents.patience import is_late
from bot.opponents.prospects import call_prospect, prospect
from bot.opponents.schooling import chances_at, learned_name
from bot.opponents.stakes import stakes_of
from bot.opponents.unseen import others

MOST_RIVALS = 3
"""Rivals it has learned to play against."""


def expert(view: SeatView, legal: Legal, rng: random.Random, *, daring: float = 0.0) -> Action:
    """`daring`: of its character, the share of Assafs that it leaves out of the price of a call."""
    lore = lore_of(view.table.rules)
    rivals = others(view)
    if not legal.discards or not view.table.stock or is_late(view) or view.table.phase is Phase.FINAL_LAP:
        return hard(view, legal, rng, daring=daring)
    one_pack = lore.rules.packs_for(len(view.table.places)) == 1
    name = learned_name(lore.rules, len(rivals))
    if len(rivals) > MOST_RIVALS or not one_pack or name is None:
        return hard(view, legal, rng, daring=daring)
    learned = load_learned(name)
    totals = (view.table.places[view.seat].total, *(place.total for place in rivals))
    stakes = stakes_of(chances_at(view.table), totals)
    appraiser = appraiser_of(lore, among_more=len(rivals) > 1)
    return best_move(Insight(view, appraiser, learned, stakes), legal, learned, daring)


def best_move(insight: Insight, legal: Legal, learned: Learned, daring: float = 0.0) -> Action:
    """The turn or the call that is expected to cost least."""
    network = learned.networks[len(insight.rivals) > 1]
    begun = network.begin(insight.facts())
    best: Action | None = None
    least = 0.0
    for move in moves_of(insight.view.hand, legal):
        value, facts = prospect(insight, move)
        cost = value + network.weigh(begun, facts)
        if best is None or cost < least:
            best, least = move.action, cost
    if legal.may_call or best is None:
        price, facts = call_prospect(insight)
        if daring:
            price_of_assaf = insight.stakes.cost(0, insight.view.points + insight.lore.rules.assaf_penalty)
            least += daring * price_of_assaf
        if best is None or price + network.weigh(begun, facts) <= least:
            return Call()
    return best
