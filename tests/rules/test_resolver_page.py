"""The tangles worked in docs/resolver.md come out as the page says."""

import re
from pathlib import Path

import pytest

from judge.notation.tables import load_notation
from judge.notation.write import write_verdict
from judge.rules.board import Power, Province, Unit
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order
from judge.rules.position import Phase, Position
from judge.rules.rulebook import load_rulebook
from tests.rules import plain

PAGE = Path(__file__).parents[2].joinpath("docs", "resolver.md").read_text(encoding="utf-8")
TANGLES = re.findall(r"^```judged\n(\S+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
BOARD, STANDARD = load_board("standard"), load_notation("standard")


@pytest.mark.parametrize(("book", "told"), TANGLES, ids=[f"{book}-{told.split()[0]}" for book, told in TANGLES])
def test_a_tangle_comes_out_as_told(book: str, told: str) -> None:
    units: dict[Province, Unit] = {}
    orders: dict[Power, list[Order]] = {}
    for power, line in (row.split(maxsplit=1) for row in told.splitlines()):
        unit = plain.unit(power, " ".join(line.split()[:2]))
        units[unit.at.province] = unit
        orders.setdefault(unit.power, []).append(plain.order(line.partition(" (")[0]))
    position = Position(Phase.parse("S1905M"), units)
    judgement = judge_phase(BOARD, load_rulebook(book), position, orders)
    rows = [
        f"{power:8} {write_verdict(verdict, position, BOARD, STANDARD)}"
        for power, verdicts in judgement.verdicts.items()
        for verdict in verdicts
    ]
    assert sorted(rows) == sorted(told.splitlines())


def test_the_page_works_tangles_under_both_kinds_of_book() -> None:
    assert [book for book, _ in TANGLES] == ["2023", "2023", "18centres"]
