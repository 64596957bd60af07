"""What must hold for what is said of supports and convoys to be true."""

from judge.rules.board import Province
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.verdicts import Carried, Cut, Disrupted, Paradox, Unmatched, Verdict
from tests.rules.claims.scene import Scene, at_of

# --- supports --------------------------------------------------------------------------------------------------


def is_lost_on_own(scene: Scene, at: Province) -> bool:
    """Whether a support would help to drive out a unit of its own power, which it does not."""
    other = scene.helped(at)
    if other is None or scene.target(other) is None or scene.power(other) == scene.power(at):
        return False
    return scene.defender(other) == scene.power(at)


def support_is_given(scene: Scene, verdict: Verdict) -> bool:
    at = at_of(verdict)
    return scene.matches(at) and not scene.is_cut(at) and not is_lost_on_own(scene, at)


def support_is_lost_on_own(scene: Scene, verdict: Verdict) -> bool:
    at = at_of(verdict)
    return scene.matches(at) and not scene.is_cut(at) and is_lost_on_own(scene, at)


def support_is_cut(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, Cut)
    named = [by for by in reason.by if scene.target(by) == at and scene.may_cut(by, at)]
    by_arms = not reason.dislodged or reason.by == (scene.driven_by(at),)
    return tuple(named) == reason.by != () and scene.matches(at) and by_arms


def is_for_nothing(scene: Scene, verdict: Verdict) -> bool:
    """The other unit was told something else: that very thing."""
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, Unmatched)
    other = scene.helped(at)
    assert other
    said = scene.written.get(other)
    is_that = reason.did is not None and said is not None and is_same(reason.did, said)
    return not scene.matches(at) and is_that and not is_what_was_helped(scene, at, said)


def is_for_nobody(scene: Scene, verdict: Verdict) -> bool:
    at = at_of(verdict)
    other = scene.helped(at)
    return other is not None and not scene.matches(at) and not is_what_was_helped(scene, at, scene.written.get(other))


def is_for_a_void_order(scene: Scene, verdict: Verdict) -> bool:
    at = at_of(verdict)
    other = scene.helped(at)
    assert other
    named = is_what_was_helped(scene, at, scene.written.get(other))
    return named and scene.order(other) is None and not scene.matches(at)


def is_same(one: Order, other: Order) -> bool:
    """Whether two orders say the same, a coast that went without saying aside."""
    match one, other:
        case Move(to=to), Move(to=there):
            return one.at == other.at and to.province == there.province
        case SupportMove(origin=origin, to=to), SupportMove(origin=same, to=there):
            return one.at == other.at and (origin, to.province) == (same, there.province)
        case _:
            return one == other


def is_what_was_helped(scene: Scene, at: Province, said: Order | None) -> bool:
    """Whether an order is the one that another unit was to help in."""
    match scene.order(at), said:
        case SupportMove(to=to), Move(to=there):
            return to.province == there.province
        case Convoy(to=shore), Move(to=there):
            return shore == there.province
        case SupportHold(), Move():
            return False
        case SupportHold(), _:
            return True
        case _:
            return False


# --- convoys ---------------------------------------------------------------------------------------------------


def _carries(scene: Scene, verdict: Verdict) -> bool:
    return isinstance(verdict.reason, Carried) and scene.matches(at_of(verdict)) and not verdict.dislodged


def convoy_stands(scene: Scene, verdict: Verdict) -> bool:
    """The army came by sea, and could have come by this fleet."""
    at = at_of(verdict)
    army = scene.helped(at)
    target = army and scene.target(army)
    if army is None or target is None or not _carries(scene, verdict):
        return False
    is_on_the_way = any(at in chain for chain in scene.chains(scene.afloat(army), army, target))
    return is_on_the_way and scene.arrived(army) and scene.went_by_sea(army)


def _army(scene: Scene, verdict: Verdict) -> Province:
    army = scene.helped(at_of(verdict))
    assert army
    return army


