"""The pictures of letters that leave: drawn once for all readers who see the same, sent after where they come late."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum

from judge.game.settings import Address
from judge.handlers.outgoing import MailThread, address_letters, letter_to_person
from judge.handlers.pictures import NotDrawnError, NotYetDrawnError, StoreUnreadError
from judge.handlers.services import Services
from judge.mail.compose import with_picture
from judge.mail.headers import decode_header, headers_of
from judge.reports.people import write_late_pictures
from judge.store.connection import is_infrastructure_error
from judge.store.records import LetterPicture, Occasion, OutboxRow, Transaction
from judge.store.rows import LetterStatus

_log = logging.getLogger("judge")

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
