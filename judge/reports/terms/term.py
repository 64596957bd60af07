"""One sentence of what the players of a game agreed on."""

from collections.abc import Callable
from dataclasses import dataclass

from judge.game.settings import Language, Settings


@dataclass(frozen=True)
class Term:
    """The settings that one sentence tells of, by their keys in the vocabulary, with what makes the sentence.

    Two values of a setting never make the same sentence; an empty one says nothing of a setting that is not used.
    """

    settings: frozenset[str]
    tell: Callable[[Settings, Language], str]


def term(*settings: str, tell: Callable[[Settings, Language], str]) -> Term:
    """A sentence that tells of these settings."""
    return Term(frozenset(settings), tell)
