"""One of each screen: what the golden renderings, the limits and the pseudo-language look at."""

from collections.abc import Callable
from typing import Any

from bot.engine.actions import Call, Pass, Timeout
from bot.engine.house_rules import HouseRules
from bot.lesson.scenes import scene
from bot.opponents.reasons import Motive, Reason
from bot.ports.lesson import Page, Slip
from bot.ports.store import GuildSettings, PlayerSettings
from bot.ports.tables import Ballot, Member, Push, Status, Table
from bot.present.confirm import leave_screen, stop_screen
from bot.present.forfeits import Forfeit, forfeit_screen, usual_forfeits
from bot.present.hand import Comfort, hand_screen
from bot.present.help import help_screen
from bot.present.hints import advised, hint_text, risky_call_screen
from bot.present.idle import idle_screen
from bot.present.invitation import accepted_screen, guests_screen, invitation_screen
from bot.present.lesson import lesson_screen, offer_screen, slip_text
from bot.present.lobby import lobby_screen
from bot.present.options import options_screen
from bot.present.privacy import data_screen, forget_screen, privacy_screen
from bot.present.reader import Reader
from bot.present.result import match_screen, round_screen
from bot.present.rules import OfTable, rules_screen
from bot.present.screens import Screen
from bot.present.selection import toggle
from bot.present.settings import settings_screen
from bot.present.settings_json import export_screen
from bot.present.settings_values import ALL, match_options, server_options
from bot.present.table import table_screen
from bot.present.turn_time import turn_clock
from tests.present.builders import (
    ANN,
    BEN,
    CEM,
    DAN,
    NOW,
    PEOPLE,
    ROBOT,
    Play,
    cards,
    lobby,
    play,
    rules,
    turn,
)
from tests.present.past_scenes import PAST_SCENES

Scene = Callable[[Reader], Screen]
ALL_LEVELS = ("easy", "normal", "hard", "expert")
TALKATIVE = f"{18:064x}"
"""A commitment with which both computers of `among_computers` speak."""
CHANGED: dict[str, object] = {
    "call_limit": 5,
    "slap": "both",
    "slap_last_card": "forbid",
    "draw_from_set": "any",
    "assaf_tie_penalty": 20,
    "zero_hand": "immune",
    "exact_hits": {"multiple": 50, "to": "half"},
    "tie_at_end": "extra_round",
}


def classic() -> Play:
    return play(["7D 7C AH 3S KC", "2D 2H 8S 9S 10S", "AD 4C 5C 6C QH"], totals=(34, 12, 100))


def after_two_turns() -> Play:
    return classic().do((0, turn("7D 7C", "9D")), (1, turn("8S 9S 10S")))


def final_lap() -> Play:
    hands = ["AD AH 2S", "4D 4H 8S", "KD QD 3C"]
    return play(hands, house=rules("yanef"), totals=(20, 60, 25)).do((0, Call()))


def slapping() -> Play:
    house = rules(slap="both")
    hands = ["8D AH 3S KC", "2D 8H 9S 10S", "AD 8C 5C 6C"]
    return play(hands, stock="8S 10C", house=house).do((0, turn("8D")))


def teams() -> Play:
    hands = ["7D 7C AH", "2D 2H 8S", "AD 4C 5C", "QD JD 9S"]
    return play(hands, house=rules("japanese", teams=2), totals=(10, 20, 30, 40))


def away_and_gone() -> Play:
    members = (
        Member("Ann", ANN, "normal"),
        Member("Ben", BEN, gone=True),
        ROBOT,
        Member("D*n @everyone", DAN),
    )
    hands = ["7D 7C AH", "2D 2H 8S", "AD 4C 5C", "QD JD 9S"]
    return play(hands, members=members).do((0, Timeout()))


def kept_waiting() -> Table:
    """Somebody has missed a turn, and two votes are under way about the next."""
    members = (Member("Ann", ANN, missed=1), Member("Ben", BEN), Member("Cem", CEM), Member("Dan", DAN))
    made = play(["7D 7C AH", "2D 2H 8S", "AD 4C 5C", "QD JD 9S"], members=members)
    skip = Ballot(Push.SKIP, ANN, frozenset({BEN}), needed=2)
    remove = Ballot(Push.REMOVE, ANN, frozenset({CEM}), needed=2)
    return made.table(host=BEN, ballots=(skip, remove))


