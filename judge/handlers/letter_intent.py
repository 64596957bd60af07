"""Tell what a letter as a whole asks for: which game, and what proof that takes."""

from collections.abc import Callable, Iterator, Sequence

from judge.game.settings import GameName
from judge.mail.identity import Recipient
from judge.requests.league import GazetteRequest
from judge.requests.names import game_name, games_signed_on
from judge.requests.press import WatchRequest
from judge.requests.replacements import RecordRequest, ResignRequest, TakeSeatRequest
from judge.requests.requests import (
    GameInfoRequest,
    HistoryRequest,
    JoinGameRequest,
    Line,
    OpenGameRequest,
    QuestionRequest,
    Request,
    SignOnRequest,
    WhyRequest,
)
from judge.requests.seats import AddStandbyRequest, LeaveGameRequest
from judge.requests.vocabulary import Word


def game_of_letter(recipient: Recipient, lines: Sequence[Line], is_game: Callable[[GameName], bool]) -> GameName | None:
    """Return the game that a letter is about, None if it names none.

    It is that of the reply address; else the one to be opened; else the first that a line names and that ``is_game``
    knows. Behind SIGNON and WHY a word may be something else, so there it counts only if a game has that name. Where no
    name is that of a game, the first name counts.
    """
    if recipient.game:
        return recipient.game
    named = [name for line in lines for name in _games_named(line.request, is_game)]
    if any(isinstance(line.request, OpenGameRequest) for line in lines):
        return next(iter(named), None)
    return next((name for name in named if is_game(name)), next(iter(named), None))


def _games_named(request: Request, is_game: Callable[[GameName], bool]) -> Iterator[GameName]:
    match request:
        case (
            OpenGameRequest(name=Word(text))
            | JoinGameRequest(name=Word(text))
            | GameInfoRequest(name=Word(text))
            | HistoryRequest(name=Word(text))
        ):
            yield from _valid_names((text,))
        case AddStandbyRequest(name=Word(text)) | WatchRequest(name=Word(text)):
            yield from _valid_names((text,))
        case LeaveGameRequest(name=Word(text)):
            yield from (name for name in _valid_names((text,)) if is_game(name))
        case SignOnRequest(name=Word(text)):
            yield from (name for name in _valid_names(games_signed_on(text)) if is_game(name))
        case TakeSeatRequest(words=words):
            yield from (name for name in _valid_names([word.text for word in words]) if is_game(name))
        case ResignRequest(name=Word(text)) | RecordRequest(name=Word(text)):
            yield from (name for name in _valid_names((text,)) if is_game(name))
        case WhyRequest(unit=(first, *_)):
            yield from (name for name in _valid_names((first.text,)) if is_game(name))
        case _:
            pass


def _valid_names(words: Sequence[str]) -> Iterator[GameName]:
    return (name for word in words if (name := game_name(word)))


_ENTRANCES = JoinGameRequest | AddStandbyRequest | TakeSeatRequest | WatchRequest


def is_open_to_newcomers(lines: Sequence[Line], *, is_game: bool) -> bool:
    """Return whether a letter asks for what a newcomer may have: a new game, the gazette, a seat.

    ``is_game`` is whether the game that it names exists.
    """
    asking = tuple(line.request for line in lines)
    return any(isinstance(one, OpenGameRequest | GazetteRequest) for one in asking) or (
        is_game and any(map(enters_game, asking))
    )


def enters_game(request: Request) -> bool:
    """Return whether a request opens a game or asks for a part in one."""
    return isinstance(request, OpenGameRequest | _ENTRANCES) or (isinstance(request, SignOnRequest) and request.joins)


def unknown_game_joined(lines: Sequence[Line]) -> str:
    """Return the game in which a letter asks for a seat, empty where it names none.

    It is called where no such game exists.
    """
    named = (
        line.request.name
        for line in lines
        if isinstance(line.request, JoinGameRequest | AddStandbyRequest | WatchRequest)
    )
    return next((name.text for name in named if name), "")


def questions_of(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the questions of a letter, which need no proof."""
    return tuple(line for line in lines if isinstance(line.request, QuestionRequest))


def has_commands(lines: Sequence[Line]) -> bool:
    """Return whether the letter holds more than questions and plain words."""
    return any(line.changes_something for line in lines)
