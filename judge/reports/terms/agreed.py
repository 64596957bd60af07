"""All that the players of a game agreed on, in words."""

from collections.abc import Iterable, Iterator

from judge.game.settings import Language, Settings
from judge.reports.terms import letters, missing, play, press, seats, time, votes
from judge.reports.terms.term import Term

THEMES = (play.TERMS, time.TERMS, missing.TERMS, seats.TERMS, votes.TERMS, press.TERMS, letters.TERMS)
"""In the order in which they are told; every setting stands in exactly one term of one theme."""


def agreed(settings: Settings, language: Language) -> tuple[str, ...]:
    """The settings of a game in sentences, one for each of its terms."""
    return tuple(said for terms in THEMES for said in _said(terms, settings, language))


def agreement(settings: Settings, language: Language) -> tuple[str, ...]:
    """The same, a paragraph for each theme."""
    return tuple(filter(None, (" ".join(_said(terms, settings, language)) for terms in THEMES)))


def _said(terms: Iterable[Term], settings: Settings, language: Language) -> Iterator[str]:
    return (said for term in terms if (said := term.tell(settings, language)))
