"""The path of one outgoing letter: from the outbox, with the pictures that it bears, to a relay or a Maildir."""

import errno
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import partial
from threading import Event
from time import monotonic
from typing import assert_never

from judge.game.settings import Address
from judge.handlers.confirmations import notify_master, record_bounce
from judge.handlers.outgoing import (
    MailThread,
    NotDrawnError,
    NotYetDrawnError,
    StoreUnreadError,
    address_letters,
    letter_to_person,
)
from judge.handlers.services import Services, contained, dkim_signer, relay_route
from judge.mail.compose import with_picture
from judge.mail.dkim import Signer
from judge.mail.headers import decode_header, headers_of
from judge.mail.maildir import MaildirDelivery, mailbox_of
from judge.mail.smtp_client import (
    ConnectionLost,
    RefusalScope,
    Relay,
    RelayAccepted,
    RelayRefused,
    RelayUnreachable,
    SendOutcome,
)
from judge.reports.people import write_late_pictures
from judge.store.connection import is_infrastructure_error
from judge.store.records import LetterPicture, Occasion, OutboxRow, SendFailure, Transaction
from judge.store.rows import EVERYWHERE, LetterStatus
from judge.system.log import logging_about

_log = logging.getLogger("judge")

# --- pictures: drawn once for all readers who see the same, sent after where they come late


_LONGEST_WAIT = timedelta(minutes=1)
"""How long a letter waits for a picture since it was to leave, or since the last picture came, whichever is later."""

_MOST_KEPT = 32
"""Pictures that are kept for the next letters; each has at most 150 KB, a rule book 400."""


_LATEST = timedelta(hours=1)
"""How long after a letter its pictures may be sent after it; by then the next letter is nearer than this one."""

_LATE_PREFIX = "pictures"
"""What the Message-IDs of letters begin with that bring the pictures of others; no game can be called so."""


class PicturesLostError(Exception):
    """A letter that has nothing but pictures to bring has none."""


@dataclass(frozen=True)
class _LeftWithout:
    """A letter that left before some of its pictures were there, and when."""

    letter: OutboxRow
    missing: tuple[LetterPicture, ...]
    at: datetime


class LetterPictures:
    """Completes letters with the pictures they bear, and knows which left without some that may still come.

    That is remembered for as long as the process lives: a picture is sent after its letter once, or not at all.
    """

    def __init__(self, services: Services, draw: Callable[[Services, LetterPicture], bytes]) -> None:
        """``draw`` makes a picture; NotDrawnError when there is none, NotYetDrawnError while there is none yet."""
        self._services = services
        self._draw = draw
        self._kept: dict[LetterPicture, bytes | NotDrawnError] = {}
        self._last_came = datetime.min.replace(tzinfo=UTC)
        self._waiting: dict[int, datetime] = {}
        self._late: dict[int, _LeftWithout] = {}

    def completed(self, letter: OutboxRow) -> bytes | None:
        """Return a letter as it leaves, without the pictures that cannot be drawn: its words say all of them.

        None while it waits for a picture; it does so no longer than a minute in which none came. PicturesLostError for
        one that was to bring pictures after another letter, once it has waited, or where they cannot be drawn.
        """
        raw, missing, lost = letter.raw, list[LetterPicture](), 0
        for one in letter.pictures:
            try:
                raw = with_picture(raw, one.content_id, self._picture(_without_place(one)))
            except NotYetDrawnError:
                missing.append(one)
            except Exception as error:
                if isinstance(error, StoreUnreadError) or is_infrastructure_error(error):
                    raise
                _log.exception("it leaves without its %s", one.shows)
                lost += 1
        if missing and self._may_wait(letter):
            return None
        self._waiting.pop(letter.id, None)
        if letter.message_id.startswith(f"<{_LATE_PREFIX}."):
            if lost + len(missing) == len(letter.pictures):
                raise PicturesLostError
        elif missing:
            _log.error("it leaves without its %s, for no picture has come for a minute", missing[0].shows)
            self._late[letter.id] = _LeftWithout(letter, tuple(missing), self._services.clock.now())
        return raw

    def forget(self, letter: OutboxRow) -> None:
        """Forget that a letter leaves without some of its pictures: it did not leave, and will be completed anew."""
        self._late.pop(letter.id, None)

    def send_after(self) -> None:
        """Queue a letter with the pictures that have come since theirs left; none for what cannot be drawn."""
        for left in tuple(self._late.values()):
            drawn = [one for one in left.missing if self._state_of(one) is _State.DRAWN]
            is_over = self._services.clock.now() - left.at >= _LATEST
            if is_over or not any(self._state_of(one) is _State.AWAITED for one in left.missing):
                del self._late[left.letter.id]
                if drawn:
                    _queue_pictures(self._services, left.letter, drawn)

    def _state_of(self, picture: LetterPicture) -> "_State":
        try:
            self._picture(_without_place(picture))
        except NotDrawnError:
            return _State.LOST
        except (NotYetDrawnError, StoreUnreadError):
            return _State.AWAITED
        return _State.DRAWN

    def _may_wait(self, letter: OutboxRow) -> bool:
        now = self._services.clock.now()
        since = self._waiting.setdefault(letter.id, now)
        return now - max(since, self._last_came) < _LONGEST_WAIT

    def _picture(self, wanted: LetterPicture) -> bytes:
        """Return a picture; one that could not be drawn is not tried again for every reader."""
        if wanted not in self._kept:
            try:
                picture: bytes | NotDrawnError = self._draw(self._services, wanted)
            except NotDrawnError as error:
                picture = error
            self._last_came = self._services.clock.now()
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[wanted] = picture
        kept = self._kept[wanted]
        if isinstance(kept, NotDrawnError):
            raise kept
        return kept


