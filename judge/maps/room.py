"""The room for names in a picture: where each is, so that it covers no sign and no arrow goes through it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.maps.geometry import Box, Geometry, Point, Slot
from judge.maps.spots import SIGN, SMALL_SIGN
from judge.maps.strokes import Stroke
from judge.maps.text import text_breadth
from judge.maps.view import MapView, place_of
from judge.reports.names import bare_region_name
from judge.rules.board import NO_WAR, Province
from judge.rules.orders import Build, Hold, SupportHold

LABEL_SIZE, NAME_SIZE = 47.0, 24.0

AIR = 6.0
"""Half of the breadth of an arrow with the light around it."""

CAPITALS = 0.7
"""The height of a text, as a part of its size."""

LABEL_MARK = 26.0
"""The room for a mark before an abbreviation."""

_ARC, _ARC_SIZE, _RING_SIZE = 13.0, (78.0, 16.0), (88.0, 88.0)
"""How far the mark of a unit that holds is above its sign, its size; that of the ring around one driven out."""


@dataclass(frozen=True)
class NameRoom:
    """Where the abbreviation of each region is, and the lines of its full name; none where there is no room.

    A stroke goes through the abbreviations that are ``crossed``, as they have nowhere else to be.
    """

    labels: Mapping[Province, Point]
    names: Mapping[Province, Sequence[tuple[Point, str]]]
    crossed: frozenset[Province]


def room_for_names(view: MapView, geometry: Geometry, strokes: Sequence[Stroke]) -> NameRoom:
    """Return where names are: in their usual places, elsewhere if a stroke goes through these.

    An abbreviation is always there; a full name is left out where it has no room.
    """
    signs = [Box(box.left, box.top - _ARC, box.right, box.bottom) for _, box in sign_boxes(view, geometry)]
    labels = {code: spots.label for code, spots in geometry.spots.items()}
    boxes = {code: label_box(view, code, at) for code, at in labels.items()}
    rings = [*_rings(view, geometry)]
    crossed = [code for code, box in boxes.items() if _is_crossed(box, strokes) or _covers(box, rings)]
    for code in crossed:
        others = [box for other, box in boxes.items() if other != code]
        places = [(at, label_box(view, code, at)) for at in geometry.spots[code].other_labels]
        ways = [(at, box) for at, box in places if not (_is_crossed(box, strokes) or _covers(box, [*signs, *others]))]
        best = [(at, box) for at, box in ways if not _covers(box, rings)]
        labels[code], boxes[code] = next(iter((*best, *ways)), (labels[code], boxes[code]))
    taken = [*boxes.values(), *(signs if strokes else ())]
    names = {code: _free_name(view, code, spots.names, strokes, taken) for code, spots in geometry.spots.items()}
    return NameRoom(labels, names, frozenset(code for code in crossed if _is_crossed(boxes[code], strokes)))


def _free_name(
    view: MapView, code: Province, slots: Sequence[Slot], strokes: Sequence[Stroke], taken: Sequence[Box]
) -> Sequence[tuple[Point, str]]:
    for slot in slots:
        lines = name_lines(view, code, slot)
        boxes = [line_box(at, line) for at, line in lines]
        if lines and not any(_is_crossed(box, strokes) or _covers(box, taken) for box in boxes):
            return lines
    return ()


def _is_crossed(box: Box, strokes: Sequence[Stroke]) -> bool:
    airy = box.wider(AIR)
    return any(stroke.meets(airy) for stroke in strokes)


def _covers(box: Box, others: Sequence[Box]) -> bool:
    return any(map(box.overlap, others))


def name_lines(view: MapView, code: Province, slot: Slot) -> Sequence[tuple[Point, str]]:
    """Return the lines of a region's name in a room, each with its middle; none if the room is not broad enough."""
    name = bare_region_name(code, view.board, view.phrasing.language, view.phrasing.notation.name)
    name = name[:1].upper() + name[1:]
    lines = [name] if slot.height < 2 * NAME_SIZE else _in_two(name)
    if any(text_breadth(line, "italic", NAME_SIZE) > slot.breadth for line in lines):
        return ()
    top = slot.at[1] - NAME_SIZE / 2 * (len(lines) - 1)
    return [((slot.at[0], top + NAME_SIZE * row), line) for row, line in enumerate(lines)]


def _in_two(name: str) -> list[str]:
    """A name on two lines, as even as can be."""
    words = name.split(" ")
    ways = [[" ".join(words[:cut]), " ".join(words[cut:])] for cut in range(1, len(words))]
    return min(ways, key=lambda lines: max(map(len, lines)), default=[name])


def _rings(view: MapView, geometry: Geometry) -> Iterator[Box]:
    """The boxes of the marks around units: above those that hold, all around those driven out."""
    for verdicts in view.judgement.verdicts.values() if view.judgement else ():
        for verdict in verdicts:
            own, order = verdict.unit, verdict.order
            held = view.position.units.get(order.target) if isinstance(order, SupportHold) else own
            if held and isinstance(order, Hold | SupportHold | None):
                x, y = place_of(geometry, held.at)
                yield Box.around((x, y - (SIGN[1] + _ARC) / 2), *_ARC_SIZE)
            if own and verdict.dislodged:
                yield Box.around(place_of(geometry, own.at), *_RING_SIZE)


def line_box(at: Point, line: str) -> Box:
    """Return the box of a line of a full name."""
    return Box.around(at, text_breadth(line, "italic", NAME_SIZE), NAME_SIZE * CAPITALS)


def label_box(view: MapView, code: Province, at: Point) -> Box:
    """Return the box of an abbreviation with the mark before it."""
    breadth = text_breadth(view.place(code), "bold", LABEL_SIZE) + (LABEL_MARK if has_mark(view, code) else 0)
    return Box.around(at, breadth, LABEL_SIZE * CAPITALS)


def has_mark(view: MapView, code: Province) -> bool:
    """Whether there is a mark before the abbreviation of a region: that of a centre, in a war that of a town."""
    war, region = view.board.war, view.board.regions[code]
    return region.is_centre if war is NO_WAR else code in {*war.worth, *war.capitals} or region.home_of is not None


def sign_boxes(view: MapView, geometry: Geometry) -> Iterator[tuple[Province, Box]]:
    """Yield the box of each unit's sign, of those driven out and new ones, too."""
    for code, unit in view.position.units.items():
        yield code, Box.around(place_of(geometry, unit.at), *SIGN)
    for code, driven_out in view.position.dislodged.items():
        yield code, Box.around(place_of(geometry, driven_out.unit.at, driven_out=True), *SMALL_SIGN)
    for verdicts in view.judgement.verdicts.values() if view.judgement else ():
        for verdict in verdicts:
            if isinstance(verdict.order, Build) and verdict.succeeded:
                yield verdict.order.at.province, Box.around(place_of(geometry, verdict.order.at), *SIGN)
