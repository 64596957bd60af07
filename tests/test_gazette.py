"""The gazette: once a week, once to each reader, whatever happens meanwhile; only what is public."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.config import WEEKDAYS, GazetteConfig
from judge.handlers.people import next_issue_at
from judge.mail.maildir import deliver_to_maildir, mailbox_of
from judge.paths.receive import inbox_of
from judge.rules.board import Power
from judge.service.app import Judge
from judge.shell.local_game import LocalGame, text_of
from judge.store.records import GazetteIssue, Publication, Subscription, Transaction
from judge.store.rows import Alarm, LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.shared.seated import lay_seated_table

SUNDAY = datetime(2026, 1, 11, 17, tzinfo=UTC)
EDITH, GRETA = "edith@example.net", "greta@example.org"
PATIENCE = 600


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """Seven players at a game; Edith reads the gazette."""
    table = lay_seated_table(tmp_path)
    table.players[Power("ENGLAND")].answer("GAZETTE")
    table.settle()
    yield table
    if not table.judge._worker._stopping.is_set():
        table.judge.stop()


def run_to(table: LocalGame, hour: datetime) -> None:
    table.clock.advance_to(hour)
    table.judge.wake()
    table.settle()


def issues(table: LocalGame, address: str) -> list[EmailMessage]:
    box = mailbox_of(table.judge.services.config.folders.mailboxes, address) / "new"
    letters = [BytesParser(EmailMessage, policy=default).parsebytes(path.read_bytes()) for path in box.glob("*")]
    found = [letter for letter in letters if "gazette." in str(letter["Message-ID"])]
    return sorted(found, key=lambda letter: str(letter["Subject"]))


def test_it_goes_to_those_who_want_it_at_its_hour_and_to_nobody_else(table: LocalGame) -> None:
    run_to(table, SUNDAY - timedelta(seconds=1))
    assert issues(table, EDITH) == []
    run_to(table, SUNDAY)
    assert [letter["Subject"] for letter in issues(table, EDITH)] == ["[judge] Gazette no. 1, Sunday 11 January 2026"]
    assert issues(table, GRETA) == []


def test_every_week_has_its_issue(table: LocalGame) -> None:
    for weeks in range(3):
        run_to(table, SUNDAY + timedelta(weeks=weeks))
    assert len(issues(table, EDITH)) == 3


def test_weeks_that_were_slept_through_are_one_issue(table: LocalGame) -> None:
    run_to(table, SUNDAY + timedelta(weeks=4, hours=5))
    assert len(issues(table, EDITH)) == 1
    assert table.judge.services.store.last_issue().alarm == SUNDAY + timedelta(weeks=5)


def test_a_judge_killed_once_it_has_written_an_issue_sends_it_after_its_next_start(table: LocalGame) -> None:
    config = table.judge.services.config
    table.judge.stop()
    killed = Judge(config, SettableClock(SUNDAY))
    while killed.timeline.step():
        pass
    killed.stop()
    assert issues(table, EDITH) == []
    again = Judge(config, SettableClock(SUNDAY + timedelta(minutes=5)))
    again.start()
    assert again.settle(PATIENCE)
    again.stop()
    assert len(issues(table, EDITH)) == 1


def test_an_issue_whose_number_is_taken_is_not_written_and_nothing_with_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "judge.db", lambda: SUNDAY)
    issue = Transaction(None, LetterStatus.DONE, issue=GazetteIssue(1, SUNDAY, SUNDAY + timedelta(weeks=1)))
    edith = Subscription(Publication.GAZETTE, EDITH, is_on=True, alarm=SUNDAY)
    reader = Transaction(None, LetterStatus.DONE, subscriptions=(edith,))
    assert store.commit(reader)
    assert store.next_alarm() == Alarm(None, SUNDAY)
    assert store.commit(issue)
    assert not store.commit(issue)
    assert store.next_alarm() == Alarm(None, SUNDAY + timedelta(weeks=1))
    store.close()


def test_without_a_reader_there_is_no_issue_until_somebody_reads_again(table: LocalGame) -> None:
    edith = table.players[Power("ENGLAND")]
    edith.answer("GAZETTE OFF")
    table.settle()
    run_to(table, SUNDAY)
    assert issues(table, EDITH) == []
    assert table.judge.services.store.last_issue() == GazetteIssue(0, None, None)
    edith.answer("GAZETTE")
    table.settle()
    assert table.judge.services.store.last_issue().alarm == SUNDAY + timedelta(weeks=1)


def test_a_game_in_no_list_and_the_names_of_players_are_not_in_it(table: LocalGame) -> None:
    edith = table.players[Power("ENGLAND")]
    edith.write("judge@localhost", "OPEN oslo HIDDEN yes\n")
    table.settle()
    edith.answer("Yes.")
    table.settle()
    run_to(table, SUNDAY)
    text = text_of(issues(table, EDITH)[0])
    assert "oslo" not in text
    assert "@" not in text


def test_press_to_everyone_is_in_the_issue_that_tells_of_its_phase_and_in_no_other(table: LocalGame) -> None:
    for power, written in PRESS.items():
        table.players[Power(power)].answer(written)
    table.settle()
    for week in range(3):
        run_to(table, SUNDAY + timedelta(weeks=week))
    before, then, after = (text_of(letter) for letter in issues(table, EDITH))
    _, _, printed = then.partition("Press to everyone")
    assert [line.strip() for line in printed.splitlines() if line.startswith("  ")] == PRINTED
    assert "Press" not in before + after


PRESS = {
    "ENGLAND": "F LON - NTH\nBROADCAST\nThe sea is English.\nENDBROADCAST",
    "FRANCE": "PRESS TO GERMANY\nLet us divide Belgium.\nENDPRESS",
    "RUSSIA": "BROADCAST AFTER RESULTS\nTold you so.\nENDBROADCAST",
    "ITALY": "BROADCAST\nIt is not.\nENDBROADCAST",
}
PRINTED = [
    "rome, spring 1901, England:",
    "The sea is English.",
    "rome, spring 1901, Italy:",
    "It is not.",
    "rome, spring 1901, Russia:",
    "Told you so.",
]
"""What waited for the results came out with them."""


def draw_and_read(table: LocalGame) -> str:
    """The first issue after a draw of all seven."""
    for player in table.players.values():
        player.answer("VOTE DRAW")
    table.settle()
    assert table.game.ended
    run_to(table, SUNDAY)
    return text_of(issues(table, EDITH)[0])


def test_the_points_of_a_game_that_has_ended_are_shown_and_who_played_is_not(table: LocalGame) -> None:
    text = draw_and_read(table)
    assert text.count("14 2/7") == 7
    assert "Ranking" not in text


def test_players_of_games_that_do_not_hide_who_plays_are_ranked_by_average(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, "ANONYMOUS no")
    try:
        table.players[Power("ENGLAND")].answer("GAZETTE")
        table.settle()
        _, _, ranking = draw_and_read(table).partition("Ranking")
        assert [line.split() for line in ranking.splitlines() if line.startswith("  1.")] == [
            ["1.", power.title(), "(rome)", "14.29", "1", "game"] for power in sorted(table.players)
        ]
    finally:
        table.judge.stop()


def test_a_mailbox_that_is_no_more_gets_no_more_of_them(table: LocalGame) -> None:
    run_to(table, SUNDAY)
    services = table.judge.services
    looking = Store(services.config.folders.data / "judge.db", table.clock.now)
    row = looking._reader.execute("SELECT envelope_from FROM outbox WHERE message_id LIKE '<gazette.%'").fetchone()
    looking.close()
    bounce = f"""From: MAILER-DAEMON@example.net
