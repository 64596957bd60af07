"""Closing a phase: missing orders filled in, the phase judged, the next deadline set, the game ended where it ends."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from judge.game.deadlines.move import is_held, next_deadline
from judge.game.messages import Event
from judge.game.orders.standing import expected, owing, standing_of
from judge.game.phases.endings import Stalemate, game_ended, stalemate
from judge.game.phases.messages import Because, Ending, GameEnded, PhaseClosed, ScoutsBack, Wait
from judge.game.seats.allot import toss
from judge.game.state import Game
from judge.game.votes.outcome import votes_at_close
from judge.rules.board import Board, Power
from judge.rules.duties import duty, missing
from judge.rules.ending import Solo, Term, Together, is_over
from judge.rules.errands import Enlist
from judge.rules.knowledge import followed
from judge.rules.orders import Disband, Hold, Order, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import Adjustments
from judge.rules.scouts import Scouted, Scouting, enlist, judge_scouts
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
    orders = given if published else _with_default_orders(game.board, position, given)
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


# --- orders that nobody gave


def _with_default_orders(
    board: Board, position: Position, given: Mapping[Power, tuple[Order, ...]]
) -> Mapping[Power, tuple[Order, ...]]:
    """The orders, and for each unit without one what the rules do with it: it holds or is disbanded; builds are waived.

    What a power must remove is left to the rule book, which names the unit.
    """
    orders = {power: (*given.get(power, ()), *_default(board, position, power, given)) for power in board.powers}
    return {power: ordered for power, ordered in orders.items() if ordered}


def _default(
    board: Board, position: Position, power: Power, given: Mapping[Power, tuple[Order, ...]]
) -> tuple[Order, ...]:
    units = missing(board, position, power, given.get(power, ()))
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(map(Hold, units))
        case PhaseKind.RETREAT:
            return tuple(map(Disband, units))
        case PhaseKind.ADJUSTMENT:
            has_builds = bool(duty(board, position, power).builds)
            return (Waive(),) if has_builds and not given.get(power) else ()


# --- scouts


def with_scouts(game: Game, judgement: Judgement) -> tuple[Judgement, ScoutsBack | None]:
    """The judgement once scouts have done their errands, and what became of those; None on a board without scouts.

    They go when the last unit of a season stands, after retreats if there are any, and report then (004 5).
    """
    if not game.board.war.scouts:
        return judgement, None
    known = followed(game.scouting, judgement)
    if judgement.after.phase.kind is PhaseKind.RETREAT:
        return judgement, ScoutsBack(game.scouting, known)
    scouted = _scouted(game, judgement.after, known)
    back = ScoutsBack(game.scouting, scouted.after, scouted.reports, scouted.alerts)
    return replace(judgement, after=scouted.position), back


def _scouted(game: Game, position: Position, known: Scouting) -> Scouted:
    """Scouts recruited where adjustments have closed, else sent."""
    given = {power: game.errands_of(power) for power in game.board.powers if game.errands.get(power)}
    if game.position and game.position.phase.kind is PhaseKind.ADJUSTMENT:
        return enlist(game.board, position, known, given)
    errands = {power: [one for one in some if not isinstance(one, Enlist)] for power, some in given.items()}
    return judge_scouts(game.board, position, known, errands, game.seed)
