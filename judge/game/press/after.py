"""What becomes of a game when a letter is sent, when those that were kept leave."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from judge.game.press.events import DiaryWritten, PostSwept, PressEvent, PressSent
from judge.game.press.post import delivery, may_leave
from judge.game.press.sweep import shuffled
from judge.game.state import Game
from judge.rules.board import Power


def pressed(game: Game, event: PressEvent) -> Game:
    """The game after one of these events."""
    match event:
        case PressSent():
            return replace(game, held_press=(*game.held_press, event)) if event.waits else _sent(game, event)
        case PostSwept(at):
            return replace(game, swept=at)
        case DiaryWritten():
            return game
        case _:
            assert_never(event)


def with_post_gone(game: Game) -> Game:
    """The game once every letter has left that nothing keeps any more, whatever has just happened."""
    if not game.held_press and not game.unread:
        return game
    unread = {power: letters for power, letters in game.unread.items() if power not in game.seats}
    held = tuple(press for press in game.held_press if not may_leave(game, press))
    freed = left(game, game)
    game = replace(game, held_press=held, unread=unread)
    for press in freed:
        game = _sent(game, press)
    return game


def left(was: Game, game: Game) -> tuple[PressSent, ...]:
    """The letters that were kept in ``was`` and have left."""
    return shuffled(game, (press for press in was.held_press if may_leave(game, press)))


def found(was: Game, game: Game) -> Iterator[tuple[Power, PressSent]]:
    """The letters that had waited for somebody to play a power, and were found by whoever does; once for each seat."""
    for power, letters in was.unread.items():
        seat = game.seat_of(power)
        known = [press for other in seat[: seat.index(power)] for press in was.unread.get(other, ())]
        if power in game.seats:
            yield from ((power, press) for press in letters if press not in known)


def _sent(game: Game, press: PressSent) -> Game:
    """What is for a power that nobody plays waits for whoever plays it next."""
    unread = dict(game.unread)
    for power in delivery(game, press).awaiting:
        unread[power] = (*unread.get(power, ()), press)
    return replace(game, unread=unread)
