"""What a game with a history brings when its master goes back: hours that are over, people who have moved."""

from dataclasses import replace
from datetime import timedelta

from judge.game.apply import apply_all
from judge.game.mastery.decide import rollback_to
from judge.game.people.messages import AddressChanged
from judge.game.phases.close import due_events, next_alarm
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, Timing, Token
from judge.game.state import Game
from tests.game.tables import OPENED, WEEKLY, address, all_hold, decided, give, happen, hold, started

LATER = OPENED + timedelta(days=9)


def went_back(was: Game, game: Game, closed: PhaseClosed) -> Game:
    return happen(game, rollback_to(address("master"), closed, was, (1,), keep=True), LATER)


def closed_at_deadline(game: Game) -> tuple[Game, PhaseClosed]:
    """The game once the open phase has closed, whoever has written."""
    assert game.deadline is not None
    events = due_events(game, game.deadline.at, game.deadline.at)
    (closed,) = (event for event in events if isinstance(event, PhaseClosed))
    return apply_all(game, events), closed


def test_a_complete_phase_gone_back_to_has_no_hour_before_its_deadline_but_reminders() -> None:
    was = started(replace(WEEKLY, timing=Timing(minimum=timedelta(hours=12)), reminder=timedelta(0)))
    game = went_back(was, *closed_at_deadline(all_hold(was)))
    assert game.deadline is not None
    assert next_alarm(game) == game.deadline.at


def test_a_missed_deadline_goes_back_to_where_its_player_is_written_to_now() -> None:
    second, _ = closed_at_deadline(happen(started(), give("FRANCE", hold("PAR"))))
    assert address("ITALY") in second.misses
    written = apply_all(second, decided(second, replace(give("FRANCE", hold("PAR")), arrived=LATER), LATER))
    third, closed = closed_at_deadline(written)
    elsewhere = Address("ivo@example.net")
    moved = apply_all(third, [AddressChanged(address("ITALY"), elsewhere, Token("fresh"), LATER)])
    back = happen(moved, rollback_to(address("master"), closed, second, (2,), keep=False), LATER)
    assert back.misses[elsewhere] == second.misses[address("ITALY")]
    assert address("ITALY") not in back.misses
