"""The sheets of docs/letters: one letter of every kind as a telephone shows it.

``python -m tests.mta.letter_sheets`` draws them again and lists them; it needs Chromium. ``--language fr`` and
``--dark`` draw the others, with ``--out FOLDER`` for somebody to look at.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from judge.game.settings import Language
from tests.mta.browser import Placed, heights_of, pictured

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
WIDTH, GAP, HEAD = 360, 16, 30
COLUMNS, HEIGHT, HIGHEST = 6, 2200, 1050
"""Letters beside each other; the height of a sheet, and that of a letter from where it is cut off, in pixels."""

COLOURS = 96

SHEETS: Mapping[str, str] = {
    "all": "What all are told",
    "player": "To one player",
    "seats": "Seats that fall vacant",
    "time": "Time",
    "master": "To a master",
    "anyone": "Answers to anyone",
    "standby": "To those who stand by",
    "help": "The help",
}
"""The first words of the names of letters, with what they are."""


def pages_of_all_kinds() -> Mapping[str, str]:
    """Return the page of every letter that the tests of letters compare, by its name and language."""
    with TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n0",
            "tests/reports",
            "--ignore=tests/reports/test_kinds_pictured.py",
        ]
        environment = {**os.environ, "LETTER_PAGES": folder}
        subprocess.run(command, check=True, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, timeout=500)
        return {path.stem: path.read_text(encoding="utf-8") for path in sorted(Path(folder).glob("*.html"))}


def laid_out(names: Sequence[str], heights: Mapping[str, int]) -> Iterator[Sequence[tuple[str, int, int]]]:
    """Yield sheets: each letter with its left edge and its top, one below the other in the column with most room."""
    tops, sheet = [0] * COLUMNS, list[tuple[str, int, int]]()
    for name in names:
        column = min(range(COLUMNS), key=lambda each: tops[each])
        if tops[column] + HEAD + heights[name] > HEIGHT and sheet:
            yield sheet
            tops, sheet, column = [0] * COLUMNS, [], 0
        sheet.append((name, GAP + column * (WIDTH + GAP), tops[column] + HEAD))
        tops[column] += HEAD + heights[name] + GAP
    if sheet:
        yield sheet


def draw(out: Path, language: Language, *, dark: bool) -> Mapping[str, Sequence[str]]:
    """Draw all sheets; return the names of letters on each file."""
    found = {
        name.removesuffix(f".{language}"): page
        for name, page in pages_of_all_kinds().items()
        if name.endswith(f".{language}") and name.split(".")[0] in SHEETS
    }
    measured = zip(found, heights_of([*found.values()], WIDTH), strict=True)
    heights = {name: min(height, HIGHEST) for name, height in measured}
    drawn: dict[str, Sequence[str]] = {}
    for family in SHEETS:
        names = [name for name in found if name.split(".")[0] == family]
        for number, sheet in enumerate(laid_out(names, heights), start=1):
            file = f"{family}-{number}.png"
            drawn[file] = [name for name, _, _ in sheet]
            (out / file).write_bytes(_png(_sheet(sheet, found, heights, dark=dark)))
    return drawn


def _sheet(
    sheet: Sequence[tuple[str, int, int]], pages: Mapping[str, str], heights: Mapping[str, int], *, dark: bool
) -> Image.Image:
    placed: list[Placed] = [(pages[name], left, top, WIDTH, heights[name]) for name, left, top in sheet]
    captions = "".join(
        f'<div style="position:absolute;left:{left}px;top:{top - 22}px;font:bold 13px monospace">{name}</div>'
        for name, left, top in sheet
    )
    right = max(left for _, left, _ in sheet) + WIDTH + GAP
    bottom = max(top + heights[name] for name, _, top in sheet) + GAP
    ground = f'<div style="position:absolute;width:{right}px;height:{bottom}px;background:#cfcac0"></div>'
    return pictured(placed, (right, bottom), ground + captions, dark=dark)


def _png(picture: Image.Image) -> bytes:
    out = BytesIO()
    few = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


def write_list(drawn: Mapping[str, Sequence[str]]) -> None:
    """Write the page that shows the sheets and names what is on each."""
    lines = ["# Every kind of letter, 360 pixels wide", ""]
    lines += ["As a telephone shows them, under the names of the texts in `tests/reports/letters`; what is longer than"]
    lines += [f"{HIGHEST:,} pixels is cut off. `python -m tests.mta.letter_sheets` draws them again.", ""]
    for family, files in groupby(drawn, key=lambda file: file.split("-")[0]):
        lines += [f"## {SHEETS[family]}", ""]
        for file in files:
            lines += [" ".join(f"`{name}`" for name in drawn[file]), "", f"![]({file})", ""]
    (DOCS / "letters" / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Draw what the line of the shell asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--language", choices=("en", "fr"), default="en")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    out: Path = asked.out or DOCS / "letters"
    out.mkdir(exist_ok=True)
    if asked.out is None:
        for old in out.glob("*.png"):
            old.unlink()
    drawn = draw(out, asked.language, dark=asked.dark)
    if asked.out is None:
        write_list(drawn)


if __name__ == "__main__":
    main()
