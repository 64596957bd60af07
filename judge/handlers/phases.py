"""Find the closed phase of a game that a reader has named."""

from collections.abc import Sequence

from judge.game.phases.messages import PhaseClosed
from judge.reports.line_answers import InvalidCommand, Unknown
from judge.requests.names import phase_named
from judge.requests.vocabulary import Word
from judge.rules.position import Phase

_MOST_SUGGESTED = 3
"""Phases that are suggested, the newest ones, to somebody who asked for one that does not exist."""


def closed_phase_named(word: Word, closed: Sequence[PhaseClosed]) -> PhaseClosed | None:
    """Return the closed phase that a word names, None if there is none."""
    phase = phase_named(word.text)
    return next((event for event in closed if event.before.phase == phase), None)


def unknown_phase(word: Word | None, phases: Sequence[Phase]) -> InvalidCommand:
    """Say that there is no such phase, or none at all yet, and suggest the newest ones."""
    hints = tuple(map(str, reversed(phases[-_MOST_SUGGESTED:])))
    if word is None:
        return InvalidCommand(Unknown.PHASE, hints=hints)
    return InvalidCommand.at(Unknown.PHASE, word, hints)
