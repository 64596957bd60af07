"""The pictures of letters that leave: drawn once for all readers who see the same."""

import logging
from collections.abc import Callable
from dataclasses import replace

from judge.handlers.painter import NotDrawnError, StoreUnreadError, draw_letter_picture
from judge.handlers.services import Services
from judge.mail.picture_slot import with_picture
from judge.store.infrastructure_errors import is_infrastructure_error
from judge.store.records import LetterPicture, OutboxRow

_log = logging.getLogger("judge")

_MOST_KEPT = 32
"""Pictures that are kept for the next letters; each has at most 150 KB."""


class LetterPictures:
    """Completes letters with the pictures they bear."""

    def __init__(
        self, services: Services, draw: Callable[[Services, LetterPicture], bytes] = draw_letter_picture
    ) -> None:
        """``draw`` makes a picture; NotDrawnError when there is none."""
        self._services = services
        self._draw = draw
        self._kept: dict[LetterPicture, bytes | NotDrawnError] = {}

    def count_to_draw(self, letter: OutboxRow) -> int:
        """Return how many pictures have to be drawn before a letter can leave."""
        return sum(_without_place(one) not in self._kept for one in letter.pictures)

    def completed(self, letter: OutboxRow) -> bytes:
        """Return a letter as it leaves, without the pictures that cannot be drawn: its words say all of them."""
        raw = letter.raw
        for one in letter.pictures:
            try:
                raw = with_picture(raw, one.content_id, self._picture(_without_place(one)))
            except Exception as error:
                if isinstance(error, StoreUnreadError) or is_infrastructure_error(error):
                    raise
                _log.exception("it leaves without its %s", one.shows)
        return raw

    def _picture(self, wanted: LetterPicture) -> bytes:
        """Return a picture; one that could not be drawn is not tried again for every reader."""
        if wanted not in self._kept:
            try:
                picture: bytes | NotDrawnError = self._draw(self._services, wanted)
            except NotDrawnError as error:
                picture = error
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[wanted] = picture
        kept = self._kept[wanted]
        if isinstance(kept, NotDrawnError):
            raise kept
        return kept


def _without_place(picture: LetterPicture) -> LetterPicture:
    return replace(picture, content_id="")
