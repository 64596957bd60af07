"""The phases of a game a question can be about, found by the code a reader writes."""

from collections.abc import Sequence

from judge.game.phases.messages import PhaseClosed
from judge.mail.calendar import read_phase
from judge.mail.words import Word
from judge.reports.echo import Unknown, Wrong
from judge.rules.position import Phase

_HINTS = 3
"""How many of the newest phases are named to somebody who asked for one that is not there."""


def closed_as(word: Word, closed: Sequence[PhaseClosed]) -> PhaseClosed | None:
    """The closed phase a word names."""
    phase = read_phase(word.text)
    return next((event for event in closed if event.before.phase == phase), None)


def no_phase(word: Word | None, phases: Sequence[Phase]) -> Wrong:
    """There is no such phase, or none at all yet; the newest of those there are may help."""
    hints = tuple(map(str, reversed(phases[-_HINTS:])))
    if word is None:
        return Wrong(Unknown.PHASE, hints=hints)
    return Wrong.at(Unknown.PHASE, word, hints)
