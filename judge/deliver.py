"""The path of one letter out: from the outbox to a relay or to the Maildir of its reader."""

import errno
import logging
from datetime import datetime, timedelta
from pathlib import Path

from judge.desk.office import Office
from judge.mail.maildir import deliver as put
from judge.mail.smtp_out import Failed, Relay, Sent
from judge.store.values import Waiting

_log = logging.getLogger("judge")

_BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30))
_HOURLY = timedelta(hours=1)
_GIVE_UP_AFTER = 4 + 48
"""Tries: four in the first hour, then hourly for two days."""


def deliver(office: Office) -> bool:
    """Send what is due; False when nothing was, or when the relay itself could not be reached, which blames nobody."""
    relay = office.config.relay
    with Relay(relay.host, relay.port) as line:
        waiting = office.store.outgoing(office.clock.now())
        for letter in waiting:
            sent = line.send(letter.envelope_from, letter.to, letter.raw) if relay.host else _put(office, letter)
            if isinstance(sent, Failed) and sent.everyone:
                _log.warning("the relay %s:%s takes no mail now: %s", relay.host, relay.port, sent.why)
                return False
            _note(office, letter, sent)
    return bool(waiting)


def _put(office: Office, letter: Waiting) -> Sent | Failed:
    """The embedded default: one Maildir per reader; the Message-ID names the file, so a twin is folded."""
    try:
        put(mailbox_of(office.config.folders.mailboxes, letter.to), letter.message_id, letter.raw)
    except OSError as error:
        return Failed(str(error), permanent=False, everyone=error.errno == errno.ENOSPC)
    return Sent()


def mailbox_of(mailboxes: Path, address: str) -> Path:
    """The folder of a reader's Maildir; characters that a folder name cannot bear are written as underscores."""
    return mailboxes / "".join(letter if letter.isalnum() or letter in "@.+-_=" else "_" for letter in address)


def _note(office: Office, letter: Waiting, sent: Sent | Failed) -> None:
    now = office.clock.now()
    match sent:
        case Sent():
            office.store.mark_sent(letter.id, now)
        case Failed(why, permanent):
            _log.warning("the letter to %s was not taken: %s", letter.to, why)
            office.store.mark_failed(letter.id, why, None if permanent else _next_try(letter.tries, now))


def _next_try(tries: int, now: datetime) -> datetime | None:
    """When to try again after so many failures; None when it is time to give up."""
    if tries >= _GIVE_UP_AFTER:
        return None
    return now + (_BACKOFF[tries] if tries < len(_BACKOFF) else _HOURLY)
