"""A finished match as a transcript that anybody can replay and check against the commitment."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.engine.apply import apply
from bot.engine.cards import TEXT, cards_in, texts
from bot.engine.chance import commitment
from bot.engine.errors import IllegalActionError, Rejection
from bot.engine.house_rules import HouseRules
from bot.engine.match import deal_round, join_late, new_match
from bot.engine.state import MatchState, Step
from bot.engine.transcript import FORMAT, action_from_json
from bot.engine.values import value

StoredMove = tuple[int, int, dict[str, Any]]
"""Round, seat and transcript form of an action that was accepted."""


@value
class Played:
    """What was played: the match is its rules, its seed and its moves."""

    rules: HouseRules
    seed: str
    names: Sequence[str]
    moves: Iterable[StoredMove]
    """In order over all rounds. Whoever left between two rounds did so in the one that had ended."""
    since: Sequence[int] = ()
    """The first round of each seat; empty where everybody was there from the start."""

    def seated_before(self, round_number: int) -> list[str]:
        """Who sat down for this round: at the first deal the players, later the latecomers."""
        return [
            name
            for seat, name in enumerate(self.names)
            if round_number == (self.since[seat] if self.since else 1)
        ]


def steps_of(played: Played) -> Iterator[tuple[StoredMove | None, Step]]:
    """Every step of the match with the move that made it; a deal has none.

    Raises `IllegalActionError` if the moves do not follow from the rules and the seed.
    """
    players = len(played.seated_before(1))
    step = deal_round(new_match(played.rules, players, played.seed))
    yield None, step
    for move in played.moves:
        round_number, seat, written = move
        if round_number > step.state.round_number:
            step = _next_deal(step.state, played)
            yield None, step
        _, action = action_from_json({"seat": seat} | written)
        made = apply(step.state, seat, action)
        if isinstance(made, Rejection):
            raise IllegalActionError(f"a stored move is refused: {made.code}")
        step = made
        yield move, step


def transcript_of(played: Played) -> dict[str, Any]:
    """The transcript with every deal written out. Holds the seed: for finished matches only.

    Raises `IllegalActionError` if the moves do not follow from the rules and the seed.
    """
    rounds: list[dict[str, Any]] = []
    teams: dict[str, Any] = {}
    for move, step in steps_of(played):
        if move is None:
            late = played.seated_before(step.state.round_number) if rounds else []
            rounds.append(({"joins": late} if late else {}) | _opening(step.state))
            teams = {} if step.state.teams is None else {"teams": list(step.state.teams)}
        else:
            _, seat, written = move
            rounds[-1]["actions"].append({"seat": seat} | written)
    return {
        "format": FORMAT,
        "rules": played.rules.short(),
        "players": played.seated_before(1),
        **teams,
        "seed": played.seed,
        "commitment": commitment(played.seed),
        "rounds": rounds,
    }


def _next_deal(state: MatchState, played: Played) -> Step:
    if state.is_over or state.round is not None:
        raise IllegalActionError("a stored move belongs to a round that was never dealt")
    for _ in played.seated_before(state.round_number + 1):
        state = join_late(state)
    return deal_round(state)


def _opening(state: MatchState) -> dict[str, Any]:
    now = state.round
    if now is None:
        raise IllegalActionError("the match goes on after its end")
    hands = [None if hand is None else texts(cards_in(hand)) for hand in now.hands]
    deal = {"hands": hands, "upcard": TEXT[now.open.top], "stock": texts(now.stock[::-1])}
    return {"dealer": now.dealer, "starter": now.starter, "deal": deal, "actions": []}
