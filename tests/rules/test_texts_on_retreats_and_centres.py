"""What the rules of 2003 (000) and of 1971 (001) say of retreats, centres, adjustments and civil disorder."""

import pytest

from tests.rules.cases import Case, cases, play


@pytest.mark.parametrize("case", cases("texts/retreats.toml", "texts/centres.toml"), ids=str)
def test_text(case: Case) -> None:
    play(case)
