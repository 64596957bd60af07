"""A board as a picture, as SVG or PNG: a position, or a phase with its orders and what became of them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from io import BytesIO
from math import ceil, floor
from typing import TYPE_CHECKING

from judge.maps.geometry import (
    Box,
    Geometry,
    Point,
    Spots,
    font_style,
    given_font_style,
    grouped_text,
    text_breadth,
    text_element,
    with_fixed_lengths,
)
from judge.maps.ground import (
    BORDERS,
    FOG_PATTERN,
    borders,
    cells_of,
    filled_region,
    fills,
    fixed_ground,
    ground,
    labels,
    labels_above,
    passage_marks,
    passage_signs,
    standard_geometry,
)
from judge.maps.orders import arrow_definitions, new_units, order_lines, order_signs
from judge.maps.pieces import painted, paste_drawing
from judge.maps.spots import (
    ARMY,
    FLEET,
    GOLD,
    INK,
    PAPER,
    UNKNOWN,
    centre_mark,
    double_ring,
    gained_mark,
    kind_shown,
    scout_sign,
    sign_definitions,
    star,
    unit_sign,
)
from judge.maps.view import MapView, PowerLook, pattern_definitions, place_of, power_looks
from judge.maps.ways import CAPITALS, LABEL_SIZE, room_for_names, routes_and_room
from judge.reports.language import capitalized
from judge.reports.layout import plain_spaces
from judge.rules.board import NO_WAR, Board, Power, Province, Unit
from judge.rules.board_file import is_on_standard_map
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    from PIL import Image
else:
    Image = LibraryOnDemand("PIL.Image")

# --- the frame of a picture: the title above, what the signs mean below


HEAD, FOOT_ROW, MARGIN = 150, 92, 50
"""Heights of the title and of a row of the legend; the breadth of the margins."""

_TEXT = 50.0
_GAP, _LEAST_GAP = 40.0, 16.0

_IN_OTHER_FONTS = 1.5
"""How much broader a text is at most where a viewer has a sans-serif of its own alone, and knows no fixed lengths."""


@dataclass(frozen=True)
class _Entry:
    """A sign with its meaning; the sign is drawn around a point and takes so much room to its right and left."""

    sign: str
    breadth: float
    text: str

    def whole(self, broader: float) -> float:
        """The breadth of the sign and the text, which may be so much broader, and the gap behind."""
        text = text_breadth(self.text, "italic", _TEXT)
        return self.breadth + 14 + max(text + _GAP, text * broader + _LEAST_GAP)


_TELEPHONE, _LARGER = 500, 1.3
"""How many pixels broad a picture is on a telephone, at most; by how much larger abbreviations are there."""


def telephone_style() -> str:
    """Return the style of names where the picture is a telephone's breadth: larger abbreviations, no full names.

    Abbreviations grow around their middles, for signs stand above some and below others.
    """
    size, lower = LABEL_SIZE * _LARGER, LABEL_SIZE * (_LARGER - 1) * CAPITALS / 2
    labels = f".labels{{font-size:{size:.0f}px;stroke-width:8;transform:translateY({lower:.0f}px)}}"
    return f"<style>@media (max-width:{_TELEPHONE}px){{.names{{display:none}}{labels}}}</style>"


def legend_style() -> str:
    """Return the style of the texts of the legend."""
    return f"<style>.l{{font-size:{_TEXT:g}px;font-style:italic;text-anchor:start;fill:{INK}}}</style>"


def title(view: MapView, width: int) -> str:
    """Return the title: the game's name large, the phase beside it."""
    phase = capitalized(view.phase)
    if not view.title:
        return text_element((0, -72), phase, "bold", 74, "start", f' fill="{INK}"')
    return "".join(
        (
            text_element((0, -72), view.title, "bold", 84, "start", f' fill="{INK}"'),
            text_element((width, -64), phase, "italic", 60, "end", f' fill="{INK}"'),
        )
    )


def legend_rows(
    view: MapView, width: int, signs: Sequence[tuple[str, float, str]], *, with_fonts: bool
) -> Sequence[str]:
    """Return the rows of the legend, each around a height of 0: the powers, then signs with breadth and meaning.

    A picture that goes out with fonts leaves room for others: what shows it may not take them.
    """
    broader = _IN_OTHER_FONTS if with_fonts else 1.0
    powers = [_power(view, power, look) for power, look in view.looks.items()]
    later = [_Entry("", -14, view.say("map.counted_later"))] if view.counts_later else []
    others = [*_general(view), *(_Entry(*sign) for sign in signs), *later]
    return [_row(row, broader) for entries in (powers, others) for row in _rows(entries, width, broader)]


