"""Orders of a judged phase as arrows and lines: their ways, and what became of them."""

from collections.abc import Iterator, Sequence
from html import escape

from judge.maps.geometry import Point, Stroke
from judge.maps.view import MapView
from judge.maps.ways import Routes
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
    shown = {key for verdict in verdicts for key in _shown_of(verdict)}
    return [(sign, 88.0, view.say(key)) for key, sign in _LEGEND.items() if key in shown]


_ACROSS = Stroke((-44, 0), (0, 0), (30, 0))

_LEGEND = {
    "map.moved": arrow(_ACROSS, "m"),
    "map.failed": arrow(_ACROSS, "f"),
    "map.support": "".join(support_line(Stroke((-40, 0), (0, 3), (34, 0)), worked=True)),
    "map.convoy": "".join(convoy_line(Stroke((-40, 0), (0, 3), (40, 0)), worked=True)),
    "map.stood": ring((0, 20), worked=True),
    "map.dislodged": dislodged((0, 0)).replace('r="44"', 'r="27"'),
    "map.retreat": arrow(_ACROSS, "t"),
    "map.built": built((-34, 30)),
    "map.removed": cross((0, 0), large=True),
}
"""The marks that a legend explains, by the key of what they mean."""


def _shown_of(verdict: Verdict) -> Iterator[str]:
    """Yield the keys of the marks that an order has."""
    match verdict.order:
        case Move():
            yield "map.moved" if verdict.succeeded else "map.failed"
        case SupportMove() | SupportHold():
            yield "map.support"
        case Convoy():
            yield "map.convoy"
        case Retreat() if verdict.succeeded:
            yield "map.retreat"
        case Build() if verdict.succeeded:
            yield "map.built"
    if isinstance(verdict.reason, Stood):
        yield "map.stood"
    if verdict.dislodged:
        yield "map.dislodged"
    if isinstance(verdict.order, Disband) or _is_lost(verdict):
        yield "map.removed"


def _is_lost(verdict: Verdict) -> bool:
    return isinstance(verdict.reason, Lost) or is_lost_by_void_order(verdict)


def new_units(judgement: Judgement) -> Iterator[Unit]:
    """Yield the units that were built in the phase."""
    for power, verdicts in judgement.verdicts.items():
        for verdict in verdicts:
            if isinstance(verdict.order, Build) and verdict.succeeded:
                yield judgement.after.units.get(
                    verdict.order.at.province, Unit(power, verdict.order.kind, verdict.order.at)
                )
