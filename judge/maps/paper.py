"""Pages set in type, as PDF or as pictures of a page; the sheet with a small map and room to write orders beside."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from judge.maps.geometry import FONTS
from judge.maps.picture import draw_board, draw_ground, png_of_few_colours
from judge.maps.view import MapView
from judge.reports.language import capitalized
from judge.reports.layout import plain_spaces
from judge.rules.board import Board, Power
from judge.rules.position import PhaseKind
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import typst
    from PIL import Image
else:
    typst = LibraryOnDemand("typst")
    Image = LibraryOnDemand("PIL.Image")

# --- pages set in type: templates are given every word as a value of JSON, never as code, and reach no files but theirs


Paper = Literal["a4", "a5"]
PageForm = Literal["pdf", "png", "svg"]

Files = Mapping[str, bytes]
"""The files of a template by name."""

NO_DAY = date(1901, 1, 1)
"""The day of what depends on none."""

_SHARPNESS = 150
"""Dots per inch of a page as PNG: one of A4 has 1,754 by 1,240."""


class TypesettingError(Exception):
    """Something cannot be set, such as a picture that nothing can draw; the message says why."""


def set_in_type(files: Files, day: date, form: PageForm = "pdf", *, tagged: bool = False) -> bytes:
    """Return what a template makes of its files, ``main.typ`` first: the same bytes for the same files and day.

    ``tagged`` for those who have a PDF read aloud. TypesettingError where it cannot be set.
    """
    with _folder_of(files) as folder:
        made = typst.compile(
            folder / "main.typ",
            root=folder,
            font_paths=_fonts(),
            ignore_system_fonts=True,
            timestamp=int(datetime.combine(day, time(), UTC).timestamp()),
            format=form,
            ppi=_SHARPNESS,
            pdf_tags=tagged,
        )
    assert isinstance(made, bytes)
    return made


def number_in_type(files: Files, label: str) -> int:
    """Return the number that a template bears under a label, such as how many pages it makes."""
    with _folder_of(files) as folder:
        found = typst.query(
            folder / "main.typ",
            f"<{label}>",
            field="value",
            one=True,
            root=folder,
            font_paths=_fonts(),
            ignore_system_fonts=True,
        )
    return int(found)


@contextmanager
def _folder_of(files: Files) -> Iterator[Path]:
    """A folder with the files for as long as something is made of them."""
    with tempfile.TemporaryDirectory(prefix="judge-paper-") as made:
        folder = Path(made)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        try:
            yield folder
        except typst.TypstError as error:
            raise TypesettingError(str(error.message)) from error


@lru_cache(maxsize=1)
def _fonts() -> "typst.Fonts":
    """The fonts that come with typst, and those of the maps: never those of the machine."""
    return typst.Fonts(include_system_fonts=False, font_paths=[str(FONTS)])


@lru_cache(maxsize=1)
def ground_in_type(board: Board) -> bytes:
    """Return the ground of a board as PDF, which costs nothing where it is shown again."""
    whole = b'#set page(width: auto, height: auto, margin: 0pt)\n#image("ground.svg", width: 500pt)'
    return set_in_type({"main.typ": whole, "ground.svg": draw_ground(board).encode()}, NO_DAY)


# --- a sheet to write orders on


_TEMPLATE = Path(__file__).parent / "typst" / "sheet.typ"


@dataclass(frozen=True)
class Sheet:
    """A board on paper, with a line for each unit of ``powers``; ``is_blank`` without units and owners on the board."""

    view: MapView
    powers: Sequence[Power] = ()
    paper: Paper = "a4"
    is_blank: bool = False

    def written(self, form: PageForm) -> bytes:
        """Return the sheet as a file."""
        drawn = draw_board(self.view.blank if self.is_blank else self.view)
        files = {
            "main.typ": _TEMPLATE.read_bytes(),
            "sheet.json": json.dumps(self._words()).encode(),
            "drawing.svg": drawn.encode(),
        }
        page = set_in_type(files, NO_DAY, form)
        return png_of_few_colours(Image.open(BytesIO(page)).convert("RGB")) if form == "png" else page

    def _words(self) -> Mapping[str, object]:
        view = self.view
        signs = () if self.is_blank else view.looks.values()
        return {
            "paper": self.paper,
            "language": view.phrasing.language,
            "title": view.title,
            "phase": capitalized(view.phase) if view.title else "",
            "orders": view.say("map.orders"),
            "notes": view.say("map.notes"),
            "powers": [{"name": view.phrasing.power(one), "lines": [*self._lines(one)]} for one in self.powers],
            "signs": [[one.letters, view.phrasing.power(one.power)] for one in signs],
        }

    def _lines(self, power: Power) -> Iterator[str]:
        """What its lines begin with: units of the power; in a retreat those driven out; nothing for what it builds."""
        phrasing, position = self.view.phrasing, self.view.position
        units = phrasing.units_of(power)
        if position.phase.kind is PhaseKind.RETREAT:
            units = [one.unit for one in position.dislodged.values() if one.unit.power == power]
        yield from (plain_spaces(phrasing.unit(unit)) for unit in units)
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            yield from [""] * max(0, self.view.centres(power) - len(units))
