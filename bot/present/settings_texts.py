"""The settings of a server beside its house rules, in words: what each is about and what its values mean."""

from typing import Any

from bot.engine.house_rules import Fault
from bot.i18n.catalog import LANGUAGES, Words, mark
from bot.ports.store import MOST_TURN_SECONDS
from bot.present.reader import typed_text
from bot.present.rule_texts import GROUPS, LONGEST_GIVEN, RULE_TEXTS, fault_text
from bot.present.rule_words import NO, OFF, YES, RuleText, Said
from bot.present.wording import duration, turn_time

PLAY, SERVER_PAGE = "play", "server"
PAGES: dict[str, str] = {
    **GROUPS,
    PLAY: mark("Turns and language"),
    SERVER_PAGE: mark("Places and matches"),
}
"""The pages of the settings: the groups of house rules, then what is set for the server alone."""

CLOCKS = (30, 60, 90, 120, 180, 300, 600, 1800, 3600, 43200, 86400, 259200, MOST_TURN_SECONDS)
PACES = {0.0: mark("at once"), 0.5: mark("quick"), 1.0: mark("normal"), 2.0: mark("slow")}
LEAST_TURN_SECONDS = 10
MOST_TABLES = 50

SERVER_TEXTS: dict[str, RuleText] = {
    "turn_seconds": RuleText(PLAY, mark("Turn time"), mark("After this time the clock plays a turn.")),
    "longest_clock": RuleText(
        PLAY,
        mark("Host's turn time"),
        mark("Whether a host may choose the turn time of one match."),
        {
            0: Said(NO, mark("Every match has the turn time of the server.")),
            None: Said(mark("any"), mark("Also no limit at all.")),
        },
    ),
    "pace": RuleText(PLAY, mark("Computers"), mark("How fast computers play.")),
    "pings": RuleText(
        PLAY,
        mark("Reminders"),
        mark("Whether players are told that it is their turn."),
        {
            "off": Said(OFF, mark("Nobody is reminded.")),
            "late": Said(mark("at half time"), mark("Who has used half of the time is reminded.")),
            "always": Said(mark("every turn"), mark("Everybody is told when a turn begins.")),
        },
    ),
    "absent": RuleText(
        PLAY,
        mark("Absent players"),
        mark("What becomes of a seat after three missed turns in a row."),
        {
            "hold": Said(mark("a computer plays"), mark("Its owner can take it back at any time.")),
            "skip": Said(mark("the clock plays"), mark("The clock goes on playing turn after turn.")),
            "remove": Said(mark("out"), mark("The seat is out for good.")),
        },
    ),
    "language": RuleText(PLAY, mark("Language"), mark("The language of the tables.")),
    "hints": RuleText(
        PLAY,
        mark("Hints"),
        mark("Whether players may ask what a good player would do."),
        {False: Said(NO, ""), True: Said(YES, "")},
    ),
    "computer_talk": RuleText(
        PLAY,
        mark("Computers talk"),
        mark("Whether computers say a word now and then when a round ends."),
        {False: Said(NO, ""), True: Said(YES, "")},
    ),
    "channels": RuleText(
        SERVER_PAGE, mark("Channels"), mark("Where tables may be opened, threads included.")
    ),
    "closed_channels": RuleText(
        SERVER_PAGE, mark("Closed channels"), mark("Where no table may be opened, threads included.")
    ),
    "threads": RuleText(
        SERVER_PAGE,
        mark("Threads"),
        mark("Whether every match gets a thread of its own."),
        {False: Said(NO, ""), True: Said(YES, "")},
    ),
    "tables_max": RuleText(
        SERVER_PAGE, mark("Tables at a time"), mark("How many tables may be open at once.")
    ),
    "auto_start": RuleText(
        SERVER_PAGE,
        mark("Full tables"),
        mark("Whether a match starts by itself when all seats are taken."),
        {
            False: Said(mark("wait for the host"), ""),
            True: Said(mark("start by themselves"), ""),
        },
    ),
    "vary_rules": RuleText(
        SERVER_PAGE,
        mark("Rules by the host"),
        mark("Whether a host may set the rules of one match."),
        {False: Said(NO, ""), True: Said(YES, "")},
    ),
    "forfeits": RuleText(
        SERVER_PAGE, mark("Forfeits"), mark("What the winner may ask of the loser after a match.")
    ),
    "achievements": RuleText(
        SERVER_PAGE,
        mark("Achievements"),
        mark("Whether achievements are awarded."),
        {False: Said(NO, ""), True: Said(YES, "")},
    ),
    "season": RuleText(
        SERVER_PAGE,
        mark("Seasons"),
        mark("After which time the leaderboard begins anew."),
        {
            "off": Said(OFF, mark("The leaderboard is for all time.")),
            "monthly": Said(mark("monthly"), mark("A new season every month.")),
            "quarterly": Said(mark("quarterly"), mark("A new season every three months.")),
        },
    ),
}

