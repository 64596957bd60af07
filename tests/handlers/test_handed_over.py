"""A game handed over by mail to somebody who has had no part in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame
from tests.shared.seated import lay_seated_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def newcomer(table: LocalGame) -> Correspondent:
    anton = table.players[Power("AUSTRIA")]
    mailbox = mailbox_of(table.judge.services.config.folders.mailboxes, "olga@example.org")
    return Correspondent("olga@example.org", Power(""), "en", "standard", anton.server, mailbox, table.clock)


def test_whoever_says_yes_from_the_mailbox_that_was_asked_is_master(table: LocalGame) -> None:
    anton, olga = table.players[Power("AUSTRIA")], newcomer(table)
    anton.answer("HANDOVER olga@example.org")
    table.settle()
    (asked,) = olga.fetch()
    assert asked["Subject"] == "[rome] Will you be the game master?"
    anton.write(str(asked["Reply-To"]), "Yes, it is me.")
    table.settle()
    assert table.game.master == anton.address, "the code counts from the mailbox it went to, and from no other"
    olga.answer("Gladly.")
    table.settle()
    assert table.game.master == olga.address
    (told,) = olga.fetch()
    assert told["Subject"] == "[rome] Another game master"
    olga.answer("REPORT")
    table.settle()
    (report,) = olga.fetch()
    assert "tarik@example.org" in report.get_content()
    assert "has not written" in report.get_content()
