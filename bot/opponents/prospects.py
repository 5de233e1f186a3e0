"""What `expert` sees in a move: its plain value, by table and stakes, and the facts to weigh beside it."""

from bot.engine.cards import JOKERS, RANK, Card, CardSet, cards_in
from bot.opponents.insight import Insight
from bot.opponents.learned import AT, HAND, TOTALS, VALUES, Fact
from bot.opponents.moves import Move
from bot.opponents.stakes import POINTS

_BANDS = (0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6)
BANDS = 8
NEAR = 3
"""Cards of a suit fewer ranks apart than this may come to lie in one run."""


def call_prospect(insight: Insight) -> tuple[float, list[Fact]]:
    """The price of a call now, and its facts."""
    own = insight.view.points
    price = insight.calls[own]
    return price, [
        (AT["call"] + own * HAND + insight.next_cards - 1, 1),
        (AT["call_fewest"] + own * HAND + insight.fewest - 1, 1),
        (AT["call_costs"], price / 10),
        (AT["call_costs"] + 1, insight.risks[own]),
        (AT["call_costs"] + 2, 1),
    ]


def prospect(insight: Insight, move: Move) -> tuple[float, list[Fact]]:
    """The plain value of a move, in points, and its facts."""
    points = insight.lore.points(move.hand)
    if move.drawn is None:
        outcomes = [(points + more, share) for more, share in insight.draws]
    else:
        outcomes = [(points, 1.0)]
    value = _tabulated(insight, move)
    landing, costs = _costs(insight, outcomes)
    facts = [(AT["total"] + min(TOTALS - 1, total), share) for total, share in outcomes]
    facts += [(AT["costs"], value / 10), *costs]
    facts += _of_hand(insight, move, sum(total * share for total, share in outcomes))
    facts += _of_discard(insight, move.discard)
    facts += _exposed(insight, move)
    return value - landing, facts


def _tabulated(insight: Insight, move: Move) -> float:
    if move.drawn is not None:
        return insight.appraiser.tabulated(move.hand, insight.fewest)
    ranks = insight.ranks
    values = insight.appraiser.tabulated_draw(move.kept, ranks, insight.fewest)
    return sum(count * value for count, value in zip(ranks, values, strict=True)) / insight.left


def _costs(insight: Insight, outcomes: list[tuple[int, float]]) -> tuple[float, list[Fact]]:
    """What landing is worth, and what a call next turn would risk and cost as things stand."""
    landing = risk = may = call = 0.0
    pay = insight.stakes.own
    for total, share in outcomes:
        if total < POINTS:
            landing += share * (total - pay[total])
        if total <= insight.limit:
            risk += share * insight.risks[total]
            may += share
            call += share * insight.calls[total]
    landing *= insight.soon
    at = AT["costs"]
    return landing, [(at + 1, landing / 10), (at + 2, risk), (at + 3, may), (at + 4, call / 10)]


def _of_hand(insight: Insight, move: Move, mean: float) -> list[Fact]:
    hand, fewest = move.hand, insight.fewest
    held = [0] * 14
    for card in cards_in(hand):
        held[RANK[card]] += 1
    size = hand.bit_count() + (move.drawn is None)
    jokers = held[0]
    outs = sum(own * unseen for own, unseen in zip(held[1:], insight.ranks[1:], strict=True))
    band = _BANDS[int(mean)] if mean < len(_BANDS) else BANDS - 1
    facts: list[Fact] = [
        (AT["size"] + (size - 1) * HAND + fewest - 1, 1),
        (AT["jokers"] + (size - 1) * 3 + min(2, jokers), 1),
        (AT["neighbours"] + _neighbours(hand & ~JOKERS) * 2 + (jokers > 0), 1),
        (AT["outs"], outs / 8),
        (AT["band_threat"] + insight.threat * BANDS + band, 1),
        (AT["band_fewest"] + (fewest - 1) * BANDS + band, 1),
    ]
    for rank, count in enumerate(held):
        facts += [(AT["held"] + 14 * copy + rank, 1) for copy in range(min(3, count))]
    if move.drawn is None:
        facts.append((AT["stock"] + size - 1, 1))
    else:
        facts.append((AT["taken"] + insight.lore.values[move.drawn], 1))
    return facts


def _of_discard(insight: Insight, discard: tuple[Card, ...]) -> list[Fact]:
    """What the next seat finds on the table."""
    ends = discard if len(discard) < 3 else (discard[0], discard[-1])
    least = min(insight.lore.values[card] for card in ends)
    rank = insight.next_cards - 1
    facts: list[Fact] = [(AT["ends"] + RANK[card], 1) for card in ends]
    facts += [
        (AT["feed"] + rank * VALUES + least, 1),
        (AT["match"] + rank * 4 + insight.known_match(ends), 1),
        (AT["laid"] + min(5, len(discard)) - 1, 1),
        (AT["laid_jokers"] + min(2, sum(not RANK[card] for card in discard)), 1),
    ]
    return facts


def _exposed(insight: Insight, move: Move) -> list[Fact]:
    """What the others will know of the hand."""
    known = insight.view.table.places[insight.view.seat].known & move.hand
    if move.drawn is not None:
        known |= 1 << move.drawn
    shown = known.bit_count()
    facts: list[Fact] = [
        (AT["exposed"] + min(HAND, shown), 1),
        (AT["exposed"] + 6, insight.lore.points(known) / 10),
    ]
    if shown == move.hand.bit_count() + (move.drawn is None):
        facts.append((AT["exposed"] + 7, 1))
    return facts


def _neighbours(naturals: CardSet) -> int:
    """Pairs of cards of a suit that stand close, three at most."""
    held = cards_in(naturals)
    found = 0
    for at, card in enumerate(held):
        found += sum(other - card < NEAR and other // 13 == card // 13 for other in held[at + 1 :])
    return min(3, found)
