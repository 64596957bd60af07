"""The archive: one page for every phase, readable alone, the same whoever reads it, written again if it is lost."""

import logging
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.phases.close import next_alarm
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.paths.archive import write_missing_pages
from judge.rules.board import Power
from judge.rules.position import opening_position
from judge.service.app import Judge
from judge.shell.local_game import GAME, LocalGame
from judge.shell.play import load_record, play_phase
from tests.shared.seated import agree, lay_seated_table


def play_a_year(table: LocalGame) -> None:
    """The first year of a recorded game, with a letter to everyone in it."""
    press = {
        Power("ITALY"): "PRESS TO ALL\nItaly is at peace.\nENDPRESS",
        Power("FRANCE"): "PRESSE À ITALIE\nChut.\nFIN PRESSE",
    }
    for phase in load_record("one")[:3]:
        play_phase(table, phase, press if str(phase.phase) == "S1901M" else {})


@pytest.fixture
def played(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path, played_on=play_a_year)
    yield table
    table.judge.stop()


def pages(table: LocalGame) -> dict[str, str]:
    folder = table.judge.services.config.folders.archive / GAME
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


def test_pages_are_numbered_in_order(played: LocalGame) -> None:
    assert list(pages(played)) == ["000-opening.txt", "001-S1901M.txt", "002-F1901M.txt", "003-W1901A.txt", "index.txt"]


def test_a_page_holds_position_orders_results_centres_and_public_press(played: LocalGame) -> None:
    page = pages(played)["001-S1901M.txt"]
    for title in ("Position before", "Orders and results", "Position before F1901M", "Centres", "Public press"):
        assert f"\n{title}\n" in page
    assert "Italy is at peace." in page
    assert "Chut." not in page, "a letter to one player is not public"


def test_no_page_names_a_person(played: LocalGame) -> None:
    for name, page in pages(played).items():
        assert "@" not in page, name


def test_the_orders_of_a_page_can_be_read_back(played: LocalGame) -> None:
    page = pages(played)["001-S1901M.txt"]
    orders = page[page.index("Orders and results") : page.index("Position before F1901M")]
    lines = re.findall(r"^  ([AF] \S.*?)(?: \(.*\))?$", orders, re.MULTILINE)
    position, board = opening_position(played.game.board), played.game.board
    read = [read_order(line, position, board, None, load_notation("standard")) for line in lines]
    assert len(read) == len(position.units)
    assert not any(isinstance(order, Misread) for order in read)


def test_a_lost_page_is_written_again_and_a_kept_one_never_touched(played: LocalGame) -> None:
    before = pages(played)
    folder = played.judge.services.config.folders.archive / GAME
    (folder / "001-S1901M.txt").unlink()
    (folder / "002-F1901M.txt").write_text("annotated by hand", encoding="utf-8")
    write_missing_pages(played.judge.services, GAME)
    assert pages(played) == before | {"002-F1901M.txt": "annotated by hand"}


def test_an_archive_that_is_gone_is_written_again_after_the_next_start(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, played_on=play_a_year)
    before, config = pages(table), table.judge.services.config
    table.judge.stop()
    shutil.rmtree(config.folders.archive)
    again = Judge(config, table.clock)
    again.start()
    assert again.settle(timeout=600)
    again.stop()
    assert pages(table) == before


def test_a_page_that_cannot_be_written_holds_up_neither_the_game_nor_its_deadline(
    played: LocalGame, caplog: pytest.LogCaptureFixture
) -> None:
    folder = played.judge.services.config.folders.archive / GAME
    away = folder.rename(folder.with_name("away"))
    folder.write_text("a file where the folder should be", encoding="utf-8")
    with caplog.at_level(logging.CRITICAL):
        assert not play_phase(played, load_record("one")[3], {})
    hour = played.judge.services.store.next_alarm()
    assert hour
    assert hour.at == next_alarm(played.game), "the next deadline is the game's own"
    folder.unlink()
    away.rename(folder)
    played.judge.wake()
    played.settle()
    assert "004-S1902M.txt" in pages(played)


def test_private_and_disguised_letters_stay_out_and_notes_come_at_the_end(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, "PRESS-KINDS WHITE/GREY FAKES yes")
    try:
        france, master = table.players[Power("FRANCE")], table.players[Power("AUSTRIA")]
        france.answer("ANNONCE GRISE\nQui suis-je ?\nFIN ANNONCE\nPRESSE À TOUS FEINTE À ITALIE\nFeinte.\nFIN PRESSE")
        france.answer("PRESSE À ITALIE\nChut.\nFIN PRESSE\nJOURNAL\nJamais Munich.\nFIN JOURNAL\nA PAR H")
        table.settle()
        deadline = table.game.deadline
        assert deadline
        table.clock.advance_to(deadline.at)
        table.judge.wake()
        table.settle()
        assert not [name for name, page in pages(table).items() if "Jamais Munich." in page]
        master.answer("TERMINATE rome Enough.")
        table.settle()
        agree(table)
        told = pages(table)
    finally:
        table.judge.stop()
    assert list(told) == ["000-opening.txt", "001-S1901M.txt", "002-F1901M-agreed.txt", "002-end.txt", "index.txt"]
    assert "(no signature):\n> Qui suis-je ?" in told["001-S1901M.txt"]
    assert "S1901M, France:\n> Jamais Munich." in told["002-end.txt"]
    assert not [name for name, page in told.items() if "Chut." in page or "Feinte." in page]


def test_a_page_that_found_no_room_is_written_once_there_is_some(
    played: LocalGame, caplog: pytest.LogCaptureFixture
) -> None:
    """Not at the next start: while the judge goes on, at its next look around, whether or not anybody writes."""
    folder = played.judge.services.config.folders.archive
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("no folder")
    play_phase(played, load_record("one")[3], {})
    folder.unlink()
    folder.with_name("elsewhere").rename(folder)
    assert list(pages(played))[-2] == "003-W1901A.txt"
    played.judge.wake()
    assert played.judge.settle(60)
    assert list(pages(played))[-2] == "004-S1902M.txt"
    assert caplog.text.count("could not be written yet") == 1
