"""Several orders on one line, one of them wrong: the others are not lost, and a line that would work is told."""

import pytest

from tests.corpus.carried_out import carried_out
from tests.corpus.collection import CorpusLetter

WOULD_WORK = frozenset({"A ROM - APU"})
TWO, NONE = frozenset({"A VEN H", "F NAP - ION"}), frozenset[str]()


@pytest.mark.parametrize(
    ("line", "in_force", "offered"),
    [
        ("A VEN H, A ROM - POU, F NAP - ION", TWO, WOULD_WORK),
        ("A VEN H; A ROM - POU; F NAP - ION.", TWO, WOULD_WORK),
        ("A ROM - POU, A VEN H, F NAP - ION", TWO, WOULD_WORK),
        ("Venice holds, Rome goes to Poulia, Naples to the Ionian.", NONE, TWO),
    ],
)
def test_one_wrong_order_of_a_row_takes_no_other_with_it_and_is_answered(
    line: str, in_force: frozenset[str], offered: frozenset[str]
) -> None:
    letter = CorpusLetter("en", "rows", 1, "opening", "ITALY", "standard", (line,), never=WOULD_WORK)
    outturn = carried_out(letter)
    assert (outturn.executed, outturn.offered) == (in_force, offered)
    assert outturn.offered | outturn.hinted >= WOULD_WORK
