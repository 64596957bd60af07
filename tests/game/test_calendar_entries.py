"""The entries a reader's calendar is given: each move one step on, an early close or a pause takes them away."""

from dataclasses import replace
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from judge.game.apply import apply_all
from judge.game.deadlines.messages import MoveDeadline, PauseGame, ResumeGame
from judge.game.deadlines.rules import CalendarEntry, calendar_entries, compensate_outage
from judge.game.decide import decide
from judge.game.people.messages import SetPreference
from judge.game.phases.close import close_early
from judge.game.refusals import Refused
from judge.game.state import Game
from tests.game.tables import OPENED, address, all_hold, happen, started
from tests.shared.shares import drawn

MASTER, FRANCE = address("master"), address("FRANCE")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def keeping() -> Game:
    return happen(started(), SetPreference(FRANCE, calendar=True))


def told(before: Game, game: Game, now: datetime = OPENED) -> list[tuple[str, int, bool]]:
    found = calendar_entries(before, game, FRANCE, now)
    return [(str(one.phase), one.sequence, one.is_cancelled) for one in found]


def test_who_wishes_for_entries_gets_the_deadline_that_runs() -> None:
    assert told(started(), keeping()) == [("S1901M", 0, False)]
    assert calendar_entries(started(), keeping(), address("ITALY"), OPENED) == ()


def test_nothing_is_told_when_the_deadline_has_not_changed() -> None:
    game = keeping()
    assert told(game, all_hold(game)) == []


def test_a_deadline_that_moves_is_the_same_entry_one_step_on() -> None:
    game = keeping()
    moved = happen(game, MoveDeadline(MASTER, length=DAY))
    assert told(game, moved) == [("S1901M", 2, False)]
    assert told(moved, happen(moved, MoveDeadline(MASTER, length=DAY))) == [("S1901M", 4, False)]


def test_an_early_close_takes_the_entry_away_and_a_close_at_the_deadline_leaves_it() -> None:
    game = all_hold(keeping())
    closed = apply_all(game, close_early(game, OPENED + DAY))
    assert game.deadline
    assert told(game, closed, OPENED + DAY) == [("S1901M", 1, True), ("F1901M", 0, False)]
    assert told(game, closed, game.deadline.at) == [("F1901M", 0, False)]


def test_a_pause_takes_the_entry_away_and_the_game_going_on_brings_it_back() -> None:
    game = keeping()
    paused = happen(game, PauseGame(MASTER))
    assert told(game, paused) == [("S1901M", 1, True)]
    assert told(paused, happen(paused, ResumeGame(MASTER), OPENED + DAY), OPENED + DAY) == [("S1901M", 2, False)]


def test_a_game_that_is_over_leaves_no_entry_ahead() -> None:
    game = keeping()
    assert told(game, replace(game, position=None)) == [("S1901M", 1, True)]


ACTS = st.sampled_from([PauseGame(MASTER), ResumeGame(MASTER), MoveDeadline(MASTER, length=5 * HOUR), None])


@given(acts=st.lists(st.tuples(st.integers(1, 40), ACTS), max_size=15))
@drawn(100)
def test_the_sequence_of_a_phase_always_rises(acts: list[tuple[int, object]]) -> None:
    """None stands for an outage of so many hours."""
    game, now, entries = keeping(), OPENED, list[CalendarEntry]()
    for hours, act in acts:
        since, now = now, now + hours * HOUR
        events = compensate_outage(game, since, now) if act is None else decide(game, act, now)  # type: ignore[arg-type]
        if not isinstance(events, Refused) and events:
            after = apply_all(game, events)
            entries += calendar_entries(game, after, FRANCE, now)
            game = after
    numbers = [entry.sequence for entry in entries]
    assert numbers == sorted(set(numbers))
