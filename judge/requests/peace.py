"""What lines ask for somebody's peace: not to hear a power, not to meet somebody again, to complain of one."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.registry import reads
from judge.requests.vocabulary import VerbLine, Word, without_fillers


@dataclass(frozen=True)
class MuteRequest:
    """Get no press of the powers that the words name, until it is asked for again (``is_on`` False)."""

    words: tuple[Word, ...]
    is_on: bool


@dataclass(frozen=True)
class BlockRequest:
    """Meet the person that the words name in no game any more; ``is_on`` False takes that back."""

    words: tuple[Word, ...]
    is_on: bool


@dataclass(frozen=True)
class BlockedRequest:
    """Ask whom one blocks."""

    language: Language


PeaceRequest = MuteRequest | BlockRequest

_MOST_WORDS = 4
"""Words that name a person, or a power or two; longer lines are prose."""


def _is_spoken(verb: VerbLine) -> bool:
    """Whether no address stands behind a verb in small letters: "Block Munich with your army"."""
    return "@" not in verb.text


@reads("block", "unblock", talk=_is_spoken)
def read_block(verb: VerbLine) -> BlockRequest | None:
    """Who is meant; None of prose that begins with the word."""
    named = without_fillers(verb.words)
    return BlockRequest(named, verb.key == "block") if len(named) <= _MOST_WORDS else None


@reads("blocked", is_alone=True)
def read_blocked(verb: VerbLine) -> BlockedRequest:
    """The verb alone."""
    return BlockedRequest(verb.language)


@reads("mute", "unmute")
def read_mute(verb: VerbLine) -> MuteRequest | None:
    """Which powers are meant; None of prose that begins with the word."""
    named = without_fillers(verb.words)
    return MuteRequest(named, verb.key == "mute") if len(named) <= _MOST_WORDS else None
