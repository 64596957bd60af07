"""How a seat is lost: its player resigns, or has missed too many deadlines."""

from collections.abc import Sequence
from datetime import datetime

from judge.game.messages import Event
from judge.game.phases.messages import OrdersMissed
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import LeavingReason, ReplacementSought, Resign, SeatVacated
from judge.game.state import Game
from judge.game.strategists.messages import StrategistLeft


def decide_resignation(game: Game, command: Resign, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a resignation: seats empty at once or once they are taken; a shared one stays the other's."""
    powers = game.powers_of(command.by)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    seats = dict.fromkeys(game.seat_of(power)[0] for power in powers)
    shared = [power for power in seats if len(game.players_of(power)) > 1]
    if shared:
        return tuple(StrategistLeft(power, command.by, now) for power in shared)
    if command.at_once:
        return tuple(SeatVacated(power, command.by, LeavingReason.RESIGNED, now) for power in seats)
    wanted = [power for power in seats if power not in game.sought]
    if not wanted:
        return Refused(Refusal.ALREADY_LEAVING)
    return tuple(ReplacementSought(power, command.by, LeavingReason.RESIGNED, now) for power in wanted)


def forfeits(game: Game, absent: Sequence[OrdersMissed], now: datetime) -> tuple[SeatVacated, ...]:
    """The events by which players lose seats who have just missed one deadline too many; ``game`` has counted it."""
    late = [missed.player for missed in absent if game.misses[missed.player].cost_the_seat(game.settings.missing)]
    lost = {game.seat_of(power)[0]: player for power, player in game.seats.items() if player in late}
    return tuple(SeatVacated(power, player, LeavingReason.FORFEITED, now) for power, player in lost.items())
