"""What must hold of a game after every event, each by itself."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.game.deadlines.deadline import ClockSet, Deadline, Mover, Shifted, Taken, holiday_on
from judge.game.deadlines.messages import DeadlineMoved, GameResumed, PhaseExtended
from judge.game.deadlines.rules import reserves_taken
from judge.game.mastery.messages import RolledBack
from judge.game.messages import Event
from judge.game.orders.order_status import order_status
from judge.game.people.messages import AddressChanged
from judge.game.phases.messages import CloseReason, Ending, GameEnded, PhaseClosed
from judge.game.practice.rules import caretakers
from judge.game.press.messages import PressSent
from judge.game.replacements.messages import SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.messages import GameStarted
from judge.game.state import Game, PressState
from judge.game.visibility import has_fog
from judge.game.votes.messages import ForConcession, ForExtension, ForMaster, VotePassed
from judge.rules.adjustments import required_orders
from judge.rules.board import Power, Province
from judge.rules.ending import survivors
from judge.rules.orders import Build, Waive, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.verdicts import Illegal, Void


@dataclass(frozen=True)
class Moment:
    """One event, with the game as it was before it and as it is after; ``number`` counts the events from 1."""

    was: Game
    event: Event
    game: Game
    number: int


C_DIPLO_IS_FOR = 7
"""Powers; with more of them taking part it gives out more than a hundred points."""

Invariant = Callable[[Moment], bool]


def the_version_counts_the_events(moment: Moment) -> bool:
    """The version of a game is the number of its events."""
    return moment.game.version == moment.number


def a_power_has_one_player(moment: Moment) -> bool:
    """Whoever has a seat is known, waits for none, and has only powers that belong together."""
    game = moment.game
    seated = set(game.seats.values())
    together = all(
        any({*game.powers_of(player)} <= {*side} for side in game.sides) for player in seated if game.powers_of(player)
    )
    known = seated <= {*game.people} and {*game.people} == {*game.readers}
    numbers = list(game.readers.values())
    return known and together and not seated & {*game.standbys} and len(numbers) == len(set(numbers))


def a_province_holds_one_unit(moment: Moment) -> bool:
    """Every unit stands where the position says, on its board, and where it can stand."""
    game, position = moment.game, moment.game.position
    if position is None or position is moment.was.position:
        return True
    units = (*position.units.items(), *((at, one.unit) for at, one in position.dislodged.items()))
    return all(at == unit.at.province and unit.at in game.board.borders[unit.kind] for at, unit in units)


def a_deadline_comes_earlier_by_the_masters_word_alone(moment: Moment) -> bool:
    """A deadline that has been announced moves to an earlier hour when the master says so, or with a clock set back."""
    was, now = moment.was.deadline, moment.game.deadline
    if was is None or now is None or now.at >= was.at or isinstance(moment.event, PhaseClosed | RolledBack):
        return True
    last = now.steps[-1] if now.steps else None
    if not isinstance(moment.event, DeadlineMoved):
        return False
    match last:
        case ClockSet(since=since, until=until):
            return was.at - now.at <= since - until
        case Shifted(by=by):
            return by is Mover.MASTER
        case _:
            return False


def no_deadline_falls_on_a_day_that_is_left_out(moment: Moment) -> bool:
    """No phase is announced to close on a day of the week or a holiday that the game leaves out, or on an absence."""
    game, set_now = moment.game, announced(moment.event)
    if set_now is None:
        return True
    timing, zone = game.settings.timing, ZoneInfo(game.settings.zone)
    day = set_now.at.astimezone(zone).date()
    is_holiday = bool(timing.holidays and holiday_on(day, timing.holidays))
    position = game.position
    assert position is not None
    absent = any(
        one.first <= day <= one.last
        for power, player in moment.was.seats.items()
        if power in game.seats and required_orders(game.board, position, power).is_required
        for one in moment.was.absences_of(player)
    )
    hour = day_hour(set_now.at, game)
    return day.weekday() in timing.days and not is_holiday and not absent and hour


def day_hour(at: datetime, game: Game) -> bool:
    """Whether that is the game's hour on some day, as its clocks show it."""
    zone = ZoneInfo(game.settings.zone)
    day = at.astimezone(zone).date()
    hour = datetime.combine(day, game.settings.hour, zone)
    return game.settings.timing.exact or hour.timestamp() == at.timestamp()


