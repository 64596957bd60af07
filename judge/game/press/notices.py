"""Who is sent which letter."""

from collections.abc import Iterator

from judge.game.news import Notice
from judge.game.press.after import found, left
from judge.game.press.events import PressEvent, PressSent
from judge.game.press.post import as_read, readers
from judge.game.state import Game


def press_notices(game: Game, event: PressEvent) -> Iterator[Notice]:
    """The notices of one of these events, once it has happened; a note in a diary is told to nobody."""
    if isinstance(event, PressSent) and not event.waits:
        yield from _delivered(game, event)


def kept_back(was: Game, game: Game) -> Iterator[Notice]:
    """Letters that were kept and leave now, whatever has turned ``was`` into ``game``."""
    for press in left(was, game):
        yield from _delivered(game, press)
    for power, press in found(was, game):
        yield from (Notice(player, as_read(press)) for player in game.players_of(power))


def _delivered(game: Game, press: PressSent) -> Iterator[Notice]:
    yield from (Notice(reader, as_read(press)) for reader in readers(game, press))