def _rows(entries: Sequence[_Entry], width: int, broader: float) -> Iterator[Sequence[_Entry]]:
    row, taken = list[_Entry](), 0.0
    for entry in entries:
        breadth = entry.whole(broader)
        if row and taken + breadth - _LEAST_GAP > width:
            yield row
            row, taken = [], 0.0
        row.append(entry)
        taken += breadth
    if row:
        yield row


def _row(entries: Sequence[_Entry], broader: float) -> str:
    x, drawn = 0.0, []
    for entry in entries:
        drawn.append(f'<g transform="translate({x + entry.breadth / 2:.0f} 0)">{entry.sign}</g>')
        at: Point = (x + entry.breadth + 14, 0)
        drawn.append(grouped_text(at, entry.text, _TEXT, ' class="l"'))
        x += entry.whole(broader)
    return "".join(drawn)


def _power(view: MapView, power: Power, look: PowerLook) -> _Entry:
    """The pattern of a power with its letters, its name and the number of its centres."""
    letters = text_element((-16, 0), look.letters, "bold", 32 - 6 * (len(look.letters) - 1), more=' fill="#fff"')
    sign = (
        f'<path d="M0-24H44V24H0" fill="{look.fill}" stroke="{look.colour}" stroke-width="3"/>'
        f'<path d="M-42-25H8V25H-42Z" fill="{look.colour}"/>{letters}'
    )
    number = "" if view.sight is not None else f" {view.centres(power)}{_change(view, power)}"
    return _Entry(sign, 90, view.phrasing.power(power) + number)


def _change(view: MapView, power: Power) -> str:
    """What a power has gained or lost in the phase, in brackets."""
    change = view.centres(power) - len(view.position.centres_of(power))
    return f" ({change:+})" if change else ""


def _general(view: MapView) -> Iterator[_Entry]:
    dark = "#6d6350"
    kinds = {ARMY, FLEET, *(kind_shown(view.board, unit) for unit in view.position.units.values())}
    for kind, key in ((ARMY, "map.army"), (FLEET, "map.fleet"), (UNKNOWN, "map.army_or_fleet")):
        if kind in kinds:
            yield _Entry(f'<use href="#{kind}" fill="{dark}"/>', 54, view.say(key))
    if view.scouts:
        yield _Entry(scout_sign((0, 0), dark), 42, view.say("map.scout"))
    war = view.board.war
    if war.worth:
        yield _Entry(double_ring((0, 0)), 20, view.say("map.town"))
    if war.capitals:
        yield _Entry(star((0, 0), GOLD), 24, view.say("map.capital"))
    if war is not NO_WAR:
        yield _Entry(star((0, 0), INK), 24, view.say("map.strategic"))
    if war is NO_WAR:
        yield _Entry(centre_mark((0, 0), PAPER, is_home=False), 18, view.say("map.centre"))
        yield _Entry(centre_mark((0, 0), PAPER, is_home=True), 20, view.say("map.home"))
    if view.gained:
        yield _Entry(centre_mark((0, 0), PAPER, is_home=False) + gained_mark((0, 0)), 28, view.say("map.gained"))


# --- a board as a picture: a position, or a phase with its orders and what became of them, as SVG


_SCOUT_ROOM = 54
"""From the middle of a unit's sign up to that of a scout, and from one scout to the next."""


_VIEW_BOX = re.compile('viewBox="[^"]*"')
_BARE_EDGE = 12
"""Around the map where it stands alone: its two lines."""


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
    """Return a picture without its ground and its frame, for a renderer that is given the fonts.

    It has no full names: a telephone shows them too small to be read, and nobody can enlarge a PNG.
    """
    return _file(view, geometry_of(view.board), ())


def draw_board(view: MapView) -> str:
    """Return the board of a picture alone, with neither title nor legend, for a page that has them in type."""
    geometry = geometry_of(view.board)
    whole, edge = draw_map(view), _BARE_EDGE
    box = f'viewBox="{-edge} {-edge} {geometry.width + 2 * edge} {geometry.height + 2 * edge}"'
    return _VIEW_BOX.sub(box, whole, count=1)


