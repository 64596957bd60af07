"""Fingerprints of orders: one text for one set of orders, however it was written, and the SHA-256 of it with a salt."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from judge.notation.tables import Notation
from judge.notation.write import write_order
from judge.rules.board import Board, Power
from judge.rules.orders import Order
from judge.rules.position import Position

_GROUPS, _GROUP = 7, 4
"""A fingerprint is the first 28 of 64 hexadecimal digits, in groups of four."""


def order_set_lines(
    game: str, power: Power, orders: Iterable[Order], position: Position, board: Board, notation: Notation
) -> tuple[str, ...]:
    """Return the lines of a set of orders: game, phase and power, then the orders, sorted, each once.

    ``notation`` is the neutral one of the board. Units of other powers stand without a letter, for a set of orders must
    not depend on what its giver cannot see.
    """
    own = {place: unit for place, unit in position.units.items() if unit.power == power}
    seen = replace(position, units=own)
    written = {write_order(order, seen, board, notation) for order in orders}
    return (f"{game} {position.phase} {power}", *sorted(written))


def fingerprint_of(lines: Iterable[str], salt: str) -> str:
    """Return the fingerprint of the lines of a set of orders: ``3f9a-02bc-71de-88a0-5c4d-e19b-7702``.

    It is the beginning of the SHA-256 of the salt and the lines, in UTF-8, a line end (LF) after each.
    """
    digits = sha256("".join(f"{line}\n" for line in (salt, *lines)).encode()).hexdigest()
    return in_groups(digits[: _GROUPS * _GROUP])


def in_groups(digits: str) -> str:
    """Return digits as letters tell them, in groups of four: ``3f9a-02bc``."""
    return "-".join(digits[start : start + _GROUP] for start in range(0, len(digits), _GROUP))
