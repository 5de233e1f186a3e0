"""The house rules in words: the one table from which the rules screen, the lobby's line, the settings and
the refusals are written, so that they cannot disagree.
"""

from collections.abc import Callable
from typing import Any, cast

from bot.engine.house_rules import PRESETS, Fault, HouseRules, Multiples
from bot.i18n.catalog import Words, mark
from bot.present import rule_texts_play as play
from bot.present import rule_texts_score as score
from bot.present.reader import typed_text
from bot.present.rule_values import allowed_text
from bot.present.rule_words import RuleText, Said
from bot.present.wording import call_word, step

GROUPS: dict[str, str] = {
    "cards": mark("Cards"),
    "laying": mark("Laying"),
    "drawing": mark("Drawing"),
    "slap": mark("Slapping"),
    "calling": mark("Calling"),
    "scoring": mark("Points"),
    "end": mark("The end"),
    "table": mark("At the table"),
}

PRESET_NAMES: dict[str, str] = {
    "classic": mark("Classic"),
    "yanef": mark("Yanef"),
    "japanese": mark("Japanese"),
    "quick": mark("Quick"),
}
PRESET_LINES: dict[str, str] = {
    "classic": mark("call at 7, out above 200, the last one in wins"),
    "yanef": mark("no runs, call at 5, one more turn after a call, ends at 100"),
    "japanese": mark("call at 5, only a lower hand beats it, out above 200"),
    "quick": mark("like Classic, but over as soon as somebody passes 50"),
}

DIFFERENCES_TOLD = 8
LONGEST_GIVEN = 40
"""Characters of a wrong value that are repeated to who wrote it."""

RULE_TEXTS: dict[str, RuleText] = {
    **play.CARDS,
    **play.LAYING,
    **play.DRAWING,
    **play.SLAP,
    **score.CALLING,
    **score.SCORING,
    **score.END,
    **score.TABLE,
}

_HALVED = mark("A total of exactly {n}, or a multiple of it, is halved.")
_FIFTY_OFF = mark("A total of exactly {n}, or a multiple of it, loses 50.")
_MARKS = mark("A total that is hit exactly falls: {marks}.")
_SHORT_HALVED = mark("halved at {n} and its multiples")
_SHORT_FIFTY_OFF = mark("50 off at {n} and its multiples")


def matters(name: str, rules: HouseRules) -> bool:
    """Whether a switch makes a difference beside the others."""
    needs = _NEEDS.get(name)
    return needs is None or needs(rules)


def is_quiet(name: str, rules: HouseRules) -> bool:
    """Whether the value goes without saying: the usual one, and the preset's."""
    said = _said(name, getattr(rules, name))
    return said is not None and said.quiet and not is_changed(name, rules)


def is_changed(name: str, rules: HouseRules) -> bool:
    return getattr(rules, name) != getattr(PRESETS[rules.preset], name)


def rule_name(name: str, words: Words) -> str:
    return words.say(RULE_TEXTS[name].name)


def rule_value(name: str, value: Any, words: Words) -> str:
    """A value of a switch as it stands behind the switch's name."""
    said = _said(name, value)
    if said is not None:
        return words.say(said.short)
    if isinstance(value, Multiples):
        text = _SHORT_HALVED if value.to == "half" else _SHORT_FIFTY_OFF
        return words.say(text, n=value.multiple)
    if isinstance(value, dict):
        return _marks(cast(dict[str, int], value), words)
    return words.isolate(str(value))


def rule_sentence(name: str, rules: HouseRules, words: Words) -> str:
    """What the rules say about one switch, as a sentence."""
    value = getattr(rules, name)
    text, said = RULE_TEXTS[name], _said(name, value)
    word = call_word(rules, words)
    if said is not None:
        return words.say(said.sentence, word=word)
    if isinstance(value, Multiples):
        return words.say(_HALVED if value.to == "half" else _FIFTY_OFF, n=value.multiple)
    if isinstance(value, dict):
        return words.say(_MARKS, marks=_marks(_live_marks(rules), words))
    if text.number is None:
        raise KeyError(name, value)
    return words.count(*text.number.sentence, abs(value), word=word)


def differences_line(rules: HouseRules, words: Words) -> str:
    """The switches that differ from the preset, in one line, the first few told; empty if none does."""
    changed = [name for name in RULE_TEXTS if is_changed(name, rules) and matters(name, rules)]
    told = [
        words.say(
            "{rule}: {value}",
            rule=rule_name(name, words),
            value=rule_value(name, getattr(rules, name), words),
        )
        for name in changed
    ]
    more = len(told) - DIFFERENCES_TOLD
    if more > 0:
        told[DIFFERENCES_TOLD:] = [words.count("{n} more", "{n} more", more)]
    return " · ".join(told)


