"""What mail programs and people make of an order: arrows, bullets, words behind it, coasts in words."""

import pytest

from judge.notation.line import Misread, MisreadReason, Offered
from judge.notation.several_orders import read_orders
from judge.notation.tables import load_notation, notation_names
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import Build, Move, Order, SupportHold, SupportMove
from judge.rules.position import Position
from tests.reports.parlour import position
from tests.shared.each_case import each_case

BOARD = load_board("standard")
FRANCE, RUSSIA, TURKEY = Power("FRANCE"), Power("RUSSIA"), Power("TURKEY")
SPRING = position("S1901M", {"FRANCE": "A PAR"}, {})
PARIS = Move(Province("PAR"), Location(Province("BUR")))


def read(
    line: str, notation: str = "standard", power: Power = FRANCE, at: Position = SPRING
) -> list[Order | Misread | Offered]:
    others = [load_notation(name) for name in notation_names() if name != notation]
    return [found for _, found in read_orders(line, at, BOARD, power, load_notation(notation), others)]


ARROWS = (
    "-> --> => ==> ~> > >> → ⇒ ⟶ ⟹ ⇨ "
    "➔ ➙ ➛ ➜ ➝ ➞ ➡ ➡\ufe0f ⇾ ↦ ⟼ ▶ ► ▸ ➤ 🡒 🡺 ＞ \uf0e0 \uf0e8 \uf0f0 à è |-> -&gt; =&gt;"
)


@each_case("notation", ["standard", "faf", "18centres"])
@each_case("arrow", ARROWS.split())
def test_whatever_a_mail_program_makes_of_an_arrow_is_an_attack(arrow: str, notation: str) -> None:
    own = load_notation(notation)
    line = f"A {own.places[Province('PAR')]} {arrow} {own.places[Province('BUR')]}"
    assert read(line, notation) == [PARIS]


@each_case("arrow", ["←", "⇐", "↔", "\uf0df", "<-"])
def test_an_arrow_that_points_back_is_no_attack(arrow: str) -> None:
    assert all(isinstance(found, Misread) for found in read(f"A PAR {arrow} BUR"))


BULLETS = (
    "1 1. 1) (1) 1/ 1: 2) 3.) a) b) b. (b) B. c. ii. ii) iv. "
    "- * + • · ◦ ‣ ▪ ⁃ ● ○ ■ □ ❖ ✔ § Ø o # \uf0b7 \uf0a7 \uf0d8 ①"
)


@each_case("notation", ["standard", "faf", "18centres"])
@each_case("bullet", [*BULLETS.split(), "1. a)", "- 1)"])
def test_a_bullet_before_an_order_is_no_part_of_it(bullet: str, notation: str) -> None:
    own = load_notation(notation)
    line = f"{own.places[Province('PAR')]} - {own.places[Province('BUR')]}"
    assert read(f"{bullet} A {line}", notation) == [PARIS]
    assert read(f"{bullet} {line}", notation) == [PARIS]


@pytest.mark.parametrize("line", ["A. PAR - BUR", "a. A PAR - BUR", "f. A PAR - BUR"])
def test_the_letter_of_a_unit_may_have_a_stop(line: str) -> None:
    assert read(line) == [PARIS]


def test_the_letter_of_a_fleet_that_is_built_is_no_bullet() -> None:
    winter = position("W1901A", {}, {"FRANCE": "PAR BRE MAR"})
    assert read("F. BRE B", at=winter) == [Build(UnitKind.FLEET, Location(Province("BRE")))]


REMARKS = [
    "please", "Please!", ", please", "pls", "thanks", "- thanks", "thank you", "as agreed", ", as agreed",
    "(as agreed)",
    "as agreed with Germany", "(as agreed with the German)", "(a good idea)", "(my choice)", "of course", "again",
    "(thanks for the tip)", "for now", "merci", ", merci", "svp", "s'il vous plaît", "s’il vous plaît",
    "S'il te plait",
    "merci d'avance.", "comme convenu", "(comme convenu)", "comme convenu avec l'Allemagne", "bien sûr", "(merci !)",
    "(une bonne idée)", ", comme prévu", "cette fois", "plutôt", "please, sir", "merci maître",
]  # fmt: skip


@each_case("order", ["A PAR - BUR", "A PAR-BUR", "A Par - Bourgogne", "PAR - BOU"])
@each_case("remark", REMARKS)
def test_words_behind_an_order_that_change_nothing_are_no_part_of_it(remark: str, order: str) -> None:
    assert read(f"{order} {remark}") == [PARIS]


DOUBTS = [
    "?", "or PIC", "(or PIC)", "ou PIC", "if Italy agrees", "(if Italy agrees)", "unless there is war", "not",
    "(not)",
    "please not", "(cancelled)", "(annulé)", "(H)", "is what he wants", "(to be discussed)", "(not sure)", "(sure ?)",
    "(don't)", "(isn't sure)", "(I can't)", "(Italy hasn't agreed)",
    "(n'est pas sûr)", "sauf avis contraire", "sinon PIC", "and PIC", "F BRE H", "(but not PIC)", "(bounce)", "(Pic)",
    "via Munich", "(PIC?)", "(bloquée)", "next year", "please S A MAR", "(ignore)",
]  # fmt: skip


