"""Work out the orders of clockwork players, as soon as a phase is open."""

from datetime import datetime

from judge.clockwork.think import clockwork_orders
from judge.game.apply import Trail
from judge.game.clockwork.messages import ClockworkOrdered, PlayingStrength
from judge.game.clockwork.players import clockwork_players
from judge.game.clockwork.rules import clockwork_powers_to_order
from judge.game.state import Game
from judge.game.visibility import has_fog, known_position
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Position


def with_clockwork_orders(trail: Trail, now: datetime) -> Trail:
    """Return the events with the orders that clockwork players still owe for the open phase, if they owe any."""
    game = trail.game
    position = game.open_position if game else None
    if game is None or position is None:
        return trail
    players = clockwork_players(game)
    orders = {power: _thought(game, position, power, players[power]) for power in clockwork_powers_to_order(game)}
    new = {power: given for power, given in orders.items() if given != game.orders_of(power)}
    return trail.on((ClockworkOrdered(position.phase, new, now),)) if new else trail


def _thought(game: Game, position: Position, power: Power, strength: PlayingStrength) -> tuple[Order, ...]:
    """Return what a clockwork player orders by what it may know."""
    known = known_position(game, position, game.seat_of(power)) if has_fog(game) else position
    return clockwork_orders(game.board, game.book, known, power, strength, game.seed)
