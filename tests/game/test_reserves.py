"""Reserves: days that a seat adds to the deadline that runs, without a vote or a master."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.deadlines.deadline import DaysSkipped, Taken
from judge.game.deadlines.messages import (
    DeadlineMoved,
    HoldClose,
    MoveDeadline,
    PauseGame,
    ResumeGame,
    ScheduleNews,
    TakeReserve,
    TellAbsence,
)
from judge.game.deadlines.rules import compensate_outage, days_to_take, reserve_left
from judge.game.decide import decide
from judge.game.mastery.messages import ChangeSettings, ForceClose
from judge.game.phases.close import close_early, due_events
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import Resign, TakeSeat
from judge.game.settings import EVERY_DAY, Allowance, Lengths, OnrRule, Reserve, Timing
from judge.game.state import Game
from judge.rules.board import Power
from tests.game.event_logs import close, folded, log, roll_back
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
    opened,
    person,
    refused,
    started,
)
from tests.shared.each_case import each_case
from tests.shared.notified import notices
from tests.shared.shares import drawn

MASTER = address("master")
FRANCE, ITALY = Power("FRANCE"), Power("ITALY")
HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
TEN = Reserve(10)


def game_with(reserve: Reserve = TEN, **timing: object) -> Game:
    return started(replace(WEEKLY, timing=Timing(reserve=reserve, **timing)))  # type: ignore[arg-type]


def take(power: str, days: int, at: datetime = OPENED) -> TakeReserve:
    return TakeReserve(address(power), days, at)


def after(game: Game, events: object) -> Game:
    assert isinstance(events, tuple), events
    return apply_all(game, events)


def due(game: Game) -> datetime:
    assert game.deadline
    return game.deadline.at


def closed(game: Game, at: datetime) -> Game:
    return after(all_hold(game), close_early(all_hold(game), at))


def test_a_player_moves_the_running_deadline_and_everyone_is_told_by_which_power() -> None:
    game = game_with()
    (moved,) = events = decided(game, take("FRANCE", 2))
    assert isinstance(moved, DeadlineMoved)
    assert moved.deadline.at == due(game) + 2 * DAY
    assert moved.deadline.steps[-1] == Taken(FRANCE, due(game), (due(game) + DAY, due(game) + 2 * DAY))
    told = notices(game, events)
    assert {notice.to for notice in told} == {address(power) for power in (*POWERS, "master")}
    assert all(isinstance(notice.news, ScheduleNews) for notice in told)
    assert reserve_left(after(game, events), FRANCE) == 8
    assert reserve_left(after(game, events), ITALY) == 10


def paused(game: Game) -> Game:
    return happen(game, PauseGame(MASTER))


def by_france(days: int) -> Callable[[Game], Game]:
    return lambda game: happen(game, take("FRANCE", days))


def without_units(game: Game) -> Game:
    assert game.position
    units = {place: unit for place, unit in game.position.units.items() if unit.power != FRANCE}
    return replace(game, position=replace(game.position, units=units))


AT = due(game_with())
REFUSED: dict[str, tuple[Reserve, Callable[[Game], Game], TakeReserve, Refusal, int | None]] = {
    "none was agreed on": (Reserve(), lambda game: game, take("FRANCE", 1), Refusal.NO_RESERVE, None),
    "more than is left": (Reserve(2), by_france(1), take("FRANCE", 2), Refusal.RESERVE_TOO_SMALL, 1),
    "more than the most": (TEN, lambda game: game, take("FRANCE", 4), Refusal.TAKEN_ENOUGH, 3),
    "twice beyond the most": (TEN, by_france(2), take("FRANCE", 2), Refusal.TAKEN_ENOUGH, 1),
    "others have taken": (TEN, by_france(2), take("ITALY", 2), Refusal.TAKEN_ENOUGH, 1),
    "nothing is left of the most": (TEN, by_france(3), take("ITALY", 1), Refusal.TAKEN_ENOUGH, 0),
    "in a pause": (TEN, paused, take("FRANCE", 1), Refusal.PAUSED, None),
    "within the minute after it": (TEN, lambda game: game, take("FRANCE", 1, AT + MINUTE), Refusal.TOO_LATE, None),
    "nothing to write": (TEN, without_units, take("FRANCE", 1), Refusal.NOTHING_TO_TAKE_FOR, None),
    "the master": (TEN, lambda game: game, take("MASTER", 1), Refusal.NOT_A_PLAYER, None),
}


@each_case(("reserve", "before", "command", "why", "days"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(
    reserve: Reserve, before: Callable[[Game], Game], command: TakeReserve, why: Refusal, days: int | None
) -> None:
    answer = refused(before(game_with(reserve)), command, command.arrived)
    assert (answer.why, answer.days) == (why, days)


def test_before_the_game_has_begun_there_is_no_deadline_to_move() -> None:
    waiting = opened(replace(WEEKLY, timing=Timing(reserve=TEN)))
    assert refused(waiting, take("FRANCE", 1)).why is Refusal.NOT_A_PLAYER


ACCEPTED: dict[str, Callable[[Game], Game]] = {
    "at once": lambda game: game,
    "with orders given": all_hold,
    "while somebody waits": lambda game: happen(game, HoldClose(address("ITALY"))),
    "after others, up to the most": lambda game: happen(game, take("ITALY", 2)),
    "after the master's word": lambda game: happen(game, MoveDeadline(MASTER, length=DAY)),
    "after a pause": lambda game: happen(paused(game), ResumeGame(MASTER), OPENED + DAY),
}


@each_case("before", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_taken_up_to_the_very_hour(before: Callable[[Game], Game]) -> None:
    game = before(game_with())
    moved = happen(game, take("FRANCE", 1, due(game)), due(game))
    assert due(moved) == due(game) + DAY
    assert reserve_left(moved, FRANCE) == 9


def test_in_the_grace_behind_a_deadline_nothing_is_taken() -> None:
    late = replace(WEEKLY, timing=Timing(reserve=TEN))
    late = replace(late, missing=replace(late.missing, counts=OnrRule.ALL, grace=Lengths(2 * DAY, DAY, DAY)))
    game = happen(started(late), give("ITALY", hold("ROM")))
    held = after(game, due_events(game, due(game), due(game)))
    assert held.held_open
    assert refused(held, take("FRANCE", 1, due(held) + HOUR), due(held) + HOUR).why is Refusal.TOO_LATE
    assert days_to_take(held, FRANCE) == 0


def test_days_on_which_no_phase_closes_do_not_count() -> None:
    game = game_with(days=(0, 1, 2, 3, 4))
    friday = happen(game, MoveDeadline(MASTER, to=datetime.fromisoformat("2026-01-09T20:00:00+00:00")))
    moved = happen(friday, take("FRANCE", 2))
    assert due(moved) == due(friday) + 4 * DAY
    assert moved.deadline
    assert DaysSkipped((date(2026, 1, 10), date(2026, 1, 11))) in moved.deadline.steps
    assert reserve_left(moved, FRANCE) == 8


def test_an_absence_is_passed_over_as_after_a_pause() -> None:
    away = TellAbsence(address("ITALY"), date(2026, 1, 13), date(2026, 1, 14))
    game = happen(game_with(absences=Allowance(21)), away)
    assert due(happen(game, take("FRANCE", 1))) == due(game) + 3 * DAY


GIVEN_BACK = {
    "before the first day began": (-HOUR, 10),
    "at the old deadline": (timedelta(), 10),
    "in the first day": (HOUR, 9),
    "in the second day": (DAY + HOUR, 8),
}


@each_case(("later", "left"), GIVEN_BACK.values(), ids=GIVEN_BACK)
def test_days_that_have_not_begun_when_the_phase_closes_go_back(later: timedelta, left: int) -> None:
    game = game_with()
    over = closed(happen(game, take("FRANCE", 2)), due(game) + later)
    assert reserve_left(over, FRANCE) == left


def test_a_pause_and_an_outage_put_off_when_the_days_begin() -> None:
    game = game_with()
    moved = happen(paused(happen(game, take("FRANCE", 2))), ResumeGame(MASTER), OPENED + 5 * DAY)
    moved = after(moved, compensate_outage(moved, OPENED + 5 * DAY, OPENED + 6 * DAY))
    assert due(moved) == due(game) + 8 * DAY
    assert reserve_left(closed(moved, due(game) + 6 * DAY), FRANCE) == 10
    assert reserve_left(closed(moved, due(game) + 6 * DAY + HOUR), FRANCE) == 9


def test_each_game_year_brings_its_days() -> None:
    game = game_with(Reserve(2, 1))
    assert reserve_left(game, FRANCE) == 2
    assert game.position
    later = replace(game, position=replace(game.position, phase=type(game.position.phase).parse("S1904M")))
    assert reserve_left(later, FRANCE) == 5


def test_the_days_go_with_the_seat() -> None:
    game = closed(happen(game_with(), take("FRANCE", 2)), due(game_with()) + 2 * DAY)
    game = happen(game, Resign(address("FRANCE"), at_once=True), due(game))
    taken = happen(game, TakeSeat(person("newcomer"), FRANCE), due(game))
    answer = happen(taken, take("NEWCOMER", 3, due(taken)), due(taken))
    assert reserve_left(answer, FRANCE) == 5


def test_a_vote_and_the_master_move_deadlines_beside_it() -> None:
    game = happen(game_with(), take("FRANCE", 3))
    assert decided(game, MoveDeadline(MASTER, length=4 * DAY))
    assert reserve_left(happen(game, MoveDeadline(MASTER, length=4 * DAY)), FRANCE) == 7


def test_what_a_phase_that_is_played_again_had_spent_stays_spent() -> None:
    events = log(replace(WEEKLY, timing=Timing(reserve=TEN)))
    events += decided(folded(events), take("FRANCE", 2))
    close(events)
    events += decided(folded(events), take("ITALY", 1))
    assert (reserve_left(folded(events), FRANCE), reserve_left(folded(events), ITALY)) == (8, 9)
    events += roll_back(events, "S1901M")
    assert (reserve_left(folded(events), FRANCE), reserve_left(folded(events), ITALY)) == (8, 10)


def test_settings_changed_later_count_from_then_on() -> None:
    game = happen(game_with(), take("FRANCE", 3))
    fewer = replace(game.settings, timing=replace(game.settings.timing, reserve=Reserve(2)))
    assert reserve_left(happen(game, ChangeSettings(MASTER, fewer)), FRANCE) == 0


# --- all of it, in any order -------------------------------------------------------------------------------------

ACTS = st.one_of(
    st.tuples(st.sampled_from(POWERS), st.integers(1, 4)),
    st.sampled_from([PauseGame(MASTER), ResumeGame(MASTER), ForceClose(MASTER)]),
    st.integers(1, 60).map(lambda hours: MoveDeadline(MASTER, length=hours * HOUR)),
    st.integers(1, 100).map(lambda hours: hours * HOUR),
)
RESERVES = st.builds(Reserve, st.integers(0, 6), st.integers(0, 2), st.integers(1, 4))


@given(
    st.lists(st.tuples(st.integers(0, 60), ACTS), max_size=16), RESERVES, st.sampled_from([EVERY_DAY, (0, 1, 2, 3, 4)])
)
@drawn(150)
def test_never_more_than_the_most_for_a_phase_nor_than_the_reserve(
    acts: list[tuple[int, object]], reserve: Reserve, days: tuple[int, ...]
) -> None:
    """Takes, pauses, moves, closes, outages (a length of time alone), some hours after each other."""
    game, now = game_with(reserve, days=days), OPENED
    for hours, act in acts:
        now += hours * HOUR
        before = game
        game = after(game, _events(game, act, now))
        now += act if isinstance(act, timedelta) else timedelta()
        if game.deadline is None or game.position is None:
            continue
        takes = [step for step in game.deadline.steps if isinstance(step, Taken)]
        assert sum(len(one.hours) for one in takes) <= reserve.a_phase
        granted = reserve.days + reserve.a_year * (game.position.phase.year - 1901) if reserve.days else 0
        for power in map(Power, POWERS):
            taken = sum(len(one.hours) for one in takes if one.power == power)
            taken += game.timekeeping.spent.get(power, 0)
            assert taken <= granted
            assert reserve_left(game, power) == granted - taken
        if isinstance(act, tuple):
            assert due(game) >= due(before)


def _events(game: Game, act: object, now: datetime) -> object:
    if isinstance(act, timedelta):
        return compensate_outage(game, now, now + act)
    command = take(act[0], act[1], now) if isinstance(act, tuple) else act
    made = decide(game, command, now)  # type: ignore[arg-type]
    return () if isinstance(made, Refused) else made
