"""The editor's desk by mail: the proof of the issue in work, corrections, texts for its places, the issue sent out."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any

from judge.game.settings import Address, Language
from judge.handlers.outgoing import MailThread, OutgoingLetter
from judge.handlers.sent_files import told_with_file
from judge.handlers.services import Services
from judge.handlers.session import LineContext, Session, handles
from judge.reports.language import LetterText, day_text, say
from judge.reports.layout import one_line
from judge.reports.line_answers import Done, Outcome, TextAnswer
from judge.requests.asked import CorrectProofRequest, PlaceTextRequest, ProofRequest, PublishRequest
from judge.requests.requests import MOST_LINES_OF_LETTER
from judge.store.records import Occasion, Publication, ZineIssue
from judge.system.files import AttachedFile
from judge.zine.desk import (
    IssueInWork,
    NotPlaced,
    corrected,
    issue_in_work,
    keep_printed,
    place_names,
    placed_text,
    proof_text,
    sent_text,
    why_text,
    with_text,
)
from judge.zine.forms import FinishedZine, UnwritableFormError, finished, write_form
from judge.zine.issue import IssueError, read_told

# --- an issue of the zine, to a letter for each of its subscribers


LARGEST_PDF = 4 * 1024 * 1024
"""Bytes of the file of an issue: in a letter it is a third larger, and most relays take ten megabytes."""

UNSUBSCRIBE = "UNSUBSCRIBE"
"""The line that ends a subscription, whatever the reader's language."""


class ZineNotPublishedError(Exception):
    """An issue that cannot go out, and nothing of it has; the message is one line for the editor."""


Editions = Mapping[Language, FinishedZine]
"""An issue by language, first that of readers for whom there is none."""


def letters_of_zine(services: Services, number: int, forms: Editions) -> Iterator[OutgoingLetter]:
    """Yield the issue as each reader wants it, the first of its forms where there is none in their language.

    ZineNotPublishedError where there is no form, or where a file is too large. A letter's id is a function of the issue
    and the reader, so a copy is recognised.
    """
    if not forms:
        message = f"issue {number} has no text in any language"
        raise ZineNotPublishedError(message)
    for language, form in forms.items():
        if form.pdf and len(form.pdf) > LARGEST_PDF:
            size = f"{len(form.pdf):,} bytes, and {LARGEST_PDF:,} are the most that goes by mail"
            message = f"the PDF of issue {number} ({language}) has {size}: leave out a picture, or publish without it"
            raise ZineNotPublishedError(message)
    for reader in services.store.subscribers(Publication.ZINE):
        language = reader.language if reader.language in forms else next(iter(forms))
        form = forms[language]
        yield OutgoingLetter(
            Address(reader.address),
            LetterText(form.subject, form.text),
            MailThread(Publication.ZINE.value, (number, reader.number)),
            services.config.judge.address,
            Occasion.NEWS,
            language,
            form=reader.form,
            files=_files(number, language, form) if reader.pdf else (),
            html=form.html,
            unsubscribe=UNSUBSCRIBE,
        )


def _files(number: int, language: Language, form: FinishedZine) -> tuple[AttachedFile, ...]:
    """The file of the issue; none where it has none."""
    return (AttachedFile(f"zine-{number}-{language}.pdf", "application/pdf", form.pdf),) if form.pdf else ()


# --- what its editor writes


_AtDesk = Callable[[Session, str, Any, LineContext, IssueInWork], Session]


def _at_the_desk(handle: _AtDesk) -> Callable[[Session, str, Any, LineContext], Session]:
    """The handler of a line that is the editor's alone, and about the issue in work; anybody else learns nothing."""

    @wraps(handle)
    def carry_out(session: Session, line: str, asked: Any, context: LineContext) -> Session:
        config, language = context.services.config, session.person.language
        if session.person.address != config.zine.editor.lower():
            return session.told(line, Done(Outcome.NOT_OF_EDITOR))
        try:
            work = issue_in_work(config.folders.zine)
            if work is None:
                told = say(language, "desk.no_issue", folder=config.folders.zine.name)
                return session.told(line, Done(Outcome.NOT_AT_THE_DESK, told))
            return handle(session, line, asked, context, work)
        except (IssueError, UnwritableFormError, ZineNotPublishedError, OSError) as error:
            told = say(language, "desk.fault", message=str(error).replace(f"{config.folders.zine}/", ""))
            return session.told(line, Done(Outcome.NOT_AT_THE_DESK, told))

    return carry_out


