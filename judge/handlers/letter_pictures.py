"""The pictures of letters that leave: drawn once for all readers who see the same."""

import logging
from collections.abc import Callable
from dataclasses import replace

from judge.handlers.letter_maps import view_of_map
from judge.handlers.services import Services
from judge.mail.picture_slot import with_picture
from judge.maps.painter import draw_picture
from judge.maps.view import MapView
from judge.store.records import LetterMap, OutboxRow

_log = logging.getLogger("judge")

_MOST_KEPT = 32
"""Pictures that are kept for the next letters; each has at most 150 KB."""


class LetterPictures:
    """Completes letters with the maps they bear."""

    def __init__(self, services: Services, draw: Callable[[MapView, str], bytes] = draw_picture) -> None:
        """``draw`` makes a picture of a view, in a form."""
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
        except Exception:
            _log.exception("the letter %s leaves without its map", letter.message_id)
            return letter.raw

    def _picture(self, drawn: LetterMap) -> bytes:
        if drawn not in self._kept:
            picture = self._draw(view_of_map(self._services, drawn), drawn.form)
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[drawn] = picture
        return self._kept[drawn]


def _without_place(drawn: LetterMap) -> LetterMap:
    return replace(drawn, content_id="")