def announced(event: Event) -> Deadline | None:
    """The deadline that an event has counted anew."""
    match event:
        case GameStarted() | PhaseClosed() | GameResumed() | PhaseExtended() | SeatTaken() | SeatReturned():
            return event.deadline
        case RolledBack(deadline=deadline):
            return deadline
        case _:
            return None


def a_phase_closes_early_when_all_have_written(moment: Moment) -> bool:
    """Early: complete, nobody waits, the shortest time is over, no pause; else by force, or when the time is up."""
    was, event = moment.was, moment.event
    if not isinstance(event, PhaseClosed):
        return True
    assert was.deadline is not None
    match event.because:
        case CloseReason.COMPLETE:
            late = event.at >= was.deadline.opened + was.settings.timing.minimum
            return (
                late
                and not was.timekeeping.waits
                and not was.timekeeping.paused
                and not was.reopened
                and _all_written(was, event)
            )
        case CloseReason.DEADLINE:
            return was.closes_at is not None and event.at >= was.closes_at
        case CloseReason.FORCED:
            return not was.timekeeping.paused


def _all_written(game: Game, event: PhaseClosed) -> bool:
    """Every power that must write has its orders; none that everybody could see to be void was judged, unless meant."""
    position = event.before
    owing = [power for power in game.seats if required_orders(game.board, position, power).is_required]
    void = {
        (power, verdict.order)
        for power in (() if has_fog(game) or position.phase.kind is PhaseKind.ADJUSTMENT else owing)
        for verdict in event.judgement.verdicts.get(power, ())
        if isinstance(verdict.reason, Void) and verdict.reason.why is not Illegal.SUPPORT_OTHER_COAST
    }
    meant = {(power, order) for power in owing for order in game.confirmed_void_orders(power)}
    return void <= meant and all(order_status(game, power).is_complete for power in game.seats)


def an_early_close_takes_no_time_from_the_next_phase(moment: Moment) -> bool:
    """Where the game is in no hurry, the next phase has its length counted from the deadline announced."""
    was, event = moment.was, moment.event
    if not isinstance(event, PhaseClosed) or event.deadline is None or was.deadline is None:
        return True
    since = max(was.deadline.at, event.at) if was.settings.timing.unhurried else event.at
    return event.deadline.at >= since + was.settings.lengths.of(event.judgement.after.phase.kind)


def orders_in_force_are_for_ones_own_units(moment: Moment) -> bool:
    """Every order in force speaks to a unit of the power that gave it, and one order to each."""
    game, position = moment.game, moment.game.position
    if position is None or game.orders is moment.was.orders:
        return True
    return all(_are_own(position, power, game) for power in game.orders)


def _are_own(position: Position, power: Power, game: Game) -> bool:
    orders = [order for order in game.orders_of(power) if not isinstance(order, Build | Waive)]
    places = [place for order in orders if (place := province_of(order))]
    return len(places) == len(set(places)) and all(_unit_owner(position, place) == power for place in places)


def _unit_owner(position: Position, place: Province) -> Power | None:
    if position.phase.kind is PhaseKind.RETREAT:
        return position.dislodged[place].unit.power if place in position.dislodged else None
    return position.units[place].power if place in position.units else None


def what_has_ended_changes_no_more(moment: Moment) -> bool:
    """Position, seats, settings, result of a game that is over stay as they are, unless its master goes back."""
    was, game = moment.was, moment.game
    if was.ended is None or isinstance(moment.event, RolledBack):
        return True
    first, second = ((one.position, one.ended, one.settings, one.phases_closed) for one in (was, game))
    return first == second and game.deadline is None and {*was.seats} - {*game.seats} <= _emptied(moment)


def _emptied(moment: Moment) -> set[Power]:
    return {moment.event.power} if isinstance(moment.event, SeatVacated) else set()


def scores_are_shares_of_a_hundred(moment: Moment) -> bool:
    """A result has scores, 100 in all where the scoring shares out so many; without a result there are none."""
    event, scoring = moment.event, moment.was.settings.scoring
    if not isinstance(event, GameEnded):
        return True
    if event.ending in {Ending.ABANDONED, Ending.TERMINATED}:
        return not event.scores and not event.winners
    whole = {"draw-size", "sum-of-squares"} | ({"c-diplo"} if len(event.centres) == C_DIPLO_IS_FOR else set())
    shares = sum(event.scores.values()) == 100 or scoring not in whole
    return shares and {*event.scores} == {*event.centres} and min(event.scores.values()) >= 0


