"""A board in words: its regions, so that it can be played on without a picture, and its own troops."""

from collections.abc import Collection, Iterable, Iterator

from judge.game.settings import Language
from judge.reports.language import listing, say
from judge.reports.layout import hanging_indent, no_wrap
from judge.reports.names import power_name
from judge.rules.board import Board, Location, Power, Province, Terrain, Troop, Unit, UnitKind
from judge.rules.position import Position
from judge.rules.war.errands import UnitTrait

_TERRAINS = {Terrain.LAND: "land.inland", Terrain.COAST: "land.coast", Terrain.SEA: "land.sea"}


def describe_board(
    board: Board, position: Position, language: Language, sight: Collection[Province] | None = None
) -> str:
    """Return every region below the power that holds it: terrain, neighbours by land, water and river, unit.

    The regions themselves are known to all. Who holds a region outside of ``sight`` is told only if ``position`` says
    so; a region that nobody can hold is listed as nobody's.
    """
    seen = board.regions.keys() if sight is None else sight
    hidden = [code for code in board.centres if code not in seen and code not in position.owners]
    held = {power: [at for at in position.centres_of(power) if at in board.regions] for power in board.powers}
    free = [code for code in board.regions if code not in position.owners and code not in hidden]
    groups = [(_owner_title(power, board, language), held[power]) for power in board.powers]
    groups += [(say(language, "land.free"), free), (say(language, "land.unseen"), hidden)]
    return "\n\n".join(
        "\n".join([title, *(_region_paragraph(board, position, code, language) for code in sorted(codes))])
        for title, codes in groups
        if codes
    )


def _owner_title(power: Power, board: Board, language: Language) -> str:
    """Return the title above the regions of a power."""
    said = say(language, "land.held", power=power_name(power, board, language).to)
    return said[:1].upper() + said[1:]


def _region_paragraph(board: Board, position: Position, code: Province, language: Language) -> str:
    """Return a region as a paragraph beside its code."""
    width = 4 + max(map(len, board.regions))
    return hanging_indent(
        f"  {code}", " ".join(_region(board, position.units.get(code), code, language)).split(" "), width
    )


def _region(board: Board, unit: Unit | None, code: Province, language: Language) -> Iterator[str]:
    region, banks = board.regions[code], _across_rivers(board, code)
    traits = [say(language, _TERRAINS[region.terrain])]
    traits += [say(language, "land.centre", power=board.powers[region.home_of][language])] if region.home_of else []
    traits += [say(language, "land.closed")] * (code in board.closed)
    traits += [say(language, "land.double")] * (board.war.worth.get(code, 1) > 1)
    yield say(language, "land.region", name=region.names[language], traits=", ".join(traits))
    for key, places in (
        ("land.by_land", _next_to(board, UnitKind.ARMY, code)),
        ("land.by_sea", _next_to(board, UnitKind.FLEET, code)),
        ("land.across", banks),
    ):
        if places:
            yield say(language, key, places=listing(language, tuple(sorted(places))))
    if unit:
        yield say(language, "land.stands", unit=no_wrap(str(unit)))


def _next_to(board: Board, kind: UnitKind, code: Province) -> set[str]:
    places: Iterable[Location] = board.borders[kind]
    return {other.province for place in places if place.province == code for other in board.neighbours(kind, place)}


def _across_rivers(board: Board, code: Province) -> set[str]:
    """Return the regions across a river from this one; they are among its neighbours, too."""
    return {other for river in board.war.rivers if code in river for other in river if other != code}


# --- troops


def unit_type_name(board: Board, unit: Unit, language: Language) -> str:
    """Return the name of a unit's troop; of an unknown troop, that it is not known."""
    troop = board.war.troops.get(unit.letter)
    return troop.names[language] if troop else say(language, "troop.unknown")


def strength_text(attack: int, support: int, defence: int, language: Language) -> str:
    """Return the power of a unit in attack, support and defence: ``power 2, 1 in defence``."""
    if attack == support == defence:
        return say(language, "troop.power", n=attack)
    key = "troop.power_but_defence" if attack == support else "troop.powers"
    return say(language, key, n=attack, support=support, defence=defence)


def hit_points_text(health: int, language: Language) -> str:
    """Return hit points: ``3 HP``."""
    return say(language, "troop.health", n=health)


def trait_texts(board: Board, unit: Unit, traits: Collection[UnitTrait], language: Language) -> tuple[str, ...]:
    """Return the name of a unit and those of its traits that are listed in ``traits``."""
    return (unit_type_name(board, unit, language), *_traits(board, unit, traits, language))


def _traits(board: Board, unit: Unit, traits: Collection[UnitTrait], language: Language) -> Iterator[str]:
    corps, troop = unit.corps, board.war.troops.get(unit.letter)
    if UnitTrait.HEALTH in traits and corps:
        yield hit_points_text(corps.health, language)
    if UnitTrait.GROUND in traits:
        yield _terrain_text(unit.kind, language)
    if UnitTrait.POWER in traits and corps:
        yield strength_text(unit.strength, corps.support, corps.defence, language)
    if UnitTrait.REACH in traits:
        yield say(language, "troop.reach")
    if UnitTrait.GIFTS in traits and troop:
        yield say(language, "troop.gifted" if troop.gifted else "troop.not_gifted")


def _terrain_text(kind: UnitKind, language: Language) -> str:
    """Return where a kind of unit may go."""
    return say(language, f"troop.ground.{kind.value}")


def troop_text(board: Board, troop: Troop, language: Language) -> str:
    """Return one row of the table of troops: its name, its numbers, how many a power may have."""
    traits = [
        strength_text(troop.attack, troop.support, troop.defence, language),
        hit_points_text(troop.health, language),
        _terrain_text(troop.kind, language),
    ]
    traits += [say(language, "troop.convoys")] * (troop.kind is UnitKind.FLEET)
    traits += [say(language, "troop.gifted")] * troop.gifted
    traits += [say(language, "troop.most", n=troop.most)] * bool(troop.most)
    traits += [say(language, "troop.more", n=troop.more)] * bool(troop.more)
    traits += [
        say(language, "troop.only", power=names[language])
        for power, names in board.powers.items()
        if power in troop.powers
    ]
    return say(language, "troop.row", name=troop.names[language], traits=say(language, "words.comma").join(traits))
