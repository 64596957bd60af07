"""Why: one sentence for each reason, in the reader's language and notation."""

from collections.abc import Iterable
from typing import assert_never

from judge.game.refusals import Refused
from judge.game.settings import Language
from judge.notation.misread import Misread
from judge.notation.tables import Notation
from judge.reports.language import moment
from judge.reports.layout import unglue
from judge.reports.voice import Voice
from judge.reports.void import explain_void, fate_of_void
from judge.rules.board import Board, Power, Province
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Dislodgement,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Success,
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)
from judge.rules.wounds import Harm

_LONGEST_WORD = 30
"""Characters of a player's own words that a sentence repeats."""


def why(verdict: Verdict, position: Position, board: Board, notation: Notation, language: Language) -> str:
    """Why an order came out as it did, in plain text; ``position`` is the one the phase opened with."""
    return unglue(explain(verdict, Voice(language, notation, board, position)))


def explain(verdict: Verdict, voice: Voice) -> str:
    """The reason of a verdict, by whom the unit was driven out, what the fights cost it; bears glue."""
    told = [] if verdict.dislodged and isinstance(verdict.reason, Stood) else [_reason(verdict, voice)]
    if verdict.dislodged:
        told.append(_dislodged(verdict.dislodged, verdict, voice))
    if verdict.harm:
        told.append(_harmed(verdict.harm, verdict, voice))
    return " ".join(told)


def explain_misread(misread: Misread, voice: Voice) -> str:
    """Why a line has no single meaning; it names the words at fault."""
    word = misread.line[misread.start : misread.end].strip()
    shown = word if len(word) <= _LONGEST_WORD else word[: _LONGEST_WORD - 1] + "…"
    kind = voice.say(f"phase.kind.{voice.position.phase.kind.value}")
    return voice.say(f"misreading.{misread.why.value}", word=shown, kind=kind)


def explain_refused(refused: Refused, voice: Voice, zone: str) -> str:
    """Why a command changed nothing; moments are told in this time zone."""
    said = voice.say(
        f"refusal.{refused.why.value}",
        place=voice.region(refused.province) if refused.province else "",
        place_at=voice.region(refused.province, "at") if refused.province else "",
        unit=voice.unit_at(refused.province) if refused.province else "",
        power=voice.power_in_words(refused.power) if refused.power else "",
        to_power=voice.to_power(refused.power) if refused.power else "",
        phase=voice.phase(refused.phase) if refused.phase else "",
        of_phase=voice.phase(refused.phase, "of") if refused.phase else "",
        for_phase=voice.phase(refused.phase, "for") if refused.phase else "",
        at=moment(refused.at, zone, voice.language) if refused.at else "",
        days=refused.days,
        year=refused.year,
    )
    return said[:1].upper() + said[1:]


def _dislodged(by: Dislodgement, verdict: Verdict, voice: Voice) -> str:
    attacker = voice.unit_at(by.by, _power(verdict))
    return voice.say("reason.dislodged", by=attacker, strength=by.strength, against=by.against)


def _harmed(harm: Harm, verdict: Verdict, voice: Voice) -> str:
    by = _by(harm.by, _power(verdict), voice)
    return voice.count("reason.harmed" if harm.left else "reason.annihilated", harm.points, by=by, left=harm.left)


def _power(verdict: Verdict) -> Power | None:
    return verdict.unit.power if verdict.unit else None


def _reason(verdict: Verdict, voice: Voice) -> str:
    ours = _power(verdict)
    match verdict.reason:
        case Bounced() | HeadToHead() | OwnUnit() | OwnSupport() as stopped:
            return _stopped(stopped, ours, voice)
        case Cut(by, dislodged):
            return voice.say("reason.cut_dislodged" if dislodged else "reason.cut", by=_by(by, ours, voice))
        case Unmatched(did):
            return _unmatched(did, verdict, voice)
        case NoConvoy() | Disrupted() | Paradox() as adrift:
            return _adrift(adrift, verdict, voice)
        case Void(illegal):
            why_so = explain_void(illegal, verdict.order, voice) if verdict.order else ""
            said = voice.say("reason.void", why=why_so)
            return f"{said} {fate_of_void(verdict, voice)}".rstrip()
        case RetreatsCollided() | NoRetreatOrder() | NowhereToGo() | RemovedByDefault() as lost:
            return _lost(lost, ours, voice)
        case _:
            return _done(verdict.reason, ours, voice)