def draw_small_map(view: MapView) -> str:
    """Return the board of a position for the breadth of a column: with neither title nor legend, nor full names."""
    geometry, edge = geometry_of(view.board), _BARE_EDGE
    below = (fixed_ground(view.board, geometry), *ground(view), *passage_marks(view.board, geometry))
    box = f"{-edge} {-edge} {geometry.width + 2 * edge} {geometry.height + 2 * edge}"
    parts = (*below, _frame(geometry), *_names_and_signs(view, geometry, full_names=False))
    return _svg(view, box, parts, with_fonts=True).replace("<svg ", f'<svg class="{SMALL}" ', 1)


SMALL = "small"
"""The class of a picture that is as broad as a column, on however many units it is drawn."""

_DETAIL_EDGE, _DETAIL_BREADTH, _DETAIL_HEIGHT = 150, 760, 540
"""Around the middles of the regions of a detail, and the least that it shows."""


def draw_detail(view: MapView, regions: Iterable[Province], *, has_ground: bool = True, with_fonts: bool = True) -> str:
    """Return the part of a board where some regions lie, with neither title nor legend, as one SVG file.

    Without its ground it lies over ``draw_ground``, in the same units.
    """
    whole = geometry_of(view.board)
    box = _detail(whole, [whole.spots[code] for code in regions])
    geometry = whole.within(box.wider(20))
    breadth, height = box.right - box.left, box.bottom - box.top
    below = (fixed_ground(view.board, geometry), *ground(view, [*geometry.shapes])) if has_ground else ()
    parts = (*below, *_names_and_signs(view, geometry, full_names=False), _edge(box))
    drawn = _svg(view, f"{box.left:g} {box.top:g} {breadth:g} {height:g}", parts, with_fonts=with_fonts)
    return drawn if has_ground else _HALO.sub("", drawn)


_HALO = re.compile(' stroke="[^"]*" stroke-width="5" paint-order="stroke"')
"""That of names: nothing lies below them where nobody owns anything, and it makes a file three times as large."""


def draw_ground(board: Board) -> str:
    """Return what lies below all signs of a board, as one SVG file in the units of its pictures."""
    geometry = geometry_of(board)
    land = f'<g transform="scale(2)">{BORDERS}</g>'
    box = f"0 0 {geometry.width} {geometry.height}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{fixed_ground(board, geometry)}{land}</svg>'


def _detail(geometry: Geometry, spots: Sequence[Spots]) -> Box:
    """The rectangle around some regions, no smaller than what shows where they are, within the board."""
    across = [x for one in spots for x, _ in (one.unit, one.label)]
    down = [y for one in spots for _, y in (one.unit, one.label)]
    breadth = min(max(max(across) - min(across) + 2 * _DETAIL_EDGE, _DETAIL_BREADTH), geometry.width)
    height = min(max(max(down) - min(down) + 2 * _DETAIL_EDGE, _DETAIL_HEIGHT), geometry.height)
    return _box_around(geometry, across, down, (breadth, height))


def _box_around(geometry: Geometry, across: Sequence[float], down: Sequence[float], size: tuple[float, float]) -> Box:
    """The rectangle of that size with the points in its middle, moved where it would leave the board."""
    breadth, height = size
    left = min(max((min(across) + max(across) - breadth) / 2, 0), geometry.width - breadth)
    top = min(max((min(down) + max(down) - height) / 2, 0), geometry.height - height)
    return Box(round(left), round(top), round(left + breadth), round(top + height))


def _file(view: MapView, geometry: Geometry, below: Sequence[str]) -> str:
    width = geometry.width
    marks = order_signs(view, view.judgement) if view.judgement else ()
    rows = legend_rows(view, width, (*marks, *passage_signs(view, geometry)), with_fonts=bool(below))
    height = geometry.height + HEAD + 30 + FOOT_ROW * len(rows) + MARGIN // 2
    box = f"{-MARGIN} {-HEAD} {width + 2 * MARGIN} {height}"
    parts = (
        legend_style(),
        *below,
        _paper(geometry, height) + _frame(geometry) if below else "",
        title(view, width),
        *_names_and_signs(view, geometry, full_names=bool(below)),
        *(
            f'<g transform="translate(0 {geometry.height + 74 + FOOT_ROW * number})">{row}</g>'
            for number, row in enumerate(rows)
        ),
    )
    return _svg(view, box, parts, with_fonts=bool(below))


