"""Press in words: the letter as its reader gets it, the receipt of its writer, all that one may read again."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.game.person import Person
from judge.game.press.messages import DiaryWritten, Press, PressSent, Recipients, Writer
from judge.game.press.post import Delivery
from judge.game.press.rules import Signature
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.language import listing, moment, say
from judge.reports.layout import one_line, unglue
from judge.reports.names import phase_name, power_name
from judge.reports.pages import Words, fill, words
from judge.reports.voice import Voice
from judge.rules.board import Board, Power
from judge.rules.position import Phase

_SUBJECT = re.compile(r"(?:subject|subj|objet|sujet)\s{0,3}:\s*(\S.*)", re.IGNORECASE)
_LONGEST_SUBJECT = 80


def write_press(game: Game, reader: Person, letter: Press) -> Words:
    """The letter to one reader: from whom, to whom, what; a line to quote it by; how to answer it."""
    language = reader.language
    told, said = subject_and_text(letter.text)
    text = fill(
        language,
        "player.press",
        game=game.name,
        sender=written_by(letter.writer, game.board, language),
        to=written_to(letter.to, game.board, language),
        text=said,
        held_since=moment(letter.at, reader.zone, language) if letter.kept else "",
        is_master=letter.writer is Writer.MASTER,
        answer_to=_address_of(letter.writer, game.board, language),
        reference=reference(game, letter, reader),
    )
    by, to = _author(letter.writer, game.board, language), _to(letter.to, game.board, language)
    subject = say(language, "subject.press", game=game.name, sender=by[:1].upper() + by[1:], to=to)
    return words(f"{subject}: {told}" if told else subject, text)


def subject_and_text(text: str) -> tuple[str, str]:
    """The subject that a writer has put into a first line of its own, and the rest; empty where there is none."""
    first, _, rest = text.partition("\n")
    found = _SUBJECT.fullmatch(first.strip())
    return (one_line(found[1], _LONGEST_SUBJECT), rest.strip("\n")) if found and rest.strip() else ("", text)


def reference(game: Game, letter: Press, reader: Person) -> str:
    """Who wrote it when, to whom, in one line: ``rome, Spring 1901, Tuesday 6 January 2026 18:00, Italy to France``."""
    language, board = reader.language, game.board
    match letter.writer:
        case Writer():
            by = say(language, f"quoted.{letter.writer.value}")
        case power:
            by = power_name(power, board, language).of
    place, at = _place(game, letter.phase, language), moment(letter.at, reader.zone, language)
    return unglue(say(language, "quoted.line", place=place, at=at, by=by, to=_to(letter.to, board, language)))


def _place(game: Game, phase: Phase | None, language: Language) -> str:
    """The game, and the phase in which something was written there."""
    named = [phase_name(phase, game.board.calendar, language)] if phase else []
    return say(language, "words.comma").join([game.name, *named])


def written_by(writer: Power | Writer, board: Board, language: Language) -> str:
    """What stands behind "From:"."""
    return say(language, f"writer.{writer.value}") if isinstance(writer, Writer) else board.powers[writer][language]


def written_to(to: Recipients, board: Board, language: Language) -> str:
    """What stands behind "To:"."""
    named = [board.powers[power][language] for power in to.powers]
    named += [say(language, "words.the_master")] if to.master else []
    named += [say(language, "words.observers")] if to.observers else []
    return listing(language, named) or say(language, "words.everyone")


def _address_of(writer: Power | Writer, board: Board, language: Language) -> str:
    """What to write behind PRESS for an answer; empty where nobody knows to whom."""
    match writer:
        case Writer.UNSIGNED:
            return ""
        case Writer.MASTER | Writer.OBSERVER:
            return say(language, f"press_to.{writer.value}")
        case _:
            return say(language, "press_to.power", to=power_name(writer, board, language).to).upper()


def _author(writer: Power | Writer, board: Board, language: Language) -> str:
    """A writer as the subject of a letter has it."""
    if isinstance(writer, Writer):
        return say(language, f"wrote.{writer.value}")
    return power_name(writer, board, language).name


def _to(to: Recipients, board: Board, language: Language) -> str:
    named = [power_name(power, board, language).to for power in to.powers]
    named += [say(language, "words.to_the_master")] if to.master else []
    named += [say(language, "words.to_observers")] if to.observers else []
    return listing(language, named) or say(language, "words.to_everyone")


# --- the receipt


def receipt(press: PressSent, reached: Delivery, voice: Voice, zone: str) -> tuple[str, ...]:
    """Who gets it, when; what it says of its writer and its recipients, where that is not the plain truth."""
    return tuple(_receipt(press, reached, voice, zone))


def _receipt(press: PressSent, reached: Delivery, voice: Voice, zone: str) -> Iterator[str]:
    language, board = voice.language, voice.board
    names = listing(language, _reached(reached, voice))
    if names:
        to = voice.say("line.press_everyone", names=names) if press.recipients.are_everyone else names
        phase = voice.phase(press.until, "of") if press.until else ""
        yield voice.say(_goes(press), to=to, of_phase=phase, at=_hour(press, zone, language))
    for power in reached.awaiting:
        yield voice.say("line.press_awaits", power=voice.power(power))
    if press.signature is Signature.GREY:
        yield voice.say("line.press_grey")
    if press.signed:
        yield voice.say("line.press_black", power=board.powers[press.signed][language])
    if press.shown is not None:
        yield voice.say("line.press_shown", to=written_to(press.shown, board, language))


def signed_by_habit(press: PressSent, voice: Voice) -> tuple[str, ...]:
    """Which of a playing master's two names stands under a letter that did not say, and what puts the other there."""
    if press.signature is not Signature.WHITE:
        return ()
    if press.sender is None:
        return (voice.say("line.press_as_master"),)
    return (voice.say("line.press_as_power", power=voice.board.powers[press.sender][voice.language]),)


