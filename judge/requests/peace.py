"""What lines ask for peace, and for company: not to hear a power, not to meet somebody; a table of any game."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.registry import reads
from judge.requests.setting_lists import WrittenSetting, settings_in
from judge.requests.vocabulary import VerbLine, Word, fold_case, vocabulary, without_fillers


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


@dataclass(frozen=True)
class PlayAnyRequest:
    """Wait for a table of any game that has these settings, and perhaps no more than so many ``seats``."""

    language: Language
    settings: tuple[WrittenSetting, ...]
    seats: Word | None = None


@dataclass(frozen=True)
class LeaveQueueRequest:
    """Wait for a table no more."""


@dataclass(frozen=True)
class QueueRequest:
    """Ask where one stands in the queue."""

    language: Language


PeaceRequest = MuteRequest | BlockRequest | PlayAnyRequest | LeaveQueueRequest

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


def _wishes_nothing(verb: VerbLine) -> bool:
    """Whether no setting stands behind a verb in small letters: "Play any card you like"."""
    return _key_of(verb.words[0]) == ""


def _key_of(word: Word) -> str:
    folded = fold_case(word.text.strip(":"))
    return "seats" if vocabulary().tournament.get(folded) == "seats" else vocabulary().settings.get(folded, "")


@reads("play_any", talk=_wishes_nothing)
def read_play_any(verb: VerbLine) -> PlayAnyRequest:
    """What is wished of the game, as of one that is opened."""
    place = next((place for place, word in enumerate(verb.words) if _key_of(word) == "seats"), None)
    if place is None:
        return PlayAnyRequest(verb.language, settings_in(verb.words))
    seats = next(iter(verb.words[place + 1 :]), verb.words[place])
    others = (*verb.words[:place], *verb.words[place + 2 :])
    return PlayAnyRequest(verb.language, settings_in(others), seats)


@reads("leave_queue", is_alone=True)
def read_leave_queue(_: VerbLine) -> LeaveQueueRequest:
    """The verb alone."""
    return LeaveQueueRequest()


@reads("queue", is_alone=True)
def read_queue(verb: VerbLine) -> QueueRequest:
    """The verb alone."""
    return QueueRequest(verb.language)
