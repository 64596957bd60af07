"""An issue as PDF: pages of A4 or A5, or a booklet of A5 pages on sheets of A4 that are printed, folded and stapled.

The templates in ``typst/`` are given every word as a value of JSON, never as code, and reach no files but theirs.
"""

import json
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Literal

import typst

from judge.maps.text import FONTS
from judge.zine.issue import Issue
from judge.zine.type_data import Paper, day_parts, picture_names, type_data

PdfPaper = Literal["a4", "a5", "booklet"]

_TEMPLATES = Path(__file__).parent / "typst"
_PAGES_OF_SHEET = 4


class TypesettingError(Exception):
    """An issue cannot be set, such as with a picture that nothing can draw; the message says why."""


def write_pdf(issue: Issue, paper: PdfPaper = "a4") -> bytes:
    """Return an issue as PDF, the same bytes for the same issue; TypesettingError where it cannot be set.

    A booklet has two pages of A5 on each side of a sheet of A4, which is turned over its short edge.
    """
    with tempfile.TemporaryDirectory(prefix="judge-zine-") as made:
        folder = Path(made)
        try:
            pages = _compiled(
                folder, _issue_files(issue, "a4" if paper == "a4" else "a5"), issue, tagged=paper != "booklet"
            )
            return pages if paper != "booklet" else _compiled(folder, _sheet_files(folder, issue, pages), issue)
        except typst.TypstError as error:
            raise TypesettingError(str(error.message)) from error


def booklet_sides(pages: int) -> Sequence[tuple[int, int]]:
    """Return the pages, left and right, of each side of the sheets of a booklet, front and back in turn.

    Pages are numbered from 1, empty ones 0; four to a sheet.
    """
    whole = -(-pages // _PAGES_OF_SHEET) * _PAGES_OF_SHEET
    sides = []
    for first in range(1, whole // 2, 2):
        last = whole + 1 - first
        sides += [(last, first), (first + 1, last - 1)]
    return [(left if left <= pages else 0, right if right <= pages else 0) for left, right in sides]


def _compiled(folder: Path, files: Mapping[str, bytes], issue: Issue, *, tagged: bool = False) -> bytes:
    """The PDF that the files of a folder make, ``main.typ`` first; ``tagged`` for those who read it aloud."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return typst.compile(
        folder / "main.typ",
        root=folder,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        timestamp=int(datetime.combine(issue.day, time(), UTC).timestamp()),
        pdf_tags=tagged,
    )


@lru_cache(maxsize=1)
def _fonts() -> typst.Fonts:
    """The fonts that come with typst, and those of the maps: never those of the machine."""
    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])


def _issue_files(issue: Issue, paper: Paper) -> Mapping[str, bytes]:
    return {
        "main.typ": (_TEMPLATES / "issue.typ").read_bytes(),
        "issue.json": json.dumps(type_data(issue, paper)).encode(),
        **{file: issue.pictures[name].encode() for file, name in picture_names(issue).items()},
    }


def _sheet_files(folder: Path, issue: Issue, pages: bytes) -> Mapping[str, bytes]:
    """The files of a booklet of the pages that the folder makes."""
    number = typst.query(
        folder / "main.typ",
        "<pages>",
        field="value",
        one=True,
        root=folder,
        font_paths=_fonts(),
        ignore_system_fonts=True,
    )
    sides = {"title": f"{issue.title} {issue.number}", "day": day_parts(issue), "pages": booklet_sides(int(number))}
    return {
        "main.typ": (_TEMPLATES / "booklet.typ").read_bytes(),
        "sides.json": json.dumps(sides).encode(),
        "pages.pdf": pages,
    }
