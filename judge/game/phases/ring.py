"""The hour of a phase: its deadline, and the events due when orders are late."""

from collections.abc import Iterator
from datetime import datetime

from judge.game.after import after_all
from judge.game.deadlines.messages import PhaseExtended
from judge.game.deadlines.move import more_time
from judge.game.messages import Event
from judge.game.orders.standing import openly_owing, owing, standing_of
from judge.game.phases.close import close_at_deadline, is_kept_waiting_by, waited_for
from judge.game.phases.messages import GameEnded, OrdersMissed, PhaseHeldOpen, Wait
from judge.game.phases.missing import Counting, Misses
from judge.game.replacements.leaving import forfeits
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.position import PhaseKind, Position


def next_hour(game: Game) -> datetime | None:
    """When the open phase closes at the latest."""
    return game.closes_at if game.open_position else None


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The close, perhaps after some grace; when nobody at all has written for movements, more time instead."""
    position = game.open_position
    if position is None:
        return ()
    nobody = not any(game.orders.values())
    if nobody and position.phase.kind is PhaseKind.MOVEMENT:
        return (PhaseExtended(position.phase, more_time(game, position, now), now),)
    return _grace(game, position, now) or _out_of_time(game, position, now)


def _out_of_time(game: Game, position: Position, now: datetime) -> tuple[Event, ...]:
    """Who has not written is counted, and may lose the seat; then the phase waits for others, or is judged."""
    absent = missed(game, position, now)
    game = after_all(game, absent) or game
    lost = forfeits(game, absent, now)
    has_waited = game.held_open is not None and game.held_open.why is Wait.STANDBY
    waiting = () if has_waited else _wait_for_standby(after_all(game, lost) or game, position, now)
    if waiting:
        return (*absent, *lost, *waiting)
    closed = close_at_deadline(game, now)
    over = any(isinstance(event, GameEnded) for event in closed)
    return (*absent, *(() if over else lost), *closed)


# --- late orders


def _grace(game: Game, position: Position, now: datetime) -> tuple[PhaseHeldOpen, ...]:
    """Grace for those who owe orders; none where the game gives none, or has given it already."""
    length = game.settings.missing.grace.of(position.phase.kind)
    powers = waited_for(game)
    if game.held_open or game.deadline is None or not length or not powers:
        return ()
    begins = game.deadline.at if now < game.deadline.at + length else now
    return (PhaseHeldOpen(position.phase, powers, Wait.GRACE, begins + length, now),)


def _wait_for_standby(game: Game, position: Position, now: datetime) -> tuple[PhaseHeldOpen, ...]:
    """Time for somebody to take the seats that are empty; none where the game has waited for them already."""
    length = game.settings.missing.standby_wait
    empty = tuple(power for power in openly_owing(game) if is_kept_waiting_by(game, power))
    return (PhaseHeldOpen(position.phase, empty, Wait.STANDBY, now + length, now),) if empty else ()


def missed(game: Game, position: Position, now: datetime) -> tuple[OrdersMissed, ...]:
    """Who has let the deadline of a movement phase pass, by the settings of the game; each is counted once a phase."""
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    return tuple(_missed(game, position, now))


def _missed(game: Game, position: Position, now: datetime) -> Iterator[OrdersMissed]:
    owed: dict[Address, tuple[Power, ...]] = {}
    for power in owing(game):
        player = game.seats.get(power)
        if player and not _has_just_come(game, power, position):
            owed[player] = (*owed.get(player, ()), power)
    for player, powers in owed.items():
        misses = game.misses.get(player, Misses())
        if misses.last != position.phase and _has_missed(game, powers):
            yield OrdersMissed(player, powers, position.phase, misses.in_a_row + 1, misses.in_all + 1, now)


def _has_missed(game: Game, powers: tuple[Power, ...]) -> bool:
    """Whoever gave an order has written, even if the order is void."""
    match game.settings.missing.counts:
        case Counting.ALL:
            return not any(game.orders.get(power) for power in powers)
        case Counting.ANY:
            return any(standing_of(game, power).missing for power in powers)


def _has_just_come(game: Game, power: Power, position: Position) -> bool:
    """Whether the player took the seat in this very phase, and had only what was left of it."""
    vacancy = game.vacancies.get(power)
    return vacancy is not None and vacancy.taken_in == position.phase
