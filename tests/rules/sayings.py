"""The few words in which cases kept as data say what became of an order."""

from collections.abc import Callable
from typing import assert_never

from judge.rules.board import Province
from judge.rules.orders import Order, province_of
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    Failed,
    HeadToHead,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Succeeded,
    Supported,
    Unmatched,
    Unread,
    Verdict,
    Void,
    Waived,
)

Naming = Callable[[Province], str]
"""How a region is called."""


def said(verdict: Verdict, line: Naming, place: Naming = str) -> str:
    """A verdict in words: ``moved 2:1 against MUN``, ``held; dislodged 2:1 from TYR; harmed 1 by TYR, 2 left``.

    ``line`` gives the line written for the unit of a region, ``place`` the name of a region.
    """
    told = _reason(verdict.reason, line, place)
    if driven := verdict.dislodged:
        told += f"; dislodged {driven.strength}:{driven.against} from {place(driven.by)}"
    if harm := verdict.harm:
        left = f"{harm.left} left" if harm.left else "annihilated"
        told += f"; harmed {harm.points} by {_all(harm.by, place)}, {left}"
    return told


def _reason(reason: Reason, line: Naming, place: Naming) -> str:
    if isinstance(reason, Succeeded):
        return _success(reason, place)
    return _failure(reason, line, place)


def _success(reason: Succeeded, place: Naming) -> str:
    match reason:
        case Stood(unordered):
            return "no order" if unordered else "held"
        case Moved(strength, against, opposed_by, convoyed_by):
            opposed = f":{against} against {_all(opposed_by, place)}" if opposed_by else ""
            via = f" via {_all(convoyed_by, place, '-')}" if convoyed_by else ""
            return f"moved {strength}{opposed}{via}"
        case Supported(against_own):
            return "supported not against own" if against_own else "supported"
        case Carried():
            return _carried(reason)
        case Retreated():
            return "retreated"
        case Disbanded():
            return "disbanded"
        case Built():
            return "built"
        case Waived(count, by_order):
            return f"waived {count}" if by_order else f"not built {count}"
        case _:
            assert_never(reason)


def _carried(reason: Carried) -> str:
    if reason.used:
        return "carried"
    return f"not used {reason.why_not.value.replace('_', ' ')}" if reason.why_not else "not used"


def _failure(reason: Failed, line: Naming, place: Naming) -> str:
    match reason:
        case Bounced(by, strength, against):
            return f"bounced {strength}:{against} by {_all(by, place)}"
        case HeadToHead(by, strength, against):
            return f"head to head {strength}:{against} with {place(by)}"
        case OwnUnit(unit):
            return f"own unit {place(unit)}"
        case OwnSupport(defender, discounted, strength, against):
            return f"own support {_all(discounted, place)}, {strength}:{against} against {place(defender)}"
        case Cut(by, dislodged):
            return f"cut by {_all(by, place)}{' dislodging' if dislodged else ''}"
        case Unmatched(did):
            return f"unmatched by {_line(did, line)}"
        case NoConvoy():
            return "no convoy"
        case Disrupted(fleets):
            return f"disrupted {_all(fleets, place)}"
        case Paradox(fleets):
            return f"paradox {_all(fleets, place)}"
        case Void(why):
            return f"void {why.value}"
        case RetreatsCollided(others):
            return f"collided with {_all(others, place)}"
        case NoRetreatOrder():
            return "no retreat ordered"
        case Unread():
            return "unread"
        case NowhereToGo():
            return "nowhere to go"
        case RemovedByDefault(distance):
            return f"removed at {distance}"
        case _:
            assert_never(reason)


def _all(provinces: tuple[Province, ...], place: Naming, between: str = "+") -> str:
    return between.join(map(place, provinces))


def _line(order: Order | None, line: Naming) -> str:
    at = province_of(order) if order else None
    return line(at) if at else "no order"
