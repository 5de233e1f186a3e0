"""Random matches that check the whole state after every step. Shares no code with the computer players."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.engine.actions import STOCK, Action, Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.apply import apply
from bot.engine.cards import CARDS, CardSet, card_set, cards_in
from bot.engine.errors import Rejection
from bot.engine.events import RoundEnded
from bot.engine.house_rules import HouseRules
from bot.engine.legal import legal_actions, why_not
from bot.engine.match import can_join_late, deal_round, join_late, new_match, pack_of
from bot.engine.state import MatchState, Step
from bot.engine.transcript import action_to_json
from tests.engine import second_opinion, second_score


@dataclass
class Record:
    """A match that was played: what a transcript of it says, and what came out."""

    rules: HouseRules
    players: int
    seed: str
    state: MatchState
    rounds: list[dict] = field(default_factory=list)
    results: list = field(default_factory=list)
    refusals: set[tuple[str, str]] = field(default_factory=set)
    """Codes with the numbers of their sentences."""

    def transcript(self) -> dict:
        return {
            "format": "yaniv-transcript/1",
            "rules": self.rules.dump(),
            "players": [f"P{seat}" for seat in range(self.players)],
            "seed": self.seed,
            "rounds": self.rounds,
        }

    def story(self) -> str:
        """What makes a failure a rule test in one paste."""
        return json.dumps(self.transcript() | {"rules": self.rules.short()})


class RandomMatch:
    """Plays legal moves at random; now and then tries a random one, times out, leaves, or joins."""

    def __init__(self, rules: HouseRules, players: int, seed: str, rng: random.Random) -> None:
        self.rng = rng
        self.record = Record(rules, players, seed, new_match(rules, players, seed))
        self._leaves = rng.random() < 0.15
        self._calls = rng.choice([0.2, 0.6, 1.0])

    def play(self, turns: int) -> Record:
        try:
            for _ in range(turns):
                if self.record.state.is_over:
                    break
                self._one_step()
        except AssertionError as error:
            raise AssertionError(f"{error}\nafter {self.record.story()}") from error
        return self.record

    def _one_step(self) -> None:
        if self.record.state.round is None:
            self._deal()
        state = self.record.state
        check_state(state)
        for seat in state.seats:
            self._check_moves(seat)
        self._try_nonsense()
        seat, action = self._pick()
        self._do(seat, action)

    def _deal(self) -> None:
        state = self.record.state
        assert json.loads(json.dumps(state.checkpoint())) == state.checkpoint()
        joins = []
        if can_join_late(state) and self.rng.random() < 0.5:
            state = join_late(state)
            joins = ["late"]
        self.record.state = deal_round(state).state
        self.record.rounds.append({"joins": joins, "actions": []})

    def _check_moves(self, seat: int) -> None:
        state = self.record.state
        legal = legal_actions(state, seat)
        actions = list(legal)
        assert len(actions) == len(legal)
        found = [second_opinion.as_move(action) for action in actions]
        expected = second_opinion.moves(state, seat)
        assert set(found) == expected, (
            f"seat {seat}: the engine and second_opinion.py disagree about {set(found) ^ expected}"
        )
        assert len(set(found)) == len(found), "a move is listed twice"
        for action in actions:
            assert why_not(state, seat, action) is None
        for action in self.rng.sample(actions, min(2, len(actions))):
            assert isinstance(apply(state, seat, action), Step)

    def _try_nonsense(self) -> None:
        """Any action of any seat is taken if the second opinion finds it legal, and else changes nothing."""
        state, rng = self.record.state, self.rng
        seat = rng.choice(list(state.seats))
        action = random_action(state, seat, rng)
        before = repr(state), state.round
        done = apply(state, seat, action)
        is_legal = second_opinion.as_move(action) in second_opinion.moves(state, seat)
        assert isinstance(done, Step) == is_legal, f"seat {seat}: {action}"
        if isinstance(done, Rejection):
            assert done == why_not(state, seat, action)
            self.record.refusals.add((done.code.value, done.rule))
            assert (repr(state), state.round) == before

    def _pick(self) -> tuple[int, Action]:
        state, rng = self.record.state, self.rng
        assert state.round is not None
        slaps = [(seat, Slap(card)) for seat in state.seats for card in legal_actions(state, seat).slaps]
        if slaps and rng.random() < 0.7:
            return rng.choice(slaps)
        seat = state.round.to_move
        if self._leaves and rng.random() < 0.03:
            leaver = rng.choice(
                [other for other in state.seats_in() if why_not(state, other, Leave()) is None]
            )
            return leaver, Leave()
        if rng.random() < 0.1:
            return seat, Timeout()
        legal = legal_actions(state, seat)
        if legal.swaps and rng.random() < 0.8:
            return seat, rng.choice(legal.swaps)
        if legal.may_call and rng.random() < self._calls:
            return seat, Call()
        actions: list[Action] = list(legal)
        # Mostly lay much, so that hands get small and rounds end.
        most = max((len(discard) for discard in legal.discards), default=0)
        big = [a for a in actions if not isinstance(a, Turn) or len(a.discard) == most]
        return seat, rng.choice(big if rng.random() < 0.5 else actions)

    def _do(self, seat: int, action: Action) -> None:
        before = self.record.state
        done = apply(before, seat, action)
        assert isinstance(done, Step), f"seat {seat} {action} was refused: {done}"
        self.record.rounds[-1]["actions"].append({"seat": seat} | action_to_json(action))
        self.record.state = done.state
        ended = [event.result for event in done.events if isinstance(event, RoundEnded)]
        assert len(ended) == (done.state.round is None)
        if not ended:
            assert done.state.totals == before.totals
            return
        self.record.results += ended
        check_totals(before, done.state, ended[0])
        check_score(before, ended[0], is_slap=isinstance(action, Slap))


def check_state(state: MatchState) -> None:
    """Every card once, somebody can move, totals are no debts."""
    now = state.round
    assert now is not None
    assert not state.is_over
    places = [hand for hand in now.hands if hand is not None]
    places += [card_set(now.stock), card_set(now.open.cards), now.buried]
    assert sum(place.bit_count() for place in places) == len(pack_of(state))
    assert _union(places) == card_set(pack_of(state))
    assert len(set(now.stock)) == len(now.stock)
    assert all((hand is None) != state.is_in(seat) for seat, hand in enumerate(now.hands))
    assert state.is_in(now.to_move)
    assert len(legal_actions(state, now.to_move)) > 0
    assert all(total >= 0 for total in state.totals)
    for seat, hand in enumerate(now.hands):
        assert (hand or 0).bit_count() <= state.rules.hand_size
        assert now.known[seat] & ~(hand or 0) == 0
        drawn = now.drawn[seat]
        assert drawn is None or (hand or 0) >> drawn & 1
    if state.round_number:
        assert len(state.seats_in()) >= 2


def check_totals(before: MatchState, after: MatchState, result) -> None:
    """What the round's result says is what happened to the totals."""
    assert result.totals_before == before.totals
    assert result.totals == after.totals
    assert all(total >= 0 for total in after.totals)
    hits = {hit.seat: hit for hit in result.exact_hits}
    for seat, points in enumerate(result.points):
        if points is None:
            assert after.totals[seat] == before.totals[seat]
        elif not before.rules.winner_halves_total and seat not in hits:
            assert after.totals[seat] == max(0, before.totals[seat] + points)
    assert (result.next_starter is None) == after.is_over
    if after.is_over:
        assert after.result is not None
        assert after.result.winners
        assert sorted(set(after.result.ranks)) == list(range(1, len(set(after.result.ranks)) + 1))
        assert all(after.result.ranks[seat] == 1 for seat in after.result.winners)
        assert sum(rank == 1 for rank in after.result.ranks) == len(after.result.winners) or after.teams
    else:
        assert after.is_in(result.next_starter)


