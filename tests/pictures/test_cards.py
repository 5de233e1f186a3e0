"""The card pictures: what Discord takes, and what an eye can tell apart."""

import io
import itertools
import re
import subprocess
import sys

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.engine.cards import CARDS, PACK_SIZE, parse_card
from bot.pictures import cards
from bot.pictures.cards import BACK, EMOJIS, FACES, face_of, face_on

BACKGROUNDS = {"dark": "#313338", "darkest": "#1a1a1e", "light": "#ffffff"}
INLINE = 22
"""Pixels of an emoji in a line of text."""


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


def seen(png: bytes, background: str) -> Image.Image:
    """The picture as an eye meets it in a line of text."""
    small = opened(png).resize((INLINE, INLINE), Image.Resampling.LANCZOS)
    shown = Image.new("RGBA", small.size, background)
    shown.alpha_composite(small)
    return shown.convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """Mean difference of the channels, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


def drawn() -> dict[str, bytes]:
    """Every picture, by face."""
    return dict(zip(FACES, EMOJIS.values(), strict=True))


def name_of(face: str) -> str:
    """The name of the emoji that shows a face."""
    return next(name for name in EMOJIS if face_of(name) == face)


@pytest.mark.parametrize("face", FACES)
def test_a_picture_is_a_small_square_with_clear_corners(face: str) -> None:
    png = drawn()[face]
    assert Image.open(io.BytesIO(png)).format == "PNG"
    assert len(png) <= 30 * 1024
    cover = opened(png).getchannel("A")
    assert cover.size == (128, 128)
    assert [cover.getpixel(corner) for corner in [(0, 0), (127, 0), (0, 127), (127, 127)]] == [0, 0, 0, 0]
    assert cover.crop((10, 10, 118, 118)).getextrema() == (255, 255)


def test_names_are_valid_and_unique_and_say_the_card() -> None:
    names = list(EMOJIS)
    assert len(names) == len(set(names)) == len(EMOJIS) == PACK_SIZE + 1
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in names)
    assert [face_of(name) for name in names] == list(FACES)
    assert "_10H_" in names[FACES.index("10H")]


def test_every_card_of_both_packs_has_a_face_and_only_the_back_is_no_card() -> None:
    assert {face_on(card) for card in CARDS} == set(FACES) - {BACK}


def test_twins_share_a_face() -> None:
    assert face_on(parse_card("7C#2")) == face_on(parse_card("7C")) == "7C"
    assert face_on(parse_card("JK1#2")) == face_on(parse_card("JK1")) == "JK1"


@pytest.mark.parametrize("name", ["yaniv_7C_000000", "yaniv_7X_000000", "party", ""])
def test_an_unknown_name_has_no_picture(name: str) -> None:
    assert name not in EMOJIS
    with pytest.raises(KeyError):
        EMOJIS[name]


@pytest.mark.parametrize("name", ["yaniv", "yaniv_logo_abcdef", "yaniv_11H_abcdef", "yaniv_AH_abcdef0", "AH"])
def test_a_foreign_name_shows_no_face(name: str) -> None:
    assert face_of(name) is None


def test_another_run_draws_the_same_bytes_under_the_same_names() -> None:
    code = (
        "import hashlib; from bot.pictures.cards import EMOJIS\n"
        "for name, png in EMOJIS.items(): print(name, hashlib.sha256(png).hexdigest())"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert [line.split()[0] for line in runs[0].splitlines()] == list(EMOJIS)


def test_nothing_is_drawn_before_it_is_asked_for() -> None:
    code = (
        "from bot.pictures import cards, shapes, emojis\n"
        "drawn = []\n"
        "start = shapes.Canvas.__init__\n"
        "shapes.Canvas.__init__ = lambda self: (drawn.append(1), start(self))[1]\n"
        "print(len(drawn), 'yaniv_AS_000000' in cards.EMOJIS, len(drawn))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert run.stdout == "0 False 1\n"


def test_a_changed_drawing_gets_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = name_of("9D")
    caches = (cards._image, cards._name, cards._png)
    try:
        for cache in caches:
            cache.cache_clear()
        monkeypatch.setattr(cards, "_HALO", 6.0)
        assert name_of("9D") != before
    finally:
        monkeypatch.undo()
        for cache in caches:
            cache.cache_clear()
    assert name_of("9D") == before


@pytest.mark.parametrize("background", BACKGROUNDS.values(), ids=BACKGROUNDS.keys())
def test_any_two_faces_differ_in_a_line_of_text(background: str) -> None:
    faces = {face: seen(png, background) for face, png in drawn().items()}
    alike = {
        (one, other): difference(faces[one], faces[other]) for one, other in itertools.combinations(faces, 2)
    }
    jokers = alike.pop(("JK1", "JK2"))
    assert jokers > 0.5
    closest = min(alike, key=alike.__getitem__)
    assert alike[closest] > 3, closest


@pytest.mark.parametrize("background", BACKGROUNDS.values(), ids=BACKGROUNDS.keys())
def test_every_face_stands_out_from_the_page(background: str) -> None:
    page = Image.new("RGB", (INLINE, INLINE), background)
    for face, png in drawn().items():
        assert difference(seen(png, background), page) > 20, face


def test_red_and_black_differ_without_colour() -> None:
    """A full suit covers the middle of its place, a hollow one leaves it blank."""
    naturals = {face: png for face, png in drawn().items() if face[-1] in "SHDC"}
    assert len(naturals) == 52
    for face, png in naturals.items():
        middle = opened(png).convert("L").crop((87, 88, 95, 96))
        shade = ImageStat.Stat(middle).mean[0]
        assert (shade > 200) == (face[-1] in "HD"), face
