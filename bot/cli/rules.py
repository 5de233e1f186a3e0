"""`rules`: the house rules as JSON."""

import json

import typer

from bot.cli.endings import MISUSED, give_up
from bot.engine.house_rules import HouseRules, RulesError, preset

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def print_preset(name: str) -> None:
    """All switches of a preset."""
    try:
        rules = preset(name)
    except RulesError as error:
        give_up([fault.message for fault in error.faults], MISUSED)
    typer.echo(json.dumps(rules.dump(), indent=2))


def print_schema() -> None:
    """The JSON Schema of house rules, with every switch's values and default."""
    typer.echo(json.dumps({"$schema": _DIALECT} | HouseRules.model_json_schema(), indent=2))
