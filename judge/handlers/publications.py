"""What the judge publishes: subscriptions begun and ended, letters to the editor of the zine kept and taken back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.config import WEEKDAYS, GazetteConfig
from judge.game.settings import Address
from judge.handlers.press import stray_line_in
from judge.handlers.services import Services
from judge.handlers.session import LineContext, Session
from judge.mail.identity import redact_addresses
from judge.reports.language import moment_text
from judge.reports.line_answers import Done
from judge.reports.outcomes import Outcome
from judge.reports.publications import letters_taken_back_text, zine_form_text
from judge.requests.publications import LetterToEditorRequest, SubscriptionRequest, WithdrawLettersRequest
from judge.requests.requests import Line
from judge.store.publications import NewEditorLetter, Publication, Subscription, WithdrawnEditorLetters

_WEEK = 7


def next_issue_at(gazette: GazetteConfig, after: datetime) -> datetime | None:
    """Return the first hour of the gazette after a moment (UTC), None where there is no gazette.

    The hour is that of the clocks in its zone.
    """
    if gazette.weekday == "never":
        return None
    zone = ZoneInfo(gazette.zone)
    today = after.astimezone(zone).date()
    day = today + timedelta(days=(WEEKDAYS.index(gazette.weekday) - today.weekday()) % _WEEK)
    hours = (datetime.combine(day + timedelta(days=days), time(gazette.hour), zone) for days in (0, _WEEK))
    return next(at for hour in hours if (at := hour.astimezone(UTC)) > after)


def handle_subscription(session: Session, line: str, wanted: SubscriptionRequest, context: LineContext) -> Session:
    """Begin or end the writer's subscription; it belongs to no game."""
    publication, person = Publication(wanted.publication), session.person
    is_gazette = publication is Publication.GAZETTE
    issue = next_issue_at(context.services.config.gazette, context.now) if is_gazette else None
    if not wanted.is_on:
        ended = Outcome.GAZETTE_UNSUBSCRIBED if is_gazette else Outcome.ZINE_UNSUBSCRIBED
        return _with(session.told(line, Done(ended)), Subscription(publication, person.address, is_on=False))
    if is_gazette and issue is None:
        return session.told(line, Done(Outcome.NO_GAZETTE))
    begun = (
        Done(Outcome.GAZETTE_SUBSCRIBED, moment_text(issue, person.zone, person.language))
        if issue
        else Done(Outcome.ZINE_SUBSCRIBED, zine_form_text(person.language, pdf=wanted.pdf))
    )
    wish = Subscription(publication, person.address, True, person.language, issue, person.form, wanted.pdf)
    return _with(session.told(line, begun), wish)


def ends_nothing(services: Services, writer: Address, lines: Sequence[Line]) -> bool:
    """Return whether a letter only ends subscriptions, and its writer has none: there is nothing to confirm."""
    requests = [line.request for line in lines]
    ends = all(isinstance(one, SubscriptionRequest) and not one.is_on for one in requests)
    return ends and not services.store.is_subscriber(writer)


def _with(session: Session, wish: Subscription) -> Session:
    return replace(session, subscriptions=(*session.subscriptions, wish))


# --- letters to the editor


LONGEST_LETTER = 3000
"""Characters of a letter to the editor: a page of a zine."""

MOST_LETTERS = 3
"""Letters of one person that wait for the next issue."""

_WAITS = timedelta(days=60)
"""A letter that no issue has printed for so long keeps nobody from writing another one."""


def handle_letter_to_editor(
    session: Session, line: str, letter: LetterToEditorRequest, context: LineContext
) -> Session:
    """Keep a letter for the editor, or say why it is not kept.

    No more of its writer is kept than their signature; secrets in addresses of the judge are left out.
    """
    person = session.person
    if not letter.text.strip():
        return session.told(line, Done(Outcome.NO_LETTER_TO_EDITOR))
    if len(letter.text) > LONGEST_LETTER:
        return session.told(line, Done(Outcome.LETTER_TO_EDITOR_TOO_LONG, str(LONGEST_LETTER)))
    asked = stray_line_in(session, line, letter, context)
    if asked:
        return session.told(line, asked)
    long_ago = context.now - _WAITS
    if _count_waiting(session, context, max(_last_draft(context) or long_ago, long_ago)) >= MOST_LETTERS:
        return session.told(line, Done(Outcome.TOO_MANY_LETTERS_TO_EDITOR, str(MOST_LETTERS)))
    text, signature = (
        redact_addresses(words, context.own_address, person.token) for words in (letter.text, letter.signature)
    )
    kept = NewEditorLetter(person.address, context.now, person.language, signature, text)
    outcome = Outcome.LETTER_TO_EDITOR_SIGNED if signature else Outcome.LETTER_TO_EDITOR_UNSIGNED
    return replace(session.told(line, Done(outcome, signature)), to_editor=(*session.to_editor, kept))


def handle_withdraw_letters(session: Session, line: str, _: WithdrawLettersRequest, context: LineContext) -> Session:
    """Take back the writer's letters that no draft of an issue has seen yet."""
    person, drafted = session.person, _last_draft(context)
    waiting = _count_waiting(session, context, drafted)
    if not waiting:
        return session.told(line, Done(Outcome.NO_LETTER_WAITS))
    done = Done(Outcome.LETTERS_TO_EDITOR_WITHDRAWN, letters_taken_back_text(waiting, person.language))
    withdrawn = WithdrawnEditorLetters(person.address, drafted)
    return replace(session.told(line, done), to_editor=(*session.to_editor, withdrawn))


def _count_waiting(session: Session, context: LineContext, since: datetime | None) -> int:
    """Return how many letters of the writer have come after a moment, those of this very letter too."""
    waiting = context.services.store.count_letters_to_editor(session.person.address, since)
    for one in session.to_editor:
        waiting = waiting + 1 if isinstance(one, NewEditorLetter) else 0
    return waiting


def _last_draft(context: LineContext) -> datetime | None:
    issue = context.services.store.last_zine_issue()
    return issue.drafted if issue else None
