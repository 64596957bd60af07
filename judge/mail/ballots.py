"""What lines about votes mean."""

from dataclasses import dataclass

from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word, rest_of, without_fillers


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


def read_about_votes(line: str, key: str, words: tuple[Word, ...]) -> AboutVotes | None:
    """What a line about votes says, by the key of its verb; None when it has another verb."""
    named = tuple(word for word in without_fillers(words) if word.text.strip(":"))
    match key:
        case "concede":
            return Vote("concession", None, named, rest_of(line, words))
        case "vote" if named and value_of(named[0].text) == "no":
            return _unvote(named[1:])
        case "vote":
            motion = _motion(named)
            return Vote(motion, named[0] if named else None, named[1:], rest_of(line, named[1:]))
        case "unvote":
            return _unvote(named)
        case _:
            return None


def _unvote(named: tuple[Word, ...]) -> Unvote:
    is_all = not named or value_of(named[0].text) == "all"
    return Unvote(None, None) if is_all else Unvote(_motion(named), named[0])


def _motion(named: tuple[Word, ...]) -> str | None:
    return vocabulary().motions.get(fold(named[0].text.rstrip(":.!"))) if named else None