class _State(Enum):
    """Whether there is a picture, may be one, or never will."""

    DRAWN = "drawn"
    AWAITED = "awaited"
    LOST = "lost"


def _queue_pictures(services: Services, letter: OutboxRow, pictures: Sequence[LetterPicture]) -> None:
    """Queue the letter that brings pictures after another, always the same one, unless its reader has gone since."""
    game = services.game(letter.game)
    person = game.people.get(Address(letter.to)) if game else None
    if game is None or person is None or game.readers[person.address] != letter.reader:
        return
    subject = decode_header(headers_of(letter.raw).first("subject"))
    words = write_late_pictures(game, person, subject, {one.shows for one in pictures})
    thread = MailThread(_LATE_PREFIX, (letter.id,), above=(letter.message_id,), once=True)
    draft = letter_to_person(services, game, person, words, thread, Occasion.NEWS)
    draft = replace(draft, pictures=tuple(map(_without_place, pictures)))
    is_queued = False
    while not is_queued:  # its number may be taken by news that is written at this very moment
        sealed = address_letters(services, [draft])
        is_queued = services.store.commit(Transaction(None, LetterStatus.DONE, outgoing=sealed))


def _without_place(picture: LetterPicture) -> LetterPicture:
    return replace(picture, content_id="")


# --- the letter


_BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 30))
_HOURLY = timedelta(hours=1)
_GIVE_UP_AFTER = timedelta(days=2)

_UNSURE_BACKOFF = (timedelta(hours=1), timedelta(hours=12))
"""When a letter that may have been accepted is sent once more; each time may be another copy for its reader."""

MOST_UNMARKED = 32
"""Letters handed over that are marked together; so many a relay may get twice after a power cut.

After a start each of the first so many is marked before the next one leaves: a machine that breaks down again and again
then repeats one letter. A process that is killed repeats one however many are unmarked: the others are in a file.
"""

_LONGEST_UNMARKED = 1.0
"""Seconds after which fewer are marked."""

_FAILURES_IN_A_ROW = 3
"""Letters that fail one after the other, for no reason of their own, until the relay counts as unreachable."""

_LONGEST_UNCLEAR_BACKOFF = 2
"""The longest of the backoffs for a letter that may not have been at fault, as an index."""


def deliver_due(services: Services, pictures: LetterPictures, stopping: Event | None = None) -> bool:
    """Send due letters; False when none could leave, or when the relay takes none now, which is no letter's fault.

    Once ``stopping`` is set no letter is begun any more, and answers are waited for only briefly. ``pictures`` draws
    the pictures that letters bear; a letter whose picture is still being drawn is passed over.
    """
    pictures.send_after()
    services.store.catch_up()
    waiting = services.store.outgoing(services.clock.now())
    if waiting:
        services.store.note_leaving(max(letter.id for letter in waiting))
    signs = dkim_signer(services.config, os.environ) if waiting else None
    sending = _SendingRound(services)
    with Relay(relay_route(services.config, os.environ), stopping) as relay:
        for letter in waiting:
            if sending.is_over or (stopping and stopping.is_set()):
                break
            if letter.domain in sending.paused:
                continue
            with logging_about(letter.named):
                raw = _completed(services, letter, pictures)
                if raw is None:
                    continue
                hand_over = partial(_hand_over, services, sending, relay, signs, letter, raw)
                sent = contained(hand_over, lambda: None, "the letter is put off")
                if not isinstance(sent, RelayAccepted):
                    pictures.forget(letter)
                if sent is None:
                    sending.note_fault(letter)
                    break  # over a new connection the others leave
                sending.note(letter, sent)
        sending.mark_sent()
    sending.note_doubtful()
    return sending.has_noted and not sending.is_over


