"""The windows in which a number, a list or a whole set of settings is typed."""

from bot.i18n.catalog import Words
from bot.present.direction import directed_form
from bot.present.forfeits import usual_forfeits
from bot.present.reader import Reader
from bot.present.rule_values import MARKS, write_value
from bot.present.screens import Form, Input
from bot.present.settings import span_text
from bot.present.settings_json import MOST_CHARACTERS, exported
from bot.present.settings_texts import SERVER_TEXTS, setting_name, text_of
from bot.present.settings_values import IMPORT, LONGEST_FORFEIT, MOST_FORFEITS, Options
from bot.present.tokens import FillValue, encode

VALUE = "value"
"""The name of the one field of each of these forms."""
_LONGEST_TITLE, _LONGEST_HINT = 40, 94


def settings_form(options: Options, field: str, reader: Reader, fresh: str) -> Form:
    """The form for one setting, with what stands there now. `fresh` differs from form to form."""
    words = reader.words
    if field == IMPORT:
        token = FillValue(options.place, IMPORT, options.seen(IMPORT), fresh)
        asked = _import(options, words)
        title = words.say("Import")
    else:
        token = FillValue(options.place, field, options.seen(field), fresh)
        asked = _forfeits(options, words) if field == "forfeits" else _one(options, field, words)
        title = setting_name(field, words)
    return directed_form(Form(encode(token), title[:_LONGEST_TITLE], (asked,)))


def _one(options: Options, field: str, words: Words) -> Input:
    question = words.say(text_of(field).question)
    if field == MARKS:
        hint = words.say("`100=50, 200=100`, or `half of 50`, or `minus 50 of 50`, or `off`")
        text = write_value(field, options.value(field))
        return Input(VALUE, setting_name(field, words)[:_LONGEST_TITLE], hint.replace("`", ""), text, 200)
    value = options.value(field)
    text = str(value) if field in SERVER_TEXTS else write_value(field, value)
    span = span_text(field, words)
    return Input(VALUE, span[:_LONGEST_TITLE], question[:_LONGEST_HINT], text, most=6)


def _forfeits(options: Options, words: Words) -> Input:
    now = options.value("forfeits") or usual_forfeits(words)
    hint = words.say(
        "One on each line, up to {n}, each of up to {most} characters.", n=MOST_FORFEITS, most=LONGEST_FORFEIT
    )
    most = MOST_FORFEITS * (LONGEST_FORFEIT + 1)
    return Input(VALUE, words.say("Forfeits"), hint[:_LONGEST_HINT], "\n".join(now), most, is_long=True)


def _import(options: Options, words: Words) -> Input:
    if options.server is None:
        raise ValueError("the rules of a match are not imported")
    return Input(
        VALUE,
        words.say("Settings in JSON")[:_LONGEST_TITLE],
        words.say("What was exported before, or house rules alone.")[:_LONGEST_HINT],
        exported(options.server),
        MOST_CHARACTERS,
        is_long=True,
    )
