"""Requests about seats: waiting, leaving, answering a muster; the master admits, places a player, starts the game."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.questions import first_name
from judge.requests.registry import reads
from judge.requests.setting_lists import WrittenSetting, powers_and_settings, preset_and_settings
from judge.requests.small_talk import opens_nothing
from judge.requests.vocabulary import VerbLine, Word, without_fillers


@dataclass(frozen=True)
class OpenGameRequest:
    """Open a game; ``name`` is None when the line stops too early."""

    language: Language
    name: Word | None
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class JoinGameRequest:
    """Join a game, perhaps as a named power, or with a list of them, the one wanted most first."""

    language: Language
    name: Word | None
    powers: tuple[Word, ...]
    settings: tuple[WrittenSetting, ...]


@dataclass(frozen=True)
class SignOnRequest:
    """The first line of letters to older judges: ``?rome`` asks for a seat, ``frome`` names a power and its game."""

    language: Language
    name: Word | None

    @property
    def joins(self) -> bool:
        """Whether it asks for a seat."""
        return self.name is not None and self.name.text.startswith("?")


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


@dataclass(frozen=True)
class ChangeTokenRequest:
    """Give the players of some powers fresh reply addresses; the words that name the powers."""

    words: tuple[Word, ...]


SeatRequest = (
    OpenGameRequest
    | JoinGameRequest
    | SignOnRequest
    | ChangeTokenRequest
    | AddStandbyRequest
    | LeaveGameRequest
    | AnswerMusterRequest
    | ApprovePlayerRequest
    | PlacePlayerRequest
    | StartGameRequest
)


@reads("open", talk=opens_nothing)
def read_opening(verb: VerbLine) -> OpenGameRequest:
    """The name of the game to open, perhaps a preset, and its settings."""
    name, behind = first_name(verb.words)
    return OpenGameRequest(verb.language, name, preset_and_settings(behind))


@reads("join")
def read_joining(verb: VerbLine) -> JoinGameRequest:
    """The game to join, the powers asked for, and the settings of who joins."""
    name, behind = first_name(verb.words)
    powers, settings = powers_and_settings(behind)
    return JoinGameRequest(verb.language, name, powers, settings)


@reads("sign_on")
def read_sign_on(verb: VerbLine) -> SignOnRequest:
    """The first line of a letter to an older judge."""
    return SignOnRequest(verb.language, verb.words[0] if verb.words else None)


@reads("reissue")
def read_reissue(verb: VerbLine) -> ChangeTokenRequest:
    """Whose reply addresses are to be others."""
    return ChangeTokenRequest(without_fillers(verb.words))


@reads("standby")
def read_standby(verb: VerbLine) -> AddStandbyRequest | None:
    """The game to wait in; None of prose that begins with the word."""
    return AddStandbyRequest(verb.language, next(iter(verb.named), None)) if len(verb.named) <= 1 else None


@reads("leave")
def read_leave(verb: VerbLine) -> LeaveGameRequest | None:
    """The game to leave; None of prose that begins with the word."""
    return LeaveGameRequest(next(iter(verb.named), None)) if len(verb.named) <= 1 else None


@reads("here")
def read_here(verb: VerbLine) -> AnswerMusterRequest:
    """That somebody is there, and whether they say more."""
    return AnswerMusterRequest(is_bare=not any(any(map(str.isalnum, word.text)) for word in verb.words))


@reads("approve", "reject")
def read_letting_in(verb: VerbLine) -> ApprovePlayerRequest | None:
    """Who is let in or kept out; None of prose that begins with the word: nobody is without an address."""
    return ApprovePlayerRequest(verb.named, is_let=verb.key == "approve") if "@" in _first(verb.named) else None


@reads("seat")
def read_seat(verb: VerbLine) -> PlacePlayerRequest | None:
    """Who is given which power; None of prose that begins with the word: nobody is without an address."""
    return PlacePlayerRequest(verb.named[0], verb.named[1:]) if "@" in _first(verb.named) else None


@reads("start")
def read_start(verb: VerbLine) -> StartGameRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return None if any(any(map(str.isalnum, word.text)) for word in verb.words) else StartGameRequest()


def _first(words: tuple[Word, ...]) -> str:
    return words[0].text if words else ""
