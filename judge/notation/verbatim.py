"""Reads a line at once if it is exactly what its convention writes.

Most lines are. They need no search for meanings, because what a convention writes has one meaning in it; every other
line is left to the full reader.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from judge.notation.tables import Notation
from judge.notation.write import write_place, write_unit
from judge.rules.board import Board, Location, Power, Unit, UnitKind
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position

_FORMS = ("support_move", "support_hold", "convoy", "move", "by_sea")
_NOBODY = Power("")

_Written = tuple[tuple[UnitKind, Location], ...]
"""What a text may stand for: one unit kind and place, or several if a convention omits the kind."""


class _Form(NamedTuple):
    """How an order is written: its unit, ``sign``, what it is about, ``end``.

    ``then`` separates another unit from a place. ``A PAR``, ``" S "``, ``A MAR - BUR``, with ``" - "`` in it.
    """

    name: str
    sign: str
    then: str
    end: str


@dataclass(frozen=True)
class _WrittenForms:
    """Everything a convention writes on a board: the texts of units and places, the forms of its orders.

    ``pieces`` has, by power, each unit whose text is unambiguous; ``alone`` every line in which a unit holds or moves
    next door.
    """

    units: Mapping[str, _Written]
    pieces: Mapping[Power, Mapping[str, Unit]]
    places: Mapping[str, Location]
    alone: Mapping[str, tuple[_Written, Hold | Move]]
    forms: tuple[_Form, ...]


def read_unit(text: str, power: Power, board: Board, own: Notation) -> Unit | None:
    """Return the one unit of a power that a convention writes so, ``A PAR`` or ``F STP/SC``; None if there is none.

    A unit of a board's own troops is a new one.
    """
    return _hand(own, board).pieces[power].get(text)


def read_verbatim(
    line: str, position: Position, board: Board, power: Power | None, own: Notation
) -> MovementOrder | None:
    """Return the movement order for which the convention writes exactly this line, None for any other line.

    It is for a unit of the power, and every unit it names stands where it says.
    """
    if position.phase.kind is not PhaseKind.MOVEMENT or own.board != board.map:
        return None
    hand = _hand(own, board)
    if line in hand.alone:
        written, order = hand.alone[line]
        return order if _standing(written, position, power) else None
    for form in hand.forms:
        text, sign, rest = line.partition(form.sign)
        if sign and text in hand.units and rest.endswith(form.end):
            unit = _standing(hand.units[text], position, power)
            about = rest.removesuffix(form.end)
            if unit and (found := _order(form, unit, about, hand, position)):
                return found
    return None


def _standing(written: _Written, position: Position, power: Power | None = None) -> Unit | None:
    """The unit that stands there and is written so, of that power if one is named."""
    unit = position.units.get(written[0][1].province)
    if unit is None or (unit.kind, unit.at) not in written:
        return None
    return unit if power is None or power == unit.power else None


def _order(form: _Form, unit: Unit, about: str, hand: _WrittenForms, position: Position) -> MovementOrder | None:
    at = unit.at.province
    target, _, goal = about.partition(form.then) if form.then else (about, "", about)
    to = hand.places.get(goal)
    if form.name == "move":
        return Move(at, to) if to else None
    if form.name == "by_sea":
        return Move(at, to, by_sea=True) if to and unit.kind is UnitKind.ARMY else None
    other = _standing(hand.units[target], position) if target in hand.units else None
    if other is None or other is unit:
        return None
    if form.name == "support_hold":
        return SupportHold(at, other.at.province)
    if form.name == "support_move":
        return SupportMove(at, other.at.province, to) if to else None
    return Convoy(at, other.at.province, to.province) if to and not to.coast else None


# --- what there is to write, worked out once for each board


@lru_cache
def _hand(own: Notation, board: Board) -> _WrittenForms:
    listed: defaultdict[str, list[tuple[UnitKind, Location]]] = defaultdict(list)
    for kind, borders in board.borders.items():
        for at in borders:
            listed[write_unit(Unit(_NOBODY, kind, at), own, board)].append((kind, at))
    units = {text: tuple(written) for text, written in listed.items()}
    places = {Location(province) for province in board.regions}.union(*board.borders.values())
    return _WrittenForms(
        units,
        {power: _troops(power, own, board) or _plain(power, units) for power in board.powers},
        {write_place(place, own, board): place for place in places},
        {line: (of, order) for text, of in units.items() for line, order in _alone(text, of, own, board)},
        tuple(_Form(name, *_signs(name, own)) for name in _FORMS),
    )


def _plain(power: Power, units: Mapping[str, _Written]) -> Mapping[str, Unit]:
    return {text: Unit(power, *written[0]) for text, written in units.items() if len(written) == 1}


def _troops(power: Power, own: Notation, board: Board) -> Mapping[str, Unit]:
    fresh = (troop.raised(power, at) for troop in board.war.troops.values() for at in board.borders[troop.kind])
    return {write_unit(unit, own, board): unit for unit in fresh}


def _alone(text: str, written: _Written, own: Notation, board: Board) -> Iterator[tuple[str, Hold | Move]]:
    """What a unit is told that does not concern another one."""
    templates, at = own.templates, written[0][1].province
    yield templates["hold"].format_map({**own.signs, "unit": text}), Hold(at)
    for to in {place for kind, place in written for place in board.neighbours(kind, place)}:
        goal = write_place(to, own, board)
        yield templates["move"].format_map({**own.signs, "unit": text, "to": goal}), Move(at, to)


def _signs(form: str, own: Notation) -> tuple[str, str, str]:
    """What a form has behind its unit, before the place it leads another unit to, at its end."""
    fields = dict.fromkeys(("unit", "target", "to"), "\n")
    _, sign, *then, end = own.templates[form].format_map({**own.signs, **fields}).split("\n")
    return sign, "".join(then), end