def _hand_over(
    services: Services, sending: "_SendingRound", relay: Relay, signs: Signer | None, letter: OutboxRow, raw: bytes
) -> SendOutcome:
    if services.config.relay.host:
        return relay.send(letter.envelope_from, letter.to, signs.sign(raw) if signs else raw)
    return _put_into_maildir(sending.maildirs, services, letter, raw)


def _completed(services: Services, letter: OutboxRow, pictures: LetterPictures) -> bytes | None:
    """The letter as it leaves; None while it waits for a picture, and for one that had nothing else to bring."""
    try:
        return pictures.completed(letter)
    except PicturesLostError:
        _log.warning("it is not sent, for its pictures could not be drawn")
        services.store.mark_failed(letter.id, SendFailure("its pictures could not be drawn", None, is_refusal=False))
        return None


def _put_into_maildir(maildirs: MaildirDelivery, services: Services, letter: OutboxRow, raw: bytes) -> SendOutcome:
    """Deliver to the reader's Maildir, the default without a relay; the same letter is there once."""
    try:
        maildirs.put(mailbox_of(services.config.folders.mailboxes, letter.to), letter.message_id, raw)
    except OSError as error:
        return RelayUnreachable(str(error)) if error.errno == errno.ENOSPC else RelayRefused(str(error))
    return RelayAccepted()


