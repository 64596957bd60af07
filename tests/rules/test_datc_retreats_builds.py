"""The test cases of the DATC on retreats, builds and removals (6.H to 6.J)."""

import pytest

from tests.rules.cases import Case, cases, play


@pytest.mark.parametrize("case", cases("datc/6.H.toml", "datc/6.I.toml", "datc/6.J.toml"), ids=str)
def test_datc(case: Case) -> None:
    play(case)
