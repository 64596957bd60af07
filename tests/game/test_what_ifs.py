"""So many what-ifs a day for each person of a game, counted where a restart cannot forget them."""

from dataclasses import replace
from datetime import timedelta

from judge.game.apply import apply_all
from judge.game.orders.messages import AskWhatIf, WhatIfAsked
from judge.game.people.messages import AddressChanged
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Token
from judge.game.state import Game
from tests.game.tables import OPENED, WEEKLY, address, decided, give, happen, hold, opened, refused, started
from tests.shared.notified import notices

TWO_A_DAY = replace(WEEKLY, whatifs_per_day=2)
HOUR = timedelta(hours=1)
FRANCE = AskWhatIf(address("FRANCE"))


def asked_twice() -> Game:
    """France has asked at the opening, and an hour later."""
    return happen(happen(started(TWO_A_DAY), FRANCE, OPENED), FRANCE, OPENED + HOUR)


def test_a_what_if_is_kept_as_asked_and_no_more() -> None:
    assert decided(started(), FRANCE) == (WhatIfAsked(address("FRANCE"), OPENED),)


def test_nobody_else_hears_of_a_what_if() -> None:
    game = started()
    assert notices(game, decided(game, FRANCE)) == ()


def test_a_what_if_touches_no_order() -> None:
    game = happen(started(), give("FRANCE", hold("PAR")))
    asked = happen(game, FRANCE)
    assert (asked.orders, asked.position, asked.deadline) == (game.orders, game.position, game.deadline)


def test_a_day_has_so_many_what_ifs() -> None:
    assert refused(asked_twice(), FRANCE, OPENED + 2 * HOUR) == Refused(
        Refusal.WHATIFS_USED_UP, at=OPENED + timedelta(days=1)
    )


def test_a_day_after_the_oldest_there_is_room_for_one_more() -> None:
    tomorrow = OPENED + timedelta(days=1)
    refused(asked_twice(), FRANCE, tomorrow - timedelta(microseconds=1))
    game = happen(asked_twice(), FRANCE, tomorrow)
    assert refused(game, FRANCE, tomorrow) == Refused(Refusal.WHATIFS_USED_UP, at=tomorrow + HOUR)


def test_each_person_has_their_own() -> None:
    assert decided(asked_twice(), AskWhatIf(address("ITALY")), OPENED + HOUR)
    assert decided(asked_twice(), AskWhatIf(asked_twice().master), OPENED + HOUR)


def test_only_the_last_day_is_kept_in_mind() -> None:
    game = happen(asked_twice(), AskWhatIf(address("ITALY")), OPENED + timedelta(days=3))
    assert sum(map(len, game.members.whatifs.values())) == 1


def test_strangers_and_games_that_wait_for_players_have_none() -> None:
    assert refused(started(), AskWhatIf(Address("nobody@example.net"))) == Refused(Refusal.NOT_A_PLAYER)
    waiting = opened()
    assert refused(waiting, AskWhatIf(waiting.master)) == Refused(Refusal.NOT_STARTED)


def test_who_moves_has_no_more_of_them() -> None:
    elsewhere = Address("france@elsewhere.example")
    moved = apply_all(asked_twice(), [AddressChanged(FRANCE.by, elsewhere, Token("fresh"), OPENED + HOUR)])
    assert refused(moved, AskWhatIf(elsewhere), OPENED + 2 * HOUR) == Refused(
        Refusal.WHATIFS_USED_UP, at=OPENED + timedelta(days=1)
    )
