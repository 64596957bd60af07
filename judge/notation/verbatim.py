"""Reads at once what stands, letter by letter, as its convention writes it.

Most lines do. They need no search for meanings, for what a convention writes has one meaning in it; every other line is
left to the reader that finds them all.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from judge.notation.tables import Notation
from judge.notation.write import write_place, write_unit
from judge.rules.board import Board, Kind, Location, Power, Unit
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position

_FORMS = ("move", "support_move", "hold", "support_hold", "convoy", "by_sea")
_NOBODY = Power("")


@dataclass(frozen=True)
class _Hand:
    """What a convention writes on a board: what each text of a unit or a place stands for, the forms of its orders."""

    units: Mapping[str, tuple[tuple[Kind, Location], ...]]
    places: Mapping[str, Location]
    forms: tuple[tuple[str, re.Pattern[str]], ...]

    def unit(self, text: str, position: Position) -> Unit | None:
        """The unit that stands there and is written so."""
        written = self.units.get(text)
        if written is None:
            return None
        unit = position.units.get(written[0][1].province)
        return unit if unit and (unit.kind, unit.at) in written else None


def read_unit(text: str, power: Power, board: Board, own: Notation) -> Unit | None:
    """The one unit of a power that a convention writes so, ``A PAR`` or ``F STP/SC``; None where there is none."""
    written = _hand(own, board).units.get(text, ())
    return Unit(power, *written[0]) if len(written) == 1 else None


def read_verbatim(
    line: str, position: Position, board: Board, power: Power | None, own: Notation
) -> MovementOrder | None:
    """The movement order for which the convention writes this very line, None for any other line.

    It speaks to a unit of the power, and every unit it names stands where it says.
    """
    if position.phase.kind is not PhaseKind.MOVEMENT or own.board != board.name:
        return None
    hand = _hand(own, board)
    for form, pattern in hand.forms:
        if written := pattern.fullmatch(line):
            unit = hand.unit(written["unit"], position)
            is_own = unit and (power is None or power == unit.power)
            return _order(form, written, unit, hand, position) if unit and is_own else None
    return None


def _order(form: str, written: re.Match[str], unit: Unit, hand: _Hand, position: Position) -> MovementOrder | None:
    at = unit.at.province
    if form == "hold":
        return Hold(at)
    to = None if form == "support_hold" else hand.places.get(written["to"])
    if form == "move":
        return Move(at, to) if to else None
    if form == "by_sea":
        return Move(at, to, by_sea=True) if to and unit.kind is Kind.ARMY else None
    other = hand.unit(written["target"], position)
    if other is None or other is unit:
        return None
    if form == "support_hold":
        return SupportHold(at, other.at.province)
    if form == "support_move":
        return SupportMove(at, other.at.province, to) if to else None
    return Convoy(at, other.at.province, to.province) if to and not to.coast else None


@lru_cache
def _hand(own: Notation, board: Board) -> _Hand:
    units: defaultdict[str, list[tuple[Kind, Location]]] = defaultdict(list)
    for kind, borders in board.borders.items():
        for at in borders:
            units[write_unit(Unit(_NOBODY, kind, at), own, board)].append((kind, at))
    places = {Location(province) for province in board.regions}.union(*board.borders.values())
    return _Hand(
        {text: tuple(written) for text, written in units.items()},
        {write_place(place, own, board): place for place in places},
        tuple(_forms(own)),
    )


def _forms(own: Notation) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The templates of the movement orders as patterns; whether a word is a place is asked of what it matched."""
    coasts = (own.templates["coast"].format(place="", coast=coast) for coast in own.coasts.values())
    place = rf"\w+(?:{'|'.join(map(re.escape, coasts))})?"
    unit = _pattern(own.templates["unit"], {"kind": "[AF]", "place": place})
    signs = {part: re.escape(sign) for part, sign in own.signs.items()}
    parts = {"unit": f"(?P<unit>{unit})", "target": f"(?P<target>{unit})", "to": f"(?P<to>{place})"}
    for form in _FORMS:
        yield form, re.compile(_pattern(own.templates[form], signs | parts))


def _pattern(template: str, parts: Mapping[str, str]) -> str:
    pattern = re.escape(template)
    for name, part in parts.items():
        pattern = pattern.replace(re.escape(f"{{{name}}}"), part)
    return pattern
