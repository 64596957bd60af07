"""The registry of handlers knows every meaning that a line can have."""

from typing import get_args

from judge.game.refusals import Refusal, Refused
from judge.handlers.session import HANDLERS, GameSession, Session
from judge.handlers.settle_letter import handle_line
from judge.reports.line_answers import InvalidCommand, LineAnswer, Unknown
from judge.requests.read_lines import read_lines
from judge.requests.requests import Request
from tests.game.tables import OPENED, address, started
from tests.shared.each_case import each_case
from tests.shared.services import context

GAME = started()
FRANCE = GAME.people[address("FRANCE")]


def test_every_request_has_its_handler() -> None:
    assert HANDLERS.keys() == set(get_args(Request))


def first_answer(text: str) -> LineAnswer:
    """What somebody is told whose letter speaks of no game."""
    (line,) = read_lines(text)
    done = handle_line(Session(None, FRANCE), line, context(OPENED))
    return done.answers[0].answer


@each_case(
    ("text", "answer"),
    [
        ("SEAT a@example.org FRANCE", Refused(Refusal.NOT_THE_MASTER)),
        ("REPLACE FRANCE a@example.org", Refused(Refusal.NOT_THE_MASTER)),
        ("REPLACE FRANCE a@", InvalidCommand(Unknown.VALUE, "a@", 15, 17, ("name@example.org",))),
        ("STRATEGIST a@example.org", Refused(Refusal.NOT_A_PLAYER)),
        ("PREFER BUILDS F BRE", Refused(Refusal.NOT_A_PLAYER)),
        ("DIARY\nA note\nENDDIARY", Refused(Refusal.NOT_STARTED)),
        ("VOTE DRAW", InvalidCommand(Unknown.GAME, "", 9, 9)),
        ("RESIGN rome", InvalidCommand(Unknown.GAME, "rome", 7, 11)),
        ("TAKEOVER", InvalidCommand(Unknown.GAME, "", 8, 8)),
        ("WATCH rome", InvalidCommand(Unknown.GAME, "rome", 6, 10)),
        ("CLOSE", InvalidCommand(Unknown.GAME, "", 0, 0)),
    ],
)
def test_a_line_that_needs_a_game_is_answered_where_there_is_none(text: str, answer: LineAnswer) -> None:
    assert first_answer(text) == answer


def test_how_far_a_letter_about_a_game_has_come_is_kept_as_it_is() -> None:
    start = Session(GAME, FRANCE, title="builds", again=(3,))
    there = start.in_game
    assert isinstance(there, GameSession)
    assert vars(there) == vars(start)
    assert there.in_game is there
    assert Session(None, FRANCE).in_game is None
