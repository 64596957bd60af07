"""Sentences that a mail program has broken are read as they were written; lists of long lines stay lists."""

import pytest

from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.press import SendPressRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.reports import parlour
from tests.reports.parlour import OPENED, SEATS, game_at
from tests.shared.services import context

GERMANY = Power("GERMANY")
SPRING = parlour.position("S1903M", {"GERMANY": "A MUN, A BER, F KIE, A RUH"}, {"GERMANY": "MUN, BER, KIE"})
TALK = "It has rained for a week here and nobody has slept, so forgive my hand."


def read(text: str) -> tuple[set[str], set[str]]:
    """The units with an order of what a letter gives, and of what it offers."""
    game = game_at(SPRING)
    done = handle_lines(Session(game, game.people[SEATS[GERMANY]]), context(OPENED), read_lines(text), ())
    assert done.game is not None
    given = {str(one.order.at) for one in done.game.orders.get(GERMANY, ()) if hasattr(one.order, "at")}
    return given, {str(order.at) for _, order in done.offered if hasattr(order, "at")}


@pytest.mark.parametrize(
    "text",
    [
        f"{TALK} Munich attacks Burgundy, the Ruhr\nsupports it there, and Kiel and Berlin stay where they are.",
        f"{TALK} Munich attacks\nBurgundy, the Ruhr supports it, and Kiel and Berlin stay where they are.",
    ],
)
def test_a_sentence_goes_on_in_the_next_line(text: str) -> None:
    given, offered = read(text)
    assert given | offered == {"MUN", "RUH", "KIE", "BER"}


def test_a_name_that_is_broken_is_no_list_of_units() -> None:
    given, offered = read(f"{TALK} Kiel sails for the\nBerlin, Munich and the Ruhr hold.")
    assert "BER" not in given | offered


def test_long_lines_of_orders_are_read_one_by_one() -> None:
    text = "A Munich - Burgundy, A Ruhr S A Munich - Burgundy, F Kiel - Helgoland Bight\nA Berlin H"
    assert read(text) == ({"MUN", "RUH", "KIE", "BER"}, set())


def test_a_title_below_a_broken_line_still_announces() -> None:
    text = f"Italy has told me to hold in Munich, {TALK} I won't do\nit. My orders are:\nA MUN - BUR"
    assert read(text)[1] | read(text)[0] == {"MUN"}


@pytest.mark.parametrize("press", ["Press from Moscow: The Tsar has the flu.", "Presse : Rome nie tout en bloc."])
def test_a_line_of_press_that_says_all_of_it_begins_no_block(press: str) -> None:
    given, offered = read(f"{press}\n\nA MUN - BUR\nA BER H")
    assert given | offered == {"MUN", "BER"}


def test_press_to_somebody_goes_on_below() -> None:
    (line,) = read_lines("Press to Russia: The Tsar has the flu.\nA MUN - BUR")
    assert isinstance(line.request, SendPressRequest)


@pytest.mark.parametrize(
    "asks", ["When is the deadline?", "What are my units?", "Is the map ready?", "Could we have more time?"]
)
def test_a_sentence_goes_on_in_a_line_that_asks_something_behind_it(asks: str) -> None:
    given, offered = read(f"{TALK} Munich attacks Burgundy with the help of the Ruhr. Kiel and\nBerlin hold. {asks}")
    assert given | offered == {"MUN", "RUH", "KIE", "BER"}


@pytest.mark.parametrize("name", ["Kiel", "Kiell"])
def test_a_line_that_adds_a_unit_is_no_sentence_of_its_own(name: str) -> None:
    given, offered = read(f"{TALK} Munich attacks Burgundy with the help of the Ruhr. {name}\nand Berlin hold.")
    assert given | offered == {"MUN", "RUH", "KIE", "BER"}
