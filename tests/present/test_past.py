"""Leaderboards, profiles, past matches and replays, as people read them."""

import re
from dataclasses import replace

import pytest

from bot.achievements.rules import KEYS
from bot.ports.statistics import Board, Criterion, Honour, Profile, Tally
from bot.ports.tables import Member
from bot.present.achievements import MOST_LINES, achievement_line, achievement_name, honour_lines
from bot.present.history import (
    PAGE_MATCHES,
    Listed,
    chart_meaning,
    first_step,
    match_screen,
    past_screen,
    replay_screen,
    rounds_screen,
)
from bot.present.leaderboard import CRITERIA, leaderboard_screen
from bot.present.past_tokens import HistoryPage, LeaderboardPage, ReplayRound, ReplayStep
from bot.present.periods import day_name, period_name
from bot.present.profile import curve_meaning, profile_screen
from bot.present.screens import PrivateScreen, PublicScreen
from bot.present.tokens import decode
from tests.present.builders import ANN, BEN, CEM, DAN, lobby, reader
from tests.present.dump import without_isolates
from tests.present.limits import faults, menus, presses, texts
from tests.present.past_scenes import FRAMES, GUESS, PROFILE, ROUNDS, TABLE, past, standing, wanted

NAMES = ["*_~`|<>[]:/@" * 3, "日本語の名前" * 8, "👩\u200d🚀" * 20, "W" * 40, "ש" * 40]


def shown(screen) -> str:
    return without_isolates("\n".join(texts(screen)))


def board(*rows, size=None, own=None, **want) -> str:
    found = Board(rows, len(rows) if size is None else size, own)
    return shown(leaderboard_screen(found, wanted(**want), reader()))


# --- Leaderboards ---------------------------------------------------------------------------------


def test_an_empty_leaderboard_says_what_to_do():
    assert "`/yaniv start`" in board()


@pytest.mark.parametrize(
    ("by", "figure"),
    [
        (Criterion.WINS, "wins"),
        (Criterion.SHARE, "wins"),
        (Criterion.YANIVS, "yanivs"),
        (Criterion.ASSAFS, "assafs_given"),
        (Criterion.STREAK, "longest_streak"),
    ],
)
def test_there_is_no_medal_for_nothing(by, figure):
    told = board(standing("Ann", ANN, 1, **{figure: 1}), standing("Ben", BEN, 2, **{figure: 0}), by=by)
    assert "🥇 **Ann**" in told
    assert "**2.** **Ben**" in told


def test_level_people_share_a_place():
    rows = [
        standing("Ann", ANN, 4),
        standing("Ben", BEN, 5),
        standing("Cem", CEM, 5),
        standing("Dan", DAN, 7),
    ]
    assert re.findall(r"\*\*(\d+)\.\*\* \*\*(\w+)", board(*rows)) == [
        ("4", "Ann"),
        ("5", "Ben"),
        ("5", "Cem"),
        ("7", "Dan"),
    ]


def test_the_first_three_wear_medals():
    assert "🥈 **Ben**" in board(standing("Ann", ANN, 1), standing("Ben", BEN, 2))


def test_the_own_row_is_shown_once():
    own = standing("Eve", 99, 12)
    assert board(standing("Ann"), own=own).count("Eve") == 1
    assert "**12.** **Eve**" in board(standing("Ann"), own=own)
    assert board(standing("Ann"), own, own=own).count("Eve") == 1


@pytest.mark.parametrize(
    ("by", "own", "need"),
    [
        (Criterion.RATING, standing("Eve", 9, None, rated=GUESS), "2 matches more for a place"),
        (Criterion.RATING, standing("Eve", 9, None, rated=None), "5 matches more for a place"),
        (Criterion.SHARE, standing("Eve", 9, None, matches=4), "1 match more for a place"),
        (Criterion.AVERAGE, standing("Eve", 9, None, rounds=3), "7 rounds more for a place"),
    ],
)
def test_what_is_lacking_for_a_place(by, own, need):
    assert need in board(own=own, by=by)


