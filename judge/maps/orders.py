"""Orders of a judged phase as arrows and lines: what was ordered, and what became of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from judge.maps.geometry import Geometry, Point
from judge.maps.view import MapView, place_of
from judge.notation.write import write_verdict
from judge.reports.layout import plain_spaces
from judge.rules.board import Location, Province, Unit
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from judge.rules.verdicts import Judgement, Lost, Moved, Stood, Verdict

INK, FAILED, RETREAT = "#26221d", "#b3261e", "#b4690e"
_HALO = "#fbf6ea"

NEAR, FAR = 34.0, 16.0
"""How far from the middle of a sign an arrow begins, and how far from that of an empty place it ends."""


@dataclass(frozen=True)
class Stroke:
    """A curve from one point to another, bent at a third."""

    start: Point
    bend: Point
    end: Point

    @property
    def middle(self) -> Point:
        """The point halfway along the curve."""
        return self.at(0.5)

    def at(self, share: float) -> Point:
        """Return a point of the curve, 0 its start and 1 its end."""
        left = 1 - share
        weights = (left * left, 2 * left * share, share * share)
        points = (self.start, self.bend, self.end)
        x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
        return x, y

    @property
    def data(self) -> str:
        """The curve as the data of a path."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        return f"M{x:.0f} {y:.0f}Q{bend_x:.0f} {bend_y:.0f} {to_x:.0f} {to_y:.0f}"


def stroke_between(start: Point, end: Point, near: float, far: float, bent: float = 0.08) -> Stroke:
    """Return a slightly bent curve that begins and ends so far from two points; less where these are close."""
    (x, y), (to_x, to_y) = start, end
    length = hypot(to_x - x, to_y - y) or 1.0
    across, down = (to_x - x) / length, (to_y - y) / length
    if near + far > length * 0.7:
        near, far = near * length * 0.7 / (near + far), far * length * 0.7 / (near + far)
    bend = ((x + to_x) / 2 + down * length * bent, (y + to_y) / 2 - across * length * bent)
    return Stroke(_towards(start, bend, near), bend, _towards(end, bend, far))


def _towards(start: Point, end: Point, by: float) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / length, start[1] + (end[1] - start[1]) * by / length


@dataclass(frozen=True)
class Scene:
    """A judged phase, and where everything is."""

    view: MapView
    geometry: Geometry
    judgement: Judgement

    def unit_at(self, province: Province) -> Point:
        """Where the sign of a unit that an order names is; the middle of the region where no unit is known."""
        unit = self.view.position.unit_at(province)
        driven_out = province in self.view.position.dislodged
        return place_of(self.geometry, unit.at if unit else Location(province), driven_out=driven_out)

    def standing_at(self, province: Province) -> Point:
        """Where the sign of a unit that stands in a region is."""
        unit = self.view.position.units.get(province)
        return place_of(self.geometry, unit.at if unit else Location(province))

    def goal(self, to: Location) -> tuple[Point, float]:
        """Where an arrow to a place points, and how far before it ends: beside the sign of whoever stands there."""
        unit = self.view.position.units.get(to.province)
        if unit is None or (to.coast and unit.at.coast != to.coast):
            return place_of(self.geometry, to), FAR
        return place_of(self.geometry, unit.at), NEAR

    def attack(self, origin: Province, to: Location) -> Stroke:
        """The arrow of an attack or a retreat; those in opposite directions bend away from each other."""
        end, far = self.goal(to)
        ways = (stroke_between(self.unit_at(origin), end, NEAR, far - nearer) for nearer in range(0, round(far), 6))
        whole = stroke_between(self.unit_at(origin), end, NEAR, 0)
        return next((way for way in ways if self.geometry.contains(to.province, way.end)), whole)


def order_lines(scene: Scene) -> Iterator[str]:
    """Yield a group for each order: lines below, arrows above; its title says it in words, its id is ``o-PAR``."""
    view = scene.view
    yield '<g id="orders">'
    verdicts = [verdict for each in scene.judgement.verdicts.values() for verdict in each]
    for verdict in sorted(verdicts, key=lambda verdict: isinstance(verdict.order, Move | Retreat)):
        parts = "".join(_parts(scene, verdict))
        if parts:
            written = write_verdict(verdict, view.position, view.board, view.phrasing.notation, view.phrasing.language)
            yield f"<g{_identity(verdict)}><title>{escape(plain_spaces(written))}</title>{parts}</g>"
    yield "</g>"


