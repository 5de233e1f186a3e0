"""A match as a machine that Hypothesis drives: any preset, any number of players, any legal move."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine.actions import Leave, Timeout
from bot.engine.apply import apply
from bot.engine.events import RoundEnded
from bot.engine.house_rules import PRESETS, parse_rules
from bot.engine.legal import legal_actions, why_not
from bot.engine.match import deal_round, from_checkpoint, new_match
from bot.engine.state import Step
from bot.engine.views import redact, view_for
from tests.engine.random_match import check_state


class MatchMachine(RuleBasedStateMachine):
    state = None

    @initialize(
        data=st.data(), preset=st.sampled_from(list(PRESETS)), seed=st.binary(min_size=32, max_size=32)
    )
    def sit_down(self, data, preset, seed):
        slap = data.draw(st.sampled_from(["off", "own", "anyone", "both"]), label="slap")
        house = parse_rules({"preset": preset, "slap": slap})
        players = data.draw(st.integers(2, house.seats), label="players")
        self.state = deal_round(new_match(house, players, seed.hex())).state

    @property
    def is_running(self):
        return self.state is not None and self.state.round is not None

    @precondition(lambda self: self.is_running)
    @rule(data=st.data())
    def move(self, data):
        seats = [seat for seat in self.state.seats if len(legal_actions(self.state, seat))]
        seat = data.draw(st.sampled_from(seats), label="seat")
        legal = list(legal_actions(self.state, seat))
        self.follow(seat, legal[data.draw(st.integers(0, len(legal) - 1), label="move")])

    @precondition(lambda self: self.is_running)
    @rule()
    def run_out_of_time(self):
        self.follow(self.state.round.to_move, Timeout())

    @precondition(lambda self: self.state is not None and not self.state.is_over)
    @rule(data=st.data())
    def leave(self, data):
        leaver = data.draw(st.sampled_from(self.state.seats_in()), label="leaver")
        if why_not(self.state, leaver, Leave()) is None:
            self.follow(leaver, Leave())

    @precondition(lambda self: self.state is not None and not self.is_running and not self.state.is_over)
    @rule()
    def deal(self):
        again = from_checkpoint(self.state.rules, self.state.seed, self.state.checkpoint())
        assert again == self.state
        self.state = deal_round(self.state).state

    @precondition(lambda self: self.state is not None and self.state.is_over)
    @rule()
    def find_it_over(self):
        for seat in self.state.seats:
            assert len(legal_actions(self.state, seat)) == 0
            assert why_not(self.state, seat, Timeout()).code == "match_over"

    def follow(self, seat, action):
        before = self.state
        step = apply(before, seat, action)
        assert isinstance(step, Step)
        assert apply(before, seat, action) == step
        has_ended = any(isinstance(event, RoundEnded) for event in step.events)
        assert has_ended == (step.state.round is None and before.round is not None)
        if not has_ended:
            assert step.state.totals == before.totals
        for reader in (None, *before.seats):
            for event in step.events:
                shown = redact(event, reader)
                assert shown == event or reader != seat
        self.state = step.state

    @invariant()
    def everything_is_in_its_place(self):
        if self.is_running:
            check_state(self.state)
            for seat in self.state.seats:
                assert view_for(self.state, seat).hand == (self.state.round.hands[seat] or 0)


TestMatches = MatchMachine.TestCase
TestMatches.settings = settings(
    max_examples=60, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