@pytest.mark.parametrize(
    ("by", "figure"),
    [
        (Criterion.RATING, "**1240** ± 120"),
        (Criterion.WINS, "5.5 of 12 won"),
        (Criterion.SHARE, "**46%**"),
        (Criterion.YANIVS, "14 calls stood"),
        (Criterion.ASSAFS, "3 calls beaten"),
        (Criterion.AVERAGE, "12.4 points a round"),
        (Criterion.STREAK, "3 wins in a row"),
    ],
)
def test_the_figure_that_decides_stands_first(by, figure):
    line = board(standing("Ann"), by=by).splitlines()[2]
    assert line.startswith(f"🥇 **Ann** · {figure}")


def test_every_criterion_is_on_offer_and_the_chosen_one_is_marked():
    screen = leaderboard_screen(Board((), 0), wanted(Criterion.SHARE), reader())
    by, period = menus(screen)
    assert [choice.value for choice in by.choices] == [each.value for each in Criterion]
    assert set(CRITERIA) == set(Criterion)
    assert [choice.value for choice in by.choices if choice.chosen] == ["share"]
    assert [choice.label for choice in period.choices] == ["All time", "This season", "This month"]
    assert isinstance(screen, PublicScreen)


def test_a_season_of_a_month_is_offered_once_and_a_past_one_beside():
    _, period = menus(leaderboard_screen(Board((), 0), wanted(season="2026-11", period="2026-10"), reader()))
    assert [(choice.label, choice.value) for choice in period.choices] == [
        ("All time", "all"),
        ("This season", "2026-11"),
        ("October 2026", "2026-10"),
    ]


def test_without_seasons_there_is_no_hall_of_fame():
    screen = leaderboard_screen(Board((), 0), wanted(season=None), reader())
    assert presses(screen) == []


def test_pages_are_turned_by_buttons():
    screen = leaderboard_screen(Board((standing("Ann"),), 30), wanted(page=1, season=None), reader())
    assert [decode(press.token) for press in presses(screen)] == [
        LeaderboardPage("wins", "all", 0),
        LeaderboardPage("wins", "all", 2),
    ]
    last = leaderboard_screen(Board((standing("Ann"),), 30), wanted(page=2, season=None), reader())
    assert [press.disabled for press in presses(last)] == [False, True]


@pytest.mark.parametrize("language", ["en", "he", "ja", "fr"])
def test_the_worst_names_fit(language):
    rows = tuple(standing(NAMES[n % 5], n, n + 1) for n in range(10))
    for by in Criterion:
        screen = leaderboard_screen(Board(rows, 99, standing(NAMES[4], 77, 50)), wanted(by), reader(language))
        assert faults(screen) == []
    found = [past(n, *(NAMES * 2)) for n in range(PAGE_MATCHES)]
    assert faults(past_screen(found, Listed(0, ANN, 1, 5), reader(language))) == []
    everything = replace(PROFILE, name=NAMES[0], achievements=KEYS)
    assert faults(profile_screen(everything, reader(language))) == []


def test_periods_have_names():
    assert period_name("2026-11", reader().words) == "November 2026"
    assert period_name("2026-Q4", reader().words) == "Q4 2026"
    assert period_name("2026-11", reader("de").words) == "November 2026"
    assert "2026" in period_name("2026-Q4", reader("he").words)
    assert day_name(1_800_000_000.0, reader().words) == "Jan 15, 2027"


# --- Profiles -------------------------------------------------------------------------------------


def test_a_profile_tells_the_record():
    text = shown(profile_screen(PROFILE, reader()))
    for fact in (
        "Rating: **1240** ± 120 · 40 matches",
        "Rating with computers: **1105** ± 410, provisional · 3 matches",
        "5.5 of 12 won (46%)",
        "16 calls · 12% of them beaten · 3.8 points in hand on average",
        "Plays most with **Ben** (12 matches) and **Cem** (1 match)",
        "Best call: with 2 points in hand cost the others **65 points**",
        "Worst call: with 6 points in hand cost **36 points**",
        "3 achievements",
    ):
        assert fact in text
    assert isinstance(profile_screen(PROFILE, reader()), PrivateScreen)


def test_a_newcomers_profile_has_no_gaps():
    text = shown(profile_screen(Profile(ANN, "Ann", Tally(), None, None), reader()))
    assert "not rated yet" in text
    assert "None" not in text


