"""An order that was told to be void, with what it speaks of."""

from dataclasses import dataclass

from judge.rules.board import Location, Power, Province, Unit
from judge.rules.orders import Build, Convoy, Move, Order, Retreat, SupportHold, SupportMove, province_of
from judge.rules.position import Dislodged
from tests.rules.claims.scene import Scene, due


@dataclass(frozen=True)
class Voided:
    """An order of a power that was told to be void."""

    scene: Scene
    power: Power
    order: Order

    @property
    def at(self) -> Province:
        """The province it speaks to."""
        return province_of(self.order) or Province("")

    @property
    def driven(self) -> Dislodged | None:
        """The unit driven out of there, if it is the power's."""
        driven = self.scene.position.dislodged.get(self.at)
        return driven if driven and driven.unit.power == self.power else None

    @property
    def unit(self) -> Unit | None:
        """The unit of the power that it speaks to."""
        unit = self.driven.unit if self.driven else self.scene.position.units.get(self.at)
        return unit if unit and unit.power == self.power else None

    @property
    def goal(self) -> Location:
        """Where it aims."""
        return goal(self.order)

    @property
    def helped(self) -> Province:
        """The province of the unit it is to help."""
        match self.order:
            case SupportHold(target=other) | SupportMove(origin=other) | Convoy(origin=other):
                return other
            case _:
                return Province("")

    @property
    def due(self) -> int:
        """Centres of the power less its units."""
        return due(self.scene, self.power)

    def done(self, kind: type) -> int:
        """How many units of the power were built, or removed by order."""
        return sum(isinstance(verdict.reason, kind) for verdict in self.scene.judgement.verdicts[self.power])

    @property
    def times(self) -> int:
        """How often the power wrote such an order for that place."""
        ours = self.scene.given[self.power]
        return sum(type(other) is type(self.order) and province_of(other) == self.at for other in ours)


def goal(order: Order) -> Location:
    """Where an order aims."""
    match order:
        case Move(to=to) | SupportMove(to=to) | Retreat(to=to):
            return to
        case SupportHold(target=target):
            return Location(target)
        case Convoy(to=shore):
            return Location(shore)
        case Build(at=at):
            return at
        case _:
            return Location(province_of(order) or Province(""))
