"""Commands in every language on offer: descriptions, choices and the entries of menus.

What is typed, the names behind the slash, stays as it is.
"""

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
        is_typed = context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)
        if language == SOURCE or is_typed:
            return None
        text = words_for(language).say(string.message)
        return None if text == string.message else text
