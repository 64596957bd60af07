"""An order that is void in the codes of its reader's own book, and legal in another's, is asked about (0356)."""

import pytest

from tests.corpus.carried_out import carried_out
from tests.corpus.collection import CorpusLetter


@pytest.mark.parametrize(
    ("scene", "power", "line", "in_force", "offered"),
    [
        ("one/F1902R", "GERMANY", "A MUN R TYR", "", "A MUN R TYR"),
        ("one/F1902R", "GERMANY", "A MUN R ALP", "A MUN R TYR", ""),
        ("one/W1901A", "FRANCE", "+ A MAR", "", "A MAR B"),
        ("one/W1901A", "FRANCE", "+ A TOU", "A MAR B", ""),
        ("opening", "ITALY", "A VEN - TYR", "", "A VEN - TYR"),
        ("opening", "ITALY", "F NAP - TYR", "F NAP - TYS", ""),
    ],
)
def test_what_is_void_in_the_own_codes_and_legal_in_others_is_offered(
    scene: str, power: str, line: str, in_force: str, offered: str
) -> None:
    found = carried_out(CorpusLetter("fr", "codes", 1, scene, power, "18centres", (line,)))
    assert (sorted(found.executed), sorted(found.offered)) == ([in_force] * bool(in_force), [offered] * bool(offered))
