"""Lines that say what is wanted in other words than the commands' are understood, or the line that works is told."""

from dataclasses import replace

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Allowance, Language
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.notation.line import Misread, MisreadReason
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.line_answers import InvalidCommand, LineAnswer, OrderAccepted, TextAnswer, Unknown
from judge.requests.press import SendPressRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import Request
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.requests.votes import CastVoteRequest
from judge.rules.board import Power
from judge.rules.orders import Hold, province_of
from judge.rules.position import Position
from tests.handlers.wished import sentences
from tests.reports.parlour import AUTUMN, MASTER, NOW, OPENED, SEATS, game_at, speaking
from tests.reports.retreats_and_winters import WINTER, retreat_scene
from tests.shared.each_case import each_case
from tests.shared.services import context

GERMANY = Power("GERMANY")
HERE = {unit.at.province for unit in AUTUMN.units.values() if unit.power == GERMANY}


def no_answer(*_: object) -> LineAnswer:
    return TextAnswer("")


def written(text: str, at: Position = AUTUMN) -> Session:
    game = game_at(at)
    timing = replace(game.settings.timing, absences=Allowance(21))
    game = replace(game, settings=replace(game.settings, timing=timing))
    person = game.people[SEATS[GERMANY]]
    return handle_lines(Session(game, person), context(OPENED), read_lines(text), ())


ALL_HOLD = [
    "all hold",
    "ALL HOLD.",
    "All units hold",
    "All my units hold!",
    "Everybody holds",
    "Tout le monde tient",
    "Tout le monde tient.",
    "Toutes mes unités tiennent",
    "Tous tiennent",
]


@each_case("line", ALL_HOLD)
def test_all_hold_orders_every_unit_to_hold(line: str) -> None:
    given = [event.order for event in written(line).events if isinstance(event, OrderGiven)]
    assert {province_of(order) for order in given} == HERE
    assert all(isinstance(order, Hold) for order in given)


@pytest.mark.parametrize(
    "line", ["All others hold", "The other units hold.", "Les autres tiennent", "Mes autres unités tiennent"]
)
def test_the_others_are_those_without_an_order(line: str) -> None:
    session = written(f"A MUN - BUR\n{line}")
    given = [event.order for event in session.events if isinstance(event, OrderGiven)]
    assert len(given) == len(HERE)
    assert [order for order in given if not isinstance(order, Hold)] == given[:1]


def test_a_line_that_gave_several_orders_is_answered_by_the_list_of_them_in_words() -> None:
    session = written("All hold")
    words = write_acknowledgement(session.game, session.person, session.answers, "", "", NOW)
    assert "All hold" not in words.text
    assert words.text.count(" holds.") == len(HERE)
    assert [type(answered.answer) for answered in session.answers] == [OrderAccepted] * len(HERE)


def test_all_hold_is_for_movements_and_for_players() -> None:
    game = speaking(game_at(WINTER["builds"]), SEATS[Power("FRANCE")], "en")
    for there, who, expected in (
        (game, SEATS[Power("FRANCE")], MisreadReason.WRONG_PHASE),
        (retreat_scene(), SEATS[Power("FRANCE")], MisreadReason.WRONG_PHASE),
        (game_at(AUTUMN), MASTER.address, Refusal.NOT_A_PLAYER),
    ):
        start = Session(there, there.people[who])
        (told,) = handle_lines(start, context(NOW), read_lines("all hold"), ()).answers
        assert isinstance(told.answer, Misread | Refused)
        assert told.answer.why is expected


def request(text: str) -> Request:
    (piece,) = read_lines(text)
    return piece.request


VOTES = [
    "I vote for a draw.",
    "I vote draw",
    "We vote for a draw",
    "Je vote pour la nulle.",
    "Je vote pour une nulle",
    "Je vote la nulle",
    "Nous votons pour la nulle",
]


@each_case("line", VOTES)
def test_a_vote_in_words_is_a_vote(line: str) -> None:
    vote = request(line)
    assert isinstance(vote, CastVoteRequest)
    assert (vote.motion, vote.named) == ("draw", ())


