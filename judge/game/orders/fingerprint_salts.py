"""The salts of fingerprints: without its salt nobody can guess from a fingerprint which orders it is of."""

import hmac

from judge.game.state import Game
from judge.rules.board import Power

_OF_SETS = "sets:"
"""How the key of a game begins whose salts are of sets; those of older games are of letters."""

_SET = "s"
"""The first sign of the salt of a set."""

_SIGNS = 16
"""Signs of a salt; all of them, but that one, are hexadecimal digits."""


def fingerprint_key(secret: str) -> str:
    """The key of the salts of a new game."""
    return _OF_SETS + secret


def salt_of(game: Game, power: Power) -> str:
    """The salt of a power's orders in force in the open phase: an ``s`` and 15 hexadecimal digits.

    It follows from the key of the game and from how many sets of orders the power had before, so that no two sets share
    one: to know that of the set that was judged tells nothing of a set before it. In a game of an older judge it is 16
    digits, and follows from the newest letter that gave one of the orders.
    """
    phase = game.position.phase if game.position else ""
    if game.fingerprint_key.startswith(_OF_SETS):
        made, mark = game.order_sets.get(power, 0), _SET
    else:
        made, mark = max((given.letter for given in game.orders.get(power, ())), default=0), ""
    named = f"{game.name} {game.phases_closed + 1} {phase} {power} {made}"
    return (mark + hmac.digest(game.fingerprint_key.encode(), named.encode(), "sha256").hex())[:_SIGNS]


def is_of_sets(salt: str) -> bool:
    """Whether a salt is one of a set; with such a salt orders are fingerprinted with their coasts completed."""
    return salt.startswith(_SET)
