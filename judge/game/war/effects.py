"""Effects of the events of a war; of an alliance the two are notified, of a unit its nation, else everyone."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect
from judge.game.mastery.permissions import is_apart
from judge.game.messages import Notice
from judge.game.orders.plans import comes_before
from judge.game.settings import Address
from judge.game.sight import as_known
from judge.game.state import Game
from judge.game.war.affairs import REPAIRS, Affairs, Repairs
from judge.game.war.messages import (
    AllianceAnnounced,
    AllianceBroken,
    AllianceMade,
    AlliancesChanged,
    AllianceWanted,
    AnnouncementTakenBack,
    Entered,
    FactoryBuilt,
    MapChanged,
    NewFactory,
    RegionQuarantined,
    RegionReleased,
    Repaired,
    Strengthened,
    UnitsRepaired,
    UnitStrengthened,
    WarEntered,
)
from judge.rules.board import Power
from judge.rules.knowledge import remembered
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import Position


def back_to(affairs: Affairs, position: Position) -> Affairs:
    """What is left where the master goes back to a position: no repair made later, nothing announced that is made."""
    return Affairs(
        frozenset(pair for pair in affairs.announced if not position.are_allied(*pair)),
        tuple(one for one in affairs.repairs if not comes_before(position.phase, one.phase)),
    )


# --- alliances


def _announced(game: Game, event: AllianceAnnounced) -> Game:
    announced = game.affairs.announced | {(event.power, event.to)}
    return replace(game, affairs=replace(game.affairs, announced=announced))


def _taken_back(game: Game, event: AnnouncementTakenBack) -> Game:
    announced = game.affairs.announced - {(event.power, event.to)}
    return replace(game, affairs=replace(game.affairs, announced=announced))


def _tell_announced(step: Transition[AllianceAnnounced | AnnouncementTakenBack]) -> Iterator[Notice]:
    event = step.event
    wanted = AllianceWanted(event.power, event.to, withdrawn=isinstance(event, AnnouncementTakenBack))
    yield from (Notice(reader, wanted) for reader in _between(step.after, event.to))


def _made(game: Game, event: AllianceMade) -> Game:
    announced = game.affairs.announced - {(event.power, event.to), (event.to, event.power)}
    return replace(game, position=event.position, affairs=replace(game.affairs, announced=announced))


def _broken(game: Game, event: AllianceBroken) -> Game:
    known = remembered(game.scouting, event.position, event.power, event.to)
    return replace(game, position=event.position, scouting=known)


def _tell_alliance(step: Transition[AllianceMade | AllianceBroken]) -> Iterator[Notice]:
    game, event = step.after, step.event
    before = step.before.position.owners if step.before.position else {}
    two = {event.power, event.to}
    held = sorted(event.position.owners.items())
    taken = tuple((region, owner) for region, owner in held if {before.get(region), owner} == two)
    for reader in _between(game, event.power, event.to):
        powers = tuple(power for power in game.powers_of(reader) if power in two)
        broken = isinstance(event, AllianceBroken)
        yield Notice(reader, AlliancesChanged(event.power, event.to, powers, broken, taken))


def _between(game: Game, *powers: Power) -> tuple[Address, ...]:
    """Who plays some powers, with a master who is no player."""
    players = [player for power in powers for player in game.players_of(power)]
    apart = [game.master] if is_apart(game, game.master) else []
    return tuple(dict.fromkeys((*players, *apart)))


# --- what the master decides, and repairs


def _repositioned(
    game: Game, event: WarEntered | UnitStrengthened | FactoryBuilt | RegionQuarantined | RegionReleased
) -> Game:
    return replace(game, position=event.position)


def _tell_entered(step: Transition[WarEntered]) -> Iterator[Notice]:
    game, power = step.after, step.event.power
    for reader in game.audience:
        known = as_known(game, reader).position
        units = known.units_of(power) if known else ()
        yield Notice(reader, Entered(power, units, power in game.powers_of(reader)))


def _tell_strengthened(step: Transition[UnitStrengthened]) -> Iterator[Notice]:
    unit = step.event.unit
    yield from (Notice(reader, Strengthened(unit)) for reader in step.after.players_of(unit.power))


def _tell_built(step: Transition[FactoryBuilt]) -> Iterator[Notice]:
    power = step.event.power
    news = NewFactory(power, step.event.position.factories[power])
    yield from (Notice(reader, news) for reader in step.after.players_of(power))


def _repaired(game: Game, event: UnitsRepaired) -> Game:
    done = Repairs(event.power, event.phase, len(event.places))
    affairs = replace(game.affairs, repairs=(*game.affairs.repairs, done))
    return replace(game, position=event.position, affairs=affairs)


def _tell_repaired(step: Transition[UnitsRepaired]) -> Iterator[Notice]:
    game, event = step.after, step.event
    yield from (Notice(reader, repaired(game, event)) for reader in game.players_of(event.power))


def repaired(game: Game, event: UnitsRepaired) -> Repaired:
    """News of repairs: the units as they are since, how many repairs are left."""
    units = tuple(event.position.units[at] for at in dict.fromkeys(event.places))
    given = REPAIRS * event.position.factories.get(event.power, 0)
    return Repaired(event.power, units, given - game.affairs.repaired(event.power, event.phase))


def _tell_quarantine(step: Transition[RegionQuarantined | RegionReleased]) -> Iterator[Notice]:
    region, closed = step.event.region, isinstance(step.event, RegionQuarantined)
    for reader in step.after.audience:
        yield Notice(reader, MapChanged(region, closed, _void(step.before, step.after, reader)))


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


EFFECTS: Effects = dict(
    (
        effect(AllianceAnnounced, _announced, _tell_announced),
        effect(AnnouncementTakenBack, _taken_back, _tell_announced),
        effect(AllianceMade, _made, _tell_alliance),
        effect(AllianceBroken, _broken, _tell_alliance),
        effect(WarEntered, _repositioned, _tell_entered),
        effect(UnitStrengthened, _repositioned, _tell_strengthened),
        effect(FactoryBuilt, _repositioned, _tell_built),
        effect(UnitsRepaired, _repaired, _tell_repaired),
        effect(RegionQuarantined, _repositioned, _tell_quarantine),
        effect(RegionReleased, _repositioned, _tell_quarantine),
    )
)