def assaf() -> Play:
    hands = ["2D 2H 3S", "AD 4C", "KD QD 3C", "AC 3D 3H"]
    return play(hands, totals=(63, 12, 178, 0)).do((0, Call()))


def yaniv() -> Play:
    return play(["AD AH JK1", "9D 9H", "KD QD 3C"], upcard="5D", totals=(20, 60, 25)).do((0, Call()))


def among_computers() -> Play:
    """The caller, and one of those who beat the call, are computers that like to talk."""
    members = (Member("Omer", None, "hard"), PEOPLE[1], Member("Dana", None, "expert"))
    return play(["2D 2H 3S", "AD 4C", "AC 3D 3H"], members=members).do((0, Call()))


def no_call() -> Play:
    house = rules(round_turn_cap=1)
    return play(["AD AH", "9D 9H"], upcard="5D", house=house).do((0, turn("AD AH")))


def match_over(*, joint: bool = False) -> Play:
    hands = ["AD AH", "9H KH KD", "KC KS QC"]
    totals = (20, 20 if joint else 30, 95)
    house = rules("yanef")
    if joint:
        hands = ["AD 4H", "5H", "KC KS QC"]
        totals = (20, 40, 95)
    return play(hands, upcard="5D", house=house, totals=totals).do((0, Call()), (1, Pass()), (2, Pass()))


def among_people() -> Table:
    return match_over().table(members=(*PEOPLE, Member("Cem", CEM)))


def _hand(made: Play, seat: int, *taps: int) -> Scene:
    hand = made.hand(seat)
    selection: tuple[int, ...] = ()
    for tap in taps:
        selection = toggle(hand, selection, tap)
    return lambda reader: hand_screen(hand, reader, selection)


def _hinted(made: Play, seat: int) -> Scene:
    """What a good player would do, with the risk of a call beside it."""
    hand = made.hand(seat)
    reason = Reason(turn("4C"), Motive.BETTER_HAND, 7, 0.42, ((1, cards("9D 9H")),))
    return lambda reader: hand_screen(
        hand,
        reader,
        advised(reason, hand),
        comfort=Comfort(hints=True),
        note=hint_text(reason, hand, reader.words),
    )


def _lesson(page: Page, slip: Slip | None = None, *taps: int) -> Scene:
    hand = scene(page, "Ann")
    selection: tuple[int, ...] = ()
    for tap in taps:
        selection = toggle(hand, selection, tap)

    def draw(reader: Reader) -> Screen:
        note = slip_text(page, slip, hand, reader.words) if slip else None
        return lesson_screen(page, hand, reader, selection, note)

    return draw


def _round(made: Play) -> Scene:
    result = made.ended
    assert result is not None
    return lambda reader: round_screen(made.table(), result, reader)


def _talk(reader: Reader) -> Screen:
    made = among_computers()
    result = made.ended
    assert result is not None
    return round_screen(made.table(computers_talk=True, commitment=TALKATIVE), result, reader)


def _settings(page: str, house: HouseRules | None = None, **chosen: Any) -> Scene:
    settings = GuildSettings(1, rules=(house or rules()).short(), **chosen)
    return lambda reader: settings_screen(server_options(settings), reader, page)


LINK = "https://discord.com/channels/1/2/3"
SWITCHED = rules(
    "yanef",
    call_limit=9,
    runs=True,
    jokers_per_pack=2,
    slap="both",
    assaf_tie_penalty=10,
    exact_hits={"multiple": 50, "to": "half"},
    limit=250,
)


def _reason(risk: float) -> Reason:
    return Reason(Call(), Motive.SAFE_CALL, 5, risk, ())


def _people(number: int) -> list[str]:
    return [f"Player {n}" for n in range(1, number + 1)]


