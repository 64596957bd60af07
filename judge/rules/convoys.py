"""Chains of fleets at sea that join two coasts."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from judge.rules.board import Board, Kind, Province, Unit

Chain = tuple[Province, ...]
"""Fleets from one coast to another, each next to the one before."""


def fleets_at_sea(board: Board, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """The seas where a fleet stands: the only places a convoy can pass (000 XIII.A, DATC 6.F.1)."""
    return frozenset(at for at in board.seas & units.keys() if units[at].kind is Kind.FLEET)


def chains(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> Iterator[Chain]:
    """Every chain of these fleets from coast to coast in which each one is needed, shortest first (DATC 6.G.19).

    A fleet is needed when leaving it out breaks the chain: no two are neighbours but those that follow each other,
    only the first is off the one coast and only the last off the other.
    """
    begun = deque[Chain]((fleet,) for fleet in sorted(board.seas_off(origin).intersection(fleets)))
    while begun:
        chain = begun.popleft()
        around = board.shores(chain[-1])
        if to in around:
            yield chain
            continue
        passed = {origin}.union(chain[:-1])
        ahead = (fleet for fleet in sorted(around.intersection(fleets)) if not passed & board.shores(fleet))
        begun.extend((*chain, fleet) for fleet in ahead if fleet not in chain)


def first_chain(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> Chain:
    """A shortest chain of these fleets from coast to coast, empty if they do not join them."""
    between = board.seas_off(origin).intersection(board.seas_off(to), fleets)
    return (min(between),) if between else next(chains(board, fleets, origin, to), ())
