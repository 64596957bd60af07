"""Decisions about a war besides its orders: alliances of nations, what the master decides for one of them."""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from judge.game.mastery.messages import MasterAct
from judge.game.mastery.permissions import why_not_permitted
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.game.state_parts import REPAIRS_PER_FACTORY
from judge.game.war.messages import (
    AllianceAnnounced,
    AllianceBroken,
    AllianceMade,
    AnnounceAlliance,
    AnnouncementTakenBack,
    BreakAlliance,
    BuildFactory,
    EnterWar,
    FactoryBuilt,
    QuarantineRegion,
    RegionQuarantined,
    RegionReleased,
    ReleaseRegion,
    RepairUnits,
    StrengthenUnit,
    UnitsRepaired,
    UnitStrengthened,
    WarCommand,
    WarEntered,
)
from judge.rules.board import Power, Province
from judge.rules.corrections import why_cannot_place
from judge.rules.position import Position
from judge.rules.verdicts import Illegal
from judge.rules.war.master_decisions import (
    WarRefusal,
    break_alliance,
    build_factory,
    enter_war,
    make_alliance,
    quarantine_region,
    release_region,
    repair_unit,
    strengthen_unit,
)
from judge.rules.war.troops import unit_built, why_illegal_troop

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
    command: EnterWar | StrengthenUnit | BuildFactory | RepairUnits | QuarantineRegion | ReleaseRegion,
    now: datetime,
) -> tuple[Event, ...] | Refused:
    position = game.position
    assert position is not None
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
