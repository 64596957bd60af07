"""Chains of fleets at sea that join two coasts."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from judge.rules.board import Board, Kind, Location, Province, Terrain, Unit

Chain = tuple[Province, ...]
"""Fleets from one coast to another, each next to the one before."""


def fleets_at_sea(board: Board, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """The seas where a fleet stands: the only places a convoy can pass (000 XIII.A, DATC 6.F.1)."""
    return frozenset(
        place for place, unit in units.items() if unit.kind is Kind.FLEET and board.terrain(place) is Terrain.SEA
    )


def chains(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> Iterator[Chain]:
    """Every chain of these fleets from coast to coast in which each one is needed, shortest first (DATC 6.G.19).

    A fleet is needed when leaving it out breaks the chain: no two are neighbours but those that follow each other,
    only the first is off the one coast and only the last off the other.
    """
    around = {fleet: _around(board, fleet) for fleet in sorted(fleets)}
    begun = deque[Chain]((fleet,) for fleet in around if origin in around[fleet])
    while begun:
        chain = begun.popleft()
        if to in around[chain[-1]]:
            yield chain
            continue
        passed = {origin}.union(chain[:-1])
        ahead = (fleet for fleet in around if fleet in around[chain[-1]] and not passed & around[fleet])
        begun.extend((*chain, fleet) for fleet in ahead if fleet not in chain)


def first_chain(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> Chain:
    """A shortest chain of these fleets from coast to coast, empty if they do not join them."""
    return next(chains(board, fleets, origin, to), ())


def _around(board: Board, sea: Province) -> frozenset[Province]:
    return frozenset(place.province for place in board.neighbours(Kind.FLEET, Location(sea)))
