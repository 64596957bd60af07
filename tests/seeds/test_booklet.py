"""Every order that the booklet of 004 prints, in its own notation, judged by its own rules."""

from pathlib import Path

from judge.notation.read import read_order
from judge.notation.write import write_order
from judge.rules.board_file import read_board
from judge.rules.position import Position
from tests.rules.cases import Case, cases
from tests.rules.stim.campaigns import BOOK, STIM, OfTroops
from tests.rules.trial import Trial
from tests.shared.each_case import each_case

FOLDER = Path(__file__).parent / "booklet"
BOARDS = {file.stem: read_board(file.read_text(encoding="utf-8"), file.name) for file in FOLDER.glob("[bm]*.toml")}
EXAMPLES = cases([FOLDER / "004.toml"])


@each_case("case", EXAMPLES, ids=str)
def test_example(case: Case) -> None:
    board = BOARDS[case.facts["board"]]
    Trial(case, OfTroops(board), board).hold(BOOK)


@each_case("case", EXAMPLES, ids=str)
def test_an_example_is_written_as_the_booklet_prints_it(case: Case) -> None:
    """But for A P and S P, of which it prints both spellings, and for capitals."""
    board = BOARDS[case.facts["board"]]
    language = OfTroops(board)
    rows = case.phases[0]
    units = {unit.at.province: unit for row in rows if (unit := language.unit(row.power, row.line))}
    position = Position(Trial(case, language, board).opening.phase, units)
    for row in rows:
        order = language.order(row.line, position, row.power)
        written = write_order(order, position, board, STIM)
        assert written.upper() == row.line.upper().replace("AP", "A P")
        assert read_order(written, position, board, row.power, STIM) == order
