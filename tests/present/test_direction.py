"""Hebrew lines bring their direction along; all others stay as they are."""

import pytest

from bot.i18n.catalog import END_ISOLATE, ISOLATE, LANGUAGES
from bot.present.direction import RIGHT_TO_LEFT, directed, directed_text
from bot.present.notices import notice_screen
from bot.present.screens import Text
from tests.present.builders import reader
from tests.present.limits import presses, texts
from tests.present.scenes import SCENES


def turned(text: str) -> str:
    return f"{RIGHT_TO_LEFT}{text}{END_ISOLATE}"


@pytest.mark.parametrize("mark", ["", "## ", "-# ", "- ", "> ", "3. ", "> ## "])
def test_markdown_of_a_line_stays_in_front(mark):
    assert directed_text(f"{mark}סיבוב 1") == f"{mark}{turned('סיבוב 1')}"


def test_each_line_is_set_by_itself():
    assert directed_text("Round 1\nסיבוב 1\n\n7♦ 7♣") == f"Round 1\n{turned('סיבוב 1')}\n\n7♦ 7♣"


def test_what_is_put_into_a_line_does_not_turn_it():
    hebrew_name = f"{ISOLATE}עברית{END_ISOLATE} starts"
    assert directed_text(hebrew_name) == hebrew_name
    assert directed_text("Language: עברית") == "Language: עברית"
    english_name = f"{ISOLATE}Ann{END_ISOLATE} · 3 קלפים"
    assert directed_text(english_name) == turned(english_name)
    assert directed_text("`/yaniv start` פותח") == turned(f"{ISOLATE}`/yaniv start`{END_ISOLATE} פותח")
    assert directed_text("<:ann_AH_1:2> קלף") == turned("<:ann_AH_1:2> קלף")
    nested = f"{ISOLATE}{ISOLATE}Ann{END_ISOLATE} and {ISOLATE}Ben{END_ISOLATE}{END_ISOLATE} קלפים"
    assert directed_text(nested) == turned(nested)


def test_a_line_that_is_bold_throughout_keeps_its_stars_outside():
    assert directed_text("## **סיבוב 1.**") == f"## **{turned('סיבוב 1.')}**"
    assert directed_text("**סיבוב** 1 **2**") == turned("**סיבוב** 1 **2**")


def test_what_is_typed_keeps_its_stroke_in_front_within_a_hebrew_line():
    command = f"{ISOLATE}`/yaniv hand`{END_ISOLATE}"
    assert directed_text("הקישו `/yaniv hand` או `/yaniv hand`") == turned(f"הקישו {command} או {command}")
    assert directed_text(f"הקישו {command}") == turned(f"הקישו {command}")
    assert directed_text("type `/yaniv hand`") == "type `/yaniv hand`"


def test_a_notice_needs_no_reader_for_its_direction():
    assert notice_screen("שלום").blocks == (Text(turned("שלום")),)
    assert notice_screen("Hello").blocks == (Text("Hello"),)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_only_hebrew_screens_are_turned_and_only_once(scene, language):
    screen = SCENES[scene](reader(language))
    lines = [line for text in texts(screen) for line in text.split("\n")]
    assert any(RIGHT_TO_LEFT in line for line in lines) is (language == "he")
    assert all(line.count(RIGHT_TO_LEFT) <= 1 for line in lines)


def test_labels_of_words_alone_stay_as_they_are():
    labels = [press.label for press in presses(SCENES["hand_may_call"](reader("he")))]
    assert "מהקופה" in labels
    assert turned("יניב!") in labels
    assert "A♥" in labels


def test_turning_keeps_the_kind_of_a_screen():
    screen = SCENES["table_later"](reader("en"))
    assert directed(screen) == screen
