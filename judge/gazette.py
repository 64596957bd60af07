"""The path of an issue of the gazette: from the alarm to a letter for each of its readers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.listing import Need, Stage
from judge.game.settings import Address, Language
from judge.handlers.outgoing import MailThread, OutgoingLetter, Outsider, address_letters, letter_to_outsider
from judge.handlers.publications import next_issue_at
from judge.handlers.services import MOST_LISTED, MOST_NAMED, Services
from judge.reports.games import GazetteGames, write_gazette
from judge.reports.templates import LetterText
from judge.store.publications import GazetteIssue, Publication, Subscriber
from judge.store.records import LetterStatus, Occasion, Transaction

_A_WEEK = timedelta(days=7)
"""The time that the first issue covers."""


def publish_issue(services: Services) -> Transaction:
    """Write the issue that is due to all its readers; without readers there is none until somebody subscribes.

    It tells what has happened since the last one. Its number is checked where it is written: none goes out twice.
    """
    last, readers = services.store.last_issue(), services.store.subscribers(Publication.GAZETTE)
    now = services.clock.now()
    number, due = (last.number + 1, next_issue_at(services.config.gazette, now)) if readers else (0, None)
    since = last.at or now - _A_WEEK
    words = _words_by_language(services, readers, number, since)
    letters = [_letter_to_reader(services, reader, number, words[reader.language]) for reader in readers]
    transaction = Transaction(
        letter=None,
        status=LetterStatus.DONE,
        outgoing=address_letters(services, letters),
        issue=GazetteIssue(number, now, due),
    )
    services.store.commit(transaction)
    return transaction


def _words_by_language(
    services: Services, readers: Sequence[Subscriber], number: int, since: datetime
) -> Mapping[Language, LetterText]:
    """The issue in each language that a reader has; of each game only what has been closed since then is read."""
    languages = dict.fromkeys(reader.language for reader in readers)
    if not languages:
        return {}
    games = _games_told(services, since)
    closed = {game.name: services.phases(game.name, since) for game in games.closed.shown}
    zone = ZoneInfo(services.config.gazette.zone)
    first, last = since.astimezone(zone), services.clock.now().astimezone(zone)
    return {language: write_gazette(language, number, first, last, closed, games) for language in languages}


def _games_told(services: Services, since: datetime) -> GazetteGames:
    """The games that the issue tells of: of each kind as many as a letter holds."""
    store = services.store
    return GazetteGames(
        openings=services.told(store.games_that_need(Stage.OPENING, Need.NOBODY, MOST_LISTED)),
        seeking=services.told(store.games_that_need(Stage.RUNNING, Need.NAMED, MOST_LISTED)),
        closed=services.told(store.games_closed_since(since, MOST_NAMED)),
        ended=services.told(store.games_ended_since(since, MOST_NAMED)),
    )


def _letter_to_reader(services: Services, reader: Subscriber, number: int, words: LetterText) -> OutgoingLetter:
    """The letter to one reader; its id is a function of the issue and the reader, so a copy is recognised."""
    thread = MailThread(Publication.GAZETTE.value, (number, reader.number))
    to = Outsider(Address(reader.address), reader.language, reader.form)
    letter = letter_to_outsider(services, to, words, thread, Occasion.NEWS)
    return replace(letter, unsubscribe="GAZETTE OFF")


def plan_next_issue(services: Services) -> None:
    """Set when the next issue is due by the present configuration; one whose hour has passed stays due."""
    now, last = services.clock.now(), services.store.last_issue()
    following = next_issue_at(services.config.gazette, now)
    is_due = last.alarm is not None and last.alarm <= now
    if not services.store.subscribers(Publication.GAZETTE):
        following = None
    if last.alarm != following and not (is_due and following):
        services.store.postpone(None, following)
