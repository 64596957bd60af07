"""The pictures of docs/letters.md: one letter of each kind as a telephone shows it.

``python -m tests.mta.letter_pictures`` draws them again; it needs Chromium.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from judge.game.settings import Language
from judge.reports.html_letter import write_html
from tests.mta.browser import shown
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.pictures_of_letters import pictures_of, with_pictures

DOCS = Path(__file__).parents[2] / "docs"
WIDTH, HIGHEST = 360, 1500
TO = "judge+rome@example.net"

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


def draw() -> None:
    """Write the pictures."""
    pages = {}
    for name, (kind, language) in KINDS.items():
        page = write_html(LETTERS[kind](language), language, "", [(one, one) for one in pictures_of(kind)], TO)
        pages[name] = with_pictures(page, kind, language)
    pictures = {**shown(pages, WIDTH, HIGHEST)}
    pictures |= {"results-dark": shown({"results": pages["results"]}, WIDTH, HIGHEST, dark=True)["results"]}
    for name, picture in pictures.items():
        out = BytesIO()
        few = picture.quantize(96, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(out, "PNG", optimize=True)
        (DOCS / "pictures" / "letters" / f"{name}.png").write_bytes(out.getvalue())


if __name__ == "__main__":
    draw()
