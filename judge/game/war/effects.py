"""Effects of the events of a war; told to both allies, to the nation of a unit or factory, else to everyone."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, evolve
from judge.game.mastery.permissions import is_non_playing_master
from judge.game.messages import Notice
from judge.game.orders.plans import is_earlier_phase
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.state_parts import REPAIRS_PER_FACTORY, Repairs, WarState
from judge.game.visibility import as_seen_by
from judge.game.war.messages import (
    AllianceAnnounced,
    AllianceAnnouncedNews,
    AllianceBroken,
    AllianceMade,
    AllianceNews,
    AnnouncementTakenBack,
    FactoryBuilt,
    FactoryBuiltNews,
    QuarantineNews,
    RegionQuarantined,
    RegionReleased,
    UnitsRepaired,
    UnitsRepairedNews,
    UnitStrengthened,
    UnitStrengthenedNews,
    WarEntered,
    WarEnteredNews,
)
from judge.rules.board import Power
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.war.knowledge import knowledge_after_alliance


def roll_back_war_state(war_state: WarState, position: Position) -> WarState:
    """The state of a war rolled back to a position, without later repairs and announcements that led to alliances."""
    return WarState(
        frozenset(pair for pair in war_state.announced if not position.are_allied(*pair)),
        tuple(one for one in war_state.repairs if not is_earlier_phase(position.phase, one.phase)),
    )


# --- alliances


def _announced(game: Game, event: AllianceAnnounced) -> Game:
    announced = game.war_state.announced | {(event.power, event.to)}
    return evolve(game, war_state=replace(game.war_state, announced=announced))


def _taken_back(game: Game, event: AnnouncementTakenBack) -> Game:
    announced = game.war_state.announced - {(event.power, event.to)}
    return evolve(game, war_state=replace(game.war_state, announced=announced))


def _tell_announced(step: Transition[AllianceAnnounced | AnnouncementTakenBack]) -> Iterator[Notice]:
    event = step.event
    wanted = AllianceAnnouncedNews(event.power, event.to, withdrawn=isinstance(event, AnnouncementTakenBack))
    yield from (Notice(reader, wanted) for reader in _between(step.after, event.to))


def _made(game: Game, event: AllianceMade) -> Game:
    announced = game.war_state.announced - {(event.power, event.to), (event.to, event.power)}
    return evolve(game, position=event.position, war_state=replace(game.war_state, announced=announced))


def _broken(game: Game, event: AllianceBroken) -> Game:
    known = knowledge_after_alliance(game.scouting, event.position, event.power, event.to)
    return evolve(game, position=event.position, scouting=known)


def _tell_alliance(step: Transition[AllianceMade | AllianceBroken]) -> Iterator[Notice]:
    game, event = step.after, step.event
    before = step.before.position.owners if step.before.position else {}
    two = {event.power, event.to}
    held = sorted(event.position.owners.items())
    taken = tuple((region, owner) for region, owner in held if {before.get(region), owner} == two)
    for reader in _between(game, event.power, event.to):
        powers = tuple(power for power in game.powers_of(reader) if power in two)
        broken = isinstance(event, AllianceBroken)
        yield Notice(reader, AllianceNews(event.power, event.to, powers, broken, taken))


def _between(game: Game, *powers: Power) -> tuple[Address, ...]:
    """The players of some powers, and a non-playing master."""
    players = [player for power in powers for player in game.players_of(power)]
    apart = [game.master] if is_non_playing_master(game, game.master) else []
    return tuple(dict.fromkeys((*players, *apart)))


# --- what the master decides, and repairs


def _repositioned(
    game: Game, event: WarEntered | UnitStrengthened | FactoryBuilt | RegionQuarantined | RegionReleased
) -> Game:
    return evolve(game, position=event.position)


def _tell_entered(step: Transition[WarEntered]) -> Iterator[Notice]:
    game, power = step.after, step.event.power
    for reader in game.audience:
        known = as_seen_by(game, reader).position
        units = known.units_of(power) if known else ()
        yield Notice(reader, WarEnteredNews(power, units, power in game.powers_of(reader)))


def _tell_strengthened(step: Transition[UnitStrengthened]) -> Iterator[Notice]:
    unit = step.event.unit
    yield from (Notice(reader, UnitStrengthenedNews(unit)) for reader in step.after.players_of(unit.power))


def _tell_built(step: Transition[FactoryBuilt]) -> Iterator[Notice]:
    power = step.event.power
    news = FactoryBuiltNews(power, step.event.position.factories[power])
    yield from (Notice(reader, news) for reader in step.after.players_of(power))


def _repaired(game: Game, event: UnitsRepaired) -> Game:
    done = Repairs(event.power, event.phase, len(event.places))
    war_state = replace(game.war_state, repairs=(*game.war_state.repairs, done))
    return evolve(game, position=event.position, war_state=war_state)


def _tell_repaired(step: Transition[UnitsRepaired]) -> Iterator[Notice]:
    game, event = step.after, step.event
    yield from (Notice(reader, repairs_news(game, event)) for reader in game.players_of(event.power))


def repairs_news(game: Game, event: UnitsRepaired) -> UnitsRepairedNews:
    """The news of repairs, with how many are left."""
    units = tuple(event.position.units[at] for at in dict.fromkeys(event.places))
    given = REPAIRS_PER_FACTORY * event.position.factories.get(event.power, 0)
    return UnitsRepairedNews(event.power, units, given - game.war_state.repaired(event.power, event.phase))


def _tell_quarantine(step: Transition[RegionQuarantined | RegionReleased]) -> Iterator[Notice]:
    region, closed = step.event.region, isinstance(step.event, RegionQuarantined)
    for reader in step.after.audience:
        yield Notice(reader, QuarantineNews(region, closed, _void(step.before, step.after, reader)))


def _void(was: Game, game: Game, reader: Address) -> tuple[tuple[Power, Order], ...]:
    """The reader's own orders that were legal as far as they know, and no longer are."""
    before, now = as_seen_by(was, reader), as_seen_by(game, reader)
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
