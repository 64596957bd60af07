"""The names of regions in a picture: abbreviations and full names in the reader's notation and language, centres."""

from collections.abc import Iterator, Sequence

from judge.maps.geometry import Point
from judge.maps.ground import LAND, SEA
from judge.maps.room import LABEL_MARK, LABEL_SIZE, NAME_SIZE, NameRoom, has_mark
from judge.maps.signs import GOLD, INK, PAPER, centre_mark, double_ring, gained_mark, star
from judge.maps.text import Face, grouped_text, text_breadth
from judge.maps.view import MapView
from judge.rules.board import NO_WAR, Province, Terrain

_SEA_INK, _NAME_INK = "#47697a", "#6d6350"


def labels(view: MapView, room: NameRoom, *, full_names: bool) -> Iterator[str]:
    """Yield the abbreviation of each region, with the mark of a centre before it, and its name where there is room.

    Names are left out unless asked for, and the abbreviations that arrows go through: ``labels_above`` puts them over
    these.
    """
    if full_names:
        yield from _names(view, room)
    yield from _labels(view, room, [code for code in room.labels if code not in room.crossed])


def labels_above(view: MapView, room: NameRoom) -> Iterator[str]:
    """Yield the abbreviations that have no room but on an arrow."""
    if room.crossed:
        yield from _labels(view, room, sorted(room.crossed))


def _names(view: MapView, room: NameRoom) -> Iterator[str]:
    for is_sea, codes in _by_terrain(view, [*room.names]):
        yield _group("names", "italic", NAME_SIZE, _SEA_INK if is_sea else _NAME_INK, SEA if is_sea else LAND)
        yield from (grouped_text(at, line, NAME_SIZE) for code in codes for at, line in room.names[code])
        yield "</g>"


def _labels(view: MapView, room: NameRoom, shown: Sequence[Province]) -> Iterator[str]:
    for is_sea, codes in _by_terrain(view, shown):
        yield _group("labels", "bold", LABEL_SIZE, _SEA_INK if is_sea else INK, SEA if is_sea else LAND)
        for code in codes:
            x, y = room.labels[code]
            right = LABEL_MARK / 2 if has_mark(view, code) else 0
            yield grouped_text((x + right, y), view.place(code), LABEL_SIZE)
        yield "</g>"
    yield '<g pointer-events="none">'
    for code in shown:
        yield from _marks(view, code, room.labels[code])
    yield "</g>"


def _by_terrain(view: MapView, codes: Sequence[Province]) -> Iterator[tuple[bool, Sequence[Province]]]:
    """The regions on land, then the seas."""
    for is_sea in (False, True):
        yield is_sea, [code for code in codes if (view.board.terrain(code) is Terrain.SEA) is is_sea]


def _group(name: str, face: Face, size: float, ink: str, halo: str) -> str:
    """The beginning of a group of texts with a halo of what lies behind them."""
    of_text = f'class="{name} {face[0]}" font-size="{size:g}" fill="{ink}" stroke="{halo}" stroke-width="5"'
    return f'<g {of_text} paint-order="stroke" pointer-events="none">'


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
