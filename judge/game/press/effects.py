"""Effects of the events of press: which letters are kept, which leave, and who reads them."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, evolve, no_notices, unchanged
from judge.game.messages import Notice
from judge.game.press.delivery import delivery, may_press_leave, press_as_read, press_readers
from judge.game.press.messages import DiaryWritten, PostSwept, PressSent
from judge.game.press.sweep import in_release_order
from judge.game.state import Game
from judge.rules.board import Power


def _press_sent(game: Game, event: PressSent) -> Game:
    if not event.waits:
        return _with_press_sent(game, event)
    return evolve(game, press=replace(game.press, held=(*game.press.held, event)))


def _tell_press_sent(step: Transition[PressSent]) -> Iterator[Notice]:
    return press_notices(step.after, step.event)


def _swept(game: Game, event: PostSwept) -> Game:
    return evolve(game, press=replace(game.press, last_sweep=event.at))


def release_press(game: Game) -> Game:
    """The game with the kept press released that nothing keeps any more; called after every event."""
    if not game.press.held and not game.press.unread:
        return game
    unread = {power: letters for power, letters in game.press.unread.items() if power not in game.seats}
    held = tuple(press for press in game.press.held if not may_press_leave(game, press))
    freed = released_press(game, game)
    game = evolve(game, press=replace(game.press, held=held, unread=unread))
    for press in freed:
        game = _with_press_sent(game, press)
    return game


def released_press(was: Game, game: Game) -> tuple[PressSent, ...]:
    """The press that was kept in ``was`` and may leave in ``game``, in the order in which it leaves."""
    return in_release_order(game, (press for press in was.press.held if may_press_leave(game, press)))


def press_notices(game: Game, event: PressSent) -> Iterator[Notice]:
    """The notices of press that has been sent; none while it is kept."""
    return iter(()) if event.waits else _delivered(game, event)


def released_press_notices(was: Game, game: Game) -> Iterator[Notice]:
    """The notices of kept press that leaves now, whichever event has turned ``was`` into ``game``."""
    for press in released_press(was, game):
        yield from _delivered(game, press)
    for power, press in _found_press(was, game):
        yield from (Notice(player, press_as_read(press)) for player in game.players_of(power))


def _found_press(was: Game, game: Game) -> Iterator[tuple[Power, PressSent]]:
    """The press that had waited for a power without a player, and the power that is played now; once for each seat."""
    for power, letters in was.press.unread.items():
        seat = game.seat_of(power)
        known = [press for other in seat[: seat.index(power)] for press in was.press.unread.get(other, ())]
        if power in game.seats:
            yield from ((power, press) for press in letters if press not in known)


def _with_press_sent(game: Game, press: PressSent) -> Game:
    """The game with press sent; for a power that nobody plays it waits for its next player."""
    unread = dict(game.press.unread)
    for power in delivery(game, press).awaiting:
        unread[power] = (*unread.get(power, ()), press)
    return evolve(game, press=replace(game.press, unread=unread))


def _delivered(game: Game, press: PressSent) -> Iterator[Notice]:
    yield from (Notice(reader, press_as_read(press)) for reader in press_readers(game, press))


EFFECTS: Effects = dict(
    (
        effect(PressSent, _press_sent, _tell_press_sent),
        effect(PostSwept, _swept, no_notices),  # the letters that leave are told by ``released_press_notices``
        effect(DiaryWritten, unchanged, no_notices),
    )
)
