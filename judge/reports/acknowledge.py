"""The acknowledgement: each line of a letter with its answer under it, then what is in force now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from judge.game.orders.standing import standing_of
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Settings
from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.notation.misread import Misread, Misreading
from judge.notation.tables import load_notation
from judge.reports.deadlines import agenda
from judge.reports.echo import (
    Answered,
    Barred,
    Did,
    Fault,
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
    tell_opened,
)
from judge.reports.help import more_about
from judge.reports.language import moment
from judge.reports.layout import glue, marked, marked_all, one_line, quoted
from judge.reports.orders import force, kept_for_later, standing_wishes
from judge.reports.outcome import is_in_vain, is_problem, is_supposed, outcome
from judge.reports.pages import Words, fill, words
from judge.reports.press import receipt, signed_by_habit
from judge.reports.scouts import for_later, scouts, tell_errand
from judge.reports.sentences import explain_misread, explain_refused
from judge.reports.tasks import allowed, example
from judge.reports.voice import Voice, voice_of
from judge.reports.void import explain_void
from judge.reports.votes import own_votes
from judge.rules.board import Power
from judge.rules.boardfile import load_board
from judge.rules.orders import province_of
from judge.rules.setup import opening_position


@dataclass(frozen=True)
class Echo:
    """A player's line as it is quoted, what is said of it, and orders that would work instead behind their ``lead``."""

    quote: str
    says: tuple[str, ...]
    hints: tuple[str, ...] = ()
    lead: str = ""
    text: str = ""


def write_acknowledgement(
    game: Game | None, reader: Person, answers: Sequence[Answered], subject: str, proof: str, arrived: datetime
) -> Words:
    """The answer to one letter.

    ``game`` is the game after the letter, None when it spoke of none; ``subject`` the letter's own, ``arrived`` when
    it came; ``proof`` names what showed that it is its sender's: a key of the ``proof`` sentences, empty for none.
    """
    voice = _voice(game, reader)
    warned = {one.answer.void.order for one in answers if isinstance(one.answer, Ordered) and one.answer.void}
    position = game.open_position if game else None
    kind = position.phase.kind if position else None
    powers = game.powers_of(reader.address) if game and position else ()
    tone = Tone(voice, reader.zone, example(powers, voice), keeps=bool(game and game.settings.advance))
    text = fill(
        reader.language,
        "player.acknowledgement",
        subject=one_line(subject),
        received=moment(arrived, reader.zone, reader.language),
        problems=sum(map(is_problem, answers)),
        in_vain=any(map(is_in_vain, answers)),
        is_answer=bool(answers) and all(isinstance(answered.answer, Shown | Supposed) for answered in answers),
        echoes=list(_echoes(answers, tone)),
        more=voice.listing((topic.asked(reader.language) for topic in more_about(answers, kind)), "words.or"),
        forces=[force(game, power, voice, warned) for power in powers] if game else [],
        scouts=[found for power in powers if game and (found := scouts(game, power, voice))],
        ahead=agenda(game, reader, game.deadline, powers, voice) if game and game.deadline else None,
        kept=kept_for_later(game, powers, voice) if game else (),
        wishes=standing_wishes(game, powers, voice) if game else (),
        votes=own_votes(game, powers, reader.language) if game else None,
        proof=voice.say(f"proof.{proof}") if proof else "",
        muster=_muster(game, reader),
    )
    return words(_subject(game, powers, voice, answers), text)


def _echoes(answers: Sequence[Answered], tone: "Tone") -> Iterator[Echo]:
    """Each line with what is said of it; one that gave several orders is quoted once."""
    waiting: Echo | None = None
    before: Answered | None = None
    for answered in answers:
        one = echo(answered, tone)
        if waiting and before and not waiting.hints and _gave_both(before, answered):
            waiting = replace(one, says=(*waiting.says, *one.says))
        else:
            yield from [waiting] if waiting else []
            waiting = one
        before = answered
    yield from [waiting] if waiting else []


def _gave_both(one: Answered, other: Answered) -> bool:
    """Whether one line gave two orders, to two units; the same line written twice speaks to one."""
    match one.answer, other.answer:
        case Ordered(order=first), Ordered(order=second):
            return one.line == other.line and province_of(first) != province_of(second)
        case _:
            return False


def _muster(game: Game | None, reader: Person) -> str:
    """Until when the reader may still answer that they are there; empty where nobody waits for that."""
    if game is None or game.muster is None or reader.address not in game.muster.waited_for:
        return ""
    return moment(game.muster.until, reader.zone, reader.language)


def _voice(game: Game | None, reader: Person) -> Voice:
    """The voice that speaks of the game as it stands; before the start, of the board as it will stand."""
    if game and game.position:
        return voice_of(game, reader, game.position)
    board = game.board if game else load_board(Settings().board)
    return Voice(reader.language, load_notation(reader.notation), board, opening_position(board))