def _identity(verdict: Verdict) -> str:
    if verdict.unit is None:
        return f' id="b-{verdict.order.at.province}"' if isinstance(verdict.order, Build) else ""
    return f' id="o-{verdict.unit.at.province}"'


def _parts(scene: Scene, verdict: Verdict) -> Iterator[str]:
    order, worked = verdict.order, verdict.succeeded
    match order:
        case Move(at, to):
            yield from _move(scene, verdict, at, to)
        case SupportMove(at, origin, to):
            yield from _support(scene.unit_at(at), scene.attack(origin, to).middle, worked=worked)
        case SupportHold(at, target):
            start, end = scene.unit_at(at), scene.standing_at(target)
            yield from _support(start, _towards(end, start, NEAR + 4), worked=worked)
            yield ring(end, worked=worked)
        case Convoy(at, origin, to):
            yield from _convoy(scene.unit_at(at), scene.attack(origin, Location(to)).middle, worked=worked)
        case Retreat(at, to):
            yield arrow(scene.attack(at, to), "t" if worked else "x")
        case Build(_, at):
            if worked:
                yield built(place_of(scene.geometry, at))
        case Disband(at):
            yield cross(scene.unit_at(at), large=True)
        case Hold(at):
            yield ring(scene.unit_at(at), worked=worked)
        case _:
            yield from _without_order(scene, verdict)
    if verdict.dislodged and verdict.unit:
        yield dislodged(scene.unit_at(verdict.unit.at.province))


def _without_order(scene: Scene, verdict: Verdict) -> Iterator[str]:
    """A unit that had no order: it stood, or it was lost."""
    if verdict.unit is None:
        return
    at = scene.unit_at(verdict.unit.at.province)
    if isinstance(verdict.reason, Stood):
        yield ring(at, worked=True)
    elif not verdict.succeeded:
        yield cross(at, large=True)


def _move(scene: Scene, verdict: Verdict, at: Province, to: Location) -> Iterator[str]:
    """An arrow, by way of the fleets that carried the army if it went by sea."""
    fleets = verdict.reason.convoyed_by if isinstance(verdict.reason, Moved) else ()
    yield arrow(scene.attack(at, to), "m" if verdict.succeeded else "f", by_sea=bool(fleets))


_HEADS = {"m": INK, "f": FAILED, "t": RETREAT, "x": FAILED}
"""The kinds of arrows with their colours: attacks that worked and failed, retreats that worked and failed."""

_SEA_BLUE = "#2f6f8f"
_STYLE = (
    f".w,.e,.m,.f,.x,.t,.s,.k,.c,.v,.z{{fill:none}}.w{{stroke:{_HALO};stroke-width:11;stroke-opacity:.8}}.e{{stroke:{_HALO};stroke-width:9}}"
    f".m{{stroke:{INK};stroke-width:5.5}}.f,.x{{stroke:{FAILED};stroke-width:5.5;stroke-dasharray:20 11}}"
    f".t{{stroke:{RETREAT};stroke-width:5.5;stroke-linecap:round}}.t,.x{{stroke-dasharray:5 12}}"
    f".s{{stroke:{INK};stroke-width:4.5;stroke-dasharray:2 9;stroke-linecap:round}}.k{{stroke:{INK};stroke-width:4}}"
    f".c{{stroke:{_SEA_BLUE};stroke-width:4;stroke-dasharray:14 6 3 6}}.v{{stroke:{_SEA_BLUE};stroke-width:4}}"
    f".n{{stroke:{FAILED}!important}}.z{{stroke:{FAILED};stroke-width:5}}"
)


def arrow_definitions() -> str:
    """Return the styles of lines and the heads of arrows."""
    heads = "".join(
        f'<marker id="a{name}" viewBox="0 0 24 20" refX="15" refY="10" markerWidth="24" markerHeight="20"'
        f' markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L24 10L0 20L6 10Z" style="fill:{colour}"/></marker>'
        for name, colour in _HEADS.items()
    )
    ends = "".join(f".{name}{{marker-end:url(#a{name})}}" for name in _HEADS)
    crosses = "".join(
        f'<g id="{name}"><path class="e" d="{data}"/><path class="z" d="{data}"/></g>'
        for name, data in (("no", "M-9-9L9 9M9-9L-9 9"), ("lost", "M-26-26L26 26M26-26L-26 26"))
    )
    return f"<style>{_STYLE}{ends}</style>{heads}{crosses}"


