"""The rules of clockwork players: which powers they play, how their events change the game."""

from collections.abc import Mapping

from judge.game.clockwork.messages import ClockworkOrdered, ClockworkSeated, PlayingStrength
from judge.game.effect import Effects, effect, evolve, no_notices
from judge.game.orders.order_status import order_status, powers_owing_orders
from judge.game.state import Game
from judge.game.state_parts import GivenOrder
from judge.rules.board import Power

# --- which powers clockwork players play


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


# --- the rules of clockwork players


_NO_LETTER = 0
"""The number of the letter that gave an order of a clockwork player."""


def clockwork_powers_to_order(game: Game) -> tuple[Power, ...]:
    """The powers of clockwork players whose orders for the open phase are missing, in board order.

    A lesson says itself what they order.
    """
    players = clockwork_players(game)
    owing = powers_owing_orders(game) if players and game.lesson is None else ()
    return tuple(power for power in owing if power in players and _is_incomplete(game, power))


def _is_incomplete(game: Game, power: Power) -> bool:
    """Whether orders are missing, or do not fit the position any more; its scouts rest."""
    status = order_status(game, power)
    return bool(status.missing or status.idle or status.left)


def _seated(game: Game, event: ClockworkSeated) -> Game:
    return evolve(game, clockwork={**game.clockwork, **event.strengths})


def _ordered(game: Game, event: ClockworkOrdered) -> Game:
    given = {
        power: tuple(GivenOrder(order, _NO_LETTER, None) for order in orders) for power, orders in event.orders.items()
    }
    return evolve(game, orders={**game.orders, **given})


EFFECTS: Effects = dict(
    (
        effect(ClockworkSeated, _seated, no_notices),
        effect(ClockworkOrdered, _ordered, no_notices),
    )
)
