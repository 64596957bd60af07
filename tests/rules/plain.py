"""The standard notation at its strictest, for cases kept as data: no alias, no omission, one spelling each."""

import re
from collections.abc import Iterable, Mapping

from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position

_UNIT = r"[AF] ([A-Z]{3})(?:/[NSE]C)?"
_PLACE = r"([A-Z]{3}(?:/[NSE]C)?)"


def location(text: str) -> Location:
    """``STP/SC``."""
    province, _, coast = text.partition("/")
    return Location(Province(province), coast)


def unit(power: str, text: str) -> Unit:
    """``F STP/SC`` of a power."""
    kind, place = text.split(" ")
    return Unit(Power(power), UnitKind(kind), location(place))


def units(table: Mapping[str, Iterable[str]]) -> dict[Province, Unit]:
    """``{"FRANCE": ["A PAR", "F BRE"]}`` by province."""
    standing = [unit(power, text) for power, texts in table.items() for text in texts]
    return {one.at.province: one for one in standing}


def owners(table: Mapping[str, Iterable[str]]) -> dict[Province, Power]:
    """``{"FRANCE": ["PAR", "BRE"]}`` by centre."""
    return {Province(centre): Power(power) for power, centres in table.items() for centre in centres}


def dislodged(power: str, text: str, by: str, retreats: Iterable[str]) -> Dislodged:
    """``F TRI`` of a power, driven out from ``VEN``, with where it may go."""
    return Dislodged(unit(power, text), Province(by), tuple(sorted(map(location, retreats))))


def position(
    phase: str,
    standing: Mapping[str, Iterable[str]],
    centres: Mapping[str, Iterable[str]] | None = None,
    driven_out: Iterable[Dislodged] = (),
) -> Position:
    """A position from such tables."""
    leaving = {one.unit.at.province: one for one in driven_out}
    return Position(Phase.parse(phase), units(standing), owners(centres or {}), leaving)


def order(text: str) -> Order:
    """One order in its one spelling; ValueError for anything else."""
    for pattern, make in _FORMS:
        if read := re.fullmatch(pattern, text):
            return make(*read.groups())
    raise ValueError(text)


def orders(table: Mapping[str, Iterable[str]]) -> dict[Power, list[Order]]:
    """``{"FRANCE": ["A PAR - BUR"]}`` by power."""
    return {Power(power): [order(text) for text in texts] for power, texts in table.items()}


_FORMS = (
    (rf"{_UNIT} H", lambda at: Hold(Province(at))),
    (rf"{_UNIT} - {_PLACE}", lambda at, to: Move(Province(at), location(to))),
    (rf"{_UNIT} - {_PLACE} VIA", lambda at, to: Move(Province(at), location(to), by_sea=True)),
    (rf"{_UNIT} S {_UNIT}", lambda at, target: SupportHold(Province(at), Province(target))),
    (
        rf"{_UNIT} S {_UNIT} - {_PLACE}",
        lambda at, origin, to: SupportMove(Province(at), Province(origin), location(to)),
    ),
    (
        rf"{_UNIT} C {_UNIT} - ([A-Z]{{3}})",
        lambda at, origin, to: Convoy(Province(at), Province(origin), Province(to)),
    ),
    (rf"{_UNIT} R {_PLACE}", lambda at, to: Retreat(Province(at), location(to))),
    (rf"{_UNIT} D", lambda at: Disband(Province(at))),
    (rf"([AF]) {_PLACE} B", lambda kind, at: Build(UnitKind(kind), location(at))),
    (r"WAIVE", Waive),
)
