"""What may be laid together, in which order it lies, and what may be taken (sections 2 and 3 of the rules).

A `MeldBook` knows this for one choice of switches. It answers from memory where it can: the same hand is
asked about by the rules, the screen, the hint and the computer players.
"""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from itertools import combinations

from bot.engine.cards import JOKERS, PACK_SIZE, RANK, SAME_RANK, SUIT, Card, CardSet, cards_in
from bot.engine.house_rules import HouseRules
from bot.engine.ladder import Ladder
from bot.engine.values import value

MEMORY = 1 << 16
"""Hands and discards that one book remembers; the oldest are forgotten first."""

_SUIT_CARDS: tuple[CardSet, ...] = tuple(
    sum(1 << card for card in range(2 * PACK_SIZE) if SUIT[card] == suit) for suit in range(4)
)
_RANK_BIT: tuple[int, ...] = tuple(1 << RANK[card] if RANK[card] else 0 for card in range(2 * PACK_SIZE))
"""One bit for each rank; none for jokers."""
_ALONE: tuple[tuple[Card, ...], ...] = tuple((card,) for card in range(2 * PACK_SIZE))


class Kind(Enum):
    UPCARD = "upcard"
    SINGLE = "single"
    SET = "set"
    RUN = "run"


@value
class Meld:
    """One legal discard as it lies: `cards` from the first to the last laid."""

    cards: tuple[Card, ...]
    kind: Kind
    places: tuple[int, ...] = ()
    """For a run: the rung of the ladder at which each card stands, jokers included."""

    def __hash__(self) -> int:
        # The cards say nearly all, and every turn asks a memory that is keyed by melds.
        return hash(self.cards)

    @property
    def top(self) -> Card:
        return self.cards[-1]

    @property
    def rank(self) -> int:
        """The rank of a single or a set; 0 for jokers and runs."""
        if self.kind is Kind.RUN:
            return 0
        return max(RANK[card] for card in self.cards)


