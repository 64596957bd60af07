"""Requests about votes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge.requests.registry import reads
from judge.requests.small_talk import votes_nothing
from judge.requests.suggestions import SuggestedCommand, near
from judge.requests.vocabulary import VerbLine, Word, fold_case, rest_of, value_of, vocabulary, without_fillers


@dataclass(frozen=True)
class CastVoteRequest:
    """Cast a vote; ``motion`` is the key of the motion, None when ``word`` names none.

    ``named`` are the words behind it, ``rest`` all of them as one.
    """

    motion: str | None
    word: Word | None
    named: tuple[Word, ...] = ()
    rest: Word | None = None


@dataclass(frozen=True)
class WithdrawVotesRequest:
    """Take votes back: those for ``motion``; all votes where neither ``motion`` nor an unknown ``word`` is there."""

    motion: str | None
    word: Word | None


VoteRequest = CastVoteRequest | WithdrawVotesRequest


def _cast_or_withdrawn(verb: VerbLine) -> VoteRequest:
    """The vote; or, with "no" behind the verb, the votes that are taken back."""
    named = _named(verb)
    if named and value_of(named[0].text) == "no":
        return _withdrawal(named[1:])
    motion, behind = _motion(named)
    if motion == "draw":
        behind = tuple(word for word in behind if fold_case(word.text.rstrip(".:!")) not in _OF_ALL)
    return CastVoteRequest(motion, named[0] if named else None, behind, rest_of(verb.text, behind))


@reads("vote", talk=votes_nothing)
def read_vote(verb: VerbLine) -> VoteRequest | SuggestedCommand:
    """A vote; a sentence that begins with the verb and names no motion at once may deny one: ``I vote against …``."""
    vote = _cast_or_withdrawn(verb)
    said = near(verb.text) if isinstance(vote, CastVoteRequest) and vote.motion is None else None
    return said if isinstance(said, SuggestedCommand) else vote


_OF_ALL = frozenset(
    {"between", "among", "entre", "all", "tous", "toutes", "survivors", "survivants", "players", "joueurs"}
)
"""Words before the powers of a draw, and those for all of them, whom a draw is for where it names none."""


@reads("unvote", talk=votes_nothing)
def read_unvote(verb: VerbLine) -> WithdrawVotesRequest:
    """The votes that are taken back."""
    return _withdrawal(_named(verb))


@reads("concede")
def read_concession(verb: VerbLine) -> CastVoteRequest:
    """A vote to concede to whoever is named."""
    return CastVoteRequest("concession", None, _named(verb), verb.rest)


def _named(verb: VerbLine) -> tuple[Word, ...]:
    return tuple(word for word in without_fillers(verb.words) if word.text.strip(":"))


def _withdrawal(named: tuple[Word, ...]) -> WithdrawVotesRequest:
    is_all = not named or value_of(named[0].text) == "all"
    return WithdrawVotesRequest(None, None) if is_all else WithdrawVotesRequest(_motion(named)[0], named[0])


def _motion(named: tuple[Word, ...]) -> tuple[str | None, tuple[Word, ...]]:
    """The motion, which two words may name (``MAÎTRE DE JEU``), and the words behind it."""
    for length in (2, 1):
        motion = _motions().get(" ".join(fold_case(word.text.rstrip(":.!")) for word in named[:length]))
        if motion:
            return motion, named[length:]
    return None, named[1:]


@lru_cache(maxsize=1)
def _motions() -> Mapping[str, str]:
    """The keys of motions by their words without the small ones."""
    small, known = vocabulary().fillers, vocabulary().motions
    return {" ".join(word for word in name.split() if word not in small): key for name, key in known.items()}
