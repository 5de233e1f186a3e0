"""What is said to one person alone: why something was refused and what to do next."""

from collections.abc import Mapping
from typing import cast

from bot.engine.house_rules import Fault
from bot.i18n.catalog import Words, mark
from bot.present.accents import GREY
from bot.present.direction import directed
from bot.present.reader import Reader
from bot.present.rule_texts import fault_text
from bot.present.screens import PrivateScreen, Text
from bot.present.wording import duration, labels_of, moment

_CARDS = ("card", "cards")
_PLACES = (
    *_CARDS,
    "points",
    "limit",
    "most",
    "seated",
    "needed",
    "faults",
    "channels",
    "when",
    "longest",
)

REASONS: Mapping[str, str] = {
    # Why the table says no.
    "no_table": mark("This table is gone. `/yaniv start` opens a new one."),
    "not_seated": mark(
        "You have no seat at this table. If it shows **Join**, press that; if not, you can watch and join "
        "the next match."
    ),
    "not_host": mark("Only the host of this table can do that."),
    "host_starts": mark(
        "Only the host can start this match now. If the host stays away, press **Start** again {when}: "
        "more than half of the others can start."
    ),
    "starts_by_itself": mark("This match starts by itself {when}. Only the host can start it at once."),
    "table_full": mark("All {most} seats are taken. You can watch, and join the next match."),
    "already_started": mark("The match has begun. You can watch, and join the next one."),
    "too_late_to_join": mark(
        "It is too late to sit down at this match. You can watch, and join the next one."
    ),
    "not_finished": mark("This match is still at play: its cards are shown when it is over."),
    "not_started": mark("The match has not begun yet. The host begins it with **Start**."),
    "too_few_players": mark(
        "{seated} at the table, {needed} are needed. Somebody can still join, or add a computer."
    ),
    "teams_uneven": mark(
        "Two teams need an even number of players, not {seated}. Somebody can still join or leave, "
        "or add or remove a computer."
    ),
    "rules_unplayable": mark("These rules cannot be played: {faults} `/yaniv settings` changes them."),
    "rules_fixed": mark("On this server every match is played by the same rules. `/yaniv rules` shows them."),
    "clock_fixed": mark("On this server every match has the same turn time."),
    "clock_too_long": mark("On this server a host may choose a turn time of up to {longest}."),
    "no_computer": mark("There is no computer at this table."),
    "channel_busy": mark("There is a table in this channel already. Join it, or play in another channel."),
    "channel_not_allowed": mark("No tables open in this channel. They do in {channels}."),
    "channel_closed": mark("This channel is closed for Yaniv. Play in another one."),
    "too_many_tables": mark(
        "No more tables can open on this server: the limit is {most} at a time. Join one of them."
    ),
    "at_a_table": mark("You are still part of an open table. Your data can be deleted when it is over."),
    "no_clock": mark("No clock is running here: nobody needs more time."),
    "extended_already": mark(
        "You have had more time already: it is there once in a lobby and once in a match."
    ),
    "not_there": mark("That member has no seat at this table."),
    "not_to_move": mark("That member is not to move now."),
    "yourself": mark("That is you. `/yaniv leave` gives up your seat."),
    "too_soon": mark("Please be patient: this turn can be skipped {when}."),
    "not_idle": mark("Only who has missed a turn can be removed, except by moderators."),
    "left_for_good": mark(
        "You are no longer part of this match, so its cards are closed to you. Join the next one."
    ),
    "finished": mark("This match is over. **Rematch** opens a new one with the same players."),
    "unknown_level": mark("There is no computer of that strength. Choose one from the list."),
    "not_saved": mark("That could not be saved, so nothing has changed. Please try again."),
    "shutting_down": mark("I am just restarting. Your table comes back: please try again in a minute."),
    # Why the rules of the game say no.
    "not_your_turn": mark("It is not your turn yet. You can already choose your cards."),
    "not_in_hand": mark("That card is no longer in your hand. Choose again."),
    "not_a_meld": mark("{cards} do not go together. Choose one card, a set or a run."),
    "draw_not_open": mark("{card} cannot be taken now. Draw from the stock, or take an open card."),
    "stock_empty": mark("The stock is empty. Take an open card instead."),
    "over_call_limit": mark("Your hand counts {points}. To call it may count {limit} at most."),
    "call_not_allowed": mark("You cannot call now. Lay cards and draw."),
    "must_call": mark("You have no cards left, so you can only call."),
    "slap_not_allowed": mark("You cannot slap now."),
    "slap_too_late": mark("Too late: somebody has played already."),
    "slap_no_match": mark("You hold no card that can be slapped now."),
    "pass_not_allowed": mark("You cannot pass now. Lay cards and draw."),
    "seat_is_out": mark("You are out of this match. You can go on watching."),
    "round_over": mark("This round is over. The next one is about to begin."),
    "match_over": mark("This match is over. **Rematch** opens a new one with the same players."),
    # What cannot be read or set up.
    "bad_transcript": mark("This is not a transcript that I can read."),
    "bad_rules": mark("These house rules cannot be read. `/yaniv settings` changes them."),
    "bad_deal": mark("This deal names a card twice, or one that is not in the pack."),
    "too_many_players": mark("That is more players than these rules allow."),
}
_WITHOUT_PLACES: Mapping[str, str] = {
    "draw_not_open": mark("This cannot be taken now. Draw from the stock, or take an open card."),
    "not_a_meld": mark("These cards do not go together. Choose one card, a set or a run."),
}


def notice_screen(text: str) -> PrivateScreen:
    """A short private answer."""
    return directed(PrivateScreen((Text(text),), accent=GREY))


def refusal_text(why: str, params: Mapping[str, object], reader: Reader) -> str:
    """Why something was refused, with what to do next. `why` is a `Code` or a `Why` of the manager."""
    filled = {name: _value(name, value, reader.words) for name, value in params.items()}
    text = REASONS[str(why)]
    if not _places_filled(text, filled):
        text = _WITHOUT_PLACES[str(why)]
    return reader.words.say(text, **filled)


def _places_filled(text: str, filled: Mapping[str, object]) -> bool:
    return all(f"{{{name}}}" not in text or name in filled for name in _PLACES)


def _value(name: str, value: object, words: Words) -> object:
    if name in _CARDS:
        return labels_of(value, words)
    if name == "faults":
        return " ".join(_fault(fault, words) for fault in cast(list[object], value))
    if name == "channels":
        return words.all_of([f"<#{channel}>" for channel in cast(list[int], value)])
    if name == "longest":
        return duration(cast(int, value), words)
    if name == "when":
        return moment(cast(float, value))
    return value if isinstance(value, int | str) else str(value)


def _fault(fault: object, words: Words) -> str:
    if isinstance(fault, Fault):
        return fault_text(fault, words)
    return f"{str(fault).rstrip('.')}."
