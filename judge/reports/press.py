"""Press in words: the letter to its reader, the receipt for its writer, one's own press shown again."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from judge.game.people.messages import Person
from judge.game.press.circle import circle_of_news
from judge.game.press.messages import (
    DiaryWritten,
    PressHead,
    PressMutedNews,
    PressNews,
    PressSent,
    PressWriter,
    Recipients,
)
from judge.game.press.rules import Delivery
from judge.game.settings import Language, PressSignature
from judge.game.state import Game
from judge.languages import languages_read, words_of
from judge.reports.language import LetterText, capitalized, fill_template, letter_text, listing, moment_text, say
from judge.reports.layout import one_line, plain_spaces, verbatim
from judge.reports.names import phase_name, power_name, powers_listed
from judge.reports.phrasing import Phrasing
from judge.requests.vocabulary import form_of
from judge.rules.board import Board, Power
from judge.rules.position import Phase

_LONGEST_SUBJECT = 80


def write_press(game: Game, reader: Person, letter: PressNews) -> LetterText:
    """Return the letter to one reader: sender, recipients, text, a line to quote it by, how to answer it."""
    language = reader.language
    told, said = subject_and_text(letter.text)
    text = fill_template(
        language,
        "player.press",
        game=game.name,
        sender=sender_name(letter.writer, game.board, language),
        to=recipient_names(letter.to, game.board, language),
        text=said,
        held_since=moment_text(letter.at, reader.zone, language) if letter.kept else "",
        circle=_circle_without(game, letter, reader),
        writer=_writer_in_sentence(letter.writer, game.board, language),
        answer_to=_answer_to_writer_alone(game, letter, reader),
        reference=_press_reference(game, letter, reader),
    )
    head = letter.re if letter.re and not told else PressHead(letter.writer, letter.to, told)
    reply = "Re: " if head is letter.re else ""
    return letter_text(f"{reply}{_subject(game, head, language)}", text)


def complaint_text(game: Game, about: Power, text: str, letters: Sequence[PressNews], reader: Person) -> str:
    """Return what carries a complaint: the power as its subject, the text, the letters of that power to its writer."""
    language = reader.language
    subject = say(language, "complaint.subject", power=game.board.name_of(about, language))
    quoted = [f"{_press_reference(game, letter, reader)}\n{verbatim(letter.text, '| ')}" for letter in letters]
    head = [say(language, "complaint.letters")] if quoted else []
    return "\n\n".join([subject, text.strip("\n"), *head, *quoted])


def write_muted(game: Game, reader: Person, news: PressMutedNews) -> LetterText:
    """Return the letter on powers that the reader's press does not reach any more, or reaches again."""
    who = powers_listed(news.powers, game.board, reader.language)
    text = fill_template(reader.language, "player.muted", who=who, is_on=news.is_on)
    key = "subject.muted" if news.is_on else "subject.heard"
    return letter_text(say(reader.language, key, game=game.name, who=who), text)


def _subject(game: Game, head: PressHead, language: Language) -> str:
    by, to = _author(head.writer, game.board, language), recipients_in_sentence(head.to, game.board, language)
    subject = say(language, "subject.press", game=game.name, sender=capitalized(by), to=to)
    return say(language, "subject.about", subject=subject, about=head.subject) if head.subject else subject


def _circle_without(game: Game, letter: PressNews, reader: Person) -> str:
    """Return whom a plain reply reaches; empty where nothing is known of the letter by which a reply could be read."""
    circle = circle_of_news(letter)
    if not letter.number or not _may_reply(game, circle, reader):
        return ""
    named = _names_in_sentence(_without_reader(game, circle, reader) or circle, game.board, reader.language)
    if circle.unnamed and letter.re is None:
        named[-1] = say(reader.language, "words.to_its_writer")
    return listing(reader.language, named)


def _may_reply(game: Game, circle: Recipients, reader: Person) -> bool:
    """Return whether a reader may write to a circle: an observer perhaps to the master alone."""
    is_silent = reader.address in game.observers and not game.settings.press.observers_write
    return circle.are_the_master or not is_silent


def _without_reader(game: Game, circle: Recipients, reader: Person) -> Recipients | None:
    """Return a circle without what its reader is called in it; None where nobody is left."""
    if circle.are_everyone:
        return circle
    own = game.powers_of(reader.address)
    left = replace(
        circle,
        powers=tuple(power for power in circle.powers if power not in own),
        master=circle.master and reader.address != game.master,
    )
    return None if left.are_everyone else left


def _answer_to_writer_alone(game: Game, letter: PressNews, reader: Person) -> str:
    """Return the recipient to write behind PRESS for an answer to the writer; empty where a plain reply is just that.

    It is empty, too, where there is no such recipient.
    """
    reached = _without_reader(game, circle_of_news(letter), reader)
    is_plain = isinstance(letter.writer, PressWriter) or reached == Recipients((letter.writer,))
    return "" if letter.number and is_plain else _address_of(letter.writer, game.board, reader.language)


