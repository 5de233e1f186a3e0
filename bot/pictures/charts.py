"""Charts as PNG: the totals of a match round by round, and the course of a rating.

On a light panel of their own, so that they can be read on a dark page and on a light one. Lines differ in
colour, in the shape of their points and by the label at their end. Drawing takes a good part of a tenth
of a second: never on the event loop.
"""

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import ascii_uppercase

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 960, 540
"""Of the finished picture, in pixels."""
_SCALE = 2
_TOP, _BOTTOM, _LEFT, _RIGHT = 32, 64, 92, 236
_TEXT = 30
_LONGEST_LABEL = 12

Colour = tuple[int, int, int]
_PAPER: Colour = (250, 250, 252)
_INK: Colour = (28, 30, 36)
_GRID: Colour = (214, 217, 224)
_LIMIT: Colour = (190, 30, 45)
_COLOURS: tuple[Colour, ...] = (
    (0, 92, 175),
    (196, 78, 0),
    (0, 122, 94),
    (158, 42, 128),
    (112, 84, 0),
    (70, 70, 160),
    (176, 36, 36),
    (0, 118, 132),
    (92, 92, 92),
    (64, 110, 0),
)
"""Each dark enough for the paper, 4.5 to 1 or better."""

_STEPS = tuple(each * 10**power for power in range(10) for each in (1, 2, 5))

Point = tuple[float, float]
Shape = Callable[[Point, float], list[Point]]


@dataclass(frozen=True, slots=True)
class Line:
    """One seat: `values` begin before the first round; a seat that is out has no more of them."""

    label: str
    values: Sequence[int]
    first: int = 0
    """The round before the first value: later than 0 for a latecomer."""


def labels_for(names: Sequence[str]) -> tuple[str, ...]:
    """What to write at the lines of some people: their names, or where these cannot be drawn (another
    script, emojis) or told apart a letter each. Who shows the picture tells the letters in his text."""
    short = [_shortened(name) for name in names]
    are_clear = all(map(can_draw, names)) and len(set(short)) == len(short)
    return tuple(short) if are_clear else tuple(ascii_uppercase[: len(names)])


def can_draw(text: str) -> bool:
    """Whether the letters of a text are all in the font."""
    return bool(text.strip()) and all(map(_is_known, text))


def score_chart(lines: Sequence[Line], limit: int | None) -> bytes:
    """Totals after each round, a line for each seat; `limit` is drawn where it can be seen."""
    rounds = max((line.first + len(line.values) - 1 for line in lines), default=0)
    values = [value for line in lines for value in line.values]
    highest = max([*values, 1])
    if limit is not None and limit <= highest * 1.6:
        highest = max(highest, limit)
    chart = _Chart(rounds, min([0, *values]), highest)
    chart.axes()
    if limit is not None:
        chart.limit(limit)
    for number, line in enumerate(lines):
        chart.line(line, number)
    chart.labels(lines)
    return chart.png()


