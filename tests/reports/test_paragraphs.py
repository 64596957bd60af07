"""Results in the notation of 18centres print as its own reports do (000 IX to XIII): one paragraph for each power."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.notation.tables import load_notation
from judge.reports.board_tables import power_results
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing
from judge.rules.judge_phase import judge_phase
from judge.rules.rulebook import load_rulebook
from tests.reports.parlour import BOARD, orders, position
from tests.shared.each_case import each_case


class Example(NamedTuple):
    """An example of the rules: each power's orders, in the standard notation, and its paragraph there."""

    name: str
    written: Mapping[str, Sequence[str]]
    printed: Mapping[str, str]


EXAMPLES = [
    Example(
        "IX. deux attaques de même nationalité",
        {"AUSTRIA": ["A RUM - BUD", "A VIE - BUD"], "RUSSIA": ["A GAL - VIE"]},
        {"Autriche-Hongrie": "A ROU : BUD, A VIE : BUD", "Russie": "A GAL : VIE"},
    ),
    Example(
        "X.B une attaque soutenue",
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
        {"France": "A PAR = BOU, A TOU S A PAR - BOU", "Allemagne": "A MUN : BOU"},
    ),
    Example(
        "X.C retraite d'une unité participant à une situation bloquée",
        {"TURKEY": ["A BUL - RUM"], "RUSSIA": ["A SEV - RUM", "F RUM - BUL/EC", "A SER S F RUM - BUL"]},
        {
            "Turquie": "A BUL : ROU (retraite...)",
            "Russie": "A ODE = ROU, F ROU = BULcn, A SER S F ROU - BUL",
        },
    ),
    Example(
        "XI. soutien coupé et retraite",
        {
            "GERMANY": ["F BER - PRU", "A SIL S F BER - PRU"],
            "RUSSIA": ["A PRU - SIL", "A WAR S A PRU - SIL", "F BAL - PRU"],
        },
        {
            "Allemagne": "F BER : PRU, A SIL s F BER - PRU (retraite...)",
            "Russie": "F BAL : PRU, A PRU = SIL, A VAR S A PRU - SIL",
        },
    ),
    Example(
        "XIII.A convoi rompu",
        {
            "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
            "FRANCE": ["F ENG S F DEN - NTH"],
            "GERMANY": ["F DEN - NTH"],
        },
        {
            "Grande-Bretagne": "A LON : BEL, F NRD c A LON - BEL (retraite...)",
            "France": "F MAN S F DAN - NRD",
            "Allemagne": "F DAN = NRD",
        },
    ),
]


@each_case("example", EXAMPLES, ids=lambda example: example.name)
def test_paragraph_of_each_power_is_that_of_the_rules(example: Example) -> None:
    units = {
        power: ", ".join(line.split(" S ")[0].split(" C ")[0].split(" - ")[0] for line in lines)
        for power, lines in example.written.items()
    }
    before = position("S1903M", units, {})
    judgement = judge_phase(BOARD, load_rulebook("18centres"), before, orders(before, example.written))
    phrasing = Phrasing("fr", load_notation("18centres"), BOARD, before)
    printed = {power.name: plain_spaces(power.running) for power in power_results(judgement, (), phrasing)}
    assert printed == {name: f"{name} {paragraph}" for name, paragraph in example.printed.items()}