def _svg(view: MapView, box: str, parts: Iterable[str], *, with_fonts: bool) -> str:
    """A picture of these parts; without fonts for a renderer that is given them."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(_heading(view))}</title><desc id="desc">{escape(_description(view))}</desc>',
        '<g text-anchor="middle">',
        font_style() + telephone_style() if with_fonts else given_font_style(),
        "<defs>",
        pattern_definitions(tuple(view.looks.values())),
        sign_definitions(view.looks, sorted({(kind_shown(view.board, unit), unit.power) for unit in _shown(view)})),
        arrow_definitions() if view.judgement else "",
        "</defs>",
    )
    drawn = "".join((*head, *parts, "</g></svg>\n"))
    return with_fixed_lengths(drawn, _TEXT) if with_fonts else drawn


def _names_and_signs(view: MapView, geometry: Geometry, *, full_names: bool) -> Iterator[str]:
    if view.judgement is None:
        yield from labels(view, room_for_names(view, geometry), full_names=full_names)
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
        told = view.phrasing.count("map.units", view.centres(power), power=view.phrasing.power(power), units=units)
        yield plain_spaces(told)
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


# --- a picture as PNG: painted by resvg, with few colours and so of few bytes


_TILE = 25
"""The side of the tiles of patterns in units of the picture: a whole number of pixels in a PNG."""

_LEAST_TILE, _LEAST_BREADTH = 11, 1080
"""In pixels; a phone of 360 points has 1,080."""

_COLOURS = 128


def draw_png(view: MapView) -> bytes:
    """Return a picture as PNG, 1,100 pixels wide on the standard board, never less than the 1,080 of a phone."""
    geometry, over = geometry_of(view.board), draw_over_ground(view)
    scale = _scale(geometry)
    breadth, height = map(float, over.partition('viewBox="')[2].partition('"')[0].split()[2:])
    picture = Image.new("RGB", (round(breadth * scale), ceil(height * scale)), PAPER)
    below = _framed_ground(view.board, geometry, tuple(fills(view)))
    picture.paste(below, (0, round((HEAD - MARGIN) * scale)))
    paste_drawing(picture, over, _TILE, round(_TILE * scale))
    return png_of_few_colours(picture)


_DETAIL_PIXELS = 760


def detail_png(view: MapView, regions: Iterable[Province]) -> bytes:
    """Return a part of a board as PNG."""
    return png_of_few_colours(painted(draw_detail(view, regions, with_fonts=False), _DETAIL_PIXELS).convert("RGB"))


_NEAR_SHARE, _NEAR_PIXELS = 0.44, 800
"""Of the breadth of a board, so that a telephone shows it more than twice as large; its breadth in pixels."""


def near_png(view: MapView, powers: Collection[Power]) -> bytes:
    """Return the part of a board with the most units of some powers as PNG, 800 pixels wide, without a legend."""
    geometry = geometry_of(view.board)
    scale, box = _scale(geometry), near_box(geometry, [place_of(geometry, unit.at) for unit in _units_of(view, powers)])
    whole = _ground(view.board, geometry, tuple(fills(view)))
    left, top, right, bottom = (round(edge * scale) for edge in (box.left, box.top, box.right, box.bottom))
    parts = (*_names_and_signs(view, geometry, full_names=False), _edge(box))
    of_box = f"{box.left:g} {box.top:g} {box.right - box.left:g} {box.bottom - box.top:g}"
    over = painted(_svg(view, of_box, parts, with_fonts=False), _NEAR_PIXELS)
    picture = whole.crop((left, top, right, bottom)).resize(over.size, Image.Resampling.LANCZOS)
    picture.paste(over, mask=over)
    return png_of_few_colours(picture)


def _units_of(view: MapView, powers: Collection[Power]) -> Sequence[Unit]:
    return [unit for unit in view.position.units.values() if unit.power in powers]


def near_box(geometry: Geometry, places: Sequence[Point]) -> Box:
    """Return the part of a board, 44 hundredths as broad and as high, that has most of the places, in its middle."""
    size = geometry.width * _NEAR_SHARE, geometry.height * _NEAR_SHARE

    def beside(place: Point) -> Sequence[Point]:
        left, top, right, bottom = _box_around(geometry, place[:1], place[1:], size).wider(-_NEAR_EDGE)
        return [(x, y) for x, y in places if left <= x <= right and top <= y <= bottom] or [place]

    across, down = zip(*max(map(beside, places), key=len), strict=True)
    return _box_around(geometry, across, down, size)


_NEAR_EDGE = 60
"""How far from the edge a place must lie, for its sign to be seen."""


def _edge(box: Box) -> str:
    """The line around a part of a board."""
    breadth, height = box.right - box.left, box.bottom - box.top
    inside = f"M{box.left:g} {box.top:g}h{breadth:g}v{height:g}h{-breadth:g}z"
    return f'<path d="{inside}" fill="none" stroke="{INK}" stroke-width="5"/>'


def _scale(geometry: Geometry) -> float:
    """Pixels for a unit of the picture; tiles and margins are whole pixels with it."""
    tile = ceil(_TILE * _LEAST_BREADTH / (geometry.width + 2 * MARGIN))
    return max(_LEAST_TILE, tile) / _TILE


@lru_cache(maxsize=4)
def _ground(board: Board, geometry: Geometry, filled: tuple[tuple[Province, str], ...]) -> "Image.Image":
    """What lies below names and signs: as it is for every reader of a phase, and mostly in the next phase."""
    picture = _bare_ground(board, geometry).copy()
    for code, fill in filled:
        corner, region = _region(board, geometry, code, fill)
        picture.paste(region, corner, mask=region)
    over = _borders(board, geometry)
    picture.paste(over, mask=over)
    return picture


@lru_cache(maxsize=2)
def _framed_ground(board: Board, geometry: Geometry, filled: tuple[tuple[Province, str], ...]) -> "Image.Image":
    """The same on paper, with the frame around it and the margins beside that."""
    frame = _painted_frame(geometry)
    picture = Image.new("RGB", frame.size, PAPER)
    picture.paste(_ground(board, geometry, filled), (round(MARGIN * _scale(geometry)),) * 2)
    picture.paste(frame, mask=frame)
    return picture


@lru_cache(maxsize=2)
def _painted_frame(geometry: Geometry) -> "Image.Image":
    size = geometry.width + 2 * MARGIN, geometry.height + 2 * MARGIN
    return _part(geometry, (-MARGIN, -MARGIN), size, _frame(geometry))


@lru_cache(maxsize=4)
def _bare_ground(board: Board, geometry: Geometry) -> "Image.Image":
    """The ground that is the same in every phase: its shores take longer than all the rest."""
    return _part(geometry, (0, 0), (geometry.width, geometry.height), fixed_ground(board, geometry)).convert("RGB")


@lru_cache(maxsize=4)
def _borders(board: Board, geometry: Geometry) -> "Image.Image":
    over = "".join((borders(board, geometry), *passage_marks(board, geometry)))
    return _part(geometry, (0, 0), (geometry.width, geometry.height), over)


@lru_cache(maxsize=256)
def _region(board: Board, geometry: Geometry, code: Province, fill: str) -> "tuple[tuple[int, int], Image.Image]":
    """One region filled with a pattern, and its left upper corner in pixels; of some hundred of them are all maps."""
    points = [point for ring in geometry.rings(code) for point in ring]
    left, top = (floor(min(point[axis] for point in points) / _TILE) * _TILE for axis in (0, 1))
    right, bottom = (ceil(max(point[axis] for point in points) / _TILE) * _TILE for axis in (0, 1))
    looks = tuple(look for power, look in power_looks(board, "en").items() if f"#p-{power})" in fill)
    parts = f"<defs>{pattern_definitions(looks)}{FOG_PATTERN}</defs>" + filled_region(board, geometry, code, fill)
    scale = _scale(geometry)
    return (round(left * scale), round(top * scale)), _part(geometry, (left, top), (right - left, bottom - top), parts)


def _part(geometry: Geometry, corner: tuple[int, int], size: tuple[int, int], parts: str) -> "Image.Image":
    """What is in a rectangle of the map, which begins with a whole tile."""
    box = " ".join(map(str, (*corner, *size)))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{parts}</svg>'
    return painted(svg, round(size[0] * _scale(geometry)))


def png_of_few_colours(picture: "Image.Image") -> bytes:
    """Return a picture as PNG with a palette: a third of the bytes."""
    out = BytesIO()
    few = picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(out, "PNG")
    return out.getvalue()
