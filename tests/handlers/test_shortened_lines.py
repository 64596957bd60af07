"""Lines of whoever may not have written them, cut short: what is wrong is marked where it stands, or stood."""

import pytest

from judge.handlers.acknowledgement import shortened_answers
from judge.reports.layout import plain_spaces, quote_with_mark
from judge.reports.line_answers import AnsweredLine, InvalidCommand, Unknown

LONG = "HISTORY rome and then a very long tail of words which goes beyond S1901X what"


def marked(line: str, word: str) -> tuple[str, str]:
    """The words that are shown above the carets, and the whole line that is shown, of a line with a fault at a word."""
    start = line.index(word)
    fault = InvalidCommand(Unknown.VALUE, word, start, start + len(word))
    (one,) = shortened_answers([AnsweredLine(line, fault)])
    assert isinstance(one.answer, InvalidCommand)
    shown, mark = plain_spaces(quote_with_mark(one.line, one.answer.start, one.answer.end)).split("\n")
    return shown[mark.index("^") : len(mark)], shown


@pytest.mark.parametrize("word", ["HISTORY", "rome", "very long"])
def test_words_that_are_shown_are_marked(word: str) -> None:
    assert marked(LONG, word)[0] == word


@pytest.mark.parametrize("word", ["S1901X", "what", "beyond S1901X"])
def test_of_words_that_are_cut_off_the_ellipsis_is_marked(word: str) -> None:
    assert marked(LONG, word)[0] == "…"


def test_a_line_that_is_short_is_marked_as_it_is() -> None:
    assert marked("HISTORY rome S1901X", "S1901X") == ("S1901X", "> HISTORY rome S1901X")
