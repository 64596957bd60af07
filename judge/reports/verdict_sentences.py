"""Verdicts in words: the sentence beside an order in a report; why an order is void."""

from collections.abc import Iterable, Mapping
from typing import Literal, assert_never

from judge.game.settings import Language
from judge.notation.tables import Notation
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing, RegionForm
from judge.rules.board import Board, Location, Power, Province
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.retreats import is_lost_by_void_order
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
    Unread,
    Verdict,
    Void,
    Waived,
)


def explain_verdict_plainly(
    verdict: Verdict, position: Position, board: Board, notation: Notation, language: Language
) -> str:
    """Return why an order came out as it did, in plain text; ``position`` is the position before the phase."""
    return plain_spaces(reason_in_words(verdict, Phrasing(language, notation, board, position)))


def wants_reason(verdict: Verdict) -> bool:
    """Whether a report explains a verdict: failures, dislodgements, contested moves, builds waived without an order."""
    if verdict.dislodged or not verdict.succeeded:
        return True
    match verdict.reason:
        case Moved(against=against, opposed_by=opposed_by):
            return against > 0 and bool(opposed_by)
        case Waived(by_order=by_order):
            return not by_order
        case _:
            return False


def reason_in_words(verdict: Verdict, phrasing: Phrasing) -> str:
    """Return the reason of a verdict, who dislodged the unit, and what damage it took; with no-wrap spaces."""
    told = [] if verdict.dislodged and isinstance(verdict.reason, Stood) else [_reason_sentence(verdict, phrasing)]
    if by := verdict.dislodged:
        attacker = phrasing.unit_at(by.by, _power(verdict))
        told.append(phrasing.say("reason.dislodged", by=attacker, strength=by.strength, against=by.against))
    if harm := verdict.harm:
        key = "reason.harmed" if harm.left else "reason.annihilated"
        told.append(phrasing.count(key, harm.points, by=_units_or_unseen(harm.by, verdict, phrasing), left=harm.left))
    return " ".join(told)


def _reason_sentence(verdict: Verdict, phrasing: Phrasing) -> str:
    """Return the sentence beside the order."""
    facts = verdict_facts(verdict, phrasing)
    match verdict.reason:
        case Waived(number) | RemovedByDefault(number):
            return phrasing.count(verdict_key(verdict), number)
        case Void():
            return f"{phrasing.say('reason.void', **facts)} {effect_of_void(verdict, phrasing)}".rstrip()
        case Moved(convoyed_by=fleets) if fleets:
            carried = phrasing.say("reason.moved_by_convoy", fleets=_units_or_unseen(fleets, verdict, phrasing))
            return f"{phrasing.say(verdict_key(verdict), **facts)} {carried}"
        case _:
            return phrasing.say(verdict_key(verdict), **facts)


def verdict_key(verdict: Verdict) -> str:
    """Return the key of the sentence beside an order."""
    match verdict.reason:
        case Stood(unordered):
            return "reason.stood_unordered" if unordered else "reason.stood"
        case Unread(lost):
            return "reason.unread_lost" if lost else "reason.unread"
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
            return "reason.unmatched_void" if is_helped_order(did, verdict.order) else "reason.unmatched"
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


def is_helped_order(did: Order | None, order: Order | None) -> bool:
    """Whether ``did`` is the very order that the support or convoy ``order`` was to help.

    If it did not help, ``did`` was void.
    """
    match order, did:
        case SupportMove(to=to), Move(to=there):
            return to.province == there.province
        case Convoy(to=shore), Move(to=there):
            return shore == there.province
        case _:
            return False


def verdict_facts(verdict: Verdict, phrasing: Phrasing) -> dict[str, object]:
    """Return the facts of the sentence beside an order; units of other powers are named with their power."""
    match verdict.reason:
        case Moved(strength, against, by) | Bounced(by, strength, against) | OwnSupport(_, by, strength, against):
            return {"by": _units_or_unseen(by, verdict, phrasing), "strength": strength, "against": against}
        case HeadToHead(other, strength, against):
            return {"by": phrasing.unit_at(other, _power(verdict)), "strength": strength, "against": against}
        case OwnUnit(unit):
            return {"by": phrasing.unit_at(unit)}
        case Cut(by):
            return {"by": _units_or_unseen(by, verdict, phrasing)}
        case Unmatched(did):
            return {"did": phrasing.order(did)} if did else {"other": _unit_to_help(verdict, phrasing)}
        case Disrupted(fleets) | Paradox(fleets):
            return {"fleets": _units_or_unseen(fleets, verdict, phrasing)}
        case Void(illegal):
            return {"why": explain_void(illegal, verdict.order, phrasing) if verdict.order else ""}
        case RetreatsCollided(others):
            return {"others": _units_or_unseen(others, verdict, phrasing)}
        case _:
            return {}


