"""What a hand is worth at one moment: from the table where there is one, else by the heuristic."""

from functools import lru_cache

from bot.engine.cards import RANK, CardSet
from bot.engine.views import Place
from bot.opponents.heuristic import NEXT_TURN, UNKNOWN_CARD
from bot.opponents.lore import CARD_WEIGHT, MEMORY, Lore
from bot.opponents.ranks import MOST_OF_A_RANK, UNIT, RankKey, key_of, key_of_cards
from bot.opponents.values import FEWEST, TABLE_HAND, Table, load_table, table_for

UNKNOWN_HAND = 6.0
"""Added to the points of the rare hand that no table holds (five of a rank from two packs)."""


class Appraiser:
    """Hand values under one choice of rules. All values are costs in points: lower is better."""

    def __init__(self, lore: Lore, *, among_more: bool = False) -> None:
        self.lore = lore
        self.table: Table | None = table_for(lore.rules, among_more=among_more)
        self.hazards = (self.table or load_table("classic")).hazards
        self.keys = lru_cache(MEMORY)(self._keys)

    def ends_soon(self, others: list[Place]) -> float:
        """P(another seat ends the round before one's next turn)."""
        stays = 1.0
        for place in others:
            stays *= 1 - self.hazards[max(1, min(FEWEST, place.cards))]
        return 1 - stays

    def fewest_for(self, others: list[Place]) -> int:
        """The fewest cards another seat holds, within what tables know."""
        return max(1, min(FEWEST, *(place.cards for place in others), FEWEST))

    def worth(self, hand: CardSet, fewest: int) -> float:
        """Value of a whole hand at the end of a turn, from the table or by the heuristic."""
        return self.tabulated(hand, fewest) if self.has_table_for(hand) else self.guessed(hand)

    def has_table_for(self, hand: CardSet) -> bool:
        return self.table is not None and hand.bit_count() <= TABLE_HAND

    def tabulated(self, hand: CardSet, fewest: int) -> float:
        """Value of a whole hand at the end of a turn."""
        rows = self.table.rows if self.table else {}
        return min(
            rows[key][fewest] if key in rows else self.lore.points(hand) + UNKNOWN_HAND
            for key in self.keys(hand)
        )

    def tabulated_draw(self, kept: CardSet, unseen: list[int], fewest: int) -> list[float]:
        """Value of the hand with one unseen card more, by its rank."""
        rows = self.table.rows if self.table else {}
        keys = self.keys(kept)
        points = self.lore.points(kept) + UNKNOWN_HAND
        values: list[float] = []
        for rank, count in enumerate(unseen):
            if not count:
                values.append(0.0)
                continue
            found = [rows[key + UNIT[rank]][fewest] for key in keys if key + UNIT[rank] in rows]
            values.append(min(found) if found else points + rank)
        return values

    def guessed(self, hand: CardSet) -> float:
        """The heuristic's value of a whole hand."""
        lore = self.lore
        return lore.points(hand) - NEXT_TURN * lore.best_shed(hand) + CARD_WEIGHT * hand.bit_count()

    def guessed_draw(self, kept: CardSet) -> float:
        return self.guessed(kept) + CARD_WEIGHT + (1 - NEXT_TURN) * UNKNOWN_CARD

    def _keys(self, hand: CardSet) -> tuple[RankKey, ...]:
        """The hand's ranks; and for every run in it the ranks with a set of like points in its place.

        A run is shed in one turn as a set is, so a set stands for it in a table that knows no suits.
        """
        own = key_of(hand)
        keys = {own}
        for discard in self.lore.discards(hand):
            size = len(discard)
            if size < 2 or len({RANK[card] for card in discard if RANK[card]}) < 2:
                continue
            points = sum(self.lore.values[card] for card in discard)
            stand_in = min(13, max(1, round(points / size)))
            rest = own - key_of_cards(discard)
            while rest >> 3 * stand_in & 7 and stand_in < 13:
                stand_in += 1
            keys.add(rest + min(size, MOST_OF_A_RANK) * UNIT[stand_in])
        return tuple(sorted(keys))


@lru_cache(128)
def appraiser_of(lore: Lore, *, among_more: bool = False) -> Appraiser:
    """The appraiser of a lore. `among_more`: than two at the table."""
    return Appraiser(lore, among_more=among_more)
