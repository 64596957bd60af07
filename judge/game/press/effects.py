"""Effects of the events of press: letters that are kept, letters that leave, who reads them."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, nobody, unchanged
from judge.game.messages import Notice
from judge.game.press.messages import DiaryWritten, PostSwept, PressSent
from judge.game.press.post import as_read, delivery, may_leave, readers
from judge.game.press.sweep import shuffled
from judge.game.state import Game
from judge.rules.board import Power


def _press_sent(game: Game, event: PressSent) -> Game:
    if not event.waits:
        return _sent(game, event)
    return replace(game, press=replace(game.press, held=(*game.press.held, event)))


def _tell_press_sent(step: Transition[PressSent]) -> Iterator[Notice]:
    return press_notices(step.after, step.event)


def _swept(game: Game, event: PostSwept) -> Game:
    return replace(game, press=replace(game.press, swept=event.at))


def with_post_gone(game: Game) -> Game:
    """The game once every letter has left that nothing keeps any more, whatever has just happened."""
    if not game.press.held and not game.press.unread:
        return game
    unread = {power: letters for power, letters in game.press.unread.items() if power not in game.seats}
    held = tuple(press for press in game.press.held if not may_leave(game, press))
    freed = left(game, game)
    game = replace(game, press=replace(game.press, held=held, unread=unread))
    for press in freed:
        game = _sent(game, press)
    return game


def left(was: Game, game: Game) -> tuple[PressSent, ...]:
    """The letters that were kept in ``was`` and have left."""
    return shuffled(game, (press for press in was.press.held if may_leave(game, press)))


def press_notices(game: Game, event: PressSent) -> Iterator[Notice]:
    """The notices of a letter that has been sent; none while it is kept."""
    return iter(()) if event.waits else _delivered(game, event)


def kept_back(was: Game, game: Game) -> Iterator[Notice]:
    """Letters that were kept and leave now, whatever has turned ``was`` into ``game``."""
    for press in left(was, game):
        yield from _delivered(game, press)
    for power, press in _found(was, game):
        yield from (Notice(player, as_read(press)) for player in game.players_of(power))


def _found(was: Game, game: Game) -> Iterator[tuple[Power, PressSent]]:
    """The letters that had waited for somebody to play a power, and were found by whoever does; once for each seat."""
    for power, letters in was.press.unread.items():
        seat = game.seat_of(power)
        known = [press for other in seat[: seat.index(power)] for press in was.press.unread.get(other, ())]
        if power in game.seats:
            yield from ((power, press) for press in letters if press not in known)


def _sent(game: Game, press: PressSent) -> Game:
    """What is for a power that nobody plays waits for whoever plays it next."""
    unread = dict(game.press.unread)
    for power in delivery(game, press).awaiting:
        unread[power] = (*unread.get(power, ()), press)
    return replace(game, press=replace(game.press, unread=unread))


def _delivered(game: Game, press: PressSent) -> Iterator[Notice]:
    yield from (Notice(reader, as_read(press)) for reader in readers(game, press))


EFFECTS: Effects = dict(
    (
        effect(PressSent, _press_sent, _tell_press_sent),
        effect(PostSwept, _swept, nobody),  # the letters that leave are told by ``kept_back``
        effect(DiaryWritten, unchanged, nobody),
    )
)
