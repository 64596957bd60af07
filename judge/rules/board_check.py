"""Checks a board for everything that makes it unfit to be played on."""

from collections.abc import Iterator
from typing import NamedTuple

from judge.rules.board import Board, Location, Province, Terrain, Unit, UnitKind


class BoardFault(NamedTuple):
    """One fault of a board: the section and the key of its file where it is, and a message."""

    section: str
    key: str
    message: str


_SECTIONS = {UnitKind.ARMY: "borders.army", UnitKind.FLEET: "borders.fleet"}
_CLOSED = {UnitKind.ARMY: Terrain.SEA, UnitKind.FLEET: Terrain.LAND}
_NAMES = {UnitKind.ARMY: "an army", UnitKind.FLEET: "a fleet"}


def board_faults(board: Board) -> Iterator[BoardFault]:
    """Yield every fault of a board, the most basic first.

    Borders are compared only between known places, and reachability is checked only if all places are known.
    """
    basic = [*_regions(board), *_places(board)]
    yield from basic
    yield from _symmetry(board)
    if not basic:
        yield from _coasts_reached(board)
        yield from _reachability(board)
    yield from _powers(board)
    yield from _victory(board)


def _regions(board: Board) -> Iterator[BoardFault]:
    seen: dict[tuple[str, str], Province] = {}
    for code, region in board.regions.items():
        if len(region.coasts) == 1 or (region.coasts and region.terrain is not Terrain.COAST):
            yield BoardFault("regions", code, "only a coastal region has coasts, at least two of them")
        if region.port and (region.coasts or region.terrain is not Terrain.COAST):
            yield BoardFault("regions", code, "only a coastal region without coasts of its own is a port")
        if not region.names:
            yield BoardFault("regions", code, f"{code} has no name")
        for language, name in region.names.items():
            first = seen.setdefault((language, name), code)
            if first != code:
                yield BoardFault("regions", code, f"{first} is called {name!r} already")


def _places(board: Board) -> Iterator[BoardFault]:
    """Borders of places that do not exist, or that a unit of that kind cannot be in."""
    for kind, borders in board.borders.items():
        for place, neighbours in borders.items():
            for other in (place, *sorted(neighbours)):
                if wrong := _wrong_place(board, kind, other):
                    yield BoardFault(_SECTIONS[kind], str(place), wrong)
            if place.province in {other.province for other in neighbours}:
                yield BoardFault(_SECTIONS[kind], str(place), f"{place.province} borders itself")


def _wrong_place(board: Board, kind: UnitKind, place: Location) -> str | None:
    region = board.regions.get(place.province)
    if region is None:
        return f"{place.province} is no region of this board"
    if region.terrain is _CLOSED[kind]:
        return f"{_NAMES[kind]} cannot be in {place.province}"
    coasts = region.coasts if kind is UnitKind.FLEET and region.coasts else ("",)
    if place.coast not in coasts:
        return f"{_NAMES[kind]} in {place.province} is on {' or '.join(coasts) or 'no coast of its own'}, not {place}"
    return None


def _symmetry(board: Board) -> Iterator[BoardFault]:
    for kind, borders in board.borders.items():
        for place, neighbours in borders.items():
            known = (other for other in sorted(neighbours) if not _wrong_place(board, kind, other))
            for other in () if _wrong_place(board, kind, place) else known:
                if place not in borders.get(other, ()):
                    yield BoardFault(_SECTIONS[kind], str(place), f"{place} borders {other}, but {other} not {place}")


def _coasts_reached(board: Board) -> Iterator[BoardFault]:
    """Every sea and every coast must be open to fleets."""
    for code, region in board.regions.items():
        for coast in () if region.terrain is Terrain.LAND else region.coasts or ("",):
            place = Location(code, coast)
            if not board.neighbours(UnitKind.FLEET, place):
                yield BoardFault("regions", code, f"no fleet can reach {place}")


def _reachability(board: Board) -> Iterator[BoardFault]:
    """Every region must be joined to the first, over whatever borders."""
    joined: set[Province] = set()
    fresh = set(list(board.regions)[:1])
    while fresh:
        joined |= fresh
        fresh = {
            other.province
            for borders in board.borders.values()
            for place, neighbours in borders.items()
            if place.province in fresh
            for other in neighbours
        } - joined
    for code in board.regions:
        if code not in joined:
            yield BoardFault("regions", code, f"{code} cannot be reached from the rest of the board")


def _powers(board: Board) -> Iterator[BoardFault]:
    for code, power in board.owners.items():
        if not board.regions[code].is_centre:
            yield BoardFault("powers", power, f"{code} is no centre")
    taken: set[Province] = set()
    for unit in board.start:
        if wrong := _wrong_start(board, unit, taken):
            yield BoardFault("powers", unit.power, wrong)
        taken.add(unit.at.province)


def _wrong_start(board: Board, unit: Unit, taken: set[Province]) -> str | None:
    if unit.at.province in taken:
        return f"{unit.at.province} has a unit already"
    return _wrong_place(board, unit.kind, unit.at)


def _victory(board: Board) -> Iterator[BoardFault]:
    least = 0 if board.victory_units or board.war.troops else 1
    most = len(board.centres)
    if not all(least <= number <= most for number in (board.victory_centres, *board.victory.by_year)):
        yield BoardFault("", "victory_centres", f"the board has {most} centres")
    for power, number in board.victory.of.items():
        if number > most:
            yield BoardFault("powers", power, f"victory is {number}, and the board has {most} centres")
