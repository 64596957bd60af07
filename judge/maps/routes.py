"""The ways of arrows and lines of a judged phase: around the signs of other units, and around names where they can."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.maps.geometry import Box, Geometry, Point
from judge.maps.room import AIR, NameRoom, label_box, line_box, name_lines, room_for_names, sign_boxes
from judge.maps.strokes import FAR, NEAR, Stroke, stroke_between, towards
from judge.maps.view import MapView, place_of
from judge.rules.board import Location, Province
from judge.rules.orders import Convoy, Move, Retreat, SupportHold, SupportMove
from judge.rules.verdicts import Judgement

_BENDS = (0.08, -0.08, 0.16, -0.16, 0.25, -0.25, 0.36, -0.36, 0.5, -0.5, 0.7, -0.7)
_LINE_BENDS = (-0.06, 0.06, -0.16, 0.16, -0.28, 0.28, -0.45, 0.45, -0.7, 0.7)
_SHORTER = (0, 22, 44, 66)
"""By how much an arrow to an empty region may end before the usual place."""

_SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9)
"""Where on an arrow the line of a support may end."""

_SIGN_COVERED, _LABEL_CROSSED, _FIXED_LABEL_CROSSED, _NAME_CROSSED = 100.0, 8.0, 40.0, 2.0
"""What it costs to cover a sign, to cross an abbreviation that can be elsewhere, one that cannot, a name."""

_ROUNDS = 4

_Attack = tuple[Province, Location]


@dataclass(frozen=True)
class _Obstacle:
    box: Box
    cost: float
    sign_of: Province | None = None


class Routes:
    """The curves of a judged phase: ``attacks`` by origin and goal, ``lines`` of supports and convoys by their unit.

    They go around the abbreviations that are ``fixed`` rather than across them.
    """

    def __init__(self, view: MapView, geometry: Geometry, judgement: Judgement, fixed: Collection[Province]) -> None:
        self._view, self._geometry = view, geometry
        self._obstacles = [*_obstacles(view, geometry, fixed)]
        orders = [verdict.order for each in judgement.verdicts.values() for verdict in each]
        wanted: dict[_Attack, None] = {}
        for order in orders:
            match order:
                case Move(at, to) | Retreat(at, to) | SupportMove(_, at, to):
                    wanted[(at, to)] = None
                case Convoy(_, at, to):
                    wanted[(at, Location(to))] = None
        self._ways = {(at, to.province) for at, to in wanted}
        self.attacks: Mapping[_Attack, Stroke] = {(at, to): self._attack(at, to) for at, to in wanted}
        self.lines: dict[Province, Stroke] = {}
        for order in orders:
            match order:
                case SupportMove(at, origin, to):
                    self.lines[at] = self._to_attack(at, self.attacks[(origin, to)])
                case Convoy(at, origin, to):
                    self.lines[at] = self._to_attack(at, self.attacks[(origin, Location(to))])
                case SupportHold(at, target):
                    self.lines[at] = self._to_unit(at, target)

    @property
    def strokes(self) -> Sequence[Stroke]:
        """All curves."""
        return [*self.attacks.values(), *self.lines.values()]

    def unit_at(self, province: Province) -> Point:
        """Where the sign of a unit that an order names is; the middle of the region where no unit is known."""
        position = self._view.position
        unit = position.unit_at(province)
        return place_of(
            self._geometry, unit.at if unit else Location(province), driven_out=province in position.dislodged
        )

    def new_at(self, to: Location) -> Point:
        """Where the sign of a new unit is."""
        return place_of(self._geometry, to)

    def standing_at(self, province: Province) -> Point:
        """Where the sign of a unit that stands in a region is."""
        unit = self._view.position.units.get(province)
        return place_of(self._geometry, unit.at if unit else Location(province))

    def _goal(self, to: Location) -> tuple[Point, bool]:
        """Where an arrow to a place points, and whether it ends beside the sign of whoever stands there."""
        unit = self._view.position.units.get(to.province)
        if unit is None or (to.coast and unit.at.coast != to.coast):
            return place_of(self._geometry, to), False
        return place_of(self._geometry, unit.at), True

    def _attack(self, origin: Province, to: Location) -> Stroke:
        """The arrow of an attack or a retreat; those in opposite directions bend away from each other."""
        start, (end, is_taken) = self.unit_at(origin), self._goal(to)
        bends = _BENDS[::2] if (to.province, origin) in self._ways else _BENDS
        far = NEAR if is_taken else FAR
        ways = [
            (abs(bend - _BENDS[0]) * 30 + shorter * 0.15, stroke_between(start, end, NEAR, far + shorter, bend))
            for bend in bends
            for shorter in ((0,) if is_taken else _SHORTER)
        ]
        found = self._cheapest(ways, {origin, to.province} if is_taken else {origin}, to.province)
        return found or self._close_attack(start, end, far, to.province)

    def _close_attack(self, start: Point, end: Point, far: float, goal: Province) -> Stroke:
        """An arrow that comes nearer to its goal than others, as it would not end in its region otherwise."""
        ways = (stroke_between(start, end, NEAR, far - nearer) for nearer in range(0, round(far), 6))
        whole = stroke_between(start, end, NEAR, 0)
        return next((way for way in ways if self._geometry.contains(goal, way.end)), whole)

    def _to_attack(self, at: Province, attack: Stroke) -> Stroke:
        start = self.unit_at(at)
        ways = [
            (
                abs(share - 0.5) * 20 + abs(bend - _LINE_BENDS[0]) * 30,
                stroke_between(start, attack.at(share), NEAR - 4, 0, bend),
            )
            for share in _SHARES
            for bend in _LINE_BENDS
        ]
        return self._cheapest(ways, {at}) or ways[0][1]

    def _to_unit(self, at: Province, target: Province) -> Stroke:
        start, end = self.unit_at(at), self.standing_at(target)
        ways = [
            (abs(bend - _LINE_BENDS[0]) * 30, stroke_between(start, towards(end, start, NEAR + 4), NEAR - 4, 0, bend))
            for bend in _LINE_BENDS
        ]
        return self._cheapest(ways, {at, target}) or ways[0][1]

    def _cheapest(
        self, ways: Sequence[tuple[float, Stroke]], ends: Collection[Province], goal: Province | None = None
    ) -> Stroke | None:
        """The way with the least cost, its own and that of what it meets, and with its end in the goal if there is one.

        The signs of units at its ``ends`` are nothing to go around.
        """
        others = [one for one in self._obstacles if one.sign_of not in ends]
        best: tuple[float, Stroke | None] = (float("inf"), None)
        for own, way in sorted(ways, key=lambda each: each[0]):
            if own >= best[0]:
                break
            cost = own + sum(one.cost for one in others if way.meets(one.box))
            if cost < best[0] and (goal is None or self._geometry.contains(goal, way.end)):
                best = (cost, way)
        return best[1]


def routes_and_room(view: MapView, geometry: Geometry, judgement: Judgement) -> tuple[Routes, NameRoom]:
    """Return the curves of a judged phase, and where names are beside them.

    Curves go where they cross few names, those crossed go elsewhere; around what has nowhere to go, curves go again.
    """
    fixed = frozenset(code for code, spots in geometry.spots.items() if not spots.other_labels)
    for _ in range(_ROUNDS):
        routes = Routes(view, geometry, judgement, fixed)
        room = room_for_names(view, geometry, routes.strokes)
        if not room.crossed - fixed:
            break
        fixed |= room.crossed
    return routes, room


def _obstacles(view: MapView, geometry: Geometry, fixed: Collection[Province]) -> Iterator[_Obstacle]:
    for code, box in sign_boxes(view, geometry):
        yield _Obstacle(box.wider(AIR), _SIGN_COVERED, code)
    for code, spots in geometry.spots.items():
        label = label_box(view, code, spots.label).wider(AIR)
        yield _Obstacle(label, _FIXED_LABEL_CROSSED if code in fixed else _LABEL_CROSSED)
        for slot in spots.names[:1]:
            lines = name_lines(view, code, slot)
            yield from (_Obstacle(line_box(at, line).wider(AIR), _NAME_CROSSED) for at, line in lines)
