"""WHY is answered for every closed phase to everyone of the game; what cannot be found is marked."""

from collections.abc import Sequence

from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Token
from judge.handlers.order_questions import answer_why
from judge.reports.line_answers import InvalidCommand, LineAnswer, TextAnswer, Unknown
from judge.requests.questions import WhyRequest
from judge.requests.read_lines import read_lines
from tests.handlers.closed_phases import CLOSED, FERNAND, GAME, GERDA
from tests.reports.parlour import MASTER
from tests.shared.each_case import each_case


def asked(line: str, reader: Person = GERDA, phases: Sequence[PhaseClosed] = CLOSED) -> LineAnswer:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, WhyRequest)
    return answer_why(GAME, phases, piece.request, reader)


FOUND = {
    "WHY S1903M A MUN": "WHY A MUN - BUR (Germany): spring 1903 (S1903M)",
    "WHY Fall 1903 A YOR": "WHY A YOR (England): fall 1903 (F1903M)",
    "WHY F DEN, retreats of fall 1903": "WHY F DEN R SKA (Germany): fall 1903, retreats (F1903R)",
    "WHY rome S1903M A MUN": "WHY A MUN - BUR (Germany): spring 1903 (S1903M)",
    "WHY rome, fall 1903, A YOR": "WHY A YOR (England): fall 1903 (F1903M)",
    "WHY rome A YOR": "WHY A YOR (England): fall 1903 (F1903M)",
    "WHY S1903M rome A MUN": "WHY A MUN - BUR (Germany): spring 1903 (S1903M)",
    "why s1903m munich": "WHY A MUN - BUR (Germany): spring 1903 (S1903M)",
    "WHY S1903M A MUN - BUR": "WHY A MUN - BUR (Germany): spring 1903 (S1903M)",
    "WHY S1903M F SPA/SC?": "WHY F SPA/SC - LYO (France): spring 1903 (S1903M)",
    "WHY F1903M F DEN": "WHY F DEN (Germany): fall 1903 (F1903M)",
    "WHY F DEN": "WHY F DEN R SKA (Germany): fall 1903, retreats (F1903R)",
    "WHY F1903R F DEN R SKA": "WHY F DEN R SKA (Germany): fall 1903, retreats (F1903R)",
    "WHY A MUN": "WHY A MUN D (Germany): winter 1903, adjustments (W1903A)",
    "WHY W1903A F BRE": "WHY F BRE B: winter 1903, adjustments (W1903A)",
    "WHY A YOR": "WHY A YOR (England): fall 1903 (F1903M)",
}


@each_case(("line", "heading"), FOUND.items(), ids=list(FOUND))
def test_the_unit_is_found_in_the_phase_named_or_in_the_last_that_had_it(line: str, heading: str) -> None:
    answer = asked(line)
    assert isinstance(answer, TextAnswer), answer
    assert answer.text.splitlines()[0] == heading


def test_each_reader_asks_in_their_own_notation_and_is_answered_in_it() -> None:
    answer = asked("POURQUOI S1903M A BOU", FERNAND)
    assert isinstance(answer, TextAnswer)
    assert answer.text.startswith("POURQUOI A BOU T")


HERS = ("A KIE", "A MUN", "A RUH", "F DEN")
ASTRAY = {
    "WHY S1902M A MUN": InvalidCommand(Unknown.PHASE, "S1902M", 4, 10, ("W1903A", "F1903R", "F1903M")),
    "WHY 1903 A MUN": InvalidCommand(Unknown.PHASE, "1903", 4, 8, ("W1903A", "F1903R", "F1903M")),
    "WHY S1903M": InvalidCommand(Unknown.UNIT, "", 10, 10, HERS),
    "WHY S1903M A LON": InvalidCommand(Unknown.UNIT, "LON", 13, 16, HERS),
    "WHY S1903M F XYZ": InvalidCommand(Unknown.UNIT, "XYZ", 13, 16, HERS),
    "WHY  S1903M   Eldorado": InvalidCommand(Unknown.UNIT, "Eldorado", 14, 22, HERS),
}


@each_case(("line", "wrong"), ASTRAY.items(), ids=list(ASTRAY))
def test_what_cannot_be_found_is_marked_with_what_would_do(line: str, wrong: InvalidCommand) -> None:
    assert asked(line) == wrong


def test_before_a_phase_has_closed_there_is_nothing_to_explain() -> None:
    assert asked("WHY A MUN", phases=()) == InvalidCommand(Unknown.PHASE, "", 0, 0)


def test_the_master_may_ask_though_no_unit_is_theirs() -> None:
    assert isinstance(asked("WHY S1903M A MUN", MASTER), TextAnswer)


def test_strangers_learn_nothing() -> None:
    stranger = Person(Address("nobody@example.net"), Token("none"))
    assert asked("WHY S1903M A MUN", stranger) == Refused(Refusal.NOT_A_PLAYER)
