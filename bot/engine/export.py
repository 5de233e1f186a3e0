"""A finished match as a transcript that anybody can replay and check against the commitment."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.apply import apply
from bot.engine.cards import TEXT, cards_in, texts
from bot.engine.chance import commitment
from bot.engine.errors import IllegalActionError, Rejection
from bot.engine.house_rules import HouseRules
from bot.engine.match import deal_round, new_match
from bot.engine.state import MatchState
from bot.engine.transcript import FORMAT, action_from_json


@dataclass(frozen=True, slots=True)
class Played:
    """What was played: the match is its rules, its seed and its moves."""

    rules: HouseRules
    seed: str
    names: Sequence[str]
    moves: Iterable[tuple[int, dict[str, Any]]]
    """The seat and the transcript form of every accepted action, in order over all rounds."""


def transcript_of(played: Played) -> dict[str, Any]:
    """The transcript with every deal written out. Holds the seed: for finished matches only.

    Raises `IllegalActionError` if the moves do not follow from the rules and the seed.
    """
    match = new_match(played.rules, len(played.names), played.seed)
    state = deal_round(match).state
    rounds = [_opening(state)]
    for seat, written in played.moves:
        if state.round is None:
            state = deal_round(state).state
            rounds.append(_opening(state))
        _, action = action_from_json({"seat": seat} | written)
        step = apply(state, seat, action)
        if isinstance(step, Rejection):
            raise IllegalActionError(f"a stored move is refused: {step.code}")
        rounds[-1]["actions"].append({"seat": seat} | written)
        state = step.state
    teams = {} if match.teams is None else {"teams": list(match.teams)}
    return {
        "format": FORMAT,
        "rules": played.rules.short(),
        "players": list(played.names),
        **teams,
        "seed": played.seed,
        "commitment": commitment(played.seed),
        "rounds": rounds,
    }


def _opening(state: MatchState) -> dict[str, Any]:
    now = state.round
    if now is None:
        raise IllegalActionError("the match goes on after its end")
    hands = [None if hand is None else texts(cards_in(hand)) for hand in now.hands]
    deal = {"hands": hands, "upcard": TEXT[now.open.top], "stock": texts(now.stock[::-1])}
    return {"dealer": now.dealer, "starter": now.starter, "deal": deal, "actions": []}
