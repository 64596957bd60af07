"""What is written in one transaction of all that has happened to a game, and the entries for calendars in it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.desk.office import Office
from judge.desk.post import Draft, seal
from judge.game.deadlines.appointments import appointments
from judge.game.ring import alarm
from judge.game.trail import Trail
from judge.store.values import Change, Fate


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


def change_of(
    office: Office, trail: Trail, letters: Sequence[Draft], *, letter: int | None = None, fate: Fate = Fate.DONE
) -> Change:
    """The events, the next alarm, the letters out; ``letter`` is the number of the one that is settled by it."""
    game = trail.game
    assert game is not None
    return Change(
        letter=letter,
        fate=fate,
        game=game.name,
        seen=trail.before.version if trail.before else 0,
        events=trail.events,
        alarm=alarm(game),
        outgoing=seal(office, letters),
    )
