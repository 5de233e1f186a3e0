"""The private hand: what is shown, what can be pressed, and why not."""

import pytest

from bot.engine.actions import Call, Leave, Pass, Slap
from bot.engine.cards import cards_in, texts
from bot.ports.tables import Hand, Member, Status
from bot.present.hand import Comfort, hand_screen
from bot.present.screens import Press, PrivateScreen, Row, Style
from bot.present.tokens import Draw, PassNow, Refresh, SlapCard, SwapCard, TakeBack, Tap, decode
from tests.present.builders import ANN, BEN, ROBOT, STAMP, cards, play, reader, rules, turn
from tests.present.dump import without_isolates
from tests.present.limits import presses
from tests.present.limits import texts as texts_of
from tests.present.scenes import classic, final_lap, slapping


def places(hand: Hand, named: str) -> tuple[int, ...]:
    held = cards_in(hand.view.hand)
    return tuple(held.index(card) for card in cards(named))


def shown(hand: Hand, named: str = "", note: str | None = None) -> PrivateScreen:
    return hand_screen(hand, reader(), places(hand, named), note)


def by_label(screen: PrivateScreen) -> dict[str, Press]:
    return {press.label: press for press in presses(screen)}


def text(screen: PrivateScreen) -> str:
    return without_isolates("\n".join(texts_of(screen)))


def enabled(screen: PrivateScreen) -> set[str]:
    return {press.label for press in presses(screen) if not press.disabled}


def test_cards_are_sorted_by_rank_then_suit_jokers_last():
    hand = play(["KC JK1 10S 2H 2D AS", "9H"], upcard="9D", house=rules(hand_size=6)).hand(0)
    screen = shown(hand)
    toggles = next(block for block in screen.blocks if isinstance(block, Row)).presses
    assert [press.label for press in presses(screen)][:6] == ["A♠", "2♥", "2♦", "10♠", "K♣", "Joker"]
    assert len(toggles) == 5


def test_a_toggle_carries_the_selection_its_own_place_and_the_stamp():
    hand = classic().hand(0)
    press = by_label(shown(hand, "7D"))["7♣"]
    token = decode(press.token)
    assert token == Tap(77, STAMP, places(hand, "7D"), places(hand, "7C")[0])
    assert press.card == cards("7C")[0]


def test_chosen_cards_differ_by_style_and_are_named_in_words():
    screen = shown(classic().hand(0), "7C 7D")
    buttons = by_label(screen)
    assert buttons["7♣"].style is buttons["7♦"].style is Style.PRIMARY
    assert buttons["A♥"].style is Style.SECONDARY
    assert "Lay **7♣ → 7♦** · keep A♥ 3♠ K♣ (14 points)" in text(screen)
    assert "The next player may take 7♣ or 7♦." in text(screen)


def test_draw_and_take_wait_for_a_legal_selection():
    hand = classic().hand(0)
    assert enabled(shown(hand)) == {"A♥", "3♠", "7♦", "7♣", "K♣", "More time", "Options"}
    assert enabled(shown(hand, "7D 7C")) >= {"Draw", "Take 9♦"}
    assert enabled(shown(hand, "7D KC")).isdisjoint({"Draw", "Take 9♦"})


def test_draw_and_take_say_what_is_laid_and_drawn():
    hand = classic().hand(0)
    buttons = by_label(shown(hand, "7D 7C"))
    selection = places(hand, "7D 7C")
    assert decode(buttons["Draw"].token) == Draw(77, STAMP, selection, None)
    assert decode(buttons["Take 9♦"].token) == Draw(77, STAMP, selection, cards("9D")[0])


def test_only_outer_cards_of_a_run_are_offered():
    made = classic().do((0, turn("7D 7C", "9D")), (1, turn("8S 9S 10S")))
    assert {"Take 8♠", "Take 10♠"} <= set(by_label(shown(made.hand(2))))
    assert "Take 9♠" not in by_label(shown(made.hand(2)))


