"""MY DATA: who asks proves it twice, gets all that is kept of them, and nothing of anybody else's."""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from judge.rules.board import Power
from judge.shell.local_game import LocalGame
from judge.store import forgetting
from tests.shared.by_mail import ask_and_confirm, box, bytes_of, reply_to, send
from tests.shared.seated import lay_seated_table

EDITH, ANTON = "edith@example.net", "anton@example.org"
PRESS = "PRESS TO FRANCE\r\nShall we leave the Channel empty?\r\nENDPRESS\r\nDIARY\r\nI trust nobody.\r\nENDDIARY"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def asked(table: LocalGame, line: str = "MY DATA", answer: str = "YES") -> Mapping[str, bytes]:
    """The files that Edith gets, asking by mail and confirming it; none where she gets no file."""
    ask_and_confirm(table, "ENGLAND", line, answer)
    files = [
        part
        for part in table.players[Power("ENGLAND")].last().iter_attachments()
        if part.get_filename() == "my-data.zip"
    ]
    if not files:
        return {}
    with ZipFile(BytesIO(files[0].get_content())) as file:
        return {name.removeprefix("my-data/"): file.read(name) for name in file.namelist()}


def rows(files: Mapping[str, bytes], name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(files[f"{name}.json"])
    return found


def test_all_that_is_kept_of_somebody_is_in_the_file(table: LocalGame) -> None:
    own = reply_to(table, "ENGLAND")
    send(
        table,
        EDITH,
        own,
        bytes_of(
            EDITH,
            "F LON - NTH\r\nGAZETTE\r\nSET DIGEST daily\r\nPLAY ANY\r\nBLOCK anton@example.org\r\n"
            f"LETTER TO THE EDITOR\r\nHello.\r\nENDLETTER\r\n{PRESS}",
        ),
    )
    send(table, ANTON, reply_to(table, "AUSTRIA"), bytes_of(ANTON, "PRESS TO ENGLAND\r\nYes, please.\r\nENDPRESS"))
    files = asked(table)
    assert b"WHAT THIS JUDGE KEEPS OF edith@example.net" in files["README.txt"].replace(
        "\N{NO-BREAK SPACE}".encode(), b" "
    )
    (game,) = rows(files, "games")
    assert (game["game"], game["powers"], game["master"]) == ("rome", ["ENGLAND"], False)
    assert [one["text"] for one in rows(files, "press")] == ["Shall we leave the Channel empty?"]
    assert [one["text"] for one in rows(files, "diaries")] == ["I trust nobody."]
    assert [one["power"] for one in rows(files, "orders")] == ["ENGLAND"]
    other = json.loads(files["other.json"])
    assert [one["publication"] for one in other["subscriptions"]] == ["gazette"]
    assert [one["text"] for one in other["letters to the editor"]] == ["Hello."]
    assert (other["tournaments"], other["queue"]) == ([], [{"line": "PLAY ANY"}])
    assert [one["rhythm"] for one in other["digest"]] == ["daily"]
    assert [one["named"] for one in other["blocked"]] == ["anton@example.org"]
    assert ["Yes, please." in one["page"] for one in other["news that waits for it"]] == [True]
    assert any(b"F LON - NTH" in raw for name, raw in files.items() if name.startswith("letters/in/"))
    assert sum(name.startswith("letters/out/") for name in files) == len(box(table, EDITH)) - 1


def test_every_table_with_an_address_in_it_is_in_the_file(table: LocalGame) -> None:
    """A new table of what people wish is told of, or is none of what they gave."""
    told = " ".join(forgetting._ROWS.values())
    kept = Path(table.judge.services.config.folders.data) / "judge.db"
    with closing(sqlite3.connect(kept)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {
            name for name in tables if any(one[1] == "address" for one in db.execute(f"PRAGMA table_info({name})"))
        }
    assert {name for name in found if f"FROM {name} " not in told} == OF_THE_HOUSE


OF_THE_HOUSE = {"game_people", "forgetting"}
"""Which games somebody is in, told with those games; who is to be forgotten, told in an answer."""


def test_in_french_the_page_beside_it_is_in_french(table: LocalGame) -> None:
    files = asked(table, "MES DONNÉES", "OUI")
    assert "letters/in" in files["README.txt"].decode()


@pytest.mark.parametrize("answer", ["NO", "Perhaps."])
def test_without_a_yes_there_is_no_file(table: LocalGame, answer: str) -> None:
    assert asked(table, answer=answer) == {}


def test_what_others_do_changes_nothing_of_it(tmp_path: Path) -> None:
    """Two worlds that differ in what Austria ordered, wrote and asked: the files are the same, to the last byte."""
    found = []
    for world, lines in enumerate(
        ("A VIE H", "A VIE - GAL\r\nF TRI - ALB\r\nPRESS TO ITALY\r\nPeace?\r\nENDPRESS\r\nRECORD")
    ):
        table = lay_seated_table(tmp_path / str(world))
        send(table, ANTON, reply_to(table, "AUSTRIA"), bytes_of(ANTON, lines))
        send(table, EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, PRESS))
        if world:
            send(table, ANTON, reply_to(table, "AUSTRIA"), bytes_of(ANTON, "STATUS"))
        found.append(asked(table))
        table.judge.stop()
    assert found[0].keys() == found[1].keys()
    pages = [{name: text for name, text in files.items() if name.endswith((".json", ".txt"))} for files in found]
    assert pages[0] == pages[1]
    assert not any(ANTON.encode() in text for text in pages[1].values())
