"""Seats lost for want of orders."""

from collections.abc import Sequence
from datetime import datetime

from judge.game.phases.events import OrdersMissed
from judge.game.replacements.events import Leaving, SeatVacated
from judge.game.state import Game


def forfeits(game: Game, absent: Sequence[OrdersMissed], now: datetime) -> tuple[SeatVacated, ...]:
    """The seats of those who have just missed one deadline too many, the game having counted it."""
    late = [missed.player for missed in absent if game.misses[missed.player].cost_the_seat(game.settings.missing)]
    lost = {game.seat_of(power)[0]: player for power, player in game.seats.items() if player in late}
    return tuple(SeatVacated(power, player, Leaving.FORFEITED, now) for power, player in lost.items())
