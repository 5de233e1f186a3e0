"""Scenes of what has been played: leaderboards, profiles, past matches, replays."""

from dataclasses import replace
from typing import Any

from bot.engine.actions import Call
from bot.engine.events import RoundEnded
from bot.engine.legal import points_of
from bot.engine.replay import round_to_json
from bot.ports.replays import Frame
from bot.ports.statistics import (
    Board,
    Champion,
    Company,
    Criterion,
    HeadToHead,
    Honour,
    NotableCall,
    Profile,
    Rated,
    Standing,
    Tally,
)
from bot.ports.store import FinishedTable, RoundRecord
from bot.ports.tables import Member
from bot.present.history import EVERYBODY, Listed, match_screen, past_screen, replay_screen, rounds_screen
from bot.present.leaderboard import Wanted, hall_of_fame_screen, leaderboard_screen
from bot.present.privacy import start_anew_screen
from bot.present.profile import profile_screen
from bot.present.result import round_screen
from tests.present.builders import ANN, BEN, CEM, DAN, PEOPLE, ROBOT, Play, play, rules, turn

MONTH, SEASON = "2026-11", "2026-Q4"
TALLY = Tally(
    matches=12,
    wins=5.5,
    longest_streak=3,
    rounds=48,
    points=595,
    calls=16,
    yanivs=14,
    assafs_given=3,
    assafs_taken=2,
    halvings=2,
    call_points=61,
)
SURE, GUESS = Rated(1240, 120, 40, is_provisional=False), Rated(1105, 410, 3, is_provisional=True)


def standing(name: str, user: int = ANN, rank: int | None = 1, **changes: Any) -> Standing:
    rated = changes.pop("rated", SURE)
    return Standing(rank, user, name, replace(TALLY, **changes), rated)


def wanted(by: Criterion = Criterion.WINS, **changes: Any) -> Wanted:
    return replace(Wanted(by, "all", 0, SEASON, MONTH), **changes)


FOUR = (
    standing("Ann", ANN, 1),
    standing("Ben", BEN, 2, wins=5.0),
    standing("Cem", CEM, 2, wins=5.0),
    standing("Dan", DAN, 4, wins=1.0, yanivs=1),
)
EVE = standing("Eve", 99, None, wins=0.0, matches=1, rounds=0, points=0, rated=GUESS)
PROFILE = Profile(
    user=ANN,
    name="Ann",
    tally=TALLY,
    people=SURE,
    computers=GUESS,
    curve=(1000, 1040, 980, 1240),
    company=(Company("Ben", 12), Company("Cem", 1)),
    best_call=NotableCall(77, 3, 2, 65),
    worst_call=NotableCall(77, 4, 6, 36),
    achievements=("first_yaniv", "called_with_0", "back_from_100", "gone_for_good"),
)
BETWEEN = HeadToHead("Ann", "Ben", 7, 4, 3, 3.5, 2.5, 310, 402, 30, 2, 1)


def finished() -> tuple[Play, list[RoundRecord], list[Frame]]:
    """A match to its end, with its rounds and every step of it."""
    made = play(
        ["3D 2H", "KS 6D", "AS 8S"], house=rules("quick"), members=(*PEOPLE, ROBOT), totals=(0, 41, 30)
    )
    frames, rounds = [_frame(made)], list[RoundRecord]()
    for move in ((0, turn("3D")), (1, turn("KS")), (2, turn("8S")), (0, Call())):
        before = len(made.recent)
        made.do(move)
        frames.append(_frame(made, before))
    assert made.ended is not None
    rounds.append(RoundRecord(1, round_to_json(made.ended), (), at=1_800_000_000.0))
    return made, rounds, frames


def _frame(made: Play, since: int = 0) -> Frame:
    events = tuple(made.recent[since:])
    result = next((event.result for event in events if isinstance(event, RoundEnded)), None)
    now = made.state.round
    hands = result.hands if result else now.hands
    return Frame(
        round=made.state.round_number,
        events=events,
        hands=hands,
        counts=tuple(None if hand is None else points_of(made.house, hand) for hand in hands),
        totals=made.state.totals,
        open=now.open.cards if now else (),
        stock=len(now.stock) if now else 0,
        to_move=now.to_move if now else None,
    )


