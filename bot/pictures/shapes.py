"""What the pictures are made of: outlines as points, and bold letters.

All measures are in units of the finished picture, 128 to a side, from the top left corner. `Canvas`
draws at four times that size, so that scaling down gives smooth edges.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
Outline = Sequence[Point]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Colour = tuple[int, int, int, int]

SIZE = 128
SCALE = 4
CLEAR: Colour = (0, 0, 0, 0)

_STEPS = 64
_GLYPH_SIZE = 400
_GLYPH_WEIGHT = 15
"""Stroke added around Pillow's regular letters, at `_GLYPH_SIZE`: heavier closes the eyes of 6, 8 and 9."""
_GLYPH_GAP = 16


class Canvas:
    """A picture in the making."""

    def __init__(self) -> None:
        side = SIZE * SCALE
        self._image = Image.new("RGBA", (side, side), CLEAR)
        self._draw = ImageDraw.Draw(self._image)

    def panel(self, margin: float, radius: float, colour: Colour) -> None:
        """A filled square with round corners, `margin` away from every edge."""
        low, high = round(margin * SCALE), round((SIZE - margin) * SCALE) - 1
        self._draw.rounded_rectangle((low, low, high, high), radius=radius * SCALE, fill=colour)

    def fill(self, outlines: Iterable[Outline], colour: Colour) -> None:
        for outline in outlines:
            self._draw.polygon(_scaled(outline), fill=colour)

    def trace(self, outlines: Iterable[Outline], width: float, colour: Colour) -> None:
        """A line along closed outlines, half of its width on either side."""
        for outline in outlines:
            points = _scaled(outline)
            self._draw.line([*points, *points[:2]], fill=colour, width=round(width * SCALE), joint="curve")

    def letters(self, text: str, box: Box, colour: Colour) -> None:
        """Bold letters as high as the box, squeezed to its width if need be, else centred in it."""
        left, top, width, height = (round(measure * SCALE) for measure in box)
        ink = _ink(text)
        wide = min(width, round(ink.width * height / ink.height))
        ink = ink.resize((wide, height), Image.Resampling.LANCZOS)
        self._image.paste(Image.new("RGBA", ink.size, colour), (left + (width - wide) // 2, top), ink)

    def finished(self) -> Image.Image:
        return self._image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _scaled(outline: Outline) -> list[Point]:
    return [(round(x * SCALE), round(y * SCALE)) for x, y in outline]


@cache
def _ink(text: str) -> Image.Image:
    """The letters alone, white on black, cropped; set by hand since the font's own gaps are too wide."""
    font = ImageFont.load_default(_GLYPH_SIZE)
    ink = Image.new("L", (2 * _GLYPH_SIZE, 2 * _GLYPH_SIZE))
    draw = ImageDraw.Draw(ink)
    edge = _GLYPH_SIZE // 4
    for letter in text:
        start = draw.textbbox((0, 0), letter, font=font, anchor="ls", stroke_width=_GLYPH_WEIGHT)[0]
        place = (edge - start, 3 * _GLYPH_SIZE // 2)
        draw.text(place, letter, fill=255, font=font, anchor="ls", stroke_width=_GLYPH_WEIGHT)
        edge = (ink.getbbox() or (0, 0, edge, 0))[2] + _GLYPH_GAP
    return ink.crop(ink.getbbox())


def circle(centre: Point, radius: float) -> Outline:
    angles = [2 * math.pi * step / _STEPS for step in range(_STEPS)]
    return [(centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles]


def bend(start: Point, control: Point, end: Point) -> Outline:
    """A quadratic curve."""
    times = [step / 16 for step in range(17)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
        )
        for t in times
    ]


def mirrored(outline: Outline) -> Outline:
    """The same outline on the other side of the picture, running backwards."""
    return [(SIZE - x, y) for x, y in reversed(outline)]


def spade(box: Box) -> list[Outline]:
    left, top, width, height = box
    blade = [(x, 2 * top + height * 0.86 - y) for x, y in heart((left, top, width, height * 0.86))[0]]
    return [blade, _stem(box)]


def heart(box: Box) -> list[Outline]:
    left, top, width, height = box
    outline: list[Point] = []
    for step in range(2 * _STEPS):
        angle = math.pi * step / _STEPS
        across = math.sin(angle) ** 3
        down = -(
            13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)
        )
        outline.append((left + width * (across + 1) / 2, top + height * (down + 11.9) / 28.9))
    return [outline]


def diamond(box: Box) -> list[Outline]:
    left, top, width, height = box
    middle, centre = left + width / 2, top + height / 2
    return [[(middle, top), (left + width, centre), (middle, top + height), (left, centre)]]


def club(box: Box) -> list[Outline]:
    left, top, width, height = box
    middle, radius = left + width / 2, width * 0.238
    low = top + height * 0.6
    leaves = [
        circle((middle, top + radius), radius),
        circle((left + radius, low), radius),
        circle((left + width - radius, low), radius),
    ]
    return [*leaves, circle((middle, top + height * 0.5), radius * 0.42), _stem(box)]


def _stem(box: Box) -> Outline:
    left, top, width, height = box
    middle, low = left + width / 2, top + height
    neck = (middle + width * 0.05, top + height / 2)
    right = bend(neck, (middle + width * 0.06, low - height * 0.1), (middle + width * 0.24, low))
    return [*right, *((2 * middle - x, y) for x, y in reversed(right))]
