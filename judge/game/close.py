"""Closing a phase: missing orders filled in, the phase judged, the next deadline set, the game ended where it ends."""

from collections import Counter
from datetime import datetime

from judge.game.events import Because, Ending, Event, GameEnded, PhaseClosed, PhaseExtended, ReminderSent
from judge.game.schedule import deadline
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.duties import duty, is_complete
from judge.rules.ending import Solo, Term, is_over
from judge.rules.position import PhaseKind, Position
from judge.rules.scoring import c_diplo
from judge.rules.turn import judge
from judge.rules.verdicts import Judgement


def owing(game: Game) -> tuple[Power, ...]:
    """The powers that must write in the open phase, in board order."""
    position = game.open_position
    if position is None:
        return ()
    return tuple(power for power in game.board.powers if duty(game.board, position, power).owes)


def waited_for(game: Game) -> tuple[Power, ...]:
    """The powers whose orders for the open phase are not complete yet."""
    position = game.open_position
    if position is None:
        return ()
    board = game.board
    return tuple(power for power in owing(game) if not is_complete(board, position, power, game.orders_of(power)))


def close_early(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of an early close, none while somebody who must write has not."""
    if game.open_position is None or waited_for(game):
        return ()
    return _close(game, game.open_position, Because.COMPLETE, now)


def alarm(game: Game) -> datetime | None:
    """When this game next wants attention though nobody writes: its reminder, then its deadline."""
    if game.deadline is None:
        return None
    reminder = game.deadline.at - game.settings.reminder
    return game.deadline.at if game.reminded or reminder <= game.deadline.opened else reminder


def ring(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """What an hour brings that was set as an alarm: the close at the deadline, a reminder before it, or nothing.

    The judge may have slept, so that ``now`` is later; then letters that came between the two hours go first. A
    reminder that would come after its deadline reminds nobody.
    """
    position = game.open_position
    if position is None or game.deadline is None:
        return ()
    if hour >= game.deadline.at:
        return _at_deadline(game, position, now)
    due = alarm(game)
    if due is None or hour < due:
        return ()
    return (ReminderSent(position.phase, waited_for(game) if now < game.deadline.at else (), now),)


def _at_deadline(game: Game, position: Position, now: datetime) -> tuple[Event, ...]:
    nobody = not any(game.orders.values())
    if nobody and position.phase.kind is PhaseKind.MOVEMENT:
        later = deadline(game.settings, position.phase.kind, now)
        return (PhaseExtended(position.phase, later, now),)
    return _close(game, position, Because.DEADLINE, now)


def _close(game: Game, position: Position, because: Because, now: datetime) -> tuple[Event, ...]:
    orders = {power: game.orders_of(power) for power in game.board.powers if game.orders.get(power)}
    judgement = judge(game.board, game.book, position, orders)
    over = is_over(game.board, game.book, position, judgement, game.settings.last_year)
    closed = PhaseClosed(
        number=game.phases_closed + 1,
        before=position,
        orders=orders,
        judgement=judgement,
        silent=tuple(power for power in owing(game) if not orders.get(power)),
        because=because,
        deadline=None if over else deadline(game.settings, judgement.after.phase.kind, now),
        at=now,
    )
    return (closed, _ended(game, judgement, over, now)) if over else (closed,)


def _ended(game: Game, judgement: Judgement, over: Solo | Term, now: datetime) -> GameEnded:
    held = Counter(judgement.after.owners.values())
    centres = {power: held[power] for power in game.board.powers}
    match over:
        case Solo(power):
            return GameEnded(Ending.SOLO, centres, c_diplo(game.board, centres, power), (power,), now)
        case Term(winners=winners):
            return GameEnded(Ending.TERM, centres, c_diplo(game.board, centres, None), winners, now)