def test_an_open_card_that_needs_two_cards_laid_waits_for_them():
    house = rules(discard_draw_needs="multi")
    hand = play(["7D 7C KC", "2S"], house=house).hand(0)
    assert "Take 9♦" not in enabled(shown(hand, "KC"))
    assert "Draw" in enabled(shown(hand, "KC"))
    assert "Take 9♦" in enabled(shown(hand, "7D 7C"))


@pytest.mark.parametrize(("preset", "word"), [("classic", "Yaniv!"), ("yanef", "Yanef!")])
def test_the_call_is_shown_always_and_enabled_when_legal(preset, word):
    low = play(["AH 2D", "9S"], house=rules(preset)).hand(0)
    high = play(["KH QD", "9S"], house=rules(preset)).hand(0)
    assert word in enabled(shown(low))
    assert word in by_label(shown(high))
    assert word not in enabled(shown(high))


def test_off_turn_cards_can_be_chosen_and_nothing_played():
    hand = classic().hand(1)
    screen = shown(hand, "8S 9S 10S")
    assert enabled(screen) == {"2♥", "2♦", "8♠", "9♠", "10♠", "Refresh", "Options"}
    assert decode(by_label(screen)["Refresh"].token) == Refresh(77)
    assert "Ann" in text(screen)
    assert "keep 2♥ 2♦ (4 points)" in text(screen)


def test_a_final_lap_names_the_caller_and_offers_pass():
    screen = shown(final_lap().hand(1))
    assert "Ann called Yanef! This is your last turn." in text(screen)
    assert decode(by_label(screen)["Pass"].token) == PassNow(77, STAMP)
    assert "Yanef!" not in by_label(screen)


def test_in_a_final_lap_only_who_has_a_turn_to_come_is_told_so():
    lap = final_lap()
    told = ["for your next turn" in text(shown(lap.hand(seat))) for seat in (0, 2)]
    assert told == [False, True]
    lap.do((1, Pass()))
    assert ["No more turns" in text(shown(lap.hand(seat))) for seat in (0, 1)] == [True, True]
    assert "No more turns" not in text(shown(lap.hand(2)))


def test_a_slap_is_offered_to_who_can_slap_and_to_nobody_else():
    made = slapping()
    assert decode(by_label(shown(made.hand(0)))["Slap 8♠"].token) == SlapCard(77, STAMP, cards("8S")[0])
    assert "Slap 8♥" in enabled(shown(made.hand(1)))
    alone = play(["KH QD", "9S"], house=rules(slap="both")).hand(0)
    assert not [label for label in by_label(shown(alone)) if label.startswith("Slap")]


def test_a_joker_can_be_swapped_where_the_rules_say_so():
    house = rules(joker_swap=True)
    made = play(["5H JK1 7H KC", "6H QS"], house=house).do((0, turn("5H JK1 7H")))
    press = by_label(shown(made.hand(1)))["Swap 6♥ for the joker"]
    assert decode(press.token) == SwapCard(77, STAMP, cards("6H")[0], cards("JK1")[0])


def test_an_emptied_hand_can_only_call():
    house = rules(slap="own")
    made = play(["8D", "KH"], stock="8S 2C", house=house)
    made.do((0, turn("8D")))
    made.do((0, Slap(cards("8S")[0])), (1, turn("KH")))
    screen = shown(made.hand(0))
    assert enabled(screen) == {"Yaniv!", "More time", "Options"}
    assert "no cards left" in text(screen)


def test_the_drawn_card_is_named():
    made = play(["KC 2S", "9H 9S"], stock="4S 10C").do((0, turn("KC")))
    assert "You drew **4♠**" in text(shown(made.hand(0)))
    assert "You drew" not in text(shown(made.hand(1)))


def test_a_note_is_read_first():
    assert texts_of(shown(classic().hand(0), note="Look here"))[0] == "> Look here"


def test_a_person_who_is_away_can_take_the_seat_back():
    members = (Member("Ann", ANN, "normal"), Member("Ben", BEN))
    hand = play(["KH QD", "9S"], members=members).hand(0)
    assert decode(by_label(shown(hand))["I'm back"].token) == TakeBack(77)


