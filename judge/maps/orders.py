"""Orders of a judged phase as arrows and lines: what was ordered, and what became of it."""

from collections.abc import Iterator, Sequence
from html import escape

from judge.maps.marks import arrow, built, convoy_line, cross, dislodged, ring, support_line
from judge.maps.routes import Routes
from judge.maps.strokes import Stroke
from judge.maps.view import MapView
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
from judge.rules.retreats import is_lost_by_void_order
from judge.rules.verdicts import Judgement, Lost, Moved, Stood, Unread, Verdict


def order_lines(view: MapView, judgement: Judgement, routes: Routes) -> Iterator[str]:
    """Yield a group for each order: lines below, arrows above; its title says it in words, its id is ``o-PAR``."""
    yield '<g id="orders">'
    verdicts = [verdict for each in judgement.verdicts.values() for verdict in each]
    for verdict in sorted(verdicts, key=lambda verdict: isinstance(verdict.order, Move | Retreat)):
        parts = "".join(_parts(routes, verdict))
        if parts:
            written = write_verdict(verdict, view.position, view.board, view.phrasing.notation, view.phrasing.language)
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
    if isinstance(verdict.reason, Stood) or verdict.reason == Unread():
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
