"""The answer to one line of a letter: the line as it is quoted, and what is said of it; or that in one plain text."""

from dataclasses import dataclass, replace
from typing import assert_never

from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Settings
from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.notation.misread import Misread, Misreading
from judge.notation.tables import load_notation
from judge.reports.echo import (
    Answer,
    Answered,
    Barred,
    Did,
    Fault,
    Faulty,
    Kept,
    Opened,
    Ordered,
    PressTaken,
    Problem,
    SentOut,
    Shown,
    Supposed,
    Unamendable,
    Unkept,
    Wrong,
    tell_opened,
)
from judge.reports.language import moment
from judge.reports.layout import glue, marked, marked_all, quoted, unglue
from judge.reports.press import receipt, signed_by_habit
from judge.reports.scouts import for_later, tell_errand
from judge.reports.tasks import allowed
from judge.reports.verdicts import explain_void
from judge.reports.voice import Voice, voice_of
from judge.rules.boardfile import load_board
from judge.rules.position import Phase
from judge.rules.setup import opening_position

_LONGEST_WORD = 30
"""Characters of a player's own words that a sentence repeats."""


@dataclass(frozen=True)
class Echo:
    """A player's line as it is quoted, what is said of it, and orders that would work instead behind their ``lead``."""

    quote: str
    says: tuple[str, ...]
    hints: tuple[str, ...] = ()
    lead: str = ""
    text: str = ""


@dataclass(frozen=True)
class Tone:
    """How each line is answered: the voice, the reader's zone, an order that would work for them now.

    ``keeps`` when the game keeps orders, and conditions, for phases to come.
    """

    voice: Voice
    zone: str
    example: str
    keeps: bool = False


def tone_without_position(reader: Person) -> Tone:
    """How lines are answered that speak of no position."""
    return Tone(voice_for(None, reader), reader.zone, "")


def voice_for(game: Game | None, reader: Person) -> Voice:
    """The voice that speaks of the game as it stands; before the start, of the board as it will stand."""
    if game and game.position:
        return voice_of(game, reader, game.position)
    board = game.board if game else load_board(Settings().board)
    return Voice(reader.language, load_notation(reader.notation), board, opening_position(board))


def echo(answered: Answered, tone: Tone) -> Echo:
    """A line as it is quoted, with what is said of it."""
    line, answer, voice = answered.line, answered.answer, tone.voice
    match answer:
        case Ordered():
            return _ordered(line, answer, voice)
        case SentOut():
            instead = tuple(map(write_errand, answer.instead))
            return Echo(quoted(line), tuple(tell_errand(answer, voice)), instead, voice.say("line.would_work"))
        case Did():
            return Echo(quoted(line), (_done(answer, voice),))
        case PressTaken(press, reached, was_masked, by_habit):
            left_out = (voice.say("line.press_masked"),) if was_masked else ()
            signed = signed_by_habit(press, voice) if by_habit else ()
            return Echo(quoted(line), (*receipt(press, reached, voice, tone.zone), *signed, *left_out))
        case Kept(phase, seen):
            kept = voice.say("line.kept", phase=voice.phase(phase, "for"))
            return Echo(quoted(line), (kept, voice.say("line.kept_seen")) if seen else (kept,))
        case Shown(text):
            return Echo(quoted(line), (), text=text)
        case Opened():
            return Echo(quoted(line), tuple(tell_opened(answer, voice)))
        case Supposed(sentence, report):
            return Echo(quoted(line), (sentence,) if sentence else (), text=report)
        case _:
            return _problem(line, answer, tone)


def _problem(line: str, problem: Problem, tone: Tone) -> Echo:
    """A line that was not carried out: the place at fault is marked, where one is."""
    voice = tone.voice
    match problem:
        case Misread():
            return _misread(problem, tone)
        case Unkept():
            return _unkept(line, problem, tone)
        case Faulty(faults):
            told = [" ".join(_told(fault, voice, tone.zone)) for fault in faults]
            places = [(fault.start, fault.end) for fault in faults if not isinstance(fault, Refused)]
            return Echo(marked_all(line, places), (voice.count("line.faults", len(faults)), *told))
        case Refused() | Wrong() | Barred() | Unamendable():
            why, *free = _told(problem, voice, tone.zone)
            said = (voice.say("line.not_allowed", why=why), *free)
            if isinstance(problem, Refused):
                is_early = tone.keeps and problem.why is Refusal.NO_ERRANDS_NOW
                return Echo(quoted(line), (*said, for_later(voice)) if is_early else said)
            return Echo(marked(line, problem.start, problem.end) if problem.end else quoted(line), said)
        case _:
            assert_never(problem)


