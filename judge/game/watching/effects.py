"""Effects of the events of observers; between them and the judge, nobody else is told."""

from dataclasses import replace

from judge.game.effect import Effects, effect, no_notices
from judge.game.state import Game
from judge.game.watching.messages import ObserverCame, ObserverLeft


def _came(game: Game, event: ObserverCame) -> Game:
    """The game with an observer; they stay known, with the number of their letters, when they stop watching."""
    observer = event.observer
    people = {**game.people, observer.address: game.people.get(observer.address, observer)}
    readers = {observer.address: len(game.readers) + 1} | dict(game.readers)
    return replace(game, people=people, readers=readers, watching=(*game.watching, observer.address))


def _left(game: Game, event: ObserverLeft) -> Game:
    return replace(game, watching=tuple(one for one in game.watching if one != event.address))


EFFECTS: Effects = dict(
    (
        effect(ObserverCame, _came, no_notices),
        effect(ObserverLeft, _left, no_notices),
    )
)
