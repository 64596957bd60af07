"""A reply to press that is offered sends it, drops it, or has it offered again; orders in force stay as they are."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.press.messages import PressSent
from judge.game.state import Game
from judge.handlers.left_open import leave_lines
from judge.handlers.press import keep_press_ready
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.reports.parlour import OPENED, SEATS, SPRING, game_at
from tests.shared.each_case import each_case
from tests.shared.services import context

ENGLAND = Power("ENGLAND")
ORDERS = "F NTH H\nA YOR H\nF NWY - SKA"
OFFERED = "Tell France that I shall not come west."


def written(game: Game, text: str, number: int, assent_to: int | None = None) -> Session:
    there = replace(context(OPENED), number=number, assent_to=assent_to)
    person = game.people[SEATS[ENGLAND]]
    done = leave_lines(handle_lines(Session(game, person), there, read_lines(text), ()), there)
    return keep_press_ready(done, there, is_proven=True)


def after(session: Session) -> Game:
    assert session.game is not None
    return session.game


def offered() -> Game:
    """A game in which England has three orders in force, and a letter to France that waits for a yes."""
    given = after(written(game_at(SPRING), ORDERS, 7, 7))
    game = after(written(given, OFFERED, 8, 7))
    assert [one.letter for one in game.press.ready if one.by_yes] == [8]
    return game


def rows() -> list[tuple[str, str]]:
    text = (Path(__file__).parent / "to-offered-press.txt").read_text(encoding="utf-8")
    return [(fate, reply) for fate, _, reply in (line.partition(" | ") for line in text.splitlines()) if reply]


@pytest.fixture(scope="module")
def game() -> Game:
    return offered()


def fate_of_press(session: Session) -> str:
    if any(isinstance(one, PressSent) for one in session.events):
        return "sent"
    ready = after(session).press.ready
    return "offered" if [one.letter for one in ready] == [9] else "waits" if ready else "dropped"


@each_case(("fate", "reply"), [row for row in rows() if not row[0].startswith("#")])
def test_a_reply_sends_what_is_offered_or_drops_it_and_touches_no_order(game: Game, fate: str, reply: str) -> None:
    done = written(game, reply, 9, 8)
    assert fate_of_press(done) == fate, reply
    assert len(after(done).orders[ENGLAND]) == 3
    assert not after(done).left_open


EXPLICIT = ["Yes, send it.", "Send the letter to France, please.", "Oui, envoyez la lettre à la France."]


@each_case("text", EXPLICIT)
def test_a_letter_that_says_to_send_it_need_not_be_a_reply(game: Game, text: str) -> None:
    done = written(game, text, 9, 9)
    assert fate_of_press(done) == "sent"
    assert len(after(done).orders[ENGLAND]) == 3


def test_a_mere_yes_that_is_no_reply_has_it_offered_again(game: Game) -> None:
    assert fate_of_press(written(game, "Yes", 9, 9)) == "offered"


@each_case("rest", ["Yes, send it. F ENG - MAO", "Oui, envoyez-la.\nF ENG - MAO"])
def test_orders_behind_the_answer_are_read(game: Game, rest: str) -> None:
    done = written(game, rest, 9, 8)
    assert fate_of_press(done) == "sent"
    assert len(after(done).orders[ENGLAND]) == 4
