"""Reports print an order with what became of it; such lines are for reading, not for sending back."""

import pytest

from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_in
from judge.notation.write import write_verdict
from judge.rules.board import Location, Province, Unit, UnitKind
from judge.rules.orders import Build, Disband, Order
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Dislodgement,
    Disrupted,
    HeadToHead,
    Illegal,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)
from tests.notation.scenes import BOARD, FRANCE, Line, lines, scene, standing_in
from tests.rules import plain
from tests.shared.each_case import each_case

SOMEWHERE = Province("SIL")
REASONS: dict[str, Reason] = {
    "Stood": Stood(),
    "Moved": Moved(1),
    "Supported": Supported(),
    "Carried": Carried(),
    "Bounced": Bounced((SOMEWHERE,), 1, 1),
    "HeadToHead": HeadToHead(SOMEWHERE, 1, 1),
    "OwnUnit": OwnUnit(SOMEWHERE),
    "OwnSupport": OwnSupport(SOMEWHERE, (SOMEWHERE,), 1, 1),
    "Cut": Cut((SOMEWHERE,)),
    "Unmatched": Unmatched(None),
    "NoConvoy": NoConvoy(),
    "Disrupted": Disrupted((SOMEWHERE,)),
    "Paradox": Paradox((SOMEWHERE,)),
    "Void": Void(Illegal.NOT_ADJACENT),
    "Unordered": Stood(unordered=True),
    "Retreated": Retreated(),
    "RetreatsCollided": RetreatsCollided((SOMEWHERE,)),
    "NoRetreatOrder": NoRetreatOrder(),
    "NowhereToGo": NowhereToGo(),
    "Disbanded": Disbanded(),
    "Built": Built(),
    "RemovedByDefault": RemovedByDefault(3),
    "Waived": Waived(2, by_order=False),
}
OF_THE_TEXT = lines("18centres.reports")


def verdict(order: Order | None, unit: Unit | None, status: str) -> Verdict:
    reason, _, dislodged = status.partition("; ")
    return Verdict(unit, order, REASONS[reason], Dislodgement(SOMEWHERE, 2, 1) if dislodged else None)


def written(line: Line, notation: str, language: str = "en") -> str:
    unit = next(iter(line.position.units.values()), None)
    status = verdict(line.order, unit, line.facts[1])
    return write_verdict(status, line.position, BOARD, load_notation(notation), language)


@each_case("line", OF_THE_TEXT, ids=str)
def test_a_report_of_18centres_prints_as_its_rules_do(line: Line) -> None:
    assert written(line, "18centres", "fr") == line.text


@each_case("line", OF_THE_TEXT, ids=str)
def test_a_line_with_the_marks_of_a_report_is_refused_with_the_order_it_was(line: Line) -> None:
    found = read_order(line.text, line.position, BOARD, FRANCE, line.own)
    if any(mark in line.text for mark in (" : ", " = ", "(retraite...)")):
        assert isinstance(found, Misread)
        assert (found.why, found.meanings) == (MisreadReason.REPORT_MARK, (line.order,))
        assert read_order(found.hints[0], line.position, BOARD, FRANCE, line.own) == line.order
    else:
        assert found == line.order


MARKS = [
    # the order, what became of it, in the standard convention in English, in that of 18centres in French
    ("A PAR - BUR", "Moved", "A PAR - BUR", "A PAR = BOU"),
    ("A PAR - BUR", "Bounced", "A PAR - BUR (bounce)", "A PAR : BOU"),
    ("A PAR - BUR", "HeadToHead", "A PAR - BUR (bounce)", "A PAR : BOU"),
    ("A PAR - BUR", "OwnUnit", "A PAR - BUR (bounce)", "A PAR : BOU"),
    ("A PAR - BUR", "OwnSupport", "A PAR - BUR (bounce)", "A PAR : BOU"),
    ("A PAR - BUR", "Bounced; dislodged", "A PAR - BUR (bounce, dislodged)", "A PAR : BOU (retraite...)"),
    ("A PAR - LON", "Void", "A PAR - LON (void)", "A PAR : LON (nul)"),
    ("A LON - BEL VIA", "NoConvoy", "A LON - BEL VIA (no convoy)", "A LON : BEL par convoi (sans convoi)"),
    ("A LON - BEL", "Disrupted", "A LON - BEL (convoy broken)", "A LON : BEL"),
    ("A LON - BEL", "Paradox", "A LON - BEL (paradox)", "A LON : BEL (paradoxe)"),
    ("A PAR H", "Stood", "A PAR H", "A PAR T"),
    ("A PAR H", "Stood; dislodged", "A PAR H (dislodged)", "A PAR T (retraite...)"),
    ("A PAR H", "Unordered", "A PAR H (no order)", "A PAR T"),
    ("A PAR S F BRE", "Supported", "A PAR S F BRE", "A PAR S F BRE T"),
    ("A PAR S F BRE", "Cut", "A PAR S F BRE (cut)", "A PAR s F BRE T"),
    ("A PAR S F BRE - PIC", "Unmatched", "A PAR S F BRE - PIC (no effect)", "A PAR S F BRE - PIC (sans effet)"),
    ("A PAR S F BRE - PIC", "Void", "A PAR S F BRE - PIC (void)", "A PAR S F BRE - PIC (nul)"),
    ("F NTH C A LON - BEL", "Carried", "F NTH C A LON - BEL", "F NRD C A LON - BEL"),
    (
        "F NTH C A LON - BEL",
        "Disrupted; dislodged",
        "F NTH C A LON - BEL (convoy broken, dislodged)",
        "F NRD c A LON - BEL (retraite...)",
    ),
    ("A BUR R PAR", "Retreated", "A BUR R PAR", "A BOU r PAR"),
    ("A BUR R PAR", "RetreatsCollided", "A BUR R PAR (collided)", "A BOU r PAR (annihilée)"),
    ("A BUR D", "Disbanded", "A BUR D", "A BOU d"),
]


