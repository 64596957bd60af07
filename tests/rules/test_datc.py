"""The Diplomacy Adjudicator Test Cases, version 3: sections 6.A to 6.J under each of our books, line by line."""

import re
from pathlib import Path

from tests.rules import datc_page
from tests.rules.cases import Case, cases
from tests.rules.trial import hold
from tests.shared.each_case import each_case

RULES = Path(__file__).parents[2] / "judge" / "rules"
CASES = cases((Path(__file__).parent / "datc").glob("6.?.toml"))


@each_case("case", CASES, ids=str)
def test_datc(case: Case) -> None:
    hold(case)


def test_every_case_of_the_datc_is_there_under_its_title() -> None:
    titles = {case.facts["number"]: case.facts["title"] for case in reversed(CASES)}
    assert titles == dict(datc_page.numbers())


def test_every_case_that_the_rules_name_is_one_of_the_datc_by_its_title() -> None:
    titles = dict(datc_page.numbers())
    code = "".join(path.read_text(encoding="utf-8") for path in RULES.rglob("*.py"))
    named = re.findall(r"\b(6\.[A-J]\.\d+)\b(?:, ([A-Z][^,:;\n]+))?", code)
    assert len(named) > 20
    assert [(number, title) for number, title in named if not titles.get(number, "").startswith(title)] == []


def test_every_case_is_run_under_every_book() -> None:
    assert not [case for case in CASES if "books" in case.facts]


def test_the_page_is_what_the_data_says() -> None:
    """``python -m tests.rules.datc_page`` writes it anew."""
    assert datc_page.PAGE.read_text(encoding="utf-8") == datc_page.page()
