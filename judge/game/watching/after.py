"""What becomes of a game when somebody begins to watch it, or stops."""

from dataclasses import replace
from typing import assert_never

from judge.game.state import Game
from judge.game.watching.events import ObserverCame, ObserverLeft, WatchEvent


def watched(game: Game, event: WatchEvent) -> Game:
    """The game after one of these events; an observer stays known, with the number of their letters."""
    match event:
        case ObserverCame(observer):
            people = {**game.people, observer.address: game.people.get(observer.address, observer)}
            readers = {observer.address: len(game.readers) + 1} | dict(game.readers)
            return replace(game, people=people, readers=readers, watching=(*game.watching, observer.address))
        case ObserverLeft(address):
            return replace(game, watching=tuple(one for one in game.watching if one != address))
        case _:
            assert_never(event)
