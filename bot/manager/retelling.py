"""The results of a stored table, told again from its rules, its seed and its moves."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine.events import RoundEnded
from bot.engine.export import steps_of
from bot.engine.house_rules import parse_rules
from bot.manager import records
from bot.manager.recovery import FAULTS, played
from bot.manager.table_state import Running, TableState, Tempo
from bot.ports.statistics import Results
from bot.ports.store import MatchRecord, MoveRecord, RoundRecord, TableRecord
from bot.ports.tables import Status

_NO_TEMPO = Tempo(None, 0.0)
"""Results do not depend on clocks."""


def results_of(table: TableRecord, moves: Sequence[MoveRecord]) -> Results | None:
    """What was written when the rounds and the match ended; `None` if the moves cannot be played again."""
    try:
        return _results(table, moves)
    except FAULTS:
        return None


def _results(table: TableRecord, moves: Sequence[MoveRecord]) -> Results:
    rounds: list[RoundRecord] = []
    match: MatchRecord | None = None
    for state, move in _states(table, moves):
        running = state.running
        if running is None or running.last_round is None:
            continue
        rounds.append(records.round_record(state, running.last_round, move.at))
        result = running.match.result
        if result is not None and table.status is Status.OVER:
            match = records.match_record(state, result, move.at)
    return Results(tuple(rounds), match)


def _states(table: TableRecord, moves: Sequence[MoveRecord]) -> Iterator[tuple[TableState, MoveRecord]]:
    """The table after each move, with the round that the move ended, if it did."""
    bare = TableState(table, parse_rules(table.rules))
    in_order = iter(moves)
    for written, step in steps_of(played(table, moves)):
        if written is None:
            continue
        ended = next((event.result for event in step.events if isinstance(event, RoundEnded)), None)
        running = Running(step.state, _NO_TEMPO, last_round=ended)
        yield replace(bare, running=running), next(in_order)
