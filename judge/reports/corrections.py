"""Corrections of a position in words."""

from collections.abc import Sequence
from typing import assert_never

from judge.reports.language import say
from judge.reports.layout import glue
from judge.reports.troops import health_told, power_told
from judge.reports.voice import Voice
from judge.rules.board import Corps, Unit
from judge.rules.corrections import AddUnit, Correction, GiveCentre, MoveUnit, RemoveUnit, SetHealth, SetStrength


def corrections_named(corrections: Sequence[Correction], voice: Voice) -> tuple[str, ...]:
    """Each correction as a line."""
    return tuple(correction_named(one, voice) for one in corrections)


def correction_named(correction: Correction, voice: Voice) -> str:
    """One correction; regions by their names."""
    match correction:
        case AddUnit(power, kind, at, troop):
            unit = Unit(power, kind, at, corps=Corps(troop, 0, 0, 0) if troop else None)
            return voice.say("correction.add", unit=voice.unit(unit), power=voice.power(power))
        case SetHealth(at, health):
            told = glue(health_told(health, voice.language))
            return voice.say("correction.health", at=voice.region(at, "of"), health=told)
        case SetStrength(at, attack, support, defence):
            told = power_told(attack, support, defence, voice.language)
            return voice.say("correction.strength", at=voice.region(at, "of"), power=told)
        case RemoveUnit(at):
            return voice.say("correction.remove", at=voice.region(at, "of"))
        case MoveUnit(at, to):
            return voice.say("correction.move", at=voice.region(at, "of"), to=voice.region(to, "at"))
        case GiveCentre(centre, to):
            owner = voice.to_power(to) if to else say(voice.language, "correction.nobody")
            key = "correction.lord" if voice.board.war.troops else "correction.owner"
            return voice.say(key, at=voice.region(centre, "of"), owner=glue(owner))
        case _:
            assert_never(correction)
