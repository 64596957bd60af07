"""Writes orders, units, places, results and fingerprints in a convention."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import assert_never

from judge.notation.tables import Notation
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
    Failed,
    HeadToHead,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Unread,
    Verdict,
    Void,
    Waived,
    is_lost_by_void_order,
)

# --- writes orders, units, places and results in a convention


def _order_of_verdict(verdict: Verdict) -> Order:
    """Return the order of a verdict; for a unit without one, the order that describes what it did."""
    return verdict.order or _implied_order(verdict)


def _report_signs(verdict: Verdict, notation: Notation) -> Mapping[str, str]:
    """Return the signs an order is printed with: its own, or those of the convention's reports (000 IX to XIII)."""
    return {**notation.signs, **dict(_signs(_order_of_verdict(verdict), verdict.reason, notation.report))}


def _marks_of(verdict: Verdict, notation: Notation, language: str, *, is_destroyed: bool) -> tuple[str, ...]:
    """Return the words put after the order in a language; none for what a sign tells already."""
    words = notation.marks[language]
    marks = ["destroyed" if is_destroyed and mark in _MARKS_OF_LOSS else mark for mark in _marks(verdict)]
    return tuple(words[mark] for mark in marks if words[mark])


def _implied_order(verdict: Verdict) -> Order:
    """Return what a unit without an order did, as an order."""
    if verdict.unit is None:
        return Waive()
    at = verdict.unit.at.province
    match verdict.reason:
        case Unread(lost=True) | NoRetreatOrder() | NowhereToGo() | RemovedByDefault() | Disbanded():
            return Disband(at)
        case _:
            return Hold(at)


def _signs(order: Order, why: Reason, report: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The signs of a report that take the place of an order's own."""
    match order, why:
        case Move(), Moved():
            sign = ("move", "moved")
        case Move(), _:
            sign = ("move", "stopped")
        case ((SupportHold() | SupportMove()), Cut()):
            sign = ("support", "cut")
        case Convoy(), Disrupted():
            sign = ("convoy", "broken")
        case _:
            return
    if sign[1] in report:
        yield sign[0], report[sign[1]]


def _marks(verdict: Verdict) -> Iterator[str]:
    if mark := mark_of(verdict.reason):
        yield mark
    if is_lost_by_void_order(verdict):
        yield "lost"
    if verdict.dislodged:
        yield "dislodged"


_MARKS_OF_LOSS = {"dislodged", "collided", "nowhere_to_go"}
"""The marks of how a unit is lost, in place of which it can be said that it is."""


def mark_of(reason: Reason) -> str:
    """Return the name of the mark of a reason; empty if the order did what it said."""
    match reason:
        case Carried(used=False):
            return "unused"
        case Moved() | Supported() | Carried() | Retreated() | Disbanded() | Built() | Waived():
            return ""
        case Stood(unordered):
            return "unordered" if unordered else ""
        case _:
            return _mark_of_failure(reason)


def _mark_of_failure(reason: Failed) -> str:
    match reason:
        case Bounced() | HeadToHead() | OwnUnit() | OwnSupport():
            return "bounce"
        case Cut():
            return "cut"
        case Unmatched():
            return "unmatched"
        case NoConvoy():
            return "no_convoy"
        case Disrupted():
            return "disrupted"
        case Paradox():
            return "paradox"
        case Void():
            return "void"
        case Unread(offered=offered):
            return "unanswered" if offered else "unread"
        case RetreatsCollided():
            return "collided"
        case NoRetreatOrder():
            return "no_retreat_order"
        case NowhereToGo():
            return "nowhere_to_go"
        case RemovedByDefault():
            return "by_default"
        case _:
            assert_never(reason)


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


def nationality_of(unit: Unit, helper: Unit, notation: Notation) -> str:
    """Return what a convention writes before a unit that another one supports or convoys: ``RUSSIE``.

    Empty for a unit of the same power, and in a convention that never tells it.
    """
    return "" if unit.power == helper.power else notation.foreign.get(unit.power, "")


def write_order(order: Order, position: Position, board: Board, notation: Notation) -> str:
    """Return an order as the convention writes it; ``position`` has the units it names."""
    return _fill(order, position, board, notation, notation.signs)


def write_verdict(
    verdict: Verdict,
    position: Position,
    board: Board,
    notation: Notation,
    language: str = "en",
    *,
    is_destroyed: bool = False,
) -> str:
    """Return the order as a report prints it; ``position`` is that of the phase, ``language`` that of the marks.

    A unit that ``is_destroyed`` is marked so, and not as dislodged: ``A RHE T (annihilée)``. An order
    that was given and failed is underlined where the convention does that in letters, ``_A Par – Bou_`` (003 1.6).

    A convention with its own signs for reports puts them into the order, ``A SIL s A PRU - VAR (retraite...)`` (000 IX
    to XIII); the others add all in brackets, ``A PAR - BUR (bounce, dislodged)``.
    """
    written = _fill(_order_of_verdict(verdict), position, board, notation, _report_signs(verdict, notation))
    if notation.failed and verdict.order and isinstance(verdict.reason, Failed):
        written = notation.failed.format(order=written)
    marks = _marks_of(verdict, notation, language, is_destroyed=is_destroyed)
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

    def other(self, province: Province, at: Province) -> str:
        """The unit that the one of ``at`` supports or convoys; without a letter where none stands.

        Before that of another power stands its nationality, in a convention that writes it: ``RUSSIE A War``.
        """
        unit, own = self._position.units.get(province), self._position.unit_at(at)
        nationality = nationality_of(unit, own, self._notation) if unit and own else ""
        return f"{nationality} {self._unit(unit, province)}".lstrip()

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
            fields = {"unit": words.own(at), "target": words.other(target, at), **words.signs("support", powered)}
            return "support_hold", fields
        case SupportMove(at, origin, to, powered):
            fields = {"unit": words.own(at), "target": words.other(origin, at), "to": words.place(to)}
            return "support_move", {**fields, **words.signs("support", powered)}
        case Convoy(at, origin, to):
            fields = {"unit": words.own(at), "target": words.other(origin, at), "to": words.place(Location(to))}
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


# --- fingerprints of orders


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