@each_case(("order", "status", "english", "french"), MARKS)
def test_marks_stand_in_the_order_or_after_it(order: str, status: str, english: str, french: str) -> None:
    phase = "F1901R" if order.startswith("A BUR") else "S1901M"
    line = Line("standard", phase, order, (order, status))
    assert written(line, "standard") == english
    assert written(line, "18centres", "fr") == french


UNORDERED = [
    # phase, unit, what became of it without an order, in English, in French
    ("S1901M", "A PAR", "Unordered; dislodged", "A PAR H (no order, dislodged)", "A PAR T (retraite...)"),
    ("F1901R", "A BUR", "NoRetreatOrder", "A BUR D (no retreat ordered)", "A BOU d (dispersée)"),
    ("F1901R", "A BUR", "NowhereToGo", "A BUR D (nowhere to go)", "A BOU d (annihilée)"),
    ("W1901A", "A BUR", "RemovedByDefault", "A BUR D (civil disorder)", "-A BOU (désordre civil)"),
]


@pytest.mark.parametrize(("phase", "unit", "status", "english", "french"), UNORDERED)
def test_a_unit_without_an_order_is_printed_as_what_it_did(
    phase: str, unit: str, status: str, english: str, french: str
) -> None:
    position = scene(phase, unit)
    found = verdict(None, plain.unit(FRANCE, unit), status)
    assert write_verdict(found, position, BOARD, load_notation("standard")) == english
    assert write_verdict(found, position, BOARD, load_notation("18centres"), "fr") == french


def test_adjustments_are_printed_as_they_are_ordered() -> None:
    position, own = scene("W1901A", "A UKR"), load_notation("18centres")
    marseilles = Location(Province("MAR"))
    built = Verdict(Unit(FRANCE, UnitKind.FLEET, marseilles), Build(UnitKind.FLEET, marseilles), Built())
    removed = Verdict(plain.unit(FRANCE, "A UKR"), Disband(Province("UKR")), Disbanded())
    waived = Verdict(None, None, REASONS["Waived"])
    assert [write_verdict(one, position, BOARD, own) for one in (built, removed, waived)] == [
        "+F TOU",
        "-A UKR",
        "+ rien",
    ]


def test_every_reason_is_printed() -> None:
    seen = {
        status.partition(";")[0]
        for row in (*MARKS, *UNORDERED)
        for status in row
        if status.partition(";")[0] in REASONS
    }
    assert seen | {"Built", "Waived"} == set(REASONS)


def test_the_units_of_a_line_are_those_it_names() -> None:
    assert standing_in("F NTH C A LON - BEL") == ["F NTH", "A LON"]


def test_battle_soop_underlines_an_order_that_failed_in_letters_alone() -> None:
    """003 1.6; pages of the archive are as they were."""
    position, pages = scene("S1901M", "A PAR"), load_notation("soop")
    letters, unit = notation_in(pages, "fr"), plain.unit(FRANCE, "A PAR")
    bounced, entered = (verdict(plain.order("A PAR - BUR"), unit, reason) for reason in ("Bounced", "Moved"))
    gone = verdict(None, unit, "NowhereToGo")
    assert write_verdict(bounced, position, BOARD, letters, "fr") == "_A Par – Bou_ (bloquée)"
    assert write_verdict(bounced, position, BOARD, pages, "fr") == "A Par – Bou (bloquée)"
    assert write_verdict(entered, position, BOARD, letters, "fr") == "A Par – Bou"
    assert "_" not in write_verdict(gone, position, BOARD, letters, "fr")