def subject_and_text(text: str) -> tuple[str, str]:
    """Return the subject that a writer has put into the first line, and the rest; an empty subject for none."""
    first, _, rest = text.partition("\n")
    found = _subject_line().fullmatch(first.strip())
    return (one_line(found[1], _LONGEST_SUBJECT), rest.strip("\n")) if found and rest.strip() else ("", text)


@cache
def _subject_line() -> re.Pattern[str]:
    """A line that gives a subject: ``Subject: Venice``, « Objet : Venise »."""
    words = (words_of(language, "commands")["labels"]["subject"] for language in languages_read())
    return re.compile(rf"(?:{'|'.join(map(re.escape, chain(*words)))})\s{{0,3}}:\s*(\S.*)", re.IGNORECASE)


def _press_reference(game: Game, letter: PressNews, reader: Person) -> str:
    """Return who wrote a letter when and to whom, in one line.

    For example ``rome, Spring 1901, Tuesday 6 January 2026 18:00, Italy to France``.
    """
    language, board = reader.language, game.board
    match letter.writer:
        case PressWriter():
            by = say(language, f"quoted.{letter.writer.value}")
        case power:
            by = power_name(power, board, language).of
    place, at = _place(game, letter.phase, language), moment_text(letter.at, reader.zone, language)
    return plain_spaces(
        say(language, "quoted.line", place=place, at=at, by=by, to=recipients_in_sentence(letter.to, board, language))
    )


def _place(game: Game, phase: Phase | None, language: Language) -> str:
    """Return the game, and the phase in which something was written."""
    named = [phase_name(phase, game.board.phase_names, language)] if phase else []
    return say(language, "words.comma").join([game.name, *named])


def _writer_in_sentence(writer: Power | PressWriter, board: Board, language: Language) -> str:
    """Return a writer as those are named whom something is sent to."""
    match writer:
        case PressWriter.UNSIGNED:
            return ""
        case PressWriter.MASTER:
            return say(language, "words.to_the_master")
        case PressWriter.OBSERVER:
            return say(language, "words.to_observers")
        case _:
            return power_name(writer, board, language).to


def sender_name(writer: Power | PressWriter, board: Board, language: Language) -> str:
    """Return the name that stands behind "From:"."""
    return (
        say(language, f"writer.{writer.value}") if isinstance(writer, PressWriter) else board.name_of(writer, language)
    )


def press_sender(game: Game, letter: PressNews, language: Language) -> str:
    """Return the name that a mail program shows a letter to be from: ``France (rome)``."""
    writer = letter.writer
    by = (
        _author(writer, game.board, language)
        if isinstance(writer, PressWriter)
        else game.board.name_of(writer, language)
    )
    return f"{by[:1].upper()}{by[1:]} ({game.name})"


def recipient_names(to: Recipients, board: Board, language: Language) -> str:
    """Return the names that stand behind "To:"."""
    named = [board.name_of(power, language) for power in to.powers]
    named += [say(language, "words.the_master")] if to.master else []
    named += [say(language, "words.observers")] if to.observers else []
    named += [say(language, f"unnamed.{to.unnamed.value}")] if to.unnamed else []
    return listing(language, named) or say(language, "words.everyone")


def _address_of(writer: Power | PressWriter, board: Board, language: Language) -> str:
    """Return the recipient to write behind PRESS for an answer; empty where the writer is not known."""
    match writer:
        case PressWriter.UNSIGNED:
            return ""
        case PressWriter.MASTER | PressWriter.OBSERVER:
            return say(language, f"press_to.{writer.value}")
        case _:
            return say(language, "press_to.power", to=power_name(writer, board, language).to).upper()


def _author(writer: Power | PressWriter, board: Board, language: Language) -> str:
    """Return a writer as the subject of a letter names them."""
    if isinstance(writer, PressWriter):
        return say(language, f"wrote.{writer.value}")
    return power_name(writer, board, language).name


def recipients_in_sentence(to: Recipients, board: Board, language: Language) -> str:
    """Return whom something is sent to, as a sentence names them."""
    return listing(language, _names_in_sentence(to, board, language))


def _names_in_sentence(to: Recipients, board: Board, language: Language) -> list[str]:
    """Return whom something is sent to, each as a sentence names them; an unnamed writer is the last."""
    named = [power_name(power, board, language).to for power in to.powers]
    named += [say(language, "words.to_the_master")] if to.master else []
    named += [say(language, "words.to_observers")] if to.observers else []
    named += [say(language, f"to_unnamed.{to.unnamed.value}")] if to.unnamed else []
    return named or [say(language, "words.to_everyone")]


# --- the receipt


def press_receipt(press: PressSent, reached: Delivery, phrasing: Phrasing, zone: str) -> tuple[str, ...]:
    """Return who gets a letter and when, and what it says of its writer and recipients where that is not true."""
    return tuple(_receipt(press, reached, phrasing, zone))


