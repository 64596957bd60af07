"""What must hold for what is said of retreats and adjustments to be true."""

from collections.abc import Collection

from judge.rules.board import Location, Province, UnitKind
from judge.rules.orders import Build, Disband, Retreat, Waive
from judge.rules.rulebook import DisorderRemovals
from judge.rules.verdicts import Built, RemovedByDefault, RetreatsCollided, Verdict, Waived
from tests.rules.claims.scene import Scene, at_of, builds_open


def _goal(scene: Scene, at: Province) -> Province | None:
    order = scene.order(at)
    return order.to.province if isinstance(order, Retreat) else None


def withdrew(scene: Scene, verdict: Verdict) -> bool:
    goal = _goal(scene, at_of(verdict))
    after = scene.judgement.after.units.get(goal) if goal else None
    return after is not None and after.power == scene.unit(at_of(verdict)).power


def collided(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, RetreatsCollided)
    goals = {_goal(scene, other) for other in (at, *reason.others)}
    return len(goals) == 1 and bool(reason.others) and goals & scene.judgement.after.units.keys() == set()


def had_no_order(scene: Scene, verdict: Verdict) -> bool:
    return at_of(verdict) not in scene.written


def had_no_way_out(scene: Scene, verdict: Verdict) -> bool:
    return not scene.position.dislodged[at_of(verdict)].retreats


def was_taken_off(scene: Scene, verdict: Verdict) -> bool:
    ours = scene.given[verdict.unit.power] if verdict.unit else ()
    return Disband(at_of(verdict)) in ours and is_gone(scene, verdict)


def is_gone(scene: Scene, verdict: Verdict) -> bool:
    return verdict.unit not in scene.judgement.after.units.values()


def was_removed(scene: Scene, verdict: Verdict) -> bool:
    """As far away as is said, from home, or from what its power owns."""
    assert verdict.unit
    assert isinstance(verdict.reason, RemovedByDefault)
    power = verdict.unit.power
    owned = {centre for centre, owner in scene.position.owners.items() if owner == power}
    counts_owned = scene.book.disorder_removals is DisorderRemovals.FARTHEST_2023 and bool(owned)
    origins = owned if says_owned(verdict.reason) else scene.board.homes(power)
    is_right = says_owned(verdict.reason) == counts_owned
    far = steps_from(scene, origins, at_of(verdict))
    return is_right and far == verdict.reason.distance and is_gone(scene, verdict)


def steps_from(scene: Scene, origins: Collection[Province], to: Province) -> int:
    """How many steps by land or sea lead from the nearest of some regions to another."""
    near, steps = set(origins), 0
    while to not in near:
        near |= {other for at in near for other in _beside(scene, at)}
        steps += 1
    return steps


def _beside(scene: Scene, at: Province) -> set[Province]:
    places = [Location(at, coast) for coast in ("", *scene.board.regions[at].coasts)]
    return {other.province for kind in UnitKind for place in places for other in scene.board.neighbours(kind, place)}


def says_owned(reason: RemovedByDefault) -> bool:
    return not reason.from_home


def was_raised(scene: Scene, verdict: Verdict) -> bool:
    return isinstance(verdict.order, Build) and scene.judgement.after.units.get(at_of(verdict)) == verdict.unit


def raised_nothing(scene: Scene, verdict: Verdict) -> bool:
    """Nothing stands there afterwards but what stood there before, or what another order has raised."""
    assert isinstance(verdict.order, Build)
    site = verdict.order.at.province
    others = (one for one in scene.verdicts if one is not verdict and isinstance(one.reason, Built) and one.unit)
    raised = {one.unit for one in others if one.unit and one.unit.at.province == site}
    return scene.judgement.after.units.get(site) in {None, scene.position.units.get(site), *raised}


def was_waived(scene: Scene, verdict: Verdict) -> bool:
    """What was open and not built, of the power in whose list the verdict stands."""
    power = next(power for power, listed in scene.judgement.verdicts.items() if any(one is verdict for one in listed))
    built = sum(isinstance(one.reason, Built) for one in scene.judgement.verdicts[power])
    reason = verdict.reason
    assert isinstance(reason, Waived)
    is_ordered = isinstance(verdict.order, Waive)
    return reason.count == builds_open(scene, power) - built and reason.by_order is is_ordered
