"""Every menu word, sheet and ritual of the five rule texts, as a letter to a judge: what comes of it, or why none."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import partial
from pathlib import Path

import pytest

from judge.config import Config, GazetteConfig
from judge.shell import local_game
from tests.menus.hall import GAMES, Hall, open_hall, told
from tests.shared.each_case import each_case
from tests.shared.shell import shell

BOOKS = (*GAMES, "")
ALL = "the others"


@dataclass(frozen=True)
class MenuRow:
    """What a text calls something, where it does; who writes which letter, in which game; what comes of it.

    ``says`` are phrases of the answer, in order; a row without a letter is left out, and ``says`` why, or elsewhere, in
    a test of its own. ``files`` are those that the answer bears, by the ends of their names; ``others`` who else gets a
    letter.
    """

    word: str
    who: str
    book: str
    letter: str
    says: tuple[str, ...]
    files: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}: {self.letter} ({self.who}, {self.book or 'no game'})"


def rows_of(file: Path) -> Iterator[MenuRow]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            word, who, book, letter, says, *more = (cell.strip() for cell in re.split(r" \|(?= |$)", line))
            files, others = (tuple(cell.split(", ")) if cell else () for cell in (*more, "", "")[:2])
            game = "" if book == "-" else GAMES.get(book, book)
            text = "\n".join(part.strip() for part in letter.split(" // "))
            yield MenuRow(word, who, game, text, tuple(part.strip() for part in says.split(" … ")), files, others)


ROWS = tuple(rows_of(Path(__file__).parent / "rows.txt"))
LETTERS = [row for row in ROWS if row.letter != "-" and row.who != "shell"]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setattr(local_game, "Config", partial(Config, gazette=GazetteConfig(tribune="held")))
    hall = open_hall(tmp_path)
    yield hall
    hall.table.judge.stop()


def answer_of(hall: Hall, row: MenuRow) -> tuple[EmailMessage, Mapping[str, Sequence[EmailMessage]]]:
    """The letter that answers that of a row, and all that came of it; of ``(…)`` the last with that in its subject.

    ``(code)`` is that of the letter to the tribune that the operator was sent last.
    """
    if subject := re.fullmatch(r"\((.*)\)", row.letter):
        words = (f"[{row.book}]", subject[1])
        read = hall.person(row.who).read
        return [one for one in read if all(word in str(one["Subject"]).replace("’", "'") for word in words)][-1], {}
    codes = re.findall(r"TRIBUNE PRINT (\w{6})", "".join(map(told, hall.person("operator").read)))
    got = hall.write(row.who, row.letter.replace("(code)", codes[-1] if codes else ""), row.book)
    return got[row.who][0], got


@each_case("row", LETTERS, ids=str)
def test_a_letter_of_the_menus_is_answered(hall: Hall, row: MenuRow) -> None:
    if row.who == "clock":
        hall.let_pass(datetime.strptime(row.letter, "%Y-%m-%d %H:%M").replace(tzinfo=UTC))
        return
    answer, got = answer_of(hall, row)
    text, at = told(answer).replace("\N{NO-BREAK SPACE}", " "), 0
    for phrase in row.says:
        assert phrase in text[at:], text[:1500]
        at = text.index(phrase, at) + len(phrase)
    files = [str(one.get_filename()) for one in answer.iter_attachments() if one.get_filename()]
    assert [name for name in files if not name.endswith(row.files or ("",))] == []
    assert len(files) == len(row.files), files
    others = {who for who in got if who != row.who}
    assert others == set(row.others) or (row.others == (ALL,) and len(others) > 1), others


@each_case("row", [row for row in ROWS if row.who == "shell"], ids=str)
def test_a_command_of_the_operator(tmp_path: Path, row: MenuRow) -> None:
    command, _, stdin = row.letter.partition(" < ")
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    done = shell(tmp_path, *command.replace("FOLDER", str(tmp_path)).split(), stdin=f"{stdin}\n" if stdin else "")
    assert done.exit_code == 0, done.output
    for phrase in row.says:
        assert phrase == "-" or phrase in done.output
    assert all((tmp_path / name).exists() for name in row.files)


def test_each_word_is_a_letter_or_says_why_it_is_none() -> None:
    kinds = {row: row.says[0].partition(": ") for row in ROWS if row.letter == "-"}
    assert [row for row, (kind, _, _) in kinds.items() if kind not in {"left out", "elsewhere"}] == []
    files = {why.split()[0] for kind, _, why in kinds.values() if kind == "elsewhere"}
    assert [file for file in files if not (Path(__file__).parents[2] / file).exists()] == []
    assert [row for row in ROWS if not row.says[0]] == []
    assert {row.book for row in ROWS} >= {*GAMES.values()}
