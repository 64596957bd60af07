"""Finds the orders a parsed line can mean for the units on the board, with the slips each requires.

"A badly written order that can have only one meaning must be followed; one that admits several is not" (001 VII.4).
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import assert_never

from judge.notation.effort import Same
from judge.notation.grammar import OrderForm, OrderParse, WrittenPlace
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import PhaseKind, Position
from judge.rules.war.fog import UNKNOWN_TROOP

# What it counts to overlook: another convention's word for a place; a wrong letter; a unit or coast that is not there;
# a unit of another power. The own convention thus settles what is only a collision of abbreviations.
_BORROWED, _LETTER, _ABSENT, _FOREIGN = 1, 1, 3, 4

_SPOTS = MappingProxyType({OrderForm.RETREAT: 2, OrderForm.DISBAND: 1})
"""The places that an order needs whose unit may be left out."""
_ALSO_CALLED = MappingProxyType({"NC": "EC"})


@dataclass(frozen=True)
class OrderReading:
    """An order that a line can mean; ``slips`` counts the mistakes to overlook for that."""

    order: Order
    slips: int


@dataclass(frozen=True)
class NoUnitThere:
    """The place of an order where no unit stands."""

    spot: WrittenPlace


def best_readings(meanings: Iterable[OrderReading]) -> tuple[Order, ...]:
    """Return the orders with the fewest slips, each once, in the order found."""
    found = tuple(meanings)
    least = min((request.slips for request in found), default=0)
    return tuple(dict.fromkeys(request.order for request in found if request.slips == least))


@dataclass(frozen=True)
class OrderContext:
    """The context an order is read in: the board, the position, the power that gives it (None: no particular one)."""

    board: Board
    position: Position
    power: Power | None

    @property
    def key(self) -> Hashable:
        """What is the same for contexts in which lines mean the same."""
        return self.board, Same(self.position), self.power

    def meanings(self, sentence: OrderParse) -> Iterator[OrderReading | NoUnitThere]:
        """Yield what a parse can mean here, slips counted."""
        for request in self._meanings(sentence):
            match request:
                case OrderReading(slips=slips):
                    yield replace(request, slips=slips + sentence.borrowed * _BORROWED)
                case NoUnitThere():
                    yield request

    def _meanings(self, sentence: OrderParse) -> Iterator[OrderReading | NoUnitThere]:
        match sentence.form:
            case OrderForm.WAIVE:
                yield OrderReading(Waive(), 0)
            case OrderForm.BUILD:
                yield from self._builds(sentence.spots[0], sentence.owner)
            case OrderForm.RETREAT | OrderForm.DISBAND if len(sentence.spots) < _SPOTS[sentence.form]:
                yield from self._without_unit(sentence)
            case _:
                spot = sentence.spots[0]
                unit = self.position.unit_at(spot.province)
                if unit is None:
                    yield NoUnitThere(spot)
                else:
                    slips = _wrong_letter(spot, unit) + self._wrong_unit(unit)
                    for request in self._told(unit, sentence):
                        yield replace(request, slips=request.slips + slips)

    def _without_unit(self, sentence: OrderParse) -> Iterator[OrderReading]:
        """The order for each unit that it could be for; of all that an order names its unit alone may be missing."""
        for unit in self.units():
            here = WrittenPlace(unit.at.province, unit.at.coast, None, 0, 0)
            yield from self._told(unit, replace(sentence, spots=(here, *sentence.spots)))

    def _wrong_unit(self, unit: Unit) -> int:
        """Whether another power's unit is spoken to, or in a retreat phase one that need not retreat."""
        is_foreign = self.power not in (None, unit.power)
        is_idle = self.position.phase.kind is PhaseKind.RETREAT and unit.at.province not in self.position.dislodged
        return is_foreign * _FOREIGN + is_idle * _ABSENT

    def units(self) -> tuple[Unit, ...]:
        """The units the power may order in this phase, by place."""
        driven_out = (dislodged.unit for dislodged in self.position.dislodged.values())
        is_retreat = self.position.phase.kind is PhaseKind.RETREAT
        units = driven_out if is_retreat else self.position.units.values()
        return tuple(sorted((unit for unit in units if self.power in (None, unit.power)), key=lambda unit: unit.at))

    def _told(self, unit: Unit, sentence: OrderParse) -> Iterator[OrderReading]:
        at, spots, powered = unit.at.province, sentence.spots, sentence.powered
        match sentence.form:
            case OrderForm.HOLD:
                yield OrderReading(Hold(at, powered), 0)
            case OrderForm.DISBAND:
                yield OrderReading(Disband(at), 0)
            case OrderForm.RETREAT:
                yield OrderReading(Retreat(at, self._location(spots[1])), self._lost_coast(spots[1]))
            case OrderForm.MOVE | OrderForm.CARRIED:
                yield from self._moves(unit, sentence)
            case OrderForm.SUPPORT_HOLD if sentence.of_attack:
                return  # the attack from there, or on it: "A Paris S l'attaque de la Bourgogne"
            case OrderForm.SUPPORT_HOLD:
                yield OrderReading(SupportHold(at, spots[1].province, powered), self._doubt(spots[1], at))
            case OrderForm.SUPPORT_MOVE:
                slips = self._doubt(spots[1], at) + self._lost_coast(spots[2])
                yield OrderReading(SupportMove(at, spots[1].province, self._location(spots[2]), powered), slips)
            case OrderForm.CONVOY:
                yield OrderReading(Convoy(at, spots[1].province, spots[2].province), self._doubt(spots[1], at))
            case OrderForm.BUILD | OrderForm.WAIVE:
                return
            case _:
                assert_never(sentence.form)

    def _moves(self, unit: Unit, sentence: OrderParse) -> Iterator[OrderReading]:
        """An attack; an army alone goes by sea, a fleet that merely asks for it goes as it can."""
        is_army, to = unit.kind is UnitKind.ARMY, sentence.spots[-1]
        if is_army or not (sentence.routed or sentence.form is OrderForm.CARRIED):
            by_sea = is_army and (sentence.by_sea or sentence.routed or sentence.form is OrderForm.CARRIED)
            move = Move(unit.at.province, self._location(to), by_sea, sentence.powered)
            yield OrderReading(move, self._lost_coast(to))

    def _builds(self, spot: WrittenPlace, owner: str) -> Iterator[OrderReading]:
        """A unit to raise; where its letter is missing, the place says which it can be, or leaves both."""
        location, troops = self._location(spot), self.board.war.troops
        for troop in troops.values() if troops else ():
            if spot.troop == troop.letter:
                ally = Power(owner) if owner not in {"", self.power} else None
                at = Location(spot.province) if troop.kind is UnitKind.ARMY else location
                yield OrderReading(Build(troop.kind, at, troop.letter, ally), self._lost_coast(spot))
        if troops or owner:
            return
        for kind in (spot.kind,) if spot.kind else self._kinds_for(location):
            at = Location(spot.province) if kind is UnitKind.ARMY else location
            yield OrderReading(Build(kind, at), self._lost_coast(spot))

    def _kinds_for(self, location: Location) -> tuple[UnitKind, ...]:
        match self.board.terrain(location.province):
            case Terrain.LAND:
                return (UnitKind.ARMY,)
            case Terrain.COAST if not location.coast:
                return UnitKind.ARMY, UnitKind.FLEET
            case Terrain.COAST | Terrain.SEA:
                return (UnitKind.FLEET,)

    def _location(self, spot: WrittenPlace) -> Location:
        """The place with its coast; a coast of a region that has none is dropped."""
        return Location(spot.province, self._coast(spot) if self.board.regions[spot.province].coasts else "")

    def _coast(self, spot: WrittenPlace) -> str:
        """A coast as written; Bulgaria's east coast is called its north coast too (000 VIII.B)."""
        coasts = self.board.regions[spot.province].coasts
        also = _ALSO_CALLED.get(spot.coast, "")
        return also if spot.coast not in coasts and also in coasts else spot.coast

    def _lost_coast(self, spot: WrittenPlace) -> int:
        """A region with coasts of which it is none."""
        coasts = self.board.regions[spot.province].coasts
        return _ABSENT * bool(spot.coast and coasts and self._coast(spot) not in coasts)

    def _doubt(self, spot: WrittenPlace, at: Province) -> int:
        """Another unit that is not there or is the ordered one itself, or its wrong letter."""
        unit = self.position.units.get(spot.province)
        return _ABSENT if unit is None or spot.province == at else _wrong_letter(spot, unit)


def _wrong_letter(spot: WrittenPlace, unit: Unit) -> int:
    """Return 1 if a letter is not the unit's, that of its troop or else of its kind, and 0 if it is.

    No letter is wrong for a unit whose troop is not known, nor is the letter that says so.
    """
    if UNKNOWN_TROOP in {spot.troop, unit.letter}:
        return 0
    if spot.troop:
        return _LETTER * (spot.troop != unit.letter)
    return _LETTER * (spot.kind not in (None, unit.kind))
