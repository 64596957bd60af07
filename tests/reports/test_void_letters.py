"""Letters about void orders: the answer, the reminder, the results, of movements, retreats, builds and removals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from judge.game.deadlines.messages import ReminderSentNews
from judge.game.decide import decide
from judge.game.messages import Notice
from judge.game.orders.messages import MeanOrders, OrderGiven
from judge.game.orders.order_status import order_status
from judge.game.phases.messages import PhaseClosedNews
from judge.game.refusals import Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.language import LetterText
from judge.reports.line_answers import AnsweredLine, Done, OrderAccepted, Outcome
from judge.reports.notices import write_notice
from judge.rules.board import Power
from judge.rules.position import Position
from tests.reports.parlour import AUTUMN, AUTUMN_ORDERS, NOW, OPENED, SEATS, closed, game_at, speaking
from tests.rules import plain
from tests.shared.each_case import each_case

MOVES = closed(AUTUMN, AUTUMN_ORDERS)
LEFT = MOVES.judgement.after
ADJUSTED = closed(LEFT, {}).judgement.after
COASTS = plain.position("S1901M", {"FRANCE": ["F MAO", "A PAR"]})


@dataclass(frozen=True)
class Case:
    """Orders of a power in a position, the last of them not as the rules want."""

    position: Position
    power: Power
    lines: Sequence[str]


CASES = {
    "coast": Case(COASTS, Power("FRANCE"), ["A PAR H", "F MAO - SPA"]),
    "retreat": Case(LEFT, Power("GERMANY"), ["F DEN R SWE"]),
    "build": Case(ADJUSTED, Power("GERMANY"), ["F BER B", "A MUN B"]),
    "removal": Case(ADJUSTED, Power("FRANCE"), ["A PIC D"]),
}
LANGUAGES: Sequence[Language] = ("en", "fr")


def ordered(case: Case) -> Game:
    return game_at(case.position, *(OrderGiven(case.power, plain.order(one), 7, None, OPENED) for one in case.lines))


def meant(case: Case) -> Game:
    events = decide(ordered(case), MeanOrders(SEATS[case.power]), NOW)
    assert not isinstance(events, Refused)
    return game_at(
        case.position, *(OrderGiven(case.power, plain.order(one), 7, None, OPENED) for one in case.lines), *events
    )


def answer(case: Case, language: Language) -> LetterText:
    game = ordered(case)
    standing = order_status(game, case.power)
    orders = {line: plain.order(line) for line in case.lines}
    lines = [
        AnsweredLine(line, OrderAccepted(case.power, one, standing.void_order_for(one))) for line, one in orders.items()
    ]
    return _acknowledged(game, case, lines, language)


def answer_to_ready(case: Case, language: Language) -> LetterText:
    return _acknowledged(meant(case), case, [AnsweredLine("READY", Done(Outcome.ORDERS_MEANT))], language)


def _acknowledged(game: Game, case: Case, lines: Sequence[AnsweredLine], language: Language) -> LetterText:
    spoken = speaking(game, SEATS[case.power], language)
    return write_acknowledgement(spoken, spoken.people[SEATS[case.power]], lines, "", "token", NOW)


def reminder(case: Case, language: Language) -> LetterText:
    address = SEATS[case.power]
    return write_notice(speaking(ordered(case), address, language), Notice(address, ReminderSentNews((case.power,))))


def results(case: Case, language: Language) -> LetterText:
    event, address = closed(case.position, {case.power: case.lines}), SEATS[case.power]
    return write_notice(
        speaking(game_at(case.position, event), address, language),
        Notice(address, PhaseClosedNews(event, (case.power,))),
    )


LETTERS: Mapping[str, Callable[[Case, Language], LetterText]] = {
    "player.acknowledgement": answer,
    "player.acknowledgement-ready": answer_to_ready,
    "player.reminder": reminder,
    "all.results": results,
}


@each_case("language", LANGUAGES)
@each_case("of", CASES)
@each_case("letter", LETTERS)
def test_void_orders_are_told_in_every_letter(
    letter: str, of: str, language: Language, golden: Callable[[str, LetterText], None]
) -> None:
    golden(f"{letter}-void-{of}.{language}", LETTERS[letter](CASES[of], language))


@each_case("language", LANGUAGES)
@each_case("case", CASES.values(), ids=CASES)
def test_nothing_void_is_called_right(case: Case, language: Language) -> None:
    """Neither in the subject nor in the text, meant or not."""
    for words in (answer(case, language), answer_to_ready(case, language)):
        assert "OK" not in words.subject
        assert "nothing more to do" not in words.text
        assert "rien à faire" not in words.text.replace("\N{NO-BREAK SPACE}", " ")