def _receipt(press: PressSent, reached: Delivery, phrasing: Phrasing, zone: str) -> Iterator[str]:
    language, board = phrasing.language, phrasing.board
    names = listing(language, _reached(reached, phrasing))
    if names:
        to = phrasing.say("line.press_everyone", names=names) if press.recipients.are_everyone else names
        phase = phrasing.phase(press.until, "of") if press.until else ""
        yield phrasing.say(_departure_key(press), to=to, of_phase=phase, at=_hour(press, zone, language))
    for power in reached.awaiting:
        yield phrasing.say("line.press_awaits", power=phrasing.power(power))
    if press.signature is PressSignature.GREY:
        yield phrasing.say("line.press_grey")
    if press.signed:
        yield phrasing.say("line.press_black", power=board.name_of(press.signed, language))
    if press.shown is not None:
        yield phrasing.say("line.press_shown", to=recipient_names(press.shown, board, language))


def default_signature_note(press: PressSent, phrasing: Phrasing) -> tuple[str, ...]:
    """Return under which of a playing master's two names a letter goes, and how to use the other name."""
    if press.signature is not PressSignature.WHITE:
        return ()
    if press.sender is None:
        return (phrasing.say("line.press_reply_as_master" if press.thread else "line.press_as_master"),)
    power = phrasing.board.name_of(press.sender, phrasing.language)
    return (phrasing.say("line.press_reply_as_power" if press.thread else "line.press_as_power", power=power),)


def _departure_key(press: PressSent) -> str:
    """Return the key of the sentence that says when a letter leaves."""
    if press.held:
        return "line.press_results" if press.until else "line.press_held"
    return "line.press_swept" if press.sweep else "line.press_sent"


def _hour(press: PressSent, zone: str, language: Language) -> str:
    return moment_text(press.sweep, zone, language) if press.sweep else ""


def _reached(reached: Delivery, phrasing: Phrasing) -> list[str]:
    named = [phrasing.to_power(power) for power in reached.powers]
    named += [phrasing.say("words.to_the_master")] if reached.master else []
    named += [phrasing.count("words.to_n_observers", reached.observers)] if reached.observers else []
    return named + ([phrasing.say(f"to_unnamed.{reached.unnamed.value}")] if reached.unnamed else [])


# --- what one may read again


@dataclass(frozen=True)
class ReceivedPress:
    """A letter that somebody has received."""

    letter: PressNews


@dataclass(frozen=True)
class SentPress:
    """A letter that somebody has written, with its true sender."""

    press: PressSent


@dataclass(frozen=True)
class DiaryNote:
    """A note that somebody has written into their diary."""

    note: DiaryWritten


PressItem = ReceivedPress | SentPress | DiaryNote


@dataclass(frozen=True)
class _PressEntry:
    head: str
    text: str


def write_press_history(game: Game, reader: Person, papers: Sequence[PressItem], *, more: str) -> str:
    """Return somebody's own letters and notes, oldest first; ``more`` is the day of the first that had no room."""
    shown = [_press_entry(game, paper, reader) for paper in papers]
    return fill_template(reader.language, "player.papers", game=game.name, papers=shown, more=more)


def _press_entry(game: Game, paper: PressItem, reader: Person) -> _PressEntry:
    language = reader.language
    match paper:
        case ReceivedPress(letter):
            return _PressEntry(_press_reference(game, letter, reader), letter.text)
        case SentPress(press):
            true = PressNews(
                press.sender or _own_role(press), press.recipients, press.text, press.held, press.at, press.phase
            )
            says = _pretences(press, game, language)
            return _PressEntry(f"{_press_reference(game, true, reader)}{f' ({says})' if says else ''}", press.text)
        case DiaryNote(note):
            kind, at = say(language, "words.note"), plain_spaces(moment_text(note.at, reader.zone, language))
            head = (_place(game, note.phase, language), at, kind)
            return _PressEntry(say(language, "words.comma").join(head), note.text)


def _own_role(press: PressSent) -> PressWriter:
    return PressWriter.OBSERVER if press.observer else PressWriter.MASTER


def _pretences(press: PressSent, game: Game, language: Language) -> str:
    """Return what a letter said of its writer and recipients that was not true."""
    told = [say(language, "papers.grey")] if press.signature is PressSignature.GREY else []
    told += [say(language, "papers.black", power=game.board.name_of(press.signed, language))] if press.signed else []
    if press.shown is not None:
        told.append(say(language, "papers.shown", to=recipient_names(press.shown, game.board, language)))
    return say(language, "words.comma").join(told)


def line_to_master(language: Language) -> str:
    """Return the line above words for the game master alone: ``PRESS TO MASTER``."""
    return f"{form_of('verbs', 'press', language)} {say(language, 'press_to.master')}"
