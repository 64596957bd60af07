"""The curves of arrows and lines."""

from dataclasses import dataclass
from math import hypot

from judge.maps.geometry import Point

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
    return Stroke(towards(start, bend, near), bend, towards(end, bend, far))


def towards(start: Point, end: Point, by: float) -> Point:
    """Return the point so far on the way from one point to another."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / length, start[1] + (end[1] - start[1]) * by / length
