"""The acknowledgement: each line of a letter with its answer under it, then what is in force now."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from judge.game.commands import Person
from judge.game.refusals import Refused
from judge.game.settings import Settings
from judge.game.state import Game
from judge.notation.misread import Misread
from judge.notation.tables import load_notation
from judge.reports.agenda import agenda
from judge.reports.echo import Answered, Deed, Did, Ordered, PressTaken, Shown, Wrong
from judge.reports.layout import glue, marked, one_line, quoted
from judge.reports.moments import moment
from judge.reports.pages import fill
from judge.reports.sentences import explain_misread, explain_refused, explain_void
from judge.reports.tasks import example, force
from judge.reports.voice import Voice, voice_of
from judge.reports.words import Words, words
from judge.rules.board import Power
from judge.rules.boardfile import load_board
from judge.rules.setup import opening_position


@dataclass(frozen=True)
class Echo:
    """A player's line as it is quoted, what is said of it, and orders that would work instead."""

    quote: str
    says: tuple[str, ...]
    hints: tuple[str, ...] = ()
    text: str = ""


def write_acknowledgement(
    game: Game | None, reader: Person, answers: Sequence[Answered], subject: str, proof: str, now: datetime
) -> Words:
    """The answer to one letter.

    ``game`` is the game after the letter, None when it spoke of none; ``subject`` the letter's own; ``proof`` names
    what showed that the letter is its sender's: a key of the ``proof`` sentences, empty where none was needed.
    """
    voice = _voice(game, reader)
    problems = sum(_is_problem(answered) for answered in answers)
    position = game.open_position if game else None
    powers = game.powers_of(reader.address) if game and position else ()
    tone = _Tone(voice, reader.zone, example(powers, voice))
    text = fill(
        reader.language,
        "player.acknowledgement",
        subject=one_line(subject),
        received=moment(now, reader.zone, reader.language),
        problems=problems,
        is_answer=bool(answers) and all(isinstance(answered.answer, Shown) for answered in answers),
        echoes=[_echo(answered, tone) for answered in answers],
        forces=[force(power, game.orders_of(power), voice) for power in powers] if game else [],
        ahead=agenda(game, reader, game.deadline, powers, voice) if game and game.deadline else None,
        proof=voice.say(f"proof.{proof}") if proof else "",
    )
    return words(_subject(game, voice, problems), text)


def _voice(game: Game | None, reader: Person) -> Voice:
    """The voice that speaks of the game as it stands; before the start, of the board as it will stand."""
    if game and game.position:
        return voice_of(game, reader, game.position)
    board = game.board if game else load_board(Settings().board)
    return Voice(reader.language, load_notation(reader.notation), board, opening_position(board))


def _subject(game: Game | None, voice: Voice, problems: int) -> str:
    outcome = voice.count("subject.problems", problems) if problems else voice.say("subject.ok")
    if game is None or game.open_position is None:
        name = game.name if game else voice.say("words.judge")
        return voice.say("subject.no_phase", game=name, outcome=outcome)
    phase = voice.phase(voice.position.phase)
    return voice.say("subject.acknowledgement", game=game.name, phase=phase, outcome=outcome)


def _is_problem(answered: Answered) -> bool:
    match answered.answer:
        case Misread() | Wrong() | Refused() | Did(Deed.NOT_READ):
            return True
        case _:
            return False


@dataclass(frozen=True)
class _Tone:
    """How each line is answered: the voice, the reader's zone, an order that would work for them now."""

    voice: Voice
    zone: str
    example: str


def _echo(answered: Answered, tone: _Tone) -> Echo:
    line, answer, voice = answered.line, answered.answer, tone.voice
    match answer:
        case Ordered():
            return Echo(quoted(line), _ordered(answer, voice))
        case Misread():
            return _misread(answer, tone)
        case Wrong():
            return _wrong(line, answer, voice)
        case Refused():
            said = voice.say("line.not_allowed", why=explain_refused(answer, voice, tone.zone))
            return Echo(quoted(line), (said,))
        case Did(deed, what):
            return Echo(quoted(line), (voice.say(f"deed.{deed.value}", what=what),))
        case PressTaken(to, held):
            return Echo(quoted(line), (_press(to, held, voice),))
        case Shown(text):
            return Echo(quoted(line), (), text=text)
        case _:
            assert_never(answer)


def _ordered(ordered: Ordered, voice: Voice) -> tuple[str, ...]:
    order = ordered.order
    said = [voice.say("line.understood", order=voice.order(order), words=voice.words(order))]
    if ordered.replaced:
        said.append(voice.say("line.replaced"))
    if ordered.void:
        said.append(voice.say("line.warning", why=explain_void(ordered.void, order, voice)))
    return tuple(said)


def _misread(misread: Misread, tone: _Tone) -> Echo:
    voice = tone.voice
    said = [voice.say("line.not_understood", why=explain_misread(misread, voice))]
    if misread.meanings:
        orders = voice.listing(map(voice.order, misread.meanings), "words.or")
        said.append(voice.say("line.meanings", orders=orders))
    elif tone.example and not misread.hints:
        said.append(voice.say("line.looks_like", order=tone.example))
    quote = marked(misread.line, misread.start, misread.end)
    return Echo(quote, tuple(said), tuple(map(glue, misread.hints)))


def _wrong(line: str, wrong: Wrong, voice: Voice) -> Echo:
    kind = "unknown" if wrong.word else "missing"
    said = [voice.say("line.not_allowed", why=voice.say(f"{kind}.{wrong.what.value}", word=glue(wrong.word)))]
    if wrong.hints:
        said.append(voice.say("line.would_do", words=voice.listing(map(glue, wrong.hints), "words.or")))
    return Echo(marked(line, wrong.start, wrong.end) if wrong.end else quoted(line), tuple(said))


def _press(to: tuple[Power, ...], held: bool, voice: Voice) -> str:
    names = voice.listing(map(voice.power, to)) or voice.say("words.everyone")
    return voice.say("line.press_held" if held else "line.press_sent", to=names)
