"""The alias map of a judge that shares its address names every game as soon as it is open; else the doctor says so."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.config import Config, FolderConfig, JudgeConfig, SharedConfig, SmtpConfig
from judge.service.app import Judge
from judge.shell.doctor import Installation, check_alias_map
from judge.shell.local_game import no_dkim_keys
from judge.system.clock import SettableClock

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
ALICE = "alice@example.org"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(
        judge=JudgeConfig("judge-b@judge.example.org"),
        smtp=SmtpConfig(port=0),
        folders=FolderConfig(tmp_path / "data", tmp_path / "archive", tmp_path / "mailboxes"),
        shared=SharedConfig("judge@judge.example.org", tmp_path / "games"),
    )


@pytest.fixture
def opens(config: Config) -> Iterator[Callable[[str], None]]:
    """Opens a game by letter and by the confirmation of it."""
    judge = Judge(config, SettableClock(NOW), no_dkim_keys)
    store, own = judge.services.store, config.judge.address

    def settle(to: str, text: str) -> None:
        raw = f"From: {ALICE}\r\nTo: {to}\r\nMessage-ID: <{hash((to, text))}@example.org>\r\n\r\n{text}\r\n"
        store.keep("smtp", ALICE, to, raw.encode()).result()
        while judge.timeline.step():
            pass

    def open_game(name: str) -> None:
        settle(own, f"OPEN {name}")
        (asked, *_) = (row for row in store.outgoing(NOW) if b"Did you write this" in row.raw)
        code = next(line for line in asked.raw.decode().splitlines() if line.startswith("Reply-To: "))
        settle(code.removeprefix("Reply-To: "), "Yes.")
        for row in store.outgoing(NOW):
            store.note_sent(row, NOW)
            store.catch_up()

    yield open_game
    judge.timeline.tidy()
    judge.stop()


def findings(config: Config) -> list[str]:
    return [str(finding) for finding in check_alias_map(Installation(config, NOW, {}, lambda *_: ()))]


def test_a_game_is_in_the_map_as_soon_as_it_is_open(config: Config, opens: Callable[[str], None]) -> None:
    path = config.shared.alias_map
    assert path
    assert findings(config) == [f"note   aliases   {path} will be written at the next start"]
    opens("rome")
    opens("milan")
    assert path.read_text(encoding="utf-8").splitlines() == [
        "judge+rome@judge.example.org judge-b+rome@judge.example.org",
        "judge+milan@judge.example.org judge-b+milan@judge.example.org",
    ]
    assert path.stat().st_mode & 0o077 == 0, "it names hidden games"
    assert findings(config) == [f"ok     aliases   {path} lists the 2 games"]


def test_a_map_that_cannot_be_written_keeps_no_game_from_being_opened(
    config: Config, opens: Callable[[str], None]
) -> None:
    path = config.shared.alias_map
    assert path
    path.mkdir()
    opens("rome")
    path.rmdir()
    assert findings(config) == [f"note   aliases   {path} will be written at the next start"]
    opens("milan")
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2, "it is written whole, with what was missing"


def test_the_doctor_tells_of_a_map_that_is_not_what_postfix_reads(config: Config, opens: Callable[[str], None]) -> None:
    path = config.shared.alias_map
    assert path
    opens("rome")
    indexed = path.with_name("games.db")
    indexed.touch()
    os.utime(indexed, (0, 0))
    assert findings(config)[1:] == [f"WRONG  aliases   {indexed} is older than what it is made of; postmap {path}"]
    path.write_text("judge+milan@judge.example.org judge-b+milan@judge.example.org\n", encoding="utf-8")
    assert findings(config) == [f"WRONG  aliases   {path} does not list the 1 games; restart the judge"]


def test_a_judge_alone_has_no_map(config: Config) -> None:
    assert findings(replace(config, shared=SharedConfig())) == []
