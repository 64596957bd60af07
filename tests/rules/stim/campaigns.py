"""Campaigns to judge cases on, with the language of their orders."""

import re
from dataclasses import dataclass
from random import Random

from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import Build, Disband, Hold, Move, Order
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import load_rulebook

SEUIL = load_board("seuil")
BOOK = load_rulebook("stim")
STIM = load_notation("stim")


@dataclass(frozen=True)
class OfTroops:
    """The convention of 004, whose letters name the troops of a board."""

    board: Board

    def power(self, heading: str) -> Power:
        return Power(heading)

    def unit(self, power: Power, line: str) -> Unit | None:
        """The fresh unit a line speaks to; None of one that is yet to be raised."""
        written = re.match(r"([A-Z]) (\w{3})\b", line)
        if written is None:
            return None
        codes = {code.casefold(): code for code in self.board.regions}
        codes |= {text.casefold(): code for code, text in STIM.places.items() if code in self.board.regions}
        return self.board.war.troops[written[1]].raised(power, Location(Province(codes[written[2].casefold()])))

    def order(self, line: str, position: Position, power: Power) -> Order:
        order = read_order(line, position, self.board, power, STIM)
        assert not isinstance(order, Misread), order
        return order

    def place(self, location: Location) -> str:
        return str(location)


def any_orders(random: Random, position: Position, power: Power) -> list[Order]:
    """Orders of any kind for a phase, as they come."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return [_any_order(random, position, unit.at.province) for unit in position.units_of(power)]
        case PhaseKind.RETREAT:
            driven = [at for at, one in position.dislodged.items() if one.unit.power == power]
            return [Disband(at) for at in driven if random.random() < 0.5]
        case PhaseKind.ADJUSTMENT:
            homes = sorted(SEUIL.homes(power))
            return [Build(UnitKind.ARMY, Location(home), random.choice("IWC")) for home in homes]


def _any_order(random: Random, position: Position, at: Province) -> Order:
    unit = position.units[at]
    goals = sorted(SEUIL.neighbours(unit.kind, unit.at))
    return Move(at, random.choice(goals), powered=random.random() < 0.1) if random.random() < 0.8 else Hold(at)
