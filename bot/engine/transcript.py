"""Transcripts: a match as JSON (format `yaniv-transcript/1`), read with every fault named."""

from typing import Annotated, Any, Literal, assert_never

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.engine.actions import STOCK, Action, Call, Leave, Pass, Slap, Swap, Timeout, Turn
from bot.engine.cards import TEXT, parse_card, texts
from bot.engine.chance import is_seed
from bot.engine.errors import Code
from bot.engine.house_rules import HouseRules, RulesError, combination_faults, parse_rules
from bot.engine.values import value

FORMAT = "yaniv-transcript/1"
FEWEST_PLAYERS = 2


class TranscriptError(ValueError):
    """A transcript that cannot be read or set up. `round` and `action` count from 1, where known."""

    def __init__(
        self, code: Code, message: str, round_: int | None = None, action: int | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.round, self.action = code, message, round_, action


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class WrittenDeal(_Model):
    """Cards as their texts; `stock` from the top down."""

    hands: list[list[str] | None]
    upcard: str | None = None
    stock: list[str] = []


class WrittenRound(_Model):
    dealer: int | None = None
    starter: int | None = None
    joins: list[str] = []
    """Names of latecomers who sat down before this deal."""
    deal: WrittenDeal | None = None
    actions: list[Any] = []


class Transcript(_Model):
    format: Literal["yaniv-transcript/1"]
    rules: str | dict[str, Any]
    players: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=FEWEST_PLAYERS)]
    teams: list[Literal[0, 1]] | None = None
    totals: list[Annotated[int, Field(ge=0)]] | None = None
    seed: str | None = None
    commitment: str | None = None
    """The hash that stood on the table from the first deal: the replay checks seed and deals against it."""
    rounds: list[WrittenRound] = []


class _WrittenAction(_Model):
    seat: Annotated[int, Field(ge=0)]
    discard: list[str] | None = None
    draw: str | None = None
    slap: str | None = None
    swap: str | None = None
    for_: str | None = Field(None, alias="for")
    call: Literal[True] | None = None
    pass_: Literal[True] | None = Field(None, alias="pass")
    timeout: Literal[True] | None = None
    leave: Literal[True] | None = None


@value
class Setup:
    """A transcript whose rules and players fit together."""

    rules: HouseRules
    written: Transcript


def read_transcript(data: object) -> Setup:
    """Read a transcript's outside; its actions are read as they are played. Raises `TranscriptError`."""
    if not isinstance(data, dict):
        raise TranscriptError(Code.BAD_TRANSCRIPT, "a transcript is a JSON object")
    try:
        written = Transcript.model_validate(data)
    except ValidationError as error:
        raise TranscriptError(Code.BAD_TRANSCRIPT, _faults(error)) from None
    rules = _rules_of(written)
    _check_lists(written, rules)
    return Setup(rules, written)


def action_from_json(data: object) -> tuple[int, Action]:
    """The seat and the action of one entry. Raises `ValueError` with what is wrong."""
    try:
        written = _WrittenAction.model_validate(data)
    except ValidationError as error:
        raise ValueError(_faults(error)) from None
    kinds: dict[str, object] = {
        "discard": written.discard,
        "slap": written.slap,
        "swap": written.swap,
        "call": written.call,
        "pass": written.pass_,
        "timeout": written.timeout,
        "leave": written.leave,
    }
    given = [name for name, value in kinds.items() if value is not None]
    if len(given) != 1:
        raise ValueError(f"an action is one of {', '.join(kinds)}, not {' and '.join(given) or 'none'}")
    if (written.draw is None) != (written.discard is None):
        raise ValueError("discard and draw go together")
    if (written.for_ is None) != (written.swap is None):
        raise ValueError("swap and for go together")
    return written.seat, _action(written, given[0])


def action_to_json(action: Action) -> dict[str, Any]:
    """The transcript form of an action, without the seat."""
    match action:
        case Turn(discard, draw):
            return {"discard": texts(discard), "draw": "stock" if draw is None else TEXT[draw]}
        case Slap(card):
            return {"slap": TEXT[card]}
        case Swap(card, joker):
            return {"swap": TEXT[card], "for": TEXT[joker]}
        case Call():
            return {"call": True}
        case Pass():
            return {"pass": True}
        case Timeout():
            return {"timeout": True}
        case Leave():
            return {"leave": True}
    assert_never(action)


def _action(written: _WrittenAction, kind: str) -> Action:
    match kind:
        case "discard":
            draw = STOCK if written.draw == "stock" else parse_card(written.draw or "")
            return Turn(tuple(parse_card(text) for text in written.discard or []), draw)
        case "slap":
            return Slap(parse_card(written.slap or ""))
        case "swap":
            return Swap(parse_card(written.swap or ""), parse_card(written.for_ or ""))
        case "call":
            return Call()
        case "pass":
            return Pass()
        case "timeout":
            return Timeout()
        case _:
            return Leave()


def _rules_of(written: Transcript) -> HouseRules:
    players = len(written.players)
    try:
        rules = parse_rules(written.rules)
    except RulesError as error:
        raise TranscriptError(Code.BAD_RULES, str(error)) from None
    if players > rules.seats:
        message = f"{players} players, but these rules seat {rules.seats} at the most"
        raise TranscriptError(Code.TOO_MANY_PLAYERS, message)
    if faults := combination_faults(rules, players):
        raise TranscriptError(Code.BAD_RULES, str(RulesError(faults)))
    return rules


def _check_lists(written: Transcript, rules: HouseRules) -> None:
    players = len(written.players)
    faults: list[str] = []
    if written.totals is not None and len(written.totals) != players:
        faults.append(f"totals: {len(written.totals)} entries for {players} players")
    if written.commitment is not None and written.seed is None:
        faults.append("commitment: nothing to check it against without a seed")
    if written.seed is not None and not is_seed(written.seed):
        faults.append("seed: must be 64 hexadecimal digits")
    # Teams are read only where the rules have teams, as `rounds` is read only with `game_end` rounds.
    if rules.teams and written.teams is not None:
        if len(written.teams) != players:
            faults.append(f"teams: {len(written.teams)} entries for {players} players")
        elif sum(written.teams) * 2 != players:
            faults.append("teams: the two teams must be of one size")
    if faults:
        raise TranscriptError(Code.BAD_TRANSCRIPT, "; ".join(faults))


def _faults(error: ValidationError) -> str:
    return "; ".join(
        ".".join(str(part) for part in detail["loc"]) + ": " + detail["msg"] for detail in error.errors()
    )