def _goes(press: PressSent) -> str:
    """The name of the sentence that says when it leaves."""
    if press.held:
        return "line.press_results" if press.until else "line.press_held"
    return "line.press_swept" if press.sweep else "line.press_sent"


def _hour(press: PressSent, zone: str, language: Language) -> str:
    return moment(press.sweep, zone, language) if press.sweep else ""


def _reached(reached: Delivery, voice: Voice) -> list[str]:
    named = [voice.to_power(power) for power in reached.powers]
    named += [voice.say("words.to_the_master")] if reached.master else []
    return named + ([voice.count("words.to_n_observers", reached.observers)] if reached.observers else [])


# --- what one may read again


@dataclass(frozen=True)
class Received:
    """A letter that somebody has received."""

    letter: Press


@dataclass(frozen=True)
class Sent:
    """A letter that somebody has written, as it was."""

    press: PressSent


@dataclass(frozen=True)
class Noted:
    """What somebody has noted for themselves."""

    note: DiaryWritten


Paper = Received | Sent | Noted


@dataclass(frozen=True)
class _Shown:
    head: str
    text: str


def write_papers(game: Game, reader: Person, papers: Sequence[Paper], *, more: str) -> str:
    """Somebody's own letters and notes, oldest first; ``more`` is the day of the first that found no room."""
    shown = [_shown(game, paper, reader) for paper in papers]
    return fill(reader.language, "player.papers", game=game.name, papers=shown, more=more)


def _shown(game: Game, paper: Paper, reader: Person) -> _Shown:
    language = reader.language
    match paper:
        case Received(letter):
            return _Shown(reference(game, letter, reader), letter.text)
        case Sent(press):
            true = Press(press.sender or _own(press), press.recipients, press.text, press.held, press.at, press.phase)
            says = _says(press, game, language)
            return _Shown(f"{reference(game, true, reader)}{f' ({says})' if says else ''}", press.text)
        case Noted(note):
            kind, at = say(language, "words.note"), unglue(moment(note.at, reader.zone, language))
            head = (_place(game, note.phase, language), at, kind)
            return _Shown(say(language, "words.comma").join(head), note.text)


def _own(press: PressSent) -> Writer:
    return Writer.OBSERVER if press.observer else Writer.MASTER


def _says(press: PressSent, game: Game, language: Language) -> str:
    """What a letter pretended."""
    told = [say(language, "papers.grey")] if press.signature is Signature.GREY else []
    told += [say(language, "papers.black", power=game.board.powers[press.signed][language])] if press.signed else []
    if press.shown is not None:
        told.append(say(language, "papers.shown", to=written_to(press.shown, game.board, language)))
    return say(language, "words.comma").join(told)
