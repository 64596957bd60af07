"""Closing a phase: missing orders filled in, the phase judged, the next deadline set, the game ended where it ends."""

from datetime import datetime

from judge.game.deadlines.early import is_held
from judge.game.deadlines.next import next_deadline
from judge.game.events import Event
from judge.game.orders.standing import expected, owing, standing_of
from judge.game.phases.default import with_default_orders
from judge.game.phases.endings import game_ended
from judge.game.phases.errands import with_scouts
from judge.game.phases.events import Because, Ending, GameEnded, PhaseClosed, Wait
from judge.game.seats.coin import toss
from judge.game.state import Game
from judge.game.votes.outcome import votes_at_close
from judge.game.votes.stalemate import Stalemate, stalemate
from judge.rules.board import Power
from judge.rules.duties import duty
from judge.rules.ending import Solo, Term, Together, is_over
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import Adjustments
from judge.rules.turn import judge
from judge.rules.verdicts import Judgement


def waited_for(game: Game) -> tuple[Power, ...]:
    """The powers whose orders for the open phase are not complete yet, those of empty seats only where it waits."""
    written_for = [power for power in expected(game) if power in game.seats or is_kept_waiting_by(game, power)]
    return tuple(power for power in written_for if not standing_of(game, power).is_complete)


def is_kept_waiting_by(game: Game, power: Power) -> bool:
    """Whether the open phase waits, or will wait, for somebody to take an empty seat; once for each."""
    held, vacancy = game.held_open, game.vacancies.get(power)
    if power in game.seats or vacancy is None:
        return False
    if held and held.why is Wait.STANDBY and power in held.powers:
        return True
    return bool(game.settings.missing.standby_wait) and not vacancy.waited


def close_early(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of an early close, none while somebody who must write has not, or something holds it."""
    if game.open_position is None or waited_for(game) or is_held(game, now) or has_its_time(game, game.open_position):
        return ()
    return _close(game, game.open_position, Because.COMPLETE, now)


def has_its_time(game: Game, position: Position) -> bool:
    """Whether a phase stays open to its deadline: adjustments in which more may be done than units raised (004 10)."""
    is_winter = position.phase.kind is PhaseKind.ADJUSTMENT
    return is_winter and game.book.adjustments is Adjustments.EVERY_YEAR


def close_at_deadline(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of a close at the deadline, whoever has written."""
    return () if game.open_position is None else _close(game, game.open_position, Because.DEADLINE, now)


def close_by_force(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of a close that the master wants, whoever has written; it counts against nobody's record."""
    return () if game.open_position is None else _close(game, game.open_position, Because.FORCED, now)


def _close(game: Game, position: Position, because: Because, now: datetime) -> tuple[Event, ...]:
    published = game.settings.missing.published
    given = {power: game.orders_of(power) for power in game.board.powers if game.orders.get(power)}
    silent = tuple(power for power in _to_blame(game, position) if not given.get(power)) if published else ()
    awaited = waited_for(game) if published and because is Because.DEADLINE else ()
    orders = given if published else with_default_orders(game.board, position, given)
    judgement, scouts = with_scouts(game, judge(game.board, game.book, position, orders))
    by_rules = is_over(game.board, game.book, position, judgement, game.settings.last_year, sides=game.sides)
    over = by_rules or stalemate(game, position, judgement)
    closed = PhaseClosed(
        number=game.phases_closed + 1,
        before=position,
        orders=orders,
        judgement=judgement,
        silent=silent,
        because=because,
        deadline=None if over else next_deadline(game, judgement.after, now),
        at=now,
        scouts=scouts,
        awaited=awaited,
    )
    if over:
        return (closed, _ended(game, judgement, over, now))
    return (closed, *toss(game, position, judgement.after, now), *votes_at_close(game, closed, now))


def _to_blame(game: Game, position: Position) -> tuple[Power, ...]:
    """The powers whose silence is civil disorder; not those that might only have raised a unit, in a war (004 5)."""
    if not has_its_time(game, position):
        return owing(game)
    return tuple(power for power in owing(game) if duty(game.board, position, power).removals)


def _ended(game: Game, judgement: Judgement, over: Solo | Together | Term | Stalemate, now: datetime) -> GameEnded:
    match over:
        case Solo(power):
            return game_ended(game, judgement.after, Ending.SOLO, (power,), now)
        case Together(powers):
            return game_ended(game, judgement.after, Ending.SOLO, powers, now)
        case Term(winners=winners):
            return game_ended(game, judgement.after, Ending.TERM, winners, now)
        case Stalemate(sharers):
            return game_ended(game, judgement.after, Ending.STALEMATE, sharers, now)
