"""The rules of a war besides its orders: alliances, what the master decides, who is told."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.mastery.messages import MasterAct
from judge.game.messages import Effects, Event, Notice, Transition, effect, evolve
from judge.game.orders.messages import is_earlier_phase
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.state import REPAIRS_PER_FACTORY, Game, Repairs, WarState
from judge.game.visibility import as_seen_by, is_non_playing_master, why_not_permitted
from judge.game.war.messages import (
    AddTroop,
    AllianceAnnounced,
    AllianceAnnouncedNews,
    AllianceBroken,
    AllianceMade,
    AllianceNews,
    AnnounceAlliance,
    AnnouncementTakenBack,
    BreakAlliance,
    BuildFactory,
    EnterWar,
    FactoryBuilt,
    FactoryBuiltNews,
    QuarantineNews,
    QuarantineRegion,
    RegionQuarantined,
    RegionReleased,
    ReleaseRegion,
    RepairUnits,
    StrengthenUnit,
    TroopAdded,
    TroopAddedNews,
    UnitsRepaired,
    UnitsRepairedNews,
    UnitStrengthened,
    UnitStrengthenedNews,
    WarCommand,
    WarEntered,
    WarEnteredNews,
)
from judge.rules.board import Power, Province
from judge.rules.corrections import (
    WarRefusal,
    add_troop,
    break_alliance,
    build_factory,
    enter_war,
    make_alliance,
    quarantine_region,
    release_region,
    repair_unit,
    strengthen_unit,
    why_cannot_place,
)
from judge.rules.legality import why_illegal
from judge.rules.orders import Order
from judge.rules.position import Position
from judge.rules.verdicts import Illegal
from judge.rules.war.fog import knowledge_after_alliance
from judge.rules.war.troops import unit_built, why_illegal_troop

# --- decisions about a war besides its orders: alliances of nations, what the master decides for one of them


_REFUSALS: Mapping[WarRefusal, Refusal] = {
    WarRefusal.NOT_NOW: Refusal.ONLY_AT_ADJUSTMENTS,
    WarRefusal.NO_UNIT: Refusal.NO_UNIT_THERE,
    WarRefusal.UNHURT: Refusal.UNHURT,
    WarRefusal.ALLIED_ALREADY: Refusal.ALLIED_ALREADY,
    WarRefusal.NOT_ALLIED: Refusal.NOT_ALLIED,
    WarRefusal.QUARANTINED_ALREADY: Refusal.QUARANTINED_ALREADY,
    WarRefusal.NOT_QUARANTINED: Refusal.NOT_QUARANTINED,
}


def decide_war(game: Game, command: WarCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command of a war besides orders, or why it is refused."""
    if isinstance(command, AnnounceAlliance | BreakAlliance):
        return _decide_alliance(game, command, now)
    return why_not_permitted(game, command.by, MasterAct.DECREE) or _decide_decree(game, command, now)


# --- alliances


def _decide_alliance(
    game: Game, command: AnnounceAlliance | BreakAlliance, now: datetime
) -> tuple[Event, ...] | Refused:
    powers, position = game.powers_of(command.by), game.position
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if position is None:
        return Refused(Refusal.NOT_STARTED)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    if not game.board.war.troops:
        return Refused(Refusal.NO_WAR)
    if command.to in powers:
        return Refused(Refusal.ALLY_ONESELF, power=command.to)
    power = command.power if command.power in powers else powers[0]
    if isinstance(command, AnnounceAlliance):
        return _announced(game, position, power, command.to, now)
    return _broken(game, position, power, command.to, now)


def _announced(game: Game, position: Position, power: Power, to: Power, now: datetime) -> tuple[Event, ...] | Refused:
    """Announce an alliance; it exists once both have announced it."""
    after = make_alliance(position, power, to)
    if isinstance(after, WarRefusal):
        return Refused(_REFUSALS[after], power=to, phase=position.phase)
    if to in game.board.standing:
        return Refused(Refusal.NO_PLAYER_THERE, power=to)
    if (power, to) in game.war_state.announced:
        return Refused(Refusal.ANNOUNCED_ALREADY, power=to)
    if (to, power) in game.war_state.announced:
        return (AllianceMade(power, to, after, now),)
    return (AllianceAnnounced(power, to, now),)


def _broken(game: Game, position: Position, power: Power, to: Power, now: datetime) -> tuple[Event, ...] | Refused:
    """Break an alliance; an announcement may be taken back at any time."""
    if (power, to) in game.war_state.announced:
        return (AnnouncementTakenBack(power, to, now),)
    after = break_alliance(game.board, position, power, to)
    if isinstance(after, WarRefusal):
        return Refused(_REFUSALS[after], power=to, phase=position.phase)
    return (AllianceBroken(power, to, after, now),)


# --- what the master decides


