"""What a sentence wishes for is answered, or the line that would do it is proposed; the opposite never is."""

from dataclasses import replace

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Allowance, DrawRule, Language, Reserve
from judge.reports.line_answers import Done, InvalidCommand, LineAnswer, Outcome, TextAnswer, Unknown
from judge.requests.suggestions import suggest_command
from judge.rules.board import Power
from tests.handlers.answered_lines import PHASES, answers
from tests.handlers.wished import sentences
from tests.reports.parlour import SEATS
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

FRANCE = Power("FRANCE")
IN_SENTENCES = [(language, *row) for language in ("en", "fr") for row in sentences(language) if row[0] != "joining"]


def told(line: str, language: Language) -> list[LineAnswer]:
    game = PHASES["movements"]
    timing = replace(game.settings.timing, absences=Allowance(60), reserve=Reserve(10))
    votes = replace(game.settings.votes, draws=DrawRule.SETS)
    game = replace(game, settings=replace(game.settings, timing=timing, votes=votes))
    notation = "standard" if language == "en" else "18centres"
    return [one.answer for one in answers(game, SEATS[FRANCE], line, notation, language)]


def proposed(line: str, language: Language) -> str:
    """The line that is proposed for a sentence, or "=" with the outcome, or "-" where it is plain words."""
    for answer in told(line, language):
        match answer:
            case InvalidCommand(what=Unknown.COMMAND_WISHED, hints=(command,)):
                return command
            case Refused(why=Refusal.NO_SUCH_VOTE) | InvalidCommand(what=Unknown.PHASE) | TextAnswer():
                return (suggestion.command if (suggestion := suggest_command(line)) else "") or "?"
            case Done(outcome) if outcome not in {Outcome.PLAIN_WORDS, Outcome.ORDERS_HEADING}:
                return f"={outcome.value}"
            case _:
                pass
    return "-"


@each_case(("language", "heading", "line", "command"), in_turn(IN_SENTENCES, 0))
def test_a_sentence_is_answered_with_the_line_that_does_it(
    language: Language, heading: str, line: str, command: str
) -> None:
    assert heading
    assert proposed(line, language) == command
