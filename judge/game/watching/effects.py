"""Effects of the events of observers; between them and the judge, nobody else is told."""

from dataclasses import replace

from judge.game.effect import Effects, effect, evolve, no_notices, with_person
from judge.game.settings import Reader
from judge.game.state import Game
from judge.game.watching.messages import ObserverCame, ObserverLeft


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
