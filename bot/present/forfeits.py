"""The loser's forfeit: what the winner of a match may ask of the loser, where a server likes that."""

from bot.i18n.catalog import Words, mark

USUAL = (
    mark("Sing a song that the winner chooses"),
    mark("Tell a joke"),
    mark("Speak in rhymes until the next round"),
    mark("Say something nice about everybody at the table"),
    mark("Deal out compliments to the winner for five minutes"),
    mark("Wear a nickname of the winner's choice for a day"),
    mark("Tell an embarrassing story that is true"),
    mark("Play the next match without complaining"),
)


def usual_forfeits(words: Words) -> list[str]:
    """The ready-made list in a language."""
    return [words.say(text) for text in USUAL]
