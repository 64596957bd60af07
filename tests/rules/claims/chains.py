"""For each sentence of a chain (``WHY``) what must hold for it to be true; of its numbers, that they add up."""

from collections.abc import Iterator, Mapping

from judge.rules.board import Province
from judge.rules.explanation import Explanation
from judge.rules.verdicts import OwnSupport, Side, Supported
from tests.rules.claims import aids, fights, leaving, reasons
from tests.rules.claims.reasons import Claim
from tests.rules.claims.scene import Scene, at_of

CLAIMS: Mapping[str, Claim] = {
    **{key.replace("reason.", "happened.", 1): claim for key, claim in reasons.CLAIMS.items()},
    "happened.moved_and_dislodged": fights.drove_out,
    "happened.by_convoy": fights.is_carried,
    "happened.head_to_head_and_dislodged": fights.was_beaten_head_to_head,
    "happened.cut_and_dislodged": aids.support_is_cut,
    "happened.dislodged_too": fights.was_driven_out,
    "happened.fleet_dislodged": aids.fleet_was_driven_out,
    "then.stood": fights.held,
    "then.void_built": leaving.raised_nothing,
    "then.void_disbanded": leaving.is_gone,
}
"""The sentences of the report in prose; a chain is told in the same ones."""


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
