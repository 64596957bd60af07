"""What a closed phase has changed on the board, in short sentences: who came from where, who is new, who is gone."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from judge.game.phases.messages import PhaseClosed
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province, Unit
from judge.rules.orders import Move, Retreat
from judge.rules.verdicts import Moved, Retreated


@dataclass(frozen=True)
class _Changes:
    """Units that have ``moved``, with where each came from; those that are new, gone, or wait to retreat."""

    moved: tuple[tuple[Unit, Province], ...]
    new: tuple[Unit, ...]
    gone: tuple[Unit, ...]
    dislodged: tuple[Unit, ...]

    def of(self, own: Collection[Power], *, is_own: bool) -> "_Changes":
        """Return those of the units of some powers, or those of all others."""

        def wanted(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
            return tuple(unit for unit in units if (unit.power in own) is is_own)

        moved = tuple((unit, source) for unit, source in self.moved if (unit.power in own) is is_own)
        return _Changes(moved, wanted(self.new), wanted(self.gone), wanted(self.dislodged))


def changes_in_words(
    event: PhaseClosed, phrasing: Phrasing, own: Collection[Power], near: Collection[Province], *, in_sight: bool
) -> Iterator[str]:
    """Yield what has changed since before a phase, as somebody knows it: first of the units of ``own``.

    Of the moves of others those are told that end in a region of ``near``. With ``in_sight`` units of others come into
    sight, or are lost from it, rather than being new or gone.
    """
    changes = _changes(event, phrasing)
    yield from _sentences(changes.of(own, is_own=True), phrasing, own, in_sight=False)
    others = changes.of(own, is_own=False)
    moved = tuple((unit, source) for unit, source in others.moved if unit.at.province in near)
    told = _Changes(moved, others.new, others.gone, others.dislodged)
    yield from _sentences(told, phrasing, own, in_sight=in_sight)
    gained = [
        phrasing.say("change.to", region=phrasing.region(region), power=phrasing.power(power))
        for region, power in phrasing.by_name(event.judgement.gained.items(), lambda gain: gain[0])
    ]
    if gained:
        yield phrasing.count("change.taken", len(gained), centres=phrasing.listing(gained))


def _changes(event: PhaseClosed, phrasing: Phrasing) -> _Changes:
    """Return how the units of a position differ from those before a phase, by the orders as far as they are known."""
    came = {
        (verdict.order.to.province, verdict.unit.power): verdict.order.at
        for verdicts in event.judgement.verdicts.values()
        for verdict in verdicts
        if verdict.unit and isinstance(verdict.reason, Moved | Retreated) and isinstance(verdict.order, Move | Retreat)
    }
    before, after = event.before.units, phrasing.position.units
    dislodged = {at: one.unit for at, one in phrasing.position.dislodged.items()}
    left = {(source, power) for (_, power), source in came.items()}
    units = phrasing.by_name(after.values(), lambda unit: unit.at)
    were = [*before.values(), *(one.unit for one in event.before.dislodged.values())]
    return _Changes(
        moved=tuple((unit, came[key]) for unit in units if (key := _key(unit)) in came),
        new=tuple(unit for unit in units if _key(unit) not in came and not _stands(before, unit)),
        gone=tuple(
            unit
            for unit in were
            if _key(unit) not in left and not _stands(after, unit) and not _stands(dislodged, unit)
        ),
        dislodged=tuple(dislodged.values()),
    )


def _key(unit: Unit) -> tuple[Province, Power]:
    return unit.at.province, unit.power


def _stands(units: Mapping[Province, Unit], unit: Unit) -> bool:
    """Whether a unit of the same power is in the same region."""
    there = units.get(unit.at.province)
    return there is not None and there.power == unit.power


def _sentences(changes: _Changes, phrasing: Phrasing, own: Collection[Power], *, in_sight: bool) -> Iterator[str]:
    for unit, source in changes.moved:
        facts = {"unit": phrasing.unit_with_power(unit, own), "source": phrasing.region(source, "source")}
        said = phrasing.count("change.moved", phrasing.unit_number(unit), **facts)
        yield said[:1].upper() + said[1:]
    new, gone = ("change.into_sight", "change.out_of_sight") if in_sight else ("change.new", "change.gone")
    for key, units in ((new, changes.new), (gone, changes.gone)):
        if units:
            yield phrasing.count(key, len(units), units=phrasing.units_with_power(units, own))
    if changes.dislodged:
        driven = phrasing.units_with_power(changes.dislodged, own)
        yield phrasing.count("change.dislodged", len(changes.dislodged), units=driven)
