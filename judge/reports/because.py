"""One sentence for each verdict of a chain: what was ordered, how it came out, by whose doing."""

from typing import assert_never

from judge.reports.sentences import is_void_for
from judge.reports.voice import Voice
from judge.reports.void import explain_void, fate_of_void
from judge.rules.board import Location
from judge.rules.fight import Side
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
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
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)
from judge.rules.why import Because, Role

_TELLS_OF_DISLODGEMENT = {Role.ASKED, Role.STUCK, Role.BEATEN}
"""The roles in which it matters that a unit was driven out; elsewhere the chain tells it where it does."""


def subject(verdict: Verdict, voice: Voice) -> str:
    """The order a verdict is on; the unit where none was given."""
    if verdict.order is not None:
        return voice.order(verdict.order)
    return voice.unit(verdict.unit) if verdict.unit else ""


def sentence(because: Because, voice: Voice) -> str:
    """What a chain says of one verdict; of a unit that was driven out, that too. Bears glue."""
    verdict = because.verdict
    if verdict.dislodged and isinstance(verdict.reason, Stood):
        return _driven_out(verdict, voice)
    driven_out = _driven_out(verdict, voice) if because.role in _TELLS_OF_DISLODGEMENT else ""
    match verdict.order, verdict.reason:
        case (_, Cut(dislodged=True)) | (Convoy(), Disrupted()):
            return _said(because, voice)
        case _:
            return f"{_said(because, voice)} {driven_out}".rstrip()


def _driven_out(verdict: Verdict, voice: Voice) -> str:
    if verdict.dislodged is None or verdict.unit is None:
        return ""
    attack = Move(verdict.dislodged.by, Location(verdict.unit.at.province))
    return voice.say("chain.dislodged", unit=voice.unit(verdict.unit), by=voice.order(attack))


def _said(because: Because, voice: Voice) -> str:
    verdict = because.verdict
    reason = verdict.reason
    match reason:
        case Void(illegal):
            why = explain_void(illegal, verdict.order, voice) if verdict.order else ""
            void = voice.say("chain.void", order=subject(verdict, voice), why=why)
            return f"{void} {fate_of_void(verdict, voice)}".rstrip()
        case Supported() | Cut() | Unmatched() | Carried():
            return _aid(because, reason, voice)
        case Disrupted() if isinstance(verdict.order, Convoy):
            return voice.say("chain.disrupted_fleet", **_helper(verdict, voice))
        case Moved() | Bounced() | HeadToHead() | OwnSupport():
            return _fought(because, reason, voice)
        case OwnUnit() | NoConvoy() | Disrupted() | Paradox():
            return _kept_out(reason, subject(verdict, voice), voice)
        case Stood(unordered):
            return voice.say("chain.stood_unordered" if unordered else "chain.stood", unit=_unit(verdict, voice))
        case _:
            return _left(verdict, reason, voice)


# --- supports and convoys --------------------------------------------------------------------------------------


def _aid(because: Because, reason: Supported | Cut | Unmatched | Carried, voice: Voice) -> str:
    verdict = because.verdict
    facts = _helper(verdict, voice)
    match reason:
        case Supported(against_own):
            return voice.say("chain.supported_own" if against_own else "chain.supported", **facts)
        case Cut(by, dislodged):
            at = Location(verdict.unit.at.province) if verdict.unit else None
            attacks = voice.listing(voice.order(Move(attacker, at)) for attacker in by if at)
            return voice.say("chain.cut_dislodged" if dislodged else "chain.cut", **facts, by=attacks)
        case Unmatched(did):
            return _astray(verdict.order, did, facts, voice)
        case Carried(used, why_not):
            if why_not:
                return voice.say(f"chain.unused.{why_not.value}", **facts)
            return voice.say("chain.carried" if used else "chain.carried_unused", **facts)
        case _:
            assert_never(reason)


def _helper(verdict: Verdict, voice: Voice) -> dict[str, str]:
    """The unit that supports or carries, and what for."""
    match verdict.order:
        case SupportHold(target=target):
            aided = voice.unit_at(target)
        case SupportMove(origin=origin, to=to):
            aided = voice.order(Move(origin, to))
        case Convoy(origin=origin, to=shore):
            aided = voice.order(Move(origin, Location(shore)))
        case _:
            aided = ""
    return {"unit": _unit(verdict, voice), "aided": aided}


