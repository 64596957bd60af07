"""The registry of verbs: what reads a line that begins with a verb stands beside its key, and what the line means."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from judge.game.settings import Language
from judge.requests.small_talk import Talk, is_small_talk
from judge.requests.suggestions import PossibleOrder, near
from judge.requests.vocabulary import VerbLine, Word

Read = TypeVar("Read", bound=Callable[[VerbLine], object])


@dataclass(frozen=True)
class _Verb:
    """What ``read`` makes of a line that begins with the verb; None of prose that begins with the same word.

    ``is_alone`` when the verb is a command only where nothing stands behind it. ``talk`` tells whether what stands
    behind a verb in small letters is nothing that it could mean.
    """

    read: Callable[[VerbLine], Any]
    is_alone: bool = False
    talk: Talk | None = None


_REGISTERED: dict[str, _Verb] = {}
VERBS: Mapping[str, _Verb] = _REGISTERED
"""Every verb, by its key in ``verbs.toml``, once ``requests/requests.py`` has loaded the modules that register one."""


def reads(*keys: str, is_alone: bool = False, talk: Talk | None = None) -> Callable[[Read], Read]:
    """Register the function as what reads the lines that begin with these verbs. ValueError where something does."""

    def register(read: Read) -> Read:
        for key in keys:
            if key in _REGISTERED:
                message = f"{key} is read twice"
                raise ValueError(message)
            _REGISTERED[key] = _Verb(read, is_alone, talk)
        return read

    return register


def meaning_of(line: str, key: str, language: Language, words: tuple[Word, ...]) -> Any:
    """What a line means that begins with the verb of that key and goes on with these words: a ``Request``."""
    verb, written = VERBS[key], VerbLine(line, key, language, words)
    if (verb.is_alone and words) or (verb.talk and is_small_talk(written, verb.talk)):
        return near(line)  # prose that happens to begin with the word: "End of the line, my friend"
    return verb.read(written) or PossibleOrder()
