"""Questions about the rules in sentences ask for the book, or for the word that they name."""

import pytest

from judge.requests.read_lines import read_lines
from judge.requests.suggestions import SuggestedCommand
from tests.shared.each_case import each_case

ASKED = {
    "Can I see the rules?": "RULES",
    "Could you send me the rule book?": "RULES",
    "What does stand-off mean?": "RULES stand-off",
    "What is a standoff?": "RULES standoff",
    "What is a convoy?": "RULES convoy",
    "Où puis-je lire le règlement ?": "RÈGLES",
    "Pouvez-vous m'envoyer le règlement ?": "RÈGLES",
    "Règlement svp": "RÈGLES",
    "Que veut dire ONR ?": "RÈGLES ONR",
    "Qu'est-ce qu'un stand-off ?": "RÈGLES stand-off",
    "C'est quoi une retraite ?": "RÈGLES retraite",
}
OF_OTHERS = ("What are the rules?", "Quelles sont les règles ?", "What is the deadline?", "What are my units?")
"""What was agreed for this game, when it closes, what stands where."""


@each_case(("sentence", "command"), ASKED.items(), ids=list(ASKED))
def test_a_question_about_the_rules_is_answered_from_the_books(sentence: str, command: str) -> None:
    (line,) = read_lines(sentence)
    assert isinstance(line.request, SuggestedCommand)
    assert (line.request.command, line.request.asks) == (command, True)


@pytest.mark.parametrize("sentence", OF_OTHERS)
def test_a_question_about_the_game_is_answered_from_the_game(sentence: str) -> None:
    (line,) = read_lines(sentence)
    assert isinstance(line.request, SuggestedCommand)
    assert not line.request.command.startswith(("RULES", "RÈGLES"))


@pytest.mark.parametrize("sentence", ["What is a friend for?", "Que veut dire ce silence ?", "What does he mean?"])
def test_a_question_about_other_words_is_none_about_the_rules(sentence: str) -> None:
    (line,) = read_lines(sentence)
    assert not isinstance(line.request, SuggestedCommand) or "RULES" not in line.request.command