def check_score(before: MatchState, result, *, is_slap: bool) -> None:
    """Points and totals are those of the second opinion."""
    rules = before.rules
    if result.caller is None:
        assert set(result.points) <= {0, None} or result.points == result.counts
        assert result.outcome.value == "no_call"
        return
    expected = second_score.round_points(rules, result.counts, result.caller, is_safe=is_slap)
    assert list(result.points) == expected
    beaters = [] if is_slap else second_score.who_beats(rules, result.counts, result.caller)
    assert set(result.assafers) == set(beaters)
    assert result.outcome.value == ("assaf" if beaters else "yaniv")
    best = (
        second_score.assaf_players(rules, result.counts, result.caller, beaters)
        if beaters
        else [result.caller]
    )
    for seat, points in enumerate(result.points):
        if points is not None:
            total = second_score.new_total(rules, before.totals[seat], points, has_won=seat == best[0])
            assert result.totals[seat] == total
            check_out(before, result, seat, total)


def check_out(before: MatchState, result, seat: int, total: int) -> None:
    """Who is over is out, and nobody else but a beaten caller, a leaver, or who is not level at the end."""
    rules = before.rules
    if rules.teams or rules.game_end == "rounds" or rules.two_left == "golden" or before.is_extra:
        return
    has_gone = seat in result.out
    if second_score.is_over(rules, total):
        assert has_gone or rules.tie_at_end == "extra_round"
    elif has_gone:
        by_ofer = rules.ofer and seat == result.caller and result.assafers
        assert by_ofer or seat == result.caller or rules.tie_at_end == "extra_round"


def random_action(state: MatchState, seat: int, rng: random.Random) -> Action:
    """Something a seat might try, sensible or not."""
    now = state.round
    assert now is not None
    held = cards_in(now.hands[seat] or 0) or (rng.choice(list(CARDS)),)
    mine = lambda: rng.choice(held if rng.random() < 0.9 else list(CARDS))  # noqa: E731
    drawn = now.drawn[seat]
    kinds: list[Callable[[], Action]] = [
        lambda: Turn(
            tuple(rng.sample(held, rng.randint(1, min(4, len(held))))),
            rng.choice([STOCK, rng.choice(now.open.cards), mine()]),
        ),
        lambda: Turn((mine(),), rng.choice([STOCK, rng.choice(now.open.cards), rng.choice(list(CARDS))])),
        Call,
        Pass,
        lambda: Slap(drawn if drawn is not None and rng.random() < 0.7 else mine()),
        lambda: Swap(mine(), rng.choice(now.open.cards)),
    ]
    return rng.choice(kinds)()


def replayed(record: Record) -> MatchState:
    """The same match again, through checkpoints that went through JSON."""
    from bot.engine.match import from_checkpoint
    from bot.engine.transcript import action_from_json

    state = new_match(record.rules, record.players, record.seed)
    for written in record.rounds:
        saved = json.loads(json.dumps(state.checkpoint()))
        state = from_checkpoint(record.rules, record.seed, saved)
        for _ in written["joins"]:
            state = join_late(state)
        state = deal_round(state).state
        for entry in written["actions"]:
            done = apply(state, *action_from_json(json.loads(json.dumps(entry))))
            assert isinstance(done, Step)
            state = done.state
    return state


def _union(places: list[CardSet]) -> CardSet:
    mask = 0
    for place in places:
        mask |= place
    return mask