def complaint(answer: Answer, voice: Voice, zone: str) -> str | None:
    """Why a line did nothing, in one plain text; None when it did what it said, or was plain words.

    Moments are told in this zone.
    """
    match answer:
        case Misread():
            return why_misread(answer, voice)
        case Unkept(phase, why):
            return complaint(why, _as_if_open(phase, voice), zone)
        case Faulty(faults):
            return unglue(" ".join(said for fault in faults for said in _told(fault, voice, zone)))
        case Refused() | Wrong() | Barred() | Unamendable():
            return unglue(" ".join(_told(answer, voice, zone)))
        case Did(deed) if deed.is_problem:
            return unglue(_done(answer, voice))
        case Ordered() | SentOut() | Did() | Opened() | PressTaken() | Kept() | Shown() | Supposed():
            return None
        case _:
            assert_never(answer)


def why_misread(misread: Misread, voice: Voice) -> str:
    """Why a line has no single meaning, and what would have worked, in one plain text."""
    said = [explain_misread(misread, voice)]
    if misread.meanings:
        said.append(voice.say("line.meanings", orders=voice.listing(map(voice.order, misread.meanings), "words.or")))
    if misread.hints:
        said.append(voice.say("line.would_do", words=voice.listing(misread.hints, "words.or")))
    return unglue(" ".join(said))


# --- what was done


def _done(done: Did, voice: Voice) -> str:
    return voice.say(f"deed.{done.deed.value}", what=done.what)


def _ordered(line: str, ordered: Ordered, voice: Voice) -> Echo:
    order = ordered.order
    said = [voice.say("line.understood", order=voice.order(order), words=voice.words(order))]
    if ordered.replaced:
        said.append(voice.say("line.replaced"))
    if ordered.void:
        key = "line.warning_seen" if ordered.void.seen else "line.warning"
        said.append(voice.say(key, why=explain_void(ordered.void.why, order, voice)))
    instead = allowed(ordered.power, order, voice) if ordered.void else ()
    return Echo(quoted(line), tuple(said), tuple(map(voice.order, instead)), voice.say("line.not_void"))


# --- what was not


def _as_if_open(phase: Phase, voice: Voice) -> Voice:
    """The voice that speaks of a phase to come, though nobody knows what will stand where."""
    return replace(voice, position=replace(voice.position, phase=phase))


def _unkept(line: str, unkept: Unkept, tone: Tone) -> Echo:
    told = _problem(line, unkept.why, replace(tone, voice=_as_if_open(unkept.phase, tone.voice), example=""))
    return replace(told, says=(*told.says, tone.voice.say("line.block_unkept"))) if unkept.whole else told


def _misread(misread: Misread, tone: Tone) -> Echo:
    voice = tone.voice
    said = [voice.say("line.not_understood", why=explain_misread(misread, voice))]
    if misread.why is Misreading.CONDITIONAL and tone.keeps:
        said.append(voice.say("line.conditions"))
    elif tone.example and not misread.hints:
        said.append(voice.say("line.looks_like", order=tone.example))
    quote = marked(misread.line, misread.start, misread.end)
    lead = voice.say("line.which_one" if misread.meanings[1:] else "line.would_work")
    return Echo(quote, tuple(said), tuple(map(glue, misread.hints)), lead)


def _told(fault: Fault | Unamendable, voice: Voice, zone: str) -> tuple[str, ...]:
    """Why a command could not be done, then what could stand in the place at fault."""
    match fault:
        case Refused():
            return (explain_refused(fault, voice, zone),)
        case Unamendable(why):
            return (voice.say(f"uncorrectable.{why.value}"),)
        case Barred(refused):
            said = explain_refused(refused, voice, zone)
        case Wrong():
            said = voice.say(f"{'unknown' if fault.word else 'missing'}.{fault.what.value}", word=glue(fault.word))
            said = f"{said} {voice.say(f'bounds.{fault.bounds}')}" if fault.bounds else said
        case _:
            assert_never(fault)
    if not fault.hints:
        return (said,)
    return said, voice.say("line.would_do", words=voice.listing(map(glue, fault.hints), "words.or"))


def explain_misread(misread: Misread, voice: Voice) -> str:
    """Why a line has no single meaning; it names the words at fault."""
    word = misread.line[misread.start : misread.end].strip()
    shown = word if len(word) <= _LONGEST_WORD else word[: _LONGEST_WORD - 1] + "…"
    kind = voice.say(f"phase.kind.{voice.position.phase.kind.value}")
    return voice.say(f"misreading.{misread.why.value}", word=shown, kind=kind)


def explain_refused(refused: Refused, voice: Voice, zone: str) -> str:
    """Why a command changed nothing; moments are told in this time zone."""
    said = voice.say(
        f"refusal.{refused.why.value}",
        place=voice.region(refused.province) if refused.province else "",
        place_at=voice.region(refused.province, "at") if refused.province else "",
        unit=voice.unit_at(refused.province) if refused.province else "",
        power=voice.power_in_words(refused.power) if refused.power else "",
        to_power=voice.to_power(refused.power) if refused.power else "",
        phase=voice.phase(refused.phase) if refused.phase else "",
        of_phase=voice.phase(refused.phase, "of") if refused.phase else "",
        for_phase=voice.phase(refused.phase, "for") if refused.phase else "",
        at=moment(refused.at, zone, voice.language) if refused.at else "",
        days=refused.days,
        year=refused.year,
    )
    return said[:1].upper() + said[1:]
