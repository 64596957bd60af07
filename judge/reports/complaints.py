"""What is wrong with a line of a letter, in one plain text without layout."""

from dataclasses import replace
from typing import assert_never

from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.reports.acknowledge import fault_told
from judge.reports.echo import (
    Answer,
    Barred,
    Did,
    Faulty,
    Kept,
    Opened,
    Ordered,
    PressTaken,
    SentOut,
    Shown,
    Supposed,
    Unamendable,
    Unkept,
    Wrong,
)
from judge.reports.layout import unglue
from judge.reports.sentences import explain_misread, explain_refused
from judge.reports.voice import Voice


def complaint(answer: Answer, voice: Voice, zone: str) -> str | None:
    """Why a line did nothing; None when it did what it said, or was plain words. Moments are told in this zone."""
    match answer:
        case Misread():
            return why_misread(answer, voice)
        case Unkept(phase, why):
            return complaint(why, replace(voice, position=replace(voice.position, phase=phase)), zone)
        case Refused():
            return unglue(explain_refused(answer, voice, zone))
        case Wrong() | Barred():
            return unglue(" ".join(fault_told(answer, voice, zone)))
        case Faulty(faults):
            return unglue(" ".join(said for fault in faults for said in fault_told(fault, voice, zone)))
        case Unamendable(why):
            return unglue(voice.say(f"uncorrectable.{why.value}"))
        case Did(deed, what) if deed.is_problem:
            return unglue(voice.say(f"deed.{deed.value}", what=what))
        case Ordered() | SentOut() | Did() | Opened() | PressTaken() | Kept() | Shown() | Supposed():
            return None
        case _:
            assert_never(answer)


def why_misread(misread: Misread, voice: Voice) -> str:
    """The sentence, and what would have worked."""
    said = [explain_misread(misread, voice)]
    if misread.meanings:
        said.append(voice.say("line.meanings", orders=voice.listing(map(voice.order, misread.meanings), "words.or")))
    if misread.hints:
        said.append(voice.say("line.would_do", words=voice.listing(misread.hints, "words.or")))
    return unglue(" ".join(said))
