"""The pictures of letters that leave: drawn once for all readers who see the same."""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from judge.handlers.painter import NotDrawnError, NotYetDrawnError, StoreUnreadError, draw_letter_picture
from judge.handlers.services import Services
from judge.mail.picture_slot import with_picture
from judge.store.infrastructure_errors import is_infrastructure_error
from judge.store.records import LetterPicture, OutboxRow

_log = logging.getLogger("judge")

_LONGEST_WAIT = timedelta(minutes=1)
"""How long a letter waits for a picture since it was to leave, or since the last picture came, whichever is later."""

_MOST_KEPT = 32
"""Pictures that are kept for the next letters; each has at most 150 KB."""


class LetterPictures:
    """Completes letters with the pictures they bear."""

    def __init__(
        self, services: Services, draw: Callable[[Services, LetterPicture], bytes] = draw_letter_picture
    ) -> None:
        """``draw`` makes a picture; NotDrawnError when there is none, NotYetDrawnError while there is none yet."""
        self._services = services
        self._draw = draw
        self._kept: dict[LetterPicture, bytes | NotDrawnError] = {}
        self._last_came = datetime.min.replace(tzinfo=UTC)
        self._waiting: dict[int, datetime] = {}

    def completed(self, letter: OutboxRow) -> bytes | None:
        """Return a letter as it leaves, without the pictures that cannot be drawn: its words say all of them.

        None while it waits for a picture; it does so no longer than a minute in which none came.
        """
        raw, missing = letter.raw, None
        for one in letter.pictures:
            try:
                raw = with_picture(raw, one.content_id, self._picture(_without_place(one)))
            except NotYetDrawnError:
                missing = one.shows
            except Exception as error:
                if isinstance(error, StoreUnreadError) or is_infrastructure_error(error):
                    raise
                _log.exception("it leaves without its %s", one.shows)
        if missing and self._may_wait(letter):
            return None
        if missing:
            _log.error("it leaves without its %s, for no picture has come for a minute", missing)
        self._waiting.pop(letter.id, None)
        return raw

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


def _without_place(picture: LetterPicture) -> LetterPicture:
    return replace(picture, content_id="")
