"""Letters that give no order: those that call for an answer have one; courtesies, press, letters to others do not."""

from pathlib import Path

from tests.corpus.carried_out import carried_out
from tests.corpus.collection import CorpusLetter
from tests.shared.each_case import each_case

ROWS = [
    tuple(line.split(" | ", 2))
    for line in (Path(__file__).parent / "calls.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@each_case(("fate", "language", "text"), ROWS)
def test_talk_is_answered_where_it_calls_for_an_answer(fate: str, language: str, text: str) -> None:
    said = text.replace("\\n", "\n")
    done = carried_out(CorpusLetter(language, "talk", 1, "opening", "FRANCE", "standard", (said,)))
    assert (done.executed, done.is_talk) == (frozenset(), fate == "silent")
    assert fate == "answered" or not done.unclear
