"""What a finished match does to the ratings of its people."""

import random
from itertools import pairwise

import pytest

from bot.opponents.levels import LEVELS
from bot.ports.store import SeatMatch
from bot.ratings.ladder import COMPUTERS, NEWCOMER, Ladder, Rating, ladder_of, rated

ANN, BEN, CEM, DAN = 1, 2, 3, 4


def seat(number, user, rank, level=None, *, left=False, team=None):
    return SeatMatch(number, user, level, rank, share=float(rank == 1), total=0, left=left, team=team)


def match(*ranks, left=(), teams=None):
    """People 1, 2, … with these ranks."""
    return [
        seat(n, n + 1, rank, left=n + 1 in left, team=teams[n] if teams else None)
        for n, rank in enumerate(ranks)
    ]


def test_the_ladder_depends_on_who_played():
    assert ladder_of(match(1, 2)) is Ladder.PEOPLE
    assert ladder_of([*match(1, 2), seat(2, None, 3, "easy")]) is Ladder.COMPUTERS


def test_the_winner_rises_the_loser_falls_and_both_grow_surer():
    after = rated(match(1, 2, 3), {})
    assert after[ANN].mu > NEWCOMER.mu > after[CEM].mu
    assert after[ANN].mu > after[BEN].mu > after[CEM].mu
    assert all(rating.sigma < NEWCOMER.sigma for rating in after.values())


def test_level_people_of_one_rating_stay_level():
    after = rated(match(1, 1, 3), {})
    assert after[ANN] == after[BEN]
    both = rated(match(1, 1), {})
    assert both[ANN].mu == pytest.approx(NEWCOMER.mu)


def test_a_draw_draws_people_together():
    after = rated(match(1, 1), {ANN: Rating(30, 2), BEN: Rating(20, 2)})
    assert after[ANN].mu < 30
    assert after[BEN].mu > 20


def test_partners_win_and_lose_together():
    after = rated(match(1, 2, 1, 2, teams=(0, 1, 0, 1)), {})
    assert after[ANN].mu == after[CEM].mu > NEWCOMER.mu > after[BEN].mu == after[DAN].mu


def test_who_left_counts_as_last_whatever_his_rank():
    """Cem was out before Ben left: by the rules Ben is second."""
    stayed, left = rated(match(1, 2, 3), {}), rated(match(1, 2, 3, left={BEN}), {})
    assert left[BEN].mu < stayed[BEN].mu
    assert left[CEM].mu > stayed[CEM].mu
    assert left[BEN].mu < left[CEM].mu


def test_who_left_his_team_counts_as_last_and_his_partner_as_the_match_ended():
    after = rated(match(1, 2, 1, 2, left={CEM}, teams=(0, 1, 0, 1)), {})
    as_it_ended = rated(match(1, 2, 1, 2, teams=(0, 1, 0, 1)), {})
    assert after[ANN] == as_it_ended[ANN]
    assert after[CEM].mu < NEWCOMER.mu


def test_everybody_left_is_no_fault():
    assert set(rated(match(1, 2, left={ANN, BEN}), {})) == {ANN, BEN}


def test_nobody_can_be_rated_alone():
    assert rated(match(1), {}) == {}
    assert rated(match(1, 1, teams=(0, 0)), {}) == {}


def test_every_level_has_a_rating_and_they_rise():
    assert list(COMPUTERS) == list(LEVELS)
    assert all(weaker.mu < stronger.mu for weaker, stronger in pairwise(COMPUTERS.values()))


@pytest.mark.parametrize(
    ("weaker", "stronger", "share"),
    [("easy", "normal", 0.995), ("normal", "hard", 0.8), ("hard", "expert", 0.703)],
)
def test_the_distance_of_two_levels_is_that_of_their_matches(weaker, stronger, share):
    """Somebody as strong as the stronger, who wins that share against the weaker, stays where he is."""
    before = COMPUTERS[stronger]
    won, lost = (
        rated([seat(0, ANN, rank), seat(1, None, 3 - rank, weaker)], {ANN: before})[ANN].mu - before.mu
        for rank in (1, 2)
    )
    assert share * won + (1 - share) * lost == pytest.approx(0, abs=0.002)
    assert (share + 0.05) * won + (0.95 - share) * lost > 0.004


def test_computers_are_not_rated_and_beating_strong_ones_is_worth_more():
    gains = []
    for level in COMPUTERS:
        after = rated([seat(0, ANN, 1), seat(1, None, 2, level)], {})
        assert set(after) == {ANN}
        gains.append(after[ANN].mu - NEWCOMER.mu)
    assert gains == sorted(gains)
    assert gains[0] > 0


def test_an_unknown_level_of_an_older_version_counts_as_normal():
    old = rated([seat(0, ANN, 1), seat(1, None, 2, "medium")], {})
    assert old == rated([seat(0, ANN, 1), seat(1, None, 2, "normal")], {})


def test_shown_numbers_begin_at_a_thousand():
    assert (NEWCOMER.shown, NEWCOMER.uncertainty) == (1000, 667)
    assert (Rating(26.5, 1.0).shown, Rating(26.5, 1.0).uncertainty) == (1060, 80)


def test_the_same_matches_give_the_same_ratings_to_the_last_bit():
    def play() -> dict[int, Rating]:
        chance, ratings = random.Random(7), {}
        for _ in range(200):
            users = chance.sample(range(1, 9), 4)
            seats = [seat(n, user, chance.randint(1, 3)) for n, user in enumerate(users)]
            ratings |= rated(seats, ratings)
        return ratings

    assert play() == play()


def test_the_stronger_of_two_ends_above():
    chance, ratings = random.Random(1), {}
    for _ in range(150):
        first = ANN if chance.random() < 0.8 else BEN
        ratings |= rated(
            [seat(0, ANN, 1 if first == ANN else 2), seat(1, BEN, 1 if first == BEN else 2)], ratings
        )
    assert ratings[ANN].mu - 2 * ratings[ANN].sigma > ratings[BEN].mu
