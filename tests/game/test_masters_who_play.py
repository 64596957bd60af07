"""What a master may see is decided by having had a seat; whoever has seen more than players plays no longer."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import Resign, TakeSeat
from judge.game.seats.messages import AddStandby
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.visibility import has_seen_too_much, is_non_playing_master, knows_addresses
from tests.game.tables import OPENED as NOW
from tests.game.tables import started
from tests.shared.changed_members import with_entry, with_master
from tests.shared.each_case import each_case


def anonymous(game: Game, *, is_on: bool = True) -> Game:
    settings = replace(game.settings, access=replace(game.settings.access, anonymous=is_on))
    return replace(game, settings=settings)


def never_played(game: Game) -> Game:
    """Somebody else is master: they have no seat and never had one."""
    master = replace(game.people[game.players[0]], address=Address("magda@example.org"))
    return noted(with_master(with_entry(game, master), master.address))


def plays(game: Game) -> Game:
    return noted(with_master(game, game.players[0]))


def resigned(game: Game) -> Game:
    game = plays(game)
    events = decide(game, Resign(game.master, at_once=True), NOW)
    assert not isinstance(events, Refused)
    return _after(game, events)


def eliminated(game: Game) -> Game:
    game = plays(game)
    assert game.position
    lost = next(power for power, player in game.seats.items() if player == game.master)
    units = {place: unit for place, unit in game.position.units.items() if unit.power != lost}
    return noted(replace(game, position=replace(game.position, units=units)))


def noted(game: Game) -> Game:
    """Once something more has happened."""
    somebody = game.players[-1]
    events = decide(game, Resign(somebody, at_once=True), NOW)
    assert not isinstance(events, Refused)
    return _after(game, events)


def _after(game: Game, events: tuple[object, ...]) -> Game:
    return apply_all(game, events)  # type: ignore[arg-type]


STATES: Mapping[str, tuple[Callable[[Game], Game], bool]] = {
    "never played": (never_played, True),
    "plays": (plays, False),
    "played and resigned": (resigned, False),
    "played and was eliminated": (eliminated, False),
}
"""What has become of a master, and whether they see more than players."""

QUESTIONS: Mapping[str, Callable[[Game], bool]] = {
    "is master without a seat": lambda game: is_non_playing_master(game, game.master),
    "knows who is written to where": lambda game: knows_addresses(game, game.master),
    "has seen too much to play": lambda game: has_seen_too_much(game, game.master),
}


@each_case("question", QUESTIONS)
@each_case("state", STATES)
def test_what_a_master_sees_hangs_on_ever_having_had_a_seat(state: str, question: str) -> None:
    become, sees = STATES[state]
    game = become(anonymous(started()))
    assert QUESTIONS[question](game) is sees


@pytest.mark.parametrize("asks", ["TAKEOVER", "STANDBY"])
def test_whoever_has_seen_all_takes_no_seat(asks: str) -> None:
    game = never_played(anonymous(started()))
    by = game.people[game.master]
    command = TakeSeat(by, None) if asks == "TAKEOVER" else AddStandby(by)
    assert decide(game, command, NOW) == Refused(Refusal.SEEN_TOO_MUCH)


def test_it_is_not_forgotten_when_somebody_else_is_master() -> None:
    game = never_played(anonymous(started()))
    was: Person = game.people[game.master]
    handed = with_master(game, game.players[0])
    assert decide(handed, TakeSeat(was, None), NOW) == Refused(Refusal.SEEN_TOO_MUCH)


def test_where_nothing_is_hidden_a_master_may_take_an_empty_seat() -> None:
    game = never_played(anonymous(started(), is_on=False))
    answer = decide(game, TakeSeat(game.people[game.master], None), NOW)
    assert answer != Refused(Refusal.SEEN_TOO_MUCH)
