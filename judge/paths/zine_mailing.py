"""The path of an issue of the zine: from the editor's finished forms to a letter for each of its subscribers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from judge.config import Config
from judge.game.settings import Address, GameName, Language
from judge.handlers.outgoing import MailThread, OutgoingLetter, Outsider, address_letters
from judge.handlers.services import Services
from judge.reports.templates import LetterText
from judge.rules.position import Phase
from judge.store.overview import open_read_only
from judge.store.records import LetterStatus, Occasion, Publication, Subscriber, Transaction, ZineIssue
from judge.store.store import Store
from judge.system.attached_file import AttachedFile
from judge.system.clock import Clock, SystemClock

LARGEST_PDF = 4 * 1024 * 1024
"""Bytes of the file of an issue: in a letter it is a third larger, and most relays take ten megabytes."""

UNSUBSCRIBE = "UNSUBSCRIBE"
"""The line that ends a subscription, whatever the reader's language."""


class ZineNotPublishedError(Exception):
    """An issue that cannot go out, and nothing of it has; the message is one line for the editor."""


@dataclass(frozen=True)
class FinishedZine:
    """An issue in one language: the subject of its letter, a text of 72 columns, the same as an HTML page.

    ``pdf`` is the file for those who want one, None where there is none.
    """

    subject: str
    text: str
    html: str
    pdf: bytes | None = None


@contextmanager
def services_beside(config: Config, clock: Clock | None = None) -> Iterator[Services]:
    """The services of a judge on its own database, whether it runs or not; a running one goes on meanwhile.

    FileNotFoundError without a database, OlderSchemaError, NewerJudgeError, sqlite3.Error of a bad one: nothing is made
    or migrated under a judge that may be running.
    """
    path, by = config.folders.data / "judge.db", clock or SystemClock()
    with open_read_only(path):
        pass  # it has the tables of this judge, or an error is raised
    store = Store(path, by.now)
    try:
        yield Services(config, store, by)
    finally:
        store.close()


def publish_zine(
    services: Services,
    number: int,
    forms: Mapping[Language, FinishedZine],
    drafted: datetime,
    games: Mapping[GameName, Phase],
) -> int:
    """Write the issue to all its subscribers, and note it, in one transaction; how many letters there are.

    ``forms`` has it by language, the first being that of readers of a language that is missing. ``drafted`` (UTC) is
    the moment up to which the draft looked, ``games`` the last phase that is told of each game. ZineNotPublishedError
    where the number is not above that of the last issue, where there is no form, or where a file is too large.

    It may run beside a running judge: whatever is in the outbox is sent by that at its next sweep, or after its start.
    """
    if not forms:
        message = f"issue {number} has no text in any language"
        raise ZineNotPublishedError(message)
    for language, form in forms.items():
        if form.pdf and len(form.pdf) > LARGEST_PDF:
            size = f"{len(form.pdf):,} bytes, and {LARGEST_PDF:,} are the most that goes by mail"
            message = f"the PDF of issue {number} ({language}) has {size}: leave out a picture, or publish without it"
            raise ZineNotPublishedError(message)
    readers = services.store.subscribers(Publication.ZINE)
    letters = address_letters(services, (_letter_to(services, reader, number, forms) for reader in readers))
    issue = ZineIssue(number, services.clock.now(), drafted, games)
    if not services.store.commit(Transaction(None, LetterStatus.DONE, outgoing=letters, issue=issue)):
        last = services.store.last_zine_issue()
        message = f"issue {number} cannot go out: the last one was {last.number if last else 0}; nothing was sent"
        raise ZineNotPublishedError(message)
    return len(letters)


def _letter_to(
    services: Services, reader: Subscriber, number: int, forms: Mapping[Language, FinishedZine]
) -> OutgoingLetter:
    """The issue as one reader wants it; its id is a function of the issue and the reader, so a copy is recognised."""
    language = reader.language if reader.language in forms else next(iter(forms))
    form = forms[language]
    to = Outsider(Address(reader.address), language, reader.form)
    return OutgoingLetter(
        to.address,
        LetterText(form.subject, form.text),
        MailThread(Publication.ZINE.value, (number, reader.number)),
        services.config.judge.address,
        Occasion.NEWS,
        to.language,
        form=to.form,
        files=_files(number, language, form) if reader.pdf else (),
        html=form.html,
        unsubscribe=UNSUBSCRIBE,
    )


def _files(number: int, language: Language, form: FinishedZine) -> tuple[AttachedFile, ...]:
    """The file of the issue; none where it has none."""
    return (AttachedFile(f"zine-{number}-{language}.pdf", "application/pdf", form.pdf),) if form.pdf else ()