def _decide_decree(
    game: Game,
    command: EnterWar | StrengthenUnit | BuildFactory | RepairUnits | QuarantineRegion | ReleaseRegion | AddTroop,
    now: datetime,
) -> tuple[Event, ...] | Refused:
    position = game.stands_at
    if not game.board.war.troops:
        return Refused(Refusal.NO_WAR)
    match command:
        case EnterWar():
            return _entered(game, position, command, now)
        case StrengthenUnit(by, at):
            after = strengthen_unit(position, at)
            if isinstance(after, WarRefusal):
                return Refused(_REFUSALS[after], province=at, phase=position.phase)
            return (UnitStrengthened(by, after.units[at], after, now),)
        case BuildFactory(by, power):
            return (FactoryBuilt(by, power, build_factory(position, power), now),)
        case RepairUnits():
            return _repaired(game, position, command, now)
        case QuarantineRegion(by, at):
            after = WarRefusal.QUARANTINED_ALREADY if at in game.board.closed else quarantine_region(position, at)
            if isinstance(after, WarRefusal):
                return _why_no_quarantine(after, at)
            return (RegionQuarantined(by, at, after, now),)
        case ReleaseRegion(by, at):
            after = release_region(position, at)
            if isinstance(after, WarRefusal):
                return _why_no_quarantine(after, at)
            return (RegionReleased(by, at, after, now),)
        case AddTroop(by, troop):
            if troop.letter in game.board.war.troops:
                return Refused(Refusal.TROOP_KNOWN)
            return (TroopAdded(by, troop, add_troop(position, troop), now),)
        case _:
            assert_never(command)


def _why_no_quarantine(why: WarRefusal, at: Province) -> Refused:
    not_now = why is WarRefusal.NOT_NOW
    return Refused(Refusal.NOT_IN_RETREATS if not_now else _REFUSALS[why], province=at)


def _entered(game: Game, position: Position, command: EnterWar, now: datetime) -> tuple[Event, ...] | Refused:
    """Let a nation enter the war with troops it may raise, each on ground of its own where no unit stands (004 11)."""
    power, board = command.power, game.board
    units = tuple(unit_built(board, power, order) for order in command.units)
    after = enter_war(position, power, units)
    match after:
        case WarRefusal.NOT_NOW:
            return Refused(Refusal.ONLY_AT_TURN_START, phase=position.phase)
        case WarRefusal.AT_WAR_ALREADY:
            return Refused(Refusal.AT_WAR_ALREADY, power=power)
        case _:
            pass
    taken = {*position.units}
    for number, order in enumerate(command.units):
        at = order.at.province
        unfit = why_illegal_troop(board, position, power, order, units[:number])
        if unfit:
            full = unfit is Illegal.TROOP_FULL
            return Refused(Refusal.TROOP_FULL if full else Refusal.TROOP_OF_OTHERS, province=at, power=power)
        if at in taken:
            return Refused(Refusal.PLACE_TAKEN, province=at)
        if at in board.closed or why_cannot_place(board, position, order.kind, order.at):
            return Refused(Refusal.WRONG_GROUND, province=at)
        taken.add(at)
    assert isinstance(after, Position)
    return (WarEntered(command.by, power, units, after, now),)


def _repaired(game: Game, position: Position, command: RepairUnits, now: datetime) -> tuple[Event, ...] | Refused:
    """A hit point for each region named, as long as the factories of the units' nations give any."""
    repaired: dict[Power, tuple[Province, ...]] = {}
    after = position
    for at in command.places:
        found = repair_unit(game.board, after, at)
        if isinstance(found, WarRefusal):
            return Refused(_REFUSALS[found], province=at, phase=position.phase)
        power = found.units[at].power
        repaired[power] = (*repaired.get(power, ()), at)
        given = REPAIRS_PER_FACTORY * position.factories.get(power, 0)
        if not given:
            return Refused(Refusal.NO_FACTORY, province=at, power=power)
        if game.war_state.repaired(power, position.phase) + len(repaired[power]) > given:
            return Refused(Refusal.REPAIRS_USED_UP, province=at, power=power, days=given)
        after = found
    return tuple(
        UnitsRepaired(command.by, power, places, position.phase, after, now) for power, places in repaired.items()
    )


# --- effects of the events of a war; told to both allies, to the nation of a unit or factory, else to everyone


def roll_back_war_state(war_state: WarState, position: Position) -> WarState:
    """The state of a war rolled back to a position, without later repairs and announcements that led to alliances."""
    return WarState(
        frozenset(pair for pair in war_state.announced if not position.are_allied(*pair)),
        tuple(one for one in war_state.repairs if not is_earlier_phase(position.phase, one.phase)),
    )


# --- alliances


def _with_alliance(game: Game, event: AllianceAnnounced) -> Game:
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


def _without_alliance(game: Game, event: AllianceBroken) -> Game:
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
    game: Game, event: WarEntered | UnitStrengthened | FactoryBuilt | RegionQuarantined | RegionReleased | TroopAdded
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


def _with_units_repaired(game: Game, event: UnitsRepaired) -> Game:
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


def _tell_troop(step: Transition[TroopAdded]) -> Iterator[Notice]:
    yield from (Notice(reader, TroopAddedNews(step.event.troop)) for reader in step.after.audience)


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
        effect(AllianceAnnounced, _with_alliance, _tell_announced),
        effect(AnnouncementTakenBack, _taken_back, _tell_announced),
        effect(AllianceMade, _made, _tell_alliance),
        effect(AllianceBroken, _without_alliance, _tell_alliance),
        effect(WarEntered, _repositioned, _tell_entered),
        effect(UnitStrengthened, _repositioned, _tell_strengthened),
        effect(FactoryBuilt, _repositioned, _tell_built),
        effect(UnitsRepaired, _with_units_repaired, _tell_repaired),
        effect(RegionQuarantined, _repositioned, _tell_quarantine),
        effect(RegionReleased, _repositioned, _tell_quarantine),
        effect(TroopAdded, _repositioned, _tell_troop),
    )
)
