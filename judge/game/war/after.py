"""What becomes of a game when something of its war has been decided."""

from dataclasses import replace
from typing import assert_never

from judge.game.orders.plans import comes_before
from judge.game.state import Game
from judge.game.war.affairs import Affairs, Repairs
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
from judge.rules.knowledge import remembered
from judge.rules.position import Position


def waged(game: Game, event: WarEvent) -> Game:
    """The game after one of these events."""
    affairs = game.affairs
    match event:
        case AllianceAnnounced(power, to):
            return replace(game, affairs=replace(affairs, announced=affairs.announced | {(power, to)}))
        case AnnouncementTakenBack(power, to):
            return replace(game, affairs=replace(affairs, announced=affairs.announced - {(power, to)}))
        case AllianceMade(power, to, position):
            announced = affairs.announced - {(power, to), (to, power)}
            return replace(game, position=position, affairs=replace(affairs, announced=announced))
        case UnitsRepaired(power=power, phase=phase, position=position):
            done = Repairs(power, phase, len(event.places))
            return replace(game, position=position, affairs=replace(affairs, repairs=(*affairs.repairs, done)))
        case AllianceBroken(power, to, position):
            known = remembered(game.scouting, position, power, to)
            return replace(game, position=position, scouting=known)
        case WarEntered() | UnitStrengthened() | FactoryBuilt():
            return replace(game, position=event.position)
        case RegionQuarantined() | RegionReleased():
            return replace(game, position=event.position)
        case _:
            assert_never(event)


def back_to(affairs: Affairs, position: Position) -> Affairs:
    """What is left where the master goes back to a position: no repair made later, nothing announced that is made."""
    return Affairs(
        frozenset(pair for pair in affairs.announced if not position.are_allied(*pair)),
        tuple(one for one in affairs.repairs if not comes_before(position.phase, one.phase)),
    )