class MeldBook:
    """Melds under one choice of house rules."""

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self._ladder = Ladder(rules)
        helpful = 0 if rules.jokers_in_runs == "none" else 1
        self._naturals_for_run = [max(1, rules.run_min - helpful * jokers) for jokers in range(5)]
        """The fewest naturals of a suit with which a run is worth trying, by the jokers in the hand."""
        self._singles = tuple(Meld(cards, Kind.SINGLE) for cards in _ALONE)
        self.discards = lru_cache(MEMORY)(self._discards)
        self.laid = lru_cache(MEMORY)(self._laid)
        self.drawable = lru_cache(MEMORY)(self._drawable)
        self._sets_of = lru_cache(MEMORY)(self._sets_of_rank)
        self._runs_of = lru_cache(MEMORY)(self._runs_of_suit)

    def _laid(self, cards: tuple[Card, ...]) -> Meld | None:
        """The meld that these cards make when picked in this order; `None` if they make none.

        A set keeps the order picked (rule 2.4). A run keeps it if it runs up or down, and is put in
        order otherwise: gaps first, spare jokers high, then low (rule 2.9).
        """
        if len(cards) == 1:
            return self._singles[cards[0]]
        if len(set(cards)) != len(cards) or not cards:
            return None
        if self._is_set(cards):
            return Meld(cards, Kind.SET)
        if self._rules.runs:
            found = self._ladder.laid(cards)
            if found is not None:
                return Meld(found.cards, Kind.RUN, found.places)
        return None

    def _discards(self, hand: CardSet) -> tuple[tuple[Card, ...], ...]:
        """One order of laying for every set of cards in the hand that is a legal discard."""
        found: list[tuple[Card, ...]] = []
        ranks = twice = 0
        for card in cards_in(hand):
            found.append(_ALONE[card])
            rank = _RANK_BIT[card]
            twice |= ranks & rank
            ranks |= rank
        jokers = hand & JOKERS
        naturals = hand ^ jokers
        for rank in cards_in(ranks if jokers and self._rules.jokers_in_sets == "wild" else twice):
            found += self._sets_of(naturals & SAME_RANK[rank], jokers)
        if jokers & (jokers - 1) and self._rules.joker_pair:
            found += self._joker_sets(jokers)
        if self._rules.runs:
            fewest = self._naturals_for_run[jokers.bit_count()]
            for suit_cards in _SUIT_CARDS:
                held = naturals & suit_cards
                if held.bit_count() >= fewest:
                    found += self._runs_of(held, jokers)
        return tuple(found)

    def _drawable(self, meld: Meld) -> tuple[Card, ...]:
        """The cards of an open meld that the next player may take (rules 3.2 to 3.4)."""
        cards, rules = meld.cards, self._rules
        if meld.kind is Kind.UPCARD and not rules.upcard_drawable:
            return ()
        if len(cards) == 1:
            return cards
        mode = rules.draw_from_run if meld.kind is Kind.RUN else rules.draw_from_set
        if mode == "top":
            cards = cards[-1:]
        elif mode == "ends":
            cards = (cards[0], cards[-1])
        if not rules.end_joker_drawable:
            cards = tuple(card for card in cards if RANK[card])
        return cards

    def extended(self, run: Meld, card: Card) -> Meld | None:
        """The open run with a slapped card at the end where it fits (rule 4.6)."""
        if run.kind is not Kind.RUN or not RANK[card]:
            return None
        for cards in ((*run.cards, card), (card, *run.cards)):
            longer = self._ladder.as_laid(cards)
            if longer is not None:
                return Meld(cards, Kind.RUN, longer.places)
        return None

    def swaps(self, run: Meld, hand: CardSet) -> Iterator[tuple[Card, Card]]:
        """Each natural card of the hand with the joker that stands for it in the open run."""
        if not run.places:
            return
        suit = next(SUIT[card] for card in run.cards if RANK[card])
        for joker, place in zip(run.cards, run.places, strict=True):
            if RANK[joker]:
                continue
            named = SAME_RANK[self._ladder.rank_at(place)] & _SUIT_CARDS[suit]
            for card in cards_in(hand & named):
                yield card, joker

    def _is_set(self, cards: tuple[Card, ...]) -> bool:
        if len(cards) < self._rules.set_min:
            return False
        ranks = {RANK[card] for card in cards if RANK[card]}
        has_jokers = any(not RANK[card] for card in cards)
        if not ranks:
            return self._rules.joker_pair
        return len(ranks) == 1 and (not has_jokers or self._rules.jokers_in_sets == "wild")

    def _sets_of_rank(self, same_rank: CardSet, jokers: CardSet) -> tuple[tuple[Card, ...], ...]:
        wild = cards_in(jokers) if self._rules.jokers_in_sets == "wild" else ()
        return tuple(
            naturals + helpers
            for naturals in _choices(cards_in(same_rank), 1)
            for helpers in _choices(wild, 0)
            if len(naturals) + len(helpers) >= max(2, self._rules.set_min)
        )

    def _joker_sets(self, jokers: CardSet) -> tuple[tuple[Card, ...], ...]:
        return tuple(_choices(cards_in(jokers), max(2, self._rules.set_min)))

    def _runs_of_suit(self, held: CardSet, jokers: CardSet) -> tuple[tuple[Card, ...], ...]:
        helpers = cards_in(jokers) if self._rules.jokers_in_runs != "none" else ()
        most = min(len(helpers), self._rules.max_jokers_per_run)
        found: list[tuple[Card, ...]] = []
        for naturals in _choices(cards_in(held), self._rules.min_naturals_in_run):
            if len({RANK[card] for card in naturals}) < len(naturals):
                continue
            for count in range(max(0, self._rules.run_min - len(naturals)), most + 1):
                run = self._ladder.in_order(naturals, helpers[:count])
                if run is None or self._is_set(run.cards):
                    continue
                if count in (0, len(helpers)):
                    found.append(run.cards)
                else:
                    found += (_with_jokers(run.cards, chosen) for chosen in combinations(helpers, count))
        return tuple(found)


@lru_cache(256)
def book_for(rules: HouseRules) -> MeldBook:
    return MeldBook(rules)


def melds_of(hand: CardSet, rules: HouseRules) -> tuple[tuple[Card, ...], ...]:
    """Every legal discard of a hand, one order of laying for each set of cards."""
    return book_for(rules).discards(hand)


def _choices(cards: tuple[Card, ...], least: int) -> Iterator[tuple[Card, ...]]:
    for size in range(least, len(cards) + 1):
        yield from combinations(cards, size)


def _with_jokers(cards: tuple[Card, ...], jokers: tuple[Card, ...]) -> tuple[Card, ...]:
    """The same run with other jokers in the jokers' places."""
    spare = iter(jokers)
    return tuple(card if RANK[card] else next(spare) for card in cards)
