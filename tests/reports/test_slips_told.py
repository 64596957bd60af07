"""What is probably not meant, as its writer is told in one line; in the fog nothing is told of what is hidden."""

from collections.abc import Mapping, Sequence

from judge.game.settings import Language
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import AnsweredLine, OrderAccepted
from judge.reports.orders import orders_in_force
from judge.reports.quoted_lines import game_phrasing
from tests.reports.parlour import FRANCE, SEATS, game_at, given, order, position, speaking
from tests.reports.reasons import BOTH
from tests.shared.each_case import each_case

SPRING = position(
    "S1903M",
    {"FRANCE": "A PAR, A BUR, A MAR, A PIC, F ENG, F MAO", "GERMANY": "A MUN, A RUH", "ENGLAND": "F NTH"},
    {"FRANCE": "PAR MAR BRE"},
)
NOTES: Mapping[str, tuple[Sequence[str], str, str]] = {
    "a support to hold of a mover": (
        ["A PAR S A BUR", "A BUR - BEL"],
        "Note: A PAR S A BUR has no effect beside A BUR - BEL: a unit that moves gets no support to hold.",
        (
            "À noter : A PAR S A BOU T est sans effet avec A BOU - BEL : "
            "une unité qui part ne reçoit pas de soutien sur place."
        ),
    ),
    "a support of another attack": (
        ["A MAR S A PAR - BUR", "A PAR - GAS"],
        "Note: A MAR S A PAR - BUR has no effect beside A PAR - GAS, which is not the move it supports.",
        "À noter : A TOU S A PAR - BOU est sans effet avec A PAR - GAS, qui n’est pas le mouvement soutenu.",
    ),
    "two to one region": (
        ["A PAR - GAS", "A MAR - GAS"],
        "Note: A MAR - GAS and A PAR - GAS go to the same region, and at most one of them will get there.",
        "À noter : A TOU - GAS et A PAR - GAS visent la même région, et une seule de ces unités pourra y entrer.",
    ),
    "an own unit": (
        ["A PAR - BUR", "A BUR H"],
        "Note: A PAR - BUR attacks a unit of yours that is to stay (A BUR H), and cannot dislodge it.",
        "À noter : A PAR - BOU attaque une de vos unités qui doit rester (A BOU T), et ne peut pas la déloger.",
    ),
    "an exchange": (
        ["A PAR - BUR", "A BUR - PAR"],
        "Note: A BUR - PAR and A PAR - BUR would change places, which units can do only by convoy.",
        "À noter : A BOU - PAR et A PAR - BOU échangeraient leurs places, ce qui ne se fait que par convoi.",
    ),
    "a convoy without its army": (
        ["F ENG C A PIC - LON", "A PIC - BEL"],
        "Note: F ENG C A PIC - LON carries nobody beside A PIC - BEL.",
        "À noter : F MAN C A PIC - LON ne convoie personne avec A PIC - BEL.",
    ),
    "an army without its convoy": (
        ["A PIC - LON", "F ENG H"],
        "Note: A PIC - LON needs a convoy, and your fleets on its way are ordered to do something else.",
        "À noter : A PIC - LON demande un convoi, et vos flottes sur le trajet ont d’autres ordres.",
    ),
}


def notes(lines: Sequence[str], language: Language, *, foreseen: bool = False, again: Sequence[str] = ()) -> list[str]:
    """The notes below the orders in force; ``again`` are lines of the letter that these orders came with."""
    game = speaking(game_at(SPRING, *given(SPRING, "FRANCE", *lines)), SEATS[FRANCE], language)
    phrasing = game_phrasing(game, game.people[SEATS[FRANCE]])
    answers = [AnsweredLine(line, OrderAccepted(FRANCE, order(line, SPRING))) for line in (*again, *lines)]
    told = orders_in_force(game, FRANCE, phrasing, answers, foreseen=foreseen).notes
    plain = [plain_spaces(note).replace("\N{NO-BREAK SPACE}", " ") for note in told]
    return [note for note in plain if note.startswith(("Note", "À noter"))]


@each_case(("lines", "english", "french"), NOTES.values(), ids=list(NOTES))
def test_a_slip_is_told_in_one_line(lines: Sequence[str], english: str, french: str) -> None:
    assert {language: notes(lines, language) for language in BOTH} == {"en": [english], "fr": [french]}


def test_help_for_a_stranger_is_told_where_it_was_kept_in_advance() -> None:
    lines = ["A BUR S A MUN", "A PAR S A BUR"]
    assert notes(lines, "en") == []
    assert notes(lines, "en", foreseen=True) == [
        "Note: A BUR S A MUN was kept in advance, and helps a unit that is not yours."
    ]
    assert notes(lines, "fr", foreseen=True) == [
        "À noter : A BOU S A MUN T, préparé à l’avance, aide une unité qui n’est pas à vous."
    ]


def test_two_orders_for_one_unit_in_one_letter_are_told() -> None:
    said = {language: notes(["A PAR - GAS"], language, again=["A PAR - PIC"]) for language in BOTH}
    assert said == {
        "en": ["Note: your letter has several orders for A PAR; A PAR - GAS is the one that stands."],
        "fr": ["À noter : votre lettre contient plusieurs ordres pour A PAR ; c’est A PAR - GAS qui compte."],
    }
    assert notes(["A PAR - GAS"], "en", again=["A PAR - GAS"]) == []


def test_an_army_that_others_could_carry_is_no_slip() -> None:
    assert notes(["A PIC - EDI", "F ENG C A PIC - EDI"], "en") == []
    assert len(notes(["A PIC - EDI", "F ENG H"], "en")) == 1
