"""The pictures of letters that leave: drawn once for all readers who see the same."""

import logging
from collections.abc import Callable
from dataclasses import replace

from judge.handlers.map_painter import draw_letter_map
from judge.handlers.services import Services
from judge.mail.picture_slot import with_picture
from judge.store.infrastructure_errors import is_infrastructure_error
from judge.store.records import LetterMap, OutboxRow

_log = logging.getLogger("judge")

_MOST_KEPT = 32
"""Pictures that are kept for the next letters; each has at most 150 KB."""


class LetterPictures:
    """Completes letters with the maps they bear."""

    def __init__(self, services: Services, draw: Callable[[Services, LetterMap], bytes] = draw_letter_map) -> None:
        """``draw`` makes the picture."""
        self._services = services
        self._draw = draw
        self._kept: dict[LetterMap, bytes] = {}

    def are_at_hand(self, letter: OutboxRow) -> bool:
        """Whether nothing has to be drawn for a letter."""
        return letter.map is None or _without_place(letter.map) in self._kept

    def completed(self, letter: OutboxRow) -> bytes:
        """Return a letter as it leaves. Should its map not be drawn, it leaves without: its words say all of it."""
        if letter.map is None:
            return letter.raw
        try:
            return with_picture(letter.raw, letter.map.content_id, self._picture(_without_place(letter.map)))
        except Exception as error:
            if is_infrastructure_error(error):
                raise
            _log.exception("it leaves without its map")
            return letter.raw

    def _picture(self, drawn: LetterMap) -> bytes:
        if drawn not in self._kept:
            picture = self._draw(self._services, drawn)
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[drawn] = picture
        return self._kept[drawn]


def _without_place(drawn: LetterMap) -> LetterMap:
    return replace(drawn, content_id="")
