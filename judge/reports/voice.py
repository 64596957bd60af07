"""How one reader is spoken to: names, units, places and orders in their language and notation."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, assert_never

from judge.game.person import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_order, write_place, write_unit
from judge.reports.language import count, listing, say
from judge.reports.layout import glue
from judge.reports.names import power_name, region_name
from judge.rules.board import Board, Location, Power, Province, Unit
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
from judge.rules.position import Phase, PhaseKind, Position


@dataclass(frozen=True)
class Voice:
    """A language and a notation, speaking of one position; what it writes of orders bears glue."""

    language: Language
    notation: Notation
    board: Board
    position: Position

    def say(self, key: str, /, **facts: object) -> str:
        """One sentence."""
        return say(self.language, key, **facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """One sentence in the form that goes with a number."""
        return count(self.language, key, n, **facts)

    def listing(self, items: Iterable[str], last: str = "words.and") -> str:
        """``A, B and C``."""
        return listing(self.language, tuple(items), last)

    def power(self, power: Power) -> str:
        """The name of a power."""
        return self.board.powers[power][self.language]

    def power_in_words(self, power: Power) -> str:
        """A power with its article, as a sentence has it."""
        return power_name(power, self.board, self.language).name

    def to_power(self, power: Power) -> str:
        """A power as the one to whom something is given."""
        return power_name(power, self.board, self.language).to

    def place(self, at: Location | Province) -> str:
        """The abbreviation of a place."""
        return glue(write_place(at if isinstance(at, Location) else Location(at), self.notation, self.board))

    def unit(self, unit: Unit, seen_by: Power | None = None) -> str:
        """A unit; with the name of its power where that is not the power of the one who sees it."""
        text = glue(write_unit(unit, self.notation, self.board))
        return f"{text} ({self.power(unit.power)})" if seen_by not in {None, unit.power} else text

    def unit_at(self, province: Province, seen_by: Power | None = None) -> str:
        """The unit that stands in a province, or was driven from it; the place where there is none."""
        unit = unit_at(self.position, province)
        return self.unit(unit, seen_by) if unit else self.place(province)

    def units_at(self, provinces: Iterable[Province], seen_by: Power | None = None) -> str:
        """The units of several provinces."""
        return self.listing(self.unit_at(province, seen_by) for province in provinces)

    def order(self, order: Order) -> str:
        """An order as the reader writes it."""
        return glue(write_order(order, self.position, self.board, self.notation))

    def words(self, order: Order) -> str:
        """An order in full words."""
        match order:
            case Hold(at):
                return self.say("order.hold", unit=self._full_unit(at))
            case Move(at, to, by_sea):
                key = "order.move_by_sea" if by_sea else "order.move"
                return self.say(key, unit=self._full_unit(at), to=self._full(to))
            case SupportHold(at, target):
                return self.say("order.support_hold", unit=self._full_unit(at), target=self._full_unit(target))
            case SupportMove(at, origin, to):
                units = {"unit": self._full_unit(at), "target": self._full_unit(origin)}
                return self.say("order.support_move", **units, to=self._full(to))
            case Convoy(at, origin, shore):
                units = {"unit": self._full_unit(at), "target": self._full_unit(origin)}
                return self.say("order.convoy", **units, to=self._full(Location(shore)))
            case Retreat(at, to):
                return self.say("order.retreat", unit=self._full_unit(at), to=self._full(to))
            case Disband(at):
                is_removal = self.position.phase.kind is PhaseKind.ADJUSTMENT
                return self.say("order.remove" if is_removal else "order.disband", unit=self._full_unit(at))
            case Build(kind, site):
                return self.say("order.build", kind=self.say(f"new.{kind.value}"), at=self._full(site, "at"))
            case Waive():
                return self.say("order.waive")
            case _:
                assert_never(order)

    def phase(self, phase: Phase, form: str = "name") -> str:
        """A phase in words; ``form`` is ``name``, ``of`` or ``for``."""
        return self.say(f"phase.{form}.{phase.season.value}{phase.kind.value}", year=phase.year)

    def _full_unit(self, province: Province) -> str:
        unit = unit_at(self.position, province)
        if unit is None:
            return self.say("order.nobody_at", at=self._full(Location(province), "at"))
        return self.say(f"kind.{unit.kind.value}", of=self._full(unit.at, "of"))

    def _full(self, place: Location, form: Literal["name", "of", "at"] = "name") -> str:
        """The full name of a place, in the form its sentence needs; where a coast matters the abbreviation tells it."""
        names = region_name(place.province, self.board, self.language)
        said = {"name": names.name, "of": names.of, "at": names.at}[form]
        return f"{said} ({self.place(place)})" if place.coast else said


def unit_at(position: Position, province: Province) -> Unit | None:
    """The unit an order for a province speaks to: in a retreat phase the dislodged one comes first."""
    dislodged = position.dislodged.get(province)
    return dislodged.unit if dislodged else position.units.get(province)


def voice_of(game: Game, reader: Person, position: Position) -> Voice:
    """The voice in which a person of a game hears of a position."""
    return Voice(reader.language, load_notation(reader.notation), game.board, position)
