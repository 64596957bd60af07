"""The DATC's movement cases, the worked examples of the rule texts, and our own decisions, order by order."""

from pathlib import Path

import pytest

from tests.rules.fights import Fight, fights

HERE = Path(__file__).parent


def _named(fight: Fight) -> str:
    return f"{fight.name}[{fight.book}]"


@pytest.mark.parametrize("fight", fights((HERE / "datc").glob("6.[A-G].toml")), ids=_named)
def test_datc(fight: Fight) -> None:
    _check(fight)


@pytest.mark.parametrize("fight", fights((HERE / "seeds").glob("*.toml")), ids=_named)
def test_example_of_the_rule_text(fight: Fight) -> None:
    _check(fight)


@pytest.mark.parametrize("fight", fights((HERE / "policies").glob("*.toml")), ids=_named)
def test_decision_of_ours(fight: Fight) -> None:
    _check(fight)


def _check(fight: Fight) -> None:
    fought = fight.fought()
    assert fight.said(fought) == fight.expected
    open_to = {at: " ".join(map(str, driven.retreats)) for at, driven in fought.dislodged.items()}
    assert {at: open_to[at] for at in open_to if at in fight.retreats} == fight.retreats
