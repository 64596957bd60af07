"""EXPORT by letter and ``judge.py export``: the file, the words around it, what is refused."""

import os
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.formats.export import export
from judge.game.apply import fold_events
from judge.game.folded_log import valid_phases
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, text_of
from tests.shared.by_mail import box, write
from tests.shared.shell import folder_of, lay_half_written_table, shell

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    table = lay_half_written_table(tmp_path_factory.mktemp("exported"))
    yield table
    table.judge.stop()


def answer(table: LocalGame, power: str, text: str) -> EmailMessage:
    player = table.players[Power(power)]
    player.fetch()
    player.answer(text)
    table.settle()
    player.fetch()
    return player.read[-1]


def expected(table: LocalGame, to: str) -> str:
    log = table.judge.services.store.events(table.game.name)
    game = fold_events(log)
    assert game is not None
    text = export(game, valid_phases(log), to, sees_all=True)
    assert isinstance(text, str)
    return text


LETTERS = {
    "en": ("ENGLAND", "EXPORT\nEXPORT CSV\nEXPORT DIPLOBN\nEXPORT xml"),
    "fr": ("FRANCE", "EXPORTER\nEXPORTER CSV\nEXPORTER DIPLOBN\nEXPORTER xml"),
}


@pytest.mark.parametrize("language", LETTERS)
def test_the_answer_to_export_bears_the_files(table: LocalGame, language: str) -> None:
    power, lines = LETTERS[language]
    letter = answer(table, power, f"SET LANGUAGE {language}\n{lines}")
    files = {part.get_filename(): part for part in letter.iter_attachments()}
    bodies = {str(name): part.get_payload(decode=True) for name, part in files.items()}
    assert bodies["rome.json"] == expected(table, "diplomacy").encode()
    assert bodies["rome-centres.csv"] == expected(table, "csv").encode()
    assert {part.get_content_type() for part in files.values()} >= {"application/json", "text/csv"}
    told = text_of(letter).replace("\r\n", "\n")
    told = told[told.index("> ") : told.index("Lettre " if language == "fr" else "Letter ")] if "> " in told else told
    path = GOLDEN / f"letter.{language}.txt"
    if "UPDATE_LETTERS" in os.environ:
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_no_order_of_the_open_phase_is_in_it(table: LocalGame) -> None:
    """England has written; who asks is England, who reads the file may be anybody."""
    for to in ("diplomacy", "njudge", "pbm", "units", "csv"):
        assert "NTH - NWY" not in (text := expected(table, to))
        assert "@" not in text
        letter = answer(table, "ENGLAND", f"EXPORT {to.upper()}")
        (file,) = letter.iter_attachments()
        assert file.get_payload(decode=True) == text.encode()


def test_nothing_is_attached_for_a_writer_who_is_not_proven(table: LocalGame) -> None:
    assert write(table, "anybody@example.org", "judge@localhost", "EXPORT rome") == 1
    (letter,) = box(table, "anybody@example.org")
    assert [*letter.iter_attachments()] == []
    assert "A file is sent only if the letter is proven to be yours" in " ".join(text_of(letter).split())


def test_the_shell_writes_the_same_text(table: LocalGame, tmp_path: Path) -> None:
    folder = folder_of(table)
    done = shell(folder, "export", "rome", "--to", "pbm")
    assert (done.exit_code, done.output) == (0, expected(table, "pbm"))
    out = tmp_path / "rome.csv"
    assert shell(folder, "export", "rome", "--to", "csv", "--out", str(out)).exit_code == 0
    assert out.read_bytes().decode() == expected(table, "csv")
    refused = shell(folder, "export", "rome", "--to", "diplobn")
    assert (refused.exit_code, "games that are over" in refused.output) == (1, True)
    assert "games there are: rome" in shell(folder, "export", "paris", "--to", "csv").output
    assert "No such file" in shell(folder, "export", "rome", "--to", "csv", "--out", "/nowhere/at/all").output