def nobody_is_outvoted(moment: Moment) -> bool:
    """What ends a game by vote has the vote of every power with something left that somebody plays."""
    was, event = moment.was, moment.event
    if not isinstance(event, VotePassed) or isinstance(event.motion, ForExtension | ForMaster) or was.position is None:
        return True
    voters = {power for power in survivors(was.board, was.position) if power in was.seats}
    for_it = {one.power: one.reader for one in was.ballots if isinstance(one.motion, type(event.motion))}
    agreed = {power for power in voters if for_it.get(power) == was.readers[was.seats[power]]}
    return voters - agreed <= ({event.motion.to} if isinstance(event.motion, ForConcession) else set[Power]())


def going_back_restores_the_position(moment: Moment) -> bool:
    """After a rollback the position is the one the phase closed with, and the phase has all its time."""
    event, game = moment.event, moment.game
    if not isinstance(event, RolledBack):
        return True
    assert game.deadline is not None
    length = game.settings.lengths.of(event.phase.kind)
    return game.position == event.position and game.ended is None and game.deadline.at >= event.at + length


def what_nobody_published_is_not_in_the_record(moment: Moment) -> bool:
    """Where the game does not tell who gave no orders, the results name nobody."""
    event = moment.event
    return not isinstance(event, PhaseClosed) or moment.was.settings.missing.published or not event.silent


def nobody_keeps_anothers_drafts(moment: Moment) -> bool:
    """Orders, plans, wishes, waits belong to powers that somebody plays."""
    game = moment.game
    ordered = {*game.orders} - {*caretakers(game)}
    whose = {*ordered, *game.wished, *game.timekeeping.waits, *(kept.power for kept in game.advance)}
    return whose <= {*game.seats}


def who_moves_leaves_no_trace_at_the_old_address(moment: Moment) -> bool:
    """Once somebody is written to elsewhere nothing of the game is left at the old address but their letters."""
    event, game = moment.event, moment.game
    if not isinstance(event, AddressChanged):
        return True
    return event.address not in repr(replace(game, press=PressState(), advance=()))


def a_pause_stops_the_clock(moment: Moment) -> bool:
    """A game that is paused has no hour at which its phase closes."""
    return not moment.game.timekeeping.paused or moment.game.closes_at is None


def no_more_is_taken_than_the_reserve_has(moment: Moment) -> bool:
    """Whoever takes days has them, and all together take no more than the most for the phase."""
    event, game, reserve = moment.event, moment.game, moment.game.settings.timing.reserve
    match event:
        case DeadlineMoved(deadline=Deadline(steps=(*_, Taken(power, _, hours)))):
            taken = sum(len(step.hours) for step in event.deadline.steps if isinstance(step, Taken))
            granted = reserve.days + reserve.a_year * (event.phase.year - game.board.start_year)
            return len(hours) <= taken <= reserve.a_phase and reserves_taken(game)[power] <= granted
    return True


def a_letter_bears_its_number(moment: Moment) -> bool:
    """By it a reply finds what it answers."""
    return not isinstance(moment.event, PressSent) or moment.event.number == moment.number


INVARIANTS: tuple[Invariant, ...] = (
    the_version_counts_the_events,
    a_letter_bears_its_number,
    a_power_has_one_player,
    a_province_holds_one_unit,
    a_deadline_comes_earlier_by_the_masters_word_alone,
    no_deadline_falls_on_a_day_that_is_left_out,
    a_phase_closes_early_when_all_have_written,
    an_early_close_takes_no_time_from_the_next_phase,
    orders_in_force_are_for_ones_own_units,
    what_has_ended_changes_no_more,
    scores_are_shares_of_a_hundred,
    nobody_is_outvoted,
    going_back_restores_the_position,
    what_nobody_published_is_not_in_the_record,
    nobody_keeps_anothers_drafts,
    who_moves_leaves_no_trace_at_the_old_address,
    a_pause_stops_the_clock,
    no_more_is_taken_than_the_reserve_has,
)

LONG_AGO = timedelta(days=1)
"""An alarm that has been due for longer while the game runs is one that nobody will ever answer."""
