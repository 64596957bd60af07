"""The salts of fingerprints: without its salt nobody can guess from a fingerprint which orders it is of."""

import hmac

from judge.game.state import Game
from judge.rules.board import Power

_DIGITS = 16
"""Hexadecimal digits of a salt."""


def salt_of(game: Game, power: Power) -> str:
    """The salt of a power's orders in force in the open phase: 16 hexadecimal digits.

    It follows from the key of the game and the last letter that gave one of these orders, so that each set has a salt
    of its own: to know that of the set that was judged tells nothing of a set before it.
    """
    letter = max((given.letter for given in game.orders.get(power, ())), default=0)
    phase = game.position.phase if game.position else ""
    named = f"{game.name} {game.phases_closed + 1} {phase} {power} {letter}"
    return hmac.digest(game.fingerprint_key.encode(), named.encode(), "sha256").hex()[:_DIGITS]
