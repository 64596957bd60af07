"""A board as a picture: a position, or a phase with its orders and what became of them, as SVG."""

from collections.abc import Iterator
from html import escape

from judge.maps.cells import cells_of
from judge.maps.geometry import Geometry
from judge.maps.ground import fixed_ground, ground
from judge.maps.labels import labels
from judge.maps.legend import FOOT_ROW, HEAD, MARGIN, legend_rows, legend_style, title
from judge.maps.marks import arrow_definitions
from judge.maps.orders import Scene, new_units, order_lines, order_signs
from judge.maps.passages import passage_marks, passage_signs
from judge.maps.powers import pattern_definitions
from judge.maps.signs import INK, PAPER, sign_definitions, unit_sign
from judge.maps.standard import standard_geometry
from judge.maps.text import font_style
from judge.maps.view import MapView, place_of
from judge.rules.board import Board, Province, Unit

_FOG = (
    '<pattern id="fog" width="25" height="25" patternUnits="userSpaceOnUse" patternTransform="scale(.5)">'
    '<rect width="25" height="25" fill="#8b8f8e" fill-opacity=".55"/>'
    '<path d="M0 25L25 0" stroke="#f4f1ea" stroke-opacity=".35" stroke-width="3"/></pattern>'
)


class UndrawableError(Exception):
    """A board has regions that cannot be drawn; the message names them."""


def draw_map(view: MapView, image: str | None = None) -> str:
    """Return a picture as one SVG file that needs no other.

    ``image`` is put in the place of the ground that is the same in every phase, by whoever has painted it before.
    Regions have the ids ``r-PAR``, units ``u-PAR``, those driven out ``d-PAR``, new ones ``n-PAR``, orders ``o-PAR``.
    """
    geometry = geometry_of(view.board)
    width = geometry.width
    marks = order_signs(view, view.judgement) if view.judgement else ()
    rows = legend_rows(view, width, (*marks, *passage_signs(view, geometry)))
    height = geometry.height + HEAD + 30 + FOOT_ROW * len(rows) + MARGIN // 2
    box = f"{-MARGIN} {-HEAD} {width + 2 * MARGIN} {height}"
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(_heading(view))}</title><desc id="desc">{escape(_description(view))}</desc>',
        '<g text-anchor="middle">',
        font_style(),
        legend_style(),
        "<defs>",
        pattern_definitions(view.looks),
        sign_definitions(view.looks),
        arrow_definitions() if view.judgement else "",
        _FOG if view.sight is not None else "",
        "</defs>",
        fixed_ground(view.board, geometry) if image is None else image,
        *ground(view.board, view.position.owners, view.looks, view.sight),
        *passage_marks(view.board, geometry),
        *labels(view, geometry),
        *_frame(geometry, height),
        title(view, width),
        *_units(view, geometry),
        *(order_lines(Scene(view, geometry, view.judgement)) if view.judgement else ()),
        *(
            f'<g transform="translate(0 {geometry.height + 74 + FOOT_ROW * number})">{row}</g>'
            for number, row in enumerate(rows)
        ),
        "</g></svg>\n",
    )
    return "".join(parts)


def geometry_of(board: Board) -> Geometry:
    """Return the shapes of a board; UndrawableError if it has regions without a place."""
    if _is_on_standard_map(board):
        return standard_geometry()
    without = sorted(board.regions.keys() - board.points.keys())
    if without:
        message = f"the board {board.name} cannot be drawn: it gives no point for {', '.join(without)}"
        raise UndrawableError(message)
    return cells_of(board)


def can_be_drawn(board: Board) -> bool:
    """Whether every region of a board has a place."""
    return _is_on_standard_map(board) or board.regions.keys() <= board.points.keys()


def _is_on_standard_map(board: Board) -> bool:
    return board.regions.keys() <= standard_geometry().spots.keys()


def _heading(view: MapView) -> str:
    return view.say("map.title", game=view.title, phase=view.phase) if view.title else view.phase


def _description(view: MapView) -> str:
    """The position in words: the units of each power, the number of its centres."""
    return " ".join((view.say("map.position"), *(f"{line}." for line in _forces(view))))


def _forces(view: MapView) -> Iterator[str]:
    for power in view.board.powers:
        units = ", ".join(map(view.unit, view.position.units_of(power))) or view.say("map.nobody")
        centres = len(view.position.centres_of(power))
        yield view.say("map.units", power=view.phrasing.power(power), units=units, n=centres)


def _units(view: MapView, geometry: Geometry) -> Iterator[str]:
    yield '<g id="units">'
    for code in view.position.units:
        yield _unit(view, geometry, code, f"u-{code}", driven_out=False)
    for unit in new_units(view.judgement) if view.judgement else ():
        yield _sign(view, geometry, unit, f"n-{unit.at.province}", driven_out=False)
    for code in view.position.dislodged:
        yield _unit(view, geometry, code, f"d-{code}", driven_out=True)
    yield "</g>"


def _unit(view: MapView, geometry: Geometry, code: Province, identity: str, *, driven_out: bool) -> str:
    unit = view.position.dislodged[code].unit if driven_out else view.position.units[code]
    return _sign(view, geometry, unit, identity, driven_out=driven_out)


def _sign(view: MapView, geometry: Geometry, unit: Unit, identity: str, *, driven_out: bool) -> str:
    at = place_of(geometry, unit.at, driven_out=driven_out)
    title = f"{view.unit(unit)} ({view.phrasing.power(unit.power)})"
    return unit_sign(unit, at, identity=identity, title=title, small=driven_out)


def _frame(geometry: Geometry, height: int) -> Iterator[str]:
    """The paper around the map, and two lines where it begins."""
    wide, high = geometry.width, geometry.height
    outer = f"M{-MARGIN} {-HEAD}h{wide + 2 * MARGIN}v{height}h{-wide - 2 * MARGIN}z"
    yield f'<path d="{outer}M0 0v{high}h{wide}v{-high}z" fill="{PAPER}"/>'
    yield f'<g fill="none" stroke="{INK}"><path d="M0 0h{wide}v{high}h{-wide}z" stroke-width="3"/>'
    yield f'<path d="M-9-9h{wide + 18}v{high + 18}h{-wide - 18}z" stroke-width="1.5"/></g>'
