"""Closing a phase: missing orders filled in, the phase judged, the next deadline set, the game ended where it ends."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from judge.game.clockwork.players import clockwork_players
from judge.game.deadlines.new_deadlines import is_close_held, next_deadline
from judge.game.messages import Event
from judge.game.orders.fingerprint_salts import salt_of
from judge.game.orders.order_status import order_status, powers_expected_to_write, powers_owing_orders
from judge.game.phases.endings import PracticeOver, Stalemate, game_ended, practice_over, stalemate_draw
from judge.game.phases.messages import CloseReason, Ending, GameEnded, HoldOpenReason, PhaseClosed, ScoutsBack
from judge.game.seats.allotment import toss_coin
from judge.game.state import Game
from judge.game.tutorial.rules import after_lesson, orders_of_others
from judge.game.votes.decide import votes_at_close
from judge.rules.board import Board, Power
from judge.rules.ending import JointVictory, Solo, TermReached, find_ending
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Disband, Hold, Order, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.required_orders import required_orders, units_without_orders
from judge.rules.rulebook import AdjustmentPhases
from judge.rules.verdicts import Judgement
from judge.rules.war.errands import Enlist
from judge.rules.war.knowledge import knowledge_after_phase
from judge.rules.war.scouts import Scouting, ScoutingResult, judge_recruiting, judge_scouts


def powers_waited_for(game: Game) -> tuple[Power, ...]:
    """The powers whose orders are incomplete in the open phase; those of empty seats only where it waits for them."""
    return tuple(power for power in powers_expected_to_write(game) if _is_waited_for(game, power))


def _is_waited_for(game: Game, power: Power) -> bool:
    if power in game.members.seats:
        return not order_status(game, power).is_complete
    return waits_for_empty_seat(game, power)


def _waits(game: Game) -> bool:
    """Whether the open phase waits for any power; those without any order, which are soon looked at, come first."""
    silent_first = sorted(powers_expected_to_write(game), key=lambda power: bool(game.orders.get(power)))
    return any(_is_waited_for(game, power) for power in silent_first)


def is_left_open(game: Game) -> bool:
    """Whether a power that has orders to write has left lines open: its orders may not be all that it meant."""
    return bool(game.left_open) and bool(game.left_open_by(powers_expected_to_write(game)))


def waits_for_empty_seat(game: Game, power: Power) -> bool:
    """Whether the open phase waits, or will wait, for somebody to take an empty seat; once for each seat."""
    held, vacancy = game.held_open, game.vacancies.get(power)
    if power in game.seats or vacancy is None:
        return False
    if held and held.why is HoldOpenReason.STANDBY and power in held.powers:
        return True
    return bool(game.settings.missing.standby_wait) and not vacancy.waited


def close_early(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of an early close; none while orders are missing, or something holds the close."""
    if (
        game.open_position is None
        or _waits(game)
        or is_left_open(game)
        or is_deserted(game, game.open_position)
        or is_close_held(game, now)
        or stays_open_to_deadline(game, game.open_position)
    ):
        return ()
    return _close(game, game.open_position, CloseReason.COMPLETE, now)


def is_deserted(game: Game, position: Position) -> bool:
    """Whether nobody who is left in a game has a player, in a phase of movements: it does not go on by itself."""
    is_movement = position.phase.kind is PhaseKind.MOVEMENT and not game.settings.practice
    return is_movement and not any(power in game.seats for power in game.survivors)


def stays_open_to_deadline(game: Game, position: Position) -> bool:
    """Whether a phase stays open to its deadline: adjustments in which more can be done than building (004 10).

    A practice game waits for nobody but the one who writes.
    """
    is_winter = position.phase.kind is PhaseKind.ADJUSTMENT and not game.settings.practice
    return is_winter and game.book.adjustments is AdjustmentPhases.EVERY_YEAR


