"""For each sentence of a chain (``WHY``) what must hold for it to be true; of its numbers, that they add up."""

from collections.abc import Iterator, Mapping

from judge.rules.board import Province
from judge.rules.explanation import Explanation
from judge.rules.fight import Side
from judge.rules.verdicts import OwnSupport, Supported
from tests.rules.claims import aids, fights, leaving
from tests.rules.claims.reasons import Claim
from tests.rules.claims.scene import Scene, at_of

CLAIMS: Mapping[str, Claim] = {
    "chain.stood": fights.held,
    "chain.stood_unordered": fights.held_without_order,
    "chain.moved": fights.is_unopposed,
    "chain.moved_against": fights.overcame,
    "chain.moved_narrowly": fights.overcame,
    "chain.by_convoy": fights.is_carried,
    "chain.bounced": fights.is_stopped,
    "chain.head_to_head": fights.is_stopped_head_to_head,
    "chain.own_unit": fights.would_dislodge_own,
    "chain.own_support": fights.lacks_own_support,
    "chain.no_convoy": aids.never_had_a_convoy,
    "chain.disrupted": aids.convoy_was_broken,
    "chain.disrupted_fleet": aids.fleet_was_driven_out,
    "chain.paradox": aids.is_paradox,
    "chain.supported": aids.support_is_given,
    "chain.supported_own": aids.support_is_lost_on_own,
    "chain.cut": aids.support_is_cut,
    "chain.cut_dislodged": aids.support_is_cut,
    "chain.support_astray": aids.is_for_nothing,
    "chain.support_alone": aids.is_for_nobody,
    "chain.support_void": aids.is_for_a_void_order,
    "chain.convoy_astray": aids.is_for_nothing,
    "chain.convoy_alone": aids.is_for_nobody,
    "chain.convoy_void": aids.is_for_a_void_order,
    "chain.carried": aids.convoy_stands,
    "chain.unused.by_land": aids.army_went_by_land,
    "chain.unused.by_others": aids.others_carried_it,
    "chain.unused.no_chain": aids.convoy_has_no_chain,
    "chain.unused.no_route": aids.is_on_no_way,
    "chain.unused.broken": aids.convoy_broke_elsewhere,
    "chain.unused.paradox": aids.convoy_was_a_paradox,
    "chain.dislodged": fights.was_driven_out,
    "chain.retreated": leaving.withdrew,
    "chain.retreats_collided": leaving.collided,
    "chain.no_retreat_order": leaving.had_no_order,
    "chain.nowhere_to_go": leaving.had_no_way_out,
    "chain.disbanded": leaving.was_taken_off,
    "chain.removed_by_default": leaving.was_removed,
    "chain.removed_from_home": leaving.was_removed,
    "chain.built": leaving.was_raised,
    "reason.waived": leaving.was_waived,
    "reason.waived_unordered": leaving.was_waived,
}


def members(because: Explanation) -> Iterator[Explanation]:
    """Every verdict of a chain."""
    yield because
    for cause in because.causes:
        yield from members(cause)


def adds_up(scene: Scene, because: Explanation) -> bool:
    """Whether the sides of a fight are as strong as is said, by the units that are said to have helped."""
    if because.attack is None:
        return True
    at = at_of(because.verdict)
    is_own = scene.defender(at) == scene.power(at)
    helping = scene.supporters(at, without=None if is_own else scene.defender(at))
    is_right = set(because.attack.supporters) == set(helping) and _sums(scene, because.attack)
    opposition = scene.opposition(at)
    return is_right and all(
        _sums(scene, side) and opposition.get(side.unit) == side.strength for side in because.against
    )


def _sums(scene: Scene, side: Side) -> bool:
    return side.strength == scene.unit(side.unit).strength + sum(scene.unit(by).strength for by in side.supporters)


def contradictions(scene: Scene, chains: list[Explanation]) -> list[Province]:
    """The supports that one line of a report has count where another has them not count."""
    lost, used = set[tuple[Province, Province]](), set[tuple[Province, Province]]()
    for because in chains:
        for one in members(because):
            if one.attack:
                used |= {(by, one.attack.unit) for by in one.attack.supporters}
            if isinstance(one.verdict.reason, OwnSupport):
                lost |= {(by, at_of(one.verdict)) for by in one.verdict.reason.discounted}
    said = {at: status.reason for at, status in scene.fates.items() if isinstance(status.reason, Supported)}
    given = {(at, scene.helped(at)) for at, reason in said.items() if not reason.against_own}
    useless = {(at, scene.helped(at)) for at, reason in said.items() if reason.against_own}
    return sorted({by for by, _ in (lost & (used | given)) | (useless & used)})