def _power(verdict: Verdict) -> Power | None:
    return verdict.unit.power if verdict.unit else None


def verdict_unit(verdict: Verdict, phrasing: Phrasing) -> str:
    """The unit a verdict is on, empty where there is none."""
    return phrasing.unit(verdict.unit) if verdict.unit else ""


def _units_or_unseen(provinces: Iterable[Province], verdict: Verdict, phrasing: Phrasing) -> str:
    """The units of several provinces; where all of them are out of sight, that somebody is there."""
    return phrasing.units_at(provinces, _power(verdict)) or phrasing.say("words.unseen")


def _unit_to_help(verdict: Verdict, phrasing: Phrasing) -> str:
    """The unit that a support or a convoy was for."""
    match verdict.order:
        case SupportHold(target=other) | SupportMove(origin=other) | Convoy(origin=other):
            return phrasing.unit_at(other, _power(verdict))
        case _:
            return verdict_unit(verdict, phrasing)


# --- void orders


_PLACE_NAMES = ("place", "target", "goal")
_FORM_OF_SUFFIX: Mapping[str, RegionForm] = {"": "name", "_at": "at", "_of": "source", "_to": "goal"}
"""The form of a region for each suffix of a place name in a sentence."""

_DUPLICATES = frozenset({Illegal.BUILD_TWICE, Illegal.REMOVAL_TWICE})
"""Rules broken by an order that repeats another one; what becomes of its unit is told with the other."""


def explain_void(illegal: Illegal, order: Order, phrasing: Phrasing) -> str:
    """Return why the rules make an order void; with no-wrap spaces."""
    return phrasing.say(f"illegal.{illegal.value}", **_places(order, phrasing))


def effect_of_void(verdict: Verdict, phrasing: Phrasing, section: Literal["reason", "then"] = "reason") -> str:
    """Return what becomes of the unit of a void order, or of the one to be raised; empty where told elsewhere.

    ``section`` is that of the sentences: beside an order, or in prose.
    """
    key = _effect_of_void(verdict, phrasing)
    return phrasing.say(f"{section}.{key}") if key else ""


def _effect_of_void(verdict: Verdict, phrasing: Phrasing) -> str:
    match verdict.order:
        case _ if isinstance(verdict.reason, Void) and verdict.reason.why in _DUPLICATES:
            return ""
        case Build():
            return "void_built"
        case _ if is_lost_by_void_order(verdict):
            return "void_disbanded"
        case _ if phrasing.position.phase.kind is PhaseKind.MOVEMENT and verdict.unit and not verdict.dislodged:
            return "stood"
        case _:
            return ""


def _places(order: Order, phrasing: Phrasing) -> Mapping[str, str]:
    """Return the regions of an order by name and form: ``place`` of its unit, ``target`` it helps, ``goal``."""
    match order:
        case Hold(at) | Disband(at):
            places = _unit_places(phrasing, at, at, at)
        case Move(at, to) | Retreat(at, to):
            places = _unit_places(phrasing, at, at, to)
        case SupportHold(at, target):
            places = _unit_places(phrasing, at, target, target)
        case SupportMove(at, origin, to):
            places = _unit_places(phrasing, at, origin, to)
        case Convoy(at, origin, shore):
            places = _unit_places(phrasing, at, origin, shore)
        case Build(at=site):
            places = (site, site, site)
        case Waive():
            return dict.fromkeys((f"{name}{end}" for name in _PLACE_NAMES for end in _FORM_OF_SUFFIX), "")
        case _:
            assert_never(order)
    return {
        f"{name}{end}": phrasing.region(at, form)
        for name, at in zip(_PLACE_NAMES, places, strict=True)
        for end, form in _FORM_OF_SUFFIX.items()
    }


def _unit_places(
    phrasing: Phrasing, at: Province, target: Province, goal: Location | Province
) -> tuple[Location | Province, ...]:
    """Return the place of a unit with its coast, the place of the unit it helps, and the place it aims at."""
    unit = phrasing.position.unit_at(at)
    return (unit.at if unit else at, target, goal)