def arrow(stroke: Stroke, kind: str, *, by_sea: bool = False) -> str:
    """Return an arrow; one that failed is dashed and has a cross on it, one by sea has a wave."""
    drawn = f'<path class="w" d="{stroke.data}"/><path class="{kind}" d="{stroke.data}"/>'
    if kind in {"f", "x"}:
        drawn += cross(stroke.at(0.72))
    return drawn + (wave(stroke.at(0.3)) if by_sea else "")


def _support(start: Point, end: Point, *, worked: bool) -> Iterator[str]:
    """A dotted line to the middle of what is supported, with a dot at its end."""
    stroke = stroke_between(start, end, NEAR - 4, 0, -0.06)
    yield f'<path class="s{_failed(worked)}" d="{stroke.data}"/>'
    yield f'<circle cx="{end[0]:.0f}" cy="{end[1]:.0f}" r="7" fill="{INK if worked else FAILED}"/>'
    if not worked:
        yield cross(stroke.at(0.45))


def _convoy(start: Point, end: Point, *, worked: bool) -> Iterator[str]:
    """A thin line from the fleet to the way of the army, with a wave on it."""
    stroke = stroke_between(start, end, NEAR - 4, 0, -0.06)
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
    return f'<path class="k{_failed(worked)}" d="M{at[0] - 32:.0f} {at[1] - 6:.0f}q3-26 32-28q29 2 32 28"/>'


def cross(at: Point, *, large: bool = False) -> str:
    """Return a cross: a small one on what failed, a large one on a unit that is lost."""
    return f'<use href="#{"lost" if large else "no"}" x="{at[0]:.0f}" y="{at[1]:.0f}"/>'


def dislodged(at: Point) -> str:
    """Return the mark of a unit that is driven out: a broken ring around it."""
    return (
        f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="37" fill="none" stroke="{RETREAT}" stroke-width="6"'
        ' stroke-dasharray="16 10"/>'
    )


def built(at: Point) -> str:
    """Return the mark of a unit that is new: a plus above it."""
    x, y = at[0] + 28, at[1] - 26
    return (
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="14" fill="{_HALO}" stroke="{INK}" stroke-width="3"/>'
        f'<path d="M{x - 8:.0f} {y:.0f}h16m-8-8v16" stroke="{INK}" stroke-width="4"/>'
    )


def order_signs(view: MapView, judgement: Judgement) -> Sequence[tuple[str, float, str]]:
    """Return what the marks of a picture mean, those that it has: a sign around a point, its breadth, its meaning."""
    verdicts = [verdict for each in judgement.verdicts.values() for verdict in each]
    across = Stroke((-44, 0), (0, 0), (30, 0))
    shown = {
        "moved": (arrow(across, "m"), any(_is(verdict, Move, worked=True) for verdict in verdicts)),
        "failed": (arrow(across, "f"), any(_is(verdict, Move, worked=False) for verdict in verdicts)),
        "support": (
            "".join(_support((-70, 0), (34, 0), worked=True)),
            any(isinstance(verdict.order, SupportMove | SupportHold) for verdict in verdicts),
        ),
        "convoy": (
            "".join(_convoy((-70, 0), (40, 0), worked=True)),
            any(isinstance(verdict.order, Convoy) for verdict in verdicts),
        ),
        "stood": (ring((0, 20), worked=True), any(isinstance(verdict.reason, Stood) for verdict in verdicts)),
        "dislodged": (
            dislodged((0, 0)).replace('r="37"', 'r="24"'),
            any(verdict.dislodged for verdict in verdicts),
        ),
        "retreat": (arrow(across, "t"), any(_is(verdict, Retreat, worked=True) for verdict in verdicts)),
        "built": (built((-28, 26)), any(_is(verdict, Build, worked=True) for verdict in verdicts)),
        "removed": (
            cross((0, 0), large=True),
            any(isinstance(verdict.order, Disband) or isinstance(verdict.reason, Lost) for verdict in verdicts),
        ),
    }
    return [(sign, 88.0, view.say(key)) for key, (sign, is_there) in shown.items() if is_there]


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
