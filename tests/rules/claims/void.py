"""For the sentence that says why an order is void what must hold for it to be true."""

from collections.abc import Callable, Mapping

from judge.rules.board import Location, Province, Terrain, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Built, Disbanded, Illegal
from tests.rules.claims.scene import Scene, builds_open
from tests.rules.claims.voided import Voided

Claim = Callable[[Voided], bool]


def convoying_fleets(scene: Scene) -> list[Province]:
    """The seas where a fleet stands."""
    units = scene.position.units
    return [at for at, unit in units.items() if unit.kind is UnitKind.FLEET and scene.board.terrain(at) is Terrain.SEA]


def could_go(scene: Scene, unit: Unit, to: Province, without: Province | None = None) -> bool:
    """Whether a unit could reach a province: by its borders, or by the fleets now at sea but for one."""
    if to == unit.at.province:
        return False
    if scene.reaches(unit, to):
        return True
    fleets = [fleet for fleet in convoying_fleets(scene) if fleet != without]
    is_coast = scene.board.terrain(to) is Terrain.COAST
    return unit.kind is UnitKind.ARMY and is_coast and scene.is_joined(fleets, unit.at.province, to)


def is_out_of_reach(it: Voided) -> bool:
    unit = it.unit
    return unit is not None and not could_go(it.scene, unit, it.goal.province)


def is_fleet_inland(it: Voided) -> bool:
    unit = it.unit
    kind = it.order.kind if isinstance(it.order, Build) else unit and unit.kind
    return kind is UnitKind.FLEET and it.scene.board.terrain(it.goal.province) is Terrain.LAND


def is_army_at_sea(it: Voided) -> bool:
    unit = it.unit
    return unit is not None and unit.kind is UnitKind.ARMY and it.scene.board.terrain(it.goal.province) is Terrain.SEA


def touches_on_land_only(it: Voided) -> bool:
    unit = it.unit
    to = it.goal.province
    as_army = unit and Unit(unit.power, UnitKind.ARMY, Location(unit.at.province))
    return unit is not None and as_army is not None and not it.scene.reaches(unit, to) and it.scene.reaches(as_army, to)


def has_two_coasts(it: Voided) -> bool:
    to, unit = it.goal, it.unit
    if isinstance(it.order, Build):
        return not to.coast and len(it.scene.board.regions[to.province].coasts) > 1
    ways = (
        [place for place in it.scene.board.neighbours(UnitKind.FLEET, unit.at) if place.province == to.province]
        if unit
        else []
    )
    return len(ways) > 1 and not to.coast


def is_on_another_coast(it: Voided) -> bool:
    to, unit = it.goal, it.unit
    if unit is None:
        return to.coast not in it.scene.board.regions[to.province].coasts
    return bool(to.coast) and to not in it.scene.board.neighbours(unit.kind, unit.at)


def is_where_it_stands(it: Voided) -> bool:
    start = it.order.origin if isinstance(it.order, Convoy) else it.at
    return it.goal.province == start


def could_not_go_there_itself(it: Voided) -> bool:
    unit = it.unit
    return unit is not None and not it.scene.reaches(unit, it.goal.province)


def helps_itself(it: Voided) -> bool:
    return it.helped == it.at


def helps_nobody(it: Voided) -> bool:
    return it.helped not in it.scene.position.units


def helps_who_cannot(it: Voided) -> bool:
    other = it.scene.position.units.get(it.helped)
    return other is not None and not could_reach_coast(it.scene, other, it.goal)


def could_reach_coast(scene: Scene, unit: Unit, to: Location) -> bool:
    """Whether a unit could go there, a coast that an order names included."""
    if unit.kind is UnitKind.FLEET and to.coast:
        return to in scene.board.neighbours(UnitKind.FLEET, unit.at)
    return could_go(scene, unit, to.province)


def helps_who_needs_it_to_carry(it: Voided) -> bool:
    other = it.scene.position.units.get(it.helped)
    to, at = it.goal.province, it.at
    return other is not None and could_go(it.scene, other, to) and not could_go(it.scene, other, to, without=at)


def names_another_coast(it: Voided) -> bool:
    """Whether both name a coast, the attack at least by having one alone in reach, and not the same one."""
    said, other = it.scene.written.get(it.helped), it.scene.position.units.get(it.helped)
    if not isinstance(said, Move) or other is None or other.kind is UnitKind.ARMY:
        return False
    ways = [one for one in it.scene.board.neighbours(other.kind, other.at) if one.province == said.to.province]
    coast = said.to.coast or (ways[0].coast if len(ways) == 1 else "")
    return it.goal.province == said.to.province and "" not in {it.goal.coast, coast} and it.goal.coast != coast


def is_army(it: Voided) -> bool:
    unit = it.unit
    return unit is not None and unit.kind is UnitKind.ARMY


def is_on_coast(it: Voided) -> bool:
    unit = it.unit
    return unit is not None and it.scene.board.terrain(unit.at.province) is Terrain.COAST


def carries_no_army(it: Voided) -> bool:
    unit = it.scene.position.units.get(it.helped)
    return unit is None or unit.kind is UnitKind.FLEET


