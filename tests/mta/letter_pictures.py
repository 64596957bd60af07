"""The pictures of docs/letters.md: one letter of each kind as a telephone shows it.

``python -m tests.mta.letter_pictures`` draws them again; it needs Chromium.
"""

import subprocess
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from judge.game.settings import Language, PictureSubject
from judge.reports.html_letter import write_html
from tests.reports.letters_of_all_kinds import LETTERS

DOCS = Path(__file__).parents[2] / "docs"
WIDTH, HEIGHT, GAP = 360, 1500, 20

KINDS: Mapping[str, tuple[str, Language]] = {
    "started": ("all.started", "en"),
    "results": ("all.results-spring", "en"),
    "results-in-french": ("all.results-autumn-dislodged", "fr"),
    "ended": ("all.ended-shared", "en"),
    "answer": ("player.acknowledgement-three-right-two-wrong", "en"),
    "reminder": ("player.reminder-builds", "en"),
    "press": ("player.press", "en"),
    "muster": ("player.muster", "en"),
    "seated": ("player.seated", "fr"),
    "confirmation": ("player.confirmation", "en"),
    "status": ("anyone.state", "en"),
    "games": ("anyone.games", "fr"),
    "help": ("help.orders", "en"),
    "undelivered": ("master.undelivered", "en"),
}

PICTURES: Mapping[PictureSubject, str] = {"map": "movement.png", "chart": "chart.png"}
"""Stand for those of every letter, below docs/pictures."""


def pictures_of(kind: str) -> Mapping[PictureSubject, str]:
    """What a letter of that kind bears."""
    if kind.startswith("all.ended"):
        return PICTURES
    return {"map": PICTURES["map"]} if kind.startswith(("all.started", "all.results")) else {}


def shown(pages: Mapping[str, str], *, dark: bool = False) -> Mapping[str, Image.Image]:
    """Each page as Chromium shows it in a window as wide as a telephone."""
    frames = "".join(
        f'<iframe srcdoc="{escape(page)}" style="border:0;position:absolute;top:0;left:{place * (WIDTH + GAP)}px;'
        f'width:{WIDTH}px;height:{HEIGHT}px"></iframe>'
        for place, page in enumerate(pages.values())
    )
    with TemporaryDirectory() as folder:
        page, picture = Path(folder, "all.html"), Path(folder, "all.png")
        page.write_text(f'<!DOCTYPE html><meta charset="utf-8"><body>{frames}', encoding="utf-8")
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += ["--blink-settings=preferredColorScheme=0"] if dark else []
        command += [f"--window-size={len(pages) * (WIDTH + GAP)},{HEIGHT}", f"--user-data-dir={folder}/profile"]
        subprocess.run([*command, f"--screenshot={picture}", f"file://{page}"], check=True, timeout=200)
        with Image.open(picture) as found:
            whole = found.convert("RGB")
    lefts = {name: place * (WIDTH + GAP) for place, name in enumerate(pages)}
    return {name: _trimmed(whole.crop((left, 0, left + WIDTH, HEIGHT))) for name, left in lefts.items()}


def _trimmed(picture: Image.Image) -> Image.Image:
    """A picture without the empty rows at its end."""
    ground = Image.new("RGB", picture.size, picture.getpixel((2, picture.height - 1)))
    rows = [
        y
        for y in range(picture.height)
        if picture.crop((8, y, WIDTH - 8, y + 1)) != ground.crop((8, y, WIDTH - 8, y + 1))
    ]
    return picture.crop((0, 0, WIDTH, min(picture.height, max(rows, default=0) + 20)))


def draw() -> None:
    """Write the pictures."""
    pages = {}
    for name, (kind, language) in KINDS.items():
        pages[name] = write_html(LETTERS[kind](language), language, "", pictures_of(kind))
        for file in PICTURES.values():
            data = b64encode((DOCS / "pictures" / file).read_bytes()).decode()
            pages[name] = pages[name].replace(f'src="cid:{file}"', f'src="data:image/png;base64,{data}"')
    pictures = {**shown(pages), "results-dark": shown({"results": pages["results"]}, dark=True)["results"]}
    for name, picture in pictures.items():
        out = BytesIO()
        picture.quantize(48, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        (DOCS / "pictures" / "letters" / f"{name}.png").write_bytes(out.getvalue())


if __name__ == "__main__":
    draw()
