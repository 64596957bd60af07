"""The path of an issue of the gazette: from the alarm to a letter for each of its readers."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.settings import Address
from judge.handlers.outgoing import MailThread, OutgoingLetter, address_letters, letter_to_stranger
from judge.handlers.people import next_issue_at
from judge.handlers.services import Services
from judge.handlers.undelivered import GAZETTE_PREFIX
from judge.reports.games import write_gazette
from judge.store.records import GazetteIssue, GazetteReader, LetterStatus, Occasion, Transaction

_A_WEEK = timedelta(days=7)
"""The time that the first issue covers."""


def publish_issue(services: Services) -> Transaction:
    """Write the issue that is due to all its readers; without readers there is none until somebody subscribes.

    It tells what has happened since the last one. Its number is checked where it is written: none goes out twice.
    """
    last, readers = services.store.last_issue(), services.store.gazette_readers()
    now = services.clock.now()
    number, due = (last.number + 1, next_issue_at(services.config.gazette, now)) if readers else (0, None)
    since = last.at or now - _A_WEEK
    transaction = Transaction(
        letter=None,
        status=LetterStatus.DONE,
        outgoing=address_letters(services, [_letter_to_reader(services, reader, number, since) for reader in readers]),
        issue=GazetteIssue(number, now, due),
    )
    services.store.commit(transaction)
    return transaction


def _letter_to_reader(services: Services, reader: GazetteReader, number: int, since: datetime) -> OutgoingLetter:
    """The letter to one reader; its id is a function of the issue and the reader, so a copy is recognised."""
    games = services.store.summaries()
    closed = {game.name: services.phases(game.name) for game in games if game.last_closed and game.last_closed > since}
    zone = ZoneInfo(services.config.gazette.zone)
    first, last = since.astimezone(zone), services.clock.now().astimezone(zone)
    words = write_gazette(reader.language, number, first, last, closed, games)
    thread = MailThread(GAZETTE_PREFIX, (number, reader.number))
    letter = letter_to_stranger(services, Address(reader.address), words, thread, reader.language)
    return replace(letter, occasion=Occasion.NEWS)


def plan_next_issue(services: Services) -> None:
    """Set when the next issue is due by the present configuration; one whose hour has passed stays due."""
    now, last = services.clock.now(), services.store.last_issue()
    following = next_issue_at(services.config.gazette, now)
    is_due = last.alarm is not None and last.alarm <= now
    if not services.store.gazette_readers():
        following = None
    if last.alarm != following and not (is_due and following):
        services.store.postpone(None, following)
