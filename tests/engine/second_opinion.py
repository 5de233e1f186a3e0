"""The rules of laying, drawing, slapping and calling once more, as plainly as possible.

Written from `RULES.md`, on the cards' texts, without a look at the engine's tables: slow and stupid on
purpose. Where it and the engine disagree, one of them is wrong.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from bot.engine.actions import Action, Call, Pass, Slap, Swap, Turn
from bot.engine.cards import CardSet, cards_in, texts
from bot.engine.house_rules import HouseRules
from bot.engine.state import MatchState, RoundState

Text = str
Move = tuple[Any, ...]
"""("turn", set of cards laid, draw), ("call",), ("pass",), ("slap", card) or ("swap", card, joker)."""

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
LADDERS = {
    "low": ORDER,
    "high_or_low": [*ORDER, "A"],
    "wrap": [*ORDER, *ORDER[:12]],
}


def is_joker(card: Text) -> bool:
    return card.startswith("JK")


def rank_of(card: Text) -> str:
    return card.removesuffix("#2")[:-1]


def suit_of(card: Text) -> str:
    return card.removesuffix("#2")[-1]


def value_of(card: Text, faces: str) -> int:
    if is_joker(card):
        return 0
    table = {"A": 1} | dict(zip(["J", "Q", "K"], map(int, faces.split("-")), strict=True))
    return table.get(rank_of(card)) or int(rank_of(card))


def is_set(cards: Sequence[Text], rules: HouseRules) -> bool:
    ranks = {rank_of(card) for card in cards if not is_joker(card)}
    jokers = [card for card in cards if is_joker(card)]
    if len(cards) < rules.set_min or len(ranks) > 1:
        return False
    if not ranks:
        return rules.joker_pair
    return not jokers or rules.jokers_in_sets == "wild"


def windows(size: int, rules: HouseRules) -> list[list[str]]:
    """All sequences of ranks, upwards, that a run of this size could stand for."""
    if size > len(ORDER):
        return []
    ladder = LADDERS[rules.ace_in_runs]
    return [ladder[start : start + size] for start in range(len(ladder) - size + 1)]


def could_be_run(cards: Sequence[Text], rules: HouseRules) -> bool:
    """Everything that does not depend on the order."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = len(cards) - len(naturals)
    return (
        rules.runs
        and len(cards) >= rules.run_min
        and len(naturals) >= rules.min_naturals_in_run
        and jokers <= rules.max_jokers_per_run
        and not (jokers and rules.jokers_in_runs == "none")
        and len({suit_of(card) for card in naturals}) == 1
    )


def is_run_as_laid(cards: Sequence[Text], rules: HouseRules) -> bool:
    """Whether exactly this order goes up or down."""
    if not could_be_run(cards, rules):
        return False
    if rules.jokers_in_runs == "gaps_only" and (is_joker(cards[0]) or is_joker(cards[-1])):
        return False
    for window in windows(len(cards), rules):
        for ranks in (window, window[::-1]):
            if all(is_joker(c) or rank_of(c) == rank for c, rank in zip(cards, ranks, strict=True)):
                return True
    return False


def orders(cards: Sequence[Text], rules: HouseRules) -> list[list[Text]]:
    """The ways to put the cards in order upwards, jokers as given, the best way (rule 2.9) first."""
    if not could_be_run(cards, rules):
        return []
    jokers = [card for card in cards if is_joker(card)]
    naturals = {rank_of(card): card for card in cards if not is_joker(card)}
    if len(naturals) + len(jokers) < len(cards):
        return []
    found = []
    for window in windows(len(cards), rules):
        if not set(naturals) <= set(window):
            continue
        places = [place for place, rank in enumerate(window) if rank in naturals]
        below, above = places[0], len(window) - 1 - places[-1]
        if rules.jokers_in_runs == "gaps_only" and (below or above):
            continue
        spare = iter(jokers)
        laid = [naturals[rank] if rank in naturals else next(spare) for rank in window]
        found.append((len(jokers) - below - above, below, laid))
    return [laid for _, _, laid in sorted(found, key=lambda way: way[:2])]


def is_run(cards: Sequence[Text], rules: HouseRules) -> bool:
    return bool(orders(cards, rules))


def is_meld(cards: Sequence[Text], rules: HouseRules) -> bool:
    return len(cards) == 1 or is_set(cards, rules) or is_run(cards, rules)


def laid(cards: Sequence[Text], rules: HouseRules) -> list[Text] | None:
    """How cards picked in this order lie, or nothing if they are no meld."""
    if len(cards) == 1 or is_set(cards, rules) or is_run_as_laid(cards, rules):
        return list(cards)
    return next(iter(orders(cards, rules)), None)


