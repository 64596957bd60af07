"""Whoever occupies connections shuts the door to nobody who has a letter to hand over."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from judge.mail.smtp_session import SmtpListener, slot_holder
from tests.mail.wire import BEGIN, LETTER, Call, Cellar, Client, Open

NEEDED = "421 4.3.2 Others are waiting, please come again"
FULL = "421 4.3.2 Too many connections"
CallFrom = Callable[[SmtpListener, int], Client]


@pytest.fixture
def call_from() -> Iterator[CallFrom]:
    """A client that calls from the address of that number and has heard the first answer."""
    with ExitStack() as calls:

        def one(door: SmtpListener, number: int) -> Client:
            return calls.enter_context(closing(Client(door, f"127.0.1.{number}")))

        yield one


def greeted(client: Client) -> Client:
    assert client.hear().startswith("220 ")
    return client


def begun(client: Client) -> Client:
    """A client that is in the middle of a letter."""
    assert greeted(client).say(*BEGIN).splitlines()[-1].startswith("354 ")
    return client


def delivered(client: Client) -> Client:
    """A client that has handed over a letter."""
    assert begun(client).say(LETTER + b".").endswith("250 2.0.0 Ok: kept\n")
    return client


def test_idle_connections_from_many_addresses_shut_nobody_out(open_door: Open, call_from: CallFrom) -> None:
    door = open_door(trusted=())
    idle = [greeted(call_from(door, number // 3)) for number in range(20)]
    delivered(call_from(door, 99))
    assert idle[0].hear() == NEEDED
    assert all("250 " in client.say("NOOP") for client in idle[-10:])


def test_the_one_that_has_been_silent_longest_goes_first(open_door: Open, call_from: CallFrom) -> None:
    door = open_door(trusted=(), connections=4)
    first, second, third = (greeted(call_from(door, number)) for number in range(3))
    first.say("NOOP")
    third.say(*BEGIN[:2])
    greeted(call_from(door, 9))
    assert second.hear() == NEEDED
    assert "250 " in first.say("NOOP")
    assert "250 " in third.say(BEGIN[2])


def test_a_letter_under_way_is_never_cut(open_door: Open, call_from: CallFrom, cellar: Cellar) -> None:
    door = open_door(trusted=(), connections=4)
    writing = [begun(call_from(door, number)) for number in range(3)]
    assert call_from(door, 9).hear() == FULL
    assert all(client.say(LETTER + b".").endswith("250 2.0.0 Ok: kept\n") for client in writing)
    assert len(cellar.kept) == 3


def test_addresses_that_have_delivered_nothing_leave_a_quarter_to_those_that_have(
    open_door: Open, call_from: CallFrom
) -> None:
    door = open_door(trusted=(), connections=4)
    known = delivered(call_from(door, 1))
    known.say("QUIT")
    for number in range(2, 5):
        begun(call_from(door, number))
    assert call_from(door, 9).hear() == FULL
    begun(call_from(door, 1))
    assert call_from(door, 1).hear() == FULL


def test_strangers_go_before_those_who_have_delivered(open_door: Open, call_from: CallFrom) -> None:
    door = open_door(trusted=(), connections=4)
    known = delivered(call_from(door, 1))
    strangers = [greeted(call_from(door, number)) for number in range(2, 5)]
    strangers[0].say("NOOP")
    greeted(call_from(door, 1))
    assert strangers[1].hear() == NEEDED
    assert "250 " in known.say("NOOP")


def test_who_says_nothing_before_a_letter_leaves_soon_where_places_are_few(open_door: Open, call: Call) -> None:
    door = open_door(connections=2, hurried=0.05)
    call(door)
    assert call(door).hear() == "421 4.4.2 Too slow"


def test_where_there_is_room_nobody_is_hurried(open_door: Open, call: Call) -> None:
    client = call(open_door(silence=0.3, hurried=0.001))
    assert client.say("NOOP").endswith("250 2.0.0 OK\n")
    assert client.hear() == "421 4.4.2 Too slow"


@pytest.mark.parametrize(
    ("client", "holder"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64")],
)
def test_a_network_of_which_a_client_has_every_address_counts_as_one(client: str, holder: str) -> None:
    assert slot_holder(client) == holder
