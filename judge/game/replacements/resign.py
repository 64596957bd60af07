"""Decisions about players who give their seats up."""

from datetime import datetime

from judge.game.events import Event
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.commands import Resign
from judge.game.replacements.events import Leaving, ReplacementSought, SeatVacated
from judge.game.state import Game
from judge.game.strategists.events import StrategistLeft


def resign(game: Game, command: Resign, now: datetime) -> tuple[Event, ...] | Refused:
    """The seats of a player, empty at once, or as soon as somebody takes them; one that is shared stays the other's."""
    powers = game.powers_of(command.by)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    seats = dict.fromkeys(game.seat_of(power)[0] for power in powers)
    shared = [power for power in seats if len(game.players_of(power)) > 1]
    if shared:
        return tuple(StrategistLeft(power, command.by, now) for power in shared)
    if command.at_once:
        return tuple(SeatVacated(power, command.by, Leaving.RESIGNED, now) for power in seats)
    wanted = [power for power in seats if power not in game.sought]
    if not wanted:
        return Refused(Refusal.ALREADY_LEAVING)
    return tuple(ReplacementSought(power, command.by, Leaving.RESIGNED, now) for power in wanted)
