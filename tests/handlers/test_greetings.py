"""A greeting in front of orders on one line: to the judge it is a line of its own, to somebody else it governs."""

import pytest

from judge.game.settings import Language
from judge.reports.line_answers import LineAnswer, OrderAccepted, OrdersOffered
from judge.rules.board import Power
from tests.handlers.answered_lines import PHASES, answers
from tests.reports.parlour import SEATS
from tests.rules import plain

FRANCE = Power("FRANCE")


def answered(line: str, language: Language) -> list[LineAnswer]:
    return [one.answer for one in answers(PHASES["movements"], SEATS[FRANCE], line, "standard", language)]


GREETED = [
    ("Hi! My moves: Paris goes to Picardy.", "en"),
    ("Good evening, please move Paris to Picardy. Thank you!", "en"),
    ("Bonjour, l'armée de Paris va en Picardie.", "fr"),
    ("Bonjour à tous, voici mes ordres : l'armée de Paris va en Picardie.", "fr"),
]


@pytest.mark.parametrize(("line", "language"), GREETED)
def test_a_greeting_in_front_of_orders_is_a_line_of_its_own(line: str, language: Language) -> None:
    given = [one for one in answered(line, language) if isinstance(one, OrderAccepted)]
    assert [one.order for one in given] == [plain.order("A PAR - PIC")]


@pytest.mark.parametrize("line", ["Hello Italy, Paris goes to Picardy.", "Bonjour l'Italie, Paris va en Picardie."])
def test_who_greets_somebody_else_is_asked_for_whom_the_orders_are(line: str) -> None:
    assert any(isinstance(one, OrdersOffered) for one in answered(line, "en"))
    assert not any(isinstance(one, OrderAccepted) for one in answered(line, "en"))