def past(number: int, *names: str) -> FinishedTable:
    members = tuple(Member(name, place + 1) for place, name in enumerate(names))
    ranks = tuple(range(1, len(names) + 1))
    return FinishedTable(number, 1_800_000_000.0 + number, members, ranks, (0,) * len(names), 12)


MADE, ROUNDS, FRAMES = finished()
TABLE = MADE.table()
HONOURS = (Honour(ANN, "first_yaniv"), Honour(BEN, "heavy_hand"))

PAST_SCENES = {
    "leaderboard": lambda reader: leaderboard_screen(Board(FOUR, 34, EVE), wanted(), reader),
    "leaderboard_rating": lambda reader: leaderboard_screen(
        Board(FOUR, 4, EVE), wanted(Criterion.RATING, period=SEASON), reader
    ),
    "leaderboard_share": lambda reader: leaderboard_screen(
        Board(FOUR, 4, EVE), wanted(Criterion.SHARE, period=MONTH, season=None), reader
    ),
    "leaderboard_average": lambda reader: leaderboard_screen(
        Board(FOUR, 4, EVE), wanted(Criterion.AVERAGE, period="2026-09"), reader
    ),
    "leaderboard_streak": lambda reader: leaderboard_screen(
        Board(FOUR, 4), wanted(Criterion.STREAK, season=MONTH, period=MONTH), reader
    ),
    "leaderboard_assafs": lambda reader: leaderboard_screen(Board(FOUR, 4), wanted(Criterion.ASSAFS), reader),
    "leaderboard_yanivs": lambda reader: leaderboard_screen(Board(FOUR, 4), wanted(Criterion.YANIVS), reader),
    "leaderboard_empty": lambda reader: leaderboard_screen(Board((), 0), wanted(season=None), reader),
    "leaderboard_nobody_yet": lambda reader: leaderboard_screen(
        Board((), 0, EVE), wanted(Criterion.COMPUTERS), reader
    ),
    "hall_of_fame": lambda reader: hall_of_fame_screen(
        [
            Champion("2026-10", ANN, "Ann", 6.5, 9),
            Champion("2026-09", BEN, "Ben", 3.0, 4),
            Champion("2026-09", CEM, "Cem", 3.0, 4),
        ],
        reader,
        page=0,
        seasons=12,
    ),
    "hall_of_fame_empty": lambda reader: hall_of_fame_screen([], reader, page=0, seasons=0),
    "profile": lambda reader: profile_screen(PROFILE, reader, is_own=True),
    "start_anew": start_anew_screen,
    "profile_compared": lambda reader: profile_screen(
        PROFILE, reader, shows_achievements=False, between=BETWEEN
    ),
    "profile_new": lambda reader: profile_screen(Profile(ANN, "Ann", Tally(rounds=1), None, None), reader),
    "past": lambda reader: past_screen(
        [past(3, "Ann", "Ben"), past(2, "Cem", "Ann", "Dan")], Listed(EVERYBODY, ANN, 1, 3), reader
    ),
    "past_none": lambda reader: past_screen([], Listed(ANN, ANN, 0, 1), reader),
    "past_match": lambda reader: match_screen(TABLE, ROUNDS, reader, ("A", "B", "C")),
    "past_rounds": lambda reader: rounds_screen(TABLE, ROUNDS * 9, reader, 0),
    "replay_deal": lambda reader: replay_screen(TABLE, FRAMES, 0, reader),
    "replay_turn": lambda reader: replay_screen(TABLE, FRAMES, 2, reader),
    "replay_end": lambda reader: replay_screen(TABLE, FRAMES, 99, reader),
    "round_honours": lambda reader: round_screen(TABLE, MADE.ended, reader, HONOURS),
}
