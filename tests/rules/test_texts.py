"""What the rule texts say of retreats, centres and civil disorder, and what we decided where they are silent."""

from pathlib import Path

import pytest

from tests.rules.cases import Case, cases
from tests.rules.trial import hold

TEXTS = Path(__file__).parent / "texts"


@pytest.mark.parametrize("case", cases(TEXTS.glob("*.toml")), ids=str)
def test_text(case: Case) -> None:
    hold(case)
