"""Reliability is counted from the logs alone: on time, late by how much, missed, given up, taken over."""

from dataclasses import replace
from datetime import datetime, timedelta

from judge.game.apply import apply_all, fold_events
from judge.game.decide import decide
from judge.game.figures import Figures, total_figures
from judge.game.messages import Command, Event
from judge.game.people.messages import AddressChanged
from judge.game.phases.close import close_early, due_events
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import EjectPlayer, Resign, ReturnToSeat, TakeSeat
from judge.game.seats.messages import AddStandby, JoinGame, OpenGame
from judge.game.settings import Access, Address, Missing, Token
from judge.game.state import Game
from judge.rules.board import Power
from judge.rules.orders import Hold
from tests.game.seats_of_rome import A_DAY_OF_GRACE, ITALY, STRICT, log_of, standby, with_missing
from tests.game.tables import OPENED, ROME, address, figures_in, give, person
from tests.shared.each_case import each_case

IACOPO = address("ITALY")
SOFIA = standby("sofia").address


class Log:
    """The log of a game under way, written further by orders, commands and hours."""

    def __init__(self, missing: Missing) -> None:
        self.events: list[Event] = log_of(missing)

    @property
    def game(self) -> Game:
        game = fold_events(self.events)
        assert game is not None
        return game

    def do(self, *commands: Command, at: datetime = OPENED) -> "Log":
        for command in commands:
            events = decide(self.game, command, at)
            assert not isinstance(events, Refused), events
            self.events += events
        return self

    def write(self, *silent: str, at: datetime = OPENED) -> "Log":
        """Everybody's units told to hold, but for those of some powers."""
        game = self.game
        assert game.position is not None
        for place, unit in game.position.units.items():
            player = game.seats.get(unit.power)
            if player and unit.power not in silent:
                events = decide(game, give(str(unit.power), Hold(place), arrived=at), at)
                assert not isinstance(events, Refused), events
                self.events += events
                game = apply_all(game, events)
        self.events += close_early(self.game, at)
        return self

    def ring(self) -> "Log":
        hour = self.game.closes_at
        assert hour is not None
        self.events += due_events(self.game, hour, hour)
        return self

    def figures(self, player: str) -> Figures:
        return figures_in(self.events)[address(player)]


def test_whoever_has_written_when_the_phase_closes_was_on_time_and_who_has_not_has_missed_it() -> None:
    log = Log(Missing()).write("ITALY").ring()
    assert log.figures("FRANCE") == Figures(games=1, on_time=1)
    assert log.figures("ITALY") == Figures(games=1, missed=1)


def test_orders_in_the_grace_are_late_by_what_they_came_after_the_deadline() -> None:
    log = Log(A_DAY_OF_GRACE).write("ITALY").ring()
    deadline = log.game.deadline
    assert deadline
    log.write("FRANCE", "RUSSIA", at=deadline.at + timedelta(hours=3))
    assert log.figures("ITALY") == Figures(games=1, late=1, lateness=timedelta(hours=3))
    assert log.figures("FRANCE") == Figures(games=1, on_time=1)


def test_an_outage_counts_against_nobody() -> None:
    log = Log(Missing()).ring()
    assert log.figures("ITALY") == Figures(games=1)


def test_a_seat_lost_is_given_up_and_one_taken_over_is_to_the_credit_of_whoever_took_it() -> None:
    log = Log(STRICT).write("ITALY").ring().do(TakeSeat(standby("sofia"), ITALY))
    assert log.figures("ITALY") == Figures(games=1, missed=1, given_up=1)
    assert figures_in(log.events)[SOFIA] == Figures(games=1, taken_over=1)


def test_who_comes_back_has_given_nothing_up() -> None:
    log = Log(STRICT).write("ITALY").ring().do(TakeSeat(standby("sofia"), ITALY), ReturnToSeat(IACOPO))
    assert log.figures("ITALY") == Figures(games=1, missed=1)
    assert figures_in(log.events)[SOFIA] == Figures(games=1)


def test_who_resigns_and_plays_on_until_somebody_comes_has_given_nothing_up() -> None:
    log = Log(STRICT).do(Resign(IACOPO, at_once=False), TakeSeat(standby("sofia"), ITALY))
    assert log.figures("ITALY") == Figures(games=1)
    log = Log(STRICT).do(Resign(IACOPO, at_once=True))
    assert log.figures("ITALY") == Figures(games=1, given_up=1)


def test_who_is_ejected_has_given_the_seat_up() -> None:
    log = Log(STRICT).do(EjectPlayer(address("master"), Power("ITALY")))
    assert log.figures("ITALY") == Figures(games=1, given_up=1)


def test_figures_of_several_games_are_added() -> None:
    one, other = Log(Missing()).write("ITALY").ring(), Log(Missing()).write("FRANCE").ring()
    both = total_figures(figures_in(log.events)[IACOPO] for log in (one, other))
    assert both == Figures(games=2, on_time=1, missed=1)
    assert person("ITALY").address == IACOPO


@each_case(
    ("figures", "percent"),
    [
        (Figures(), 100),
        (Figures(on_time=3, missed=1), 75),
        (Figures(on_time=3, late=1), 87),
        (Figures(on_time=5, given_up=1), 50),
        (Figures(on_time=5, given_up=1, taken_over=1), 100),
        (Figures(missed=1, given_up=1), 0),
    ],
    ids=str,
)
def test_a_late_set_counts_by_half_and_a_seat_taken_over_makes_one_good(figures: Figures, percent: int) -> None:
    assert figures.percent == percent


def test_a_game_may_ask_for_a_record() -> None:
    """A stand-by needs one as anybody does who asks for a seat; whom the master has asked does not."""
    settings = replace(with_missing(STRICT), access=Access(reliability=80))
    opening = decide(None, OpenGame(ROME, settings, person("master"), "abc"), OPENED)
    assert not isinstance(opening, Refused)
    game = fold_events(opening)
    assert isinstance(decide(game, JoinGame(person("FRANCE"), percent=80), OPENED), tuple)
    assert decide(game, JoinGame(person("FRANCE"), percent=79), OPENED) == Refused(Refusal.NOT_RELIABLE)
    full = Log(STRICT).do(Resign(IACOPO, at_once=True)).game
    full = replace(full, settings=settings)
    assert decide(full, TakeSeat(standby("sofia"), percent=79), OPENED) == Refused(Refusal.NOT_RELIABLE)
    assert decide(full, AddStandby(standby("sofia"), percent=79), OPENED) == Refused(Refusal.NOT_RELIABLE)


def test_who_moves_after_the_deadline_has_missed_it_once() -> None:
    log = Log(A_DAY_OF_GRACE).write("ITALY").ring()
    here, there = address("ITALY"), Address("italy@elsewhere.example")
    log.ring()
    in_place = figures_in(log.events)[here]
    closed = next(number for number, event in enumerate(log.events) if isinstance(event, PhaseClosed))
    moved = AddressChanged(here, there, Token("fresh"), OPENED)
    assert figures_in([*log.events[:closed], moved, *log.events[closed:]])[there] == in_place
