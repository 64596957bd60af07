"""Lines of a war as people write them, each with the orders it must mean."""

import re
from collections.abc import Iterator
from pathlib import Path

from judge.game.visibility import as_seen_by
from judge.notation.errands import write_errand
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import OrderAccepted, ScoutOrderAccepted
from tests.campaign.scene import SEATS, carried_out, scenes
from tests.shared.each_case import each_case

_HEAD = re.compile(r"^== (?P<scene>.+)$")
STIM = load_notation("stim")


def listed() -> Iterator[tuple[str, str, str]]:
    here = ""
    for row in (Path(__file__).parent / "lines.txt").read_text(encoding="utf-8").splitlines()[2:]:
        head = _HEAD.match(row)
        here = head["scene"] if head else here
        if not head and row:
            line, _, orders = row.partition(" => ")
            yield here, line, orders


LINES = list(listed())


def meant(scene: str, letter: str) -> list[str]:
    """The orders a letter gives, as the booklet writes them, and the kind of every other answer."""
    game, power = scenes()[scene]
    known = as_seen_by(game, SEATS[power])
    assert known.position
    found = []
    for answered in carried_out(game, letter, power).answers:
        match answered.answer:
            case OrderAccepted(order=order):
                found.append(write_order(order, known.position, known.board, STIM))
            case ScoutOrderAccepted(errand=errand):
                found.append(write_errand(errand))
            case other:
                found.append(f"{type(other).__name__}: {other}")
    return found


@each_case(("scene", "line", "orders"), LINES, ids=[line for _, line, _ in LINES])
def test_a_line_means_these_orders(scene: str, line: str, orders: str) -> None:
    assert meant(scene, line) == orders.split(" | ")


@each_case(("scene", "orders"), sorted({(scene, orders) for scene, _, orders in LINES}))
def test_what_is_written_is_read_back(scene: str, orders: str) -> None:
    assert meant(scene, "\n".join(orders.split(" | "))) == orders.split(" | ")


def test_there_are_enough_lines() -> None:
    assert len(LINES) >= 120


BROKEN = """Aadleron, tour 1, première phase :

l'infanterie de Gué-des-Aulnes soutient les Warmecs de Pontcendre sur
Furtenau
l'éclaireur de Pontcendre espionne rapidement les chevaliers de
Brückental
E AAD A LIS"""


def test_a_letter_broken_by_a_mail_program_is_made_whole() -> None:
    *_, support, spying, going = meant("first phase", BROKEN)
    assert [support, spying, going] == ["I GUE S W PON A FUR", "E PON E R BRU", "E AAD A LIS"]
