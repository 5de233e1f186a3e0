"""Setting up a match, dealing its rounds, and letting somebody in late."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.engine.cards import Card, CardSet, card_set, pack
from bot.engine.chance import choice, deal_label, shuffled
from bot.engine.events import RoundStarted
from bot.engine.house_rules import HouseRules
from bot.engine.melds import Kind, Meld
from bot.engine.state import MatchState, RoundState, Step, clockwise, next_in
from bot.engine.totals import is_over_limit
from bot.engine.values import value


@value
class Deal:
    """Cards of a round that are set by hand (transcripts). `stock` from the top down."""

    hands: tuple[CardSet, ...]
    upcard: Card
    stock: tuple[Card, ...]


@value
class Opening:
    """What a transcript may say of a round; what is left out follows from the rules and the seed."""

    dealer: int | None = None
    starter: int | None = None
    deal: Deal | None = None


def new_match(
    rules: HouseRules,
    players: int,
    seed: str,
    *,
    teams: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
) -> MatchState:
    """A match before its first deal. `seed`: 64 hexadecimal digits. Seats of teams alternate (rule 7.10)."""
    sides = None
    if rules.teams:
        sides = tuple(teams) if teams is not None else tuple(seat % 2 for seat in range(players))
    return MatchState(
        rules=rules,
        seed=seed,
        teams=sides,
        totals=tuple(totals) if totals is not None else (0,) * players,
        out_since=(None,) * players,
        left=(False,) * players,
        dealer=0,
        next_starter=None,
    )


def from_checkpoint(rules: HouseRules, seed: str, saved: dict[str, Any]) -> MatchState:
    """The match that `MatchState.checkpoint` wrote down."""
    return MatchState(
        rules=rules,
        seed=seed,
        teams=None if saved["teams"] is None else tuple(saved["teams"]),
        totals=tuple(saved["totals"]),
        out_since=tuple(saved["out_since"]),
        left=tuple(saved["left"]),
        dealer=saved["dealer"],
        next_starter=saved["next_starter"],
        round_number=saved["round_number"],
        is_extra=saved["is_extra"],
    )


def pack_of(state: MatchState) -> tuple[Card, ...]:
    """The cards in play: the packs of the first deal stay in use when seats go out."""
    rules = state.rules
    return pack(rules.packs_for(len(state.totals)), rules.jokers_per_pack)


def deal_round(state: MatchState, opening: Opening | None = None) -> Step:
    """Deal the next round (rule 1.1). The cards follow from the seed unless `opening` sets them."""
    if state.is_over or state.round is not None:
        raise ValueError("there is no round to deal")
    opening = opening or Opening()
    number = state.round_number + 1
    dealer = _dealer(state, opening)
    starter = _starter(state, opening, dealer)
    deal = opening.deal or _deal_from_seed(state, number, dealer)
    seats = len(state.totals)
    hands = tuple(deal.hands[seat] if state.is_in(seat) else None for seat in state.seats)
    playing = RoundState(
        number=number,
        dealer=dealer,
        starter=starter,
        to_move=starter,
        hands=hands,
        stock=deal.stock[::-1],
        open=Meld((deal.upcard,), Kind.UPCARD),
        covered=(),
        buried=0,
        known=(0,) * seats,
        drawn=(None,) * seats,
        turns=(0,) * seats,
    )
    dealt = replace(state, dealer=dealer, round_number=number, round=playing)
    return Step(dealt, (RoundStarted(number, dealer, starter, deal.upcard),))


def can_join_late(state: MatchState) -> bool:
    """Whether a latecomer may sit down before the next deal (switch `late_join`, rule 7.12)."""
    rules = state.rules
    seats = len(state.totals) + 1
    return (
        rules.late_join != "none"
        and not state.is_over
        and not state.is_extra
        and state.round is None
        and state.round_number > 0
        and len(state.seats_in()) < rules.seats
        and rules.packs_for(seats) == rules.packs_for(seats - 1)
        and not is_over_limit(rules, _latecomers_total(state))
    )


def join_late(state: MatchState) -> MatchState:
    """One seat more, after the last one, at the highest total of those still in. See `can_join_late`."""
    if not can_join_late(state):
        raise ValueError("nobody may join now")
    return replace(
        state,
        totals=(*state.totals, _latecomers_total(state)),
        out_since=(*state.out_since, None),
        left=(*state.left, False),
    )


def _latecomers_total(state: MatchState) -> int:
    highest = max(state.totals[seat] for seat in state.seats_in())
    return highest + (10 if state.rules.late_join == "highest_plus_10" else 0)


def _dealer(state: MatchState, opening: Opening) -> int:
    if opening.dealer is not None:
        return opening.dealer
    return state.dealer if state.is_in(state.dealer) else next_in(state, state.dealer)


def _starter(state: MatchState, opening: Opening, dealer: int) -> int:
    if opening.starter is not None:
        return opening.starter
    if state.next_starter is not None and opening.dealer is None:
        return state.next_starter
    if state.next_starter is not None and state.rules.next_starter != "dealer":
        return state.next_starter
    if state.next_starter is None and state.rules.first_starter == "random":
        seats = state.seats_in()
        return seats[choice(len(seats), state.seed, "starter")]
    if state.next_starter is None and state.rules.first_starter == "host":
        return 0
    return next_in(state, dealer)


def _deal_from_seed(state: MatchState, number: int, dealer: int) -> Deal:
    """One card at a time, beginning left of the dealer; then the up-card; the rest is the stock."""
    cards = shuffled(pack_of(state), state.seed, deal_label(number))
    seats = [seat for seat in clockwise(len(state.totals), dealer) if state.is_in(seat)]
    used = len(seats) * state.rules.hand_size
    hands = tuple(
        card_set(cards[seats.index(seat) : used : len(seats)]) if seat in seats else 0 for seat in state.seats
    )
    return Deal(hands, cards[used], tuple(cards[used + 1 :]))
