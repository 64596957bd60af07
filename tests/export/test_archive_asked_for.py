"""ARCHIVE by letter: the pages themselves while they are few, else one zip file of them; what is refused, and why."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from judge.config import RelayConfig
from judge.formats.record.facts import PageForm
from judge.formats.record.verifying import verify
from judge.formats.record.whole import record_of, zipped
from judge.game.apply import fold_events
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import GameOpened
from judge.game.settings import GameName, Language, Settings
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.notation.tables import notation_names
from judge.reports.games import sizes_of_files
from judge.reports.line_answers import Done, LineAnswer, Outcome, TextAnswer
from judge.requests.read_lines import read_lines
from judge.shell.local_game import LocalGame, start_local_game, text_of
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from tests.shared.by_mail import box, send
from tests.shared.each_case import each_case
from tests.shared.outgoing import START
from tests.shared.recorded_logs import MASTER, opened, recorded_log, reopened, unplayed_log
from tests.shared.services import context
from tests.shared.shell import folder_of, shell

GOLDEN = Path(__file__).parent / "golden"


def named(log: Sequence[Event], name: str) -> tuple[Event, ...]:
    first = log[0]
    assert isinstance(first, GameOpened)
    return (replace(first, game=GameName(name)), *log[1:])


GAMES = {"rome": recorded_log("one", phases=8), "turin": named(recorded_log("one", phases=1), "turin")}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    """A judge with a game of some years and another that has just begun; Meg is the master of both."""
    table = start_local_game(tmp_path_factory.mktemp("archives"))
    for name, log in GAMES.items():
        done = Transaction(None, LetterStatus.DONE, GameName(name), seen=0, events=log)
        assert table.judge.services.store.commit(done)
    (folder_of(table) / "config.toml").write_text("", encoding="utf-8")
    yield table
    table.judge.stop()


def answer(judge: LocalGame, game: str, text: str) -> EmailMessage:
    """The answer to a letter of the master, who is proven by the reply address."""
    before = {letter["Message-ID"] for letter in box(judge, MASTER.address)}
    raw = f"From: {MASTER.address}\r\nTo: judge@localhost\r\n\r\n{text}\r\n".encode()
    send(judge, MASTER.address, f"judge+{game}.{MASTER.token}@localhost", raw)
    (new,) = (letter for letter in box(judge, MASTER.address) if letter["Message-ID"] not in before)
    return new


def unpacked(letter: EmailMessage, to: Path) -> Path:
    """The folder of the one file that a letter bears."""
    (file,) = letter.iter_attachments()
    assert file.get_content_type() == "application/zip"
    content = file.get_payload(decode=True)
    assert isinstance(content, bytes)
    with ZipFile(BytesIO(content)) as pages:
        pages.extractall(to)
    (folder,) = to.iterdir()
    assert f"{folder.name}.zip" == file.get_filename()
    return folder


CONVERSATIONS = {
    "en": ("rome", "SET LANGUAGE en\nARCHIVE\nARCHIVE rome 18centres fr\nARCHIVE rome 19centres"),
    "fr": ("rome", "SET LANGUAGE fr\nARCHIVES rome\nARCHIVES rome en anglais, notation 1971\nARCHIVES rome en klingon"),
    "short.en": ("turin", "SET LANGUAGE en\nARCHIVE turin"),
    "short.fr": ("turin", "SET LANGUAGE fr\nARCHIVES turin 18centres"),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_the_archive_is_asked_for_and_comes(judge: LocalGame, name: str) -> None:
    letter = answer(judge, *CONVERSATIONS[name])
    told = "".join(f"[{part.get_filename()}]\n" for part in letter.iter_attachments())
    told += text_of(letter).replace("\r\n", "\n").replace("\N{NO-BREAK SPACE}", " ")
    told = told.rstrip("\n").rpartition("\n")[0] + "\n"  # the number of the letter
    path = GOLDEN / f"archive.{name}.txt"
    if "UPDATE_LETTERS" in os.environ:
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_the_folder_in_the_file_verifies_and_is_what_the_shell_writes(judge: LocalGame, tmp_path: Path) -> None:
    folder = unpacked(answer(judge, "rome", "ARCHIVE 18centres fr"), tmp_path / "mail")
    said = shell(folder_of(judge), "verify", str(folder))
    assert (said.exit_code, said.output) == (0, "rome: the same results on every page (9 pages, index.txt)\n")
    written = tmp_path / "shell"
    form = ("--notation", "18centres", "--language", "fr", "--to", str(written))
    assert shell(folder_of(judge), "archive", "rome", *form).exit_code == 0
    pages = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert pages == {path.name: path.read_bytes() for path in written.iterdir()}
    assert pages["000-opening.txt"].decode().splitlines()[-3] == "record 2 fr 18centres"


def test_the_same_pages_are_the_same_bytes(judge: LocalGame) -> None:
    """No hour of writing is in the file, nor anything else that would differ on another day."""
    texts = record_of(GAMES["rome"], PageForm("en", "soop"))
    (file,) = answer(judge, "rome", "ARCHIVE SOOP EN").iter_attachments()
    assert file.get_payload(decode=True) == zipped("rome-soop-en", texts)
    with ZipFile(BytesIO(zipped("rome-soop-en", texts))) as pages:
        assert {page.date_time for page in pages.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert pages.namelist() == [f"rome-soop-en/{name}" for name in texts]


def test_pages_that_stand_in_the_answer_can_be_cut_out_and_verified(judge: LocalGame, tmp_path: Path) -> None:
    letter = text_of(answer(judge, "turin", "ARCHIVE turin STANDARD EN")).replace("\r\n", "\n")
    texts = record_of(GAMES["turin"], PageForm("en", "standard"))
    assert len(texts) > 2
    for name, text in texts.items():
        begin = letter.index(f"[{name}]\n\n") + len(f"[{name}]\n\n")
        (tmp_path / name).write_text(letter[begin : begin + len(text)], encoding="utf-8")
    assert shell(folder_of(judge), "verify", str(tmp_path)).exit_code == 0


def test_the_file_goes_to_proven_writers_alone(judge: LocalGame) -> None:
    send(judge, "nadia@example.net", "judge@localhost", b"From: nadia@example.net\r\n\r\nARCHIVE rome\r\n")
    (letter,) = box(judge, "nadia@example.net")
    assert [*letter.iter_attachments()] == []
    assert "A file is sent only if the letter is proven to be yours" in " ".join(text_of(letter).split())


# --- without mail


def asked(log: Sequence[Event], text: str, attached_bytes: int = RelayConfig().attached_bytes) -> list[LineAnswer]:
    game = fold_events(log)
    assert game is not None
    usual = context(START, game.name, log=log)
    config = replace(usual.services.config, relay=RelayConfig(attached_bytes=attached_bytes))
    limited = replace(usual, services=replace(usual.services, config=config))
    session = handle_lines(Session(game, game.people[MASTER.address]), limited, read_lines(text), ())
    return [one.answer for one in session.answers]


HIDDEN = unplayed_log("seuil")
NO_PAGES = {
    "a game in the fog before its end": (HIDDEN[:-1], Refusal.ARCHIVE_HIDDEN),
    "a practice game": (opened(Settings(practice=True)), Refusal.NO_ARCHIVE),
    "a game that waits for players": (recorded_log("one")[:3], Refusal.NOT_STARTED),
}


@pytest.mark.parametrize("what", NO_PAGES)
def test_there_are_no_pages_of(what: str) -> None:
    log, why = NO_PAGES[what]
    assert asked(log, "ARCHIVE") == [Refused(why)]


def test_a_game_in_the_fog_has_its_archive_once_it_is_over_and_keeps_it() -> None:
    """As in its folder: what was public once stays so, though the master opens the game again."""
    for log in (HIDDEN, reopened(HIDDEN)):
        (told,) = asked(log, "ARCHIVE stim")
        assert isinstance(told, TextAnswer)
        assert told.file is not None
        assert told.file.content == zipped("rome-stim-en", record_of(HIDDEN, PageForm("en", "stim")))


@each_case("notation", notation_names())
def test_a_war_verifies_in_the_notation_asked_for(notation: str) -> None:
    found = verify(record_of(HIDDEN, PageForm("fr", notation)))
    assert (found.difference, found.pages) == (None, 9)


def test_what_is_too_large_for_a_letter_is_told_with_its_size_and_the_way_out() -> None:
    """Alone it never fits; beside others it is to be asked for again, and those others are sent."""
    log = GAMES["rome"]
    assert asked(log, "ARCHIVE rome", 10_000) == [Done(Outcome.FILE_TOO_LARGE, "18 KB of at most 10 KB")]
    table, zip_file, again = asked(log, "EXPORT CSV\nARCHIVE\nARCHIVE fr", 30_000)
    assert isinstance(table, TextAnswer)
    assert isinstance(zip_file, TextAnswer)
    assert (table.file and table.file.name, zip_file.file and zip_file.file.name) == (
        "rome-centres.csv",
        "rome-standard-en.zip",
    )
    assert again == Done(Outcome.FILES_TOO_LARGE, "19 KB of at most 30 KB")


@pytest.mark.parametrize(("language", "told"), [("en", "6.9 MB of at most 5 MB"), ("fr", "6,9 Mo pour 5 Mo au plus")])
def test_sizes_are_told_as_people_say_them(language: Language, told: str) -> None:
    assert sizes_of_files(6_843_000, 5_000_000, language).replace("\N{NO-BREAK SPACE}", " ") == told
