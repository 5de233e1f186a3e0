"""Refusals are values with a code; only a defect of ours is an exception."""

from dataclasses import dataclass, field
from enum import StrEnum


class Code(StrEnum):
    """Why the rules refuse an action, or why a match cannot be read or set up."""

    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_HAND = "not_in_hand"
    NOT_A_MELD = "not_a_meld"
    DRAW_NOT_OPEN = "draw_not_open"
    STOCK_EMPTY = "stock_empty"
    OVER_CALL_LIMIT = "over_call_limit"
    CALL_NOT_ALLOWED = "call_not_allowed"
    MUST_CALL = "must_call"
    SLAP_NOT_ALLOWED = "slap_not_allowed"
    SLAP_TOO_LATE = "slap_too_late"
    SLAP_NO_MATCH = "slap_no_match"
    PASS_NOT_ALLOWED = "pass_not_allowed"
    SEAT_IS_OUT = "seat_is_out"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    BAD_TRANSCRIPT = "bad_transcript"
    BAD_RULES = "bad_rules"
    BAD_DEAL = "bad_deal"
    TOO_MANY_PLAYERS = "too_many_players"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A refused action: nothing has changed.

    `rule` is the number of the sentence in `RULES.md` that refuses it. `params` are plain values for
    the text that a person reads (cards as their texts, several with blanks between); never a card the
    person may not see.
    """

    code: Code
    rule: str
    params: dict[str, object] = field(default_factory=dict[str, object])


class IllegalActionError(Exception):
    """Our own code asked for something the rules refuse: a defect, never a player's fault."""