class _SendingRound:
    """One round through the due letters: notes each outcome, and what it says of the relay.

    A lost connection keeps no other letter waiting. Only when the relay cannot be reached, or when several letters fail
    one after the other for no reason of their own, is all sending paused.
    """

    def __init__(self, services: Services) -> None:
        self.is_over = False
        self.has_noted = False
        self.paused: set[str] = set()
        self.maildirs = MaildirDelivery()
        self._services = services
        self._in_maildirs: list[tuple[OutboxRow, datetime]] = []
        self._unmarked = 0
        self._marked_at = monotonic()
        self._has_sent = False
        self._in_a_row = 0
        self._doubtful: list[tuple[OutboxRow, RelayRefused | ConnectionLost]] = []

    def note(self, letter: OutboxRow, outcome: SendOutcome) -> None:
        """Note the outcome of one letter."""
        self.has_noted = True
        if not isinstance(outcome, RelayAccepted):
            self.mark_sent()
        match outcome:
            case RelayAccepted():
                self._note_sent(letter)
                self._has_sent, self._in_a_row = True, 0
            case RelayUnreachable(why):
                self._pause_all(why)
            case ConnectionLost(why, is_unsure=True):
                self._note_unsure(letter, why)
                self._doubt(why)
            case ConnectionLost(why) | RelayRefused(why, scope=RefusalScope.RELAY):
                self._doubtful.append((letter, outcome))
                self._doubt(why)
            case RelayRefused():
                self._in_a_row = 0
                self._note_refused(letter, outcome)
            case _:
                assert_never(outcome)

    def note_fault(self, letter: OutboxRow) -> None:
        """Put off a letter that the judge fails to hand over, by a fault of its own: the others leave before it."""
        self.has_noted = True
        self.mark_sent()
        again = self._services.clock.now() + _BACKOFF[min(letter.tries, _LONGEST_UNCLEAR_BACKOFF)]
        failure = SendFailure("a fault of the judge's own", again, is_refusal=False, goes_behind=True)
        self._services.store.mark_failed(letter.id, failure)

    def mark_sent(self) -> None:
        """Mark all letters taken so far, in one transaction: what was put into Maildirs is on the disk by then."""
        self.maildirs.sync()
        for letter, at in self._in_maildirs:
            self._services.store.note_sent(letter, at)
        self._in_maildirs.clear()
        self._services.store.catch_up()
        self._unmarked, self._marked_at = 0, monotonic()

    def _note_sent(self, letter: OutboxRow) -> None:
        """Note that a letter is gone; one in a Maildir only once it is on the disk."""
        services, at = self._services, self._services.clock.now()
        if services.config.relay.host:
            services.store.note_sent(letter, at)
        else:
            self._in_maildirs.append((letter, at))
        _log.info("sent")
        self._unmarked += 1
        most = MOST_UNMARKED if services.store.marked_sent >= MOST_UNMARKED else 1
        if self._unmarked >= most or monotonic() - self._marked_at > _LONGEST_UNMARKED:
            self.mark_sent()

    def note_doubtful(self) -> None:
        """At the end: a letter whose connection was lost while others were accepted counts as refused itself."""
        for letter, outcome in self._doubtful:
            with logging_about(letter.named):
                self._note_doubtful(letter, outcome)

    def _note_doubtful(self, letter: OutboxRow, outcome: RelayRefused | ConnectionLost) -> None:
        if self._has_sent and isinstance(outcome, ConnectionLost):
            self._note_refused(letter, RelayRefused(outcome.why), goes_behind=True)
            return
        again = self._services.clock.now() + _BACKOFF[min(letter.tries, _LONGEST_UNCLEAR_BACKOFF)]
        _log.error("the letter to %s was not taken, next try %s: %s", letter.to, again, outcome.why)
        failure = SendFailure(outcome.why, again, is_refusal=False, goes_behind=True)
        self._services.store.mark_failed(letter.id, failure)

    def _doubt(self, why: str) -> None:
        self._in_a_row += 1
        if self._in_a_row == _FAILURES_IN_A_ROW:
            self._pause_all(why)

    def _pause_all(self, why: str) -> None:
        _log.error("no letter can leave now: %s", why)
        pause = timedelta(seconds=self._services.config.relay.pause_seconds)
        self._services.store.pause(EVERYWHERE, self._services.clock.now() + pause)
        self.is_over = True

    def _note_unsure(self, letter: OutboxRow, why: str) -> None:
        """Note a letter that may have arrived; nothing is known of its reader, so nobody counts as unreachable."""
        again = (
            self._services.clock.now() + _UNSURE_BACKOFF[letter.unsure]
            if letter.unsure < len(_UNSURE_BACKOFF)
            else None
        )
        said = f"{why}, after the whole letter was sent: it may have arrived"
        if again is None:
            _log.error("the letter to %s is not sent again: %s", letter.to, said)
            _tell_master(self._services, letter, said)
        else:
            _log.warning("the letter to %s, next try %s: %s", letter.to, again, said)
        failure = SendFailure(said, again, is_refusal=False, is_unsure=True, goes_behind=True)
        self._services.store.mark_failed(letter.id, failure)

    def _note_refused(self, letter: OutboxRow, refused: RelayRefused, *, goes_behind: bool = False) -> None:
        services, now, of_domain = self._services, self._services.clock.now(), refused.scope is RefusalScope.DOMAIN
        again = None if refused.permanent else _next_try(services, letter, now, of_domain=of_domain)
        if again is None:
            _log.error("the letter to %s is given up: %s", letter.to, refused.why)
            _tell_master(services, letter, refused.why)
            record_bounce(services, letter, refused.why, for_good=refused.permanent)
        else:
            _log.warning("the letter to %s was not taken, next try %s: %s", letter.to, again, refused.why)
        if of_domain:
            self.paused.add(letter.domain)
        if again and of_domain:
            services.store.pause(letter.domain, again)
        services.store.mark_failed(letter.id, SendFailure(refused.why, again, goes_behind=goes_behind))


def _tell_master(services: Services, letter: OutboxRow, why: str) -> None:
    """Tell the master that a letter is given up; where the judge fails over that, it is given up all the same."""
    contained(partial(notify_master, services, letter, why), lambda: None, "the master is not told")


def _next_try(services: Services, letter: OutboxRow, now: datetime, *, of_domain: bool) -> datetime | None:
    """When to try again; None when the letter has been refused for so long that it is given up.

    Refusals of a whole mail domain are counted for the domain, so that it is tried with one letter at a time.
    """
    if letter.refused and now - letter.refused >= _GIVE_UP_AFTER:
        return None
    tries = services.store.refusals(letter.domain) if of_domain else letter.tries
    return now + (_BACKOFF[tries] if tries < len(_BACKOFF) else _HOURLY)