def fault_text(fault: Fault, words: Words) -> str:
    """Why house rules cannot be, as a sentence."""
    params = dict(fault.params)
    if fault.field == "preset":
        return words.say(_FAULTS["no_preset"], allowed=words.one_of([f"`{name}`" for name in PRESETS]))
    text = _FAULTS.get(fault.reason)
    if text is None or (fault.reason == "bad_value" and not params):
        return words.say(_FAULTS["no_settings"])
    if fault.field not in RULE_TEXTS:
        return words.say(text, rule=typed_text(fault.field, LONGEST_GIVEN), **_plain(params))
    name = rule_name(fault.field, words)
    if fault.reason == "bad_value":
        params["allowed"] = allowed_text(fault.field, words)
    return words.say(text, rule=name, **_plain(params))


_FAULTS: dict[str, str] = {
    "unknown_field": mark("There is no house rule named {rule}."),
    "bad_value": mark("{rule} cannot be {given}. Possible: {allowed}."),
    "no_preset": mark("There are no ready-made rules of that name. Possible: {allowed}."),
    "bad_marks": mark(
        "Exact totals are written as `100=50, 200=100`, or as `half of 50` or `minus 50 of 50`, or `off`."
    ),
    "no_json": mark("This is no text in JSON: line {line}, column {column}."),
    "no_settings": mark("This is no list of settings: it must stand between curly brackets."),
    "too_few_cards": mark(
        "{players} players with {hand_size} cards each need {need} cards, but there are {cards}. "
        "Choose fewer cards in hand, fewer players or a second pack."
    ),
    "team_too_small": mark("Two teams need at least four players, not {players}."),
    "team_odd": mark("Two teams need an even number of players, not {players}."),
    "ofer_teams": mark("Ofer cannot be played in teams, as nobody goes out alone there."),
    "late_join_teams": mark("Nobody can join late where teams play."),
    "odd_marks": mark("Multiples of {multiple} are partly odd and cannot be halved. Choose an even number."),
    "mark_above_limit": mark("The exact total {mark} is above the limit of {limit}."),
    "mark_not_lower": mark("The exact total {mark} must fall to less, not to {after}."),
}


def _plain(params: dict[str, Any]) -> dict[str, Any]:
    """Numbers and our own words as they are; what somebody wrote is made harmless."""
    given = params.get("given")
    if given is None or isinstance(given, int | float):
        return params if "given" not in params else params | {"given": str(given).lower()}
    return params | {"given": typed_text(str(given), LONGEST_GIVEN)}


def _said(name: str, value: Any) -> Said | None:
    # True and 1 are the same key, so the type has to agree as well.
    for key, said in RULE_TEXTS[name].values.items():
        if type(key) is type(value) and key == value:
            return said
    return None


def _marks(marks: dict[str, int], words: Words) -> str:
    ordered = sorted(marks.items(), key=lambda pair: int(pair[0]))
    return ", ".join(step(at, after, words) for at, after in ordered)


def _live_marks(rules: HouseRules) -> dict[str, int]:
    """The marks of a map that a total can reach: those above the limit are dead (rule 7.2)."""
    marks = rules.exact_hits
    if not isinstance(marks, dict):
        return {}
    return {at: after for at, after in marks.items() if int(at) <= rules.limit}


def _has_marks(rules: HouseRules) -> bool:
    return isinstance(rules.exact_hits, Multiples) or bool(_live_marks(rules))


def _has_jokers(rules: HouseRules) -> bool:
    return rules.jokers_per_pack > 0


def _has_runs(rules: HouseRules) -> bool:
    return rules.runs


def _has_run_jokers(rules: HouseRules) -> bool:
    return rules.runs and _has_jokers(rules) and rules.jokers_in_runs != "none"


def _has_own_slap(rules: HouseRules) -> bool:
    return rules.slap in ("own", "both")


def _has_limit(rules: HouseRules) -> bool:
    return rules.game_end != "rounds"


# A switch that only has a meaning under another one, and when that is.
_NEEDS: dict[str, Callable[[HouseRules], bool]] = {
    "run_min": _has_runs,
    "ace_in_runs": _has_runs,
    "jokers_in_runs": lambda rules: rules.runs and _has_jokers(rules),
    "max_jokers_per_run": _has_run_jokers,
    "min_naturals_in_run": _has_run_jokers,
    "jokers_in_sets": _has_jokers,
    "joker_pair": _has_jokers,
    "draw_from_run": _has_runs,
    "end_joker_drawable": lambda rules: _has_run_jokers(rules) or rules.jokers_in_sets == "wild",
    "joker_swap": _has_run_jokers,
    "slap_trigger": _has_own_slap,
    "slap_run_extension": lambda rules: _has_own_slap(rules) and rules.runs,
    "slap_from": _has_own_slap,
    "slap_last_card": lambda rules: rules.slap != "off",
    "level_with_caller": lambda rules: rules.assaf_on == "lower",
    "exact_hits": lambda rules: _has_marks(rules) or rules.exact_hits == "off",
    "exact_hit_needs_points": _has_marks,
    "exact_hit_chain": _has_marks,
    "limit": _has_limit,
    "limit_test": _has_limit,
    "rounds": lambda rules: not _has_limit(rules),
    "two_left": lambda rules: rules.game_end == "last_in" and not rules.teams,
}
