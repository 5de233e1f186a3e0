"""Ready-made rules as they are offered by name."""

from bot.i18n.catalog import Words
from bot.present.rule_texts import PRESET_LINES, PRESET_NAMES

LONGEST = 100


def preset_choices(words: Words) -> dict[str, str]:
    """By preset: its name and what it is about, on one line."""
    told = {
        preset: words.say("{rule}: {value}", rule=words.say(name), value=words.say(PRESET_LINES[preset]))
        for preset, name in PRESET_NAMES.items()
    }
    return {
        preset: text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…" for preset, text in told.items()
    }
