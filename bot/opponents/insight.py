"""What `expert` makes of one moment: other hands, the price of a call at any total, and facts to weigh."""

from functools import lru_cache

from bot.engine.cards import RANK, Card, cards_in
from bot.engine.house_rules import HouseRules
from bot.engine.totals import after_exact_hit
from bot.engine.views import Place, SeatView
from bot.opponents.appraisal import Appraiser
from bot.opponents.learned import (
    AT,
    HAND,
    SEVERAL_LAID,
    SHOWN,
    UNKNOWN_LAID,
    VALUES,
    Fact,
    Learned,
)
from bot.opponents.lore import Lore
from bot.opponents.patience import LATE, turns_taken
from bot.opponents.stakes import POINTS, Stakes
from bot.opponents.unseen import by_rank, others, unseen_cards

RISKS = (0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 14)
"""Totals whose risk of Assaf is a fact of the moment."""
THREATS = (0.01, 0.05, 0.15, 0.3, 0.55)
"""Where the threat of a call rises by one level."""
TENTHS = 10
MARK_REACH = 50
MARK_STEP = 4
"""Points to the next mark that are one fact."""


class Insight:
    """One moment as a seat sees it."""

    def __init__(self, view: SeatView, appraiser: Appraiser, learned: Learned, stakes: Stakes) -> None:
        self.view = view
        self.lore: Lore = appraiser.lore
        self.appraiser, self.stakes = appraiser, stakes
        self.limit = self.lore.rules.call_limit
        self.rivals = others(view)
        self.fewest = min(HAND, *(place.cards for place in self.rivals), HAND)
        self.ranks = by_rank(unseen_cards(view))
        self.left = max(1, sum(self.ranks))
        self.draws = self._draws()
        """Points of an unseen card, with how likely each is."""
        self.next = self.rivals[0]
        self.next_cards = min(HAND, self.next.cards)
        self.known: list[tuple[int, tuple[Card, ...]]] = [
            (order, cards_in(place.known)) for order, place in enumerate(self.rivals) if place.known
        ]
        self._laid = self._laid_before()
        spreads = [self._spread(place, learned) for place in self.rivals]
        self.means = [sum(points * chance for points, chance in enumerate(spread)) for spread in spreads]
        self.risks = self._risks(spreads)
        """By own points: P(a call is beaten)."""
        self.calls = self._prices(spreads)
        """By own points up to the call limit: what a call is expected to cost, from what is guessed alone."""
        self.soon = appraiser.ends_soon(self.rivals)
        danger = self.risks[self.limit]
        self.threat = sum(danger >= level for level in THREATS)

    def facts(self) -> list[Fact]:
        """The facts of the moment, the same for every move."""
        table, places = self.view.table, self.view.table.places
        own, last = places[self.view.seat], self.rivals[-1]
        known = self.next.known.bit_count()
        facts: list[Fact] = [
            (AT["next"] + (self.next_cards - 1) * HAND + self.fewest - 1, 1),
            (AT["turn"] + min(11, own.turns), 1),
            (AT["means"], self.means[0] / 10),
            (AT["means"] + 1, sum(self.means) / len(self.means) / 10),
            (AT["next_known"] + min(4, known), 1),
            (AT["next_known"] + 5, self.lore.points(self.next.known) / 10),
            (AT["laid_before"] + (min(HAND, last.cards) - 1) * SHOWN + self._laid_by(last), 1),
            (AT["laid_size"] + min(5, len(table.open)) - 1, 1),
            (AT["unseen"] + 14, self.left / 50),
            (AT["own_total"] + self._way_gone(own.total), 1),
            (AT["next_total"] + self._way_gone(self.next.total), 1),
            (AT["rivals"] + min(3, len(self.rivals)) - 1, 1),
            (AT["lateness"], turns_taken(self.view) / LATE),
        ]
        facts += [(AT["at_most"] + at, self.risks[points]) for at, points in enumerate(RISKS)]
        facts += [(AT["unseen"] + rank, count / 4) for rank, count in enumerate(self.ranks)]
        for block, total in (("own_mark", own.total), ("next_mark", self.next.total)):
            reach = next_mark(self.lore.rules, total)
            if reach:
                facts.append((AT[block] + (reach - 1) // MARK_STEP, 1))
        return facts

    def _way_gone(self, total: int) -> int:
        """Tenths of the way to the limit."""
        return min(TENTHS - 1, TENTHS * total // self.lore.rules.limit)

    def _draws(self) -> list[tuple[int, float]]:
        counts = [0] * VALUES
        for rank, count in enumerate(self.ranks):
            counts[self.lore.rank_values[rank]] += count
        return [(points, count / self.left) for points, count in enumerate(counts) if count]

    def _laid_before(self) -> int:
        laid = self.view.table.open
        return self.lore.values[laid[0]] if len(laid) == 1 else SEVERAL_LAID

    def _laid_by(self, place: Place) -> int:
        """What a seat laid last, known of the seat before this one alone."""
        return self._laid if place is self.rivals[-1] and place.turns else UNKNOWN_LAID

    def _spread(self, place: Place, learned: Learned) -> list[float]:
        """Probability of each total of a hand."""
        hand = (min(HAND, place.cards), place.turns, self._laid_by(place))
        lean = learned.leaning(len(self.rivals), hand)
        weights = [0.0] * VALUES
        for points, share in self.draws:
            weights[points] = share * lean[points]
        whole = sum(weights) or 1.0
        parts = [weight / whole for weight in weights]
        spread = [0.0] * POINTS
        spread[self.lore.points(place.known)] = 1.0
        for _ in range(place.cards - place.known.bit_count()):
            spread = _with_one_more(spread, parts)
        return spread

    def _prices(self, spreads: list[list[float]]) -> list[float]:
        rules, stakes = self.lore.rules, self.stakes
        gains = [0.0] * (self.limit + 1)
        for spread, gain in zip(spreads, stakes.gains, strict=True):
            chance = got = 0.0
            for points in range(POINTS - 1, 0, -1):
                chance += spread[points]
                got += spread[points] * gain[points]
                if points <= self.limit + 1:
                    gains[points - 1] += got / max(1e-6, chance)
        mine = int(rules.assaf_mode == "plus")
        return [
            self.risks[points] * stakes.cost(0, mine * points + rules.assaf_penalty)
            - (1 - self.risks[points]) * gains[points]
            for points in range(self.limit + 1)
        ]

    def _risks(self, spreads: list[list[float]]) -> list[float]:
        safe = [1.0] * POINTS
        is_beaten_level = self.lore.rules.assaf_on == "tie_or_lower"
        for spread in spreads:
            reached = 0.0
            for points, chance in enumerate(spread):
                if is_beaten_level:
                    reached += chance
                safe[points] *= 1 - reached
                if not is_beaten_level:
                    reached += chance
        return [1 - max(0.0, chance) for chance in safe]

    def known_match(self, ends: tuple[Card, ...]) -> int:
        """Whether an open card fits what another seat is known to hold: 0 not at all, 3 is worst.

        3: a set of the next seat's; 2: a run of the next seat's may grow; 1: a set of somebody else's.
        """
        found = 0
        for order, cards in self.known:
            for held in cards:
                for end in ends:
                    apart = abs(RANK[held] - RANK[end])
                    if not apart:
                        found = max(found, 1 if order else 3)
                    elif not order and apart < 3 and held // 13 == end // 13:
                        found = max(found, 2)
        return found


def _with_one_more(spread: list[float], parts: list[float]) -> list[float]:
    """The spread of totals of a hand with one more card."""
    more = [0.0] * POINTS
    held = [(at, chance) for at, chance in enumerate(spread) if chance]
    for points, part in enumerate(parts):
        if part:
            for at, chance in held:
                more[at + points] += chance * part
    return more


@lru_cache(1024)
def next_mark(rules: HouseRules, total: int) -> int:
    """Points to the next mark, 0 where none is in reach; of a total that is on one, too."""
    marks = (more for more in range(MARK_REACH + 1) if after_exact_hit(rules, total + more) < total + more)
    return next(marks, 0)