def rating_chart(ratings: Sequence[int]) -> bytes:
    """A rating after each rated match, oldest first."""
    low, high = min([*ratings, 1000]), max([*ratings, 1000])
    margin = max(20, (high - low) // 10)
    chart = _Chart(len(ratings) - 1, low - margin, high + margin, first=1, room=126)
    chart.axes()
    line = Line(str(ratings[-1]), ratings)
    chart.line(line, 0)
    chart.labels([line])
    return chart.png()


class _Chart:
    """A picture in the making; measures are those of the finished one."""

    def __init__(self, steps: int, low: int, high: int, *, first: int = 0, room: int = _RIGHT) -> None:
        self._steps, self._first, self._room = max(steps, 1), first, room
        self._ticks = _ticks(low, high)
        self._low, self._high = self._ticks[0], self._ticks[-1]
        self._image = Image.new("RGB", (WIDTH * _SCALE, HEIGHT * _SCALE), _PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def axes(self) -> None:
        for tick in self._ticks:
            y = self._y(tick)
            self._stroke([(_LEFT, y), (WIDTH - self._room, y)], _GRID, 1.5)
            self._write((_LEFT - 10, y), str(tick), _INK, "rm")
        every = max(1, math.ceil(self._steps / 10))
        for step in range(0, self._steps + 1, every):
            self._write((self._x(step), HEIGHT - _BOTTOM + 16), str(step + self._first), _INK, "mt")

    def limit(self, limit: int) -> None:
        if not self._low <= limit <= self._high:
            return
        y, x = self._y(limit), float(_LEFT)
        while x < WIDTH - self._room:
            self._stroke([(x, y), (min(x + 10, WIDTH - self._room), y)], _LIMIT, 2)
            x += 18

    def line(self, line: Line, number: int) -> None:
        colour, shape = _COLOURS[number % len(_COLOURS)], _SHAPES[number % len(_SHAPES)]
        points = [(self._x(line.first + step), self._y(value)) for step, value in enumerate(line.values)]
        if len(points) > 1:
            self._stroke(points, colour, 4)
        every = max(1, len(points) // 24)
        for place, point in enumerate(points):
            if place % every == 0 or place == len(points) - 1:
                self._mark(point, shape, colour, filled=number < len(_SHAPES))

    def labels(self, lines: Sequence[Line]) -> None:
        """At the right, beside the end of each line and clear of one another."""
        x = WIDTH - self._room + 22
        ends = [(self._y(line.values[-1]), number) for number, line in enumerate(lines) if line.values]
        for y, number in _spread(ends, _TEXT + 6, _TOP, HEIGHT - _BOTTOM):
            colour, shape = _COLOURS[number % len(_COLOURS)], _SHAPES[number % len(_SHAPES)]
            self._mark((x, y), shape, colour, filled=number < len(_SHAPES))
            self._write((x + 17, y), lines[number].label, colour, "lm")

    def png(self) -> bytes:
        file = io.BytesIO()
        finished = self._image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        finished.quantize(64).save(file, "PNG")
        return file.getvalue()

    def _x(self, step: float) -> float:
        return _LEFT + (WIDTH - self._room - _LEFT) * step / self._steps

    def _y(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return HEIGHT - _BOTTOM - (HEIGHT - _BOTTOM - _TOP) * share

    def _stroke(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        scaled = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._draw.line(scaled, fill=colour, width=round(width * _SCALE), joint="curve")

    def _mark(self, point: Point, shape: Shape, colour: Colour, *, filled: bool) -> None:
        outline = [(x * _SCALE, y * _SCALE) for x, y in shape(point, 9)]
        self._draw.polygon(outline, fill=colour if filled else _PAPER, outline=colour, width=2 * _SCALE)

    def _write(self, place: Point, text: str, colour: Colour, anchor: str) -> None:
        at = (place[0] * _SCALE, place[1] * _SCALE)
        self._draw.text(at, text, fill=colour, font=_font(), anchor=anchor)


def _ticks(low: int, high: int) -> list[int]:
    """Round numbers from at or below `low` to at or above `high`, five or so."""
    span = max(high - low, 5)
    rough = span / 6
    step = next(step for step in _STEPS if step >= rough)
    start = math.floor(low / step) * step
    return list(range(start, start + step * (math.ceil((high - start) / step) + 1), step))


def _spread(
    ends: Sequence[tuple[float, int]], gap: float, top: float, bottom: float
) -> list[tuple[float, int]]:
    """The same places in order, moved apart so far that each has its gap, within bounds if possible."""
    placed: list[tuple[float, int]] = []
    for y, number in sorted(ends):
        lowest = placed[-1][0] + gap if placed else top
        placed.append((max(y, lowest), number))
    edge = bottom
    for place in range(len(placed) - 1, -1, -1):
        y, number = placed[place]
        placed[place] = (min(y, edge), number)
        edge = placed[place][0] - gap
    return placed


def _polygon(corners: int, turn: float) -> Shape:
    def shape(centre: Point, radius: float) -> list[Point]:
        angles = [2 * math.pi * (corner / corners + turn) for corner in range(corners)]
        return [(centre[0] + radius * math.sin(a), centre[1] - radius * math.cos(a)) for a in angles]

    return shape


_SHAPES: tuple[Shape, ...] = (
    _polygon(24, 0),
    _polygon(4, 0.125),
    _polygon(3, 0),
    _polygon(4, 0),
    _polygon(3, 0.5),
)
"""Disc, square, triangle, diamond, triangle on its point; then the same hollow."""


def _shortened(name: str) -> str:
    name = " ".join(name.split())
    return name if len(name) <= _LONGEST_LABEL else name[: _LONGEST_LABEL - 1].rstrip() + "…"


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(_TEXT * _SCALE)


@lru_cache(maxsize=1024)
def _is_known(char: str) -> bool:
    if char == " ":
        return True
    return char.isprintable() and _glyph(char) not in (_glyph("\uffff"), _glyph(" "))


def _glyph(char: str) -> bytes:
    image = Image.new("L", (_TEXT * 4, _TEXT * 4))
    ImageDraw.Draw(image).text((_TEXT, _TEXT), char, fill=255, font=_font())
    return image.tobytes()
