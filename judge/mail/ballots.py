"""What lines about votes mean."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import VerbLine, Word, rest_of, without_fillers


@dataclass(frozen=True)
class Vote:
    """A vote; ``motion`` is the key of what is voted for, None when ``word`` names nothing that can be.

    ``named`` are the words behind it, ``rest`` all of them as one.
    """

    motion: str | None
    word: Word | None
    named: tuple[Word, ...] = ()
    rest: Word | None = None


@dataclass(frozen=True)
class Unvote:
    """Votes are taken back: those for ``motion``; all, where neither it nor a ``word`` that names none is there."""

    motion: str | None
    word: Word | None


AboutVotes = Vote | Unvote


def read_vote(verb: VerbLine) -> AboutVotes:
    """The vote; or, with "no" behind the verb, the votes that are taken back."""
    named = _named(verb)
    if named and value_of(named[0].text) == "no":
        return _unvote(named[1:])
    motion, behind = _motion(named)
    return Vote(motion, named[0] if named else None, behind, rest_of(verb.text, behind))


def read_unvote(verb: VerbLine) -> Unvote:
    """The votes that are taken back."""
    return _unvote(_named(verb))


def read_concession(verb: VerbLine) -> Vote:
    """A vote to concede to whoever is named."""
    return Vote("concession", None, _named(verb), verb.rest)


def _named(verb: VerbLine) -> tuple[Word, ...]:
    return tuple(word for word in without_fillers(verb.words) if word.text.strip(":"))


def _unvote(named: tuple[Word, ...]) -> Unvote:
    is_all = not named or value_of(named[0].text) == "all"
    return Unvote(None, None) if is_all else Unvote(_motion(named)[0], named[0])


def _motion(named: tuple[Word, ...]) -> tuple[str | None, tuple[Word, ...]]:
    """What is voted for, which two words may name (``MAÎTRE DE JEU``), and the words behind it."""
    for length in (2, 1):
        motion = _motions().get(" ".join(fold(word.text.rstrip(":.!")) for word in named[:length]))
        if motion:
            return motion, named[length:]
    return None, named[1:]


@lru_cache(maxsize=1)
def _motions() -> Mapping[str, str]:
    """The keys of motions by their words without the small ones."""
    small, known = vocabulary().fillers, vocabulary().motions
    return {" ".join(word for word in name.split() if word not in small): key for name, key in known.items()}
