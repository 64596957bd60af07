"""The worked examples of the rule texts, in their own notation, judged by their own book, as the text says."""

from collections import defaultdict
from pathlib import Path

from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_order, split_orders
from judge.notation.write import write_order, write_verdict
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Carried, Verdict
from tests.rules.cases import Case, cases
from tests.rules.trial import STANDARD, Trial
from tests.seeds.printed import printed
from tests.shared.each_case import each_case

EXAMPLES = cases(Path(__file__).parent.glob("*.toml"))
PRINTED_2003 = [case for case in EXAMPLES if case.book == "18centres" and "told" not in case.facts]


@each_case("case", EXAMPLES, ids=str)
def test_example(case: Case) -> None:
    Trial(case, printed(case.book)).hold()


@each_case("case", EXAMPLES, ids=str)
def test_the_orders_of_a_power_stand_on_one_line(case: Case) -> None:
    """000 parts them by commas, 001 by semicolons or commas."""
    orders = defaultdict(list)
    for row in case.phases[0]:
        if row.is_order:
            orders[row.power].append(row.line)
    for power, lines in orders.items():
        for between in (", ", "; "):
            assert split_orders(f"{power} {between.join(lines)}", printed(case.book).notation) == (
                f"{power} {lines[0]}",
                *lines[1:],
            )


@each_case("case", PRINTED_2003, ids=str)
def test_the_judge_prints_what_the_text_of_2003_prints(case: Case) -> None:
    """Its orders as they are, its reports with their signs: ``A PAR = BOU``, a small ``s``, ``(retraite...)``."""
    trial, notation = Trial(case, printed(case.book)), printed(case.book).notation
    for rows, position, judgement in trial.course(load_rulebook(case.book)):
        for line, verdict in trial.verdicts(rows, position, judgement):
            if verdict.order and "report" in case.facts:
                written = write_verdict(verdict, position, STANDARD, notation, "fr")
                assert written in _marked(_meant(case, line), verdict)
            elif verdict.order:
                assert write_order(verdict.order, position, STANDARD, notation) == _meant(case, line)


def _meant(case: Case, line: str) -> str:
    """A line without its slip."""
    meant: str = case.facts.get("prints", {}).get(line, line)
    return meant


def _marked(line: str, verdict: Verdict) -> tuple[str, ...]:
    """The text often leaves the mark of a unit driven out away, and has none for a convoy that carried nobody."""
    if isinstance(verdict.reason, Carried) and not verdict.reason.used:
        return line, f"{line} (inutilisé)"
    return (line, f"{line} (retraite...)") if verdict.dislodged else (line,)


def test_an_otherwise_inside_a_line_is_no_order() -> None:
    """001 IX.6: "A Mun-Ber; sinon, A Boh (S) A Mun" is not valid."""
    line, language = "A Mun-Ber; sinon, A Boh (S) A Mun", printed("1971")
    trial = next(Trial(case, language) for case in EXAMPLES if case.facts["number"] == "001-IX.6.valid")
    assert split_orders(line, language.notation) == (line,)
    read = read_order(line, trial.opening, STANDARD, language.power("ALLEMAGNE"), language.notation)
    assert isinstance(read, Misread)
    assert read.why is MisreadReason.CONDITIONAL
