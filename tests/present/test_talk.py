"""A computer says a word now and then as a round ends, where the server lets it: the same at every look."""

from dataclasses import replace

import pytest

from bot.engine.actions import Call
from bot.engine.results import Outcome
from bot.i18n.catalog import LANGUAGES, words_for
from bot.opponents.characters import CHARACTERS
from bot.ports.tables import Member
from bot.present.result import round_screen
from bot.present.talk import BEAT, BEATEN, CALLED, talk_lines
from tests.present.builders import ANN, BEN, EmojiFaces, Play, lobby, play, reader, rules
from tests.present.dump import without_isolates
from tests.present.limits import faults, texts
from tests.present.scenes import TALKATIVE, among_computers, no_call

MATCHES = [f"{number:064x}" for number in range(300)]
WORDS = words_for("en")
DANA = Member("Dana", None, "hard")


def stands(caller: Member) -> Play:
    members = (caller, Member("Ben", BEN))
    return play(["AD AH JK1", "9D 9H"], upcard="5D", members=members).do((0, Call()))


def said(made: Play, language: str = "en", **changes: object) -> list[list[str]]:
    """What is said after this round in many matches."""
    table = made.table(**({"computers_talk": True} | changes))
    assert made.ended is not None
    shown = [
        talk_lines(replace(table, commitment=commitment), made.ended, words_for(language))
        for commitment in MATCHES
    ]
    return [[without_isolates(line) for line in lines] for lines in shown]


def quoted(lines: list[list[str]]) -> set[str]:
    return {line.split("“")[1].rstrip("”") for each in lines for line in each}


def test_a_computer_whose_call_stands_says_one_of_its_words_now_and_then():
    lines = said(stands(DANA))
    assert all(len(each) <= 1 for each in lines)
    assert quoted(lines) == {WORDS.say(text, word="Yaniv!") for text in CALLED}
    assert all(line.startswith("> 🤖 **Dana**: “") for each in lines for line in each)


@pytest.mark.parametrize("name", CHARACTERS)
def test_how_often_it_speaks_is_its_character(name):
    spoken = sum(map(len, said(stands(Member(name, None, "easy")))))
    assert spoken / len(MATCHES) == pytest.approx(CHARACTERS[name].talk, abs=0.1)


def test_the_beaten_caller_and_one_who_beat_the_call_speak():
    lines = said(among_computers())
    assert {len(each) for each in lines} == {0, 1, 2}
    by_name = {
        name: quoted([[line for line in each if name in line] for each in lines]) for name in ("Omer", "Dana")
    }
    assert by_name == {"Omer": set(BEATEN), "Dana": set(BEAT)}


def test_never_more_than_two_speak():
    members = tuple(Member(name, None, "hard") for name in ("Dana", "Omer", "Noa", "Maya"))
    made = play(["2D 2H 3S", "AD 4C", "AC 3D", "2S 2C"], members=members).do((0, Call()))
    assert made.ended is not None
    assert len(made.ended.assafers) == 3
    assert max(map(len, said(made))) == 2


def test_who_beats_his_own_partner_is_glad_of_nothing():
    """Rule 6.3: a partner may beat the call, too."""
    members = tuple(Member(name, None, "hard") for name in ("Dana", "Omer", "Noa", "Maya"))
    hands = ["2D 2H 3S", "KD QD", "AC 3D", "KC QC"]
    made = play(hands, members=members, house=rules(teams=2)).do((0, Call()))
    assert made.ended is not None
    assert made.ended.assafers == (2,)
    lines = said(made)
    assert any(lines)
    assert not any("Noa" in line for each in lines for line in each)


def test_nobody_speaks_where_the_server_wants_no_talk_or_nothing_was_called():
    assert not any(said(among_computers(), computers_talk=False))
    assert not any(said(no_call(), members=(DANA, DANA)))


@pytest.mark.parametrize("level", [None, "normal"])
def test_people_speak_for_themselves_away_or_not(level):
    assert not any(said(stands(Member("Dana", ANN, level))))


def test_the_same_is_said_however_often_and_late_it_is_shown():
    made = among_computers()
    first = said(made)
    assert said(made) == first
    assert said(made, version=99, message=None, announced=1, deadline=None) == first


def test_rounds_of_a_match_differ():
    made = stands(DANA)
    assert made.ended is not None
    table = made.table(computers_talk=True)
    rounds = [tuple(talk_lines(table, replace(made.ended, number=n), WORDS)) for n in range(1, 30)]
    assert len(set(rounds)) > 3


def test_the_word_of_the_call_is_that_of_the_rules():
    yanef = lobby(DANA, *[Member("Ben", BEN)], house=rules("yanef"), computers_talk=True)
    made = stands(DANA)
    assert made.ended is not None
    lines = [
        line
        for commitment in MATCHES
        for line in talk_lines(replace(yanef, commitment=commitment), made.ended, WORDS)
    ]
    assert any("Yanef!" in line for line in lines)
    assert not any("Yaniv!" in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_one_short_line_in_every_language(language):
    words = words_for(language)
    for text in (*CALLED, *BEAT, *BEATEN):
        line = words.say(text, word=words.say("Yanef!"))
        assert 3 < len(line) <= 60
        assert "\n" not in line
        assert "{" not in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_shows_who_said_what_and_still_fits(language):
    made = among_computers()
    assert made.ended is not None
    result = replace(made.ended, outcome=Outcome.ASSAF)
    table = made.table(computers_talk=True, commitment=TALKATIVE)
    shown = round_screen(table, result, reader(language, EmojiFaces()))
    lines = talk_lines(table, result, words_for(language))
    assert len(lines) == 2
    top = without_isolates(texts(shown)[0])
    assert all(without_isolates(line.removeprefix("> ")) in top for line in lines)
    assert faults(shown) == []
