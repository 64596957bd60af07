"""The chains of fleets, at sea or in ports, that connect two coasts; why a fleet carried nobody."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from enum import Enum

from judge.rules.board import Board, Province, Unit, UnitKind

ConvoyChain = tuple[Province, ...]
"""Fleets from one coast to another, each next to the one before."""


def convoying_fleets(board: Board, units: Mapping[Province, Unit]) -> frozenset[Province]:
    """Return the seas and the ports where a fleet stands: a convoy can pass nowhere else (000 XIII.A, DATC 6.F.1)."""
    return frozenset(at for at in board.convoyable & units.keys() if units[at].kind is UnitKind.FLEET)


def convoy_chains(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> Iterator[ConvoyChain]:
    """Yield every chain of these fleets between two coasts in which each fleet is needed, shortest first (DATC 6.G.19).

    A fleet is needed if the chain breaks without it: no two fleets are neighbours except consecutive ones, only the
    first is next to the one coast and only the last next to the other. A fleet where the army
    goes carries nobody there.
    """
    fleets = {*fleets} - {to}
    begun = deque[ConvoyChain]((fleet,) for fleet in sorted(board.seas_off(origin).intersection(fleets)))
    while begun:
        chain = begun.popleft()
        around = board.shores(chain[-1])
        if to in around:
            yield chain
            continue
        passed = {origin}.union(chain[:-1])
        ahead = (fleet for fleet in sorted(around.intersection(fleets)) if not passed & board.shores(fleet))
        begun.extend((*chain, fleet) for fleet in ahead if fleet not in chain)


def shortest_chain(board: Board, fleets: Collection[Province], origin: Province, to: Province) -> ConvoyChain:
    """Return a shortest chain of these fleets between two coasts, empty if they do not connect them.

    It is the first one of ``convoy_chains``, found without the others: each fleet is reached once.
    """
    fleets = {*fleets} - {to}
    between = board.seas_off(origin).intersection(board.seas_off(to), fleets)
    if between:
        return (min(between),)
    begun = deque[ConvoyChain]((fleet,) for fleet in sorted(board.seas_off(origin).intersection(fleets)))
    reached = {fleet for chain in begun for fleet in chain}
    while begun:
        chain = begun.popleft()
        around = board.shores(chain[-1])
        if to in around:
            return chain
        ahead = sorted(around.intersection(fleets) - reached)
        reached.update(ahead)
        begun.extend((*chain, fleet) for fleet in ahead)
    return ()


class UnusedConvoy(Enum):
    """What the army did instead; the value ends the key of its sentence."""

    BY_LAND = "by_land"  # the army attacked by land
    BY_OTHERS = "by_others"  # other fleets carried it
    NO_ROUTE = "no_route"  # the fleets make a chain that failed, and none passes through this one
    NO_CHAIN = "no_chain"  # the fleets ordered to carry it make no chain to where it goes
    BROKEN = "broken"  # a fleet that it needed was driven out
    PARADOX = "paradox"  # its attack would have decided over its own convoy
