"""The rules of watching: who may watch a game."""

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.effect import Effects, effect, evolve, no_notices, with_person
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Reader, WatchPermission
from judge.game.state import Game
from judge.game.watching.messages import ObserverCame, ObserverLeft, StopWatching, Watch, WatchCommand


def decide_watching(game: Game, command: WatchCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about watching, or why it is refused."""
    match command:
        case Watch(by):
            return _why_not_watch(game, by.address) or (ObserverCame(by, now),)
        case StopWatching(by):
            return (ObserverLeft(by, now),) if _is_watching(game, by) else Refused(Refusal.NOT_WATCHING)
        case _:
            assert_never(command)


def _is_watching(game: Game, by: Address) -> bool:
    return game.readers.get(by) in game.members.watching


def _why_not_watch(game: Game, by: Address) -> Refused | None:
    if _is_watching(game, by):
        return Refused(Refusal.ALREADY_WATCHING)
    if by in game.audience:
        return Refused(Refusal.HAS_A_PART)
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    match game.settings.press.watching:
        case WatchPermission.ANYONE:
            return None
        case WatchPermission.NAMED:
            return None if by in game.address_book.invited else Refused(Refusal.NOT_INVITED)
        case WatchPermission.NOBODY:
            return Refused(Refusal.NO_WATCHING)


# --- how each event changes the game, and who is told


def _came(game: Game, event: ObserverCame) -> Game:
    """The game with an observer; they stay known, with the number of their letters, when they stop watching."""
    game = with_person(game, event.observer)
    return _with_watching(game, (*game.members.watching, game.readers[event.observer.address]))


def _left(game: Game, event: ObserverLeft) -> Game:
    gone = game.readers[event.address]
    return _with_watching(game, tuple(one for one in game.members.watching if one != gone))


def _with_watching(game: Game, watching: tuple[Reader, ...]) -> Game:
    return evolve(game, members=replace(game.members, watching=watching))


EFFECTS: Effects = dict(
    (
        effect(ObserverCame, _came, no_notices),
        effect(ObserverLeft, _left, no_notices),
    )
)
