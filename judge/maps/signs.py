"""The signs on a picture: armies, fleets, centres, the marks of towns in a war."""

from collections.abc import Collection, Mapping
from html import escape
from math import cos, pi, sin

from judge.maps.geometry import Point
from judge.maps.powers import PowerLook
from judge.maps.text import text_element
from judge.rules.board import Board, Power, Terrain, Unit, UnitKind
from judge.rules.war.fog import UNKNOWN_TROOP

PAPER, INK = "#f7f1e3", "#2e2a25"
GOLD = "#c08a1e"

ARMY, FLEET, UNKNOWN = UnitKind.ARMY.value, UnitKind.FLEET.value, "U"

_SHAPES = {
    ARMY: "M-24-23H24V1C24 13 13 20 0 24C-13 20-24 13-24 1Z",
    FLEET: "M-19-25H20Q28-10 20 5H-19Q-12-10-19-25ZM-27 9H27Q23 24 11 24H-11Q-23 24-27 9Z",
    UNKNOWN: "M-27 0L-13-24H13L27 0L13 24H-13Z",
}
"""A shield, a ship with its sail, a hexagon for what may be either; 54 by 48 around their middle."""

SIGN_SCALE = 1.22
"""By how much the sign of a unit is larger than that."""

LETTER: Mapping[str, tuple[Point, int]] = {
    ARMY: ((0.0, -2.0), 36),
    FLEET: ((3.0, -10.0), 34),
    UNKNOWN: ((0.0, 0.0), 36),
}
"""Where the letters are on a sign, and their size."""


def sign_definitions(looks: Mapping[Power, PowerLook], kinds: Collection[tuple[str, Power]]) -> str:
    """Return the shapes of the kinds of units, bare and as the signs of some powers, and the marks of centres."""
    shapes = (
        f'<path id="{kind}" d="{shape}" stroke="{PAPER}" stroke-width="7" paint-order="stroke"'
        ' stroke-linejoin="round"/>'
        for kind, shape in _SHAPES.items()
    )
    signs = (_sign_of_power(kind, looks[power]) for kind, power in kinds)
    marks = (
        f'<circle id="c" r="9" stroke="{INK}" stroke-width="2.5"/>'
        f'<g id="h" stroke="{INK}" stroke-width="2.5"><circle r="6"/><circle r="11" fill="none"/></g>'
    )
    return "".join((*shapes, *signs, marks))


def _sign_of_power(kind: str, look: PowerLook) -> str:
    at, size = LETTER[kind]
    letters = text_element(at, look.letters, "bold", size - 6 * (len(look.letters) - 1), more=' fill="#fff"')
    return f'<g id="{kind}-{look.power}"><use href="#{kind}" fill="{look.colour}"/>{letters}</g>'


def kind_shown(board: Board, unit: Unit) -> str:
    """Return the kind of a unit as its sign has it: on a coast, a unit of an unknown troop may be either."""
    is_either = unit.letter == UNKNOWN_TROOP and board.terrain(unit.at.province) is Terrain.COAST
    return UNKNOWN if is_either else unit.kind.value


def unit_sign(board: Board, unit: Unit, at: Point, *, identity: str, title: str, small: bool = False) -> str:
    """Return the sign of a unit: its kind by the shape, its power by letters; its troop below, where there are any."""
    scale = SIGN_SCALE * 0.78 if small else SIGN_SCALE
    sign = f'<use href="#{kind_shown(board, unit)}-{unit.power}"/>{_troop(unit)}'
    place = f'transform="translate({at[0]:.0f} {at[1]:.0f})scale({scale:.2f})"'
    return f'<g id="{identity}" {place}><title>{escape(title)}</title>{sign}</g>'


def _troop(unit: Unit) -> str:
    """The letter of a troop in a round badge."""
    if unit.corps is None:
        return ""
    badge = f'<circle cx="25" cy="10" r="13" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
    return badge + text_element((25, 10), unit.corps.troop, "bold", 22)


def centre_mark(at: Point, fill: str, *, is_home: bool) -> str:
    """Return the mark of a supply centre, in the colour of its owner; a home has a ring around it."""
    return f'<use href="#{"h" if is_home else "c"}" x="{at[0]:.0f}" y="{at[1]:.0f}" fill="{fill}"/>'


def gained_mark(at: Point) -> str:
    """Return the mark of a centre that has changed hands: a broad ring around it."""
    return f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="15" fill="none" stroke="{GOLD}" stroke-width="5"/>'


def scout_sign(at: Point, colour: str, *, title: str = "") -> str:
    """Return the sign of a scout: an eye in the colour of its power."""
    said = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<g transform="translate({at[0]:.0f} {at[1]:.0f})">{said}<path d="M-20 0Q0-22 20 0Q0 22-20 0Z"'
        f' fill="{PAPER}" stroke="{colour}" stroke-width="4"/><circle r="6" fill="{colour}"/></g>'
    )


def double_ring(at: Point) -> str:
    """Return the mark of a town that counts double."""
    return "".join(
        f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{radius}" fill="none" stroke="{GOLD}" stroke-width="2.5"/>'
        for radius in (5, 11)
    )


def star(at: Point, colour: str) -> str:
    """Return a star of five points."""
    turns = ((tip * pi / 5, 14 if tip % 2 == 0 else 6) for tip in range(10))
    points = " ".join(f"{at[0] + far * sin(turn):.0f},{at[1] - far * cos(turn):.0f}" for turn, far in turns)
    return f'<path d="M{points}Z" fill="{colour}"/>'