def _astray(order: Order | None, did: Order | None, facts: dict[str, str], voice: Voice) -> str:
    is_convoy = isinstance(order, Convoy)
    if did is None:
        return voice.say("chain.convoy_alone" if is_convoy else "chain.support_alone", **facts)
    if is_void_for(did, order):
        return voice.say("chain.convoy_void" if is_convoy else "chain.support_void", **facts)
    return voice.say("chain.convoy_astray" if is_convoy else "chain.support_astray", **facts, did=voice.order(did))


# --- attacks ---------------------------------------------------------------------------------------------------


def _fought(because: Because, reason: Moved | Bounced | HeadToHead | OwnSupport, voice: Voice) -> str:
    facts = {
        "order": subject(because.verdict, voice),
        "attack": _attack(because.attack, voice) if because.attack else "",
        "against": voice.listing(_opponent(side, voice) for side in because.against),
    }
    match reason:
        case Moved():
            return _moved(reason, facts, voice)
        case Bounced():
            return voice.say("chain.bounced", **facts)
        case HeadToHead():
            return voice.say("chain.head_to_head", **facts)
        case OwnSupport(discounted=discounted):
            return voice.say("chain.own_support", **facts, discounted=voice.units_at(discounted))
        case _:
            assert_never(reason)


def _moved(moved: Moved, facts: dict[str, str], voice: Voice) -> str:
    """A success; one that a single strength less would have undone is told as such."""
    if moved.convoyed_by:
        fleets = voice.units_at(moved.convoyed_by)
        facts = facts | {"order": voice.say("chain.by_convoy", order=facts["order"], fleets=fleets)}
    if not moved.opposed_by:
        return voice.say("chain.moved", **facts)
    is_narrow = moved.strength == moved.against + 1
    return voice.say("chain.moved_narrowly" if is_narrow else "chain.moved_against", **facts)


def _attack(side: Side, voice: Voice) -> str:
    if not side.supporters:
        return str(side.strength)
    return voice.say("chain.with_support", strength=side.strength, by=voice.units_at(side.supporters))


def _opponent(side: Side, voice: Voice) -> str:
    facts = {"strength": side.strength, "unit": voice.unit_at(side.unit)}
    if not side.supporters:
        return voice.say("chain.alone", **facts)
    return voice.say("chain.supported_by", **facts, by=voice.units_at(side.supporters))


def _kept_out(reason: OwnUnit | NoConvoy | Disrupted | Paradox, order: str, voice: Voice) -> str:
    match reason:
        case OwnUnit(unit):
            return voice.say("chain.own_unit", order=order, by=voice.unit_at(unit))
        case NoConvoy():
            return voice.say("chain.no_convoy", order=order)
        case Disrupted(fleets):
            return voice.say("chain.disrupted", order=order, fleets=voice.units_at(fleets))
        case Paradox(fleets):
            return voice.say("chain.paradox", order=order, fleets=voice.units_at(fleets))
        case _:
            assert_never(reason)


# --- retreats and adjustments ----------------------------------------------------------------------------------

_Leaving = Retreated | RetreatsCollided | NoRetreatOrder | NowhereToGo | Disbanded | RemovedByDefault | Built | Waived


def _left(verdict: Verdict, reason: _Leaving, voice: Voice) -> str:
    order, unit = subject(verdict, voice), _unit(verdict, voice)
    match reason:
        case Retreated():
            return voice.say("chain.retreated", order=order)
        case RetreatsCollided(others):
            return voice.say("chain.retreats_collided", order=order, others=voice.units_at(others))
        case NoRetreatOrder():
            return voice.say("chain.no_retreat_order", unit=unit)
        case NowhereToGo():
            return voice.say("chain.nowhere_to_go", unit=unit)
        case Disbanded():
            return voice.say("chain.disbanded", unit=unit)
        case RemovedByDefault(distance, from_home):
            if voice.board.war.troops:
                return voice.count("chain.dispersed_by_default", distance, unit=unit)
            return voice.count(
                "chain.removed_from_home" if from_home else "chain.removed_by_default", distance, unit=unit
            )
        case Built():
            return voice.say("chain.built", unit=unit)
        case Waived(number, by_order):
            return voice.count("reason.waived" if by_order else "reason.waived_unordered", number)
        case _:
            assert_never(reason)


def _unit(verdict: Verdict, voice: Voice) -> str:
    return voice.unit(verdict.unit) if verdict.unit else ""
