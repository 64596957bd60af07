"""Projects degrees to the picture of the standard board: a conformal cone, then more room where regions are small."""

from math import asinh, cos, exp, hypot, log, pi, radians, sin, tan

Point = tuple[float, float]

WIDTH, HEIGHT = 2400, 2250
"""The picture's size, in its units."""

_EARTH = 6371.0
_CENTRE = (15.0, 52.0)
_PARALLELS = (40.0, 64.0)

_MIDDLE = (11.5, 47.0)
"""Where the picture is the largest, in degrees; it shrinks towards the sides, by ``_PULL``."""
_PULL = (2.0, 1.6)

_WINDOW = (-1815.0, -1882.0, 1660.0, 1600.0)
"""Left, bottom, right and top of the picture in kilometres of the projection, after the pull."""

_ROOM = (
    (12.3, 42.6, 330.0, 0.42),  # Italy
    (15.8, 40.4, 210.0, 0.28),  # its south
    (-2.6, 53.6, 330.0, 0.46),  # Britain
    (-3.8, 56.4, 180.0, 0.26),  # Scotland
    (-0.6, 51.8, 160.0, 0.22),  # the south of England
    (9.6, 54.6, 240.0, 0.42),  # Denmark
    (4.8, 51.2, 210.0, 0.36),  # the Low Countries
    (22.2, 42.2, 330.0, 0.22),  # the Balkans
    (21.4, 40.0, 200.0, 0.16),  # Greece
    (28.6, 41.0, 220.0, 0.26),  # the Straits
    (11.0, 47.6, 200.0, 0.10),  # the Alps
)
"""Longitude and latitude, radius in kilometres and strength of what is swollen."""


def _cone(longitude: float, latitude: float) -> Point:
    """Kilometres east and north of the centre in Lambert's conformal conic projection."""
    first, second = (radians(parallel) for parallel in _PARALLELS)
    n = log(cos(first) / cos(second)) / log(_t(second) / _t(first))
    f = cos(first) * _t(first) ** n / n
    far, far_centre = (_EARTH * f / _t(radians(at)) ** n for at in (latitude, _CENTRE[1]))
    turn = n * radians(longitude - _CENTRE[0])
    return far * sin(turn), far_centre - far * cos(turn)


def _t(angle: float) -> float:
    return tan(pi / 4 + angle / 2)


_MIDDLE_KM = _cone(*_MIDDLE)


def _swollen(x: float, y: float) -> Point:
    """The point pushed away from the centres of ``_ROOM``."""
    push_x = push_y = 0.0
    for longitude, latitude, radius, strength in _ROOM:
        at_x, at_y = _cone(longitude, latitude)
        push = strength * exp(-((hypot(x - at_x, y - at_y) / radius) ** 2) / 2)
        push_x, push_y = push_x + push * (x - at_x), push_y + push * (y - at_y)
    return x + push_x, y + push_y


def _pulled(x: float, y: float) -> Point:
    """The point drawn towards the middle, the more the farther away it is."""
    return (
        _MIDDLE_KM[0] + 2600 * asinh(_PULL[0] * (x - _MIDDLE_KM[0]) / 2600) / _PULL[0],
        _MIDDLE_KM[1] + 2600 * asinh(_PULL[1] * (y - _MIDDLE_KM[1]) / 2600) / _PULL[1],
    )


def project(longitude: float, latitude: float) -> Point:
    """Return where a place is in the picture, from its upper left corner."""
    x, y = _pulled(*_swollen(*_cone(longitude, latitude)))
    left, bottom, right, top = _WINDOW
    return (x - left) / (right - left) * WIDTH, (top - y) / (top - bottom) * HEIGHT
