"""The house rules: every switch with its values, its range and its default, and the four presets.

`RULES.md` says what each switch turns on. What a preset brings along gives way where another
switch makes it pointless (marks above the limit are dead, rule 7.2; fewer seats where the pack is small);
what somebody wrote himself must hold, or is refused with the switch named.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Any, Literal, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    field_validator,
)

from bot.engine.values import value

PresetName = Literal["classic", "yanef", "japanese", "quick"]
Mark = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,3}$")]
MarkMap = Annotated[dict[Mark, Annotated[int, Field(ge=0, le=1000)]], Field(max_length=20)]

CARDS_KEPT_BACK = 2
"""Cards beyond the hands that a table needs so that a reshuffle always yields one (rule 1.1)."""
AUTO_SECOND_PACK = 6
"""With `packs` on auto: the number of players from which on two packs are used."""
LEAST_PLAYERS = 2
TEAM_SEATS = 4
"""The fewest players who make two teams."""


class Multiples(BaseModel):
    """Marks at every multiple up to the limit (rule 7.2)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    multiple: int = Field(ge=2, le=1000)
    to: Literal["half", "minus_50"]


class HouseRules(BaseModel):
    """One value for each switch. Build it with `parse_rules`, which fills in the preset's defaults."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    preset: PresetName = "classic"
    players_max: int = Field(default=8, ge=2, le=10)
    hand_size: int = Field(default=5, ge=3, le=7)
    packs: Literal[1, 2, "auto"] = 1
    jokers_per_pack: int = Field(default=2, ge=0, le=2)
    face_values: Literal["10-10-10", "11-12-13"] = "10-10-10"
    teams: Literal[0, 2] = 0
    set_min: Literal[2, 3] = 2
    jokers_in_sets: Literal["none", "wild"] = "none"
    joker_pair: bool = False
    runs: bool = True
    run_min: int = Field(default=3, ge=2, le=5)
    ace_in_runs: Literal["low", "high_or_low", "wrap"] = "low"
    jokers_in_runs: Literal["none", "gaps_only", "anywhere"] = "anywhere"
    max_jokers_per_run: int = Field(default=4, ge=1, le=4)
    min_naturals_in_run: Literal[1, 2] = 1
    draw_from_set: Literal["ends", "any", "top"] = "ends"
    draw_from_run: Literal["ends", "any", "top"] = "ends"
    end_joker_drawable: bool = True
    joker_swap: bool = False
    discard_draw_needs: Literal["nothing", "multi"] = "nothing"
    upcard_drawable: bool = True
    stock_empty: Literal["reshuffle", "score_hands", "no_points"] = "reshuffle"
    slap: Literal["off", "own", "anyone", "both"] = "off"
    slap_trigger: Literal["single", "single_or_set"] = "single_or_set"
    slap_run_extension: bool = False
    slap_from: Literal["stock", "any"] = "stock"
    slap_last_card: Literal["must_call", "forbid", "wins_round"] = "must_call"
    call_limit: int = Field(default=7, ge=0, le=50)
    first_turn_call: Literal["allowed", "after_one_turn"] = "allowed"
    final_lap: Literal["none", "optional", "compulsory"] = "none"
    assaf_on: Literal["tie_or_lower", "lower"] = "tie_or_lower"
    assaf_mode: Literal["plus", "flat"] = "plus"
    assaf_penalty: int = Field(default=30, ge=0, le=100)
    assaf_tie_penalty: Annotated[int, Field(ge=0, le=100)] | None = None
    assaf_extra: int = Field(default=0, ge=0, le=50)
    assaf_zero: Literal["lowest", "all", "first", "none"] = "lowest"
    assaf_others: Literal["hand", "zero"] = "hand"
    level_with_caller: Literal["hand", "zero"] = "hand"
    zero_hand: Literal["normal", "immune"] = "normal"
    caller_bonus: int = Field(default=0, ge=-20, le=0)
    winner_halves_total: bool = False
    ofer: bool = False
    exact_hits: Literal["off"] | Multiples | MarkMap = Field(default_factory=lambda: {"100": 50, "200": 100})
    exact_hit_needs_points: bool = True
    exact_hit_chain: bool = False
    limit: int = Field(default=200, ge=20, le=1000)
    limit_test: Literal["over", "reach"] = "over"
    game_end: Literal["last_in", "first_over", "rounds"] = "last_in"
    rounds: int = Field(default=5, ge=1, le=50)
    two_left: Literal["play_on", "golden"] = "play_on"
    tie_at_end: Literal["joint", "extra_round"] = "joint"
    first_starter: Literal["left_of_dealer", "random", "host"] = "left_of_dealer"
    next_starter: Literal["winner", "caller", "left_of_caller", "dealer", "loser"] = "winner"
    late_join: Literal["none", "highest", "highest_plus_10"] = "none"
    round_turn_cap: int = Field(default=0, ge=0, le=500)

    @field_validator("assaf_tie_penalty", mode="before")
    @classmethod
    def _none_in_words(cls, value: object) -> object:
        return None if value == "none" else value

    @cached_property
    def _fingerprint(self) -> int:
        return hash(self.model_dump_json())

    @field_validator("packs", "teams", "set_min", "min_naturals_in_run", mode="before")
    @classmethod
    def _no_number_in_disguise(cls, value: object) -> object:
        """Python takes `true` for 1 and 2.0 for 2 among listed values; here they are no such value."""
        return None if isinstance(value, bool | float) else value

    def __hash__(self) -> int:
        return self._fingerprint

    def packs_for(self, players: int) -> int:
        """Packs in play with so many seats dealt in."""
        if self.packs == "auto":
            return 2 if players >= AUTO_SECOND_PACK else 1
        return self.packs

    def can_deal(self, players: int) -> bool:
        """Whether the pack serves so many hands and leaves what a reshuffle needs (rule 1.1)."""
        cards = self.packs_for(players) * (52 + self.jokers_per_pack)
        return players * self.hand_size + CARDS_KEPT_BACK <= cards

    @cached_property
    def seats(self) -> int:
        """The most players who can sit down: `players_max`, or fewer where the pack is small."""
        return max(n for n in range(LEAST_PLAYERS, self.players_max + 1) if self.can_deal(n))

    @cached_property
    def call_word(self) -> str:
        """The word of the call, before translation."""
        return "Yanef" if self.preset == "yanef" else "Yaniv"

    def differences(self) -> dict[str, Any]:
        """The switches that differ from the preset, in their own order, JSON-able."""
        usual = PRESETS[self.preset].dump()
        return {name: value for name, value in self.dump().items() if value != usual[name]}

    def dump(self) -> dict[str, Any]:
        """All switches, JSON-able; `parse_rules` reads it back."""
        return self.model_dump(mode="json")

    def short(self) -> dict[str, Any]:
        """The preset's name with the overrides, as a transcript writes it."""
        return {"preset": self.preset} | self.differences()


