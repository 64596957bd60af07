"""Where fleets pass in a picture, by its shapes alone: from a stretch of coast to its seas and along the shore."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.maps.geometry import Geometry
from judge.rules.board import Board, Province, Terrain


@dataclass(frozen=True)
class CoastStretch:
    """A stretch of the edge of a region on land, from one neighbour on land to the next: its borders with seas.

    ``seas`` are the seas off it, ``ends`` the regions on land where it ends: a fleet goes on to their coasts.
    """

    seas: frozenset[Province]
    ends: frozenset[Province]
    borders: tuple[int, ...]

    @property
    def reach(self) -> frozenset[Province]:
        """Where a fleet goes from this coast."""
        return self.seas | self.ends


def coast_stretches(geometry: Geometry, board: Board, province: Province) -> Sequence[CoastStretch]:
    """Return the stretches of coast of a region; those of its islands end nowhere."""
    return [stretch for ring in geometry.shapes[province] for stretch in _of_ring(geometry, board, ring)]


def _of_ring(geometry: Geometry, board: Board, ring: Sequence[int]) -> Iterator[CoastStretch]:
    beyond = [_beyond(geometry, number) for number in ring]
    is_sea = [name in board.regions and board.terrain(Province(name)) is Terrain.SEA for name in beyond]
    starts = [place for place in range(len(ring)) if is_sea[place] and not is_sea[place - 1]]
    if all(is_sea):
        yield CoastStretch(frozenset(map(Province, beyond)), frozenset(), tuple(ring))
    for start in starts:
        length = next(length for length in range(1, len(ring)) if not is_sea[(start + length) % len(ring)])
        places = [(start + step) % len(ring) for step in range(length)]
        ends = {beyond[start - 1], beyond[(start + length) % len(ring)]} & board.regions.keys()
        yield CoastStretch(
            frozenset(Province(beyond[place]) for place in places),
            frozenset(map(Province, ends)),
            tuple(ring[place] for place in places),
        )


def _beyond(geometry: Geometry, number: int) -> str:
    """What lies on the other side of a border of a ring; what is inside is on its left."""
    return geometry.borders[number].right if number >= 0 else geometry.borders[~number].left
