"""Totals, exact hits, elimination and the end of a match (section 7 of the rules)."""

from dataclasses import replace

from bot.engine.results import ExactHit, MatchResult, Outcome
from bot.engine.scoring import Score
from bot.engine.state import MatchState, clockwise, next_in
from bot.engine.totals import is_over_limit, landed, written
from bot.engine.values import value


@value
class Booking:
    """The match after a round was written down: it is over, or waits for the next deal."""

    state: MatchState
    exact_hits: tuple[ExactHit, ...]


def book(state: MatchState, score: Score) -> Booking:
    """Add the points, apply exact hits, then test the limit, then the end of the match (rules 7.1 to 7.5)."""
    totals, hits = _new_totals(state, score)
    after = replace(state, totals=totals, round=None)
    out, number = _out_now(after, score), state.round_number
    if out:
        out_since = tuple(number if seat in out else since for seat, since in enumerate(state.out_since))
        after = replace(after, out_since=out_since)
    after = _end(after)
    if not after.is_over:
        dealer = next_in(after, state.dealer)
        after = replace(after, dealer=dealer, next_starter=_next_starter(after, score, dealer))
    return Booking(after, hits)


def leave(state: MatchState, seat: int) -> MatchState:
    """A seat goes out with its present total; the match may be over (rule 7.11)."""
    out_since = tuple(
        state.round_number if other == seat else since for other, since in enumerate(state.out_since)
    )
    left = tuple(other == seat or gone for other, gone in enumerate(state.left))
    gone = replace(state, out_since=out_since, left=left)
    if sides_left(gone) <= 1:
        return replace(gone, result=_result(gone))
    if gone.round is None and gone.dealer == seat and gone.next_starter is not None:
        gone = replace(gone, dealer=next_in(gone, seat))
        if gone.rules.next_starter == "dealer":
            gone = replace(gone, next_starter=next_in(gone, gone.dealer))
    if gone.next_starter == seat:
        gone = replace(gone, next_starter=next_in(gone, seat))
    return gone


def sides_left(state: MatchState) -> int:
    """Players, or teams, that are still in."""
    if state.teams is None:
        return len(state.seats_in())
    return len({state.teams[seat] for seat in state.seats_in()})


def ranks(state: MatchState) -> tuple[int, ...]:
    """Rank of each seat from 1 without gaps: in before out, the later out first, then by total (7.9)."""
    keys = [_rank_key(state, seat) for seat in state.seats]
    places = sorted(set(keys))
    return tuple(places.index(key) + 1 for key in keys)


def _new_totals(state: MatchState, score: Score) -> tuple[tuple[int, ...], tuple[ExactHit, ...]]:
    rules, totals, hits = state.rules, list(state.totals), list[ExactHit]()
    for seat, points in enumerate(score.points):
        if points is None:
            continue
        total = written(rules, totals[seat], points, has_won=seat == score.winner)
        totals[seat] = landed(rules, total, points)
        if totals[seat] != total:
            hits.append(ExactHit(seat, total, totals[seat]))
    return tuple(totals), tuple(hits)


def _team_total(state: MatchState, team: int) -> int:
    return sum(state.totals[seat] for seat in state.seats if state.teams and state.teams[seat] == team)


def _side_total(state: MatchState, seat: int) -> int:
    """The total that counts for a seat: its own, or its team's sum (rule 7.10)."""
    return state.totals[seat] if state.teams is None else _team_total(state, state.teams[seat])


def _out_now(state: MatchState, score: Score) -> list[int]:
    """Seats that this round puts out, before the end of the match is looked at."""
    rules = state.rules
    seats = state.seats_in()
    out = [seat for seat in seats if rules.ofer and score.outcome is Outcome.ASSAF and seat == score.caller]
    if state.is_extra or rules.game_end == "rounds":
        return out
    if _is_golden(state):
        return out or _golden_losers(state, score)
    return [seat for seat in seats if seat in out or is_over_limit(rules, _side_total(state, seat))]


