"""Corrections of a position by the game master, in words."""

from collections.abc import Sequence
from typing import assert_never

from judge.reports.language import say
from judge.reports.layout import no_wrap
from judge.reports.names import hit_points_text, strength_text
from judge.reports.phrasing import Phrasing
from judge.rules.board import Corps, Unit
from judge.rules.corrections import AddUnit, Correction, GiveCentre, MoveUnit, RemoveUnit, SetHealth, SetStrength


def correction_lines(corrections: Sequence[Correction], phrasing: Phrasing) -> tuple[str, ...]:
    """Return one line for each correction."""
    return tuple(_correction_text(one, phrasing) for one in corrections)


def _correction_text(correction: Correction, phrasing: Phrasing) -> str:
    """Return one correction in words; regions by their names."""
    match correction:
        case AddUnit(power, kind, at, troop):
            unit = Unit(power, kind, at, corps=Corps(troop, 0, 0, 0) if troop else None)
            return phrasing.say("correction.add", unit=phrasing.unit(unit), power=phrasing.power(power))
        case SetHealth(at, health):
            told = no_wrap(hit_points_text(health, phrasing.language))
            return phrasing.say("correction.health", at=phrasing.region(at, "of"), health=told)
        case SetStrength(at, attack, support, defence):
            told = strength_text(attack, support, defence, phrasing.language)
            return phrasing.say("correction.strength", at=phrasing.region(at, "of"), power=told)
        case RemoveUnit(at):
            return phrasing.say("correction.remove", at=phrasing.region(at, "of"))
        case MoveUnit(at, to):
            return phrasing.say("correction.move", at=phrasing.region(at, "of"), to=phrasing.region(to, "at"))
        case GiveCentre(centre, to):
            owner = phrasing.to_power(to) if to else say(phrasing.language, "correction.nobody")
            key = "correction.owner"
            return phrasing.say(key, at=phrasing.region(centre, "of"), owner=no_wrap(owner))
        case _:
            assert_never(correction)
