"""What must hold for what is said of units that stay and of attacks to be true."""

from judge.rules.board import Province
from judge.rules.orders import Hold
from judge.rules.verdicts import Bounced, HeadToHead, Moved, OwnSupport, OwnUnit, Verdict, Void
from tests.rules.claims.scene import Scene, at_of


def held(scene: Scene, verdict: Verdict) -> bool:
    """On an order to hold, or on none that the rules allow."""
    at = at_of(verdict)
    was_idle = isinstance(verdict.reason, Void) or isinstance(scene.order(at), Hold)
    return was_idle and not verdict.dislodged and scene.judgement.after.units.get(at) == verdict.unit


def held_without_order(scene: Scene, verdict: Verdict) -> bool:
    return at_of(verdict) not in scene.written and not verdict.dislodged


def is_unopposed(scene: Scene, verdict: Verdict) -> bool:
    at = at_of(verdict)
    assert isinstance(verdict.reason, Moved)
    return not scene.opposition(at) and verdict.reason.strength == scene.strength(at) and got_in(scene, at)


def overcame(scene: Scene, verdict: Verdict) -> bool:
    """``against``, and each of those named did oppose it."""
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, Moved)
    opposition = scene.opposition(at)
    is_won = reason.strength == scene.attack(at) > reason.against == max(opposition.values(), default=-1)
    return is_won and set(reason.opposed_by) == set(opposition) and got_in(scene, at)


def overcame_one(scene: Scene, verdict: Verdict) -> bool:
    return overcame(scene, verdict) and isinstance(verdict.reason, Moved) and len(verdict.reason.opposed_by) == 1


def drove_out(scene: Scene, verdict: Verdict) -> bool:
    """The one in the way stood in the target, and had to leave."""
    assert isinstance(verdict.reason, Moved)
    target = scene.target(at_of(verdict))
    assert target
    return verdict.reason.opposed_by == (target,) and not scene.moved(target) and overcame(scene, verdict)


def got_in(scene: Scene, at: Province) -> bool:
    """Whether the unit stands where it went, and its convoy, if it had one, is a chain that nobody broke."""
    target, reason = scene.target(at), scene.fates[at].reason
    assert target
    assert isinstance(reason, Moved)
    unit = scene.judgement.after.units.get(target)
    is_there = unit is not None and (unit.power, unit.kind) == (scene.unit(at).power, scene.unit(at).kind)
    by_sea = (
        scene.is_joined(reason.convoyed_by, at, target) if reason.convoyed_by else scene.reaches(scene.unit(at), target)
    )
    return is_there and by_sea and set(reason.convoyed_by) <= set(scene.afloat(at))


def is_carried(scene: Scene, verdict: Verdict) -> bool:
    assert isinstance(verdict.reason, Moved)
    return bool(verdict.reason.convoyed_by) and got_in(scene, at_of(verdict))


def is_stopped(scene: Scene, verdict: Verdict) -> bool:
    """Each of those named had as much there, and the attack no more."""
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, Bounced)
    opposition = scene.opposition(at)
    strongest = {by for by, strength in opposition.items() if strength == reason.against}
    is_own = scene.defender(at) == scene.power(at)
    strength = scene.strength(at) if is_own else scene.attack(at)
    is_beaten = reason.strength == strength <= reason.against == max(opposition.values(), default=-1)
    return is_beaten and set(reason.by) == strongest and scene.arrived(at) and not scene.moved(at)


def is_stopped_head_to_head(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, HeadToHead)
    numbers = reason.strength <= reason.against == scene.strength(reason.by)
    return scene.target(at) == reason.by and scene.meets(at, reason.by) and numbers and not scene.moved(at)


def was_beaten_head_to_head(scene: Scene, verdict: Verdict) -> bool:
    """By the one that attacked the other way, and nobody else drove it out."""
    assert isinstance(verdict.reason, HeadToHead)
    assert verdict.dislodged
    return verdict.dislodged.by == verdict.reason.by and is_stopped_head_to_head(scene, verdict)


def would_dislodge_own(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, OwnUnit)
    is_there = scene.target(at) == reason.unit and scene.stays(reason.unit, at)
    is_strongest = scene.strength(at) > max(scene.opposition(at).values())
    return is_there and scene.power(reason.unit) == scene.power(at) and is_strongest and not scene.moved(at)


def lacks_own_support(scene: Scene, verdict: Verdict) -> bool:
    at, reason = at_of(verdict), verdict.reason
    assert isinstance(reason, OwnSupport)
    lost = {by for by in scene.supporters(at) if scene.power(by) == scene.defender(at)}
    opposition = scene.opposition(at)
    numbers = reason.strength == scene.attack(at) <= reason.against == opposition[reason.defender]
    would_win = scene.strength(at) > max(opposition.values())
    return set(reason.discounted) == lost != set() and numbers and would_win and not scene.moved(at)


def was_driven_out(scene: Scene, verdict: Verdict) -> bool:
    at, driven = at_of(verdict), verdict.dislodged
    assert driven
    numbers = driven.strength == scene.attack(driven.by) > driven.against == scene.opposition(driven.by).get(at)
    return scene.target(driven.by) == at and scene.moved(driven.by) and not scene.moved(at) and numbers
