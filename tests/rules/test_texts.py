"""What the rule texts say of retreats, centres and civil disorder, and what we decided where they are silent."""

from pathlib import Path

from tests.rules.cases import Case, cases
from tests.rules.trial import hold
from tests.shared.each_case import each_case

TEXTS = Path(__file__).parent / "texts"


@each_case("case", cases(TEXTS.glob("*.toml")), ids=str)
def test_text(case: Case) -> None:
    hold(case)
