"""What lines about seats of a game under way say: who takes one, comes back, resigns; whose record is asked."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import VerbLine, Word

_MOST = 4
"""Words behind such a verb: a game, a power of two words, when; more of them are prose."""

_BY = frozenset({"by", "with", "par"})
"""What may stand before an address."""


@dataclass(frozen=True)
class TakeSeat:
    """Take an empty seat; the words may name the game, the power, or both."""

    language: Language
    words: tuple[Word, ...]


@dataclass(frozen=True)
class DeclineSeat:
    """Say no to the seat that was offered."""


@dataclass(frozen=True)
class ComeBack:
    """Come back to one's seat, or stay where one was about to leave."""


@dataclass(frozen=True)
class GiveUp:
    """Resign from the game of that ``name``, which confirms it; ``at_once`` or as soon as somebody takes the seat."""

    name: Word | None
    at_once: bool


@dataclass(frozen=True)
class AskRecord:
    """How far can players be relied upon? Those of the game that the word names; the writer where there is none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class Unseat:
    """The master takes a seat from its player; the words that name the power."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class NameSuccessor:
    """The master has somebody asked for a seat: the words that name the power, then the one that is an address."""

    language: Language
    words: tuple[Word, ...]
    who: Word


@dataclass(frozen=True)
class NamePartner:
    """Somebody is asked to share the writer's seat: the word that is their address."""

    language: Language
    who: Word


@dataclass(frozen=True)
class Share:
    """The seat that one was asked to share is shared."""


Succession = TakeSeat | DeclineSeat | ComeBack | GiveUp | Unseat | NameSuccessor | NamePartner | Share


def read_takeover(verb: VerbLine) -> TakeSeat | None:
    """Which seat is taken; None of prose that begins with the word."""
    named = _named(verb)
    return None if named is None else TakeSeat(verb.language, named)


def read_decline(verb: VerbLine) -> DeclineSeat | None:
    """The verb alone; None of prose that begins with the word."""
    return DeclineSeat() if _named(verb) == () else None


def read_return(verb: VerbLine) -> ComeBack | None:
    """The verb alone; None of prose that begins with the word."""
    return ComeBack() if _named(verb) == () else None


def read_resignation(verb: VerbLine) -> GiveUp | None:
    """The game that somebody resigns from, and whether at once; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return GiveUp(None, at_once=False)
        case (name,):
            return GiveUp(name, at_once=False)
        case (name, when) if value_of(when.text) == "now":
            return GiveUp(name, at_once=True)
        case _:
            return None


def read_ejection(verb: VerbLine) -> Unseat | None:
    """The power whose player is ejected; None of prose that begins with the word."""
    named = _named(verb)
    return Unseat(named) if named else None


def read_replacement(verb: VerbLine) -> NameSuccessor | None:
    """Which power goes to which address; None of prose that begins with the word."""
    match _named(verb):
        case (*power, who) if power and "@" in who.text:
            return NameSuccessor(verb.language, tuple(power), who)
        case _:
            return None


def read_strategist(verb: VerbLine) -> NamePartner | Share | None:
    """Whom somebody asks to share the seat, or that they share one; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return Share()
        case (who,) if "@" in who.text:
            return NamePartner(verb.language, who)
        case _:
            return None


def read_record(verb: VerbLine) -> AskRecord | None:
    """The game whose players are asked about; None of prose that begins with the word."""
    match _named(verb):
        case ():
            return AskRecord(verb.language, None)
        case (name,):
            return AskRecord(verb.language, name)
        case _:
            return None


def _named(verb: VerbLine) -> tuple[Word, ...] | None:
    """The words behind the verb without small ones; None where there are so many that the line is prose."""
    named = tuple(word for word in verb.words if fold(word.text) not in vocabulary().fillers | _BY)
    return named if len(verb.words) <= _MOST else None