def army_needed_it_not(scene: Scene, verdict: Verdict) -> bool:
    return _carries(scene, verdict) and scene.arrived(_army(scene, verdict)) and not convoy_stands(scene, verdict)


def army_went_by_land(scene: Scene, verdict: Verdict) -> bool:
    army = _army(scene, verdict)
    return _carries(scene, verdict) and scene.arrived(army) and not scene.went_by_sea(army)


def others_carried_it(scene: Scene, verdict: Verdict) -> bool:
    army = _army(scene, verdict)
    return army_needed_it_not(scene, verdict) and scene.went_by_sea(army) and has_a_chain(scene, army)


def has_a_chain(scene: Scene, army: Province) -> bool:
    """Whether fleets that were not driven out could carry an army where it went."""
    target = scene.target(army)
    return target is not None and scene.is_joined(scene.afloat(army), army, target)


def convoy_has_no_chain(scene: Scene, verdict: Verdict) -> bool:
    army = _army(scene, verdict)
    return _carries(scene, verdict) and not is_joined(scene, army) and not scene.arrived(army)


def convoy_broke_elsewhere(scene: Scene, verdict: Verdict) -> bool:
    army = _army(scene, verdict)
    is_lost = isinstance(scene.fates[army].reason, Disrupted) and is_broken(scene, army)
    return _carries(scene, verdict) and is_lost and is_on_a_way(scene, verdict)


def convoy_was_a_paradox(scene: Scene, verdict: Verdict) -> bool:
    army = _army(scene, verdict)
    return _carries(scene, verdict) and isinstance(scene.fates[army].reason, Paradox) and is_on_a_way(scene, verdict)


def is_on_a_way(scene: Scene, verdict: Verdict) -> bool:
    """Whether a chain of the fleets ordered to carry the army passes through this one without a detour."""
    army = _army(scene, verdict)
    target = scene.target(army)
    assert target
    return any(at_of(verdict) in chain for chain in scene.chains(scene.convoy(army), army, target))


def is_on_no_way(scene: Scene, verdict: Verdict) -> bool:
    """Whether the other fleets make a chain, which did not hold, and this one lies on none."""
    army = _army(scene, verdict)
    is_lost = scene.went_by_sea(army) and not scene.arrived(army)
    is_chain = is_joined(scene, army)
    return _carries(scene, verdict) and is_lost and is_chain and not is_on_a_way(scene, verdict)


def is_joined(scene: Scene, army: Province) -> bool:
    """Whether the fleets ordered to carry an army make a chain to where it goes."""
    target = scene.target(army)
    return target is not None and scene.is_joined(scene.convoy(army), army, target)


def fleet_was_driven_out(scene: Scene, verdict: Verdict) -> bool:
    return isinstance(scene.order(at_of(verdict)), Convoy) and verdict.dislodged is not None


def never_had_a_convoy(scene: Scene, verdict: Verdict) -> bool:
    at = at_of(verdict)
    target = scene.target(at)
    return target is not None and not scene.is_joined(scene.convoy(at), at, target) and not scene.moved(at)


def is_broken(scene: Scene, army: Province) -> bool:
    """Whether a convoy that there was has lost a fleet it needed, or may not lose."""
    target = scene.target(army)
    assert target
    before, left = scene.convoy(army), scene.afloat(army)
    is_cut_off = not scene.is_joined(left, army, target)
    lost = {fleet for chain in scene.chains(before, army, target) for fleet in chain} - set(left)
    may_lose_none = scene.book.convoy_routes.value == "all"
    return scene.is_joined(before, army, target) and (is_cut_off or (may_lose_none and bool(lost)))


def convoy_was_broken(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, Disrupted)
    lost = set(scene.convoy(at)) - set(scene.afloat(at))
    return set(reason.fleets) <= lost and bool(reason.fleets) and is_broken(scene, at) and not scene.moved(at)


def is_paradox(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, Paradox)
    return (
        set(reason.fleets) <= set(scene.convoy(at))
        and not scene.moved(at)
        and scene.book.paradoxes.value != "sea_first"
    )
