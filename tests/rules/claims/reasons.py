"""For the sentence behind each reason what must hold for it to be true."""

from collections.abc import Callable, Mapping

from judge.rules.verdicts import Verdict
from tests.rules.claims import aids, fights, leaving
from tests.rules.claims.scene import Scene

Claim = Callable[[Scene, Verdict], bool]

CLAIMS: Mapping[str, Claim] = {
    "reason.stood": fights.held,
    "reason.stood_unordered": fights.held_without_order,
    "reason.moved": fights.is_unopposed,
    "reason.moved_against": fights.overcame_one,
    "reason.moved_against_several": fights.overcame,
    "reason.moved_by_convoy": fights.is_carried,
    "reason.supported": aids.support_is_given,
    "reason.supported_own": aids.support_is_lost_on_own,
    "reason.carried": aids.convoy_stands,
    "reason.unused.by_land": aids.army_went_by_land,
    "reason.unused.by_others": aids.others_carried_it,
    "reason.unused.no_chain": aids.convoy_has_no_chain,
    "reason.unused.no_route": aids.is_on_no_way,
    "reason.unused.broken": aids.convoy_broke_elsewhere,
    "reason.unused.paradox": aids.convoy_was_a_paradox,
    "reason.bounced": fights.is_stopped,
    "reason.head_to_head": fights.is_stopped_head_to_head,
    "reason.own_unit": fights.would_dislodge_own,
    "reason.own_support": fights.lacks_own_support,
    "reason.cut": aids.support_is_cut,
    "reason.cut_dislodged": aids.support_is_cut,
    "reason.unmatched": aids.is_for_nothing,
    "reason.unmatched_unordered": aids.is_for_nobody,
    "reason.unmatched_void": aids.is_for_a_void_order,
    "reason.no_convoy": aids.never_had_a_convoy,
    "reason.disrupted": aids.convoy_was_broken,
    "reason.disrupted_fleet": aids.fleet_was_driven_out,
    "reason.paradox": aids.is_paradox,
    "reason.dislodged": fights.was_driven_out,
    "reason.retreated": leaving.withdrew,
    "reason.retreats_collided": leaving.collided,
    "reason.no_retreat_order": leaving.had_no_order,
    "reason.nowhere_to_go": leaving.had_no_way_out,
    "reason.disbanded": leaving.was_taken_off,
    "reason.removed_by_default": leaving.was_removed,
    "reason.removed_from_home": leaving.was_removed,
    "reason.built": leaving.was_raised,
    "reason.void_built": leaving.raised_nothing,
    "reason.void_disbanded": leaving.is_gone,
    "reason.waived": leaving.was_waived,
    "reason.waived_unordered": leaving.was_waived,
}
