"""WHATIF judges supposed orders of any phase, answers each line in its place, leaves real orders alone."""

from datetime import timedelta

import pytest

from judge.game.apply import apply_all
from judge.game.orders.messages import WhatIfAsked
from judge.game.people.messages import Person
from judge.game.phases.messages import Ending, GameEnded
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.order_questions import handle_what_if
from judge.handlers.session import GameSession, Session
from judge.notation.line import Misread, MisreadReason
from judge.reports.line_answers import InvalidCommand, Unknown, WhatIfAnswer
from judge.requests.questions import WhatIfRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.position import Position
from tests.reports.parlour import (
    AUTUMN,
    AUTUMN_ORDERS,
    NOW,
    SEATS,
    SPRING,
    SPRING_ORDERS,
    closed,
    game_at,
    given,
    opening_events,
    started,
)
from tests.shared.services import context

MOVES = closed(AUTUMN, AUTUMN_ORDERS, number=6)
RETREATS = MOVES.judgement.after
WINTER = closed(RETREATS, {"GERMANY": ["F DEN R SKA"]}, number=7).judgement.after
PAST = (*opening_events(), started(SPRING), closed(SPRING, SPRING_ORDERS))


def asked(text: str, at: Position = AUTUMN, power: str = "GERMANY", game: Game | None = None) -> Session:
    game = game or game_at(at, *given(at, power))
    (piece,) = read_lines(text)
    assert isinstance(piece.request, WhatIfRequest)
    session = GameSession(game, reader(game, power))
    return handle_what_if(session, piece.text, piece.request, context(NOW, log=PAST))


def reader(game: Game, power: str) -> Person:
    return game.people[SEATS[Power(power)]]


def lines(session: Session) -> list[str]:
    """Each line, with the sentence under it or the kind of its answer."""
    told = []
    for answered in session.answers:
        answer = answered.answer
        said = answer.sentence if isinstance(answer, WhatIfAnswer) else type(answer).__name__
        told.append(f"{answered.line} | {said}".replace("\ue000", " "))
    return told


def report(session: Session) -> str:
    last = session.answers[-1].answer
    assert isinstance(last, WhatIfAnswer)
    return last.report


def test_every_line_is_answered_in_its_place_and_the_rest_is_judged() -> None:
    session = asked("WHATIF\nRUSSIA:\nA BOH - MUN\nA BOH = VIE\nItaly: A TYR S A BOH - MUN\nENDWHATIF")
    assert lines(session) == [
        "WHATIF | Only supposed, from here to the end of the what-if: nothing of it touches your orders.",
        "RUSSIA: | Only supposed, for Russia.",
        "A BOH - MUN | Only supposed, A BOH - MUN: the army in Bohemia attacks Munich.",
        "A BOH = VIE | Misread",
        "Italy: | Only supposed, for Italy.",
        (
            "A TYR S A BOH - MUN | Only supposed, A TYR S A BOH - MUN: "
            "the army in Tyrolia supports the army in Bohemia in its attack on Munich."
        ),
        "ENDWHATIF | ",
    ]
    misread = session.answers[3].answer
    assert isinstance(misread, Misread)
    assert misread.why is MisreadReason.REPORT_MARK
    assert "A MUN (Germany) may retreat to " in report(session)


def test_a_letter_may_end_before_its_what_if() -> None:
    assert "WHAT IF" in report(asked("WHATIF\nA BOH - MUN"))


def test_a_power_that_is_none_is_marked() -> None:
    session = asked("WHATIF\nRusia:\nA BOH - MUN\nENDWHATIF")
    assert session.answers[1].answer == InvalidCommand(Unknown.POWER, "Rusia", 0, 5, ("Russia",))
    assert "A BOH - MUN" in report(session)


def test_no_real_order_is_touched_and_only_the_asking_is_kept() -> None:
    game = game_at(AUTUMN, *given(AUTUMN, "GERMANY", "A MUN H"))
    session = asked("WHATIF\nA MUN - BOH\nENDWHATIF", game=game)
    assert session.events == (WhatIfAsked(SEATS[Power("GERMANY")], NOW),)
    assert session.game
    assert session.game.orders == game.orders


def test_a_past_phase_is_judged_from_its_own_position() -> None:
    text = report(asked("WHATIF S1903M\nA BUR - MUN\nENDWHATIF"))
    assert "WHAT IF, spring 1903 (S1903M): ORDERS" in text
    assert "A BUR - MUN (bounce)" in text


def test_the_open_phase_may_be_named() -> None:
    assert "(F1903M)" in report(asked("WHATIF f1903m\nENDWHATIF"))


def test_retreats_are_supposed_as_well() -> None:
    text = report(asked("WHATIF\nF DEN R SKA\nENDWHATIF", RETREATS))
    assert "F DEN R SKA" in text


def test_adjustments_are_supposed_as_well() -> None:
    text = report(asked("WHATIF\nFRANCE:\nA PAR B\nTURKEY:\nWAIVE\nA PIE D\nENDWHATIF", WINTER))
    assert "WHAT IF, winter 1903, adjustments (W1903A): ORDERS" in text
    _, _, after = text.partition("WHAT IF: POSITION, spring 1904")
    assert "A PAR" in after
    assert "A PIE" not in after


REFUSED = {
    "a phase that is none": (
        "WHATIF S1950M\nENDWHATIF",
        InvalidCommand(Unknown.PHASE, "S1950M", 7, 13, ("F1903M", "S1903M")),
    ),
    "a word that is no phase": (
        "WHATIF we leave\nENDWHATIF",
        InvalidCommand(Unknown.PHASE, "we leave", 7, 15, ("F1903M", "S1903M")),
    ),
}


@pytest.mark.parametrize(("text", "wrong"), REFUSED.values(), ids=list(REFUSED))
def test_a_phase_that_cannot_be_found_costs_nothing(text: str, wrong: InvalidCommand) -> None:
    session = asked(text)
    assert [answered.answer for answered in session.answers] == [wrong]
    assert session.events == ()


def test_when_the_day_is_used_up_nothing_is_judged() -> None:
    by = SEATS[Power("GERMANY")]
    game = apply_all(game_at(AUTUMN), [WhatIfAsked(by, NOW - timedelta(hours=1))] * 10)
    assert game is not None
    session = asked("WHATIF\nA MUN H\nENDWHATIF", game=game)
    (answered,) = session.answers
    assert answered.answer == Refused(Refusal.WHATIFS_USED_UP, at=NOW + timedelta(hours=23))
    assert answered.line == "WHATIF\nA MUN H\nENDWHATIF"


def test_after_the_end_only_the_past_may_be_supposed() -> None:
    over = game_at(AUTUMN, GameEnded(Ending.TERM, {}, {}, (), NOW))
    assert asked("WHATIF\nENDWHATIF", game=over).answers[0].answer == Refused(Refusal.GAME_OVER)
    assert "(S1903M)" in report(asked("WHATIF S1903M\nENDWHATIF", game=over))