def melds(hand: Iterable[Text], rules: HouseRules) -> set[frozenset[Text]]:
    """Every set of cards of the hand that may be laid."""
    held = list(hand)
    subsets = (chosen for size in range(1, len(held) + 1) for chosen in combinations(held, size))
    return {frozenset(chosen) for chosen in subsets if is_meld(chosen, rules)}


def takeable(now: RoundState, rules: HouseRules) -> set[Text]:
    """What lies open for the next player."""
    cards, kind = texts(now.open.cards), now.open.kind.value
    if kind == "upcard" and not rules.upcard_drawable:
        return set()
    how = rules.draw_from_run if kind == "run" else rules.draw_from_set
    which = {"any": cards, "ends": [cards[0], cards[-1]], "top": [cards[-1]]}[how]
    if len(cards) > 1 and not rules.end_joker_drawable:
        which = [card for card in which if not is_joker(card)]
    return set(which)


def named_by_jokers(run: Sequence[Text], rules: HouseRules) -> set[tuple[Text, Text]]:
    """Pairs of a natural card (without its twin's mark) and the joker that stands for it in a run as laid."""
    suit = next(suit_of(card) for card in run if not is_joker(card))
    for ranks in [*windows(len(run), rules), *(window[::-1] for window in windows(len(run), rules))]:
        if all(is_joker(c) or rank_of(c) == rank for c, rank in zip(run, ranks, strict=True)):
            return {(rank + suit, c) for c, rank in zip(run, ranks, strict=True) if is_joker(c)}
    return set()


def moves(state: MatchState, seat: int) -> set[Move]:
    """Everything a seat may do, leaving and timing out aside."""
    now, rules = state.round, state.rules
    if now is None or now.hands[seat] is None:
        return set()
    hand = _held(now.hands[seat])
    found: set[Move] = {("slap", card) for card in hand if may_slap(state, seat, card)}
    if now.to_move != seat:
        return found
    in_lap = now.caller is not None
    if in_lap and (rules.final_lap == "optional" or not hand):
        found.add(("pass",))
    if not in_lap and may_call(now, seat, hand, rules):
        found.add(("call",))
    stock = {"stock"} if now.stock or now.buried or rules.stock_empty != "reshuffle" else set[Text]()
    for meld in melds(hand, rules):
        from_discard = takeable(now, rules) if len(meld) > 1 or rules.discard_draw_needs != "multi" else set()
        found |= {("turn", meld, draw) for draw in stock | from_discard}
    if rules.joker_swap and now.open.kind.value == "run" and now.open.places:
        pairs = named_by_jokers(texts(now.open.cards), rules)
        found |= {
            ("swap", card, joker) for card in hand for c, joker in pairs if card.removesuffix("#2") == c
        }
    return found


def may_call(now: RoundState, seat: int, hand: Sequence[Text], rules: HouseRules) -> bool:
    count = sum(value_of(card, rules.face_values) for card in hand)
    is_too_early = rules.first_turn_call == "after_one_turn" and now.turns[seat] == 0
    return count <= rules.call_limit and (not is_too_early or not hand)


def may_slap(state: MatchState, seat: int, card: Text) -> bool:
    now, rules = state.round, state.rules
    assert now is not None
    if rules.slap == "off" or seat == now.caller or is_joker(card) or now.is_slap_closed:
        return False
    if rules.slap_last_card == "forbid" and len(_held(now.hands[seat])) == 1:
        return False
    open_cards = texts(now.open.cards)
    on_top = not is_joker(open_cards[-1]) and rank_of(open_cards[-1]) == rank_of(card)
    if rules.slap in ("anyone", "both") and on_top:
        return True
    if rules.slap == "anyone" or now.last_mover != seat:
        return False
    if _held(1 << drawn if (drawn := now.drawn[seat]) is not None else 0) != [card]:
        return False
    if rules.slap_from == "stock" and not now.drew_from_stock:
        return False
    if now.open.kind.value == "run":
        is_longer = any(is_run_as_laid(c, rules) for c in ([*open_cards, card], [card, *open_cards]))
        return rules.slap_run_extension and is_longer
    is_alone = now.open.kind.value == "single"
    ranks = {rank_of(c) for c in open_cards if not is_joker(c)}
    return ranks == {rank_of(card)} and (is_alone or rules.slap_trigger == "single_or_set")


def as_move(action: Action) -> Move:
    """An action of the engine in the terms of this file."""
    match action:
        case Turn(discard, draw):
            return ("turn", frozenset(texts(discard)), "stock" if draw is None else texts([draw])[0])
        case Slap(card):
            return ("slap", *texts([card]))
        case Swap(card, joker):
            return ("swap", *texts([card, joker]))
        case Call():
            return ("call",)
        case Pass():
            return ("pass",)
        case _:
            raise ValueError(f"{action} is no move of the game")


def _held(hand: CardSet | None) -> list[Text]:
    return texts(cards_in(hand or 0))
