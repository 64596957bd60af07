"""Requests about seats of a game under way: taking over, returning, resigning, sharing; records of reliability."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.registry import reads
from judge.requests.small_talk import names_no_game
from judge.requests.vocabulary import VerbLine, Word, fold_case, value_of, vocabulary

_MOST = 4
"""Words behind such a verb: a game, a power of two words, when; with more it is prose."""

_PREPOSITIONS = frozenset({"by", "with", "par"})
"""Words that may stand before an address."""


@dataclass(frozen=True)
class TakeSeatRequest:
    """Take an empty seat over; the words may name the game, the power, or both."""

    language: Language
    words: tuple[Word, ...]


@dataclass(frozen=True)
class DeclineSeatRequest:
    """Decline the seat that was offered."""


@dataclass(frozen=True)
class ReturnToSeatRequest:
    """Return to one's seat, or stay where one was about to leave."""


@dataclass(frozen=True)
class ResignRequest:
    """Resign from the game of that ``name``, which confirms it; ``at_once`` or as soon as somebody takes the seat."""

    name: Word | None
    at_once: bool


@dataclass(frozen=True)
class RecordRequest:
    """Ask how reliable players are: those of the game that the word names; the writer where there is none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class EjectPlayerRequest:
    """Eject the player of a power, by the master; the words that name the power."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class ReplacePlayerRequest:
    """Offer a seat to somebody, by the master: the words that name the power, then the address."""

    language: Language
    words: tuple[Word, ...]
    who: Word


@dataclass(frozen=True)
class AskStrategistRequest:
    """Ask somebody to share the writer's seat: the word that is their address."""

    language: Language
    who: Word


@dataclass(frozen=True)
class ShareSeatRequest:
    """Share the seat that one was asked to share."""


ReplacementRequest = (
    TakeSeatRequest
    | DeclineSeatRequest
    | ReturnToSeatRequest
    | ResignRequest
    | EjectPlayerRequest
    | ReplacePlayerRequest
    | AskStrategistRequest
    | ShareSeatRequest
)


@reads("take_over")
def read_takeover(verb: VerbLine) -> TakeSeatRequest | None:
    """Which seat is taken; None of prose that begins with the word."""
    named = _named(verb)
    return None if named is None else TakeSeatRequest(verb.language, named)


@reads("decline")
def read_decline(verb: VerbLine) -> DeclineSeatRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return DeclineSeatRequest() if _named(verb) == () else None


@reads("come_back")
def read_return(verb: VerbLine) -> ReturnToSeatRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return ReturnToSeatRequest() if _named(verb) == () else None


@reads("resign")
def read_resignation(verb: VerbLine) -> ResignRequest | None:
    """The game that somebody resigns from, and whether at once; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return ResignRequest(None, at_once=False)
        case (name,):
            return ResignRequest(name, at_once=False)
        case (name, when) if value_of(when.text) == "now":
            return ResignRequest(name, at_once=True)
        case _:
            return None


@reads("eject")
def read_ejection(verb: VerbLine) -> EjectPlayerRequest | None:
    """The power whose player is ejected; None of prose that begins with the word."""
    named = _named(verb)
    return EjectPlayerRequest(named) if named else None


@reads("replace")
def read_replacement(verb: VerbLine) -> ReplacePlayerRequest | None:
    """Which power goes to which address; None of prose that begins with the word."""
    match _named(verb):
        case (*power, who) if power and "@" in who.text:
            return ReplacePlayerRequest(verb.language, tuple(power), who)
        case _:
            return None


@reads("strategist")
def read_strategist(verb: VerbLine) -> AskStrategistRequest | ShareSeatRequest | None:
    """Whom somebody asks to share the seat, or that they share one; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return ShareSeatRequest()
        case (who,) if "@" in who.text:
            return AskStrategistRequest(verb.language, who)
        case _:
            return None


@reads("record", talk=names_no_game)
def read_record(verb: VerbLine) -> RecordRequest | None:
    """The game whose players are asked about; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return RecordRequest(verb.language, None)
        case (name,):
            return RecordRequest(verb.language, name)
        case _:
            return None


def _named(verb: VerbLine) -> tuple[Word, ...] | None:
    """The words behind the verb without small ones; None where there are so many that the line is prose."""
    named = tuple(word for word in verb.words if fold_case(word.text) not in vocabulary().fillers | _PREPOSITIONS)
    return named if len(verb.words) <= _MOST else None
