"""The path of one letter out: from the outbox to a relay or to the Maildir of its reader."""

import errno
import logging
import os
from datetime import datetime, timedelta
from pathlib import Path

from judge.desk.office import Office
from judge.desk.outward import route, signer
from judge.desk.undelivered import take_back, tell_master
from judge.mail.maildir import deliver as put
from judge.mail.smtp_out import Failed, Relay, Sent
from judge.store.destinations import EVERYWHERE
from judge.store.values import Waiting

_log = logging.getLogger("judge")

_BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30))
_HOURLY = timedelta(hours=1)
_GIVE_UP_AFTER = timedelta(days=2)


def deliver(office: Office) -> bool:
    """Send what is due; False when nothing was, or when the relay itself could not be reached, which blames nobody."""
    office.store.catch_up()
    relay, blocked = office.config.relay, set[str]()
    waiting = office.store.outgoing(office.clock.now())
    signs = signer(office.config, os.environ) if waiting else None
    with Relay(route(office.config, os.environ)) as line:
        for letter in waiting:
            if letter.domain in blocked:
                continue
            raw = signs.sign(letter.raw) if signs else letter.raw
            sent = line.send(letter.envelope_from, letter.to, raw) if relay.host else _put(office, letter)
            if isinstance(sent, Failed) and sent.everyone:
                _log.warning("no letter can leave now: %s", sent.why)
                office.store.pause(EVERYWHERE, office.clock.now() + timedelta(seconds=relay.pause_seconds))
                return False
            if isinstance(sent, Failed) and sent.destination:
                blocked.add(letter.domain)
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
        case Failed(why, permanent, destination=destination):
            again = None if permanent else _next_try(office, letter, now, of_domain=destination)
            if again is None:
                _log.error("the letter %s to %s is given up: %s", letter.message_id, letter.to, why)
                tell_master(office, letter, why)
                take_back(office, letter, why, for_good=permanent)
            else:
                _log.warning("the letter to %s was not taken, next try %s: %s", letter.to, again, why)
            if again and destination:
                office.store.pause(letter.domain, again)
            office.store.mark_failed(letter.id, why, again)


def _next_try(office: Office, letter: Waiting, now: datetime, *, of_domain: bool) -> datetime | None:
    """When to try again; None when the letter has been refused for so long that it is time to give up.

    What a whole mail domain refuses is counted for the domain, so that it is asked by one letter at a time.
    """
    if letter.refused and now - letter.refused >= _GIVE_UP_AFTER:
        return None
    tries = office.store.refusals(letter.domain) if of_domain else letter.tries
    return now + (_BACKOFF[tries] if tries < len(_BACKOFF) else _HOURLY)
