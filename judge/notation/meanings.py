"""The orders a sentence can mean for the units that really stand there, with what each asks to overlook.

"A badly written order that can have only one meaning must be followed; one that admits several is not" (001 VII.4).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import assert_never

from judge.notation.grammar import Form, Sentence, Spot
from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Unit
from judge.rules.fog import UNKNOWN
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

# What it counts to overlook: another convention's word for a place; a wrong letter; a unit or coast that is not there;
# a unit of another power. The own convention thus settles what is only a collision of abbreviations.
_BORROWED, _LETTER, _ABSENT, _FOREIGN = 1, 1, 3, 4

_ALSO_CALLED = MappingProxyType({"NC": "EC"})


@dataclass(frozen=True)
class Meaning:
    """An order a line can mean; ``slips`` counts what must be overlooked to read it so."""

    order: Order
    slips: int


@dataclass(frozen=True)
class Nobody:
    """A sentence about a unit where none stands."""

    spot: Spot


def best_of(meanings: Iterable[Meaning]) -> tuple[Order, ...]:
    """The orders that ask to overlook least, each once, in the order found."""
    found = tuple(meanings)
    least = min((meaning.slips for meaning in found), default=0)
    return tuple(dict.fromkeys(meaning.order for meaning in found if meaning.slips == least))


@dataclass(frozen=True)
class Scene:
    """Who reads an order, where: the board, the position, the power that gives it (None: nobody in particular)."""

    board: Board
    position: Position
    power: Power | None

    def meanings(self, sentence: Sentence) -> Iterator[Meaning | Nobody]:
        """What a sentence can mean here, slips counted."""
        for meaning in self._meanings(sentence):
            match meaning:
                case Meaning(slips=slips):
                    yield replace(meaning, slips=slips + sentence.borrowed * _BORROWED)
                case Nobody():
                    yield meaning

    def _meanings(self, sentence: Sentence) -> Iterator[Meaning | Nobody]:
        match sentence.form:
            case Form.WAIVE:
                yield Meaning(Waive(), 0)
            case Form.BUILD:
                yield from self._builds(sentence.spots[0], sentence.owner)
            case _:
                spot = sentence.spots[0]
                unit = self.position.unit_at(spot.province)
                if unit is None:
                    yield Nobody(spot)
                else:
                    slips = _wrong_letter(spot, unit) + self._wrong_unit(unit)
                    for meaning in self._told(unit, sentence):
                        yield replace(meaning, slips=meaning.slips + slips)

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

    def _told(self, unit: Unit, sentence: Sentence) -> Iterator[Meaning]:
        at, spots, powered = unit.at.province, sentence.spots, sentence.powered
        match sentence.form:
            case Form.HOLD:
                yield Meaning(Hold(at, powered), 0)
            case Form.DISBAND:
                yield Meaning(Disband(at), 0)
            case Form.RETREAT:
                yield Meaning(Retreat(at, self._location(spots[1])), self._lost_coast(spots[1]))
            case Form.MOVE | Form.CARRIED:
                yield from self._moves(unit, sentence)
            case Form.SUPPORT_HOLD:
                yield Meaning(SupportHold(at, spots[1].province, powered), self._doubt(spots[1], at))
            case Form.SUPPORT_MOVE:
                slips = self._doubt(spots[1], at) + self._lost_coast(spots[2])
                yield Meaning(SupportMove(at, spots[1].province, self._location(spots[2]), powered), slips)
            case Form.CONVOY:
                yield Meaning(Convoy(at, spots[1].province, spots[2].province), self._doubt(spots[1], at))
            case Form.BUILD | Form.WAIVE:
                return
            case _:
                assert_never(sentence.form)

    def _moves(self, unit: Unit, sentence: Sentence) -> Iterator[Meaning]:
        """An attack; an army alone goes by sea, a fleet that merely asks for it goes as it can."""
        is_army, to = unit.kind is Kind.ARMY, sentence.spots[-1]
        if is_army or not (sentence.routed or sentence.form is Form.CARRIED):
            by_sea = is_army and (sentence.by_sea or sentence.routed or sentence.form is Form.CARRIED)
            move = Move(unit.at.province, self._location(to), by_sea, sentence.powered)
            yield Meaning(move, self._lost_coast(to))

    def _builds(self, spot: Spot, owner: str) -> Iterator[Meaning]:
        """A unit to raise; where its letter is missing, the place says which it can be, or leaves both."""
        location, troops = self._location(spot), self.board.war.troops
        for troop in troops.values() if troops else ():
            if spot.troop == troop.letter:
                ally = Power(owner) if owner not in {"", self.power} else None
                at = Location(spot.province) if troop.kind is Kind.ARMY else location
                yield Meaning(Build(troop.kind, at, troop.letter, ally), self._lost_coast(spot))
        if troops or owner:
            return
        for kind in (spot.kind,) if spot.kind else self._kinds_for(location):
            at = Location(spot.province) if kind is Kind.ARMY else location
            yield Meaning(Build(kind, at), self._lost_coast(spot))

    def _kinds_for(self, location: Location) -> tuple[Kind, ...]:
        match self.board.terrain(location.province):
            case Terrain.LAND:
                return (Kind.ARMY,)
            case Terrain.COAST if not location.coast:
                return Kind.ARMY, Kind.FLEET
            case Terrain.COAST | Terrain.SEA:
                return (Kind.FLEET,)

    def _location(self, spot: Spot) -> Location:
        """The place with its coast; a coast of a region that has none is dropped."""
        return Location(spot.province, self._coast(spot) if self.board.regions[spot.province].coasts else "")

    def _coast(self, spot: Spot) -> str:
        """A coast as written; Bulgaria's east coast is called its north coast too (000 VIII.B)."""
        coasts = self.board.regions[spot.province].coasts
        also = _ALSO_CALLED.get(spot.coast, "")
        return also if spot.coast not in coasts and also in coasts else spot.coast

    def _lost_coast(self, spot: Spot) -> int:
        """A region with coasts of which it is none."""
        coasts = self.board.regions[spot.province].coasts
        return _ABSENT * bool(spot.coast and coasts and self._coast(spot) not in coasts)

    def _doubt(self, spot: Spot, at: Province) -> int:
        """Another unit that is not there or is the ordered one itself, or its wrong letter."""
        unit = self.position.units.get(spot.province)
        return _ABSENT if unit is None or spot.province == at else _wrong_letter(spot, unit)


def _wrong_letter(spot: Spot, unit: Unit) -> int:
    """A letter that is not the unit's, be it that of its troop or, where it has none, of its kind.

    Of a unit whose troop nobody has told, and of a letter that says so, none is wrong.
    """
    if UNKNOWN in {spot.troop, unit.letter}:
        return 0
    if spot.troop:
        return _LETTER * (spot.troop != unit.letter)
    return _LETTER * (spot.kind not in (None, unit.kind))