_YANEF: dict[str, Any] = {
    "players_max": 5,
    "jokers_per_pack": 0,
    "runs": False,
    "draw_from_set": "top",
    "call_limit": 5,
    "final_lap": "optional",
    "assaf_mode": "flat",
    "assaf_penalty": 20,
    "exact_hits": {"25": 0, "50": 25, "100": 50},
    "limit": 100,
    "game_end": "first_over",
    "next_starter": "dealer",
}
_JAPANESE: dict[str, Any] = {
    "call_limit": 5,
    "assaf_on": "lower",
    "exact_hits": {"multiple": 50, "to": "half"},
    "next_starter": "dealer",
}
_QUICK: dict[str, Any] = {"limit": 50, "game_end": "first_over"}

PRESETS: dict[str, HouseRules] = {
    "classic": HouseRules(),
    "yanef": HouseRules.model_validate({"preset": "yanef"} | _YANEF),
    "japanese": HouseRules.model_validate({"preset": "japanese"} | _JAPANESE),
    "quick": HouseRules.model_validate({"preset": "quick"} | _QUICK),
}
"""All switches of each preset, by its name."""


@value
class Fault:
    """One thing wrong with house rules. `params` are plain values for a translated text."""

    field: str
    reason: str
    """A short key: `unknown_field`, `bad_value`, or one of the combinations in `combination_faults`."""
    message: str
    """The same in English, with the switch, what it may be and the value given."""
    params: tuple[tuple[str, Any], ...] = ()