NEAR = {
    "I would vote for a draw": "VOTE DRAW",
    "I'd like to vote for a draw.": "VOTE DRAW",
    "I propose a draw": "VOTE DRAW",
    "Je voudrais voter pour la nulle": "VOTER NULLE",
    "Je propose une nulle": "VOTER NULLE",
    "I will be away tomorrow": "ABSENCE tomorrow",
    "I'll be on holiday from 24 December to 2 January.": "ABSENCE from 24 December to 2 January",
    "Je serai absent demain": "ABSENCE demain",
    "Je serai absente du 24 décembre au 2 janvier.": "ABSENCE du 24 décembre au 2 janvier",
    "I need more time, please": "VOTE EXTEND 3d",
    "Je demande une prolongation": "VOTER PROLONGER 3j",
    "I resign.": "RESIGN rome",
    "Je démissionne": "DÉMISSIONNER rome",
    "I concede to Turkey": "CONCEDE TURKEY",
}


@each_case(("line", "command"), NEAR.items())
def test_a_wish_in_a_sentence_is_answered_with_the_command_and_counts_as_not_done(line: str, command: str) -> None:
    session = written(line)
    assert [answered.answer for answered in session.answers] == [
        InvalidCommand(Unknown.COMMAND_WISHED, "", 0, 0, (command,))
    ]
    assert session.events == ()
    words = write_acknowledgement(session.game, session.person, session.answers, "", "", NOW)
    assert command in words.text
    assert "OK" not in words.subject
    assert not isinstance(request(command), PossibleOrder | SuggestedCommand)


IN_PASSING = [
    "I will be there",
    "I am tired",
    "I give my best",
    "Je suis là",
    "I vote we go to the pub",
    "Je propose un verre",
]


@each_case("line", IN_PASSING)
def test_what_is_said_in_passing_wishes_for_nothing(line: str) -> None:
    assert request(line) == PossibleOrder()


PRESS = {
    "GREY PRESS TO ALL": (True, True),
    "Gray press to all:": (True, True),
    "ANONYMOUS PRESS TO ALL": (True, True),
    "PRESSE GRISE À TOUS": (True, True),
    "PRESSE ANONYME À TOUS": (True, True),
    "PRESSE GENERALE": (False, True),
    "Presse générale :": (False, True),
    "GENERAL PRESS": (False, True),
    "PUBLIC PRESS": (False, True),
    "GREY PRESS TO FRANCE": (True, False),
}


@each_case(("line", "meant"), PRESS.items())
def test_kinds_of_press_go_by_several_names(line: str, meant: tuple[bool, bool]) -> None:
    press = request(f"{line}\nHello.\nENDPRESS")
    assert isinstance(press, SendPressRequest)
    assert (press.grey, press.to.everyone, press.text) == (*meant, "Hello.")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_question_in_a_sentence_is_answered_within_a_game(language: Language) -> None:
    """One letter a sentence: a question that no handler took set the whole letter aside."""
    terms = ["WAIVE", "a stand-off", "build"] if language == "en" else ["WAIVE", "un stand-off", "une retraite"]
    asked = [f"What is {term}?" if language == "en" else f"C'est quoi {term} ?" for term in terms]
    asked += [line for _, line, _ in sentences(language) if "?" in line]
    silent = [line for line in asked if not written(line).answers]
    assert silent == []
    assert all(isinstance(written(line).answers[0].answer, TextAnswer) for line in asked[: len(terms)])


SLIPS = {
    "RESING rome": "RESIGN rome",
    "HISTROY rome": "HISTORY rome",
    "VTOE DRAW": "VOTE DRAW",
    "REDAY": "READY",
    "WIAT": "WAIT",
    "VOTEER NULLE": "VOTER NULLE",
}


@each_case("line", SLIPS)
def test_a_command_in_capitals_with_a_slip_is_told_as_it_would_work(line: str) -> None:
    (answer,) = (one.answer for one in written(line).answers)
    assert isinstance(answer, InvalidCommand)
    assert (answer.what, answer.hints) == (Unknown.COMMAND_WISHED, (SLIPS[line],))


@each_case("line", ["THANKS JUDGE", "ENVOYEZ", "MERCI", "GOOD LUCK", "NOTE", "PASSE", "Bonne chance"])
def test_other_words_in_capitals_are_no_command_with_a_slip(line: str) -> None:
    assert not any(isinstance(one.answer, InvalidCommand) for one in written(line).answers)