def test_who_is_out_or_finished_sees_no_cards():
    made = play(["KH QD", "9S 9H", "2S 3S"], members=(Member("Ann", ANN), Member("Ben", BEN), ROBOT))
    made.do((0, Leave()))
    assert "You are out" in text(shown(made.hand(0)))
    assert presses(shown(made.hand(0))) == []
    over = play(["AH", "9S"], totals=(0, 200)).do((0, Call()))
    assert "The match is over" in text(shown(over.hand(0)))
    stopped = classic().hand(0, status=Status.STOPPED)
    assert "The match is over" in text(shown(stopped))


@pytest.mark.parametrize(
    ("held", "chosen", "changes", "reason"),
    [
        ("7D 7C KC", "7D KC", {}, "Together go cards of one rank"),
        ("7D KD QC", "7D KD", {}, "A run needs at least 3 cards"),
        ("7D KD QD", "7D KD QD", {}, "do not follow one another"),
        ("7D KD QD", "7D KD QD", {"runs": False}, "There are no runs here"),
        ("7D KC", "7D KC", {"runs": False}, "Only cards of one rank"),
        ("7D 7C JK1", "7D 7C JK1", {}, "Jokers go only into runs"),
        ("7D 7C JK1", "7D 7C JK1", {"runs": False}, "A joker can only be laid alone"),
        ("JK1 JK2", "JK1 JK2", {}, "Jokers alone do not go together"),
        ("7D 7C KC", "7D 7C", {"set_min": 3}, "A set needs at least 3 cards"),
        ("5D 6D JK1", "5D 6D JK1", {"jokers_in_runs": "none"}, "Jokers cannot be part of a run"),
        ("5D 6D JK1 JK2", "5D 6D JK1 JK2", {"max_jokers_per_run": 1}, "at most 1 joker"),
    ],
)
def test_why_chosen_cards_cannot_be_laid(held, chosen, changes, reason):
    hand = play([held, "2S"], upcard="3C", house=rules(**changes)).hand(0)
    screen = shown(hand, chosen)
    assert reason in text(screen)
    assert "Draw" not in enabled(screen)


def test_the_whole_hand_may_be_laid():
    hand = play(["7D 7C", "2S"], upcard="3C").hand(0)
    assert "keep no card" in text(shown(hand, "7D 7C"))
    assert texts(cards_in(hand.view.hand)) == ["7D", "7C"]


def test_a_chosen_card_wears_its_place_in_the_discard():
    hand = play(["JK1 6D 8D KC", "2C"]).hand(0)
    buttons = by_label(shown(hand, "8D 6D JK1"))
    assert [buttons[label].mark[0] for label in ("6♦", "Joker", "8♦")] == ["1", "2", "3"]
    assert buttons["K♣"].mark == ""
    # Cards that make no discard wear the order in which they were tapped.
    assert by_label(shown(hand, "KC 6D"))["6♦"].mark[0] == "2"


def test_by_suit_cards_stand_suit_by_suit_jokers_last():
    hand = play(["KC JK1 10S 2H 2S", "9H"], upcard="9D").hand(0)
    screen = hand_screen(hand, reader(), comfort=Comfort("suit"))
    assert [press.label for press in presses(screen)][:5] == ["2♠", "10♠", "2♥", "K♣", "Joker"]


def test_cards_are_named_in_words_for_who_wants_that():
    screen = hand_screen(classic().hand(0), reader(), comfort=Comfort(in_words=True))
    assert "ace of hearts, three of spades, seven of diamonds" in text(screen)


def test_a_hint_can_be_asked_for_only_on_turn_and_where_the_server_likes():
    for seat, comfort, wanted in (
        (0, Comfort(hints=True), 1),
        (1, Comfort(hints=True), 0),
        (0, Comfort(), 0),
    ):
        screen = hand_screen(classic().hand(seat), reader(), comfort=comfort)
        assert [press.label for press in presses(screen)].count("Hint") == wanted


def test_more_time_is_there_once_for_who_is_to_move_by_the_clock():
    assert "More time" in enabled(shown(classic().hand(0)))
    assert "More time" not in enabled(shown(classic().hand(1)))
    assert "More time" not in enabled(shown(classic().hand(0, deadline=None)))
    assert "More time" not in enabled(shown(classic().hand(0, extended=frozenset({ANN}))))
