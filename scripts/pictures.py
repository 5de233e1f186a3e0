"""Contact sheets of the card emojis, to look at after a change: `python -m scripts.pictures FOLDER`.

Writes `cards-22.png`, `cards-48.png` and `cards-128.png`: every face at that many pixels on Discord's
pages and buttons. Run it from the top of a checkout.
"""

import io
import sys
from pathlib import Path

from PIL import Image

from bot.pictures.cards import EMOJIS

PAGES = ("#313338", "#1a1a1e", "#ffffff", "#5865f2", "#248046", "#da373c")
SIZES = (22, 48, 128)
PER_ROW = 13
GAP = 4


def page(pictures: list[Image.Image], background: str) -> Image.Image:
    step = pictures[0].width + GAP
    rows = -(-len(pictures) // PER_ROW)
    sheet = Image.new("RGB", (PER_ROW * step + GAP, rows * step + GAP), background)
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (GAP + place % PER_ROW * step, GAP + place // PER_ROW * step), picture)
    return sheet


def all_pages(size: int) -> Image.Image:
    faces = [Image.open(io.BytesIO(png)).convert("RGBA") for png in EMOJIS.values()]
    pictures = [face.resize((size, size), Image.Resampling.LANCZOS) for face in faces]
    pages = [page(pictures, background) for background in PAGES]
    whole = Image.new("RGB", (pages[0].width, sum(each.height for each in pages)))
    top = 0
    for each in pages:
        whole.paste(each, (0, top))
        top += each.height
    return whole


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        all_pages(size).save(folder / f"cards-{size}.png")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
