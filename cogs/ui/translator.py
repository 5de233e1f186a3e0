"""Descriptions of the slash commands in every language on offer; their names stay as they are."""

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.i18n.catalog import SOURCE, best_language, words_for

_NAMES = frozenset({Location.command_name, Location.group_name, Location.parameter_name})


class Descriptions(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text in that language; `None` leaves it in English."""
        language = best_language(locale.value)
        if language == SOURCE or context.location in _NAMES:
            return None
        text = words_for(language).say(string.message)
        return None if text == string.message else text
