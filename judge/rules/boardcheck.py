"""What makes a board fit to be played on, as a list of its faults."""

from collections.abc import Iterator
from typing import NamedTuple

from judge.rules.board import Board, Kind, Location, Province, Terrain, Unit


class Fault(NamedTuple):
    """Something wrong with a board: the section and key of its file that bear it, and what it is."""

    section: str
    key: str
    message: str


_SECTIONS = {Kind.ARMY: "borders.army", Kind.FLEET: "borders.fleet"}
_CLOSED = {Kind.ARMY: Terrain.SEA, Kind.FLEET: Terrain.LAND}
_NAMES = {Kind.ARMY: "an army", Kind.FLEET: "a fleet"}


def faults(board: Board) -> Iterator[Fault]:
    """Every fault of a board, the most basic first; borders are compared only between known places.

    What can be reached is asked only once all places are known.
    """
    basic = [*_regions(board), *_places(board)]
    yield from basic
    yield from _symmetry(board)
    if not basic:
        yield from _coasts_reached(board)
        yield from _reachability(board)
    yield from _powers(board)
    yield from _victory(board)


def _regions(board: Board) -> Iterator[Fault]:
    seen: dict[tuple[str, str], Province] = {}
    for code, region in board.regions.items():
        if len(region.coasts) == 1 or (region.coasts and region.terrain is not Terrain.COAST):
            yield Fault("regions", code, "only a coastal region has coasts, at least two of them")
        if not region.names:
            yield Fault("regions", code, f"{code} has no name")
        for language, name in region.names.items():
            first = seen.setdefault((language, name), code)
            if first != code:
                yield Fault("regions", code, f"{first} is called {name!r} already")


def _places(board: Board) -> Iterator[Fault]:
    """Borders of places that do not exist, or that a unit of that kind cannot be in."""
    for kind, borders in board.borders.items():
        for place, neighbours in borders.items():
            for other in (place, *sorted(neighbours)):
                if wrong := _wrong_place(board, kind, other):
                    yield Fault(_SECTIONS[kind], str(place), wrong)
            if place.province in {other.province for other in neighbours}:
                yield Fault(_SECTIONS[kind], str(place), f"{place.province} borders itself")


def _wrong_place(board: Board, kind: Kind, place: Location) -> str | None:
    region = board.regions.get(place.province)
    if region is None:
        return f"{place.province} is no region of this board"
    if region.terrain is _CLOSED[kind]:
        return f"{_NAMES[kind]} cannot be in {place.province}"
    coasts = region.coasts if kind is Kind.FLEET and region.coasts else ("",)
    if place.coast not in coasts:
        return f"{_NAMES[kind]} in {place.province} is on {' or '.join(coasts) or 'no coast of its own'}, not {place}"
    return None


def _symmetry(board: Board) -> Iterator[Fault]:
    for kind, borders in board.borders.items():
        for place, neighbours in borders.items():
            known = (other for other in sorted(neighbours) if not _wrong_place(board, kind, other))
            for other in () if _wrong_place(board, kind, place) else known:
                if place not in borders.get(other, ()):
                    yield Fault(_SECTIONS[kind], str(place), f"{place} borders {other}, but {other} not {place}")


def _coasts_reached(board: Board) -> Iterator[Fault]:
    """Every sea and every coast must be open to fleets."""
    for code, region in board.regions.items():
        for coast in () if region.terrain is Terrain.LAND else region.coasts or ("",):
            place = Location(code, coast)
            if not board.neighbours(Kind.FLEET, place):
                yield Fault("regions", code, f"no fleet can reach {place}")


def _reachability(board: Board) -> Iterator[Fault]:
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
            yield Fault("regions", code, f"{code} cannot be reached from the rest of the board")


def _powers(board: Board) -> Iterator[Fault]:
    for code, power in board.owners.items():
        if not board.regions[code].is_centre:
            yield Fault("powers", power, f"{code} is no centre")
    taken: set[Province] = set()
    for unit in board.start:
        if wrong := _wrong_start(board, unit, taken):
            yield Fault("powers", unit.power, wrong)
        taken.add(unit.at.province)


def _wrong_start(board: Board, unit: Unit, taken: set[Province]) -> str | None:
    if unit.at.province in taken:
        return f"{unit.at.province} has a unit already"
    return _wrong_place(board, unit.kind, unit.at)


def _victory(board: Board) -> Iterator[Fault]:
    least = 0 if board.victory_units or board.war.troops else 1
    if not least <= board.victory_centres <= len(board.centres):
        yield Fault("", "victory_centres", f"the board has {len(board.centres)} centres")
