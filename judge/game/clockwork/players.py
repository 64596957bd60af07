"""Which powers clockwork players play: those of a practice game, those of empty seats where a game has caretakers."""

from collections.abc import Mapping

from judge.game.clockwork.messages import PlayingStrength
from judge.game.state import Game
from judge.rules.board import Power


def clockwork_players(game: Game) -> Mapping[Power, PlayingStrength]:
    """The powers for which clockwork players write in the open phase, and how well, in board order."""
    playing = {**game.clockwork, **caretakers(game)}
    return {power: playing[power] for power in game.board.powers if power in playing}


def caretakers(game: Game) -> Mapping[Power, PlayingStrength]:
    """The powers without a player that clockwork players look after until somebody takes the seat.

    This follows from the seats and the settings alone: whoever takes a seat, or returns to it, has it at once.
    """
    strength = game.settings.missing.caretaker
    return dict.fromkeys(game.vacant, strength) if strength else {}
