"""Tables brought back from the database: the round that ran is dealt again and its moves are replayed."""

from collections.abc import Iterable
from dataclasses import replace

from bot.engine.apply import apply
from bot.engine.errors import IllegalActionError, Rejection
from bot.engine.events import Event, RoundEnded
from bot.engine.export import Played, steps_of
from bot.engine.house_rules import parse_rules
from bot.engine.match import deal_round, from_checkpoint
from bot.engine.results import RoundResult
from bot.engine.state import MatchState, Step
from bot.engine.transcript import action_from_json
from bot.manager.play import public
from bot.manager.table_state import Running, TableState, Tempo
from bot.ports.store import Json, MoveRecord, StoredTable, TableRecord
from bot.ports.tables import Status

FAULTS = (ArithmeticError, AttributeError, IllegalActionError, LookupError, TypeError, ValueError)
"""What comes of rows that hold something else than they should."""


class BrokenTableError(Exception):
    """A stored table that cannot be brought back. The text names the table and no card."""


def revive(stored: StoredTable) -> TableState:
    """The table as its last commit left it. Raises `BrokenTableError`."""
    record = stored.table
    try:
        rules = parse_rules(record.rules)
        if record.checkpoint is None:
            return TableState(record, rules, touched=record.created_at)
        match = from_checkpoint(rules, record.seed, record.checkpoint["match"])
        running = _replayed(match, record.checkpoint, stored.moves)
    except FAULTS as error:
        raise _broken(record, error) from None
    touched = stored.moves[-1].at if stored.moves else record.created_at
    return TableState(record, rules, running, touched)


def awaits_announcement(record: TableRecord) -> bool:
    """Whether the result of the last finished round was not posted yet."""
    finished = record.round - 1 if record.status is Status.PLAYING else record.round
    return record.status is not Status.STOPPED and record.announced < finished


def lacks_result(state: TableState) -> bool:
    """Whether the running round's predecessor has to be played again for its result."""
    running = state.running
    return running is not None and running.last_round is None and awaits_announcement(state.record)


def with_last_result(state: TableState, moves: Iterable[MoveRecord]) -> TableState:
    """The same table with the result of the round before, from all moves of the match.

    Raises `BrokenTableError`.
    """
    if state.running is None:
        return state
    try:
        result = _last_result(state.record, moves)
    except FAULTS as error:
        raise _broken(state.record, error) from None
    return replace(state, running=replace(state.running, last_round=result))


def played(record: TableRecord, moves: Iterable[MoveRecord]) -> Played:
    """A match from its first deal on, with the names as seated; who was forgotten has the seat's number."""
    return Played(
        rules=parse_rules(record.rules),
        seed=record.seed,
        names=[member.name or f"Player {seat + 1}" for seat, member in enumerate(record.members)],
        moves=[(move.round, move.seat, move.action) for move in moves],
        since=[member.since for member in record.members],
    )


def _last_result(record: TableRecord, moves: Iterable[MoveRecord]) -> RoundResult | None:
    before = [move for move in moves if move.round < record.round]
    results = [_result_in(step) for _, step in steps_of(played(record, before))]
    return next((result for result in reversed(results) if result is not None), None)


def _replayed(match: MatchState, checkpoint: Json, moves: tuple[MoveRecord, ...]) -> Running:
    step = deal_round(match)
    recent: list[Event] = list(public(step.events))
    result: RoundResult | None = None
    for move in moves:
        step = _step(step.state, move)
        recent += public(step.events)
        result = _result_in(step) or result
    return Running(
        match=step.state,
        tempo=Tempo(
            checkpoint["turn_seconds"],
            checkpoint["pace"],
            checkpoint.get("absent", "hold"),
            checkpoint.get("talk", False),
        ),
        moves=checkpoint["moves"] + len(moves),
        silent_rounds=checkpoint["silent_rounds"],
        recent=tuple(recent),
        last_round=result,
    )


def _step(match: MatchState, move: MoveRecord) -> Step:
    seat, action = action_from_json({"seat": move.seat} | move.action)
    step = apply(match, seat, action)
    if isinstance(step, Rejection):
        raise ValueError(f"move {move.number} is refused")  # noqa: TRY004 - a value, whatever its type
    return step


def _result_in(step: Step) -> RoundResult | None:
    return next((event.result for event in step.events if isinstance(event, RoundEnded)), None)


def _broken(record: TableRecord, error: Exception) -> BrokenTableError:
    # The error's own text may hold cards.
    return BrokenTableError(f"table {record.id} cannot be played on: {type(error).__name__}")
