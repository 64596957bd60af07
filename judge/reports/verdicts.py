"""Verdicts in words: the sentence that stands beside an order in a report; why an order is void."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from judge.game.settings import Language
from judge.notation.tables import Notation
from judge.reports.layout import unglue
from judge.reports.voice import Form, Voice
from judge.rules.board import Board, Location, Power, Province
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.retreats import lost_by_void
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    HeadToHead,
    Illegal,
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
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)


def why(verdict: Verdict, position: Position, board: Board, notation: Notation, language: Language) -> str:
    """Why an order came out as it did, in plain text; ``position`` is the one the phase opened with."""
    return unglue(explain(verdict, Voice(language, notation, board, position)))


def explain(verdict: Verdict, voice: Voice) -> str:
    """The reason of a verdict, by whom the unit was driven out, what the fights cost it; bears glue."""
    told = [] if verdict.dislodged and isinstance(verdict.reason, Stood) else [_beside(verdict, voice)]
    if by := verdict.dislodged:
        attacker = voice.unit_at(by.by, _power(verdict))
        told.append(voice.say("reason.dislodged", by=attacker, strength=by.strength, against=by.against))
    if harm := verdict.harm:
        key = "reason.harmed" if harm.left else "reason.annihilated"
        told.append(voice.count(key, harm.points, by=_units(harm.by, verdict, voice), left=harm.left))
    return " ".join(told)


def _beside(verdict: Verdict, voice: Voice) -> str:
    """The sentence that stands beside the order."""
    facts = facts_of(verdict, voice)
    match verdict.reason:
        case Waived(number) | RemovedByDefault(number):
            return voice.count(key_of(verdict), number)
        case Void():
            return f"{voice.say('reason.void', **facts)} {fate_of_void(verdict, voice)}".rstrip()
        case Moved(convoyed_by=fleets) if fleets:
            carried = voice.say("reason.moved_by_convoy", fleets=_units(fleets, verdict, voice))
            return f"{voice.say(key_of(verdict), **facts)} {carried}"
        case _:
            return voice.say(key_of(verdict), **facts)


def key_of(verdict: Verdict) -> str:
    """The key of the sentence that stands beside an order."""
    match verdict.reason:
        case Stood(unordered):
            return "reason.stood_unordered" if unordered else "reason.stood"
        case Moved(against=0):
            return "reason.moved"
        case Moved(opposed_by=by):
            return "reason.moved_against_several" if len(by) > 1 else "reason.moved_against"
        case Supported(against_own):
            return "reason.supported_own" if against_own else "reason.supported"
        case Carried(used, why_not):
            if why_not:
                return f"reason.unused.{why_not.value}"
            return "reason.carried" if used else "reason.carried_unused"
        case Bounced():
            return "reason.bounced"
        case HeadToHead():
            return "reason.head_to_head"
        case OwnUnit():
            return "reason.own_unit"
        case OwnSupport():
            return "reason.own_support"
        case Cut(dislodged=dislodged):
            return "reason.cut_dislodged" if dislodged else "reason.cut"
        case Unmatched(None):
            return "reason.unmatched_unordered"
        case Unmatched(did):
            return "reason.unmatched_void" if is_void_for(did, verdict.order) else "reason.unmatched"
        case NoConvoy():
            return "reason.no_convoy"
        case Disrupted():
            return "reason.disrupted_fleet" if isinstance(verdict.order, Convoy) else "reason.disrupted"
        case Paradox():
            return "reason.paradox"
        case Void():
            return "reason.void"
        case Retreated():
            return "reason.retreated"
        case RetreatsCollided():
            return "reason.retreats_collided"
        case NoRetreatOrder():
            return "reason.no_retreat_order"
        case NowhereToGo():
            return "reason.nowhere_to_go"
        case Disbanded():
            return "reason.disbanded"
        case RemovedByDefault(from_home=from_home):
            return "reason.removed_from_home" if from_home else "reason.removed_by_default"
        case Built():
            return "reason.built"
        case Waived(by_order=by_order):
            return "reason.waived" if by_order else "reason.waived_unordered"
        case _:
            assert_never(verdict.reason)


def is_void_for(did: Order | None, order: Order | None) -> bool:
    """Whether the very order that another unit was to help with was given, and so can only have been void."""
    match order, did:
        case SupportMove(to=to), Move(to=there):
            return to.province == there.province
        case Convoy(to=shore), Move(to=there):
            return shore == there.province
        case _:
            return False


def facts_of(verdict: Verdict, voice: Voice) -> dict[str, object]:
    """What a sentence beside an order tells; units that are not of the power that ordered bear their power."""
    match verdict.reason:
        case Moved(strength, against, by) | Bounced(by, strength, against) | OwnSupport(_, by, strength, against):
            return {"by": _units(by, verdict, voice), "strength": strength, "against": against}
        case HeadToHead(other, strength, against):
            return {"by": voice.unit_at(other, _power(verdict)), "strength": strength, "against": against}
        case OwnUnit(unit):
            return {"by": voice.unit_at(unit)}
        case Cut(by):
            return {"by": _units(by, verdict, voice)}
        case Unmatched(did):
            return {"did": voice.order(did)} if did else {"other": _helped(verdict, voice)}
        case Disrupted(fleets) | Paradox(fleets):
            return {"fleets": _units(fleets, verdict, voice)}
        case Void(illegal):
            return {"why": explain_void(illegal, verdict.order, voice) if verdict.order else ""}
        case RetreatsCollided(others):
            return {"others": _units(others, verdict, voice)}
        case _:
            return {}


def _power(verdict: Verdict) -> Power | None:
    return verdict.unit.power if verdict.unit else None


def unit_of(verdict: Verdict, voice: Voice) -> str:
    """The unit a verdict is on, empty where there is none."""
    return voice.unit(verdict.unit) if verdict.unit else ""


def _units(provinces: Iterable[Province], verdict: Verdict, voice: Voice) -> str:
    """The units of several provinces; where all of them are out of sight, that somebody is there."""
    return voice.units_at(provinces, _power(verdict)) or voice.say("words.unseen")


def _helped(verdict: Verdict, voice: Voice) -> str:
    """The unit that a support or a convoy was for."""
    match verdict.order:
        case SupportHold(target=other) | SupportMove(origin=other) | Convoy(origin=other):
            return voice.unit_at(other, _power(verdict))
        case _:
            return unit_of(verdict, voice)


# --- void orders


_NAMES = ("place", "target", "goal")
_FORMS: Mapping[str, Form] = {"": "name", "_at": "at", "_of": "source", "_to": "goal"}
"""What stands behind the name of a fact of a sentence, for each form of a region."""

_TOLD_TWICE = frozenset({Illegal.BUILD_TWICE, Illegal.REMOVAL_TWICE})
"""Rules broken by an order that says again what another one brings about."""


def explain_void(illegal: Illegal, order: Order, voice: Voice) -> str:
    """Why the rules make an order void; bears glue."""
    return voice.say(f"illegal.{illegal.value}", **_places(order, voice))


def fate_of_void(verdict: Verdict, voice: Voice) -> str:
    """What became of the unit whose order was void, or of the one to be raised; empty where it is told otherwise."""
    match verdict.order:
        case _ if isinstance(verdict.reason, Void) and verdict.reason.why in _TOLD_TWICE:
            return ""
        case Build():
            return voice.say("reason.void_built")
        case _ if lost_by_void(verdict):
            return voice.say("reason.void_disbanded")
        case _ if voice.position.phase.kind is PhaseKind.MOVEMENT and verdict.unit and not verdict.dislodged:
            return voice.say("reason.stood")
        case _:
            return ""


def _places(order: Order, voice: Voice) -> Mapping[str, str]:
    """The regions an order names, in each form: ``place`` of its unit, ``target`` of the one it helps, ``goal``."""
    match order:
        case Hold(at) | Disband(at):
            places = _standing(voice, at, at, at)
        case Move(at, to) | Retreat(at, to):
            places = _standing(voice, at, at, to)
        case SupportHold(at, target):
            places = _standing(voice, at, target, target)
        case SupportMove(at, origin, to):
            places = _standing(voice, at, origin, to)
        case Convoy(at, origin, shore):
            places = _standing(voice, at, origin, shore)
        case Build(at=site):
            places = (site, site, site)
        case Waive():
            return dict.fromkeys((f"{name}{end}" for name in _NAMES for end in _FORMS), "")
        case _:
            assert_never(order)
    return {
        f"{name}{end}": voice.region(at, form)
        for name, at in zip(_NAMES, places, strict=True)
        for end, form in _FORMS.items()
    }


def _standing(
    voice: Voice, at: Province, target: Province, goal: Location | Province
) -> tuple[Location | Province, ...]:
    """The place where a unit stands, coast and all, the place of the unit it helps, the place it aims at."""
    unit = voice.position.unit_at(at)
    return (unit.at if unit else at, target, goal)
