"""The curves of arrows and lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, hypot

from judge.maps.geometry import Box, Point

NEAR, FAR = 41.0, 18.0
"""How far from the middle of a sign an arrow begins, and how far from that of an empty place it ends."""


_APART, _TIP = 9.0, 11.0


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
        first, second, third = left * left, 2 * left * share, share * share
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.start, self.bend, self.end
        return first * x + second * bend_x + third * to_x, first * y + second * bend_y + third * to_y

    @cached_property
    def samples(self) -> Sequence[Point]:
        """Points all along the curve, some units of the picture apart, and the tip of its arrow."""
        steps = max(4, ceil(hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]) / _APART))
        return [*(self.at(step / steps) for step in range(steps + 1)), towards(self.end, self.bend, -_TIP)]

    @cached_property
    def around(self) -> Box:
        """The box around the curve."""
        across, down = zip(*self.samples, strict=True)
        return Box(min(across), min(down), max(across), max(down))

    def meets(self, box: Box) -> bool:
        """Whether the curve runs through a box."""
        around = self.around
        if around.left > box.right or around.right < box.left or around.top > box.bottom or around.bottom < box.top:
            return False
        return any(box.left < x < box.right and box.top < y < box.bottom for x, y in self.samples)

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
