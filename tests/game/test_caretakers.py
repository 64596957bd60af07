"""An empty seat in a game with caretakers: a clockwork player orders its units, and has no other part in the game."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.apply import Trail, apply_all
from judge.game.deadlines.messages import PhaseExtended
from judge.game.mastery.messages import ChangeSettings, ForceClose
from judge.game.phases.close import close_early, powers_waited_for
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.practice.rules import caretakers
from judge.game.replacements.messages import Resign, ReturnToSeat, TakeSeat
from judge.game.seats.messages import JoinGame, OpenGame
from judge.game.settings import Missing, PlayingStrength
from judge.game.state import Game
from judge.game.visibility import close_as_seen_by
from judge.game.votes.messages import CastVote, ForDraw
from judge.handlers.practice import with_clockwork_orders
from judge.rules.board import Power
from tests.game.seats_of_rome import ITALY, pass_next_alarm, standby, under_way, written
from tests.game.tables import OPENED, POWERS, ROME, WEEKLY, address, decided, happen, person
from tests.shared.kinds import kinds_of

FAIR = Missing(caretaker=PlayingStrength.FAIR)
LONG = timedelta(days=1)


def thought(game: Game) -> Game:
    """The game once clockwork players have ordered what they owe."""
    after = with_clockwork_orders(Trail(game), OPENED).game
    assert after is not None
    return after


def left(missing: Missing = FAIR, *leaving: str) -> Game:
    """A game whose seats some have just given up, Italy's where nobody else is named."""
    game = under_way(missing)
    for power in leaving or ("ITALY",):
        game = happen(game, Resign(address(power), at_once=True))
    return thought(game)


def test_by_default_nobody_orders_the_units_of_an_empty_seat() -> None:
    assert left(Missing()).orders == {}


def test_an_empty_seat_is_ordered_at_once_and_nobody_is_waited_for_in_its_place() -> None:
    game = left()
    assert caretakers(game) == {ITALY: PlayingStrength.FAIR}
    assert len(game.orders_of(ITALY)) == 3
    assert ITALY not in powers_waited_for(game)
    (closed,) = (event for event in close_early(written(game), OPENED) if isinstance(event, PhaseClosed))
    assert (closed.clockwork, closed.silent) == ({ITALY: PlayingStrength.FAIR}, ())


def test_where_the_phase_waits_for_a_stand_by_it_waits_all_the_same() -> None:
    game = left(replace(FAIR, standby_wait=timedelta(days=5)))
    assert len(game.orders_of(ITALY)) == 3
    assert powers_waited_for(written(game)) == (ITALY,)
    assert close_early(written(game), OPENED) == ()


@pytest.mark.parametrize("back", [TakeSeat(standby("sofia"), ITALY), ReturnToSeat(address("ITALY"))])
def test_whoever_takes_the_seat_has_it_at_once_and_writes_anew(back: TakeSeat | ReturnToSeat) -> None:
    game = thought(happen(left(), back))
    assert caretakers(game) == {}
    assert game.orders_of(ITALY) == ()
    assert ITALY in powers_waited_for(game)


def test_a_clockwork_player_has_no_vote_and_none_is_waited_for() -> None:
    game = left()
    *others, last = (power for power in POWERS if power != "ITALY")
    for power in others:
        game = happen(game, CastVote(address(power), ForDraw()))
    *_, ended = decided(game, CastVote(address(last), ForDraw()))
    assert isinstance(ended, GameEnded)
    assert ended.ending is Ending.DRAW
    assert ITALY not in ended.winners


def test_another_setting_counts_from_the_open_phase_on() -> None:
    game = left()
    for strength in (PlayingStrength.HARD, None):
        settings = replace(game.settings, missing=replace(FAIR, caretaker=strength))
        game = happen(game, ChangeSettings(address("master"), settings))
        assert game.orders_of(ITALY) == ()
        game = thought(game)
        assert len(game.orders_of(ITALY)) == (3 if strength else 0)


def test_a_game_that_only_clockwork_is_left_in_stands_still() -> None:
    game = left(FAIR, *POWERS)
    assert len(game.orders) == len(POWERS)
    assert close_early(game, OPENED) == ()
    _, events = pass_next_alarm(game)
    assert kinds_of(events) == [PhaseExtended]
    forced = apply_all(game, decided(game, ForceClose(address("master"), None)))
    assert forced.phases_closed == 1
    assert close_early(thought(forced), OPENED) == ()


def test_in_fog_it_goes_by_what_its_power_sees_and_nobody_reads_its_orders() -> None:
    settings = replace(WEEKLY, board="seuil", rulebook="stim", missing=FAIR)
    game = happen(None, OpenGame(ROME, settings, person("master"), "abc"))
    names = ("AADLERON", "REINHEIM", "MILANIA")
    for name in names:
        game = happen(game, JoinGame(person(name), (Power(name),)))
    gone = Power("REINHEIM")
    game = thought(happen(game, Resign(address(gone), at_once=True)))
    assert game.orders_of(gone)
    forced = decided(game, ForceClose(address("master"), None))
    (closed,) = (event for event in forced if isinstance(event, PhaseClosed))
    assert closed.clockwork == {gone: PlayingStrength.FAIR}
    after = apply_all(game, forced)
    for name in names:
        seen = close_as_seen_by(after, closed, address(name))
        assert gone not in seen.orders
        assert seen.clockwork == {}
