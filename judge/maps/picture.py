"""A board as a picture: a position, or a phase with its orders and what became of them, as SVG."""

from collections.abc import Iterator, Sequence
from html import escape

from judge.maps.geometry import Geometry, font_style, given_font_style
from judge.maps.ground import fixed_ground, ground, labels, labels_above
from judge.maps.legend import FOOT_ROW, HEAD, MARGIN, legend_rows, legend_style, title
from judge.maps.orders import arrow_definitions, new_units, order_lines, order_signs, routes_and_room
from judge.maps.shapes import cells_of, passage_marks, passage_signs, standard_geometry
from judge.maps.spots import INK, PAPER, kind_shown, room_for_names, scout_sign, sign_definitions, unit_sign
from judge.maps.view import MapView, pattern_definitions, place_of
from judge.rules.board import Board, Province, Unit
from judge.rules.board_file import is_on_standard_map

_SCOUT_ROOM = 54
"""From the middle of a unit's sign up to that of a scout, and from one scout to the next."""


class UndrawableError(Exception):
    """A board has regions that cannot be drawn; the message names them."""


def draw_map(view: MapView) -> str:
    """Return a picture as one SVG file that needs no other.

    Regions have the ids ``r-PAR``, units ``u-PAR``, those driven out ``d-PAR``, new ones ``n-PAR``, orders ``o-PAR``.
    """
    geometry = geometry_of(view.board)
    parts = (
        fixed_ground(view.board, geometry),
        *ground(view),
        *passage_marks(view.board, geometry),
    )
    return _file(view, geometry, parts)


def draw_over_ground(view: MapView) -> str:
    """Return a picture without what lies below its abbreviations and signs, for a renderer that is given the fonts.

    It has no full names: a telephone shows them too small to be read, and nobody can enlarge a PNG.
    """
    return _file(view, geometry_of(view.board), ())


def _file(view: MapView, geometry: Geometry, below: Sequence[str]) -> str:
    width = geometry.width
    marks = order_signs(view, view.judgement) if view.judgement else ()
    rows = legend_rows(view, width, (*marks, *passage_signs(view, geometry)))
    height = geometry.height + HEAD + 30 + FOOT_ROW * len(rows) + MARGIN // 2
    box = f"{-MARGIN} {-HEAD} {width + 2 * MARGIN} {height}"
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(_heading(view))}</title><desc id="desc">{escape(_description(view))}</desc>',
        '<g text-anchor="middle">',
        font_style() if below else given_font_style(),
        legend_style(),
        "<defs>",
        pattern_definitions(view.looks),
        sign_definitions(view.looks, sorted({(kind_shown(view.board, unit), unit.power) for unit in _shown(view)})),
        arrow_definitions() if view.judgement else "",
        "</defs>",
        *below,
        _paper(geometry, height) if below else "",
        _frame(geometry),
        title(view, width),
        *_names_and_signs(view, geometry, full_names=bool(below)),
        *(
            f'<g transform="translate(0 {geometry.height + 74 + FOOT_ROW * number})">{row}</g>'
            for number, row in enumerate(rows)
        ),
        "</g></svg>\n",
    )
    return "".join(parts)


def _names_and_signs(view: MapView, geometry: Geometry, *, full_names: bool) -> Iterator[str]:
    if view.judgement is None:
        yield from labels(view, room_for_names(view, geometry, ()), full_names=full_names)
        yield from _units(view, geometry)
        return
    routes, room = routes_and_room(view, geometry, view.judgement)
    yield from labels(view, room, full_names=full_names)
    yield from _units(view, geometry)
    yield from order_lines(view, view.judgement, routes)
    yield from labels_above(view, room)


def geometry_of(board: Board) -> Geometry:
    """Return the shapes of a board; UndrawableError if it has regions without a place."""
    if is_on_standard_map(board):
        return standard_geometry()
    without = sorted(board.regions.keys() - board.points.keys())
    if without:
        message = f"the board {board.name} cannot be drawn: it gives no point for {', '.join(without)}"
        raise UndrawableError(message)
    return cells_of(board)


