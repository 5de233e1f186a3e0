"""What a finished round and a finished match leave for the statistics. Pure."""

from bot.engine.replay import round_to_json
from bot.engine.results import MatchResult, Outcome, RoundResult
from bot.manager.table_state import TableState
from bot.ports.store import MatchRecord, RoundRecord, SeatMatch, SeatRound


def round_record(state: TableState, result: RoundResult, now: float) -> RoundRecord:
    """One finished round: only seats that were dealt in and held their hand to the show."""
    seats = tuple(
        _seat_round(state, result, seat) for seat, count in enumerate(result.counts) if count is not None
    )
    return RoundRecord(result.number, round_to_json(result), seats, now)


def match_record(state: TableState, result: MatchResult, now: float) -> MatchRecord:
    """A finished match; a shared win counts in parts."""
    running = state.running
    if running is None:
        raise ValueError("a table in the lobby has no result")
    seats = tuple(
        SeatMatch(
            seat=seat,
            user=member.user,
            level=member.level if member.is_computer else None,
            rank=result.ranks[seat],
            share=1 / len(result.winners) if seat in result.winners else 0.0,
            total=running.match.totals[seat],
            left=member.gone,
            team=running.match.teams[seat] if running.match.teams else None,
        )
        for seat, member in enumerate(state.members)
    )
    return MatchRecord(seats, running.match.round_number, now)


def _seat_round(state: TableState, result: RoundResult, seat: int) -> SeatRound:
    is_caller = seat == result.caller
    is_assaf = seat in result.assafers and result.counts[seat] == result.counts[result.assafers[0]]
    return SeatRound(
        seat=seat,
        user=state.members[seat].user,
        points=result.points[seat] or 0,
        count=result.counts[seat] or 0,
        called=is_caller,
        assafed=is_caller and result.outcome is Outcome.ASSAF,
        assafs=int(is_assaf),
        halved=any(hit.seat == seat for hit in result.exact_hits),
    )
