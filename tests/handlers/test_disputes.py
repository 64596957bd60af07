"""DISPUTE is answered as WHY is, and goes to a master who does not play; in other games the reasons stand alone."""

from dataclasses import replace
from datetime import timedelta

import pytest

from judge.game.apply import fold_events
from judge.game.deadlines.deadline import Disputed
from judge.game.deadlines.messages import DeadlineMoved, HoldForDispute
from judge.game.deadlines.rules import is_close_held
from judge.game.decide import decide
from judge.game.mastery.messages import PositionCorrected
from judge.game.people.messages import Person
from judge.game.press.messages import PressSent
from judge.game.published import dispute_states
from judge.game.refusals import Refused
from judge.game.settings import Address, Language, Token
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_line
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import InvalidCommand, TextAnswer
from judge.requests.questions import DisputeRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.handlers.closed_phases import CLOSED, GERDA
from tests.reports.parlour import MASTER, OPENED, SEATS, SETTINGS, game_at, opening_events, started
from tests.shared.changed_members import with_seats
from tests.shared.kinds import kinds_of
from tests.shared.services import context

GAME = game_at(None, *CLOSED)
LOG = [*opening_events(), started(None), *CLOSED]
SAYS = {"en": "Your dispute has gone to the master", "fr": "Votre réclamation est transmise au maître de jeu"}
LINES = {"en": "DISPUTE S1903M A MUN", "fr": "RÉCLAMATION S1903M A MUN"}
ALONE = "the reasons above stand alone"
CARRIED_TO_OPERATOR = "Until the position is corrected, the result stands."


def after(line: str, reader: Person = GERDA, *, master_plays: bool = False) -> Session:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, DisputeRequest)
    game = with_seats(GAME, {**SEATS, Power("ITALY"): MASTER.address}) if master_plays else GAME
    return handle_line(Session(game, reader), piece, context(OPENED, "rome", log=LOG))


def text_of(session: Session) -> str:
    answer = session.answers[0].answer
    assert isinstance(answer, TextAnswer), answer
    return " ".join(plain_spaces(answer.text).split())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_reasons_and_their_rules_are_told_at_once_and_go_to_the_master(language: Language) -> None:
    done = after(LINES[language], replace(GERDA, language=language))
    told = text_of(done)
    assert {"en": "(rule IX)", "fr": "(règle IX)"}[language] in told
    assert told.endswith(".")
    assert SAYS[language] in told
    (sent,) = done.events
    assert isinstance(sent, PressSent)
    assert (sent.sender, sent.to_master, sent.to, sent.held) == (Power("GERMANY"), True, (), False)
    assert sent.text.partition("\n")[0].endswith(LINES[language])
    assert {"en": "WHY A MUN - BUR", "fr": "POURQUOI A MUN"}[language] in sent.text
    assert SAYS[language] not in sent.text


def test_where_the_master_plays_the_reasons_stand_alone() -> None:
    done = after(LINES["en"], master_plays=True)
    assert ALONE in text_of(done)
    assert done.events == ()


def test_where_the_master_plays_it_goes_to_the_operator_who_has_time_to_decide() -> None:
    done = at_operator("operator@example.org")
    (sent,) = done.sent
    assert (sent.to, sent.reply_to) == ("operator@example.org", GERDA.address)
    assert "| [rome] Subject: DISPUTE S1903M A MUN" in sent.words.text
    assert "(rule IX)" in sent.words.text
    told = text_of(done)
    assert "(rule IX)" in told
    assert told.endswith(CARRIED_TO_OPERATOR)
    (moved,) = done.events
    assert isinstance(moved, DeadlineMoved)


def test_an_operator_who_has_a_part_in_the_game_decides_over_no_dispute_in_it() -> None:
    done = at_operator(str(MASTER.address))
    assert ALONE in text_of(done)
    assert (done.sent, done.events) == ((), ())


def at_operator(operator: str) -> Session:
    """A dispute in a game whose master plays, held open by its settings, at a judge with an operator."""
    log = [*opening_events(HOLDING), started(None, HOLDING), *CLOSED]
    game = fold_events(log)
    assert game
    assert game.deadline
    playing = with_seats(game, {**SEATS, Power("ITALY"): MASTER.address})
    (piece,) = read_lines(LINES["en"])
    there = context(game.deadline.at - timedelta(hours=1), "rome", log=log)
    run = replace(there.services.config, judge=replace(there.services.config.judge, operator=operator))
    return handle_line(Session(playing, GERDA), piece, replace(there, services=replace(there.services, config=run)))


def test_the_master_who_asks_is_told_and_writes_to_nobody() -> None:
    done = after(LINES["fr"], MASTER)
    assert not any(text in text_of(done) for text in (*SAYS.values(), ALONE))
    assert done.events == ()


@pytest.mark.parametrize("line", ["DISPUTE", "DISPUTE S1899M A MUN", "LITIGE S1903M F XYZ"])
def test_what_cannot_be_found_goes_to_nobody(line: str) -> None:
    done = after(line)
    assert isinstance(done.answers[0].answer, InvalidCommand)
    assert done.events == ()


def test_nobody_disputes_who_has_no_part_in_the_game() -> None:
    done = after(LINES["en"], Person(Address("stranger@example.org"), Token("strangertoken"), "en", "standard"))
    assert isinstance(done.answers[0].answer, Refused)
    assert done.events == ()


HOLDING = replace(SETTINGS, timing=replace(SETTINGS.timing, disputes=timedelta(days=2)))
"""Settings under which a dispute keeps the open phase open for two days."""


def test_where_the_settings_say_so_a_dispute_keeps_the_open_phase_open_once() -> None:
    log = [*opening_events(HOLDING), started(None, HOLDING), *CLOSED]
    game = fold_events(log)
    assert game
    assert game.deadline
    late = game.deadline.at - timedelta(hours=1)
    (piece,) = read_lines(LINES["en"])
    done = handle_line(Session(game, GERDA), piece, context(late, "rome", log=log))
    _, moved = done.events
    assert isinstance(moved, DeadlineMoved)
    assert moved.deadline.steps[-1] == Disputed(late + timedelta(days=2), game.deadline.at)
    assert moved.deadline.at >= late + timedelta(days=2)
    assert done.game
    assert is_close_held(done.game, late + timedelta(days=1))
    assert not is_close_held(done.game, late + timedelta(days=2))
    again = handle_line(Session(done.game, GERDA), piece, context(late, "rome", log=[*log, *done.events]))
    assert kinds_of(again.events) == [PressSent]


def test_a_dispute_and_what_came_of_it_are_published_without_who_it_was() -> None:
    log = [*opening_events(HOLDING), started(None, HOLDING), *CLOSED]
    held = decide(fold_events(log), HoldForDispute(GERDA.address), OPENED)
    assert isinstance(held, tuple)
    number = CLOSED[-1].number
    assert dispute_states([*log, *held]) == {number: "open"}
    assert dispute_states([*log, *held, replace(CLOSED[0], number=number + 1)]) == {number: "stands"}
    corrected = PositionCorrected(MASTER.address, (), CLOSED[-1].judgement.after, "as disputed", OPENED)
    assert dispute_states([*log, *held, corrected]) == {number: "changed"}
