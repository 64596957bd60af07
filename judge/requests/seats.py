"""Requests about seats: waiting, leaving, answering a muster; the master admits, places a player, starts the game."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.vocabulary import VerbLine, Word


@dataclass(frozen=True)
class AddStandbyRequest:
    """Wait for a seat in a game; ``name`` is None when the line names none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class LeaveGameRequest:
    """Give a seat back, in the named game or in the letter's own."""

    name: Word | None


@dataclass(frozen=True)
class AnswerMusterRequest:
    """Answer a muster; not ``is_bare`` with more words behind it: it may be prose that begins with that word."""

    is_bare: bool = True


@dataclass(frozen=True)
class ApprovePlayerRequest:
    """Admit people, or refuse them where ``is_let`` is False; the words that are their addresses."""

    who: tuple[Word, ...]
    is_let: bool


@dataclass(frozen=True)
class PlacePlayerRequest:
    """Place a player on a power by hand; the words that name it."""

    who: Word
    power: tuple[Word, ...]


@dataclass(frozen=True)
class StartGameRequest:
    """Start the game."""


SeatRequest = (
    AddStandbyRequest
    | LeaveGameRequest
    | AnswerMusterRequest
    | ApprovePlayerRequest
    | PlacePlayerRequest
    | StartGameRequest
)


def read_standby(verb: VerbLine) -> AddStandbyRequest | None:
    """The game to wait in; None of prose that begins with the word."""
    return AddStandbyRequest(verb.language, next(iter(verb.named), None)) if len(verb.named) <= 1 else None


def read_leave(verb: VerbLine) -> LeaveGameRequest | None:
    """The game to leave; None of prose that begins with the word."""
    return LeaveGameRequest(next(iter(verb.named), None)) if len(verb.named) <= 1 else None


def read_here(verb: VerbLine) -> AnswerMusterRequest:
    """That somebody is there, and whether they say more."""
    return AnswerMusterRequest(is_bare=not any(any(map(str.isalnum, word.text)) for word in verb.words))


def read_letting_in(verb: VerbLine) -> ApprovePlayerRequest | None:
    """Who is let in or kept out; None of prose that begins with the word: nobody is without an address."""
    return ApprovePlayerRequest(verb.named, is_let=verb.key == "approve") if "@" in _first(verb.named) else None


def read_seat(verb: VerbLine) -> PlacePlayerRequest | None:
    """Who is given which power; None of prose that begins with the word: nobody is without an address."""
    return PlacePlayerRequest(verb.named[0], verb.named[1:]) if "@" in _first(verb.named) else None


def read_start(verb: VerbLine) -> StartGameRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return None if any(any(map(str.isalnum, word.text)) for word in verb.words) else StartGameRequest()


def _first(words: tuple[Word, ...]) -> str:
    return words[0].text if words else ""
