"""The marks of orders on a picture: arrows, lines of supports and convoys, signs on units."""

from collections.abc import Iterator

from judge.maps.geometry import Point
from judge.maps.strokes import Stroke

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
