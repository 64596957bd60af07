"""What becomes of a game when a phase closes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from judge.game.orders.plans import comes_before
from judge.game.phases.events import GameEnded, OrdersMissed, PhaseClosed, PhaseEvent, PhaseHeldOpen, Wait
from judge.game.phases.missing import Misses
from judge.game.replacements.vacancy import Vacancy
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.votes.stalemate import still_years
from judge.rules.board import Power
from judge.rules.position import PhaseKind


def closed(game: Game, event: PhaseEvent) -> Game:
    """The game after one of these events."""
    match event:
        case PhaseClosed():
            return _closed(game, event)
        case GameEnded():
            return replace(game, ended=event, deadline=None, muster=None)
        case PhaseHeldOpen():
            return _held_open(game, event)
        case OrdersMissed(player, _, phase, in_a_row, in_all):
            return replace(game, misses={**game.misses, player: Misses(in_a_row, in_all, phase)})
        case _:
            assert_never(event)


def _closed(game: Game, event: PhaseClosed) -> Game:
    """The next phase is open; what was kept for phases that did not come, or are over, is gone."""
    position = event.judgement.after
    return replace(
        game,
        position=position,
        deadline=event.deadline,
        orders={},
        scouting=event.scouts.after if event.scouts else game.scouting,
        errands=game.errands if position.phase.kind is PhaseKind.RETREAT else {},
        advance=tuple(kept for kept in game.advance if not comes_before(kept.phase, position.phase)),
        pace=replace(game.pace, waits=frozenset(), reminded=None),
        phases_closed=event.number,
        still_years=still_years(game.still_years, event.before, event.judgement),
        reopened=False,
        held_open=None,
        misses=_misses(game, event),
        vacancies=_vacancies(game),
    )


def _held_open(game: Game, event: PhaseHeldOpen) -> Game:
    """The phase waits for each empty seat once."""
    waits = {one for power in event.powers for one in game.seat_of(power)} if event.why is Wait.STANDBY else ()
    vacancies = {power: replace(one, waited=True) if power in waits else one for power, one in game.vacancies.items()}
    return replace(game, held_open=event, vacancies=vacancies)


def _misses(game: Game, event: PhaseClosed) -> Mapping[Address, Misses]:
    """Who had units to order, and did not miss this deadline, has missed none in a row."""
    phase = event.before.phase
    if phase.kind is not PhaseKind.MOVEMENT:
        return game.misses
    owed = {game.seats.get(unit.power) for unit in event.before.units.values()}
    return {
        player: replace(misses, in_a_row=0) if player in owed and misses.last != phase else misses
        for player, misses in game.misses.items()
    }


def _vacancies(game: Game) -> Mapping[Power, Vacancy]:
    """Once the orders of whoever took a seat have been used it is theirs, and nobody comes back to it."""
    return {
        power: replace(one, taken_in=None)
        for power, one in game.vacancies.items()
        if one.is_open or not any(game.orders.get(other) for other in game.seat_of(power))
    }
