"""Every order line of the rule texts and of people's letters has its one meaning."""

from collections.abc import Callable, Iterable

from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order
from judge.notation.tables import notation_names
from judge.rules.legality import why_illegal
from tests.notation.scenes import BOARD, FRANCE, Line, lines, others
from tests.shared.each_case import each_case

OF_THE_TEXTS = lines("18centres", "1971", "faf", "soop")
OF_PEOPLE = lines("as_people_write", "letters")


Read = Callable[[Line], object]


def misread(lines: Iterable[Line], read: Read) -> dict[str, object]:
    """The lines that are not read as what they mean, with what they are read as."""
    return {str(line): found for line in lines if (found := read(line)) != line.order}


def test_a_line_of_a_rule_text_is_read_by_its_own_convention_alone() -> None:
    assert misread(OF_THE_TEXTS, lambda line: read_order(line.text, line.position, BOARD, FRANCE, line.own)) == {}


@each_case("notation", notation_names())
def test_a_line_means_the_same_when_the_other_conventions_are_known_too(notation: str) -> None:
    lines = [line for line in OF_THE_TEXTS + OF_PEOPLE if line.notation == notation]

    def read(line: Line) -> object:
        return read_order(line.text, line.position, BOARD, FRANCE, line.own, others(line.own))

    assert lines
    assert misread(lines, read) == {}


def test_what_the_rules_make_void_is_read_all_the_same() -> None:
    void = [line for line in OF_THE_TEXTS + OF_PEOPLE if line.facts[1:]]
    told = [(str(line), why_illegal(BOARD, line.position, line.order)) for line in void]
    assert void
    assert [(line, why and why.value) for line, why in told] == [(str(line), line.facts[1]) for line in void]


def test_people_write_in_every_convention_and_in_every_phase() -> None:
    assert len({(line.notation, line.phase, line.units, line.text) for line in OF_PEOPLE}) >= 800
    assert {line.notation for line in OF_PEOPLE} == set(notation_names())
    assert {line.phase[-1] for line in OF_PEOPLE} == {"M", "R", "A"}


def test_an_otherwise_inside_a_line_is_refused_whole() -> None:
    """001 IX.6: "A Mun-Ber; sinon, A Boh (S) A Mun" is no order."""
    line = lines("1971")[0]
    position = line.position
    found = read_order("A Mun-Ber; sinon, A Boh (S) A Mun", position, BOARD, FRANCE, line.own)
    assert isinstance(found, Misread)
    assert (found.why, found.line[found.start : found.end]) == (MisreadReason.CONDITIONAL, "sinon")