def close_at_deadline(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of a close at the deadline, whoever has written."""
    return () if game.open_position is None else _close(game, game.open_position, CloseReason.DEADLINE, now)


def close_by_force(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events of a close forced by the master, whoever has written; it counts against nobody's record."""
    return () if game.open_position is None else _close(game, game.open_position, CloseReason.FORCED, now)


def _close(game: Game, position: Position, because: CloseReason, now: datetime) -> tuple[Event, ...]:
    published = game.settings.missing.published
    given = _given(game)
    silent = tuple(power for power in _powers_in_disorder(game, position) if not given.get(power)) if published else ()
    awaited = powers_waited_for(game) if published and because is CloseReason.DEADLINE else ()
    orders = orders_to_judge(game, position)
    judgement, scouts = with_scouts(game, judge_phase(game.board, game.book, position, orders))
    by_rules = find_ending(game.board, game.book, position, judgement, game.settings.last_year, sides=game.sides)
    over = by_rules or stalemate_draw(game, position, judgement) or practice_over(game, judgement)
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
        clockwork={power: how for power, how in clockwork_players(game).items() if power in given},
        salts={power: salt_of(game, power) for power in orders} if game.fingerprint_key else {},
    )
    if game.lesson:
        return (closed, after_lesson(game, closed, now))
    if over:
        return (closed, _ended(game, judgement, over, now))
    return (closed, *toss_coin(game, position, judgement.after, now), *votes_at_close(game, closed, now))


def _powers_in_disorder(game: Game, position: Position) -> tuple[Power, ...]:
    """The powers whose silence is civil disorder; in a war, not those that could only have built (004 5)."""
    if not stays_open_to_deadline(game, position):
        return powers_owing_orders(game)
    return tuple(power for power in powers_owing_orders(game) if required_orders(game.board, position, power).removals)


def _ended(
    game: Game,
    judgement: Judgement,
    over: Solo | JointVictory | TermReached | Stalemate | PracticeOver,
    now: datetime,
) -> GameEnded:
    match over:
        case Solo(power):
            return game_ended(game, judgement.after, Ending.SOLO, (power,), now)
        case JointVictory(powers):
            return game_ended(game, judgement.after, Ending.SOLO, powers, now)
        case TermReached(winners=winners):
            return game_ended(game, judgement.after, Ending.TERM, winners, now)
        case Stalemate(sharers):
            return game_ended(game, judgement.after, Ending.STALEMATE, sharers, now)
        case PracticeOver():
            return game_ended(game, judgement.after, Ending.PRACTICE, (), now)


# --- orders that nobody gave


def orders_to_judge(game: Game, position: Position) -> Mapping[Power, tuple[Order, ...]]:
    """The orders that are judged when the open phase closes: those in force.

    Where it stays secret who gave none, the orders that nobody gave are among them.
    """
    if game.settings.missing.published:
        return _given(game)
    return _with_default_orders(game.board, position, _given(game))


def _given(game: Game) -> Mapping[Power, tuple[Order, ...]]:
    own = {power: game.orders_of(power) for power in game.board.powers if game.orders.get(power)}
    return {**own, **orders_of_others(game)}


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
    units = units_without_orders(board, position, power, given.get(power, ()))
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return tuple(map(Hold, units))
        case PhaseKind.RETREAT:
            return tuple(map(Disband, units))
        case PhaseKind.ADJUSTMENT:
            has_builds = bool(required_orders(board, position, power).builds)
            return (Waive(),) if has_builds and not given.get(power) else ()


# --- scouts


def with_scouts(game: Game, judgement: Judgement) -> tuple[Judgement, ScoutsBack | None]:
    """The judgement with the errands of scouts carried out, and their outcome; None on a board without scouts.

    They go when the last unit of a season stands, after retreats if there are any, and report then (004 5).
    """
    if not game.board.war.scouts:
        return judgement, None
    known = knowledge_after_phase(game.scouting, judgement)
    if judgement.after.phase.kind is PhaseKind.RETREAT:
        return judgement, ScoutsBack(game.scouting, known)
    scouted = _scouted(game, judgement.after, known)
    back = ScoutsBack(game.scouting, scouted.after, scouted.reports, scouted.alerts)
    return replace(judgement, after=scouted.position), back


def _scouted(game: Game, position: Position, known: Scouting) -> ScoutingResult:
    """Scouts recruited, where adjustments have closed; else scouts sent."""
    given = {power: game.errands_of(power) for power in game.board.powers if game.errands.get(power)}
    if game.position and game.position.phase.kind is PhaseKind.ADJUSTMENT:
        return judge_recruiting(game.board, position, known, given)
    errands = {power: [one for one in some if not isinstance(one, Enlist)] for power, some in given.items()}
    return judge_scouts(game.board, position, known, errands, game.seed)
