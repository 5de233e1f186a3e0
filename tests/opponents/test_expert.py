"""What the level `expert` adds: stakes of the match, guessed hands, facts that are weighed, its limits."""

import random

import pytest

from bot.cli.arena import Contest, play_matches
from bot.engine.apply import apply
from bot.engine.house_rules import PRESETS, HouseRules, parse_rules
from bot.engine.match import deal_round, new_match
from bot.engine.views import view_for
from bot.opponents.appraisal import appraiser_of
from bot.opponents.expert import expert
from bot.opponents.hard import hard
from bot.opponents.insight import Insight
from bot.opponents.learned import BLOCKS, FACTS, HIDDEN, Network, load_learned, pack_learned
from bot.opponents.lore import lore_of
from bot.opponents.moves import moves_of
from bot.opponents.prospects import prospect
from bot.opponents.schooling import chances_at, learned_name
from bot.opponents.stakes import Stakes, Standings, stakes_of
from bot.opponents.unseen import others
from bot.paths import data_file
from tests.strategies import seed_text

CLASSIC = PRESETS["classic"]
LEARNED = ("classic", "quick", "japanese", "yanef")
CHANCES = Standings(CLASSIC, *load_learned("classic").standing)


def insights(players: int, rounds: int = 3, rules: HouseRules = CLASSIC):
    """Moments of rounds that `hard` plays, as the seat to move sees them."""
    rng = random.Random(players)
    name = learned_name(rules, players - 1) or learned_name(rules, 1)
    for _ in range(rounds):
        totals = tuple(rng.choice((0, 40, 93, 120, 170)) * rules.limit // 200 for _ in range(players))
        state = deal_round(new_match(rules, players, seed_text(rng), totals=totals)).state
        while state.round is not None:
            view = view_for(state, state.round.to_move)
            own = (totals[view.seat], *(place.total for place in others(view)))
            stakes = stakes_of(chances_at(view.table), own)
            appraiser = appraiser_of(lore_of(rules), among_more=players > 2)
            yield view, Insight(view, appraiser, load_learned(name), stakes)
            state = apply(state, view.seat, hard(view, view.legal, rng)).state


def test_chances_of_winning_sum_to_one_and_fall_with_the_total():
    standings = CHANCES
    for totals in ((0, 0), (30, 150), (10, 60, 170), (199, 0, 99, 101)):
        turned = [totals[at:] + totals[:at] for at in range(len(totals))]
        assert sum(map(standings.equity, turned)) == pytest.approx(1)
    assert standings.equity((20, 60)) > 0.5 > standings.equity((150, 90))
    assert standings.equity((201, 90)) == 0
    assert standings.equity((90, 201)) == 1


@pytest.mark.parametrize("totals", [(90, 60), (90, 60, 30), (190, 20, 30, 140)])
def test_landing_on_a_mark_costs_less_than_points_beside_it(totals):
    stakes = Stakes(CHANCES, totals)
    assert stakes.own[10] < 0 < stakes.own[9]
    assert stakes.own[10] < stakes.own[11]
    assert stakes.own[0] == 0


def test_a_rival_who_goes_out_gains_more_than_one_who_stays():
    stakes = Stakes(CHANCES, (50, 190))
    gains = stakes.gains[0]
    assert gains[11] > gains[9] > 0 > gains[10]


@pytest.mark.parametrize("preset", LEARNED)
@pytest.mark.parametrize("players", [2, 4])
def test_guessed_hands_make_sense_at_every_moment(players, preset):
    for view, insight in insights(players, rules=PRESETS[preset]):
        assert insight.risks == sorted(insight.risks)
        assert 0 <= insight.risks[0] <= 0.9 < insight.risks[-1] <= 1
        most = 10 * max(place.cards for place in insight.rivals)
        assert all(0 <= mean <= most for mean in insight.means)
        assert sum(share for _, share in insight.draws) == pytest.approx(1)
        assert view.table.places[view.seat] not in insight.rivals


@pytest.mark.parametrize("preset", LEARNED)
@pytest.mark.parametrize("players", [2, 4])
def test_every_fact_belongs_to_the_part_that_states_it(players, preset):
    """The facts of the moment come first, those of moves and calls after them."""
    boundary = sum(list(BLOCKS.values())[: list(BLOCKS).index("size")])
    for view, insight in insights(players, rounds=1, rules=PRESETS[preset]):
        assert all(0 <= at < boundary for at, _ in insight.facts())
        for move in moves_of(view.hand, view.legal):
            _, facts = prospect(insight, move)
            assert all(boundary <= at < FACTS for at, _ in facts)


def test_weighing_moment_and_move_apart_is_weighing_them_together():
    rng = random.Random(1)
    rows = [tuple(rng.uniform(-1, 1) for _ in range(HIDDEN + 1)) for _ in range(4)]
    network = Network(rows, (0.0,) * (HIDDEN + 1), [rng.uniform(-1, 1) for _ in range(HIDDEN)])
    moment, move = [(0, 1), (1, 0.25)], [(2, 1), (3, -0.5)]
    nothing = network.begin([])
    apart = network.weigh(network.begin(moment), move)
    assert apart == pytest.approx(network.weigh(nothing, moment + move))
    assert apart != pytest.approx(network.weigh(nothing, move))


def test_learned_numbers_survive_their_file(tmp_path, monkeypatch):
    sizes = [201, 201, 7, 7, *[FACTS * HIDDEN, FACTS, HIDDEN, HIDDEN] * 2]
    parts = [[(at % 11 - 5) / 10 for at in range(size)] for size in sizes]
    (tmp_path / "x.learned").write_bytes(pack_learned({"seed": 1}, parts))
    monkeypatch.setattr("bot.opponents.learned.data_file", lambda *names: tmp_path / names[-1])
    learned = load_learned("x")
    assert learned.standing[1] == pytest.approx(parts[1], abs=1e-4)
    assert learned.networks[0].begin([(3, 1)]) != learned.networks[0].begin([(4, 1)])


def test_what_is_shipped_is_small():
    files = list(data_file("tables").iterdir())
    assert sum(file.stat().st_size for file in files) <= 1_000_000


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "classic"),
        ({"players_max": 4, "first_starter": "random"}, "classic"),
        ({"limit": 100}, "classic"),
        ({"exact_hits": {"multiple": 50, "to": "half"}, "assaf_penalty": 20}, "classic"),
        ({"preset": "quick"}, "quick"),
        ({"preset": "japanese"}, "japanese"),
        ({"preset": "japanese", "limit": 100}, "japanese"),
        ({"preset": "japanese", "call_limit": 7}, "classic"),
        ({"limit": 100, "exact_hits": "off"}, "quick"),
        ({"call_limit": 6}, "classic"),
        ({"preset": "yanef"}, "yanef"),
        ({"preset": "yanef", "limit": 200}, None),
        ({"call_limit": 9}, None),
        ({"runs": False}, None),
        ({"slap": "own"}, None),
        ({"teams": 2}, None),
        ({"hand_size": 7}, None),
        ({"final_lap": "optional"}, None),
        ({"limit": 100, "two_left": "golden"}, None),
    ],
    ids=str,
)
def test_it_plays_by_what_was_learned_for_such_rules_and_else_as_hard(changes, name):
    rules = parse_rules(changes)
    assert learned_name(rules, 1) == name
    rng = random.Random(4)
    otherwise = 0
    for _ in range(3):
        state = deal_round(new_match(rules, 4 if rules.teams else 2, seed_text(rng))).state
        while state.round is not None:
            view = view_for(state, state.round.to_move)
            usual = hard(view, view.legal, random.Random(1))
            otherwise += expert(view, view.legal, random.Random(1)) != usual
            state = apply(state, view.seat, usual).state
    assert (otherwise > 0) == (name is not None)


