"""Writes orders, units, places and results in a convention."""

from collections.abc import Mapping
from typing import assert_never

from judge.notation.marks import marks_of, order_of_verdict, report_signs
from judge.notation.tables import Notation
from judge.rules.board import Board, Location, Province, Unit
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Verdict


def write_place(location: Location, notation: Notation, board: Board) -> str:
    """Return the abbreviation of a place, with its coast if it has one.

    The board's own code if the convention has none.
    """
    known = notation.board == board.map
    place = notation.places.get(location.province, location.province) if known else str(location.province)
    coast = notation.coasts.get(location.coast, location.coast)
    return notation.templates["coast"].format(place=place, coast=coast) if coast else place


def write_unit(unit: Unit, notation: Notation, board: Board) -> str:
    """Return a unit with its place, as an order begins: ``A PAR``, ``F STP/SC``."""
    place = write_place(unit.at, notation, board)
    return notation.templates["unit"].format(kind=unit.letter, place=place)


def write_listed(unit: Unit, notation: Notation, board: Board) -> str:
    """Return a unit as in a list, with its letter in every convention: ``A PAR``."""
    template = notation.listed or notation.templates["unit"]
    return template.format(kind=unit.letter, place=write_place(unit.at, notation, board))


def write_order(order: Order, position: Position, board: Board, notation: Notation) -> str:
    """Return an order as the convention writes it; ``position`` has the units it names."""
    return _fill(order, position, board, notation, notation.signs)


def write_verdict(verdict: Verdict, position: Position, board: Board, notation: Notation, language: str = "en") -> str:
    """Return the order as a report prints it; ``position`` is that of the phase, ``language`` that of the marks.

    A convention with its own signs for reports puts them into the order, ``A SIL s A PRU - VAR (retraite...)`` (000 IX
    to XIII); the others add all in brackets, ``A PAR - BUR (bounce, dislodged)``.
    """
    written = _fill(order_of_verdict(verdict), position, board, notation, report_signs(verdict, notation))
    marks = marks_of(verdict, notation, language)
    return f"{written} ({', '.join(marks)})" if marks else written


def _fill(order: Order, position: Position, board: Board, notation: Notation, signs: Mapping[str, str]) -> str:
    """The convention's template of an order, with these signs for ``move``, ``support`` and ``convoy``."""
    words = _Words(position, board, notation)
    name, fields = _template(order, words)
    return notation.templates[name].format_map({**signs, **fields})


class _Words:
    """The units and places of one position in one convention."""

    def __init__(self, position: Position, board: Board, notation: Notation) -> None:
        self.in_adjustments = position.phase.kind is PhaseKind.ADJUSTMENT
        self._position = position
        self._board = board
        self._notation = notation

    def own(self, province: Province) -> str:
        """The unit an order speaks to: a dislodged one first."""
        return self._unit(self._position.unit_at(province), province)

    def other(self, province: Province) -> str:
        """The unit that is supported or convoyed; without a letter where none stands."""
        return self._unit(self._position.units.get(province), province)

    def signs(self, sign: str, powered: bool) -> Mapping[str, str]:
        """The sign of an order that asks for power, where the convention has one."""
        powered_sign = self._notation.signs.get(f"powered_{sign}") if powered else None
        return {sign: powered_sign} if powered_sign else {}

    def place(self, location: Location) -> str:
        return write_place(location, self._notation, self._board)

    def _unit(self, unit: Unit | None, province: Province) -> str:
        return write_unit(unit, self._notation, self._board) if unit else self.place(Location(province))


def _template(order: Order, words: _Words) -> tuple[str, Mapping[str, str]]:
    """The name of an order's template with the fields it needs."""
    match order:
        case Hold(at, powered):
            return "hold", {"unit": words.own(at), **words.signs("hold", powered)}
        case Move(at, to, by_sea, powered):
            fields = {"unit": words.own(at), "to": words.place(to), **words.signs("move", powered)}
            return "by_sea" if by_sea else "move", fields
        case SupportHold(at, target, powered):
            fields = {"unit": words.own(at), "target": words.other(target), **words.signs("support", powered)}
            return "support_hold", fields
        case SupportMove(at, origin, to, powered):
            fields = {"unit": words.own(at), "target": words.other(origin), "to": words.place(to)}
            return "support_move", {**fields, **words.signs("support", powered)}
        case Convoy(at, origin, to):
            fields = {"unit": words.own(at), "target": words.other(origin), "to": words.place(Location(to))}
            return "convoy", fields
        case Retreat(at, to):
            return "retreat", {"unit": words.own(at), "to": words.place(to)}
        case Disband(at):
            return "remove" if words.in_adjustments else "disband", {"unit": words.own(at)}
        case Build(kind, at, troop, power):
            fields = {"kind": troop or kind.value, "place": words.place(at), "power": power or ""}
            return "build_for" if power else "build", fields
        case Waive():
            return "waive", {}
        case _:
            assert_never(order)
