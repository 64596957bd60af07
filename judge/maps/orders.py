"""Orders of a judged phase as arrows and lines: their ways, and what became of them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from judge.maps.geometry import FAR, NEAR, Box, Geometry, Point, Stroke, stroke_between, towards
from judge.maps.spots import AIR, NameRoom, label_box, line_box, name_lines, room_for_names, sign_boxes
from judge.maps.view import MapView, place_of
from judge.notation.write import write_verdict
from judge.reports.layout import plain_spaces
from judge.rules.board import Location, Province, Unit
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from judge.rules.verdicts import Judgement, Lost, Moved, Stood, Unread, Verdict, is_lost_by_void_order

# --- the marks of orders on a picture: arrows, lines of supports and convoys, signs on units


INK, FAILED, RETREAT, HALO = "#26221d", "#b3261e", "#b4690e", "#fbf6ea"

_HEADS = {"m": INK, "f": FAILED, "t": RETREAT, "x": FAILED}
"""The kinds of arrows with their colours: attacks that worked and failed, retreats that worked and failed."""

_SEA_BLUE = "#2f6f8f"
_STYLE = (
    f".w,.e,.m,.f,.x,.t,.s,.k,.c,.v,.z{{fill:none}}.w{{stroke:{HALO};stroke-width:13;stroke-opacity:.8}}.e{{stroke:{HALO};stroke-width:11}}"
    f".m{{stroke:{INK};stroke-width:7}}.f,.x{{stroke:{FAILED};stroke-width:7;stroke-dasharray:22 12}}"
    f".t{{stroke:{RETREAT};stroke-width:7;stroke-linecap:round}}.t,.x{{stroke-dasharray:6 14}}"
    f".s{{stroke:{INK};stroke-width:6;stroke-dasharray:2 11;stroke-linecap:round}}.k{{stroke:{INK};stroke-width:5}}"
    f".c{{stroke:{_SEA_BLUE};stroke-width:5;stroke-dasharray:16 7 3 7}}.v{{stroke:{_SEA_BLUE};stroke-width:5}}"
    f".n{{stroke:{FAILED}!important}}.z{{stroke:{FAILED};stroke-width:6}}"
)


def arrow_definitions() -> str:
    """Return the styles of lines and the heads of arrows."""
    heads = "".join(
        f'<marker id="a{name}" viewBox="0 0 24 20" refX="15" refY="10" markerWidth="30" markerHeight="25"'
        f' markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L24 10L0 20L6 10Z" style="fill:{colour}"/></marker>'
        for name, colour in _HEADS.items()
    )
    ends = "".join(f".{name}{{marker-end:url(#a{name})}}" for name in _HEADS)
    crosses = "".join(
        f'<g id="{name}"><path class="e" d="{data}"/><path class="z" d="{data}"/></g>'
        for name, data in (("no", "M-11-11L11 11M11-11L-11 11"), ("lost", "M-32-32L32 32M32-32L-32 32"))
    )
    return f"<style>{_STYLE}{ends}</style>{heads}{crosses}"


def arrow(stroke: Stroke, kind: str, *, by_sea: bool = False) -> str:
    """Return an arrow; one that failed is dashed and has a cross on it, one by sea has a wave."""
    drawn = f'<path class="w" d="{stroke.data}"/><path class="{kind}" d="{stroke.data}"/>'
    if kind in {"f", "x"}:
        drawn += cross(stroke.at(0.72))
    return drawn + (wave(stroke.at(0.3)) if by_sea else "")


def support_line(stroke: Stroke, *, worked: bool) -> Iterator[str]:
    """A dotted line to what is supported, with a dot at its end."""
    end = stroke.end
    yield f'<path class="s{_failed(worked)}" d="{stroke.data}"/>'
    yield f'<circle cx="{end[0]:.0f}" cy="{end[1]:.0f}" r="8" fill="{INK if worked else FAILED}"/>'
    if not worked:
        yield cross(stroke.at(0.45))


def convoy_line(stroke: Stroke, *, worked: bool) -> Iterator[str]:
    """A thin line from the fleet to the way of the army, with a wave on it."""
    yield f'<path class="c{_failed(worked)}" d="{stroke.data}"/>'
    yield wave(stroke.at(0.55))
    if not worked:
        yield cross(stroke.at(0.3))


def _failed(worked: bool) -> str:
    return "" if worked else " n"


def wave(at: Point) -> str:
    """Return a small wave, the mark of what goes by sea."""
    data = f"M{at[0] - 18:.0f} {at[1]:.0f}q9-14 18 0t18 0"
    return f'<path class="e" d="{data}"/><path class="v" d="{data}"/>'


def ring(at: Point, *, worked: bool) -> str:
    """Return the mark of a unit that holds, or is supported where it stands: an arc above it."""
    return f'<path class="k{_failed(worked)}" d="M{at[0] - 39:.0f} {at[1] - 7:.0f}q4-32 39-34q35 2 39 34"/>'


def cross(at: Point, *, large: bool = False) -> str:
    """Return a cross: a small one on what failed, a large one on a unit that is lost."""
    return f'<use href="#{"lost" if large else "no"}" x="{at[0]:.0f}" y="{at[1]:.0f}"/>'


def dislodged(at: Point) -> str:
    """Return the mark of a unit that is driven out: a broken ring around it."""
    return (
        f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="44" fill="none" stroke="{RETREAT}" stroke-width="7"'
        ' stroke-dasharray="19 12"/>'
    )


def built(at: Point) -> str:
    """Return the mark of a unit that is new: a plus above it."""
    x, y = at[0] + 34, at[1] - 30
    return (
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="16" fill="{HALO}" stroke="{INK}" stroke-width="3"/>'
        f'<path d="M{x - 9:.0f} {y:.0f}h18m-9-9v18" stroke="{INK}" stroke-width="4"/>'
    )


# --- the ways of arrows and lines of a judged phase


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

_Way = tuple[Point, Point, float, float, float]
"""What ``stroke_between`` makes a curve of."""


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
        self._obstacles = sorted(_obstacles(view, geometry, fixed), key=lambda one: -one.cost)
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
            (abs(bend - _BENDS[0]) * 30 + shorter * 0.15, (start, end, NEAR, far + shorter, bend))
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
            (abs(share - 0.5) * 20 + abs(bend - _LINE_BENDS[0]) * 30, (start, end, NEAR - 4, 0, bend))
            for share, end in ((share, attack.at(share)) for share in _SHARES)
            for bend in _LINE_BENDS
        ]
        return self._cheapest(ways, {at}) or stroke_between(*ways[0][1])

    def _to_unit(self, at: Province, target: Province) -> Stroke:
        start, end = self.unit_at(at), self.standing_at(target)
        beside = towards(end, start, NEAR + 4)
        ways = [(abs(bend - _LINE_BENDS[0]) * 30, (start, beside, NEAR - 4, 0.0, bend)) for bend in _LINE_BENDS]
        return self._cheapest(ways, {at, target}) or stroke_between(*ways[0][1])

    def _cheapest(
        self, ways: Sequence[tuple[float, _Way]], ends: Collection[Province], goal: Province | None = None
    ) -> Stroke | None:
        """The way with the least cost, its own and that of what it meets, and with its end in the goal if there is one.

        The signs of units at its ``ends`` are nothing to go around.
        """
        whole = _around([way for _, way in ways])
        others = [one for one in self._obstacles if one.sign_of not in ends and not whole.is_apart_from(one.box)]
        least, best = float("inf"), None
        for own, between in sorted(ways, key=lambda each: each[0]):
            if own >= least:
                break
            way = stroke_between(*between)
            cost = _cost(own, way, others, least)
            if cost < least and (goal is None or self._geometry.contains(goal, way.end)):
                least, best = cost, way
        return best


def _cost(own: float, way: Stroke, obstacles: Sequence[_Obstacle], most: float) -> float:
    """What a way costs, its own and that of what it meets, the dearest first; not counted further than ``most``."""
    met = 0.0
    for one in obstacles:
        if own + met >= most:
            break
        if way.meets(one.box):
            met += one.cost
    return own + met


def _around(ways: Sequence[_Way]) -> Box:
    """A box that holds the curves of all ways."""
    across, down = zip(*(point for way in ways for point in way[:2]), strict=True)
    whole = Box(min(across), min(down), max(across), max(down))
    longest = hypot(whole.right - whole.left, whole.bottom - whole.top)
    return whole.wider(longest * max(abs(way[-1]) for way in ways) + NEAR)


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


# --- orders of a judged phase as arrows and lines: what was ordered, and what became of it


def order_lines(view: MapView, judgement: Judgement, routes: Routes) -> Iterator[str]:
    """Yield a group for each order: lines below, arrows above; its title says it in words, its id is ``o-PAR``."""
    yield '<g id="orders">'
    verdicts = [verdict for each in judgement.verdicts.values() for verdict in each]
    for verdict in sorted(verdicts, key=lambda verdict: isinstance(verdict.order, Move | Retreat)):
        parts = "".join(_parts(routes, verdict))
        if parts:
            written = write_verdict(verdict, view.position, view.board, view.phrasing.written, view.phrasing.language)
            yield f"<g{_identity(verdict)}><title>{escape(plain_spaces(written))}</title>{parts}</g>"
    yield "</g>"


def _identity(verdict: Verdict) -> str:
    if verdict.unit is None:
        return f' id="b-{verdict.order.at.province}"' if isinstance(verdict.order, Build) else ""
    return f' id="o-{verdict.unit.at.province}"'


def _parts(routes: Routes, verdict: Verdict) -> Iterator[str]:
    order, worked = verdict.order, verdict.succeeded
    match order:
        case Move(at, to):
            yield from _move(routes, verdict, at, to)
        case SupportMove(at):
            yield from support_line(routes.lines[at], worked=worked)
        case SupportHold(at, target):
            yield from support_line(routes.lines[at], worked=worked)
            yield ring(routes.standing_at(target), worked=worked)
        case Convoy(at):
            yield from convoy_line(routes.lines[at], worked=worked)
        case Retreat(at, to):
            yield arrow(routes.attacks[(at, to)], "t" if worked else "x")
            if _is_lost(verdict):
                yield cross(routes.unit_at(at), large=True)
        case Build(_, at):
            if worked:
                yield built(routes.new_at(at))
        case Disband(at):
            yield cross(routes.unit_at(at), large=True)
        case Hold(at):
            yield ring(routes.unit_at(at), worked=worked)
        case _:
            yield from _without_order(routes, verdict)
    if verdict.dislodged and verdict.unit:
        yield dislodged(routes.unit_at(verdict.unit.at.province))


def _without_order(routes: Routes, verdict: Verdict) -> Iterator[str]:
    """A unit that had no order: it stood, or it was lost."""
    if verdict.unit is None:
        return
    at = routes.unit_at(verdict.unit.at.province)
    if isinstance(verdict.reason, Stood) or verdict.reason in {Unread(), Unread(offered=True)}:
        yield ring(at, worked=True)
    elif not verdict.succeeded:
        yield cross(at, large=True)


def _move(routes: Routes, verdict: Verdict, at: Province, to: Location) -> Iterator[str]:
    """An arrow, by way of the fleets that carried the army if it went by sea."""
    fleets = verdict.reason.convoyed_by if isinstance(verdict.reason, Moved) else ()
    yield arrow(routes.attacks[(at, to)], "m" if verdict.succeeded else "f", by_sea=bool(fleets))


def order_signs(view: MapView, judgement: Judgement) -> Sequence[tuple[str, float, str]]:
    """Return what the marks of a picture mean, those that it has: a sign around a point, its breadth, its meaning."""
    verdicts = [verdict for each in judgement.verdicts.values() for verdict in each]
    across = Stroke((-44, 0), (0, 0), (30, 0))
    shown = {
        "map.moved": (arrow(across, "m"), any(_is(verdict, Move, worked=True) for verdict in verdicts)),
        "map.failed": (arrow(across, "f"), any(_is(verdict, Move, worked=False) for verdict in verdicts)),
        "map.support": (
            "".join(support_line(Stroke((-40, 0), (0, 3), (34, 0)), worked=True)),
            any(isinstance(verdict.order, SupportMove | SupportHold) for verdict in verdicts),
        ),
        "map.convoy": (
            "".join(convoy_line(Stroke((-40, 0), (0, 3), (40, 0)), worked=True)),
            any(isinstance(verdict.order, Convoy) for verdict in verdicts),
        ),
        "map.stood": (ring((0, 20), worked=True), any(isinstance(verdict.reason, Stood) for verdict in verdicts)),
        "map.dislodged": (
            dislodged((0, 0)).replace('r="44"', 'r="27"'),
            any(verdict.dislodged for verdict in verdicts),
        ),
        "map.retreat": (arrow(across, "t"), any(_is(verdict, Retreat, worked=True) for verdict in verdicts)),
        "map.built": (built((-34, 30)), any(_is(verdict, Build, worked=True) for verdict in verdicts)),
        "map.removed": (
            cross((0, 0), large=True),
            any(isinstance(verdict.order, Disband) or _is_lost(verdict) for verdict in verdicts),
        ),
    }
    return [(sign, 88.0, view.say(key)) for key, (sign, is_there) in shown.items() if is_there]


def _is_lost(verdict: Verdict) -> bool:
    return isinstance(verdict.reason, Lost) or is_lost_by_void_order(verdict)


def _is(verdict: Verdict, kind: type, *, worked: bool) -> bool:
    return isinstance(verdict.order, kind) and verdict.succeeded is worked


def new_units(judgement: Judgement) -> Iterator[Unit]:
    """Yield the units that were built in the phase."""
    for power, verdicts in judgement.verdicts.items():
        for verdict in verdicts:
            if isinstance(verdict.order, Build) and verdict.succeeded:
                yield judgement.after.units.get(
                    verdict.order.at.province, Unit(power, verdict.order.kind, verdict.order.at)
                )
