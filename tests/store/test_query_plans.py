"""What is asked while letters are settled and hours come is answered from indexes, however much a judge has stored."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from judge.paths.gazette import publish_issue
from judge.rules.board import Power
from judge.shell.local_game import GAME, LocalGame
from judge.store import connection
from judge.store.connection import connect
from judge.store.records import Publication, Subscription, Transaction
from judge.store.rows import LetterStatus
from tests.shared.by_mail import bytes_of, reply_to, send
from tests.shared.seated import lay_seated_table

SMALL = {
    "gazette",
    "tournaments",
    "subscribers",
    "not_named",
    "forgetting",
    "game_counts",
    "heartbeat",
    "secret",
    "sqlite_master",
    "_sqlite_migrations",
}
"""Tables whose rows do not become more with the games that have been played."""

SOME = {
    "unread": "letters in that wait",
    "to_send": "letters out that wait",
    "time_owed": "games that are to be given time back",
    "unlisted": "games that are yet to be put into lists",
    "shown": "games that anybody may know of",
}
"""Indexes of nothing but what is asked for; such a one may be read from its beginning up to a limit."""


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[LocalGame, list[str]]]:
    """A judge at work with a game under way, and every statement that its database is asked."""
    statements: list[str] = []

    def noting(path: Path, *, make: bool = False) -> Database:
        db = connect(path, make=make)
        if path.name == "judge.db":  # and not the spool
            db.conn.set_trace_callback(statements.append)
        return db

    monkeypatch.setattr(connection, "connect", noting)
    table = lay_seated_table(tmp_path)
    table.judge.services.store._writer._db.conn.set_trace_callback(statements.append)
    statements.clear()
    yield table, statements
    table.judge.stop()


def steps_of(db: sqlite3.Connection, statement: str) -> list[str]:
    return [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")]


def faults(statement: str, steps: list[str]) -> Iterator[str]:
    """The steps of a plan that take longer the more there is."""
    for step in steps:
        scan = re.match(r"SCAN (?!CONSTANT ROW)(\w+)(?: USING (?:COVERING )?INDEX (\w+))?", step)
        if scan and scan[1] not in SMALL and not (scan[2] in SOME and " LIMIT " in statement):
            yield step
        if "TEMP B-TREE" in step and not re.search(r"FROM letters WHERE again <= |FROM outbox", statement):
            yield step


def test_no_statement_of_a_letter_or_an_hour_goes_through_all_that_is_stored(
    said: tuple[LocalGame, list[str]], tmp_path: Path
) -> None:
    table, statements = said
    edith, own = table.players[Power("ENGLAND")].address, table.judge.services.config.judge.address
    send(table, edith, reply_to(table, "ENGLAND"), bytes_of(edith, "F LON - NTH\r\nRECORD\r\nSTATUS\r\nEXTEND 1d"))
    anton = table.players[Power("AUSTRIA")].address
    send(table, anton, reply_to(table, "AUSTRIA"), bytes_of(anton, "STATUS\r\nHISTORY"))
    lists = "LIST\r\nLIST 2\r\nSTANDINGS\r\nPLAYERS\r\nSTATS"
    for place, lines in enumerate(("RECORD", lists, "Hello!", "PLAYER\r\nSTATUS nowhere")):
        stranger = f"somebody@{place}.example.com"
        send(table, stranger, own, bytes_of(stranger, lines))
    reader_of_the_gazette = Subscription(Publication.GAZETTE, edith, True, "en")
    table.judge.services.store.commit(Transaction(None, LetterStatus.DONE, subscriptions=(reader_of_the_gazette,)))
    publish_issue(table.judge.services)
    for line in ("SET DIGEST weekly", "SET LANGUAGE en"):
        send(table, anton, reply_to(table, "AUSTRIA"), bytes_of(anton, line))
    send(table, edith, reply_to(table, "ENGLAND"), bytes_of(edith, "PRESS TO AUSTRIA\r\nHello!\r\nENDPRESS"))
    send(table, anton, reply_to(table, "AUSTRIA"), bytes_of(anton, "SET DIGEST no"))
    assert table.game.deadline
    table.clock.advance_to(table.game.deadline.at)
    table.judge.wake()
    table.settle()
    table.judge.timeline.heartbeat()
    table.judge.services.store.unsent(GAME)
    asked = {" ".join(one.split()) for one in statements if re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE)", one)}
    assert len(asked) > 100
    with sqlite3.connect(tmp_path / "data" / "judge.db") as db:
        wrong = {one: found for one in sorted(asked) if (found := [*faults(one, steps_of(db, one))])}
    db.close()
    assert wrong == {}
