"""What lines about seats say: who waits, leaves, is there; whom the master lets in or gives a power; that it begins."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.words import VerbLine, Word


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


def read_standby(verb: VerbLine) -> Standby | None:
    """The game to wait in; None of prose that begins with the word."""
    return Standby(verb.language, next(iter(verb.named), None)) if len(verb.named) <= 1 else None


def read_leave(verb: VerbLine) -> Leave | None:
    """The game to leave; None of prose that begins with the word."""
    return Leave(next(iter(verb.named), None)) if len(verb.named) <= 1 else None


def read_here(verb: VerbLine) -> Here:
    """That somebody is there, and whether they say more."""
    return Here(is_bare=not any(any(map(str.isalnum, word.text)) for word in verb.words))


def read_letting_in(verb: VerbLine) -> LetIn | None:
    """Who is let in or kept out; None of prose that begins with the word: nobody is without an address."""
    return LetIn(verb.named, is_let=verb.key == "approve") if "@" in _first(verb.named) else None


def read_seat(verb: VerbLine) -> GivePower | None:
    """Who is given which power; None of prose that begins with the word: nobody is without an address."""
    return GivePower(verb.named[0], verb.named[1:]) if "@" in _first(verb.named) else None


def read_start(verb: VerbLine) -> Begin | None:
    """The verb alone; None of prose that begins with the word."""
    return None if any(any(map(str.isalnum, word.text)) for word in verb.words) else Begin()


def _first(words: tuple[Word, ...]) -> str:
    return words[0].text if words else ""
