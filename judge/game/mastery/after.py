"""What becomes of a game when its master has acted."""

from dataclasses import replace
from typing import assert_never

from judge.game.mastery.events import (
    CloseForced,
    GameDeclined,
    GameOffered,
    MasterChanged,
    MasteryEvent,
    PositionCorrected,
    RolledBack,
    SettingsChanged,
)
from judge.game.orders.in_force import Given
from judge.game.state import Game
from judge.game.war.after import back_to
from judge.rules.board import Power
from judge.rules.corrections import touched
from judge.rules.knowledge import corrected_too
from judge.rules.orders import province_of


def mastered(game: Game, event: MasteryEvent) -> Game:
    """The game after one of these events."""
    match event:
        case SettingsChanged(settings=settings):
            ballots = game.ballots if settings.votes == game.settings.votes else ()  # cast under other rules
            return replace(game, settings=settings, ballots=ballots)
        case CloseForced():
            return game
        case RolledBack():
            return _rolled_back(game, event)
        case PositionCorrected():
            return _corrected(game, event)
        case GameOffered():
            return replace(game, offered=event)
        case GameDeclined():
            return replace(game, offered=None)
        case MasterChanged(master):
            people = {**game.people, master.address: game.people.get(master.address, master)}
            readers = {master.address: len(game.readers) + 1} | dict(game.readers)
            return replace(game, master=master.address, people=people, readers=readers, offered=None)
        case _:
            assert_never(event)


def _rolled_back(game: Game, event: RolledBack) -> Game:
    """The phase is open as it was then; votes, and orders of the phase that was open, are gone."""
    played = {power: given for power, given in event.orders.items() if power in game.seats}
    orders = {power: tuple(Given(order, 0, None) for order in given) for power, given in played.items()}
    return replace(
        game,
        position=event.position,
        deadline=event.deadline,
        orders=orders,
        scouting=event.scouting,
        errands={},
        affairs=back_to(game.affairs, event.position),
        ballots=(),
        pace=replace(game.pace, waits=frozenset(), reminded=None, paused=event.at if game.pace.paused else None),
        held_open=None,
        misses=event.misses,
        still_years=event.still_years,
        undone=(*game.undone, *event.undone),
        reopened=True,
        ended=None,
    )


def _corrected(game: Game, event: PositionCorrected) -> Game:
    """Orders to units that were changed by hand are no longer what their power meant."""
    provinces = {province for one in event.corrections for province in touched(one)}
    orders = {
        power: tuple(given for given in orders if province_of(given.order) not in provinces)
        for power, orders in game.orders.items()
    }
    scouting = corrected_too(game.scouting, event.corrections)
    return replace(game, position=event.position, orders=orders, scouting=scouting)


def lost_orders(game: Game, event: PositionCorrected) -> tuple[Power, ...]:
    """The powers some of whose orders a correction, made to ``game``, has taken away."""
    left = _corrected(game, event).orders
    return tuple(power for power, orders in game.orders.items() if left[power] != orders)
