"""Lines of a letter that stand among orders and are none: headings are accepted, plain words are left alone."""

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.handlers.orders import handle_orders
from judge.handlers.session import GameSession
from judge.notation.line import OfferReason
from judge.reports.line_answers import AnsweredLine, Done, OrderAccepted, OrdersOffered, Outcome
from judge.rules.board import Power
from judge.rules.position import Position
from tests.reports.parlour import FRANCE, NOW, SEATS, SPRING, game_at, position, speaking
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.services import context

READER = SEATS[FRANCE]
WINTER = position("W1903A", {"FRANCE": "A BUR"}, {"FRANCE": "PAR BRE MAR"})

BOTH: tuple[Language, ...] = ("en", "fr")


def answered(*lines: str, language: Language = "en", at: Position = SPRING) -> list[AnsweredLine]:
    game = speaking(game_at(at), READER, language)
    session = GameSession(game, game.people[READER])
    letter = context(NOW, number=9, arrived=game.deadline.at if game.deadline else NOW)
    for line in lines:
        session = handle_orders(session, line, letter)
    return list(session.answers)


@each_case("language", BOTH)
@each_case("line", ["FRANCE:", "France", "FRANCE :", "**France**", "Orders for France:", "Mes ordres :"])
def test_a_heading_of_ones_own_is_accepted(line: str, language: Language) -> None:
    assert [one.answer for one in answered(line, language=language)] == [Done(Outcome.ORDERS_HEADING)]


@each_case("language", BOTH)
@each_case("line", ["TURKEY:", "Turquie", "Ordres de la Turquie :"])
def test_a_heading_of_somebody_else_is_answered_as_such(line: str, language: Language) -> None:
    refused = Refused(Refusal.NOT_YOUR_POWER, power=Power("TURKEY"))
    assert [one.answer for one in answered(line, language=language)] == [refused]


def test_under_a_heading_of_somebody_else_own_orders_are_offered() -> None:
    heading, own, foreign = answered("TURKEY:", "A PAR - PIC", "A CON H")
    assert heading.answer == Refused(Refusal.NOT_YOUR_POWER, power=Power("TURKEY"))
    assert own.answer == OrdersOffered((plain.order("A PAR - PIC"),), OfferReason.HEADING, "TURKEY:")
    assert foreign.answer == Done(Outcome.PLAIN_WORDS)


PLAIN = [
    "Dear judge,",
    "I wonder if we should meet in person one day.",
    "Let me know if something is wrong.",
    "Unless I hear from you, these stand.",
    "Si tu veux bien, à dimanche !",
    "Sinon tout va bien.",
    "Merci d'avance et bonne soirée",
]


@each_case("language", BOTH)
@each_case("line", PLAIN)
def test_if_in_plain_words_is_no_condition(line: str, language: Language) -> None:
    assert {one.answer for one in answered(line, language=language)} == {Done(Outcome.PLAIN_WORDS)}


def test_one_word_in_front_builds_every_unit_of_the_line() -> None:
    first, second, waived = answered("Builds: A PAR, F BRE", "waive 1", at=WINTER)
    assert first.answer == OrderAccepted(FRANCE, plain.order("A PAR B"))
    assert (second.line, second.answer) == ("F BRE", OrderAccepted(FRANCE, plain.order("F BRE B")))
    assert isinstance(waived.answer, OrderAccepted)