class RulesError(ValueError):
    """House rules that cannot be: every fault at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))


def preset(name: str) -> HouseRules:
    """The preset of that name. Raises `RulesError` for an unknown one."""
    if name not in PRESETS:
        message = f"preset: {name!r} is not one of {', '.join(PRESETS)}"
        raise RulesError([Fault("preset", "bad_value", message)])
    return PRESETS[name]


def parse_rules(data: object, players: int | None = None) -> HouseRules:
    """House rules from a preset's name, or from a mapping of switches with an optional `preset`.

    With `players` (seats at the start of a match) the combinations are tested for that number.
    Raises `RulesError` with every fault: unknown names, values out of range, impossible combinations.
    """
    if isinstance(data, str):
        data = {"preset": data}
    if not isinstance(data, dict):
        message = f"rules: {data!r} is neither a preset's name nor a mapping of switches"
        raise RulesError([Fault("rules", "bad_value", message)])
    given = cast(dict[str, Any], data)
    name = given.get("preset", "classic")
    base = preset(name if isinstance(name, str) else repr(name)).dump()
    try:
        rules = HouseRules.model_validate(base | given)
    except ValidationError as error:
        raise RulesError(_shape_faults(error, given)) from None
    faults = combination_faults(rules, players)
    if faults:
        raise RulesError(faults)
    return rules


def combination_faults(rules: HouseRules, players: int | None = None) -> list[Fault]:
    """What cannot be played together, for `players` seats (default: as many as may sit down)."""
    return [*_table_faults(rules, players), *_mark_faults(rules)]


def allowed_values(field: str) -> str:
    """The values a switch may have, in words: `0 to 50`, `"none", "optional" or "compulsory"`."""
    return _describe(HouseRules.model_json_schema()["properties"][field])


def _table_faults(rules: HouseRules, players: int | None) -> Iterable[Fault]:
    usual = PRESETS[rules.preset]
    seats = rules.players_max if players is None else players
    # An inherited seat count gives way to a smaller pack (see `seats`); a chosen one must hold.
    is_chosen = players is not None or rules.players_max != usual.players_max
    if not rules.can_deal(LEAST_PLAYERS) or (is_chosen and not rules.can_deal(seats)):
        cards = rules.packs_for(seats) * (52 + rules.jokers_per_pack)
        need = seats * rules.hand_size + CARDS_KEPT_BACK
        yield _fault(
            "players_max",
            "too_few_cards",
            f"{seats} players with {rules.hand_size} cards need {need} cards, the pack has {cards}",
            players=seats,
            hand_size=rules.hand_size,
            need=need,
            cards=cards,
        )
    if rules.teams and seats < TEAM_SEATS:
        text = f"two teams need at least {TEAM_SEATS} players, not {seats}"
        yield _fault("teams", "team_too_small", text, players=seats)
    elif rules.teams and players is not None and players % 2:
        text = f"two teams need an even number of players, not {players}"
        yield _fault("teams", "team_odd", text, players=players)
    elif rules.teams and is_chosen and seats % 2:
        text = f"two teams need an even number of seats, not {seats}"
        yield _fault("teams", "team_odd", text, players=seats)
    if rules.teams and rules.ofer:
        yield _fault("ofer", "ofer_teams", "nobody goes out singly in a team match (rule 7.10)")
    if rules.teams and rules.late_join != "none":
        yield _fault("late_join", "late_join_teams", "a team match has no seat for latecomers")


def _mark_faults(rules: HouseRules) -> Iterable[Fault]:
    marks = rules.exact_hits
    is_own = marks != PRESETS[rules.preset].exact_hits
    if isinstance(marks, Multiples):
        if marks.to == "half" and marks.multiple % 2:
            text = f"multiples of {marks.multiple} include odd marks, which cannot be halved"
            yield _fault("exact_hits", "odd_marks", text, multiple=marks.multiple)
        if is_own and marks.multiple > rules.limit:
            text = f"{marks.multiple} is above the limit of {rules.limit}"
            yield _fault("exact_hits", "mark_above_limit", text, mark=marks.multiple, limit=rules.limit)
        return
    if marks == "off":
        return
    for mark, after in marks.items():
        if is_own and int(mark) > rules.limit:
            text = f"the mark {mark} is above the limit of {rules.limit}"
            yield _fault("exact_hits", "mark_above_limit", text, mark=int(mark), limit=rules.limit)
        if after >= int(mark):
            text = f"the mark {mark} must lead to a lower total, not to {after}"
            yield _fault("exact_hits", "mark_not_lower", text, mark=int(mark), after=after)


def _fault(field: str, reason: str, text: str, **params: Any) -> Fault:
    return Fault(field, reason, f"{field}: {text}", tuple(params.items()))


def _shape_faults(error: ValidationError, data: dict[str, Any]) -> list[Fault]:
    """One fault for each switch that pydantic refused, with its range and the value given."""
    faults: dict[str, Fault] = {}
    for detail in error.errors():
        field = str(detail["loc"][0])
        if field in faults:
            continue
        if field not in HouseRules.model_fields:
            faults[field] = _fault(field, "unknown_field", "there is no such house rule")
        else:
            allowed, given = allowed_values(field), data.get(field)
            text = f"{given!r} is not allowed; it may be {allowed}"
            faults[field] = _fault(field, "bad_value", text, allowed=allowed, given=given)
    return list(faults.values())


_EXACT_HITS_FORM = (
    '"off", a map of marks such as {"100": 50}, or {"multiple": 50, "to": "half" or "minus_50"}'
)


def _describe(schema: dict[str, Any]) -> str:
    if "patternProperties" in str(schema):
        return _EXACT_HITS_FORM
    if "anyOf" in schema:
        return " or ".join(_describe(option) for option in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(repr(value).replace("'", '"') for value in schema["enum"])
    if schema.get("type") == "boolean":
        return "true or false"
    if schema.get("type") == "null":
        return "none"
    return f"{schema.get('minimum')} to {schema.get('maximum')}"
