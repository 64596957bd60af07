"""Texts of a picture: how broad they are in the fonts that go with it, and as elements of SVG."""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Literal

from judge.maps.geometry import Point

FONTS = Path(__file__).parent / "data"

Face = Literal["bold", "italic"]
Anchor = Literal["start", "middle", "end"]

_UNKNOWN = 600
"""The breadth taken for a letter that the fonts do not have, in thousandths of the size."""

_CLASSES = ".b{font-weight:700}.i{font-style:italic}"

_CAPITAL = 0.66
"""The height of a capital letter, as a part of the size."""


@lru_cache(maxsize=1)
def _breadths() -> Mapping[Face, Mapping[str, int]]:
    breadths: Mapping[Face, Mapping[str, int]] = json.loads((FONTS / "breadths.json").read_text(encoding="utf-8"))
    return breadths


def text_breadth(text: str, face: Face, size: float) -> float:
    """Return how broad a text is."""
    of_letter = _breadths()[face]
    return sum(of_letter.get(letter, _UNKNOWN) for letter in text) * size / 1000


def text_element(at: Point, text: str, face: Face, size: float, anchor: Anchor = "middle", more: str = "") -> str:
    """Return a text whose capitals have their middle at a height; ``more`` are attributes, each after a space."""
    how = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    return grouped_text(at, text, size, f' class="{face[0]}" font-size="{size:g}"{how}{more}')


def grouped_text(at: Point, text: str, size: float, more: str = "") -> str:
    """Return a text that has its face and its size from the group it is in."""
    return f'<text x="{at[0]:.0f}" y="{at[1] + size * _CAPITAL / 2:.0f}"{more}>{escape(text)}</text>'


@lru_cache(maxsize=1)
def font_style() -> str:
    """Return the style of texts, with the two fonts in it: a picture needs no file but itself."""
    faces = "".join(
        f"@font-face{{font-family:Atlas;{style};src:url(data:font/woff2;base64,"
        f"{b64encode((FONTS / f'{face}.woff2').read_bytes()).decode()})}}"
        for face, style in (("bold", "font-weight:700"), ("italic", "font-style:italic"))
    )
    return f"<style>{faces}svg{{font-family:Atlas,'Alegreya Sans','Gill Sans',sans-serif}}{_CLASSES}</style>"


def given_font_style() -> str:
    """Return the style of texts for a renderer that is given the fonts as files."""
    return f"<style>svg{{font-family:Atlas}}{_CLASSES}</style>"
