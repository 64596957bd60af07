"""A plan for an adjustment phase: units raised where most is to be had or feared, the idlest ones removed."""

from collections.abc import Iterator
from itertools import islice

from judge.clockwork.outlook import PowerOutlook
from judge.rules.adjustments import possible_builds
from judge.rules.board import Province, UnitKind
from judge.rules.orders import AdjustmentOrder, Build, Disband, Waive
from judge.rules.required_orders import required_orders


def adjustment_plan(outlook: PowerOutlook) -> tuple[AdjustmentOrder, ...]:
    """Return the builds or removals a power owes; builds for which there is no site are waived."""
    owed = required_orders(outlook.board, outlook.position, outlook.power)
    if owed.removals:
        units = sorted(outlook.position.units_of(outlook.power), key=outlook.worth_of)
        return tuple(Disband(unit.at.province) for unit in units[: owed.removals])
    builds: list[AdjustmentOrder] = list(islice(_builds(outlook), owed.builds))
    return tuple(builds) if len(builds) == owed.builds else (*builds, Waive())


def _builds(outlook: PowerOutlook) -> Iterator[Build]:
    """Own builds, the best first, one on each site; of each kind as many as its worth among the others lets expect."""
    raised: dict[UnitKind, int] = dict.fromkeys(UnitKind, 0)
    taken: set[Province] = set()
    possible = [build for build in possible_builds(outlook.board, outlook.position, outlook.power) if not build.power]
    while left := [build for build in possible if build.at.province not in taken]:
        best = max(left, key=lambda build: outlook.worth(build.kind, build.at) / (1 + raised[build.kind]))
        raised[best.kind] += 1
        taken.add(best.at.province)
        yield best
