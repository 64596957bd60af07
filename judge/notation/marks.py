"""The signs and words of a report that tell the result of an order."""

from collections.abc import Iterator, Mapping
from typing import assert_never

from judge.notation.tables import Notation
from judge.rules.orders import Convoy, Disband, Hold, Move, Order, SupportHold, SupportMove, Waive
from judge.rules.retreats import is_lost_by_void_order
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
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)


def order_of_verdict(verdict: Verdict) -> Order:
    """Return the order of a verdict; for a unit without one, the order that describes what it did."""
    return verdict.order or _implied_order(verdict)


def report_signs(verdict: Verdict, notation: Notation) -> Mapping[str, str]:
    """Return the signs an order is printed with: its own, or those of the convention's reports (000 IX to XIII)."""
    return {**notation.signs, **dict(_signs(order_of_verdict(verdict), verdict.reason, notation.report))}


def marks_of(verdict: Verdict, notation: Notation, language: str) -> tuple[str, ...]:
    """Return the words put after the order in a language; none for what a sign tells already."""
    words = notation.marks.get(language, notation.marks["en"])
    return tuple(words[mark] for mark in _marks(verdict) if words[mark])


def _implied_order(verdict: Verdict) -> Order:
    """Return what a unit without an order did, as an order."""
    if verdict.unit is None:
        return Waive()
    at = verdict.unit.at.province
    match verdict.reason:
        case NoRetreatOrder() | NowhereToGo() | RemovedByDefault() | Disbanded():
            return Disband(at)
        case _:
            return Hold(at)


def _signs(order: Order, why: Reason, report: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The signs of a report that take the place of an order's own."""
    match order, why:
        case Move(), Moved():
            sign = ("move", "moved")
        case Move(), _:
            sign = ("move", "stopped")
        case ((SupportHold() | SupportMove()), Cut()):
            sign = ("support", "cut")
        case Convoy(), Disrupted():
            sign = ("convoy", "broken")
        case _:
            return
    if sign[1] in report:
        yield sign[0], report[sign[1]]


def _marks(verdict: Verdict) -> Iterator[str]:
    if mark := _mark(verdict.reason):
        yield mark
    if is_lost_by_void_order(verdict):
        yield "lost"
    if verdict.dislodged:
        yield "dislodged"


def _mark(reason: Reason) -> str:
    """Return the name of the mark of a reason; empty if the order did what it said."""
    match reason:
        case Moved() | Supported() | Carried() | Retreated() | Disbanded() | Built() | Waived():
            return ""
        case Stood(unordered):
            return "unordered" if unordered else ""
        case _:
            return _mark_of_failure(reason)


def _mark_of_failure(reason: Failed) -> str:
    match reason:
        case Bounced() | HeadToHead() | OwnUnit() | OwnSupport():
            return "bounce"
        case Cut():
            return "cut"
        case Unmatched():
            return "unmatched"
        case NoConvoy():
            return "no_convoy"
        case Disrupted():
            return "disrupted"
        case Paradox():
            return "paradox"
        case Void():
            return "void"
        case RetreatsCollided():
            return "collided"
        case NoRetreatOrder():
            return "no_retreat_order"
        case NowhereToGo():
            return "nowhere_to_go"
        case RemovedByDefault():
            return "by_default"
        case _:
            assert_never(reason)