def _subject(game: Game | None, powers: Sequence[Power], voice: Voice, answers: Sequence[Answered]) -> str:
    """The outcome in a line; a letter that only supposed orders never looks as if it had given any."""
    name = game.name if game else voice.say("words.judge")
    if game is None or game.open_position is None:
        return voice.say("subject.no_phase", game=name, outcome=outcome(answers, (), voice))
    if is_supposed(answers):
        refused = sum(map(is_problem, answers))
        said = voice.count("subject.refused", refused) if refused else voice.say("subject.answered")
        return voice.say("subject.what_if", game=name, outcome=said)
    standings = [standing_of(game, power) for power in powers]
    phase = voice.phase(voice.position.phase)
    said = outcome(answers, standings, voice)
    return voice.say("subject.acknowledgement", game=name, phase=phase[:1].upper() + phase[1:], outcome=said)


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
    return Tone(_voice(None, reader), reader.zone, "")


def echo(answered: Answered, tone: Tone) -> Echo:
    """A line as it is quoted, with what is said of it."""
    line, answer, voice = answered.line, answered.answer, tone.voice
    match answer:
        case Ordered():
            return _ordered(line, answer, voice)
        case SentOut():
            instead = tuple(map(write_errand, answer.instead))
            return Echo(quoted(line), tuple(tell_errand(answer, voice)), instead, voice.say("line.would_work"))
        case Misread():
            return _misread(answer, tone)
        case Wrong():
            return _wrong(line, answer, voice)
        case Refused():
            said = voice.say("line.not_allowed", why=explain_refused(answer, voice, tone.zone))
            later = tone.keeps and answer.why is Refusal.NO_ERRANDS_NOW
            return Echo(quoted(line), (said, for_later(voice)) if later else (said,))
        case Did(deed, what):
            return Echo(quoted(line), (voice.say(f"deed.{deed.value}", what=what),))
        case PressTaken(press, reached, was_masked, by_habit):
            left_out = (voice.say("line.press_masked"),) if was_masked else ()
            signed = signed_by_habit(press, voice) if by_habit else ()
            return Echo(quoted(line), (*receipt(press, reached, voice, tone.zone), *signed, *left_out))
        case Kept(phase, seen):
            kept = voice.say("line.kept", phase=voice.phase(phase, "for"))
            return Echo(quoted(line), (kept, voice.say("line.kept_seen")) if seen else (kept,))
        case Unkept():
            return _unkept(line, answer, tone)
        case Shown(text):
            return Echo(quoted(line), (), text=text)
        case Unamendable(why, start, end):
            said = voice.say("line.not_allowed", why=voice.say(f"uncorrectable.{why.value}"))
            return Echo(marked(line, start, end), (said,))
        case Barred(start=start, end=end):
            reason, *free = fault_told(answer, voice, tone.zone)
            return Echo(marked(line, start, end), (voice.say("line.not_allowed", why=reason), *free))
        case Faulty(faults):
            told = [" ".join(fault_told(fault, voice, tone.zone)) for fault in faults]
            places = [(fault.start, fault.end) for fault in faults if not isinstance(fault, Refused)]
            return Echo(marked_all(line, places), (voice.count("line.faults", len(faults)), *told))
        case Opened():
            return Echo(quoted(line), tuple(tell_opened(answer, voice)))
        case Supposed(sentence, report):
            return Echo(quoted(line), (sentence,) if sentence else (), text=report)
        case _:
            assert_never(answer)


def _unkept(line: str, unkept: Unkept, tone: Tone) -> Echo:
    """Said as if that phase were open, though nobody knows what will stand where."""
    voice = replace(tone.voice, position=replace(tone.voice.position, phase=unkept.phase))
    match unkept.why:
        case Misread() as misread:
            told = _misread(misread, replace(tone, voice=voice, example=""))
        case Wrong() as wrong:
            told = _wrong(line, wrong, voice)
    return replace(told, says=(*told.says, voice.say("line.block_unkept"))) if unkept.whole else told


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


def fault_told(fault: Fault, voice: Voice, zone: str) -> tuple[str, ...]:
    """Why a command could not be done, then what could stand in the place at fault."""
    if isinstance(fault, Refused):
        return (explain_refused(fault, voice, zone),)
    if isinstance(fault, Barred):
        why = explain_refused(fault.why, voice, zone)
    else:
        why = voice.say(f"{'unknown' if fault.word else 'missing'}.{fault.what.value}", word=glue(fault.word))
        why = f"{why} {voice.say(f'bounds.{fault.bounds}')}" if fault.bounds else why
    if not fault.hints:
        return (why,)
    return why, voice.say("line.would_do", words=voice.listing(map(glue, fault.hints), "words.or"))


def _wrong(line: str, wrong: Wrong, voice: Voice) -> Echo:
    why, *free = fault_told(wrong, voice, "")
    said = (voice.say("line.not_allowed", why=why), *free)
    return Echo(marked(line, wrong.start, wrong.end) if wrong.end else quoted(line), said)
