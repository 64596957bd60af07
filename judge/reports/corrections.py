"""Corrections of a position in words."""

from collections.abc import Sequence
from typing import assert_never

from judge.reports.language import say
from judge.reports.layout import glue
from judge.reports.voice import Voice
from judge.rules.board import Unit
from judge.rules.corrections import AddUnit, Correction, GiveCentre, MoveUnit, RemoveUnit


def corrections_named(corrections: Sequence[Correction], voice: Voice) -> tuple[str, ...]:
    """Each correction as a line."""
    return tuple(correction_named(one, voice) for one in corrections)


def correction_named(correction: Correction, voice: Voice) -> str:
    """One correction; places stand in the reader's own notation."""
    match correction:
        case AddUnit(power, kind, at):
            return voice.say("correction.add", unit=voice.unit(Unit(power, kind, at)), power=voice.power(power))
        case RemoveUnit(at):
            return voice.say("correction.remove", at=voice.place(at))
        case MoveUnit(at, to):
            return voice.say("correction.move", at=voice.place(at), to=voice.place(to))
        case GiveCentre(centre, to):
            owner = voice.power(to) if to else say(voice.language, "correction.nobody")
            return voice.say("correction.owner", at=voice.place(centre), owner=glue(owner))
        case _:
            assert_never(correction)
