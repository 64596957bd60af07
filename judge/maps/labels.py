"""The names of regions in a picture: abbreviations and full names in the reader's notation and language, centres."""

from collections.abc import Iterator

from judge.maps.geometry import Geometry, Point, Slot
from judge.maps.ground import LAND, SEA
from judge.maps.signs import GOLD, INK, PAPER, centre_mark, double_ring, gained_mark, star
from judge.maps.text import Face, grouped_text, text_breadth
from judge.maps.view import MapView
from judge.rules.board import NO_WAR, Province, Terrain

LABEL_SIZE, NAME_SIZE = 27.0, 20.0
_MARK = 22.0
"""The room for a mark before an abbreviation."""
_SEA_INK, _NAME_INK = "#47697a", "#6d6350"


def labels(view: MapView, geometry: Geometry) -> Iterator[str]:
    """Yield the abbreviation of each region, with the mark of a centre before it, and its name where there is room."""
    for is_sea in (False, True):
        codes = [code for code in geometry.spots if (view.board.terrain(code) is Terrain.SEA) is is_sea]
        yield _group("names", "italic", NAME_SIZE, _SEA_INK if is_sea else _NAME_INK, SEA if is_sea else LAND)
        for code in codes:
            for at, line in written_names(view, code, geometry.spots[code].names):
                yield grouped_text(at, line, NAME_SIZE)
        yield "</g>"
        yield _group("labels", "bold", LABEL_SIZE, _SEA_INK if is_sea else INK, SEA if is_sea else LAND)
        for code in codes:
            x, y = geometry.spots[code].label
            right = _MARK / 2 if any(_marks(view, code, (x, y))) else 0
            yield grouped_text((x + right, y), view.place(code), LABEL_SIZE)
        yield "</g>"
    yield '<g id="centres" pointer-events="none">'
    for code, spots in geometry.spots.items():
        yield from _marks(view, code, spots.label)
    yield "</g>"


def _group(name: str, face: Face, size: float, ink: str, halo: str) -> str:
    """The beginning of a group of texts with a halo of what lies behind them."""
    of_text = f'class="{name} {face[0]}" font-size="{size:g}" fill="{ink}" stroke="{halo}" stroke-width="5"'
    return f'<g {of_text} paint-order="stroke" pointer-events="none">'


def label_breadth(text: str) -> float:
    """Return how much room an abbreviation takes with the mark before it."""
    return text_breadth(text, "bold", LABEL_SIZE) + _MARK + 2


def _marks(view: MapView, code: Province, label: Point) -> Iterator[str]:
    """Yield the marks of a region, to the left of its abbreviation: a centre's, in a war those of towns."""
    war, region = view.board.war, view.board.regions[code]
    at = (label[0] - text_breadth(view.place(code), "bold", LABEL_SIZE) / 2 - 2, label[1])
    if war is NO_WAR:
        if region.is_centre:
            owner = view.owners.get(code)
            hidden = view.sight is not None and code not in view.sight and owner is None
            fill = view.looks[owner].colour if owner else "none" if hidden else PAPER
            yield centre_mark(at, fill, is_home=region.home_of is not None)
            if code in view.gained:
                yield gained_mark(at)
        return
    if code in war.worth:
        yield double_ring(at)
    if code in war.capitals:
        yield star(at, GOLD)
    elif region.home_of:
        yield star(at, INK)


def written_names(view: MapView, code: Province, slots: tuple[Slot, ...]) -> Iterator[tuple[Point, str]]:
    """Yield the lines of a region's name with their places; none where no room is broad enough."""
    name = view.board.regions[code].names[view.phrasing.language]
    name = name[:1].upper() + name[1:]
    for slot in slots:
        lines = [name] if slot.height < 2 * NAME_SIZE else _in_two(name)
        if all(text_breadth(line, "italic", NAME_SIZE) <= slot.breadth for line in lines):
            top = slot.at[1] - NAME_SIZE / 2 * (len(lines) - 1)
            yield from (((slot.at[0], top + NAME_SIZE * row), line) for row, line in enumerate(lines))
            return


def _in_two(name: str) -> list[str]:
    """A name on two lines, as even as can be."""
    words = name.split(" ")
    ways = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(ways, key=lambda lines: max(map(len, lines)), default=[name])