TOGGLES = ("hints", "computer_talk", "threads", "auto_start", "vary_rules", "achievements")
CHANNELS = ("channels", "closed_channels")
"""Settings that are lists of the server's own channels."""
MENUS = ("turn_seconds", "longest_clock", "pace", "pings", "absent", "language", "season", *CHANNELS)
"""Settings that are chosen from a list."""
AUTO, ANY = "auto", "any"
ALLOWED: dict[str, tuple[str, ...]] = {
    "pings": ("off", "late", "always"),
    "absent": ("hold", "skip", "remove"),
    "season": ("off", "monthly", "quarterly"),
    "language": (*LANGUAGES, AUTO),
    "pace": tuple(str(pace) for pace in PACES),
}


def text_of(field: str) -> RuleText:
    return SERVER_TEXTS.get(field) or RULE_TEXTS[field]


def setting_name(field: str, words: Words) -> str:
    return words.say(text_of(field).name)


def setting_value(field: str, value: Any, words: Words) -> str:
    """The value of a server's setting as it stands behind its name."""
    text = SERVER_TEXTS[field]
    for key, said in text.values.items():
        if type(key) is type(value) and key == value:
            return words.say(said.short)
    if field == "turn_seconds":
        return turn_time(value, words)
    if field == "longest_clock":
        return words.say("up to {time}", time=duration(value, words))
    if field == "pace":
        return words.say(PACES[value]) if value in PACES else words.isolate(f"×{value}")
    if field == "language":
        return words.say("as the server") if value is None else LANGUAGES.get(value, str(value))
    if field == "channels":
        return words.count("{n} channel", "{n} channels", len(value)) if value else words.say("everywhere")
    if field == "closed_channels":
        return words.count("{n} channel", "{n} channels", len(value)) if value else words.say("none")
    if field == "forfeits":
        return _forfeits(value, words)
    return str(value)


def fault_line(fault: Fault, words: Words) -> str:
    """What is wrong with a switch or with another setting, as a sentence."""
    if fault.field not in SERVER_TEXTS:
        return fault_text(fault, words)
    params = dict(fault.params)
    return words.say(
        "{rule} cannot be {given}. Possible: {allowed}.",
        rule=setting_name(fault.field, words),
        given=typed_text(str(params.get("given")), LONGEST_GIVEN),
        allowed=server_allowed(fault.field, words),
    )


def server_allowed(field: str, words: Words) -> str:
    """What may be written for a server's setting."""
    if field in TOGGLES:
        return words.one_of(["`true`", "`false`"])
    if field in ALLOWED:
        return words.one_of([f"`{value}`" for value in ALLOWED[field]])
    if field == "tables_max":
        return words.say("{low} to {high}", low=1, high=MOST_TABLES)
    if field == "turn_seconds":
        numbers = words.say("{low} to {high}", low=LEAST_TURN_SECONDS, high=MOST_TURN_SECONDS)
        return words.one_of(["`null`", numbers])
    if field == "longest_clock":
        numbers = words.say("{low} to {high}", low=LEAST_TURN_SECONDS, high=MOST_TURN_SECONDS)
        return words.one_of(["`0`", "`null`", numbers])
    return words.say("a list of up to 20 short texts")


def _forfeits(value: tuple[str, ...] | None, words: Words) -> str:
    if value is None:
        return words.say("off")
    if not value:
        return words.say("a ready-made list")
    return words.count("{n} of your own", "{n} of your own", len(value))
