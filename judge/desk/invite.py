"""Letters that bring a deadline as an entry for their reader's calendar."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.desk.post import Draft
from judge.game.deadlines.appointments import appointments
from judge.game.trail import Trail


def with_entries(trail: Trail, drafts: Sequence[Draft], now: datetime) -> tuple[Draft, ...]:
    """The letters, where a deadline has changed with its entry for those who keep a calendar.

    It goes with the letter that tells of the deadline; else, when the wish for entries is new, with the answer.
    """
    game, letters = trail.game, list(drafts)
    assert game is not None
    for place in _places(letters).values():
        entries = appointments(trail.before, game, letters[place].to, now)
        letters[place] = replace(letters[place], entries=entries)
    return tuple(letters)


def _places(drafts: Sequence[Draft]) -> dict[int, int]:
    """Where the letter stands that an entry goes with, by the number of its reader."""
    places: dict[int, int] = {}
    for place, draft in enumerate(drafts):
        if draft.reader is None:
            continue
        known = places.get(draft.reader)
        if known is None or (draft.tells_time and not drafts[known].tells_time):
            places[draft.reader] = place
    return places
