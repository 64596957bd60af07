"""Deadlines as entries for a calendar (RFC 5545, RFC 5546, RFC 6047)."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as modern
from pathlib import Path

import pytest
from icalendar import Calendar

from judge.mail.compose import Invitation, MessageFields, compose, compose_again, write_invitation

GOLDEN = Path(__file__).with_name("letter-with-entries.txt")
AT = datetime(2026, 4, 15, 19, tzinfo=UTC)
REQUEST = Invitation(
    uid="rome.F1901M@judge.example.org",
    sequence=2,
    at=AT,
    stamp=datetime(2026, 3, 25, 9, tzinfo=UTC),
    summary="rome : date limite pour l'automne 1901, à l'heure d'été",
    text="Une ligne, puis une autre ; " * 6,
    organizer="judge@judge.example.org",
    attendee="florence@example.com",
)
CANCEL = replace(REQUEST, uid="rome.S1901M@judge.example.org", sequence=1, is_cancelled=True)
SHEET = MessageFields(
    sender_name="Judge",
    sender_address="judge@judge.example.org",
    reply_to="judge+rome.abc@judge.example.org",
    to="florence@example.com",
    subject="[rome] Résultats",
    text="Voici les résultats.\n",
    message_id="<rome.1.0@judge.example.org>",
    date=AT,
    in_reply_to=None,
    references=(),
    list_id="rome.judge.example.org",
    automatic="generated",
    invitations=(CANCEL, REQUEST),
)


def opened(raw: bytes) -> EmailMessage:
    letter = message_from_bytes(raw, policy=modern)
    assert isinstance(letter, EmailMessage)
    return letter


def entries(letter: EmailMessage) -> list[tuple[str, Calendar]]:
    parts = [part for part in letter.iter_attachments() if part.get_content_type() == "text/calendar"]
    return [(part["Content-Type"].params["method"], Calendar.from_ical(part.get_content())) for part in parts]


@pytest.mark.parametrize("invitation", [REQUEST, CANCEL], ids=["request", "cancel"])
def test_an_entry_read_back_is_the_deadline(invitation: Invitation) -> None:
    calendar = Calendar.from_ical(write_invitation(invitation))
    (event,) = calendar.walk("VEVENT")
    assert calendar["METHOD"] == invitation.method
    assert (event["UID"], event["SEQUENCE"]) == (invitation.uid, invitation.sequence)
    assert event.decoded("DTSTART") == AT
    assert event["STATUS"] == ("CANCELLED" if invitation.is_cancelled else "CONFIRMED")
    assert event["SUMMARY"] == invitation.summary
    assert event["ATTENDEE"] == "mailto:florence@example.com"
    assert event["ATTENDEE"].params["RSVP"] == "FALSE", "nobody is asked to answer"


def test_lines_are_folded_and_end_as_the_format_wants() -> None:
    lines = write_invitation(REQUEST).encode().split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line for line in lines)


def test_each_entry_is_a_part_of_its_own_that_says_what_to_do_with_it() -> None:
    letter = opened(compose(SHEET))
    body = letter.get_body(("plain",))
    assert body
    assert body.get_content().splitlines() == SHEET.text.splitlines()
    found = entries(letter)
    assert [(method, calendar["METHOD"]) for method, calendar in found] == [("CANCEL",) * 2, ("REQUEST",) * 2]
    assert all(len(line) <= 78 for line in compose(SHEET).splitlines())


def test_a_letter_with_entries_goes_over_the_wire_as_it_was_approved() -> None:
    sent = compose(SHEET).decode().replace("\r\n", "\n")
    if os.environ.get("UPDATE_LETTERS"):
        GOLDEN.write_text(sent, encoding="utf-8")
    assert sent == GOLDEN.read_text(encoding="utf-8")


def test_a_copy_brings_the_entries_again() -> None:
    again = compose_again(
        compose(SHEET),
        to="florence@example.org",
        reply_to=SHEET.reply_to,
        message_id="<again@judge.example.org>",
        date=AT,
        mark="(again)",
    )
    assert [method for method, _ in entries(opened(again))] == ["CANCEL", "REQUEST"]


def test_a_letter_without_entries_is_one_part() -> None:
    assert not opened(compose(replace(SHEET, invitations=()))).is_multipart()
