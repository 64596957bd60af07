"""The archive of a game whose master went back or corrected it: no page is lost, what counts no longer says so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.paths.archive import write_missing_pages
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame
from judge.shell.play import load_record, play_phase
from tests.shared.seated import agree, lay_seated_table


def play_undo_correct(table: LocalGame) -> None:
    """A year is played, then undone from its autumn on; the new autumn is corrected and judged."""
    for phase in load_record("one")[:3]:
        play_phase(table, phase, {})
    (folder(table) / "002-F1901M.txt").write_text("annotated by hand\n", encoding="utf-8")
    master = table.players[Power("AUSTRIA")]
    master.answer("ROLLBACK F1901M")
    table.settle()
    agree(table)
    master.answer("CORRECT\nOWNER BEL FRANCE\nREASON It had been forgotten.\nENDCORRECT")
    table.settle()
    agree(table, 2)
    assert table.game.deadline is not None
    table.clock.advance_to(table.game.deadline.at)
    table.judge.wake()
    table.settle()


@pytest.fixture
def undone(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path, played_on=play_undo_correct)
    yield table
    table.judge.stop()


def folder(table: LocalGame) -> Path:
    return table.judge.services.config.folders.archive / GAME


def pages(table: LocalGame) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder(table).iterdir())}


def test_numbers_go_on_and_no_page_is_deleted(undone: LocalGame) -> None:
    assert list(pages(undone)) == [
        "000-opening.txt",
        "001-S1901M.txt",
        "002-F1901M.txt",
        "003-W1901A.txt",
        "004-F1901M-agreed.txt",
        "004-F1901M-corrected.txt",
        "004-F1901M-undone.txt",
        "004-F1901M.txt",
        "004-S1902M-agreed.txt",
        "index.txt",
    ]


def test_undone_pages_keep_what_they_said_and_the_index_tells_which_they_are(undone: LocalGame) -> None:
    told = pages(undone)
    marked = [line.strip() for line in told["index.txt"].splitlines() if line.endswith(", undone")]
    assert marked == ["002-F1901M.txt, undone", "003-W1901A.txt, undone"]
    assert "These pages count no longer: 2, 3." in " ".join(told["004-F1901M-undone.txt"].split())
    assert told["002-F1901M.txt"] == "annotated by hand\n"
    before = told
    write_missing_pages(undone.judge.services, GAME)
    assert pages(undone) == before


def test_a_correction_has_its_page_with_the_reason(undone: LocalGame) -> None:
    page = pages(undone)["004-F1901M-corrected.txt"]
    assert "The reason: It had been forgotten." in page
    assert 'give-centre centre="BEL" to="FRANCE"' in page


def test_a_lost_page_that_was_undone_is_written_again(undone: LocalGame) -> None:
    before = pages(undone)["003-W1901A.txt"]
    (folder(undone) / "003-W1901A.txt").unlink()
    write_missing_pages(undone.judge.services, GAME)
    assert pages(undone)["003-W1901A.txt"] == before


def test_questions_are_about_what_counts(undone: LocalGame) -> None:
    services = undone.judge.services
    assert [(event.number, str(event.before.phase)) for event in services.phases(GAME)] == [
        (1, "S1901M"),
        (4, "F1901M"),
    ]
