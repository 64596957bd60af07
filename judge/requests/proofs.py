"""The request for a proof of one's own orders, as a line asks for it."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.names import read_history_start
from judge.requests.vocabulary import VerbLine, Word

_MOST_WORDS = 8
"""Words of the name of a game and of a phase in words: ``rome fall 1902 movement``."""


@dataclass(frozen=True)
class ProveRequest:
    """Ask for the proof of one's own orders, in the phase that ``phase`` names, or in the last one that has closed."""

    language: Language
    name: Word | None
    phase: Word | None


def read_prove(verb: VerbLine) -> ProveRequest | None:
    """Which phase is asked about; None of prose that begins with the word."""
    if len(verb.words) > _MOST_WORDS:
        return None
    start, name = read_history_start(verb.text, verb.words)
    return ProveRequest(verb.language, name, start.word if start else None)