@each_case("remark", DOUBTS)
def test_words_that_leave_two_meanings_are_asked_about(remark: str) -> None:
    assert any(isinstance(found, Misread | Offered) for found in read(f"A PAR - BUR {remark}"))


def test_the_place_of_such_words_is_shown() -> None:
    (misread,) = read("A PAR - BUR is what he wants")
    assert isinstance(misread, Misread)
    assert (misread.why, misread.start) == (MisreadReason.TOO_MUCH, len("A PAR - BUR "))


IN_WORDS = {
    "en": (
        "{name} ({side} coast)", "{name} {side} coast", "{name}, {side} coast", "{name} - {side} coast",
        "{name}/{side} coast",
        "{side} coast of {name}", "the {side} coast of {name}", "{name} ({side})", "{name} [{side} coast]",
        "{name} ({side}ern coast)",
        "{name}'s {side} coast", "{name} (the {side} coast)", "{name} on the {side} coast", "{name} via {side} coast",
        "{name}, on the {side} coast", "{name} ({initial}. coast)", "{name} – {side} coast",
        "{name} {initial}c", "{name} by the {side} coast",
    ),
    "fr": (
        "{name} (côte {side})", "{name} côte {side}", "{name}, côte {side}", "{name} - côte {side}",
        "{name}/côte {side}",
        "côte {side} de {name}", "la côte {side} de {name}", "{name} ({side})", "{name} [côte {side}]",
        "{name} (la côte {side})",
        "{name} sur la côte {side}", "{name} par la côte {side}", "{name} (c. {side})", "{name} Cote {side}",
        "{name} – côte {side}",
        "{name} c{initial}",
    ),
}  # fmt: skip
COASTS: dict[str, tuple[str, Power, dict[str, tuple[str, ...]], str]] = {
    "BUL": ("F CON", TURKEY, {"en": ("Bulgaria", "BUL"), "fr": ("Bulgarie", "BUL")}, "EC"),
    "SPA": ("F GAS", FRANCE, {"en": ("Spain",), "fr": ("Espagne", "l'Espagne")}, "NC"),
    "STP": ("F BAR", RUSSIA, {"en": ("St Petersburg", "St. Petersburg", "Saint Petersburg"),
                              "fr": ("Saint-Pétersbourg", "St-Pétersbourg")}, "NC"),
}  # fmt: skip
SIDES = {"en": ("north", "n"), "fr": ("nord", "n")}
NOTATIONS = [name for name in notation_names() if load_notation(name).board == "standard"]


@each_case("notation", NOTATIONS)
@each_case("language", IN_WORDS)
@each_case("region", COASTS)
def test_coasts_are_read_in_words(region: str, language: str, notation: str) -> None:
    unit, power, names, coast = COASTS[region]
    at = position("S1903M", {power: unit}, {})
    here = Province(unit.split()[1])
    side, initial = SIDES[language]
    for form in IN_WORDS[language]:
        for name in names[language]:
            line = form.format(name=name, side=side, initial=initial)
            own = load_notation(notation).places[here]
            assert read(f"F {own} - {line}", notation, power, at) == [Move(here, Location(Province(region), coast))], (
                line
            )


@each_case("notation", NOTATIONS)
@each_case(
    ("line", "phase", "units", "power", "order"),
    [
        ("F Saint-Pétersbourg (côte sud) S F Baltique - Botnie", "S1903M", "F STP/SC, F BAL", RUSSIA,
         SupportMove(Province("STP"), Province("BAL"), Location(Province("BOT")))),
        ("St Petersburg (south coast) - Gulf of Bothnia", "S1903M", "F STP/SC", RUSSIA,
         Move(Province("STP"), Location(Province("BOT")))),
        ("F Mer Noire S F Bulgarie (côte nord)", "S1903M", "F BLA, F BUL/EC", TURKEY,
         SupportHold(Province("BLA"), Province("BUL"))),
        ("F Mer Noire S F Constantinople - Bulgarie (côte nord)", "S1903M", "F BLA, F CON", TURKEY,
         SupportMove(Province("BLA"), Province("CON"), Location(Province("BUL"), "EC"))),
        ("+F Saint-Pétersbourg (côte nord)", "W1903A", "", RUSSIA,
         Build(UnitKind.FLEET, Location(Province("STP"), "NC"))),
        ("Build fleet St Petersburg, south coast", "W1903A", "", RUSSIA,
         Build(UnitKind.FLEET, Location(Province("STP"), "SC"))),
    ],
    ids=["support of one on a coast", "from a coast", "support on a coast", "support to a coast", "build",
    "build in English"],
)  # fmt: skip
def test_coasts_in_words_stand_in_every_kind_of_order(
    notation: str, line: str, phase: str, units: str, power: Power, order: Order
) -> None:
    at = position(phase, {power: units}, {power: "STP MOS"} if phase.startswith("W") else {})
    assert read(line, notation, power, at) == [order]
