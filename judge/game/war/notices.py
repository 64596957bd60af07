"""Who is told what was decided of a war: of alliances the two, of a unit or a factory its nation, else everyone."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.mastery.permissions import is_apart
from judge.game.news import Notice
from judge.game.settings import Address
from judge.game.sight import as_known
from judge.game.state import Game
from judge.game.war.affairs import REPAIRS
from judge.game.war.events import (
    AllianceAnnounced,
    AllianceBroken,
    AllianceMade,
    AnnouncementTakenBack,
    FactoryBuilt,
    RegionQuarantined,
    RegionReleased,
    UnitsRepaired,
    UnitStrengthened,
    WarEntered,
    WarEvent,
)
from judge.game.war.news import (
    AlliancesChanged,
    AllianceWanted,
    Entered,
    MapChanged,
    NewFactory,
    Repaired,
    Strengthened,
)
from judge.rules.board import Power
from judge.rules.legality import why_illegal
from judge.rules.orders import Order


def war_notices(was: Game, game: Game, event: WarEvent) -> Iterator[Notice]:
    """The notices of one of these events, which turned ``was`` into ``game``; the acknowledgement tells its writer."""
    match event:
        case AllianceAnnounced(power, to) | AnnouncementTakenBack(power, to):
            wanted = AllianceWanted(power, to, withdrawn=isinstance(event, AnnouncementTakenBack))
            yield from (Notice(reader, wanted) for reader in _between(game, to))
        case AllianceMade() | AllianceBroken():
            yield from _of_alliance(was, game, event)
        case WarEntered(power=power):
            yield from (Notice(reader, _entered(game, event, reader)) for reader in game.audience)
        case UnitStrengthened(unit=unit):
            yield from (Notice(reader, Strengthened(unit)) for reader in _nation(game, unit.power))
        case FactoryBuilt(power=power, position=position):
            news = NewFactory(power, position.factories[power])
            yield from (Notice(reader, news) for reader in _nation(game, power))
        case UnitsRepaired(power=power):
            yield from (Notice(reader, repaired(game, event)) for reader in _nation(game, power))
        case RegionQuarantined(region=region) | RegionReleased(region=region):
            closed = isinstance(event, RegionQuarantined)
            yield from (Notice(at, MapChanged(region, closed, _void(was, game, at))) for at in game.audience)
        case _:
            assert_never(event)


def repaired(game: Game, event: UnitsRepaired) -> Repaired:
    """What repairs have done, and how many are left."""
    units = tuple(event.position.units[at] for at in dict.fromkeys(event.places))
    given = REPAIRS * event.position.factories.get(event.power, 0)
    return Repaired(event.power, units, given - game.affairs.repaired(event.power, event.phase))


def _void(was: Game, game: Game, reader: Address) -> tuple[tuple[Power, Order], ...]:
    """The reader's own orders that were legal as far as they know, and are no longer."""
    before, now = as_known(was, reader), as_known(game, reader)
    if before.position is None or now.position is None:
        return ()
    return tuple(
        (power, order)
        for power in game.powers_of(reader)
        for order in game.orders_of(power)
        if why_illegal(now.board, now.position, order) and not why_illegal(before.board, before.position, order)
    )


def _nation(game: Game, power: Power) -> tuple[Address, ...]:
    return game.players_of(power)


def _between(game: Game, *powers: Power) -> tuple[Address, ...]:
    """Who plays some powers, with a master who is no player."""
    players = [player for power in powers for player in game.players_of(power)]
    apart = [game.master] if is_apart(game, game.master) else []
    return tuple(dict.fromkeys((*players, *apart)))


def _of_alliance(was: Game, game: Game, event: AllianceMade | AllianceBroken) -> Iterator[Notice]:
    before = was.position.owners if was.position else {}
    two = {event.power, event.to}
    held = sorted(event.position.owners.items())
    taken = tuple((region, owner) for region, owner in held if {before.get(region), owner} == two)
    for reader in _between(game, event.power, event.to):
        powers = tuple(power for power in game.powers_of(reader) if power in two)
        broken = isinstance(event, AllianceBroken)
        yield Notice(reader, AlliancesChanged(event.power, event.to, powers, broken, taken))


def _entered(game: Game, event: WarEntered, reader: Address) -> Entered:
    known = as_known(game, reader).position
    units = known.units_of(event.power) if known else ()
    return Entered(event.power, units, event.power in game.powers_of(reader))