def _is_golden(state: MatchState) -> bool:
    """With two left of more, the lower round wins the match (switch `two_left`)."""
    rules = state.rules
    return (
        rules.two_left == "golden"
        and rules.game_end == "last_in"
        and state.teams is None
        and len(state.totals) > 2
        and len(state.seats_in()) == 2
    )


def _golden_losers(state: MatchState, score: Score) -> list[int]:
    first, second = state.seats_in()
    ours, theirs = score.points[first] or 0, score.points[second] or 0
    if ours == theirs:
        return []
    return [first if ours > theirs else second]


def _end(state: MatchState) -> MatchState:
    """The match with its result, with an extra round due, or going on (rules 7.4 to 7.8)."""
    if not _is_at_end(state):
        return state
    winners = _leaders(state)
    sides = len({state.teams[seat] for seat in winners}) if state.teams else len(winners)
    if sides > 1 and state.rules.tie_at_end == "extra_round":
        number = state.round_number
        out_since = tuple(
            None if seat in winners else (number if since is None else since)
            for seat, since in enumerate(state.out_since)
        )
        return replace(state, out_since=out_since, is_extra=True)
    return replace(state, result=_result(state))


def _is_at_end(state: MatchState) -> bool:
    rules = state.rules
    if state.is_extra or sides_left(state) <= 1:
        return True
    if rules.game_end == "first_over":
        return any(
            since == state.round_number and not left
            for since, left in zip(state.out_since, state.left, strict=True)
        )
    return rules.game_end == "rounds" and state.round_number >= rules.rounds


def _leaders(state: MatchState) -> list[int]:
    """The seats that share the win: the last one in, else the lowest total of those who may win."""
    seats = state.seats_in() or _last_out(state)
    lowest = min(_side_total(state, seat) for seat in seats)
    leaders = [seat for seat in seats if _side_total(state, seat) == lowest]
    if state.teams is None:
        return leaders
    teams = {state.teams[seat] for seat in leaders}
    return [seat for seat in state.seats if state.teams[seat] in teams and not state.left[seat]]


def _last_out(state: MatchState) -> list[int]:
    """Who went out last: where all go out in one round, the lowest of them wins (rule 7.4)."""
    played = [seat for seat in state.seats if not state.left[seat]]
    last = max(state.out_since[seat] or 0 for seat in played)
    return [seat for seat in played if state.out_since[seat] == last]


def _result(state: MatchState) -> MatchResult:
    winners = _leaders(state)
    if state.teams is not None:
        placed = [1 if seat in winners else 2 for seat in state.seats]
    else:
        placed = [1 if seat in winners else rank for seat, rank in enumerate(ranks(state))]
    return MatchResult(tuple(winners), tuple(placed))


def _rank_key(state: MatchState, seat: int) -> tuple[int, int, bool, int]:
    since, left = state.out_since[seat], state.left[seat]
    total = _side_total(state, seat)
    if since is None or state.teams is not None:
        return (0, 0, False, total)
    # Where totals decide the match, whoever left ranks behind all who stayed.
    is_behind = left and state.rules.game_end != "last_in"
    return (2 if is_behind else 1, -since, left, total)


def _next_starter(state: MatchState, score: Score, dealer: int) -> int:
    """Who starts the round that `dealer` deals; a seat that is out passes it on clockwise."""
    wanted = _wanted_starter(state, score, dealer)
    return wanted if state.is_in(wanted) else next_in(state, wanted)


def _wanted_starter(state: MatchState, score: Score, dealer: int) -> int:
    """The switch `next_starter`; the seat left of the dealer where nobody called."""
    match state.rules.next_starter:
        case "winner" if score.winner is not None:
            return score.winner
        case "caller" if score.caller is not None:
            return score.caller
        case "left_of_caller" if score.caller is not None:
            return next_in(state, score.caller)
        case "loser":
            return _loser(score, state.dealer if score.caller is None else score.caller)
        case _:
            return next_in(state, dealer)


def _loser(score: Score, after: int) -> int:
    """The seat with most points this round; level: the first clockwise."""
    most = max(points for points in score.points if points is not None)
    return next(seat for seat in clockwise(len(score.points), after) if score.points[seat] == most)
