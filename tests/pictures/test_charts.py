"""Charts: read as pictures again, whatever is drawn."""

import io
from itertools import pairwise

import pytest
from PIL import Image

from bot.pictures.charts import HEIGHT, WIDTH, Line, can_draw, labels_for, rating_chart, score_chart

LIGHTEST = 200
"""Of 255: paper and grid are lighter, everything that is to be read is darker."""


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def colours(png: bytes, box=None) -> set[tuple[int, int, int]]:
    image = opened(png)
    image = image.crop(box) if box else image
    return {colour for _, colour in image.getcolors(WIDTH * HEIGHT) or []}


def ink(png: bytes, box) -> int:
    """How many dark pixels a part holds."""
    grey = opened(png).crop(box).convert("L")
    return sum(grey.histogram()[:LIGHTEST])


def two_lines(*more: Line) -> list[Line]:
    return [Line("Ann", [0, 5, 12, 40]), Line("Ben", [0, 30, 55, 61]), *more]


def test_size_and_weight():
    png = score_chart(two_lines(), 100)
    assert opened(png).size == (WIDTH, HEIGHT)
    assert len(png) < 100_000


def test_the_page_is_light_and_the_lines_are_dark():
    """So it reads the same on a dark page and on a light one."""
    image = opened(score_chart(two_lines(), None))
    assert min(image.getpixel((3, 3))) > 240
    assert ink(score_chart(two_lines(), None), (80, 40, 770, 470)) > 1000


def test_every_line_has_a_colour_and_a_label_of_its_own():
    lines = [Line(str(number), [0, 10 * number]) for number in range(10)]
    png = score_chart(lines, None)
    labels = [row for row in range(0, HEIGHT, 4) if ink(png, (758, row, WIDTH, row + 4))]
    gaps = sum(after - before > 4 for before, after in pairwise(labels))
    assert gaps == 9


def test_lines_of_one_course_can_still_be_told_apart():
    """Ten people level to the end: the labels part, the shapes differ."""
    lines = [Line(str(number), [0, 10, 20]) for number in range(10)]
    assert len(score_chart(lines, None)) > 0


def test_the_limit_is_drawn_where_it_is_near():
    near, far = score_chart(two_lines(), 90), score_chart(two_lines(), 900)
    red = (190, 30, 45)

    def has_red(png):
        return any(sum(abs(a - b) for a, b in zip(colour, red, strict=True)) < 80 for colour in colours(png))

    assert has_red(near)
    assert not has_red(far)


@pytest.mark.parametrize(
    "lines",
    [
        [Line("Ann", [0])],
        [Line("Ann", [0, 0]), Line("Ben", [0, 0])],
        [Line("Ann", [0, -5, -20])],
        [Line("Ann", range(0, 900, 9)), Line("Cem", [100, 120], first=40)],
    ],
    ids=["no round", "no points", "below zero", "long, with a latecomer"],
)
def test_odd_matches_can_be_drawn(lines):
    assert opened(score_chart(lines, 100)).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("ratings", [[1000], [1000, 1000], list(range(900, 1300, 4))])
def test_ratings_can_be_drawn(ratings):
    png = rating_chart(ratings)
    assert opened(png).size == (WIDTH, HEIGHT)
    assert ink(png, (WIDTH - 15, 0, WIDTH, HEIGHT)) == 0


def test_names_stand_at_their_lines_if_the_font_has_them():
    assert labels_for(["Ann", "Ben"]) == ("Ann", "Ben")
    assert labels_for(["A very long name indeed", "Ben"]) == ("A very long…", "Ben")


@pytest.mark.parametrize(
    "name", ["שרה", "日本", "Иван", "👩\u200d🚀", "a\u0301", "\u200b", "", "A\nB", "\ue000"]
)
def test_letters_stand_for_names_that_would_be_boxes(name):
    assert not can_draw(name)
    assert labels_for([name, "Ben", "Cem"]) == ("A", "B", "C")


def test_letters_stand_for_names_that_look_alike():
    assert labels_for(["Ann", "Ann"]) == ("A", "B")
    assert labels_for(["Bartholomew the first", "Bartholomew the second"]) == ("A", "B")
