"""A board in words, so that it can be played on without a picture."""

from collections.abc import Collection, Iterable, Iterator

from judge.game.settings import Language
from judge.reports.language import listing, say
from judge.reports.layout import glue, hanging
from judge.reports.names import power_name
from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Unit
from judge.rules.position import Position

_TERRAINS = {Terrain.LAND: "land.inland", Terrain.COAST: "land.coast", Terrain.SEA: "land.sea"}


def describe(board: Board, position: Position, language: Language, sight: Collection[Province] | None = None) -> str:
    """Every region under whoever holds it: what it is, where it leads to over land, water and rivers, who stands there.

    The regions themselves are known to all. Of those outside ``sight`` it is not said who holds them, unless
    ``position`` tells; a region that nobody can hold is nobody's wherever it is.
    """
    seen = board.regions.keys() if sight is None else sight
    hidden = [code for code in board.centres if code not in seen and code not in position.owners]
    held = {power: [at for at in position.centres_of(power) if at in board.regions] for power in board.powers}
    free = [code for code in board.regions if code not in position.owners and code not in hidden]
    groups = [(_holder(power, board, language), held[power]) for power in board.powers]
    groups += [(say(language, "land.free"), free), (say(language, "land.unseen"), hidden)]
    return "\n\n".join(
        "\n".join([title, *(_told(board, position, code, language) for code in sorted(codes))])
        for title, codes in groups
        if codes
    )


def _holder(power: Power, board: Board, language: Language) -> str:
    """The title above the regions a power holds."""
    said = say(language, "land.held", power=power_name(power, board, language).to)
    return said[:1].upper() + said[1:]


def _told(board: Board, position: Position, code: Province, language: Language) -> str:
    """A region in a paragraph of its own, beside its code."""
    width = 4 + max(map(len, board.regions))
    return hanging(f"  {code}", " ".join(_region(board, position.units.get(code), code, language)).split(" "), width)


def _region(board: Board, unit: Unit | None, code: Province, language: Language) -> Iterator[str]:
    region, banks = board.regions[code], _banks(board, code)
    traits = [say(language, _TERRAINS[region.terrain])]
    traits += [say(language, "land.centre", power=board.powers[region.home_of][language])] if region.home_of else []
    traits += [say(language, "land.closed")] * (code in board.closed)
    traits += [say(language, "land.double")] * (board.war.worth.get(code, 1) > 1)
    yield say(language, "land.region", name=region.names[language], traits=", ".join(traits))
    for key, places in (
        ("land.by_land", _next_to(board, Kind.ARMY, code)),
        ("land.by_sea", _next_to(board, Kind.FLEET, code)),
        ("land.across", banks),
    ):
        if places:
            yield say(language, key, places=listing(language, tuple(sorted(places))))
    if unit:
        yield say(language, "land.stands", unit=glue(str(unit)))


def _next_to(board: Board, kind: Kind, code: Province) -> set[str]:
    places: Iterable[Location] = board.borders[kind]
    return {other.province for place in places if place.province == code for other in board.neighbours(kind, place)}


def _banks(board: Board, code: Province) -> set[str]:
    """The regions a river parts from this one; they stand among its neighbours, too."""
    return {other for river in board.war.rivers if code in river for other in river if other != code}
