"""The path of one letter out: from the outbox to a relay or to the Maildir of its reader."""

import errno
import logging
import os
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event
from typing import assert_never

from judge.desk.office import Office
from judge.desk.outward import route, signer
from judge.desk.undelivered import take_back, tell_master
from judge.mail.maildir import deliver as put
from judge.mail.send_outcome import BrokenOff, Refused, Scope, SendOutcome, Sent, Unreachable
from judge.mail.smtp_out import Relay
from judge.store.destinations import EVERYWHERE
from judge.store.values import Failure, Queued

_log = logging.getLogger("judge")

_BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30))
_HOURLY = timedelta(hours=1)
_GIVE_UP_AFTER = timedelta(days=2)

_UNSURE = (timedelta(hours=1), timedelta(hours=12))
"""When a letter that may have been taken is sent once more; each time may be another copy for its reader."""

_DOUBTS = 3
"""Letters that fail one after the other, for no reason of their own, until it is the relay and none of them."""

_DOUBTFUL_BACKOFF = 2
"""Up to which of the backoffs a letter waits that may not have been at fault."""


def deliver(office: Office, stopping: Event | None = None) -> bool:
    """Send what is due; False when nothing was, or when the relay takes no letters now, which blames none of them.

    Once ``stopping`` is set no letter is begun any more, and no answer waited for much longer.
    """
    office.store.catch_up()
    waiting = office.store.outgoing(office.clock.now())
    signs = signer(office.config, os.environ) if waiting else None
    sending = _Round(office)
    with Relay(route(office.config, os.environ), stopping) as relay:
        for letter in waiting:
            if sending.is_over or (stopping and stopping.is_set()):
                break
            if letter.domain in sending.paused:
                continue
            raw = signs.sign(letter.raw) if signs else letter.raw
            sent = (
                relay.send(letter.envelope_from, letter.to, raw) if office.config.relay.host else _put(office, letter)
            )
            sending.note(letter, sent)
    sending.note_doubtful()
    return bool(waiting) and not sending.is_over


def _put(office: Office, letter: Queued) -> SendOutcome:
    """The embedded default: one Maildir per reader; the Message-ID names the file, so a twin is folded."""
    try:
        put(mailbox_of(office.config.folders.mailboxes, letter.to), letter.message_id, letter.raw)
    except OSError as error:
        return Unreachable(str(error)) if error.errno == errno.ENOSPC else Refused(str(error))
    return Sent()


def mailbox_of(mailboxes: Path, address: str) -> Path:
    """The folder of a reader's Maildir; characters that a folder name cannot bear are written as underscores."""
    return mailboxes / "".join(letter if letter.isalnum() or letter in "@.+-_=" else "_" for letter in address)


class _Round:
    """One round through the letters that are due: each outcome is noted, and what it says of the relay.

    A letter that breaks off keeps no other waiting. Only when the relay cannot be reached, or when several letters
    fail one after the other for no reason of their own, is the way out paused.
    """

    def __init__(self, office: Office) -> None:
        self.is_over = False
        self.paused: set[str] = set()
        self._office = office
        self._has_sent = False
        self._in_a_row = 0
        self._doubtful: list[tuple[Queued, Refused | BrokenOff]] = []

    def note(self, letter: Queued, outcome: SendOutcome) -> None:
        """Note what became of one letter."""
        match outcome:
            case Sent():
                self._office.store.mark_sent(letter.id, self._office.clock.now())
                self._has_sent, self._in_a_row = True, 0
            case Unreachable(why):
                self._pause_all(why)
            case BrokenOff(why, is_unsure=True):
                self._note_unsure(letter, why)
                self._doubt(why)
            case BrokenOff(why) | Refused(why, scope=Scope.RELAY):
                self._doubtful.append((letter, outcome))
                self._doubt(why)
            case Refused():
                self._in_a_row = 0
                self._note_refused(letter, outcome)
            case _:
                assert_never(outcome)

    def note_doubtful(self) -> None:
        """At the end: what broke off while others went through was the letter's fault, as far as one can tell."""
        for letter, outcome in self._doubtful:
            if self._has_sent and isinstance(outcome, BrokenOff):
                self._note_refused(letter, Refused(outcome.why), goes_behind=True)
                continue
            again = self._office.clock.now() + _BACKOFF[min(letter.tries, _DOUBTFUL_BACKOFF)]
            _log.error("the letter to %s was not taken, next try %s: %s", letter.to, again, outcome.why)
            failure = Failure(outcome.why, again, is_refusal=False, goes_behind=True)
            self._office.store.mark_failed(letter.id, failure)

    def _doubt(self, why: str) -> None:
        self._in_a_row += 1
        if self._in_a_row == _DOUBTS:
            self._pause_all(why)

    def _pause_all(self, why: str) -> None:
        _log.error("no letter can leave now: %s", why)
        pause = timedelta(seconds=self._office.config.relay.pause_seconds)
        self._office.store.pause(EVERYWHERE, self._office.clock.now() + pause)
        self.is_over = True

    def _note_unsure(self, letter: Queued, why: str) -> None:
        """Each time may have been a copy for the reader; none comes back, so nobody is taken for unreachable."""
        again = self._office.clock.now() + _UNSURE[letter.unsure] if letter.unsure < len(_UNSURE) else None
        said = f"{why}, after the whole letter was sent: it may have arrived"
        if again is None:
            _log.error("the letter %s to %s is not sent again: %s", letter.message_id, letter.to, said)
            tell_master(self._office, letter, said)
        else:
            _log.warning("the letter to %s, next try %s: %s", letter.to, again, said)
        failure = Failure(said, again, is_refusal=False, is_unsure=True, goes_behind=True)
        self._office.store.mark_failed(letter.id, failure)

    def _note_refused(self, letter: Queued, refused: Refused, *, goes_behind: bool = False) -> None:
        office, now, of_domain = self._office, self._office.clock.now(), refused.scope is Scope.DOMAIN
        again = None if refused.permanent else _next_try(office, letter, now, of_domain=of_domain)
        if again is None:
            _log.error("the letter %s to %s is given up: %s", letter.message_id, letter.to, refused.why)
            tell_master(office, letter, refused.why)
            take_back(office, letter, refused.why, for_good=refused.permanent)
        else:
            _log.warning("the letter to %s was not taken, next try %s: %s", letter.to, again, refused.why)
        if of_domain:
            self.paused.add(letter.domain)
        if again and of_domain:
            office.store.pause(letter.domain, again)
        office.store.mark_failed(letter.id, Failure(refused.why, again, goes_behind=goes_behind))


def _next_try(office: Office, letter: Queued, now: datetime, *, of_domain: bool) -> datetime | None:
    """When to try again; None when the letter has been refused for so long that it is time to give up.

    What a whole mail domain refuses is counted for the domain, so that it is asked by one letter at a time.
    """
    if letter.refused and now - letter.refused >= _GIVE_UP_AFTER:
        return None
    tries = office.store.refusals(letter.domain) if of_domain else letter.tries
    return now + (_BACKOFF[tries] if tries < len(_BACKOFF) else _HOURLY)
