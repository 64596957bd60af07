"""A board in words, so that it can be played on without a picture."""

from collections.abc import Iterable, Iterator

from judge.game.settings import Language
from judge.reports.language import listing, say
from judge.reports.layout import unglue
from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Unit
from judge.rules.position import Position

_TERRAINS = {Terrain.LAND: "land.inland", Terrain.COAST: "land.coast", Terrain.SEA: "land.sea"}


def describe(board: Board, position: Position, language: Language) -> str:
    """Every region under whoever holds it: what it is, where it leads to over land, water and rivers, who stands there.

    It tells all of a position: it is for the start of a game, and for the master.
    """
    paragraphs = [
        "\n".join([say(language, "land.held", power=names[language]), *_regions(board, position, power, language)])
        for power, names in board.powers.items()
    ]
    free = "\n".join([say(language, "land.free"), *_regions(board, position, None, language)])
    return "\n\n".join((*paragraphs, free)) + "\n"


def _regions(board: Board, position: Position, power: Power | None, language: Language) -> Iterator[str]:
    return (
        unglue("  " + " ".join(_region(board, position.units.get(code), code, language)))
        for code in sorted(board.regions)
        if position.owners.get(code) == power
    )


def _region(board: Board, unit: Unit | None, code: Province, language: Language) -> Iterator[str]:
    region, banks = board.regions[code], _banks(board, code)
    traits = [say(language, _TERRAINS[region.terrain])]
    traits += [say(language, "land.centre")] * bool(region.home_of)
    traits += [say(language, "land.double")] * (board.war.worth.get(code, 1) > 1)
    yield say(language, "land.region", code=code, name=region.names[language], traits=", ".join(traits))
    for key, places in (
        ("land.by_land", _next_to(board, Kind.ARMY, code)),
        ("land.by_sea", _next_to(board, Kind.FLEET, code)),
        ("land.across", banks),
    ):
        if places:
            yield say(language, key, places=listing(language, tuple(sorted(places))))
    if unit:
        yield say(language, "land.stands", unit=str(unit))


def _next_to(board: Board, kind: Kind, code: Province) -> set[str]:
    places: Iterable[Location] = board.borders[kind]
    return {other.province for place in places if place.province == code for other in board.neighbours(kind, place)}


def _banks(board: Board, code: Province) -> set[str]:
    """The regions a river parts from this one; they stand among its neighbours, too."""
    return {other for river in board.war.rivers if code in river for other in river if other != code}
