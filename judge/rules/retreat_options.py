"""Finds where a dislodged unit may retreat to."""

from collections.abc import Collection

from judge.rules.board import Board, Location, Province, Unit
from judge.rules.rulebook import ConvoyedAttackerOrigin, RuleBook


def retreat_options(  # noqa: PLR0913, PLR0917 (each is one fact of the rule)
    board: Board,
    book: RuleBook,
    unit: Unit,
    attacker_origin: Province,
    by_convoy: bool,
    occupied: Collection[Province],
    contested: Collection[Province],
) -> tuple[Location, ...]:
    """Return the locations next to a unit that are open for its retreat, sorted (000 XII, 001 XI, DATC 4.A.5).

    Closed are occupied provinces, those left empty by a standoff, and the origin of its attacker; the latter is open if
    the rule book says so of an attacker that came by convoy.
    """
    closed = {*occupied, *contested}
    if not by_convoy or book.convoyed_attacker_origin is ConvoyedAttackerOrigin.CLOSED:
        closed.add(attacker_origin)
    return tuple(sorted(place for place in board.neighbours(unit.kind, unit.at) if place.province not in closed))