def test_the_curve_in_words():
    assert "from 1000 to 1240, at most 1240, at least 980" in curve_meaning(PROFILE, reader())


# --- Achievements ---------------------------------------------------------------------------------


def test_every_achievement_has_a_name_of_its_own_and_a_deed():
    words = reader().words
    lines = [achievement_line(key, words) for key in KEYS]
    assert all(re.fullmatch(r"\*\*[^*]+\*\*: [^{}]+", line) for line in lines)
    assert len({achievement_name(key, words) for key in KEYS}) == len(KEYS)


def test_honours_name_who_earned_them_and_leave_out_strangers():
    table = lobby(Member("Ann", ANN), Member("Ben", BEN))
    lines = honour_lines(table, [Honour(BEN, "slap"), Honour(DAN, "slap")], reader().words)
    assert [without_isolates(line) for line in lines] == ["🏅 Ben · **Quick hand**: slapped a card"]


def test_many_honours_are_counted():
    table = lobby(Member("Ann", ANN))
    lines = honour_lines(table, [Honour(ANN, key) for key in KEYS], reader().words)
    assert len(lines) == MOST_LINES + 1
    assert f"{len(KEYS) - MOST_LINES} achievements more" in lines[-1]


# --- The past -------------------------------------------------------------------------------------


def test_a_list_of_matches_names_players_and_winners():
    screen = past_screen([past(3, "Ann", "Ben")], Listed(0, ANN, 0, 1), reader())
    assert "won by Ann · 12 rounds" in shown(screen)
    (menu,) = menus(screen)
    assert [(choice.value, without_isolates(choice.label)) for choice in menu.choices] == [
        ("3", "Ann and Ben")
    ]
    assert [decode(press.token) for press in presses(screen)] == [HistoryPage(ANN, 0)]


def test_letters_of_the_picture_are_told_where_names_cannot_stand():
    assert "In the picture: A = Ann · B = Ben" in shown(
        match_screen(TABLE, ROUNDS, reader(), ("A", "B", "C"))
    )
    names = tuple(member.name for member in TABLE.members)
    assert "In the picture" not in shown(match_screen(TABLE, ROUNDS, reader(), names))
    assert "In the picture" not in shown(match_screen(TABLE, ROUNDS, reader(), ()))


def test_the_chart_in_words():
    meaning = chart_meaning(TABLE, ROUNDS, reader())
    totals = ROUNDS[-1].result["totals"]
    assert f"At the end: Ann {totals[0]}, Ben {totals[1]}" in meaning


def test_rounds_tell_how_each_ended():
    text = shown(rounds_screen(TABLE, ROUNDS, reader(), 0))
    result = ROUNDS[0].result
    assert "**Round 1** · Assaf! Ann with 6 points" in text
    assert f"Ann +{result['points'][0]} → {result['totals'][0]}" in text


def test_a_replay_shows_all_hands_and_whose_turn_it_was():
    text = shown(replay_screen(TABLE, FRAMES, 1, reader()))
    assert "step 2 of 5" in text
    assert "Ann laid 3♦" in text
    assert "👉 **Ben** · 6♦ K♠" in text
    end = shown(replay_screen(TABLE, FRAMES, 4, reader()))
    assert "Ann called Yaniv!" in end
    assert "👉" not in end


def test_a_replay_goes_both_ways_and_no_further():
    first, last = (replay_screen(TABLE, FRAMES, step, reader()) for step in (0, len(FRAMES) - 1))
    assert [press.disabled for press in presses(first)] == [True, True, False, True]
    assert [press.disabled for press in presses(last)] == [True, False, True, True]
    middle = [decode(press.token) for press in presses(replay_screen(TABLE, FRAMES, 2, reader()))]
    assert middle == [ReplayRound(77, 0), ReplayStep(77, 1), ReplayStep(77, 3), ReplayRound(77, 2)]


def test_rounds_of_a_replay_are_found():
    frames = [replace(FRAMES[0], round=number) for number in (1, 1, 2, 3, 3)]
    assert [first_step(frames, number) for number in (0, 1, 2, 3, 9)] == [0, 0, 2, 3, 4]
