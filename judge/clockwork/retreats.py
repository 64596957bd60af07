"""A plan for a retreat phase: every dislodged unit to the best place open to it."""

from collections.abc import Iterator

from judge.clockwork.outlook import PowerOutlook
from judge.rules.board import Province
from judge.rules.legality import why_illegal
from judge.rules.orders import Disband, Retreat, RetreatOrder
from judge.rules.required_orders import required_orders


def retreat_plan(outlook: PowerOutlook) -> tuple[RetreatOrder, ...]:
    """Return an order for each dislodged unit of a power; it is disbanded where no place is left."""
    return tuple(_retreats(outlook))


def _retreats(outlook: PowerOutlook) -> Iterator[RetreatOrder]:
    board, position, taken = outlook.board, outlook.position, set[Province]()
    for at in required_orders(board, position, outlook.power).orders:
        unit = position.dislodged[at].unit
        ways = [Retreat(at, to) for to in sorted(board.neighbours(unit.kind, unit.at)) if to.province not in taken]
        able = [way for way in ways if why_illegal(board, position, way) is None]
        if not able:
            yield Disband(at)
            continue
        best = max(able, key=lambda way: outlook.worth(unit.kind, way.to))
        taken.add(best.to.province)
        yield best