def _heading(view: MapView) -> str:
    return view.say("map.title", game=view.title, phase=view.phase) if view.title else view.phase


def _description(view: MapView) -> str:
    """The position in words: the units of each power, the number of its centres, scouts."""
    beginning = view.say("map.position_judged" if view.judgement else "map.position")
    return " ".join((beginning, *(f"{line}." for line in _forces(view))))


def _forces(view: MapView) -> Iterator[str]:
    for power in view.phrasing.powers:
        units = ", ".join(map(view.unit, view.phrasing.units_of(power))) or view.say("map.nobody")
        yield view.say("map.units", power=view.phrasing.power(power), units=units, n=view.centres(power))
    for power in dict.fromkeys(scout.power for scout in view.scouts):
        places = ", ".join(view.place(scout.at) for scout in view.scouts if scout.power == power)
        yield view.say("map.scouts", power=view.phrasing.power(power), places=places)


def _shown(view: MapView) -> Iterator[Unit]:
    """Yield all units that have a sign: standing, driven out, new."""
    yield from view.position.units.values()
    yield from (one.unit for one in view.position.dislodged.values())
    yield from new_units(view.judgement) if view.judgement else ()


def _units(view: MapView, geometry: Geometry) -> Iterator[str]:
    yield '<g id="units">'
    for code in view.position.units:
        yield _unit(view, geometry, code, f"u-{code}", driven_out=False)
    for unit in new_units(view.judgement) if view.judgement else ():
        yield _sign(view, geometry, unit, f"n-{unit.at.province}", driven_out=False)
    for code in view.position.dislodged:
        yield _unit(view, geometry, code, f"d-{code}", driven_out=True)
    yield from _scouts(view, geometry)
    yield "</g>"


def _scouts(view: MapView, geometry: Geometry) -> Iterator[str]:
    """The scouts of a region in a row above the sign of its unit."""
    for code in dict.fromkeys(scout.at for scout in view.scouts):
        x, y = geometry.spots[code].unit
        there = [scout for scout in view.scouts if scout.at == code]
        for place, scout in enumerate(there):
            at = (x + _SCOUT_ROOM * (place - (len(there) - 1) / 2), y - _SCOUT_ROOM)
            title = f"{view.say('map.scout')} {view.place(code)} ({view.phrasing.power(scout.power)})"
            yield scout_sign(at, view.looks[scout.power].colour, title=title)


def _unit(view: MapView, geometry: Geometry, code: Province, identity: str, *, driven_out: bool) -> str:
    unit = view.position.dislodged[code].unit if driven_out else view.position.units[code]
    return _sign(view, geometry, unit, identity, driven_out=driven_out)


def _sign(view: MapView, geometry: Geometry, unit: Unit, identity: str, *, driven_out: bool) -> str:
    at = place_of(geometry, unit.at, driven_out=driven_out)
    title = f"{view.unit(unit)} ({view.phrasing.power(unit.power)})"
    return unit_sign(view.board, unit, at, identity=identity, title=title, small=driven_out)


def _paper(geometry: Geometry, height: int) -> str:
    """The paper around the map: what goes over the edge of it is cut off."""
    outer = f"M{-MARGIN} {-HEAD}h{geometry.width + 2 * MARGIN}v{height}h{-geometry.width - 2 * MARGIN}z"
    return f'<path d="{outer}M0 0v{geometry.height}h{geometry.width}v{-geometry.height}z" fill="{PAPER}"/>'


def _frame(geometry: Geometry) -> str:
    """Two lines around the map."""
    wide, high = geometry.width, geometry.height
    return (
        f'<g fill="none" stroke="{INK}"><path d="M0 0h{wide}v{high}h{-wide}z" stroke-width="3"/>'
        f'<path d="M-9-9h{wide + 18}v{high + 18}h{-wide - 18}z" stroke-width="1.5"/></g>'
    )
