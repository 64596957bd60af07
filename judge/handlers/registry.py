"""The registry of handlers: each stands beside its function; what a line gets that needs a game where there is none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any, TypeVar, get_args

from judge.game.refusals import Refusal, Refused
from judge.game.visibility import learns_later
from judge.handlers.arguments import read_address
from judge.handlers.session import GameSession, LineContext, Session
from judge.reports.line_answers import InvalidCommand, LineAnswer, Outcome, Unknown
from judge.requests.press import WatchRequest
from judge.requests.replacements import (
    AskStrategistRequest,
    ReplacePlayerRequest,
    ResignRequest,
    TakeSeatRequest,
)
from judge.requests.requests import QuestionRequest
from judge.requests.seats import AddStandbyRequest, LeaveGameRequest, SignOnRequest
from judge.requests.vocabulary import Word

T = TypeVar("T")
Handle = TypeVar("Handle", bound=Callable[[Session, str, Any, LineContext], Session])
InGame = TypeVar("InGame", bound=Callable[[GameSession, str, Any, LineContext], Session])
Handler = Callable[[Session, str, T, LineContext], Session]
"""Carries out a line, given the session, the text of the line, its request and the context."""
AnswerWithoutGame = Callable[[Session, str, T, LineContext], LineAnswer]
"""Returns the answer to a line that needs a game where there is none."""


@dataclass(frozen=True)
class HandlerEntry:
    """How lines with one kind of request are carried out.

    ``quota`` is the outcome told of such lines beyond the most that one letter may have, None where there is no most.
    ``is_read_when_held`` when they are carried out, or answered in their own way, below a line that holds orders.
    """

    handle: Handler[Any]
    quota: Outcome | None = None
    is_read_when_held: bool = False


_REGISTERED: dict[type, HandlerEntry] = {}
HANDLERS: Mapping[type, HandlerEntry] = _REGISTERED
"""The entry of every kind of request, once ``handlers/dispatch.py`` has loaded the modules that register one."""


TellsCourse = Callable[[Any], bool]
"""Whether the answer to a request tells what has happened in a game: who is to learn that later gets none."""


def always(_: object) -> bool:
    """Whatever is asked."""
    return True


def never(_: object) -> bool:
    """Whatever is asked."""
    return False


def handles(
    quota: Outcome | None = None, *, when_held: bool = False, tells_course: TellsCourse = never
) -> Callable[[Handle], Handle]:
    """Register the function for the kind of request that it is declared to take. Questions have their quota."""

    def register(handle: Handle) -> Handle:
        _register(_request_of(handle), _in_time(handle, tells_course), quota, when_held)
        return handle

    return register


def handles_in_game(
    without: AnswerWithoutGame[Any],
    quota: Outcome | None = None,
    *,
    when_held: bool = False,
    tells_course: TellsCourse | None = None,
) -> Callable[[InGame], InGame]:
    """Register the function for the kind of request that it is declared to take, in a game.

    ``without`` answers where there is none. A question tells its course, if nothing else is said.
    """

    def register(handle: InGame) -> InGame:
        def carry_out(session: Session, line: str, request: Any, context: LineContext) -> Session:
            there = session.in_game
            if there is None:
                return session.told(line, without(session, line, request, context))
            return handle(there, line, request, context)

        asked = _request_of(handle)
        tells = tells_course or (always if asked in get_args(QuestionRequest) else never)
        _register(asked, _in_time(carry_out, tells), quota, when_held)
        return handle

    return register


def _in_time(handle: Handler[Any], tells_course: TellsCourse) -> Handler[Any]:
    """A handler that tells nothing of the course of a game to somebody who is to learn it later."""

    def carry_out(session: Session, line: str, request: Any, context: LineContext) -> Session:
        game = session.game
        if game and tells_course(request) and learns_later(game, session.person.address):
            return session.told(line, Refused(Refusal.TOLD_LATER))
        return handle(session, line, request, context)

    return carry_out


def _request_of(handle: Callable[..., Session]) -> type:
    request: type = [*signature(handle).parameters.values()][2].annotation
    return request


def _register(request: type, handle: Handler[Any], quota: Outcome | None, when_held: bool) -> None:
    """ValueError where a kind of request has a handler already."""
    if request in _REGISTERED:
        message = f"{request.__name__} has two handlers"
        raise ValueError(message)
    if request in get_args(QuestionRequest):
        quota = Outcome.TOO_MANY_QUESTIONS
    _REGISTERED[request] = HandlerEntry(handle, quota, when_held or quota is not None)


# --- what is answered where there is no game


def refused(why: Refusal) -> AnswerWithoutGame[object]:
    """Answer with a refusal."""
    return lambda *_: Refused(why)


no_player = refused(Refusal.NOT_A_PLAYER)
no_master = refused(Refusal.NOT_THE_MASTER)
not_started = refused(Refusal.NOT_STARTED)


def unknown_game(line: str, word: Word | None) -> InvalidCommand:
    """There is no such game, or the letter is not addressed to it."""
    return InvalidCommand.at(Unknown.GAME, word or Word("", len(line)))


def no_game(*_: object) -> LineAnswer:
    """The letter speaks of no game."""
    return InvalidCommand(Unknown.GAME)


def no_game_at_end(_: Session, line: str, __: object, ___: LineContext) -> LineAnswer:
    """The letter speaks of no game: at the end of the line one may be named."""
    return unknown_game(line, None)


def no_game_by_name(
    _: Session,
    line: str,
    asked: SignOnRequest | AddStandbyRequest | LeaveGameRequest | WatchRequest | ResignRequest,
    __: LineContext,
) -> LineAnswer:
    """The line names a game that is not there, or none."""
    return unknown_game(line, asked.name)


def no_seat_to_take(_: Session, line: str, asked: TakeSeatRequest, __: LineContext) -> LineAnswer:
    """The line names a game that is not there, or none."""
    return unknown_game(line, asked.words[0] if asked.words else None)


def no_seat_to_share(_: Session, __: str, asked: AskStrategistRequest, ___: LineContext) -> LineAnswer:
    """The address may be wrong; otherwise the writer plays in no game."""
    address = read_address(asked.who)
    return address if isinstance(address, InvalidCommand) else Refused(Refusal.NOT_A_PLAYER)


def no_seat_to_give(_: Session, __: str, asked: ReplacePlayerRequest, ___: LineContext) -> LineAnswer:
    """The address may be wrong; otherwise the writer is master of no game."""
    address = read_address(asked.who)
    return address if isinstance(address, InvalidCommand) else Refused(Refusal.NOT_THE_MASTER)
