"""Print house rules drawn at random as JSON, for `--rules FILE`.

    python scripts/random_rules.py --seed 3 --players 2 > rules.json
    python -m bot tournament --seats hard,normal --matches 100 --rules rules.json

Every switch takes part, as in the tests. Two things are bounded, so that a match is over in reasonable time:
the limit, and the turns of a round whose call limit a hand hardly ever reaches.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.house_rules import HouseRules, RulesError, parse_rules
from tests.strategies import switches

HIGHEST_LIMIT = 100
LOWEST_CALL = 5
"""Call limit from which on computers end a round by themselves."""
MOST_TURNS = 100
"""Turns of a round under a lower call limit, or where hands do not get smaller."""


def random_rules(seed: str, players: int, highest_limit: int = HIGHEST_LIMIT) -> HouseRules:
    """The same seed gives the same rules; they can be played by so many."""
    rng = random.Random(f"{seed} {players}")
    while True:
        try:
            return parse_rules(bounded(switches(rng), players, highest_limit), players)
        except RulesError:
            continue


def bounded(chosen: dict[str, Any], players: int, highest_limit: int) -> dict[str, Any]:
    """The same switches with an end in sight."""
    rules = parse_rules(chosen)
    bounds: dict[str, Any] = {"players_max": max(players, rules.players_max)}
    if rules.limit > highest_limit:
        bounds |= {"limit": highest_limit, "exact_hits": "off"}
    if rules.game_end == "rounds":
        bounds["rounds"] = min(rules.rounds, 5)
    if rules.call_limit < max(LOWEST_CALL, rules.hand_size) or (rules.set_min > 2 and rules.hand_size > 4):
        bounds["round_turn_cap"] = min(rules.round_turn_cap or MOST_TURNS, MOST_TURNS)
    return chosen | bounds


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", type=int, default=2)
    args = parser.parse_args()
    json.dump(random_rules(args.seed, args.players).short(), sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
