"""Every screen in every language: within Discord's limits, and as the golden files show it.

`UPDATE_GOLDEN=1` rewrites the golden files.
"""

import os
import random
import re
from pathlib import Path

import pytest

from bot.engine.actions import Call
from bot.engine.house_rules import HouseRules, RulesError, parse_rules
from bot.engine.legal import legal_actions
from bot.engine.match import new_match
from bot.engine.results import Outcome, RoundResult
from bot.i18n.catalog import LANGUAGES
from bot.ports.tables import Member
from bot.present.hand import hand_screen
from bot.present.lobby import lobby_screen
from bot.present.result import match_screen, round_screen
from bot.present.rules import rules_screen
from bot.present.selection import toggle
from bot.present.table import table_screen
from tests.present.builders import EmojiFaces, Play, lobby, reader
from tests.present.dump import dump
from tests.present.limits import faults, texts
from tests.present.scenes import ALL_LEVELS, CHANGED, SCENES

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "screens"
GOLDEN_LANGUAGES = ("en", "he", "ja")
WORST_NAMES = ["*_~`|<>[]:/@" * 3, "日本語の名前" * 8, "👩\u200d🚀" * 20, "W" * 40, "ש" * 40]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_screens_keep_within_discords_limits(scene, language):
    assert faults(SCENES[scene](reader(language, EmojiFaces()))) == []


@pytest.mark.parametrize("language", GOLDEN_LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_screens_look_as_recorded(scene, language):
    path = GOLDEN / language / f"{scene}.txt"
    shown = dump(SCENES[scene](reader(language)))
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), "nothing is recorded yet: UPDATE_GOLDEN=1"
    assert path.read_text(encoding="utf-8") == shown


@pytest.mark.parametrize("scene", SCENES)
def test_headings_begin_their_lines(scene):
    shown = "\n".join(texts(SCENES[scene](reader())))
    assert not re.search(r"^(?!-?#{1,3} ).*#{1,3} |^#{1,3} .*#{1,3} ", shown, re.MULTILINE)


def test_every_golden_file_belongs_to_a_screen():
    names = {path.stem for path in GOLDEN.rglob("*.txt")}
    assert names == set(SCENES)


def random_rules(chance: random.Random) -> HouseRules:
    """House rules with some switches changed at random, playable by ten."""
    schema = HouseRules.model_json_schema()["properties"]
    while True:
        changes = {name: _random_value(schema[name], chance) for name in chance.sample(list(schema), 12)}
        changes |= {"players_max": 10, "packs": 2, "hand_size": 7, "teams": chance.choice([0, 2])}
        changes.pop("exact_hits", None)
        try:
            return parse_rules({"preset": "classic"} | changes, players=10)
        except RulesError:
            continue


def _random_value(schema: dict, chance: random.Random):
    if "anyOf" in schema:
        return _random_value(chance.choice(schema["anyOf"]), chance)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    if schema.get("type") == "boolean":
        return chance.random() < 0.5
    if schema.get("type") == "null" or "minimum" not in schema:
        return None
    return chance.randint(schema["minimum"], schema["maximum"])


def walk(made: Play, chance: random.Random, turns: int):
    """Plays at random, calling when possible, and yields after each move."""
    made.deal()
    for _ in range(turns):
        if made.state.round is None:
            if made.state.is_over:
                return
            made.deal()
        seats = [seat for seat in made.state.seats if len(legal_actions(made.state, seat))]
        seat = chance.choice(seats)
        legal = legal_actions(made.state, seat)
        made.do((seat, Call() if legal.may_call and chance.random() < 0.3 else chance.choice(list(legal))))
        yield made


@pytest.mark.parametrize("seed", range(12))
def test_the_fullest_table_fits_in_every_language(seed):
    chance = random.Random(seed)
    house = random_rules(chance)
    members = tuple(
        Member(WORST_NAMES[seat % 5], seat + 1, chance.choice([None, "normal"])) for seat in range(10)
    )
    language = list(LANGUAGES)[seed % len(LANGUAGES)]
    viewer = reader(language, EmojiFaces())
    assert faults(lobby_screen(lobby(*members, house=house), viewer, ALL_LEVELS)) == []
    assert faults(rules_screen(house, viewer)) == []
    made = Play(house, members, new_match(house, 10, f"{seed:064x}"))
    for now in walk(made, chance, 60):
        assert faults(table_screen(now.table(), viewer)) == []
        for seat in now.state.seats:
            hand = now.hand(seat)
            selection: tuple[int, ...] = ()
            for _ in range(chance.randrange(4)):
                selection = toggle(hand, selection, chance.randrange(7))
            assert faults(hand_screen(hand, viewer, selection)) == []
        if now.ended is not None:
            assert faults(round_screen(now.table(), now.ended, viewer)) == []
    assert faults(match_screen(made.table(), viewer)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_show_of_ten_full_hands_fits(language):
    hands = tuple(sum(1 << (seat * 7 + card) for card in range(7)) for seat in range(10))
    seats = tuple(range(10))
    result = RoundResult(
        number=12,
        dealer=0,
        starter=1,
        outcome=Outcome.ASSAF,
        caller=0,
        assafers=seats[1:],
        hands=hands,
        counts=(60,) * 10,
        points=(90,) * 10,
        totals_before=(110,) * 10,
        totals=(100,) * 10,
        exact_hits=(),
        out=seats[1:],
        next_starter=0,
    )
    members = tuple(Member(WORST_NAMES[seat % 5], seat + 1) for seat in seats)
    table = lobby(*members, house=parse_rules({"players_max": 10, "packs": 2}))
    assert faults(round_screen(table, result, reader(language, EmojiFaces()))) == []


def test_the_changed_rules_of_the_scenes_all_differ():
    house = parse_rules(CHANGED)
    assert set(house.differences()) == set(CHANGED)
