"""The hour of a phase: its deadline, or the end of what it is held open for after it."""

from datetime import datetime

from judge.game.after import after_all
from judge.game.deadlines.events import PhaseExtended
from judge.game.deadlines.next import more_time
from judge.game.events import Event
from judge.game.phases.close import close_at_deadline
from judge.game.phases.events import GameEnded, Wait
from judge.game.phases.late import grace, missed, wait_for_standby
from judge.game.replacements.forfeit import forfeits
from judge.game.state import Game
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
    return grace(game, position, now) or _out_of_time(game, position, now)


def _out_of_time(game: Game, position: Position, now: datetime) -> tuple[Event, ...]:
    """Who has not written is counted, and may lose the seat; then the phase waits for others, or is judged."""
    absent = missed(game, position, now)
    game = after_all(game, absent) or game
    lost = forfeits(game, absent, now)
    has_waited = game.held_open is not None and game.held_open.why is Wait.STANDBY
    waiting = () if has_waited else wait_for_standby(after_all(game, lost) or game, position, now)
    if waiting:
        return (*absent, *lost, *waiting)
    closed = close_at_deadline(game, now)
    over = any(isinstance(event, GameEnded) for event in closed)
    return (*absent, *(() if over else lost), *closed)
