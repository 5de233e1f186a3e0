"""Chance for tests: rule sets, hands and matches, by a random source that is handed in."""

import random
from typing import Any, Literal, get_args, get_origin

from bot.engine.house_rules import HouseRules, RulesError, parse_rules

MELD_SWITCHES: dict[str, list[Any]] = {
    "set_min": [2, 3],
    "jokers_in_sets": ["none", "wild"],
    "joker_pair": [False, True],
    "run_min": [2, 3, 4, 5],
    "ace_in_runs": ["low", "high_or_low", "wrap"],
    "jokers_in_runs": ["none", "gaps_only", "anywhere"],
    "max_jokers_per_run": [1, 2, 3, 4],
    "min_naturals_in_run": [1, 2],
}
MARKS: list[Any] = [
    "off",
    {"100": 50, "200": 100},
    {"25": 0, "50": 25, "100": 50},
    {"multiple": 50, "to": "half"},
    {"multiple": 20, "to": "minus_50"},
    {"multiple": 15, "to": "half"},
    {"30": 29, "60": 1},
]


def meld_rules(rng: random.Random) -> HouseRules:
    """Classic with the switches of laying at random."""
    switches = {name: rng.choice(values) for name, values in MELD_SWITCHES.items()}
    return parse_rules({"preset": "classic", "packs": rng.choice([1, 2])} | switches)


def switches(rng: random.Random) -> dict[str, Any]:
    """Every switch at random, most of them at the preset's value now and then; may be unplayable."""
    share = rng.choice([0.1, 0.3, 0.7, 1.0])
    chosen = {
        name: _value(name, field.annotation, field.metadata, rng)
        for name, field in HouseRules.model_fields.items()
        if rng.random() < share
    }
    return chosen | {"preset": rng.choice(["classic", "yanef", "japanese", "quick"])}


def playable(rng: random.Random) -> tuple[HouseRules, int] | RulesError:
    """Random house rules with a number of players, or the faults that refuse them."""
    chosen = switches(rng)
    try:
        house = parse_rules(chosen)
        players = rng.randint(2, house.seats)
        return parse_rules(chosen, players), players
    except RulesError as error:
        return error


def seed_text(rng: random.Random) -> str:
    return f"{rng.getrandbits(256):064x}"


def _value(name: str, annotation: Any, metadata: list[Any], rng: random.Random) -> Any:
    if name == "exact_hits":
        return rng.choice(MARKS)
    if name == "assaf_tie_penalty":
        return rng.choice([None, 0, 10, 20, 100])
    if get_origin(annotation) is Literal:
        return rng.choice(get_args(annotation))
    if annotation is bool:
        return rng.random() < 0.5
    least = next(limit.ge for limit in metadata if hasattr(limit, "ge"))
    most = next(limit.le for limit in metadata if hasattr(limit, "le"))
    return rng.choice([least, most, rng.randint(least, most), rng.randint(least, most)])
