"""Time in a game under way: absences, extensions, pauses, outages, waiting, reminders."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.deadlines.deadline import AbsenceSkipped, Counted, Mover, NobodyWrote, OutageOver, PauseOver, Shifted
from judge.game.deadlines.messages import (
    AbsenceNews,
    CancelAbsence,
    DeadlineMoved,
    HoldClose,
    MoveDeadline,
    PauseGame,
    ReleaseClose,
    ReminderSent,
    ResumeGame,
    ScheduleNews,
    TellAbsence,
)
from judge.game.deadlines.rules import compensate_outage, move_deadline
from judge.game.decide import decide
from judge.game.people.messages import SetPreference
from judge.game.phases.close import close_early, due_events, next_alarm
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Allowance, Reminders, Timing
from judge.game.state import Game
from judge.rules.board import Power
from tests.game.tables import (
    OPENED,
    POWERS,
    WEEKLY,
    address,
    all_hold,
    decided,
    give,
    happen,
    hold,
    joined,
    move,
    opened,
    refused,
    started,
)
from tests.shared.notified import notices
from tests.shared.shares import drawn

MASTER = address("master")
FRANCE, ITALY = Power("FRANCE"), Power("ITALY")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def game_with(**timing: object) -> Game:
    return started(replace(WEEKLY, timing=Timing(**timing)))  # type: ignore[arg-type]


def after(game: Game, events: object) -> Game:
    assert isinstance(events, tuple), events
    return apply_all(game, events)


def due(game: Game) -> datetime:
    assert game.deadline
    return game.deadline.at


# --- absences ----------------------------------------------------------------------------------------------------

ABSENT = TellAbsence(address("ITALY"), date(2026, 1, 12), date(2026, 1, 20))


def test_an_absence_moves_the_deadlines_that_are_set_after_it_and_not_the_one_announced() -> None:
    game = happen(game_with(absences=Allowance(21)), ABSENT)
    assert due(game) == due(game_with()), "announced already"
    closed = game
    for event in close_early(all_hold(game), OPENED + DAY):
        closed = after(closed, (event,))
    assert due(closed) == datetime(2026, 1, 21, 20, tzinfo=UTC)
    assert closed.deadline
    assert closed.deadline.steps[-1] == AbsenceSkipped(ITALY, date(2026, 1, 20))


def test_where_absences_are_not_told_the_deadline_does_not_say_whose_it_was() -> None:
    game = happen(game_with(absences=Allowance(21), tell_absences=False), ABSENT)
    (closed,) = close_early(all_hold(game), OPENED + DAY)
    assert isinstance(closed, PhaseClosed)
    assert closed.deadline
    assert closed.deadline.steps[-1] == AbsenceSkipped(None, date(2026, 1, 20))


def test_an_absence_told_before_the_game_began_counts_for_the_first_deadline() -> None:
    waiting = joined(opened(replace(WEEKLY, timing=Timing(absences=Allowance(21)))), *POWERS[:-1])
    game = joined(happen(waiting, ABSENT), POWERS[-1])
    assert due(game) == datetime(2026, 1, 21, 20, tzinfo=UTC)
    assert notices(waiting, decided(waiting, ABSENT)) == (), "nobody plays a power yet, so nobody is named"


def test_a_budget_is_for_each_calendar_year_or_for_the_whole_game() -> None:
    over_new_year = TellAbsence(address("ITALY"), date(2026, 12, 25), date(2027, 1, 6))
    assert decided(game_with(absences=Allowance(7)), over_new_year)
    too_long = refused(game_with(absences=Allowance(7, whole_game=True)), over_new_year)
    assert (too_long.why, too_long.days) == (Refusal.TOO_LONG_AWAY, 7)
    once = happen(game_with(absences=Allowance(10)), ABSENT)
    again = refused(once, TellAbsence(address("ITALY"), date(2026, 5, 1), date(2026, 5, 2)))
    assert (again.why, again.days, again.year) == (Refusal.TOO_LONG_AWAY, 1, 2026)
    assert decided(once, ABSENT), "the same days are not counted twice"


def test_an_absence_can_be_taken_back_from_today_on() -> None:
    game = happen(game_with(absences=Allowance(9)), ABSENT)
    game = happen(game, CancelAbsence(address("ITALY")), datetime(2026, 1, 15, 9, tzinfo=UTC))
    (kept,) = game.absences_of(address("ITALY"))
    assert (kept.first, kept.last) == (date(2026, 1, 12), date(2026, 1, 14))
    later = datetime(2026, 1, 15, 9, tzinfo=UTC)
    assert decided(game, TellAbsence(address("ITALY"), date(2026, 3, 1), date(2026, 3, 6)), later)
    assert refused(game, CancelAbsence(address("ITALY")), later).why is Refusal.NO_ABSENCE_TOLD


def test_what_is_no_absence_is_refused() -> None:
    game = game_with(absences=Allowance(21))
    assert refused(game_with(), ABSENT).why is Refusal.NO_ABSENCES
    assert refused(game, replace(ABSENT, last=date(2026, 1, 11))).why is Refusal.DAYS_PASSED
    past = TellAbsence(address("ITALY"), date(2026, 1, 1), date(2026, 1, 4))
    assert refused(game, past).why is Refusal.DAYS_PASSED
    assert refused(game, replace(ABSENT, by=MASTER)).why is Refusal.NOT_A_PLAYER


def test_everyone_is_told_of_an_absence_or_the_master_alone() -> None:
    def told(game: Game) -> set[str]:
        found = notices(game, decided(game, ABSENT))
        assert all(isinstance(notice.news, AbsenceNews) and notice.news.powers == (ITALY,) for notice in found)
        return {notice.to for notice in found}

    everyone = {address(power) for power in (*POWERS, "master")}
    assert told(game_with(absences=Allowance(21))) == everyone - {address("ITALY")}
    assert told(game_with(absences=Allowance(21), tell_absences=False)) == {MASTER}


# --- the deadline moved ------------------------------------------------------------------------------------------


def test_the_master_extends_by_days_and_the_hour_on_the_clock_stays() -> None:
    begun = datetime(2026, 3, 23, 9, tzinfo=UTC)
    game = after(game_with(), decided(game_with(), MoveDeadline(MASTER, to=begun + 5 * DAY)))
    assert due(game) == begun + 5 * DAY, "Saturday, the day before summer time"
    moved = happen(game, MoveDeadline(MASTER, length=3 * DAY), begun)
    assert due(moved) == begun + 8 * DAY - HOUR
    assert due(happen(game, MoveDeadline(MASTER, length=72 * HOUR + HOUR), begun)) == begun + 8 * DAY + HOUR
    assert moved.deadline
    assert moved.deadline.steps[-1] == Shifted(Mover.MASTER, due(game), 3 * DAY)
    assert moved.deadline.moves == 2


def test_only_the_master_moves_a_deadline_and_only_the_masters_word_brings_it_forward() -> None:
    game = game_with()
    earlier = due(game) - DAY
    assert refused(game, MoveDeadline(address("FRANCE"), length=DAY)).why is Refusal.NOT_THE_MASTER
    assert due(happen(game, MoveDeadline(MASTER, to=earlier))) == earlier
    voted = move_deadline(game, Mover.VOTE, OPENED, to=earlier)
    assert isinstance(voted, Refused)
    assert voted.why is Refusal.NEVER_EARLIER
    later = move_deadline(game, Mover.VOTE, OPENED, length=2 * DAY)
    assert due(after(game, later)) == due(game) + 2 * DAY


def test_no_deadline_is_set_in_the_past_nor_years_away() -> None:
    game = game_with()
    assert refused(game, MoveDeadline(MASTER, to=OPENED)).why is Refusal.HOUR_PASSED
    assert refused(game, MoveDeadline(MASTER, length=400 * DAY)).why is Refusal.HOUR_TOO_FAR


def test_everyone_is_told_of_a_deadline_that_moved() -> None:
    game = game_with()
    told = notices(game, decided(game, MoveDeadline(MASTER, length=DAY)))
    assert {notice.to for notice in told} == {address(power) for power in (*POWERS, "master")}
    assert all(isinstance(notice.news, ScheduleNews) for notice in told)


def test_when_nobody_wrote_the_phase_is_the_same_one_and_its_time_begins_again() -> None:
    game = started()
    assert game.deadline
    extended = after(game, due_events(game, due(game), due(game)))
    assert extended.deadline
    assert extended.deadline.opened == game.deadline.opened
    assert extended.deadline.steps[1] == NobodyWrote(due(game))


# --- pauses ------------------------------------------------------------------------------------------------------


def test_a_pause_stops_the_clock_and_gives_the_time_back() -> None:
    game = happen(game_with(), PauseGame(MASTER), OPENED + DAY)
    assert next_alarm(game) is None, "neither a reminder nor a deadline"
    late = due(game) + 3 * DAY
    paused = happen(game, give("FRANCE", hold("PAR"), arrived=late), late)
    assert paused.orders_of(FRANCE), "orders are read as always"
    goes_on = happen(paused, ResumeGame(MASTER), OPENED + 11 * DAY)
    assert due(goes_on) == due(game) + 10 * DAY
    assert goes_on.deadline
    assert goes_on.deadline.steps[-1] == PauseOver(OPENED + DAY, OPENED + 11 * DAY, due(game))
    assert next_alarm(goes_on) == due(goes_on) - DAY


def test_a_complete_set_waits_for_the_end_of_a_pause() -> None:
    paused = all_hold(happen(game_with(), PauseGame(MASTER)))
    assert close_early(paused, OPENED + DAY) == ()
    goes_on = happen(paused, ResumeGame(MASTER), OPENED + DAY)
    assert close_early(goes_on, OPENED + DAY)


def test_pause_and_resume_are_the_masters_and_come_in_turn() -> None:
    game = game_with()
    paused = happen(game, PauseGame(MASTER))
    assert refused(game, PauseGame(address("FRANCE"))).why is Refusal.NOT_THE_MASTER
    assert refused(game, ResumeGame(MASTER)).why is Refusal.NOT_PAUSED
    assert refused(paused, PauseGame(MASTER)).why is Refusal.PAUSED
    assert refused(paused, MoveDeadline(MASTER, length=DAY)).why is Refusal.PAUSED


# --- outages -----------------------------------------------------------------------------------------------------


def test_an_outage_of_more_than_an_hour_moves_a_running_deadline_by_as_much() -> None:
    game = game_with()
    since, until = OPENED + DAY, OPENED + DAY + 5 * HOUR
    moved = after(game, compensate_outage(game, since, until))
    assert due(moved) == due(game) + 5 * HOUR
    assert moved.deadline
    assert moved.deadline.steps[-1] == OutageOver(since, until, due(game))
    assert compensate_outage(game, since, since + HOUR) == ()


def test_a_deadline_that_passed_meanwhile_moves_and_one_that_had_passed_before_does_not() -> None:
    game = game_with()
    meanwhile = compensate_outage(game, due(game) - HOUR, due(game) + 9 * HOUR)
    assert due(after(game, meanwhile)) == due(game) + 10 * HOUR
    assert compensate_outage(game, due(game), due(game) + 9 * HOUR) == ()


def test_the_same_outage_is_given_back_once_and_what_is_new_of_it_once_more() -> None:
    game = game_with()
    since, until = OPENED + DAY, OPENED + DAY + 5 * HOUR
    moved = after(game, compensate_outage(game, since, until))
    assert compensate_outage(moved, since, until + HOUR) == ()
    again = after(moved, compensate_outage(moved, since, until + 3 * HOUR))
    assert due(again) == due(game) + 8 * HOUR


def test_a_game_that_is_paused_loses_nothing_to_an_outage() -> None:
    paused = happen(game_with(), PauseGame(MASTER))
    assert compensate_outage(paused, OPENED + DAY, OPENED + 3 * DAY) == ()


# --- early close and wait ----------------------------------------------------------------------------------------


def test_a_complete_set_counts_when_it_arrives_unless_somebody_asked_to_wait() -> None:
    waiting = all_hold(happen(game_with(), HoldClose(address("FRANCE"))))
    assert close_early(waiting, OPENED) == ()
    assert due_events(waiting, due(waiting), due(waiting)), "the deadline stands"
    released = happen(waiting, ReleaseClose(address("FRANCE")))
    assert close_early(released, OPENED)


def test_a_wish_to_wait_is_for_one_phase() -> None:
    waiting = all_hold(happen(game_with(), HoldClose(address("FRANCE"))))
    closed = after(waiting, due_events(waiting, due(waiting), due(waiting)))
    assert not closed.timekeeping.waits


def test_only_who_must_write_may_ask_to_wait() -> None:
    game = game_with()
    assert refused(game, HoldClose(MASTER)).why is Refusal.NOT_A_PLAYER
    assert refused(game, ReleaseClose(address("FRANCE"))).why is Refusal.NOTHING_HELD
    assert game.position
    units = {place: unit for place, unit in game.position.units.items() if unit.power != FRANCE}
    gone = replace(game, position=replace(game.position, units=units))
    assert refused(gone, HoldClose(address("FRANCE"))).why is Refusal.NOTHING_TO_HOLD


def test_a_phase_stays_open_for_its_minimum_and_closes_when_that_is_over() -> None:
    complete = all_hold(game_with(minimum=DAY))
    assert close_early(complete, OPENED + DAY - HOUR) == ()
    assert next_alarm(complete) == OPENED + DAY
    (closed,) = due_events(complete, OPENED + DAY, OPENED + DAY)
    assert isinstance(closed, PhaseClosed)


# --- reminders ---------------------------------------------------------------------------------------------------


def reminded(game: Game, hour: datetime) -> tuple[Power, ...]:
    (event,) = due_events(game, hour, hour)
    assert isinstance(event, ReminderSent)
    return event.to


def test_each_is_reminded_at_the_hours_they_chose_and_the_others_as_the_game_has_it() -> None:
    game = happen(game_with(), SetPreference(address("FRANCE"), reminders=Reminders((2 * DAY, 3 * HOUR))))
    game = happen(game, SetPreference(address("ITALY"), reminders=Reminders(())))
    heard: dict[timedelta, set[str]] = {}
    while (hour := next_alarm(game)) and hour < due(game):
        heard[due(game) - hour] = set(reminded(game, hour))
        game = after(game, due_events(game, hour, hour))
    assert heard == {
        2 * DAY: {"FRANCE"},
        DAY: {*POWERS} - {"FRANCE", "ITALY"},
        3 * HOUR: {"FRANCE"},
    }


def test_when_the_deadline_moves_everyone_is_reminded_again_but_not_of_hours_that_have_passed() -> None:
    game = game_with()
    game = after(game, due_events(game, due(game) - DAY, due(game) - DAY))
    moved = happen(game, MoveDeadline(MASTER, length=3 * DAY), due(game) - HOUR)
    assert next_alarm(moved) == due(moved) - DAY
    shortly = happen(game, MoveDeadline(MASTER, length=2 * HOUR), due(game) - HOUR)
    assert next_alarm(shortly) == due(shortly), "that reminder would have been yesterday"


# --- all of it, in any order -------------------------------------------------------------------------------------

ACTS = st.one_of(
    st.just(PauseGame(MASTER)),
    st.just(ResumeGame(MASTER)),
    st.integers(1, 100).map(lambda hours: MoveDeadline(MASTER, length=hours * HOUR)),
    st.just(HoldClose(address("FRANCE"))),
    st.just(ReleaseClose(address("FRANCE"))),
    st.just(give("FRANCE", move("PAR", "BUR"))),
    st.integers(1, 200).map(lambda hours: hours * HOUR),
)


@given(
    acts=st.lists(st.tuples(st.integers(0, 30), ACTS), max_size=12), wanted=st.sampled_from([Timing(), Timing((0,))])
)
@drawn(150)
def test_no_deadline_that_was_announced_ever_comes_earlier(acts: list[tuple[int, object]], wanted: Timing) -> None:
    """Pauses, extensions, outages (a length of time alone) and orders, some hours after each other."""
    game, now = started(replace(WEEKLY, timing=wanted)), OPENED
    for hours, act in acts:
        now += hours * HOUR
        before = due(game)
        if isinstance(act, timedelta):
            events: object = compensate_outage(game, now, now + act)
            now += act
        else:
            events = decide_or_nothing(game, act, now)
        game = after(game, events)
        assert due(game) >= before
        assert game.timekeeping.paused or not game.deadline or game.deadline.opened < due(game)


def decide_or_nothing(game: Game, act: object, now: datetime) -> object:
    made = decide(game, act, now)  # type: ignore[arg-type]
    return () if isinstance(made, Refused) else made


def test_a_moved_deadline_bears_its_own_settings_not_those_of_today() -> None:
    moved = decided(game_with(), MoveDeadline(MASTER, length=DAY))[0]
    assert isinstance(moved, DeadlineMoved)
    counted = moved.deadline.steps[0]
    assert isinstance(counted, Counted)
    assert (counted.length, counted.hour, counted.zone) == (7 * DAY, WEEKLY.hour, WEEKLY.zone)
