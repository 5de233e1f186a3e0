"""No leak: shuffle all that a seat may not know, and nothing it sees may change (rule 1.4)."""

import random
from dataclasses import replace

import pytest

from bot.engine.actions import Turn
from bot.engine.apply import apply
from bot.engine.cards import card_set, cards_in
from bot.engine.events import RoundEnded
from bot.engine.house_rules import RulesError, parse_rules
from bot.engine.legal import legal_actions, points_of
from bot.engine.state import MatchState, Step
from bot.engine.views import redact, table_view, view_for
from tests.builders import play, position, rules, step
from tests.engine.random_match import RandomMatch, check_state
from tests.strategies import playable, seed_text


def other_world(state: MatchState, seat: int, rng: random.Random, fixed: int = 0) -> MatchState:
    """A state that `seat` cannot tell from the given one. Cards of `fixed` stay where they are."""
    now = state.round
    assert now is not None
    hidden = list(now.stock)
    secret: dict[int, list[int]] = {}
    for other, hand in enumerate(now.hands):
        if other != seat and hand is not None:
            secret[other] = list(cards_in(hand & ~now.known[other] & ~fixed))
            hidden += secret[other]
    rng.shuffle(hidden)
    hands, drawn = list(now.hands), list(now.drawn)
    for other, cards in secret.items():
        dealt = [hidden.pop() for _ in cards]
        hands[other] = (now.hands[other] or 0) & ~card_set(cards) | card_set(dealt)
        if drawn[other] in cards:
            drawn[other] = rng.choice(dealt)
    shuffled = replace(now, hands=tuple(hands), stock=tuple(hidden), drawn=tuple(drawn))
    return replace(state, seed=seed_text(rng), round=shuffled)


def everything_seen(state, seat):
    return view_for(state, seat), table_view(state)


def check_no_leak(state, seat, rng, look=everything_seen):
    """What is seen of a state, and of the next move, is the same in two worlds that differ in secrets."""
    world = other_world(state, seat, rng)
    check_state(world)
    assert repr(look(state, seat)) == repr(look(world, seat))
    assert state.round is not None
    mover = state.round.to_move
    for action in some_moves(state, mover, rng):
        laid = card_set(action.discard)
        # What is laid becomes public, so the mover holds it in both worlds.
        world = other_world(state, seat, rng, fixed=laid)
        here, there = apply(state, mover, action), apply(world, mover, action)
        assert isinstance(here, Step)
        assert isinstance(there, Step)
        if any(isinstance(event, RoundEnded) for event in here.events):
            continue
        for reader in {None, seat} - {mover}:
            assert [redact(e, reader) for e in here.events] == [redact(e, reader) for e in there.events]
        if mover != seat:
            assert repr(look(here.state, seat)) == repr(look(there.state, seat))
        elif action.draw is not None:
            assert repr(look(here.state, seat)) == repr(look(there.state, seat))
            assert here.events == there.events


def some_moves(state, mover, rng):
    turns = [action for action in legal_actions(state, mover) if isinstance(action, Turn)]
    return rng.sample(turns, min(3, len(turns)))


def states(rng, matches):
    """Positions of random matches under random rules."""
    found = 0
    while found < matches:
        chosen = playable(rng)
        if isinstance(chosen, RulesError):
            continue
        state = RandomMatch(*chosen, seed_text(rng), rng).play(turns=rng.randint(1, 25)).state
        if state.round is not None:
            found += 1
            yield state


@pytest.mark.rule("1.4")
def test_no_view_and_no_event_depends_on_what_is_secret():
    rng = random.Random(10)
    for state in states(rng, matches=150):
        for seat in state.seats:
            check_no_leak(state, seat, rng)


@pytest.mark.parametrize("preset", ["classic", "yanef", "japanese", "quick"])
def test_no_leak_where_a_slap_is_possible(preset):
    """Whether somebody drew a match must show nowhere (rule 1.4)."""
    rng = random.Random(preset)
    house = parse_rules({"preset": preset, "slap": "both", "slap_run_extension": True})
    state = position(house, "7C KH", "KD QD", "9H 8H", upcard="10D", stock="7D 7H 2S")
    state = play(state, "0: 7C > stock")
    assert legal_actions(state, 0).slaps
    for _ in range(20):
        check_no_leak(state, 1, rng)
        check_no_leak(state, 2, rng)


def leaks_top_of_stock(state, seat):
    return state.round.stock[-1:]


def leaks_points(state, seat):
    return [points_of(state.rules, hand or 0) for hand in state.round.hands]


def leaks_a_hand(state, seat):
    return view_for(state, (seat + 1) % len(state.totals))


def leaks_the_seed(state, seat):
    return state.seed[:2]


def leaks_a_drawn_card(state, seat):
    return state.round.drawn


def leaks_that_a_slap_is_possible(state, seat):
    return [bool(legal_actions(state, other).slaps) for other in state.seats]


def leaks_who_may_call(state, seat):
    return legal_actions(state, state.round.to_move).may_call


@pytest.mark.parametrize(
    "leak",
    [
        leaks_top_of_stock,
        leaks_points,
        leaks_a_hand,
        leaks_the_seed,
        leaks_a_drawn_card,
        leaks_that_a_slap_is_possible,
        leaks_who_may_call,
    ],
)
def test_a_leaking_view_is_caught(leak):
    rng = random.Random(11)
    state = position(rules(slap="own"), "7C KH", "AD 2D", "9H 8H", upcard="10D", stock="7D 7H 2S")
    state = play(state, "0: 7C > stock")

    def leaking_look(state, seat):
        return everything_seen(state, seat), leak(state, seat)

    with pytest.raises(AssertionError):  # noqa: PT012
        for _ in range(200):
            check_no_leak(state, 2, rng, look=leaking_look)


@pytest.mark.rule("1.4")
def test_a_stock_card_is_its_drawers_secret_and_a_card_taken_openly_is_not():
    state = position(rules(), "7C KH", "KD QD", upcard="10D", stock="7D")
    drawn = step(state, "0: 7C > stock").events[-1]
    assert redact(drawn, 0) == drawn
    assert redact(drawn, 1).drawn is None
    assert redact(drawn, None).drawn is None
    assert redact(drawn, 1).discard == drawn.discard
    taken = step(state, "0: 7C > 10D").events[-1]
    assert redact(taken, 1) == redact(taken, None) == taken


@pytest.mark.rule("1.4")
def test_everybody_sees_which_cards_were_taken_openly():
    state = play(position(rules(), "7C KH", "KD QD", upcard="10D", stock="7D"), "0: 7C > 10D")
    place = table_view(state).places[0]
    assert place.cards == 2
    assert cards_in(place.known) == (state.round.drawn[0],)
    assert table_view(play(state, "1: KD > stock", "0: 10D > stock")).places[0].known == 0


def test_states_keep_their_secrets_out_of_logs():
    state = position(rules(), "7C KH", "KD QD", upcard="10D", stock="7D")
    assert state.seed not in repr(state)
    for secret in (state.round.hands, state.round.stock):
        assert repr(secret) not in repr(state)