@handles()
@_at_the_desk
def handle_proof(session: Session, line: str, _: ProofRequest, context: LineContext, work: IssueInWork) -> Session:
    """The draft as text, each paragraph with its mark, and as PDF."""
    issue = work.issue
    names = place_names(work, context.services.config.folders.standing)
    told = proof_text(work, names, session.person.language)
    pdf = AttachedFile(f"proof-{issue.number}.pdf", "application/pdf", write_form(issue, "pdf"))
    return told_with_file(session, line, told, pdf, context)


_LONGEST_QUOTED = 68
"""Characters that are quoted of a paragraph that something else has taken the place of."""


@handles()
@_at_the_desk
def handle_correct_proof(
    session: Session, _: str, asked: CorrectProofRequest, context: LineContext, work: IssueInWork
) -> Session:
    """Each paragraph that is written under a mark, at its place; what cannot be placed comes back whole."""
    told = 0
    for mark, written in asked.remarks:
        line = f"[§{mark}]\n{written}"
        if told >= MOST_LINES_OF_LETTER:
            session = session.told(line, Done(Outcome.TOO_MANY_LINES, str(MOST_LINES_OF_LETTER)))
            continue
        done = corrected(work, mark, written, context.now)
        if isinstance(done, NotPlaced):
            session = session.told(line, _not_placed(done, session, work, context))
        else:
            work, placed = done
            if placed.how == "as_it_was" and not placed.passages:
                continue
            session = session.told(
                one_line(f"[§{mark}] {placed.old}", _LONGEST_QUOTED),
                TextAnswer(placed_text(placed, session.person.language)),
            )
        told += 1
    return session


@handles()
@_at_the_desk
def handle_place_text(
    session: Session, line: str, asked: PlaceTextRequest, context: LineContext, work: IssueInWork
) -> Session:
    """A text at a place of the issue in work, or of every issue; one that cannot be placed comes back whole."""
    standing = context.services.config.folders.standing
    done = with_text(work, standing, asked.place, asked.tongue, asked.text, context.now)
    if isinstance(done, NotPlaced):
        return session.told(line, _not_placed(done, session, work, context))
    return session.told(line.partition("\n")[0], TextAnswer(placed_text(done, session.person.language)))


@handles()
@_at_the_desk
def handle_publish(session: Session, line: str, _: PublishRequest, context: LineContext, work: IssueInWork) -> Session:
    """The issue to each of its subscribers, once; it is told how many get it in which language."""
    services, language, number = context.services, session.person.language, work.issue.number
    last = session.issue or services.store.last_zine_issue()
    if last and number <= last.number:
        told = say(language, "desk.out_already", number=last.number, day=day_text(last.at.date(), language))
        return session.told(line, Done(Outcome.NOT_AT_THE_DESK, told))
    forms, drafted = finished(work.issue), read_told(work.folder)
    letters = tuple(letters_of_zine(services, number, forms))
    keep_printed(work.folder, number, forms)
    issue = ZineIssue(number, context.now, drafted.drafted or context.now, drafted.games)
    session = replace(session, sent=(*session.sent, *letters), issue=issue)
    sent = sent_text(number, Counter(one.language for one in letters), language)
    return session.told(line, Done(Outcome.ISSUE_PUBLISHED, sent))


def _not_placed(why: NotPlaced, session: Session, work: IssueInWork, context: LineContext) -> Done:
    names = place_names(work, context.services.config.folders.standing)
    return Done(Outcome.TEXT_NOT_PLACED, why_text(why, names, session.person.language))
