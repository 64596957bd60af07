"""The path of an issue of the gazette: from the hour that has come to a letter for each of its readers."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.desk.gazette import next_issue
from judge.desk.office import Office
from judge.desk.post import Draft, Thread, seal, to_stranger
from judge.desk.undelivered import GAZETTE
from judge.game.settings import Address
from judge.reports.games import write_issue
from judge.store.values import Change, Fate, GazetteReader, Issue, Occasion

_A_WEEK = timedelta(days=7)
"""What the first issue looks back on."""


def publish(office: Office) -> Change:
    """Write the issue that is due to everyone who reads it; without readers there is none until somebody does.

    It tells what has happened since the last one. Its number is checked where it is written: none goes out twice.
    """
    last, readers = office.store.last_issue(), office.store.gazette_readers()
    now = office.clock.now()
    number, due = (last.number + 1, next_issue(office.config.gazette, now)) if readers else (0, None)
    since = last.at or now - _A_WEEK
    change = Change(
        letter=None,
        fate=Fate.DONE,
        outgoing=seal(office, [_draft(office, reader, number, since) for reader in readers]),
        issue=Issue(number, now, due),
    )
    office.store.commit(change)
    return change


def _draft(office: Office, reader: GazetteReader, number: int, since: datetime) -> Draft:
    """The letter to one reader; its id is a function of the issue and the reader, so its twin is known."""
    games = office.store.summaries()
    closed = {game.name: office.phases(game.name) for game in games if game.last_closed and game.last_closed > since}
    zone = ZoneInfo(office.config.gazette.zone)
    first, last = since.astimezone(zone), office.clock.now().astimezone(zone)
    words = write_issue(reader.language, number, first, last, closed, games)
    thread = Thread(GAZETTE, (number, reader.number))
    letter = to_stranger(office, Address(reader.address), words, thread, reader.language)
    return replace(letter, occasion=Occasion.NEWS)


def plan(office: Office) -> None:
    """Set when the next issue is due as the configuration has it now; one whose hour has passed stays due."""
    now, last = office.clock.now(), office.store.last_issue()
    following = next_issue(office.config.gazette, now)
    is_due = last.alarm is not None and last.alarm <= now
    if not office.store.gazette_readers():
        following = None
    if last.alarm != following and not (is_due and following):
        office.store.postpone(None, following)
