"""A clock that was ahead is set back: the hours it has set keep the time that was left, and nothing waits for ever."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.apply import apply_all
from judge.game.deadlines.messages import GamePaused
from judge.game.deadlines.rules import compensate_outage
from judge.game.phases.close import compensate_clock_set_back, next_alarm
from judge.game.state import Game, PressState
from tests.game.mustered import MUSTERED, filled, silent
from tests.game.press_games import GREYS, ITALY, france, table
from tests.game.seats_of_rome import forfeited, pass_next_alarm
from tests.game.tables import decided, happen

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def opened(game: Game) -> datetime:
    assert game.deadline
    return game.deadline.opened


def mustered() -> tuple[Game, datetime]:
    game = silent(filled(MUSTERED), "ITALY")
    assert game.members.muster
    return game, game.members.muster.called + HOUR


def offered() -> tuple[Game, datetime]:
    game, (asked, *_) = pass_next_alarm(forfeited("sofia", "basil"))
    return game, asked.at + HOUR


def with_letters() -> tuple[Game, datetime]:
    game = table(GREYS)
    return happen(game, france(ITALY, grey=True)), opened(game)


def put_forward() -> tuple[Game, datetime]:
    """A deadline that was there before the clock was ahead, and was moved by it."""
    game = table(GREYS)
    was = opened(game) + DAY
    game = apply_all(game, compensate_outage(game, was, was + 400 * DAY, by_clock=True))
    return game, was + 400 * DAY + HOUR


SET_BY_IT: dict[str, Callable[[], tuple[Game, datetime]]] = {
    "the deadline of a phase that has opened since": lambda: (table(GREYS), opened(table(GREYS)) + HOUR),
    "a deadline that was put off by it": put_forward,
    "the hour of a muster": mustered,
    "the answer of a stand-by": offered,
}


def test_an_hour_set_by_a_clock_that_was_ahead_keeps_the_time_left() -> None:
    for name, make in SET_BY_IT.items():
        game, since = make()
        for ahead in (2 * HOUR, 300 * DAY):
            now = since - ahead
            back = apply_all(game, compensate_clock_set_back(game, since, now))
            before, after = next_alarm(game), next_alarm(back)
            assert before
            assert after, name
            assert after - now == before - since, f"{name}, {ahead}"
            assert compensate_clock_set_back(back, since + DAY, now + DAY) == (), f"{name}: once"
        assert compensate_clock_set_back(game, since, since - HOUR) == (), f"{name}: an hour is no leap"


def test_an_hour_that_was_announced_before_stands() -> None:
    game = table(GREYS)
    assert compensate_clock_set_back(game, opened(game) + 3 * DAY, opened(game) + DAY) == ()
    paused = apply_all(game, (GamePaused(game.open_position.phase, opened(game)),)) if game.open_position else None
    assert paused
    assert compensate_clock_set_back(paused, opened(game) + 3 * DAY, opened(game) - DAY) == ()


def test_unsigned_letters_leave_and_later_ones_wait_for_their_own_quarter() -> None:
    game, since = with_letters()
    now = since - 300 * DAY
    back = apply_all(game, compensate_clock_set_back(game, since, now))
    assert back.press.held == ()
    later = apply_all(back, decided(back, france(ITALY, grey=True), now + HOUR))
    (waiting,) = later.press.held
    assert waiting.sweep
    assert timedelta() < waiting.sweep - (now + HOUR) <= HOUR / 4
    ahead = replace(game, press=PressState(last_sweep=since + DAY))
    back = apply_all(ahead, compensate_clock_set_back(ahead, since, now))
    assert back.press.last_sweep == now
