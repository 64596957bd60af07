"""Orders that the rules make void: which rule, and what became of the unit."""

from collections.abc import Mapping
from typing import assert_never

from judge.reports.voice import Form, Voice, unit_at
from judge.rules.board import Location, Province
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind
from judge.rules.retreats import lost_by_void
from judge.rules.verdicts import Illegal, Verdict, Void

_OF_WAR = {
    Illegal.ARMY_AT_SEA: "unlawful.troop_at_sea",
    Illegal.CONVOY_NO_ARMY: "unlawful.convoy_nobody",
    Illegal.BUILD_NOT_DUE: "unlawful.recruit_not_due",
    Illegal.BUILD_NOT_HOME: "unlawful.recruit_elsewhere",
    Illegal.REMOVAL_NOT_DUE: "unlawful.dispersal_not_due",
}
"""What is said otherwise of the troops of a war."""

_NAMES = ("place", "target", "goal")
_FORMS: Mapping[str, Form] = {"": "name", "_at": "at", "_of": "source", "_to": "goal"}
"""What stands behind the name of a fact of a sentence, for each form of a region."""

_TOLD_TWICE = frozenset({Illegal.BUILD_TWICE, Illegal.REMOVAL_TWICE})
"""Rules broken by an order that says again what another one brings about."""


def explain_void(illegal: Illegal, order: Order, voice: Voice) -> str:
    """Why the rules make an order void; bears glue."""
    of_war = _OF_WAR.get(illegal) if voice.board.war.troops else None
    return voice.say(of_war or f"illegal.{illegal.value}", **_places(order, voice))


def fate_of_void(verdict: Verdict, voice: Voice) -> str:
    """What became of the unit whose order was void, or of the one to be raised; empty where it is told otherwise."""
    phase, is_war = voice.position.phase.kind, bool(voice.board.war.troops)
    match verdict.order:
        case _ if isinstance(verdict.reason, Void) and verdict.reason.why in _TOLD_TWICE:
            return ""
        case Build():
            return voice.say("reason.void_raised" if is_war else "reason.void_built")
        case _ if lost_by_void(verdict):
            return voice.say("reason.void_lost" if is_war else "reason.void_disbanded")
        case _ if phase is PhaseKind.MOVEMENT and verdict.unit and not verdict.dislodged:
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
    unit = unit_at(voice.position, at)
    return (unit.at if unit else at, target, goal)