To: {row[0]}
Subject: Undelivered
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

No such user.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; {EDITH}
Action: failed
Status: 5.1.1

--b--
"""
    deliver_to_maildir(inbox_of(services), "bounce", bounce.encode())
    table.judge.wake()
    table.settle()
    assert services.store.subscribers(Publication.GAZETTE) == ()


def test_the_hour_follows_the_configuration_from_the_next_start(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    table.players[Power("ENGLAND")].answer("GAZETTE")
    table.settle()
    config = table.judge.services.config
    table.judge.stop()
    clock = SettableClock(table.clock.now())
    for gazette, due in (
        (GazetteConfig("never"), None),
        (GazetteConfig("monday", 7, "UTC"), datetime(2026, 1, 12, 7, tzinfo=UTC)),
    ):
        judge = Judge(replace(config, gazette=gazette), clock)
        judge.start()
        assert judge.services.store.last_issue().alarm == due
        judge.stop()


# --- the hour


MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))


@given(MOMENTS, st.sampled_from(WEEKDAYS), st.integers(0, 23), st.sampled_from(["UTC", "Europe/Paris", "Asia/Tokyo"]))
def test_the_next_issue_is_due_within_a_week(after: datetime, weekday: str, hour: int, zone: str) -> None:
    gazette = GazetteConfig(weekday, hour, zone)  # type: ignore[arg-type]
    due = next_issue_at(gazette, after)
    assert due
    assert after < due <= after + timedelta(days=7, hours=1)


def test_daylight_saving_moves_it_with_the_clocks() -> None:
    before, after = (next_issue_at(GazetteConfig(), datetime(2026, 3, day, tzinfo=UTC)) for day in (20, 27))
    assert (before, after) == (datetime(2026, 3, 22, 17, tzinfo=UTC), datetime(2026, 3, 29, 16, tzinfo=UTC))
