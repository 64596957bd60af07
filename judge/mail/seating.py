"""What lines about seats say: who waits, leaves, is there; whom the master lets in or gives a power; that it begins."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.vocabulary import fold, vocabulary
from judge.mail.words import Word


@dataclass(frozen=True)
class Standby:
    """Wait for a seat in a game; ``name`` None when the line names none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class Leave:
    """Give a seat back, in the named game or in the letter's own."""

    name: Word | None


@dataclass(frozen=True)
class Here:
    """The answer to a muster; with more words behind it, it may be prose that begins with that word."""

    is_bare: bool = True


@dataclass(frozen=True)
class LetIn:
    """Let people in, or where ``is_let`` is false keep them out; the words that are their addresses."""

    who: tuple[Word, ...]
    is_let: bool


@dataclass(frozen=True)
class GivePower:
    """Give somebody a power by hand; the words that name it."""

    who: Word
    power: tuple[Word, ...]


@dataclass(frozen=True)
class Begin:
    """Begin the game."""


SeatMeaning = Standby | Leave | Here | LetIn | GivePower | Begin

SEAT_VERBS = frozenset({"standby", "leave", "here", "approve", "reject", "seat", "start"})


def read_seating(key: str, language: Language, words: tuple[Word, ...]) -> SeatMeaning | None:
    """What a line with one of these verbs says; None of prose that happens to begin with the word.

    Nobody is let in or given a power without an address; whoever leaves, is there or begins says little more.
    """
    words = tuple(word for word in words if any(map(str.isalnum, word.text)))
    named = tuple(word for word in words if fold(word.text) not in vocabulary().fillers)
    match key, named:
        case "standby", ():
            return Standby(language, None)
        case "standby", (name,):
            return Standby(language, name)
        case "leave", ():
            return Leave(None)
        case "leave", (name,):
            return Leave(name)
        case "here", _:
            return Here(is_bare=not words)
        case "start", () if not words:
            return Begin()
        case (("approve" | "reject"), (first, *_)) if _is_address(first):
            return LetIn(named, is_let=key == "approve")
        case "seat", (who, *power) if _is_address(who):
            return GivePower(who, tuple(power))
        case _:
            return None


def _is_address(word: Word) -> bool:
    return "@" in word.text