def test_among_more_than_two_a_low_call_limit_needs_marks_to_steer_for():
    assert learned_name(PRESETS["japanese"], 3) == "classic"
    assert learned_name(parse_rules({"preset": "japanese", "exact_hits": "off"}), 3) is None
    assert learned_name(parse_rules({"preset": "japanese", "limit": 100}), 2) is None
    assert learned_name(PRESETS["quick"], 3) == "quick"
    assert learned_name(PRESETS["yanef"], 3) is None


@pytest.mark.parametrize("preset", LEARNED)
def test_it_beats_hard_where_it_has_learned(preset):
    tallies = play_matches(Contest(("expert", "hard"), PRESETS[preset], "expert"), range(40))
    assert tallies[0].wins / 40 > 0.5


@pytest.mark.parametrize(
    "changes",
    [
        {"limit": 40, "limit_test": "reach", "exact_hits": {"30": 15}},
        {"preset": "japanese", "game_end": "rounds", "rounds": 3},
        {"preset": "quick", "exact_hits": {"50": 0}, "exact_hit_needs_points": False},
        {"limit": 30, "exact_hits": {"multiple": 10, "to": "half"}, "exact_hit_chain": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_makes_no_refused_move_whatever_the_match_is_about(changes, players):
    rules = parse_rules(changes)
    assert learned_name(rules, 1)
    tallies = play_matches(Contest(("expert",) * players, rules, "refused"), range(2))
    assert sum(tally.wins for tally in tallies) == pytest.approx(2)
