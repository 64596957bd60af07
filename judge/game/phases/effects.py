"""Effects of the events of phases: how each changes the game, and who is told."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from judge.game.deadlines.rules import reserves_spent
from judge.game.figures import course_after_phase, history_after_phase, history_at_end
from judge.game.messages import Effects, Notice, Transition, effect, evolve, tell_everybody
from judge.game.orders.messages import PlanTaken, is_earlier_phase
from judge.game.phases.messages import (
    CloseFailed,
    GameEnded,
    HoldOpenReason,
    Misses,
    OrdersMissed,
    PhaseClosed,
    PhaseClosedNews,
    PhaseHeldOpen,
    PhaseHeldOpenNews,
)
from judge.game.practice.rules import tell_lesson_judged, tell_lessons_over
from judge.game.settings import Address
from judge.game.state import Game, Members, UntoldClose, Vacancy
from judge.game.visibility import is_told_later, may_know_awaited
from judge.game.votes.messages import VotesLapsed
from judge.rules.board import Power
from judge.rules.ending import count_still_years
from judge.rules.position import PhaseKind


def _closed(game: Game, event: PhaseClosed) -> Game:
    """The game in its next phase; plans for phases that did not come, or are over, are dropped."""
    position, lately = event.judgement.after, [left for left in game.left_open if left.phase == event.before.phase]
    return evolve(
        game,
        position=position,
        deadline=event.deadline,
        orders={},
        scouting=event.scouts.after if event.scouts else game.scouting,
        errands=game.errands if position.phase.kind is PhaseKind.RETREAT else {},
        advance=tuple(kept for kept in game.advance if not is_earlier_phase(kept.phase, position.phase)),
        left_open=tuple(left for left in game.left_open if not is_earlier_phase(left.phase, position.phase)),
        unread={left.power: left.units for left in lately if left.units},
        unanswered={left.power: left.units_offered for left in lately if left.units_offered},
        timekeeping=replace(
            game.timekeeping, waits=frozenset(), reminded=None, failed=None, spent=reserves_spent(game, event.at)
        ),
        phases_closed=event.number,
        fingerprint=event.fingerprint.own if event.fingerprint else game.fingerprint,
        still_years=count_still_years(game.still_years, event.before, event.judgement),
        reopened=False,
        proposal=None,
        locked=False,
        held_open=None,
        centre_history=history_after_phase(game.centre_history, game.board, event.before.phase.year, position),
        course=course_after_phase(game.course, game.board, event),
        members=_with_rows_ended(game, event),
        vacancies=_vacancies(game),
        untold=(*game.untold, UntoldClose(game.version + 1, event)) if _observers_wait(game) else game.untold,
    )


def _with_rows_ended(game: Game, event: PhaseClosed) -> Members:
    """The row of missed deadlines ends for a player who had units to order and did not miss this one."""
    members, phase = game.members, event.before.phase
    if phase.kind is not PhaseKind.MOVEMENT or not members.misses:
        return members
    owed = {members.seats.get(unit.power) for unit in event.before.units.values()}
    misses = {
        player: replace(missed, in_a_row=0) if player in owed and missed.last != phase else missed
        for player, missed in members.misses.items()
    }
    return replace(members, misses=misses)


def _vacancies(game: Game) -> Mapping[Power, Vacancy]:
    """The vacancies without those of seats whose new player's orders were used: nobody may return to these."""
    return {
        power: replace(one, taken_in_phase=None)
        for power, one in game.vacancies.items()
        if one.is_open or not any(game.orders.get(other) for other in game.seat_of(power))
    }


def _tell_closed(step: Transition[PhaseClosed]) -> Iterator[Notice]:
    game = step.after
    if game.lesson:
        yield from tell_lesson_judged(step)
        return
    later = game.observers if _observers_wait(game) else ()
    yield from (Notice(reader, _results(step, reader)) for reader in game.audience if reader not in later)


def _observers_wait(game: Game) -> bool:
    """Whether somebody watches, and is told later."""
    return is_told_later(game) and bool(game.observers)


def _results(step: Transition[PhaseClosed], reader: Address) -> PhaseClosedNews:
    """The news of a close for one reader, with what was taken up of their own plans and which of their votes lapsed."""
    game, event, later = step.after, step.event, step.later
    closes = [place for place, event in enumerate(later) if isinstance(event, PhaseClosed)]
    opening = later[: closes[0]] if closes else later
    powers = game.powers_of(reader)
    taken = tuple(event for event in opening if isinstance(event, PlanTaken) and event.power in powers)
    votes = (event for event in opening if isinstance(event, VotesLapsed) and event.power in powers)
    lapsed = tuple(event for event in votes if event.reader == game.readers[reader])
    proposal = step.before.proposal.number if step.before.proposal else 0
    return PhaseClosedNews(event, powers, taken, passed=bool(closes), lapsed=lapsed, proposal=proposal)


def _ended(game: Game, event: GameEnded) -> Game:
    history = history_at_end(game.centre_history, game.board, game.position) if game.position else game.centre_history
    return evolve(game, ended=event, deadline=None, members=replace(game.members, muster=None), centre_history=history)


def _tell_ended(step: Transition[GameEnded]) -> Iterator[Notice]:
    if step.after.lesson:
        yield from tell_lessons_over(step)
        return
    yield from tell_everybody(step)


def _held_open(game: Game, event: PhaseHeldOpen) -> Game:
    """The game with its phase held open; an empty seat is waited for only once."""
    waits = (
        {one for power in event.powers for one in game.seat_of(power)} if event.why is HoldOpenReason.STANDBY else ()
    )
    vacancies = {power: replace(one, waited=True) if power in waits else one for power, one in game.vacancies.items()}
    return evolve(game, held_open=event, vacancies=vacancies)


def _tell_held_open(step: Transition[PhaseHeldOpen]) -> Iterator[Notice]:
    """That a seat is empty everyone knows; who is late where the game tells who is waited for."""
    game, event = step.after, step.event
    for reader in game.audience:
        own = tuple(power for power in game.powers_of(reader) if power in event.powers)
        is_told = event.why is HoldOpenReason.STANDBY or may_know_awaited(game, reader)
        yield Notice(reader, PhaseHeldOpenNews(event, event.powers if is_told else own, own))


def _missed(game: Game, event: OrdersMissed) -> Game:
    missed = Misses(event.in_a_row, event.in_all, event.phase)
    misses = {**game.members.misses, game.readers[event.player]: missed}
    return evolve(game, members=replace(game.members, misses=misses))


def _tell_missed(step: Transition[OrdersMissed]) -> Iterator[Notice]:
    """A warning while there is something to warn of; whoever loses the seat is told that instead."""
    game, event = step.after, step.event
    missing = game.settings.missing
    if missing.may_cost_the_seat and not missing.cost_the_seat(event.in_a_row, event.in_all):
        seat = dict.fromkeys(player for power in event.powers for player in game.players_of(power))
        yield from (Notice(player, event) for player in seat)


def _failed(game: Game, event: CloseFailed) -> Game:
    return evolve(game, timekeeping=replace(game.timekeeping, failed=event.phase))


EFFECTS: Effects = dict(
    (
        effect(PhaseClosed, _closed, _tell_closed),
        effect(GameEnded, _ended, _tell_ended),
        effect(PhaseHeldOpen, _held_open, _tell_held_open),
        effect(OrdersMissed, _missed, _tell_missed),
        effect(CloseFailed, _failed, tell_everybody),
    )
)
