"""A board in words: its regions, so that it can be played on without a picture, and its own troops."""

from collections.abc import Collection, Iterable, Iterator

from judge.game.settings import Language
from judge.reports.language import listing, say
from judge.reports.layout import glue, hanging
from judge.reports.names import power_name
from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Troop, Unit
from judge.rules.errands import Trait
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


# --- troops


def called(board: Board, unit: Unit, language: Language) -> str:
    """What a unit is called by the table of troops of its board; that its troop is not known."""
    troop = board.war.troops.get(unit.letter)
    return troop.names[language] if troop else say(language, "troop.unknown")


def power_told(attack: int, support: int, defence: int, language: Language) -> str:
    """``power 2, 1 in defence``: the power of a unit by what it does."""
    if attack == support == defence:
        return say(language, "troop.power", n=attack)
    key = "troop.power_but_defence" if attack == support else "troop.powers"
    return say(language, key, n=attack, support=support, defence=defence)


def health_told(health: int, language: Language) -> str:
    """``3 HP``."""
    return say(language, "troop.health", n=health)


def traits_told(board: Board, unit: Unit, traits: Collection[Trait], language: Language) -> tuple[str, ...]:
    """What some traits of a unit are, its name before all others."""
    return (called(board, unit, language), *_traits(board, unit, traits, language))


def _traits(board: Board, unit: Unit, traits: Collection[Trait], language: Language) -> Iterator[str]:
    corps, troop = unit.corps, board.war.troops.get(unit.letter)
    if Trait.HEALTH in traits and corps:
        yield health_told(corps.health, language)
    if Trait.GROUND in traits:
        yield ground_told(unit.kind, language)
    if Trait.POWER in traits and corps:
        yield power_told(unit.strength, corps.support, corps.defence, language)
    if Trait.REACH in traits:
        yield say(language, "troop.reach")
    if Trait.GIFTS in traits and troop:
        yield say(language, "troop.gifted" if troop.gifted else "troop.not_gifted")


def ground_told(kind: Kind, language: Language) -> str:
    """Where a unit may go."""
    return say(language, f"troop.ground.{kind.value}")


def troop_told(board: Board, troop: Troop, language: Language) -> str:
    """One row of the table of troops: its name, its numbers, who may have how many of it."""
    traits = [
        power_told(troop.attack, troop.support, troop.defence, language),
        health_told(troop.health, language),
        ground_told(troop.kind, language),
    ]
    traits += [say(language, "troop.convoys")] * (troop.kind is Kind.FLEET)
    traits += [say(language, "troop.gifted")] * troop.gifted
    traits += [say(language, "troop.most", n=troop.most)] * bool(troop.most)
    traits += [say(language, "troop.more", n=troop.more)] * bool(troop.more)
    traits += [
        say(language, "troop.only", power=names[language])
        for power, names in board.powers.items()
        if power in troop.powers
    ]
    return say(language, "troop.row", name=troop.names[language], traits=say(language, "words.comma").join(traits))
