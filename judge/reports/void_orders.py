"""Reasons in words: why an order is void and what becomes of its unit, a line not understood, a command refused."""

from collections.abc import Mapping
from typing import Literal, assert_never

from judge.game.refusals import Refused
from judge.notation.line import Misread
from judge.reports.language import capitalized, moment_text
from judge.reports.layout import plain_spaces, shown_words
from judge.reports.phrasing import Phrasing, RegionForm
from judge.rules.board import Location, Province
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Illegal, Verdict, Void, is_lost_by_void_order

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


# --- why a line has no single meaning, why a command was refused


def misread_text(misread: Misread, phrasing: Phrasing) -> str:
    """Return why a line has no single meaning, and what would have worked, in one plain text."""
    said = [explain_misread(misread, phrasing)]
    if misread.meanings:
        said.append(
            phrasing.say("line.meanings", orders=phrasing.listing(map(phrasing.order, misread.meanings), "words.or"))
        )
    if misread.hints:
        said.append(phrasing.say("line.would_do", words=phrasing.listing(misread.hints, "words.or")))
    return plain_spaces(" ".join(said))


def explain_misread(misread: Misread, phrasing: Phrasing) -> str:
    """Return why a line has no single meaning, naming the words at fault."""
    shown = shown_words(misread.line[misread.start : misread.end].strip())
    kind = phrasing.say(f"phase.kind.{phrasing.position.phase.kind.value}")
    return phrasing.say(f"misreading.{misread.why.value}", word=shown, kind=kind)


def explain_refused(refused: Refused, phrasing: Phrasing, zone: str) -> str:
    """Return why a command was refused; moments in the time zone ``zone``."""
    said = phrasing.say(
        f"refusal.{refused.why.value}",
        place=phrasing.region(refused.province) if refused.province else "",
        place_at=phrasing.region(refused.province, "at") if refused.province else "",
        unit=phrasing.unit_at(refused.province) if refused.province else "",
        power=phrasing.power_in_words(refused.power) if refused.power else "",
        to_power=phrasing.to_power(refused.power) if refused.power else "",
        phase=phrasing.phase(refused.phase) if refused.phase else "",
        of_phase=phrasing.phase(refused.phase, "of") if refused.phase else "",
        for_phase=phrasing.phase(refused.phase, "for") if refused.phase else "",
        at=moment_text(refused.at, zone, phrasing.language) if refused.at else "",
        days=refused.days,
        year=refused.year,
    )
    return capitalized(said)