def _done(reason: Success, ours: Power | None, voice: Voice) -> str:
    match reason:
        case Stood(unordered):
            return voice.say("reason.stood_unordered" if unordered else "reason.stood")
        case Moved():
            return _moved(reason, ours, voice)
        case Supported(against_own):
            return voice.say("reason.supported_own" if against_own else "reason.supported")
        case Carried(used, why_not):
            if why_not:
                return voice.say(f"reason.unused.{why_not.value}")
            return voice.say("reason.carried" if used else "reason.carried_unused")
        case Retreated():
            return voice.say("reason.retreated")
        case Disbanded():
            return voice.say("reason.disbanded")
        case Built():
            return voice.say("reason.raised" if voice.board.war.troops else "reason.built")
        case Waived(number, by_order):
            return voice.count(_waived(by_order, bool(voice.board.war.troops)), number)
        case _:
            assert_never(reason)


def is_void_for(did: Order, order: Order | None) -> bool:
    """Whether the very order that another unit was to help with was given, and so can only have been void."""
    match order, did:
        case SupportMove(to=to), Move(to=there):
            return to.province == there.province
        case Convoy(to=shore), Move(to=there):
            return shore == there.province
        case _:
            return False


def _waived(by_order: bool, is_war: bool) -> str:
    """The key of what is said of builds that were not made."""
    if is_war:
        return "reason.waived_troops" if by_order else "reason.waived_unordered_troops"
    return "reason.waived" if by_order else "reason.waived_unordered"


def _stopped(reason: Bounced | HeadToHead | OwnUnit | OwnSupport, ours: Power | None, voice: Voice) -> str:
    match reason:
        case Bounced(by, strength, against):
            return voice.say("reason.bounced", by=_by(by, ours, voice), strength=strength, against=against)
        case HeadToHead(other, strength, against):
            return voice.say("reason.head_to_head", by=voice.unit_at(other, ours), strength=strength, against=against)
        case OwnUnit(unit):
            return voice.say("reason.own_unit", by=voice.unit_at(unit))
        case OwnSupport(_, discounted, strength, against):
            friends = _by(discounted, ours, voice)
            return voice.say("reason.own_support", by=friends, strength=strength, against=against)
        case _:
            assert_never(reason)


def _adrift(reason: NoConvoy | Disrupted | Paradox, verdict: Verdict, voice: Voice) -> str:
    match reason:
        case NoConvoy():
            return voice.say("reason.no_convoy")
        case Disrupted() if isinstance(verdict.order, Convoy):
            return voice.say("reason.disrupted_fleet")
        case Disrupted(fleets):
            return voice.say("reason.disrupted", fleets=_by(fleets, _power(verdict), voice))
        case Paradox(fleets):
            return voice.say("reason.paradox", fleets=_by(fleets, _power(verdict), voice))
        case _:
            assert_never(reason)


def _lost(
    reason: RetreatsCollided | NoRetreatOrder | NowhereToGo | RemovedByDefault, ours: Power | None, voice: Voice
) -> str:
    match reason:
        case RetreatsCollided(others):
            return voice.say("reason.retreats_collided", others=_by(others, ours, voice))
        case NoRetreatOrder():
            return voice.say("reason.no_retreat_order")
        case NowhereToGo():
            return voice.say("reason.nowhere_to_go")
        case RemovedByDefault(distance, from_home):
            if voice.board.war.troops:
                return voice.count("reason.dispersed_by_default", distance)
            return voice.count("reason.removed_from_home" if from_home else "reason.removed_by_default", distance)
        case _:
            assert_never(reason)


def _moved(moved: Moved, ours: Power | None, voice: Voice) -> str:
    if moved.against:
        by = _by(moved.opposed_by, ours, voice)
        key = "reason.moved_against_several" if len(moved.opposed_by) > 1 else "reason.moved_against"
        won = voice.say(key, by=by, strength=moved.strength, against=moved.against)
    else:
        won = voice.say("reason.moved", strength=moved.strength)
    if not moved.convoyed_by:
        return won
    carried = voice.say("reason.moved_by_convoy", fleets=_by(moved.convoyed_by, ours, voice))
    return f"{won} {carried}"


def _by(provinces: Iterable[Province], ours: Power | None, voice: Voice) -> str:
    """The units of several provinces; where all of them are out of sight, that somebody is there."""
    return voice.units_at(provinces, ours) or voice.say("words.unseen")


def _unmatched(did: Order | None, verdict: Verdict, voice: Voice) -> str:
    if did is not None:
        key = "reason.unmatched_void" if is_void_for(did, verdict.order) else "reason.unmatched"
        return voice.say(key, did=voice.order(did))
    match verdict.order:
        case SupportHold(target=other) | SupportMove(origin=other) | Convoy(origin=other):
            return voice.say("reason.unmatched_unordered", other=voice.unit_at(other, _power(verdict)))
        case _:
            return voice.say("reason.unmatched_unordered", other=voice.unit(verdict.unit) if verdict.unit else "")
