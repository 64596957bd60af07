"""How large a picture is drawn: told by its SVG."""

import re

_VIEW_BOX = re.compile(r"<svg\b[^>]*?\bviewBox=[\"']\s*\S+?[\s,]+\S+?[\s,]+([\d.]+)[\s,]+([\d.]+)")
_WIDEST_IN_COLUMN = 1500
"""Units of a picture: what is drawn on more of them, as maps are, can only be read across the page."""


def height_by_width(svg: str) -> float:
    """Return the height of a picture for a breadth of 1; a square where the picture does not say."""
    width, height = _size(svg)
    return height / width


def is_across(svg: str) -> bool:
    """Return whether a picture needs the breadth of a page."""
    return _size(svg)[0] > _WIDEST_IN_COLUMN


def _size(svg: str) -> tuple[float, float]:
    found = _VIEW_BOX.search(svg)
    try:
        width, height = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    except ValueError:
        return 1.0, 1.0
    return (width, height) if width and height else (1.0, 1.0)