SCENES: dict[str, Scene] = {
    "lobby_alone": lambda reader: lobby_screen(lobby(PEOPLE[0]), reader),
    "lobby_ready": lambda reader: lobby_screen(
        lobby(*PEOPLE, ROBOT, house=rules(**CHANGED)), reader, ALL_LEVELS, (20, 35)
    ),
    "lobby_full": lambda reader: lobby_screen(lobby(*PEOPLE, house=rules("yanef", players_max=2)), reader),
    "lobby_filling": lambda reader: lobby_screen(
        lobby(*PEOPLE, Member("Cem", CEM), starts_with=4, host_until=NOW + 120), reader, ALL_LEVELS
    ),
    "lobby_starting": lambda reader: lobby_screen(
        lobby(*PEOPLE, starts_with=2, is_starting=True, deadline=NOW + 15, host_until=NOW + 120), reader
    ),
    "lobby_vote": lambda reader: lobby_screen(
        lobby(*PEOPLE, Member("Cem", CEM), host_until=NOW, votes=frozenset({BEN})), reader
    ),
    "lobby_odd_teams": lambda reader: lobby_screen(
        lobby(*PEOPLE, house=rules(teams=2), starts_with=4), reader
    ),
    "lobby_own_clock": lambda reader: lobby_screen(lobby(*PEOPLE, clock=30), reader, minutes=(20, 35)),
    "lobby_open_again": lambda reader: lobby_screen(lobby(*PEOPLE), reader, again=(BEN,)),
    "lobby_closed": lambda reader: table_screen(lobby(*PEOPLE, status=Status.STOPPED), reader),
    "lobby_expired": lambda reader: table_screen(
        lobby(*PEOPLE, ROBOT, status=Status.STOPPED, is_expired=True), reader
    ),
    "table_first_turn": lambda reader: table_screen(classic().table(), reader),
    "table_later": lambda reader: table_screen(after_two_turns().table(), reader),
    "table_final_lap": lambda reader: table_screen(final_lap().table(), reader),
    "table_slaps": lambda reader: table_screen(slapping().table(), reader),
    "table_teams": lambda reader: table_screen(teams().table(), reader),
    "table_away": lambda reader: table_screen(away_and_gone().table(deadline=None), reader),
    "table_waits": lambda reader: table_screen(kept_waiting(), reader),
    "table_back": lambda reader: table_screen(classic().table(), reader, is_back=True),
    "idle_vote": lambda reader: idle_screen(kept_waiting(), kept_waiting().members[0], reader, decides=False),
    "idle_host": lambda reader: idle_screen(kept_waiting(), kept_waiting().members[0], reader, decides=True),
    "idle_lobby": lambda reader: idle_screen(lobby(*PEOPLE), PEOPLE[1], reader, decides=True),
    "hand_my_turn": _hand(classic(), 0),
    "hand_pair_chosen": _hand(classic(), 0, 2),
    "hand_half_a_run_chosen": _hand(play(["8S 9S 10S KC 2D", "9D 9H"], upcard="JK2"), 0, 1, 1),
    "hand_waiting": _hand(classic(), 1),
    "hand_waiting_run_chosen": _hand(classic(), 1, 1),
    "hand_may_call": _hand(play(["AD AH JK1", "9D 9H"], upcard="JK2"), 0),
    "hand_may_not_call_yet": _hand(
        play(["AS 2S 4C", "9D 9H"], upcard="5D", house=rules(first_turn_call="after_one_turn")), 0
    ),
    "hand_last_turn": _hand(final_lap(), 1),
    "hand_caller_waits": _hand(final_lap(), 0),
    "hand_slap": _hand(slapping(), 0),
    "hand_away": _hand(away_and_gone(), 0),
    "hand_note": lambda reader: hand_screen(
        classic().hand(0), reader, note=reader.words.say("That card is no longer in your hand. Choose again.")
    ),
    "hand_hint": _hinted(play(["AD 2H 4C", "9D 9H"], upcard="5D"), 0),
    "hand_by_suit": lambda reader: hand_screen(
        classic().hand(0), reader, (2, 3), comfort=Comfort("suit", in_words=True, hints=True)
    ),
    "hand_over": lambda reader: hand_screen(match_over().hand(0), reader),
    "round_yaniv": _round(yaniv()),
    "round_assaf": _round(assaf()),
    "round_no_call": _round(no_call()),
    "round_last": _round(match_over()),
    "round_talk": _talk,
    "match_won": lambda reader: match_screen(match_over().table(), reader),
    "match_forfeit_due": lambda reader: match_screen(among_people(), reader, forfeit=Forfeit()),
    "match_forfeit_chosen": lambda reader: match_screen(
        among_people(), reader, forfeit=Forfeit(0, "\u2068*Sing* @everyone\u2069")
    ),
    "forfeits": lambda reader: forfeit_screen(among_people(), usual_forfeits(reader.words), reader),
    "match_shared": lambda reader: match_screen(match_over(joint=True).table(), reader),
    "match_stopped": lambda reader: match_screen(
        after_two_turns().table(status=Status.STOPPED, stopped_by="Ann"), reader
    ),
    "rules_classic": lambda reader: rules_screen(rules(), reader),
    "rules_yanef": lambda reader: rules_screen(rules("yanef"), reader),
    "rules_japanese": lambda reader: rules_screen(rules("japanese"), reader),
    "rules_quick": lambda reader: rules_screen(rules("quick"), reader),
    "rules_for_the_host": lambda reader: rules_screen(rules(), reader, OfTable(77)),
    "rules_host_chooses_the_clock": lambda reader: rules_screen(
        rules(),
        reader,
        OfTable(77, turn_clock(lobby(*PEOPLE, clock=300), GuildSettings(1), is_host=True)),
    ),
    "rules_of_a_lobby": lambda reader: rules_screen(
        rules(), reader, OfTable(clock=turn_clock(lobby(*PEOPLE), GuildSettings(1), is_host=False))
    ),
    "rules_of_a_match": lambda reader: rules_screen(
        rules(), reader, OfTable(seal=classic().table().commitment)
    ),
    "rules_changed": lambda reader: rules_screen(rules(**CHANGED), reader),
    "settings": _settings(ALL),
    "settings_changed": _settings(ALL, SWITCHED, turn_seconds=None, pace=0.5),
    "settings_cards": _settings("cards"),
    "settings_laying": _settings("laying", SWITCHED),
    "settings_scoring": _settings("scoring", SWITCHED),
    "settings_play": _settings("play", turn_seconds=77, language="he"),
    "settings_server": _settings("server", channels=(5, 6), forfeits=("Sing", "Dance")),
    "settings_match": lambda reader: settings_screen(
        match_options(lobby(*PEOPLE, house=SWITCHED)), reader, note=reader.words.say("The table is closed.")
    ),
    "settings_export": lambda reader: export_screen(GuildSettings(1, rules=SWITCHED.short()), reader),
    **PAST_SCENES,
    "help": lambda reader: help_screen(reader, "1.2.3"),
    "options": lambda reader: options_screen(PlayerSettings(ANN), reader),
    "options_changed": lambda reader: options_screen(
        PlayerSettings(ANN, "he", "suit", text_cards=True, confirm_risky=True, pings="off"), reader, 77
    ),
    "lesson_offer": offer_screen,
    "lesson_welcome": _lesson(Page.WELCOME),
    "lesson_pair": _lesson(Page.PAIR),
    "lesson_pair_chosen": _lesson(Page.PAIR, None, 0),
    "lesson_pair_slip": _lesson(Page.PAIR, Slip.OPEN),
    "lesson_run": _lesson(Page.RUN),
    "lesson_take": _lesson(Page.TAKE),
    "lesson_take_slip": _lesson(Page.TAKE, Slip.OPEN),
    "lesson_call": _lesson(Page.CALL),
    "lesson_won": _lesson(Page.WON),
    "lesson_risk": _lesson(Page.RISK),
    "lesson_beaten": _lesson(Page.BEATEN),
    "privacy": privacy_screen,
    "privacy_file": data_screen,
    "privacy_forget": forget_screen,
    "confirm_leave": lambda reader: leave_screen(classic().table(), ANN, reader),
    "confirm_leaving": lambda reader: leave_screen(
        play(["7D", "8D"], members=(Member("Ann", ANN, leaving=True), PEOPLE[1])).table(), ANN, reader
    ),
    "guests": lambda reader: guests_screen(lobby(PEOPLE[0]), "5f", reader),
    "invitation": lambda reader: invitation_screen(lobby(PEOPLE[0]), "Ann", (BEN,), LINK, reader),
    "invitation_of_two": lambda reader: invitation_screen(lobby(PEOPLE[0]), "Ann", (BEN, CEM), LINK, reader),
    "invitation_accepted": lambda reader: accepted_screen(lobby(*PEOPLE), "Ben", (), LINK, reader),
    "invitation_half_accepted": lambda reader: accepted_screen(
        lobby(*PEOPLE), "Ben", (CEM, DAN), LINK, reader
    ),
    "risky_call": lambda reader: risky_call_screen(_reason(0.42), classic().hand(0), reader),
    "confirm_stop": lambda reader: stop_screen(classic().table(), reader),
}
