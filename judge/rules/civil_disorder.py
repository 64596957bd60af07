"""Chooses the units that a power in civil disorder loses."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

from judge.rules.board import Board, Power, Province, Unit, UnitKind
from judge.rules.position import Position
from judge.rules.rulebook import DisorderRemovals, RuleBook


class DisorderRemoval(NamedTuple):
    """A unit to be removed, and its distance in borders from the nearest centre that the rule book counts from.

    ``from_home`` if that is a home centre, owned or not; else it is a centre that the power owns.
    """

    unit: Unit
    distance: int
    from_home: bool


def disorder_removals(
    board: Board, book: RuleBook, position: Position, power: Power, units: Sequence[Unit]
) -> tuple[DisorderRemoval, ...]:
    """Return these units of a power in the order in which they are removed (000 XV, 001 XIV.4, DATC 4.D.8)."""
    owned = _owned_origins(book, position, power)
    distances = distances_from(board, owned or board.homes(power))
    removals = [DisorderRemoval(unit, distances.get(unit.at.province, len(board.regions)), not owned) for unit in units]
    return tuple(sorted(removals, key=lambda removal: _rank(board, book, removal)))


def distances_from(board: Board, origins: Iterable[Province]) -> dict[Province, int]:
    """Return the number of borders between each region and the nearest origin, by land and sea, coasts merged."""
    distances: dict[Province, int] = {}
    edge = set(origins)
    while edge:
        distances |= dict.fromkeys(edge, max(distances.values(), default=-1) + 1)
        edge = {other for province in edge for other in _around(board, province)} - distances.keys()
    return distances


def _around(board: Board, province: Province) -> set[Province]:
    return {
        other.province
        for borders in board.borders.values()
        for place, neighbours in borders.items()
        if place.province == province
        for other in neighbours
    }


def _owned_origins(book: RuleBook, position: Position, power: Power) -> tuple[Province, ...]:
    """Return the owned centres if distances start there, as in 2023; empty if they start at the home centres."""
    match book.disorder_removals:
        case DisorderRemovals.FARTHEST_2023:
            return position.centres_of(power)
        case DisorderRemovals.FARTHEST_FRENCH_2003 | DisorderRemovals.FARTHEST_1971:
            return ()
        case _:
            assert_never(book.disorder_removals)


def _rank(board: Board, book: RuleBook, removal: DisorderRemoval) -> tuple[int | str, ...]:
    """Return the sort key of a unit; the lower is removed sooner.

    On an owned centre the distance is 0, so 2023 removes that unit last.
    """
    region = board.regions[removal.unit.at.province]
    army_later = int(removal.unit.kind is UnitKind.ARMY)
    match book.disorder_removals:
        case DisorderRemovals.FARTHEST_FRENCH_2003:
            return -removal.distance, int(region.is_centre), army_later, _plain(region.names["fr"])
        case DisorderRemovals.FARTHEST_2023 | DisorderRemovals.FARTHEST_1971:
            return -removal.distance, army_later, _plain(region.names["en"])
        case _:
            assert_never(book.disorder_removals)


def _plain(name: str) -> str:
    """A name as an index sorts it: without capitals or accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if letter.isalnum()).casefold()