def is_not_from_coast_to_coast(it: Voided) -> bool:
    return {it.scene.board.terrain(it.helped), it.scene.board.terrain(it.goal.province)} != {Terrain.COAST}


def joins_nothing_without_detour(it: Voided) -> bool:
    at = it.at
    return not any(at in way for way in it.scene.chains(convoying_fleets(it.scene), it.helped, it.goal.province))


def has_no_own_unit(it: Voided) -> bool:
    unit = it.scene.position.units.get(it.at)
    return (unit is None or unit.power != it.power) and it.driven is None


def is_not_driven_out(it: Voided) -> bool:
    return it.driven is None


def is_occupied(it: Voided) -> bool:
    return it.goal.province in it.scene.position.units


def is_where_the_attack_came_from(it: Voided) -> bool:
    at = it.at
    return at in it.scene.position.dislodged and it.scene.position.dislodged[at].by == it.goal.province


def is_closed_to_retreat(it: Voided) -> bool:
    """Neither occupied nor the attacker's: only a standoff closes it."""
    driven = it.scene.position.dislodged[it.at]
    near = it.scene.reaches(driven.unit, it.goal.province)
    is_open = any(place.province == it.goal.province for place in driven.retreats)
    return near and not is_open and not is_occupied(it) and driven.by != it.goal.province


def is_out_of_retreat(it: Voided) -> bool:
    driven = it.scene.position.dislodged.get(it.at)
    return driven is not None and not it.scene.reaches(driven.unit, it.goal.province)


def has_no_build_left(it: Voided) -> bool:
    """None is owed, none has a free home to stand in, or all are used."""
    return builds_open(it.scene, it.power) <= max(0, it.done(Built))


def removals_are_ordered(it: Voided) -> bool:
    return -it.due <= it.done(Disbanded)


def is_no_home(it: Voided) -> bool:
    return it.scene.board.regions[it.goal.province].home_of != it.power


def is_not_owned(it: Voided) -> bool:
    return it.scene.position.owners.get(it.goal.province) != it.power


def is_built_already(it: Voided) -> bool:
    return it.times > 1


def is_removed_already(it: Voided) -> bool:
    return it.times > 1


_OF_KIND = {
    PhaseKind.MOVEMENT: (Hold, Move, SupportHold, SupportMove, Convoy),
    PhaseKind.RETREAT: (Retreat, Disband),
}


def is_of_another_phase(it: Voided) -> bool:
    kind = it.scene.position.phase.kind
    return (
        isinstance(it.order, _OF_KIND[PhaseKind.MOVEMENT] + (Retreat,))
        if kind is PhaseKind.ADJUSTMENT
        else not isinstance(it.order, _OF_KIND[kind])
    )


def is_closed(it: Voided) -> bool:
    return it.goal.province in it.scene.board.closed


CLAIMS: Mapping[Illegal, Claim] = {
    Illegal.NOT_ADJACENT: is_out_of_reach,
    Illegal.FLEET_INLAND: is_fleet_inland,
    Illegal.ARMY_AT_SEA: is_army_at_sea,
    Illegal.CLOSED: is_closed,
    Illegal.NO_COAST_ROUTE: touches_on_land_only,
    Illegal.COAST_NEEDED: has_two_coasts,
    Illegal.WRONG_COAST: is_on_another_coast,
    Illegal.OWN_PROVINCE: is_where_it_stands,
    Illegal.SUPPORT_OUT_OF_REACH: could_not_go_there_itself,
    Illegal.SUPPORT_SELF: helps_itself,
    Illegal.NOTHING_TO_SUPPORT: helps_nobody,
    Illegal.SUPPORTED_CANNOT: helps_who_cannot,
    Illegal.SUPPORTED_NEEDS_CONVOY: helps_who_needs_it_to_carry,
    Illegal.SUPPORT_OTHER_COAST: names_another_coast,
    Illegal.CONVOY_BY_ARMY: is_army,
    Illegal.CONVOY_ON_COAST: is_on_coast,
    Illegal.CONVOY_NO_ARMY: carries_no_army,
    Illegal.CONVOY_NOT_COASTAL: is_not_from_coast_to_coast,
    Illegal.CONVOY_NO_CHAIN: joins_nothing_without_detour,
    Illegal.NO_UNIT: has_no_own_unit,
    Illegal.NOT_DISLODGED: is_not_driven_out,
    Illegal.RETREAT_OCCUPIED: is_occupied,
    Illegal.RETREAT_ATTACKER: is_where_the_attack_came_from,
    Illegal.RETREAT_CONTESTED: is_closed_to_retreat,
    Illegal.RETREAT_CLOSED: is_closed_to_retreat,
    Illegal.RETREAT_OUT_OF_REACH: is_out_of_retreat,
    Illegal.BUILD_NOT_DUE: has_no_build_left,
    Illegal.BUILD_NOT_HOME: is_no_home,
    Illegal.BUILD_NOT_OWNED: is_not_owned,
    Illegal.BUILD_OCCUPIED: is_occupied,
    Illegal.BUILD_TWICE: is_built_already,
    Illegal.REMOVAL_NOT_DUE: removals_are_ordered,
    Illegal.REMOVAL_TWICE: is_removed_already,
    Illegal.WRONG_PHASE: is_of_another_phase,
}
